// SPDX-License-Identifier: MIT
// Runs the functions of examples/draw_order.c: dead particles and those out of view are
// not drawn, the others back to front.
#define main picture_main
#include "draw_order.c"
#undef main

#include "check.h"

enum { PARTICLES = 7, VISIBLE = 4 };

// Position and life. The camera looks along -z from the origin.
static const struct particle all[PARTICLES] = {
    {{0.0f, 0.0f, -2.5f}, 1.0f},  {{0.1f, 0.0f, -9.0f}, 1.0f},
    {{0.0f, 0.1f, -0.75f}, 0.0f},                               // dead
    {{0.0f, 0.0f, -1.0f}, 1.0f},  {{0.0f, 0.0f, 3.0f}, 1.0f},   // behind the camera
    {{0.0f, -0.1f, -4.0f}, 1.0f}, {{50.0f, 0.0f, -2.0f}, 1.0f}, // far to the right
};
static const GLuint wanted[VISIBLE] = {1, 5, 0, 3};
static const GLuint wanted_command[5] = {VISIBLE, 1, 0, 0, 0};

// A field of view of 90 degrees, from a half to 100.
static const float projection[16] = {1.0f, 0.0f, 0.0f,    0.0f, 0.0f,   1.0f,
                                     0.0f, 0.0f, 0.0f,    0.0f, -1.01f, -1.0f,
                                     0.0f, 0.0f, -1.005f, 0.0f};

int main(void)
{
    const float eye[3] = {0.0f, 0.0f, 0.0f};
    const float ahead[3] = {0.0f, 0.0f, -1.0f};
    struct offscreen* gl = stage_open("draw order", OFFSCREEN_GL43, 1, 1);
    if (!gl || !order_init(PARTICLES))
        return 1;
    GLuint particles = stage_buffer(sizeof all, all);
    GLuint indices = stage_buffer(PARTICLES * sizeof(GLuint), NULL);
    GLuint command = stage_buffer(sizeof wanted_command, NULL);
    glUseProgram(shade_program());
    draw_particles(particles, PARTICLES, eye, ahead, projection, indices, command);
    CHECK(same_words(indices, wanted, VISIBLE));
    CHECK(same_words(command, wanted_command, 5));
    CHECK(seen_at(0, 0) == wanted[VISIBLE - 1]);
    CHECK(glGetError() == GL_NO_ERROR);
    order_shutdown();
    stage_close(gl);
    return faults != 0;
}
