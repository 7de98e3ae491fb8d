// SPDX-License-Identifier: MIT
// What follows from the descriptor of an order: its traits, which creation computes and a
// plan keeps. Checks, the walk over its resources and both builders read them.
#ifndef GLSORT_ORDER_TRAITS_H
#define GLSORT_ORDER_TRAITS_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <glsort/glsort_draw.h>

#include "recipe.h"
#include "segments_build.h"

// Slots of the caller's resources; indices and depths out are SLOT_VALUES_OUT and
// SLOT_KEYS_OUT. An order of segments has the offsets of segments.
enum order_slot {
    SLOT_POSITIONS = SLOT_SEGMENT_COUNT_IN + 1,
    SLOT_DEPTHS_IN,
    SLOT_RADII,
    SLOT_DEAD,
    SLOT_INDICES_IN,
    SLOT_MATRICES,
    SLOT_MATRIX_INDICES,
    SLOT_SOURCES,
    SLOT_VISIBLE_OUT = SLOT_SOURCES + GLSORT_MOST_SOURCES,
    SLOT_COMMAND_OUT,
    SLOT_ELEMENTS_OUT,
    SLOT_VIEWS_IN,
};
static_assert((int)SLOT_VIEWS_IN < (int)SLOT_SCRATCH, "slots of the recipe");

enum { ORDER_LAYOUT = 5 };

// Beside COUNT_ON_GPU. They are the bits of recipe.has, too, of which the table of
// resources (order_io.c) needs the first ones.
enum order_trait {
    HAS_POSITIONS = 1 << 1,
    HAS_DEPTHS_IN = 1 << 2,
    HAS_RADII = 1 << 3,
    HAS_DEAD = 1 << 4,
    HAS_PRIMITIVES = 1 << 5,
    HAS_SOURCES = 1 << 6,
    HAS_MATRICES = 1 << 7,
    HAS_MATRIX_INDICES = 1 << 8,
    HAS_VIEWS = 1 << 9,
    HAS_SEGMENTS = 1 << 10,
    WRITES_DEPTHS = 1 << 11,
    WRITES_VISIBLE = 1 << 12,
    WRITES_COMMANDS = 1 << 13,
    WRITES_ELEMENTS = 1 << 14,
    WRITES_RESULTS = WRITES_VISIBLE | WRITES_COMMANDS, // a mask: test it by &
    // order_out has the vertices of primitives; or their numbers; neither: of points.
    WRITES_VERTICES = 1 << 15,
    WRITES_NUMBERS = 1 << 16,
    FILLS_REST = 1 << 17,
    BY_FRUSTUM = 1 << 18, // elements are culled by it
    // Rejected elements are removed before the sort. Otherwise they are sorted last, as
    // always in segments and in fragment passes.
    COMPACTS = 1 << 19,
    INTEGERS = 1 << 20,    // depths of the caller's are integers
    TRANSFORMED = 1 << 21, // a first pass writes the positions that all others read
    // Primitives have one vertex, without LAYOUT_FROM_ARGS: points that a list names.
    LISTED = 1 << 22,
    // The sort may carry the indices of listed points as its values, so that no pass
    // fetches them after it: if no pass compacts, or one that culls in a chain.
    MAY_CARRY = 1 << 23,
    PLAIN = 1 << 24, // PLAIN of compute passes (order/element_storage.glsl)
    DRAWS = 1 << 25, // the backend is fragment
    // Fragment passes copy buffers to textures, because GLES has no buffer textures, the
    // buffer textures of the device do not cover the buffers, or other inputs are in
    // textures.
    COPIES_INPUTS = 1 << 26,
    WHOLE_KEYS = 1 << 27, // of 32 bits
    SCALED = 1 << 28,     // positions are normalised integers
    INDEXED = 1 << 29,    // the command draws elements
    INSTANCES = 1 << 30,  // the command draws instances
};

// Above these 32: bits of desc.textures, and what mostly checks ask for.
#define IN_TEXTURE(NAME) ((uint64_t)GLSORT_ORDER_TEXTURE_##NAME << 48)
#define LAID_OUT_BY_ARGS ((uint64_t)1 << 32)
#define WORD_POSITIONS ((uint64_t)1 << 33) // positions of 12 bytes
#define DEAD_BY_FLOATS ((uint64_t)1 << 34)
#define DEAD_BY_WORDS ((uint64_t)1 << 35)
#define RADIUS_BY_ARGS ((uint64_t)1 << 36)
#define HAS_VERTICES ((uint64_t)1 << 37)  // primitives, or a command that draws elements
#define CENTROIDS ((uint64_t)1 << 38)     // keys are sums of several vertices
#define UNSIZED ((uint64_t)1 << 39)       // primitives without max_vertices
#define POINTS_ON_GPU ((uint64_t)1 << 40) // their count
#define FLOAT_POSITIONS ((uint64_t)1 << 41) // textures with an element in a texel
#define FLOAT_RADII ((uint64_t)1 << 42)
#define FLOAT_DEAD ((uint64_t)1 << 43)
#define SEVERAL_VIEWS ((uint64_t)1 << 44)
#define TUNED ((uint64_t)1 << 45)
#define UNCOUNTED ((uint64_t)1 << 46)      // nobody knows the number of visible elements
#define NARROW_BY_ARGS ((uint64_t)1 << 47) // layouts of primitives with 16-bit indices

// Of a descriptor as it is given, for its checks, and then with its defaults: before that
// DRAWS and what follows from it (COMPACTS, MAY_CARRY, UNCOUNTED) do not count. Creation
// adds COPIES_INPUTS.
uint64_t glsort_order_traits(const void* desc);

// True if these traits are all there.
static inline bool is(uint64_t traits, uint64_t all)
{
    return (all & ~traits) == 0;
}

// What a plan keeps of an order: the descriptor with its defaults filled in, and what
// follows from it and the device.
struct order_what {
    glsort_order_desc desc;
    uint64_t traits;
    // How many items a pass binds at once (glsort_order_slice()): of the resources of
    // points, and of the resources that the first pass transforms.
    uint32_t slice;
    uint32_t transformed_slice;
};

// shape.words of an order.
struct order_shape {
    uint32_t views;
    uint32_t vertices;
    uint32_t segments;
    uint32_t matrices;
    uint32_t sources[GLSORT_MOST_SOURCES]; // of each its items
    uint32_t options;
    uint32_t layout[ORDER_LAYOUT]; // of inputs; zeros: as the descriptor says
};
static_assert(sizeof(struct order_shape) <= SHAPE_WORDS * WORD_BYTES, "shape.words");

// order_shape.options: the count on the GPU is in a buffer that the run writes; indices
// of 16 bits begin in the upper half of a word; primitives have no indices. From
// ORDER_SOURCES_SHIFT on the number of sources.
enum {
    ORDER_COUNT_IS_OUTPUT = 1,
    ORDER_INDICES_ODD = 2,
    ORDER_NO_INDICES = 4,
    ORDER_SOURCES_SHIFT = 16,
};

static inline struct order_shape glsort_order_shape(const struct shape* shape)
{
    struct order_shape of_order;
    memcpy(&of_order, shape->words, sizeof of_order);
    return of_order;
}

static inline void glsort_order_set_shape(struct shape* shape,
                                          struct order_shape of_order)
{
    memcpy(shape->words, &of_order, sizeof of_order);
}

// An order of so many elements and this shape.
struct order {
    const glsort_order_desc* desc; // its defaults filled in, with the layout of the run
    const struct order_what* what; // with the layout of the descriptor
    uint32_t count;
    struct order_shape shape;
};

static inline bool order_is(const struct order* order, uint64_t all)
{
    return is(order->what->traits, all);
}

// The descriptor with the layout of a run, unless that is all zeros: the strides of
// positions, radii and fields of the dead test, the vertices of a primitive, the type of
// its indices.
glsort_order_desc glsort_order_laid_out(const glsort_order_desc* desc,
                                        const uint32_t* layout);

// Number of vertices of an element: 1 for points.
uint32_t glsort_order_vertices(const glsort_order_desc* desc);

// 1 if indices of this type from this byte on begin in the upper half of a word, which
// only indices of 16 bits do.
uint32_t glsort_order_odd(glsort_index index, uint64_t offset);

// Number of indices per element in order_out.
uint32_t glsort_order_indices_out(const struct order* order);

// Texels of order_out, a texture, that hold the indices of `count` elements of a view.
uint32_t glsort_order_texels(const struct order* order, uint32_t count);

uint32_t glsort_order_position_bytes(glsort_position_format format); // of one position
uint32_t glsort_order_command_words(glsort_command command);

// The stride of items of so many bytes that 0 means.
uint32_t glsort_order_packed(uint32_t item_bytes, uint32_t texel_words);

#endif
