// SPDX-License-Identifier: MIT
// The calls of draw orders: what they refuse of textures, how they bind what exceeds the
// limits of a device, and what they leave of GL: state, objects, errors, barriers.
#include <string.h>

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

// The run is refused in a sentence with these words, and the outputs are as before.
static void refuse_run(struct gl_orderer* o, const glsort_order_args* args,
                       glsort_result wanted, const char* words)
{
    struct gl_area* const outputs[] = {&o->order_out, &o->visible_out, &o->command_out,
                                       &o->elements_out};
    glsort_result result = glsort_order_run(o->order, args);
    const char* text = glsort_plan_last_error(o->order);
    if (result != wanted || strstr(text, words) == NULL)
        fail_msg("%s instead of %s: %s", glsort_result_name(result),
                 glsort_result_name(wanted), text);
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
    for (int i = 0; i < 4; ++i) {
        gl_area_fetch(outputs[i]);
        assert_memory_equal(outputs[i]->read, outputs[i]->words, 4 * outputs[i]->total);
    }
}

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
    open_desc(o, &desc);
}

TEST(a_run_with_wrong_textures_changes_nothing)
{
    struct gl_orderer o;
    gl_suite_open(&suite);
    open_textures(&o);
    glsort_order_args a = o.args;
    a.positions.width = 0;
    refuse_run(&o, &a, GLSORT_ERROR_RANGE, "positions.width is 0; it must be 1 to");
    a = o.args;
    a.order_out.offset = 4;
    refuse_run(&o, &a, GLSORT_ERROR_ARGUMENT, "order_out.offset is 4, but must be 0");
    a = o.args;
    a.depths_out = a.order_out;
    refuse_run(&o, &a, GLSORT_ERROR_ARGUMENT, "order_out and depths_out overlap");
    a = o.args;
    a.radii.name = 0;
    refuse_run(&o, &a, GLSORT_ERROR_ARGUMENT, "radii is not given");
    a = o.args;
    a.positions = a.indices_in;
    refuse_run(&o, &a, GLSORT_ERROR_ARGUMENT, "format is not GL_RGBA32F or GL_RGBA16F");
    a = o.args;
    a.dead = a.positions;
    refuse_run(&o, &a, GLSORT_ERROR_ARGUMENT, "whose format is not GL_R32UI");
    a = o.args;
    a.order_out.name = 987654;
    refuse_run(&o, &a, GLSORT_ERROR_ARGUMENT, "order_out is 987654, which is not a");
    a = o.args;
    a.vertex_count = 100000;
    if (harness.api != GL_API_ES30) // which cannot query the size
        refuse_run(&o, &a, GLSORT_ERROR_RANGE, "rows, but 100000 elements in rows of");
    gl_orderer_check(&o, 900);
    gl_orderer_close(&o);
    gl_suite_close(&suite);
}

// The run needs more texels than any texture has.
static void refuse_texels(const glsort_order_desc* desc, size_t number_at,
                          uint32_t number)
{
    struct gl_orderer o;
    gl_orderer_open(&o, &harness, context, desc, 50, 7);
    gl_orderer_fill(&o, ORDER_DATA_RANDOM, ORDER_SHARE_0, o.desc.max_views, 8);
    gl_orderer_reset(&o, 20);
    glsort_order_args args = o.args;
    memcpy((char*)&args + number_at, &number, sizeof number);
    refuse_run(&o, &args, GLSORT_ERROR_LIMIT, "4294967295 elements need more than");
    gl_orderer_close(&o);
}

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
    refuse_texels(&matrices, offsetof(glsort_order_args, matrix_count), (1u << 30) + 1);
    refuse_texels(&listed, offsetof(glsort_order_args, vertex_count), 0xFFFFFFFFu);
    refuse_texels(&depths, offsetof(glsort_order_args, vertex_count), 0x55555556u);
    gl_suite_close(&suite);
}

// GLES 3.0 tells the format of what it can render to, and positions need not be that.
TEST(positions_of_a_format_that_cannot_be_queried_are_taken)
{
    struct gl_orderer o;
    gl_suite_open(&suite);
    open_textures(&o);
    if (harness.api == GL_API_ES30) {
        gl_mock_fail(&mock, FAULT_FRAMEBUFFER_STATUS, 1);
        gl_orderer_check(&o, 900);
        gl_mock_fail(&mock, FAULT_FRAMEBUFFER_STATUS, 2);
        gl_orderer_reset(&o, 900);
        refuse_run(&o, &o.args, GLSORT_ERROR_ARGUMENT, "has no level 0 in GL_R32UI");
        gl_mock_fail(&mock, FAULT_NONE, 0);
    }
    gl_orderer_check(&o, 900);
    gl_orderer_close(&o);
    gl_suite_close(&suite);
}

// ---- limits of bindings ---------------------------------------------------------------

static void check_limited(struct gl_forced_limits limits, const glsort_order_desc* rows,
                          uint32_t row_count, glsort_backend on)
{
    static const uint32_t counts[] = {5000, 1000, 1025, 0, 2047, 40000};
    for (uint32_t i = 0; i < row_count; ++i) {
        glsort_order_desc desc = rows[i];
        struct gl_orderer o;
        desc.backend = on;
        desc.max_views = desc.max_views > 0 ? desc.max_views : 1;
        gl_suite_open_with(&suite, limits);
        gl_orderer_open(&o, &harness, context, &desc, desc.max_vertices, i);
        gl_orderer_fill(&o, ORDER_DATA_LATTICE, ORDER_SHARE_50, desc.max_views, i);
        for (uint32_t at = 0; at < sizeof counts / sizeof counts[0]; ++at)
            if (counts[at] <= desc.max_count)
                gl_orderer_check(&o, counts[at]);
        gl_orderer_close(&o);
        gl_suite_close(&suite);
    }
}

static bool suite_has_compute(void)
{
    gl_suite_open(&suite);
    gl_suite_close(&suite);
    return harness.limits.has_compute;
}

// Bindings of 256 KiB: a piece is one tile of 1024 elements of 248 bytes, or some of 60
// bytes, and runs take as many as they need; 40,000 depths of a view fit, but not those
// of two.
TEST(records_of_any_input_are_bound_in_pieces_and_depths_view_by_view)
{
    const glsort_field records = {.offset = 8, .stride = 248};
    const glsort_order_desc rows[] = {
        {.max_count = 5000, .max_views = 2, .position = {.offset = 8, .stride = 60}},
        {.max_count = 20000,
         .position = {.offset = 8, .stride = 248},
         .count_source = GLSORT_COUNT_FROM_BUFFER,
         .cull = GLSORT_CULL_FRUSTUM,
         .flags = GLSORT_ORDER_WRITES_VISIBLE},
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
    // The outputs of all views together exceed 16 KiB, those of one do not.
    const glsort_order_desc views = {.max_count = MOST,
                                     .max_views = 8,
                                     .tuning = tuning_named(GLSORT_ALGORITHM_RANK),
                                     .flags = GLSORT_ORDER_WRITES_DEPTHS};
    if (!suite_has_compute())
        skip();
    check_limited((struct gl_forced_limits){.storage_block = 1 << 18}, rows,
                  sizeof rows / sizeof rows[0], GLSORT_BACKEND_COMPUTE);
    check_limited((struct gl_forced_limits){.storage_block = 1 << 14}, &views, 1,
                  GLSORT_BACKEND_COMPUTE);
}

TEST(buffers_beyond_the_largest_buffer_texture_are_copied)
{
    const glsort_field records = {.offset = 8, .stride = 64};
    const glsort_order_desc rows[] = {
        {.max_count = MOST, .position.stride = 64},
        {.max_count = MOST,
         .position = {.format = GLSORT_POSITION_F16, .stride = 68},
         .cull = GLSORT_CULL_FRUSTUM,
         .radius_source = GLSORT_RADIUS_PER_ELEMENT,
         .radius = records,
         .dead = {.test = GLSORT_DEAD_U32_EQUAL, .field = records},
         .count_source = GLSORT_COUNT_FROM_BUFFER,
         .flags = GLSORT_ORDER_WRITES_VISIBLE | GLSORT_ORDER_WRITES_DEPTHS},
        {.max_count = MOST,
         .position = {.offset = 4, .stride = 20},
         .primitive = {.vertices = 3, .index = GLSORT_INDEX_U16},
         .max_vertices = 4000,
         .flags = GLSORT_ORDER_WRITES_ELEMENTS},
        {.max_count = MOST,
         .key_source = GLSORT_KEYS_FROM_F32,
         .max_views = 3,
         .depth = records},
        {.max_count = MOST,
         .key_source = GLSORT_KEYS_FROM_U32,
         .primitive = {.vertices = 2, .key = GLSORT_VERTEX_NEAREST},
         .max_vertices = 9000},
    };
    for (uint32_t way = 0; way < 2; ++way)
        check_limited((struct gl_forced_limits){.buffer_texels = way == 0 ? 8000 : 65536},
                      rows, sizeof rows / sizeof rows[0], GLSORT_BACKEND_FRAGMENT);
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
    static const char only[] = "a buffer texture of this device covers only the first";
    struct gl_orderer o;
    glsort_plan* order = NULL;
    glsort_order_desc desc = {.max_count = 9000,
                              .primitive = {.vertices = 1},
                              .backend = GLSORT_BACKEND_FRAGMENT};
    gl_suite_open_with(&suite, (struct gl_forced_limits){.buffer_texels = 8000});
    assert_int_equal(glsort_order_create(context, &desc, &order),
                     harness.gles ? GLSORT_ERROR_UNSUPPORTED : GLSORT_ERROR_LIMIT);
    if (!harness.gles) { // which needs textures
        assert_non_null(strstr(glsort_last_error(context), only));
        desc.max_count = MOST;
        desc.position.stride = 64;
        gl_orderer_open(&o, &harness, context, &desc, MOST, 5);
        gl_orderer_fill(&o, ORDER_DATA_RANDOM, ORDER_SHARE_0, 1, 6);
        gl_orderer_reset(&o, MOST);
        refuse_run(&o, &o.args, GLSORT_ERROR_LIMIT, only);
        gl_orderer_close(&o);
    }
    gl_suite_close(&suite);
}

TEST(a_count_of_zero_needs_the_command_alone)
{
    while (next_backend()) {
        glsort_order_desc desc = rich();
        struct gl_orderer o;
        open_desc(&o, &desc);
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

// A buffer texture that kept the caller's buffer would keep its memory.
TEST(a_run_lets_go_of_the_buffers_that_it_fetched)
{
    struct gl_orderer o;
    uint32_t seen = 0;
    uint32_t wanted = 0;
    while (next_backend()) {
        open_rich(&o);
        gl_orderer_check(&o, 900);
        // A buffer may be deleted as soon as the run that uses it has returned.
        gl_orderer_reset(&o, 900);
        assert_int_equal(glsort_order_run(o.order, &o.args), GLSORT_OK);
        if (o.positions.width == 0) {
            harness.gl.DeleteBuffers(1, &o.positions.name);
            o.positions.name = gl_buffer_create(&harness, 4 * (size_t)o.positions.total,
                                                o.positions.words);
        }
        gl_orderer_expect(&o, 900);
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
