// SPDX-License-Identifier: MIT
// What the scenes cloud and splats are made of: the file of the command line, Debian's
// pond, or something made. Each is read once.
#ifndef DEMO_LOAD_H
#define DEMO_LOAD_H

#include "app.h"

// Reads what the scene app->kind needs. False and a sentence if it cannot be had.
bool load_open(struct app* app, char* message);
// Makes what does not come from a file, app->settings.count of them; after load_open.
bool load_finish(struct app* app, char* message);

// How many the scene's file or cloud holds; 0: the scene has as many as are wanted.
uint32_t load_held(const struct app* app);
// "pond.0.ply", with what was left out of a damaged file; NULL: it has no file.
const char* load_name(const struct app* app);
// Of the scene's file.
struct file_counts load_counts(const struct app* app);
// "points", "splats" or "particles".
const char* load_parts(const struct app* app);

#endif
