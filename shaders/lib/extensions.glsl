// SPDX-License-Identifier: MIT
// Extensions of shaders with the define SUBGROUPS. Must be included first, since
// #extension must precede all other code.
#ifndef SUBGROUPS
#define SUBGROUPS 0
#endif

#if SUBGROUPS && !defined(EMULATED_SUBGROUPS)
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#endif
