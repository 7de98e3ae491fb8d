// SPDX-License-Identifier: MIT
// Runs the quick start of README.md: particles that all cover one pixel, of which the
// nearest one is seen.
#include "check.h"

#include "readme_quick_start.h"

enum { COUNT = 6 };

static const float depth_of[COUNT] = {2.5f, 9.0f, 0.5f, 7.0f, 0.75f, 4.0f};
static const GLuint wanted[COUNT] = {1, 3, 5, 0, 4, 2};

int main(void)
{
    struct offscreen* gl = stage_open("quick start", OFFSCREEN_GL43, 1, 1);
    if (!gl || !sort_init(COUNT))
        return 1;
    GLuint depths = stage_buffer(sizeof depth_of, depth_of);
    GLuint order = stage_buffer(sizeof wanted, NULL);
    glUseProgram(shade_program());
    draw_sorted(depths, order, COUNT);
    CHECK(same_words(order, wanted, COUNT));
    CHECK(seen_at(0, 0) == wanted[COUNT - 1]);
    CHECK(glGetError() == GL_NO_ERROR);
    sort_shutdown();
    stage_close(gl);
    return faults != 0;
}
