// SPDX-License-Identifier: MIT
// One table lists every option: its name, the commands that take it, its help. The parser
// and the help are made from it.
#include "options.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "complain.h"

enum {
    SAMPLE = 1 << COMMAND_SAMPLE,
    SORT = 1 << COMMAND_SORT,
    INFO = 1 << COMMAND_INFO,
    PLAN = 1 << COMMAND_PLAN,
    VERIFY = 1 << COMMAND_VERIFY,
    BENCH = 1 << COMMAND_BENCH,
    TUNE = 1 << COMMAND_TUNE,
    MEASURING = BENCH | TUNE,
    SORTING = SAMPLE | SORT | VERIFY,
    SHAPED = SAMPLE | SORT | INFO | PLAN,
    UNTUNED = SORTING | INFO | PLAN | BENCH,
    ALL = UNTUNED | TUNE,
    ORDERS = 1 << 16, // only with --order
    SORTS = 1 << 17,  // only without
    WHOLE = 1 << 18,  // not with --segments
    SHAPES = 1 << 19, // of bench also with --segments
};

// Options without a letter have numbers above all letters.
enum {
    OPTION_TYPE = 256,
    OPTION_DESCENDING,
    OPTION_ARGSORT,
    OPTION_FORMAT,
    OPTION_OUTPUT_FORMAT,
    OPTION_FORM,
    OPTION_ALGORITHM,
    OPTION_BACKEND,
    OPTION_SCHEDULE,
    OPTION_LOCAL,
    OPTION_MERGE,
    OPTION_FIRST_BIT,
    OPTION_BITS,
    OPTION_KEY_STRIDE,
    OPTION_VALUE_STRIDE,
    OPTION_EXPECTED_COUNT,
    OPTION_VALUES,
    OPTION_LIMITS,
    OPTION_JSON,
    OPTION_CSV,
    OPTION_REPORT,
    OPTION_DISTRIBUTION,
    OPTION_BUDGET,
    OPTION_SEED,
    OPTION_API,
    OPTION_DUMP,
    OPTION_LOAD,
    OPTION_MOST,
    OPTION_TABLE,
    OPTION_ORDER,
    OPTION_CULL,
    OPTION_CULL_SHARE,
    OPTION_VIEWS,
    OPTION_PRIMITIVES,
    OPTION_KEY_BITS,
    OPTION_COUNT_FROM_BUFFER,
    OPTION_ALIVE,
    OPTION_COMMAND,
    OPTION_SEGMENTS,
    OPTION_WITHIN,
    OPTION_MEMORY,
    OPTION_TEMP,
};

struct row {
    const char* name;
    int id; // the letter, or OPTION_*
    unsigned commands;
    const char* argument; // NULL: takes none
    const char* help;
};

static const struct row rows[] = {
    {"count", 'x', SAMPLE | PLAN | VERIFY | BENCH, "N",
     "number of keys, such as 8192 or 2^20"},
    {"most", OPTION_MOST, TUNE, "N", "largest count to measure (2^24; 2^18 on a CPU)"},
    {"iterations", 'i', SAMPLE | MEASURING, "N",
     "how many times to sort the same keys (1)"},
    {"seed", OPTION_SEED, SAMPLE | VERIFY, "N", "seed of the random numbers (1)"},
    {"verify", 'e', SAMPLE | SORT, NULL, "compare the result with a stable CPU sort"},
    {"timing", 't', SAMPLE | SORT, NULL, "print GPU time and wall-clock time"},
    {"quiet", 'q', SORTING | TUNE, NULL, "print results and errors only"},
    {"output", 'o', SORT | TUNE, "FILE",
     "write to FILE once the result is complete (standard output)"},
    {"format", OPTION_FORMAT, SORT, "F",
     "text, raw or npy, of input and output; else by file name (.npy,\n.raw or .bin; "
     "text)"},
    {"output-format", OPTION_OUTPUT_FORMAT, SORT, "F", "the same, of the output alone"},
    {"argsort", OPTION_ARGSORT, SORT, NULL,
     "write the input index (from 0, as u64) of each sorted key, not\nthe keys"},
    {"memory", OPTION_MEMORY, SORT | WHOLE, "SIZE",
     "sort in at most so many bytes, such as 500M or 2G, and what is\nlarger in chunks "
     "(half of what the machine, ulimit and\ncontrol groups allow)"},
    {"temp", OPTION_TEMP, SORT | WHOLE, "FOLDER",
     "for the temporary file of several chunks ($TMPDIR, or /tmp)"},
    {"segments", OPTION_SEGMENTS, SORT | PLAN | BENCH | SORTS | SHAPES, "S",
     "sort each segment by itself; S is a file of offsets, N + 1 of N\nsegments, as "
     "text, .raw or .npy"},
    {"within", OPTION_WITHIN, SORT, NULL,
     "--argsort with --segments: count indices from the first key of\neach segment"},
    {"type", OPTION_TYPE, UNTUNED | SORTS, "T",
     "type of key: u32, i32, f32, u64, i64, f64 or u16 (u32)"},
    {"descending", OPTION_DESCENDING, SAMPLE | SORT | PLAN | BENCH | SORTS, NULL,
     "largest first; equal keys stay in the order of the input"},
    {"values", OPTION_VALUES, PLAN | INFO | BENCH | SORTS, "V",
     "none, indices, u32, u64 or u128 (none)"},
    {"form", OPTION_FORM, SORTING | PLAN | BENCH | WHOLE, "F",
     "form of sorting by name, such as radix-chain: algorithm, backend\nand their "
     "options at once; \"glsort info\" lists them"},
    {"algorithm", OPTION_ALGORITHM, UNTUNED | WHOLE, "A",
     "auto, or an algorithm that \"glsort info\" lists (auto)"},
    {"backend", OPTION_BACKEND, UNTUNED, "B", "auto, compute or fragment (auto)"},
    {"schedule", OPTION_SCHEDULE, (SHAPED & ~INFO) | SORTS | WHOLE, "S",
     "abisort-tree: simple or overlapped (overlapped)"},
    {"local", OPTION_LOCAL, (SHAPED & ~INFO) | SORTS | WHOLE, "N",
     "abisort-tree: size of the local sort, 1 for none (8); the forms\n"
     "bitonic-local-read and -keep: size of the work group"},
    {"merge", OPTION_MERGE, (SHAPED & ~INFO) | SORTS | WHOLE, "N",
     "abisort-tree: size of the last merge, 2 for none (16)"},
    {"first-bit", OPTION_FIRST_BIT, SHAPED | SORTS, "N",
     "lowest bit of the key to sort by (0)"},
    {"bits", OPTION_BITS, SHAPED | SORTS, "N",
     "number of bits to sort by (all from --first-bit on)"},
    {"key-stride", OPTION_KEY_STRIDE, PLAN | SORTS, "N",
     "bytes from one key of the input to the next (packed)"},
    {"value-stride", OPTION_VALUE_STRIDE, PLAN | SORTS, "N",
     "bytes from one value of the input to the next (packed)"},
    {"count-from-buffer", OPTION_COUNT_FROM_BUFFER, PLAN | BENCH, NULL,
     "the count is in a GPU buffer; --count is the largest"},
    {"expected-count", OPTION_EXPECTED_COUNT, PLAN | WHOLE, "N",
     "with --count-from-buffer: the typical count, for which to\nchoose the algorithm "
     "(--count)"},
    {"limits", OPTION_LIMITS, PLAN, "L",
     "whose limits: large (a large GPU), minimum (what every device\nof the API must "
     "have) or "
     "device (large)"},
    {"json", OPTION_JSON, INFO | PLAN | BENCH | SHAPES, NULL, "print JSON"},
    {"csv", OPTION_CSV, BENCH, NULL, "print CSV"},
    {"report", OPTION_REPORT, INFO, NULL,
     "print what an issue about a device needs, as Markdown: also the\nsystem, and what "
     "verify, bench, tune find (a minute or two; on a\nCPU renderer, of a small part)"},
    {"distribution", OPTION_DISTRIBUTION, BENCH | SORTS, "D",
     "of the keys: uniform, constant, sorted, reversed, nearly-sorted,\norgan-pipe, "
     "two-values, one-digit, low-bits, and-2, and-3 or\nand-5 (uniform)"},
    {"order", OPTION_ORDER, PLAN | BENCH, NULL,
     "a draw order, from positions to sorted indices, not a sort"},
    {"cull", OPTION_CULL, PLAN | BENCH | ORDERS, "C",
     "order: none or frustum (none), which without --command\nwrites the number of "
     "visible elements"},
    {"cull-share", OPTION_CULL_SHARE, BENCH | ORDERS, "P",
     "order: cull by the frustum, with P percent of the positions\noutside (0)"},
    {"views", OPTION_VIEWS, PLAN | BENCH | ORDERS, "N",
     "order: number of views, 1 to 8 (1)"},
    {"primitives", OPTION_PRIMITIVES, PLAN | BENCH | ORDERS, "K",
     "order: primitives of K vertices, such as 3, instead of points"},
    {"key-bits", OPTION_KEY_BITS, PLAN | BENCH | ORDERS, "N",
     "order: bits of a key, 16, 24 or 32 (32)"},
    {"alive", OPTION_ALIVE, BENCH | ORDERS, "N",
     "order: --count-from-buffer, with N of the --count elements\nalive; N may be a "
     "list"},
    {"command", OPTION_COMMAND, PLAN | BENCH | ORDERS, "C",
     "order: command to write: none, draw-arrays, draw-elements,\ndraw-arrays-instances, "
     "or draw-elements-instances\n(none)"},
    {"table", OPTION_TABLE, SAMPLE | SORT | PLAN | BENCH, "FILE",
     "choose by the table that \"glsort tune\" wrote"},
    {"budget", OPTION_BUDGET, MEASURING, "S",
     "seconds for all forms at one count, roughly, such as 0.5 (2)"},
    {"api", OPTION_API, ALL | SHAPES, "A",
     "context to ask for: gl4.3, gles3.2, gles3.1, gl3.3 or gles3.0\n(the first that "
     "the device has)"},
    {"platform", 'p', ALL | SHAPES, "P",
     "EGL platform, by name or number of \"glsort info\""},
    {"device", 'd', ALL | SHAPES, "D",
     "EGL device: a number of \"glsort info\", gpu, or cpu for a\nsoftware renderer"},
    {"dump", OPTION_DUMP, SAMPLE | SORT, "FILE", "write the program binaries to FILE"},
    {"load", OPTION_LOAD, SAMPLE | SORT, "FILE",
     "use the program binaries of FILE, if they fit device and driver"},
    {"help", 'h', ALL | SHAPES, NULL, "print this"},
    {"version", 'v', ALL | SHAPES, NULL, "print the version"},
};

enum { ROW_COUNT = sizeof rows / sizeof *rows };

// What an option means to some commands only, in the place of its help above.
static const struct {
    int id;
    unsigned commands;
    const char* help;
} meanings[] = {
    {'x', VERIFY, "largest number of keys, such as 8192 or 2^20 (10007)"},
    {'x', BENCH, "numbers of keys, such as 8192 or 1000,2^10..2^20\n(2^12,2^16,2^20)"},
    {'i', MEASURING, "how many times to sort the same keys, at most (25)"},
    {OPTION_SEGMENTS, PLAN,
     "sort each segment by itself; S is NxL, N segments of up to L\nkeys"},
    {OPTION_SEGMENTS, BENCH,
     "sort each segment by itself; S is a list of NxL, N segments of L\nkeys, and "
     "powerlaw, many short segments and few long ones"},
    {OPTION_TYPE, SORT,
     "type of key: u32, i32, f32, u64, i64, f64 or u16 (u32; an .npy\nfile has its "
     "own)"},
    {OPTION_TYPE, VERIFY, "type of key: u32, i32, f32, u64, i64, f64 or u16 (all)"},
    {OPTION_COUNT_FROM_BUFFER, BENCH,
     "with --order: the count is in a GPU buffer; --count is the\nlargest"},
    {OPTION_TABLE, PLAN,
     "choose by the table that \"glsort tune\" wrote; implies --limits\ndevice"},
    {OPTION_BUDGET, TUNE,
     "seconds for all forms at one count, roughly, such as 0.5 (0.3 on\na CPU, 0.5 on a "
     "GPU)"},
};

static const struct {
    const char* name;
    const char* usage;
    const char* about;
} commands[] = {
    [COMMAND_SAMPLE] =
        {"",
         "glsort [options]\n       glsort sort|info|plan|verify|bench|tune [options] (-h "
         "for each)",
         "Sorts on the GPU through OpenGL. Without a command, sorts 8192 random keys and "
         "prints\nsome of them.\n\n"
         "  glsort sort    sorts numbers from files or standard input\n"
         "  glsort info    shows devices, driver, limits and the largest counts\n"
         "  glsort plan    prints the passes of a sort; needs no GPU\n"
         "  glsort verify  compares every algorithm with the CPU on awkward data\n"
         "  glsort bench   times the algorithms on this device\n"
         "  glsort tune    measures which of them is best at which count"},
    [COMMAND_SORT] =
        {"sort", "glsort sort [options] [FILE...]",
         "Sorts the numbers of all FILEs together, or of standard input if "
         "there is none or\n"
         "it is \"-\", exactly as a stable sort on the CPU would. Text holds "
         "one number a line\n"
         "(blank lines are skipped), raw is little-endian numbers, npy is "
         "NumPy's format.\n"
         "Floats are in the total order of IEEE 754, -0 before +0 and NaNs "
         "at the ends; NaNs\n"
         "cannot be given as text. Numbers that do not fit the memory are "
         "sorted in chunks,\n"
         "through a temporary file."},
    [COMMAND_INFO] =
        {"info", "glsort info [options]",
         "Shows the EGL devices and, for the chosen one, its driver, limits, "
         "backends and the\nlargest count that each algorithm and each form "
         "of it can sort."},
    [COMMAND_PLAN] = {"plan", "glsort plan [options] [COUNT]",
                      "Prints the schedule of a sort of COUNT keys, of segments, or of a "
                      "draw order of\nCOUNT elements: its passes, what they read and "
                      "write, and the barriers between them.\nNeeds no GPU, except with "
                      "--limits device or --table."},
    [COMMAND_VERIFY] = {"verify", "glsort verify [options]",
                        "Sorts random and awkward data with every form of sorting that "
                        "the device supports,\n"
                        "then segments and draw orders, and compares each result with a "
                        "stable CPU sort.\n"
                        "--form and --algorithm leave out the segments, --type the draw "
                        "orders. Exit status 1\n"
                        "if any differ. Takes seconds on a GPU and minutes on the CPU, "
                        "and says how long\n"
                        "once a part of it is done."},
    [COMMAND_BENCH] = {"bench", "glsort bench [options]",
                       "Times the algorithms on this device, on 2^12, 2^16 and 2^20 "
                       "random keys with values\nby default, and checks the results. "
                       "glsort-bench does the same at length. With\n--order: compares "
                       "draw orders with a sort of the visible elements alone, with\n"
                       "hand-written passes around a sort, and with the CPU."},
    [COMMAND_TUNE] = {"tune", "glsort tune [options]",
                      "Measures on this device which algorithm and which form of it is "
                      "the fastest at\n"
                      "which count, with and without values, on each backend that it "
                      "has, and prints a\n"
                      "table. Programs hand it to glsort_context_desc.table, the other "
                      "commands to\n"
                      "--table. A form takes the place of another where it is 5 % "
                      "faster."},
};

// Below the options of bench.
static const char bench_columns[] =
    "\nColumns; times are in milliseconds:\n"
    "  n         number of keys, or of elements to order\n"
    "  keys      type of the keys, and of the values that move with them\n"
    "  pool      with --order: size of the pool, in which n elements are alive\n"
    "  form      algorithm, variant and backend\n"
    "  GPU       time on the GPU: the median\n"
    "  +-        half the interquartile range of the times, in percent of the median\n"
    "  CPU       from the call until the GPU is done: the median\n"
    "  submit    from the call until it returns\n"
    "  transfer  CPU, with copies of keys and values to the GPU and back\n"
    "  Mkeys/s   million elements a second, of the time on the GPU (cpu forms: CPU)\n"
    "  copy      bytes a second that the passes read and write, in percent of a plain\n"
    "            copy's on this device\n"
    "\nColumns with --segments:\n"
    "  shape, segments, longest, elements: an entry of the list, and what it makes\n"
    "  ms           of a sort that does not know how long the longest segment is\n"
    "  ms, known    of one that does; Mkeys/s is of this time\n"
    "  ms, first 8  of one that writes only the first 8 elements of each segment\n";

// ---- words --------------------------------------------------------------------------

struct word {
    const char* text;
    int value;
};

enum { MOST_ALGORITHMS = 16 };

static const struct word types[] = {{"u32", GLSORT_KEY_U32}, {"i32", GLSORT_KEY_I32},
                                    {"f32", GLSORT_KEY_F32}, {"u64", GLSORT_KEY_U64},
                                    {"i64", GLSORT_KEY_I64}, {"f64", GLSORT_KEY_F64},
                                    {"u16", GLSORT_KEY_U16}, {0}};
static const struct word backends[] = {{"auto", GLSORT_BACKEND_AUTO},
                                       {"compute", GLSORT_BACKEND_COMPUTE},
                                       {"fragment", GLSORT_BACKEND_FRAGMENT},
                                       {0}};
static const struct word schedules[] = {
    {"simple", GLSORT_METHOD_TREE_SIMPLE}, {"overlapped", GLSORT_METHOD_TREE}, {0}};
static const struct word values[] = {
    {"none", GLSORT_VALUES_NONE},     {"indices", GLSORT_VALUES_INDICES},
    {"u32", GLSORT_VALUES_4_BYTES},   {"u64", GLSORT_VALUES_8_BYTES},
    {"u128", GLSORT_VALUES_16_BYTES}, {0}};
static const struct word orders[] = {
    {"ascending", GLSORT_ASCENDING}, {"descending", GLSORT_DESCENDING}, {0}};
static const struct word culls[] = {
    {"none", GLSORT_CULL_NONE}, {"frustum", GLSORT_CULL_FRUSTUM}, {0}};
static const struct word draw_commands[] = {
    {"none", GLSORT_COMMAND_NONE},
    {"draw-arrays", GLSORT_COMMAND_DRAW_ARRAYS},
    {"draw-elements", GLSORT_COMMAND_DRAW_ELEMENTS},
    {"draw-arrays-instances", GLSORT_COMMAND_DRAW_ARRAYS_INSTANCES},
    {"draw-elements-instances", GLSORT_COMMAND_DRAW_ELEMENTS_INSTANCES},
    {0}};
static const struct word formats[] = {
    {"text", FORMAT_TEXT}, {"raw", FORMAT_RAW}, {"npy", FORMAT_NPY}, {0}};
static const struct word limits[] = {
    {"large", LIMITS_LARGE}, {"minimum", LIMITS_MINIMUM}, {"device", LIMITS_DEVICE}, {0}};
static const struct word apis[] = {
    {"gl4.3", OFFSCREEN_GL43},     {"gles3.2", OFFSCREEN_GLES32},
    {"gles3.1", OFFSCREEN_GLES31}, {"gl3.3", OFFSCREEN_GL33},
    {"gles3.0", OFFSCREEN_GLES30}, {0}};

static const char* name_of(const struct word* words, int value)
{
    while (words->text && words->value != value)
        words++;
    return words->text ? words->text : "?";
}

const char* options_backend_name(glsort_backend backend)
{
    return name_of(backends, (int)backend);
}

const char* options_order_name(glsort_direction order)
{
    return name_of(orders, (int)order);
}

const char* options_values_name(glsort_values kind)
{
    return name_of(values, (int)kind);
}

const char* options_cull_name(glsort_cull cull)
{
    return name_of(culls, (int)cull);
}

const char* options_command_name(glsort_command command)
{
    return name_of(draw_commands, (int)command);
}

// The names of the library's algorithms.
static const struct word* algorithm_words(void)
{
    static struct word words[MOST_ALGORITHMS + 1];
    uint32_t count = glsort_algorithm_count();
    for (uint32_t a = 0; a < count && a < MOST_ALGORITHMS; a++)
        words[a] = (struct word){glsort_algorithm_name((glsort_algorithm)a), (int)a};
    return words;
}

static bool refuse_word(const char* option, const char* text, const struct word* words)
{
    char known[256] = "";
    for (const struct word* w = words; w->text; w++) {
        if (w != words)
            strcat(known, w[1].text ? ", " : " or ");
        strcat(known, w->text);
    }
    return complain("--%s is %s, not \"%s\"", option, known, text);
}

// The value of a word; -1, with a sentence printed, if there is no such word.
static int find_word(const char* option, const char* text, const struct word* words)
{
    for (const struct word* w = words; w->text; w++) {
        if (strcmp(w->text, text) == 0)
            return w->value;
    }
    refuse_word(option, text, words);
    return -1;
}

bool options_count(const char* what, const char* text, uint32_t* count)
{
    char* end = NULL;
    if (*text < '0' || *text > '9')
        return complain("%s is a number, not \"%s\"", what, text);
    unsigned long long number = strtoull(text, &end, 10);
    if (number == 2 && *end == '^' && end[1] >= '0' && end[1] <= '9') {
        unsigned long power = strtoul(end + 1, &end, 10);
        number = power < 63 ? 1ull << power : UINT64_MAX;
    }
    if (*end != '\0')
        return complain("%s is a number, not \"%s\"", what, text);
    if (number > UINT32_MAX)
        return complain("%s is at most %" PRIu32 ", not %s", what, UINT32_MAX, text);
    *count = (uint32_t)number;
    return true;
}

// ---- parsing ------------------------------------------------------------------------

// Options that pick one of a list of words.
static const struct word* words_of(int id)
{
    const struct {
        int id;
        const struct word* words;
    } lists[] = {{OPTION_TYPE, types},
                 {OPTION_ALGORITHM, algorithm_words()},
                 {OPTION_BACKEND, backends},
                 {OPTION_SCHEDULE, schedules},
                 {OPTION_VALUES, values},
                 {OPTION_FORMAT, formats},
                 {OPTION_OUTPUT_FORMAT, formats},
                 {OPTION_LIMITS, limits},
                 {OPTION_CULL, culls},
                 {OPTION_COMMAND, draw_commands},
                 {OPTION_API, apis}};
    size_t at = 0;
    while (lists[at].id != id)
        at++;
    return lists[at].words;
}

// Commands with instances draw quads.
static void store_command(glsort_order_desc* draw, glsort_command command)
{
    bool instances = command == GLSORT_COMMAND_DRAW_ARRAYS_INSTANCES ||
                     command == GLSORT_COMMAND_DRAW_ELEMENTS_INSTANCES;
    draw->command = command;
    draw->instance_vertices = instances ? 4 : 0;
}

static void store_word(struct options* o, int id, int value)
{
    switch (id) {
    case OPTION_CULL: o->draw.cull = (glsort_cull)value; break;
    case OPTION_COMMAND: store_command(&o->draw, (glsort_command)value); break;
    case OPTION_TYPE:
        o->plan.key = (glsort_key)value;
        o->has_type = true;
        break;
    case OPTION_ALGORITHM:
        o->tuning.algorithm = (glsort_algorithm)value;
        o->has_algorithm = value != GLSORT_ALGORITHM_AUTO;
        break;
    case OPTION_BACKEND: o->plan.backend = (glsort_backend)value; break;
    case OPTION_SCHEDULE: o->tuning.method = (glsort_method)value; break;
    case OPTION_VALUES:
        o->plan.values = (glsort_values)value;
        o->has_values = true;
        break;
    case OPTION_FORMAT: o->format = (enum file_format)value; break;
    case OPTION_OUTPUT_FORMAT: o->output_format = (enum file_format)value; break;
    case OPTION_LIMITS:
        o->limits = (enum limits_of)value;
        o->has_limits = true;
        break;
    default:
        o->api = (enum offscreen_api)value;
        o->has_api = true;
        break;
    }
}

static bool take_word(struct options* o, const struct row* row, const char* text)
{
    int value = find_word(row->name, text, words_of(row->id));
    if (value >= 0)
        store_word(o, row->id, value);
    return value >= 0;
}

// "2^10..2^20" and "1000,2000" are lists, which bench takes apart.
static bool take_count(struct options* o, const char* text)
{
    o->has_count = true;
    o->count_text = text;
    o->count = 0;
    return strpbrk(text, ",.%") || options_count("--count", text, &o->count);
}

static bool take_share(struct options* o, const char* text)
{
    o->draw.cull = GLSORT_CULL_FRUSTUM;
    if (!options_count("--cull-share", text, &o->cull_share))
        return false;
    return o->cull_share <= 100 ||
           complain("--cull-share is 0 to 100 percent, not %" PRIu32, o->cull_share);
}

// A decimal fraction of no sign, whose digits may begin after the point; *end is NULL, or
// where it ends.
static double decimal_of(const char* text, char** end)
{
    const char* digit = *text == '.' ? text + 1 : text;
    *end = NULL;
    return *digit >= '0' && *digit <= '9' ? strtod(text, end) : -1.0;
}

static bool find_form(struct options* o, const char* name)
{
    o->form = glsort_form_find(name);
    return o->form ||
           complain("there is no form \"%s\"; \"glsort info\" lists them", name);
}

// What an option without an argument sets, or NULL.
static bool* flag_of(struct options* o, int id)
{
    const struct {
        int id;
        bool* flag;
    } flags[] = {{'h', &o->help},
                 {'v', &o->version},
                 {'q', &o->quiet},
                 {'e', &o->verify},
                 {'t', &o->timing},
                 {OPTION_ARGSORT, &o->argsort},
                 {OPTION_WITHIN, &o->within},
                 {OPTION_JSON, &o->json},
                 {OPTION_CSV, &o->csv},
                 {OPTION_REPORT, &o->report},
                 {OPTION_ORDER, &o->order}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        if (flags[i].id == id)
            return flags[i].flag;
    }
    return NULL;
}

// Where an option's argument is kept as it is, or NULL.
static const char** text_of(struct options* o, int id)
{
    const struct {
        int id;
        const char** text;
    } texts[] = {{'o', &o->output},        {'p', &o->platform},
                 {'d', &o->device},        {OPTION_SEGMENTS, &o->segments},
                 {OPTION_TEMP, &o->temp},  {OPTION_DISTRIBUTION, &o->distribution},
                 {OPTION_DUMP, &o->dump},  {OPTION_LOAD, &o->load},
                 {OPTION_TABLE, &o->table}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (texts[i].id == id)
            return texts[i].text;
    }
    return NULL;
}

// A number that is kept as it is.
struct number {
    int id;
    uint32_t* number; // NULL: none
    uint32_t least;   // 0 or 1
    bool* given;      // or NULL
};

static struct number number_of(struct options* o, int id)
{
    const struct number numbers[] = {
        {'i', &o->iterations, 1, &o->has_iterations},
        {OPTION_SEED, &o->seed, 0, NULL},
        {OPTION_LOCAL, &o->tuning.local_size, 1, NULL},
        {OPTION_MERGE, &o->tuning.merge_size, 1, NULL},
        {OPTION_FIRST_BIT, &o->plan.first_bit, 0, NULL},
        {OPTION_BITS, &o->plan.bit_count, 1, NULL},
        {OPTION_KEY_STRIDE, &o->plan.key_stride, 1, NULL},
        {OPTION_VALUE_STRIDE, &o->plan.value_stride, 1, NULL},
        {OPTION_EXPECTED_COUNT, &o->plan.expected_count, 0, NULL},
        {OPTION_VIEWS, &o->draw.max_views, 1, NULL},
        {OPTION_PRIMITIVES, &o->draw.primitive.vertices, 1, NULL},
        {OPTION_KEY_BITS, &o->draw.key_bits, 1, NULL},
        {OPTION_MOST, &o->most, 0, &o->has_most},
    };
    size_t at = 0;
    while (at < sizeof numbers / sizeof *numbers && numbers[at].id != id)
        at++;
    return at < sizeof numbers / sizeof *numbers ? numbers[at] : (struct number){0};
}

static bool take_number(const struct row* row, const struct number* n, const char* text)
{
    char what[32];
    snprintf(what, sizeof what, "--%s", row->name);
    if (n->given)
        *n->given = true;
    if (!options_count(what, text, n->number))
        return false;
    return *n->number >= n->least || complain("%s is 1 or more, not 0", what);
}

static bool take_seconds(struct options* o, const char* text)
{
    char* end = NULL;
    o->budget = decimal_of(text, &end);
    return (end != NULL && *end == '\0' && o->budget > 0.0 && o->budget <= 1e6) ||
           complain("--budget is in seconds, above 0 and at most 1000000, not \"%s\"",
                    text);
}

// Bytes, or with K, M, G or T that many 1024s of them.
static bool take_memory(struct options* o, const char* text)
{
    static const char units[] = "KMGT";
    char* end = NULL;
    unsigned long long number =
        *text >= '0' && *text <= '9' ? strtoull(text, &end, 10) : 0;
    const char* unit = end && *end ? strchr(units, *end) : NULL;
    int shift = unit ? 10 * (int)(unit - units + 1) : 0;
    if (!end || (unit ? end[1] != '\0' : *end != '\0'))
        return complain("--memory is a number of bytes, such as 500M or 2G, not \"%s\"",
                        text);
    if (number < 1 || number > (UINT64_MAX >> 1) >> shift)
        return complain("--memory is at least 1 byte and below 2^63, not %s", text);
    o->memory = number << shift;
    return true;
}

static void count_from_buffer(struct options* o)
{
    o->plan.count_source = GLSORT_COUNT_FROM_BUFFER;
    o->draw.count_source = GLSORT_COUNT_FROM_BUFFER;
}

static bool take(struct options* o, const struct row* row, const char* text)
{
    bool* flag = flag_of(o, row->id);
    const char** kept = text_of(o, row->id);
    const struct number number = number_of(o, row->id);
    if (flag)
        return *flag = true;
    if (kept)
        return *kept = text, true;
    if (number.number)
        return take_number(row, &number, text);
    switch (row->id) {
    case 'x': return take_count(o, text);
    case OPTION_FORM: return find_form(o, text);
    case OPTION_DESCENDING: o->plan.direction = GLSORT_DESCENDING; return true;
    case OPTION_CULL_SHARE: return take_share(o, text);
    case OPTION_BUDGET: return take_seconds(o, text);
    case OPTION_MEMORY: return take_memory(o, text);
    case OPTION_COUNT_FROM_BUFFER: count_from_buffer(o); return true;
    case OPTION_ALIVE:
        o->draw.count_source = GLSORT_COUNT_FROM_BUFFER;
        o->alive = text;
        return true;
    default: return take_word(o, row, text);
    }
}

static const struct row* find_row(int id)
{
    for (int i = 0; i < ROW_COUNT; i++) {
        if (rows[i].id == id)
            return &rows[i];
    }
    return NULL;
}

// The tables for getopt_long. The leading colon keeps it from printing messages.
static void make_tables(struct option longs[ROW_COUNT + 1],
                        char letters[2 * ROW_COUNT + 2])
{
    *letters++ = ':';
    for (int i = 0; i < ROW_COUNT; i++) {
        longs[i] = (struct option){
            .name = rows[i].name,
            .has_arg = rows[i].argument ? required_argument : no_argument,
            .val = rows[i].id,
        };
        if (rows[i].id >= 256)
            continue;
        *letters++ = (char)rows[i].id;
        if (rows[i].argument)
            *letters++ = ':';
    }
    longs[ROW_COUNT] = (struct option){0};
    *letters = '\0';
}

// Options of sort(1) that glsort has under another name, or does not need.
static const struct habit {
    char letter;
    const char* word;
    const char* instead;
} habits[] = {
    {'r', "reverse", "--descending sorts the largest first"},
    {'n', "numeric-sort", "glsort always sorts numbers, and --type says of which type"},
    {'g', "general-numeric-sort", "--type f32 or f64 sorts numbers with fractions"},
    {'s', "stable", "every sort is stable"},
    {'S', "buffer-size", "--memory says how much memory to use"},
    {'T', "temporary-directory", "--temp names the folder of the temporary file"},
};

// What to do instead, or NULL.
static const char* instead_of(int letter, const char* word)
{
    for (size_t i = 0; i < sizeof habits / sizeof *habits; i++) {
        if (letter ? habits[i].letter == letter : strcmp(habits[i].word, word) == 0)
            return habits[i].instead;
    }
    return NULL;
}

static bool refuse_option(int code, char** argv)
{
    const struct row* row = find_row(optopt);
    if (code == ':')
        return complain("--%s needs an argument", row ? row->name : "?");
    if (row)
        return complain("--%s takes no argument", row->name);
    const char* word = argv[optind - 1];
    const bool is_letter = optopt > 0 && optopt < 256;
    const char* instead = instead_of(is_letter ? optopt : 0, word + strspn(word, "-"));
    if (is_letter)
        return complain("there is no option -%c; %s", optopt,
                        instead ? instead : "see glsort --help");
    if (instead)
        return complain("there is no option %s; %s", word, instead);
    return complain("there is no option %s, or its abbreviation is ambiguous; see "
                    "glsort --help",
                    word);
}

static bool refuse_command(const char* word)
{
    if (access(word, F_OK) == 0)
        return complain("there is no command \"%s\"; \"glsort sort %s\" sorts the file",
                        word, word);
    return complain("there is no command \"%s\"; the commands are sort, info, plan, "
                    "verify, bench and tune",
                    word);
}

// A type of keys among the files comes from an option that takes none, such as -t.
static bool take_files(struct options* o, int count, char** files)
{
    o->files = files;
    o->file_count = count;
    for (int i = 0; i < count; i++) {
        for (const struct word* type = types; type->text; type++) {
            if (strcmp(files[i], type->text) == 0 && access(files[i], F_OK) != 0)
                return complain("there is no file %s; keys of that type are sorted by "
                                "--type %s",
                                files[i], files[i]);
        }
    }
    return true;
}

static bool take_operands(struct options* o, int count, char** operands)
{
    o->command = COMMAND_SAMPLE;
    if (count == 0)
        return true;
    for (int c = COMMAND_SORT; c < COMMAND_COUNT; c++) {
        if (strcmp(operands[0], commands[c].name) == 0)
            o->command = (enum command)c;
    }
    if (o->command == COMMAND_SAMPLE)
        return refuse_command(operands[0]);
    if (o->command == COMMAND_SORT)
        return take_files(o, count - 1, operands + 1);
    bool takes_one = o->command == COMMAND_PLAN;
    if (count > (takes_one ? 2 : 1))
        return complain("\"%s\" is one argument too many", operands[takes_one ? 2 : 1]);
    o->operand = count == 2 ? operands[1] : NULL;
    return true;
}

static bool check_subject(const struct options* o, const struct row* row)
{
    bool of_orders = (row->commands & ORDERS) != 0 || // the sorts of bench: no GPU counts
                     (row->id == OPTION_COUNT_FROM_BUFFER && o->command == COMMAND_BENCH);
    if (of_orders && !o->order)
        return complain("--%s is for draw orders; give --order too", row->name);
    if ((row->commands & SORTS) && o->order)
        return complain("--%s is for sorts, and --order asks for a draw order",
                        row->name);
    bool segments = o->segments && row->id != OPTION_SEGMENTS;
    if (segments && ((row->commands & WHOLE) ||
                     (o->command == COMMAND_BENCH && !(row->commands & SHAPES))))
        return complain("--%s means nothing with --segments", row->name);
    return true;
}

// Each option that was given must be one of the command.
static bool check_given(const struct options* o, const bool given[ROW_COUNT])
{
    for (int i = 0; i < ROW_COUNT; i++) {
        if (given[i] && !(rows[i].commands & 1u << o->command))
            return complain("--%s means nothing to \"glsort%s%s\"; see its --help",
                            rows[i].name, *commands[o->command].name ? " " : "",
                            commands[o->command].name);
        if (given[i] && !check_subject(o, &rows[i]))
            return false;
    }
    if (o->has_count && o->count == 0 && strpbrk(o->count_text, ",.%") &&
        o->command != COMMAND_BENCH)
        return options_count("--count", o->count_text, &(uint32_t){0}) && false;
    if (o->within && !(o->segments && o->argsort))
        return complain("--within is for --argsort with --segments; give both");
    return true;
}

// Takes the plan of --form. Options must not contradict it, but may change its sizes.
static bool take_form(struct options* o, const bool given[ROW_COUNT])
{
    static const int said[] = {OPTION_ALGORITHM, OPTION_BACKEND, OPTION_SCHEDULE};
    if (!o->form)
        return true;
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        const struct row* row = find_row(said[i]);
        if (given[row - rows])
            return complain("--form %s says what --%s would; give one of them",
                            o->form->name, row->name);
    }
    glsort_sort_desc plan = o->plan;
    const glsort_sort_desc* form = &o->form->desc;
    o->plan = *form;
    o->plan.key = plan.key;
    o->plan.direction = plan.direction;
    o->plan.values = plan.values;
    o->plan.first_bit = plan.first_bit;
    o->plan.bit_count = plan.bit_count;
    o->plan.key_stride = plan.key_stride;
    o->plan.value_stride = plan.value_stride;
    o->plan.count_source = plan.count_source;
    o->plan.expected_count = plan.expected_count;
    o->tuning.algorithm = form->tuning->algorithm;
    o->tuning.method = form->tuning->method;
    if (o->tuning.local_size == 0)
        o->tuning.local_size = form->tuning->local_size;
    if (o->tuning.merge_size == 0)
        o->tuning.merge_size = form->tuning->merge_size;
    return true;
}

// What a draw order shares with a sort.
static void complete_draw(struct options* o)
{
    o->draw.tuning = o->plan.tuning;
    o->draw.backend = o->plan.backend;
    o->draw.expected_count = o->plan.expected_count;
    // Whoever draws the visible elements must know their number.
    if (o->draw.cull != GLSORT_CULL_NONE && o->draw.command == GLSORT_COMMAND_NONE)
        o->draw.flags |= GLSORT_ORDER_WRITES_VISIBLE;
}

bool options_parse(struct options* o, int argc, char** argv)
{
    struct option longs[ROW_COUNT + 1];
    char letters[2 * ROW_COUNT + 2];
    bool given[ROW_COUNT] = {false};
    int code = 0;
    *o = (struct options){.iterations = 1, .seed = 1};
    make_tables(longs, letters);
    optind = 1; // a report parses the options of other commands too
    while ((code = getopt_long(argc, argv, letters, longs, NULL)) != -1) {
        const struct row* row = find_row(code);
        if (!row)
            return refuse_option(code, argv);
        given[row - rows] = true;
        if (!take(o, row, optarg))
            return false;
    }
    if (!take_operands(o, argc - optind, argv + optind) || !check_given(o, given) ||
        !take_form(o, given))
        return false;
    o->plan.tuning = &o->tuning;
    complete_draw(o);
    return true;
}

// ---- help ---------------------------------------------------------------------------

static const char* help_of(const struct row* row, enum command command)
{
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++) {
        if (meanings[i].id == row->id && meanings[i].commands & 1u << command)
            return meanings[i].help;
    }
    return row->help;
}

static void print_row(const struct row* row, const char* help)
{
    enum { INDENT = 26 };
    char names[64];
    int length = row->id < 256 ? sprintf(names, "  -%c, --%s", row->id, row->name)
                               : sprintf(names, "      --%s", row->name);
    if (row->argument)
        sprintf(names + length, " %s", row->argument);
    printf("%-*s", INDENT, names);
    for (const char* at = help; *at; at++) {
        putchar(*at);
        if (*at == '\n')
            printf("%*s", INDENT, "");
    }
    putchar('\n');
}

void options_help(enum command command)
{
    printf("usage: %s\n\n%s\n\n", commands[command].usage, commands[command].about);
    for (int i = 0; i < ROW_COUNT; i++) {
        if (rows[i].commands & 1u << command)
            print_row(&rows[i], help_of(&rows[i], command));
    }
    if (command == COMMAND_BENCH)
        fputs(bench_columns, stdout);
    printf("\nExit status: 0 if all went well, 1 otherwise, with a sentence on standard "
           "error.\n");
}
