// SPDX-License-Identifier: MIT
// The calls of draw orders: what they refuse and in which words, and what they leave of
// GL: state, objects, errors, barriers.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <glsort/glsort_inspect.h>

#include "gl_dump.h"
#include "gl_orderer.h"
#include "gl_suite.h"
#include "plans.h"

GL_SUITE(.tests_open = true);

enum { MOST = 1000 };

static glsort_backend backend; // AUTO between tests

// Once for each backend of the context, with a suite of its own.
static bool next_backend(void)
{
    if (backend != GLSORT_BACKEND_AUTO)
        gl_suite_close(&suite);
    if (backend == GLSORT_BACKEND_FRAGMENT) {
        backend = GLSORT_BACKEND_AUTO;
        return false;
    }
    gl_suite_open(&suite);
    backend = backend == GLSORT_BACKEND_AUTO && harness.has_compute
                  ? GLSORT_BACKEND_COMPUTE
                  : GLSORT_BACKEND_FRAGMENT;
    return true;
}

static void expect(glsort_result result, glsort_result wanted, const char* text,
                   const char* words)
{
    if (result != wanted)
        fail_msg("%s instead of %s: %s", glsort_result_name(result),
                 glsort_result_name(wanted), text);
    assert_string_equal(text, words);
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
}

// ---- creation -------------------------------------------------------------------------

static void refuse(glsort_order_desc desc, glsort_result wanted, const char* words)
{
    glsort_plan* order = (glsort_plan*)&desc;
    glsort_result result = glsort_order_create(context, &desc, &order);
    expect(result, wanted, glsort_last_error(context), words);
    assert_null(order);
}

#define CREATE "glsort_order_create: "
#define DESC(...)                                                                        \
    (glsort_order_desc)                                                                  \
    {                                                                                    \
        .max_count = MOST, __VA_ARGS__                                                   \
    }

// ---- runs -----------------------------------------------------------------------------

static glsort_order_desc rich(void)
{
    glsort_order_desc d = {
        .max_count = MOST,
        .max_views = 2,
        // AUTO may order so few in one pass.
        .tuning = tuning_named(GLSORT_ALGORITHM_ABISORT),
        .position = {.offset = 4, .stride = 20},
        .primitive = {.vertices = 3},
        .dead = {.test = GLSORT_DEAD_F32_AT_MOST},
        .key_bits = 24,
        .cull = GLSORT_CULL_FRUSTUM,
        .radius_source = GLSORT_RADIUS_PER_ELEMENT,
        .flags = GLSORT_ORDER_WRITES_VISIBLE | GLSORT_ORDER_WRITES_ELEMENTS,
        .backend = backend,
    };
    if (backend == GLSORT_BACKEND_COMPUTE)
        d.command = GLSORT_COMMAND_DRAW_ELEMENTS;
    if (harness.gles && backend == GLSORT_BACKEND_FRAGMENT) {
        d.position = (glsort_position){0};
        d.textures = GLSORT_ORDER_TEXTURE_POSITIONS | GLSORT_ORDER_TEXTURE_ORDER;
    }
    return d;
}

static void open_desc(struct gl_orderer* o, const glsort_order_desc* desc)
{
    gl_orderer_open(o, &harness, context, desc, 200, 77);
    gl_orderer_fill(o, ORDER_DATA_RANDOM, ORDER_SHARE_50, 2, 78);
    gl_orderer_reset(o, 900);
}

static void open_rich(struct gl_orderer* o)
{
    glsort_order_desc desc = rich();
    open_desc(o, &desc);
}

// The same with the pass that culls, counts digits and writes the command. False where
// the device has no such pass.
static bool chain(glsort_order_desc* desc)
{
    static const glsort_tuning tuning = {.method = GLSORT_METHOD_RADIX_CHAIN};
    const glsort_sort_desc plan = {.tuning = &tuning};
    *desc = rich();
    desc->tuning = &tuning;
    return backend == GLSORT_BACKEND_COMPUTE &&
           glsort_max_count(&harness.limits, &plan, NULL) > 0;
}

// The run is refused in these words, and the outputs are as before.
static void refuse_run(struct gl_orderer* o, const glsort_order_args* args,
                       glsort_result wanted, const char* words)
{
    struct gl_area* const outputs[] = {&o->order_out, &o->visible_out, &o->command_out,
                                       &o->elements_out};
    glsort_result result = glsort_order_run(o->order, args);
    expect(result, wanted, glsort_plan_last_error(o->order), words);
    for (int i = 0; i < 4; ++i) {
        gl_area_fetch(outputs[i]);
        assert_memory_equal(outputs[i]->read, outputs[i]->words, 4 * outputs[i]->total);
    }
}

#define RUN "glsort_order_run: "

// From textures to textures.
static void open_textures(struct gl_orderer* o)
{
    const glsort_order_desc desc = {
        .max_count = MOST,
        .max_views = 2,
        .primitive = {.vertices = 3},
        .dead = {.test = GLSORT_DEAD_F32_AT_MOST},
        .cull = GLSORT_CULL_FRUSTUM,
        .radius_source = GLSORT_RADIUS_PER_ELEMENT,
        .flags = GLSORT_ORDER_WRITES_VISIBLE | GLSORT_ORDER_WRITES_DEPTHS,
        .textures = 127,
    };
    gl_orderer_open(o, &harness, context, &desc, 200, 77);
    gl_orderer_fill(o, ORDER_DATA_RANDOM, ORDER_SHARE_50, 2, 78);
    gl_orderer_reset(o, 900);
}

static void refuse_texture_shapes(struct gl_orderer* o)
{
    char words[300];
    glsort_order_args a = o->args;
    a.positions.width = 0;
    snprintf(words, sizeof words, RUN "positions.width is 0; it must be 1 to %u",
             harness.limits.texture_size);
    refuse_run(o, &a, GLSORT_ERROR_RANGE, words);
    a = o->args;
    a.order_out.offset = 4;
    refuse_run(o, &a, GLSORT_ERROR_ARGUMENT,
               RUN "order_out.offset is 4, but must be 0 for a texture");
    a = o->args;
    a.depths_out = a.order_out;
    snprintf(words, sizeof words, RUN "order_out and depths_out overlap in texture %u",
             a.order_out.name);
    refuse_run(o, &a, GLSORT_ERROR_ARGUMENT, words);
    a = o->args;
    a.radii.name = 0;
    refuse_run(o, &a, GLSORT_ERROR_ARGUMENT,
               RUN "radii is not given, but this order needs it");
    if (harness.api == GL_API_ES30)
        return; // which cannot query the size
    a = o->args;
    a.vertex_count = 100000;
    snprintf(words, sizeof words,
             RUN "positions is texture %u of %u rows, but 100000 elements in rows of %u "
                 "need %u",
             a.positions.name,
             o->positions.total / o->positions.width / o->positions.element_words,
             a.positions.width, (100000 + a.positions.width - 1) / a.positions.width);
    refuse_run(o, &a, GLSORT_ERROR_RANGE, words);
}

static void refuse_texture_objects(struct gl_orderer* o)
{
    char words[300];
    glsort_order_args a = o->args;
    a.positions = a.indices_in;
    snprintf(words, sizeof words,
             RUN "positions is texture %u, whose format is not GL_RGBA32F or GL_RGBA16F, "
                 "the format for positions",
             a.indices_in.name);
    refuse_run(o, &a, GLSORT_ERROR_ARGUMENT, words);
    a = o->args;
    a.dead = a.positions;
    snprintf(words, sizeof words,
             RUN "dead is texture %u, whose format is not GL_R32UI, the format for "
                 "elements of 4 bytes",
             a.dead.name);
    refuse_run(o, &a, GLSORT_ERROR_ARGUMENT, words);
    a = o->args;
    a.order_out.name = 987654;
    refuse_run(o, &a, GLSORT_ERROR_ARGUMENT,
               RUN "order_out is 987654, which is not a texture of the current GL "
                   "context; was the plan created in another one?");
}

TEST(a_run_with_wrong_textures_changes_nothing)
{
    struct gl_orderer o;
    gl_suite_open(&suite);
    open_textures(&o);
    refuse_texture_shapes(&o);
    refuse_texture_objects(&o);
    gl_orderer_check(&o, 900);
    gl_orderer_close(&o);
    gl_suite_close(&suite);
}

// The run needs more texels than any texture has.
static void refuse_texels(const glsort_order_desc* desc, const char* field,
                          size_t resource_at, size_t number_at, uint32_t number)
{
    char words[300];
    struct gl_orderer o;
    gl_orderer_open(&o, &harness, context, desc, 50, 7);
    gl_orderer_fill(&o, ORDER_DATA_RANDOM, ORDER_SHARE_0, o.desc.max_views, 8);
    gl_orderer_reset(&o, 20);
    glsort_order_args args = o.args;
    args.count = 20;
    const glsort_resource* r = (const void*)((const char*)&args + resource_at);
    memcpy((char*)&args + number_at, &number, sizeof number);
    snprintf(words, sizeof words,
             RUN "4294967295 elements need more than %u rows of %s.width %u",
             harness.limits.texture_size, field, r->width);
    refuse_run(&o, &args, GLSORT_ERROR_LIMIT, words);
    gl_orderer_close(&o);
}

#define REFUSE_TEXELS(DESC, FIELD, NUMBER, VALUE)                                        \
    refuse_texels(DESC, #FIELD, offsetof(glsort_order_args, FIELD),                      \
                  offsetof(glsort_order_args, NUMBER), VALUE)

// Their products with columns, vertices and views would be few in 32 bits.
TEST(numbers_whose_products_exceed_32_bits_are_refused)
{
    const glsort_order_desc matrices = {
        .max_count = 50,
        .max_views = 1,
        .transform = GLSORT_TRANSFORM_PER_ELEMENT,
        .textures = GLSORT_ORDER_TEXTURE_POSITIONS | GLSORT_ORDER_TEXTURE_MATRICES |
                    GLSORT_ORDER_TEXTURE_MATRIX_INDICES,
    };
    const glsort_order_desc listed = {
        .max_count = 50,
        .max_views = 1,
        .primitive = {.vertices = 1},
        .dead.test = GLSORT_DEAD_U32_EQUAL,
        .flags = GLSORT_ORDER_WRITES_VISIBLE,
        .textures = GLSORT_ORDER_TEXTURE_POSITIONS | GLSORT_ORDER_TEXTURE_INDICES |
                    GLSORT_ORDER_TEXTURE_DEAD,
    };
    glsort_order_desc depths = {
        .max_count = 50,
        .max_views = 3,
        .key_source = GLSORT_KEYS_FROM_F32,
        .primitive = {.vertices = 2},
        .textures = GLSORT_ORDER_TEXTURE_DEPTHS_IN | GLSORT_ORDER_TEXTURE_INDICES,
    };
    gl_suite_open(&suite);
    REFUSE_TEXELS(&matrices, matrices, matrix_count, (1u << 30) + 1);
    REFUSE_TEXELS(&listed, positions, vertex_count, 0xFFFFFFFFu);
    REFUSE_TEXELS(&depths, depths_in, vertex_count, 0x55555556u);
    gl_suite_close(&suite);
}

// Not the elements of the list.
TEST(a_list_that_names_too_much_tells_the_vertices_that_there_are)
{
    const glsort_order_desc desc = {.max_count = 50,
                                    .max_views = 1,
                                    .primitive = {.vertices = 1},
                                    .dead.test = GLSORT_DEAD_U32_EQUAL,
                                    .flags = GLSORT_ORDER_WRITES_VISIBLE};
    char words[300];
    struct gl_orderer o;
    gl_suite_open(&suite);
    if (harness.limits.has_compute) {
        gl_orderer_open(&o, &harness, context, &desc, 50, 7);
        gl_orderer_fill(&o, ORDER_DATA_RANDOM, ORDER_SHARE_0, 1, 8);
        gl_orderer_reset(&o, 20);
        glsort_order_args args = o.args;
        args.vertex_count = 600000;
        args.positions = args.dead;
        const unsigned long long first = args.dead.offset;
        snprintf(words, sizeof words,
                 RUN "positions is a buffer of %u bytes, but 600000 vertices at offset "
                     "%llu end at %llu",
                 4 * o.dead.total, first, first + 600000 * 12);
        refuse_run(&o, &args, GLSORT_ERROR_RANGE, words);
        gl_orderer_close(&o);
    }
    gl_suite_close(&suite);
}

// GLES 3.0 tells the format of what it can render to, and positions need not be that.
TEST(positions_of_a_format_that_cannot_be_queried_are_taken)
{
    char words[300];
    struct gl_orderer o;
    gl_suite_open(&suite);
    open_textures(&o);
    if (harness.api == GL_API_ES30) {
        gl_mock_fail(&mock, FAULT_FRAMEBUFFER_STATUS, 1);
        gl_orderer_check(&o, 900);
        gl_mock_fail(&mock, FAULT_FRAMEBUFFER_STATUS, 2);
        snprintf(words, sizeof words,
                 RUN "radii is texture %u, which has no level 0 in GL_R32UI, the format "
                     "for elements of 4 bytes",
                 o.args.radii.name);
        gl_orderer_reset(&o, 900);
        refuse_run(&o, &o.args, GLSORT_ERROR_ARGUMENT, words);
        gl_mock_fail(&mock, FAULT_NONE, 0);
    }
    gl_orderer_check(&o, 900);
    gl_orderer_close(&o);
    gl_suite_close(&suite);
}

static uint32_t passes_with_keys(glsort_plan* order, uint32_t count)
{
    glsort_plan_info info;
    glsort_pass_info pass;
    uint32_t found = 0;
    assert_int_equal(glsort_plan_describe(order, count, 1, &info), GLSORT_OK);
    for (uint32_t i = 0; i < info.pass_count; ++i) {
        assert_int_equal(glsort_plan_pass(order, i, &pass), GLSORT_OK);
        found += strcmp(pass.shader, "order/order_keys.comp") == 0;
    }
    return found;
}

// Bindings of 256 KiB: a piece is one tile of 1024 elements of 248 bytes, or some of 60
// bytes. Runs take as many pieces as they need.
TEST(records_larger_than_a_binding_are_bound_in_pieces)
{
    static const uint32_t counts[] = {5000, 1024, 1025, 0, 2047};
    gl_suite_open_with(&suite, (struct gl_forced_limits){.storage_block = 1 << 18});
    for (uint32_t way = 0; way < 8 && harness.has_compute; ++way) {
        const bool fields = way % 4 == 3;
        const glsort_order_desc desc = {
            .max_count = way % 4 == 2 ? 20000 : 5000,
            .max_views = 1 + way % 2,
            .position = {.offset = 8, .stride = way % 4 == 2 ? 248 : 60},
            .count_source = (glsort_count_source)(way / 4),
            .cull = (glsort_cull)(way / 2 % 2),
            .radius_source = fields ? GLSORT_RADIUS_PER_ELEMENT : GLSORT_RADIUS_FROM_ARGS,
            .radius = {.offset = fields ? 20 : 0, .stride = fields ? 248 : 0},
            .dead = {.test = fields ? GLSORT_DEAD_U32_EQUAL : GLSORT_DEAD_NONE,
                     .field = {.stride = fields ? 100 : 0}},
            .flags = GLSORT_ORDER_WRITES_VISIBLE,
            .backend = GLSORT_BACKEND_COMPUTE};
        struct gl_orderer o;
        gl_orderer_open(&o, &harness, context, &desc, 0, way);
        assert_int_equal(passes_with_keys(o.order, desc.max_count), way % 4 == 2   ? 20
                                                                    : way % 4 == 3 ? 5
                                                                                   : 2);
        gl_orderer_fill(&o, ORDER_DATA_LATTICE, ORDER_SHARE_50, desc.max_views, way);
        for (uint32_t i = 0; i < sizeof counts / sizeof counts[0]; ++i)
            gl_orderer_check(&o, counts[i]);
        gl_orderer_close(&o);
    }
    gl_suite_close(&suite);
}

// Bindings of 256 KiB: 40,000 depths of a view fit, but not those of two.
TEST(depths_are_bound_view_by_view_and_records_of_any_input_in_pieces)
{
    static const uint32_t counts[] = {5000, 1025, 1, 40000};
    const glsort_field records = {.offset = 8, .stride = 248};
    const glsort_order_desc descs[] = {
        {.max_count = 40000, .max_views = 3, .key_source = GLSORT_KEYS_FROM_F32},
        {.max_count = 40000,
         .max_views = 2,
         .key_source = GLSORT_KEYS_FROM_U32,
         .dead = {.test = GLSORT_DEAD_U32_EQUAL, .field = records},
         .flags = GLSORT_ORDER_WRITES_VISIBLE},
        {.max_count = 5000,
         .max_views = 2,
         .key_source = GLSORT_KEYS_FROM_F32,
         .depth = records},
        {.max_count = 5000,
         .max_views = 2,
         .key_source = GLSORT_KEYS_FROM_F32,
         .primitive = {.vertices = 2},
         .max_vertices = 40000},
        {.max_count = 5000,
         .max_views = 2,
         .position = {.offset = 8, .stride = 248},
         .transform = GLSORT_TRANSFORM_PER_ELEMENT,
         .matrix_index = {.offset = 20, .stride = 100},
         .cull = GLSORT_CULL_FRUSTUM,
         .radius_source = GLSORT_RADIUS_PER_ELEMENT,
         .radius = records,
         .flags = GLSORT_ORDER_WRITES_VISIBLE},
        {.max_count = 1000,
         .position = {.stride = 248},
         .transform = GLSORT_TRANSFORM_PER_ELEMENT,
         .matrix_index = records,
         .primitive = {.vertices = 3},
         .max_vertices = 5000},
    };
    gl_suite_open_with(&suite, (struct gl_forced_limits){.storage_block = 1 << 18});
    for (uint32_t i = 0; i < sizeof descs / sizeof *descs && harness.has_compute; ++i) {
        glsort_order_desc desc = descs[i];
        struct gl_orderer o;
        desc.backend = GLSORT_BACKEND_COMPUTE;
        desc.max_views = desc.max_views > 0 ? desc.max_views : 1;
        gl_orderer_open(&o, &harness, context, &desc, desc.max_vertices, i);
        gl_orderer_fill(&o, ORDER_DATA_LATTICE, ORDER_SHARE_50, desc.max_views, i);
        for (uint32_t at = 0; at < sizeof counts / sizeof counts[0]; ++at)
            if (counts[at] <= desc.max_count)
                gl_orderer_check(&o, counts[at]);
        gl_orderer_close(&o);
    }
    gl_suite_close(&suite);
}

TEST(buffers_beyond_the_largest_buffer_texture_are_copied)
{
    static const uint32_t texels[] = {8000, 65536};
    const glsort_field records = {.offset = 8, .stride = 64};
    const glsort_order_desc descs[] = {
        {.position.stride = 64},
        {.position = {.format = GLSORT_POSITION_F16, .stride = 68},
         .cull = GLSORT_CULL_FRUSTUM,
         .radius_source = GLSORT_RADIUS_PER_ELEMENT,
         .radius = records,
         .dead = {.test = GLSORT_DEAD_U32_EQUAL, .field = records},
         .count_source = GLSORT_COUNT_FROM_BUFFER,
         .flags = GLSORT_ORDER_WRITES_VISIBLE | GLSORT_ORDER_WRITES_DEPTHS},
        {.position = {.offset = 4, .stride = 20},
         .primitive = {.vertices = 3, .index = GLSORT_INDEX_U16},
         .max_vertices = 4000,
         .flags = GLSORT_ORDER_WRITES_ELEMENTS},
        {.key_source = GLSORT_KEYS_FROM_F32, .max_views = 3, .depth = records},
        {.key_source = GLSORT_KEYS_FROM_U32,
         .primitive = {.vertices = 2, .key = GLSORT_VERTEX_NEAREST},
         .max_vertices = 9000},
    };
    for (uint32_t way = 0; way < 2 * sizeof descs / sizeof *descs; ++way) {
        glsort_order_desc desc = descs[way / 2];
        struct gl_orderer o;
        desc.max_count = MOST;
        desc.max_views = desc.max_views > 0 ? desc.max_views : 1;
        desc.backend = GLSORT_BACKEND_FRAGMENT;
        gl_suite_open_with(
            &suite, (struct gl_forced_limits){.buffer_texels = (GLint)texels[way % 2]});
        gl_orderer_open(&o, &harness, context, &desc, desc.max_vertices, way);
        gl_orderer_fill(&o, ORDER_DATA_LATTICE, ORDER_SHARE_50, desc.max_views, way);
        gl_orderer_check(&o, MOST);
        gl_orderer_check(&o, 800);
        gl_orderer_close(&o);
        gl_suite_close(&suite);
    }
}

// A pool of buffers, and GL's minimum of 256 KiB.
TEST(positions_may_begin_behind_the_largest_buffer_texture)
{
    enum { BEFORE = 300000 };
    const glsort_order_desc desc = {.max_count = MOST,
                                    .backend = GLSORT_BACKEND_FRAGMENT};
    struct gl_orderer o;
    gl_suite_open_with(&suite, (struct gl_forced_limits){.buffer_texels = 65536});
    gl_orderer_open(&o, &harness, context, &desc, 0, 5);
    gl_orderer_fill(&o, ORDER_DATA_RANDOM, ORDER_SHARE_0, 1, 6);
    static char pool[BEFORE + 12 * MOST];
    memcpy(pool + BEFORE, o.position_words, 12 * MOST);
    GLuint buffer = gl_buffer_create(&harness, BEFORE + 12 * MOST, pool);
    gl_orderer_reset(&o, MOST);
    o.args.positions = (glsort_resource){.name = buffer, .offset = BEFORE};
    assert_int_equal(glsort_order_run(o.order, &o.args), GLSORT_OK);
    gl_orderer_expect(&o, MOST);
    gl_orderer_close(&o);
    harness.gl.DeleteBuffers(1, &buffer);
    gl_suite_close(&suite);
}

// What the size of only a run knows is not copied.
TEST(a_list_beyond_the_largest_buffer_texture_is_refused)
{
    char words[300];
    struct gl_orderer o;
    glsort_order_desc desc = {.max_count = 9000,
                              .primitive = {.vertices = 1},
                              .backend = GLSORT_BACKEND_FRAGMENT};
    gl_suite_open_with(&suite, (struct gl_forced_limits){.buffer_texels = 8000});
    if (harness.gles) { // needs textures
        gl_suite_close(&suite);
        return;
    }
    refuse(desc, GLSORT_ERROR_LIMIT,
           CREATE
           "indices_in: 9000 elements end at byte 36000 of the buffer, a buffer texture "
           "of this device covers only the first 32000 bytes; a texture may hold them");
    desc.max_count = MOST;
    desc.position.stride = 64;
    gl_orderer_open(&o, &harness, context, &desc, MOST, 5);
    gl_orderer_fill(&o, ORDER_DATA_RANDOM, ORDER_SHARE_0, 1, 6);
    gl_orderer_reset(&o, MOST);
    uint64_t first = o.args.positions.offset;
    snprintf(
        words, sizeof words,
        RUN "positions ends at byte %llu of its buffer (1000 vertices at offset %llu), a "
            "buffer texture of this device covers only the first 32000 bytes; a texture "
            "may hold them",
        (unsigned long long)(first + 999 * 64 + 12), (unsigned long long)first);
    refuse_run(&o, &o.args, GLSORT_ERROR_LIMIT, words);
    gl_orderer_close(&o);
    gl_suite_close(&suite);
}

// The outputs of all views together exceed what the device binds, those of one do not.
TEST(each_view_binds_its_own_outputs_only)
{
    const glsort_order_desc desc = {
        .max_count = MOST,
        .max_views = 8,
        .tuning = &(const glsort_tuning){.algorithm = GLSORT_ALGORITHM_RANK},
        .flags = GLSORT_ORDER_WRITES_DEPTHS};
    struct gl_orderer o;
    gl_suite_open_with(&suite, (struct gl_forced_limits){.storage_block = 1 << 14});
    if (harness.has_compute) {
        gl_orderer_open(&o, &harness, context, &desc, 0, 5);
        gl_orderer_fill(&o, ORDER_DATA_RANDOM, ORDER_SHARE_0, 8, 6);
        gl_orderer_check(&o, MOST);
        gl_orderer_close(&o);
    }
    gl_suite_close(&suite);
}

static void check_zero(const glsort_order_desc* desc)
{
    struct gl_orderer o;
    open_desc(&o, desc);
    gl_orderer_check(&o, 900);
    glsort_order_args args = o.args;
    o.args.positions = o.args.indices_in = o.args.order_out = (glsort_resource){0};
    o.args.radii = o.args.dead = (glsort_resource){0};
    o.args.key_far = 0.0f;
    gl_orderer_check(&o, 0);
    o.args = args;
    gl_orderer_check(&o, 901);
    gl_orderer_close(&o);
}

TEST(a_count_of_zero_needs_the_command_alone)
{
    while (next_backend()) {
        glsort_order_desc desc = rich();
        check_zero(&desc);
        if (chain(&desc))
            check_zero(&desc);
    }
}

// ---- GL -------------------------------------------------------------------------------

static void check_state(const glsort_order_desc* desc)
{
    struct gl_orderer o;
    struct gl_hostile hostile;
    struct gl_dump before, after;
    glsort_plan* order;
    open_desc(&o, desc);
    o.args.views_in = gl_area_resource(&o.views);
    gl_hostile_set(&hostile, &harness);
    gl_dump_take(&before, &harness);
    assert_int_equal(glsort_order_run(o.order, &o.args), GLSORT_OK);
    assert_int_equal(glsort_order_create(context, desc, &order), GLSORT_OK);
    glsort_plan_destroy(order);
    gl_dump_take(&after, &harness);
    assert_true(gl_dump_equal(&before, &after, NULL));
    gl_dump_free(&before);
    gl_dump_free(&after);
    gl_hostile_clear(&hostile, &harness);

    // A fresh context's view of the results: nothing hostile is left in the way.
    struct gl_harness old = harness;
    gl_harness_open_as(&harness, old.api, false, &old);
    gl_orderer_expect(&o, 900);
    gl_harness_close(&harness);
    assert_true(offscreen_make_current(old.offscreen));
    harness = old;
    gl_orderer_close(&o);
}

TEST(calls_leave_the_state_as_it_was)
{
    while (next_backend()) {
        glsort_order_desc desc = rich();
        check_state(&desc);
        if (chain(&desc))
            check_state(&desc);
    }
}

TEST(buffers_may_be_deleted_as_soon_as_a_run_has_returned)
{
    struct gl_orderer o;
    while (next_backend()) {
        open_rich(&o);
        o.args.views_in = gl_area_resource(&o.views);
        struct gl_area* const inputs[] = {&o.positions, &o.radii, &o.dead, &o.indices,
                                          &o.views};
        assert_int_equal(glsort_order_run(o.order, &o.args), GLSORT_OK);
        for (int i = 0; i < 5; ++i) {
            if (inputs[i]->width > 0)
                continue;
            harness.gl.DeleteBuffers(1, &inputs[i]->name);
            inputs[i]->name = gl_buffer_create(&harness, 4 * (size_t)inputs[i]->total,
                                               inputs[i]->words);
        }
        gl_orderer_expect(&o, 900);
        gl_orderer_close(&o);
    }
}

// A buffer texture that kept the caller's buffer would keep its memory.
TEST(a_run_lets_go_of_the_buffers_that_it_fetched)
{
    struct gl_orderer o;
    uint32_t seen = 0;
    uint32_t wanted = 0;
    while (next_backend()) {
        open_rich(&o);
        gl_orderer_check(&o, 900);
        wanted = harness.gles ? 0 : 4;
        for (uint32_t i = 0; i < mock.object_count; ++i) {
            GLint buffer = -1;
            if (mock.objects[i].target != GL_TEXTURE_BUFFER)
                continue;
            harness.gl.BindTexture(GL_TEXTURE_BUFFER, mock.objects[i].name);
            harness.gl.GetTexLevelParameteriv(
                GL_TEXTURE_BUFFER, 0, GL_TEXTURE_BUFFER_DATA_STORE_BINDING, &buffer);
            harness.gl.BindTexture(GL_TEXTURE_BUFFER, 0);
            assert_int_equal(buffer, 0);
            ++seen;
        }
        gl_orderer_close(&o);
    }
    assert_int_equal(seen, wanted);
}

// What a run has written with other consumers than textures may be fetched by the next.
TEST(a_run_that_fetches_buffers_begins_with_a_barrier)
{
    struct gl_orderer o;
    while (next_backend()) {
        if (backend != GLSORT_BACKEND_FRAGMENT || harness.gles || !harness.has_compute)
            continue;
        open_rich(&o);
        gl_mock_reset(&mock);
        assert_int_equal(glsort_order_run(o.order, &o.args), GLSORT_OK);
        assert_true(mock.barrier_count > 0);
        assert_int_equal(mock.barriers[0], GL_TEXTURE_FETCH_BARRIER_BIT);
        gl_orderer_close(&o);
    }
}

// Twice keys, compact, prepare, sort and expand, then commands. The barriers of a
// run are those described, and a description does not disturb the runs around it.
TEST(a_described_order_is_the_one_that_runs)
{
    struct gl_orderer o;
    while (next_backend()) {
        if (backend != GLSORT_BACKEND_COMPUTE)
            continue;
        glsort_plan_info info;
        glsort_pass_info pass;
        open_rich(&o);
        gl_orderer_check(&o, 900);
        gl_mock_reset(&mock);
        assert_int_equal(glsort_order_run(o.order, &o.args), GLSORT_OK);
        assert_int_equal(glsort_plan_describe(o.order, 900, 2, &info), GLSORT_OK);
        assert_int_equal(info.count, 900);
        assert_int_equal(info.pass_count, mock.dispatch_calls);
        uint32_t seen = 0;
        for (uint32_t i = 0; i < info.pass_count; ++i) {
            assert_int_equal(glsort_plan_pass(o.order, i, &pass), GLSORT_OK);
            if (pass.barriers == 0)
                continue;
            assert_int_equal(mock.barrier_at[seen], i);
            ++seen;
        }
        assert_int_equal(mock.barrier_count, seen + 1);
        // Where a chain culls, that pass has written the commands.
        assert_string_equal(pass.label, harness.limits.chained_scan != 0
                                            ? "order_expand.comp: write indices"
                                            : "order_commands.comp: write commands");
        char wanted[80];
        snprintf(wanted, sizeof wanted,
                 "glsort_plan_pass: pass %u asked for, there are %u", info.pass_count,
                 info.pass_count);
        expect(glsort_plan_pass(o.order, info.pass_count, &pass), GLSORT_ERROR_RANGE,
               glsort_plan_last_error(o.order), wanted);
        expect(glsort_plan_describe(o.order, MOST + 1, 1, &info), GLSORT_ERROR_RANGE,
               glsort_plan_last_error(o.order),
               "glsort_plan_describe: count 1001 is above the plan's max_count 1000");
        expect(glsort_plan_describe(o.order, 9, 3, &info), GLSORT_ERROR_RANGE,
               glsort_plan_last_error(o.order),
               "glsort_plan_describe: 3 views asked for; this order has at most 2");
        assert_int_equal(glsort_plan_describe(o.order, 7, 1, NULL), GLSORT_OK);
        gl_orderer_check(&o, 900);
        gl_orderer_close(&o);
    }
}

// Twice keys, sort, count and store, then visible counts; before them, on GLES, uploads.
TEST(a_described_order_of_fragments_names_its_passes)
{
    struct gl_orderer o;
    while (next_backend()) {
        glsort_plan_info info;
        glsort_pass_info pass;
        if (backend != GLSORT_BACKEND_FRAGMENT)
            continue;
        open_rich(&o);
        assert_int_equal(glsort_plan_describe(o.order, 900, 2, &info), GLSORT_OK);
        assert_int_equal(info.backend, GLSORT_BACKEND_FRAGMENT);
        assert_int_equal(glsort_plan_pass(o.order, 0, &pass), GLSORT_OK);
        assert_string_equal(pass.label, harness.gles
                                            ? "upload radii"
                                            : "order_keys.frag PRIMITIVES=1 FRUSTUM=1: "
                                              "draw element keys");
        if (!harness.gles) {
            assert_string_equal(pass.uses[0].slot, "positions");
            assert_string_equal(pass.uses[0].usage, "fetch");
        }
        glsort_plan_pass(o.order, info.pass_count - 1, &pass);
        assert_string_equal(pass.label, "order_store.frag PACKED=1: draw visible counts");
        assert_int_equal(pass.kind, GLSORT_PASS_DOWNLOAD);
        gl_orderer_check(&o, 900);
        gl_orderer_close(&o);
    }
}
