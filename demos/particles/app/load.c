// SPDX-License-Identifier: MIT
#include "load.h"

#include <stdio.h>
#include <string.h>

#include "ply.h"
#include "progress_line.h"
#include "splat_file.h"
#include "splat_scene.h"

enum { KNOT_POINTS = 65536, NAME_BYTES = sizeof((struct app*)0)->cloud_name };

static const char default_ply[] = "/usr/share/assimp/models/PLY/pond.0.ply";

static bool exists(const char* path)
{
    FILE* file = fopen(path, "rb");
    if (file)
        fclose(file);
    return file != NULL;
}

// Appends what was left out of the file to its name.
static void name_losses(const struct read_result* result, const char* parts,
                        char name[NAME_BYTES])
{
    size_t used = strlen(name);
    if (result->unplaced > 0)
        snprintf(name + used, NAME_BYTES - used,
                 " (%u of its %u %s have no position%s and are left out)",
                 (unsigned)result->unplaced, (unsigned)result->listed, parts,
                 strcmp(parts, "splats") == 0 ? " or no shape" : "");
    used = strlen(name);
    if (result->damaged > 0)
        snprintf(name + used, NAME_BYTES - used,
                 " (the file is damaged: %u of its %u %s left out)",
                 (unsigned)result->damaged, (unsigned)result->listed, parts);
}

// Appends what of its colours is not drawn.
static void name_rest(const struct read_result* result, char name[NAME_BYTES])
{
    const size_t used = strlen(name);
    if (result->omits_rest)
        snprintf(
            name + used, NAME_BYTES - used,
            " (its colours change with the direction of view, f_rest; they are drawn "
            "without that)");
}

static struct file_counts counts_of(const struct read_result* result)
{
    return (struct file_counts){.listed = result->listed,
                                .left_out = result->damaged + result->unplaced};
}

// Takes the name of the scene from the path, with what was left out of the file. False
// and a sentence if the file could not be read or holds too little.
static bool accept(const char* path, const struct read_result* result, const char* parts,
                   char name[NAME_BYTES], char* message)
{
    const char* slash = strrchr(path, '/');
    const struct file_counts counts = counts_of(result);
    const uint32_t count = counts.listed - counts.left_out;
    if (!result->ok)
        return program_fail(message, "%s: %s", path, result->sentence);

    snprintf(name, NAME_BYTES, "%s", slash ? slash + 1 : path);
    name_losses(result, parts, name);
    name_rest(result, name);
    if (count >= LEAST_PARTICLES)
        return true;
    char drawn[40] = "";
    if (counts.left_out > 0)
        snprintf(drawn, sizeof drawn, ", of which %u can be drawn", (unsigned)count);
    return program_fail(message, "%s: it holds %u %s%s; at least %d are needed", path,
                        (unsigned)counts.listed, parts, drawn, LEAST_PARTICLES);
}

static bool read_cloud(struct app* app, const char* path, char* message)
{
    progress_line_stage(app->line, "reading the points", 0, 0);
    struct read_result result = ply_read(path, &app->cloud);
    app->cloud_counts = counts_of(&result);
    if (accept(path, &result, "points", app->cloud_name, message))
        return true;
    cloud_free(&app->cloud);
    return false;
}

// The file of the command line, if it is of this kind.
static const char* ply_of(const struct app* app, enum particle_kind kind)
{
    const bool is_splats = app->options.scene == PARTICLES_SPLATS;
    return is_splats == (kind == PARTICLES_SPLATS) ? app->options.ply : NULL;
}

static bool open_cloud(struct app* app, char* message)
{
    const char* ply = ply_of(app, PARTICLES_CLOUD);
    const char* path = ply ? ply : exists(default_ply) ? default_ply : NULL;
    if (app->cloud.count > 0)
        return true;
    if (path) {
        if (!read_cloud(app, path, message))
            return false;
    } else if (!cloud_generate(&app->cloud, KNOT_POINTS)) {
        return program_fail(message, "there is no memory for the cloud");
    } else {
        snprintf(app->cloud_name, sizeof app->cloud_name, "a generated knot");
    }
    app->is_pond = path && !ply;
    // Debian's file has lost some bytes; that is no news about a scene of ours. A check
    // still says what is left out.
    if (app->is_pond)
        snprintf(app->cloud_name, sizeof app->cloud_name, "pond.0.ply");
    cloud_complete(&app->cloud, app->is_pond ? 4.5f : 1.0f);
    cloud_stand(&app->cloud);
    if (app->cloud.count > MOST_PARTICLES)
        cloud_thin(&app->cloud, MOST_PARTICLES);
    return true;
}

static bool read_splats(struct app* app, const char* path, char* message)
{
    if (app->splats.count > 0)
        return true;
    progress_line_stage(app->line, "reading the splats", 0, 0);
    struct read_result result = splat_file_read(path, &app->splats);
    app->splats_counts = counts_of(&result);
    if (!accept(path, &result, "splats", app->splats_name, message)) {
        splats_free(&app->splats);
        return false;
    }
    splats_stand(&app->splats);
    splats_grow(&app->splats, app->options.splat);
    return true;
}

// As many as are wanted, if there is no file to say how many there are.
static bool make_splats(struct app* app, char* message)
{
    const uint32_t count = app->settings.count;
    if (app->splats.count == count)
        return true;
    splats_free(&app->splats);
    progress_line_stage(app->line, "making the splats", 0, 0);
    if (!splat_scene_make(&app->splats, count, &app->cloud))
        return program_fail(message, "there is no memory for %u splats", (unsigned)count);

    splats_grow(&app->splats, app->options.splat);
    snprintf(app->splats_name, sizeof app->splats_name, "dandelions on %.280s",
             app->cloud_name);
    return true;
}

// What the scene's file or cloud holds; 0: the scene has as many as are wanted.
uint32_t load_held(const struct app* app)
{
    if (app->kind == PARTICLES_SPLATS)
        return ply_of(app, PARTICLES_SPLATS) ? app->splats.count : 0;
    return app->kind == PARTICLES_CLOUD ? app->cloud.count : 0;
}

bool load_open(struct app* app, char* message)
{
    const char* splats = ply_of(app, PARTICLES_SPLATS);
    if (app->kind == PARTICLES_SPLATS && splats)
        return read_splats(app, splats, message);
    // Splats that are made lie on a cloud.
    return app->kind < PARTICLES_CLOUD || open_cloud(app, message);
}

bool load_finish(struct app* app, char* message)
{
    const bool is_made = app->kind == PARTICLES_SPLATS && !ply_of(app, PARTICLES_SPLATS);
    return !is_made || make_splats(app, message);
}

const char* load_name(const struct app* app)
{
    switch (app->kind) {
    case PARTICLES_CLOUD: return app->cloud_name;
    case PARTICLES_SPLATS: return app->splats_name;
    default: return NULL;
    }
}

struct file_counts load_counts(const struct app* app)
{
    switch (app->kind) {
    case PARTICLES_CLOUD: return app->cloud_counts;
    case PARTICLES_SPLATS: return app->splats_counts;
    default: return (struct file_counts){0};
    }
}

const char* load_parts(const struct app* app)
{
    return app->kind == PARTICLES_CLOUD ? "points" : particles_word(app->kind);
}
