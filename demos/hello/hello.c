// SPDX-License-Identifier: MIT
// glsort-hello: calls the quick start of README.md (quickstart.c, the same text) on an
// off-screen context and checks what it did.
#include <stdio.h>

#define GL_GLEXT_PROTOTYPES
#include <GL/glcorearb.h>

#include <glsort/glsort.h>

#include "offscreen.h"

int sort_floats(glsort_get_proc get_proc, void* user, unsigned buffer, unsigned count);

int main(void)
{
    enum { COUNT = 6 };
    float keys[COUNT] = {2.5f, -1.0f, 1e9f, 0.5f, -3.25f, 0.5f};
    char message[256];
    struct offscreen* gl =
        offscreen_create(&(struct offscreen_desc){0}, message, sizeof message);
    if (!gl || !offscreen_make_current(gl)) {
        fprintf(stderr, "glsort-hello: %s\n", gl ? "no current GL context" : message);
        return 1;
    }
    GLuint buffer;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, sizeof keys, keys, GL_DYNAMIC_COPY);
    int ok = sort_floats(offscreen_get_proc, gl, buffer, COUNT);
    glGetBufferSubData(GL_ARRAY_BUFFER, 0, sizeof keys, keys);
    for (int i = 0; i < COUNT; ++i) {
        printf("%g%c", (double)keys[i], i + 1 < COUNT ? ' ' : '\n');
        ok = ok && (i == 0 || keys[i - 1] <= keys[i]);
    }
    glDeleteBuffers(1, &buffer);
    offscreen_destroy(gl);
    if (!ok)
        fprintf(stderr, "glsort-hello: the keys are not sorted\n");
    return !ok;
}
