// SPDX-License-Identifier: MIT
// One table holds every option: what --help prints, where its value goes and what it must
// be.
#include "options.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "splat_file.h"

enum kind { TITLE, FLAG, WHOLE, REAL, TEXT, OTHER };

struct option {
    const char* name;
    const char* value; // its name in --help
    const char* text;
    enum kind kind;
    size_t offset;                                           // in struct options
    double low, high;                                        // WHOLE, REAL
    bool (*set)(struct options* options, const char* value); // OTHER
};

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

static bool number(const char* text, double low, double high, double* value)
{
    char* end;
    errno = 0;
    *value = strtod(text, &end);
    return end != text && *end == '\0' && errno == 0 && *value >= low && *value <= high;
}

// The place of the text among names, or -1.
static int place_of(const char* text, const char* const* names, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        if (strcmp(text, names[i]) == 0)
            return (int)i;
    }
    return -1;
}

#define PLACE_OF(text, names) place_of(text, names, sizeof names / sizeof *names)

static bool set_view(struct options* o, const char* value)
{
    for (int i = 0; i < view_count; ++i) {
        if (strcmp(value, views[i]->name) == 0) {
            o->view = views[i];
            return true;
        }
    }
    return false;
}

static bool set_scene(struct options* o, const char* value)
{
    int at = PLACE_OF(value, scenes);
    o->scene = (enum particle_kind)at;
    return at >= 0;
}

static bool set_ply(struct options* o, const char* value)
{
    o->ply = value;
    if (o->scene != PARTICLES_SPLATS)
        o->scene = splat_file_is_named(value) ? PARTICLES_SPLATS : PARTICLES_CLOUD;
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

static bool set_algorithm(struct options* o, const char* value)
{
    int at = algorithm_of(value);
    o->sort.algorithm = (glsort_algorithm)at;
    return at >= 0;
}

static bool set_backend(struct options* o, const char* value)
{
    int at = PLACE_OF(value, backends);
    o->sort.backend = (glsort_backend)at;
    return at >= 0;
}

static bool set_form(struct options* o, const char* value)
{
    o->form = glsort_form_find(value);
    return o->form != NULL;
}

static bool set_order(struct options* o, const char* value)
{
    int at = PLACE_OF(value, orders);
    o->sort.order = (glsort_direction)at;
    return at >= 0;
}

static bool set_key(struct options* o, const char* value)
{
    static const char* const names[] = {"f32", "u8", "u16", "u24", "u32"};
    int at = PLACE_OF(value, names);
    o->sort.key = at == 0 ? GLSORT_KEY_F32 : GLSORT_KEY_U32;
    o->sort.key_bits = at > 0 ? 8u * (uint32_t)at : 32u;
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
static bool set_race(struct options* o, const char* value)
{
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

// Below, labels and panels have no room; above, few devices have such targets. The text
// of the option names these limits too.
enum { LEAST_WIDTH = 320, LEAST_HEIGHT = 180, MOST_PIXELS = 8192 };

static bool set_size(struct options* o, const char* value)
{
    unsigned width, height;
    char more;
    if (sscanf(value, "%5ux%5u%c", &width, &height, &more) != 2 || width < LEAST_WIDTH ||
        width > MOST_PIXELS || height < LEAST_HEIGHT || height > MOST_PIXELS)
        return false;
    o->width = (int)width;
    o->height = (int)height;
    return true;
}

static bool set_gl(struct options* o, const char* value)
{
    o->gl = strcmp(value, "3.3") == 0 ? 33 : strcmp(value, "4.3") == 0 ? 43 : 0;
    return o->gl != 0;
}

// ---- the table

#define AT(field) offsetof(struct options, field)
#define SECTION(text)                                                                    \
    {                                                                                    \
        NULL, NULL, text, TITLE, 0, 0, 0, NULL                                           \
    }
#define ONE(name, value, text, function)                                                 \
    {                                                                                    \
        name, value, text, OTHER, 0, 0, 0, function                                      \
    }

static const struct option table[] = {
    SECTION("What is shown"),
    ONE("--view", "NAME", "scene, progress, tree, race, timeline or waterfall (scene)",
        set_view),
    ONE("--scene", "NAME", "smoke, beads, cloud or splats (smoke)", set_scene),
    ONE("--ply", "FILE",
        "points of the cloud; colours out of range are clamped (the pond\n"
        "of Debian's assimp-testmodels, or a knot if that is not\n"
        "installed). With --scene splats: 3D Gaussian splats, as a\n"
        "binary .ply or a .splat (dandelions on the pond)",
        set_ply),
    {"--count", "N",
     "particles, 1024 to 1048576 (262144; 16384 on a CPU renderer;\n"
     "all points of a cloud); splats, to 16777216 (1048576; 131072\n"
     "on a CPU renderer; all of a file)",
     WHOLE, AT(sort.count), LEAST_PARTICLES, MOST_SPLATS, NULL},
    {"--split", "F", "part of the width that stays unsorted (0.5)", REAL, AT(split), 0, 1,
     NULL},
    {"--pass", "N", "progress: passes done in the first frame (0)", WHOLE, AT(start_pass),
     0, 100000, NULL},
    ONE("--race", "LIST",
        "race: two to four algorithms or forms, such as\n"
        "radix-chain,bitonic (four that take about equally long)",
        set_race),
    {"--yaw", "D", "camera, degrees", REAL, AT(yaw), -360, 360, NULL},
    {"--pitch", "D", "camera, degrees, -85 to 85", REAL, AT(pitch), -85, 85, NULL},
    {"--zoom", "F", "camera (1)", REAL, AT(zoom), 0.1, 10, NULL},
    {"--splat", "F", "size of the particles (1)", REAL, AT(splat), 0.01, 100, NULL},
    {"--opacity", "F", "opacity of the particles (1)", REAL, AT(opacity), 0.01, 10, NULL},
    SECTION("How it is sorted"),
    ONE("--algorithm", "NAME", "auto, or one of the algorithms below (auto)",
        set_algorithm),
    ONE("--backend", "NAME", "auto, compute or fragment (auto)", set_backend),
    ONE("--form", "NAME",
        "progress, tree and waterfall: one of the forms below\n"
        "(chosen by --algorithm and --backend)",
        set_form),
    ONE("--order", "NAME", "far-first, as blending needs it, or near-first (far-first)",
        set_order),
    ONE("--key", "TYPE", "f32, or the depth in steps: u8, u16, u24 or u32 (f32)",
        set_key),
    {"--every", "K", "frames from one sort to the next (1)", WHOLE, AT(sort.every), 1,
     600, NULL},
    {"--passes", "P", "passes a frame, 0 for all of them (0)", WHOLE,
     AT(sort.passes_per_frame), 0, 10000, NULL},
    SECTION("Where it is shown"),
    {"--window", NULL, "in a window (the default without --out)", FLAG, AT(window), 0, 0,
     NULL},
    {"--headless", NULL, "without a display (the default with --out)", FLAG, AT(headless),
     0, 0, NULL},
    {"--out", "FILE",
     "a .png or a folder/ of frames; or, with ffmpeg, a .gif or .mp4\n"
     "(glsort-particles.png)",
     TEXT, AT(out), 0, 0, NULL},
    {"--frames", "N", "frames to draw (1 for a .png, otherwise 120)", WHOLE, AT(frames),
     1, 100000, NULL},
    {"--fps", "N", "frames a second without a window (30)", WHOLE, AT(per_second), 1, 120,
     NULL},
    ONE("--size", "WxH", "pixels, from 320x180 to 8192x8192 (1280x720)", set_size),
    {"--panel", NULL, "shows the controls in pictures", FLAG, AT(panel), 0, 0, NULL},
    {"--plain", NULL, "leaves labels out of pictures", FLAG, AT(plain), 0, 0, NULL},
    {"--seed", "N", "seed of everything random (1)", WHOLE, AT(seed), 0, 4294967295.0,
     NULL},
    ONE("--gl", "VERSION", "4.3, or 3.3, which has fragment passes only (the newest)",
        set_gl),
    {"--device", "NAME", "without a window: cpu, gpu or a device's number", TEXT,
     AT(device), 0, 0, NULL},
    SECTION("What it reports"),
    {"--check", NULL, "compares the order, and its picture, with a sort on the CPU", FLAG,
     AT(check), 0, 0, NULL},
    {"--timing", NULL, "the times of frames, of orders and of drawing", FLAG, AT(timing),
     0, 0, NULL},
    {"--debug", NULL, "a debug context; a message of the driver is an error", FLAG,
     AT(debug), 0, 0, NULL},
    {"--help", NULL, "this text", FLAG, AT(help), 0, 0, NULL},
};

enum { TABLE_COUNT = sizeof table / sizeof *table };

static bool store(struct options* options, const struct option* option, const char* value)
{
    void* to = (char*)options + option->offset;
    double parsed = 0.0;
    bool ok = true;
    switch (option->kind) {
    case FLAG: *(bool*)to = true; break;
    case TEXT:
        *(const char**)to = value;
        ok = *value != '\0';
        break;
    case WHOLE:
        ok = number(value, option->low, option->high, &parsed) && parsed == floor(parsed);
        *(uint32_t*)to = ok ? (uint32_t)parsed : 0;
        break;
    case REAL:
        ok = number(value, option->low, option->high, &parsed);
        *(float*)to = (float)parsed;
        break;
    case OTHER: ok = option->set(options, value); break;
    case TITLE: ok = false; break;
    }
    return ok;
}

static const struct option* find(const char* name)
{
    for (int i = 0; i < TABLE_COUNT; ++i) {
        if (table[i].name && strcmp(table[i].name, name) == 0)
            return &table[i];
    }
    return NULL;
}

static bool refuse(char* message, size_t bytes, const struct option* option,
                   const char* value)
{
    if (option->kind == WHOLE || option->kind == REAL)
        snprintf(message, bytes, "%s takes a %snumber from %.10g to %.10g, not \"%s\"",
                 option->name, option->kind == WHOLE ? "whole " : "", option->low,
                 option->high, value);
    else if (option->set == set_size)
        snprintf(message, bytes, "%s takes pixels from %dx%d to %dx%d, not \"%s\"",
                 option->name, LEAST_WIDTH, LEAST_HEIGHT, MOST_PIXELS, MOST_PIXELS,
                 value);
    else
        snprintf(message, bytes, "%s does not take \"%s\"; --help lists what it takes",
                 option->name, value);
    return false;
}

bool options_parse(struct options* options, int argc, char** argv, char* message,
                   size_t message_bytes)
{
    for (int i = 1; i < argc; ++i) {
        const struct option* option =
            find(strcmp(argv[i], "-h") == 0 ? "--help" : argv[i]);
        if (!option) {
            snprintf(message, message_bytes,
                     "there is no option %s; --help lists what there is", argv[i]);
            return false;
        }
        const char* value = "";
        if (option->value && i + 1 == argc) {
            snprintf(message, message_bytes, "%s needs a value: %s %s", option->name,
                     option->name, option->value);
            return false;
        }
        if (option->value)
            value = argv[++i];
        if (!store(options, option, value))
            return refuse(message, message_bytes, option, value);
    }
    return true;
}

static void print_text(const char* text)
{
    for (; *text; ++text) {
        putchar(*text);
        if (*text == '\n')
            printf("%23s", "");
    }
    putchar('\n');
}

static void print_forms(void)
{
    const glsort_form* form;
    puts("\nAlgorithms, for --algorithm and --race");
    for (uint32_t at = 1; at < glsort_algorithm_count(); ++at)
        printf("%s%s", at > 1 ? ", " : "  ", glsort_algorithm_name((glsort_algorithm)at));
    putchar('\n');
    puts("\nForms, for --form and --race");
    for (uint32_t at = 0; (form = glsort_form_at(at)) != NULL; ++at)
        printf("  %-27s  %s\n", form->name, form->description);
}

void options_print_help(void)
{
    puts("usage: glsort-particles [options]\n"
         "Translucent particles, sorted on the GPU by glsort in every frame: why the "
         "order\n"
         "matters, and how each algorithm gets there.");
    for (int i = 0; i < TABLE_COUNT; ++i) {
        const struct option* o = &table[i];
        if (o->kind == TITLE) {
            printf("\n%s\n", o->text);
            continue;
        }
        int used = printf("  %s %s", o->name, o->value ? o->value : "");
        printf("%*s", used < 23 ? 23 - used : 1, "");
        print_text(o->text);
    }
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
