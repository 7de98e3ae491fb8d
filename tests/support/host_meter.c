// SPDX-License-Identifier: MIT
#include "host_meter.h"

#include <stdlib.h>
#include <string.h>

#include "host_test.h"

// A block is preceded by its size, in as many bytes as keep it aligned, and followed by
// bytes that nobody writes.
enum { HEAD = 16, TAIL = 16, DIRT = 0xCD };

static void* take(void* user, size_t bytes)
{
    struct host_meter* m = user;
    m->calls++;
    if (m->fails_at != 0 &&
        (m->calls == m->fails_at || (m->fails_on && m->calls > m->fails_at)))
        return NULL;
    unsigned char* block = malloc(HEAD + bytes + TAIL);
    assert_non_null(block);
    memcpy(block, &bytes, sizeof bytes);
    memset(block + HEAD, DIRT, bytes + TAIL); // memory comes dirty
    m->bytes += bytes;
    m->peak = m->bytes > m->peak ? m->bytes : m->peak;
    m->blocks++;
    return block + HEAD;
}

static void give(void* user, void* memory, size_t bytes)
{
    struct host_meter* m = user;
    size_t taken;
    assert_non_null(memory);
    unsigned char* block = (unsigned char*)memory - HEAD;
    memcpy(&taken, block, sizeof taken);
    m->wrong |= taken != bytes;
    for (size_t i = 0; i < TAIL; ++i)
        m->wrong |= block[HEAD + taken + i] != DIRT;
    m->bytes -= bytes;
    m->blocks--;
    free(block);
}

glsort_allocator host_meter_allocator(struct host_meter* meter)
{
    return (glsort_allocator){take, give, meter};
}

void host_meter_expect_empty(const struct host_meter* meter)
{
    assert_false(meter->wrong);
    assert_int_equal(meter->blocks, 0);
    assert_int_equal(meter->bytes, 0);
}
