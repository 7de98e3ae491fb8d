// SPDX-License-Identifier: MIT
#include "gl_orderer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gl_data.h"
#include "host_test.h"

static uint32_t vertices_of(const glsort_order_desc* desc)
{
    return desc->primitive.vertices == 0 ? 1 : desc->primitive.vertices;
}

static uint32_t views_of(const glsort_order_desc* desc)
{
    return desc->max_views == 0 ? 1 : desc->max_views;
}

// Each with a command and a visible count.
static uint32_t parts_of(const glsort_order_desc* desc)
{
    return desc->max_segments > 0 ? desc->max_segments : views_of(desc);
}

static uint32_t stride_of(uint32_t stride, uint32_t tight)
{
    return stride == 0 ? tight : stride;
}

// Radii and fields of the dead test: of vertices where primitives have one.
static uint32_t field_items(const struct gl_orderer* o)
{
    const bool laid_out = (o->desc.flags & GLSORT_ORDER_LAYOUT_FROM_ARGS) != 0;
    return o->desc.primitive.vertices == 1 && !laid_out ? o->vertices : o->desc.max_count;
}

static bool has_depths(const glsort_order_desc* desc)
{
    return desc->key_source != GLSORT_KEYS_FROM_POSITIONS;
}

// In a texture of words an element has at least a texel of its own by default.
static uint32_t stride_in_texels(uint32_t stride, uint32_t tight, uint32_t texel_words)
{
    return stride_of(stride, 4 * texel_words > tight ? 4 * texel_words : tight);
}

static uint32_t position_bytes(const glsort_order_desc* desc)
{
    return desc->position.format == GLSORT_POSITION_F32 ? 12 : 8;
}

// Words from the resource's offset to the end of the last field.
static uint32_t words_of(uint32_t offset, uint32_t stride, uint32_t bytes, uint32_t count)
{
    return (offset + (count - 1) * stride + bytes + 3) / 4;
}

static uint32_t command_stride(const glsort_order_desc* desc)
{
    return stride_of(desc->command_stride, 4 * order_command_words(desc->command));
}

// Words of a view in order_out.
static uint32_t indices_out(const struct gl_orderer* o)
{
    bool numbers = (o->desc.flags & GLSORT_ORDER_PRIMITIVE_NUMBERS) != 0;
    return numbers ? 1 : vertices_of(&o->desc);
}

void gl_order_use_textures(glsort_order_desc* d, uint32_t t, bool gles, uint32_t vertices)
{
    const bool listed = d->primitive.vertices == 1;
    const bool moved = d->max_sources > 0 || d->transform != GLSORT_TRANSFORM_NONE;
    if (d->primitive.vertices > 0 && gles)
        t |= GLSORT_ORDER_TEXTURE_POSITIONS;
    if ((listed || moved) && gles)
        t |= 127 | GLSORT_ORDER_TEXTURE_MATRICES | GLSORT_ORDER_TEXTURE_MATRIX_INDICES;
    if (d->transform == GLSORT_TRANSFORM_NONE)
        t &= ~(uint32_t)GLSORT_ORDER_TEXTURE_MATRICES;
    if (d->transform != GLSORT_TRANSFORM_PER_ELEMENT)
        t &= ~(uint32_t)GLSORT_ORDER_TEXTURE_MATRIX_INDICES;
    if ((t & GLSORT_ORDER_TEXTURE_MATRIX_INDICES) != 0)
        d->matrix_index = (glsort_field){0};
    if (d->key_source != GLSORT_KEYS_FROM_POSITIONS &&
        (t & GLSORT_ORDER_TEXTURE_POSITIONS) != 0)
        t ^= GLSORT_ORDER_TEXTURE_POSITIONS | GLSORT_ORDER_TEXTURE_DEPTHS_IN;
    if (d->radius_source != GLSORT_RADIUS_PER_ELEMENT)
        t &= ~(uint32_t)GLSORT_ORDER_TEXTURE_RADII;
    if (d->dead.test == GLSORT_DEAD_NONE)
        t &= ~(uint32_t)GLSORT_ORDER_TEXTURE_DEAD;
    if (listed && gles)
        d->primitive.index = GLSORT_INDEX_U32;
    if (d->primitive.vertices == 0 || d->primitive.index == GLSORT_INDEX_U16)
        t &= ~(uint32_t)GLSORT_ORDER_TEXTURE_INDICES;
    if ((d->flags & GLSORT_ORDER_WRITES_DEPTHS) == 0)
        t &= ~(uint32_t)GLSORT_ORDER_TEXTURE_DEPTHS;
    if ((d->flags & GLSORT_ORDER_WRITES_VISIBLE) == 0)
        t &= ~(uint32_t)GLSORT_ORDER_TEXTURE_VISIBLE;
    if (d->command == GLSORT_COMMAND_DRAW_ELEMENTS)
        t &= ~(uint32_t)GLSORT_ORDER_TEXTURE_ORDER;
    if ((t & GLSORT_ORDER_TEXTURE_ORDER) == 0)
        t &= ~(uint32_t)GLSORT_ORDER_TEXTURE_ORDER_FOURS;
    if ((t & GLSORT_ORDER_TEXTURE_POSITIONS) == 0 || d->primitive.vertices > 0 || moved)
        t &= ~(uint32_t)GLSORT_ORDER_TEXTURE_POSITION_LAYERS;
    const uint32_t of_vertices =
        GLSORT_ORDER_TEXTURE_POSITIONS | GLSORT_ORDER_TEXTURE_DEPTHS_IN;
    const uint32_t inputs = of_vertices | GLSORT_ORDER_TEXTURE_RADII |
                            GLSORT_ORDER_TEXTURE_DEAD | GLSORT_ORDER_TEXTURE_INDICES;
    if (!gles && d->primitive.vertices > 0 && (t & inputs) != 0 &&
        (listed || (t & of_vertices) == 0))
        d->max_vertices = vertices;
    if ((t & GLSORT_ORDER_TEXTURE_POSITIONS) != 0)
        d->position = (glsort_position){0};
    if ((t & GLSORT_ORDER_TEXTURE_DEPTHS_IN) != 0)
        d->depth = (glsort_field){0};
    if ((t & GLSORT_ORDER_TEXTURE_RADII) != 0)
        d->radius = (glsort_field){0};
    if ((t & GLSORT_ORDER_TEXTURE_DEAD) != 0)
        d->dead.field = (glsort_field){0};
    d->textures = t;
}

// ---- buffers and textures -------------------------------------------------------------

// A width that is seldom the library's own. Visible counts may be in a column.
static uint32_t any_width(uint64_t* seed, uint32_t texels)
{
    if (texels <= GLSORT_MOST_VIEWS)
        return 1 + (uint32_t)gl_random(seed) % 4;
    uint32_t most = texels < 3000 ? 300 : 2000;
    return 1 + most / 3 + (uint32_t)gl_random(seed) % most;
}

static void open_output(struct gl_orderer* o, struct gl_area* area, uint32_t bit,
                        uint64_t* seed, uint32_t words)
{
    uint32_t random = (uint32_t)gl_random(seed) % 71;
    if ((o->desc.textures & bit) != 0)
        gl_area_create(area, o->h, any_width(seed, words), 0, words);
    else
        gl_area_create(area, o->h, 0, random, words);
}

static void open_input(struct gl_orderer* o, struct gl_area* area, uint32_t bit,
                       uint64_t* seed, uint32_t words, uint32_t** copy)
{
    open_output(o, area, bit, seed, words);
    *copy = gl_take_words(words);
}

// A texture of so many words, texel_words in a texel, or that many fields, one in each.
static void open_field(struct gl_orderer* o, struct gl_area* area, uint32_t bit,
                       uint64_t* seed, const glsort_field* field, uint32_t** copy)
{
    const uint32_t n = field->texel_words;
    const uint32_t stride = stride_in_texels(field->stride, 4, n);
    const uint32_t words = words_of(field->offset, stride, 4, field_items(o));
    if (n == 0) {
        open_input(o, area, bit, seed, words, copy);
        return;
    }
    const uint32_t texels = (words + n - 1) / n;
    gl_area_create_wide(area, o->h, any_width(seed, texels), n, 0, texels);
    *copy = gl_take_words((size_t)texels * n);
}

static void open_position_words(struct gl_orderer* o, uint64_t* seed)
{
    const glsort_order_desc* d = &o->desc;
    const uint32_t n = d->position.texel_words, tight = position_bytes(d);
    const uint32_t stride = stride_in_texels(d->position.stride, tight, n);
    const uint32_t words = words_of(d->position.offset, stride, tight, o->vertices);
    const uint32_t texels = (words + n - 1) / n, width = any_width(seed, texels);
    if ((d->textures & GLSORT_ORDER_TEXTURE_POSITION_LAYERS) != 0)
        gl_area_create_layers(&o->positions, o->h, width, n, false, texels);
    else
        gl_area_create_wide(&o->positions, o->h, width, n, 0, texels);
    o->position_words = gl_take_words((size_t)texels * n);
    o->desc.position.stride = stride; // for the reference
}

// Of floats, or of halves for every other seed.
static void open_positions(struct gl_orderer* o, uint64_t* seed)
{
    glsort_order_desc* d = &o->desc;
    if (has_depths(d)) {
        uint32_t all = views_of(d) * o->vertices;
        open_input(o, &o->positions, GLSORT_ORDER_TEXTURE_DEPTHS_IN, seed,
                   words_of(d->depth.offset, stride_of(d->depth.stride, 4), 4, all),
                   &o->position_words);
        return;
    }
    if (d->position.texel_words > 0) {
        open_position_words(o, seed);
        return;
    }
    if ((d->textures & GLSORT_ORDER_TEXTURE_POSITIONS) != 0) {
        bool halves = (gl_random(seed) >> 20) % 2 == 0;
        d->position.format = halves ? GLSORT_POSITION_F16 : GLSORT_POSITION_F32;
        d->position.stride = halves ? 8 : 16;
        uint32_t words = d->position.stride / 4;
        const uint32_t width = any_width(seed, o->vertices);
        if ((d->textures & GLSORT_ORDER_TEXTURE_POSITION_LAYERS) != 0)
            gl_area_create_layers(&o->positions, o->h, width, words, true, o->vertices);
        else
            gl_area_create_floats(&o->positions, o->h, width, words, o->vertices);
        o->position_words = gl_take_words(words * (size_t)o->vertices);
        return;
    }
    uint32_t tight = position_bytes(d);
    open_input(o, &o->positions, 0, seed,
               words_of(d->position.offset, stride_of(d->position.stride, tight), tight,
                        o->vertices),
               &o->position_words);
}

static bool is_moved(const glsort_order_desc* d)
{
    return d->max_sources > 0 || d->transform != GLSORT_TRANSFORM_NONE;
}

// Positions in several buffers, and matrices.
static void open_moves(struct gl_orderer* o, uint64_t* seed)
{
    const glsort_order_desc* d = &o->desc;
    const uint32_t index_words = words_of(
        d->matrix_index.offset, stride_of(d->matrix_index.stride, 4), 4, o->vertices);
    const uint32_t words = o->positions.element_words;
    const bool floats = (d->textures & GLSORT_ORDER_TEXTURE_POSITIONS) != 0;
    if (!is_moved(d))
        return;
    for (uint32_t i = 0; i < GL_ORDERER_SOURCES; ++i)
        if (floats)
            gl_area_create_floats(&o->sources[i], o->h, any_width(seed, o->vertices),
                                  words, o->vertices);
        else
            gl_area_create(&o->sources[i], o->h, 0, 3 + 5 * i, o->positions.room);
    if ((d->textures & GLSORT_ORDER_TEXTURE_MATRICES) != 0)
        gl_area_create_floats(&o->matrices, o->h, 3, 4, 4 * GL_ORDERER_MATRICES);
    else
        gl_area_create(&o->matrices, o->h, 0, 9, 16 * GL_ORDERER_MATRICES);
    o->matrix_words = gl_take_words(16 * GL_ORDERER_MATRICES);
    open_input(o, &o->matrix_indices, GLSORT_ORDER_TEXTURE_MATRIX_INDICES, seed,
               index_words, &o->matrix_index_words);
}

static void close_moves(struct gl_orderer* o)
{
    if (!is_moved(&o->desc))
        return;
    for (uint32_t i = 0; i < GL_ORDERER_SOURCES; ++i)
        gl_area_destroy(&o->sources[i]);
    gl_area_destroy(&o->matrices);
    gl_area_destroy(&o->matrix_indices);
    free(o->matrix_words);
    free(o->matrix_index_words);
}

static bool is_in_fours(const struct gl_orderer* o)
{
    return (o->desc.textures & GLSORT_ORDER_TEXTURE_ORDER_FOURS) != 0;
}

// Words of the order of a view, each of whose texels has four or is a word.
static uint32_t order_words(const struct gl_orderer* o)
{
    uint32_t words = o->desc.max_count * indices_out(o);
    return is_in_fours(o) ? (words + 3) / 4 * 4 : words;
}

void gl_orderer_open(struct gl_orderer* o, struct gl_harness* h, glsort_context* context,
                     const glsort_order_desc* desc, uint32_t vertices, uint64_t seed)
{
    uint32_t k = vertices_of(desc);
    uint32_t most = desc->max_count;
    uint32_t views = views_of(desc);
    *o = (struct gl_orderer){
        .h = h,
        .desc = *desc,
        .fragment = desc->backend == GLSORT_BACKEND_FRAGMENT || desc->textures != 0 ||
                    !h->has_compute,
        .vertices = desc->primitive.vertices == 0 ? most : vertices,
        .index_odd = desc->primitive.index == GLSORT_INDEX_U16 ? seed % 2 : 0,
    };
    open_positions(o, &seed);
    open_field(o, &o->radii, GLSORT_ORDER_TEXTURE_RADII, &seed, &desc->radius,
               &o->radius_words);
    open_field(o, &o->dead, GLSORT_ORDER_TEXTURE_DEAD, &seed, &desc->dead.field,
               &o->dead_words);
    o->desc.radius.stride =
        stride_in_texels(desc->radius.stride, 4, desc->radius.texel_words);
    o->desc.dead.field.stride =
        stride_in_texels(desc->dead.field.stride, 4, desc->dead.field.texel_words);
    open_input(o, &o->indices, GLSORT_ORDER_TEXTURE_INDICES, &seed, most * k,
               &o->index_words);
    gl_area_create(&o->count, h, 0, (uint32_t)gl_random(&seed) % 9, 1);
    gl_area_create(&o->views, h, 0, (uint32_t)gl_random(&seed) % 9,
                   GLSORT_MOST_VIEWS * sizeof(glsort_order_view) / 4);
    const uint32_t words = views * order_words(o);
    if (is_in_fours(o))
        gl_area_create_wide(&o->order_out, h, any_width(&seed, words / 4), 4, 0,
                            words / 4);
    else
        open_output(o, &o->order_out, GLSORT_ORDER_TEXTURE_ORDER, &seed, words);
    open_output(o, &o->depths_out, GLSORT_ORDER_TEXTURE_DEPTHS, &seed, views * most);
    open_output(o, &o->visible_out, GLSORT_ORDER_TEXTURE_VISIBLE, &seed, parts_of(desc));
    gl_area_create(&o->command_out, h, 0, (uint32_t)gl_random(&seed) % 9,
                   (parts_of(desc) * command_stride(desc) + 20) / 4);
    open_input(o, &o->offsets, 0, &seed, desc->max_segments + 1, &o->offset_list);
    open_output(o, &o->elements_out, 0, &seed, views * most);
    open_moves(o, &seed);
    glsort_result result = glsort_order_create(context, desc, &o->order);
    if (result != GLSORT_OK)
        fail_msg("%s: %s", glsort_result_name(result), glsort_last_error(context));
}

struct named_area {
    struct gl_area* area;
    const char* name;
};

enum { AREAS = 12 };

static void list_areas(struct gl_orderer* o, struct named_area areas[AREAS])
{
    const struct named_area all[AREAS] = {{&o->order_out, "order_out"},
                                          {&o->depths_out, "depths_out"},
                                          {&o->visible_out, "visible_out"},
                                          {&o->command_out, "command_out"},
                                          {&o->elements_out, "elements_out"},
                                          {&o->positions, "positions or depths_in"},
                                          {&o->radii, "radii"},
                                          {&o->dead, "dead"},
                                          {&o->indices, "indices_in"},
                                          {&o->offsets, "offsets_in"},
                                          {&o->count, "count_in"},
                                          {&o->views, "views_in"}};
    memcpy(areas, all, sizeof all);
}

void gl_orderer_close(struct gl_orderer* o)
{
    struct named_area areas[AREAS];
    glsort_plan_destroy(o->order);
    close_moves(o);
    list_areas(o, areas);
    for (size_t i = 0; i < AREAS; ++i)
        gl_area_destroy(areas[i].area);
    free(o->position_words);
    free(o->radius_words);
    free(o->dead_words);
    free(o->index_words);
    free(o->offset_list);
}

// ---- data -----------------------------------------------------------------------------

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

// From -1 to 1, in steps that keep products exact enough to be normal.
static float random_unit(uint64_t* seed)
{
    return (float)((int32_t)(gl_random(seed) % 2097153) - 1048576) / 1048576.0f;
}

static float coordinate(enum gl_order_data data, uint64_t* seed)
{
    if (data == ORDER_DATA_SAME)
        return 0.25f;
    if (data == ORDER_DATA_LATTICE)
        return (float)((int32_t)(gl_random(seed) % 5) - 2) / 2.0f;
    return random_unit(seed);
}

// The nearest half below, of a number from 2^-14 to 2; zero for less.
static uint32_t half_of(float value)
{
    uint32_t bits = bits_of(value);
    uint32_t magnitude = bits & 0x7FFFFFFFu;
    if (magnitude < 0x38800000u)
        return bits >> 31 << 15;
    return bits >> 31 << 15 | (magnitude - 0x38000000u) >> 13;
}

static uint32_t short_of(const glsort_order_desc* desc, enum gl_order_data data,
                         float value, uint64_t* seed)
{
    static const uint32_t odd_halves[] = {0x7C00, 0xFC00, 0x7E01, 0xFFFF};
    switch (desc->position.format) {
    case GLSORT_POSITION_F16:
        if (data == ORDER_DATA_SPECIAL && gl_random(seed) % 24 == 0)
            return odd_halves[gl_random(seed) % 4];
        if (data == ORDER_DATA_RANDOM && gl_random(seed) % 8 == 0)
            return (uint32_t)gl_random(seed) & 0x83FF; // subnormal
        return half_of(value);
    case GLSORT_POSITION_UNORM16: return (uint32_t)((value + 1.0f) * 32767.5f);
    default:
        if (data == ORDER_DATA_RANDOM && gl_random(seed) % 16 == 0)
            return 0x8000;
        return (uint32_t)(int32_t)(value * 32767.0f) & 0xFFFF;
    }
}

// Of all views.
static void write_depths(struct gl_orderer* o, enum gl_order_data data, uint64_t* seed)
{
    static const uint32_t odd[] = {0x7F800000u, 0xFF800000u, 0x7FC00000u, 0xFFFFFFFFu,
                                   0x80000000u, 0,           1,           0xFFFFFFFEu};
    const glsort_order_desc* desc = &o->desc;
    bool integers = desc->key_source == GLSORT_KEYS_FROM_U32;
    uint32_t stride = stride_of(desc->depth.stride, 4) / 4;
    for (uint32_t i = 0; i < views_of(desc) * o->vertices; ++i) {
        uint32_t* word = o->position_words + desc->depth.offset / 4 + i * stride;
        *word = bits_of(coordinate(data, seed));
        if (integers && data == ORDER_DATA_RANDOM)
            *word = (uint32_t)(gl_random(seed) >> 13);
        if (data == ORDER_DATA_SPECIAL && gl_random(seed) % 4 == 0)
            *word = odd[gl_random(seed) % 8];
        if (*word == 1 && !integers && desc->primitive.vertices > 1)
            *word = 0; // sums of subnormal numbers are not specified
    }
}

static void write_position(struct gl_orderer* o, enum gl_order_data data, uint32_t at,
                           uint64_t* seed)
{
    static const uint32_t odd[] = {0x7F800000u, 0xFF800000u, 0x7FC00000u, 0xFFFFFFFFu};
    const glsort_order_desc* desc = &o->desc;
    uint32_t stride = stride_of(desc->position.stride, position_bytes(desc));
    uint32_t* words = o->position_words + desc->position.offset / 4 + at * (stride / 4);
    float p[3];
    for (int i = 0; i < 3; ++i)
        p[i] = coordinate(data, seed);
    if (desc->position.format != GLSORT_POSITION_F32) {
        words[0] = short_of(desc, data, p[0], seed) | short_of(desc, data, p[1], seed)
                                                          << 16;
        words[1] = short_of(desc, data, p[2], seed) | (uint32_t)gl_random(seed) << 16;
        return;
    }
    for (int i = 0; i < 3; ++i)
        words[i] = bits_of(p[i]);
    if (data == ORDER_DATA_SPECIAL && gl_random(seed) % 8 == 0)
        words[gl_random(seed) % 3] = odd[gl_random(seed) % 4];
}

static uint32_t dead_word(const glsort_order_desc* desc, uint64_t* seed)
{
    static const uint32_t odd[] = {0x80000000u, 0x7FC00000u, 0xFFC00000u, 0x7F800000u};
    if (desc->dead.test >= GLSORT_DEAD_U32_EQUAL)
        return desc->dead.u32 + (uint32_t)gl_random(seed) % 2;
    if (gl_random(seed) % 8 == 0)
        return odd[gl_random(seed) % 4];
    return bits_of(desc->dead.f32 + (float)((int32_t)(gl_random(seed) % 5) - 2) * 0.5f);
}

static void write_index(struct gl_orderer* o, uint32_t at, uint64_t* seed)
{
    bool shorts = o->desc.primitive.index == GLSORT_INDEX_U16;
    uint32_t vertex = (uint32_t)gl_random(seed) % o->vertices;
    if (gl_random(seed) % 64 == 0)
        vertex = (uint32_t)gl_random(seed); // mostly outside
    uint32_t index = vertex - (uint32_t)o->args.base_vertex;
    if (shorts)
        o->index_words[at / 2] |= (index & 0xFFFF) << (16 * (at % 2));
    else
        o->index_words[at] = index;
}

// A camera that looks from `eye` along `ahead`, which need not be of length 1.
static void look(glsort_order_view* view, const float* eye, const float* ahead)
{
    float l = sqrtf(ahead[0] * ahead[0] + ahead[1] * ahead[1] + ahead[2] * ahead[2]);
    float f[3] = {ahead[0] / l, ahead[1] / l, ahead[2] / l};
    float side = sqrtf(f[0] * f[0] + f[2] * f[2]);
    float r[3] = {-f[2] / side, 0.0f, f[0] / side};
    float u[3] = {r[1] * f[2] - r[2] * f[1], r[2] * f[0] - r[0] * f[2],
                  r[0] * f[1] - r[1] * f[0]};
    const float* rows[3] = {r, u, f};
    for (int row = 0; row < 3; ++row) {
        float scale = row == 2 ? 1.02f : 1.5f;
        float shift = 0.0f;
        for (int i = 0; i < 3; ++i) {
            view->clip[4 * i + row] = rows[row][i] * scale;
            shift -= rows[row][i] * eye[i] * scale;
        }
        view->clip[12 + row] = shift - (row == 2 ? 0.2f : 0.0f);
    }
    float back = 0.0f;
    for (int i = 0; i < 3; ++i) {
        view->clip[4 * i + 3] = f[i];
        back -= f[i] * eye[i];
    }
    view->clip[15] = back;
}

static void make_view(struct gl_orderer* o, enum gl_order_share share, uint32_t at,
                      uint64_t* seed)
{
    static const float shifts[] = {0.0f, 1.0f, 1.95f, 5.0f};
    glsort_order_view* view = &o->args.views[at];
    float ahead[3];
    for (int i = 0; i < 3; ++i) {
        view->origin[i] = random_unit(seed) * 1.5f;
        view->axis[i] = ahead[i] = random_unit(seed) + (i == 2 ? 1.5f : 0.0f);
    }
    view->origin[3] = NAN; // not read
    view->axis[3] = INFINITY;
    if (share == ORDER_SHARE_PERSPECTIVE) {
        look(view, view->origin, ahead);
        return;
    }
    // The box -1 to 1, moved along x; a little larger, so that its faces are in it.
    memset(view->clip, 0, sizeof view->clip);
    for (int i = 0; i < 3; ++i)
        view->clip[5 * i] = i == 2 && (o->desc.flags & GLSORT_ORDER_CLIP_ZERO_TO_ONE) != 0
                                ? 0.4375f
                                : 0.96875f;
    view->clip[15] = 1.0f;
    view->clip[12] = -shifts[share];
    if ((o->desc.flags & GLSORT_ORDER_CLIP_ZERO_TO_ONE) != 0)
        view->clip[14] = 0.5f;
}

static void set_resources(struct gl_orderer* o)
{
    glsort_order_args* a = &o->args;
    const glsort_order_desc* d = &o->desc;
    if (has_depths(d))
        a->depths_in = gl_area_resource(&o->positions);
    else
        a->positions = gl_area_resource(&o->positions);
    a->order_out = gl_area_resource(&o->order_out);
    if (d->radius_source == GLSORT_RADIUS_PER_ELEMENT)
        a->radii = gl_area_resource(&o->radii);
    if (d->dead.test != GLSORT_DEAD_NONE)
        a->dead = gl_area_resource(&o->dead);
    if (d->primitive.vertices > 0)
        a->indices_in = gl_area_resource(&o->indices);
    a->indices_in.offset += 2 * o->index_odd;
    if (d->count_source == GLSORT_COUNT_FROM_BUFFER)
        a->count_in = gl_area_resource(&o->count);
    if ((d->flags & GLSORT_ORDER_WRITES_DEPTHS) != 0)
        a->depths_out = gl_area_resource(&o->depths_out);
    if ((d->flags & GLSORT_ORDER_WRITES_VISIBLE) != 0)
        a->visible_out = gl_area_resource(&o->visible_out);
    if (d->command != GLSORT_COMMAND_NONE)
        a->command_out = gl_area_resource(&o->command_out);
    if ((d->flags & GLSORT_ORDER_WRITES_ELEMENTS) != 0)
        a->elements_out = gl_area_resource(&o->elements_out);
}

// Some are negative, a NaN or infinite.
static uint32_t any_radius(uint64_t* seed)
{
    static const uint32_t odd[] = {0x7FC00000u, 0xFF800001u, 0x7F800000u, 0xFF800000u};
    uint32_t bits = bits_of((float)(gl_random(seed) % 8) / 16.0f);
    uint32_t kind = gl_random(seed) % 64;
    if (kind < sizeof odd / sizeof odd[0])
        return odd[kind];
    return kind < 16 ? bits | 0x80000000u : bits;
}

static void fill_fields(struct gl_orderer* o, uint64_t* seed)
{
    const glsort_order_desc* d = &o->desc;
    uint32_t radius_stride = stride_of(d->radius.stride, 4) / 4;
    uint32_t dead_stride = stride_of(d->dead.field.stride, 4) / 4;
    for (uint32_t i = 0; i < field_items(o); ++i) {
        o->radius_words[d->radius.offset / 4 + i * radius_stride] = any_radius(seed);
        o->dead_words[d->dead.field.offset / 4 + i * dead_stride] = dead_word(d, seed);
    }
    memset(o->index_words, 0, 4 * (size_t)d->max_count * vertices_of(d));
    for (uint32_t i = 0; i < d->max_count * vertices_of(d); ++i)
        write_index(o, i, seed);
}

// A half further on, if they are odd.
static void write_indices(struct gl_orderer* o)
{
    uint32_t words = o->desc.max_count * vertices_of(&o->desc);
    uint32_t* shifted = gl_take_words(words);
    for (uint32_t i = 0; i < words; ++i)
        shifted[i] = o->index_odd == 0 ? o->index_words[i]
                                       : o->index_words[i] << 16 |
                                             (i > 0 ? o->index_words[i - 1] >> 16 : 0);
    gl_area_write(&o->indices, shifted, words);
    free(shifted);
}

static bool takes_radius(const glsort_order_desc* d)
{
    return d->cull == GLSORT_CULL_FRUSTUM && d->radius_source == GLSORT_RADIUS_FROM_ARGS;
}

// ---- sources and matrices -------------------------------------------------------------

static void fill_moves(struct gl_orderer* o, uint64_t* seed)
{
    const glsort_order_desc* d = &o->desc;
    const uint32_t stride = stride_of(d->matrix_index.stride, 4) / 4;
    if (d->transform == GLSORT_TRANSFORM_NONE)
        return;
    for (uint32_t i = 0; i < 16 * GL_ORDERER_MATRICES; ++i)
        o->matrix_words[i] = bits_of(random_unit(seed));
    for (uint32_t i = 0; i < o->vertices; ++i)
        o->matrix_index_words[d->matrix_index.offset / 4 + i * stride] =
            (uint32_t)gl_random(seed) % (GL_ORDERER_MATRICES + (i % 8 == 0));
    gl_area_write(&o->matrices, o->matrix_words, o->matrices.room);
    gl_area_write(&o->matrix_indices, o->matrix_index_words, o->matrix_indices.room);
    o->args.matrices = gl_area_resource(&o->matrices);
    o->args.matrix_count = GL_ORDERER_MATRICES - (uint32_t)gl_random(seed) % 4;
    if (d->transform == GLSORT_TRANSFORM_PER_ELEMENT)
        o->args.matrix_indices = gl_area_resource(&o->matrix_indices);
}

// Of each the positions of some numbers, with gaps before and between them.
static void fill_sources(struct gl_orderer* o, uint32_t count)
{
    const glsort_order_desc* d = &o->desc;
    const uint32_t n = d->primitive.vertices > 0 ? o->vertices
                       : count < d->max_count    ? count
                                                 : d->max_count;
    const uint32_t ranges[GL_ORDERER_SOURCES][2] = {
        {n / 10, n / 4},
        {n * 2 / 5, n / 5},
        {n * 3 / 5, n - n * 3 / 5 - (n > 20 ? 3 : 0)}};
    const bool texture = o->positions.width != 0;
    const uint32_t stride = stride_of(d->position.stride, position_bytes(d)) / 4;
    if (d->max_sources == 0)
        return;
    o->args.positions = (glsort_resource){0};
    o->args.source_count = GL_ORDERER_SOURCES;
    for (uint32_t i = 0; i < GL_ORDERER_SOURCES; ++i) {
        const uint32_t* from = o->position_words + (size_t)ranges[i][0] * stride;
        const uint32_t words = ranges[i][1] == 0
                                   ? 0
                                   : words_of(d->position.offset, 4 * stride,
                                              position_bytes(d), ranges[i][1]);
        gl_area_write(&o->sources[i], from, texture ? ranges[i][1] : words);
        o->args.sources[i] = (glsort_order_source_args){gl_area_resource(&o->sources[i]),
                                                        ranges[i][0], ranges[i][1]};
    }
}

void gl_orderer_fill(struct gl_orderer* o, enum gl_order_data data,
                     enum gl_order_share share, uint32_t views, uint64_t seed)
{
    const glsort_order_desc* d = &o->desc;
    bool ranged = d->key_bits == 16 || d->key_bits == 24;
    float radius = (float)(gl_random(&seed) % 3) / 8.0f;
    o->args = (glsort_order_args){
        .radius = takes_radius(d) ? radius : 0.0f,
        .key_near = ranged ? 0.25f : 0.0f,
        .key_far = ranged ? 2.5f : 0.0f,
        .vertex_count = d->primitive.vertices == 0 ? 0 : o->vertices,
        .base_vertex =
            d->primitive.vertices == 0 ? 0 : (int32_t)(gl_random(&seed) % 7) - 3,
        .view_count = views == 1 && gl_random(&seed) % 2 == 0 ? 0 : views,
    };
    if (d->position.format >= GLSORT_POSITION_UNORM16 && gl_random(&seed) % 4 != 0)
        for (int i = 0; i < 3; ++i) {
            o->args.position_scale[i] = 1.0f + random_unit(&seed) / 2.0f;
            o->args.position_bias[i] = random_unit(&seed) / 2.0f;
        }
    set_resources(o);
    if (has_depths(d))
        write_depths(o, data, &seed);
    for (uint32_t i = 0; i < o->vertices && !has_depths(d); ++i)
        write_position(o, data, i, &seed);
    fill_fields(o, &seed);
    fill_moves(o, &seed);
    for (uint32_t i = 0; i < views; ++i)
        make_view(o, share, i, &seed);
    gl_area_write(&o->positions, o->position_words, o->positions.room);
    gl_area_write(&o->radii, o->radius_words, o->radii.room);
    gl_area_write(&o->dead, o->dead_words, o->dead.room);
    write_indices(o);
    uint32_t view_words[GLSORT_MOST_VIEWS * sizeof(glsort_order_view) / 4];
    memcpy(view_words, o->args.views, sizeof view_words);
    gl_area_write(&o->views, view_words,
                  views * (uint32_t)(sizeof(glsort_order_view) / 4));
}

// ---- running --------------------------------------------------------------------------

void gl_orderer_reset(struct gl_orderer* o, uint32_t count)
{
    fill_sources(o, count);
    gl_area_write(&o->order_out, NULL, 0);
    gl_area_write(&o->depths_out, NULL, 0);
    gl_area_write(&o->visible_out, NULL, 0);
    gl_area_write(&o->command_out, NULL, 0);
    gl_area_write(&o->elements_out, NULL, 0);
    gl_area_write(&o->count, &count, 1);
    if (o->desc.max_segments > 0) {
        gl_area_write(&o->offsets, o->offset_list, o->segment_count + 1);
        o->args.offsets_in = gl_area_resource(&o->offsets);
        o->args.segment_count = o->segment_count;
    }
    o->args.count = o->desc.count_source == GLSORT_COUNT_FROM_BUFFER ? 12345 : count;
}

// What an area must hold: `words` at word `at`, of which those in [any, end) may be
// anything.
static void expect_words(struct gl_orderer* o, struct gl_area* area, const char* name,
                         uint32_t at, const uint32_t* words, uint32_t any, uint32_t end)
{
    uint32_t* wanted = area->words + area->lead + at;
    uint32_t* read = area->read + area->lead + at;
    for (uint32_t i = 0; i < any; ++i) {
        if (read[i] != words[i] && o->trouble[0] == '\0')
            snprintf(o->trouble, sizeof o->trouble,
                     "%s[%u] is 0x%x, but should be 0x%x (%u of %u defined)", name,
                     at + i, read[i], words[i], any, end);
        read[i] = wanted[i]; // a guard again, for the check of all others
    }
    for (uint32_t i = any; i < end; ++i)
        read[i] = wanted[i];
}

static void expect_guards(struct gl_orderer* o, const struct gl_area* area,
                          const char* name)
{
    for (uint32_t i = 0; i < area->total && o->trouble[0] == '\0'; ++i)
        if (area->read[i] != area->words[i])
            snprintf(o->trouble, sizeof o->trouble,
                     "%s[%d] is 0x%x, which the run must not write", name,
                     (int)i - (int)area->lead, area->read[i]);
}

static void expect_command(struct gl_orderer* o, uint32_t view, const uint32_t* words)
{
    uint32_t at = view * command_stride(&o->desc) / 4;
    expect_words(o, &o->command_out, "command_out", at, words,
                 order_command_words(o->desc.command), 1);
}

// The last texel is filled up.
static void expect_fours(struct gl_orderer* o, uint32_t view, uint32_t* order,
                         uint32_t words)
{
    for (; words % 4 != 0; ++words)
        order[words] = 0xFFFFFFFFu;
    expect_words(o, &o->order_out, "order_out", view * order_words(o), order, words,
                 words);
}

// True if draw commands of the context have one; otherwise runs write 0 in its place.
static bool has_base_instance(const struct gl_harness* h)
{
    return !h->gles && h->limits.version >= 420;
}

static void expect_view(struct gl_orderer* o, const struct order_input* in, uint32_t view)
{
    const glsort_order_desc* d = &o->desc;
    uint32_t k = indices_out(o);
    uint32_t count = in->count < d->max_count ? in->count : d->max_count;
    struct order_output out = {
        .order = gl_take_words((size_t)d->max_count * vertices_of(d) + 3),
        .depths = gl_take_words(d->max_count),
        .elements = gl_take_words(d->max_count),
    };
    order_reference(in, view, &out);
    uint32_t end = out.filled > count ? out.filled : count;
    if (out.ordered > count)
        count = out.ordered;
    if (is_in_fours(o))
        expect_fours(o, view, out.order, out.filled * k);
    else
        expect_words(o, &o->order_out, "order_out", view * d->max_count * k, out.order,
                     out.filled * k, end * k);
    if ((d->flags & GLSORT_ORDER_WRITES_DEPTHS) != 0)
        expect_words(o, &o->depths_out, "depths_out", view * d->max_count, out.depths,
                     out.ordered, count);
    if ((d->flags & GLSORT_ORDER_WRITES_VISIBLE) != 0)
        expect_words(o, &o->visible_out, "visible_out", view, &out.visible, 1, 1);
    if ((d->flags & GLSORT_ORDER_WRITES_ELEMENTS) != 0)
        expect_words(o, &o->elements_out, "elements_out", view * d->max_count,
                     out.elements, out.ordered, count);
    expect_command(o, view, out.command);
    free(out.order);
    free(out.depths);
    free(out.elements);
}

static const uint32_t* moved(const uint32_t* words, uint32_t stride, uint32_t elements)
{
    return words == NULL ? NULL : words + (size_t)elements * stride / 4;
}

// The word of a command that says where its elements begin, or one after all.
static uint32_t first_word(const struct gl_orderer* o)
{
    const glsort_command command = o->desc.command;
    const uint32_t words = order_command_words(command);
    if (command != GLSORT_COMMAND_DRAW_ARRAYS_INSTANCES &&
        command != GLSORT_COMMAND_DRAW_ELEMENTS_INSTANCES)
        return 2;
    return has_base_instance(o->h) ? words - 1 : words;
}

// As an order of its elements alone.
static void expect_segment(struct gl_orderer* o, const struct order_input* all,
                           uint32_t segment)
{
    const uint32_t first = o->offset_list[segment];
    const uint32_t count = o->offset_list[segment + 1] - first;
    glsort_order_desc desc = o->desc;
    struct order_input in = *all;
    uint32_t* segments = gl_take_words(count);
    struct order_output out = {.order = gl_take_words(count + 1),
                               .depths = gl_take_words(count + 1)};
    desc.max_segments = 0;
    in.desc = &desc;
    in.count = count;
    in.positions = moved(in.positions,
                         stride_of(desc.position.stride, position_bytes(&desc)), first);
    in.radii = moved(in.radii, desc.radius.stride, first);
    in.dead = moved(in.dead, desc.dead.field.stride, first);
    in.matrix_indices = segments;
    for (uint32_t i = 0; i < count; ++i)
        segments[i] = segment;
    order_reference(&in, 0, &out);
    for (uint32_t i = 0; i < out.visible; ++i)
        out.order[i] += first;
    if (first_word(o) < order_command_words(desc.command))
        out.command[first_word(o)] += first;
    expect_words(o, &o->order_out, "order_out", first, out.order, out.visible, count);
    if ((desc.flags & GLSORT_ORDER_WRITES_DEPTHS) != 0)
        expect_words(o, &o->depths_out, "depths_out", first, out.depths, out.visible,
                     count);
    if ((desc.flags & GLSORT_ORDER_WRITES_VISIBLE) != 0)
        expect_words(o, &o->visible_out, "visible_out", segment, &out.visible, 1, 1);
    expect_command(o, segment, out.command);
    free(segments);
    free(out.order);
    free(out.depths);
}

// Elements of no segment, which are before and after all, may be anything.
static void expect_segments(struct gl_orderer* o, const struct order_input* in)
{
    const uint32_t end = o->offset_list[o->segment_count];
    for (uint32_t i = 0; i < o->segment_count; ++i)
        expect_segment(o, in, i);
    expect_words(o, &o->order_out, "order_out", 0, NULL, 0, o->offset_list[0]);
    expect_words(o, &o->order_out, "order_out", end, NULL, 0, in->count - end);
    if ((o->desc.flags & GLSORT_ORDER_WRITES_DEPTHS) == 0)
        return;
    expect_words(o, &o->depths_out, "depths_out", 0, NULL, 0, o->offset_list[0]);
    expect_words(o, &o->depths_out, "depths_out", end, NULL, 0, in->count - end);
}

static struct order_input input_of(const struct gl_orderer* o, uint32_t count)
{
    return (struct order_input){
        .desc = &o->desc,
        .args = &o->args,
        .count = count,
        .positions = o->position_words,
        .radii = o->radius_words,
        .dead = o->dead_words,
        .indices = o->args.indices_in.name == 0 ? NULL : o->index_words,
        .matrices = o->matrix_words,
        .matrix_indices = o->matrix_index_words,
        .fragment = o->fragment,
        .no_base_instance = !has_base_instance(o->h),
        .first_index = (uint32_t)(o->args.order_out.offset / 4),
    };
}

void gl_orderer_expect(struct gl_orderer* o, uint32_t count)
{
    const struct order_input in = input_of(o, count);
    struct named_area areas[AREAS];
    uint32_t views = o->args.view_count == 0 ? 1 : o->args.view_count;
    o->trouble[0] = '\0';
    list_areas(o, areas);
    for (size_t i = 0; i < AREAS; ++i)
        gl_area_fetch(areas[i].area);
    if (o->desc.max_segments > 0)
        expect_segments(o, &in);
    for (uint32_t view = 0; view < views && o->desc.max_segments == 0; ++view)
        expect_view(o, &in, view);
    for (size_t i = 0; i < AREAS; ++i)
        expect_guards(o, areas[i].area, areas[i].name);
    if (o->trouble[0] != '\0')
        fail_msg(
            "%u elements, %u views, textures 0x%x, vertices %u, format %u, metric %u, "
            "bits %u, cull %u, dead %u, count source %u, algorithm %u, source %u: %s",
            count, views, o->desc.textures, o->desc.primitive.vertices,
            o->desc.position.format, o->desc.metric, o->desc.key_bits, o->desc.cull,
            o->desc.dead.test, o->desc.count_source,
            o->desc.tuning == NULL ? GLSORT_ALGORITHM_AUTO : o->desc.tuning->algorithm,
            o->desc.key_source, o->trouble);
    assert_int_equal(gl_take_error(o->h), GL_NO_ERROR);
}

// The arguments of a run. With views in a buffer, those in the arguments are NaNs, which
// the run must not use.
static glsort_order_args args_of_run(const struct gl_orderer* o)
{
    glsort_order_args args = o->args;
    if (args.views_in.name != 0)
        memset(args.views, 0xFF, sizeof args.views);
    return args;
}

void gl_orderer_check(struct gl_orderer* o, uint32_t count)
{
    gl_orderer_reset(o, count);
    glsort_order_args args = args_of_run(o);
    glsort_result result = glsort_order_run(o->order, &args);
    if (result != GLSORT_OK)
        fail_msg("%s: %s", glsort_result_name(result), glsort_plan_last_error(o->order));
    gl_orderer_expect(o, count);
}
