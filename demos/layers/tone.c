// SPDX-License-Identifier: MIT
#include "tone.h"

#include <math.h>
#include <string.h>

#include "gfx.h"
#include "shader_texts.h"

const char tone_defines[] = "#define TONE_FIRST 28928u\n"
                            "#define TONE_COUNT 4352u\n"
                            "#define TONE_COLUMNS 256u\n";
_Static_assert(TONE_FIRST == 28928 && TONE_COUNT == 4352 && TONE_COLUMNS == 256,
               "what the text above says");

// A filmic curve: dark stays dark, bright rolls off.
static double film(double x)
{
    return fmin(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 1.0);
}

void tone_create(struct tone* tone)
{
    for (uint32_t i = 0; i < TONE_COUNT; ++i) {
        const uint32_t bits = (TONE_FIRST + i) << 15 | 1u << 14; // middle of the step
        float light;
        memcpy(&light, &bits, sizeof light);
        double level = pow(film(1.15 * (double)light), 1.0 / 2.2);
        tone->table[i] = i > 0 ? (uint32_t)(255.0 * 256.0 * level + 0.5) : 0;
    }
    tone->texture = gfx_texture(TONE_COLUMNS, TONE_ROWS, GFX_R32UI, false, tone->table);
}

void tone_destroy(struct tone* tone)
{
    gfx_texture_delete(&tone->texture);
}

uint32_t tone_program(const char* fragment, char* message)
{
    return gfx_program_of(
        &(struct gfx_shaders){.version = 330,
                              .vertex = GFX_TEXTS(gfx_screen_vertex),
                              .fragment = GFX_TEXTS(tone_defines, tone_glsl, fragment)},
        message);
}

void tone_use(const struct tone* tone, uint32_t program, uint32_t unit)
{
    gfx_set_int(program, "tones", (int)unit);
    gfx_bind_texture(unit, tone->texture);
}

static uint32_t dither(uint32_t x, uint32_t y)
{
    uint32_t h = x * 0x9E3779B1u ^ y * 0x85EBCA77u;
    h = (h ^ h >> 15) * 0x2C1B3C6Du;
    return (h ^ h >> 12) >> 24;
}

void tone_shown(const struct tone* tone, const float light[3], uint32_t x, uint32_t y,
                uint8_t rgb[3])
{
    for (int c = 0; c < 3; ++c) {
        uint32_t at = 0;
        if (light[c] > 0.0f)
            memcpy(&at, &light[c], sizeof at);
        at >>= 15;
        at = at > TONE_FIRST ? at - TONE_FIRST : 0;
        at = at < TONE_COUNT ? at : TONE_COUNT - 1;
        uint32_t level = (tone->table[at] + dither(x, y)) >> 8;
        rgb[c] = (uint8_t)(level < 255 ? level : 255);
    }
}
