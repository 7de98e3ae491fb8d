// SPDX-License-Identifier: MIT
// Numbers for people.
#ifndef DEMO_RECORD_WORDS_H
#define DEMO_RECORD_WORDS_H

#include <stddef.h>

enum { WORDS_BYTES = 32 };

struct words {
    char text[WORDS_BYTES];
};

struct words words_count(double count); // 16,384 or 12.3 million
struct words words_bytes(double bytes); // 1.25 MB
struct words words_time(double ns);     // 12.3 us; "no clock" below 0
struct words words_rate(double bytes, double ns);
struct words words_percent(double part); // of 1

#endif
