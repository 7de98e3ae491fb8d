// SPDX-License-Identifier: MIT
// What the recipes share; docs/integration.md explains it.
#ifndef EXAMPLES_RECIPE_H
#define EXAMPLES_RECIPE_H

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <glsort/glsort_arrays.h>
#include <glsort/glsort_draw.h>
#include <glsort/glsort_inspect.h>

#include "stage.h" // GL

struct particle {
    float position[3];
    float radius;
    float velocity[3];
    float age;
};

static inline GLuint new_buffer(size_t bytes)
{
    GLuint buffer;

    glGenBuffers(1, &buffer);
    glBindBuffer(GL_COPY_WRITE_BUFFER, buffer);
    glBufferData(GL_COPY_WRITE_BUFFER, (GLsizeiptr)bytes, NULL, GL_DYNAMIC_COPY);
    return buffer;
}

struct camera {
    float eye[3];
    float ahead[3];    // the direction in which it looks
    float to_clip[16]; // projection * view, as for glUniformMatrix4fv
};

static inline glsort_order_view view_of(const struct camera* camera)
{
    glsort_order_view view;

    memset(&view, 0, sizeof view);
    memcpy(view.origin, camera->eye, sizeof camera->eye);
    memcpy(view.axis, camera->ahead, sizeof camera->ahead);
    memcpy(view.clip, camera->to_clip, sizeof camera->to_clip);
    return view;
}

#endif
