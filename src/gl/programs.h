// SPDX-License-Identifier: MIT
// The linked programs of a context, which its plans share: each is linked when a plan
// first needs it. Their binaries can be exported and imported.
#ifndef GLSORT_PROGRAMS_H
#define GLSORT_PROGRAMS_H

#include "device.h"

enum { MAX_VARIANTS = SHADER_MOST_VARIANTS };

struct program_id {
    uint16_t shader; // enum shader_id
    uint8_t variant;
};

// A program that was passed to the driver and whose result has not been queried yet.
struct started_program {
    GLuint name;
    GLuint stages[2]; // 0: none
};

enum program_state { PROGRAM_NONE, PROGRAM_STARTED, PROGRAM_LINKED };

struct programs {
    GLuint names[SHADER_ID_COUNT][MAX_VARIANTS];  // linked
    uint8_t units[SHADER_ID_COUNT][MAX_VARIANTS]; // bit 1 << unit: it has a sampler there
    struct started_program started[SHADER_ID_COUNT][MAX_VARIANTS];
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

enum program_state glsort_programs_state(const struct programs* p, struct program_id id);

// Passes the program to the driver unless that is done; does not query the result. Plans
// that need the same program share it, whichever started it. Entry point `call` is
// for error sentences. This, collect and get change the current program.
glsort_result glsort_programs_start(struct programs* p, const struct device* d,
                                    struct program_id id, const struct call* call);

// False if the driver says that it has not finished the program; a driver that cannot say
// has finished with the start. Never waits.
bool glsort_programs_is_complete(const struct programs* p, const struct device* d,
                                 struct program_id id);

// Takes the result of a started program. GLSORT_NOT_READY if `waits` is false and the
// driver says that it is not finished; waits for a driver that cannot say. A refused
// program is deleted, and may be started again.
glsort_result glsort_programs_collect(struct programs* p, const struct device* d,
                                      struct program_id id, bool waits,
                                      const struct call* call);

// Deletes a started program that was not collected, because no plan needs it any more.
void glsort_programs_drop(struct programs* p, const struct device* d,
                          struct program_id id);

// Starts and collects a program. Returns the linked program; 0 with an error sentence if
// the driver refuses it.
GLuint glsort_programs_get(struct programs* p, const struct device* d,
                           struct program_id id, const struct call* call);

// See glsort_context_programs().
glsort_result glsort_programs_save(const struct programs* p, const struct device* d,
                                   void* data, size_t* bytes, struct message* message);

#endif
