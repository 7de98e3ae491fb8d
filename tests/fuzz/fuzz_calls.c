// SPDX-License-Identifier: MIT
// Random calls in random order with random arguments: right ones, NULL, values that are
// no enumerants, names that are no objects, steps without a begin and begins without an
// end.
//
// A case holds some plans, buffers and textures and makes some hundred calls. Each must
// work or be refused with a sentence; none may crash, leave a GL error or touch a buffer
// that it was never given. Respected is what the header demands of a caller: plans are
// destroyed before their context, textures have the format and size that the arguments
// say, and buffers of an open run are not deleted. In the end every plan that is left
// must still sort.
#include <string.h>

#include "fuzz_job.h"
#include "fuzz_keys.h"
#include "fuzz_plan.h"
#include "plans.h"

enum {
    PLANS = 3,
    BUFFERS = 5,
    TEXTURES = 2, // of each size of texels
    CALLS_MOST = 120,
    COUNT_MOST = 700,
    BYSTANDER_WORDS = 1000,
    TEXTURE_WIDTH = 31,
    TEXTURE_ROWS = 29
};

struct calls {
    struct fuzz_world* world;
    struct fuzz_random* r;
    glsort_plan* plans[PLANS]; // NULL: none
    bool open[PLANS];          // a run is, with all its passes done perhaps
    glsort_sort_desc descs[PLANS];
    glsort_tuning tunings[PLANS]; // theirs
    struct fuzz_memory buffers[BUFFERS];
    struct fuzz_memory textures[5][TEXTURES]; // by the words of a texel: 1, 2 or 4
    struct fuzz_memory bystander;             // given to no call
};

// ---- drawing arguments ----------------------------------------------------------------

static uint32_t draw_plan(struct calls* c)
{
    return fuzz_below(c->r, PLANS);
}

static uint64_t draw_offset(struct calls* c, const struct fuzz_memory* memory)
{
    switch (fuzz_below(c->r, 8)) {
    case 0: return fuzz_below(c->r, 9000);
    case 1: return fuzz_bits(c->r);
    case 2: return (uint64_t)memory->words * 4;
    case 3: return UINT64_MAX - fuzz_below(c->r, 9);
    default: return 4 * fuzz_below(c->r, 200);
    }
}

static glsort_resource draw_buffer(struct calls* c)
{
    const struct fuzz_memory* memory = &c->buffers[fuzz_below(c->r, BUFFERS)];
    glsort_resource resource = {
        .name = memory->name,
        .offset = fuzz_one_in(c->r, 2) ? 0 : draw_offset(c, memory),
    };
    if (fuzz_one_in(c->r, 16))
        resource.name = fuzz_word(c->r) | 1u << 20; // far from any name in use
    if (fuzz_one_in(c->r, 32))
        resource.width = fuzz_word(c->r);
    return resource;
}

static glsort_resource draw_texture(struct calls* c, uint32_t element_words)
{
    const struct fuzz_memory* memory =
        &c->textures[element_words][fuzz_below(c->r, TEXTURES)];
    glsort_resource resource = {.name = memory->name, .width = memory->width};
    if (fuzz_one_in(c->r, 16))
        resource.width = fuzz_one_in(c->r, 2) ? 0 : UINT32_MAX - fuzz_below(c->r, 9);
    if (fuzz_one_in(c->r, 16))
        resource.offset = fuzz_bits(c->r);
    return resource;
}

// Mostly what the plan wants at this place, sometimes the opposite.
static glsort_resource draw_resource(struct calls* c, bool texture,
                                     uint32_t element_words, bool wanted)
{
    if (fuzz_one_in(c->r, 16))
        wanted = !wanted;
    if (!wanted)
        return (glsort_resource){0};
    if (fuzz_one_in(c->r, 24) || element_words == 0)
        texture = false;
    return texture ? draw_texture(c, element_words) : draw_buffer(c);
}

static uint32_t draw_consumers(struct calls* c)
{
    return fuzz_one_in(c->r, 12) ? fuzz_word(c->r) : fuzz_below(c->r, 256);
}

static glsort_sort_args draw_args(struct calls* c, const glsort_sort_desc* desc)
{
    uint32_t keys = fuzz_key_words(desc->key);
    uint32_t values = fuzz_value_words(desc->values);
    bool discards = (desc->flags & GLSORT_PLAN_DISCARD_KEYS) != 0;
    bool counts = desc->count_source == GLSORT_COUNT_FROM_BUFFER;
    glsort_sort_args args = {.count = fuzz_below(c->r, desc->max_count + 2)};
    args.consumers = draw_consumers(c);
    args.keys_in =
        draw_resource(c, (desc->textures & GLSORT_TEXTURE_KEYS_IN) != 0, keys, true);
    args.keys_out = draw_resource(c, (desc->textures & GLSORT_TEXTURE_KEYS_OUT) != 0,
                                  keys, !discards);
    args.values_in = draw_resource(c, (desc->textures & GLSORT_TEXTURE_VALUES_IN) != 0,
                                   values, desc->values >= GLSORT_VALUES_4_BYTES);
    args.values_out = draw_resource(c, (desc->textures & GLSORT_TEXTURE_VALUES_OUT) != 0,
                                    values, values > 0);
    if (counts != fuzz_one_in(c->r, 24))
        args.count_in = draw_buffer(c);
    return args;
}

// ---- calls with a plan ----------------------------------------------------------------

static void call_run(struct calls* c)
{
    uint32_t at = draw_plan(c);
    glsort_sort_args args = draw_args(c, &c->descs[at]);
    const glsort_sort_args* given = fuzz_one_in(c->r, 24) ? NULL : &args;
    fuzz_expect_sane(c->world, "glsort_sort_run", glsort_sort_run(c->plans[at], given),
                     glsort_plan_last_error(c->plans[at]));
}

static void call_begin(struct calls* c)
{
    uint32_t at = draw_plan(c);
    glsort_sort_args args = draw_args(c, &c->descs[at]);
    const glsort_sort_args* given = fuzz_one_in(c->r, 24) ? NULL : &args;
    glsort_result result = begin_sort(c->plans[at], given);
    fuzz_expect_sane(c->world, c->open[at] ? "glsort_plan_hold" : "glsort_sort_run",
                     result, glsort_plan_last_error(c->plans[at]));
    if (result == GLSORT_OK && c->open[at])
        fuzz_fail("a second open run is not refused");
    c->open[at] |= result == GLSORT_OK;
}

static void call_step(struct calls* c)
{
    glsort_plan* plan = c->plans[draw_plan(c)];
    uint32_t passes = fuzz_one_in(c->r, 4) ? fuzz_word(c->r) : fuzz_below(c->r, 5);
    fuzz_expect_sane(c->world, "glsort_plan_step", glsort_plan_step(plan, passes),
                     glsort_plan_last_error(plan));
}

static void call_end(struct calls* c)
{
    uint32_t at = draw_plan(c);
    glsort_plan* plan = c->plans[at];
    glsort_result result = glsort_plan_end(plan);
    fuzz_expect_sane(c->world, "glsort_plan_end", result, glsort_plan_last_error(plan));
    if ((result == GLSORT_OK) != c->open[at] || glsort_plan_passes_left(plan) != 0)
        fuzz_fail("glsort_plan_end returns %s, and %u passes are left",
                  glsort_result_name(result), glsort_plan_passes_left(plan));
    c->open[at] = false;
}

static void call_peek(struct calls* c)
{
    uint32_t at = draw_plan(c);
    const glsort_sort_desc* desc = &c->descs[at];
    glsort_sort_args args = draw_args(c, desc);
    glsort_peek_args peek = {
        .keys_out = args.keys_out,
        .values_out = args.values_out,
        .consumers = args.consumers,
    };
    const glsort_peek_args* given = fuzz_one_in(c->r, 24) ? NULL : &peek;
    if (fuzz_one_in(c->r, 8))
        c->world->heap.fails_in = fuzz_between(c->r, 1, 4);
    fuzz_expect_sane(c->world, "glsort_plan_peek", glsort_plan_peek(c->plans[at], given),
                     glsort_plan_last_error(c->plans[at]));
    c->world->heap.fails_in = 0;
}

static void call_describe(struct calls* c)
{
    glsort_plan* plan = c->plans[draw_plan(c)];
    glsort_plan_info info;
    glsort_pass_info pass;
    uint32_t count = fuzz_one_in(c->r, 8) ? fuzz_word(c->r) : fuzz_below(c->r, 800);
    uint32_t at = fuzz_below(c->r, 20);
    fuzz_expect_sane(
        c->world, "glsort_plan_describe",
        glsort_plan_describe(plan, count, 0, fuzz_one_in(c->r, 2) ? &info : NULL),
        glsort_plan_last_error(plan));
    fuzz_expect_sane(c->world, "glsort_plan_pass",
                     glsort_plan_pass(plan, at, fuzz_one_in(c->r, 8) ? NULL : &pass),
                     glsort_plan_last_error(plan));
}

static void call_timings(struct calls* c)
{
    glsort_plan* plan = c->plans[draw_plan(c)];
    uint64_t times[64];
    uint32_t room = fuzz_below(c->r, 65);
    uint64_t* given = fuzz_one_in(c->r, 8) ? NULL : times;
    fuzz_expect_sane(
        c->world, "glsort_plan_timings",
        glsort_plan_timings(plan, given, fuzz_one_in(c->r, 8) ? NULL : &room),
        glsort_plan_last_error(plan));
}

static void call_destroy(struct calls* c)
{
    uint32_t at = draw_plan(c);
    glsort_plan_destroy(c->plans[at]);
    c->plans[at] = NULL;
    c->open[at] = false;
    fuzz_gl_expect_no_error(&c->world->gl, "glsort_plan_destroy");
}

// ---- calls that create ----------------------------------------------------------------

// One field in eight descriptors is a value that it must not have, or any at all.
static void spoil_desc(struct calls* c, glsort_sort_desc* desc, glsort_tuning* tuning)
{
    uint32_t wild = fuzz_one_in(c->r, 2) ? fuzz_below(c->r, 9) : fuzz_word(c->r);
    switch (fuzz_below(c->r, 8 * 13)) {
    case 0: desc->key = (glsort_key)wild; break;
    case 1: desc->direction = (glsort_direction)wild; break;
    case 2: desc->values = (glsort_values)wild; break;
    case 3: tuning->algorithm = (glsort_algorithm)wild; break;
    case 4: desc->backend = (glsort_backend)wild; break;
    case 5: desc->count_source = (glsort_count_source)wild; break;
    case 6: desc->textures = wild; break;
    case 7: tuning->method = (glsort_method)wild; break;
    case 8: tuning->local_size = wild; break;
    case 9: tuning->merge_size = wild; break;
    case 10: desc->flags = wild; break;
    // Odd, so refused: jobs know no strides.
    case 11: desc->key_stride = wild | 1u; break;
    case 12: desc->value_stride = wild | 1u; break;
    default: break;
    }
}

static void call_create(struct calls* c)
{
    uint32_t at = draw_plan(c);
    glsort_plan* plan = NULL;
    glsort_tuning tuning;
    glsort_sort_desc desc = fuzz_draw_desc(c->world, c->r, COUNT_MOST, &tuning);
    spoil_desc(c, &desc, &tuning);
    fuzz_note_desc(&desc);
    if (fuzz_one_in(c->r, 4))
        c->world->heap.fails_in = fuzz_between(c->r, 1, 10);
    const glsort_sort_desc* given = fuzz_one_in(c->r, 24) ? NULL : &desc;
    glsort_result result = glsort_sort_create(c->world->context, given,
                                              fuzz_one_in(c->r, 24) ? NULL : &plan);
    c->world->heap.fails_in = 0;
    fuzz_expect_sane(c->world, "glsort_sort_create", result,
                     glsort_last_error(c->world->context));
    if ((plan != NULL) != (result == GLSORT_OK))
        fuzz_fail("glsort_sort_create returns %s and %s plan", glsort_result_name(result),
                  plan != NULL ? "a" : "no");
    if (plan == NULL)
        return;
    glsort_plan_destroy(c->plans[at]);
    c->plans[at] = plan;
    c->open[at] = false;
    c->tunings[at] = tuning;
    c->descs[at] = desc;
    c->descs[at].tuning = &c->tunings[at];
}

// A second context on the same GL context, of a descriptor that may be wrong.
static void call_context(struct calls* c)
{
    static const char* const tables[] = {
        "",
        "# none\n",
        "compute any any radix-tiles\n",
        "fragment pairs 2^14 abisort-fused # a row\n",
        "compute any 2^99\n",
    };
    static const char blob[] = "GLSB is not enough of a blob to be taken for one";
    char message[200] = "";
    glsort_context* context = NULL;
    glsort_context_desc desc = fuzz_context_desc(c->world);
    desc.message = message;
    desc.message_bytes = sizeof message;
    if (fuzz_one_in(c->r, 2))
        desc.table = tables[fuzz_below(c->r, sizeof tables / sizeof tables[0])];
    if (fuzz_one_in(c->r, 3))
        desc.flags = fuzz_below(c->r, 5);
    if (fuzz_one_in(c->r, 3))
        desc.programs = blob;
    desc.programs_bytes = fuzz_below(c->r, sizeof blob);
    if (fuzz_one_in(c->r, 3))
        c->world->heap.fails_in = fuzz_between(c->r, 1, 5);
    glsort_result result =
        glsort_context_create(&desc, fuzz_one_in(c->r, 24) ? NULL : &context);
    c->world->heap.fails_in = 0;
    fuzz_expect_sane(c->world, "glsort_context_create", result, message);
    if ((context != NULL) != (result == GLSORT_OK))
        fuzz_fail("glsort_context_create returns %s", glsort_result_name(result));
    glsort_context_destroy(context);
    fuzz_gl_expect_no_error(&c->world->gl, "glsort_context_destroy");
}

static void call_programs(struct calls* c)
{
    char data[256];
    size_t bytes = fuzz_below(c->r, sizeof data);
    glsort_result result =
        glsort_context_programs(c->world->context, fuzz_one_in(c->r, 2) ? data : NULL,
                                fuzz_one_in(c->r, 8) ? NULL : &bytes);
    fuzz_expect_sane(c->world, "glsort_context_programs", result,
                     glsort_last_error(c->world->context));
}

// ---- objects --------------------------------------------------------------------------

static void open_buffer(struct calls* c, uint32_t at)
{
    fuzz_memory_open_buffer(&c->buffers[at], &c->world->gl,
                            fuzz_between(c->r, 1, 5 * COUNT_MOST));
}

// A run that is open may use it.
static void replace_buffer(struct calls* c)
{
    for (int i = 0; i < PLANS; ++i)
        if (c->open[i])
            return;
    uint32_t at = fuzz_below(c->r, BUFFERS);
    fuzz_memory_close(&c->buffers[at]);
    open_buffer(c, at);
}

static void open_all(struct calls* c)
{
    for (uint32_t i = 0; i < BUFFERS; ++i)
        open_buffer(c, i);
    for (uint32_t words = 1; words <= 4; words *= 2)
        for (uint32_t i = 0; i < TEXTURES; ++i)
            fuzz_memory_open_texture(&c->textures[words][i], &c->world->gl, words,
                                     TEXTURE_WIDTH, TEXTURE_ROWS);
    fuzz_memory_open_buffer(&c->bystander, &c->world->gl, BYSTANDER_WORDS);
    for (int i = 0; i < PLANS; ++i)
        c->descs[i] = (glsort_sort_desc){.max_count = 1};
}

static void close_all(struct calls* c)
{
    for (uint32_t i = 0; i < BUFFERS; ++i)
        fuzz_memory_close(&c->buffers[i]);
    for (uint32_t words = 1; words <= 4; words *= 2)
        for (uint32_t i = 0; i < TEXTURES; ++i)
            fuzz_memory_close(&c->textures[words][i]);
    fuzz_memory_close(&c->bystander);
}

// ---- cases ----------------------------------------------------------------------------

// How many of some hundred calls are of this kind.
static const struct {
    uint32_t share;
    const char* name;
    void (*make)(struct calls* c);
} kinds[] = {
    {16, "run", call_run},          {20, "begin", call_begin},
    {24, "step", call_step},        {12, "end", call_end},
    {10, "peek", call_peek},        {8, "describe", call_describe},
    {6, "timings", call_timings},   {6, "create", call_create},
    {2, "destroy", call_destroy},   {2, "context", call_context},
    {2, "programs", call_programs}, {4, "replace", replace_buffer},
};

static void make_call(struct calls* c)
{
    uint32_t total = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; ++i)
        total += kinds[i].share;
    uint32_t left = fuzz_below(c->r, total);
    size_t kind = 0;
    while (left >= kinds[kind].share)
        left -= kinds[kind++].share;
    fuzz_note(" %s", kinds[kind].name);
    kinds[kind].make(c);
}

// After all that, the plan sorts as if nothing had happened.
static void expect_plan_works(struct calls* c, uint32_t at)
{
    struct fuzz_job j;
    glsort_plan* plan = c->plans[at];
    glsort_plan_end(plan); // refused if no run is open
    fuzz_note("\n");
    fuzz_job_open(&j, c->world, c->r, &c->descs[at]);
    fuzz_expect_ok(c->world, "the last glsort_sort_run", glsort_sort_run(plan, &j.args),
                   glsort_plan_last_error(plan));
    fuzz_job_expect_sorted(&j);
    fuzz_job_check(&j, "the last run");
    fuzz_job_close(&j);
}

static void run_case(struct fuzz_world* w, struct fuzz_random* r)
{
    struct calls c = {.world = w, .r = r};
    open_all(&c);
    call_create(&c);
    for (uint32_t calls = fuzz_between(r, 1, CALLS_MOST); calls > 0; --calls)
        make_call(&c);
    if (fuzz_memory_compare(&c.bystander).found)
        fuzz_fail("a buffer that was given to no call has changed");
    for (uint32_t i = 0; i < PLANS; ++i) {
        if (c.plans[i] != NULL)
            expect_plan_works(&c, i);
        glsort_plan_destroy(c.plans[i]);
    }
    close_all(&c);
    fuzz_gl_expect_no_error(&w->gl, "the case");
}

int main(int argc, char** argv)
{
    const struct fuzz_program program = {
        .seconds = 1, .seconds_all = 20, .run_case = run_case};
    return fuzz_main(argc, argv, &program);
}
