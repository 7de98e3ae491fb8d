// SPDX-License-Identifier: MIT
// The options of glsort-particles alone; program.h has those of every demo.
#include "options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "splat_file.h"

// In the order of the enumerants.
static const char* const backends[] = {"auto", "compute", "fragment"};
static const char* const orders[] = {"near-first", "far-first"};
static const char* const scenes[] = {"smoke", "beads", "cloud", "splats"};

const struct view* const views[] = {&scene_view, &progress_view, &tree_view,
                                    &race_view,  &timeline_view, &waterfall_view};
const int view_count = sizeof views / sizeof *views;

const char* backend_name(glsort_backend backend)
{
    return backends[backend];
}

// ---- values

static bool set_view(void* into, const char* value)
{
    struct options* o = into;
    for (int i = 0; i < view_count; ++i) {
        if (strcmp(value, views[i]->name) == 0) {
            o->view = views[i];
            return true;
        }
    }
    return false;
}

static bool set_scene(void* into, const char* value)
{
    struct options* o = into;
    int at = OPTION_PLACE(value, scenes);
    o->scene = (enum particle_kind)at;
    o->names_scene = true;
    return at >= 0;
}

static bool set_ply(void* into, const char* value)
{
    struct options* o = into;
    o->ply = value;
    return *value != '\0';
}

// The enumerant with this name, or -1.
static int algorithm_of(const char* name)
{
    for (uint32_t at = 0; at < glsort_algorithm_count(); ++at)
        if (strcmp(name, glsort_algorithm_name((glsort_algorithm)at)) == 0)
            return (int)at;
    return -1;
}

static bool set_algorithm(void* into, const char* value)
{
    struct options* o = into;
    int at = algorithm_of(value);
    o->form = glsort_form_find(value);
    o->sort.tuning.algorithm = at < 0 ? GLSORT_ALGORITHM_AUTO : (glsort_algorithm)at;
    return at >= 0 || o->form;
}

static bool set_backend(void* into, const char* value)
{
    struct options* o = into;
    int at = OPTION_PLACE(value, backends);
    o->sort.backend = (glsort_backend)at;
    return at >= 0;
}

static bool set_order(void* into, const char* value)
{
    struct options* o = into;
    int at = OPTION_PLACE(value, orders);
    o->sort.order = (glsort_direction)at;
    return at >= 0;
}

// The name of an algorithm leaves the form to the backend; that of any other form does
// not.
static bool add_rival(struct options* o, const char* name)
{
    int at = algorithm_of(name);
    struct rival rival = {.form = at > 0 ? NULL : glsort_form_find(name),
                          .algorithm = (glsort_algorithm)(at > 0 ? at : 0)};
    if (o->rival_count == MOST_RIVALS || (at <= 0 && !rival.form))
        return false;
    for (int i = 0; i < o->rival_count; ++i) {
        if (o->rivals[i].form == rival.form && o->rivals[i].algorithm == rival.algorithm)
            return false;
    }
    o->rivals[o->rival_count++] = rival;
    return true;
}

// Names with commas between them.
static bool set_race(void* into, const char* value)
{
    struct options* o = into;
    char names[128], *rest = names;
    if (strlen(value) >= sizeof names)
        return false;
    strcpy(names, value);
    o->rival_count = 0;
    while (rest) {
        char* comma = strchr(rest, ',');
        if (comma)
            *comma = '\0';
        if (!add_rival(o, rest))
            return false;
        rest = comma ? comma + 1 : NULL;
    }
    return o->rival_count >= 2;
}

// ---- the table

#define AT(field) offsetof(struct options, field)

static const struct option table[] = {
    OPTION_SECTION("What is shown"),
    OPTION_SET("--view", "NAME",
               "scene, progress, tree, race, timeline or waterfall (scene)", set_view),
    OPTION_SET("--scene", "NAME", "smoke, beads, cloud or splats (smoke)", set_scene),
    OPTION_SET("--ply", "FILE",
               "points, as a .ply; colours out of range are clamped. Or 3D\n"
               "Gaussian splats, as a .ply or a .splat, told by what is in it\n"
               "(cloud: the pond of Debian's assimp-testmodels, or a knot if\n"
               "that is not installed; splats: dandelions on it)",
               set_ply),
    {"--count", "N",
     "particles, 1024 to 1048576 (262144; 16384 on a CPU renderer;\n"
     "all points of a cloud); splats, to 16777216 (1048576; 131072\n"
     "on a CPU renderer; all of a file)",
     OPTION_WHOLE, AT(sort.count), LEAST_PARTICLES, MOST_SPLATS, NULL, NULL},
    {"--split", "F", "part of the width that stays unsorted (0.5)", OPTION_REAL,
     AT(split), 0, 1, NULL, NULL},
    {"--pass", "N",
     "progress, tree: passes done in the first frame (0; one that\nshows much, in a "
     "picture)",
     OPTION_WHOLE, AT(start_pass), 0, 100000, NULL, NULL},
    OPTION_SET("--race", "LIST",
               "race: two to four algorithms or forms, such as\n"
               "radix-chain,bitonic (four algorithms, each in one form)",
               set_race),
    {"--yaw", "D", "camera, degrees", OPTION_REAL, AT(yaw), -360, 360, NULL, NULL},
    {"--pitch", "D", "camera, degrees, -85 to 85", OPTION_REAL, AT(pitch), -85, 85, NULL,
     NULL},
    {"--zoom", "F", "camera (1)", OPTION_REAL, AT(zoom), 0.1, 10, NULL, NULL},
    {"--splat", "F", "size of the particles (1)", OPTION_REAL, AT(splat), 0.01, 100, NULL,
     NULL},
    {"--opacity", "F", "opacity of the particles (1)", OPTION_REAL, AT(opacity), 0.01, 10,
     NULL, NULL},
    {"--seed", "N", "seed of everything random (1)", OPTION_WHOLE, AT(seed), 0,
     4294967295.0, NULL, NULL},
    OPTION_SECTION("How it is sorted"),
    OPTION_SET("--algorithm", "NAME",
               "auto, or one of the algorithms below; progress, tree and\n"
               "waterfall: or one of the forms below (auto)",
               set_algorithm),
    OPTION_SET("--backend", "NAME", "auto, compute or fragment (auto)", set_backend),
    OPTION_SET("--order", "NAME",
               "far-first, as blending needs it, or near-first (far-first)", set_order),
    {"--every", "K", "frames from one sort to the next (1)", OPTION_WHOLE, AT(sort.every),
     1, 600, NULL, NULL},
    {"--passes", "P", "timeline: passes a frame, 0 for all of them (0)", OPTION_WHOLE,
     AT(sort.passes_per_frame), 0, 10000, NULL, NULL},
};

static const struct option reports[] = {
    OPTION_SECTION("What it reports"),
    {"--check", NULL, "compares the order, and its picture, with a sort on the CPU",
     OPTION_FLAG, AT(check), 0, 0, NULL, NULL},
};

static const struct option_list lists[2] = {
    {table, sizeof table / sizeof *table, NULL},
    {reports, sizeof reports / sizeof *reports, NULL},
};

// The scene that shows the file.
static bool choose_scene(struct options* o, char* message)
{
    const bool is_splats = splat_file_is(o->ply);
    if (!o->names_scene)
        o->scene = is_splats ? PARTICLES_SPLATS : PARTICLES_CLOUD;
    if (o->scene == PARTICLES_CLOUD || o->scene == PARTICLES_SPLATS)
        return true;
    return program_fail(
        message, "--scene %s has no file; leave it out, or say --scene %s to show %.200s",
        scenes[o->scene], is_splats ? "splats" : "cloud", o->ply);
}

bool options_parse(struct options* options, int argc, char** argv, char* message)
{
    return program_options_parse(lists, options, &options->program, argc, argv,
                                 message) &&
           (!options->ply || choose_scene(options, message));
}

static void print_views(void)
{
    puts("\nViews, for --view");
    for (int i = 0; i < view_count; ++i)
        printf("  %-9s  %s\n", views[i]->name, views[i]->summary);
}

static void print_forms(void)
{
    const glsort_form* form;
    puts("\nAlgorithms, for --algorithm and --race");
    for (uint32_t at = 1; at < glsort_algorithm_count(); ++at)
        printf("%s%s", at > 1 ? ", " : "  ", glsort_algorithm_name((glsort_algorithm)at));
    putchar('\n');
    puts("\nForms, for --algorithm and --race");
    for (uint32_t at = 0; (form = glsort_form_at(at)) != NULL; ++at)
        printf("  %-27s  %s\n", form->name, form->description);
}

void options_print_help(void)
{
    puts("usage: glsort-particles [options]\n"
         "Translucent particles, sorted on the GPU by glsort in every frame: why the "
         "order\n"
         "matters, and how each algorithm gets there.");
    program_options_print(lists);
    print_views();
    print_forms();
    puts(
        "\nKeys of the window\n"
        "  1 ... 6              the views        Tab   the controls, shown or hidden\n"
        "  Space                pause            Esc   quits\n"
        "  R                    resets the camera\n"
        "  S                    saves a picture in the current directory\n"
        "Mouse of the scene: drag to turn, wheel to zoom, drag the split line; hold the\n"
        "right button to pull at the particles.");
}
