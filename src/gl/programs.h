// SPDX-License-Identifier: MIT
// Linked programs of a context, made when a plan first needs them and shared by its
// plans, and their binaries in and out.
#ifndef GLSORT_PROGRAMS_H
#define GLSORT_PROGRAMS_H

#include "device.h"

enum { MAX_VARIANTS = SHADER_MOST_VARIANTS };

struct programs {
    GLuint names[SHADER_ID_COUNT][MAX_VARIANTS];
    char* extra_defines; // owned, or NULL
    size_t extra_defines_bytes;
    unsigned char* blob; // owned, or NULL: binaries that were accepted
    size_t blob_bytes;
    glsort_log log;
    void* log_user;
    glsort_allocator allocator;
};

// Copies what the descriptor gives; a blob that is not of this device, driver and library
// is refused with a warning to the log.
glsort_result glsort_programs_open(struct programs* p, const struct device* d,
                                   const glsort_context_desc* desc,
                                   const glsort_allocator* allocator,
                                   struct message* message);
// Deletes the programs; the other gives the host memory back.
void glsort_programs_delete(struct programs* p, const struct device* d);
void glsort_programs_release(struct programs* p);

// The program, linked now if it was not yet; 0 with a message for the entry point `call`
// if the driver refuses it. Changes the current program.
GLuint glsort_programs_get(struct programs* p, const struct device* d, uint16_t shader,
                           uint8_t variant, const char* call, struct message* message);

// See glsort_context_programs().
glsort_result glsort_programs_save(const struct programs* p, const struct device* d,
                                   void* data, size_t* bytes, struct message* message);

#endif
