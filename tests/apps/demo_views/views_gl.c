// SPDX-License-Identifier: MIT
#include "views_gl.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "gfx.h"
#include "offscreen.h"
#include "shell.h"

int views_gl_open(void** state)
{
    static struct views_gl opened;
    struct views_gl* gl = &opened;
    char message[PROGRAM_MESSAGE_BYTES] = "";
    struct offscreen_desc desc = {.api = OFFSCREEN_GL43, .device = "cpu", .debug = true};
    gl->offscreen = offscreen_create(&desc, message, sizeof message);
    if (!gl->offscreen)
        fail_msg("%s", message);
    assert_true(offscreen_make_current(gl->offscreen));
    if (!gfx_load(message))
        fail_msg("%s", message);
    gl->sorter = shell_sorter(offscreen_get_proc, gl->offscreen, false, message);
    if (!gl->sorter)
        fail_msg("%s", message);
    *state = gl;
    return 0;
}

int views_gl_close(void** state)
{
    struct views_gl* gl = *state;
    glsort_context_destroy(gl->sorter);
    offscreen_destroy(gl->offscreen);
    return 0;
}

void views_gl_random(uint32_t* keys, uint32_t count)
{
    uint32_t state = 12345;
    for (uint32_t i = 0; i < count; ++i) {
        state = state * 747796405u + 2891336453u;
        uint32_t word = ((state >> ((state >> 28) + 4)) ^ state) * 277803737u;
        keys[i] = word >> 22 ^ word;
    }
}

const glsort_form* views_gl_form(const char* name)
{
    const glsort_form* form = glsort_form_find(name);
    if (!form)
        fail_msg("there is no form %s", name);
    return form;
}

uint32_t views_gl_most(const struct views_gl* gl, const glsort_form* form, uint32_t count)
{
    glsort_limits limits;
    glsort_context_limits(gl->sorter, &limits);
    uint32_t most = glsort_max_count(&limits, &form->desc, NULL);
    if (most > form->whole_count)
        most = form->whole_count;
    return most < count ? most : count;
}

void views_gl_record(const struct views_gl* gl, const glsort_form* form, uint32_t count,
                     struct record* record)
{
    char message[PROGRAM_MESSAGE_BYTES] = "";
    uint32_t* keys = malloc(count * sizeof *keys);
    assert_non_null(keys);
    views_gl_random(keys, count);
    bool ok = record_make(record, gl->sorter, &form->desc, keys, count, NULL, message);
    free(keys);
    if (!ok)
        fail_msg("%s: %s", form->name, message);
}
