// SPDX-License-Identifier: MIT
// A draw order as engines build it around a sort: a shader appends the visible elements
// by an atomic counter and writes their keys; after the sort, another one looks up the
// vertices of primitives. Elements of equal depth may come in any order.
#ifndef BENCH_BY_HAND_H
#define BENCH_BY_HAND_H

#include "bench_gl.h"
#include "order_work.h"

enum { BY_HAND_VIEW_BYTES = 256 }; // size of a view's block

struct by_hand {
    const struct bench_gl* gl;
    const struct order_work* work;
    GLuint keys_program;
    GLuint expand_program; // 0 for points
    GLuint views;          // uniform blocks
    GLuint keys;
    GLuint elements; // with culling
    GLuint counts;   // count of the current view, a zero, and the counts of all views
    bool culls;
    bool on_gpu; // the count of all elements is in a buffer
};

// False if the driver refuses a shader.
bool by_hand_create(struct by_hand* h, const struct bench_gl* gl,
                    const struct order_work* work);
void by_hand_release(struct by_hand* h);

// Submits the passes before and after the sort of a view.
void by_hand_make_keys(const struct by_hand* h, uint32_t view, GLuint positions,
                       GLuint indices, GLuint count);
void by_hand_expand(const struct by_hand* h, uint32_t view, GLuint sorted, GLuint indices,
                    GLuint count, GLuint out);

// Byte offset of a view's count in `counts`.
uint32_t by_hand_count_at(uint32_t view);

#endif
