// SPDX-License-Identifier: MIT
// What the arguments of a draw order refuse: each field once, with numbers of which no
// order can be made, and where the descriptor leaves it without use. And what describes
// an order: its expected count, and the strides of its inputs.
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "host_test.h"
#include "order_build.h"
#include "order_check.h"
#include "plans.h"
#include "recipe.h"

#include <glsort/glsort_draw.h>
#include <glsort/glsort_inspect.h>
#include <glsort/glsort.h>

enum { MOST = 1000 };

static void expect(size_t at, glsort_result result, glsort_result wanted,
                   const char* text, const char* call, const char* words)
{
    if (result != wanted)
        fail_msg("row %zu: %s instead of %s: \"%s\"", at, glsort_result_name(result),
                 glsort_result_name(wanted), text);
    if (strncmp(text, call, strlen(call)) != 0 || strcmp(text + strlen(call), words) != 0)
        fail_msg("row %zu: \"%s\" instead of \"%s%s\"", at, text, call, words);
}

#define RANGE GLSORT_ERROR_RANGE
#define FRUSTUM .cull = GLSORT_CULL_FRUSTUM
#define COUNTED .flags = GLSORT_ORDER_WRITES_VISIBLE

// A hint: as of plans, any value is valid, and one above max_count means max_count.
TEST(the_expected_count_is_never_refused)
{
    static const uint32_t hints[] = {0, 1, 1000, 1000001, UINT32_MAX};
    const struct glsort_limits limits = least_limits(430, 0);
    glsort_method methods[5];
    for (size_t i = 0; i < 5; ++i) {
        const glsort_order_desc desc = {.max_count = 1000000,
                                        .count_source = GLSORT_COUNT_FROM_BUFFER,
                                        .expected_count = hints[i]};
        glsort_plan* order = NULL;
        glsort_plan_info info;
        char text[300] = "";
        if (offline_order(&limits, &desc, text, sizeof text, &order) != GLSORT_OK)
            fail_msg("%s", text);
        assert_int_equal(glsort_plan_describe(order, 1, 1, &info), GLSORT_OK);
        methods[i] = info.method;
        glsort_plan_destroy(order);
    }
    assert_int_equal(methods[4], methods[0]);
    assert_int_not_equal(methods[1], methods[0]); // it is followed
}

// ---- uses -----------------------------------------------------------------------------

struct layout {
    const char* slot;
    uint32_t element_bytes, stride_bytes;
};

static uint32_t check_uses(const glsort_pass_info* pass, const struct layout* layouts)
{
    uint32_t seen = 0;
    for (uint32_t i = 0; i < pass->use_count; ++i)
        for (uint32_t at = 0; at < 4; ++at) {
            const glsort_pass_use* use = &pass->uses[i];
            if (strcmp(use->slot, layouts[at].slot) != 0)
                continue;
            assert_int_equal(use->element_bytes, layouts[at].element_bytes);
            assert_int_equal(use->stride_bytes, layouts[at].stride_bytes);
            seen |= 1u << at;
        }
    return seen;
}

static void check_layouts(const struct glsort_limits* limits,
                          const glsort_order_desc* desc, const struct layout* layouts)
{
    glsort_plan* order = NULL;
    glsort_plan_info info;
    glsort_pass_info pass;
    char text[300] = "";
    uint32_t seen = 0;
    if (offline_order(limits, desc, text, sizeof text, &order) != GLSORT_OK)
        fail_msg("%s", text);
    assert_int_equal(glsort_plan_describe(order, desc->max_count, 1, &info), GLSORT_OK);
    for (uint32_t i = 0; i < info.pass_count; ++i) {
        assert_int_equal(glsort_plan_pass(order, i, &pass), GLSORT_OK);
        seen |= check_uses(&pass, layouts);
    }
    assert_int_equal(seen, 15);
    glsort_plan_destroy(order);
}

// In a single pass, in the passes of an algorithm, in fragment passes and in uploads.
TEST(the_inputs_of_an_order_are_described_with_their_strides)
{
    glsort_order_desc desc = {
        .position = {.offset = 4, .stride = 40},
        .primitive = {.vertices = 3, .index = GLSORT_INDEX_U16},
        .dead = {.test = GLSORT_DEAD_U32_EQUAL, .field = {.offset = 16, .stride = 44}},
        FRUSTUM,
        COUNTED,
        .radius_source = GLSORT_RADIUS_PER_ELEMENT,
        .radius = {.stride = 48},
    };
    struct layout layouts[] = {
        {"positions", 12, 40}, {"radii", 4, 48}, {"dead", 4, 44}, {"indices_in", 6, 6}};
    struct glsort_limits limits = least_limits(430, 0);
    for (desc.max_count = 100; desc.max_count <= 100000; desc.max_count *= 1000)
        check_layouts(&limits, &desc, layouts);
    desc.max_count = 5000;
    limits = least_limits(330, 0);
    check_layouts(&limits, &desc, layouts);
    limits = least_limits(300, 1);
    desc.position = (glsort_position){0};
    desc.textures = GLSORT_ORDER_TEXTURE_POSITIONS;
    layouts[0] = (struct layout){"positions", 16, 16}; // a texel
    check_layouts(&limits, &desc, layouts);
}

// ---- arguments ------------------------------------------------------------------------

#define CALL "glsort_order_run"
#define MESHES                                                                           \
    .flags = GLSORT_ORDER_LAYOUT_FROM_ARGS, .position.stride = 48, .primitive.vertices = 3
#define NOT_USED(FIELD, NEEDS) FIELD ", but this order does not use it: that needs " NEEDS
#define RANGE_OF(NEAR, FAR, WHY)                                                         \
    "key_near " NEAR " and key_far " FAR " do not form a range for keys of 24 "          \
    "bits: " WHY
#define OF_16_BITS .key_bits = 16
#define OF_24_BITS .key_bits = 24
#define DISTANCE .metric = GLSORT_METRIC_DISTANCE
#define TRIANGLES .primitive.vertices = 3

#define ARGS(WORDS, DESC, ...)                                                           \
    {                                                                                    \
        {UNPACK DESC}, {__VA_ARGS__}, WORDS                                              \
    }
#define UNPACK(...) __VA_ARGS__

static const struct {
    glsort_order_desc desc;
    glsort_order_args args; // zero: of a run that is good
    const char* words;
} arguments[] = {
    // Numbers that the order does not use.
    ARGS(NOT_USED("radius is 0.1", "cull FRUSTUM and radius_source FROM_ARGS"),
         (.max_views = 1), .radius = 0.1f),
    ARGS(NOT_USED("radius is 2", "cull FRUSTUM and radius_source FROM_ARGS"),
         (FRUSTUM, COUNTED, .radius_source = GLSORT_RADIUS_PER_ELEMENT), .radius = 2.0f),
    ARGS(NOT_USED("position_scale is 2", "position.format UNORM16 or SNORM16"),
         (.position.format = GLSORT_POSITION_F16), .position_scale = {0, 2, 0}),
    ARGS(NOT_USED("position_bias is -1", "position.format UNORM16 or SNORM16"),
         (.max_views = 1), .position_bias = {0, 0, -1}),
    ARGS(NOT_USED("position_bias is 5", "position.format UNORM16 or SNORM16"),
         (.max_views = 1), .position_bias = {-0.0f, 5, 0}),
    ARGS(NOT_USED("vertex_count is 10000001", "primitive.vertices"), (.max_views = 1),
         .vertex_count = 10000001),
    ARGS(NOT_USED("base_vertex is -7", "primitive.vertices or a command DRAW_ELEMENTS"),
         (.max_views = 1), .base_vertex = -7),
    ARGS(NOT_USED("key_near is 1", "key_bits 16 or 24"), (.key_bits = 32),
         .key_near = 1.0f),
    ARGS(NOT_USED("key_far is 1", "key_bits 16 or 24"), (.max_views = 1),
         .key_far = 1.0f),
    // Numbers of which nothing can be made.
    ARGS(NOT_USED("matrix_count is 5", "a transform"), (.max_views = 1),
         .matrix_count = 5),
    ARGS("source_count is 0, but the order has positions in sources", (.max_sources = 2),
         .source_count = 0),
    ARGS("sources[1].base is 6, the source before ends at 7", (.max_sources = 2),
         .source_count = 2, .sources = {{.count = 7}, {.base = 6, .count = 3}}),
    ARGS("sources[1] ends at 1009, the run has 1000 positions", (.max_sources = 2),
         .source_count = 2, .sources = {{.count = 7}, {.base = 9, .count = 1000}}),
    ARGS("matrix_count is 0, but the order has a transform",
         (.transform = GLSORT_TRANSFORM_PER_ELEMENT), .matrix_count = 0),
    ARGS("vertex_count 100 is above the plan's max_vertices 99",
         (.transform = GLSORT_TRANSFORM_PER_ELEMENT, .primitive.vertices = 3,
          .max_vertices = 99),
         .matrix_count = 1, .vertex_count = 100),
    ARGS("radius is -1; it must be finite, at least 0", (FRUSTUM, COUNTED),
         .radius = -1.0f),
    ARGS("radius is inf; it must be finite, at least 0", (FRUSTUM, COUNTED),
         .radius = INFINITY),
    ARGS("position_scale[1] is inf; it must be finite",
         (.position.format = GLSORT_POSITION_UNORM16),
         .position_scale = {1, INFINITY, 1}),
    ARGS("position_bias[2] is -inf; it must be finite",
         (.position.format = GLSORT_POSITION_SNORM16),
         .position_bias = {1, 1, -INFINITY}),
    ARGS("vertex_count is 0, but there are primitives", (TRIANGLES), .vertex_count = 0),
    ARGS(RANGE_OF("0", "0", "key_far must be above key_near"), (OF_24_BITS),
         .key_far = 0),
    ARGS(RANGE_OF("0", "inf", "both must be finite"), (OF_24_BITS), .key_far = INFINITY),
    ARGS(RANGE_OF("-1", "1", "key_near must not be negative with metric DISTANCE"),
         (OF_24_BITS, DISTANCE), .key_near = -1, .key_far = 1),
    ARGS(RANGE_OF("0", "1e+20",
                  "the range of their metrics must not exceed the largest float"),
         (OF_24_BITS, DISTANCE), .key_far = 1e20f),
    ARGS(RANGE_OF("-3e+38", "3e+38",
                  "the range of their metrics must not exceed the largest float"),
         (OF_24_BITS), .key_near = -3e38f, .key_far = 3e38f),
    ARGS(RANGE_OF("0", "3e+38",
                  "the range of their metrics must not exceed the largest float"),
         (OF_24_BITS, TRIANGLES), .key_far = 3e38f, .vertex_count = 9),
    ARGS(RANGE_OF("0", "1e-25", "the range of their metrics is too small to be divided"),
         (OF_24_BITS, DISTANCE), .key_far = 1e-25f),
};

// A view along z, and one that sees a box.
static void look_along_z(glsort_order_args* args)
{
    for (uint32_t at = 0; at < GLSORT_MOST_VIEWS; ++at) {
        args->views[at].axis[2] = 1.0f;
        for (uint32_t i = 0; i < 4; ++i)
            args->views[at].clip[5 * i] = 1.0f;
    }
}

static struct order_what filled(glsort_order_desc desc)
{
    const struct glsort_limits limits = least_limits(430, 0);
    struct message m = {""};
    struct order_what full;
    desc.max_count = MOST;
    if (glsort_order_fill(&desc, &limits, &full,
                          &(const struct call){"glsort_order_create", &m}) != GLSORT_OK)
        fail_msg("%s", m.text);
    return full;
}

static glsort_result check(const struct order_what* what, const glsort_order_args* args,
                           uint32_t count, uint32_t views, struct message* m)
{
    const struct call call = {CALL, m};
    const struct order order = {&what->desc, what, count, {.views = views}};
    const glsort_result result = glsort_order_check_args(what, args, &call);
    return result == GLSORT_OK ? glsort_order_check_numbers(&order, args, &call) : result;
}

static glsort_result result_of(const char* words)
{
    const bool is_argument =
        strstr(words, "does not use") != NULL || strstr(words, "largest valid") != NULL;
    return words[0] == '\0' ? GLSORT_OK : is_argument ? GLSORT_ERROR_ARGUMENT : RANGE;
}

TEST(a_number_that_can_mean_nothing_is_refused_by_its_field)
{
    for (size_t at = 0; at < sizeof arguments / sizeof arguments[0]; ++at) {
        const struct order_what what = filled(arguments[at].desc);
        glsort_order_args args = arguments[at].args;
        struct message m = {""};
        look_along_z(&args);
        glsort_result result = check(&what, &args, MOST, 1, &m);
        expect(at, result, result_of(arguments[at].words), m.text, CALL ": ",
               arguments[at].words);
    }
}

// Of a run, within what the descriptor names.
TEST(a_layout_is_refused_by_its_field)
{
    static const struct {
        glsort_order_desc desc;
        glsort_order_layout layout;
        const char* words;
    } rows[] = {
        ARGS(NOT_USED("layout.position_stride is 32", "flags LAYOUT_FROM_ARGS"), (0),
             .position_stride = 32),
        ARGS("layout.position_stride 52 is above the plan's position.stride 48", (MESHES),
             .vertices = 3, .position_stride = 52),
        ARGS("layout.position_stride is 8; it must be 12 to 4294967295", (MESHES),
             .vertices = 3, .position_stride = 8),
        ARGS("layout.position_stride 22 is not a multiple of 4", (MESHES), .vertices = 3,
             .position_stride = 22),
        ARGS("layout.vertices 4 is above the plan's primitive.vertices 3", (MESHES),
             .vertices = 4),
        ARGS("layout.vertices is 0; it must be 1 to 4294967295", (MESHES), 0),
        ARGS(NOT_USED("layout.radius_stride is 4", "radius_source PER_ELEMENT"), (MESHES),
             .vertices = 1, .radius_stride = 4),
        ARGS(NOT_USED("layout.dead_stride is 4", "a dead.test"), (MESHES), .vertices = 1,
             .dead_stride = 4),
        ARGS("layout.index U32 is above the plan's primitive.index U16",
             (MESHES, .primitive.index = GLSORT_INDEX_U16), .vertices = 1),
        ARGS("layout.index is 2, the largest valid value is 1", (MESHES), .vertices = 1,
             .index = (glsort_index)2),
        ARGS(NOT_USED("layout.vertices is 1", "primitive.vertices"),
             (.flags = GLSORT_ORDER_LAYOUT_FROM_ARGS), .vertices = 1),
        ARGS("layout.position_stride 16 is above the plan's position.stride 12",
             (.flags = GLSORT_ORDER_LAYOUT_FROM_ARGS), .position_stride = 16),
        ARGS("", (MESHES), .vertices = 3, .position_stride = 48,
             .index = GLSORT_INDEX_U16),
    };
    for (size_t at = 0; at < sizeof rows / sizeof rows[0]; ++at) {
        const struct order_what what = filled(rows[at].desc);
        const glsort_order_args args = {.layout = rows[at].layout};
        struct message m = {""};
        glsort_result result =
            glsort_order_check_args(&what, &args, &(const struct call){CALL, &m});
        expect(at, result, result_of(rows[at].words), m.text,
               result == GLSORT_OK ? "" : CALL ": ", rows[at].words);
    }
}

// An index buffer of points may begin at any vertex of the draw.
TEST(a_draw_command_uses_base_vertex_without_primitives)
{
    const struct order_what what =
        filled((glsort_order_desc){.command = GLSORT_COMMAND_DRAW_ELEMENTS});
    glsort_order_args args = {.base_vertex = -7};
    struct message m = {""};
    look_along_z(&args);
    assert_int_equal(check(&what, &args, MOST, 1, &m), GLSORT_OK);
}

// ---- key ranges -----------------------------------------------------------------------

// The header's bounds, by which all that it allows is accepted.
TEST(a_key_range_is_taken_as_far_as_the_header_allows)
{
    static const struct {
        glsort_order_desc desc;
        float near_key, far_key;
    } ranges[] = {
        {{OF_24_BITS}, -1.0f, FLT_MAX},
        {{OF_24_BITS}, -FLT_MAX / 2, FLT_MAX / 2},
        {{OF_16_BITS}, 0.0f, 1e-30f},
        {{OF_24_BITS}, 0.0f, 1e-30f},
        {{OF_24_BITS}, 1.0f, 1.0000001f},
        {{OF_24_BITS, DISTANCE}, 0.0f, 1.8e19f},
        {{OF_24_BITS, DISTANCE}, 1e-18f, 1e-14f},
        {{OF_24_BITS, TRIANGLES}, 0.0f, 1.1e38f},
        {{OF_24_BITS, .primitive = {.vertices = 3, .key = GLSORT_VERTEX_NEAREST}},
         0.0f,
         FLT_MAX},
    };
    for (size_t at = 0; at < sizeof ranges / sizeof ranges[0]; ++at) {
        const struct order_what what = filled(ranges[at].desc);
        glsort_order_args args = {.key_near = ranges[at].near_key,
                                  .key_far = ranges[at].far_key};
        struct message m = {""};
        args.vertex_count = what.desc.primitive.vertices > 0 ? 9 : 0;
        look_along_z(&args);
        if (check(&what, &args, MOST, 1, &m) != GLSORT_OK)
            fail_msg("row %zu: %s", at, m.text);
    }
}

// ---- views ----------------------------------------------------------------------------

#define VIEW(WORDS, AT, VALUE, ...)                                                      \
    {                                                                                    \
        {__VA_ARGS__}, AT, VALUE, WORDS                                                  \
    }

static const struct {
    glsort_order_desc desc;
    size_t at; // float of the view
    float value;
    const char* words;
} floats[] = {
    VIEW("views[1].origin[0] is inf; it must be finite", 0, INFINITY, .max_views = 3),
    VIEW("views[1].origin[2] is -inf; it must be finite", 2, -INFINITY, .max_views = 3,
         DISTANCE),
    VIEW("views[1].axis[1] is inf; it must be finite", 5, INFINITY, .max_views = 3),
    VIEW("views[1].axis is zero; metric DEPTH needs the direction in which depth grows",
         6, -0.0f, .max_views = 3),
    VIEW("views[1].clip[12] is inf; it must be finite", 8 + 12, INFINITY, .max_views = 3,
         FRUSTUM, COUNTED),
    VIEW("views[1].clip has a fourth row of zeros; cull FRUSTUM needs the matrix to clip "
         "space",
         8 + 15, 0.0f, .max_views = 3, FRUSTUM, COUNTED),
    // What is not used.
    VIEW(NULL, 3, NAN, .max_views = 3),
    VIEW(NULL, 7, NAN, .max_views = 3),
    VIEW(NULL, 8 + 15, NAN, .max_views = 3),
    VIEW(NULL, 6, NAN, .max_views = 3, DISTANCE),
};

TEST(a_view_that_sees_nothing_is_refused_by_its_field)
{
    for (size_t at = 0; at < sizeof floats / sizeof floats[0]; ++at) {
        const struct order_what what = filled(floats[at].desc);
        glsort_order_args args = {.count = MOST};
        struct message m = {""};
        look_along_z(&args);
        float* view = args.views[1].origin;
        memcpy((char*)view + 4 * floats[at].at, &floats[at].value, 4);
        glsort_result result = check(&what, &args, MOST, 3, &m);
        if (floats[at].words == NULL)
            assert_int_equal(result, GLSORT_OK);
        else
            expect(at, result, RANGE, m.text, CALL ": ", floats[at].words);
        // Views in a buffer, of other numbers, and those of no elements are not looked
        // at.
        assert_int_equal(check(&what, &args, MOST, 1, &m), GLSORT_OK);
        assert_int_equal(check(&what, &args, 0, 3, &m), GLSORT_OK);
        args.views_in.name = 1;
        assert_int_equal(check(&what, &args, MOST, 3, &m), GLSORT_OK);
    }
}
