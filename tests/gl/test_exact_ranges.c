// SPDX-License-Identifier: MIT
// The arguments of all kinds of plans, by one table: each resource of a run is needed
// unless its header says otherwise, may be exactly as large as that says and no word
// smaller, and may touch but not overlap an output. What is refused begins no pass.
#include <stdio.h>
#include <string.h>

#include <glsort/glsort_arrays.h>
#include <glsort/glsort_draw.h>

#include "checks.h"
#include "gl_suite.h"

GL_SUITE(.apis = GL_API_ALL);

enum { N = 60, NODES = 100, RECORDS = 70, MOST_FIELDS = 12, MOST_ARGS = 8192 };

// A kind of plan whose runs have everything: its resources with their bytes.
struct kind {
    bool on_fragment; // without textures, too
    glsort_result (*create)(glsort_plan** plan);
    glsort_result (*run)(glsort_plan* plan, const void* args);
    uint32_t numbers[8]; // the arguments that are no resources: offset and value
    struct {
        const char* field;
        uint32_t bytes;
    } fields[MOST_FIELDS];
};

// ---- the kinds ------------------------------------------------------------------------

static glsort_result create_sort(glsort_plan** plan)
{
    const glsort_sort_desc desc = {.max_count = 2 * N,
                                   .key = GLSORT_KEY_U64,
                                   .values = GLSORT_VALUES_16_BYTES,
                                   .key_stride = 12,
                                   .value_stride = 20,
                                   .count_source = GLSORT_COUNT_FROM_ARGS};
    return glsort_sort_create(context, &desc, plan);
}

static glsort_result run_sort(glsort_plan* plan, const void* args)
{
    return glsort_sort_run(plan, args);
}

static glsort_result create_counted(glsort_plan** plan)
{
    const glsort_sort_desc desc = {.max_count = N,
                                   .values = GLSORT_VALUES_INDICES,
                                   .flags = GLSORT_PLAN_DISCARD_KEYS,
                                   .count_source = GLSORT_COUNT_FROM_BUFFER};
    return glsort_sort_create(context, &desc, plan);
}

static glsort_result create_order(glsort_plan** plan)
{
    const glsort_order_desc desc = {.max_count = 2 * N,
                                    .max_views = 2,
                                    .position = {.stride = 20},
                                    .radius_source = GLSORT_RADIUS_PER_ELEMENT,
                                    .cull = GLSORT_CULL_FRUSTUM,
                                    .flags = (uint32_t)GLSORT_ORDER_WRITES_VISIBLE |
                                             GLSORT_ORDER_WRITES_DEPTHS};
    return glsort_order_create(context, &desc, plan);
}

static glsort_result run_order(glsort_plan* plan, const void* args)
{
    glsort_order_args a = *(const glsort_order_args*)args;
    for (int v = 0; v < 2 && a.views_in.name == 0; ++v) {
        a.views[v].axis[2] = 1;
        for (int i = 0; i < 4; ++i)
            a.views[v].clip[5 * i] = 1;
    }
    return glsort_order_run(plan, &a);
}

static glsort_result create_commands(glsort_plan** plan)
{
    const glsort_order_desc desc = {.max_count = N,
                                    .max_views = 2,
                                    .count_source = GLSORT_COUNT_FROM_BUFFER,
                                    .cull = GLSORT_CULL_FRUSTUM,
                                    .dead = {.test = GLSORT_DEAD_U32_EQUAL, .u32 = 1},
                                    .command = GLSORT_COMMAND_DRAW_ELEMENTS};
    return glsort_order_create(context, &desc, plan);
}

static glsort_result create_emitters(glsort_plan** plan)
{
    const glsort_order_desc desc = {.max_count = 2 * N, .max_segments = 9};
    return glsort_order_create(context, &desc, plan);
}

static glsort_result create_triangles(glsort_plan** plan)
{
    const glsort_order_desc desc = {.max_count = 2 * N,
                                    .primitive = {.vertices = 3},
                                    .max_vertices = 2 * NODES,
                                    .flags = GLSORT_ORDER_WRITES_ELEMENTS};
    return glsort_order_create(context, &desc, plan);
}

static glsort_result create_segments(glsort_plan** plan)
{
    const glsort_segments_desc desc = {.max_count = 2 * N,
                                       .max_segments = 9,
                                       .values = GLSORT_VALUES_8_BYTES,
                                       .key_stride = 8,
                                       .segment_count_source = GLSORT_COUNT_FROM_BUFFER};
    return glsort_segments_create(context, &desc, plan);
}

static glsort_result run_segments(glsort_plan* plan, const void* args)
{
    return glsort_segments_run(plan, args);
}

static glsort_result create_lists(glsort_plan** plan)
{
    const glsort_lists_desc desc = {.max_lists = 2 * N,
                                    .max_nodes = NODES,
                                    .node_stride = 12,
                                    .node_count_source = GLSORT_COUNT_FROM_BUFFER};
    return glsort_lists_create(context, &desc, plan);
}

static glsort_result run_lists(glsort_plan* plan, const void* args)
{
    return glsort_lists_run(plan, args);
}

static glsort_result create_gather(glsort_plan** plan)
{
    const glsort_gather_desc desc = {
        .max_count = 2 * N, .stream_count = 2, .streams = {{8, 12}, {4, 0}}};
    return glsort_gather_create(context, &desc, plan);
}

static glsort_result run_gather(glsort_plan* plan, const void* args)
{
    return glsort_gather_run(plan, args);
}

static glsort_result create_scan(glsort_plan** plan)
{
    const glsort_scan_desc desc = {.max_count = 2 * N};
    return glsort_scan_create(context, &desc, plan);
}

static glsort_result run_scan(glsort_plan* plan, const void* args)
{
    return glsort_scan_run(plan, args);
}

#define AT(TYPE, FIELD) offsetof(glsort_##TYPE##_args, FIELD)
static const struct kind kinds[] = {
    {true,
     create_sort,
     run_sort,
     {AT(sort, count), N},
     {{"keys_in", 12 * (N - 1) + 8},
      {"keys_out", 8 * N},
      {"values_in", 20 * (N - 1) + 16},
      {"values_out", 16 * N}}},
    {true,
     create_counted,
     run_sort,
     {0},
     {{"keys_in", 4 * N}, {"values_out", 4 * N}, {"count_in", 4}}},
    {true,
     create_order,
     run_order,
     {AT(order, count), N, AT(order, view_count), 2},
     {{"positions", 20 * (N - 1) + 12},
      {"radii", 4 * N},
      {"order_out", 4 * (2 * N + N)}, // a view begins at a multiple of max_count
      {"depths_out", 4 * (2 * N + N)},
      {"visible_out", 4 * 2}}},
    {false,
     create_commands,
     run_order,
     {AT(order, view_count), 2},
     {{"positions", 12 * N},
      {"dead", 4 * N},
      {"count_in", 4},
      {"views_in", 96 * 2},
      {"order_out", 4 * 2 * N},
      {"command_out", 20 * 2}}},
    {false,
     create_emitters,
     run_order,
     {AT(order, count), N, AT(order, segment_count), 3},
     {{"positions", 12 * N}, {"offsets_in", 4 * (3 + 1)}, {"order_out", 4 * N}}},
    {true,
     create_triangles,
     run_order,
     {AT(order, count), N, AT(order, vertex_count), NODES},
     {{"positions", 12 * NODES},
      {"indices_in", 4 * 3 * N},
      {"order_out", 4 * 3 * N},
      {"elements_out", 4 * N}}},
    {true,
     create_segments,
     run_segments,
     {AT(segments, count), N},
     {{"keys_in", 8 * (N - 1) + 4},
      {"keys_out", 4 * N},
      {"values_in", 8 * N},
      {"values_out", 8 * N},
      {"offsets_in", 4 * (9 + 1)},
      {"segment_count_in", 4}}},
    {false,
     create_lists,
     run_lists,
     {AT(lists, list_count), N},
     {{"heads_in", 4 * N},
      {"next_in", 12 * (NODES - 1) + 4},
      {"keys_in", 12 * (NODES - 1) + 4},
      {"ids_in", 12 * (NODES - 1) + 4},
      {"offsets_out", 4 * (N + 1)},
      {"keys_out", 8 * NODES},
      {"nodes_out", 4 * NODES},
      {"overflow_out", 4},
      {"node_count_in", 4}}},
    {false,
     create_gather,
     run_gather,
     {AT(gather, count), N, AT(gather, record_count), RECORDS},
     {{"order_in", 4 * N},
      {"in[0]", 12 * (RECORDS - 1) + 8},
      {"out[0]", 8 * N},
      {"in[1]", 4 * RECORDS},
      {"out[1]", 4 * N}}},
    {false,
     create_scan,
     run_scan,
     {AT(scan, count), N},
     {{"words_in", 4 * N}, {"sums_out", 4 * N}, {"total_out", 4}}},
};

// ---- one of them ----------------------------------------------------------------------

struct subject {
    const struct kind* kind;
    glsort_plan* plan;
    uint32_t count; // of its fields
    const struct argument* arguments[MOST_FIELDS];
    GLuint buffers[MOST_FIELDS]; // each of exactly the bytes of the field
    union {
        uint64_t aligned[MOST_ARGS / 8];
        char bytes[MOST_ARGS];
    } args;
};

static glsort_resource* resource_of(struct subject* s, uint32_t field)
{
    return (glsort_resource*)(s->args.bytes + s->arguments[field]->at);
}

static const struct argument* argument_named(const struct recipe* recipe,
                                             const char* field)
{
    for (uint32_t i = 0; i < recipe->argument_count; ++i)
        if (strcmp(recipe_argument(recipe, i)->field, field) == 0)
            return recipe_argument(recipe, i);
    fail_msg("the table of %s has no %s", recipe->run, field);
    return NULL;
}

static void open_subject(struct subject* s, const struct kind* kind)
{
    *s = (struct subject){.kind = kind};
    if (kind->create(&s->plan) != GLSORT_OK)
        fail_msg("%s", glsort_last_error(context));
    for (int i = 0; i < 8; i += 2)
        if (kind->numbers[i + 1] != 0)
            memcpy(s->args.bytes + kind->numbers[i], &kind->numbers[i + 1], 4);
    for (; s->count < MOST_FIELDS && kind->fields[s->count].field != NULL; ++s->count) {
        const uint32_t i = s->count;
        static const uint32_t zeros[512];
        assert_true(kind->fields[i].bytes <= sizeof zeros);
        s->arguments[i] = argument_named(s->plan->core.recipe, kind->fields[i].field);
        s->buffers[i] = gl_buffer_create(&harness, kind->fields[i].bytes, zeros);
        resource_of(s, i)->name = s->buffers[i];
    }
}

static void close_subject(struct subject* s)
{
    harness.gl.DeleteBuffers((GLsizei)s->count, s->buffers);
    glsort_plan_destroy(s->plan);
}

static void accept(struct subject* s)
{
    if (s->kind->run(s->plan, s->args.bytes) != GLSORT_OK)
        fail_msg("%s", glsort_plan_last_error(s->plan));
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
}

static void refuse_named(struct subject* s, const char* name, glsort_result wanted,
                         const char* words)
{
    gl_mock_reset(&mock);
    glsort_result result = s->kind->run(s->plan, s->args.bytes);
    const char* text = result == GLSORT_OK ? "" : glsort_plan_last_error(s->plan);
    if (result != wanted || strstr(text, name) == NULL || strstr(text, words) == NULL)
        fail_msg("%s: %s of %s is answered by %s \"%s\" instead of \"%s\"",
                 s->plan->core.recipe->run, name, s->plan->core.recipe->noun,
                 glsort_result_name(result), text, words);
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
    assert_int_equal(mock.dispatch_calls + mock.range_calls, 0);
}

static void refuse(struct subject* s, uint32_t field, glsort_result wanted,
                   const char* words)
{
    refuse_named(s, s->kind->fields[field].field, wanted, words);
}

static void for_each_kind(void (*see)(struct subject* s))
{
    for (uint32_t k = 0; k < sizeof kinds / sizeof kinds[0]; ++k) {
        struct subject s;
        if (!harness.has_compute && !kinds[k].on_fragment)
            continue;
        open_subject(&s, &kinds[k]);
        accept(&s);
        see(&s);
        accept(&s);
        close_subject(&s);
    }
    assert_string_equal(mock.trouble, "");
}

// ---- tests ----------------------------------------------------------------------------

// Views are then in args.views.
static bool may_be_none(const char* field)
{
    static const char* const fields[] = {"views_in", "indices_in", "ids_in",
                                         "overflow_out", "total_out"};
    bool found = false;
    for (uint32_t i = 0; i < sizeof fields / sizeof fields[0]; ++i)
        found |= strcmp(field, fields[i]) == 0;
    return found;
}

static void leave_out(struct subject* s, uint32_t field)
{
    resource_of(s, field)->name = 0;
    if (may_be_none(s->kind->fields[field].field))
        accept(s);
    else
        refuse(s, field, GLSORT_ERROR_ARGUMENT, "is not given");
}

static void leave_out_each(struct subject* s)
{
    for (uint32_t i = 0; i < s->count; ++i) {
        leave_out(s, i);
        *resource_of(s, i) = (glsort_resource){.name = s->buffers[i]};
    }
}

TEST(every_resource_is_needed_unless_its_header_says_or_none)
{
    for_each_kind(leave_out_each);
}

static bool has_field(const struct subject* s, const struct argument* argument)
{
    bool found = false;
    for (uint32_t i = 0; i < s->count; ++i)
        found |= s->arguments[i]->at == argument->at;
    return found;
}

static void give_each_more(struct subject* s)
{
    const struct recipe* recipe = s->plan->core.recipe;
    for (uint32_t i = 0; i < recipe->argument_count; ++i) {
        const struct argument* more = recipe_argument(recipe, i);
        glsort_resource* r = (glsort_resource*)(s->args.bytes + more->at);
        if (has_field(s, more) || strcmp(more->field, "views_in") == 0)
            continue;
        r->name = s->buffers[0];
        refuse_named(s, more->field, GLSORT_ERROR_ARGUMENT, "does not use it");
        r->name = 0;
    }
}

TEST(a_resource_that_a_plan_has_no_use_for_is_refused)
{
    for_each_kind(give_each_more);
}

// Above what the plan has room for, or what the buffers hold.
static void raise_each_number(struct subject* s)
{
    for (int i = 0; i < 8 && s->kind->numbers[i + 1] != 0; i += 2) {
        uint32_t* number = (uint32_t*)(s->args.bytes + s->kind->numbers[i]);
        *number = 1000;
        refuse_named(s, "1000", GLSORT_ERROR_RANGE, "");
        *number = s->kind->numbers[i + 1];
    }
}

TEST(a_number_that_is_too_large_is_refused)
{
    for_each_kind(raise_each_number);
}

static void misplace(struct subject* s, uint32_t field)
{
    resource_of(s, field)->offset = 2;
    refuse(s, field, GLSORT_ERROR_RANGE, "is not a multiple of 4");
    resource_of(s, field)->offset = 0;
    resource_of(s, field)->width = 1;
    refuse(s, field, GLSORT_ERROR_ARGUMENT, "has a width (1), but is a buffer");
    *resource_of(s, field) = (glsort_resource){.name = 987654};
    refuse(s, field, GLSORT_ERROR_ARGUMENT,
           "is 987654, which is not a buffer of the current GL context");
    *resource_of(s, field) =
        (glsort_resource){.name = s->buffers[field], .offset = UINT64_MAX - 3};
    refuse(s, field, GLSORT_ERROR_RANGE, "exceeds the largest byte offset of GL");
}

static void misplace_each(struct subject* s)
{
    for (uint32_t i = 0; i < s->count; ++i) {
        misplace(s, i);
        *resource_of(s, i) = (glsort_resource){.name = s->buffers[i]};
    }
}

TEST(every_buffer_exists_begins_at_a_word_and_has_no_width)
{
    for_each_kind(misplace_each);
}

static void shift(struct subject* s, uint32_t field)
{
    resource_of(s, field)->offset = 4;
    refuse(s, field, GLSORT_ERROR_RANGE, "at offset 4 end");
}

static void shift_each(struct subject* s)
{
    for (uint32_t i = 0; i < s->count; ++i) {
        shift(s, i);
        *resource_of(s, i) = (glsort_resource){.name = s->buffers[i]};
    }
}

TEST(a_buffer_of_the_bytes_that_a_run_needs_has_room_for_no_word_less)
{
    for_each_kind(shift_each);
}

static bool is_count(const struct subject* s, uint32_t field)
{
    return strcmp(s->kind->fields[field].field, "count_in") == 0;
}

// Puts the other resource behind the field's, and then a word before that.
static void join(struct subject* s, uint32_t field, uint32_t other)
{
    const uint32_t bytes = s->kind->fields[field].bytes;
    const GLuint both =
        gl_buffer_create(&harness, bytes + s->kind->fields[other].bytes, NULL);
    *resource_of(s, field) = (glsort_resource){.name = both};
    *resource_of(s, other) = (glsort_resource){.name = both, .offset = bytes};
    accept(s);
    resource_of(s, other)->offset = bytes - 4;
    if (s->kind->run == run_order && (is_count(s, field) || is_count(s, other)))
        accept(s); // it is read before anything is written
    else
        refuse(s, other, GLSORT_ERROR_ARGUMENT, "overlap in buffer");
    *resource_of(s, field) = (glsort_resource){.name = s->buffers[field]};
    *resource_of(s, other) = (glsort_resource){.name = s->buffers[other]};
    harness.gl.DeleteBuffers(1, &both);
}

static bool is_output(const struct subject* s, uint32_t field)
{
    return strstr(s->kind->fields[field].field, "out") != NULL;
}

static void join_pairs(struct subject* s)
{
    for (uint32_t a = 0; a < s->count; ++a)
        for (uint32_t b = 0; b < s->count; ++b)
            if (a != b && (is_output(s, a) || is_output(s, b)))
                join(s, a, b);
}

TEST(an_output_may_touch_another_resource_but_not_overlap_it)
{
    for_each_kind(join_pairs);
}

// Their barriers, as the last of the run has them.
static void try_barriers(struct subject* s, uint32_t* consumers)
{
    static const struct {
        uint32_t consumers;
        GLbitfield bits;
    } list[] = {
        {GLSORT_CONSUMER_INDEX, GL_ELEMENT_ARRAY_BARRIER_BIT},
        {GLSORT_CONSUMER_INDIRECT, GL_COMMAND_BARRIER_BIT},
        {GLSORT_CONSUMER_VERTEX, GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT},
        {0, GL_ELEMENT_ARRAY_BARRIER_BIT | GL_COMMAND_BARRIER_BIT |
                GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT | GL_UNIFORM_BARRIER_BIT |
                GL_TEXTURE_FETCH_BARRIER_BIT},
    };
    for (uint32_t i = 0; i < sizeof list / sizeof list[0]; ++i) {
        *consumers = list[i].consumers;
        gl_mock_reset(&mock);
        accept(s);
        const GLbitfield last = mock.barriers[mock.barrier_count - 1];
        assert_int_equal(last & list[3].bits, list[i].bits);
        assert_int_equal(mock.barrier_at[mock.barrier_count - 1], mock.dispatch_calls);
    }
}

static void try_consumers(struct subject* s)
{
    uint32_t* consumers = (uint32_t*)(s->args.bytes + s->plan->core.recipe->consumers_at);
    for (uint32_t bit = 1; bit != 0; bit *= 2) {
        *consumers = bit;
        assert_int_equal(s->kind->run(s->plan, s->args.bytes),
                         bit > GLSORT_CONSUMER_STORAGE ? GLSORT_ERROR_ARGUMENT
                                                       : GLSORT_OK);
    }
    if (harness.has_compute)
        try_barriers(s, consumers);
    *consumers = 0;
}

TEST(a_bit_of_consumers_is_known_or_refused)
{
    for_each_kind(try_consumers);
}
