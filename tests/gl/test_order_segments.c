// SPDX-License-Identifier: MIT
// Draw orders of segments: every emitter is ordered as an order of its elements alone
// orders them, with a command and a visible count of its own, and nothing else is
// touched.
#include <string.h>

#include "gl_orderer.h"
#include "gl_suite.h"

GL_SUITE(.apis = GL_API_ALL);

enum { MOST = 12000, MOST_SEGMENTS = 300, COMMAND_WORDS = 7, FIRST = 5 };

// Short, long and empty ones; before and after them, elements of no segment. Returns how
// many elements there are.
static uint32_t make_segments(struct gl_orderer* o)
{
    static const uint32_t lengths[] = {3, 0, 70, 1, 1024, 1025, 0, 2500, 64, 5000};
    uint32_t at = FIRST;
    o->segment_count = 0;
    o->offset_list[0] = at;
    for (uint32_t i = 0; i < sizeof lengths / sizeof lengths[0]; ++i)
        o->offset_list[++o->segment_count] = at += lengths[i];
    for (uint32_t i = 0; i < 200; ++i)
        o->offset_list[++o->segment_count] = at += i * 7 % 13;
    assert_true(at + 11 <= MOST);
    return at + 11;
}

static void open_emitters(struct gl_orderer* o, const glsort_order_desc* desc,
                          enum gl_order_data data, enum gl_order_share share)
{
    glsort_order_desc d = *desc;
    d.max_count = MOST;
    d.max_segments = MOST_SEGMENTS;
    d.command_stride = d.command == GLSORT_COMMAND_NONE ? 0 : 4 * COMMAND_WORDS;
    gl_orderer_open(o, &harness, context, &d, 0, 3);
    gl_orderer_fill(o, data, share, 1, 17);
}

static void close_emitters(struct gl_orderer* o)
{
    gl_orderer_close(o);
    assert_string_equal(mock.trouble, "");
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
}

static void check_run(struct gl_orderer* o, uint32_t count)
{
    gl_mock_poison(&mock, 0xDEADBEEFu);
    gl_orderer_check(o, count);
}

// ---- tests ----------------------------------------------------------------------------

// Every command; culling by all that rejects; every metric, format and number of bits.
static const glsort_order_desc shapes[] = {
    {.command = GLSORT_COMMAND_DRAW_ELEMENTS},
    {.command = GLSORT_COMMAND_DRAW_ARRAYS,
     .flags = GLSORT_ORDER_WRITES_DEPTHS | GLSORT_ORDER_WRITES_VISIBLE,
     .direction = GLSORT_FRONT_TO_BACK},
    {.command = GLSORT_COMMAND_DRAW_ARRAYS_INSTANCES,
     .instance_vertices = 4,
     .cull = GLSORT_CULL_FRUSTUM},
    {.command = GLSORT_COMMAND_DRAW_ELEMENTS_INSTANCES,
     .instance_vertices = 6,
     .metric = GLSORT_METRIC_DISTANCE,
     .dead = {.test = GLSORT_DEAD_F32_AT_MOST, .f32 = 0.5f}},
    {.command = GLSORT_COMMAND_DRAW_ARRAYS_INSTANCES,
     .instance_vertices = 3,
     .key_bits = 16,
     .position = {.stride = 20, .offset = 8}},
    {.flags = GLSORT_ORDER_WRITES_VISIBLE,
     .key_bits = 24,
     .position = {.format = GLSORT_POSITION_F16},
     .cull = GLSORT_CULL_FRUSTUM,
     .direction = GLSORT_FRONT_TO_BACK},
    {.command = GLSORT_COMMAND_DRAW_ELEMENTS,
     .flags = GLSORT_ORDER_WRITES_DEPTHS,
     .cull = GLSORT_CULL_FRUSTUM,
     .radius_source = GLSORT_RADIUS_PER_ELEMENT},
    {.flags = GLSORT_ORDER_WRITES_DEPTHS},
    {.command = GLSORT_COMMAND_DRAW_ARRAYS,
     .transform = GLSORT_TRANSFORM_PER_SEGMENT,
     .flags = GLSORT_ORDER_WRITES_DEPTHS | GLSORT_ORDER_WRITES_VISIBLE},
};

enum { SHAPES = sizeof shapes / sizeof shapes[0] };

static void need_compute(void)
{
    if (!harness.has_compute)
        skip();
}

TEST(every_emitter_is_ordered_as_if_it_were_alone)
{
    need_compute();
    for (uint32_t shape = 0; shape < SHAPES; ++shape)
        for (int data = 0; data < ORDER_DATA_COUNT; ++data) {
            struct gl_orderer o;
            open_emitters(&o, &shapes[shape], (enum gl_order_data)data, ORDER_SHARE_50);
            check_run(&o, make_segments(&o));
            close_emitters(&o);
        }
}

TEST(emitters_come_and_go_between_runs)
{
    struct gl_orderer o;
    need_compute();
    open_emitters(&o, &shapes[1], ORDER_DATA_RANDOM, ORDER_SHARE_0);
    const uint32_t count = make_segments(&o);
    check_run(&o, count);
    o.segment_count = 3;
    check_run(&o, count);
    check_run(&o, o.offset_list[3]); // none after them
    o.segment_count = 0;
    check_run(&o, count);
    memset(o.offset_list, 0, 4 * (MOST_SEGMENTS + 1));
    o.segment_count = MOST_SEGMENTS; // all empty
    check_run(&o, count);
    check_run(&o, make_segments(&o));
    close_emitters(&o);
}

// Without elements every command draws none, and no input is needed.
TEST(no_elements_are_drawn_by_no_emitter)
{
    struct gl_orderer o;
    need_compute();
    open_emitters(&o, &shapes[0], ORDER_DATA_RANDOM, ORDER_SHARE_0);
    make_segments(&o);
    gl_orderer_reset(&o, 0);
    o.args.positions = o.args.offsets_in = o.args.order_out = (glsort_resource){0};
    assert_int_equal(glsort_order_run(o.order, &o.args), GLSORT_OK);
    gl_area_fetch(&o.command_out);
    for (uint32_t i = 0; i < o.segment_count; ++i)
        assert_int_equal(o.command_out.read[o.command_out.lead + i * COMMAND_WORDS], 0);
    close_emitters(&o);
}

// Of shapes[1], whose commands are those of glDrawArrays: count, instances, first, base.
static void expect_draws_within(struct gl_orderer* o, uint32_t count)
{
    gl_area_fetch(&o->command_out);
    for (uint32_t i = 0; i < o->segment_count; ++i) {
        const uint32_t* command =
            o->command_out.read + o->command_out.lead + i * COMMAND_WORDS;
        if (command[0] > count || command[2] > count - command[0])
            fail_msg("segment %u: draws %u elements from %u, but there are %u", i,
                     command[0], command[2], count);
    }
}

// Offsets that decrease or run past the end: only what is not specified differs.
TEST(broken_offsets_touch_nothing_else)
{
    need_compute();
    for (uint32_t way = 0; way < 2; ++way) {
        char trouble[300];
        struct gl_orderer o;
        open_emitters(&o, &shapes[1], ORDER_DATA_RANDOM, ORDER_SHARE_0);
        const uint32_t count = make_segments(&o);
        for (uint32_t i = 0; i <= o.segment_count; ++i)
            o.offset_list[i] = way == 0 ? MOST - i * 3 : i * 0x01234567u;
        gl_orderer_reset(&o, count);
        assert_int_equal(glsort_order_run(o.order, &o.args), GLSORT_OK);
        if (!gl_area_guards_hold(&o.order_out, count, trouble, sizeof trouble) ||
            !gl_area_guards_hold(&o.depths_out, count, trouble, sizeof trouble) ||
            !gl_area_guards_hold(&o.command_out, o.segment_count * COMMAND_WORDS, trouble,
                                 sizeof trouble))
            fail_msg("%s", trouble);
        expect_draws_within(&o, count);
        check_run(&o, make_segments(&o));
        close_emitters(&o);
    }
}
