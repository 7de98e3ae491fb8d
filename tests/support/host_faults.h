// SPDX-License-Identifier: MIT
// What must hold of every schedule, whatever made it, and what a plan prepares for all of
// its schedules: programs, and frame buffers for sets of targets.
#ifndef HOST_FAULTS_H
#define HOST_FAULTS_H

#include "resources.h"
#include "shader_table.h"

// Fails the test if a pass binds nothing or a range outside the scratch, two bindings to
// one place, reads what it writes without saying so, or has parameters that do not fit.
void host_schedule_check(const struct schedule* s, const char* name);

struct host_programs {
    bool has[SHADER_ID_COUNT][SHADER_MOST_VARIANTS];
    uint32_t count;
};

void host_programs_add(struct host_programs* all, const struct schedule* s);
// Fails the test if a pass has another program.
void host_programs_check(const struct host_programs* all, const struct schedule* s,
                         const char* name);

// The slots and layers that each draw buffer of a draw to the plan's own textures has.
struct host_targets {
    uint8_t list[FRAMEBUFFER_CACHE][MAX_DRAW_BUFFERS][2];
    uint32_t count;
};

// Fails the test if there are more than frame buffers are kept.
void host_targets_add(struct host_targets* all, const struct schedule* s);
// Fails the test if a pass draws to another set.
void host_targets_check(const struct host_targets* all, const struct schedule* s,
                        const char* name);

#endif
