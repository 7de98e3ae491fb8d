// SPDX-License-Identifier: MIT
// What the arguments of a draw order refuse: each field once, with numbers of which no
// order can be made, and where the descriptor leaves it without use. And with which
// strides its inputs are described.
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

// words: of the sentence, or NULL for none.
static void expect(size_t at, glsort_result result, glsort_result wanted,
                   const char* text, const char* words)
{
    if (result != wanted || (words != NULL && strstr(text, words) == NULL))
        fail_msg("row %zu: %s \"%s\"", at, glsort_result_name(result), text);
}

#define FRUSTUM .cull = GLSORT_CULL_FRUSTUM
#define COUNTED .flags = GLSORT_ORDER_WRITES_VISIBLE

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

// In the passes of an algorithm, in fragment passes and as texels.
TEST(the_inputs_of_an_order_are_described_with_their_strides)
{
    glsort_order_desc desc = {
        .max_count = 5000,
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
    check_layouts(&limits, &desc, layouts);
    limits = least_limits(330, 0);
    check_layouts(&limits, &desc, layouts);
    desc.position = (glsort_position){0};
    desc.textures = GLSORT_ORDER_TEXTURE_POSITIONS;
    layouts[0] = (struct layout){"positions", 16, 16}; // a texel
    check_layouts(&limits, &desc, layouts);
}

// ---- arguments ------------------------------------------------------------------------

#define MESHES                                                                           \
    .flags = GLSORT_ORDER_LAYOUT_FROM_ARGS, .position.stride = 48, .primitive.vertices = 3
#define OF_24_BITS .key_bits = 24
#define DISTANCE .metric = GLSORT_METRIC_DISTANCE
#define TRIANGLES .primitive.vertices = 3
#define SUM "the range of their metrics must not exceed the largest float"

#define UNUSED(WORDS, DESC, ...)                                                         \
    ARGS(ARGUMENT, WORDS ", but this order", DESC, __VA_ARGS__)
#define REFUSED(WORDS, DESC, ...) ARGS(RANGE, WORDS, DESC, __VA_ARGS__)
#define ARGS(RESULT, WORDS, DESC, ...)                                                   \
    {                                                                                    \
        {UNPACK DESC}, {__VA_ARGS__}, GLSORT_ERROR_##RESULT, WORDS                       \
    }
#define TAKEN(DESC, ...)                                                                 \
    {                                                                                    \
        {UNPACK DESC}, {__VA_ARGS__}, GLSORT_OK, NULL                                    \
    }
#define UNPACK(...) __VA_ARGS__

static const struct {
    glsort_order_desc desc;
    glsort_order_args args; // zero: of a run that is good
    glsort_result result;
    const char* words;
} arguments[] = {
    // Numbers that the order does not use.
    UNUSED("radius is 0.1", (.max_views = 1), .radius = 0.1f),
    UNUSED("radius is 2", (FRUSTUM, COUNTED, .radius_source = GLSORT_RADIUS_PER_ELEMENT),
           .radius = 2.0f),
    UNUSED("position_scale is 2", (.position.format = GLSORT_POSITION_F16),
           .position_scale = {0, 2, 0}),
    UNUSED("position_bias is 5", (.max_views = 1), .position_bias = {-0.0f, 5, 0}),
    UNUSED("vertex_count is 10000001", (.max_views = 1), .vertex_count = 10000001),
    UNUSED("base_vertex is -7", (.max_views = 1), .base_vertex = -7),
    UNUSED("key_near is 1", (.key_bits = 32), .key_near = 1.0f),
    UNUSED("key_far is 1", (.max_views = 1), .key_far = 1.0f),
    UNUSED("matrix_count is 5", (.max_views = 1), .matrix_count = 5),
    // Numbers of which nothing can be made.
    REFUSED("source_count is 0", (.max_sources = 2), .source_count = 0),
    REFUSED("sources[1].base is 6, the source before ends at 7", (.max_sources = 2),
            .source_count = 2, .sources = {{.count = 7}, {.base = 6, .count = 3}}),
    REFUSED("sources[1] ends at 1009, the run has 1000 positions", (.max_sources = 2),
            .source_count = 2, .sources = {{.count = 7}, {.base = 9, .count = 1000}}),
    REFUSED("matrix_count is 0", (.transform = GLSORT_TRANSFORM_PER_ELEMENT),
            .matrix_count = 0),
    REFUSED("vertex_count 100 is above the plan's max_vertices 99",
            (TRIANGLES, .max_vertices = 99), .vertex_count = 100),
    REFUSED("vertex_count is 0", (TRIANGLES), .vertex_count = 0),
    REFUSED("radius is -1; it must be finite", (FRUSTUM, COUNTED), .radius = -1.0f),
    REFUSED("radius is inf", (FRUSTUM, COUNTED), .radius = INFINITY),
    REFUSED("position_scale[1] is inf", (.position.format = GLSORT_POSITION_UNORM16),
            .position_scale = {1, INFINITY, 1}),
    REFUSED("position_bias[2] is -inf", (.position.format = GLSORT_POSITION_SNORM16),
            .position_bias = {1, 1, -INFINITY}),
    REFUSED("key_far must be above key_near", (OF_24_BITS), .key_far = 0),
    REFUSED("both must be finite", (OF_24_BITS), .key_far = INFINITY),
    REFUSED("key_near must not be negative", (OF_24_BITS, DISTANCE), .key_near = -1,
            .key_far = 1),
    REFUSED(SUM, (OF_24_BITS, DISTANCE), .key_far = 1e20f),
    REFUSED(SUM, (OF_24_BITS), .key_near = -3e38f, .key_far = 3e38f),
    REFUSED(SUM, (OF_24_BITS, TRIANGLES), .key_far = 3e38f, .vertex_count = 9),
    REFUSED("too small to be divided", (OF_24_BITS, DISTANCE), .key_far = 1e-25f),
    // The header's bounds of ranges, and what an index buffer of points begins with.
    TAKEN((OF_24_BITS), .key_near = -1.0f, .key_far = FLT_MAX),
    TAKEN((OF_24_BITS), .key_near = -FLT_MAX / 2, .key_far = FLT_MAX / 2),
    TAKEN((OF_24_BITS), .key_far = 1e-30f),
    TAKEN((OF_24_BITS), .key_near = 1.0f, .key_far = 1.0000001f),
    TAKEN((OF_24_BITS, DISTANCE), .key_far = 1.8e19f),
    TAKEN((OF_24_BITS, DISTANCE), .key_near = 1e-18f, .key_far = 1e-14f),
    TAKEN((OF_24_BITS, TRIANGLES), .key_far = 1.1e38f, .vertex_count = 9),
    TAKEN((.command = GLSORT_COMMAND_DRAW_ELEMENTS), .base_vertex = -7),
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
    const struct call call = {"glsort_order_run", m};
    const struct order order = {&what->desc, what, count, {.views = views}};
    const glsort_result result = glsort_order_check_args(what, args, &call);
    return result == GLSORT_OK ? glsort_order_check_numbers(&order, args, &call) : result;
}

TEST(a_number_that_can_mean_nothing_is_refused_by_its_field)
{
    for (size_t at = 0; at < sizeof arguments / sizeof arguments[0]; ++at) {
        const struct order_what what = filled(arguments[at].desc);
        glsort_order_args args = arguments[at].args;
        struct message m = {""};
        look_along_z(&args);
        expect(at, check(&what, &args, MOST, 1, &m), arguments[at].result, m.text,
               arguments[at].words);
    }
}

// Of a run, within what the descriptor names.
TEST(a_layout_is_refused_by_its_field)
{
    static const struct {
        glsort_order_desc desc;
        glsort_order_layout layout;
        glsort_result result;
        const char* words;
    } rows[] = {
        UNUSED("layout.position_stride is 32", (0), .position_stride = 32),
        UNUSED("layout.radius_stride is 4", (MESHES), .vertices = 1, .radius_stride = 4),
        UNUSED("layout.dead_stride is 4", (MESHES), .vertices = 1, .dead_stride = 4),
        UNUSED("layout.index is 1", (TRIANGLES), .index = GLSORT_INDEX_U16),
        UNUSED("layout.vertices is 1", (.flags = GLSORT_ORDER_LAYOUT_FROM_ARGS),
               .vertices = 1),
        REFUSED("layout.position_stride 52 is above the plan's position.stride 48",
                (MESHES), .vertices = 3, .position_stride = 52),
        REFUSED("layout.position_stride is 8; it must be 12", (MESHES), .vertices = 3,
                .position_stride = 8),
        REFUSED("layout.position_stride 22 is not a multiple of 4", (MESHES),
                .vertices = 3, .position_stride = 22),
        REFUSED("layout.vertices 4 is above the plan's", (MESHES), .vertices = 4),
        REFUSED("layout.vertices is 0", (MESHES), 0),
        REFUSED("layout.index U32 is above the plan's primitive.index U16",
                (MESHES, .primitive.index = GLSORT_INDEX_U16), .vertices = 1),
        ARGS(ARGUMENT, "layout.index is 2", (MESHES), .vertices = 1,
             .index = (glsort_index)2),
        TAKEN((MESHES), .vertices = 3, .position_stride = 48, .index = GLSORT_INDEX_U16),
    };
    for (size_t at = 0; at < sizeof rows / sizeof rows[0]; ++at) {
        const struct order_what what = filled(rows[at].desc);
        const glsort_order_args args = {.layout = rows[at].layout};
        struct message m = {""};
        const struct call call = {"glsort_order_run", &m};
        expect(at, glsort_order_check_args(&what, &args, &call), rows[at].result, m.text,
               rows[at].words);
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
    VIEW("views[1].origin[0] is inf", 0, INFINITY, .max_views = 3),
    VIEW("views[1].origin[2] is -inf", 2, -INFINITY, .max_views = 3, DISTANCE),
    VIEW("views[1].axis[1] is inf", 5, INFINITY, .max_views = 3),
    VIEW("views[1].axis is zero", 6, -0.0f, .max_views = 3),
    VIEW("views[1].clip[12] is inf", 8 + 12, INFINITY, .max_views = 3, FRUSTUM, COUNTED),
    VIEW("views[1].clip has a fourth row of zeros", 8 + 15, 0.0f, .max_views = 3, FRUSTUM,
         COUNTED),
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
        expect(at, check(&what, &args, MOST, 3, &m),
               floats[at].words == NULL ? GLSORT_OK : GLSORT_ERROR_RANGE, m.text,
               floats[at].words);
        // Views in a buffer, of other numbers, and those of no elements are not looked
        // at.
        assert_int_equal(check(&what, &args, MOST, 1, &m), GLSORT_OK);
        assert_int_equal(check(&what, &args, 0, 3, &m), GLSORT_OK);
        args.views_in.name = 1;
        assert_int_equal(check(&what, &args, MOST, 3, &m), GLSORT_OK);
    }
}
