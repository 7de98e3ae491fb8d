// SPDX-License-Identifier: MIT
// glsort-hello: runs the quick start of README.md (quickstart.c, the same text) in an
// off-screen context. It draws particles that all cover one pixel, and checks that the
// nearest one is seen.
#include <stdio.h>

#include "quickstart.h"
#include "stage.h"

enum { COUNT = 6, NEAREST = 2 };

static const float depths[COUNT] = {2.5f, 9.0f, 0.5f, 7.0f, 0.75f, 4.0f};

// Prints the order, farthest first, and the particle that is seen. False if it is wrong.
static int check(GLuint order)
{
    GLuint indices[COUNT];
    int good = 1;
    GLuint seen = stage_seen();
    glBindBuffer(GL_ARRAY_BUFFER, order);
    glGetBufferSubData(GL_ARRAY_BUFFER, 0, sizeof indices, indices);
    for (int i = 0; i < COUNT; ++i) {
        GLuint at = indices[i] < COUNT ? indices[i] : 0;
        printf("particle %u at depth %g\n", at, (double)depths[at]);
        good = good && (i == 0 || depths[indices[i - 1]] >= depths[at]);
    }
    printf("seen: particle %u\n", seen);
    return good && seen == NEAREST && glGetError() == GL_NO_ERROR;
}

int main(void)
{
    struct offscreen* gl = stage_open("glsort-hello");
    if (!gl)
        return 1;
    GLuint depth_buffer = stage_buffer(sizeof depths, depths);
    GLuint order = stage_buffer(COUNT * (GLsizeiptr)sizeof(GLuint), NULL);
    int good = sort_init(COUNT);
    if (good) {
        draw_sorted(depth_buffer, order, COUNT);
        good = check(order);
        if (!good)
            fprintf(stderr, "glsort-hello: the particles are not drawn back to front\n");
    }
    sort_shutdown();
    stage_close(gl);
    return !good;
}
