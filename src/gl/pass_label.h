// SPDX-License-Identifier: MIT
// The names of a pass: its shader's file and defines, and what it does. From a label in a
// GPU capture, a search for the file name finds the GLSL, and one for the purpose, a
// string that src has only once, finds the builder.
#ifndef GLSORT_PASS_LABEL_H
#define GLSORT_PASS_LABEL_H

#include "schedule.h"

// Below shaders/, such as "radix/radix_chain.comp"; "" for an upload, which has none.
const char* glsort_pass_shader(const struct pass* p);

// Such as "VALUES=2 SUBGROUPS=1 SHAPE=3", without those that are 0; "" for none.
const char* glsort_pass_defines(const struct pass* p);

// Such as "radix_chain.comp VALUES=2 SUBGROUPS=1 SHAPE=3: rank and permute", truncated to
// label_bytes. The purposes of a peek's passes follow the word "peek: ".
void glsort_pass_label(const struct pass* p, char* label, size_t label_bytes);

#endif
