// SPDX-License-Identifier: MIT
#include "output.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "complain.h"
#include "input.h"

enum { MOST_WRITE_BYTES = 1 << 30 };

bool output_open(struct output* o, const char* path)
{
    *o = (struct output){
        .is_standard = input_is_standard(path),
        .name = input_is_standard(path) ? "standard output" : path,
    };
    if (o->is_standard)
        return true;
    const char* reason = replacement_open(&o->replacement, path);
    return !reason || complain("cannot write %s: %s", path, reason);
}

bool output_write(struct output* o, const struct bytes* data)
{
    int file = o->is_standard ? STDOUT_FILENO : o->replacement.file;
    for (size_t done = 0; done < data->count;) {
        size_t left = data->count - done;
        unsigned wanted = left < MOST_WRITE_BYTES ? (unsigned)left : MOST_WRITE_BYTES;
        ssize_t wrote = write(file, data->at + done, wanted);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote < 0)
            return complain("cannot write %s: %s", o->name, strerror(errno));
        done += (size_t)wrote;
    }
    return true;
}

bool output_commit(struct output* o)
{
    const char* reason = o->is_standard ? NULL : replacement_keep(&o->replacement);
    return !reason || complain("cannot write %s: %s", o->name, reason);
}

void output_discard(struct output* o)
{
    replacement_discard(&o->replacement);
}
