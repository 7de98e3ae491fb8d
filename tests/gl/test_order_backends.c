// SPDX-License-Identifier: MIT
// One descriptor, one output: what a backend takes, it writes as the reference does, byte
// for byte, at once or in steps; and one refuses what the other takes only where the
// table of glsort_draw.h says so. The descriptors have every pair of values of the fields
// below; all others are random, of a seed that GLSORT_TEST_SEED changes.
#include <stdlib.h>
#include <string.h>

#include "gl_data.h"
#include "gl_orderer.h"
#include "gl_suite.h"
#include "plans.h"

GL_SUITE(.limits = {.uniform_alignment = 256, .storage_alignment = 256},
         .apis = 1 << GL_API_43 | 1 << GL_API_41 | 1 << GL_API_33 | 1 << GL_API_ES30 |
                 1 << GL_API_ES32);

enum { VERTICES_MOST = 90 };

// ---- descriptors ----------------------------------------------------------------------

enum field {
    FORMAT,
    STRIDE,
    VERTICES, // and the type of their indices
    VERTEX_KEY,
    DEAD,
    RADIUS, // and culling
    VIEWS,
    SEGMENTS,
    COUNT_SOURCE,
    DIRECTION,
    METRIC,
    KEY_BITS,
    COMMAND,
    OUTPUTS,
    REST,
    NUMBERS,
    TEXTURES,
    ALGORITHM,
    SOURCE,
    FIELDS
};

static const uint32_t value_counts[FIELDS] = {
    [FORMAT] = 4,  [STRIDE] = 2,   [VERTICES] = 6,  [VERTEX_KEY] = 3,   [DEAD] = 5,
    [RADIUS] = 4,  [VIEWS] = 3,    [SEGMENTS] = 2,  [COUNT_SOURCE] = 2, [DIRECTION] = 2,
    [METRIC] = 2,  [KEY_BITS] = 3, [COMMAND] = 5,   [OUTPUTS] = 4,      [REST] = 2,
    [NUMBERS] = 3, [TEXTURES] = 9, [ALGORITHM] = 7, [SOURCE] = 6,
};

static const glsort_algorithm algorithms[] = {
    GLSORT_ALGORITHM_AUTO,    GLSORT_ALGORITHM_ABISORT, GLSORT_ALGORITHM_ABISORT_TREE,
    GLSORT_ALGORITHM_BITONIC, GLSORT_ALGORITHM_RADIX,   GLSORT_ALGORITHM_RANK,
    GLSORT_ALGORITHM_AUTO,
};

static uint32_t pick(uint64_t* seed, uint32_t choices)
{
    return (uint32_t)(gl_random(seed) >> 20) % choices;
}

static uint32_t any_count(uint64_t* seed)
{
    static const uint32_t limits[] = {1, 2, 31, 255, 256, 511, 1023, 1024, 1025, 2049};
    if (pick(seed, 4) == 0)
        return limits[pick(seed, 10)];
    return 1 + pick(seed, 700);
}

static void set_elements(glsort_order_desc* d, const uint32_t* values)
{
    static const uint32_t vertices[] = {0, 3, 3, 1, 2, 17};
    d->position.format = (glsort_position_format)values[FORMAT];
    d->position.stride = values[STRIDE] * 24;
    d->position.offset = values[STRIDE] * 8;
    d->primitive.vertices = vertices[values[VERTICES]];
    d->primitive.index =
        values[VERTICES] == 2 || values[VERTICES] == 4 ? GLSORT_INDEX_U16 : 0;
    d->primitive.key = (glsort_vertex)values[VERTEX_KEY];
    d->dead.test = (glsort_dead_test)values[DEAD];
    if (values[DEAD] > 0)
        d->dead.field.stride = values[STRIDE] * 8;
    if (values[DEAD] >= GLSORT_DEAD_U32_EQUAL)
        d->dead.u32 = 1;
    d->cull = values[RADIUS] > 0 ? GLSORT_CULL_FRUSTUM : GLSORT_CULL_NONE;
    d->radius_source = (glsort_radius)(values[RADIUS] >= 2);
    d->flags |= values[RADIUS] == 3 ? GLSORT_ORDER_CLIP_ZERO_TO_ONE : 0;
    d->max_vertices =
        d->primitive.vertices > 0 && values[FORMAT] % 2 == 0 ? VERTICES_MOST : 0;
    d->max_views = values[VIEWS] == 2 ? 8 : 1 + values[VIEWS];
    d->max_segments = values[SEGMENTS] * 5;
    d->count_source = (glsort_count_source)values[COUNT_SOURCE];
}

// Integers, depths, a matrix for each element, three buffers of positions, or a list.
static void set_source(glsort_order_desc* d, uint32_t value)
{
    if (value == 1 || value == 2) {
        d->key_source = value == 1 ? GLSORT_KEYS_FROM_F32 : GLSORT_KEYS_FROM_U32;
        d->position = (glsort_position){0};
        d->cull = GLSORT_CULL_NONE;
        d->radius_source = (glsort_radius)0;
        d->flags &= ~(uint32_t)GLSORT_ORDER_CLIP_ZERO_TO_ONE;
    }
    d->transform = value == 3 ? GLSORT_TRANSFORM_PER_ELEMENT : GLSORT_TRANSFORM_NONE;
    d->max_sources = value == 4 ? 3 : 0;
    if (value == 3 || value == 4)
        d->max_vertices = VERTICES_MOST;
}

static void set_results(glsort_order_desc* d, const uint32_t* values)
{
    static const uint32_t bits[] = {32, 24, 16};
    static const uint32_t numbers[] = {0, GLSORT_ORDER_WRITES_ELEMENTS,
                                       GLSORT_ORDER_PRIMITIVE_NUMBERS};
    d->direction = (glsort_draw_direction)values[DIRECTION];
    d->metric = (glsort_metric)values[METRIC];
    d->key_bits = bits[values[KEY_BITS]];
    d->command = (glsort_command)values[COMMAND];
    if (d->command == GLSORT_COMMAND_DRAW_ARRAYS_INSTANCES ||
        d->command == GLSORT_COMMAND_DRAW_ELEMENTS_INSTANCES)
        d->instance_vertices = 4;
    if (d->command != GLSORT_COMMAND_NONE && values[STRIDE] == 1)
        d->command_stride = 28;
    d->flags |= (values[OUTPUTS] & 1) != 0 ? GLSORT_ORDER_WRITES_VISIBLE : 0;
    d->flags |= (values[OUTPUTS] & 2) != 0 ? GLSORT_ORDER_WRITES_DEPTHS : 0;
    d->flags |= values[REST] != 0 ? GLSORT_ORDER_FILLS_REST : 0;
    d->flags |= numbers[values[NUMBERS]];
}

// Two fields have these values; of the others, half have their default.
static glsort_order_desc desc_of(enum field a, uint32_t at_a, enum field b, uint32_t at_b,
                                 uint64_t* seed)
{
    uint32_t values[FIELDS];
    for (uint32_t i = 0; i < FIELDS; ++i)
        values[i] = pick(seed, 2) * pick(seed, value_counts[i]);
    values[a] = at_a;
    values[b] = at_b;
    glsort_order_desc d = {.max_count = any_count(seed),
                           .tuning = tuning_named(algorithms[values[ALGORITHM]])};
    set_elements(&d, values);
    set_source(&d, values[SOURCE]);
    set_results(&d, values);
    if (values[TEXTURES] > 0) // one, or all that there are
        gl_order_use_textures(&d,
                              values[TEXTURES] < 8 ? 1u << (values[TEXTURES] - 1) : 127,
                              false, VERTICES_MOST);
    return d;
}

// ---- the table ------------------------------------------------------------------------

static bool has_indirect_draws(void)
{
    return harness.limits.version >= (harness.gles ? 310u : 400u);
}

static bool of_command(const glsort_order_desc* d)
{
    return d->command != GLSORT_COMMAND_NONE && !has_indirect_draws();
}

static bool of_segments(const glsort_order_desc* d)
{
    return d->max_segments > 0;
}

static bool of_textures(const glsort_order_desc* d)
{
    return d->textures != 0;
}

static bool removes(const glsort_order_desc* d)
{
    return d->cull != GLSORT_CULL_NONE || d->dead.test != GLSORT_DEAD_NONE ||
           (d->flags & GLSORT_ORDER_FILLS_REST) != 0;
}

static bool of_counted(const glsort_order_desc* d)
{
    const uint32_t counts = GLSORT_ORDER_WRITES_VISIBLE | GLSORT_ORDER_FILLS_REST;
    return removes(d) && d->command == GLSORT_COMMAND_NONE && (d->flags & counts) == 0;
}

static bool of_gles(const glsort_order_desc* d)
{
    const bool one = d->primitive.vertices == 1;
    const uint32_t fields =
        (d->radius_source == GLSORT_RADIUS_PER_ELEMENT ? GLSORT_ORDER_TEXTURE_RADII : 0) |
        (d->dead.test != GLSORT_DEAD_NONE ? GLSORT_ORDER_TEXTURE_DEAD : 0);
    const uint32_t inputs =
        (one ? fields : 0) |
        (d->key_source == GLSORT_KEYS_FROM_POSITIONS ? GLSORT_ORDER_TEXTURE_POSITIONS
                                                     : GLSORT_ORDER_TEXTURE_DEPTHS_IN);
    return harness.gles && d->primitive.vertices > 0 && d->max_vertices == 0 &&
           (d->textures & inputs) != inputs;
}

// The descriptors have no textures of matrices and their indices.
static bool of_moved(const glsort_order_desc* d)
{
    return harness.gles &&
           (d->transform != GLSORT_TRANSFORM_NONE ||
            (d->max_sources > 0 && (d->textures & GLSORT_ORDER_TEXTURE_POSITIONS) == 0));
}

// Those of the context. Without compute shaders, compute passes are those of the least
// device that has them.
static glsort_limits limits_for(glsort_backend backend)
{
    glsort_limits limits = harness.limits;
    if (backend == GLSORT_BACKEND_COMPUTE && !harness.has_compute)
        glsort_limits_minimum(harness.gles ? 310 : 430, harness.gles, &limits);
    return limits;
}

// No sort of this algorithm with the count where the order has it.
static bool lacks_sort(const glsort_order_desc* d, glsort_backend backend)
{
    const bool draws = backend == GLSORT_BACKEND_FRAGMENT;
    const bool on_gpu =
        d->count_source == GLSORT_COUNT_FROM_BUFFER || (!draws && removes(d));
    const glsort_sort_desc sort = {
        .max_count = d->max_count,
        .values = GLSORT_VALUES_INDICES,
        .tuning = d->tuning,
        .backend = backend,
        .textures = draws ? GLSORT_TEXTURES_ALL : 0,
        .count_source = on_gpu ? GLSORT_COUNT_FROM_BUFFER : GLSORT_COUNT_FROM_ARGS,
    };
    const glsort_limits limits = limits_for(backend);
    return d->tuning->algorithm != GLSORT_ALGORITHM_AUTO &&
           glsort_max_count(&limits, &sort, NULL) == 0;
}

static bool of_sort_on_compute(const glsort_order_desc* d)
{
    return lacks_sort(d, GLSORT_BACKEND_COMPUTE);
}

static bool of_sort_in_draws(const glsort_order_desc* d)
{
    return lacks_sort(d, GLSORT_BACKEND_FRAGMENT);
}

// Its rows about refusals. A backend that takes all descriptors has no function there.
static const struct row {
    const char* name;
    bool (*compute)(const glsort_order_desc* d);
    bool (*draws)(const glsort_order_desc* d);
    const char* words; // in the sentences of the refusals
} rows[] = {
    {"command", NULL, of_command, "command"},
    {"max_segments", NULL, of_segments, "max_segments"},
    {"textures", of_textures, NULL, "textures need"},
    {"culling, no count", of_counted, NULL, "number of visible elements is unknown"},
    {"primitives on GLES", NULL, of_gles, "primitives in fragment passes"},
    {"transforms on GLES", NULL, of_moved, "transform and max_sources"},
    {"tuning", of_sort_on_compute, of_sort_in_draws, ""},
};
enum { ROWS = sizeof rows / sizeof rows[0] };
// Which some devices never meet.
enum { ROW_OF_COMMANDS = 0, ROW_OF_GLES = 4, LAST_ROW_OF_GLES = 5 };

static uint32_t met[ROWS];

// True if a row refuses the descriptor on this backend. The sentence is one of theirs.
static bool is_refused(const glsort_order_desc* d, glsort_backend backend,
                       const char* sentence)
{
    bool refused = false, said = false;
    for (uint32_t i = 0; i < ROWS; ++i) {
        bool (*refuses)(const glsort_order_desc* d) =
            backend == GLSORT_BACKEND_COMPUTE ? rows[i].compute : rows[i].draws;
        if (refuses == NULL || !refuses(d))
            continue;
        refused = true;
        ++met[i];
        said = said || strstr(sentence, rows[i].words) != NULL;
    }
    if (refused && sentence[0] != '\0' && !said)
        fail_msg("not the sentence of a row: %s", sentence);
    return refused;
}

// ---- refusals -------------------------------------------------------------------------

// Without a device, which takes no time.
static bool takes(const glsort_order_desc* desc, glsort_backend backend, char* sentence,
                  size_t bytes)
{
    glsort_order_desc d = *desc;
    const glsort_limits limits = limits_for(backend);
    glsort_plan* order = NULL;
    d.backend = backend;
    sentence[0] = '\0';
    glsort_result result = offline_order(&limits, &d, sentence, bytes, &order);
    glsort_plan_destroy(order);
    return result == GLSORT_OK;
}

// False if both refuse the descriptor, in the same words where no row is about it.
static bool check_refusals(const glsort_order_desc* d, bool* in_draws)
{
    char compute[300], draws[300];
    const bool on_compute = takes(d, GLSORT_BACKEND_COMPUTE, compute, sizeof compute);
    *in_draws = takes(d, GLSORT_BACKEND_FRAGMENT, draws, sizeof draws);
    if (!on_compute && !*in_draws)
        return false;
    if (on_compute == is_refused(d, GLSORT_BACKEND_COMPUTE, compute) ||
        *in_draws == is_refused(d, GLSORT_BACKEND_FRAGMENT, draws))
        fail_msg("textures 0x%x, flags 0x%x, command %u, algorithm %u, vertices %u: "
                 "\"%s\" on compute, \"%s\" in fragment passes",
                 d->textures, d->flags, d->command, d->tuning->algorithm,
                 d->primitive.vertices, compute, draws);
    return true;
}

// Makes some of the textures hold words, with the places of elements that these had in
// buffers.
static void use_words(glsort_order_desc* d, const glsort_order_desc* in_buffers,
                      uint64_t* seed)
{
    static const uint32_t texel_words[] = {0, 1, 2, 4};
    const uint32_t t = d->textures;
    const uint32_t of[] = {texel_words[pick(seed, 4)], texel_words[pick(seed, 4)],
                           texel_words[pick(seed, 4)]};
    if ((t & GLSORT_ORDER_TEXTURE_POSITIONS) != 0 && of[0] > 0) {
        d->position = in_buffers->position;
        d->position.texel_words = of[0];
    }
    if ((t & GLSORT_ORDER_TEXTURE_RADII) != 0 && of[1] > 0) {
        d->radius = in_buffers->radius;
        d->radius.texel_words = of[1];
    }
    if ((t & GLSORT_ORDER_TEXTURE_DEAD) != 0 && of[2] > 0) {
        d->dead.field = in_buffers->dead.field;
        d->dead.field.texel_words = of[2];
    }
}

// ---- outputs --------------------------------------------------------------------------

// Some are ended early; these say nothing, but must not spoil the run that follows.
static void run_in_steps(struct gl_orderer* o, uint32_t count, uint64_t* seed)
{
    const bool stops = pick(seed, 2) == 0;
    gl_orderer_reset(o, count);
    if (begin_order(o->order, &o->args) != GLSORT_OK)
        fail_msg("%s", glsort_plan_last_error(o->order));
    while (glsort_plan_passes_left(o->order) > 0 && !(stops && pick(seed, 4) == 0))
        assert_int_equal(glsort_plan_step(o->order, 1 + pick(seed, 5)), GLSORT_OK);
    const bool whole = glsort_plan_passes_left(o->order) == 0;
    assert_int_equal(glsort_order_run(o->order, &o->args), GLSORT_ERROR_STATE);
    assert_int_equal(glsort_plan_end(o->order), GLSORT_OK);
    if (whole)
        gl_orderer_expect(o, count);
}

// Two runs of different data, views and counts; a count on the GPU may be larger. Between
// them is one in steps.
static void run_one(const glsort_order_desc* d, uint64_t seed)
{
    struct gl_orderer orderer, *o = &orderer;
    gl_orderer_open(o, &harness, context, d, VERTICES_MOST, seed);
    for (uint32_t run = 0; run < 2; ++run) {
        uint32_t count =
            run == 0 ? pick(&seed, d->max_count + 1) : d->max_count - d->max_count / 8;
        if (run == 0 && d->count_source == GLSORT_COUNT_FROM_BUFFER)
            count += d->max_count;
        gl_orderer_fill(o, (enum gl_order_data)(seed % ORDER_DATA_COUNT),
                        run == 0 ? (enum gl_order_share)(seed % ORDER_SHARE_COUNT)
                                 : ORDER_SHARE_50,
                        run == 0 ? 1 : d->max_views, seed);
        if (d->key_source == GLSORT_KEYS_FROM_POSITIONS && seed % 3 == 0)
            o->args.views_in = gl_area_resource(&o->views);
        if (d->primitive.vertices > 1 && seed % 4 == 0)
            o->args.indices_in = (glsort_resource){0}; // the vertices are consecutive
        gl_mock_poison(&mock, 0xDEADBEEFu);
        if (run == 1)
            run_in_steps(o, count, &seed);
        gl_orderer_check(o, count);
    }
    gl_orderer_close(o);
    if (mock.trouble[0] != '\0')
        fail_msg("%s", mock.trouble);
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
}

// The same in fragment passes with other textures, some of them of words, by any sort.
static void run_in_textures(const glsort_order_desc* desc, uint64_t seed)
{
    char sentence[300];
    glsort_order_desc d = *desc;
    const bool elsewhere = d.max_sources > 0 || d.transform != GLSORT_TRANSFORM_NONE ||
                           d.key_source != GLSORT_KEYS_FROM_POSITIONS;
    d.textures = 0;
    const glsort_order_desc in_buffers = d;
    gl_order_use_textures(&d, pick(&seed, 512) | pick(&seed, 4) << 11, harness.gles,
                          VERTICES_MOST);
    if (!elsewhere)
        use_words(&d, &in_buffers, &seed);
    d.backend = pick(&seed, 2) == 0 && d.textures != 0 ? GLSORT_BACKEND_AUTO
                                                       : GLSORT_BACKEND_FRAGMENT;
    if (!takes(&d, GLSORT_BACKEND_FRAGMENT, sentence, sizeof sentence))
        return;
    run_one(&d, seed);
}

static void check_outputs(const glsort_order_desc* desc, bool in_draws, uint64_t seed)
{
    char sentence[300];
    glsort_order_desc d = *desc;
    d.backend = GLSORT_BACKEND_FRAGMENT;
    if (in_draws)
        run_one(&d, seed);
    d.textures = 0; // those of compute passes are in buffers
    d.position = desc->position;
    if (harness.has_compute &&
        takes(&d, GLSORT_BACKEND_COMPUTE, sentence, sizeof sentence)) {
        d.backend = GLSORT_BACKEND_COMPUTE;
        run_one(&d, seed);
    }
    run_in_textures(desc, seed + 1);
}

struct tally {
    uint32_t pairs; // of values
    uint32_t taken; // by either backend
    uint32_t run;
};

// Of two values that do not exclude each other, a few tries find a descriptor with both.
static void check_pair(enum field a, uint32_t at_a, enum field b, uint32_t at_b,
                       uint32_t every, struct tally* t)
{
    const char* given = getenv("GLSORT_TEST_SEED");
    uint64_t seed = ((a * FIELDS + b) * 20 + at_a) * 20 + at_b + 1;
    seed += given != NULL ? strtoull(given, NULL, 10) << 32 : 0;
    bool in_draws = false, taken = false;
    glsort_order_desc d;
    for (uint32_t tries = 0; tries < 60 && !taken; ++tries) {
        d = desc_of(a, at_a, b, at_b, &seed);
        taken = check_refusals(&d, &in_draws);
    }
    ++t->pairs;
    t->taken += taken;
    if (!taken || t->pairs % every != 0 || d.max_segments > 0)
        return;
    check_outputs(&d, in_draws, seed);
    ++t->run;
}

// Every pair; of those that are taken, a sample is run.
TEST(what_either_backend_takes_it_writes_as_the_reference_does)
{
    const uint32_t every = gl_test_all()                          ? 1
                           : harness.has_compute && !harness.gles ? 13
                                                                  : 41;
    struct tally t = {0};
    memset(met, 0, sizeof met);
    for (uint32_t a = 0; a < FIELDS; ++a)
        for (uint32_t b = 0; b < a; ++b)
            for (uint32_t at = 0; at < value_counts[a] * value_counts[b]; ++at)
                check_pair((enum field)a, at / value_counts[b], (enum field)b,
                           at % value_counts[b], every, &t);
    assert_true(t.taken > t.pairs * 3 / 4);
    assert_true(t.run >= 10);
    for (uint32_t i = 0; i < ROWS; ++i)
        if (met[i] == 0 && (harness.gles || i < ROW_OF_GLES || i > LAST_ROW_OF_GLES) &&
            (i != ROW_OF_COMMANDS || !has_indirect_draws() || !harness.has_compute))
            fail_msg("no descriptor meets row \"%s\"", rows[i].name);
}
