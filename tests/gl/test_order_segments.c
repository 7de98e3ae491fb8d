// SPDX-License-Identifier: MIT
// Draw orders of segments: every emitter is ordered as an order of its elements alone
// orders them, with a command and a visible count of its own, and nothing else is
// touched.
#include <stdlib.h>
#include <string.h>

#include "gl_orderer.h"
#include "gl_suite.h"

GL_SUITE(.apis = GL_API_ALL);

enum { MOST = 12000, MOST_SEGMENTS = 300, COMMAND_WORDS = 7, FIRST = 5 };

// An order with its emitters.
struct emitters {
    struct gl_orderer o;
    struct gl_area offsets, commands, visible;
    uint32_t offset_list[MOST_SEGMENTS + 1];
    uint32_t segment_count, count;
};

// Short, long and empty ones; before and after them, elements of no segment.
static void make_segments(struct emitters* e)
{
    static const uint32_t lengths[] = {3, 0, 70, 1, 1024, 1025, 0, 2500, 64, 5000};
    uint32_t at = FIRST;
    e->segment_count = 0;
    e->offset_list[0] = at;
    for (uint32_t i = 0; i < sizeof lengths / sizeof lengths[0]; ++i)
        e->offset_list[++e->segment_count] = at += lengths[i];
    for (uint32_t i = 0; i < 200; ++i)
        e->offset_list[++e->segment_count] = at += i * 7 % 13;
    e->count = at + 11;
    assert_true(e->count <= MOST);
}

static void open_emitters(struct emitters* e, const glsort_order_desc* desc,
                          enum gl_order_data data, enum gl_order_share share)
{
    glsort_order_desc d = *desc;
    d.max_count = MOST;
    d.max_segments = MOST_SEGMENTS;
    d.command_stride = d.command == GLSORT_COMMAND_NONE ? 0 : 4 * COMMAND_WORDS;
    gl_orderer_open(&e->o, &harness, context, &d, 0, 3);
    gl_orderer_fill(&e->o, data, share, 1, 17);
    make_segments(e);
    gl_area_create(&e->offsets, &harness, 0, 3, MOST_SEGMENTS + 1);
    gl_area_create(&e->commands, &harness, 0, 5, MOST_SEGMENTS * COMMAND_WORDS);
    gl_area_create(&e->visible, &harness, 0, 7, MOST_SEGMENTS);
}

static void close_emitters(struct emitters* e)
{
    gl_area_destroy(&e->offsets);
    gl_area_destroy(&e->commands);
    gl_area_destroy(&e->visible);
    gl_orderer_close(&e->o);
    assert_string_equal(mock.trouble, "");
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
}

static glsort_order_args* prepare(struct emitters* e, uint32_t count)
{
    glsort_order_args* args = &e->o.args;
    gl_orderer_reset(&e->o, count);
    gl_area_write(&e->offsets, e->offset_list, e->segment_count + 1);
    gl_area_write(&e->commands, NULL, 0);
    gl_area_write(&e->visible, NULL, 0);
    args->count = count;
    args->segment_count = e->segment_count;
    args->offsets_in = gl_area_resource(&e->offsets);
    if (e->o.desc.command != GLSORT_COMMAND_NONE)
        args->command_out = gl_area_resource(&e->commands);
    if ((e->o.desc.flags & GLSORT_ORDER_WRITES_VISIBLE) != 0)
        args->visible_out = gl_area_resource(&e->visible);
    gl_mock_poison(&mock, 0xDEADBEEFu);
    return args;
}

static void run(struct emitters* e, uint32_t count)
{
    const glsort_order_args* args = prepare(e, count);
    if (glsort_order_run(e->o.order, args) != GLSORT_OK)
        fail_msg("%s", glsort_plan_last_error(e->o.order));
}

// ---- the check ------------------------------------------------------------------------

static const uint32_t* moved(const uint32_t* words, uint32_t stride, uint32_t packed,
                             uint32_t elements)
{
    return words == NULL ? NULL
                         : words + (size_t)elements * (stride != 0 ? stride : packed) / 4;
}

// The order of these elements alone. Positions are 12 bytes, or 8 of 16-bit components.
static void order_alone(const struct emitters* e, uint32_t segment, uint32_t first,
                        uint32_t count, struct order_output* out)
{
    uint32_t* segments = gl_take_words(count + 1);
    glsort_order_desc desc = e->o.desc;
    uint32_t packed = desc.position.format == GLSORT_POSITION_F32 ? 12 : 8;
    struct order_input in = gl_orderer_input(&e->o, count);
    in.desc = &desc;
    in.positions = moved(in.positions, desc.position.stride, packed, first);
    in.radii = moved(in.radii, desc.radius.stride, 4, first);
    in.dead = moved(in.dead, desc.dead.field.stride, 4, first);
    in.matrix_indices = segments;
    for (uint32_t i = 0; i < count; ++i)
        segments[i] = segment;
    desc.max_segments = 0;
    order_reference(&in, 0, out);
    free(segments);
}

static void check_command(struct emitters* e, uint32_t segment, const uint32_t* wanted,
                          uint32_t first)
{
    glsort_command command = e->o.desc.command;
    bool instances = command == GLSORT_COMMAND_DRAW_ARRAYS_INSTANCES ||
                     command == GLSORT_COMMAND_DRAW_ELEMENTS_INSTANCES;
    uint32_t words = order_command_words(command);
    bool has_base = gl_order_has_base_instance(&harness);
    uint32_t begin = !instances ? 2 : has_base ? words - 1 : words; // words: none
    const uint32_t at = e->commands.lead + segment * COMMAND_WORDS;
    uint32_t expected[COMMAND_WORDS]; // words after the command are guards
    memcpy(expected, e->commands.words + at, sizeof expected);
    for (uint32_t i = 0; i < words; ++i)
        expected[i] = wanted[i] + (i == begin ? first : 0);
    for (uint32_t i = 0; i < COMMAND_WORDS; ++i)
        if (e->commands.read[at + i] != expected[i])
            fail_msg("segment %u: word %u of the command is %u, not %u", segment, i,
                     e->commands.read[at + i], expected[i]);
}

static void check_segment(struct emitters* e, uint32_t segment, struct order_output* out)
{
    uint32_t first = e->offset_list[segment];
    uint32_t count = e->offset_list[segment + 1] - first;
    bool depths = (e->o.desc.flags & GLSORT_ORDER_WRITES_DEPTHS) != 0;
    const uint32_t* order = e->o.order_out.read + e->o.order_out.lead + first;
    const uint32_t* keys = e->o.depths_out.read + e->o.depths_out.lead + first;
    order_alone(e, segment, first, count, out);
    for (uint32_t i = 0; i < out->visible; ++i) {
        if (order[i] != first + out->order[i])
            fail_msg("segment %u of %u: element %u is %u, not %u", segment, count, i,
                     order[i], first + out->order[i]);
        if (depths && keys[i] != out->depths[i])
            fail_msg("segment %u of %u: depth %u is wrong", segment, count, i);
    }
    if ((e->o.desc.flags & GLSORT_ORDER_WRITES_VISIBLE) != 0)
        assert_int_equal(e->visible.read[e->visible.lead + segment], out->visible);
    if (e->o.desc.command != GLSORT_COMMAND_NONE)
        check_command(e, segment, out->command, first);
}

static void check_run(struct emitters* e)
{
    char trouble[300];
    struct order_output out = {.order = gl_take_words(MOST),
                               .depths = gl_take_words(MOST)};
    run(e, e->count);
    gl_area_fetch(&e->o.order_out);
    gl_area_fetch(&e->commands);
    gl_area_fetch(&e->visible);
    if ((e->o.desc.flags & GLSORT_ORDER_WRITES_DEPTHS) != 0)
        gl_area_fetch(&e->o.depths_out);
    for (uint32_t i = 0; i < e->segment_count; ++i)
        check_segment(e, i, &out);
    if (!gl_area_guards_hold(&e->o.order_out, e->count, trouble, sizeof trouble) ||
        !gl_area_guards_hold(&e->visible, e->segment_count, trouble, sizeof trouble) ||
        !gl_area_guards_hold(&e->commands, e->segment_count * COMMAND_WORDS, trouble,
                             sizeof trouble) ||
        !gl_area_check(&e->offsets, e->offset_list, e->segment_count + 1, "offsets_in",
                       trouble, sizeof trouble))
        fail_msg("%s", trouble);
    free(out.order);
    free(out.depths);
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
            struct emitters e;
            open_emitters(&e, &shapes[shape], (enum gl_order_data)data, ORDER_SHARE_50);
            check_run(&e);
            close_emitters(&e);
        }
}

TEST(emitters_come_and_go_between_runs)
{
    struct emitters e;
    need_compute();
    open_emitters(&e, &shapes[1], ORDER_DATA_RANDOM, ORDER_SHARE_0);
    check_run(&e);
    e.segment_count = 3;
    check_run(&e);
    e.count = e.offset_list[3]; // none after them
    check_run(&e);
    e.segment_count = 0;
    check_run(&e);
    memset(e.offset_list, 0, sizeof e.offset_list);
    e.segment_count = MOST_SEGMENTS; // all empty
    check_run(&e);
    make_segments(&e);
    check_run(&e);
    close_emitters(&e);
}

// Without elements every command draws none, and no input is needed.
TEST(no_elements_are_drawn_by_no_emitter)
{
    struct emitters e;
    need_compute();
    open_emitters(&e, &shapes[0], ORDER_DATA_RANDOM, ORDER_SHARE_0);
    glsort_order_args* args = prepare(&e, 0);
    args->positions = args->offsets_in = args->order_out = (glsort_resource){0};
    assert_int_equal(glsort_order_run(e.o.order, args), GLSORT_OK);
    gl_area_fetch(&e.commands);
    for (uint32_t i = 0; i < e.segment_count; ++i)
        assert_int_equal(e.commands.read[e.commands.lead + i * COMMAND_WORDS], 0);
    close_emitters(&e);
}

// Of shapes[1], whose commands are those of glDrawArrays: count, instances, first, base.
static void expect_draws_within_count(struct emitters* e)
{
    gl_area_fetch(&e->commands);
    for (uint32_t i = 0; i < e->segment_count; ++i) {
        const uint32_t* command = e->commands.read + e->commands.lead + i * COMMAND_WORDS;
        if (command[0] > e->count || command[2] > e->count - command[0])
            fail_msg("segment %u: draws %u elements from %u, but there are %u", i,
                     command[0], command[2], e->count);
    }
}

// Offsets that decrease or run past the end: only what is not specified differs.
TEST(broken_offsets_touch_nothing_else)
{
    need_compute();
    for (uint32_t way = 0; way < 2; ++way) {
        char trouble[300];
        struct emitters e;
        open_emitters(&e, &shapes[1], ORDER_DATA_RANDOM, ORDER_SHARE_0);
        for (uint32_t i = 0; i <= e.segment_count; ++i)
            e.offset_list[i] = way == 0 ? MOST - i * 3 : i * 0x01234567u;
        run(&e, e.count);
        if (!gl_area_guards_hold(&e.o.order_out, e.count, trouble, sizeof trouble) ||
            !gl_area_guards_hold(&e.o.depths_out, e.count, trouble, sizeof trouble) ||
            !gl_area_guards_hold(&e.commands, e.segment_count * COMMAND_WORDS, trouble,
                                 sizeof trouble))
            fail_msg("%s", trouble);
        expect_draws_within_count(&e);
        make_segments(&e);
        check_run(&e);
        close_emitters(&e);
    }
}
