// SPDX-License-Identifier: MIT
// The one place that compiles stb_image_write.
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>
