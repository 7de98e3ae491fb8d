// SPDX-License-Identifier: MIT
#include "printable.h"

#include <stdbool.h>
#include <stdint.h>

static int length_of(unsigned char lead)
{
    if (lead < 0x80)
        return 1;
    if (lead >= 0xC2 && lead < 0xE0)
        return 2;
    if (lead >= 0xE0 && lead < 0xF0)
        return 3;
    return lead >= 0xF0 && lead < 0xF5 ? 4 : 0;
}

// Characters that show nothing, such as the mark that begins many files of Windows, and
// those that turn the direction of the text after them. Joiners are parts of words.
static bool is_hidden(uint32_t character)
{
    static const struct {
        uint32_t first, last;
    } ranges[] = {{0x61C, 0x61C},   {0x200B, 0x200B}, {0x200E, 0x200F},
                  {0x202A, 0x202E}, {0x2060, 0x206F}, {0xFEFF, 0xFEFF}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; ++i)
        if (character >= ranges[i].first && character <= ranges[i].last)
            return true;
    return false;
}

// False for control characters, and for UTF-8 that is longer than needed or otherwise
// invalid. The second block of controls, C1, counts too: some terminals obey it.
static bool is_printable(uint32_t character, int length)
{
    static const uint32_t least[] = {0, 0x20, 0xA0, 0x800, 0x10000};
    bool surrogate = character >= 0xD800 && character < 0xE000;
    return character >= least[length] && character != 0x7F && !surrogate &&
           character <= 0x10FFFF && !is_hidden(character);
}

// Bytes of the printable character at the start of the text; 0 if there is none.
static int printable_bytes(const unsigned char* text)
{
    int length = length_of(text[0]);
    if (length == 0)
        return 0;
    uint32_t character = length == 1 ? text[0] : text[0] & (0xFFu >> (length + 1));
    for (int i = 1; i < length; i++) {
        if ((text[i] & 0xC0) != 0x80)
            return 0;
        character = character << 6 | (text[i] & 0x3Fu);
    }
    return is_printable(character, length) ? length : 0;
}

void print_masked(FILE* to, const char* text)
{
    const unsigned char* at = (const unsigned char*)text;
    while (*at) {
        int length = printable_bytes(at);
        if (length > 0)
            fwrite(at, 1, (size_t)length, to);
        else if (*at == '\n' || *at == '\t')
            fputs(*at == '\n' ? "\\n" : "\\t", to);
        else
            fprintf(to, "\\x%02x", *at);
        at += length > 0 ? length : 1;
    }
}
