// SPDX-License-Identifier: MIT
// The same library from C++.
#include <glsort/glsort_inspect.h>

#include <iostream>
#include <string>

int main()
{
    glsort_limits limits = glsort_limits();
    if (glsort_limits_minimum(300, 1, &limits) != GLSORT_OK)
        return 1;
    glsort_sort_desc desc = glsort_sort_desc();
    desc.max_count = 5000;
    const char* reason = nullptr;
    const uint32_t most = glsort_max_count(&limits, &desc, &reason);
    const std::string version = glsort_version();
    std::cout << "glsort " << version << " sorts up to " << most << " keys\n";
    return most >= desc.max_count && version.find('.') != std::string::npos ? 0 : 1;
}
