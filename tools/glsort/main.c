// SPDX-License-Identifier: MIT
// glsort, the program: sorts numbers on the GPU from the command line.
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)
#include <fcntl.h>
#include <io.h>
#else
#include <fcntl.h>
#include <unistd.h>
#endif

#include "commands.h"
#include "complain.h"

static bool run(const struct options* o)
{
    static bool (*const commands[COMMAND_COUNT])(const struct options*) = {
        [COMMAND_SAMPLE] = command_sample, [COMMAND_SORT] = command_sort,
        [COMMAND_INFO] = command_info,     [COMMAND_PLAN] = command_plan,
        [COMMAND_VERIFY] = command_verify, [COMMAND_BENCH] = command_bench,
        [COMMAND_TUNE] = command_tune,
    };
    if (o->help) {
        options_help(o->command);
        return true;
    }
    if (o->version) {
        printf("glsort %s\n", glsort_version());
        return true;
    }
    return commands[o->command](o);
}

#if !defined(_WIN32)
// A file that is opened gets the first free number. If that were the one of a standard
// stream that is closed, results or messages would go to that file. Such a stream becomes
// one that cannot be read or written either.
static void occupy_closed_streams(void)
{
    for (int file = 0; file < 3; file++) {
        if (fcntl(file, F_GETFD) < 0 &&
            open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0)
            return;
    }
}
#endif

static void set_up_streams(void)
{
#if defined(_WIN32)
    // On Windows too, files hold exactly the bytes that are written to them.
    _fmode = _O_BINARY;
    for (int file = 0; file < 3; file++)
        _setmode(file, _O_BINARY);
#else
    occupy_closed_streams();
    // A file that may grow no more is then an error of write, which has a sentence.
    signal(SIGXFSZ, SIG_IGN);
#endif
}

int main(int argc, char** argv)
{
    struct options options;
    set_up_streams();
    bool good = options_parse(&options, argc, argv) && run(&options);
    if ((fflush(stdout) != 0 || ferror(stdout)) && good)
        good = complain("cannot write standard output: %s", strerror(errno));
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
