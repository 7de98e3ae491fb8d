// SPDX-License-Identifier: MIT
// What a described pass is called: its label in a GPU capture leads to the shader's file
// and to the builder.
#define _XOPEN_SOURCE 700 // dirent.h

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host_orders.h"
#include "host_setups.h"
#include "host_test.h"
#include "pass_label.h"
#include "plans.h"

#include <glsort/glsort_inspect.h>

enum { MOST_PURPOSES = 128, PATH_BYTES = 1024, SOURCE_BYTES = 4 << 20 };

static glsort_plan* plan_of(const struct glsort_limits* limits, glsort_sort_desc desc,
                            uint32_t count)
{
    glsort_plan* plan = NULL;
    char message[256] = "";
    desc.max_count = count;
    if (offline_sort(limits, &desc, message, sizeof message, &plan) != GLSORT_OK)
        fail_msg("%s", message);
    return plan;
}

static glsort_pass_info last_pass(const struct glsort_limits* limits,
                                  glsort_sort_desc desc, uint32_t count)
{
    glsort_plan* plan = plan_of(limits, desc, count);
    glsort_plan_info info;
    glsort_pass_info pass;
    assert_int_equal(glsort_plan_describe(plan, count, 0, &info), GLSORT_OK);
    assert_int_equal(glsort_plan_pass(plan, info.pass_count - 1, &pass), GLSORT_OK);
    glsort_plan_destroy(plan);
    return pass;
}

TEST(a_label_has_the_shader_file_the_defines_and_the_purpose)
{
    struct glsort_limits limits = host_roomy_limits(430);
    limits.subgroup_size = 32;
    limits.shared_bytes = 49152;
    limits.storage_blocks = 16;
    glsort_sort_desc desc = {
        .tuning = &(const glsort_tuning){.method = GLSORT_METHOD_RADIX_CHAIN},
        .values = GLSORT_VALUES_4_BYTES};
    glsort_pass_info pass = last_pass(&limits, desc, 1u << 23);
    assert_string_equal(pass.shader, "radix/radix_chain.comp");
    assert_string_equal(pass.defines, "VALUE_WORDS=1 PAIRS=1 SUBGROUPS=1 SHAPE=3");
    assert_string_equal(pass.purpose, "rank and permute");
    assert_string_equal(
        pass.label,
        "radix_chain.comp VALUE_WORDS=1 PAIRS=1 SUBGROUPS=1 SHAPE=3: rank and permute");
}

TEST(defines_that_are_0_are_not_in_a_label)
{
    struct glsort_limits limits = host_roomy_limits(430);
    glsort_sort_desc desc = {
        .tuning = &(const glsort_tuning){.method = GLSORT_METHOD_RADIX_ITEMS}};
    glsort_pass_info pass = last_pass(&limits, desc, 1000);
    assert_string_equal(pass.defines, "");
    assert_string_equal(pass.label, "radix_items_permute.comp: permute by runs");
}

static void check_label(const glsort_pass_info* pass)
{
    char label[GLSORT_LABEL_BYTES] = "";
    const char* slash = strrchr(pass->shader, '/');
    const char* file = slash != NULL ? slash + 1 : pass->shader;
    if (pass->kind == GLSORT_PASS_UPLOAD)
        snprintf(label, sizeof label, "%s", pass->purpose);
    else
        snprintf(label, sizeof label, "%s%s%s: %s", file,
                 pass->defines[0] != '\0' ? " " : "", pass->defines, pass->purpose);
    assert_string_equal(pass->label, label);
    assert_true(strlen(label) + 1 < sizeof label);
}

// On every path through the builders; and no label is cut short.
TEST(every_pass_of_every_form_has_such_a_label)
{
    for (uint32_t i = 0; i < host_setup_count(); ++i) {
        const struct host_setup* setup = host_setup_at(i);
        struct glsort_limits limits = host_roomy_limits(setup->version);
        glsort_plan* plan = plan_of(&limits, setup->desc, 5000);
        glsort_plan_info info;
        assert_int_equal(glsort_plan_describe(plan, 5000, 0, &info), GLSORT_OK);
        for (uint32_t at = 0; at < info.pass_count; ++at) {
            glsort_pass_info pass;
            assert_int_equal(glsort_plan_pass(plan, at, &pass), GLSORT_OK);
            check_label(&pass);
        }
        glsort_plan_destroy(plan);
    }
}

static bool uses(const glsort_pass_info* pass, const char* slot, uint32_t access)
{
    for (uint32_t i = 0; i < pass->use_count; ++i)
        if (strcmp(pass->uses[i].slot, slot) == 0 && (pass->uses[i].access & access) != 0)
            return true;
    return false;
}

static void check_merges(const struct host_setup* setup, uint32_t count, uint32_t* seen)
{
    static const struct {
        const char* define;
        const char* slot;
        uint32_t access;
    } rows[] = {
        {"WITH_CUTS=1", "cuts", GLSORT_READ},
        {"FROM_TEXTURE=1", "pairs alternate", GLSORT_READ},
        {"TO_TEXTURE=1", "pairs alternate", GLSORT_WRITE},
    };
    struct glsort_limits limits = host_roomy_limits(430);
    glsort_plan* plan = plan_of(&limits, setup->desc, count);
    glsort_plan_info info;
    assert_int_equal(glsort_plan_describe(plan, count, 0, &info), GLSORT_OK);
    for (uint32_t at = 0; at < info.pass_count; ++at) {
        glsort_pass_info pass;
        assert_int_equal(glsort_plan_pass(plan, at, &pass), GLSORT_OK);
        if (strncmp(pass.shader, "abisort/array_merge.", 20) != 0)
            continue;
        for (uint32_t i = 0; i < 3; ++i) {
            bool used = uses(&pass, rows[i].slot, rows[i].access);
            seen[i] += used;
            if (used != (strstr(pass.defines, rows[i].define) != NULL))
                fail_msg("%s: %s %s %s", setup->name, pass.label,
                         used ? "does not say that it uses" : "does not use",
                         rows[i].slot);
        }
    }
    glsort_plan_destroy(plan);
}

// A merge that searches although a pass before it has done so is correct, but slow.
TEST(a_merge_uses_the_cuts_and_textures_that_it_has)
{
    uint32_t seen[3] = {0};
    for (uint32_t i = 0; i < host_setup_count(); ++i) {
        const struct host_setup* setup = host_setup_at(i);
        if (setup->desc.tuning->algorithm != GLSORT_ALGORITHM_ABISORT)
            continue;
        check_merges(setup, 20000, seen);
        if (setup->desc.backend == GLSORT_BACKEND_COMPUTE)
            check_merges(setup, 1u << 25, seen); // with a texture, if pairs
    }
    for (uint32_t i = 0; i < 3; ++i)
        assert_true(seen[i] > 0);
}

// ---- purposes -------------------------------------------------------------------------

struct purposes {
    const char* texts[MOST_PURPOSES]; // each once
    uint32_t count;
};

static void collect(struct purposes* all, const struct schedule* s)
{
    for (uint32_t i = 0; i < s->pass_count; ++i) {
        const char* text = s->passes[i].label;
        uint32_t at = 0;
        while (at < all->count && strcmp(all->texts[at], text) != 0)
            ++at;
        assert_in_range(at, 0, MOST_PURPOSES - 1);
        all->texts[at] = text;
        all->count += at == all->count;
    }
}

// Fails the test unless the labels of a peek, and only these, say that they are.
static void check_origin(const struct schedule* s, bool is_peek)
{
    for (uint32_t i = 0; i < s->pass_count; ++i) {
        char label[GLSORT_LABEL_BYTES];
        glsort_pass_label(&s->passes[i], label, sizeof label);
        const char* at = strstr(label, s->passes[i].label);
        const char* peek = strstr(label, "peek: ");
        assert_non_null(at);
        assert_true(is_peek ? peek != NULL && peek + 6 == at : peek == NULL);
        assert_true(strlen(label) + 1 < sizeof label);
    }
}

// Of runs in place and not, and of peeks before, within and after them.
static void collect_setup(struct purposes* all, const struct host_setup* setup,
                          uint32_t count)
{
    struct glsort_limits limits = host_roomy_limits(setup->version);
    struct plan_core core;
    host_core_open(&core, setup, &limits, count);
    for (int in_place = 0; in_place < 2; ++in_place) {
        glsort_plan_core_build(
            &core, &(struct shape){.count = count, .in_place = in_place != 0});
        collect(all, &core.schedule);
        check_origin(&core.schedule, false);
    }
    uint32_t passes = core.schedule.pass_count;
    for (uint32_t done = 0; done <= passes; done += 1 + passes / 20) {
        const struct peek_request request = {
            .done = done,
            .keys = !core.desc.discard_keys,
            .values = core.desc.values != GLSORT_VALUES_NONE,
        };
        glsort_plan_core_build_peek(&core, &request);
        collect(all, &core.peek);
        check_origin(&core.peek, true);
    }
    host_core_close(&core);
}

static void append_file(char* sources, const char* path)
{
    FILE* file = fopen(path, "rb");
    size_t used = strlen(sources);
    assert_non_null(file);
    size_t read = fread(sources + used, 1, SOURCE_BYTES - used - 1, file);
    sources[used + read] = '\0';
    assert_true(used + read + 1 < SOURCE_BYTES);
    fclose(file);
}

// Appends all C files below the folder.
static void append_folder(char* sources, const char* folder)
{
    DIR* open = opendir(folder);
    assert_non_null(open);
    for (struct dirent* entry; (entry = readdir(open)) != NULL;) {
        char path[PATH_BYTES];
        const char* dot = strrchr(entry->d_name, '.');
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (dot == NULL)
            append_folder(sources, path);
        else if (strcmp(dot, ".c") == 0 || strcmp(dot, ".h") == 0)
            append_file(sources, path);
    }
    closedir(open);
}

static uint32_t occurrences(const char* sources, const char* purpose)
{
    char literal[GLSORT_LABEL_BYTES];
    uint32_t found = 0;
    snprintf(literal, sizeof literal, "\"%s\"", purpose);
    while ((sources = strstr(sources, literal)) != NULL) {
        sources += strlen(literal);
        ++found;
    }
    return found;
}

static void check_purpose(const struct purposes* all, uint32_t at, const char* sources)
{
    const char* text = all->texts[at];
    uint32_t found = occurrences(sources, text);
    if (strchr(text, ' ') == NULL)
        fail_msg("the purpose \"%s\" is a single word", text);
    if (found != 1)
        fail_msg("src has the purpose \"%s\" %u times", text, found);
    for (uint32_t i = 0; i < all->count; ++i)
        if (i != at && strstr(all->texts[i], text) != NULL)
            fail_msg("a search for \"%s\" also finds \"%s\"", text, all->texts[i]);
}

// Of wide elements, which the table of setups has none of.
static void collect_wide(struct purposes* all)
{
    static const glsort_values values[] = {GLSORT_VALUES_INDICES, GLSORT_VALUES_16_BYTES};
    for (uint32_t i = 0; i < 4; ++i) {
        const struct host_setup setup = {
            .name = "wide",
            .desc = {.tuning =
                         &(const glsort_tuning){.algorithm = GLSORT_ALGORITHM_ABISORT},
                     .backend = i < 2 ? GLSORT_BACKEND_COMPUTE : GLSORT_BACKEND_FRAGMENT,
                     .key = GLSORT_KEY_F64,
                     .values = values[i % 2],
                     .count_source = GLSORT_COUNT_FROM_BUFFER},
            .version = i < 2 ? 430 : 330,
        };
        collect_setup(all, &setup, 20000);
    }
}

// Of draw orders, on every path through their builders.
static void collect_orders(struct purposes* all)
{
    for (uint32_t way = 0; way < 64; ++way) {
        bool draws = way / 16 > 0;
        bool textures = way / 16 == 3;
        struct glsort_limits limits = host_roomy_limits(way / 32 == 0   ? 430
                                                        : way / 16 == 2 ? 300
                                                                        : 330);
        limits.version = limits.version == 330 ? 410 : limits.version;
        glsort_order_desc desc = {
            .max_count = 20000,
            .max_views = 2,
            .primitive = {.vertices = way % 2 * 3},
            .cull = (glsort_cull)(way / 2 % 2),
            .radius_source = (glsort_radius)(way / 2 % 2),
            .dead = {.test = (glsort_dead_test)(way / 4 % 2)},
            .count_source = (glsort_count_source)(way / 8 % 2),
            .command =
                limits.version == 300 ? GLSORT_COMMAND_NONE : GLSORT_COMMAND_DRAW_ARRAYS,
            .flags = GLSORT_ORDER_WRITES_VISIBLE | GLSORT_ORDER_WRITES_DEPTHS,
            .backend = draws ? GLSORT_BACKEND_FRAGMENT : GLSORT_BACKEND_COMPUTE,
        };
        if (textures)
            desc.textures = GLSORT_ORDER_TEXTURE_ORDER | GLSORT_ORDER_TEXTURE_DEPTHS |
                            GLSORT_ORDER_TEXTURE_VISIBLE;
        if (limits.is_gles && desc.primitive.vertices > 0)
            desc.textures |= GLSORT_ORDER_TEXTURE_POSITIONS;
        struct host_order o;
        host_order_open(&o, &limits, &desc);
        for (uint32_t count = 100; count <= 20000; count *= 200) {
            host_order_build(&o, count, 2);
            collect(all, &o.core.schedule);
            check_origin(&o.core.schedule, false);
        }
        host_order_close(&o);
    }
}

TEST(a_search_for_a_purpose_finds_one_builder)
{
    struct purposes all = {.count = 0};
    char* sources = calloc(SOURCE_BYTES, 1);
    assert_non_null(sources);
    append_folder(sources, GLSORT_SOURCE_FOLDER);
    for (uint32_t i = 0; i < host_setup_count(); ++i) {
        collect_setup(&all, host_setup_at(i), 700);
        collect_setup(&all, host_setup_at(i), 20000);
    }
    collect_wide(&all);
    collect_orders(&all);
    for (uint32_t i = 0; i < all.count; ++i)
        check_purpose(&all, i, sources);
    free(sources);
}
