// SPDX-License-Identifier: MIT
// The particles blended in one order of a record, kept as a picture: drawn anew only when
// the order, the particles or the size have changed.
#ifndef DEMO_STAGE_H
#define DEMO_STAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "gfx.h"
#include "record.h"
#include "view.h"

struct stage {
    struct gfx_target target;
    uint32_t order;            // GL buffer
    uint32_t room;             // indices that it holds
    const uint32_t* orders;    // of the record that was drawn,
    uint32_t pass;             // after this pass,
    const struct scene* scene; // with these particles
    uint32_t version;
};

// Shows the order after p passes in the rectangle, which is moved to whole pixels. False
// and a sentence (PROGRAM_MESSAGE_BYTES) on failure.
bool stage_draw(struct stage* stage, struct scene* scene, const struct record* record,
                uint32_t p, const struct view_frame* frame, const struct view_rect* where,
                char* message);

// Turns and zooms the particles' camera by the mouse over the rectangle. *turns is kept
// by the caller: true from a press there until the button is let go.
void stage_steer(struct scene* scene, const struct view_frame* frame,
                 const struct view_rect* where, bool* turns);

// The record has been made anew.
void stage_reset(struct stage* stage);
void stage_free(struct stage* stage);

#endif
