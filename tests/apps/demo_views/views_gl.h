// SPDX-License-Identifier: MIT
// What the tests of the demo's views share: a GL context without a window, a sorter in it
// and keys.
#ifndef VIEWS_GL_H
#define VIEWS_GL_H

#include <stdint.h>

#include <glsort/glsort_inspect.h>

#include "record.h"

struct views_gl {
    struct offscreen* offscreen;
    glsort_context* sorter;
};

// For a group of tests, whose *state is then a struct views_gl. Fails if there is no
// renderer.
int views_gl_open(void** state);
int views_gl_close(void** state);

// The same each time: evenly spread over 32 bits.
void views_gl_random(uint32_t* keys, uint32_t count);

// The form of that name; fails the test if there is none.
const glsort_form* views_gl_form(const char* name);

// The record of a form on random keys; fails the test if there is none.
void views_gl_record(const struct views_gl* gl, const glsort_form* form, uint32_t count,
                     struct record* record);
// At most so many as the form sorts.
uint32_t views_gl_most(const struct views_gl* gl, const glsort_form* form,
                       uint32_t count);

#endif
