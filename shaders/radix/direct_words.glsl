// SPDX-License-Identifier: MIT
// Reading and writing an element of one word, with a value of none or one, for
// radix/direct_tile.glsl.

#define VALUE uint

#if WITH_VALUES
uint out_value(uint at)
{
#if PAIRS
    if (at < pairs_each)
        return LOW_PAIR(at).y;
    if (at < 2u * pairs_each)
        return HIGH_PAIR(at).y;
#endif
    return sink_values[params.io.values_out_base + at];
}

uint element_value(uint at)
{
    if (scatter_source == RADIX_IN)
        return load_value(at);
    if (scatter_source == RADIX_OUT)
        return out_value(at);
#if PAIRS
    return PAIR_OF_ALTERNATE(at).y;
#else
    return values_alternate[at];
#endif
}
#endif

void put_alternate(uint target, uint key, uint value)
{
#if PAIRS
    PAIR_TO_ALTERNATE(target, uvec2(key, value));
#else
    keys_alternate[target] = key;
#if WITH_VALUES
    values_alternate[target] = value;
#endif
#endif
}

void put_out(uint target, uint key, uint value)
{
    if (!is_last_scatter || writes_keys())
        sink_keys[params.io.keys_out_base + target] =
            map_key(key, write_map.x, write_map.y);
#if WITH_VALUES
    sink_values[params.io.values_out_base + target] = value;
#endif
}

void put_element(uint target, uint key, uint value)
{
    if (scatter_destination == RADIX_ALTERNATE)
        put_alternate(target, key, value);
#if PAIRS
    else if (!is_last_scatter && target < pairs_each)
        LOW_PAIR(target) = uvec2(key, value);
    else if (!is_last_scatter && target < 2u * pairs_each)
        HIGH_PAIR(target) = uvec2(key, value);
#endif
    else
        put_out(target, key, value);
}
