// SPDX-License-Identifier: MIT
// The look of smoke: four puffs on one sheet, made of noise.
#ifndef DEMO_PUFFS_H
#define DEMO_PUFFS_H

#include <stdint.h>

// A texture of two by two puffs: the xy of a normal in red and green, density in blue.
uint32_t puffs_texture(void);

#endif
