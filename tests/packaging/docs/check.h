// SPDX-License-Identifier: MIT
// What the programs around the code of README.md, docs/ and examples/ share. They are C99
// and C++11, like that code.
#ifndef DOCS_CHECK_H
#define DOCS_CHECK_H

#include <stdio.h>
#include <string.h>

#include "stage.h"

static int faults;

// Goes on after a fault, so that all are seen.
#define CHECK(condition)                                                                 \
    do {                                                                                 \
        if (!(condition)) {                                                              \
            fprintf(stderr, "line %d: not so: %s\n", __LINE__, #condition);              \
            ++faults;                                                                    \
        }                                                                                \
    } while (0)

static inline void read_words(GLuint buffer, GLuint* words, unsigned count)
{
    const GLsizeiptr bytes = (GLsizeiptr)(count * sizeof *words);
    const void* there;
    memset(words, 0, (size_t)bytes);
    glBindBuffer(GL_COPY_READ_BUFFER, buffer);
    there = glMapBufferRange(GL_COPY_READ_BUFFER, 0, bytes, GL_MAP_READ_BIT);
    if (there)
        memcpy(words, there, (size_t)bytes);
    glUnmapBuffer(GL_COPY_READ_BUFFER);
}

static inline int same_words(GLuint buffer, const GLuint* wanted, unsigned count)
{
    GLuint words[64];
    int same = 1;
    unsigned i;
    read_words(buffer, words, count);
    for (i = 0; i < count; ++i) {
        if (words[i] != wanted[i]) {
            fprintf(stderr, "word %u is %u, not %u\n", i, words[i], wanted[i]);
            same = 0;
        }
    }
    return same;
}

// A program that gives every particle its index as shade, all in one pixel.
static inline GLuint shade_program(void)
{
    const char* version = (const char*)glGetString(GL_VERSION);
    if (strstr(version, "OpenGL ES"))
        return stage_program("#version 300 es\n"
                             "flat out highp float shade;\n"
                             "void main()\n"
                             "{\n"
                             "    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);\n"
                             "    gl_PointSize = 1.0;\n"
                             "    shade = float(gl_VertexID) / 255.0;\n"
                             "}\n",
                             "#version 300 es\n"
                             "precision highp float;\n"
                             "flat in highp float shade;\n"
                             "out vec4 color;\n"
                             "void main() { color = vec4(shade, shade, shade, 1.0); }\n",
                             NULL);
    return stage_program("#version 330\n"
                         "flat out float shade;\n"
                         "void main()\n"
                         "{\n"
                         "    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);\n"
                         "    shade = float(gl_VertexID) / 255.0;\n"
                         "}\n",
                         "#version 330\n"
                         "flat in float shade;\n"
                         "out vec4 color;\n"
                         "void main() { color = vec4(shade, shade, shade, 1.0); }\n",
                         NULL);
}

static inline unsigned seen_at(int x, int y)
{
    GLubyte pixel[4] = {0, 0, 0, 0};
    glReadPixels(x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    return pixel[0];
}

#endif
