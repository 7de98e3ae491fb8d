// SPDX-License-Identifier: MIT
#include "fuzz_plan.h"

#include "host_data.h"

// ---- drawing --------------------------------------------------------------------------

static uint32_t draw_power(struct fuzz_random* r, uint32_t last_log)
{
    return fuzz_one_in(r, 2) ? 0 : 1u << fuzz_below(r, last_log + 1);
}

// Of trees and of blocks.
static bool has_sizes(const glsort_tuning* tuning)
{
    return tuning->algorithm == GLSORT_ALGORITHM_ABISORT_TREE ||
           tuning->method == GLSORT_METHOD_BITONIC_LOCAL_READ ||
           tuning->method == GLSORT_METHOD_BITONIC_LOCAL_KEEP;
}

// What decides which programs run: that of a form or of AUTO, mostly. A field that means
// nothing to the method must be refused.
static glsort_sort_desc draw_form(const struct fuzz_world* w, struct fuzz_random* r,
                                  glsort_tuning* tuning)
{
    glsort_sort_desc form = {0};
    const glsort_form* drawn = glsort_form_at(fuzz_below(r, glsort_form_count() + 4));
    *tuning = (glsort_tuning){0};
    if (drawn != NULL && (w->gl.has_compute || fuzz_one_in(r, 16) ||
                          drawn->desc.backend == GLSORT_BACKEND_FRAGMENT)) {
        form = drawn->desc;
        *tuning = *drawn->desc.tuning;
    }
    form.tuning = tuning;
    form.key = (glsort_key)fuzz_below(r, GLSORT_KEY_U16 + 1);
    form.values = (glsort_values)fuzz_below(r, GLSORT_VALUES_16_BYTES + 1);
    if (fuzz_one_in(r, 8))
        tuning->method = GLSORT_METHOD_AUTO;
    if (fuzz_one_in(r, 16))
        tuning->algorithm = (glsort_algorithm)fuzz_below(r, glsort_algorithm_count());
    if (fuzz_one_in(r, 8))
        form.backend = (glsort_backend)fuzz_below(r, GLSORT_BACKEND_FRAGMENT + 1);
    bool draws = form.backend == GLSORT_BACKEND_FRAGMENT || !w->gl.has_compute;
    if (fuzz_one_in(r, has_sizes(tuning) ? 2 : 32)) {
        tuning->local_size = draw_power(r, draws ? 4 : 10);
        tuning->merge_size = draw_power(r, draws ? 4 : 10);
    }
    return form;
}

static void draw_bits(struct fuzz_random* r, glsort_sort_desc* desc)
{
    uint32_t bits = desc->key == GLSORT_KEY_U16 ? 16 : 32 * host_key_words(desc->key);
    if (fuzz_one_in(r, 2))
        return;
    desc->first_bit = fuzz_below(r, bits);
    desc->bit_count = fuzz_below(r, bits - desc->first_bit + 1);
    if (fuzz_one_in(r, 16)) // may be too many
        desc->bit_count = fuzz_below(r, 70);
}

static uint32_t draw_flags(struct fuzz_random* r, glsort_values values)
{
    uint32_t flags = 0;
    if (fuzz_one_in(r, 4) && (values != GLSORT_VALUES_NONE || fuzz_one_in(r, 8)))
        flags |= GLSORT_PLAN_DISCARD_KEYS;
    if (fuzz_one_in(r, 8))
        flags |= GLSORT_PLAN_TIMINGS;
    return flags;
}

// Others lay their passes out for a count that the CPU knows.
static bool takes_gpu_count(const glsort_sort_desc* form)
{
    return form->tuning->algorithm != GLSORT_ALGORITHM_ABISORT_TREE &&
           (form->tuning->algorithm != GLSORT_ALGORITHM_BITONIC ||
            form->tuning->method == GLSORT_METHOD_AUTO ||
            form->tuning->method == GLSORT_METHOD_BITONIC_BLOCKS);
}

static uint32_t most_of(const glsort_sort_desc* form, uint32_t most)
{
    bool is_long = form->tuning->algorithm == GLSORT_ALGORITHM_ABISORT_TREE ||
                   (form->tuning->algorithm == GLSORT_ALGORITHM_BITONIC &&
                    form->tuning->method != GLSORT_METHOD_AUTO);
    return is_long && most > 9000 ? 9000 : most;
}

glsort_sort_desc fuzz_draw_desc(struct fuzz_world* w, struct fuzz_random* r,
                                uint32_t most, glsort_tuning* tuning)
{
    struct fuzz_random family = fuzz_random_of(~w->seed, w->number / FUZZ_FAMILY);
    glsort_sort_desc desc = draw_form(w, &family, tuning);
    desc.max_count = fuzz_count(r, most_of(&desc, most));
    if (fuzz_one_in(r, 3))
        desc.key = (glsort_key)fuzz_below(r, GLSORT_KEY_U16 + 1);
    desc.direction = (glsort_direction)fuzz_below(r, GLSORT_DESCENDING + 1);
    if (fuzz_one_in(r, 6))
        desc.values = (glsort_values)fuzz_below(r, GLSORT_VALUES_16_BYTES + 1);
    desc.flags = draw_flags(r, desc.values);
    if (fuzz_one_in(r, takes_gpu_count(&desc) ? 3 : 24))
        desc.count_source = GLSORT_COUNT_FROM_BUFFER;
    bool draws = desc.backend == GLSORT_BACKEND_FRAGMENT || !w->gl.has_compute;
    if (fuzz_one_in(r, draws ? 2 : 32))
        desc.textures = fuzz_one_in(r, 2) ? GLSORT_TEXTURES_ALL : fuzz_below(r, 16);
    draw_bits(r, &desc);
    if (fuzz_one_in(r, 4))
        desc.expected_count = fuzz_below(r, 2 * desc.max_count + 1);
    return desc;
}

void fuzz_note_desc(const glsort_sort_desc* desc)
{
    fuzz_note("plan {");
#define NOTE(FIELD)                                                                      \
    if (desc->FIELD != 0)                                                                \
    fuzz_note(" ." #FIELD " = %u,", (unsigned)desc->FIELD)
    NOTE(max_count);
    NOTE(expected_count);
    NOTE(key);
    NOTE(direction);
    NOTE(values);
    NOTE(backend);
    NOTE(count_source);
    NOTE(textures);
    NOTE(flags);
    NOTE(first_bit);
    NOTE(bit_count);
#undef NOTE
    const glsort_tuning tuning = *desc->tuning;
    fuzz_note(" .tuning = &(const glsort_tuning){%u, %u, %u, %u} }\n", tuning.algorithm,
              tuning.method, tuning.local_size, tuning.merge_size);
}

// ---- creation -------------------------------------------------------------------------

glsort_plan* fuzz_create_plan(struct fuzz_world* w, const glsort_sort_desc* desc)
{
    static const char call[] = "glsort_sort_create";
    const char* reason = NULL;
    glsort_plan* plan = NULL;
    uint32_t most = glsort_max_count(&w->limits, desc, &reason);
    if (reason == NULL || reason[0] == '\0')
        fuzz_fail("glsort_max_count gives %u without a reason", most);
    fuzz_note("  at most %u: %s\n", most, reason);
    bool can_be = desc->max_count > 0 && desc->max_count <= most;
    glsort_result result = glsort_sort_create(w->context, desc, &plan);
    if (can_be)
        fuzz_expect_ok(w, call, result, glsort_last_error(w->context));
    else
        fuzz_expect_refused(w, call, result, glsort_last_error(w->context));
    if ((plan != NULL) != can_be)
        fuzz_fail("%s returns %s and %s plan", call, glsort_result_name(result),
                  plan != NULL ? "a" : "no");
    return plan;
}
