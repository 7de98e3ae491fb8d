// SPDX-License-Identifier: MIT
// Eight neighbouring words in one access. Renderers on the CPU load for one invocation
// after another, and each waits for the one before (llvmpipe: in memory), however much it
// loads; so words come in pairs, as doubles, whose bits are all that counts. GLES has no
// doubles: four words at a time there.
//
//     layout(std430, binding = B) buffer Words { OCTETS words[]; };
//     octet o = LOAD_OCTET(words, at);      `at`: of the first word, a multiple of 8

struct octet {
    uvec4 low;
    uvec4 high;
};

#if __VERSION__ >= 400 && !defined(GL_ES)
#define OCTETS dvec4
#define LOAD_OCTET(WORDS, AT) octet_of(WORDS[(AT) >> 3u])
#define STORE_OCTET(WORDS, AT, O) WORDS[(AT) >> 3u] = pairs_of(O)

octet octet_of(dvec4 pairs)
{
    return octet(uvec4(unpackDouble2x32(pairs.x), unpackDouble2x32(pairs.y)),
                 uvec4(unpackDouble2x32(pairs.z), unpackDouble2x32(pairs.w)));
}

dvec4 pairs_of(octet o)
{
    return dvec4(packDouble2x32(o.low.xy), packDouble2x32(o.low.zw),
                 packDouble2x32(o.high.xy), packDouble2x32(o.high.zw));
}
#else
#define OCTETS uvec4
#define LOAD_OCTET(WORDS, AT) octet(WORDS[(AT) >> 2u], WORDS[((AT) >> 2u) + 1u])
#define STORE_OCTET(WORDS, AT, O)                                                        \
    WORDS[(AT) >> 2u] = (O).low;                                                         \
    WORDS[((AT) >> 2u) + 1u] = (O).high
#endif

// F(low.x) to F(high.w), in order.
#define EACH_OF_OCTET(F)                                                                 \
    F(low.x) F(low.y) F(low.z) F(low.w) F(high.x) F(high.y) F(high.z) F(high.w)

// True if the words of elements from `base` on are octets that begin with every eighth
// element.
bool are_octets(uint base, uint gap)
{
    return (base & 7u) == 0u && gap == 0u;
}
