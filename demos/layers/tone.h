// SPDX-License-Identifier: MIT
// From linear light to the 8 bits that a screen shows: the table of tone.glsl, and the
// same on the CPU.
#ifndef LAYERS_TONE_H
#define LAYERS_TONE_H

#include <stdint.h>

// The 17 powers of two from 2^-14 on, in 256 steps each.
enum { TONE_FIRST = (127 - 14) << 8, TONE_COLUMNS = 256, TONE_ROWS = 17 };
enum { TONE_COUNT = TONE_COLUMNS * TONE_ROWS };

struct tone {
    uint32_t table[TONE_COUNT]; // 8 bits and 8 bits of fraction
    uint32_t texture;
};

void tone_create(struct tone* tone);
void tone_destroy(struct tone* tone);

// What goes in front of tone.glsl.
extern const char tone_defines[];
// A program that shows what it draws to all of the screen through tone.glsl. 0 and a
// sentence on failure.
uint32_t tone_program(const char* fragment, char* message);
// Sets the uniform of a program with tone.glsl, to this texture unit.
void tone_use(const struct tone* tone, uint32_t program, uint32_t unit);

// What tone.glsl makes of a pixel; x, y from the bottom left.
void tone_shown(const struct tone* tone, const float light[3], uint32_t x, uint32_t y,
                uint8_t rgb[3]);

#endif
