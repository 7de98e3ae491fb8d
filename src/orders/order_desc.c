// SPDX-License-Identifier: MIT
#include "order_build.h"

#include <stdio.h>

#include <glsort/glsort.h>

#include "build.h"
#include "choice.h"
#include "counting.h"
#include "order_check.h"
#include "order_io.h"
#include "order_transform.h"
#include "order_passes.h"
#include "refusal.h"
#include "desc.h"

// What GL promises of buffer textures, 256 KiB: a pool of the caller's is often larger,
// so that the offsets of runs would be beyond.
enum { LEAST_BUFFER_TEXELS = 65536 };

glsort_sort_desc glsort_order_elements(const void* what)
{
    const struct order_what* w = what;
    const glsort_order_desc* desc = &w->desc;
    const uint64_t t = w->traits;
    bool whole = is(t, WHOLE_KEYS);
    bool floats = whole && !is(t, INTEGERS);
    bool descends = whole && desc->direction == GLSORT_BACK_TO_FRONT;
    bool given = (t & (COMPACTS | MAY_CARRY)) != 0;
    bool on_gpu = (t & (COMPACTS | COUNT_ON_GPU)) != 0;
    // The last pass of segments searches the sorted keys. Fragment passes write depths
    // from the keys of elements.
    bool searches = is(t, HAS_SEGMENTS) && (t & WRITES_RESULTS) != 0;
    bool discards = (!is(t, WRITES_DEPTHS) && !searches) || is(t, DRAWS);
    return (glsort_sort_desc){
        .max_count = desc->max_count,
        .expected_count = desc->expected_count,
        .key = floats ? GLSORT_KEY_F32 : GLSORT_KEY_U32,
        .direction = descends ? GLSORT_DESCENDING : GLSORT_ASCENDING,
        .values = given ? GLSORT_VALUES_4_BYTES : GLSORT_VALUES_INDICES,
        .tuning = desc->tuning,
        .backend = desc->backend,
        .textures = is(t, DRAWS) ? GLSORT_TEXTURES_ALL : 0,
        .bit_count = is(t, DRAWS) && !whole ? desc->key_bits : 0,
        .count_source = on_gpu ? GLSORT_COUNT_FROM_BUFFER : GLSORT_COUNT_FROM_ARGS,
        .flags = discards ? GLSORT_PLAN_DISCARD_KEYS : 0u,
    };
}

// ---- checks ---------------------------------------------------------------------------

struct mistake {
    bool made;
    const char* sentence;
};

static glsort_result refuse_first(const struct mistake* list, size_t count,
                                  const struct call* call)
{
    for (size_t i = 0; i < count; ++i)
        if (list[i].made)
            return glsort_call_fail(call, GLSORT_ERROR_UNSUPPORTED, "%s",
                                    list[i].sentence);
    return GLSORT_OK;
}

// True if an input is in a buffer that is copied to a texture whose size only a run
// knows: of what a first pass transforms, or of vertices.
static bool is_unbounded(const struct order_what* w, bool moved)
{
    const struct order o = glsort_order_largest(w, w->desc.max_views);
    for (uint32_t i = 0; i < ORDER_ROWS; ++i) {
        const struct order_row* row = &glsort_order_rows[i];
        if (glsort_order_uses(w, row) && glsort_order_is_fetched(row) &&
            (w->desc.textures & row->argument.texture) == 0 &&
            glsort_order_is_transformed(w, row) == moved &&
            (moved || glsort_order_whole(&o, row).items == 0))
            return true;
    }
    return false;
}

// True if the passes of keys read from buffers and from textures: the caller's, or the
// one with moved positions. Each of their programs reads from one of these.
static bool mixes_inputs(const struct order_what* w)
{
    bool textures = is(w->traits, TRANSFORMED);
    bool buffers = false;
    for (uint32_t i = 0; i < ORDER_ROWS; ++i) {
        const struct order_row* row = &glsort_order_rows[i];
        if (!glsort_order_uses(w, row) || !glsort_order_is_fetched(row) ||
            glsort_order_is_transformed(w, row))
            continue;
        const bool texture = (w->desc.textures & row->argument.texture) != 0;
        textures = textures || texture;
        buffers = buffers || !texture;
    }
    return textures && buffers;
}

static bool has_indirect_draws(const struct glsort_limits* limits)
{
    return limits->has_compute || limits->version >= (limits->is_gles ? 310u : 400u);
}

// What fragment passes do not write, and inputs whose size an upload cannot know.
static glsort_result check_draws(const struct order_what* w,
                                 const struct glsort_limits* limits,
                                 const struct call* call)
{
    const struct mistake list[] = {
        {is(w->traits, WRITES_COMMANDS) && !has_indirect_draws(limits),
         "a command needs indirect draws, which GL has from 4.0 on and GLES from 3.1 on; "
         "draw all elements instead: order_out is filled after the visible ones"},
        {limits->is_gles && is_unbounded(w, true),
         "transform and max_sources in fragment passes of GLES need positions, matrices "
         "and matrix_indices in textures"},
        {is(w->traits, COPIES_INPUTS) && is_unbounded(w, false),
         "primitives in fragment passes of GLES, or with an input in a texture, need "
         "max_vertices, or positions in a texture (textures POSITIONS), or depths "
         "(textures DEPTHS_IN); those of 1 vertex also radii and dead, which they read "
         "by vertex"},
    };
    return refuse_first(list, sizeof list / sizeof list[0], call);
}

static glsort_sort_desc choice_of(const glsort_order_desc* d)
{
    return (glsort_sort_desc){
        .tuning = d->tuning,
        .backend = d->backend,
        .textures = d->textures != 0 ? GLSORT_TEXTURES_ALL : 0,
    };
}

static glsort_result check_method(const glsort_order_desc* d, const struct call* call)
{
    const glsort_sort_desc sort = choice_of(d);
    const struct glsort_tuning tuning = tuning_of(d->tuning);
    const glsort_method method = tuning.method;
    bool named = method != GLSORT_METHOD_AUTO;
    if (method == GLSORT_METHOD_BITONIC_LOCAL_READ ||
        method == GLSORT_METHOD_BITONIC_LOCAL_KEEP)
        return glsort_call_fail(
            call, GLSORT_ERROR_UNSUPPORTED,
            "tuning->method %s sorts blocks separately, which is not a draw order",
            glsort_method_name(method));
    if (d->backend == GLSORT_BACKEND_FRAGMENT &&
        (glsort_choice_backends(&sort) & ON_FRAGMENT) == 0)
        return glsort_call_fail(
            call, GLSORT_ERROR_UNSUPPORTED, "tuning->%s %s has no fragment passes",
            named ? "method" : "algorithm",
            named ? glsort_method_name(method) : glsort_algorithm_name(tuning.algorithm));
    return GLSORT_OK;
}

// What the backend or the device lacks.
static glsort_result check_support(const struct order_what* w,
                                   const struct glsort_limits* limits,
                                   const struct call* call)
{
    const bool draws = is(w->traits, DRAWS);
    if (!draws && !limits->has_compute)
        return glsort_call_fail(
            call, GLSORT_ERROR_UNSUPPORTED, "backend COMPUTE: %s; the context is %s%u.%u",
            glsort_refusal_of_compute(limits).sentence, limits->is_gles ? "GLES " : "GL ",
            limits->version / 100, limits->version / 10 % 10);
    glsort_result result = glsort_check_build(w->desc.backend, call);
    if (result == GLSORT_OK)
        result = check_method(&w->desc, call);
    return result == GLSORT_OK && draws ? check_draws(w, limits, call) : result;
}

// ---- sizes ----------------------------------------------------------------------------

// ", one every 248 bytes,"; nothing if there is no stride.
struct stride_text {
    char chars[40];
};

static struct stride_text stride_text(uint32_t stride)
{
    struct stride_text text = {""};
    if (stride > 0)
        snprintf(text.chars, sizeof text.chars, ", one every %u bytes,", stride);
    return text;
}

// On compute: what no binding of the device can hold, wherever it begins. Depths and
// outputs are bound view by view. Matrices are known in a run only.
static glsort_result check_bindings(const struct order_what* w,
                                    const struct glsort_limits* limits,
                                    const struct call* call)
{
    const glsort_order_desc* d = &w->desc;
    const struct order one_view = glsort_order_largest(w, 1);
    const struct order all = glsort_order_largest(w, d->max_views);
    const uint64_t most = glsort_most_bound_bytes(limits);
    for (uint32_t i = 0; i < ORDER_ROWS; ++i) {
        const struct order_row* row = &glsort_order_rows[i];
        const bool result = row->per == PER_RESULT || row->per == PER_SEGMENT;
        const struct order_range r = glsort_order_whole(result ? &all : &one_view, row);
        const bool transforms = glsort_order_in_slices(w, row, true);
        const bool slices = (transforms && w->transformed_slice > 0) ||
                            (glsort_order_in_slices(w, row, false) && w->slice > 0);
        if (!glsort_order_uses(w, row) || row->per == PER_PLACE || row->per == PER_VIEW ||
            slices)
            continue;
        if (result) {
            const glsort_result checked =
                glsort_alone_check_bytes(row->argument.field, r.bytes, limits, call);
            if (checked != GLSORT_OK)
                return checked;
            continue;
        }
        if (r.bytes <= most)
            continue;
        return glsort_call_fail(call, GLSORT_ERROR_LIMIT,
                                "%s: %u %s%s need a binding of %llu bytes, this device "
                                "binds at most %llu",
                                row->argument.field, r.items,
                                glsort_order_name_items(w, row),
                                stride_text(row->field_at > 0 ? r.stride : 0).chars,
                                (unsigned long long)r.bytes, (unsigned long long)most);
    }
    return GLSORT_OK;
}

// The first input that ends beyond the words of the largest buffer texture, or NULL.
static const struct order_row* find_beyond(const struct order* o, uint32_t most_texels)
{
    for (uint32_t i = 0; i < ORDER_ROWS; ++i) {
        const struct order_row* row = &glsort_order_rows[i];
        const struct order_range r = glsort_order_whole(o, row);
        if (glsort_order_uses(o->what, row) && glsort_order_is_fetched(row) &&
            !glsort_order_is_copied(o->what, row) && r.bytes > 0 &&
            (o->desc->textures & row->argument.texture) == 0 &&
            r.first + r.bytes > bytes_of_words(most_texels))
            return row;
    }
    return NULL;
}

// True if creation knows the sizes of all inputs, and textures can hold them.
static bool can_copy(const struct order_what* w, const struct glsort_limits* limits)
{
    struct order_what copies = *w;
    copies.traits |= COPIES_INPUTS;
    return !is(w->traits, TRANSFORMED) && !is_unbounded(w, false) &&
           glsort_order_most_texels(&copies) <= texture_capacity(limits->texture_size);
}

glsort_result glsort_order_fill_fetches(struct order_what* w, uint32_t most_texels,
                                        const struct glsort_limits* limits,
                                        const struct call* call)
{
    const struct order o = glsort_order_largest(w, w->desc.max_views);
    const struct order_row* beyond = find_beyond(&o, most_texels);
    if ((beyond != NULL || most_texels <= LEAST_BUFFER_TEXELS) && can_copy(w, limits)) {
        w->traits |= COPIES_INPUTS;
        return GLSORT_OK;
    }
    if (beyond == NULL)
        return GLSORT_OK;
    const struct order_range r = glsort_order_whole(&o, beyond);
    return glsort_call_fail(call, GLSORT_ERROR_LIMIT,
                            "%s: %u %s%s end at byte %llu of the buffer, a buffer "
                            "texture of this device covers only the first %llu bytes; a "
                            "texture may hold them",
                            beyond->argument.field, r.items,
                            glsort_order_name_items(w, beyond),
                            stride_text(beyond->field_at > 0 ? r.stride : 0).chars,
                            (unsigned long long)(r.first + r.bytes),
                            (unsigned long long)bytes_of_words(most_texels));
}

// Keys and elements have a texel each, uploads one per word, downloads one per 4 words.
static glsort_result check_texels(const struct order_what* w,
                                  const struct glsort_limits* limits,
                                  const struct call* call)
{
    const glsort_order_desc* d = &w->desc;
    if ((uint64_t)d->max_count * glsort_order_vertices(d) > UINT32_MAX)
        return glsort_call_fail(
            call, GLSORT_ERROR_LIMIT,
            "%u primitives of %u vertices are more than 4294967295 indices", d->max_count,
            glsort_order_vertices(d));
    uint64_t texels = glsort_order_most_texels(w);
    uint64_t most = texture_capacity(limits->texture_size);
    if (texels > most)
        return glsort_call_fail(
            call, GLSORT_ERROR_LIMIT,
            "%u elements need a texture of %llu texels, this device has at most %llu",
            d->max_count, (unsigned long long)texels, (unsigned long long)most);
    return GLSORT_OK;
}

static glsort_result check_sizes(const struct order_what* w,
                                 const struct glsort_limits* limits,
                                 const struct call* call)
{
    const glsort_order_desc* d = &w->desc;
    const bool draws = is(w->traits, DRAWS);
    const struct order o = {.desc = d, .what = w};
    uint64_t indices = (uint64_t)d->max_count * glsort_order_indices_out(&o);
    if (!draws && indices * WORD_BYTES > limits->storage_block_bytes)
        return glsort_call_fail(
            call, GLSORT_ERROR_LIMIT,
            "%llu indices of a view need a binding of %llu bytes, this device binds "
            "at most %llu",
            (unsigned long long)indices, (unsigned long long)(indices * WORD_BYTES),
            (unsigned long long)limits->storage_block_bytes);
    if (indices * d->max_views > UINT32_MAX)
        return glsort_call_fail(
            call, GLSORT_ERROR_LIMIT,
            "%u views of %llu indices exceed 4294967295, the most that a draw "
            "command can address",
            d->max_views, (unsigned long long)indices);
    if (!draws && is(w->traits, TRANSFORMED) &&
        (uint64_t)glsort_order_most_transformed(d) * TRANSFORMED_BYTES >
            limits->storage_block_bytes)
        return glsort_call_fail(
            call, GLSORT_ERROR_LIMIT,
            "%u moved positions need a binding of %llu bytes, this device binds at most "
            "%llu",
            glsort_order_most_transformed(d),
            (unsigned long long)glsort_order_most_transformed(d) * TRANSFORMED_BYTES,
            (unsigned long long)limits->storage_block_bytes);
    return draws ? check_texels(w, limits, call) : check_bindings(w, limits, call);
}

// ---- defaults -------------------------------------------------------------------------

static glsort_backend backend_of(const glsort_order_desc* d,
                                 const struct glsort_limits* limits)
{
    const glsort_sort_desc sort = choice_of(d);
    return glsort_choice_backend(limits, &sort);
}

static void fill_defaults(glsort_order_desc* d, const struct glsort_limits* limits)
{
    uint32_t command_bytes = WORD_BYTES * glsort_order_command_words(d->command);
    d->backend = backend_of(d, limits);
    if (d->max_views == 0)
        d->max_views = 1;
    if (d->key_bits == 0)
        d->key_bits = 32;
    glsort_order_fill_strides(d);
    if (d->command_stride == 0)
        d->command_stride = command_bytes;
}

glsort_result glsort_order_fill(const void* given, const struct glsort_limits* limits,
                                void* what, const struct call* call)
{
    const glsort_order_desc* desc = given;
    struct order_what* kept = what;
    glsort_order_desc* filled = &kept->desc;
    *kept = (struct order_what){.desc = *desc};
    fill_defaults(filled, limits);
    kept->traits = glsort_order_traits(filled);
    if (is(kept->traits, DRAWS) && (limits->is_gles || mixes_inputs(kept)))
        kept->traits |= COPIES_INPUTS;
    kept->slice = glsort_order_slice(kept, limits, false);
    kept->transformed_slice = glsort_order_slice(kept, limits, true);
    glsort_result result = glsort_order_check_filled(kept, call);
    if (result == GLSORT_OK)
        result = check_support(kept, limits, call);
    return result == GLSORT_OK ? check_sizes(kept, limits, call) : result;
}
