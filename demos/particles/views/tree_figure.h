// SPDX-License-Identifier: MIT
// The bitonic tree of one merge as a picture: nodes in the colours of their ranks, the
// pairs that the pass compared, the pointers that it exchanged and the slots where its
// outputs lie.
#ifndef DEMO_TREE_FIGURE_H
#define DEMO_TREE_FIGURE_H

#include <stdbool.h>
#include <stdint.h>

#include "record.h"
#include "tree_merge.h"
#include "view.h"

struct tree_spot {
    float x, y;
    bool drawn;
};

// Nothing if all is zero.
struct tree_figure {
    struct tree_merge merge;
    struct tree_spot* spots; // of every node
    uint32_t* values;        // in order
    uint32_t* places;        // value of each node, as a rank within the tree
    const uint32_t* orders;  // of the record that is shown
    uint32_t pass;
    char caption[160];
};

// Frees it and forgets what was shown: the record has been made anew.
void tree_figure_reset(struct tree_figure* figure);

// Shows the state after a pass. False if that is not a pass on trees.
bool tree_figure_set(struct tree_figure* figure, const struct record* record,
                     uint32_t pass);

// The pass to show if only one is shown: of the trees whose nodes have room for numbers,
// on a figure of usual size, the last level, and of it the pass that exchanges most. 0 if
// there is none.
uint32_t tree_figure_best(const struct record* record);

void tree_figure_draw(const struct tree_figure* figure, const struct view_rect* where,
                      float scale);

#endif
