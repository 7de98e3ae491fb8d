// SPDX-License-Identifier: MIT
// The schedules of draw orders in fragment passes, without GL: how many passes there are,
// what they read and write, and that every count fits into what was made for the largest.
#include <string.h>

#include "host_faults.h"
#include "host_orders.h"
#include "host_test.h"
#include "plans.h"
#include "shared/io.h"
#include "shared/order.h"

enum { MOST = 5000 };

static struct glsort_limits limits_of(bool is_gles)
{
    return least_limits(is_gles ? 300 : 330, is_gles);
}

// Keys, the visible count and the order.
TEST(a_view_costs_three_passes_more_than_its_sort)
{
    struct glsort_limits limits = limits_of(false);
    glsort_order_desc desc = {.max_count = MOST, .max_views = 4};
    struct host_order o;
    host_order_open(&o, &limits, &desc);
    uint32_t sort = host_order_sort_passes(&o, MOST);
    assert_int_equal(host_order_build(&o, MOST, 1), sort + 3);
    assert_int_equal(host_order_build(&o, MOST, 4), 4 * (sort + 3));
    assert_int_equal(host_order_build(&o, 0, 4), 0);
    host_order_close(&o);
    // Culling costs no pass; depths one for each view, all visible counts one.
    desc.cull = GLSORT_CULL_FRUSTUM;
    desc.flags = GLSORT_ORDER_WRITES_DEPTHS | GLSORT_ORDER_WRITES_VISIBLE;
    host_order_open(&o, &limits, &desc);
    assert_int_equal(host_order_build(&o, MOST, 4), 4 * (sort + 4) + 1);
    assert_int_equal(host_order_build(&o, 0, 4), 1);
    host_order_close(&o);
}

// Of one view in a texture; the sort's last pass knows what it must not write.
TEST(an_order_alone_costs_one_pass_more_than_its_sort)
{
    static const struct {
        uint32_t key_bits;
        glsort_draw_direction direction;
        uint32_t reject;
    } rows[] = {{32, GLSORT_BACK_TO_FRONT, 0xFFFFFFFF},
                {32, GLSORT_FRONT_TO_BACK, 0x7FFFFFFF},
                {16, GLSORT_BACK_TO_FRONT, 0xFFFF}};
    struct glsort_limits limits = limits_of(true);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        glsort_order_desc desc = {.max_count = MOST,
                                  .key_bits = rows[i].key_bits,
                                  .direction = rows[i].direction,
                                  .cull = GLSORT_CULL_FRUSTUM,
                                  .textures = GLSORT_ORDER_TEXTURE_POSITIONS |
                                              GLSORT_ORDER_TEXTURE_ORDER};
        struct store_params params;
        struct host_order o;
        host_order_open(&o, &limits, &desc);
        uint32_t passes = host_order_build(&o, MOST, 1);
        const struct pass* last = &o.core.schedule.passes[passes - 1];
        assert_int_equal(passes, host_order_sort_passes(&o, MOST) + 1);
        memcpy(&params, o.core.schedule.params + last->params_at, sizeof params);
        assert_int_equal(last->bindings[last->binding_count - 1].slot, SLOT_VALUES_OUT);
        assert_int_not_equal(params.io.flags & STORE_REJECTS, 0);
        assert_int_equal(params.reject, rows[i].reject);
        assert_int_equal(params.rejected, ORDER_NO_ELEMENT);
        host_order_close(&o);
    }
}

TEST(a_count_on_the_gpu_and_uploads_come_before_the_views)
{
    struct glsort_limits limits = limits_of(true);
    glsort_order_desc desc = {.max_count = 1000,
                              .max_views = 2,
                              .position = {.offset = 8, .stride = 32},
                              .count_source = GLSORT_COUNT_FROM_BUFFER,
                              .dead = {.test = GLSORT_DEAD_U32_EQUAL}};
    struct host_order o;
    host_order_open(&o, &limits, &desc);
    host_order_build(&o, 7, 2); // a count that is on the GPU is not known
    const struct schedule* s = &o.core.schedule;
    assert_string_equal(s->passes[0].label, "take count");
    assert_string_equal(s->passes[1].label, "upload positions");
    assert_int_equal(s->passes[1].bindings[0].first_bytes, 8);
    assert_int_equal(s->passes[1].bindings[0].range_bytes, 999 * 32 + 12);
    assert_int_equal(s->passes[1].groups, (999 * 32 + 12) / 4);
    assert_string_equal(s->passes[2].label, "upload dead fields");
    assert_string_equal(s->passes[3].label, "draw element keys");
    assert_int_equal(s->buffer_units, 0);
    for (uint32_t i = 4; i < s->pass_count; ++i)
        assert_int_not_equal(s->passes[i].kind, GLSORT_PASS_UPLOAD);
    host_order_close(&o);
}

// ---- what passes read and write -------------------------------------------------------

// The caller's slot is a texture exactly where the mask says so.
static void check_kinds(const struct host_order* o, const struct pass* p)
{
    static const struct {
        uint8_t slot;
        uint32_t texture;
    } rows[] = {
        {SLOT_POSITIONS, GLSORT_ORDER_TEXTURE_POSITIONS},
        {SLOT_RADII, GLSORT_ORDER_TEXTURE_RADII},
        {SLOT_DEAD, GLSORT_ORDER_TEXTURE_DEAD},
        {SLOT_INDICES_IN, GLSORT_ORDER_TEXTURE_INDICES},
        {SLOT_VALUES_OUT, GLSORT_ORDER_TEXTURE_ORDER},
        {SLOT_KEYS_OUT, GLSORT_ORDER_TEXTURE_DEPTHS},
        {SLOT_VISIBLE_OUT, GLSORT_ORDER_TEXTURE_VISIBLE},
    };
    for (uint32_t at = 0; at < p->binding_count; ++at)
        for (uint32_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
            const struct binding* b = &p->bindings[at];
            bool texture = (o->what.desc.textures & rows[i].texture) != 0;
            bool fetched = (o->core.schedule.buffer_units >> b->unit & 1) != 0;
            if (b->slot != rows[i].slot)
                continue;
            if (b->usage == USAGE_COPY)
                assert_false(texture);
            if (b->usage == USAGE_TARGET)
                assert_true(texture);
            if (b->usage == USAGE_FETCH)
                assert_true(texture != fetched);
        }
}

static void check_order(const struct glsort_limits* limits, const glsort_order_desc* desc)
{
    static const uint32_t counts[] = {0, 1, 3, 4, 9, 255, 256, 1025, 4097, MOST};
    struct host_targets all = {.count = 0};
    struct host_order o;
    host_order_open(&o, limits, desc);
    host_order_build(&o, MOST, 8);
    host_targets_add(&all, &o.core.schedule);
    for (uint32_t i = 0; i < 2 * sizeof counts / sizeof counts[0]; ++i) {
        host_order_build(&o, counts[i / 2], 1 + i % 2 * 7);
        host_schedule_check(&o.core.schedule, "order");
        host_targets_check(&all, &o.core.schedule, "order");
        for (uint32_t at = 0; at < o.core.schedule.pass_count; ++at)
            check_kinds(&o, &o.core.schedule.passes[at]);
    }
    host_order_close(&o);
}

TEST(every_count_number_of_views_and_kind_of_resource_fits)
{
    static const glsort_algorithm algorithms[] = {GLSORT_ALGORITHM_ABISORT,
                                                  GLSORT_ALGORITHM_BITONIC,
                                                  GLSORT_ALGORITHM_ABISORT_TREE};
    for (uint32_t way = 0; way < 128 * 3 * 4; ++way) {
        struct glsort_limits limits = limits_of(way / 384 % 2 != 0);
        glsort_order_desc desc = {
            .max_count = MOST,
            .max_views = 8,
            .primitive = {.vertices = 3},
            .dead = {.test = GLSORT_DEAD_U32_EQUAL},
            .cull = GLSORT_CULL_FRUSTUM,
            .radius_source = GLSORT_RADIUS_PER_ELEMENT,
            .flags = GLSORT_ORDER_WRITES_VISIBLE | GLSORT_ORDER_WRITES_DEPTHS,
            .tuning = &(const glsort_tuning){.algorithm = algorithms[way / 128 % 3]},
            .textures = way % 128,
            .max_vertices = way % 16 == 0 ? 0 : MOST, // no or some inputs in textures
            .count_source = way / 128 % 3 == 0 ? (glsort_count_source)(way / 768)
                                               : GLSORT_COUNT_FROM_ARGS,
        };
        if (limits.is_gles)
            desc.textures |= GLSORT_ORDER_TEXTURE_POSITIONS;
        if (way % 3 == 0)
            desc.flags |= GLSORT_ORDER_WRITES_ELEMENTS;
        check_order(&limits, &desc);
    }
}

// View v's outputs begin at element v * max_count, in textures too.
TEST(outputs_of_views_follow_each_other)
{
    struct glsort_limits limits = limits_of(false);
    for (uint32_t textures = 0; textures < 2; ++textures) {
        glsort_order_desc desc = {.max_count = MOST,
                                  .max_views = 3,
                                  .textures =
                                      textures != 0 ? GLSORT_ORDER_TEXTURE_ORDER : 0};
        struct host_order o;
        uint32_t view = 0;
        host_order_open(&o, &limits, &desc);
        host_order_build(&o, 100, 3);
        for (uint32_t i = 0; i < o.core.schedule.pass_count; ++i) {
            const struct pass* p = &o.core.schedule.passes[i];
            const struct binding* last = &p->bindings[p->binding_count - 1];
            if (strcmp(p->label, "draw order") != 0)
                continue;
            assert_int_equal(last->slot, SLOT_VALUES_OUT);
            assert_int_equal(last->first_bytes, 4 * MOST * view);
            assert_int_equal(last->range_bytes, 400);
            assert_int_equal(p->first_texel, textures != 0 ? MOST * view : 0);
            ++view;
        }
        assert_int_equal(view, 3);
        host_order_close(&o);
    }
}

// With the elements in a buffer of their own, the order has the vertices.
TEST(vertices_of_views_follow_each_other)
{
    struct glsort_limits limits = limits_of(false);
    glsort_order_desc desc = {.max_count = MOST,
                              .max_views = 2,
                              .primitive.vertices = 3,
                              .flags = GLSORT_ORDER_WRITES_ELEMENTS};
    struct host_order o;
    uint32_t found = 0;
    host_order_open(&o, &limits, &desc);
    host_order_build(&o, 100, 2);
    for (uint32_t i = 0; i < o.core.schedule.pass_count; ++i) {
        const struct pass* p = &o.core.schedule.passes[i];
        const struct binding* last = &p->bindings[p->binding_count - 1];
        bool order = strcmp(p->label, "draw order") == 0;
        if (!order && strcmp(p->label, "draw elements") != 0)
            continue;
        assert_int_equal(last->slot, order ? SLOT_VALUES_OUT : SLOT_ELEMENTS_OUT);
        assert_int_equal(last->first_bytes, (order ? 12 : 4) * MOST * (found / 2));
        assert_int_equal(last->range_bytes, order ? 1200 : 400);
        ++found;
    }
    assert_int_equal(found, 4);
    host_order_close(&o);
}

TEST(every_view_shares_the_scratch_of_the_first)
{
    struct glsort_limits limits = limits_of(false);
    glsort_order_desc desc = {.max_count = MOST};
    struct host_order one, eight;
    host_order_open(&one, &limits, &desc);
    desc.max_views = 8;
    host_order_open(&eight, &limits, &desc);
    assert_int_equal(glsort_pool_bytes(&one.core.scratch),
                     glsort_pool_bytes(&eight.core.scratch));
    host_order_close(&one);
    host_order_close(&eight);
}

TEST(textures_and_methods_choose_fragments)
{
    struct glsort_limits limits = least_limits(430, 0);
    struct host_order o;
    glsort_order_desc desc = {.max_count = MOST};
    host_order_open(&o, &limits, &desc);
    assert_int_equal(o.core.desc.backend, GLSORT_BACKEND_COMPUTE);
    host_order_close(&o);
    desc.textures = GLSORT_ORDER_TEXTURE_ORDER;
    host_order_open(&o, &limits, &desc);
    assert_int_equal(o.core.desc.backend, GLSORT_BACKEND_FRAGMENT);
    host_order_close(&o);
    desc = (glsort_order_desc){
        .max_count = MOST,
        .tuning = &(const glsort_tuning){.method = GLSORT_METHOD_BITONIC_PACKED}};
    host_order_open(&o, &limits, &desc);
    assert_int_equal(o.core.desc.backend, GLSORT_BACKEND_FRAGMENT);
    host_order_close(&o);
}
