// SPDX-License-Identifier: MIT
// The lists of fragments of docs/integration.md: what happens before they are drawn, and
// between drawing and blending.
#include "recipe.h"

struct fragments {
    glsort_plan* lists;
    glsort_plan* segments;
    GLuint heads;    // of the lists, a uint for each pixel
    GLuint used;     // the number of nodes that were asked for
    GLuint nodes;    // 16 bytes each
    GLuint offsets;  // of the segments
    GLuint keys;     // 8 bytes for each node
    GLuint sorted;   // the nodes of each pixel, from near to far
    GLuint overflow; // 0: no fragment is missing
    unsigned pixels, most;
};

// For up to `most` fragments, and 64 in a pixel. Returns 0 if that fails.
int fragments_create(struct fragments* f, glsort_context* context, unsigned pixels,
                     unsigned most)
{
    glsort_lists_desc lists;
    glsort_segments_desc segments;

    memset(f, 0, sizeof *f);
    f->pixels = pixels;
    f->most = most;
    memset(&lists, 0, sizeof lists);
    lists.max_lists = pixels;
    lists.max_nodes = most;
    lists.list_limit = 64;
    lists.key = GLSORT_KEY_F32;
    lists.node_stride = 16;
    lists.node_count_source = GLSORT_COUNT_FROM_BUFFER;
    memset(&segments, 0, sizeof segments);
    segments.max_count = most;
    segments.max_segments = pixels;
    segments.max_length = 64;
    segments.key = GLSORT_KEY_U64;
    segments.values = GLSORT_VALUES_4_BYTES;
    segments.flags = GLSORT_PLAN_DISCARD_KEYS;
    f->heads = new_buffer(pixels * sizeof(GLuint));
    f->used = new_buffer(sizeof(GLuint));
    f->nodes = new_buffer(most * (size_t)16);
    f->offsets = new_buffer((pixels + 1) * sizeof(GLuint));
    f->keys = new_buffer(most * (size_t)8);
    f->sorted = new_buffer(most * sizeof(GLuint));
    f->overflow = new_buffer(sizeof(GLuint));
    return glsort_lists_create(context, &lists, &f->lists) == GLSORT_OK &&
           glsort_segments_create(context, &segments, &f->segments) == GLSORT_OK;
}

// Before the scene is drawn: empty lists, and the buffers of the shader that fills them.
void fragments_begin(const struct fragments* f)
{
    const GLuint end = GLSORT_LIST_END, none = 0;

    glBindBuffer(GL_COPY_WRITE_BUFFER, f->heads);
    glClearBufferData(GL_COPY_WRITE_BUFFER, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT,
                      &end);
    glBindBuffer(GL_COPY_WRITE_BUFFER, f->used);
    glClearBufferData(GL_COPY_WRITE_BUFFER, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT,
                      &none);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, f->heads);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, f->used);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, f->nodes);
}

// After it, and before blending.
int fragments_sort(const struct fragments* f)
{
    glsort_lists_args lists;
    glsort_segments_args segments;

    memset(&lists, 0, sizeof lists);
    lists.list_count = f->pixels;
    lists.node_count_in.name = f->used;
    lists.heads_in.name = f->heads;
    lists.next_in.name = lists.keys_in.name = lists.ids_in.name = f->nodes;
    lists.keys_in.offset = 4;
    lists.ids_in.offset = 8;
    lists.offsets_out.name = f->offsets;
    lists.keys_out.name = f->keys;
    lists.nodes_out.name = f->sorted;
    lists.overflow_out.name = f->overflow;
    memset(&segments, 0, sizeof segments);
    segments.count = f->most;
    segments.segment_count = f->pixels;
    segments.offsets_in.name = f->offsets;
    segments.keys_in.name = f->keys;
    segments.values_in.name = segments.values_out.name = f->sorted;
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // for what the fragments wrote
    return glsort_lists_run(f->lists, &lists) == GLSORT_OK &&
           glsort_segments_run(f->segments, &segments) == GLSORT_OK;
}
