// SPDX-License-Identifier: MIT
// Every form of sorting with every way to describe a plan and to hand over its elements,
// against a stable sort on the CPU, byte for byte, with guards around everything.
//
// The cases are a covering array: any two levels of two axes, of which the form is one,
// meet in a case, unless the library refuses all plans that have both. By default that
// holds of groups of forms, and if everything is tested of each form. A
// case that fails is printed as a line that repeats it alone.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gl_sorter.h"
#include "gl_suite.h"
#include "desc.h"
#include "host_data.h"
#include "host_setups.h"
#include "shared/array.h"
#include "shared/bitonic.h"
#include "shared/radix_runs.h"
#include "shared/rank.h"

GL_SUITE(.tests_open = true, .apis_of_all = 1 << GL_API_33_COMPAT);

// ---- axes -----------------------------------------------------------------------------

enum axis { KEY, VALUES, PLACE, SOURCE, DIRECTION, BITS, ROOM, RUN, DEVICE, AXES };

enum { MOST_LEVELS = 12, MOST_FORMS = 64, MOST_CASES = 16384, NAME = 64 };

static const uint32_t level_count[AXES] = {
    [KEY] = 7,  [VALUES] = 9,    [PLACE] = 12, [SOURCE] = 3, [BITS] = 7,
    [ROOM] = 5, [DIRECTION] = 2, [RUN] = 3,    [DEVICE] = 4};

static const struct {
    glsort_values kind;
    bool alone; // without keys
} value_levels[] = {
    {GLSORT_VALUES_NONE, false},    {GLSORT_VALUES_INDICES, false},
    {GLSORT_VALUES_4_BYTES, false}, {GLSORT_VALUES_8_BYTES, false},
    {GLSORT_VALUES_INDICES, true},  {GLSORT_VALUES_16_BYTES, false},
    {GLSORT_VALUES_4_BYTES, true},  {GLSORT_VALUES_8_BYTES, true},
    {GLSORT_VALUES_16_BYTES, true},
};

// Those with textures are for fragment passes.
static const struct {
    uint32_t textures;
    bool in_place;
    uint32_t gaps[2]; // words between elements of the inputs
    uint32_t leads[5];
} places[] = {
    {0, false, {0, 0}, {1, 65, 3, 7, 3}},
    {0, true, {0, 0}, {5, 1, 63, 2, 11}},
    {0, false, {3, 4}, {2, 4, 4, 9, 5}},
    {0, false, {5, 0}, {7, 2, 1, 5, 0}},
    {0, false, {0, 0}, {4, 8, 12, 4, 1}}, // at multiples of four words
    {0, true, {0, 0}, {8, 4, 4, 16, 64}},
    {GLSORT_TEXTURES_ALL, false, {0, 0}, {0, 0, 0, 0, 3}},
    {GLSORT_TEXTURES_ALL, true, {0, 0}, {0, 0, 0, 0, 2}},
    {GLSORT_TEXTURE_KEYS_IN | GLSORT_TEXTURE_VALUES_IN, false, {0, 0}, {0, 3, 0, 5, 1}},
    {GLSORT_TEXTURE_KEYS_OUT | GLSORT_TEXTURE_VALUES_OUT, false, {0, 2}, {3, 0, 5, 0, 1}},
    {GLSORT_TEXTURE_KEYS_IN | GLSORT_TEXTURE_VALUES_OUT, false, {0, 1}, {0, 3, 5, 0, 1}},
    {GLSORT_TEXTURE_KEYS_OUT | GLSORT_TEXTURE_KEYS_IN, true, {0, 0}, {0, 0, 5, 7, 1}},
};
enum { BUFFER_PLACES = 6 };

enum { AT_ONCE, POISONED, WATCHED }; // how a case runs

// More groups than an axis has (22 * 22 take all cases), offsets far apart, and no more
// textures and targets than GLES 3.0 guarantees; the smallest work groups; a device that
// is no CPU.
static const struct gl_forced_limits devices[] = {
    {0},
    {.uniform_alignment = 256,
     .storage_alignment = 256,
     .texture_size = 2048,
     .draw_buffers = 4,
     .group_count = 22},
    {.group_size = 256, .shared_bytes = 16384, .storage_blocks = 8},
    {.hardware = true},
};
enum { PLAIN, NARROW, SMALL_GROUPS, HARDWARE, DEVICES };

static glsort_limits limits[DEVICES];

static const glsort_form* forms[MOST_FORMS];
static uint32_t form_count;

static void list_forms(void)
{
    const glsort_form* form;
    form_count = 0;
    for (uint32_t at = 0; (form = glsort_form_at(at)) != NULL; ++at)
        forms[form_count++] = form;
    for (uint32_t at = 0; at < HOST_ODD_FORMS; ++at)
        forms[form_count++] = &host_odd_forms[at];
    assert_true(form_count <= MOST_FORMS);
}

static bool draws(const glsort_form* form)
{
    return form->desc.backend == GLSORT_BACKEND_FRAGMENT;
}

// Elements that a work group, a run or a texel holds.
static uint32_t tile_of(const glsort_form* form)
{
    switch (form->desc.tuning->method) {
    case GLSORT_METHOD_RANK: return 1 << RANK_RUN_MEDIUM_LOG;
    case GLSORT_METHOD_RANK_ALL: return RANK_ALL_TILE;
    case GLSORT_METHOD_BITONIC_BLOCKS: return 1 << BITONIC_LARGE_LOG;
    case GLSORT_METHOD_BITONIC_TWO_KERNELS: return BITONIC_PAIR_BLOCK;
    case GLSORT_METHOD_RADIX_ITEMS: return RADIX_RUN;
    case GLSORT_METHOD_RADIX_CHAIN: return RADIX_GROUP_0 * RADIX_ITEMS_0;
    case GLSORT_METHOD_RADIX_TILES: return RADIX_TILE;
    default: break;
    }
    if (form->desc.tuning->algorithm == GLSORT_ALGORITHM_ABISORT)
        return draws(form) ? CUT_STRIDE : LOCAL_LARGE_TILE;
    return larger(16,
                  larger(form->desc.tuning->local_size, form->desc.tuning->merge_size));
}

static uint32_t room_of(const glsort_form* form, uint32_t level)
{
    static const uint32_t tree[] = {70, 512, 1025, 2049, 4100};
    static const uint32_t compared[] = {2 * RANK_TILE_QUAD_MOST + 1, RANK_ALL_MOST + 1,
                                        RANK_ALL_MOST, RANK_TILE_QUAD_MOST + 1,
                                        RANK_TILES_MOST};
    const bool blocks = form->desc.tuning->method == GLSORT_METHOD_BITONIC_BLOCKS;
    const uint32_t others[] = {70, 512, 2 * tile_of(form) + 1, 9000,
                               draws(form) ? 20001
                               : blocks    ? 7 * tile_of(form)
                                           : 30 * tile_of(form)};
    const glsort_tuning* tuning = form->desc.tuning;
    const bool many_passes = tuning->algorithm == GLSORT_ALGORITHM_ABISORT_TREE ||
                             (tuning->algorithm == GLSORT_ALGORITHM_BITONIC && !blocks);
    const uint32_t room = many_passes                                ? tree[level]
                          : tuning->method == GLSORT_METHOD_RANK_ALL ? compared[level]
                                                                     : others[level];
    return smaller(gl_test_at_most(room), form->whole_count);
}

// ---- cases ----------------------------------------------------------------------------

struct sort_case {
    uint8_t form;
    uint8_t level[AXES];
};

static void set_bits(glsort_sort_desc* desc, uint32_t level)
{
    const uint32_t bits = desc->key == GLSORT_KEY_U16 ? 16
                          : desc->key >= GLSORT_KEY_U64 && desc->key <= GLSORT_KEY_F64
                              ? 64
                              : 32;
    const uint32_t ranges[][2] = {{0, 0},        {0, 8}, {0, bits / 2}, {bits / 2 - 3, 7},
                                  {bits - 9, 9}, {5, 1}, {1, bits - 3}};
    desc->first_bit = ranges[level][0];
    desc->bit_count = ranges[level][1];
}

static struct gl_sorter_desc desc_of(const struct sort_case* c)
{
    const glsort_form* form = forms[c->form];
    const uint32_t place = c->level[PLACE];
    const uint32_t* gaps = places[place].gaps;
    struct gl_sorter_desc desc = {.plan = form->desc,
                                  .in_place = places[place].in_place,
                                  .widths = {53, 55, 57, 59}};
    glsort_sort_desc* plan = &desc.plan;
    memcpy(desc.leads, places[place].leads, sizeof desc.leads);
    plan->max_count = room_of(form, c->level[ROOM]);
    plan->key = (glsort_key)c->level[KEY];
    plan->values = value_levels[c->level[VALUES]].kind;
    plan->flags = value_levels[c->level[VALUES]].alone ? GLSORT_PLAN_DISCARD_KEYS : 0;
    plan->textures = places[place].textures;
    plan->direction = (glsort_direction)c->level[DIRECTION];
    plan->count_source = (glsort_count_source)(c->level[SOURCE] > 0);
    plan->expected_count = c->level[SOURCE] > 1 ? 1 + plan->max_count / 5 : 0;
    set_bits(plan, c->level[BITS]);
    if (gaps[0] > 0)
        plan->key_stride = 4 * (host_key_words(plan->key) + gaps[0]);
    if (gaps[1] > 0 && plan->values >= GLSORT_VALUES_4_BYTES)
        plan->value_stride = 4 * (host_value_words(plan->values) + gaps[1]);
    return desc;
}

static bool can_be(const struct sort_case* c)
{
    const struct gl_sorter_desc desc = desc_of(c);
    return glsort_max_count(&limits[c->level[DEVICE]], &desc.plan, NULL) >=
           desc.plan.max_count;
}

// By form, axis and level: whether the plan that has no other levels but 0 can be.
static bool possible[MOST_FORMS][AXES][MOST_LEVELS];

static void list_possible(void)
{
    memset(possible, 0, sizeof possible);
    for (uint32_t form = 0; form < form_count; ++form)
        for (uint32_t axis = 0; axis < AXES; ++axis)
            for (uint32_t level = 0; level < level_count[axis]; ++level) {
                struct sort_case c = {.form = (uint8_t)form};
                c.level[axis] = (uint8_t)level;
                possible[form][axis][level] =
                    can_be(&c) &&
                    (axis != PLACE || level < BUFFER_PLACES || draws(forms[form])) &&
                    (axis != DEVICE || level != SMALL_GROUPS || !draws(forms[form]));
            }
}

// ---- the covering array ---------------------------------------------------------------

static struct sort_case cases[MOST_CASES];
static uint32_t case_count;

// By a level of one axis and one of another, the form's being the last: whether a case of
// the group has both.
static bool met[AXES + 1][MOST_FORMS][AXES + 1][MOST_FORMS];
static bool in_group[MOST_FORMS];

static uint32_t level_of(const struct sort_case* c, uint32_t axis)
{
    return axis == AXES ? c->form : c->level[axis];
}

static void set_level(struct sort_case* c, uint32_t axis, uint32_t level)
{
    if (axis == AXES)
        c->form = (uint8_t)level;
    else
        c->level[axis] = (uint8_t)level;
}

static uint32_t levels_of(uint32_t axis)
{
    return axis == AXES ? form_count : level_count[axis];
}

// Marks the pairs of a case, and returns how many are new.
static uint32_t meet(const struct sort_case* c, bool mark)
{
    uint32_t pairs = 0;
    for (uint32_t a = 0; a <= AXES; ++a)
        for (uint32_t b = 0; b < a; ++b) {
            const uint32_t i = level_of(c, a), k = level_of(c, b);
            pairs += !met[a][i][b][k];
            if (mark)
                met[a][i][b][k] = met[b][k][a][i] = true;
        }
    return pairs;
}

static bool may_have(const struct sort_case* c, uint32_t axis)
{
    return axis == AXES ? in_group[c->form] : possible[c->form][axis][c->level[axis]];
}

static void draw_level(struct sort_case* c, uint32_t axis, uint64_t* random)
{
    do
        set_level(c, axis, (uint32_t)(gl_random(random) % levels_of(axis)));
    while (!may_have(c, axis));
}

// A random case with these two levels.
static struct sort_case draw_case(uint32_t a, uint32_t i, uint32_t b, uint32_t k,
                                  uint64_t* random)
{
    struct sort_case c = {0};
    for (uint32_t axis = AXES + 1; axis-- > 0;) // the form first
        if (axis != a && axis != b)
            draw_level(&c, axis, random);
        else
            set_level(&c, axis, axis == a ? i : k);
    return c;
}

// Adds the best of some cases with these two levels. If none of them can be, they count
// as met.
static void add_case(uint32_t a, uint32_t i, uint32_t b, uint32_t k, uint64_t* random)
{
    enum { TRIES = 400 };
    struct sort_case best = {0};
    uint32_t most = 0;
    for (uint32_t turn = 0; turn < TRIES; ++turn) {
        const struct sort_case c = draw_case(a, i, b, k, random);
        const uint32_t pairs = meet(&c, false);
        if (pairs > most && can_be(&c)) {
            best = c;
            most = pairs;
        }
    }
    met[a][i][b][k] = met[b][k][a][i] = true;
    if (most == 0)
        return;
    meet(&best, true);
    assert_true(case_count < MOST_CASES);
    cases[case_count++] = best;
}

static void cover_group(uint64_t seed)
{
    uint64_t random = seed;
    memset(met, 0, sizeof met);
    for (uint32_t form = 0; form < form_count; ++form)
        for (uint32_t axis = 0; axis < AXES; ++axis)
            for (uint32_t level = 0; level < level_count[axis]; ++level)
                met[AXES][form][axis][level] = met[axis][level][AXES][form] =
                    !in_group[form] || !possible[form][axis][level];
    for (uint32_t a = 0; a <= AXES; ++a)
        for (uint32_t b = 0; b < a; ++b)
            for (uint32_t i = 0; i < levels_of(a); ++i)
                for (uint32_t k = 0; k < levels_of(b); ++k)
                    if (!met[a][i][b][k])
                        add_case(a, i, b, k, &random);
}

static bool is_served(const glsort_form* form)
{
    return glsort_max_count(&limits[PLAIN], &form->desc, NULL) > 0;
}

// If everything is tested each form is a group; otherwise those of an algorithm on
// compute, the trees in fragment passes, and the others there.
static uint32_t group_of(uint32_t form)
{
    const glsort_algorithm algorithm = forms[form]->desc.tuning->algorithm;
    if (gl_test_all())
        return form;
    if (!draws(forms[form]))
        return 2 + (uint32_t)algorithm;
    return algorithm == GLSORT_ALGORITHM_ABISORT_TREE;
}

static void list_cases(void)
{
    case_count = 0;
    list_possible();
    for (uint32_t group = 0; group < MOST_FORMS; ++group) {
        for (uint32_t form = 0; form < form_count; ++form)
            in_group[form] = is_served(forms[form]) && group_of(form) == group;
        if (memchr(in_group, true, sizeof in_group) != NULL)
            cover_group(group);
    }
}

// ---- a case ---------------------------------------------------------------------------

static char running[NAME]; // the case under way

static void name_case(const struct sort_case* c)
{
    int at = snprintf(running, sizeof running, "%s/", forms[c->form]->name);
    for (uint32_t axis = 0; axis < AXES; ++axis)
        snprintf(running + at + axis, sizeof running - (size_t)at - axis, "%x",
                 c->level[axis]);
}

static struct sort_case case_named(const char* name)
{
    struct sort_case c = {0};
    const char* levels = strrchr(name, '/');
    if (levels == NULL || strlen(levels) != 1 + AXES)
        fail_msg("there is no case %s", name);
    const size_t length = (size_t)(levels - name);
    while (c.form < form_count && (strlen(forms[c.form]->name) != length ||
                                   strncmp(forms[c.form]->name, name, length) != 0))
        ++c.form;
    if (c.form == form_count)
        fail_msg("there is no form %.*s", (int)length, name);
    for (uint32_t axis = 0; axis < AXES; ++axis) {
        const char digit[] = {levels[1 + axis], '\0'};
        c.level[axis] = (uint8_t)strtoul(digit, NULL, 16);
        assert_true(c.level[axis] < level_count[axis]);
    }
    return c;
}

// A count in the buffer that is above the plan's, which then counts.
static void check_excess(struct gl_sorter* s, uint32_t excess)
{
    const uint32_t most = s->desc.plan.max_count;
    gl_sorter_ready(s, DATA_UNIFORM, excess, most);
    gl_area_write(&s->count, &excess, 1);
    const glsort_sort_args args = gl_sorter_args(s, 0);
    gl_sorter_require(s, glsort_sort_run(s->plan, &args));
    if (!gl_area_check(&s->count, &excess, 1, "count_in", s->trouble, sizeof s->trouble))
        gl_sorter_fail(s, "%s", s->trouble);
    gl_area_write(&s->count, &most, 1);
    if (!gl_sorter_holds(s, most))
        gl_sorter_fail(s, "%u for a count: %s", excess, s->trouble);
}

static void watch(struct gl_sorter* s, enum gl_data data, uint32_t count)
{
    struct gl_view v;
    gl_view_open(&v, s);
    gl_sorter_watch(s, &v, data, count);
    gl_view_close(&v);
}

static void check_counts(struct gl_sorter* s, const struct sort_case* c, uint64_t seed)
{
    const uint32_t room = s->desc.plan.max_count, tile = tile_of(forms[c->form]);
    const uint32_t counts[] = {0,
                               1,
                               2,
                               3,
                               room / 2,
                               room - 1,
                               tile,
                               tile - 1,
                               tile + 1,
                               2 * tile,
                               room - room / 3,
                               17,
                               18 * tile,
                               23 * tile + 1,
                               29 * tile,
                               1000};
    static const uint32_t garbage[] = {0xDEADBEEFu, 0xFFFFFFFFu, 0};
    enum { COUNTS = sizeof counts / sizeof counts[0] };
    const uint32_t first = (uint32_t)(seed % COUNTS), taken = gl_test_all() ? 7 : 4;
    gl_sorter_check(s, (enum gl_data)(seed / COUNTS % DATA_COUNT), seed, room);
    for (uint32_t i = 0, done = 0; i < COUNTS && done < taken; ++i) {
        const uint32_t count = counts[(first + 7 * i) % COUNTS];
        const enum gl_data data = (enum gl_data)((seed / 64 + i) % DATA_COUNT);
        if (count > room)
            continue;
        if (c->level[RUN] == POISONED)
            gl_mock_poison(&mock, garbage[(first + i) % 3]);
        if (c->level[RUN] == WATCHED && count <= 1040)
            watch(s, data, count);
        else
            gl_sorter_check(s, data, i, count);
        ++done;
    }
    if (c->level[SOURCE] > 0)
        check_excess(s, seed % 2 == 0 ? room + 1 : 0xFFFFF801u);
}

static void check_case(const struct sort_case* c)
{
    const struct gl_sorter_desc desc = desc_of(c);
    struct gl_sorter s;
    name_case(c);
    gl_sorter_open(&s, &harness, context, &desc);
    uint64_t state = c->form;
    for (uint32_t axis = 0; axis < AXES; ++axis)
        state = state * 16 + c->level[axis];
    check_counts(&s, c, gl_random(&state));
    gl_sorter_close(&s);
    if (mock.trouble[0] != '\0')
        fail_msg("%s", mock.trouble);
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
    running[0] = '\0';
}

// ---- tests ----------------------------------------------------------------------------

static void read_limits(void)
{
    for (uint32_t device = 0; device < DEVICES; ++device) {
        gl_suite_open_with(&suite, devices[device]);
        glsort_context_limits(context, &limits[device]);
        gl_suite_close(&suite);
    }
}

// One of so many cases: what an API shares with another one is tested there.
static uint32_t share_of(const struct sort_case* c)
{
    const bool fragment = draws(forms[c->form]);
    switch (harness.api) {
    case GL_API_43: return fragment ? 16 : 1;
    case GL_API_33:
    case GL_API_41: return 1;
    case GL_API_ES30: return 16;
    default: return 64;
    }
}

static int print_case(void** state)
{
    if (running[0] != '\0')
        print_error("to repeat it: %sGLSORT_TEST_CASE=\"%s\" test_matrix %s\n",
                    gl_test_all() ? "GLSORT_TEST_ALL=1 " : "", running,
                    gl_api_name(harness.api));
    return 0;
}

TEST_THEN(any_two_levels_sort_as_on_the_cpu, print_case)
{
    const char* one = getenv("GLSORT_TEST_CASE");
    uint32_t ran = 0;
    list_forms();
    read_limits();
    if (one != NULL) {
        cases[0] = case_named(one);
        case_count = 1;
    } else {
        list_cases();
    }
    for (uint32_t device = 0; device < DEVICES; ++device) {
        gl_suite_open_with(&suite, devices[device]);
        for (uint32_t i = 0; i < case_count; ++i)
            if (cases[i].level[DEVICE] == device &&
                (one != NULL || i % share_of(&cases[i]) == 0)) {
                check_case(&cases[i]);
                ++ran;
            }
        gl_suite_close(&suite);
    }
    print_message("%u of %u cases\n", ran, case_count);
    assert_true(ran > 0);
}

// The first counts, those around multiples of a tile, and some between; if everything is
// tested, all. The keys change with the count, so that the kinds of data take turns.
static bool is_counted(uint32_t count, uint32_t tile)
{
    const bool all = harness.api == GL_API_43 || harness.api == GL_API_33;
    return (gl_test_all() && all) || count < 18 || count % 499 == 0 ||
           ((count + 1) % larger(tile, 64) <= 2 && (count < 300 || count + 2 > tile));
}

TEST(every_count_sorts_as_on_the_cpu)
{
    gl_suite_open(&suite);
    for (uint32_t form = 0; form < form_count; ++form) {
        const struct gl_form listed = {forms[form]->name, forms[form]->desc};
        const uint32_t tile = tile_of(forms[form]);
        struct gl_sorter s;
        struct gl_sorter_desc desc = {.plan = listed.plan, .leads = {3, 5, 1, 7, 0}};
        desc.plan.max_count = room_of(forms[form], 2);
        desc.plan.values = GLSORT_VALUES_INDICES;
        if (!gl_form_fits(&listed, &harness) ||
            (!gl_test_all() && draws(forms[form]) != (harness.api == GL_API_33)))
            continue;
        gl_sorter_open(&s, &harness, context, &desc);
        for (uint32_t count = 0; count <= desc.plan.max_count; ++count)
            if (is_counted(count, tile))
                gl_sorter_check(&s, count % 3 == 0 ? DATA_LOW_ENTROPY : DATA_UNIFORM,
                                count, count);
        gl_sorter_close(&s);
    }
    gl_suite_close(&suite);
}
