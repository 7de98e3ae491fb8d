// SPDX-License-Identifier: MIT
#include "lists.h"

#include <stdio.h>

#include "program.h"
#include "shader_texts.h"

enum { MEASURE_GROUPS = 256, LEAST_CAPACITY = 1 << 16 };

bool lists_create(struct lists* lists, char* message)
{
    GLint64 most = 0;
    *lists = (struct lists){0};
    glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &most);
    most /= (GLint64)sizeof(struct list_node);
    lists->most = most < UINT32_MAX / 2 ? (uint32_t)most : UINT32_MAX / 2;
    lists->append_program =
        scene_program(430, SCENE_ATTRIBUTES, node_glsl, append_frag, message);
    if (lists->append_program)
        lists->measure_program = gfx_program_of(
            &(struct gfx_shaders){.version = 430, .compute = GFX_TEXTS(measure_comp)},
            message);
    timer_probe_create(&lists->building);
    lists->totals = gfx_buffer(sizeof lists->last, NULL);
    read_probe_create(&lists->counted, sizeof lists->last);
    return lists->measure_program != 0;
}

void lists_destroy(struct lists* lists)
{
    glDeleteProgram(lists->append_program);
    glDeleteProgram(lists->measure_program);
    gfx_buffer_delete(&lists->heads);
    gfx_buffer_delete(&lists->nodes);
    gfx_buffer_delete(&lists->counts);
    gfx_buffer_delete(&lists->totals);
    read_probe_destroy(&lists->counted);
    timer_probe_destroy(&lists->building);
    *lists = (struct lists){0};
}

bool lists_fit(struct lists* lists, int width, int height, uint32_t capacity,
               bool* changed, char* message)
{
    const uint32_t pixels = (uint32_t)width * (uint32_t)height;
    const bool resized = width != lists->width || height != lists->height;
    uint32_t wanted = capacity > LEAST_CAPACITY ? capacity : LEAST_CAPACITY;
    if (wanted > lists->most)
        return program_fail(
            message,
            "the picture has %u fragments, and this device's buffers hold %u nodes; "
            "lower --size or --layers",
            (unsigned)capacity, (unsigned)lists->most);

    if (pixels / sizeof(struct list_node) * sizeof(uint32_t) > lists->most)
        return program_fail(
            message,
            "%d x %d pixels are more than this device's buffers hold lists for; lower "
            "--size",
            width, height);

    *changed = resized || wanted > lists->capacity;
    if (resized) {
        gfx_buffer_delete(&lists->heads);
        gfx_buffer_delete(&lists->counts);
        lists->heads = gfx_buffer(pixels * sizeof(uint32_t), NULL);
        lists->counts = gfx_buffer(pixels * sizeof(uint32_t), NULL);
        lists->width = width;
        lists->height = height;
    }
    if (wanted > lists->capacity) {
        gfx_buffer_delete(&lists->nodes);
        lists->nodes = gfx_buffer(wanted * sizeof(struct list_node), NULL);
        lists->capacity = wanted;
    }
    return true;
}

static void fill(uint32_t buffer, uint32_t word)
{
    glBindBuffer(GL_COPY_WRITE_BUFFER, buffer);
    glClearBufferData(GL_COPY_WRITE_BUFFER, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT,
                      &word);
}

void lists_use(const struct lists* lists, uint32_t program)
{
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, lists->heads);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, lists->nodes);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, lists->counts);
    gfx_set_int(program, "width", lists->width);
}

static void append(const struct lists* lists, const struct scene* scene,
                   const struct scene_view* view, int left, int right)
{
    const uint32_t program = lists->append_program;
    fill(lists->heads, UINT32_MAX);
    fill(lists->counts, 0);
    fill(lists->totals, 0);
    lists_use(lists, program);
    glBindBufferBase(GL_ATOMIC_COUNTER_BUFFER, 0, lists->totals);
    gfx_set_uint(program, "capacity", lists->capacity);
    scene_use(scene, view, program);
    // Nothing is drawn, but GL wants a frame; the backdrop has the size.
    gfx_bind(scene->backdrop.frame, view->width, view->height);
    glEnable(GL_SCISSOR_TEST);
    glScissor(left, 0, right - left, view->height);
    glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
    scene_draw_layers(scene);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glDisable(GL_SCISSOR_TEST);
}

static void measure(const struct lists* lists)
{
    const uint32_t pixels = (uint32_t)lists->width * (uint32_t)lists->height;
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    gfx_set_uint(lists->measure_program, "pixels", pixels);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 3, lists->totals);
    glDispatchCompute(MEASURE_GROUPS, 1, 1);
}

void lists_build(struct lists* lists, const struct scene* scene,
                 const struct scene_view* view, int left, int right)
{
    timer_probe_begin(&lists->building);
    append(lists, scene, view, left, right);
    timer_probe_end(&lists->building);
    measure(lists);
}

void lists_read_totals(struct lists* lists, bool waits)
{
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    read_probe_copy(&lists->counted, lists->totals, 0);
    read_probe_take(&lists->counted, waits, &lists->last);
}
