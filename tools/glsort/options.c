// SPDX-License-Identifier: MIT
// One table has every option: the commands that take it, its help, what it takes and
// where that goes. The parser, the checks and the help are made from it.
#include "options.h"

#include <getopt.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "complain.h"
#include "memory_limit.h"

// ---- words and numbers --------------------------------------------------------------

struct word {
    const char* text;
    int value;
};

static const struct word types[] = {{"u32", GLSORT_KEY_U32}, {"i32", GLSORT_KEY_I32},
                                    {"f32", GLSORT_KEY_F32}, {"u64", GLSORT_KEY_U64},
                                    {"i64", GLSORT_KEY_I64}, {"f64", GLSORT_KEY_F64},
                                    {"u16", GLSORT_KEY_U16}, {0}};
static const struct word backends[] = {{"auto", GLSORT_BACKEND_AUTO},
                                       {"compute", GLSORT_BACKEND_COMPUTE},
                                       {"fragment", GLSORT_BACKEND_FRAGMENT},
                                       {0}};
static const struct word values[] = {
    {"none", GLSORT_VALUES_NONE},     {"indices", GLSORT_VALUES_INDICES},
    {"u32", GLSORT_VALUES_4_BYTES},   {"u64", GLSORT_VALUES_8_BYTES},
    {"u128", GLSORT_VALUES_16_BYTES}, {0}};
static const struct word formats[] = {
    {"text", FORMAT_TEXT}, {"raw", FORMAT_RAW}, {"npy", FORMAT_NPY}, {0}};
static const struct word apis[] = {
    {"gl4.3", OFFSCREEN_GL43},     {"gles3.2", OFFSCREEN_GLES32},
    {"gles3.1", OFFSCREEN_GLES31}, {"gl3.3", OFFSCREEN_GL33},
    {"gles3.0", OFFSCREEN_GLES30}, {0}};

const char* options_order_name(glsort_direction order)
{
    return order == GLSORT_DESCENDING ? "descending" : "ascending";
}

const char* options_cull_name(glsort_cull cull)
{
    return cull == GLSORT_CULL_FRUSTUM ? "frustum" : "none";
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

// Stores the value of a word; false, with a sentence printed, if there is no such word.
static bool find_word(const char* option, const char* text, const struct word* words,
                      int* value)
{
    for (const struct word* w = words; w->text; w++) {
        if (strcmp(w->text, text) == 0) {
            *value = w->value;
            return true;
        }
    }
    return refuse_word(option, text, words);
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

// A decimal fraction of no sign, whose digits may begin after the point; *end is NULL, or
// where it ends.
static double decimal_of(const char* text, char** end)
{
    const char* digit = *text == '.' ? text + 1 : text;
    *end = NULL;
    return *digit >= '0' && *digit <= '9' ? strtod(text, end) : -1.0;
}

// ---- what options with rules of their own take ---------------------------------------

static bool take_seconds(struct options* o, const char* text)
{
    char* end = NULL;
    o->budget = decimal_of(text, &end);
    return (end != NULL && *end == '\0' && o->budget > 0.0 && o->budget <= 1e6) ||
           complain("--budget is in seconds, above 0 and at most 1000000, not \"%s\"",
                    text);
}

static bool take_memory(struct options* o, const char* text)
{
    return memory_size_of(text, UINT64_MAX >> 1, &o->memory) ||
           complain("--memory is from 1 byte to 2^63, such as 500M or 2G, not \"%s\"",
                    text);
}

// The name of an algorithm leaves the form to the plan; that of any other form does not.
static bool take_algorithm(struct options* o, const char* text)
{
    for (uint32_t a = 0; a < glsort_algorithm_count(); a++) {
        if (strcmp(text, glsort_algorithm_name((glsort_algorithm)a)) != 0)
            continue;
        o->form = NULL;
        o->tuning.algorithm = (glsort_algorithm)a;
        o->has_algorithm = a != GLSORT_ALGORITHM_AUTO;
        return true;
    }
    o->form = glsort_form_find(text);
    return o->form || complain("there is no algorithm or form \"%s\"; \"glsort info\" "
                               "lists them",
                               text);
}

// "raw", or "raw,text", or ",text" for the output alone.
static bool take_format(struct options* o, const char* text)
{
    char input[16];
    int in = FORMAT_BY_NAME, out = FORMAT_BY_NAME;
    const char* comma = strchr(text, ',');
    snprintf(input, sizeof input, "%.*s", (int)strcspn(text, ","), text);
    if ((text != comma && !find_word("format", input, formats, &in)) ||
        (comma && !find_word("format", comma + 1, formats, &out)))
        return false;
    o->format = (enum file_format)in;
    o->output_format = (enum file_format)(comma ? out : in);
    return true;
}

static bool take_descending(struct options* o, const char* text)
{
    (void)text;
    o->plan.direction = GLSORT_DESCENDING;
    return true;
}

// So many of the lowest bits, or "8..15", or "8.." for all from there on.
static bool take_bits(struct options* o, const char* text)
{
    char* end = NULL;
    if (*text < '0' || *text > '9')
        return complain("--bits is a number, or the first and the last bit, such as "
                        "8..15, not \"%s\"",
                        text);
    unsigned long first = strtoul(text, &end, 10), last = 63;
    if (*end == '\0' && first > 0 && first <= 64) {
        o->bit_range = false;
        o->plan.first_bit = 0;
        o->plan.bit_count = o->draw.key_bits = (uint32_t)first;
        return true;
    }
    bool good = strncmp(end, "..", 2) == 0;
    bool is_open = good && end[2] == '\0';
    if (good && !is_open) {
        const char* from = end + 2;
        good = *from >= '0' && *from <= '9';
        last = strtoul(from, &end, 10);
        good = good && *end == '\0';
    }
    if (!good || first > last || last > 63)
        return complain("--bits is a number, or the first and the last bit, such as "
                        "8..15, not \"%s\"",
                        text);
    o->bit_range = true;
    o->plan.first_bit = (uint32_t)first;
    o->plan.bit_count = is_open ? 0 : (uint32_t)(last - first + 1);
    return true;
}

// "frustum", or how much of what is measured is outside it.
static bool take_cull(struct options* o, const char* text)
{
    o->draw.cull = GLSORT_CULL_FRUSTUM;
    o->cull_share = 0;
    if (strcmp(text, "frustum") == 0)
        return true;
    if (*text < '0' || *text > '9')
        return complain("--cull is frustum or a percentage, not \"%s\"", text);
    return options_count("--cull", text, &o->cull_share) &&
           (o->cull_share <= 100 ||
            complain("--cull is at most 100 percent, not %" PRIu32, o->cull_share));
}

static bool take_alive(struct options* o, const char* text)
{
    o->plan.count_source = o->draw.count_source = GLSORT_COUNT_FROM_BUFFER;
    o->alive = text;
    return o->command == COMMAND_BENCH ||
           options_count("--alive", text, &o->plan.expected_count);
}

// ---- the table ----------------------------------------------------------------------

enum {
    SAMPLE = 1 << COMMAND_SAMPLE,
    SORT = 1 << COMMAND_SORT,
    INFO = 1 << COMMAND_INFO,
    PLAN = 1 << COMMAND_PLAN,
    VERIFY = 1 << COMMAND_VERIFY,
    BENCH = 1 << COMMAND_BENCH,
    TUNE = 1 << COMMAND_TUNE,
    FORMS = SAMPLE | SORT | PLAN | VERIFY | BENCH,
    UNTUNED = FORMS | INFO,
    ALL = UNTUNED | TUNE,
    ORDERS = 1 << 16, // only with --order
    SORTS = 1 << 17,  // only without
    WHOLE = 1 << 18,  // not with --segments
    SHAPES = 1 << 19, // of bench also with --segments
};

enum kind { FLAG, TEXT, NUMBER, WORD, OTHER };

// An option that means several things to the commands has several rows, each of other
// commands.
struct row {
    const char* name;
    char letter; // 0: none
    unsigned commands;
    const char* argument; // NULL: takes none
    const char* help;
    enum kind kind;
    size_t at;                // the field of struct options that it sets, but for OTHER
    size_t given;             // the bool that says so; 0: there is none
    uint32_t least;           // NUMBER
    const struct word* words; // WORD
    bool (*take)(struct options* o, const char* text); // OTHER
};

#define AT(field) offsetof(struct options, field)
#define FLAG(field) FLAG, AT(field), 0, 0, NULL, NULL
#define TEXT(field) TEXT, AT(field), 0, 0, NULL, NULL
#define NUMBER(field, least) NUMBER, AT(field), 0, least, NULL, NULL
#define NUMBER_GIVEN(field, least, given) NUMBER, AT(field), AT(given), least, NULL, NULL
#define WORD(field, words) WORD, AT(field), 0, 0, words, NULL
#define WORD_GIVEN(field, words, given) WORD, AT(field), AT(given), 0, words, NULL
#define OTHER(function) OTHER, 0, 0, 0, NULL, function

static const struct row rows[] = {
    {"count", 'x', SAMPLE | PLAN, "N", "number of keys, such as 8192 or 2^20",
     NUMBER_GIVEN(count, 0, has_count)},
    {"count", 'x', VERIFY | TUNE, "N",
     "largest number of keys (verify: 10007; tune: 2^24, or 2^18 on a CPU)",
     NUMBER_GIVEN(count, 0, has_count)},
    {"count", 'x', BENCH, "N",
     "numbers of keys, such as 1000,2^10..2^20 (2^12,2^16,2^20)", TEXT(count_list)},
    {"iterations", 'i', SAMPLE | BENCH | TUNE, "N",
     "sorts of the same keys (1; bench and tune: 25 at most)",
     NUMBER_GIVEN(iterations, 1, has_iterations)},
    {"seed", 0, SAMPLE | VERIFY, "N", "seed of the random numbers (1)", NUMBER(seed, 0)},
    {"verify", 'e', SAMPLE | SORT, NULL, "compare the result with a stable CPU sort",
     FLAG(verify)},
    {"timing", 't', SAMPLE | SORT, NULL, "print GPU time and wall-clock time",
     FLAG(timing)},
    {"quiet", 'q', SAMPLE | SORT | VERIFY | TUNE, NULL, "print results and errors only",
     FLAG(quiet)},
    {"output", 'o', SORT | TUNE, "FILE",
     "write to FILE once the result is complete (standard output)", TEXT(output)},
    {"format", 0, SORT, "F",
     "text, raw or npy, of input and output, or of each, such as raw,text or ,text (by "
     "file name: .npy, .raw or .bin; else text)",
     OTHER(take_format)},
    {"argsort", 0, SORT, NULL,
     "write the input index, from 0, of each sorted key, as u64", FLAG(argsort)},
    {"memory", 0, SORT | WHOLE, "SIZE",
     "bytes to use, such as 500M or 2G (half of what is allowed)", OTHER(take_memory)},
    {"temp", 0, SORT | WHOLE, "FOLDER",
     "for the temporary file of several chunks ($TMPDIR, or /tmp)", TEXT(temp)},
    {"segments", 0, SORT, "S",
     "sort each segment by itself; S: a file of N + 1 offsets of N segments",
     TEXT(segments)},
    {"segments", 0, PLAN | SORTS, "S",
     "sort each segment by itself; S: NxL, N segments of up to L keys", TEXT(segments)},
    {"segments", 0, BENCH | SORTS | SHAPES, "S",
     "sort each segment by itself; S: NxL, N segments of L keys, or powerlaw",
     TEXT(segments)},
    {"type", 0, (UNTUNED & ~VERIFY) | SORTS, "T",
     "type of key: u32, i32, f32, u64, i64, f64 or u16 (u32)",
     WORD_GIVEN(plan.key, types, has_type)},
    {"type", 0, VERIFY, "T", "type of key: u32, i32, f32, u64, i64, f64 or u16 (all)",
     WORD_GIVEN(plan.key, types, has_type)},
    {"descending", 0, SAMPLE | SORT | PLAN | BENCH | SORTS, NULL,
     "largest first; equal keys stay in the order of the input", OTHER(take_descending)},
    {"values", 0, INFO | PLAN | BENCH | SORTS, "V",
     "none, indices, u32, u64 or u128 (none)",
     WORD_GIVEN(plan.values, values, has_values)},
    {"algorithm", 0, FORMS | WHOLE, "A",
     "auto, an algorithm or a form, as \"glsort info\" lists them (auto)",
     OTHER(take_algorithm)},
    {"backend", 0, UNTUNED, "B", "auto, compute or fragment (auto)",
     WORD_GIVEN(plan.backend, backends, has_backend)},
    {"bits", 0, SAMPLE | SORT | INFO | PLAN, "B",
     "bits to sort by: so many of the lowest, or first..last (all)", OTHER(take_bits)},
    {"bits", 0, BENCH | ORDERS, "B", "order: bits of a key, 16, 24 or 32 (32)",
     OTHER(take_bits)},
    {"order", 0, PLAN | BENCH, NULL,
     "a draw order, from positions to sorted indices, not a sort", FLAG(order)},
    {"cull", 0, PLAN | BENCH | ORDERS, "C",
     "order: cull by the frustum; C: frustum, or of bench a percentage",
     OTHER(take_cull)},
    {"views", 0, PLAN | BENCH | ORDERS, "N", "order: number of views, 1 to 8 (1)",
     NUMBER(draw.max_views, 1)},
    {"primitives", 0, PLAN | BENCH | ORDERS, "K",
     "order: primitives of K vertices, such as 3, instead of points",
     NUMBER(draw.primitive.vertices, 1)},
    {"alive", 0, PLAN, "N",
     "the count is in a GPU buffer, typically N; --count is the largest",
     OTHER(take_alive)},
    {"alive", 0, BENCH | ORDERS, "N",
     "order: the count is in a GPU buffer; N of the --count, or a list",
     OTHER(take_alive)},
    {"table", 0, SAMPLE | SORT | PLAN | BENCH, "FILE",
     "choose by the table that \"glsort tune\" wrote", TEXT(table)},
    {"budget", 0, BENCH | TUNE, "S",
     "seconds for all forms at one count, about (2; tune: 0.3 or 0.5)",
     OTHER(take_seconds)},
    {"json", 0, INFO | PLAN | BENCH | SHAPES, NULL, "print JSON", FLAG(json)},
    {"report", 0, INFO, NULL,
     "print what an issue about a device needs, as Markdown: also what verify, bench and "
     "tune find (a minute or two)",
     FLAG(report)},
    {"api", 0, ALL | SHAPES, "A",
     "context: gl4.3, gles3.2, gles3.1, gl3.3 or gles3.0 (the first)",
     WORD_GIVEN(api, apis, has_api)},
    {"platform", 'p', ALL | SHAPES, "P",
     "EGL platform, by name or number of \"glsort info\"", TEXT(platform)},
    {"device", 'd', (ALL & ~PLAN) | SHAPES, "D",
     "a number of \"glsort info\", gpu, or cpu for a software renderer", TEXT(device)},
    {"device", 'd', PLAN, "D",
     "whose limits: large (a large GPU), minimum (what every device of the API must "
     "have), this (the device of other commands), gpu, cpu or a number of \"glsort "
     "info\" (large; this with --table)",
     TEXT(device)},
    {"dump", 0, SAMPLE | SORT, "FILE", "write the program binaries to FILE", TEXT(dump)},
    {"load", 0, SAMPLE | SORT, "FILE",
     "use the program binaries of FILE, if they fit device and driver", TEXT(load)},
    {"help", 'h', ALL | SHAPES, NULL, "print this", FLAG(help)},
    {"version", 'v', ALL | SHAPES, NULL, "print the version", FLAG(version)},
};

enum { ROW_COUNT = sizeof rows / sizeof *rows };

static const struct row* row_of(const char* name, enum command command)
{
    for (int i = 0; i < ROW_COUNT; i++) {
        if (strcmp(rows[i].name, name) == 0 && rows[i].commands & 1u << command)
            return &rows[i];
    }
    return NULL;
}

static bool take_number(const struct row* row, uint32_t* number, const char* text)
{
    char what[32];
    snprintf(what, sizeof what, "--%s", row->name);
    return options_count(what, text, number) &&
           (*number >= row->least || complain("%s is 1 or more, not 0", what));
}

static bool take(struct options* o, const struct row* row, const char* text)
{
    void* field = (char*)o + row->at;
    if (row->given)
        *(bool*)((char*)o + row->given) = true;
    switch (row->kind) {
    case FLAG: *(bool*)field = true; return true;
    case TEXT: *(const char**)field = text; return true;
    case NUMBER: return take_number(row, field, text);
    case WORD: return find_word(row->name, text, row->words, field);
    default: return row->take(o, text);
    }
}

// ---- the commands -------------------------------------------------------------------

static const struct {
    const char* name;
    const char* operands; // NULL: none
    const char* summary;  // for the help of the program
    const char* about;
} commands[] = {
    [COMMAND_SAMPLE] = {"", NULL, NULL,
                        "Sorts on the GPU through OpenGL. Without a command, sorts 8192 "
                        "random keys and prints some of them."},
    [COMMAND_SORT] =
        {"sort", "[FILE...]", "sorts numbers from files or standard input",
         "Sorts the numbers of all FILEs together, or of standard input if "
         "there is none or it is \"-\", exactly as a stable sort on the CPU "
         "would. Text holds one number a line (blank lines are skipped), raw "
         "is little-endian numbers, npy is NumPy's format. Floats are in the "
         "total order of IEEE 754, -0 before +0 and NaNs at the ends; NaNs "
         "cannot be given as text. Numbers that do not fit the memory are "
         "sorted in chunks, through a temporary file."},
    [COMMAND_INFO] =
        {"info", NULL, "shows devices, driver, limits and the largest counts",
         "Shows the EGL devices and, for the chosen one, its driver, limits, "
         "backends and the largest count that each form of an algorithm can "
         "sort."},
    [COMMAND_PLAN] =
        {"plan", "[COUNT]", "prints the passes of a sort; needs no GPU",
         "Prints the schedule of a sort of COUNT keys, of segments, or of a "
         "draw order of COUNT elements: its passes, what they read and "
         "write, and the barriers between them. Needs no GPU, except for the "
         "limits of one and with --table."},
    [COMMAND_VERIFY] =
        {"verify", NULL, "compares every algorithm with the CPU on awkward data",
         "Sorts random and awkward data with every form of sorting that "
         "the device supports, then segments and draw orders, and compares "
         "each result with a stable CPU sort. --algorithm leaves out the "
         "segments, --type the draw orders. Exit status 1 if any differ. "
         "Takes seconds on a GPU and minutes on the CPU."},
    [COMMAND_BENCH] =
        {"bench", NULL, "times the algorithms on this device",
         "Times the algorithms on this device, on 2^12, 2^16 and 2^20 "
         "random keys with values by default, and checks the results. "
         "glsort-bench does the same at length. With --order: compares draw "
         "orders with the CPU."},
    [COMMAND_TUNE] = {"tune", NULL, "measures which of them is best at which count",
                      "Measures on this device which algorithm and which form of it is "
                      "the fastest at which count, with and without values, on each "
                      "backend that it has, and prints a table. Programs hand it to "
                      "glsort_context_desc.table, the other commands to --table. A form "
                      "takes the place of another where it is 5 % faster."},
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

// ---- the command line ---------------------------------------------------------------

// Values of getopt_long: a letter, or the number of a row above all letters.
enum { FIRST_ROW = 256 };

static const struct row* row_of_code(int code)
{
    for (int i = 0; i < ROW_COUNT; i++) {
        if (code == (rows[i].letter ? rows[i].letter : FIRST_ROW + i))
            return &rows[i];
    }
    return NULL;
}

// The tables for getopt_long. The leading colon keeps it from printing messages.
static void make_tables(struct option longs[ROW_COUNT + 1],
                        char letters[2 * ROW_COUNT + 2])
{
    int count = 0;
    *letters++ = ':';
    for (int i = 0; i < ROW_COUNT; i++) {
        if (i > 0 && strcmp(rows[i].name, rows[i - 1].name) == 0)
            continue;
        longs[count++] = (struct option){
            .name = rows[i].name,
            .has_arg = rows[i].argument ? required_argument : no_argument,
            .val = rows[i].letter ? rows[i].letter : FIRST_ROW + i,
        };
        if (!rows[i].letter)
            continue;
        *letters++ = rows[i].letter;
        if (rows[i].argument)
            *letters++ = ':';
    }
    longs[count] = (struct option){0};
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
    const struct row* row = row_of_code(optopt);
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
    if ((row->commands & ORDERS) && !o->order)
        return complain("--%s is for draw orders; give --order too", row->name);
    if ((row->commands & SORTS) && o->order)
        return complain("--%s is for sorts, and --order asks for a draw order",
                        row->name);
    bool segments = o->segments && strcmp(row->name, "segments") != 0;
    if (segments && ((row->commands & WHOLE) ||
                     (o->command == COMMAND_BENCH && !(row->commands & SHAPES))))
        return complain("--%s means nothing with --segments", row->name);
    return true;
}

// Takes the plan of a form. Options must not contradict it.
static bool take_form(struct options* o)
{
    if (!o->form)
        return true;
    if (o->has_backend)
        return complain("--algorithm %s says what --backend would; give one of them",
                        o->form->name);
    o->plan.backend = o->form->desc.backend;
    o->tuning = *o->form->desc.tuning;
    return true;
}

// What a draw order shares with a sort.
static bool complete_draw(struct options* o)
{
    if (o->order && o->bit_range)
        return complain("--bits with --order is 16, 24 or 32");
    o->draw.tuning = o->plan.tuning;
    o->draw.backend = o->plan.backend;
    o->draw.expected_count = o->plan.expected_count;
    // Whoever draws the visible elements must know their number.
    if (o->draw.cull != GLSORT_CULL_NONE)
        o->draw.flags |= GLSORT_ORDER_WRITES_VISIBLE;
    return true;
}

// The first walk finds faults of the options as such, and moves operands to the end: they
// say the command, on which the meaning of options depends.
static bool find_command(struct options* o, int argc, char** argv,
                         const struct option* longs, const char* letters)
{
    int code = 0;
    optind = 1; // a report parses the options of other commands too
    while ((code = getopt_long(argc, argv, letters, longs, NULL)) != -1) {
        if (!row_of_code(code))
            return refuse_option(code, argv);
    }
    return take_operands(o, argc - optind, argv + optind);
}

// The second one takes the values.
static bool take_options(struct options* o, int argc, char** argv,
                         const struct option* longs, const char* letters)
{
    bool given[ROW_COUNT] = {false};
    int code = 0;
    optind = 1;
    while ((code = getopt_long(argc, argv, letters, longs, NULL)) != -1) {
        const char* name = row_of_code(code)->name;
        const struct row* row = row_of(name, o->command);
        if (!row)
            return complain("--%s means nothing to \"glsort%s%s\"; see its --help", name,
                            *commands[o->command].name ? " " : "",
                            commands[o->command].name);
        given[row - rows] = true;
        if (!take(o, row, optarg))
            return false;
    }
    for (int i = 0; i < ROW_COUNT; i++) {
        if (given[i] && !check_subject(o, &rows[i]))
            return false;
    }
    return true;
}

bool options_parse(struct options* o, int argc, char** argv)
{
    struct option longs[ROW_COUNT + 1];
    char letters[2 * ROW_COUNT + 2];
    *o = (struct options){.iterations = 1, .seed = 1};
    make_tables(longs, letters);
    if (!find_command(o, argc, argv, longs, letters) ||
        !take_options(o, argc, argv, longs, letters) || !take_form(o))
        return false;
    o->plan.tuning = &o->tuning;
    return complete_draw(o);
}

// ---- help ---------------------------------------------------------------------------

enum { HELP_INDENT = 25, HELP_COLUMNS = 90 };

// Prints words from a column on, which is also where further lines begin.
static void print_words(const char* text, int indent)
{
    int column = indent;
    while (*text) {
        int length = (int)strcspn(text, " ");
        if (column + (column > 0) + length > HELP_COLUMNS) {
            printf("\n%*s", indent, "");
            column = indent;
        }
        column += printf("%s%.*s", column > 0 ? " " : "", length, text);
        text += length + (text[length] == ' ');
    }
    putchar('\n');
}

static void print_row(const struct row* row)
{
    char names[64];
    int column = row->letter ? sprintf(names, "  -%c, --%s", row->letter, row->name)
                             : sprintf(names, "      --%s", row->name);
    if (row->argument)
        sprintf(names + column, " %s", row->argument);
    printf("%-*s", HELP_INDENT, names);
    print_words(row->help, HELP_INDENT);
}

static void print_usage(enum command command)
{
    const char* operands = commands[command].operands;
    if (command == COMMAND_SAMPLE)
        printf(
            "usage: glsort [options]\n       glsort COMMAND [options] (-h for each)\n");
    else
        printf("usage: glsort %s [options]%s%s\n", commands[command].name,
               operands ? " " : "", operands ? operands : "");
    putchar('\n');
    print_words(commands[command].about, 0);
    putchar('\n');
    if (command != COMMAND_SAMPLE)
        return;
    for (int c = COMMAND_SORT; c < COMMAND_COUNT; c++)
        printf("  glsort %-6s  %s\n", commands[c].name, commands[c].summary);
    putchar('\n');
}

void options_help(enum command command)
{
    print_usage(command);
    for (int i = 0; i < ROW_COUNT; i++) {
        if (rows[i].commands & 1u << command)
            print_row(&rows[i]);
    }
    if (command == COMMAND_BENCH)
        fputs(bench_columns, stdout);
    printf("\nExit status: 0 if all went well, 1 otherwise, with a sentence on standard "
           "error.\n");
}
