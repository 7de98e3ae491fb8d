// SPDX-License-Identifier: MIT
// Orders of positions that GLSL of the caller's own computes. One text serves all
// backends; its arithmetic is exact here, so the order is that of the CPU.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gl_data.h"
#include "gl_orderer.h"
#include "gl_suite.h"
#include "handles.h"
#include "plans.h"
#include "shader_table.h"

static struct gl_harness harness;
static struct gl_mock mock;
static glsort_context* context;

// ---- skinned positions ----------------------------------------------------------------

enum { BONES = 7, BONE_WORDS = 12, VERTEX_WORDS = 8 };

// Of a vertex: position, two joints in a word, weight of the first; then a spare word or
// more. A bone is three rows.
static const char skin[] =
    "// The bind pose, moved by two bones.\n"
    "const uint VERTEX = 8u;\n"
    "vec3 by_bone(uint bone, vec3 p)\n"
    "{\n"
    "    uint at = 12u * bone;\n"
    "    vec4 q = vec4(p, 1.0);\n"
    "    return vec3(dot(glsort_floats1(at), q), dot(glsort_floats1(at + 4u), q),\n"
    "                dot(glsort_floats1(at + 8u), q));\n"
    "}\n"
    "vec3 glsort_position(uint element)\n"
    "{\n"
    "    uint at = VERTEX * element;\n"
    "    vec3 p = glsort_floats0(at).xyz;\n"
    "    uint joints = glsort_word0(at + 3u);\n"
    "    float weight = glsort_float0(at + 4u);\n"
    "    vec3 a = by_bone(joints & 255u, p);\n"
    "    vec3 b = by_bone(joints >> 8u & 255u, p);\n"
    "    return weight * a + (1.0 - weight) * b + glsort_param(15u) * vec3(1.0, 0.5, "
    "0.0);\n"
    "}\n";

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// A multiple of 1/8 from -1 to 1, so that nothing is rounded.
static float eighth(uint64_t* seed)
{
    return (float)((int32_t)(gl_random(seed) % 17) - 8) / 8.0f;
}

struct skinned {
    struct gl_orderer orderer;
    struct gl_area vertices, bones;
    uint32_t* vertex_words;
    uint32_t bone_words[BONES * BONE_WORDS];
};

static bool is_float_texture(const glsort_order_desc* d, uint32_t buffer)
{
    return (d->textures & ((uint32_t)GLSORT_ORDER_TEXTURE_CODE_0 << buffer)) != 0 &&
           d->code.texel_words[buffer] == 0;
}

static void open_buffer(struct gl_area* area, const glsort_order_desc* d, uint32_t buffer,
                        uint32_t words)
{
    const uint32_t n = d->code.texel_words[buffer];
    if ((d->textures & ((uint32_t)GLSORT_ORDER_TEXTURE_CODE_0 << buffer)) == 0)
        gl_area_create(area, &harness, 0, 11 + buffer, words);
    else if (is_float_texture(d, buffer))
        gl_area_create_floats(area, &harness, 37, 4, words / 4);
    else
        gl_area_create_wide(area, &harness, 29, n, 0, words / n);
}

static void bend(const float* rows, const float* p, float* moved)
{
    for (int i = 0; i < 3; ++i)
        moved[i] = rows[4 * i] * p[0] + rows[4 * i + 1] * p[1] + rows[4 * i + 2] * p[2] +
                   rows[4 * i + 3];
}

// What the text computes.
static void pose(const struct skinned* s, uint32_t vertex, float shift, float* posed)
{
    const uint32_t* words = s->vertex_words + (size_t)VERTEX_WORDS * vertex;
    const float p[3] = {float_of(words[0]), float_of(words[1]), float_of(words[2])};
    const float weight = float_of(words[4]);
    const uint32_t joints = words[3];
    const uint32_t bones[] = {joints & 255, joints >> 8 & 255};
    float rows[2][BONE_WORDS], moved[2][3];
    for (int b = 0; b < 2; ++b) {
        for (int i = 0; i < BONE_WORDS; ++i)
            rows[b][i] = float_of(s->bone_words[bones[b] * BONE_WORDS + (uint32_t)i]);
        bend(rows[b], p, moved[b]);
    }
    for (int i = 0; i < 3; ++i)
        posed[i] = weight * moved[0][i] + (1.0f - weight) * moved[1][i] +
                   shift * (i == 0   ? 1.0f
                            : i == 1 ? 0.5f
                                     : 0.0f);
}

// Also poses the positions that the reference takes.
static void fill_skin(struct skinned* s, uint32_t views, uint64_t seed)
{
    struct gl_orderer* o = &s->orderer;
    const float shift = eighth(&seed);
    gl_orderer_fill(o, ORDER_DATA_RANDOM, ORDER_SHARE_50, views, seed);
    for (uint32_t i = 0; i < BONES * BONE_WORDS; ++i)
        s->bone_words[i] = bits_of(eighth(&seed) / 2.0f);
    for (uint32_t v = 0; v < o->vertices; ++v) {
        uint32_t* words = s->vertex_words + (size_t)VERTEX_WORDS * v;
        for (int i = 0; i < 3; ++i)
            words[i] = bits_of(eighth(&seed));
        words[3] = (uint32_t)gl_random(&seed) % BONES | (uint32_t)gl_random(&seed) % BONES
                                                            << 8;
        words[4] = bits_of((float)(gl_random(&seed) % 5) / 4.0f);
        float posed[3];
        pose(s, v, shift, posed);
        for (uint32_t i = 0; i < 3; ++i)
            o->position_words[3 * v + i] = bits_of(posed[i]);
    }
    gl_area_write(&o->positions, o->position_words, o->positions.room);
    gl_area_write(&s->vertices, s->vertex_words, s->vertices.room);
    gl_area_write(&s->bones, s->bone_words, s->bones.room);
    o->args.code = (glsort_order_code_args){
        .buffers = {gl_area_resource(&s->vertices), gl_area_resource(&s->bones)},
        .words = {VERTEX_WORDS * o->vertices, BONES * BONE_WORDS},
    };
    o->args.code.params[15] = shift;
}

static void open_skinned(struct skinned* s, glsort_order_desc* d, uint32_t vertices,
                         uint64_t seed)
{
    d->code.text = skin;
    d->code.buffer_count = 2;
    gl_orderer_open(&s->orderer, &harness, context, d, vertices, seed);
    const uint32_t words = VERTEX_WORDS * s->orderer.vertices;
    s->vertex_words = gl_take_words(words);
    open_buffer(&s->vertices, d, 0, words);
    open_buffer(&s->bones, d, 1, BONES * BONE_WORDS);
}

static void close_skinned(struct skinned* s)
{
    gl_area_destroy(&s->vertices);
    gl_area_destroy(&s->bones);
    free(s->vertex_words);
    gl_orderer_close(&s->orderer);
}

// Inputs on GLES in fragment passes are textures: here of words of every size, and of
// floats.
static void put_in_textures(glsort_order_desc* d, uint32_t texel_words)
{
    d->textures |= GLSORT_ORDER_TEXTURE_CODE_0 | GLSORT_ORDER_TEXTURE_CODE_1;
    d->code.texel_words[0] = texel_words;
    d->code.texel_words[1] = texel_words == 2 ? 4 : 0;
    if ((d->flags & GLSORT_ORDER_LISTED) != 0 && d->primitive.vertices > 0)
        d->textures |= GLSORT_ORDER_TEXTURE_INDICES;
    if (d->dead.test != GLSORT_DEAD_NONE)
        d->textures |= GLSORT_ORDER_TEXTURE_DEAD;
    d->dead.field = (glsort_field){0};
}

static void check_skinned(glsort_order_desc d, uint32_t texel_words, uint64_t seed)
{
    const uint32_t views = d.max_views == 0 ? 1 : d.max_views;
    const uint32_t most = d.max_count;
    struct skinned s;
    const bool draws = texel_words > 0 || !harness.has_compute;
    if (texel_words > 0)
        put_in_textures(&d, texel_words);
    if (draws && (harness.limits.version < (harness.gles ? 310u : 400u)))
        d.command = d.instance_vertices = 0;
    d.max_vertices = d.primitive.vertices > 0 ? 300 : 0;
    d.max_vertices = (d.flags & GLSORT_ORDER_LISTED) != 0 ? most : d.max_vertices;
    open_skinned(&s, &d, 300, seed);
    const uint32_t counts[] = {most, 1, most / 3, most};
    for (uint32_t i = 0; i < 4; ++i) {
        fill_skin(&s, 1 + i % views, seed + i);
        gl_orderer_check(&s.orderer, counts[i]);
    }
    close_skinned(&s);
}

static void positions_of_a_skin_give_the_order_of_the_cpu(void** state)
{
    const uint32_t visible = GLSORT_ORDER_WRITES_VISIBLE;
    const glsort_order_desc list[] = {
        {.max_count = 700, .flags = GLSORT_ORDER_WRITES_DEPTHS},
        {.max_count = 6000},
        {.max_count = 900, .cull = GLSORT_CULL_FRUSTUM, .flags = visible},
        {.max_count = 5000,
         .max_views = 3,
         .cull = GLSORT_CULL_FRUSTUM,
         .flags = visible,
         .command = GLSORT_COMMAND_DRAW_ARRAYS_INSTANCES,
         .instance_vertices = 4},
        {.max_count = 800,
         .primitive = {.vertices = 3, .key = GLSORT_VERTEX_FARTHEST},
         .cull = GLSORT_CULL_FRUSTUM,
         .flags = visible | GLSORT_ORDER_FILLS_REST,
         .command = GLSORT_COMMAND_DRAW_ELEMENTS},
        {.max_count = 3000,
         .primitive = {.vertices = 2, .index = GLSORT_INDEX_U16},
         .max_views = 2},
        {.max_count = 600, .count_source = GLSORT_COUNT_FROM_BUFFER, .flags = visible},
        {.max_count = 600,
         .count_source = GLSORT_COUNT_FROM_BUFFER,
         .cull = GLSORT_CULL_FRUSTUM,
         .flags = visible},
        {.max_count = 600, .flags = GLSORT_ORDER_LISTED | visible},
        {.max_count = 500,
         .primitive = {.vertices = 3},
         .flags = GLSORT_ORDER_LISTED | visible},
        {.max_count = 1200,
         .metric = GLSORT_METRIC_DISTANCE,
         .key_bits = 16,
         .direction = GLSORT_FRONT_TO_BACK},
    };
    for (uint32_t i = 0; i < sizeof list / sizeof list[0]; ++i) {
        const bool on_gles = harness.gles && !harness.has_compute;
        if (!on_gles)
            check_skinned(list[i], 0, 3 * i + 1);
        if (i % 2 == 0 || on_gles || gl_test_all())
            check_skinned(list[i], 1u << i % 3, 3 * i + 2);
    }
}

static void a_dead_field_and_radii_stand_beside_the_code(void** state)
{
    glsort_order_desc d = {.max_count = 900,
                           .dead = {.test = GLSORT_DEAD_U32_EQUAL, .u32 = 1},
                           .flags = GLSORT_ORDER_WRITES_VISIBLE};
    if (harness.has_compute || !harness.gles)
        check_skinned(d, 0, 5);
    check_skinned(d, 4, 6);
}

// ---- segments -------------------------------------------------------------------------

static void segments_are_ordered_as_by_positions_in_a_buffer(void** state)
{
    enum { ELEMENTS = 900, SEGMENTS = 4 };
    static const uint32_t offsets[SEGMENTS + 1] = {0, 300, 310, 750, ELEMENTS};
    static float positions[3 * ELEMENTS];
    uint32_t orders[2][ELEMENTS];
    uint64_t seed = 3;
    if (!harness.has_compute)
        return;
    for (uint32_t i = 0; i < 3 * ELEMENTS; ++i)
        positions[i] = eighth(&seed) + eighth(&seed) / 64.0f;
    const GLuint input = gl_buffer_create(&harness, sizeof positions, positions);
    const GLuint starts = gl_buffer_create(&harness, sizeof offsets, offsets);
    const GLuint output = gl_buffer_create(&harness, sizeof orders[0], NULL);
    for (uint32_t by_code = 0; by_code < 2; ++by_code) {
        glsort_order_desc d = {.max_count = ELEMENTS, .max_segments = SEGMENTS};
        glsort_order_args args = {.count = ELEMENTS,
                                  .segment_count = SEGMENTS,
                                  .offsets_in.name = starts,
                                  .views[0] = {.axis = {0.5f, 0.25f, 1.0f}},
                                  .order_out.name = output};
        glsort_plan* plan = NULL;
        if (by_code != 0) {
            d.code.text = "vec3 glsort_position(uint e)\n"
                          "{ return glsort_floats0(3u * e).xyz; }";
            d.code.buffer_count = 1;
            args.code.buffers[0].name = input;
            args.code.words[0] = 3 * ELEMENTS;
        } else {
            args.positions.name = input;
        }
        if (glsort_order_create(context, &d, &plan) != GLSORT_OK ||
            glsort_order_run(plan, &args) != GLSORT_OK)
            fail_msg("%s", glsort_last_error(context));
        gl_buffer_read(&harness, output, 0, sizeof orders[0], orders[by_code]);
        glsort_plan_destroy(plan);
    }
    assert_memory_equal(orders[0], orders[1], sizeof orders[0]);
    const GLuint names[] = {input, starts, output};
    harness.gl.DeleteBuffers(3, names);
}

// ---- a row of points ------------------------------------------------------------------

// Points along z, by the parameter: 1 to be drawn from the last one on, -1 from the
// first.
static const char row[] = "vec3 glsort_position(uint element)\n"
                          "{\n"
                          "    float z = float(element) * glsort_param(0u);\n"
                          "    return vec3(0.0, 0.0, z);\n"
                          "}\n";

enum { POINTS = 300 };

static glsort_result create_as(glsort_context* of, const char* text, uint32_t flags,
                               glsort_plan** plan)
{
    const glsort_order_desc d = {.max_count = POINTS, .code.text = text, .flags = flags};
    return glsort_order_create(of, &d, plan);
}

static glsort_plan* create(const char* text)
{
    glsort_plan* plan = NULL;
    const glsort_result result = create_as(context, text, 0, &plan);
    if (result != GLSORT_OK)
        fail_msg("%s", glsort_last_error(context));
    return plan;
}

static glsort_order_args args_of(GLuint out, float param)
{
    return (glsort_order_args){
        .count = POINTS,
        .code.params = {param},
        .views[0] = {.axis = {0.0f, 0.0f, 1.0f}},
        .order_out.name = out,
    };
}

// Runs the plan and reads the order.
static void order_of(glsort_plan* plan, const glsort_order_args* args, uint32_t* order)
{
    const glsort_result result = glsort_order_run(plan, args);
    if (result != GLSORT_OK)
        fail_msg("%s", glsort_plan_last_error(plan));
    gl_buffer_read(&harness, args->order_out.name, 0, 4 * args->count, order);
}

static void expect_row(glsort_plan* plan, float param, bool backwards)
{
    uint32_t order[POINTS];
    const GLuint out = gl_buffer_create(&harness, sizeof order, NULL);
    const glsort_order_args args = args_of(out, param);
    order_of(plan, &args, order);
    for (uint32_t i = 0; i < POINTS; ++i)
        assert_int_equal(order[i], backwards ? POINTS - 1 - i : i);
    harness.gl.DeleteBuffers(1, &out);
}

static void a_text_needs_no_buffer_and_parameters_change_with_every_run(void** state)
{
    glsort_plan* plan = create(row);
    expect_row(plan, 1.0f, true);
    expect_row(plan, -1.0f, false);
    expect_row(plan, 0.25f, true);
    glsort_plan_destroy(plan);
}

static void two_plans_with_two_texts_keep_them_apart(void** state)
{
    static const char other[] = "vec3 glsort_position(uint e)\n"
                                "{ return vec3(0.0, 0.0, -float(e)); }";
    glsort_plan* plans[] = {create(row), create(other), create(row)};
    for (uint32_t i = 0; i < 6; ++i)
        expect_row(plans[i % 3], 1.0f, i % 3 != 1);
    glsort_plan_destroy(plans[0]);
    expect_row(plans[2], 1.0f, true);
    expect_row(plans[1], 1.0f, false);
    glsort_plan_destroy(plans[1]);
    glsort_plan_destroy(plans[2]);
}

static void the_text_of_the_caller_may_be_gone_before_it_is_compiled(void** state)
{
    glsort_plan* plan = NULL;
    char* text = malloc(sizeof row);
    assert_non_null(text);
    memcpy(text, row, sizeof row);
    assert_int_equal(create_as(context, text, GLSORT_PLAN_CREATE_IN_STEPS, &plan),
                     GLSORT_OK);
    memset(text, '#', sizeof row - 1);
    free(text);
    while (glsort_plan_poll(plan) == GLSORT_NOT_READY)
        continue;
    assert_int_equal(glsort_plan_finish(plan), GLSORT_OK);
    expect_row(plan, 1.0f, true);
    assert_int_equal(glsort_plan_warm(plan), GLSORT_OK);
    expect_row(plan, -1.0f, false);
    glsort_plan_destroy(plan);
}

// ---- programs -------------------------------------------------------------------------

// True if a plan with this text is created without a shader.
static bool needs_no_shader(glsort_context* of, const char* text)
{
    glsort_plan* plan = NULL;
    gl_mock_fail(&mock, FAULT_CREATE_SHADER, 1);
    const bool created = create_as(of, text, 0, &plan) == GLSORT_OK;
    assert_int_equal(created, mock.fault_seen == 0);
    gl_mock_fail(&mock, FAULT_NONE, 0);
    glsort_plan_destroy(plan);
    return created;
}

static void the_same_text_is_compiled_once(void** state)
{
    char copy[sizeof row], other[sizeof row];
    memcpy(copy, row, sizeof row);
    memcpy(other, row, sizeof row);
    *strchr(other, '{') = ' '; // what no hash of a part would see
    strchr(other, '\n')[1] = '{';
    glsort_plan* plan = create(row);
    assert_true(needs_no_shader(context, copy));
    glsort_plan_destroy(plan);
    assert_true(needs_no_shader(context, copy));
    other[sizeof other - 2] = ' ';
    assert_false(needs_no_shader(context, other));
}

static void what_buffers_are_is_a_part_of_a_text(void** state)
{
    static const char text[] = "vec3 glsort_position(uint e)\n"
                               "{ return vec3(glsort_float0(e)); }";
    const glsort_order_desc d = {.max_count = POINTS,
                                 .code = {.text = text, .buffer_count = 1},
                                 .textures = GLSORT_ORDER_TEXTURE_CODE_0};
    glsort_plan* plans[2];
    assert_int_equal(glsort_order_create(context, &d, &plans[0]), GLSORT_OK);
    glsort_order_desc words = d;
    words.code.texel_words[0] = 1;
    gl_mock_fail(&mock, FAULT_CREATE_SHADER, 1);
    assert_int_equal(glsort_order_create(context, &words, &plans[1]),
                     GLSORT_ERROR_SHADER);
    gl_mock_fail(&mock, FAULT_NONE, 0);
    assert_int_equal(glsort_order_create(context, &words, &plans[1]), GLSORT_OK);
    glsort_plan_destroy(plans[0]);
    glsort_plan_destroy(plans[1]);
}

static void saved_programs_are_those_of_the_same_text(void** state)
{
    static const char other[] = "vec3 glsort_position(uint e) { return vec3(1.0); }";
    glsort_context* second = NULL;
    size_t bytes = 0;
    if (harness.api != GL_API_43 && !harness.gles)
        return; // no program binaries
    glsort_plan* plans[] = {create("vec3 glsort_position(uint e) { return vec3(2.0); }"),
                            create(row)};
    assert_int_equal(glsort_context_programs(context, NULL, &bytes), GLSORT_OK);
    void* blob = malloc(bytes);
    assert_int_equal(glsort_context_programs(context, blob, &bytes), GLSORT_OK);
    const glsort_context_desc desc = {.get_proc = gl_mock_get_proc,
                                      .get_proc_user = &mock,
                                      .programs = blob,
                                      .programs_bytes = bytes};
    assert_int_equal(glsort_context_create(&desc, &second), GLSORT_OK);
    assert_true(needs_no_shader(second, row));
    assert_false(needs_no_shader(second, other));
    glsort_plan* of_blob = NULL;
    assert_int_equal(create_as(second, row, 0, &of_blob), GLSORT_OK);
    expect_row(of_blob, 1.0f, true);
    glsort_context_destroy(second);
    assert_int_not_equal(glsort_plan_finish(of_blob), GLSORT_OK);
    glsort_plan_destroy(of_blob);
    glsort_plan_destroy(plans[0]);
    glsort_plan_destroy(plans[1]);
    free(blob);
}

static void plans_in_creation_share_a_text(void** state)
{
    const uint32_t steps = GLSORT_PLAN_CREATE_IN_STEPS;
    glsort_plan *a = NULL, *b = NULL;
    assert_int_equal(create_as(context, row, steps, &a), GLSORT_OK);
    assert_int_equal(create_as(context, row, steps, &b), GLSORT_OK);
    glsort_plan_destroy(a);
    assert_int_equal(glsort_plan_finish(b), GLSORT_OK);
    expect_row(b, 1.0f, true);
    glsort_plan_destroy(b);
}

// The mock counts what is left.
static void texts_that_no_plan_uses_make_room(void** state)
{
    enum { TEXTS = PROGRAM_CODES + 1 };
    glsort_plan* plans[TEXTS] = {NULL};
    char text[128];
    if (harness.api != GL_API_43)
        return;
    for (uint32_t i = 0; i < TEXTS; ++i) {
        snprintf(text, sizeof text,
                 "vec3 glsort_position(uint e) { return vec3(0, 0, %u.0 - float(e)); }",
                 i);
        const glsort_result result =
            create_as(context, text, GLSORT_PLAN_CREATE_IN_STEPS, &plans[i]);
        assert_int_equal(result, i < PROGRAM_CODES ? GLSORT_OK : GLSORT_ERROR_LIMIT);
    }
    assert_non_null(strstr(glsort_last_error(context), "64 different code.text"));
    glsort_plan_destroy(plans[7]);
    assert_int_equal(create_as(context, text, 0, &plans[7]), GLSORT_OK);
    expect_row(plans[7], 1.0f, false);
    assert_int_equal(glsort_plan_finish(plans[8]), GLSORT_OK);
    expect_row(plans[8], 1.0f, false);
    for (uint32_t i = 0; i < TEXTS; ++i)
        glsort_plan_destroy(plans[i]);
}

// ---- memory ---------------------------------------------------------------------------

struct heap {
    uint32_t left; // allocations that succeed
    int live;
};

static void* take(void* user, size_t bytes)
{
    struct heap* heap = user;
    if (heap->left == 0)
        return NULL;
    --heap->left;
    ++heap->live;
    return calloc(1, bytes);
}

static void give(void* user, void* block, size_t bytes)
{
    struct heap* heap = user;
    --heap->live;
    free(block);
}

static void a_creation_without_memory_leaves_nothing_behind(void** state)
{
    struct heap heap = {.left = UINT32_MAX};
    const glsort_context_desc desc = {.get_proc = gl_mock_get_proc,
                                      .get_proc_user = &mock,
                                      .allocator = {take, give, &heap}};
    glsort_context* own = NULL;
    glsort_plan* plan = NULL;
    glsort_result result = GLSORT_ERROR_HOST_MEMORY;
    assert_int_equal(glsort_context_create(&desc, &own), GLSORT_OK);
    const int live = heap.live;
    uint32_t tries = 0;
    for (; result == GLSORT_ERROR_HOST_MEMORY; ++tries) {
        heap.left = tries;
        result = create_as(own, row, 0, &plan);
        if (result != GLSORT_OK)
            assert_int_equal(heap.live, live);
    }
    assert_int_equal(result, GLSORT_OK);
    assert_true(tries > 5);
    heap.left = UINT32_MAX;
    expect_row(plan, 1.0f, true);
    glsort_plan_destroy(plan);
    assert_int_equal(heap.live, live + 1); // the text, for the next plan
    glsort_context_destroy(own);
    assert_int_equal(heap.live, 0);
}

// ---- errors ---------------------------------------------------------------------------

static void expect_line(const char* text, const char* place)
{
    glsort_plan* plan = NULL;
    assert_int_equal(create_as(context, text, 0, &plan), GLSORT_ERROR_SHADER);
    assert_null(plan);
    if (strstr(glsort_last_error(context), place) == NULL)
        fail_msg("\"%s\" does not name %s", glsort_last_error(context), place);
    assert_int_equal(create_as(context, text, GLSORT_PLAN_CREATE_IN_STEPS, &plan),
                     GLSORT_OK);
    glsort_result result;
    do
        result = glsort_plan_poll(plan);
    while (result == GLSORT_NOT_READY);
    assert_int_equal(result, GLSORT_ERROR_SHADER);
    assert_non_null(strstr(glsort_plan_last_error(plan), place));
    glsort_plan_destroy(plan);
}

static void an_error_has_the_line_of_the_caller(void** state)
{
    expect_line("vec3 glsort_position(uint element)\n"
                "{\n"
                "    float unset;\n"
                "    float warned = unset;\n"
                "    // and a comment\n"
                "    return vec3(warned, unknown, 0.0);\n"
                "}\n",
                "code.text:6");
    expect_line("\n\nvec3 glsort_position(uint element) { return vec2(0.0); }",
                "code.text:3");
    expect_line("const float one = 1.0;\nuint run = 1u;\n"
                "vec3 glsort_position(uint element) { return vec3(one); }\n",
                "code.text:2");
    expect_line("vec3 glsort_position(uint element)\n{\n    return vec3(0.0);\n",
                "code.text:");
    expect_line("float glsort_position(uint element)\n{\n    return 0.0;\n}\n",
                "code.text:1");
}

// ---- arguments ------------------------------------------------------------------------

static const char reads[] = "vec3 glsort_position(uint element)\n"
                            "{\n"
                            "    return vec3(0.0, 0.0, float(glsort_word0(element)));\n"
                            "}\n";

static void expect_refused(glsort_plan* plan, const glsort_order_args* args,
                           glsort_result wanted, const char* words)
{
    const glsort_result result = glsort_order_run(plan, args);
    if (result != wanted || strstr(glsort_plan_last_error(plan), words) == NULL)
        fail_msg("%s, \"%s\" instead of \"%s\"", glsort_result_name(result),
                 glsort_plan_last_error(plan), words);
}

// A plan with `reads`, and what it reads: a buffer, or where there is none a texture.
struct reading {
    glsort_plan* plan;
    struct gl_area words;
    GLuint out;
    glsort_order_args args;
};

static void open_reading(struct reading* r)
{
    const bool texture = harness.gles && !harness.has_compute;
    uint32_t values[POINTS];
    const glsort_order_desc d = {
        .max_count = POINTS,
        .code = {.text = reads, .buffer_count = 1, .texel_words = {texture}},
        .textures = texture ? GLSORT_ORDER_TEXTURE_CODE_0 : 0};
    assert_int_equal(glsort_order_create(context, &d, &r->plan), GLSORT_OK);
    for (uint32_t i = 0; i < POINTS; ++i)
        values[i] = i + 1;
    gl_area_create(&r->words, &harness, texture ? 17 : 0, texture ? 0 : 5, POINTS);
    gl_area_write(&r->words, values, POINTS);
    r->out = gl_buffer_create(&harness, 4 * POINTS, NULL);
    r->args = args_of(r->out, 0.0f);
    r->args.code.buffers[0] = gl_area_resource(&r->words);
    r->args.code.words[0] = POINTS;
}

static void close_reading(struct reading* r)
{
    harness.gl.DeleteBuffers(1, &r->out);
    gl_area_destroy(&r->words);
    glsort_plan_destroy(r->plan);
}

static void words_after_those_of_the_run_read_as_zero(void** state)
{
    uint32_t order[POINTS];
    struct reading r;
    open_reading(&r);
    for (uint32_t words = 1; words <= POINTS; words += 59) {
        r.args.code.words[0] = words;
        order_of(r.plan, &r.args, order);
        for (uint32_t i = 0; i < POINTS; ++i)
            assert_int_equal(order[i], i < words ? words - 1 - i : i);
    }
    close_reading(&r);
}

static void what_the_text_reads_is_checked_like_other_inputs(void** state)
{
    struct reading r;
    glsort_order_args a;
    open_reading(&r);
    a = r.args;
    a.code.buffers[0] = (glsort_resource){0};
    expect_refused(r.plan, &a, GLSORT_ERROR_ARGUMENT, "code.buffers[0] is not given");
    a = r.args;
    a.code.buffers[1].name = r.out;
    expect_refused(r.plan, &a, GLSORT_ERROR_ARGUMENT, "code.buffers[1] is");
    a = r.args;
    a.positions.name = r.out;
    expect_refused(r.plan, &a, GLSORT_ERROR_ARGUMENT, "does not use it");
    a = r.args;
    a.code.words[0] = 0;
    expect_refused(r.plan, &a, GLSORT_ERROR_RANGE, "code.words[0] is 0");
    a = r.args;
    a.code.words[3] = 1;
    expect_refused(r.plan, &a, GLSORT_ERROR_ARGUMENT, "code.words[3] is 1");
    if (r.words.width == 0) {
        a = r.args;
        a.code.words[0] = 4 * POINTS;
        expect_refused(r.plan, &a, GLSORT_ERROR_RANGE, "code.buffers[0]");
        a = r.args;
        a.order_out.name = r.words.name;
        expect_refused(r.plan, &a, GLSORT_ERROR_ARGUMENT,
                       "code.buffers[0] and order_out overlap in buffer");
        a = r.args;
        a.code.buffers[0].offset = 2;
        expect_refused(r.plan, &a, GLSORT_ERROR_RANGE, "code.buffers[0].offset 2");
    }
    uint32_t order[POINTS];
    order_of(r.plan, &r.args, order);
    assert_int_equal(order[0], POINTS - 1);
    close_reading(&r);
}

// ---- descriptions ---------------------------------------------------------------------

static void the_first_pass_is_described_with_what_it_reads(void** state)
{
    struct reading r;
    glsort_pass_info pass;
    uint32_t order[POINTS];
    open_reading(&r);
    order_of(r.plan, &r.args, order);
    assert_int_equal(glsort_plan_describe(r.plan, POINTS, 0, NULL), GLSORT_OK);
    assert_int_equal(glsort_plan_pass(r.plan, 0, &pass), GLSORT_OK);
    assert_string_equal(pass.shader,
                        harness.has_compute ? "order/order_code.comp" : pass.shader);
    for (uint32_t at = 0;
         strcmp(pass.purpose, "draw positions of the caller's code") != 0 &&
         strcmp(pass.purpose, "positions of the caller's code") != 0;)
        assert_int_equal(glsort_plan_pass(r.plan, ++at, &pass), GLSORT_OK);
    assert_string_equal(pass.defines, "");
    assert_string_equal(pass.uses[0].slot, "code buffer 0");
    assert_int_equal(pass.uses[0].access, GLSORT_READ);
    assert_int_equal(pass.uses[0].range_bytes, 4 * POINTS);
    close_reading(&r);
}

int main(int argc, char** argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_of_a_skin_give_the_order_of_the_cpu),
        cmocka_unit_test(a_dead_field_and_radii_stand_beside_the_code),
        cmocka_unit_test(segments_are_ordered_as_by_positions_in_a_buffer),
        cmocka_unit_test(a_text_needs_no_buffer_and_parameters_change_with_every_run),
        cmocka_unit_test(two_plans_with_two_texts_keep_them_apart),
        cmocka_unit_test(the_text_of_the_caller_may_be_gone_before_it_is_compiled),
        cmocka_unit_test(the_same_text_is_compiled_once),
        cmocka_unit_test(what_buffers_are_is_a_part_of_a_text),
        cmocka_unit_test(saved_programs_are_those_of_the_same_text),
        cmocka_unit_test(plans_in_creation_share_a_text),
        cmocka_unit_test(texts_that_no_plan_uses_make_room),
        cmocka_unit_test(a_creation_without_memory_leaves_nothing_behind),
        cmocka_unit_test(an_error_has_the_line_of_the_caller),
        cmocka_unit_test(words_after_those_of_the_run_read_as_zero),
        cmocka_unit_test(what_the_text_reads_is_checked_like_other_inputs),
        cmocka_unit_test(the_first_pass_is_described_with_what_it_reads),
    };
    const struct gl_suite suite = {
        .harness = &harness, .mock = &mock, .context = &context};
    return gl_suite_run(argc, argv, &suite, tests, sizeof tests / sizeof tests[0]);
}
