// SPDX-License-Identifier: MIT
#include "watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "ui.h"
#include "scene.h"

enum { MAX_FORMS = 64, SOFTWARE_COUNT = 1 << 14 };

// M. E. O'Neill's PCG, "A family of simple fast space-efficient statistically good
// algorithms for random number generation" (2014).
static uint32_t next_random(uint32_t* state)
{
    *state = *state * 747796405u + 2891336453u;
    uint32_t word = ((*state >> ((*state >> 28) + 4)) ^ *state) * 277803737u;
    return word >> 22 ^ word;
}

static void make_random_keys(uint32_t seed, uint32_t* keys, uint32_t count)
{
    uint32_t state = seed * 2654435761u + 1;
    for (uint32_t i = 0; i < count; ++i)
        keys[i] = next_random(&state);
}

void watch_open(struct watch* watch, const struct view_host* host, bool is_random)
{
    *watch = (struct watch){.host = host,
                            .form = host->options->form,
                            .most = RECORD_MAX_COUNT,
                            .is_random = is_random};
    // A window would stand still for many seconds.
    if (host->limits.is_software && !host->headless)
        watch->most = SOFTWARE_COUNT;
}

void watch_close(struct watch* watch)
{
    record_free(&watch->record);
    free(watch->keys);
    watch->keys = NULL;
}

static glsort_sort_desc desc_of(const struct watch* watch)
{
    const struct sort_settings* s = watch->host->settings;
    glsort_sort_desc desc = {.tuning = &s->tuning, .backend = s->backend};
    if (watch->form)
        desc = watch->form->desc;
    desc.key = watch->is_random ? GLSORT_KEY_U32 : GLSORT_KEY_F32;
    desc.direction = s->order;
    return desc;
}

static bool is_current(const struct watch* watch)
{
    const struct sort_settings *now = watch->host->settings,
                               *made = &watch->made_settings;
    bool same = watch->record.count > 0 && watch->form == watch->made_form &&
                now->order == made->order && now->count == made->count;
    if (!watch->form)
        same = same && now->tuning.algorithm == made->tuning.algorithm &&
               now->backend == made->backend;
    if (!watch->is_random)
        same = same && watch->made_scene == watch->host->scene &&
               (watch->holds || watch->made_version == watch->host->scene->version);
    return same;
}

static bool take_keys(struct watch* watch, uint32_t count, char* message)
{
    free(watch->keys);
    watch->keys = malloc((count + 1) * sizeof *watch->keys);
    if (!watch->keys)
        return program_fail(message, "there is no memory for %u keys", (unsigned)count);

    if (watch->is_random)
        make_random_keys(watch->host->options->seed, watch->keys, count);
    else
        scene_read_keys(watch->host->scene, 0, count, watch->keys);
    return true;
}

bool watch_update(struct watch* watch, bool* changed, char* message)
{
    const struct view_host* host = watch->host;
    *changed = false;
    if (is_current(watch))
        return true;
    record_free(&watch->record);
    uint32_t count = host->settings->count;
    uint32_t there = host->scene->particles.count;
    if (!watch->is_random && count > there)
        count = there;
    count = count < watch->most ? count : watch->most;
    glsort_sort_desc desc = desc_of(watch);
    watch->made_scene = host->scene;
    watch->made_version = host->scene->version;
    if (!take_keys(watch, count, message) ||
        !record_make(&watch->record, host->sorter, &desc, watch->keys, count, host->line,
                     message))
        return false;
    watch->made_settings = *host->settings;
    watch->made_form = watch->form;
    *changed = true;
    return true;
}

bool watch_can(const struct view_host* host, const glsort_form* form)
{
    uint32_t count = host->settings->count;
    count = count < RECORD_MAX_COUNT ? count : RECORD_MAX_COUNT;
    return count <= form->whole_count &&
           glsort_max_count(&host->limits, &form->desc, NULL) >= count;
}

const glsort_form* watch_form_of(glsort_algorithm algorithm, glsort_backend backend)
{
    const glsort_form* form;
    for (uint32_t at = 0; (form = glsort_form_at(at)) != NULL; ++at) {
        if ((algorithm == GLSORT_ALGORITHM_AUTO ||
             form->desc.tuning->algorithm == algorithm) &&
            (backend == GLSORT_BACKEND_AUTO || form->desc.backend == backend))
            return form;
    }
    return NULL;
}

void watch_choose_form(struct watch* watch, const char* label, const char* none)
{
    const char* names[MAX_FORMS] = {none};
    const glsort_form* forms[MAX_FORMS] = {NULL};
    const glsort_form* form;
    int count = none != NULL, chosen = 0;
    for (uint32_t at = 0; (form = glsort_form_at(at)) != NULL; ++at) {
        if (count == MAX_FORMS || !watch_can(watch->host, form))
            continue;
        chosen = watch->form == form ? count : chosen;
        names[count] = form->name;
        forms[count++] = form;
    }
    if (ui_combo(label, &chosen, names, count))
        watch->form = forms[chosen];
}

void watch_title(const struct watch* watch, char* text, size_t text_bytes)
{
    const glsort_plan_info* info = &watch->record.info;
    if (watch->made_form)
        snprintf(text, text_bytes, "%s", watch->made_form->description);
    else
        snprintf(text, text_bytes, "%s on %s", glsort_algorithm_name(info->algorithm),
                 backend_name(info->backend));
}
