// SPDX-License-Identifier: MIT
// Drafts: with LOOPS a shader does the same in loops over short texts, slower, and
// drivers translate it sooner. ROUNDS(N) is N, but with LOOPS an expression that
// compilers cannot know, or they would unroll the loop that ends there.
#ifndef LOOPS
#define LOOPS 0
#endif
#if LOOPS
#define ROUNDS(N) (uint(N) * gl_NumWorkGroups.z)
#else
#define ROUNDS(N) uint(N)
#endif
