// SPDX-License-Identifier: MIT
// Arrays in CPU memory: chunks, merges and transfers of every kind, by one thread or
// several, give what one stable sort gives, within the memory that was allowed, and leave
// nothing behind.
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <glsort/glsort_host.h>

#include "gl_sorter.h"
#include "gl_suite.h"
#include "host_data.h"
#include "host_meter.h"

GL_SUITE(.apis = GL_API_ALL);

enum { MOST = 20000, GUARD = 0x5AFEC0DE };

static const char storage[] = "glBufferStorage";
static const char storage_gles[] = "glBufferStorageEXT";

// ---- a sort, compared with the CPU ----------------------------------------------------

struct trial {
    glsort_sort_desc desc;
    glsort_host_args args; // merge, memory
    uint32_t count;
    enum gl_data data;
    bool in_place;
    glsort_host_info info;
};

static uint32_t value_bytes(glsort_values values)
{
    if (values == GLSORT_VALUES_NONE)
        return 0;
    return values == GLSORT_VALUES_INDICES ? 8 : 4 * host_value_words(values);
}

// So many words, and the guard behind them.
static void expect_words(const struct trial* t, const char* name, const uint32_t* got,
                         const uint32_t* expected, size_t count)
{
    for (size_t i = 0; i <= count; ++i)
        if (got[i] != expected[i])
            fail_msg("%u elements of key type %d, values %d, in chunks of %u, %s: word "
                     "%u of %s is %08x, not %08x",
                     t->count, (int)t->desc.key, (int)t->desc.values, t->info.chunk_size,
                     gl_data_name(t->data), (uint32_t)i, name, got[i], expected[i]);
}

// Sorts and compares; fails the test with the library's words if it refuses.
static void try_sort(struct trial* t)
{
    enum { KEYS, VALUES, KEYS_OUT, VALUES_OUT, SORTED, MOVED, PLACES, ARRAYS };
    uint32_t* a[ARRAYS];
    const uint32_t words = host_key_words(t->desc.key);
    const uint32_t value_words = value_bytes(t->desc.values) / 4;
    const size_t key_end = (size_t)t->count * words;
    const size_t value_end = (size_t)t->count * value_words;
    const bool given = t->desc.values >= GLSORT_VALUES_4_BYTES;
    const bool discards = (t->desc.flags & GLSORT_PLAN_DISCARD_KEYS) != 0;
    for (int i = 0; i < ARRAYS; ++i)
        a[i] = gl_take_words(4 * (size_t)t->count + 1);
    gl_data_fill(t->data, t->desc.key, t->count, a[KEYS], t->count);
    for (size_t i = 0; i < value_end; ++i)
        a[VALUES][i] = (uint32_t)i * GL_VALUE_FACTOR;
    host_argsort(&t->desc, a[KEYS], t->count, a[PLACES]);
    host_gather(a[SORTED], a[KEYS], a[PLACES], t->count, words);
    if (given)
        host_gather(a[MOVED], a[VALUES], a[PLACES], t->count, value_words);
    for (size_t i = 0; i < value_end && !given; i += 2) // indices of 64 bits
        a[MOVED][i] = a[PLACES][i / 2];
    const int keys_to = t->in_place ? KEYS : KEYS_OUT;
    const int values_to = t->in_place && given ? VALUES : VALUES_OUT;
    a[keys_to][key_end] = a[SORTED][key_end] = GUARD;
    a[values_to][value_end] = a[MOVED][value_end] = GUARD;
    glsort_host_args args = t->args;
    args.count = t->count;
    args.keys_in = a[KEYS];
    args.keys_out = discards ? NULL : a[keys_to];
    args.values_in = given ? a[VALUES] : NULL;
    args.values_out = value_words > 0 ? a[values_to] : NULL;
    args.info = &t->info;
    if (glsort_sort_host(context, &t->desc, &args) != GLSORT_OK)
        fail_msg("%u elements: %s", t->count, glsort_last_error(context));
    if (!discards)
        expect_words(t, "keys", a[keys_to], a[SORTED], key_end);
    expect_words(t, "values", a[values_to], a[MOVED], value_end);
    for (int i = 0; i < ARRAYS; ++i)
        free(a[i]);
}

static const glsort_merge merges[] = {GLSORT_MERGE_ON_CPU, GLSORT_MERGE_ON_DEVICE};

// ---- results --------------------------------------------------------------------------

TEST(chunks_of_every_type_become_one_sorted_array)
{
    for (uint32_t key = 0; key <= GLSORT_KEY_U16; ++key) {
        for (uint32_t values = 0; values <= GLSORT_VALUES_16_BYTES; ++values) {
            if (gl_test_samples(&harness) && (key + values) % 4 != 0)
                continue;
            struct trial t = {
                .desc = {.key = (glsort_key)key,
                         .values = (glsort_values)values,
                         .direction = (glsort_direction)((key + values) % 2),
                         .max_count = 1024},
                .args = {.merge = merges[(key + values / 2) % 2]},
                .count = 5000,
                .data = (key + values) % 2 == 0 ? DATA_LOW_ENTROPY : DATA_SPECIAL,
                .in_place = values % 2 == 0,
            };
            try_sort(&t);
            assert_int_equal(t.info.chunk_count, 5);
            assert_int_equal(t.info.chunk_size, 1024);
        }
    }
}

TEST(every_kind_of_data_is_merged_on_the_cpu_and_on_the_device)
{
    for (int data = 0; data < DATA_COUNT; ++data) {
        for (int i = 0; i < 2; ++i) {
            struct trial t = {
                .desc = {.values = GLSORT_VALUES_INDICES, .max_count = 512},
                .args = {.merge = merges[i]},
                .count = 3333,
                .data = (enum gl_data)data,
            };
            try_sort(&t);
            assert_int_equal(t.info.merged_on_device, i);
        }
    }
}

TEST(counts_around_chunks_and_blocks_are_sorted)
{
    static const uint32_t counts[] = {0,    1,    2,    255,  256,  257,  511,  512,
                                      513,  767,  768,  769,  1023, 1024, 1025, 1279,
                                      1280, 1281, 4095, 4096, 4097, 9999};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; ++i) {
        struct trial t = {
            .desc = {.values = GLSORT_VALUES_4_BYTES, .max_count = 512},
            .args = {.merge = merges[i % 2]},
            .count = counts[i],
            .in_place = i % 3 == 0,
        };
        try_sort(&t);
        t.desc.values = GLSORT_VALUES_INDICES;
        t.desc.max_count = 0; // at once
        try_sort(&t);
        assert_true(t.info.chunk_count == (counts[i] > 0));
        t.desc.max_count = 1 + (uint32_t)i % 8;
        t.count = 37;
        try_sort(&t);
        assert_true(t.info.chunk_size <= t.desc.max_count);
    }
}

TEST(keys_may_be_discarded_and_ranges_of_bits_merged)
{
    struct trial t = {
        .desc = {.key = GLSORT_KEY_U64,
                 .values = GLSORT_VALUES_INDICES,
                 .flags = GLSORT_PLAN_DISCARD_KEYS,
                 .max_count = 1024},
        .count = 5000,
    };
    try_sort(&t);
    t.desc.flags = 0;
    for (int i = 0; i < 2; ++i) {
        t.args.merge = merges[i];
        t.desc.first_bit = 28;
        t.desc.bit_count = 7;
        try_sort(&t);
        t.desc.key = GLSORT_KEY_U32;
        t.desc.first_bit = 5;
        t.desc.bit_count = 2;
        try_sort(&t);
        t.desc.direction = GLSORT_DESCENDING;
        try_sort(&t);
        t.desc = (glsort_sort_desc){.key = GLSORT_KEY_F64, .max_count = 1024};
    }
}

// ---- memory ---------------------------------------------------------------------------

TEST(the_memory_allowed_is_the_most_that_is_taken)
{
    static const uint64_t memories[] = {700000, 1000000, 2000000, 8000000};
    for (size_t i = 0; i < 4; ++i) {
        struct trial t = {
            .desc = {.values = GLSORT_VALUES_INDICES},
            .args = {.memory = memories[i], .merge = GLSORT_MERGE_ON_CPU},
            .count = 150000,
        };
        try_sort(&t);
        assert_true(t.info.bytes <= memories[i]);
        assert_int_equal(t.info.chunk_count == 1, memories[i] == 8000000);
    }
}

// Many chunks, of which the tables of the merge are the larger part.
TEST(the_memory_that_is_taken_includes_the_tables_of_the_merge)
{
    enum { PLAN = 100000 }; // not included
    struct host_meter meter = {0};
    const glsort_context_desc with_meter = {.get_proc = gl_mock_get_proc,
                                            .get_proc_user = &mock,
                                            .allocator = host_meter_allocator(&meter)};
    glsort_context* usual = context;
    struct trial t = {
        .desc = {.max_count = 4},
        .args = {.merge = GLSORT_MERGE_ON_CPU},
        .count = MOST,
    };
    context = gl_make_context(&with_meter, NULL);
    const size_t before = meter.bytes;
    try_sort(&t);
    assert_int_equal(t.info.chunk_count, MOST / 4);
    assert_in_range(meter.peak - before, t.info.bytes / 2, t.info.bytes + PLAN);
    glsort_context_destroy(context);
    context = usual;
    host_meter_expect_empty(&meter);
}

TEST(a_memory_that_is_too_small_is_refused_with_the_least)
{
    uint32_t keys[5000] = {3, 1};
    glsort_sort_desc desc = {0};
    glsort_host_args args = {
        .count = 5000, .keys_in = keys, .keys_out = keys, .memory = 4000};
    assert_int_equal(glsort_sort_host(context, &desc, &args), GLSORT_ERROR_RANGE);
    assert_non_null(
        strstr(glsort_last_error(context),
               "glsort_sort_host: memory 4000 is too small for 5000 elements"));
    assert_int_equal(keys[0], 3);
}

// ---- transfers ------------------------------------------------------------------------

// A sort in a context that has no buffers that stay mapped.
static void try_unmapped(struct trial* t)
{
    glsort_context* usual = context;
    mock.hidden = harness.gles ? storage_gles : storage;
    context = gl_mock_context(&mock, 0);
    try_sort(t);
    assert_int_equal(t->info.staged, 0);
    glsort_context_destroy(context);
    context = usual;
    mock.hidden = NULL;
}

TEST(transfers_work_without_buffers_that_stay_mapped)
{
    struct trial t = {
        .desc = {.values = GLSORT_VALUES_8_BYTES, .max_count = 4096},
        .count = MOST,
    };
    try_sort(&t);
    if (harness.api == GL_API_43 || harness.api == GL_API_ES32)
        assert_true(t.info.staged);
    for (int i = 0; i < 2; ++i) {
        t.args.merge = merges[i];
        try_unmapped(&t);
    }
}

// ---- threads of the caller ------------------------------------------------------------

// Arrays of fewer bytes are not shared out.
enum { SHARED_BYTES = 4 << 20, THREADS = 3 };

struct share {
    pthread_t thread;
    glsort_host_task task;
    void* data;
    uint32_t first, count;
};

static void* run_share(void* user)
{
    const struct share* s = user;
    for (uint32_t at = s->first; at < s->count; at += THREADS)
        s->task(s->data, at);
    return NULL;
}

static void run_on_threads(void* user, glsort_host_task task, void* data, uint32_t count)
{
    struct share shares[THREADS];
    *(uint32_t*)user += 1;
    for (uint32_t i = 0; i < THREADS; ++i) {
        shares[i] = (struct share){
            .task = task, .data = data, .first = THREADS - 1 - i, .count = count};
        assert_int_equal(pthread_create(&shares[i].thread, NULL, run_share, &shares[i]),
                         0);
    }
    for (uint32_t i = 0; i < THREADS; ++i)
        assert_int_equal(pthread_join(shares[i].thread, NULL), 0);
}

static void fail_if_called(void* user, glsort_host_task task, void* data, uint32_t count)
{
    fail_msg("called for %u tasks", count);
}

TEST(several_threads_copy_as_one_does)
{
    static const struct {
        glsort_key key;
        glsort_values values;
        uint32_t chunk, count;
        glsort_merge merge;
        bool unmapped;
    } sorts[] = {
        {GLSORT_KEY_U32, 0, 0, SHARED_BYTES / 4 + 1001, 0, false},
        {GLSORT_KEY_F64, GLSORT_VALUES_INDICES, 0, SHARED_BYTES / 8 + 1001, 0, false},
        {GLSORT_KEY_U64, GLSORT_VALUES_8_BYTES, 0, SHARED_BYTES / 8 + 1001, 0, true},
        {GLSORT_KEY_U64, GLSORT_VALUES_16_BYTES, SHARED_BYTES / 16, SHARED_BYTES / 12,
         GLSORT_MERGE_ON_CPU, false},
        {GLSORT_KEY_U64, GLSORT_VALUES_INDICES, SHARED_BYTES / 8, SHARED_BYTES / 6,
         GLSORT_MERGE_ON_DEVICE, false},
    };
    if (harness.api != GL_API_43)
        skip();
    for (size_t i = 0; i < sizeof sorts / sizeof sorts[0]; ++i) {
        uint32_t calls = 0;
        struct trial t = {.desc = {.key = sorts[i].key,
                                   .values = sorts[i].values,
                                   .max_count = sorts[i].chunk},
                          .args = {.merge = sorts[i].merge,
                                   .parallel = run_on_threads,
                                   .parallel_user = &calls},
                          .count = sorts[i].count};
        if (sorts[i].unmapped)
            try_unmapped(&t);
        else
            try_sort(&t);
        assert_true(calls > 0);
        assert_int_equal(t.info.chunk_count, sorts[i].chunk == 0 ? 1 : 2);
    }
}

TEST(small_arrays_are_never_divided)
{
    static const uint32_t counts[] = {0, 1000, SHARED_BYTES / 4 - 1};
    for (int i = 0; i < 3; ++i) {
        struct trial t = {.args = {.parallel = fail_if_called}, .count = counts[i]};
        try_sort(&t);
    }
}

// ---- failures -------------------------------------------------------------------------

TEST(no_failure_of_gl_leaves_anything)
{
    static const enum gl_fault faults[] = {FAULT_BUFFER_DATA, FAULT_GEN_BUFFERS};
    uint32_t keys[3000];
    gl_data_fill(DATA_UNIFORM, GLSORT_KEY_U32, 0, keys, 3000);
    glsort_sort_desc desc = {.max_count = 1024};
    glsort_host_args args = {.count = 3000, .keys_in = keys, .keys_out = keys};
    for (int f = 0; f < 2; ++f) {
        glsort_result result = GLSORT_ERROR_DEVICE_MEMORY;
        for (uint32_t at = 1; at < 40 && result != GLSORT_OK; ++at) {
            mock.fault = faults[f];
            mock.fault_at = at;
            mock.fault_seen = 0;
            result = glsort_sort_host(context, &desc, &args);
            assert_true(result == GLSORT_OK || result == GLSORT_ERROR_DEVICE_MEMORY);
            mock.fault = FAULT_NONE;
            assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
        }
        assert_int_equal(result, GLSORT_OK);
    }
}

TEST(memory_that_is_refused_is_an_error_that_leaves_nothing)
{
    struct host_meter meter = {0};
    glsort_context* metered = NULL;
    const glsort_context_desc with_meter = {.get_proc = gl_mock_get_proc,
                                            .get_proc_user = &mock,
                                            .allocator = host_meter_allocator(&meter)};
    uint32_t keys[3000];
    uint64_t positions[3000];
    glsort_sort_desc desc = {.values = GLSORT_VALUES_INDICES,
                             .flags = GLSORT_PLAN_DISCARD_KEYS,
                             .max_count = 1024};
    glsort_host_args args = {.count = 3000, .keys_in = keys, .values_out = positions};
    gl_data_fill(DATA_UNIFORM, GLSORT_KEY_U32, 0, keys, 3000);
    metered = gl_make_context(&with_meter, NULL);
    glsort_result result = GLSORT_ERROR_HOST_MEMORY;
    size_t before = meter.bytes;
    for (uint32_t at = 1; at < 100 && result != GLSORT_OK; ++at) {
        meter.fails_at = meter.calls + at;
        result = glsort_sort_host(metered, &desc, &args);
        assert_true(result == GLSORT_OK || result == GLSORT_ERROR_HOST_MEMORY ||
                    result == GLSORT_ERROR_DEVICE_MEMORY);
        if (result == GLSORT_OK)
            assert_true(at > 10); // every allocation was refused once
        else
            assert_true(strlen(glsort_last_error(metered)) > 20);
    }
    assert_int_equal(result, GLSORT_OK);
    assert_true(meter.bytes - before < 65536); // linked programs stay
    glsort_context_destroy(metered);
    host_meter_expect_empty(&meter);
}

static void progress_rises_to_its_total(void* user, uint64_t done, uint64_t total)
{
    uint64_t* last = user;
    assert_true(done >= last[0] && done <= total);
    last[0] = done;
    last[1] = total;
}

TEST(progress_is_reported_up_to_the_end)
{
    for (int i = 0; i < 2; ++i) {
        uint64_t last[2] = {0};
        struct trial t = {.desc = {.max_count = 512}, .count = 2000};
        t.args.progress = progress_rises_to_its_total;
        t.args.progress_user = last;
        t.args.merge = merges[i];
        try_sort(&t);
        assert_true(last[0] > 0 && last[0] == last[1]);
    }
}

// Stops at a call of progress, as another thread could.
struct stopper {
    int calls_left;
    volatile int stop;
};

static void stop_at_the_last_call(void* user, uint64_t done, uint64_t total)
{
    struct stopper* s = user;
    assert_true(s->stop == 0); // else it goes on
    if (--s->calls_left == 0)
        s->stop = 1;
}

// Returns true if the sort ended before it called progress so often.
static bool ends_before(int calls, glsort_merge merge)
{
    enum { COUNT = 2000 };
    static uint32_t keys[COUNT];
    struct stopper stopper = {.calls_left = calls};
    const glsort_sort_desc desc = {.max_count = 512};
    const glsort_host_args args = {.count = COUNT,
                                   .keys_in = keys,
                                   .keys_out = keys,
                                   .merge = merge,
                                   .progress = stop_at_the_last_call,
                                   .progress_user = &stopper,
                                   .stop = &stopper.stop};
    gl_data_fill(DATA_UNIFORM, GLSORT_KEY_U32, 0, keys, COUNT);
    glsort_result result = glsort_sort_host(context, &desc, &args);
    if (stopper.calls_left > 0) {
        assert_int_equal(result, GLSORT_OK);
        return true;
    }
    if (result == GLSORT_OK) // stopped when all was done
        return false;
    assert_int_equal(result, GLSORT_ERROR_STATE);
    assert_non_null(strstr(glsort_last_error(context), "args.stop has ended the sort"));
    return false;
}

TEST(a_sort_ends_wherever_it_is_stopped)
{
    struct trial t = {.desc = {.max_count = 512}, .count = 2000};
    for (int i = 0; i < 2; ++i) {
        int calls = 1;
        while (!ends_before(calls, merges[i]))
            calls++;
        assert_true(calls > 8); // four chunks and their merge
        t.args.merge = merges[i];
        try_sort(&t); // nothing of the stopped ones is left
    }
}

TEST(a_sort_that_is_stopped_before_it_begins_runs_no_pass)
{
    uint32_t keys[] = {3, 1, 2};
    const volatile int stop = 1;
    const glsort_sort_desc desc = {0};
    const glsort_host_args args = {
        .count = 3, .keys_in = keys, .keys_out = keys, .stop = &stop};
    assert_int_equal(glsort_sort_host(context, &desc, &args), GLSORT_ERROR_STATE);
    assert_non_null(strstr(glsort_last_error(context), "at 0 of 3 elements"));
    assert_int_equal(keys[0], 3);
}

// ---- refusals -------------------------------------------------------------------------

static void expect_refused(const glsort_sort_desc* desc, const glsort_host_args* args,
                           glsort_result wanted, const char* words)
{
    glsort_result result = glsort_sort_host(context, desc, args);
    assert_int_equal(result, wanted);
    const char* sentence = glsort_last_error(context);
    assert_int_equal(strncmp(sentence, "glsort_sort_host: ", 18), 0);
    if (strstr(sentence, words) == NULL)
        fail_msg("'%s' lacks '%s'", sentence, words);
}

TEST(wrong_arguments_are_refused_with_the_field)
{
    static uint32_t a[64];
    static uint64_t positions[64];
    const glsort_sort_desc plain = {0};
    const glsort_sort_desc argsort = {.values = GLSORT_VALUES_INDICES};
    const glsort_host_args good = {.count = 16, .keys_in = a, .keys_out = a};
    glsort_host_args args = good;
    expect_refused(&plain, NULL, GLSORT_ERROR_ARGUMENT, "args is NULL");
    expect_refused(NULL, &good, GLSORT_ERROR_ARGUMENT, "desc is NULL");
    args.keys_in = NULL;
    expect_refused(&plain, &args, GLSORT_ERROR_ARGUMENT, "args.keys_in is missing");
    args = (glsort_host_args){
        .count = SHARED_BYTES, .keys_in = a, .parallel = fail_if_called};
    expect_refused(&plain, &args, GLSORT_ERROR_ARGUMENT, "args.keys_out is missing");
    args = good;
    args.values_out = positions;
    expect_refused(&plain, &args, GLSORT_ERROR_ARGUMENT, "args.values_out is not used");
    args.values_in = positions;
    expect_refused(&argsort, &args, GLSORT_ERROR_ARGUMENT, "args.values_in is not used");
    args.values_in = NULL;
    args.values_out = (uint32_t*)positions + 1;
    expect_refused(&argsort, &args, GLSORT_ERROR_ARGUMENT, "multiple of 8 bytes");
    args = good;
    args.keys_in = (const uint8_t*)a + 2;
    expect_refused(&plain, &args, GLSORT_ERROR_ARGUMENT, "multiple of 4 bytes");
    args = good;
    args.keys_out = a + 1;
    expect_refused(&plain, &args, GLSORT_ERROR_ARGUMENT,
                   "args.keys_in and args.keys_out");
    args = good;
    args.count = UINT64_MAX / 4 + 2;
    expect_refused(&plain, &args, GLSORT_ERROR_RANGE, "do not fit the memory");
    args = good;
    args.merge = (glsort_merge)9;
    expect_refused(&plain, &args, GLSORT_ERROR_ARGUMENT, "args.merge 9");
    args.merge = GLSORT_MERGE_ON_CPU;
    glsort_sort_desc desc = {.direction = (glsort_direction)2};
    expect_refused(&desc, &args, GLSORT_ERROR_ARGUMENT, "desc.direction is 2");
    desc = (glsort_sort_desc){.key_stride = 8};
    expect_refused(&desc, &good, GLSORT_ERROR_UNSUPPORTED, "desc.key_stride");
    desc = (glsort_sort_desc){.first_bit = 30, .bit_count = 3};
    expect_refused(&desc, &good, GLSORT_ERROR_UNSUPPORTED, "bits 30 to 33");
    desc = (glsort_sort_desc){.count_source = GLSORT_COUNT_FROM_BUFFER};
    expect_refused(&desc, &good, GLSORT_ERROR_UNSUPPORTED, "desc.count_source");
    desc = (glsort_sort_desc){
        .tuning = &(const glsort_tuning){.method = GLSORT_METHOD_BITONIC_LOCAL_KEEP,
                                         .local_size = 8}};
    expect_refused(&desc, &good, GLSORT_ERROR_UNSUPPORTED,
                   "sorts blocks, and 16 elements are several");
    assert_int_equal(glsort_sort_host(NULL, &plain, &good), GLSORT_ERROR_ARGUMENT);
}

// ---- merges ---------------------------------------------------------------------------

// Feeds runs piece by piece, as from files, and takes the result in pieces too.
TEST(runs_that_come_in_pieces_are_merged_as_if_whole)
{
    enum { RUNS = 5, EACH = 700, PIECE = 64 };
    static uint32_t keys[RUNS * EACH], merged[RUNS * EACH];
    static uint64_t numbers[RUNS * EACH], merged_numbers[RUNS * EACH];
    const glsort_sort_desc desc = {.values = GLSORT_VALUES_INDICES};
    uint32_t given[RUNS] = {0};
    for (uint32_t i = 0; i < RUNS * EACH; ++i) {
        keys[i] = i % EACH / 3 * (1 + i / EACH % 2);
        numbers[i] = i;
    }
    glsort_sorted_run runs[RUNS] = {{0}};
    uint64_t done = 0;
    while (done < RUNS * EACH) {
        for (uint32_t r = 0; r < RUNS; ++r) {
            if (runs[r].count > 0 || given[r] == EACH)
                continue;
            uint32_t size = EACH - given[r] < PIECE ? EACH - given[r] : PIECE;
            runs[r] = (glsort_sorted_run){keys + r * EACH + given[r],
                                          numbers + r * EACH + given[r], size,
                                          given[r] + size < EACH};
            given[r] += size;
        }
        glsort_merge_args args = {runs, RUNS, merged + done, merged_numbers + done, 100};
        uint64_t more = 0;
        assert_int_equal(glsort_merge_host(context, &desc, &args, &more), GLSORT_OK);
        assert_true(more > 0 && more <= 100);
        done += more;
    }
    for (uint32_t i = 0; i < RUNS * EACH; ++i) {
        assert_int_equal(merged[i], keys[merged_numbers[i]]);
        if (i > 0)
            assert_true(merged[i - 1] < merged[i] ||
                        (merged[i - 1] == merged[i] &&
                         merged_numbers[i - 1] < merged_numbers[i]));
    }
}

TEST(a_merge_of_a_run_that_lacks_elements_waits_for_them)
{
    uint32_t keys[] = {1, 2, 3};
    uint32_t out[4] = {0};
    uint64_t merged = 9;
    const glsort_sort_desc desc = {0};
    glsort_sorted_run runs[] = {{.keys = keys, .count = 3}, {.more = 1}};
    glsort_merge_args args = {runs, 2, out, NULL, 4};
    assert_int_equal(glsort_merge_host(context, &desc, &args, &merged), GLSORT_OK);
    assert_int_equal(merged, 0);
    runs[1].more = 0;
    assert_int_equal(glsort_merge_host(context, &desc, &args, &merged), GLSORT_OK);
    assert_int_equal(merged, 3);
    assert_int_equal(out[2], 3);
    args.runs = NULL;
    assert_int_equal(glsort_merge_host(context, &desc, &args, &merged),
                     GLSORT_ERROR_ARGUMENT);
    assert_non_null(strstr(glsort_last_error(context), "args.runs is NULL"));
}
