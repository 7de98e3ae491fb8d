// SPDX-License-Identifier: MIT
#include "resolve.h"

#include <stddef.h>
#include <stdio.h>

#include "program.h"
#include "shader_texts.h"

// ---- life

static uint32_t resolve_program(const char* defines, const char* text, char* message)
{
    return gfx_program_of(
        &(struct gfx_shaders){
            .version = 430,
            .vertex = GFX_TEXTS(gfx_screen_vertex),
            .fragment = GFX_TEXTS(defines, tone_defines, tone_glsl, node_glsl,
                                  resolve_glsl, text),
        },
        message);
}

bool resolve_create(struct resolve* resolve, glsort_context* sorter, uint32_t registers,
                    char* message)
{
    char defines[48];
    *resolve = (struct resolve){.sorter = sorter};
    snprintf(defines, sizeof defines, "#define REGISTERS %uu\n", (unsigned)registers);
    resolve->sorted_program = resolve_program("", resolve_sorted_frag, message);
    if (resolve->sorted_program)
        resolve->insertion_program =
            resolve_program(defines, resolve_insertion_frag, message);
    timer_probe_create(&resolve->sorting);
    timer_probe_create(&resolve->composing);
    return resolve->insertion_program != 0;
}

static void destroy_sorts(struct resolve* resolve)
{
    glsort_plan_destroy(resolve->lists);
    glsort_plan_destroy(resolve->segments);
    resolve->lists = NULL;
    resolve->segments = NULL;
    resolve->max_length = 0;
    gfx_buffer_delete(&resolve->offsets);
    gfx_buffer_delete(&resolve->keys);
    gfx_buffer_delete(&resolve->sorted);
}

void resolve_destroy(struct resolve* resolve)
{
    destroy_sorts(resolve);
    glDeleteProgram(resolve->sorted_program);
    glDeleteProgram(resolve->insertion_program);
    timer_probe_destroy(&resolve->sorting);
    timer_probe_destroy(&resolve->composing);
    *resolve = (struct resolve){0};
}

bool resolve_fit(struct resolve* resolve, const struct lists* lists, uint32_t max_length,
                 char* message)
{
    const uint32_t pixels = (uint32_t)lists->width * (uint32_t)lists->height;
    const glsort_lists_desc gathering = {
        .max_lists = pixels,
        .max_nodes = lists->capacity,
        .list_limit = max_length,
        .key = GLSORT_KEY_F32,
        .node_stride = sizeof(struct list_node),
        .node_count_source = GLSORT_COUNT_FROM_BUFFER,
    };
    const glsort_segments_desc sorting = {
        .max_count = lists->capacity,
        .max_segments = pixels,
        .max_length = max_length,
        .key = GLSORT_KEY_U64,
        .direction = GLSORT_DESCENDING,
        .values = GLSORT_VALUES_4_BYTES,
        .count_source = GLSORT_COUNT_FROM_BUFFER,
        .flags = GLSORT_PLAN_DISCARD_KEYS,
    };
    destroy_sorts(resolve);
    if (glsort_lists_create(resolve->sorter, &gathering, &resolve->lists) != GLSORT_OK ||
        glsort_segments_create(resolve->sorter, &sorting, &resolve->segments) !=
            GLSORT_OK)
        return program_fail(message, "%s", glsort_last_error(resolve->sorter));
    resolve->max_length = max_length;
    resolve->offsets = gfx_buffer(((size_t)pixels + 1) * sizeof(uint32_t), NULL);
    resolve->keys = gfx_buffer((size_t)lists->capacity * sizeof(uint64_t), NULL);
    resolve->sorted = gfx_buffer((size_t)lists->capacity * sizeof(uint32_t), NULL);
    return true;
}

// ---- frames

static glsort_resource field(uint32_t buffer, size_t offset)
{
    return (glsort_resource){.name = buffer, .offset = offset};
}

bool resolve_sort(struct resolve* resolve, const struct lists* lists, char* message)
{
    const uint32_t pixels = (uint32_t)lists->width * (uint32_t)lists->height;
    const glsort_resource sorted = {.name = resolve->sorted};
    const glsort_lists_args gathering = {
        .list_count = pixels,
        .node_count_in = {.name = lists->totals},
        .heads_in = {.name = lists->heads},
        .next_in = field(lists->nodes, offsetof(struct list_node, next)),
        .keys_in = field(lists->nodes, offsetof(struct list_node, depth)),
        .ids_in = field(lists->nodes, offsetof(struct list_node, id)),
        .offsets_out = {.name = resolve->offsets},
        .keys_out = {.name = resolve->keys},
        .nodes_out = sorted,
        .consumers = GLSORT_CONSUMER_STORAGE,
    };
    const glsort_segments_args sorting = {
        .count_in = {.name = lists->totals},
        .segment_count = pixels,
        .offsets_in = {.name = resolve->offsets},
        .keys_in = {.name = resolve->keys},
        .values_in = sorted,
        .values_out = sorted,
        .consumers = GLSORT_CONSUMER_STORAGE,
    };
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
    timer_probe_begin(&resolve->sorting);
    bool gathered = glsort_lists_run(resolve->lists, &gathering) == GLSORT_OK;
    bool ok = gathered && glsort_segments_run(resolve->segments, &sorting) == GLSORT_OK;
    timer_probe_end(&resolve->sorting);
    return ok || program_fail(message, "%s",
                              gathered ? glsort_plan_last_error(resolve->segments)
                                       : glsort_plan_last_error(resolve->lists));
}

void resolve_draw(struct resolve* resolve, bool sorted, const struct lists* lists,
                  const struct scene* scene, const struct tone* tone, int left, int right,
                  uint32_t frame)
{
    const uint32_t program =
        sorted ? resolve->sorted_program : resolve->insertion_program;
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    timer_probe_begin(&resolve->composing);
    lists_use(lists, program);
    if (sorted) {
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 3, resolve->offsets);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 4, resolve->sorted);
    }
    gfx_bind(frame, lists->width, lists->height);
    tone_use(tone, program, 1);
    gfx_set_int(program, "backdrop", 0);
    gfx_bind_texture(0, scene->backdrop.texture);
    glEnable(GL_SCISSOR_TEST);
    glScissor(left, 0, right - left, lists->height);
    gfx_draw_screen(program);
    glDisable(GL_SCISSOR_TEST);
    timer_probe_end(&resolve->composing);
}
