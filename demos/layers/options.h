// SPDX-License-Identifier: MIT
// The command line of glsort-layers.
#ifndef LAYERS_OPTIONS_H
#define LAYERS_OPTIONS_H

#include "program.h"

enum layers_view { VIEW_PICTURE, VIEW_HEAT, VIEW_PROGRESS, VIEW_METHODS, VIEWS };
extern const char* const view_names[VIEWS];

// How the sorted side is sorted. Without compute shaders it is always TRIANGLES, with
// them never.
enum layers_sort { SORT_SEGMENTS, SORT_INSERTION, SORT_TRIANGLES };
extern const char* const sort_names[3];

struct options {
    struct program_options program;
    enum layers_view view;
    enum layers_sort sort;
    uint32_t registers; // of the insertion sort
    uint32_t seed;
    float layers;     // on average, of a pixel that has any; 0: as the scene is
    float split;      // 0 all sorted to 1 all unsorted
    float yaw, pitch; // NAN: the scene's
    float zoom;
    float time; // seconds of the first frame
    bool check;
    bool compare;
};

struct options options_defaults(void);

// False and a sentence with the error. message: PROGRAM_MESSAGE_BYTES.
bool options_parse(struct options* options, int argc, char** argv, char* message);

// The text of --help, to stdout.
void options_print_help(void);

#endif
