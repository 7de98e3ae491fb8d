// SPDX-License-Identifier: MIT
// The options of glsort-layers alone; program.h has those of every demo.
#include "options.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char* const view_names[VIEWS] = {"picture", "heat", "progress", "methods"};
const char* const sort_names[3] = {"segments", "insertion", "triangles"};

struct options options_defaults(void)
{
    return (struct options){
        .program = program_defaults(),
        .registers = 32,
        .seed = 1,
        .split = 0.5f,
        .yaw = NAN,
        .pitch = NAN,
        .zoom = 1.0f,
        .time = 4.0f,
    };
}

static bool set_view(void* into, const char* value)
{
    struct options* o = into;
    int at = OPTION_PLACE(value, view_names);
    o->view = (enum layers_view)at;
    return at >= 0;
}

static bool set_sort(void* into, const char* value)
{
    struct options* o = into;
    int at = option_place(value, sort_names, 2);
    o->sort = (enum layers_sort)at;
    return at >= 0;
}

static bool set_registers(void* into, const char* value)
{
    struct options* o = into;
    static const char* const sizes[] = {"8", "16", "32", "64", "128"};
    int at = OPTION_PLACE(value, sizes);
    o->registers = 8u << (at >= 0 ? at : 0);
    return at >= 0;
}

#define AT(field) offsetof(struct options, field)
#define NUMBER(name, value, text, kind, field, low, high)                                \
    {                                                                                    \
        name, value, text, kind, AT(field), low, high, NULL, NULL                        \
    }
#define FLAG(name, text, field)                                                          \
    {                                                                                    \
        name, NULL, text, OPTION_FLAG, AT(field), 0, 0, NULL, NULL                       \
    }

static const struct option table[] = {
    OPTION_SECTION("What is shown"),
    OPTION_SET("--view", "NAME", "picture, heat, progress or methods (picture)",
               set_view),
    NUMBER("--layers", "N",
           "strands and puffs, so that a pixel that shows any layer has N\n"
           "on average; 4 to 64 (as the scene is); needs GL 4.3",
           OPTION_REAL, layers, 4, 64),
    NUMBER("--split", "F", "part of the width that stays unsorted (0.5)", OPTION_REAL,
           split, 0, 1),
    NUMBER("--time", "S", "seconds of the animation at the first frame (4)", OPTION_REAL,
           time, 0, 10000),
    NUMBER("--yaw", "D", "camera, degrees", OPTION_REAL, yaw, -360, 360),
    NUMBER("--pitch", "D", "camera, degrees, -85 to 85", OPTION_REAL, pitch, -85, 85),
    NUMBER("--zoom", "F", "camera (1)", OPTION_REAL, zoom, 0.2, 5),
    NUMBER("--seed", "N", "seed of everything random (1)", OPTION_WHOLE, seed, 0,
           4294967295.0),
    OPTION_SECTION("How it is sorted"),
    OPTION_SET("--sort", "NAME",
               "segments, by glsort before the composition; or insertion,\n"
               "in the shader that composes (segments); GL 3.3 sorts triangles",
               set_sort),
    {"--registers", "N",
     "insertion: nodes that the shader holds, 8, 16, 32, 64 or 128;\n"
     "longer lists take several rounds (32)",
     OPTION_OTHER, 0, 0, 0, set_registers, "8, 16, 32, 64 or 128"},
};

static const struct option reports[] = {
    OPTION_SECTION("What it reports"),
    FLAG("--check", "compares every pixel with a composition on the CPU", check),
    FLAG("--compare", "the frame times of both ways to sort, at 4, 8, 16 and 32 layers",
         compare),
};

static const struct option_list lists[2] = {
    {table, sizeof table / sizeof *table, NULL},
    {reports, sizeof reports / sizeof *reports, NULL},
};

bool options_parse(struct options* options, int argc, char** argv, char* message)
{
    return program_options_parse(lists, options, &options->program, argc, argv, message);
}

void options_print_help(void)
{
    puts("usage: glsort-layers [options]\n"
         "Glass, hair and smoke that cross each other, as a list of fragments for each "
         "pixel:\n"
         "every list is sorted on the GPU by glsort, and blended from far to near.");
    program_options_print(lists);
    puts("\nKeys of the window\n"
         "  1, 2, 3, 4           the views        Tab   the controls, shown or hidden\n"
         "  Space                pause            Esc   quits\n"
         "  I                    the other sort   R     resets the camera\n"
         "  S                    saves a picture in the current directory\n"
         "Mouse: drag to turn, wheel to zoom, drag the split line.");
}
