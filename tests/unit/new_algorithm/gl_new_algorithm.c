// SPDX-License-Identifier: MIT
// The algorithm that only the tests have sorts on GL too: nothing in src/gl or src/api
// knows algorithms.
#include "gl_sorter.h"
#include "gl_suite.h"
#include "one_tile.h"

static struct gl_harness harness;
static glsort_context* context;

static const struct {
    glsort_sort_desc plan;
    bool in_place;
} ways[] = {
    {{.key = GLSORT_KEY_I32}, false},
    {{.key = GLSORT_KEY_F32, .values = GLSORT_VALUES_4_BYTES}, true},
    {{.key = GLSORT_KEY_U64, .values = GLSORT_VALUES_16_BYTES}, false},
    {{.key = GLSORT_KEY_F64, .values = GLSORT_VALUES_INDICES}, true},
    {{.values = GLSORT_VALUES_INDICES, .flags = GLSORT_PLAN_DISCARD_KEYS}, false},
    {{.values = GLSORT_VALUES_4_BYTES, .first_bit = 3, .bit_count = 12}, false},
    {{.values = GLSORT_VALUES_4_BYTES, .count_source = GLSORT_COUNT_FROM_BUFFER}, false},
    {{.key = GLSORT_KEY_I64,
      .values = GLSORT_VALUES_8_BYTES,
      .count_source = GLSORT_COUNT_FROM_BUFFER},
     false},
};

enum { WAYS = sizeof ways / sizeof ways[0] };

static void open_sorter(struct gl_sorter* s, uint32_t way)
{
    struct gl_sorter_desc desc = {
        .plan = ways[way].plan,
        .in_place = ways[way].in_place,
        .leads = {3, 5, 1, 7, 2},
    };
    desc.plan.max_count = ONE_TILE_MOST;
    desc.plan.tuning = gl_form_named("one-tile")->plan.tuning;
    desc.plan.direction = (glsort_direction)(way % 2);
    gl_sorter_open(s, &harness, context, &desc);
}

TEST(it_sorts_as_the_cpu_does)
{
    static const uint32_t counts[] = {0, 1, 2, 33, 1025, 4095, ONE_TILE_MOST};
    for (uint32_t way = 0; way < WAYS; ++way) {
        struct gl_sorter s;
        open_sorter(&s, way);
        gl_sorter_check_each(&s, counts, sizeof counts / sizeof counts[0]);
        gl_sorter_close(&s);
    }
}

TEST(every_peek_is_a_permutation)
{
    static const uint32_t counts[] = {1, 100, 2049};
    for (uint32_t way = 0; way < WAYS; ++way) {
        struct gl_sorter s;
        struct gl_view v;
        open_sorter(&s, way);
        gl_view_open(&v, &s);
        for (uint32_t at = 0; at < 3; ++at)
            gl_sorter_watch(&s, &v, DATA_UNIFORM, counts[at]);
        gl_view_close(&v);
        gl_sorter_close(&s);
    }
}

int main(int argc, char** argv)
{
    const struct gl_suite suite = {
        .harness = &harness, .context = &context, .apis = 1u << GL_API_43};
    return gl_suite_run(argc, argv, &suite);
}
