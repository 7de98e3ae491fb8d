// SPDX-License-Identifier: MIT
// The functions of README.md for a loading screen, for loading.c; their own text needs no
// GL header.
#ifndef HELLO_LOADSTART_H
#define HELLO_LOADSTART_H

#ifdef __cplusplus
extern "C" {
#endif

int load_begin(unsigned most_particles);
int load_frame(void);
void load_shutdown(void);

#ifdef __cplusplus
}
#endif

#endif
