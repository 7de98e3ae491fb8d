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
#define FROM_BUFFER .count_source = GLSORT_COUNT_FROM_BUFFER
#define TEXTURES .textures = GLSORT_TEXTURES_ALL

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
    const char* limit; // words of the sentence
    const char*
        asked; // its end: the fields that do not fit, and the device if that is why
};

#define ROW(LIMIT, ASKED, ...)                                                           \
    {                                                                                    \
        {__VA_ARGS__}, {0}, LIMIT, ASKED                                                 \
    }
#define ROW_ON(LACKS, LIMIT, ASKED, ...)                                                 \
    {                                                                                    \
        {__VA_ARGS__}, {UNPACK LACKS}, LIMIT, ASKED                                      \
    }
#define UNPACK(...) __VA_ARGS__

static const struct refused table[] = {
    ROW("power of two", "tuning->local_size 3",
        TUNING(.algorithm = GLSORT_ALGORITHM_ABISORT_TREE, .local_size = 3),
        .bit_count = 5),
    ROW("at least 2", "tuning->merge_size 1",
        TUNING(.algorithm = GLSORT_ALGORITHM_ABISORT_TREE, .merge_size = 1)),
    ROW("otherwise 32", "key U32, first_bit 20, bit_count 13", .first_bit = 20,
        .bit_count = 13),
    ROW("16 for u16", "key U16, first_bit 16, bit_count 0", .key = GLSORT_KEY_U16,
        .first_bit = 16),
    ROW_ON((.version = 330), "needs GL 4.3", "backend COMPUTE; this device has GL 3.3",
           COMPUTE),
    ROW("a multiple of 4", "key U32, key_stride 6", .key_stride = 6),
    ROW("at least the bytes of a key", "key I64, key_stride 4", .key_stride = 4,
        .key = GLSORT_KEY_I64),
    ROW("this plan lacks", "values NONE, value_stride 8", .value_stride = 8),
    ROW("keys_in is a texture", "textures 1, key_stride 8", .key_stride = 8, FRAGMENT,
        .textures = GLSORT_TEXTURE_KEYS_IN),
    ROW("needs the fragment backend", "backend COMPUTE, textures 15", COMPUTE, TEXTURES),
    ROW("GLSORT_PLAN_DISCARD_KEYS", "flags 1, values NONE",
        .flags = GLSORT_PLAN_DISCARD_KEYS),
    // The method, the algorithm and the backend must fit together.
    ROW("belongs to another algorithm", "tuning->algorithm RADIX, tuning->method RANK",
        TUNING(.algorithm = GLSORT_ALGORITHM_RADIX, .method = GLSORT_METHOD_RANK)),
    ROW("needs the fragment backend", "backend COMPUTE, tuning->method BITONIC_COLUMNS",
        METHOD(BITONIC_COLUMNS), COMPUTE),
    ROW_ON((.version = 330), "scatter",
           "backend AUTO, textures 0, tuning->method RANK_ALL; this device has GL 3.3",
           METHOD(RANK_ALL)),
    ROW("needs the compute backend",
        "backend AUTO, textures 15, tuning->method RADIX_ITEMS", METHOD(RADIX_ITEMS),
        TEXTURES),
    // Fields that mean nothing to the method.
    ROW("local_size is for",
        "tuning->algorithm AUTO, tuning->method AUTO, tuning->local_size 8",
        TUNING(.local_size = 8)),
    // What an algorithm needs.
    ROW_ON((.draw_buffers = 4), "needs 4 draw buffers",
           "tuning->algorithm ABISORT, backend FRAGMENT; this device has 3 draw buffers",
           ALGORITHM(ABISORT), FRAGMENT),
    ROW_ON((.version = 300, .is_gles = 1, .draw_buffers = 4), "needs 4 draw buffers",
           "tuning->algorithm ABISORT, backend AUTO; this device has GL ES 3.0, 3 draw "
           "buffers",
           ALGORITHM(ABISORT)),
    ROW_ON((.texture_layers = 3), "4 layers",
           "tuning->algorithm ABISORT, backend FRAGMENT; this device has 3 layers",
           ALGORITHM(ABISORT), FRAGMENT),
    ROW_ON((.shared_bytes = 8191), "needs 8192 bytes",
           "tuning->method RANK; this device has 8191 bytes of shared memory",
           METHOD(RANK)),
    ROW("at most 16", "backend FRAGMENT, tuning->local_size 32", FRAGMENT,
        TUNING(.algorithm = GLSORT_ALGORITHM_ABISORT_TREE, .local_size = 32)),
    ROW("at most 1024", "backend AUTO, tuning->local_size 2048",
        TUNING(.algorithm = GLSORT_ALGORITHM_ABISORT_TREE, .local_size = 2048)),
    ROW("at most 1024", "tuning->local_size 2048",
        TUNING(.method = GLSORT_METHOD_BITONIC_LOCAL_KEEP, .local_size = 2048)),
    ROW_ON((.group_size = 512), "at most the size of a work group",
           "tuning->method BITONIC_LOCAL_READ, tuning->local_size 1024; this device has "
           "work groups of 512",
           TUNING(.method = GLSORT_METHOD_BITONIC_LOCAL_READ, .local_size = 1024)),
    ROW_ON((.shared_bytes = 16383), "16384 bytes",
           "tuning->algorithm BITONIC, backend COMPUTE; this device has 16383 bytes of "
           "shared memory",
           ALGORITHM(BITONIC), COMPUTE),
    ROW_ON((.group_size = 512), "needs work groups of 1024",
           "tuning->method RADIX_CHAIN; this device has work groups of 512",
           METHOD(RADIX_CHAIN)),
    // What compute shaders of GLES need.
    ROW_ON((.version = 310, .is_gles = 1, .storage_blocks = 7), "needs 8 storage blocks",
           "backend COMPUTE; this device has 7 storage blocks", COMPUTE),
    ROW_ON((.version = 310, .is_gles = 1, .storage_blocks = 4),
           "needs the compute backend",
           "backend AUTO, textures 0, tuning->method RADIX_ITEMS; this device has 4 "
           "storage blocks",
           METHOD(RADIX_ITEMS)),
    // Of elements that are made of such sorts.
    ROW("needs the compute backend",
        "backend FRAGMENT, textures 0, tuning->method RADIX_CHAIN", METHOD(RADIX_CHAIN),
        FRAGMENT, .key = GLSORT_KEY_U64, .values = GLSORT_VALUES_16_BYTES),
};

static glsort_limits limits_of(const struct lacks* lacks)
{
    uint32_t version = lacks->version == 0 ? 430 : lacks->version;
    glsort_limits limits = least_limits(version, lacks->is_gles);
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

TEST(every_refusal_names_what_does_not_fit_and_nothing_else)
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
        const char* asked = strstr(text, "; asked for: ");
        if (strstr(text, table[at].limit) == NULL || asked == NULL ||
            strcmp(asked + strlen("; asked for: "), table[at].asked) != 0)
            fail_msg("%zu: \"%s\" does not say \"%s\", \"%s\"", at, text, table[at].limit,
                     table[at].asked);
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

TEST(a_field_that_means_nothing_to_a_method_is_refused_by_its_name)
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

TEST(a_plan_keeps_its_tuning_when_the_callers_struct_changes)
{
    const glsort_method tree = GLSORT_METHOD_TREE;
    const uint32_t most = passes_after((glsort_tuning){.method = tree, .merge_size = 2});
    const uint32_t few = passes_after((glsort_tuning){.method = tree, .merge_size = 256});
    assert_true(few < most);
}

TEST(a_method_and_an_algorithm_agree_or_are_refused)
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

TEST(glsort_max_count_names_the_field_with_a_value_of_no_enumerant)
{
    const char* reason = NULL;
    const glsort_limits limits = limits_of(&(struct lacks){0});
    const glsort_sort_desc desc = {TUNING(.method = (glsort_method)99)};
    assert_int_equal(glsort_max_count(&limits, &desc, &reason), 0);
    assert_string_equal(reason, "tuning->method has a value that no enumerant has");
}
