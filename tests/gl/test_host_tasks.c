// SPDX-License-Identifier: MIT
// The caller's threads copy the arrays of a sort in CPU memory: whichever of them copies
// what, and in which order, the result is that of one thread.
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <glsort/glsort_host.h>

#include "gl_suite.h"
#include "host_data.h"

GL_SUITE(.apis = 1 << GL_API_43);

// The longest array of a chunk has eight pieces, of which each is two tasks.
enum { TASK = 256 << 10, PIECE = 2 * TASK, LONGEST = 8 * PIECE, THREADS = 3 };

// ---- hooks ----------------------------------------------------------------------------

struct hook {
    uint32_t calls;
    uint32_t tasks;
};

static void run_in_reverse(void* user, glsort_host_task task, void* data, uint32_t count)
{
    struct hook* hook = user;
    hook->calls++;
    hook->tasks += count;
    for (uint32_t at = count; at-- > 0;)
        task(data, at);
}

struct share {
    pthread_t thread;
    glsort_host_task task;
    void* data;
    uint32_t first;
    uint32_t count;
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
    struct hook* hook = user;
    struct share shares[THREADS];
    hook->calls++;
    hook->tasks += count;
    for (uint32_t i = 0; i < THREADS; ++i) {
        shares[i] =
            (struct share){.task = task, .data = data, .first = i, .count = count};
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

// ---- sorts ----------------------------------------------------------------------------

struct trial {
    glsort_sort_desc desc;
    glsort_merge merge;
    uint32_t count;
    uint32_t key_bytes;
    uint32_t value_bytes;        // in CPU memory
    uint32_t device_value_bytes; // those that move
    glsort_host_info info;
};

// Elements of one chunk whose longest array has LONGEST bytes and some more, or several
// chunks of just so many elements.
static struct trial trial_of(glsort_key key, glsort_values values, bool several)
{
    struct trial t = {.desc = {.key = key, .values = values}};
    t.key_bytes = 4 * host_key_words(key);
    t.value_bytes = values == GLSORT_VALUES_NONE      ? 0
                    : values == GLSORT_VALUES_INDICES ? 8
                                                      : 4 * host_value_words(values);
    t.device_value_bytes =
        values == GLSORT_VALUES_INDICES && !several ? 4 : t.value_bytes;
    uint32_t widest =
        t.key_bytes > t.device_value_bytes ? t.key_bytes : t.device_value_bytes;
    t.count = LONGEST / widest + 1001;
    if (several) {
        t.desc.max_count = LONGEST / widest;
        t.count = t.desc.max_count / 4 * 5 + 3;
    }
    return t;
}

struct arrays {
    uint32_t* keys;
    uint32_t* values;
};

static struct arrays arrays_of(const struct trial* t)
{
    return (struct arrays){host_take_words((size_t)t->count * t->key_bytes / 4),
                           host_take_words((size_t)t->count * t->value_bytes / 4 + 1)};
}

static void free_arrays(struct arrays a)
{
    free(a.keys);
    free(a.values);
}

static void sort(struct trial* t, struct arrays from, struct arrays to,
                 glsort_host_parallel parallel, void* user)
{
    const glsort_host_args args = {
        .count = t->count,
        .keys_in = from.keys,
        .keys_out = to.keys,
        .values_in = t->desc.values >= GLSORT_VALUES_4_BYTES ? from.values : NULL,
        .values_out = t->value_bytes > 0 ? to.values : NULL,
        .merge = t->merge,
        .info = &t->info,
        .parallel = parallel,
        .parallel_user = user,
    };
    if (glsort_sort_host(context, &t->desc, &args) != GLSORT_OK)
        fail_msg("%s", glsort_last_error(context));
}

// Of a transfer of so many bytes: two tasks a piece, and none for a rest of one task.
static uint32_t tasks_of(uint64_t bytes)
{
    return (uint32_t)(2 * (bytes / PIECE) + (bytes % PIECE > TASK ? 2 : 0));
}

// Of the transfers of all chunks, once.
static uint32_t tasks_of_all(const struct trial* t)
{
    uint32_t moved = t->desc.values >= GLSORT_VALUES_4_BYTES || t->info.chunk_count > 1;
    uint32_t tasks = 0;
    for (uint32_t first = 0; first < t->count; first += t->info.chunk_size) {
        uint64_t left = t->count - first;
        uint64_t count = left < t->info.chunk_size ? left : t->info.chunk_size;
        tasks += 2 * tasks_of(count * t->key_bytes);
        tasks += (1 + moved) * tasks_of(count * t->device_value_bytes);
    }
    return tasks;
}

// By one thread, in reverse and by several threads.
static void compare_hooks(struct trial* t)
{
    static const glsort_host_parallel hooks[] = {run_in_reverse, run_on_threads};
    struct arrays from = arrays_of(t);
    struct arrays alone = arrays_of(t);
    struct arrays shared = arrays_of(t);
    host_fill(from.keys, t->count * t->key_bytes / 4, 0);
    host_fill(from.values, t->count * t->value_bytes / 4, 1);
    sort(t, from, alone, NULL, NULL);
    for (int i = 0; i < 2; ++i) {
        struct hook hook = {0};
        memset(shared.keys, 0, (size_t)t->count * t->key_bytes);
        memset(shared.values, 0, (size_t)t->count * t->value_bytes);
        sort(t, from, shared, hooks[i], &hook);
        assert_memory_equal(shared.keys, alone.keys, (size_t)t->count * t->key_bytes);
        assert_memory_equal(shared.values, alone.values,
                            (size_t)t->count * t->value_bytes);
        assert_int_equal(hook.tasks, (1 + t->info.merged_on_device) * tasks_of_all(t));
        assert_true(hook.calls > 0);
    }
    free_arrays(from);
    free_arrays(alone);
    free_arrays(shared);
}

TEST(arrays_of_every_kind_are_copied_by_threads_as_by_one)
{
    for (uint32_t key = 0; key <= GLSORT_KEY_U16; ++key) {
        for (uint32_t values = 0; values <= GLSORT_VALUES_16_BYTES; ++values) {
            if (!gl_test_all() &&
                key != (values % 2 == 0 ? GLSORT_KEY_U32 : GLSORT_KEY_F64))
                continue;
            struct trial t = trial_of((glsort_key)key, (glsort_values)values, false);
            compare_hooks(&t);
            assert_int_equal(t.info.chunk_count, 1);
        }
    }
}

TEST(chunks_and_merges_of_them_are_copied_by_threads_as_by_one)
{
    static const glsort_values values[] = {GLSORT_VALUES_INDICES, GLSORT_VALUES_16_BYTES};
    for (int i = 0; i < 4; ++i) {
        struct trial t = trial_of(GLSORT_KEY_U64, values[i / 2], true);
        t.merge = i % 2 == 0 ? GLSORT_MERGE_ON_CPU : GLSORT_MERGE_ON_DEVICE;
        compare_hooks(&t);
        assert_int_equal(t.info.chunk_count, 2);
        assert_int_equal(t.info.merged_on_device, i % 2);
    }
}

TEST(copies_without_buffers_that_stay_mapped_are_shared_too)
{
    struct trial t = trial_of(GLSORT_KEY_U64, GLSORT_VALUES_8_BYTES, false);
    glsort_context* before = context;
    mock.hidden = "glBufferStorage";
    glsort_context_desc desc = {.get_proc = gl_mock_get_proc, .get_proc_user = &mock};
    assert_int_equal(glsort_context_create(&desc, &context), GLSORT_OK);
    compare_hooks(&t);
    assert_int_equal(t.info.staged, 0);
    glsort_context_destroy(context);
    context = before;
    mock.hidden = NULL;
}

// ---- no tasks -------------------------------------------------------------------------

TEST(small_arrays_are_never_divided)
{
    static const uint32_t counts[] = {0, 1, 1000, LONGEST / 4 - 1};
    for (int i = 0; i < 4; ++i) {
        struct trial t = {.key_bytes = 4, .count = counts[i]};
        struct arrays a = arrays_of(&t);
        host_fill(a.keys, t.count, 0);
        sort(&t, a, a, fail_if_called, NULL);
        for (uint32_t at = 1; at < t.count; ++at)
            assert_true(a.keys[at - 1] <= a.keys[at]);
        free_arrays(a);
    }
}

TEST(a_sort_that_is_refused_asks_for_no_tasks)
{
    struct trial t = trial_of(GLSORT_KEY_U32, GLSORT_VALUES_NONE, false);
    struct arrays a = arrays_of(&t);
    const glsort_host_args args = {
        .count = t.count, .keys_in = a.keys, .parallel = fail_if_called};
    assert_int_equal(glsort_sort_host(context, &t.desc, &args), GLSORT_ERROR_ARGUMENT);
    assert_non_null(strstr(glsort_last_error(context), "args.keys_out is missing"));
    free_arrays(a);
}

TEST(a_user_without_the_function_is_ignored)
{
    uint32_t keys[] = {3, 1, 2};
    struct trial t = {.key_bytes = 4, .count = 3};
    sort(&t, (struct arrays){keys, NULL}, (struct arrays){keys, NULL}, NULL, &t);
    assert_int_equal(keys[0], 1);
}
