// SPDX-License-Identifier: MIT
// Whole files of keys, in the format that their name or the caller says.
#ifndef KEY_FILES_H
#define KEY_FILES_H

#include "key_list.h"
#include "options.h"

// The format of a file name, in small letters or capitals; FORMAT_BY_NAME if it has none,
// as for standard input.
enum file_format format_of_name(const char* path);

// Reads the file, or standard input; what begins as an .npy file and is not raw is one.
// k->type is that of text and raw keys. False, with a
// sentence printed, if it cannot; keys_release() is fine then, too.
bool read_keys(struct keys* k, const char* path, enum file_format format);

#endif
