// SPDX-License-Identifier: MIT
// The command line of glsort-particles.
#ifndef DEMO_OPTIONS_H
#define DEMO_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "particles.h"
#include "program.h"
#include "view.h"

// Of splats up to MOST_SPLATS.
enum { LEAST_PARTICLES = 1024, MOST_PARTICLES = 1 << 20 };

// As a start_pass: none was named.
#define NO_PASS UINT32_MAX

struct options {
    struct program_options program;
    const char* ply; // of the scene; NULL: the pond, or a generated cloud or splats
    const struct view* view;
    enum particle_kind scene;
    bool names_scene;          // --scene; else as suits the file
    struct sort_settings sort; // count 0: as suits the scene
    uint32_t seed;
    float split;             // 0 all sorted to 1 all unsorted
    float yaw, pitch, zoom;  // NAN: as suits the scene; zoom 1 likewise
    float splat, opacity;    // parts of what suits the scene
    uint32_t start_pass;     // or NO_PASS
    const glsort_form* form; // of --algorithm; NULL: as algorithm and backend say
    struct rival rivals[MOST_RIVALS];
    int rival_count; // 0: as suits
    bool check;
};

// False and a sentence with the error. message: PROGRAM_MESSAGE_BYTES.
bool options_parse(struct options* options, int argc, char** argv, char* message);

// The text of --help, to stdout.
void options_print_help(void);

extern const struct view* const views[];
extern const int view_count;

#endif
