// SPDX-License-Identifier: MIT
// A plan for elements of any size with buffers or textures around it, guard words around
// those, and a comparison of every run with the CPU, place by place.
#ifndef GL_SORTER_H
#define GL_SORTER_H

#include "gl_area.h"
#include "gl_data.h"
#include "gl_harness.h"

// The values of gl_sorter_fill() are multiples of this odd factor, from the seed on.
#define GL_VALUE_FACTOR 2246822519u

// Zero in every field: ascending u32 keys in buffers at offset 0, no values.
struct gl_sorter_desc {
    glsort_sort_desc plan;
    bool in_place;
    uint32_t room;      // most elements sorted here; 0: plan.max_count
    uint32_t leads[5];  // guard words before keys in and out, values in and out, count
    uint32_t widths[4]; // of textures; 0: 61
};

struct gl_sorter {
    struct gl_harness* h;
    struct gl_sorter_desc desc;
    glsort_context* context;
    glsort_plan* plan;
    uint32_t room; // most elements
    uint32_t key_words;
    uint32_t value_words;
    struct gl_area keys_in;
    struct gl_area keys_out;
    struct gl_area values_in;
    struct gl_area values_out;
    struct gl_area count;
    uint32_t* keys; // room for the input of the next check
    uint32_t* values;
    uint32_t* sorted_keys; // by the CPU
    uint32_t* sorted_values;
    uint32_t* places;
    char trouble[512];
};

void gl_sorter_open(struct gl_sorter* s, struct gl_harness* h, glsort_context* context,
                    const struct gl_sorter_desc* desc);
// The same with all of it at odd offsets, or in textures of odd widths.
void gl_sorter_open_odd(struct gl_sorter* s, struct gl_harness* h,
                        glsort_context* context, const glsort_sort_desc* plan,
                        bool in_place);
void gl_sorter_close(struct gl_sorter* s);

// Fills s->keys and s->values.
void gl_sorter_fill(struct gl_sorter* s, enum gl_data data, uint64_t seed,
                    uint32_t count);

// Writes the input, computes what should come out.
void gl_sorter_load(struct gl_sorter* s, uint32_t count);
glsort_sort_args gl_sorter_args(const struct gl_sorter* s, uint32_t count);
// Fills, loads, and returns the arguments of a run.
glsort_sort_args gl_sorter_ready(struct gl_sorter* s, enum gl_data data, uint64_t seed,
                                 uint32_t count);
// True if the areas hold what a finished run leaves; otherwise s->trouble says why.
bool gl_sorter_holds(struct gl_sorter* s, uint32_t count);

// Sorts s->keys and s->values and compares; false with s->trouble set if anything is off.
bool gl_sorter_try(struct gl_sorter* s, uint32_t count);
// The same, failing the test; and with data of the kind.
void gl_sorter_check_filled(struct gl_sorter* s, uint32_t count);
void gl_sorter_check(struct gl_sorter* s, enum gl_data data, uint64_t seed,
                     uint32_t count);
// With keys that are uniform but for these bits of each word, which all have alike.
void gl_sorter_check_alike(struct gl_sorter* s, const uint32_t* same, uint64_t seed,
                           uint32_t count);

// Checks of each of these counts, with data of two kinds in turns.
void gl_sorter_check_each(struct gl_sorter* s, const uint32_t* counts,
                          uint32_t count_count);

// Fails the test with the plan's description and these words.
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void gl_sorter_fail(const struct gl_sorter* s, const char* format, ...);
// Fails the test if the result is an error, with the library's words.
void gl_sorter_require(const struct gl_sorter* s, glsort_result result);

// Writes the input, begins, and leaves the run open.
void gl_sorter_begin(struct gl_sorter* s, enum gl_data data, uint64_t seed,
                     uint32_t count);
// Runs what is left of it, ends it and compares.
void gl_sorter_finish(struct gl_sorter* s, uint32_t count);

// ---- peeks ----------------------------------------------------------------------------

// What peeks at a sorter's runs write to, with guards: the outputs that its plan has.
struct gl_view {
    struct gl_area keys;
    struct gl_area values;
    uint32_t keys_held; // elements that a peek has written
    uint32_t values_held;
    bool* seen;
};

void gl_view_open(struct gl_view* v, const struct gl_sorter* s);
void gl_view_close(struct gl_view* v);

// Peeks over guards at these outputs, if the plan has them. Fails the test if the peek
// fails, or if anything but its elements, or those of the other output's peek, is
// written.
void gl_view_peek(struct gl_view* v, struct gl_sorter* s, bool keys, bool values,
                  uint32_t count);

// Sorts in steps of one pass, with a peek before each and after the last that must be a
// permutation of the input, and the last one sorted; then compares as after any run.
void gl_sorter_watch(struct gl_sorter* s, struct gl_view* v, enum gl_data data,
                     uint32_t count);

// ---- the forms of sorting -------------------------------------------------------------

struct gl_form {
    const char* name;
    glsort_sort_desc plan; // algorithm, backend and their options
};

enum { GL_FORMS_MOST = 64, GL_TEXTURE_FORMS = 3 };

// The library's forms, but for those that sort no more than a work group, then trees of
// other sizes. Filled by gl_forms_list(), which gl_suite_run() calls.
extern struct gl_form gl_forms[GL_FORMS_MOST];
extern uint32_t gl_form_count;

// Forms with max_count set, to so many pairs that the spare place of the plan is a
// texture. They are not in gl_forms, whose plans are for as few elements as a test likes.
extern struct gl_form gl_texture_forms[GL_TEXTURE_FORMS];
extern const uint32_t gl_texture_form_count;

// turn: see gl_form_wanted().
void gl_forms_list(uint32_t turn);

// The forms of both lists, those with a texture last.
const struct gl_form* gl_form_at(uint32_t at);

// The form of gl_forms of that name, and its place; fails the test if there is none.
const struct gl_form* gl_form_named(const char* name);
uint32_t gl_form_place(const char* name);

// True if its name is one of these, which NULL ends; each must be a form's.
bool gl_form_among(const struct gl_form* form, const char* const* names);

// True for those that tests go through at more length: merges of arrays and trees, each
// on both backends.
bool gl_form_is_main(const struct gl_form* form);

// Fails the test unless the plan has a texture as its spare place.
void gl_sorter_expect_texture(const struct gl_sorter* s);

// The largest count of a test's plans of this form, at most `most`: above its limit,
// RANK_ALL no longer compares all elements.
uint32_t gl_form_most(const struct gl_form* form, uint32_t most);

// True if this context can run the form.
bool gl_form_fits(const struct gl_form* form, const struct gl_harness* h);

// True if it fits and is to be tested here. Unless everything is, a test program takes a
// sample of the forms and every third of the others, by its turn; and the fragment forms
// that are no algorithm's default are tested on one API only.
bool gl_form_wanted(const struct gl_form* form, const struct gl_harness* h);

// Moves to the first form of gl_forms from *at on that is wanted here; false if none is.
bool gl_form_from(uint32_t* at, const struct gl_harness* h);

// True if its algorithm takes a count from a buffer.
bool gl_form_counts_on_gpu(const struct gl_form* form);

#endif
