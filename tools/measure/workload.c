// SPDX-License-Identifier: MIT
#include "workload.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// SplitMix64 (Steele, Lea, Flood 2014).
static uint64_t mix(uint64_t z)
{
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static uint64_t next_random(uint64_t* state)
{
    return mix(*state += 0x9E3779B97F4A7C15u);
}

// ---- distributions --------------------------------------------------------------------

static uint64_t uniform(uint64_t* state, uint64_t at, uint64_t count, uint32_t bits)
{
    (void)at, (void)count;
    return next_random(state) >> (64 - bits);
}

static uint64_t constant(uint64_t* state, uint64_t at, uint64_t count, uint32_t bits)
{
    (void)state, (void)at, (void)count;
    return UINT64_C(0x5A5A5A5A5A5A5A5A) >> (64 - bits);
}

// Spreads positions over all ranks, so that every digit varies.
static uint64_t spread(uint64_t at, uint64_t count, uint32_t bits)
{
    uint64_t high = (at << 32) / count;
    return bits <= 32 ? high >> (32 - bits)
                      : (high << 32 | (mix(at) & 0xFFFFFFFFu)) >> (64 - bits);
}

static uint64_t sorted(uint64_t* state, uint64_t at, uint64_t count, uint32_t bits)
{
    (void)state;
    return spread(at, count, bits);
}

static uint64_t reversed(uint64_t* state, uint64_t at, uint64_t count, uint32_t bits)
{
    (void)state;
    return spread(count - 1 - at, count, bits);
}

static uint64_t nearly_sorted(uint64_t* state, uint64_t at, uint64_t count, uint32_t bits)
{
    uint64_t random = next_random(state);
    return spread(random % 100 == 0 ? random / 100 % count : at, count, bits);
}

static uint64_t organ_pipe(uint64_t* state, uint64_t at, uint64_t count, uint32_t bits)
{
    (void)state;
    return spread(at < count / 2 ? 2 * at : 2 * (count - 1 - at) + 1, count, bits);
}

static uint64_t two_values(uint64_t* state, uint64_t at, uint64_t count, uint32_t bits)
{
    (void)at, (void)count;
    return (next_random(state) & 1) << (bits - 1);
}

static uint64_t one_digit(uint64_t* state, uint64_t at, uint64_t count, uint32_t bits)
{
    (void)at, (void)count;
    return (next_random(state) & 0xFF) << (bits / 2 - 8);
}

static uint64_t low_bits(uint64_t* state, uint64_t at, uint64_t count, uint32_t bits)
{
    (void)at, (void)count;
    return next_random(state) >> (64 - (bits + 1) / 2);
}

static uint64_t anded(uint64_t* state, uint32_t words, uint32_t bits)
{
    uint64_t all = UINT64_MAX;
    for (uint32_t i = 0; i < words; ++i)
        all &= next_random(state);
    return all >> (64 - bits);
}

static uint64_t and_2(uint64_t* state, uint64_t at, uint64_t count, uint32_t bits)
{
    (void)at, (void)count;
    return anded(state, 2, bits);
}

static uint64_t and_3(uint64_t* state, uint64_t at, uint64_t count, uint32_t bits)
{
    (void)at, (void)count;
    return anded(state, 3, bits);
}

static uint64_t and_5(uint64_t* state, uint64_t at, uint64_t count, uint32_t bits)
{
    (void)at, (void)count;
    return anded(state, 5, bits);
}

// Around the least, the middle and the largest rank. Of floats these are zeros, least and
// largest subnormal, least normal, one, largest, infinity and NaNs, of either sign.
static uint64_t extremes(uint64_t* state, uint64_t at, uint64_t count, uint32_t bits)
{
    static const uint32_t words[] = {0x00000000u, 0x00000001u, 0x007FFFFFu, 0x00800000u,
                                     0x3F800000u, 0x7F7FFFFFu, 0x7F800000u, 0x7FC00000u,
                                     0x7F800001u, 0x7FFFFFFFu};
    static const uint64_t wide[] = {0x0000000000000000u, 0x0000000000000001u,
                                    0x000FFFFFFFFFFFFFu, 0x0010000000000000u,
                                    0x3FF0000000000000u, 0x7FEFFFFFFFFFFFFFu,
                                    0x7FF0000000000000u, 0x7FF8000000000000u,
                                    0x7FF0000000000001u, 0x7FFFFFFFFFFFFFFFu};
    (void)at, (void)count;
    const uint64_t random = next_random(state) >> 32, top = UINT64_C(1) << (bits - 1);
    const uint64_t from_top =
        bits == 64 ? wide[random % 10] : words[random % 10] >> (32 - bits);
    return random >> 31 ? top - 1 - from_top : top + from_top;
}

// The ANDs are K. Thearling's and S. Smith's ("An improved supercomputer sorting
// benchmark", 1992), and so is the entropy by bits.
const struct distribution distributions[] = {
    {"uniform", "random keys", true, uniform},
    {"constant", "all the same", true, constant},
    {"sorted", "in order, spread over all keys", true, sorted},
    {"reversed", "in reverse order", true, reversed},
    {"nearly-sorted", "in order but for one in a hundred", true, nearly_sorted},
    {"organ-pipe", "up, then down", true, organ_pipe},
    {"two-values", "one of two keys", true, two_values},
    {"one-digit", "random in one digit of 8 bits", true, one_digit},
    {"extremes", "the least, middle and largest; of floats all kinds", true, extremes},
    {"low-bits", "random in the lower half of the bits", false, low_bits},
    {"and-2", "two random words ANDed", false, and_2},
    {"and-3", "three", false, and_3},
    {"and-5", "five", false, and_5},
    {0},
};

const struct distribution* find_distribution(const char* name)
{
    const struct distribution* d = distributions;
    while (d->name && strcmp(d->name, name) != 0)
        d++;
    return d->name ? d : NULL;
}

void distribution_fill(const struct distribution* d, const struct key_type* key,
                       uint64_t seed, void* keys, uint32_t count)
{
    const uint64_t number = (uint64_t)(d - distributions);
    uint64_t state = seed << 32 | number << 8 | (uint64_t)key->key;
    for (uint32_t i = 0; i < count; ++i) {
        uint64_t rank = d->rank(&state, i, count, key->bits);
        uint64_t above = key->bits == 16 ? mix(state) << 16 : 0;
        set_key(key, keys, i, key_of_rank(key, GLSORT_ASCENDING, rank) | above);
    }
}

// ---- keys and values ------------------------------------------------------------------

uint32_t value_word(const struct workload* w, uint32_t at, uint32_t word)
{
    if (w->task.values->in_bytes == 0)
        return at;
    return word == 0 ? ~at : (uint32_t)mix((uint64_t)at << 8 | word);
}

// About how many elements are looked up if all would take too long.
static const uint32_t sampled = 1u << 22;

static uint32_t stride_of(uint32_t count)
{
    return count / sampled + 1;
}

static void add_bits(uint64_t rank, uint32_t bits, uint64_t ones[64])
{
    for (uint32_t b = 0; b < bits; ++b)
        ones[b] += rank >> b & 1;
}

static double entropy_of(const uint64_t ones[64], uint32_t bits, uint32_t count)
{
    double sum = 0.0;
    for (uint32_t b = 0; b < bits; ++b) {
        double p = (double)ones[b] / count;
        if (p > 0.0 && p < 1.0)
            sum -= p * log2(p) + (1.0 - p) * log2(1.0 - p);
    }
    return sum;
}

static void fill_keys(struct workload* w)
{
    const struct task* t = &w->task;
    uint64_t state = 1, ones[64] = {0};
    uint32_t looked = 0, stride = stride_of(t->count);
    for (uint32_t i = 0; i < t->count; ++i) {
        uint64_t rank = t->distribution->rank(&state, i, t->count, t->key->bits);
        // Ascending keys, whatever order is requested, so that "sorted" means one thing.
        set_key(t->key, w->keys, i, key_of_rank(t->key, GLSORT_ASCENDING, rank));
        w->sum += mix(rank_of_key(t->key, t->order, key_at(t->key, w->keys, i)));
        w->place_sum += mix(~(uint64_t)i);
        if (i % stride == 0) {
            add_bits(rank, t->key->bits, ones);
            looked++;
        }
    }
    w->entropy = entropy_of(ones, t->key->bits, looked);
}

bool workload_create(struct workload* w, const struct task* task)
{
    *w = (struct workload){.task = *task};
    uint32_t words = task->values->in_bytes / 4;
    w->keys = malloc((size_t)task->count * task->key->bytes);
    if (words > 0)
        w->values = malloc((size_t)task->count * task->values->in_bytes);
    if (!w->keys || (words > 0 && !w->values)) {
        workload_release(w);
        return false;
    }
    fill_keys(w);
    for (uint32_t i = 0; i < (words > 0 ? task->count : 0); ++i)
        for (uint32_t k = 0; k < words; ++k)
            ((uint32_t*)w->values)[(size_t)i * words + k] = value_word(w, i, k);
    return true;
}

void workload_release(struct workload* w)
{
    free(w->keys);
    free(w->values);
    w->keys = w->values = NULL;
}

// ---- the check ------------------------------------------------------------------------

struct order_check order_check_start(const struct workload* w, bool stable)
{
    return (struct order_check){
        .w = w,
        .stride = stride_of(w->task.count),
        .block = UINT32_MAX,
        .stable = stable,
        .right = true,
    };
}

// Checks that ranks ascend, and places among equal ranks; that ranks and places occur as
// often as in the input, by the sums of their hashes; and that each place (a sample of
// many) has its rank.
void order_check_add(struct order_check* c, uint64_t rank, uint32_t at)
{
    const struct task* t = &c->w->task;
    uint32_t number = c->count++;
    bool first = number % c->block == 0;
    if (!first && rank < c->last_rank)
        c->right = false;
    if (at != UINT32_MAX) {
        if (!first && c->stable && rank == c->last_rank && at <= c->last_at)
            c->right = false;
        if (at >= t->count || at / c->block != number / c->block)
            c->right = false;
        else if (number % c->stride == 0 &&
                 rank_of_key(t->key, t->order, key_at(t->key, c->w->keys, at)) != rank)
            c->right = false;
    }
    c->sum += mix(rank);
    c->place_sum += mix(~(uint64_t)at);
    c->last_rank = rank;
    c->last_at = at;
}

bool order_check_end(const struct order_check* c)
{
    bool has_places = c->w->task.values->bytes > 0;
    return c->right && c->count == c->w->task.count && c->sum == c->w->sum &&
           (!has_places || c->place_sum == c->w->place_sum);
}

// The element that a value stands for; UINT32_MAX if it stands for none.
static uint32_t element_of(const struct workload* w, const uint32_t* values, uint32_t i)
{
    uint32_t words = w->task.values->bytes / 4;
    const uint32_t* value = values + (size_t)i * words;
    uint32_t at = w->task.values->in_bytes == 0 ? value[0] : ~value[0];
    for (uint32_t k = 0; k < words; ++k)
        if (at >= w->task.count || value[k] != value_word(w, at, k))
            return UINT32_MAX;
    return at;
}

bool workload_check(const struct workload* w, const void* keys, const void* values,
                    uint32_t block)
{
    const struct task* t = &w->task;
    struct order_check c = order_check_start(w, true);
    c.block = block;
    for (uint32_t i = 0; c.right && i < t->count; ++i) {
        uint32_t at = values ? element_of(w, values, i) : UINT32_MAX;
        if (values && at == UINT32_MAX)
            return false;
        order_check_add(&c, rank_of_key(t->key, t->order, key_at(t->key, keys, i)), at);
    }
    return order_check_end(&c);
}
