// SPDX-License-Identifier: MIT
// Orders of positions that GLSL of the caller's own computes. One text serves all
// backends; its arithmetic is exact here, so the order is that of the CPU.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gl_data.h"
#include "gl_orderer.h"
#include "gl_suite.h"
#include "handles.h"
#include "plans.h"
#include "shader_table.h"

static struct gl_harness harness;
static struct gl_mock mock;
static glsort_context* context;

// ---- skinned positions ----------------------------------------------------------------

enum { BONES = 7, BONE_WORDS = 12, VERTEX_WORDS = 8 };

// Of a vertex: position, two joints in a word, weight of the first; then a spare word or
// more. A bone is three rows.
static const char skin[] =
    "// The bind pose, moved by two bones.\n"
    "const uint VERTEX = 8u;\n"
    "vec3 by_bone(uint bone, vec3 p)\n"
    "{\n"
    "    uint at = 12u * bone;\n"
    "    vec4 q = vec4(p, 1.0);\n"
    "    return vec3(dot(glsort_floats1(at), q), dot(glsort_floats1(at + 4u), q),\n"
    "                dot(glsort_floats1(at + 8u), q));\n"
    "}\n"
    "vec3 glsort_position(uint element)\n"
    "{\n"
    "    uint at = VERTEX * element;\n"
    "    vec3 p = glsort_floats0(at).xyz;\n"
    "    uint joints = glsort_word0(at + 3u);\n"
    "    float weight = glsort_float0(at + 4u);\n"
    "    vec3 a = by_bone(joints & 255u, p);\n"
    "    vec3 b = by_bone(joints >> 8u & 255u, p);\n"
    "    return weight * a + (1.0 - weight) * b + glsort_param(15u) * vec3(1.0, 0.5, "
    "0.0);\n"
    "}\n";

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// A multiple of 1/8 from -1 to 1, so that nothing is rounded.
static float eighth(uint64_t* seed)
{
    return (float)((int32_t)(gl_random(seed) % 17) - 8) / 8.0f;
}

struct skinned {
    struct gl_orderer orderer;
    struct gl_area vertices, bones;
    uint32_t* vertex_words;
    uint32_t bone_words[BONES * BONE_WORDS];
};

static bool is_float_texture(const glsort_order_desc* d, uint32_t buffer)
{
    return (d->textures & GLSORT_ORDER_TEXTURE_CODE(buffer)) != 0 &&
           d->code.texel_words[buffer] == 0;
}

static void open_buffer(struct gl_area* area, const glsort_order_desc* d, uint32_t buffer,
                        uint32_t words)
{
    const uint32_t n = d->code.texel_words[buffer];
    if ((d->textures & GLSORT_ORDER_TEXTURE_CODE(buffer)) == 0)
        gl_area_create(area, &harness, 0, 11 + buffer, words);
    else if (is_float_texture(d, buffer))
        gl_area_create_floats(area, &harness, 37, 4, words / 4);
    else
        gl_area_create_wide(area, &harness, 29, n, 0, words / n);
}

static void bend(const float* rows, const float* p, float* moved)
{
    for (int i = 0; i < 3; ++i)
        moved[i] = rows[4 * i] * p[0] + rows[4 * i + 1] * p[1] + rows[4 * i + 2] * p[2] +
                   rows[4 * i + 3];
}

// What the text computes.
static void pose(const struct skinned* s, uint32_t vertex, float shift, float* posed)
{
    const uint32_t* words = s->vertex_words + (size_t)VERTEX_WORDS * vertex;
    const float p[3] = {float_of(words[0]), float_of(words[1]), float_of(words[2])};
    const float weight = float_of(words[4]);
    const uint32_t joints = words[3];
    const uint32_t bones[] = {joints & 255, joints >> 8 & 255};
    float rows[2][BONE_WORDS], moved[2][3];
    for (int b = 0; b < 2; ++b) {
        for (int i = 0; i < BONE_WORDS; ++i)
            rows[b][i] = float_of(s->bone_words[bones[b] * BONE_WORDS + (uint32_t)i]);
        bend(rows[b], p, moved[b]);
    }
    for (int i = 0; i < 3; ++i)
        posed[i] = weight * moved[0][i] + (1.0f - weight) * moved[1][i] +
                   shift * (i == 0   ? 1.0f
                            : i == 1 ? 0.5f
                                     : 0.0f);
}

// Also poses the positions that the reference takes.
static void fill_skin(struct skinned* s, uint32_t views, uint64_t seed)
{
    struct gl_orderer* o = &s->orderer;
    const float shift = eighth(&seed);
    gl_orderer_fill(o, ORDER_DATA_RANDOM, ORDER_SHARE_50, views, seed);
    for (uint32_t i = 0; i < BONES * BONE_WORDS; ++i)
        s->bone_words[i] = bits_of(eighth(&seed) / 2.0f);
    for (uint32_t v = 0; v < o->vertices; ++v) {
        uint32_t* words = s->vertex_words + (size_t)VERTEX_WORDS * v;
        for (int i = 0; i < 3; ++i)
            words[i] = bits_of(eighth(&seed));
        words[3] = (uint32_t)gl_random(&seed) % BONES | (uint32_t)gl_random(&seed) % BONES
                                                            << 8;
        words[4] = bits_of((float)(gl_random(&seed) % 5) / 4.0f);
        float posed[3];
        pose(s, v, shift, posed);
        for (uint32_t i = 0; i < 3; ++i)
            o->position_words[3 * v + i] = bits_of(posed[i]);
    }
    gl_area_write(&o->positions, o->position_words, o->positions.room);
    gl_area_write(&s->vertices, s->vertex_words, s->vertices.room);
    gl_area_write(&s->bones, s->bone_words, s->bones.room);
    o->args.code = (glsort_order_code_args){
        .buffers = {gl_area_resource(&s->vertices), gl_area_resource(&s->bones)},
        .words = {VERTEX_WORDS * o->vertices, BONES * BONE_WORDS},
    };
    o->args.code.params[15] = shift;
}

static void open_skinned(struct skinned* s, glsort_order_desc* d, uint32_t vertices,
                         uint64_t seed)
{
    d->code.text = skin;
    d->code.buffer_count = 2;
    gl_orderer_open(&s->orderer, &harness, context, d, vertices, seed);
    const uint32_t words = VERTEX_WORDS * s->orderer.vertices;
    s->vertex_words = gl_take_words(words);
    open_buffer(&s->vertices, d, 0, words);
    open_buffer(&s->bones, d, 1, BONES * BONE_WORDS);
}

static void close_skinned(struct skinned* s)
{
    gl_area_destroy(&s->vertices);
    gl_area_destroy(&s->bones);
    free(s->vertex_words);
    gl_orderer_close(&s->orderer);
}

// Inputs on GLES in fragment passes are textures: here of words of every size, and of
// floats.
static void put_in_textures(glsort_order_desc* d, uint32_t texel_words)
{
    d->textures |= GLSORT_ORDER_TEXTURE_CODE(0) | GLSORT_ORDER_TEXTURE_CODE(1);
    d->code.texel_words[0] = texel_words;
    d->code.texel_words[1] = texel_words == 2 ? 4 : 0;
    if ((d->flags & GLSORT_ORDER_LISTED) != 0 && d->primitive.vertices > 0)
        d->textures |= GLSORT_ORDER_TEXTURE_INDICES;
    if (d->dead.test != GLSORT_DEAD_NONE)
        d->textures |= GLSORT_ORDER_TEXTURE_DEAD;
    d->dead.field = (glsort_field){0};
}

static void check_skinned(glsort_order_desc d, uint32_t texel_words, uint64_t seed)
{
    const uint32_t views = d.max_views == 0 ? 1 : d.max_views;
    const uint32_t most = d.max_count;
    struct skinned s;
    const bool draws = texel_words > 0 || !harness.has_compute;
    if (texel_words > 0)
        put_in_textures(&d, texel_words);
    if (draws && (harness.limits.version < (harness.gles ? 310u : 400u)))
        d.command = d.instance_vertices = 0;
    d.max_vertices = d.primitive.vertices > 0 ? 300 : 0;
    d.max_vertices = (d.flags & GLSORT_ORDER_LISTED) != 0 ? most : d.max_vertices;
    open_skinned(&s, &d, 300, seed);
    const uint32_t counts[] = {most, 1, most / 3, most};
    for (uint32_t i = 0; i < 4; ++i) {
        fill_skin(&s, 1 + i % views, seed + i);
        gl_orderer_check(&s.orderer, counts[i]);
    }
    close_skinned(&s);
}

static void positions_of_a_skin_give_the_order_of_the_cpu(void** state)
{
    const uint32_t visible = GLSORT_ORDER_WRITES_VISIBLE;
    const glsort_order_desc list[] = {
        {.max_count = 700, .flags = GLSORT_ORDER_WRITES_DEPTHS},
        {.max_count = 6000},
        {.max_count = 900, .cull = GLSORT_CULL_FRUSTUM, .flags = visible},
        {.max_count = 5000,
         .max_views = 3,
         .cull = GLSORT_CULL_FRUSTUM,
         .flags = visible,
         .command = GLSORT_COMMAND_DRAW_ARRAYS_INSTANCES,
         .instance_vertices = 4},
        {.max_count = 800,
         .primitive = {.vertices = 3, .key = GLSORT_VERTEX_FARTHEST},
         .cull = GLSORT_CULL_FRUSTUM,
         .flags = visible | GLSORT_ORDER_FILLS_REST,
         .command = GLSORT_COMMAND_DRAW_ELEMENTS},
        {.max_count = 3000,
         .primitive = {.vertices = 2, .index = GLSORT_INDEX_U16},
         .max_views = 2},
        {.max_count = 600, .count_source = GLSORT_COUNT_FROM_BUFFER, .flags = visible},
        {.max_count = 600,
         .count_source = GLSORT_COUNT_FROM_BUFFER,
         .cull = GLSORT_CULL_FRUSTUM,
         .flags = visible},
        {.max_count = 600, .flags = GLSORT_ORDER_LISTED | visible},
        {.max_count = 500,
         .primitive = {.vertices = 3},
         .flags = GLSORT_ORDER_LISTED | visible},
        {.max_count = 1200,
         .metric = GLSORT_METRIC_DISTANCE,
         .key_bits = 16,
         .direction = GLSORT_FRONT_TO_BACK},
    };
    for (uint32_t i = 0; i < sizeof list / sizeof list[0]; ++i) {
        const bool on_gles = harness.gles && !harness.has_compute;
        if (!on_gles)
            check_skinned(list[i], 0, 3 * i + 1);
        if (i % 2 == 0 || on_gles || gl_test_all())
            check_skinned(list[i], 1u << i % 3, 3 * i + 2);
    }
}

static void a_dead_field_and_radii_stand_beside_the_code(void** state)
{
    glsort_order_desc d = {.max_count = 900,
                           .dead = {.test = GLSORT_DEAD_U32_EQUAL, .u32 = 1},
                           .flags = GLSORT_ORDER_WRITES_VISIBLE};
    if (harness.has_compute || !harness.gles)
        check_skinned(d, 0, 5);
    check_skinned(d, 4, 6);
}

int main(int argc, char** argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_of_a_skin_give_the_order_of_the_cpu),
        cmocka_unit_test(a_dead_field_and_radii_stand_beside_the_code),
    };
    const struct gl_suite suite = {
        .harness = &harness, .mock = &mock, .context = &context};
    return gl_suite_run(argc, argv, &suite, tests, sizeof tests / sizeof tests[0]);
}
