// SPDX-License-Identifier: MIT
#include "host_setups.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host_data.h"
#include "host_test.h"
#include "catalogue.h"
#include "desc.h"
#include "shader_table.h"

// ---- plans ----------------------------------------------------------------------------

struct glsort_limits host_roomy_limits(uint32_t version)
{
    struct glsort_limits limits;
    if (glsort_limits_minimum(version == 0 ? 430 : version, version == 300, &limits) !=
        GLSORT_OK)
        abort();
    limits.group_count = 65535;
    limits.storage_block_bytes = (uint64_t)1 << 36;
    limits.storage_blocks = 16;
    limits.texture_size = 32768;
    limits.pair_texels = version == 430 ? 1u << 28 : 0;
    return limits;
}

// AUTO becomes abisort.
static glsort_sort_desc without_auto(glsort_sort_desc desc)
{
    static const glsort_tuning abisort = {.algorithm = GLSORT_ALGORITHM_ABISORT};
    const glsort_tuning tuning = tuning_of(desc.tuning);
    if (tuning.algorithm == GLSORT_ALGORITHM_AUTO && tuning.method == GLSORT_METHOD_AUTO)
        desc.tuning = &abisort;
    return desc;
}

void host_core_open(struct plan_core* core, const struct host_setup* setup,
                    const struct glsort_limits* limits, uint32_t max_count)
{
    glsort_sort_desc desc = without_auto(setup->desc);
    desc.max_count = max_count;
    glsort_allocator allocator = glsort_memory_allocator(&(glsort_allocator){0});
    struct message message;
    struct glsort_limits own = *limits;
    own.is_software |= setup->software;
    if (glsort_plan_core_create(
            core, &glsort_sort_recipe, &desc, 0, &own, NULL, &allocator,
            &(const struct call){"glsort_sort_create", &message}) != GLSORT_OK) {
        fprintf(stderr, "%s: %s\n", setup->name, message.text);
        abort();
    }
    core->desc.in_place = setup->in_place;
}

void host_core_close(struct plan_core* core)
{
    glsort_allocator allocator = glsort_memory_allocator(&(glsort_allocator){0});
    glsort_plan_core_release(core, &allocator);
}

void host_core_build(struct plan_core* core, uint32_t count)
{
    core->built = false;
    glsort_plan_core_build(
        core, &(struct shape){.count = count, .in_place = core->desc.in_place});
    if (!glsort_schedule_complete(&core->schedule))
        abort();
}

uint32_t host_sort_passes(const struct schedule* s)
{
    uint32_t passes = 0;
    for (uint32_t i = 0; i < s->pass_count; ++i)
        passes += s->passes[i].phase == GLSORT_PHASE_SORT;
    return passes;
}

uint32_t host_define(const struct pass* p, const char* name)
{
    const struct shader_entry* entry = &glsort_shader_table[p->shader];
    for (uint32_t i = 0; i < entry->define_count; ++i)
        if (strcmp(entry->defines[i], name) == 0)
            return entry->values[p->variant * entry->define_count + i];
    fprintf(stderr, "%s has no define %s\n", entry->name, name);
    abort();
}

// ---- the table ------------------------------------------------------------------------

#define TREE(BACKEND, METHOD, LOCAL, MERGE)                                              \
    {                                                                                    \
        .backend = GLSORT_BACKEND_##BACKEND, .tuning = &(const glsort_tuning)            \
        {                                                                                \
            .algorithm = GLSORT_ALGORITHM_ABISORT_TREE,                                  \
            .method = GLSORT_METHOD_##METHOD, .local_size = LOCAL, .merge_size = MERGE   \
        }                                                                                \
    }

const glsort_form host_odd_forms[HOST_ODD_FORMS] = {
    {"tree of 64 and 4", "", UINT32_MAX, TREE(COMPUTE, TREE, 64, 4)},
    {"tree of 2 and 1024, simple", "", UINT32_MAX, TREE(COMPUTE, TREE_SIMPLE, 2, 1024)},
    {"tree of 2 and 16 in fragments", "", UINT32_MAX, TREE(FRAGMENT, TREE, 2, 16)},
    {"tree of 16 and 2 in fragments, simple", "", UINT32_MAX,
     TREE(FRAGMENT, TREE_SIMPLE, 16, 2)},
};

#define ON_GPU .count_source = GLSORT_COUNT_FROM_BUFFER

// The ways to hand over data: a name, what is not of the descriptor, and this. Without a
// version: the one of the backend.
#define WAY(NAME, MORE, ...)                                                             \
    {                                                                                    \
        .name = NAME, .desc = {__VA_ARGS__}, UNPACK MORE                                 \
    }
#define UNPACK(...) __VA_ARGS__
#define VALUES .values = GLSORT_VALUES_4_BYTES
#define INDICES .values = GLSORT_VALUES_INDICES
#define ALONE .flags = GLSORT_PLAN_DISCARD_KEYS
#define F32 .key = GLSORT_KEY_F32
#define DOWN .direction = GLSORT_DESCENDING
#define IN_TEXTURES .textures = GLSORT_TEXTURES_ALL

static const struct host_setup ways[] = {
    WAY("values", (), VALUES),
    WAY("values, in place", (.in_place = true), VALUES),
    WAY("indices, f32 descending", (), INDICES, F32, DOWN),
    WAY("keys, i32", (), .key = GLSORT_KEY_I32),
    WAY("keys, in place", (.in_place = true), 0),
    WAY("indices alone", (), INDICES, ALONE),
    WAY("values alone, in place", (.in_place = true), VALUES, ALONE),
    WAY("textures", (.version = 330), VALUES, IN_TEXTURES, DOWN),
    WAY("textures, GLES, indices, f32", (.version = 300), INDICES, IN_TEXTURES, F32),
    WAY("values, GL 4.5", (.in_place = true, .version = 450), VALUES),
    WAY("count in a buffer", (), VALUES, ON_GPU),
    WAY("keys, count in a buffer", (), ON_GPU),
    WAY("textures, GLES, indices, count in a buffer", (.version = 300), INDICES,
        IN_TEXTURES, ON_GPU),
    WAY("values, on the CPU", (.software = true), VALUES),
    WAY("textures, count in a buffer, on the CPU", (.version = 330, .software = true),
        INDICES, IN_TEXTURES, ON_GPU),
    WAY("20 bits", (), VALUES, .bit_count = 20),
    WAY("12 bits, count in a buffer", (), VALUES, .bit_count = 12, ON_GPU),
};

enum { WAYS = sizeof ways / sizeof ways[0], MOST_SETUPS = 512, MOST_NAME = 96 };

static struct host_setup setups[MOST_SETUPS];
static char names[MOST_SETUPS][MOST_NAME];
static uint32_t setup_count;

glsort_sort_desc host_desc_of(const glsort_sort_desc* form, const glsort_sort_desc* what)
{
    glsort_sort_desc desc = *form;
    desc.max_count = what->max_count;
    desc.key = what->key;
    desc.direction = what->direction;
    desc.values = what->values;
    desc.textures = what->textures;
    desc.key_stride = what->key_stride;
    desc.value_stride = what->value_stride;
    desc.count_source = what->count_source;
    desc.first_bit = what->first_bit;
    desc.bit_count = what->bit_count;
    desc.flags = what->flags;
    return desc;
}

// False if the form does not know this way.
static bool combine(const glsort_form* form, const struct host_setup* way,
                    struct host_setup* setup)
{
    bool draws = form->desc.backend == GLSORT_BACKEND_FRAGMENT;
    // Of bit ranges only those that an algorithm sorts itself.
    bool ranges = takes_bit_ranges(glsort_algorithm_of(form->desc.tuning->algorithm),
                                   form->desc.backend);
    if ((way->desc.textures != 0 && !draws) || (way->desc.bit_count > 0 && !ranges) ||
        (way->software && !draws))
        return false;
    *setup = *way;
    setup->desc = host_desc_of(&form->desc, &way->desc);
    struct glsort_limits limits = host_roomy_limits(draws ? 330 : 430);
    return glsort_max_count(&limits, &setup->desc, NULL) > 0;
}

static void add_form(const glsort_form* form)
{
    for (uint32_t way = 0; way < WAYS; ++way) {
        struct host_setup setup;
        if (!combine(form, &ways[way], &setup))
            continue;
        assert_true(setup_count < MOST_SETUPS);
        char* name = names[setup_count];
        snprintf(name, MOST_NAME, "%s, %s", form->name, ways[way].name);
        setup.name = name;
        setups[setup_count++] = setup;
    }
}

static void list_setups(void)
{
    const glsort_form* form;
    if (setup_count > 0)
        return;
    for (uint32_t at = 0; (form = glsort_form_at(at)) != NULL; ++at)
        add_form(form);
    for (uint32_t at = 0; at < HOST_ODD_FORMS; ++at)
        add_form(&host_odd_forms[at]);
}

const struct host_setup* host_setup_at(uint32_t at)
{
    list_setups();
    assert_true(at < setup_count);
    return &setups[at];
}

uint32_t host_setup_count(void)
{
    list_setups();
    return setup_count;
}

bool host_is_turn(uint32_t at, uint32_t stride)
{
    return host_test_all() || at % stride == 0;
}

const struct host_setup* host_setup_named(const char* name)
{
    for (uint32_t at = 0; at < host_setup_count(); ++at)
        if (strcmp(setups[at].name, name) == 0)
            return &setups[at];
    fail_msg("there is no setup %s", name);
    return NULL;
}
