// SPDX-License-Identifier: MIT
// The forms of the algorithms that are worth watching, by name.
#ifndef DEMO_RECORD_FORMS_H
#define DEMO_RECORD_FORMS_H

#include <stdbool.h>
#include <stdint.h>

#include <glsort/glsort.h>

struct record_form {
    const char* name;  // on the command line: "bitonic-columns"
    const char* title; // for people
    glsort_algorithm algorithm;
    glsort_backend backend;
    glsort_split split; // the rest as in glsort_plan_desc
    glsort_local local;
    glsort_ranking ranking;
    glsort_network network;
    glsort_tree_schedule tree_schedule;
    uint32_t local_size;
    uint32_t merge_size;
};

// In the order in which people should meet them.
extern const struct record_form record_forms[];
extern const int record_form_count;

// The form of that name; -1 if there is none.
int record_form_find(const char* name);

// The first form of that algorithm on that backend; AUTO of either fits any. -1 if none.
int record_form_of(glsort_algorithm algorithm, glsort_backend backend);

// A descriptor of the form for these keys.
glsort_plan_desc record_form_desc(const struct record_form* form, glsort_key key,
                                  glsort_order order);

#endif
