// SPDX-License-Identifier: MIT
// Sorts the list of a pixel where it is composed, as engines do: an insertion sort in an
// array of REGISTERS nodes. A longer list takes several rounds, each of which keeps the
// farthest nodes that are not composed yet.

// True if a comes before b: it is farther away, or as far with a larger id.
bool precedes(uvec2 a, uvec2 b)
{
    return a.x > b.x || (a.x == b.x && a.y > b.y);
}

void main()
{
    uvec2 kept[REGISTERS]; // depth and id
    uint colors[REGISTERS];
    kept[0] = kept[REGISTERS - 1u] = uvec2(0u);
    uint pixel = pixel_number();
    uint total = counts[pixel], rest = total;
    bool is_first = true;
    uvec2 last = uvec2(0u); // composed in the round before
    vec3 light = backdrop_here();
    while (rest > 0u) {
        uint count = 0u, node = heads[pixel];
        for (uint step = 0u; step < total; ++step) {
            uvec2 key = uvec2(nodes[node].depth, nodes[node].id);
            bool waits = is_first || precedes(last, key);
            if (waits && (count < REGISTERS || precedes(key, kept[REGISTERS - 1u]))) {
                uint place = min(count, REGISTERS - 1u);
                for (; place > 0u && precedes(key, kept[place - 1u]); --place) {
                    kept[place] = kept[place - 1u];
                    colors[place] = colors[place - 1u];
                }
                kept[place] = key;
                colors[place] = nodes[node].color;
                count = min(count + 1u, REGISTERS);
            }
            node = nodes[node].next;
        }
        for (uint i = 0u; i < count; ++i)
            light = over(light, colors[i]);
        if (count == 0u)
            break; // two nodes with one id
        last = kept[count - 1u];
        is_first = false;
        rest -= min(rest, count);
    }
    result = shown(light);
}
