// SPDX-License-Identifier: MIT
#include "scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cglm/cglm.h>

#include "program.h"
#include "puffs.h"
#include "shader_texts.h"

// What there is at a density of 1, and of how many cells each consists.
enum { PANES = 7, PANE_CELLS = 10, STRANDS = 510, STRAND_CELLS = 56, PUFFS = 460 };

enum kind { PANE, STRAND, PUFF };

const struct camera scene_camera = {24.0f, 8.0f, 4.9f, {0.0f, -0.14f, 0.0f}, 34.0f};

// ---- geometry

struct part {
    float kind, number, u, v;
};

struct mesh {
    struct part* parts;
    uint32_t* indices;
    uint32_t part_count, index_count;
};

// A grid of cells over u and v from -1 to 1, two triangles each.
static void add_grid(struct mesh* mesh, enum kind kind, uint32_t number, uint32_t columns,
                     uint32_t rows)
{
    const uint32_t first = mesh->part_count, wide = columns + 1;
    for (uint32_t i = 0; i < wide * (rows + 1); ++i)
        mesh->parts[mesh->part_count++] = (struct part){
            (float)kind, (float)number, 2.0f * (float)(i % wide) / (float)columns - 1.0f,
            2.0f * (float)(i / wide) / (float)rows - 1.0f};
    for (uint32_t cell = 0; cell < columns * rows; ++cell) {
        const uint32_t a = first + cell / columns * wide + cell % columns, b = a + wide;
        const uint32_t corners[6] = {a, a + 1, b, b, a + 1, b + 1};
        memcpy(mesh->indices + mesh->index_count, corners, sizeof corners);
        mesh->index_count += 6;
    }
}

static bool make_mesh(struct mesh* mesh, float density)
{
    const uint32_t strands = (uint32_t)lroundf((float)STRANDS * density);
    const uint32_t puffs = (uint32_t)lroundf((float)PUFFS * density);
    const size_t cells =
        (size_t)PANES * PANE_CELLS * PANE_CELLS + (size_t)strands * STRAND_CELLS + puffs;
    *mesh = (struct mesh){.parts = malloc(4 * cells * sizeof *mesh->parts),
                          .indices = malloc(6 * cells * sizeof *mesh->indices)};
    if (!mesh->parts || !mesh->indices)
        return false;
    for (uint32_t i = 0; i < puffs; ++i)
        add_grid(mesh, PUFF, i, 1, 1);
    for (uint32_t i = 0; i < strands; ++i)
        add_grid(mesh, STRAND, i, STRAND_CELLS, 1);
    for (uint32_t i = 0; i < PANES; ++i)
        add_grid(mesh, PANE, i, PANE_CELLS, PANE_CELLS);
    return true;
}

// Attributes of four floats each, interleaved.
static uint32_t make_array(uint32_t buffer, int attributes, uint32_t indices)
{
    GLuint array = 0;
    glGenVertexArrays(1, &array);
    glBindVertexArray(array);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    for (int i = 0; i < attributes; ++i) {
        glEnableVertexAttribArray((GLuint)i);
        glVertexAttribPointer((GLuint)i, 4, GL_FLOAT, GL_FALSE, 16 * attributes,
                              (const void*)(16 * (size_t)i));
    }
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices);
    glBindVertexArray(0);
    return array;
}

static void delete_buffers(struct scene* scene)
{
    gfx_buffer_delete(&scene->parts);
    gfx_buffer_delete(&scene->vertices);
    gfx_buffer_delete(&scene->indices);
    glDeleteVertexArrays(1, &scene->part_array);
    glDeleteVertexArrays(1, &scene->vertex_array);
}

bool scene_populate(struct scene* scene, float density, char* message)
{
    struct mesh mesh;
    bool ok = make_mesh(&mesh, density);
    if (ok) {
        delete_buffers(scene);
        scene->time = -1.0f;
        scene->vertex_count = mesh.part_count;
        scene->index_count = mesh.index_count;
        scene->parts =
            gfx_buffer((size_t)mesh.part_count * sizeof *mesh.parts, mesh.parts);
        scene->vertices = gfx_buffer((size_t)mesh.part_count * SCENE_VERTEX_BYTES, NULL);
        scene->indices =
            gfx_buffer((size_t)mesh.index_count * sizeof *mesh.indices, mesh.indices);
        scene->part_array = make_array(scene->parts, 1, 0);
        scene->vertex_array = make_array(scene->vertices, 4, scene->indices);
    } else {
        program_fail(message, "there is no memory for the scene");
    }
    free(mesh.parts);
    free(mesh.indices);
    return ok;
}

// ---- life

static bool create_programs(struct scene* scene, char* message)
{
    static const char* const outputs[] = {"place", "facing", "paint", "detail", NULL};
    scene->animate_program = gfx_program_of(
        &(struct gfx_shaders){.version = 330,
                              .vertex = GFX_TEXTS(panes_glsl, animate_vert),
                              .outputs = outputs},
        message);
    if (scene->animate_program)
        scene->backdrop_program = gfx_program_of(
            &(struct gfx_shaders){.version = 330,
                                  .vertex = GFX_TEXTS(gfx_screen_vertex),
                                  .fragment = GFX_TEXTS(panes_glsl, backdrop_frag)},
            message);
    return scene->backdrop_program != 0;
}

bool scene_create(struct scene* scene, uint32_t seed, char* message)
{
    *scene = (struct scene){.seed = seed};
    if (!create_programs(scene, message))
        return false;
    scene->puffs = puffs_texture();
    return scene_populate(scene, 1.0f, message);
}

void scene_destroy(struct scene* scene)
{
    delete_buffers(scene);
    glDeleteProgram(scene->animate_program);
    glDeleteProgram(scene->backdrop_program);
    gfx_texture_delete(&scene->puffs);
    gfx_target_destroy(&scene->backdrop);
    *scene = (struct scene){0};
}

// ---- frames

struct scene_view scene_view_of(const struct camera* camera, int width, int height)
{
    struct scene_view view = {.width = width, .height = height};
    mat4 clip, rays;
    view.camera = camera_matrices(camera, (float)width / (float)height);
    memcpy(clip, view.camera.clip, sizeof clip);
    glm_mat4_inv(clip, rays);
    memcpy(view.rays, rays, sizeof rays);
    memcpy(view.eye, view.camera.eye, sizeof view.camera.eye);
    view.eye[3] = 2.0f / (view.camera.focal * (float)height);
    return view;
}

void scene_animate(struct scene* scene, float time)
{
    if (scene->time == time)
        return;
    gfx_set_float(scene->animate_program, "time", time);
    gfx_set_uint(scene->animate_program, "seed", scene->seed);
    glBindVertexArray(scene->part_array);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, scene->vertices);
    glEnable(GL_RASTERIZER_DISCARD);
    glBeginTransformFeedback(GL_POINTS);
    glDrawArrays(GL_POINTS, 0, (GLsizei)scene->vertex_count);
    glEndTransformFeedback();
    glDisable(GL_RASTERIZER_DISCARD);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
    glBindVertexArray(0);
    scene->time = time;
}

bool scene_draw_backdrop(struct scene* scene, const struct scene_view* view,
                         char* message)
{
    const uint32_t program = scene->backdrop_program;
    struct gfx_target* target = &scene->backdrop;
    if (!gfx_target_fit(target, view->width, view->height, GFX_RGBA32F, message))
        return false;
    gfx_bind(target->frame, target->width, target->height);
    gfx_set_mat4(program, "rays", view->rays);
    gfx_set_vec4(program, "eye", view->eye);
    gfx_set_float(program, "time", scene->time);
    gfx_draw_screen(program);
    return true;
}

uint32_t scene_program(int version, enum scene_source source, const char* storage,
                       const char* fragment, char* message)
{
    const char* fetch =
        source == SCENE_FETCHES ? vertex_fetches_glsl : vertex_attributes_glsl;
    return gfx_program_of(
        &(struct gfx_shaders){
            .version = version,
            .vertex = GFX_TEXTS(fetch, layer_vert),
            .fragment = GFX_TEXTS(panes_glsl, layer_glsl, storage, fragment),
        },
        message);
}

void scene_use(const struct scene* scene, const struct scene_view* view, uint32_t program)
{
    gfx_set_mat4(program, "clip", view->camera.clip);
    gfx_set_mat4(program, "view", view->camera.view);
    gfx_set_vec4(program, "eye", view->eye);
    gfx_set_int(program, "puffs", 0);
    gfx_bind_texture(0, scene->puffs);
}

void scene_draw_layers(const struct scene* scene)
{
    glBindVertexArray(scene->vertex_array);
    glDrawElements(GL_TRIANGLES, (GLsizei)scene->index_count, GL_UNSIGNED_INT, NULL);
    glBindVertexArray(0);
}
