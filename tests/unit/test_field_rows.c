// SPDX-License-Identifier: MIT
// Every row of every descriptor's fields (field_rows.h): a good descriptor in which the
// row's field alone is changed, so that the row is broken, makes no plan. The sentence
// names the field, and nothing else has changed. Then what no row says.
#include <string.h>

#include "host_test.h"
#include "order_check.h"
#include "plans.h"
#include "recipe.h"

#include <glsort/glsort.h>
#include <glsort/glsort_arrays.h>
#include <glsort/glsort_draw.h>

enum { MOST = 1000, MOST_BYTES = 512 };

union descriptor {
    glsort_sort_desc sort;
    glsort_segments_desc segments;
    glsort_order_desc order;
    glsort_lists_desc lists;
    glsort_gather_desc gather;
    glsort_scan_desc scan;
    char bytes[MOST_BYTES];
};

static glsort_result create(const struct recipe* r, glsort_context* context,
                            const void* d, glsort_plan** plan)
{
    if (r == &glsort_sort_recipe)
        return glsort_sort_create(context, d, plan);
    if (r == &glsort_segments_recipe)
        return glsort_segments_create(context, d, plan);
    if (r == &glsort_order_recipe)
        return glsort_order_create(context, d, plan);
    if (r == &glsort_lists_recipe)
        return glsort_lists_create(context, d, plan);
    if (r == &glsort_gather_recipe)
        return glsort_gather_create(context, d, plan);
    return glsort_scan_create(context, d, plan);
}

// ---- good descriptors -----------------------------------------------------------------

struct good {
    const struct recipe* recipe;
    union descriptor desc;
};

#define ORDER(...)                                                                       \
    {                                                                                    \
        &glsort_order_recipe,                                                            \
        {                                                                                \
            .order = {.max_count = MOST, __VA_ARGS__ }                                   \
        }                                                                                \
    }
#define TRIANGLES .primitive.vertices = 3, .max_vertices = 99
#define DRAWN .backend = GLSORT_BACKEND_FRAGMENT

// By them every row can be broken.
static const struct good all_good[] = {
    {&glsort_sort_recipe, {.sort = {.max_count = MOST}}},
    {&glsort_segments_recipe, {.segments = {.max_count = MOST, .max_segments = 9}}},
    {&glsort_segments_recipe,
     {.segments = {.max_count = MOST,
                   .equal_length = 9,
                   .values = GLSORT_VALUES_INDICES,
                   .flags = GLSORT_PLAN_DISCARD_KEYS}}},
    {&glsort_lists_recipe, {.lists = {.max_lists = MOST, .max_nodes = MOST}}},
    {&glsort_gather_recipe,
     {.gather = {.max_count = MOST,
                 .stream_count = 1,
                 .streams = {{.record_bytes = 4}}}}},
    {&glsort_scan_recipe, {.scan = {.max_count = MOST}}},
    ORDER(.max_views = 3),
    ORDER(.position = {.format = GLSORT_POSITION_F16}),
    ORDER(.key_source = GLSORT_KEYS_FROM_F32),
    ORDER(.key_source = GLSORT_KEYS_FROM_F32, .key_bits = 16),
    ORDER(.key_source = GLSORT_KEYS_FROM_F32, TRIANGLES),
    ORDER(.key_source = GLSORT_KEYS_FROM_F32, DRAWN,
          .textures = GLSORT_ORDER_TEXTURE_DEPTHS_IN),
    ORDER(TRIANGLES),
    ORDER(.primitive.vertices = 3),
    ORDER(TRIANGLES, .flags = GLSORT_ORDER_WRITES_ELEMENTS),
    ORDER(TRIANGLES, .flags = GLSORT_ORDER_PRIMITIVE_NUMBERS),
    ORDER(TRIANGLES, DRAWN, .textures = GLSORT_ORDER_TEXTURE_INDICES),
    ORDER(.transform = GLSORT_TRANSFORM_PER_ELEMENT),
    ORDER(DRAWN, .transform = GLSORT_TRANSFORM_PER_ELEMENT,
          .textures =
              GLSORT_ORDER_TEXTURE_POSITIONS | GLSORT_ORDER_TEXTURE_MATRIX_INDICES),
    ORDER(.count_source = GLSORT_COUNT_FROM_BUFFER),
    ORDER(DRAWN, .textures = GLSORT_ORDER_TEXTURE_POSITIONS),
    ORDER(DRAWN, TRIANGLES, .textures = GLSORT_ORDER_TEXTURE_POSITIONS),
    ORDER(.cull = GLSORT_CULL_FRUSTUM, .flags = GLSORT_ORDER_WRITES_VISIBLE),
    ORDER(.cull = GLSORT_CULL_FRUSTUM, DRAWN, .radius_source = GLSORT_RADIUS_PER_ELEMENT,
          .textures = GLSORT_ORDER_TEXTURE_RADII),
    ORDER(.dead = {.test = GLSORT_DEAD_F32_AT_MOST}, DRAWN,
          .textures = GLSORT_ORDER_TEXTURE_DEAD),
    ORDER(.command = GLSORT_COMMAND_DRAW_ARRAYS),
    ORDER(.command = GLSORT_COMMAND_DRAW_ELEMENTS),
    ORDER(.command = GLSORT_COMMAND_DRAW_ARRAYS_INSTANCES, .instance_vertices = 4),
    ORDER(.key_bits = 16),
};
enum { GOOD = sizeof all_good / sizeof all_good[0] };

static struct field_check check_of(const struct recipe* r, const union descriptor* d)
{
    return (struct field_check){
        .at = d,
        .traits = r->traits == NULL ? 0 : r->traits(d),
        .noun = r->noun,
    };
}

// ---- changes --------------------------------------------------------------------------

static uint32_t lowest_of(uint64_t bits)
{
    uint32_t at = 0;
    while ((bits >> at & 1) == 0)
        ++at;
    return at;
}

// A value with which the row may be broken.
static uint32_t bad_value(const struct field_row* row)
{
    switch (row->rule) {
    case FIELD_HAS_BITS: return 1u << lowest_of(~(uint64_t)row->most);
    case FIELD_IS_ONE_OF: return lowest_of(~row->needs);
    case FIELD_IS_WITHIN: return row->most < UINT32_MAX ? row->most + 1 : row->least - 1;
    case FIELD_MAY_BE: return row->most < UINT32_MAX ? row->most + 1 : row->least - 4;
    case FIELD_IS_MULTIPLE: return row->least + 1;
    case FIELD_IS_UNUSED: return 1u << lowest_of(row->most);
    case FIELD_IS_NOT: return row->least;
    default: return 99;
    }
}

static glsort_result result_of(const struct field_row* row)
{
    switch (row->rule) {
    case FIELD_IS_ONE_OF:
    case FIELD_IS_WITHIN:
    case FIELD_MAY_BE:
    case FIELD_IS_MULTIPLE: return GLSORT_ERROR_RANGE;
    case FIELD_IS_UNUSED:
    case FIELD_IS_NOT: return GLSORT_ERROR_UNSUPPORTED;
    default: return GLSORT_ERROR_ARGUMENT;
    }
}

// True if the sentence has the field's name without what follows a space ("flags" of
// "flags WRITES_DEPTHS"), or the struct that it is in.
static bool names(const char* sentence, const char* field)
{
    char name[64];
    assert_true(strlen(field) < sizeof name);
    strcpy(name, field);
    name[strcspn(name, " ")] = '\0';
    if (strstr(sentence, name) != NULL)
        return true;
    char* dot = strrchr(name, '.');
    if (dot != NULL)
        *dot = '\0';
    return strstr(sentence, name) != NULL;
}

// True if the change breaks the row; then there is no plan.
static bool try(const struct good* good, const struct field_row* row,
                const glsort_limits* limits)
{
    union descriptor d = good->desc;
    const uint32_t value = bad_value(row);
    uint32_t before;
    memcpy(&before, d.bytes + row->at, sizeof before);
    const uint32_t changed = row->rule == FIELD_IS_UNUSED ? before | value : value;
    memcpy(d.bytes + row->at, &changed, sizeof changed);
    const struct field_check check = check_of(good->recipe, &d);
    if (glsort_first_broken(&check, (struct field_rows){row, 1}) == NULL)
        return false;
    const struct field_row* first = glsort_first_broken(&check, good->recipe->fields);
    const union descriptor given = d;
    glsort_plan* plan = NULL;
    glsort_context* context = offline_context(limits);
    const glsort_result result = create(good->recipe, context, &d, &plan);
    const char* sentence = glsort_last_error(context);
    if (result != result_of(first) || plan != NULL || !names(sentence, row->field))
        fail_msg("%s %s = %u: %s \"%s\"", good->recipe->noun, row->field, changed,
                 glsort_result_name(result), sentence);
    assert_memory_equal(&d, &given, sizeof d);
    return true;
}

TEST(every_row_is_broken_by_its_field)
{
    static const struct recipe* const recipes[] = {
        &glsort_sort_recipe,  &glsort_segments_recipe, &glsort_order_recipe,
        &glsort_lists_recipe, &glsort_gather_recipe,   &glsort_scan_recipe,
    };
    glsort_limits limits = least_limits(430, 0);
    for (size_t r = 0; r < sizeof recipes / sizeof recipes[0]; ++r) {
        assert_true(recipes[r]->fields.count > 0);
        for (size_t i = 0; i < recipes[r]->fields.count; ++i) {
            const struct field_row* row = &recipes[r]->fields.list[i];
            uint32_t tried = 0;
            for (size_t g = 0; g < GOOD; ++g)
                tried +=
                    all_good[g].recipe == recipes[r] && try(&all_good[g], row, &limits);
            if (tried == 0)
                fail_msg("%s: no descriptor breaks row %zu of %s: %s", recipes[r]->noun,
                         i, row->field, row->sentence);
        }
    }
}

TEST(good_descriptors_break_none_but_no_pointer_may_be_missing)
{
    glsort_limits limits = least_limits(430, 0);
    for (size_t g = 0; g < GOOD; ++g) {
        const struct good* good = &all_good[g];
        glsort_plan* plan = NULL;
        glsort_context* context = offline_context(&limits);
        assert_int_equal(create(good->recipe, NULL, &good->desc, &plan),
                         GLSORT_ERROR_ARGUMENT);
        assert_int_equal(create(good->recipe, context, NULL, &plan),
                         GLSORT_ERROR_ARGUMENT);
        assert_int_equal(create(good->recipe, context, &good->desc, NULL),
                         GLSORT_ERROR_ARGUMENT);
        if (create(good->recipe, context, &good->desc, &plan) != GLSORT_OK)
            fail_msg("%zu: %s", g, glsort_last_error(context));
        glsort_plan_destroy(plan);
    }
}

// ---- what no row says -----------------------------------------------------------------

#define ON_3_3 330, 0, 0
#define ON_ES_3_0 300, 1, 0
#define ON_4_3 430, 0, 0
#define ON_4_1 410, 0, 0
#define ON_ES_3_1 310, 1, 0
#define WITH_TEXTURES_OF_64 330, 0, 64
#define REFUSED(DEVICE, RECIPE, RESULT, WORDS, ...)                                      \
    {                                                                                    \
        DEVICE, {&glsort_##RECIPE##_recipe, {.RECIPE = {__VA_ARGS__}}},                  \
            GLSORT_ERROR_##RESULT, WORDS                                                 \
    }
#define ACCEPTED(DEVICE, RECIPE, ...)                                                    \
    {                                                                                    \
        DEVICE, {&glsort_##RECIPE##_recipe, {.RECIPE = {__VA_ARGS__}}}, GLSORT_OK, NULL  \
    }
#define STREAM(BYTES, STRIDE)                                                            \
    .max_count = MOST, .stream_count = 1, .streams = {{BYTES, STRIDE}}
#define SEGMENTED .max_count = MOST, .max_segments = 9
#define FRUSTUM .max_count = MOST, .cull = GLSORT_CULL_FRUSTUM
#define DRAWN_COMMAND(NAME)                                                              \
    .max_count = MOST, DRAWN, .command = GLSORT_COMMAND_DRAW_##NAME

static const struct {
    uint32_t version, is_gles, texture_size; // 0: the least of the version
    struct good refused;
    glsort_result result;
    const char* words; // of the sentence; NULL: none
} others[] = {
    REFUSED(ON_4_3, gather, RANGE, "streams[0].record_bytes is 0; it must be 4 to 256",
            STREAM(0, 0)),
    REFUSED(ON_4_3, gather, RANGE, "streams[0].record_bytes 6 is not a multiple of 4",
            STREAM(6, 0)),
    REFUSED(ON_4_3, gather, RANGE, "streams[0].stride 8 is less than its record_bytes 12",
            STREAM(12, 8)),
    REFUSED(ON_4_3, gather, UNSUPPORTED, "streams[1] is described, but stream_count is 1",
            .max_count = MOST, .stream_count = 1, .streams = {{4, 0}, {4, 0}}),
    REFUSED(ON_4_3, gather, LIMIT, "out needs a binding of 274877906944",
            .max_count = 1u << 30, .stream_count = 1, .streams = {{256, 0}}),
    REFUSED(ON_3_3, gather, UNSUPPORTED, "this call has compute passes only",
            STREAM(4, 0)),
    REFUSED(ON_4_3, scan, UNSUPPORTED,
            "backend FRAGMENT: this call has compute passes only", .max_count = 9, DRAWN),
    REFUSED(ON_4_3, scan, LIMIT, "words_in needs a binding of 17179869180",
            .max_count = UINT32_MAX),
    REFUSED(ON_4_3, lists, UNSUPPORTED,
            "key is U64; the keys of lists are U32, I32 or F32", .max_lists = 1,
            .max_nodes = 1, .key = GLSORT_KEY_U64),
    REFUSED(ON_4_3, segments, RANGE,
            "max_segments is 0 and equal_length 0; one of them must be 0, the other not",
            .max_count = 1),
    REFUSED(ON_4_3, segments, RANGE, "max_length 8 is less than equal_length 9",
            .max_count = 9, .equal_length = 9, .max_length = 8),
    REFUSED(ON_4_3, segments, UNSUPPORTED, "nearest is 3, which needs compute shaders",
            SEGMENTED, .nearest = 3, DRAWN),
    REFUSED(ON_4_3, order, UNSUPPORTED, "max_segments needs one view", SEGMENTED,
            .max_views = 2),
    REFUSED(ON_4_3, order, UNSUPPORTED, "max_segments needs tuning->algorithm AUTO",
            SEGMENTED, TUNING(.algorithm = GLSORT_ALGORITHM_RADIX)),
    REFUSED(ON_4_3, order, UNSUPPORTED, "textures need the fragment backend",
            .max_count = MOST, .backend = GLSORT_BACKEND_COMPUTE, .textures = 1),
    REFUSED(ON_4_3, order, UNSUPPORTED,
            "tuning->method bitonic-local-keep sorts blocks separately",
            .max_count = MOST, TUNING(.method = GLSORT_METHOD_BITONIC_LOCAL_KEEP)),
    REFUSED(ON_3_3, order, UNSUPPORTED,
            "tuning->method radix-tiles has no fragment passes", .max_count = MOST, DRAWN,
            TUNING(.method = GLSORT_METHOD_RADIX_TILES)),
    REFUSED(ON_3_3, order, UNSUPPORTED,
            "backend COMPUTE: the compute backend needs GL 4.3", .max_count = MOST,
            .backend = GLSORT_BACKEND_COMPUTE),
    REFUSED(ON_ES_3_0, order, UNSUPPORTED, "primitives in fragment passes of GLES",
            .max_count = MOST, .primitive.vertices = 3),
    REFUSED(ON_4_3, order, LIMIT,
            "8589934592 indices of a view need a binding of 34359738368",
            .max_count = 1u << 27, .primitive.vertices = 64),
    REFUSED(WITH_TEXTURES_OF_64, order, LIMIT,
            "4097 elements need a texture of 4097 texels", .max_count = 4097),
    REFUSED(WITH_TEXTURES_OF_64, order, LIMIT,
            "134217728 primitives of 64 vertices are more than 4294967295 indices",
            .max_count = 1u << 27, .primitive.vertices = 64,
            .flags = GLSORT_ORDER_PRIMITIVE_NUMBERS,
            .textures = GLSORT_ORDER_TEXTURE_POSITIONS),
    REFUSED(WITH_TEXTURES_OF_64, order, LIMIT,
            "5 views of 1073741824 indices exceed 4294967295", .max_count = 1u << 30,
            .max_views = 5),
    REFUSED(ON_4_3, order, UNSUPPORTED, "cull FRUSTUM on compute needs a command",
            FRUSTUM),
    REFUSED(ON_4_3, order, UNSUPPORTED, "a dead.test on compute needs a command",
            .max_count = MOST, .dead.test = GLSORT_DEAD_U32_EQUAL),
    ACCEPTED(ON_3_3, order, FRUSTUM), // fills what follows the visible ones
    REFUSED(ON_4_3, order, UNSUPPORTED, "max_segments needs flags without FILLS_REST",
            SEGMENTED, .flags = GLSORT_ORDER_FILLS_REST),
    // Commands in fragment passes need indirect draws, not compute shaders.
    REFUSED(ON_ES_3_0, order, UNSUPPORTED, "a command needs indirect draws",
            DRAWN_COMMAND(ARRAYS)),
    ACCEPTED(ON_ES_3_1, order, DRAWN_COMMAND(ELEMENTS)),
    ACCEPTED(ON_4_1, order, DRAWN_COMMAND(ARRAYS),
             .textures = GLSORT_ORDER_TEXTURE_ORDER),
    REFUSED(ON_4_1, order, UNSUPPORTED,
            "command DRAW_ELEMENTS needs order_out to be a buffer",
            DRAWN_COMMAND(ELEMENTS), .textures = GLSORT_ORDER_TEXTURE_ORDER),
    // What no run of max_count can bind, wherever it begins in its buffer.
    REFUSED(ON_4_3, order, LIMIT,
            "positions: 1000 elements, one every 40000 bytes, need a binding of 39960012",
            .max_count = 1000, .position.stride = 40000),
    REFUSED(ON_4_3, order, LIMIT,
            "positions: 67652 vertices, one every 248 bytes, need a binding of 16777460",
            .max_count = 9, .primitive.vertices = 3, .max_vertices = 67652,
            .position.stride = 248),
    REFUSED(ON_4_3, order, LIMIT, "offsets_in needs a binding of 16777220",
            .max_count = MOST, .max_segments = 1 << 22),
    REFUSED(ON_4_3, order, LIMIT, "command_out needs a binding of 65470484",
            .max_count = MOST, .max_segments = MOST,
            .command = GLSORT_COMMAND_DRAW_ELEMENTS, .command_stride = 1 << 16),
    ACCEPTED(ON_4_3, order, .max_count = 2, .position.stride = (1 << 24) - 12),
};

TEST(what_no_row_says_is_refused_in_words)
{
    for (size_t i = 0; i < sizeof others / sizeof others[0]; ++i) {
        const struct recipe* recipe = others[i].refused.recipe;
        const uint32_t version = others[i].version;
        glsort_limits limits =
            least_limits(version == 410 ? 330 : version, (int)others[i].is_gles);
        glsort_plan* plan = NULL;
        limits.version = version;
        if (others[i].texture_size != 0)
            limits.texture_size = others[i].texture_size;
        glsort_context* context = offline_context(&limits);
        const glsort_result result =
            create(recipe, context, &others[i].refused.desc, &plan);
        const char* sentence = glsort_last_error(context);
        const bool words_fit =
            others[i].words == NULL || (strstr(sentence, others[i].words) != NULL &&
                                        strstr(sentence, recipe->create) == sentence);
        if (result != others[i].result || !words_fit)
            fail_msg("%zu: %s \"%s\"", i, glsort_result_name(result), sentence);
        assert_int_equal(plan == NULL, result != GLSORT_OK);
        glsort_plan_destroy(plan);
    }
}
