// SPDX-License-Identifier: MIT
// Buffers and textures that stand in for those of the caller while a plan warms up.
#ifndef GLSORT_STAND_INS_H
#define GLSORT_STAND_INS_H

#include "handles.h"

struct stand_ins {
    GLuint buffer; // of all slots that are buffers
    GLuint textures[SLOT_SCRATCH];
    struct slot_object saved[SLOT_SCRATCH]; // the plan's slots meanwhile
};

// What stands in for a slot of the caller's.
enum stand_in_kind {
    STAND_IN_BUFFER,
    STAND_IN_R32UI, // a texture
    STAND_IN_RG32UI,
    STAND_IN_RGBA32UI,
    STAND_IN_RGBA32F,
};

struct stand_in_contents {
    uint8_t kinds[SLOT_SCRATCH]; // enum stand_in_kind, by slot
    uint32_t count;              // elements; also the word of a count buffer
    uint32_t dead_word;          // every word of a buffer in SLOT_DEAD; all others are 0
};

// Makes them for `contents->count` elements of the current schedule, which may be for
// more, and assigns them to the plan's slots. False if there is no GPU memory;
// glsort_stand_ins_end() must follow then, too. Changes the GL state that STATE_CREATION
// and STATE_UNIT_0 name.
bool glsort_stand_ins_begin(struct stand_ins* s, struct glsort_plan* plan,
                            const struct stand_in_contents* contents);
// Deletes them and restores the plan's slots.
void glsort_stand_ins_end(struct stand_ins* s, struct glsort_plan* plan);

#endif
