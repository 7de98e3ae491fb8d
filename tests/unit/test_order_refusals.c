// SPDX-License-Identifier: MIT
// What the descriptor and the arguments of a draw order refuse: each field once, with
// numbers of which no order can be made, and where the others leave it without use.
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

// ---- descriptors ----------------------------------------------------------------------

#define RANGE GLSORT_ERROR_RANGE
#define UNUSED GLSORT_ERROR_UNSUPPORTED
#define FRUSTUM .cull = GLSORT_CULL_FRUSTUM
#define COUNTED .flags = GLSORT_ORDER_WRITES_VISIBLE
#define NO_INDIRECT                                                                      \
    "a command needs indirect draws, which GL has from 4.0 on and GLES from 3.1 on; "    \
    "draw all elements instead: order_out is filled after the visible ones"
#define NOT_COUNTED                                                                      \
    " on compute needs a command, flags WRITES_VISIBLE or flags FILLS_REST; otherwise "  \
    "the number of visible elements is unknown"

#define DESC(WORDS, ...)                                                                 \
    {                                                                                    \
        {__VA_ARGS__}, WORDS                                                             \
    }

static const struct {
    glsort_order_desc desc;
    const char* words;
} descriptors[] = {
    DESC("position.stride is 8; it must be 12 to 4294967295", .position.stride = 8),
    DESC("position.stride is 4; it must be 8 to 4294967295",
         .position = {.format = GLSORT_POSITION_SNORM16, .stride = 4}),
    DESC("cull FRUSTUM" NOT_COUNTED, FRUSTUM),
    DESC("a dead.test" NOT_COUNTED, .dead.test = GLSORT_DEAD_U32_EQUAL),
    DESC("cull FRUSTUM" NOT_COUNTED, FRUSTUM, .max_segments = 9),
    DESC("cull FRUSTUM" NOT_COUNTED, FRUSTUM, .flags = GLSORT_ORDER_WRITES_DEPTHS),
    DESC("depth needs key_source FROM_F32 or FROM_U32", .depth.stride = 8),
    DESC("position needs key_source FROM_POSITIONS", .key_source = GLSORT_KEYS_FROM_F32,
         .position.stride = 16),
    DESC("metric DISTANCE needs key_source FROM_POSITIONS",
         .key_source = GLSORT_KEYS_FROM_U32, .metric = GLSORT_METRIC_DISTANCE),
    DESC("cull FRUSTUM needs key_source FROM_POSITIONS; a shader that computes depths "
         "rejects what it does not see: by a NaN, or by the integer that comes last",
         FRUSTUM, COUNTED, .key_source = GLSORT_KEYS_FROM_F32),
    DESC("key_source FROM_U32 needs key_bits 32", .key_source = GLSORT_KEYS_FROM_U32,
         .key_bits = 16),
    DESC("key_source FROM_U32 needs primitive.key NEAREST or FARTHEST: integers are not "
         "added",
         .key_source = GLSORT_KEYS_FROM_U32, .primitive.vertices = 3),
    DESC("max_sources needs key_source FROM_POSITIONS",
         .key_source = GLSORT_KEYS_FROM_F32, .max_sources = 2),
    DESC("max_sources is 9; it must be 0 to 8", .max_sources = 9),
    DESC("transform PER_SEGMENT needs max_segments",
         .transform = GLSORT_TRANSFORM_PER_SEGMENT),
    DESC("transform PER_SOURCE needs max_sources",
         .transform = GLSORT_TRANSFORM_PER_SOURCE),
    DESC("matrix_index needs transform PER_ELEMENT", .matrix_index.stride = 8),
    DESC("transform of primitives needs max_vertices",
         .transform = GLSORT_TRANSFORM_PER_ELEMENT, .primitive.vertices = 3),
    DESC("max_vertices needs primitive.vertices", .max_vertices = 8),
    DESC("max_sources needs a count from the CPU", .max_sources = 2,
         .count_source = GLSORT_COUNT_FROM_BUFFER),
    DESC("textures MATRICES needs a transform",
         .textures = GLSORT_ORDER_TEXTURE_MATRICES),
    DESC("textures MATRIX_INDICES needs transform PER_ELEMENT",
         .transform = GLSORT_TRANSFORM_PER_SOURCE, .max_sources = 2,
         .textures = GLSORT_ORDER_TEXTURE_MATRIX_INDICES),
    DESC("matrix_index is for a buffer, but matrix_indices is a texture",
         .transform = GLSORT_TRANSFORM_PER_ELEMENT, .matrix_index.stride = 8,
         .textures = GLSORT_ORDER_TEXTURE_MATRIX_INDICES),
    DESC("textures DEPTHS_IN needs key_source FROM_F32 or FROM_U32",
         .textures = GLSORT_ORDER_TEXTURE_DEPTHS_IN),
    DESC("textures POSITIONS needs key_source FROM_POSITIONS",
         .key_source = GLSORT_KEYS_FROM_F32, .textures = GLSORT_ORDER_TEXTURE_POSITIONS),
    DESC("textures POSITION_LAYERS needs textures POSITIONS, and points",
         .textures = GLSORT_ORDER_TEXTURE_POSITION_LAYERS),
    DESC("textures ORDER_FOURS needs textures ORDER",
         .textures = GLSORT_ORDER_TEXTURE_ORDER_FOURS),
    DESC("textures RADII needs radius_source PER_ELEMENT",
         .textures = GLSORT_ORDER_TEXTURE_RADII),
    DESC("textures DEAD needs a dead.test", .textures = GLSORT_ORDER_TEXTURE_DEAD),
    DESC("textures INDICES needs primitive.vertices",
         .textures = GLSORT_ORDER_TEXTURE_INDICES),
    DESC("textures DEPTHS needs flags WRITES_DEPTHS",
         .textures = GLSORT_ORDER_TEXTURE_DEPTHS),
    DESC("textures VISIBLE needs flags WRITES_VISIBLE",
         .textures = GLSORT_ORDER_TEXTURE_VISIBLE),
    DESC("position.texel_words needs textures POSITIONS", .position.texel_words = 4),
    DESC("dead.field.texel_words needs textures DEAD", COUNTED,
         .dead = {.test = GLSORT_DEAD_U32_EQUAL, .field.texel_words = 2}),
    DESC("position is for a buffer or for texel_words, but positions is a texture of "
         "floats",
         .textures = GLSORT_ORDER_TEXTURE_POSITIONS, .position.stride = 16),
    DESC("primitive.index U16 needs indices_in to be a buffer",
         .primitive = {.vertices = 3, .index = GLSORT_INDEX_U16},
         .textures = GLSORT_ORDER_TEXTURE_INDICES),
    DESC("depth is for a buffer, but depths_in is a texture",
         .key_source = GLSORT_KEYS_FROM_F32, .depth.stride = 8,
         .textures = GLSORT_ORDER_TEXTURE_DEPTHS_IN),
    DESC("flags PRIMITIVE_NUMBERS needs primitive.vertices",
         .flags = GLSORT_ORDER_PRIMITIVE_NUMBERS),
    DESC("flags PRIMITIVE_NUMBERS is for orders without flags WRITES_ELEMENTS, which "
         "writes the numbers to elements_out",
         .primitive.vertices = 3,
         .flags = GLSORT_ORDER_PRIMITIVE_NUMBERS | GLSORT_ORDER_WRITES_ELEMENTS),
    DESC("command DRAW_ELEMENTS needs vertices in order_out; flags PRIMITIVE_NUMBERS "
         "leaves them out",
         .primitive.vertices = 3, .command = GLSORT_COMMAND_DRAW_ELEMENTS,
         .flags = GLSORT_ORDER_PRIMITIVE_NUMBERS),
    DESC("max_segments needs flags without FILLS_REST", .max_segments = 9,
         .flags = GLSORT_ORDER_FILLS_REST),
    DESC("dead.f32 needs a dead.test of F32", COUNTED,
         .dead = {.test = GLSORT_DEAD_U32_EQUAL, .f32 = 1.0f}),
    DESC("dead.u32 needs a dead.test of U32", COUNTED,
         .dead = {.test = GLSORT_DEAD_F32_AT_LEAST, .u32 = 1}),
};

static glsort_result create(const struct glsort_limits* limits,
                            const glsort_order_desc* desc, char* text, size_t bytes)
{
    glsort_plan* order = NULL;
    glsort_result result = offline_order(limits, desc, text, bytes, &order);
    assert_int_equal(order != NULL, result == GLSORT_OK);
    glsort_plan_destroy(order);
    return result;
}

TEST(a_descriptor_that_can_mean_nothing_is_refused_by_its_field)
{
    const struct glsort_limits limits = least_limits(430, 0);
    for (size_t at = 0; at < sizeof descriptors / sizeof descriptors[0]; ++at) {
        char text[300] = "";
        glsort_order_desc desc = descriptors[at].desc;
        desc.max_count = MOST;
        glsort_result result = create(&limits, &desc, text, sizeof text);
        expect(at, result, strstr(text, "must be ") != NULL ? RANGE : UNUSED, text,
               "glsort_order_create: ", descriptors[at].words);
    }
}

// After the visible elements they write 0xFFFFFFFF.
TEST(fragment_passes_may_reject_elements_without_counting_the_others)
{
    const struct glsort_limits limits = least_limits(330, 0);
    const glsort_order_desc desc = {.max_count = MOST, FRUSTUM};
    char text[300] = "";
    if (create(&limits, &desc, text, sizeof text) != GLSORT_OK)
        fail_msg("%s", text);
}

// They need indirect draws, not compute shaders.
TEST(commands_in_fragment_passes_need_indirect_draws)
{
    static const struct {
        uint32_t version, is_gles;
        glsort_command command;
        uint32_t textures;
        const char* words;
    } rows[] = {
        {330, 0, GLSORT_COMMAND_DRAW_ARRAYS, 0, NO_INDIRECT},
        {300, 1, GLSORT_COMMAND_DRAW_ARRAYS, 0, NO_INDIRECT},
        {410, 0, GLSORT_COMMAND_DRAW_ARRAYS, 0, NULL},
        {310, 1, GLSORT_COMMAND_DRAW_ELEMENTS, 0, NULL},
        {410, 0, GLSORT_COMMAND_DRAW_ELEMENTS, GLSORT_ORDER_TEXTURE_ORDER,
         "command DRAW_ELEMENTS needs order_out to be a buffer"},
        {410, 0, GLSORT_COMMAND_DRAW_ARRAYS, GLSORT_ORDER_TEXTURE_ORDER, NULL},
    };
    for (size_t at = 0; at < sizeof rows / sizeof rows[0]; ++at) {
        struct glsort_limits limits = least_limits(
            rows[at].version == 410 ? 330 : rows[at].version, rows[at].is_gles);
        limits.version = rows[at].version;
        const glsort_order_desc desc = {.max_count = MOST,
                                        .command = rows[at].command,
                                        .textures = rows[at].textures,
                                        .backend = GLSORT_BACKEND_FRAGMENT};
        char text[300] = "";
        glsort_result result = create(&limits, &desc, text, sizeof text);
        if (rows[at].words == NULL)
            assert_int_equal(result, GLSORT_OK);
        else
            expect(at, result, GLSORT_ERROR_UNSUPPORTED, text,
                   "glsort_order_create: ", rows[at].words);
    }
}

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

// ---- sizes ----------------------------------------------------------------------------

#define BINDS_16_MIB " bytes, this device binds at most 16777216"

// Wherever it begins in its buffer, a run of max_count could not bind it.
TEST(what_no_run_of_max_count_can_bind_is_refused_at_creation)
{
    static const struct {
        glsort_order_desc desc;
        const char* words;
    } rows[] = {
        DESC("positions: 1000 elements, one every 40000 bytes, need a binding of "
             "39960012" BINDS_16_MIB,
             .max_count = 1000, .position.stride = 40000),
        DESC("radii: 1000 elements, one every 40000 bytes, need a binding of "
             "39960004" BINDS_16_MIB,
             .max_count = 1000, FRUSTUM, COUNTED,
             .radius_source = GLSORT_RADIUS_PER_ELEMENT, .radius.stride = 40000),
        DESC("dead: 1000 elements, one every 40000 bytes, need a binding of "
             "39960004" BINDS_16_MIB,
             .max_count = 1000, COUNTED,
             .dead = {.test = GLSORT_DEAD_F32_AT_MOST, .field.stride = 40000}),
        DESC("positions: 67652 vertices, one every 248 bytes, need a binding of "
             "16777460" BINDS_16_MIB,
             .max_count = 9, .primitive.vertices = 3, .max_vertices = 67652,
             .position.stride = 248),
        DESC("depths_in: 1431655766 vertices, one every 4 bytes, need a binding of "
             "5726623064" BINDS_16_MIB,
             .max_count = 9, .max_views = 3, .key_source = GLSORT_KEYS_FROM_F32,
             .primitive.vertices = 3, .max_vertices = 0x55555556),
        DESC("matrix_indices: 1000000 elements, one every 32768 bytes, need a binding of "
             "32767967236" BINDS_16_MIB,
             .max_count = 1000000, .transform = GLSORT_TRANSFORM_PER_ELEMENT,
             .matrix_index.stride = 1 << 15),
        DESC("offsets_in needs a binding of 16777220" BINDS_16_MIB, .max_count = MOST,
             .max_segments = 1 << 22),
        DESC("command_out needs a binding of 65470484" BINDS_16_MIB, .max_count = MOST,
             .max_segments = MOST, .command = GLSORT_COMMAND_DRAW_ELEMENTS,
             .command_stride = 1 << 16),
        DESC("command_out needs a binding of 117440528" BINDS_16_MIB, .max_count = MOST,
             .max_views = 8, .command = GLSORT_COMMAND_DRAW_ARRAYS,
             .command_stride = 1 << 24),
        DESC(NULL, .max_count = 2, .position.stride = (1 << 24) - 12),
        DESC(NULL, .max_count = 1000000, .position.stride = 4000),
        DESC(NULL, .max_count = 1000000, .key_source = GLSORT_KEYS_FROM_F32,
             .depth.stride = 4000),
        DESC(NULL, .max_count = 1000000, .position.stride = 4000,
             .transform = GLSORT_TRANSFORM_PER_ELEMENT, .matrix_index.stride = 4000),
        DESC(NULL, .max_count = 4000000, .max_views = 8,
             .key_source = GLSORT_KEYS_FROM_F32),
    };
    const struct glsort_limits limits = least_limits(430, 0);
    assert_int_equal(limits.storage_block_bytes, 1 << 24);
    for (size_t at = 0; at < sizeof rows / sizeof rows[0]; ++at) {
        char text[300] = "";
        glsort_result result = create(&limits, &rows[at].desc, text, sizeof text);
        if (rows[at].words == NULL)
            assert_int_equal(result, GLSORT_OK);
        else
            expect(at, result, GLSORT_ERROR_LIMIT, text,
                   "glsort_order_create: ", rows[at].words);
    }
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
