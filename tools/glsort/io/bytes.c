// SPDX-License-Identifier: MIT
#include "bytes.h"

#include <stdint.h>
#include <stdlib.h>

#include "complain.h"

bool bytes_reserve(struct bytes* b, size_t more)
{
    if (more > SIZE_MAX / 4 || b->count > SIZE_MAX / 4)
        return complain_of_memory();
    size_t wanted = b->count + more + 1;
    if (wanted <= b->room)
        return true;
    if (wanted < 2 * b->room)
        wanted = 2 * b->room;
    char* grown = realloc(b->at, wanted);
    if (!grown)
        return complain_of_memory();
    b->at = grown;
    b->room = wanted;
    b->at[b->count] = '\0';
    return true;
}

void bytes_release(struct bytes* b)
{
    free(b->at);
    *b = (struct bytes){0};
}
