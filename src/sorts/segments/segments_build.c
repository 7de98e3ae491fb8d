// SPDX-License-Identifier: MIT
#include "segments_build.h"

#include <assert.h>
#include <stddef.h>

#include "arguments.h"
#include "build.h"
#include "counting.h"
#include "keys.h"
#include "passes.h"
#include "segment_sort.h"
#include "shader_ids.h"
#include "shared/segments.h"
#include "desc.h"
#include "wide_sort.h"

static_assert(sizeof(struct segment_mark_params) == 48, "std140 layout");
static_assert(GLSORT_MOST_SEGMENT_LENGTH / SEGMENT_TILE <= 1u << SEGMENT_MOST_MERGES &&
                  GLSORT_MOST_SEGMENT_LENGTH / SEGMENT_TILE <= 32768,
              "merge levels; segment_mark.comp: an invocation lists all tiles");
static_assert(SEGMENT_STATE_WORDS <= SEGMENT_CLEAR_GROUP,
              "segment_clear.comp: one group");

#define PARAM(FIELD) offsetof(struct segment_mark_params, FIELD)

// ---- descriptor -----------------------------------------------------------------------

// shape.words.
enum { SEGMENTS };

// Traits.
enum { HAS_EQUAL_LENGTH = 1, HAS_VALUES = 2 };

#define AT(FIELD) offsetof(glsort_segments_desc, FIELD)
static const struct field_row fields[] = {
    ROW_ENUMERANT(count_source, GLSORT_COUNT_FROM_BUFFER),
    ROW_ENUMERANT(segment_count_source, GLSORT_COUNT_FROM_BUFFER),
    ROW_ENUMERANT(backend, GLSORT_BACKEND_FRAGMENT),
    ROW_KEY_TYPE(key),
    ROW_ENUMERANT(direction, GLSORT_DESCENDING),
    ROW_ENUMERANT(values, GLSORT_VALUES_16_BYTES),
    ROW_BITS(flags, GLSORT_PLAN_DISCARD_KEYS | PLAN_FLAGS),
    ROW_WITHIN(max_count, 1, UINT32_MAX, 0),
    ROW_WITHIN(max_segments, 0, GLSORT_MOST_SEGMENTS, 0),
    ROW_WITHIN(equal_length, 0, GLSORT_MOST_SEGMENT_LENGTH, 0),
    ROW_WITHIN(max_length, 0, GLSORT_MOST_SEGMENT_LENGTH, 0),
    ROW_WITHIN(nearest, 0, GLSORT_MOST_NEAREST, 0),
    ROW_UNUSED("segment_count_source BUFFER", segment_count_source, 0, 0,
               HAS_EQUAL_LENGTH,
               "needs max_segments: with equal_length the count of elements decides"),
    ROW_UNUSED_BITS("flags DISCARD_KEYS", flags, 0, GLSORT_PLAN_DISCARD_KEYS, HAS_VALUES,
                    0, "leaves nothing if there are no values"),
};
#undef AT

static uint64_t traits(const void* desc)
{
    const glsort_segments_desc* d = desc;
    return (d->equal_length != 0 ? HAS_EQUAL_LENGTH : 0) |
           (d->values != GLSORT_VALUES_NONE ? HAS_VALUES : 0);
}

static glsort_result check_lengths(const glsort_segments_desc* d, const struct call* call)
{
    if ((d->max_segments == 0) == (d->equal_length == 0))
        return glsort_call_fail(call, GLSORT_ERROR_RANGE,
                                "max_segments is %u and equal_length %u; one "
                                "of them must be 0, the other not",
                                d->max_segments, d->equal_length);
    if (d->equal_length != 0 && d->max_length != 0 && d->max_length < d->equal_length)
        return glsort_call_fail(call, GLSORT_ERROR_RANGE,
                                "max_length %u is less than equal_length %u",
                                d->max_length, d->equal_length);
    return GLSORT_OK;
}

// What the fragment backend lacks.
static glsort_result check_draws(const glsort_segments_desc* d,
                                 const struct glsort_limits* limits,
                                 const struct call* call)
{
    uint64_t most = texture_capacity(limits->texture_size);
    if (d->nearest != 0)
        return glsort_call_fail(call, GLSORT_ERROR_UNSUPPORTED,
                                "nearest is %u, which needs compute shaders", d->nearest);
    if (d->max_segments < most)
        return GLSORT_OK;
    return glsort_call_fail(call, GLSORT_ERROR_LIMIT,
                            "%u offsets do not fit in the largest texture of "
                            "this device, of %llu texels",
                            d->max_segments + 1, (unsigned long long)most);
}

static uint64_t stride_or(uint32_t stride, uint32_t words)
{
    return stride == 0 ? bytes_of_words(words) : stride;
}

static glsort_result check_bytes(const glsort_segments_desc* d,
                                 const struct glsort_limits* limits,
                                 const struct call* call)
{
    const struct {
        const char* field;
        uint64_t bytes;
    } list[] = {
        {"keys_in", d->max_count * stride_or(d->key_stride, glsort_key_words(d->key))},
        {"values_in",
         d->max_count * stride_or(d->value_stride, glsort_value_words(d->values))},
        {"offsets_in", ((uint64_t)d->max_segments + 1) * WORD_BYTES},
    };
    glsort_result result = GLSORT_OK;
    for (size_t i = 0; i < sizeof list / sizeof list[0] && result == GLSORT_OK; ++i)
        result = glsort_alone_check_bytes(list[i].field, list[i].bytes, limits, call);
    return result;
}

static glsort_sort_desc elements(const void* what)
{
    const glsort_segments_desc* desc = what;
    return (glsort_sort_desc){
        .max_count = desc->max_count,
        .key = desc->key,
        .direction = desc->direction,
        .values = desc->values,
        .backend = desc->backend,
        .count_source = desc->count_source,
        .key_stride = desc->key_stride,
        .value_stride = desc->value_stride,
        .flags = desc->flags,
        .first_bit = desc->first_bit,
        .bit_count = desc->bit_count,
    };
}

static glsort_result fill(const void* given, const struct glsort_limits* limits,
                          void* what, const struct call* call)
{
    const glsort_segments_desc* desc = given;
    glsort_segments_desc* filled = what;
    *filled = *desc;
    if (desc->equal_length != 0)
        filled->max_length = desc->equal_length;
    if (filled->max_length == 0)
        filled->max_length = GLSORT_MOST_SEGMENT_LENGTH;
    if (filled->max_length > desc->max_count)
        filled->max_length = desc->max_count;
    if (desc->backend == GLSORT_BACKEND_AUTO)
        filled->backend =
            limits->has_compute ? GLSORT_BACKEND_COMPUTE : GLSORT_BACKEND_FRAGMENT;
    bool draws = filled->backend == GLSORT_BACKEND_FRAGMENT;
    glsort_result result =
        draws ? GLSORT_OK : glsort_alone_check(desc->backend, limits, call);
    if (result == GLSORT_OK)
        result = glsort_check_build(filled->backend, call);
    if (result == GLSORT_OK)
        result = check_lengths(desc, call);
    if (result != GLSORT_OK)
        return result;
    return draws ? check_draws(desc, limits, call) : check_bytes(desc, limits, call);
}

// ---- passes ---------------------------------------------------------------------------

static uint32_t head_words(uint32_t count)
{
    return ceil_divide(count, 32);
}

static struct marked_segments declare(struct schedule* s, const struct sort_desc* sort,
                                      const glsort_segments_desc* desc)
{
    uint32_t most = sort->max_count;
    struct marked_segments marked = {.max_length = desc->max_length};
    marked.fills = !glsort_segment_sort_takes(sort, &marked);
    marked.nearest = desc->nearest == 0 || marked.fills ? UINT32_MAX : desc->nearest;
    marked.heads = glsort_schedule_buffer(s, "segment heads",
                                          (uint64_t)head_words(most) * WORD_BYTES);
    marked.state = glsort_schedule_buffer(s, "segment state",
                                          glsort_segment_state_bytes(&marked, most));
    return marked;
}

static void bind_marks(struct pass* p, const struct marked_segments* marked,
                       uint32_t count, uint32_t access)
{
    glsort_pass_buffer(p, marked->state, access, SEGMENT_MARK_STATE,
                       glsort_segment_state_bytes(marked, count));
    glsort_pass_buffer(p, marked->heads, access, SEGMENT_MARK_HEADS,
                       (uint64_t)head_words(count) * WORD_BYTES);
}

static uint32_t groups_for(uint32_t invocations, uint32_t group)
{
    uint32_t groups = ceil_divide(invocations, group);
    return groups < SEGMENT_MOST_GROUPS ? groups : SEGMENT_MOST_GROUPS;
}

static void add_clear(struct alone_builder* b, const struct marked_segments* marked)
{
    struct pass* p = glsort_alone_once(b, "clear segment heads", SHADER_SEGMENT_CLEAR);
    p->phase = GLSORT_PHASE_LOAD;
    p->groups = groups_for(head_words(b->count), SEGMENT_CLEAR_GROUP);
    const struct segment_mark_params params = {
        .invocations = p->groups * SEGMENT_CLEAR_GROUP,
        .head_words = head_words(b->count),
    };
    bind_marks(p, marked, b->count, GLSORT_WRITE);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

static void bind_offsets(struct pass* p, const glsort_segments_desc* desc,
                         uint32_t segments)
{
    glsort_pass_resource(p, SLOT_OFFSETS_IN, GLSORT_READ, SEGMENT_MARK_OFFSETS, 0,
                         ((uint64_t)segments + 1) * WORD_BYTES, PARAM(offsets_base));
    if (desc->segment_count_source == GLSORT_COUNT_FROM_BUFFER)
        glsort_pass_resource(p, SLOT_SEGMENT_COUNT_IN, GLSORT_READ, SEGMENT_MARK_COUNT, 0,
                             WORD_BYTES, PARAM(count_base));
}

static void add_mark(struct alone_builder* b, const struct segments* segments,
                     const struct marked_segments* marked)
{
    const glsort_segments_desc* desc = &segments->desc;
    bool equal = desc->equal_length != 0;
    uint32_t count =
        equal ? ceil_divide(b->count, desc->equal_length) : segments->segment_count;
    struct pass* p = glsort_alone_once(b, "mark segment heads", SHADER_SEGMENT_MARK);
    p->phase = GLSORT_PHASE_LOAD;
    p->groups = groups_for(count, SEGMENT_MARK_GROUP);
    const struct segment_mark_params params = {
        .segment_count = count,
        .count_on_gpu = desc->segment_count_source == GLSORT_COUNT_FROM_BUFFER,
        .equal_length = desc->equal_length,
        .max_length = desc->max_length,
        .tile_room = glsort_segment_tile_room(marked, b->count),
        .invocations = p->groups * SEGMENT_MARK_GROUP,
    };
    bind_marks(p, marked, b->count, GLSORT_READ | GLSORT_WRITE);
    if (!equal)
        bind_offsets(p, desc, count);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

static void append(struct alone_builder* b, const struct sort_desc* desc,
                   const struct glsort_limits* limits, const struct segments* segments)
{
    const struct marked_segments marked = declare(b->s, desc, &segments->desc);
    struct sort_desc sort = *desc;
    sort.what = &marked;
    if (b->count > 0) {
        add_clear(b, &marked);
        if (segments->segment_count > 0 || segments->desc.equal_length != 0)
            add_mark(b, segments, &marked);
    }
    if (marked.fills)
        glsort_wide_build(&glsort_segment_sort, &sort, limits, b->count, b->s);
    else
        glsort_segment_sort.build(&sort, limits, b->count, b->s);
}

static void build_dispatches(const struct segments* segments,
                             const struct plan_core* core, uint32_t count,
                             struct schedule* s)
{
    struct alone_builder b = glsort_alone_start(
        core, count, glsort_segment_span(segments->desc.max_length), s);
    append(&b, &core->desc, &core->limits, segments);
}

static void build_for_others(const struct sort_desc* desc,
                             const struct glsort_limits* limits, uint32_t count,
                             struct schedule* s)
{
    struct alone_builder b = {.s = s, .count = count};
    append(&b, desc, limits, desc->what);
}

const struct algorithm glsort_segmented_sort = {
    .name = "segments",
    .build = build_for_others,
};

// ---- fragment passes ------------------------------------------------------------------

static struct marked_segments declare_textures(const struct segments* segments,
                                               const struct plan_core* core,
                                               struct schedule* s)
{
    const glsort_segments_desc* desc = &segments->desc;
    struct marked_segments marked = {
        .inner = core->algorithm,
        .segment_count = segments->segment_count,
        .equal_length = desc->equal_length,
        .offsets_log = texture_width_log(desc->max_segments + 1),
    };
    if (desc->equal_length != 0)
        return marked;
    marked.offsets = glsort_schedule_texture(s, "offsets uploaded", FORMAT_R32UI,
                                             marked.offsets_log, desc->max_segments + 1);
    if (desc->segment_count_source == GLSORT_COUNT_FROM_BUFFER)
        marked.count =
            glsort_schedule_texture(s, "segment count uploaded", FORMAT_R32UI, 0, 1);
    return marked;
}

static void add_uploads(struct schedule* s, const struct marked_segments* marked)
{
    uint64_t bytes = ((uint64_t)marked->segment_count + 1) * WORD_BYTES;
    if (marked->offsets != SLOT_NONE)
        glsort_add_upload(s, "upload offsets", SLOT_OFFSETS_IN, marked->offsets, bytes);
    if (marked->count != SLOT_NONE)
        glsort_add_upload(s, "upload segment count", SLOT_SEGMENT_COUNT_IN, marked->count,
                          WORD_BYTES);
}

static void build_draws(const struct segments* segments, const struct plan_core* core,
                        uint32_t count, struct schedule* s)
{
    s->gpu_count = core->desc.count_source == GLSORT_COUNT_FROM_BUFFER;
    if (s->gpu_count)
        glsort_add_take_count(s, core->algorithm, &core->desc, &core->limits);
    const struct marked_segments marked = declare_textures(segments, core, s);
    struct sort_desc sort = core->desc;
    uint32_t most = s->gpu_count ? core->max_count : count;
    sort.what = &marked;
    if (most > 0)
        add_uploads(s, &marked);
    glsort_wide_build(&glsort_segment_draws, &sort, &core->limits, most, s);
}

static void build(const void* what, const struct plan_core* core,
                  const struct shape* shape, struct schedule* s)
{
    const struct segments segments = {
        .desc = *(const glsort_segments_desc*)what,
        .segment_count = shape->words[SEGMENTS],
    };
    if (segments.desc.backend == GLSORT_BACKEND_FRAGMENT)
        build_draws(&segments, core, shape->count, s);
    else
        build_dispatches(&segments, core, shape->count, s);
}

static bool sorts(const void* what)
{
    const glsort_segments_desc* desc = what;
    return desc->backend == GLSORT_BACKEND_FRAGMENT;
}

static const char* reason(const void* what, const struct plan_core* core)
{
    const glsort_segments_desc* desc = what;
    if (core->algorithm != NULL) // what sorts all elements
        return NULL;
    return desc->max_length <= SEGMENT_TILE
               ? "each segment is sorted in shared memory"
               : "shared memory sorts up to 2048 elements; longer segments are merged";
}

// ---- arguments ------------------------------------------------------------------------

// What a segmented sort may have.
enum {
    SEGMENT_COUNT_ON_GPU = 2,
    KEYS_OUT = 4,
    VALUES_IN = 8,
    VALUES_OUT = 16,
    OFFSETS = 32,
};

static_assert(offsetof(glsort_segments_args, count) == 0, "see struct argument");

#define AT(field) offsetof(glsort_segments_args, field)
static const struct argument arguments[] = {
    {"keys_in", AT(keys_in), SLOT_KEYS_IN, ARGUMENT_ELEMENTS, 0, 0},
    {"keys_out", AT(keys_out), SLOT_KEYS_OUT, ARGUMENT_SORTED, KEYS_OUT, 0},
    {"values_in", AT(values_in), SLOT_VALUES_IN, ARGUMENT_ELEMENTS, VALUES_IN, 0},
    {"values_out", AT(values_out), SLOT_VALUES_OUT, ARGUMENT_SORTED, VALUES_OUT, 0},
    {"offsets_in", AT(offsets_in), SLOT_OFFSETS_IN, ARGUMENT_INPUT, OFFSETS, 0},
    {"count_in", AT(count_in), SLOT_COUNT_IN, ARGUMENT_COUNT, COUNT_ON_GPU, 0},
    {"segment_count_in", AT(segment_count_in), SLOT_SEGMENT_COUNT_IN, ARGUMENT_COUNT,
     SEGMENT_COUNT_ON_GPU, 0},
};

static uint32_t has(const void* what, const struct plan_core* core)
{
    const glsort_segments_desc* d = what;
    const struct sort_desc* sort = &core->desc;
    bool all_segments = d->segment_count_source == GLSORT_COUNT_FROM_BUFFER;
    return on_gpu(d->count_source) | (all_segments ? SEGMENT_COUNT_ON_GPU : 0) |
           (sort->discard_keys ? 0 : KEYS_OUT) |
           (values_given(sort->values) ? VALUES_IN : 0) |
           (sort->values != GLSORT_VALUES_NONE ? VALUES_OUT : 0) |
           (d->equal_length == 0 ? OFFSETS : 0);
}

// Returns max_segments if there are more, otherwise 0.
static uint32_t set_segments(const void* what, uint32_t segments, struct shape* shape)
{
    const glsort_segments_desc* d = what;
    bool on_gpu = d->segment_count_source == GLSORT_COUNT_FROM_BUFFER;
    shape->words[SEGMENTS] = on_gpu ? d->max_segments : segments;
    return shape->words[SEGMENTS] > d->max_segments ? d->max_segments : 0;
}

static void largest(const void* what, struct shape* shape)
{
    shape->words[SEGMENTS] = ((const glsort_segments_desc*)what)->max_segments;
}

static void smallest(const void* what, struct shape* shape)
{
    const glsort_segments_desc* d = what;
    set_segments(what, d->max_segments > 0 ? 1 : 0, shape);
}

static const struct field_row numbers[] = {
    ROW_IN_PLAN(segment_count, glsort_segments_desc, max_segments, 0,
                SEGMENT_COUNT_ON_GPU),
};

static glsort_result shape(const struct run* run, struct shape* shape,
                           const struct call* call)
{
    const glsort_segments_args* args = run->args;
    const struct field_check c = {args, run->what, run->has, "segmented sort",
                                  .call = call};
    set_segments(run->what, args->segment_count, shape);
    return glsort_check_fields(&c, FIELD_ROWS(numbers));
}

static void measure(const struct run* run, const struct argument* a, struct measured* m)
{
    if (a->slot != SLOT_OFFSETS_IN)
        return;
    measure_items(m, "segments and their end", run->shape.words[SEGMENTS], WORD_BYTES);
    m->wanted = run->shape.count > 0;
    m->bytes += WORD_BYTES;
}

// ---- the recipe -----------------------------------------------------------------------

const struct recipe glsort_segments_recipe = {
    .noun = "segmented sort",
    .create = "glsort_segments_create",
    .run = "glsort_segments_run",
    .flags_at = offsetof(glsort_segments_desc, flags),
    .what_bytes = sizeof(glsort_segments_desc),
    .fields = FIELD_LIST(fields),
    .traits = traits,
    .fill = fill,
    .elements = elements,
    .sorts = sorts,
    .largest = largest,
    .build = build,
    .reason = reason,
    .first_argument = arguments,
    .argument_count = sizeof arguments / sizeof arguments[0],
    .args_bytes = sizeof(glsort_segments_args),
    .consumers_at = AT(consumers),
    .by_words = true,
    .has = has,
    .shape = shape,
    .measure = measure,
    .describe = set_segments,
    .parts = "segments",
    .in_place = true,
    .smallest = smallest,
};

#undef AT
