// SPDX-License-Identifier: MIT
// Linked lists become the segments that a walk on the CPU makes of them; broken lists
// end.
#include <stdlib.h>
#include <string.h>

#include <glsort/glsort_arrays.h>

#include "gl_area.h"
#include "gl_data.h"
#include "gl_suite.h"

GL_SUITE(.apis = GL_API_COMPUTE);

enum { LISTS = 700, NODES = 5000, NODE_WORDS = 4 };

// next, key, id, colour
struct node {
    uint32_t words[NODE_WORDS];
};

struct lister {
    glsort_plan* lists;
    glsort_lists_desc desc;
    struct gl_area heads, nodes, node_count, offsets, keys, entries, overflow;
    uint32_t *head_list, *offset_list, *key_list, *entry_list;
    struct node* node_list;
    uint32_t list_count, node_total, lost;
    uint32_t counted; // what the counter on the GPU says
    uint64_t seed;
    bool ids, wants_overflow;
};

static void open_lister(struct lister* s, const glsort_lists_desc* desc)
{
    *s = (struct lister){.desc = *desc, .seed = 1, .ids = true, .wants_overflow = true};
    s->desc.max_lists = LISTS;
    s->desc.max_nodes = NODES;
    s->desc.node_stride = 4 * NODE_WORDS;
    if (glsort_lists_create(context, &s->desc, &s->lists) != GLSORT_OK)
        fail_msg("%s", glsort_last_error(context));
    gl_area_create(&s->heads, &harness, 0, 3, LISTS);
    gl_area_create_wide(&s->nodes, &harness, 0, NODE_WORDS, 5, NODES);
    gl_area_create(&s->node_count, &harness, 0, 1, 1);
    gl_area_create(&s->offsets, &harness, 0, 7, LISTS + 1);
    gl_area_create_wide(&s->keys, &harness, 0, 2, 9, NODES);
    gl_area_create(&s->entries, &harness, 0, 11, NODES);
    gl_area_create(&s->overflow, &harness, 0, 2, 1);
    s->head_list = gl_take_words(LISTS);
    s->offset_list = gl_take_words(LISTS + 1);
    s->key_list = gl_take_words(2 * NODES);
    s->entry_list = gl_take_words(NODES);
    s->node_list = (struct node*)gl_take_words(NODE_WORDS * NODES);
}

static void close_lister(struct lister* s)
{
    struct gl_area* areas[] = {&s->heads, &s->nodes,   &s->node_count, &s->offsets,
                               &s->keys,  &s->entries, &s->overflow};
    for (size_t i = 0; i < sizeof areas / sizeof areas[0]; ++i)
        gl_area_destroy(areas[i]);
    glsort_plan_destroy(s->lists);
    free(s->head_list);
    free(s->offset_list);
    free(s->key_list);
    free(s->entry_list);
    free(s->node_list);
    assert_string_equal(mock.trouble, "");
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
}

// ---- what is wanted -------------------------------------------------------------------

static uint32_t ordered(glsort_key type, uint32_t key)
{
    uint32_t top = 0x80000000u;
    if (type == GLSORT_KEY_I32)
        return key ^ top;
    if (type == GLSORT_KEY_F32)
        return (key & top) != 0 ? ~key : key | top;
    return key;
}

static uint32_t limit_of(const struct lister* s)
{
    uint32_t limit =
        s->desc.list_limit == 0 ? GLSORT_MOST_LIST_NODES : s->desc.list_limit;
    return limit < s->node_total ? limit : s->node_total;
}

static void walk(struct lister* s, uint32_t list, uint32_t* entry)
{
    uint32_t node = s->head_list[list];
    uint32_t length = 0;
    bool lost = false;
    for (; node < s->node_total && length < limit_of(s); ++length) {
        const uint32_t* words = s->node_list[node].words;
        if (*entry == NODES) {
            lost = true;
            break;
        }
        s->key_list[2 * *entry] = s->ids ? words[2] : node;
        s->key_list[2 * *entry + 1] = ordered(s->desc.key, words[1]);
        s->entry_list[(*entry)++] = node;
        node = words[0];
    }
    s->lost += lost || node != GLSORT_LIST_END;
}

static uint32_t walk_all(struct lister* s)
{
    bool on_gpu = s->desc.node_count_source == GLSORT_COUNT_FROM_BUFFER;
    uint32_t entry = 0;
    s->lost = on_gpu && s->counted > NODES ? s->counted - NODES : 0;
    if (s->lost > 0x7FFFFFFFu)
        s->lost = 0x7FFFFFFFu;
    for (uint32_t list = 0; list < s->list_count; ++list) {
        s->offset_list[list] = entry;
        walk(s, list, &entry);
    }
    s->offset_list[s->list_count] = entry;
    return entry;
}

// ---- a run ----------------------------------------------------------------------------

static glsort_resource field(const struct lister* s, uint32_t word)
{
    glsort_resource resource = gl_area_resource(&s->nodes);
    resource.offset += 4 * word;
    return resource;
}

static void check_run(struct lister* s)
{
    bool on_gpu = s->desc.node_count_source == GLSORT_COUNT_FROM_BUFFER;
    gl_area_write(&s->heads, s->head_list, s->list_count);
    gl_area_write(&s->nodes, s->node_list[0].words, s->node_total);
    gl_area_write(&s->node_count, &s->counted, 1);
    gl_area_write(&s->offsets, NULL, 0);
    gl_area_write(&s->keys, NULL, 0);
    gl_area_write(&s->entries, NULL, 0);
    gl_area_write(&s->overflow, NULL, 0);
    gl_mock_poison(&mock, 0xDEADBEEFu);
    glsort_lists_args args = {.list_count = s->list_count,
                              .node_count = on_gpu ? 0 : s->node_total,
                              .heads_in = gl_area_resource(&s->heads),
                              .next_in = field(s, 0),
                              .keys_in = field(s, 1),
                              .offsets_out = gl_area_resource(&s->offsets),
                              .keys_out = gl_area_resource(&s->keys),
                              .nodes_out = gl_area_resource(&s->entries)};
    if (s->ids)
        args.ids_in = field(s, 2);
    if (on_gpu)
        args.node_count_in = gl_area_resource(&s->node_count);
    if (s->wants_overflow)
        args.overflow_out = gl_area_resource(&s->overflow);
    if (glsort_lists_run(s->lists, &args) != GLSORT_OK)
        fail_msg("%s", glsort_plan_last_error(s->lists));
    uint32_t entries = walk_all(s);
    gl_area_expect(&s->offsets, s->offset_list, s->list_count + 1, "offsets_out");
    gl_area_expect(&s->keys, s->key_list, entries, "keys_out");
    gl_area_expect(&s->entries, s->entry_list, entries, "nodes_out");
    gl_area_expect(&s->overflow, &s->lost, s->wants_overflow, "overflow_out");
    gl_area_expect(&s->heads, s->head_list, s->list_count, "heads_in");
    gl_area_expect(&s->nodes, s->node_list, s->node_total, "nodes");
}

static uint32_t random_below(struct lister* s, uint32_t end)
{
    return (uint32_t)((gl_random(&s->seed) >> 32) % end);
}

// Appends as a fragment shader does: each node to the front of some list.
static void append_nodes(struct lister* s, uint32_t lists, uint32_t nodes)
{
    s->list_count = lists;
    s->node_total = s->counted = nodes;
    for (uint32_t i = 0; i < lists; ++i)
        s->head_list[i] = GLSORT_LIST_END;
    for (uint32_t i = 0; i < nodes && lists > 0; ++i) {
        uint32_t list = random_below(s, 1 + random_below(s, lists));
        const struct node node = {
            {s->head_list[list], (uint32_t)gl_random(&s->seed), i * 7 % 13, i}};
        s->node_list[i] = node;
        s->head_list[list] = i;
    }
}

// ---- tests ----------------------------------------------------------------------------

TEST(lists_become_segments)
{
    static const uint32_t lists[] = {0, 1, 2, 255, 256, 257, LISTS};
    for (int way = 0; way < 6; ++way) {
        const glsort_lists_desc desc = {.key = (glsort_key)(way / 2),
                                        .node_count_source =
                                            (glsort_count_source)(way % 2)};
        struct lister s;
        open_lister(&s, &desc);
        for (uint32_t i = 0; i < sizeof lists / sizeof lists[0]; ++i) {
            s.ids = i % 2 == 0;
            s.wants_overflow = i % 3 != 1;
            append_nodes(&s, lists[i], i == 5 ? 0 : i == 6 ? NODES : NODES - 100 * i);
            check_run(&s);
        }
        close_lister(&s);
    }
}

TEST(long_lists_are_cut_and_reported)
{
    const glsort_lists_desc desc = {.list_limit = 9};
    struct lister s;
    open_lister(&s, &desc);
    append_nodes(&s, LISTS, NODES);
    check_run(&s);
    assert_true(s.lost > 10 && s.lost < LISTS);
    append_nodes(&s, 1, 9);
    check_run(&s);
    assert_int_equal(s.lost, 0);
    append_nodes(&s, 1, 10);
    check_run(&s);
    assert_int_equal(s.lost, 1);
    close_lister(&s);
}

// A counter says how many appends there were, stored or not.
TEST(a_full_pool_of_nodes_is_counted)
{
    static const uint32_t counted[] = {NODES + 1, 9000, 0xFFFFFFF0u};
    const glsort_lists_desc desc = {.node_count_source = GLSORT_COUNT_FROM_BUFFER};
    struct lister s;
    open_lister(&s, &desc);
    for (size_t i = 0; i < sizeof counted / sizeof counted[0]; ++i) {
        append_nodes(&s, i == 1 ? 0 : LISTS, NODES);
        s.counted = counted[i];
        check_run(&s);
        assert_int_equal(s.lost, i == 2 ? 0x7FFFFFFFu : counted[i] - NODES);
    }
    close_lister(&s);
}

// A shader that links a node before it finds that there is no room for it.
TEST(lists_that_end_at_no_node_are_counted)
{
    static const uint32_t bad[] = {NODES - 100, NODES, 0xFFFFFFFEu};
    for (uint32_t way = 0; way < 2; ++way) {
        const glsort_lists_desc desc = {.node_count_source = (glsort_count_source)way};
        struct lister s;
        open_lister(&s, &desc);
        append_nodes(&s, LISTS, NODES - 100);
        for (uint32_t i = 0; i < 3; ++i)
            s.head_list[100 * i] = bad[i];
        check_run(&s);
        assert_int_equal(s.lost, 3);
        for (uint32_t i = 0; i < NODES - 100; ++i)
            if (s.node_list[i].words[0] == GLSORT_LIST_END)
                s.node_list[i].words[0] = bad[i % 3];
        check_run(&s);
        assert_true(s.lost > 100);
        close_lister(&s);
    }
}

// Rings, shared nodes, and indices of anything.
TEST(broken_lists_end)
{
    for (uint32_t way = 0; way < 4; ++way) {
        const glsort_lists_desc desc = {.list_limit = way == 3 ? 0 : 20};
        struct lister s;
        open_lister(&s, &desc);
        append_nodes(&s, way == 3 ? 3 : LISTS, NODES);
        for (uint32_t i = 0; i < NODES; ++i)
            if (way == 0 || way == 3)
                s.node_list[i].words[0] = i / 5 * 5 + (i + 1) % 5; // rings of five
            else if (way == 1)
                s.node_list[i].words[0] = i / 2; // all lists meet; a ring of one
            else
                s.node_list[i].words[0] = (uint32_t)gl_random(&s.seed);
        check_run(&s);
        close_lister(&s);
    }
}
