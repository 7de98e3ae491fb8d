// SPDX-License-Identifier: MIT
// Every sentence that refuses a plan names the fields that do not fit with what was asked
// for, no other field, and the device only where the device is the reason.
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "host_test.h"
#include "refusal.h"
#include "plans.h"
#include "desc.h"

#include <glsort/glsort_inspect.h>

#define FRAGMENT .backend = GLSORT_BACKEND_FRAGMENT
#define COMPUTE .backend = GLSORT_BACKEND_COMPUTE
#define TUNING(...)                                                                      \
    .tuning = &(const glsort_tuning)                                                     \
    {                                                                                    \
        __VA_ARGS__                                                                      \
    }
#define METHOD(NAME) TUNING(.method = GLSORT_METHOD_##NAME)
#define ALGORITHM(NAME) TUNING(.algorithm = GLSORT_ALGORITHM_##NAME)
#define FROM_BUFFER .count_source = GLSORT_COUNT_FROM_BUFFER
#define TEXTURES .textures = GLSORT_TEXTURES_ALL

enum { FIELDS = 14, MOST_NAMED = 5 };

// Of glsort_sort_desc and its tuning.
static const char* const fields[FIELDS] = {
    "algorithm ",  "backend ",    "count_source ", "textures ",    "flags ",
    "key ",        "values ",     "method ",       "first_bit ",   "bit_count ",
    "local_size ", "merge_size ", "key_stride ",   "value_stride "};

// The limits of a device that differ from the minimum of its version; 0: the minimum.
struct lacks {
    uint32_t version;
    int is_gles;
    uint32_t storage_blocks;
    uint32_t group_size;
    uint32_t shared_bytes;
    uint32_t draw_buffers; // one more than there are
    uint32_t texture_layers;
};

struct refused {
    glsort_sort_desc desc;
    struct lacks lacks;
    const char* limit;             // words of the sentence
    const char* named[MOST_NAMED]; // fields with their values, no others
    const char* device;            // what it says of the device, or NULL
};

static const struct refused table[] = {
    {{TUNING(.algorithm = GLSORT_ALGORITHM_ABISORT_TREE, .local_size = 3),
      .bit_count = 5},
     {0},
     "power of two",
     {"local_size 3"},
     NULL},
    {{TUNING(.algorithm = GLSORT_ALGORITHM_ABISORT_TREE, .merge_size = 6),
      .bit_count = 5},
     {0},
     "power of two",
     {"merge_size 6"},
     NULL},
    {{TUNING(.algorithm = GLSORT_ALGORITHM_ABISORT_TREE, .merge_size = 1)},
     {0},
     "at least 2",
     {"merge_size 1"},
     NULL},
    {{.first_bit = 20, .bit_count = 13},
     {0},
     "otherwise 32",
     {"first_bit 20", "bit_count 13", "key U32"},
     NULL},
    {{.key = GLSORT_KEY_U16, .first_bit = 16},
     {0},
     "16 for u16",
     {"first_bit 16", "bit_count 0", "key U16"},
     NULL},
    {{COMPUTE}, {.version = 330}, "needs GL 4.3", {"backend COMPUTE"}, "GL 3.3"},
    {{.key_stride = 6}, {0}, "a multiple of 4", {"key U32", "key_stride 6"}, NULL},
    {{.key_stride = 4, .key = GLSORT_KEY_I64},
     {0},
     "at least the bytes of a key",
     {"key I64", "key_stride 4"},
     NULL},
    {{.value_stride = 8},
     {0},
     "this plan lacks",
     {"values NONE", "value_stride 8"},
     NULL},
    {{.value_stride = 8, .values = GLSORT_VALUES_16_BYTES},
     {0},
     "at least the bytes of a value",
     {"values 16_BYTES", "value_stride 8"},
     NULL},
    {{.key_stride = 8, FRAGMENT, .textures = GLSORT_TEXTURE_KEYS_IN},
     {0},
     "keys_in is a texture",
     {"textures 1", "key_stride 8"},
     NULL},
    {{.value_stride = 8,
      FRAGMENT,
      .values = GLSORT_VALUES_4_BYTES,
      .textures = GLSORT_TEXTURE_VALUES_IN},
     {0},
     "values_in is a texture",
     {"textures 4", "value_stride 8"},
     NULL},
    {{COMPUTE, TEXTURES},
     {0},
     "needs the fragment backend",
     {"textures 15", "backend COMPUTE"},
     NULL},
    {{.flags = GLSORT_PLAN_DISCARD_KEYS},
     {0},
     "GLSORT_PLAN_DISCARD_KEYS",
     {"flags 1", "values NONE"},
     NULL},
    // The method, the algorithm and the backend must fit together.
    {{TUNING(.algorithm = GLSORT_ALGORITHM_RADIX, .method = GLSORT_METHOD_RANK)},
     {0},
     "belongs to another algorithm",
     {"algorithm RADIX", "method RANK"},
     NULL},
    {{TUNING(.algorithm = GLSORT_ALGORITHM_ABISORT, .method = GLSORT_METHOD_TREE),
      FRAGMENT},
     {0},
     "belongs to another algorithm",
     {"algorithm ABISORT", "method TREE"},
     NULL},
    {{METHOD(BITONIC_COLUMNS), COMPUTE},
     {0},
     "needs the fragment backend",
     {"method BITONIC_COLUMNS", "backend COMPUTE"},
     NULL},
    {{TUNING(.algorithm = GLSORT_ALGORITHM_BITONIC,
             .method = GLSORT_METHOD_BITONIC_BLOCKS),
      FRAGMENT},
     {0},
     "needs the compute backend",
     {"algorithm BITONIC", "method BITONIC_BLOCKS", "backend FRAGMENT"},
     NULL},
    {{METHOD(BITONIC_BLOCKS)},
     {.version = 330},
     "needs the compute backend",
     {"method BITONIC_BLOCKS", "backend AUTO"},
     "GL 3.3"},
    {{ALGORITHM(RANK), FRAGMENT},
     {0},
     "scatter",
     {"algorithm RANK", "backend FRAGMENT", "textures 0"},
     NULL},
    {{METHOD(RANK_ALL)},
     {.version = 330},
     "scatter",
     {"method RANK_ALL", "backend AUTO", "textures 0"},
     "GL 3.3"},
    {{ALGORITHM(RADIX), FRAGMENT},
     {.draw_buffers = 4},
     "needs 4 draw buffers",
     {"algorithm RADIX", "backend FRAGMENT"},
     "this device has 3 draw buffers"},
    {{METHOD(RADIX_GATHER)},
     {.texture_layers = 3},
     "4 layers",
     {"method RADIX_GATHER", "backend AUTO"},
     "this device has 3 layers"},
    {{METHOD(RADIX_ITEMS), TEXTURES},
     {0},
     "needs the compute backend",
     {"method RADIX_ITEMS", "backend AUTO", "textures 15"},
     NULL},
    {{METHOD(RADIX_CHAIN)},
     {.version = 330},
     "needs the compute backend",
     {"method RADIX_CHAIN", "backend AUTO", "textures 0"},
     "GL 3.3"},
    // Fields that mean nothing to the method.
    {{TUNING(.local_size = 8)},
     {0},
     "local_size is for",
     {"local_size 8", "algorithm AUTO", "method AUTO"},
     NULL},
    {{TUNING(.algorithm = GLSORT_ALGORITHM_BITONIC, .local_size = 64)},
     {0},
     "local_size is for",
     {"local_size 64", "algorithm BITONIC"},
     NULL},
    {{TUNING(.method = GLSORT_METHOD_BITONIC_LOCAL_READ, .merge_size = 16)},
     {0},
     "merge_size is for",
     {"merge_size 16", "method BITONIC_LOCAL_READ"},
     NULL},
    {{ALGORITHM(ABISORT_TREE), FROM_BUFFER},
     {0},
     "known on the CPU",
     {"algorithm ABISORT_TREE", "backend AUTO", "count_source BUFFER"},
     NULL},
    {{METHOD(BITONIC_TWO_KERNELS), FROM_BUFFER},
     {0},
     "known on the CPU",
     {"method BITONIC_TWO_KERNELS", "backend AUTO", "count_source BUFFER"},
     NULL},
    {{ALGORITHM(BITONIC), FRAGMENT, FROM_BUFFER},
     {0},
     "known on the CPU",
     {"algorithm BITONIC", "backend FRAGMENT", "count_source BUFFER"},
     NULL},
    // What an algorithm needs.
    {{ALGORITHM(ABISORT), FRAGMENT},
     {.draw_buffers = 4},
     "needs 4 draw buffers",
     {"algorithm ABISORT", "backend FRAGMENT"},
     "this device has 3 draw buffers"},
    {{ALGORITHM(ABISORT)},
     {.version = 300, .is_gles = 1, .draw_buffers = 4},
     "needs 4 draw buffers",
     {"algorithm ABISORT", "backend AUTO"},
     "this device has GL ES 3.0, 3 draw buffers"},
    {{ALGORITHM(ABISORT), FRAGMENT},
     {.texture_layers = 3},
     "4 layers",
     {"algorithm ABISORT", "backend FRAGMENT"},
     "this device has 3 layers"},
    {{METHOD(ABISORT_FUSED), COMPUTE},
     {.group_size = 128},
     "needs work groups of 256",
     {"method ABISORT_FUSED", "backend COMPUTE"},
     "work groups of 128"},
    {{METHOD(ABISORT_FUSED), COMPUTE},
     {.shared_bytes = 8192},
     "needs 8452 bytes",
     {"method ABISORT_FUSED", "backend COMPUTE"},
     "8192 bytes"},
    {{METHOD(RANK)},
     {.group_size = 128},
     "needs work groups of 256",
     {"method RANK"},
     "work groups of 128"},
    {{METHOD(RANK)},
     {.shared_bytes = 8191},
     "needs 8192 bytes",
     {"method RANK"},
     "8191 bytes"},
    {{METHOD(RANK_ALL)},
     {.group_size = 128},
     "needs work groups of 256",
     {"method RANK_ALL"},
     "work groups of 128"},
    {{METHOD(RANK_ALL)},
     {.shared_bytes = 8319},
     "needs 8320 bytes",
     {"method RANK_ALL"},
     "8319 bytes"},
    {{FRAGMENT, TUNING(.algorithm = GLSORT_ALGORITHM_ABISORT_TREE, .local_size = 32)},
     {0},
     "at most 16",
     {"local_size 32", "backend FRAGMENT"},
     NULL},
    {{FRAGMENT, TUNING(.algorithm = GLSORT_ALGORITHM_ABISORT_TREE, .merge_size = 32)},
     {0},
     "at most 16",
     {"merge_size 32", "backend FRAGMENT"},
     NULL},
    {{TUNING(.algorithm = GLSORT_ALGORITHM_ABISORT_TREE, .local_size = 2048)},
     {0},
     "at most 1024",
     {"local_size 2048", "backend AUTO"},
     NULL},
    {{TUNING(.algorithm = GLSORT_ALGORITHM_ABISORT_TREE, .merge_size = 2048)},
     {0},
     "at most 1024",
     {"merge_size 2048", "backend AUTO"},
     NULL},
    {{ALGORITHM(ABISORT_TREE), FRAGMENT},
     {.draw_buffers = 4},
     "needs 4 draw buffers",
     {"algorithm ABISORT_TREE", "backend FRAGMENT"},
     "this device has 3 draw buffers"},
    {{TUNING(.method = GLSORT_METHOD_BITONIC_LOCAL_KEEP, .local_size = 2048)},
     {0},
     "at most 1024",
     {"local_size 2048"},
     NULL},
    {{ALGORITHM(BITONIC), COMPUTE},
     {.group_size = 128},
     "needs work groups of 256",
     {"algorithm BITONIC", "backend COMPUTE"},
     "work groups of 128"},
    {{TUNING(.method = GLSORT_METHOD_BITONIC_LOCAL_READ, .local_size = 1024)},
     {.group_size = 512},
     "at most the size of a work group",
     {"method BITONIC_LOCAL_READ", "local_size 1024"},
     "work groups of 512"},
    {{ALGORITHM(BITONIC), COMPUTE},
     {.shared_bytes = 16383},
     "16384 bytes",
     {"algorithm BITONIC", "backend COMPUTE"},
     "this device has 16383 bytes of shared memory"},
    {{ALGORITHM(BITONIC), FRAGMENT},
     {.draw_buffers = 4},
     "needs 4 draw buffers",
     {"algorithm BITONIC"},
     "this device has 3 draw buffers"},
    {{METHOD(BITONIC_PACKED)},
     {.texture_layers = 3},
     "4 layers",
     {"method BITONIC_PACKED"},
     "this device has 3 layers"},
    {{METHOD(RADIX_TILES)},
     {.group_size = 128},
     "needs work groups of 256",
     {"method RADIX_TILES"},
     "work groups of 128"},
    {{METHOD(RADIX_TILES)},
     {.shared_bytes = 14399},
     "needs 14400 bytes",
     {"method RADIX_TILES"},
     "14399 bytes"},
    {{METHOD(RADIX_CHAIN)},
     {.group_size = 512},
     "needs work groups of 1024",
     {"method RADIX_CHAIN"},
     "work groups of 512"},
    {{METHOD(RADIX_CHAIN)},
     {.shared_bytes = 16384},
     "needs 22596 bytes",
     {"method RADIX_CHAIN"},
     "16384 bytes"},
    // What compute shaders of GLES need.
    {{COMPUTE},
     {.version = 310, .is_gles = 1, .storage_blocks = 7},
     "needs 8 storage blocks",
     {"backend COMPUTE"},
     "this device has 7 storage blocks"},
    {{METHOD(RADIX_ITEMS), COMPUTE},
     {.version = 320, .is_gles = 1, .group_size = 255},
     "needs work groups of 256",
     {"backend COMPUTE"},
     "work groups of 255"},
    {{COMPUTE},
     {.version = 300, .is_gles = 1},
     "needs GL 4.3 or GLES 3.1",
     {"backend COMPUTE"},
     "GL ES 3.0"},
    {{METHOD(RADIX_ITEMS)},
     {.version = 310, .is_gles = 1, .storage_blocks = 4},
     "needs the compute backend",
     {"method RADIX_ITEMS", "backend AUTO", "textures 0"},
     "this device has 4 storage blocks"},
    // Of elements that are made of such sorts.
    {{METHOD(RADIX_CHAIN), FRAGMENT, .key = GLSORT_KEY_U64,
      .values = GLSORT_VALUES_16_BYTES},
     {0},
     "needs the compute backend",
     {"method RADIX_CHAIN", "backend FRAGMENT", "textures 0"},
     NULL},
};

static glsort_limits limits_of(const struct lacks* lacks)
{
    glsort_limits limits;
    uint32_t version = lacks->version == 0 ? 430 : lacks->version;
    assert_int_equal(glsort_limits_minimum(version, lacks->is_gles, &limits), GLSORT_OK);
    if (lacks->storage_blocks != 0)
        limits.storage_blocks = lacks->storage_blocks;
    if (lacks->group_size != 0)
        limits.group_size = lacks->group_size;
    if (lacks->is_gles)
        limits.has_compute = glsort_refusal_of_compute(&limits).sentence == NULL;
    if (lacks->shared_bytes != 0)
        limits.shared_bytes = lacks->shared_bytes;
    if (lacks->draw_buffers != 0)
        limits.draw_buffers = lacks->draw_buffers - 1;
    if (lacks->texture_layers != 0)
        limits.texture_layers = lacks->texture_layers;
    return limits;
}

static bool is_named(const struct refused* r, const char* field)
{
    for (int i = 0; i < MOST_NAMED && r->named[i] != NULL; ++i)
        if (strncmp(r->named[i], field, strlen(field)) == 0)
            return true;
    return false;
}

static void check_words(size_t at, const char* text)
{
    const struct refused* r = &table[at];
    const char* asked = strstr(text, "; asked for: ");
    if (strstr(text, r->limit) == NULL || asked == NULL)
        fail_msg("%zu: \"%s\" does not say \"%s\" and what was asked for", at, text,
                 r->limit);
    for (int i = 0; i < MOST_NAMED && r->named[i] != NULL; ++i)
        if (strstr(asked, r->named[i]) == NULL)
            fail_msg("%zu: \"%s\" does not name \"%s\"", at, text, r->named[i]);
    for (int i = 0; i < FIELDS; ++i) {
        if (!is_named(r, fields[i]) && strstr(asked, fields[i]) != NULL)
            fail_msg("%zu: \"%s\" names %s, which fits", at, text, fields[i]);
    }
    const char* device = strstr(text, "this device has");
    if ((device != NULL) != (r->device != NULL) ||
        (device != NULL && strstr(device, r->device) == NULL))
        fail_msg("%zu: \"%s\" does not say \"%s\" of the device", at, text,
                 r->device == NULL ? "nothing" : r->device);
}

static void every_refusal_names_what_does_not_fit_and_nothing_else(void** state)
{
    for (size_t at = 0; at < sizeof table / sizeof table[0]; ++at) {
        char text[512] = "";
        glsort_plan* plan = NULL;
        glsort_sort_desc desc = table[at].desc;
        const glsort_limits limits = limits_of(&table[at].lacks);
        desc.max_count = 100;
        glsort_result result = offline_sort(&limits, &desc, text, sizeof text, &plan);
        if (result != GLSORT_ERROR_UNSUPPORTED)
            fail_msg("%zu: %s, \"%s\"", at, glsort_result_name(result), text);
        assert_null(plan);
        check_words(at, text);
        // glsort_max_count gives the sentence without what was asked for.
        const char* reason = NULL;
        assert_int_equal(glsort_max_count(&limits, &desc, &reason), 0);
        assert_non_null(strstr(reason, table[at].limit));
    }
}

// ---- fields that mean nothing ---------------------------------------------------------

// Every field that some methods use and others do not, with a value that all of its users
// take, and its users.
#define BIT(NAME) (1u << GLSORT_METHOD_##NAME)

static const struct {
    glsort_sort_desc desc;
    const char* asked;
    uint32_t users;
} options[] = {
    {{TUNING(.local_size = 4)},
     "local_size 4",
     BIT(TREE) | BIT(TREE_SIMPLE) | BIT(BITONIC_LOCAL_READ) | BIT(BITONIC_LOCAL_KEEP)},
    {{TUNING(.merge_size = 4)}, "merge_size 4", BIT(TREE) | BIT(TREE_SIMPLE)},
    {{FROM_BUFFER},
     "count_source BUFFER",
     BIT(ABISORT_FUSED) | BIT(ABISORT_PARTITION) | BIT(RANK) | BIT(RANK_ALL) |
         BIT(BITONIC_BLOCKS) | BIT(RADIX_TILES) | BIT(RADIX_ITEMS) | BIT(RADIX_CHAIN) |
         BIT(RADIX_GATHER)},
};

static void check_option(const glsort_limits* limits, size_t option,
                         const glsort_form* form, bool names_algorithm)
{
    char text[512] = "";
    glsort_plan* plan = NULL;
    glsort_sort_desc desc = options[option].desc;
    desc.max_count = 100;
    glsort_tuning tuning = tuning_of(desc.tuning);
    tuning.method = form->desc.tuning->method;
    desc.tuning = &tuning;
    desc.backend = form->desc.backend;
    if (names_algorithm)
        tuning.algorithm = form->desc.tuning->algorithm;
    const bool used = (options[option].users & 1u << desc.tuning->method) != 0;
    glsort_result result = offline_sort(limits, &desc, text, sizeof text, &plan);
    if (result != (used ? GLSORT_OK : GLSORT_ERROR_UNSUPPORTED))
        fail_msg("%s with %s: \"%s\"", form->name, options[option].asked, text);
    if (!used && strstr(text, options[option].asked) == NULL)
        fail_msg("%s: \"%s\" does not name \"%s\"", form->name, text,
                 options[option].asked);
    const char* reason = NULL;
    assert_int_equal(glsort_max_count(limits, &desc, &reason) > 0, used);
    if (!used)
        assert_memory_equal(text + strlen("glsort_sort_create: "), reason,
                            strlen(reason));
    glsort_plan_destroy(plan);
}

static void a_field_that_means_nothing_to_a_method_is_refused_by_its_name(void** state)
{
    const glsort_form* form;
    glsort_limits limits = limits_of(&(struct lacks){0});
    uint32_t seen = 0;
    for (uint32_t at = 0; (form = glsort_form_at(at)) != NULL; ++at) {
        seen |= 1u << form->desc.tuning->method;
        for (size_t i = 0; i < sizeof options / sizeof options[0]; ++i)
            for (int named = 0; named < 2; ++named)
                check_option(&limits, i, form, named != 0);
    }
    assert_int_equal(seen, (2u << GLSORT_METHOD_RADIX_GATHER) - 2); // all but AUTO
}

// The passes of the plan after the caller's struct has changed.
static uint32_t passes_after(glsort_tuning tuning)
{
    const glsort_limits limits = limits_of(&(struct lacks){0});
    const glsort_sort_desc desc = {.max_count = 9000, .tuning = &tuning};
    glsort_plan_info info;
    glsort_plan* plan = NULL;
    assert_int_equal(glsort_sort_create(offline_context(&limits), &desc, &plan),
                     GLSORT_OK);
    tuning = (glsort_tuning){.method = (glsort_method)99, .merge_size = 3};
    assert_int_equal(glsort_plan_describe(plan, 9000, 0, &info), GLSORT_OK);
    glsort_plan_destroy(plan);
    return info.pass_count;
}

static void a_plan_keeps_its_tuning_when_the_callers_struct_changes(void** state)
{
    const glsort_method tree = GLSORT_METHOD_TREE;
    const uint32_t most = passes_after((glsort_tuning){.method = tree, .merge_size = 2});
    const uint32_t few = passes_after((glsort_tuning){.method = tree, .merge_size = 256});
    assert_true(few < most);
}

static void a_method_and_an_algorithm_agree_or_are_refused(void** state)
{
    const glsort_form* form;
    glsort_limits limits = limits_of(&(struct lacks){0});
    for (uint32_t at = 0; (form = glsort_form_at(at)) != NULL; ++at)
        for (uint32_t a = 0; a < glsort_algorithm_count(); ++a)
            for (int b = GLSORT_BACKEND_COMPUTE; b <= GLSORT_BACKEND_FRAGMENT; ++b) {
                glsort_sort_desc desc = {TUNING(.algorithm = (glsort_algorithm)a,
                                                .method = form->desc.tuning->method)};
                desc.backend = (glsort_backend)b;
                bool same = a == GLSORT_ALGORITHM_AUTO ||
                            a == (uint32_t)form->desc.tuning->algorithm;
                bool any = desc.backend == form->desc.backend ||
                           desc.tuning->method <= GLSORT_METHOD_TREE_SIMPLE ||
                           desc.tuning->method == GLSORT_METHOD_TREE_STAGES;
                assert_int_equal(glsort_max_count(&limits, &desc, NULL) > 0, same && any);
            }
}

static void a_limit_that_no_device_has_is_named_with_its_value(void** state)
{
    for (int i = 0; i < 3; ++i) {
        static const char* const words[] = {
            "limits.uniform_alignment must be a power of two, at most 4096; it is 24",
            "limits.storage_alignment must be a power of two, at most 4096; it is 0",
            "limits.group_count must be at least 1; it is 0"};
        char text[512] = "";
        glsort_plan* plan = NULL;
        glsort_sort_desc desc = {.max_count = 100};
        glsort_limits limits = limits_of(&(struct lacks){0});
        if (i == 0)
            limits.uniform_alignment = 24;
        else if (i == 1)
            limits.storage_alignment = 0;
        else
            limits.group_count = 0;
        assert_int_equal(offline_sort(&limits, &desc, text, sizeof text, &plan),
                         GLSORT_ERROR_ARGUMENT);
        if (strstr(text, words[i]) == NULL)
            fail_msg("\"%s\" does not say \"%s\"", text, words[i]);
        const char* reason = NULL;
        assert_int_equal(glsort_max_count(&limits, &desc, &reason), 0);
        assert_non_null(strstr(words[i], reason));
    }
}

static void glsort_max_count_names_the_field_with_a_value_of_no_enumerant(void** state)
{
    const char* reason = NULL;
    const glsort_limits limits = limits_of(&(struct lacks){0});
    const glsort_sort_desc desc = {TUNING(.method = (glsort_method)99)};
    assert_int_equal(glsort_max_count(&limits, &desc, &reason), 0);
    assert_string_equal(reason, "tuning->method has a value that no enumerant has");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_refusal_names_what_does_not_fit_and_nothing_else),
        cmocka_unit_test(a_field_that_means_nothing_to_a_method_is_refused_by_its_name),
        cmocka_unit_test(a_method_and_an_algorithm_agree_or_are_refused),
        cmocka_unit_test(a_plan_keeps_its_tuning_when_the_callers_struct_changes),
        cmocka_unit_test(glsort_max_count_names_the_field_with_a_value_of_no_enumerant),
        cmocka_unit_test(a_limit_that_no_device_has_is_named_with_its_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
