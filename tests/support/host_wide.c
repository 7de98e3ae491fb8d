// SPDX-License-Identifier: MIT
// The passes over elements of several words on the host.
#include "host_kernel.h"

// What lib/wide.glsl is written in.
static struct wide_params params;

static bool has_flag(uint flag);
static uint wanted_bits(uint high, uint low);

#include "lib/wide.glsl"

static struct host_machine* machine;

static bool draws(void)
{
    return machine->pass->kind != GLSORT_PASS_DISPATCH;
}

static void fetch_in_width(uint unit, uint at, uint width, uint skip, uint* word)
{
    host_fetch(machine, unit, at % width, at / width, skip, 1, word);
}

static uint source_of(uint element)
{
    uint from = element;
    if (has_flag(WIDE_ORDERED) && draws())
        fetch_in_width(UNIT_VALUES_IN, element, params.order_base, 0, &from);
    else if (has_flag(WIDE_ORDERED))
        from = host_read_word(machine, WIDE_ORDER, params.order_base + element);
    return from;
}

static uint source_word(uint element, uint word)
{
    uint at = (element << params.word_log) + word;
    uint found = element;
    if (has_flag(WIDE_MAKE_INDICES))
        return found;
    if (!draws())
        return host_read_word(machine, WIDE_FROM, params.from_base + at);
    fetch_in_width(UNIT_KEYS_IN, at >> params.texel_log, params.from_base,
                   at & ((1u << params.texel_log) - 1u), &found);
    return found;
}

static void start(struct host_machine* m)
{
    machine = m;
    params = m->params.wide;
}

// ---- key words ------------------------------------------------------------------------

static uint bits_at(uint at)
{
    uint element = source_of(at);
    uint last = (1u << params.word_log) - 1u;
    uint low = last > 0 ? source_word(element, 0) : 0;
    return wanted_bits(source_word(element, last), low);
}

static void start_words(struct host_machine* m)
{
    start(m);
    host_output(m, 0, WIDE_TO, 1, params.to_base, 1);
}

static void run_words(struct host_machine* m, uint32_t at)
{
    if (at >= host_count(m))
        return;
    uint word = bits_at(at);
    host_put(m, 0, 0, &word);
}

static void run_words_draw(struct host_machine* m, uint32_t at)
{
    if (at >= host_count(m)) {
        host_discard(m);
        return;
    }
    uint word = bits_at(at);
    uint words[4] = {word, word, word, word};
    host_emit(m, 0, words);
}

// ---- gather ---------------------------------------------------------------------------

static uint element_word(uint at)
{
    return source_word(source_of(at >> params.word_log),
                       at & ((1u << params.word_log) - 1u));
}

static void start_gather(struct host_machine* m)
{
    start(m);
    host_output(m, 0, WIDE_TO, 1, params.to_base, WIDE_TILE);
}

static void run_gather(struct host_machine* m, uint32_t group)
{
    uint end = host_count(m) << params.word_log;
    for (uint i = 0; i < WIDE_TILE; ++i) {
        uint at = group * WIDE_TILE + i;
        if (at >= end)
            return;
        uint word = element_word(at);
        host_put(m, 0, i, &word);
    }
}

static uint word_at(uint at, uint count)
{
    uint end = count << params.word_log;
    if (at >= end && has_flag(WIDE_KEEP_REST)) {
        uint last = (machine->core->desc.max_count << params.word_log) - 1;
        uint word = 0;
        fetch_in_width(UNIT_REST, at < last ? at : last, 1u << params.width_log, 0,
                       &word);
        return word;
    }
    return element_word(at < end ? at : end - 1);
}

static void run_gather_packed(struct host_machine* m, uint32_t slot)
{
    uint count = host_count(m);
    uint first = slot << 2;
    uint held = has_flag(WIDE_KEEP_REST) ? m->core->desc.max_count : count;
    if (first >= held << params.word_log) {
        host_discard(m);
        return;
    }
    uint words[4];
    for (uint i = 0; i < 4; ++i)
        words[i] = word_at(first + i, count);
    host_emit(m, 0, words);
}

static void run_gather_draw(struct host_machine* m, uint32_t at)
{
    if (host_define(m->pass, "PACKED")) {
        run_gather_packed(m, at);
        return;
    }
    if (at >= host_count(m)) {
        host_discard(m);
        return;
    }
    uint from = source_of(at);
    uint words[4] = {from, from, from, from};
    uint last = (1u << params.word_log) - 1u;
    if (!has_flag(WIDE_MAKE_INDICES) && params.texel_log == params.word_log)
        host_fetch(m, UNIT_KEYS_IN, from % params.from_base, from / params.from_base, 0,
                   1u << params.word_log, words);
    for (uint i = 0; i < 4 && params.texel_log != params.word_log; ++i)
        words[i] = source_word(from, i < last ? i : last);
    host_emit(m, 0, words);
}

// ---- table ----------------------------------------------------------------------------

static const struct host_shader shaders[] = {
    {SHADER_WIDE_WORDS, WIDE_GROUP, start_words, run_words},
    {SHADER_WIDE_GATHER, 0, start_gather, run_gather},
    {SHADER_WIDE_WORDS_DRAW, 0, start, run_words_draw},
    {SHADER_WIDE_GATHER_DRAW, 0, start, run_gather_draw},
};

const struct host_shaders host_wide_shaders = {shaders,
                                               sizeof shaders / sizeof shaders[0]};
