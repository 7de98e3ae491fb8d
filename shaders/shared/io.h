// SPDX-License-Identifier: MIT
// Read by C and by GLSL: how elements arrive in a sort's first pass and leave in its last
// one. Every parameter struct of a pass that uses lib/source.glsl or lib/sink.glsl begins
// with `io_params io`.
#ifndef GLSORT_SHARED_IO_H
#define GLSORT_SHARED_IO_H

#include "shared/common.h"

#define IO_WRITE_KEYS 1u   // otherwise only the values are wanted
#define IO_MAKE_INDICES 2u // values are 0 .. count - 1, not read
#define IO_READ_VALUES 4u  // textures: values are read; with neither they are 0

#ifndef GLSORT_GLSL
typedef struct io_params io_params; // as GLSL names it
#endif

#define TEXEL_LAYERS_LOG 3 // textures of four layers have 8 elements a texel

// Binding points of lib/io.glsl.
#define IO_KEYS_IN 0
#define IO_VALUES_IN 1
#define IO_KEYS_OUT 2
#define IO_VALUES_OUT 3

struct io_params {
    uint keys_in_base; // buffer: words before the first key in its binding; texture: its
    uint values_in_base; // width in texels; the same for all four
    uint keys_out_base;
    uint values_out_base;
    uint read_negative; // key maps, see lib/keys.glsl
    uint read_positive;
    uint write_negative;
    uint write_positive;
    uint flags; // IO_*
    uint reserved0;
    uint reserved1;
    uint reserved2;
};

// Drawn: the last pass of every sort in textures.
#define STORE_VALUES 1u    // writes the values, otherwise the keys
#define STORE_GATHER 2u    // the element's value is an index into the copy of the values
#define STORE_KEEP_REST 4u // words from the count on are those of the caller

struct store_params {
    io_params io;
    uint flags;     // STORE_*
    uint width_log; // internal textures are 1 << width_log wide
    uint layout_in; // LAYERED: lowest of the 3 position bits that select a texel's slot
    uint reserved0;
};

#endif
