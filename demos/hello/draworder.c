// SPDX-License-Identifier: MIT
// glsort-draworder: runs the program of README.md from positions to the draw call
// (drawstart.c, the same text) in an off-screen context, and checks that the dead
// particles and those out of view are not drawn, and the others back to front.
#include <stdio.h>

#include "drawstart.h"
#include "stage.h"

enum { COUNT = 7, VISIBLE = 4 };

// x, y, z, life. The camera looks along -z from the origin.
static const float particles[COUNT][4] = {
    {0.0f, 0.0f, -2.5f, 1.0f},  {0.1f, 0.0f, -9.0f, 1.0f},
    {0.0f, 0.1f, -0.75f, 0.0f},                             // dead
    {0.0f, 0.0f, -1.0f, 1.0f},  {0.0f, 0.0f, 3.0f, 1.0f},   // behind the camera
    {0.0f, -0.1f, -4.0f, 1.0f}, {50.0f, 0.0f, -2.0f, 1.0f}, // far to the right
};
static const GLuint wanted[VISIBLE] = {1, 5, 0, 3};

// A field of view of 90 degrees, from a half to 100.
static const float projection[16] = {1.0f, 0.0f, 0.0f,    0.0f, 0.0f,   1.0f,
                                     0.0f, 0.0f, 0.0f,    0.0f, -1.01f, -1.0f,
                                     0.0f, 0.0f, -1.005f, 0.0f};

// Prints the order, farthest first, and the particle that is seen. False if it is wrong.
static int check(GLuint indices, GLuint command)
{
    GLuint order[COUNT], drawn = 0;
    int good = stage_seen() == wanted[VISIBLE - 1];
    glBindBuffer(GL_ARRAY_BUFFER, indices);
    glGetBufferSubData(GL_ARRAY_BUFFER, 0, sizeof order, order);
    glBindBuffer(GL_ARRAY_BUFFER, command);
    glGetBufferSubData(GL_ARRAY_BUFFER, 0, sizeof drawn, &drawn);
    for (GLuint i = 0; i < VISIBLE && i < drawn; ++i) {
        printf("particle %u at z %g\n", order[i],
               (double)particles[order[i] < COUNT ? order[i] : 0][2]);
        good = good && order[i] == wanted[i];
    }
    printf("seen: particle %u\n", stage_seen());
    return good && drawn == VISIBLE && glGetError() == GL_NO_ERROR;
}

int main(void)
{
    const float eye[3] = {0.0f, 0.0f, 0.0f};
    const float ahead[3] = {0.0f, 0.0f, -1.0f};
    struct offscreen* gl = stage_open("glsort-draworder");
    if (!gl)
        return 1;
    GLuint positions = stage_buffer(sizeof particles, particles);
    GLuint indices = stage_buffer(COUNT * (GLsizeiptr)sizeof(GLuint), NULL);
    GLuint command = stage_buffer(5 * (GLsizeiptr)sizeof(GLuint), NULL);
    int good = order_init(COUNT);
    if (good) {
        draw_particles(positions, COUNT, eye, ahead, projection, indices, command);
        good = check(indices, command);
        if (!good)
            fprintf(stderr, "glsort-draworder: the order or the picture is wrong\n");
    }
    order_shutdown();
    stage_close(gl);
    return !good;
}
