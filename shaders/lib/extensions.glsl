// SPDX-License-Identifier: MIT
// Extensions of shaders with the defines SUBGROUPS or BALLOTS. Must be included first,
// since #extension must precede all other code.
#ifndef SUBGROUPS
#define SUBGROUPS 0
#endif
#ifndef BALLOTS
#define BALLOTS 0
#endif
#if defined(GL_KHR_shader_subgroup_ballot) || defined(GL_ES)
#define KHR_BALLOTS 1
#else
#define KHR_BALLOTS 0
#endif

#if SUBGROUPS
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#elif BALLOTS && KHR_BALLOTS
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#elif BALLOTS
#extension GL_ARB_gpu_shader_int64 : require
#extension GL_ARB_shader_ballot : require
#endif
