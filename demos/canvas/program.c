// SPDX-License-Identifier: MIT
#include "program.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture.h"
#include "printable.h"

struct program_options program_defaults(void)
{
    return (struct program_options){.width = 1280, .height = 720, .per_second = 30};
}

// ---- options

// Smaller pictures have no room for labels and panels; few devices have larger render
// targets. The texts of the option --size name these limits too.
enum { LEAST_WIDTH = 320, LEAST_HEIGHT = 180, MOST_PIXELS = 8192 };

static bool set_size(void* into, const char* value)
{
    struct program_options* o = into;
    unsigned width, height;
    char more;
    if (sscanf(value, "%5ux%5u%c", &width, &height, &more) != 2 || width < LEAST_WIDTH ||
        width > MOST_PIXELS || height < LEAST_HEIGHT || height > MOST_PIXELS)
        return false;
    o->width = (int)width;
    o->height = (int)height;
    return true;
}

static bool set_gl(void* into, const char* value)
{
    struct program_options* o = into;
    o->gl = strcmp(value, "3.3") == 0 ? 33 : strcmp(value, "4.3") == 0 ? 43 : 0;
    return o->gl != 0;
}

#define AT(field) offsetof(struct program_options, field)
#define FLAG(name, text, field)                                                          \
    {                                                                                    \
        name, NULL, text, OPTION_FLAG, AT(field), 0, 0, NULL, NULL                       \
    }

static const struct option place_options[] = {
    OPTION_SECTION("Where it is shown"),
    FLAG("--window", "in a window (the default without --out)", window),
    FLAG("--headless", "without a display (the default with --out)", headless),
    {"--out", "FILE",
     "a .png or a folder/ of frames; or, with ffmpeg, a .gif or .mp4\n"
     "(the program's name and .png)",
     OPTION_TEXT, AT(out), 0, 0, NULL, NULL},
    {"--frames", "N", "frames to draw (1 for a .png, otherwise 120)", OPTION_WHOLE,
     AT(frames), 1, 100000, NULL, NULL},
    {"--fps", "N", "frames a second without a window (30)", OPTION_WHOLE, AT(per_second),
     1, 120, NULL, NULL},
    {"--size", "WxH", "pixels, from 320x180 to 8192x8192 (1280x720)", OPTION_OTHER, 0, 0,
     0, set_size, "pixels from 320x180 to 8192x8192"},
    FLAG("--panel", "shows the controls in pictures", panel),
    FLAG("--plain", "leaves labels out of pictures", plain),
    OPTION_SET("--gl", "VERSION",
               "4.3, or 3.3, which has fragment passes only (the newest)", set_gl),
    {"--device", "NAME", "without a window: cpu, gpu or a device's number", OPTION_TEXT,
     AT(device), 0, 0, NULL, NULL},
};

static const struct option report_options[] = {
    FLAG("--timing",
         "the times of as many frames as --frames says (60; fewer where\n"
         "they take long) and of what they consist of",
         timing),
    FLAG("--debug", "a debug context; a message of the driver is an error", debug),
    FLAG("--help", "this text", help),
};

enum { LISTS = 4 };

// In the order of --help.
static void list(const struct option_list own[2], void* options,
                 struct program_options* common, struct option_list lists[LISTS])
{
    const struct option_list all[LISTS] = {
        {own[0].options, own[0].count, options},
        {place_options, sizeof place_options / sizeof *place_options, common},
        {own[1].options, own[1].count, options},
        {report_options, sizeof report_options / sizeof *report_options, common},
    };
    memcpy(lists, all, sizeof all);
}

bool program_options_parse(const struct option_list lists[2], void* options,
                           struct program_options* common, int argc, char** argv,
                           char* message)
{
    struct option_list all[LISTS];
    list(lists, options, common, all);
    return option_lists_parse(all, LISTS, argc, argv, message);
}

void program_options_print(const struct option_list lists[2])
{
    struct option_list all[LISTS];
    list(lists, NULL, NULL, all);
    option_lists_print(all, LISTS);
}

bool program_is_headless(const struct program_options* options)
{
    return options->headless || (options->out && !options->window);
}

bool program_is_still(const struct program_options* options)
{
    return program_is_headless(options) && options->frames <= 1 &&
           (!options->out || capture_kind_of(options->out) == CAPTURE_PICTURE);
}

// ---- the end

bool program_fail(char* message, const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, PROGRAM_MESSAGE_BYTES, format, arguments);
    va_end(arguments);
    return false;
}

int program_end(const char* name, bool ok, char* message)
{
    if (ok && (fflush(stdout) != 0 || ferror(stdout))) {
        snprintf(message, PROGRAM_MESSAGE_BYTES, "standard output cannot be written");
        ok = false;
    }
    if (!ok) {
        fprintf(stderr, "%s: ", name);
        print_masked(stderr, message);
        fputc('\n', stderr);
    }
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
