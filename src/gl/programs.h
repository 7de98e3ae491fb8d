// SPDX-License-Identifier: MIT
// The linked programs of a context, which its plans share: each is linked when a plan
// first needs it. Their binaries can be exported and imported.
#ifndef GLSORT_PROGRAMS_H
#define GLSORT_PROGRAMS_H

#include "device.h"

enum { MAX_VARIANTS = SHADER_MOST_VARIANTS };

struct programs {
    GLuint names[SHADER_ID_COUNT][MAX_VARIANTS];
    char* defines; // put before every shader; owned, or NULL
    size_t defines_bytes;
    unsigned char* blob; // owned, or NULL: binaries that were accepted
    size_t blob_bytes;
    glsort_log log;
    void* log_user;
    glsort_allocator allocator;
};

// Copies the blob of the descriptor, and the lines that go before every shader; NULL for
// none. A blob of another device, driver or library is dropped with a warning in the log.
glsort_result glsort_programs_open(struct programs* p, const struct device* d,
                                   const glsort_context_desc* desc, const char* defines,
                                   const glsort_allocator* allocator,
                                   struct message* message);
// delete frees the GL programs, release frees the host memory.
void glsort_programs_delete(struct programs* p, const struct device* d);
void glsort_programs_release(struct programs* p);

// Returns the program and links it first if necessary; 0 with an error sentence for entry
// point `call` if the driver refuses it. Linking changes the current program.
GLuint glsort_programs_get(struct programs* p, const struct device* d, uint16_t shader,
                           uint8_t variant, const char* call, struct message* message);

// See glsort_context_programs().
glsort_result glsort_programs_save(const struct programs* p, const struct device* d,
                                   void* data, size_t* bytes, struct message* message);

#endif
