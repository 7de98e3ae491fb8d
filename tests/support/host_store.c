// SPDX-License-Identifier: MIT
// store.frag on the host.
#include "host_kernel.h"

static uint map_key(uint key, uint negative, uint positive);

#include "lib/keys.glsl"

struct element {
    uint key;
    uint value;
};

static uint fetch_word(struct host_machine* m, uint unit, uint at)
{
    uint width_log = m->params.store.width_log;
    uint word = 0;
    host_fetch(m, unit, at & ((1u << width_log) - 1), at >> width_log, 0, 1, &word);
    return word;
}

// Under layout b the elements whose positions differ in the bits b, b + 1 and b + 2 share
// a texel of four layers.
static struct element element_at(struct host_machine* m, uint position)
{
    const struct store_params* params = &m->params.store;
    bool layered = host_define(m->pass, "LAYERED");
    uint low = params->layout_in;
    uint texel = position;
    uint slot = 0;
    struct element e = {0, 0};
    if (layered) {
        texel =
            position >> (low + TEXEL_LAYERS_LOG) << low | (position & ((1u << low) - 1));
        slot = position >> low & 7;
    }
    host_fetch(m, UNIT_ELEMENTS, texel & ((1u << params->width_log) - 1),
               texel >> params->width_log, 4 * (slot >> 1) + 2 * (slot & 1), 2, &e.key);
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
        return fetch_word(m, UNIT_KEYS_IN, position < last ? position : last);
    struct element e = element_at(m, position < count ? position : count - 1);
    if ((params->io.flags & STORE_VALUES) == 0)
        return map_key(e.key, params->io.write_negative, params->io.write_positive);
    if ((params->io.flags & STORE_GATHER) == 0)
        return e.value;
    return fetch_word(m, UNIT_VALUES_IN, e.value);
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
    {SHADER_STORE_DRAW, 0, NULL, run_store},
};

const struct host_shaders host_store_shaders = {shaders,
                                                sizeof shaders / sizeof shaders[0]};
