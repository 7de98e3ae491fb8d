// SPDX-License-Identifier: MIT
// glsort-layers: layers that cross each other, sorted in every pixel.
#include "options.h"
#include "show.h"

int main(int argc, char** argv)
{
    char message[PROGRAM_MESSAGE_BYTES] = "";
    struct options options = options_defaults();
    bool ok = options_parse(&options, argc, argv, message);
    if (ok && options.program.help)
        options_print_help();
    else if (ok)
        ok = show_layers(&options, message);
    return program_end("glsort-layers", ok, message);
}
