// SPDX-License-Identifier: MIT
// store.comp and store.frag on the host.
#include "host_kernel.h"

static uint map_key(uint key, uint negative, uint positive);

#include "lib/keys.glsl"

struct element {
    uint key;
    uint value;
};

// ---- compute --------------------------------------------------------------------------

static uint place_of(const struct host_machine* m)
{
    return host_define(m->pass, "PLACE");
}

static void start_dispatch(struct host_machine* m)
{
    const struct store_params* params = &m->params.store;
    if (host_define(m->pass, "WITH_KEYS"))
        host_output(m, 0, IO_KEYS_OUT, 1, params->io.keys_out_base, 1);
    if (host_define(m->pass, "WITH_VALUES"))
        host_output(m, 1, IO_VALUES_OUT, 1, params->io.values_out_base, 1);
}

static bool is_in_other(struct host_machine* m)
{
    const struct store_params* params = &m->params.store;
    bool moved = host_skipped_merges(params->merges, host_count(m)) % 2 != 0;
    return host_define(m->pass, "EITHER") &&
           moved != ((params->io.flags & STORE_IN_OTHER) != 0);
}

static uint source_key(struct host_machine* m, uint at)
{
    uint pair[2];
    if (is_in_other(m))
        return host_read_word(m, STORE_OTHER_KEYS, m->params.store.other_keys_base + at);
    if (place_of(m) == PLACE_ARRAYS)
        return host_read_word(m, IO_KEYS_IN, m->params.store.io.keys_in_base + at);
    host_read(m, IO_KEYS_IN, 2 * (size_t)at, 2, pair);
    return pair[0];
}

static uint source_value(struct host_machine* m, uint at)
{
    const struct io_params* io = &m->params.store.io;
    uint pair[2];
    if (is_in_other(m))
        return host_read_word(m, STORE_OTHER_VALUES,
                              m->params.store.other_values_base + at);
    if (place_of(m) == PLACE_ARRAYS)
        return (io->flags & IO_MAKE_INDICES) != 0
                   ? at
                   : host_read_word(m, IO_VALUES_IN, io->values_in_base + at);
    host_read(m, IO_KEYS_IN, 2 * (size_t)at, 2, pair);
    return pair[1];
}

static void run_dispatch(struct host_machine* m, uint32_t at)
{
    const struct io_params* io = &m->params.store.io;
    if (at >= host_count(m))
        return;
    if (host_define(m->pass, "WITH_KEYS")) {
        uint key = map_key(source_key(m, at), io->write_negative, io->write_positive);
        host_put(m, 0, 0, &key);
    }
    if (host_define(m->pass, "WITH_VALUES")) {
        uint value = source_value(m, at);
        if ((io->flags & STORE_GATHER) != 0)
            value = host_read_word(m, STORE_COPY, value);
        host_put(m, 1, 0, &value);
    }
}

// ---- fragment -------------------------------------------------------------------------

static uint fetch_in_width(struct host_machine* m, uint unit, uint at, uint width)
{
    uint word = 0;
    host_fetch(m, unit, at % width, at / width, 0, 1, &word);
    return word;
}

static struct element input_at(struct host_machine* m, uint at)
{
    const struct io_params* io = &m->params.store.io;
    struct element e = {0, 0};
    if ((io->flags & STORE_VALUES) == 0)
        e.key = fetch_in_width(m, UNIT_KEYS_IN, at, io->keys_in_base);
    else if ((io->flags & IO_READ_VALUES) != 0)
        e.value = fetch_in_width(m, UNIT_VALUES_IN, at, io->values_in_base);
    else if ((io->flags & IO_MAKE_INDICES) != 0)
        e.value = at;
    return e;
}

// Under layout b the elements whose positions differ in the bits b, b + 1 and b + 2 share
// a texel of four layers.
static struct element element_at(struct host_machine* m, uint position)
{
    const struct store_params* params = &m->params.store;
    bool layered = place_of(m) == PLACE_LAYERS;
    bool sixteens = place_of(m) == PLACE_SIXTEENS;
    uint low = params->layout_in;
    uint texel = position;
    uint slot = 0;
    struct element e = {0, 0};
    if (place_of(m) == PLACE_ARRAYS)
        return input_at(m, position);
    if (layered) {
        texel =
            position >> (low + TEXEL_LAYERS_LOG) << low | (position & ((1u << low) - 1));
        slot = position >> low & 7;
    } else if (sixteens) {
        texel = (position + low) >> SIXTEENS_LOG;
        slot = (position + low) & 15;
    }
    bool moved = host_define(m->pass, "EITHER") &&
                 host_skipped_merges(params->merges, host_count(m)) % 2 != 0;
    host_fetch(m, moved ? UNIT_OTHERS : UNIT_ELEMENTS,
               texel & ((1u << params->width_log) - 1), texel >> params->width_log,
               4 * (slot >> 1) + 2 * (slot & 1), 2, &e.key);
    return e;
}

static bool keeps_rest(const struct host_machine* m)
{
    return (m->params.store.io.flags & STORE_KEEP_REST) != 0;
}

static uint word_at(struct host_machine* m, uint position, uint count)
{
    const struct store_params* params = &m->params.store;
    uint last = m->core->desc.max_count - 1;
    if (position >= count && keeps_rest(m))
        return fetch_in_width(m, UNIT_REST, position < last ? position : last,
                              params->io.keys_out_base);
    struct element e = element_at(m, position < count ? position : count - 1);
    if ((params->io.flags & STORE_VALUES) == 0)
        return map_key(e.key, params->io.write_negative, params->io.write_positive);
    if ((params->io.flags & STORE_GATHER) == 0)
        return e.value;
    return fetch_in_width(m, UNIT_VALUES_IN, e.value, params->io.values_in_base);
}

static void run_store(struct host_machine* m, uint32_t slot)
{
    bool packed = host_define(m->pass, "PACKED");
    uint count = host_count(m);
    uint first = packed ? slot << 2 : slot;
    if (first >= (keeps_rest(m) ? m->core->desc.max_count : count)) {
        host_discard(m);
        return;
    }
    uint words[4];
    for (uint i = 0; i < 4; ++i)
        words[i] = i == 0 || packed ? word_at(m, first + i, count) : words[0];
    host_emit(m, 0, words);
}

static const struct host_shader shaders[] = {
    {SHADER_STORE, STORE_GROUP, start_dispatch, run_dispatch},
    {SHADER_STORE_DRAW, 0, NULL, run_store},
};

const struct host_shaders host_store_shaders = {shaders,
                                                sizeof shaders / sizeof shaders[0]};
