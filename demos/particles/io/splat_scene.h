// SPDX-License-Identifier: MIT
// The splats that the demo makes where no file is given: the surface of a cloud as flat
// splats, and dandelion clocks on it, whose hairs are long and thin ones.
#ifndef DEMO_SPLAT_SCENE_H
#define DEMO_SPLAT_SCENE_H

#include <stdbool.h>
#include <stdint.h>

#include "cloud.h"
#include "splats.h"

// Makes exactly count splats, in random order: more of them are smaller discs and more
// dandelions. The cloud is complete (cloud_complete) and stands (cloud_stand). False if
// there is no memory.
bool splat_scene_make(struct splats* splats, uint32_t count, const struct cloud* cloud);

#endif
