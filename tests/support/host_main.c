// SPDX-License-Identifier: MIT
// Of the programs that have no main of their own.
#include "host_test.h"

int main(void)
{
    return host_tests_run("tests");
}
