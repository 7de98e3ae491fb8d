// SPDX-License-Identifier: MIT
// Every row of every descriptor's fields (field_rows.h): a good descriptor in which the
// row's field alone is changed, so that the row is broken, makes no plan. The sentence
// names the field, and nothing else has changed.
#include <string.h>

#include "host_test.h"
#include "order_check.h"
#include "order_io.h"
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
                            const union descriptor* d, glsort_plan** plan)
{
    if (r == &glsort_sort_recipe)
        return glsort_sort_create(context, &d->sort, plan);
    if (r == &glsort_segments_recipe)
        return glsort_segments_create(context, &d->segments, plan);
    if (r == &glsort_order_recipe)
        return glsort_order_create(context, &d->order, plan);
    if (r == &glsort_lists_recipe)
        return glsort_lists_create(context, &d->lists, plan);
    if (r == &glsort_gather_recipe)
        return glsort_gather_create(context, &d->gather, plan);
    return glsort_scan_create(context, &d->scan, plan);
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
    const union descriptor given = d;
    glsort_plan* plan = NULL;
    glsort_context* context = offline_context(limits);
    const glsort_result result = create(good->recipe, context, &d, &plan);
    const char* sentence = glsort_last_error(context);
    if (result >= GLSORT_OK || plan != NULL || !names(sentence, row->field))
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

static bool is_checked(uint32_t at)
{
    for (uint32_t i = 0; i < ORDER_FIELDS; ++i)
        if (glsort_order_fields[i].at == at &&
            glsort_order_fields[i].rule == FIELD_IS_MULTIPLE)
            return true;
    return false;
}

// What the shaders divide by 4.
TEST(offsets_and_strides_of_inputs_are_multiples)
{
    for (uint32_t i = 0; i < ORDER_ROWS; ++i) {
        const uint32_t at = glsort_order_rows[i].field_at;
        if (at == 0)
            continue;
        if (!is_checked(at) || !is_checked(at + (uint32_t)sizeof(uint32_t)))
            fail_msg("%s", glsort_order_rows[i].argument.field);
    }
    assert_true(is_checked(offsetof(glsort_order_desc, command_stride)));
}

TEST(good_descriptors_break_none)
{
    glsort_limits limits = least_limits(430, 0);
    for (size_t g = 0; g < GOOD; ++g) {
        glsort_plan* plan = NULL;
        glsort_context* context = offline_context(&limits);
        if (create(all_good[g].recipe, context, &all_good[g].desc, &plan) != GLSORT_OK)
            fail_msg("%zu: %s", g, glsort_last_error(context));
        glsort_plan_destroy(plan);
    }
}
