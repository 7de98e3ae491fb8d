// SPDX-License-Identifier: MIT
// One GL context writes positions, another one orders them.
#include "recipe.h"

// In the context that wrote. Hand the fence over only after the flush.
GLsync hand_over(void)
{
    GLsync written;

    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    written = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    glFlush();
    return written;
}

// In the context of the order. The GPU waits, the CPU does not. A run binds all its
// buffers, so it needs nothing else.
void take_over(GLsync written)
{
    glWaitSync(written, 0, GL_TIMEOUT_IGNORED);
    glDeleteSync(written);
}
