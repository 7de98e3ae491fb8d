// SPDX-License-Identifier: MIT
#include "stage.h"

#include <math.h>
#include <stdio.h>

#include "scene.h"
#include "ui.h"

static void take_order(struct stage* stage, const struct record* record, uint32_t p)
{
    if (stage->room != record->count) {
        gfx_buffer_delete(&stage->order);
        stage->order = gfx_buffer(record->count * sizeof(uint32_t), NULL);
        stage->room = record->count;
    }
    gfx_buffer_write(stage->order, 0, record->count * sizeof(uint32_t),
                     record_order(record, p));
}

static bool is_current(const struct stage* stage, const struct scene* scene,
                       const struct record* record, uint32_t p)
{
    return stage->orders == record->orders && stage->pass == p && stage->scene == scene &&
           stage->version == scene->version;
}

bool stage_draw(struct stage* stage, struct scene* scene, const struct record* record,
                uint32_t p, const struct view_frame* frame, const struct view_rect* where,
                char* message)
{
    int width = (int)fmaxf(where->width, 1.0f), height = (int)fmaxf(where->height, 1.0f);
    const bool is_new = stage->target.width != width || stage->target.height != height;
    if (!gfx_target_fit(&stage->target, width, height, GFX_RGBA8, message))
        return false;
    if (is_new || !is_current(stage, scene, record, p)) {
        struct view_frame inner = *frame;
        struct view_rect all = {0.0f, 0.0f, (float)width, (float)height};
        inner.frame = stage->target.frame;
        inner.width = width;
        inner.height = height;
        inner.area = all;
        take_order(stage, record, p);
        gfx_bind(inner.frame, width, height);
        scene_draw(scene, &inner, &all, stage->order, record->count);
        gfx_bind(frame->frame, frame->width, frame->height);
        stage->orders = record->orders;
        stage->pass = p;
        stage->scene = scene;
        stage->version = scene->version;
    }
    ui_image(floorf(where->x), floorf(where->y), (float)width, (float)height,
             stage->target.texture);
    return true;
}

void stage_steer(struct scene* scene, const struct view_frame* frame,
                 const struct view_rect* where, bool* turns)
{
    const struct view_mouse* m = &frame->mouse;
    bool inside = m->x >= where->x && m->x < where->x + where->width &&
                  m->y >= where->y && m->y < where->y + where->height;
    *turns = m->left && (*turns || (m->pressed && inside));
    if (*turns)
        scene_drag(scene, m, where);
    if (inside)
        scene_wheel(scene, m);
}

void stage_reset(struct stage* stage)
{
    stage->orders = NULL;
}

void stage_free(struct stage* stage)
{
    gfx_target_destroy(&stage->target);
    gfx_buffer_delete(&stage->order);
    *stage = (struct stage){0};
}
