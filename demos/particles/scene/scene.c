// SPDX-License-Identifier: MIT
#include "scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gfx.h"
#include "puffs.h"
#include "shader_texts.h"

// Where each scene looks best from.
static const struct camera cameras[] = {
    [PARTICLES_SMOKE] = {20.0f, 12.0f, 4.3f, {0.0f, -0.06f, 0.0f}, 34.0f},
    [PARTICLES_BEADS] = {24.0f, -14.0f, 5.2f, {0.0f, -0.06f, 0.0f}, 34.0f},
    [PARTICLES_CLOUD] = {30.0f, 25.0f, 2.3f, {0.0f, 0.0f, 0.0f}, 45.0f},
    [PARTICLES_SPLATS] = {30.0f, 15.0f, 1.7f, {0.0f, 0.0f, 0.0f}, 45.0f},
};

// Half of what the scene is deep, around the camera's target.
static const float reaches[] = {
    [PARTICLES_SMOKE] = 1.6f,
    [PARTICLES_BEADS] = 1.6f,
    [PARTICLES_CLOUD] = 1.4f,
    [PARTICLES_SPLATS] = 1.6f,
};

static bool create_programs(struct scene* scene, char* message)
{
    const char* const looks[] = {smoke_frag, bead_frag, disc_frag};
    const bool is_points = scene->particles.kind != PARTICLES_SPLATS;
    if (is_points)
        scene->draw_program =
            gfx_program(particle_vert, looks[scene->particles.kind], message);
    if (scene->draw_program || !is_points)
        scene->compose_program = gfx_program(gfx_screen_vertex, compose_frag, message);
    return scene->compose_program != 0;
}

static bool create_orders(struct scene* scene, char* message)
{
    const uint32_t count = scene->particles.count;
    uint32_t* indices = malloc((size_t)count * sizeof *indices);
    if (!indices)
        return program_fail(message, "there is no memory for %u particles",
                            (unsigned)count);

    for (uint32_t i = 0; i < count; ++i)
        indices[i] = i;
    scene->memory_order = gfx_buffer((size_t)count * sizeof *indices, indices);
    scene->keys = gfx_buffer((size_t)count * sizeof *indices, NULL);
    free(indices);
    return true;
}

static bool create_splats(struct scene* scene, const struct splats* splats, char* message)
{
    const struct particles* p = &scene->particles;
    return p->kind != PARTICLES_SPLATS ||
           splat_draw_create(&scene->splats, p->state[p->now], splats, p->count, message);
}

struct scene* scene_create(const struct scene_desc* desc, char* message)
{
    struct scene* scene = calloc(1, sizeof *scene);
    GLfloat sizes[2] = {1.0f, 64.0f};
    if (!scene) {
        program_fail(message, "out of memory");
        return NULL;
    }
    scene->quality = desc->quality;
    scene->look = desc->look;
    if (!particles_create(&scene->particles, desc->kind, desc->count, desc->seed,
                          desc->cloud, desc->splats, message) ||
        !create_splats(scene, desc->splats, message) ||
        !create_programs(scene, message) || !create_orders(scene, message)) {
        scene_destroy(scene);
        return NULL;
    }
    scene->puffs = puffs_texture();
    glGetFloatv(GL_POINT_SIZE_RANGE, sizes);
    scene->largest_point = sizes[1];
    scene->particles.radius_scale = desc->look.radius_scale;
    scene->particles.opacity_scale = desc->look.opacity_scale;
    particles_warm_up(&scene->particles);
    scene_reset_camera(scene);
    return scene;
}

void scene_destroy(struct scene* scene)
{
    if (!scene)
        return;
    splat_draw_destroy(&scene->splats);
    particles_destroy(&scene->particles);
    gfx_target_destroy(&scene->drawing);
    gfx_texture_delete(&scene->puffs);
    gfx_buffer_delete(&scene->keys);
    gfx_buffer_delete(&scene->memory_order);
    glDeleteProgram(scene->draw_program);
    glDeleteProgram(scene->compose_program);
    free(scene);
}

void scene_step(struct scene* scene, float seconds)
{
    particles_step(&scene->particles, seconds);
    scene_touch(scene);
}

void scene_touch(struct scene* scene)
{
    scene->version++;
}

void scene_reset_camera(struct scene* scene)
{
    const struct scene_look* look = &scene->look;
    scene->camera = cameras[scene->particles.kind];
    if (!isnan(look->yaw))
        scene->camera.yaw = look->yaw;
    if (!isnan(look->pitch))
        scene->camera.pitch = look->pitch;
    scene->camera.distance /= look->zoom;
    scene_touch(scene);
}

bool scene_drag(struct scene* scene, const struct view_mouse* mouse,
                const struct view_rect* where)
{
    if (mouse->dx == 0.0f && mouse->dy == 0.0f)
        return false;
    camera_turn(&scene->camera, mouse->dx / where->height, -mouse->dy / where->height);
    scene_touch(scene);
    return true;
}

void scene_wheel(struct scene* scene, const struct view_mouse* mouse)
{
    if (mouse->wheel == 0.0f)
        return;
    camera_zoom(&scene->camera, mouse->wheel);
    scene_touch(scene);
}

void scene_go_round(struct scene* scene, const struct view_frame* frame)
{
    if (frame->number == 0)
        return;
    scene->camera.yaw += 9.0f * frame->step;
    scene_touch(scene);
}

void scene_attract(struct scene* scene, const struct view_rect* where, float x, float y,
                   float strength)
{
    float* attractor = scene->particles.attractor;
    attractor[3] = strength;
    camera_point(&scene->camera, where->width / where->height,
                 2.0f * (x - where->x) / where->width - 1.0f,
                 1.0f - 2.0f * (y - where->y) / where->height, attractor);
}

uint32_t scene_stride(const struct scene* scene)
{
    return scene->particles.kind == PARTICLES_SPLATS ? sizeof(struct splat_place)
                                                     : PARTICLE_BYTES;
}

glsort_order_view scene_order_view(const struct scene* scene, float aspect)
{
    const struct camera_matrices m = camera_matrices(&scene->camera, aspect);
    glsort_order_view view = {
        .origin = {m.eye[0], m.eye[1], m.eye[2]},
        .axis = {-m.back[0], -m.back[1], -m.back[2]},
    };
    memcpy(view.clip, m.clip, sizeof view.clip);
    // Splats are never drawn smaller than a pixel, so some just outside of the picture
    // reach into it.
    const float margin = scene->particles.kind == PARTICLES_SPLATS ? 1.04f : 1.0f;
    for (int i = 0; i < 16; ++i)
        view.clip[i] /= i % 4 < 2 ? margin : 1.0f;
    return view;
}

uint32_t scene_keys(struct scene* scene)
{
    if (scene->keys_version != scene->version) {
        // The depth along the view does not depend on the picture's shape.
        struct camera_matrices m = camera_matrices(&scene->camera, 1.0f);
        particles_keys(&scene->particles, m.back, scene->keys);
        // Transform feedback needs no barrier for what GL reads next.
        scene->keys_version = scene->version;
    }
    return scene->keys;
}

void scene_read_keys(struct scene* scene, uint32_t first, uint32_t count, uint32_t* keys)
{
    uint32_t buffer = scene_keys(scene);
    gfx_buffer_read(buffer, (size_t)first * sizeof *keys, (size_t)count * sizeof *keys,
                    keys);
}

// ---- drawing

// The pixels of a rectangle, with GL's origin.
struct pixels {
    int x, y, width, height;
};

static struct pixels pixels_of(const struct view_rect* r, int frame_height)
{
    int left = (int)lroundf(r->x), right = (int)lroundf(r->x + r->width);
    int top = (int)lroundf(r->y), bottom = (int)lroundf(r->y + r->height);
    return (struct pixels){left, frame_height - bottom, right - left, bottom - top};
}

static float aspect_of(const struct pixels* p)
{
    return fmaxf((float)p->width, 1.0f) / fmaxf((float)p->height, 1.0f);
}

float scene_aspect(const struct view_rect* where)
{
    const struct pixels p = pixels_of(where, 0);
    return aspect_of(&p);
}

static void set_view(const struct scene* scene, float aspect)
{
    const GLuint program = scene->draw_program;
    const float reach = reaches[scene->particles.kind];
    struct camera_matrices m = camera_matrices(&scene->camera, aspect);
    const float shape[4] = {0.5f * (float)scene->drawing.height * m.focal, 2.0f,
                            scene->largest_point, 0.0f};
    const float fog[4] = {scene->camera.distance - reach, 0.5f / reach,
                          scene->particles.kind == PARTICLES_CLOUD ? 0.15f : 0.55f, 0.0f};
    gfx_set_mat4(program, "view", m.view);
    gfx_set_mat4(program, "projection", m.projection);
    gfx_set_vec4(program, "shape", shape);
    gfx_set_vec4(program, "fog", fog);
    gfx_set_int(program, "puffs", 0);
}

static void draw_splats(const struct scene* scene, float aspect,
                        const struct scene_list* list)
{
    const struct camera_matrices m = camera_matrices(&scene->camera, aspect);
    splat_draw_view(&scene->splats, &m, scene->drawing.width, scene->drawing.height,
                    scene->particles.opacity_scale);
    splat_draw_run(&scene->splats, list->indices, list->count, list->command);
}

static void draw_points(const struct scene* scene, float aspect,
                        const struct scene_list* list)
{
    set_view(scene, aspect);
    glEnable(GL_PROGRAM_POINT_SIZE);
    gfx_bind_texture(0, scene->puffs);
    glBindVertexArray(scene->particles.arrays[scene->particles.now]);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, list->indices);
    if (list->command) {
        glBindBuffer(GL_DRAW_INDIRECT_BUFFER, list->command);
        glDrawElementsIndirect(GL_POINTS, GL_UNSIGNED_INT, NULL);
    } else {
        glDrawElements(GL_POINTS, (GLsizei)list->count, GL_UNSIGNED_INT, NULL);
    }
    glBindVertexArray(0);
}

// The particles alone, premultiplied, into the drawing.
static void draw_particles(const struct scene* scene, float aspect,
                           const struct scene_list* list)
{
    glClearColor(0.0f, 0.0f, 0.0f, 0.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    if (scene->particles.kind == PARTICLES_SPLATS)
        draw_splats(scene, aspect, list);
    else
        draw_points(scene, aspect, list);
    glDisable(GL_BLEND);
}

static void compose(const struct scene* scene, float aspect)
{
    const GLuint program = scene->compose_program;
    const float all[4] = {1.0f, 1.0f, 0.0f, 0.0f};
    // The colours of splats are those of photographs, as shown.
    const bool is_shown = scene->particles.kind == PARTICLES_SPLATS;
    const float shape[4] = {aspect, 1.0f, 1.05f, is_shown ? 1.0f : 0.0f};
    gfx_set_vec4(program, "place", all);
    gfx_set_vec4(program, "shape", shape);
    gfx_set_int(program, "drawing", 0);
    gfx_bind_texture(0, scene->drawing.texture);
    gfx_draw_screen(program);
}

void scene_draw_part(struct scene* scene, const struct view_frame* frame,
                     const struct view_rect* where, const struct view_rect* part,
                     const struct scene_list* list)
{
    struct pixels whole = pixels_of(where, frame->height);
    struct pixels cut = pixels_of(part, frame->height);
    if (whole.width < 1 || whole.height < 1 || cut.width < 1 || cut.height < 1)
        return;
    const float q = scene->quality;
    const float aspect = aspect_of(&whole);
    int width = (int)ceilf(q * (float)whole.width);
    int height = (int)ceilf(q * (float)whole.height);
    char ignored[PROGRAM_MESSAGE_BYTES];
    if (!gfx_target_fit(&scene->drawing, width, height, GFX_RGBA16F, ignored))
        return;
    gfx_bind(scene->drawing.frame, width, height);
    glEnable(GL_SCISSOR_TEST);
    // A pixel more, which smoothing looks at.
    glScissor(
        (int)(q * (float)(cut.x - whole.x)) - 1, (int)(q * (float)(cut.y - whole.y)) - 1,
        (int)ceilf(q * (float)cut.width) + 2, (int)ceilf(q * (float)cut.height) + 2);
    draw_particles(scene, aspect, list);
    glBindFramebuffer(GL_FRAMEBUFFER, frame->frame);
    glViewport(whole.x, whole.y, whole.width, whole.height);
    glScissor(cut.x, cut.y, cut.width, cut.height);
    compose(scene, aspect);
    glDisable(GL_SCISSOR_TEST);
    gfx_bind(frame->frame, frame->width, frame->height);
}

void scene_draw(struct scene* scene, const struct view_frame* frame,
                const struct view_rect* where, uint32_t order, uint32_t count)
{
    const struct scene_list list = {order, count, 0};
    scene_draw_part(scene, frame, where, where, &list);
}
