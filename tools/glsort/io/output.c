// SPDX-License-Identifier: MIT
#include "output.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "complain.h"
#include "input.h"
#include "temporary.h"

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
    return temporary_write(file, data->at, data->count) ||
           complain("cannot write %s: %s", o->name, strerror(errno));
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
