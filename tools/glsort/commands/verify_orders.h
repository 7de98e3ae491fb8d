// SPDX-License-Identifier: MIT
// The draw orders of `glsort verify`.
#ifndef VERIFY_ORDERS_H
#define VERIFY_ORDERS_H

#include "session.h"

enum verdict {
    ORDER_RIGHT,
    ORDER_WRONG,   // a sentence is printed
    ORDER_REFUSED, // the library has no such order on this backend and device
};

// How many orders there are to verify.
uint32_t verify_order_count(void);

// Verifies order `at` with the algorithm and method of `sort`, and describes it in a
// phrase.
enum verdict verify_order(const struct session* session, const glsort_sort_desc* sort,
                          glsort_backend backend, uint32_t at, uint32_t max_count,
                          char* text, size_t bytes);

#endif
