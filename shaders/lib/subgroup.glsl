// SPDX-License-Identifier: MIT
// Subgroups of 32 invocations: whose place is what. Neighbours in a subgroup are
// neighbours in the group, however the device numbers them.
//
// The including shader enables GL_KHR_shader_subgroup_basic, _ballot, _shuffle and
// _shuffle_relative, since an extension must be asked for before anything else.
#define SUBGROUP 32
#define CHUNK gl_SubgroupID
#define LANE gl_SubgroupInvocationID
#define PLACE_IN_GROUP (CHUNK * uint(SUBGROUP) + LANE)
