// SPDX-License-Identifier: MIT
// The demo's two colour scales, in one place: ui_key_color and ui_heat_color give the
// same to drawings, the waterfall writes them into its image.
#ifndef DEMO_PALETTE_H
#define DEMO_PALETTE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// A rank, 0 first to 1 last, as a hue from violet through blue, green and yellow to red.
// Equal steps of rank look like equal steps of colour, and neighbours are hard to tell
// apart.
void palette_key(float rank, uint8_t rgb[3]);

// A distance, 0 none to 1 all, from dark through red to a pale yellow, ever lighter.
void palette_heat(float distance, uint8_t rgb[3]);

#ifdef __cplusplus
}
#endif

#endif
