// SPDX-License-Identifier: MIT
// Keeps the record of the sort that the settings ask for: what the views that show a sort
// pass by pass have in common.
#ifndef DEMO_WATCH_H
#define DEMO_WATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "record.h"
#include "view.h"

struct watch {
    const struct view_host* host;
    uint32_t most;           // elements, whatever the settings say
    bool holds;              // particles that have moved are not sorted anew yet
    bool is_random;          // keys are u32 of the seed; or the depths of particles, f32
    const glsort_form* form; // NULL: what the settings say
    struct record record;    // count 0: there is none
    uint32_t* keys;          // that were sorted, as many as the record counts
    // What the record was made for.
    struct sort_settings made_settings;
    const glsort_form* made_form;
    const struct scene* made_scene;
    uint32_t made_version;
};

void watch_open(struct watch* watch, const struct view_host* host, bool is_random);
void watch_close(struct watch* watch);

// Makes the record anew if settings, form or, unless the keys are random, particles have
// changed; *changed tells. False and a sentence if that cannot be.
bool watch_update(struct watch* watch, bool* changed, char* message);

// True if the form can sort, on this device, as many elements as the settings say, or as
// many as a record holds if that is less.
bool watch_can(const struct view_host* host, const glsort_form* form);
// The first form of that algorithm on that backend; AUTO of either fits any. NULL: none.
const glsort_form* watch_form_of(glsort_algorithm algorithm, glsort_backend backend);
// A list of the forms that sort here, to choose from; `none`: what to call none of them,
// or NULL.
void watch_choose_form(struct watch* watch, const char* label, const char* none);

// What is sorted and how, in a line: "abisort on compute".
void watch_title(const struct watch* watch, char* text, size_t text_bytes);

#endif
