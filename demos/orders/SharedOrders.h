// SPDX-License-Identifier: MIT
// A glsort context and one draw order, which all drawables of a GL context share. All
// calls need that GL context to be current, and so does the destructor: the last owner
// must drop its pointer while it is.
#ifndef SharedOrders_h
#define SharedOrders_h

#include <cstdint>
#include <memory>
#include <string>

#include <glsort/glsort_draw.h>

class SharedOrders
{
  public:
    // The orders of the GL context that this address stands for, created if there are
    // none yet. Threads may call this at the same time for different contexts.
    static std::shared_ptr<SharedOrders> of(const void* gl_context);

    ~SharedOrders();
    SharedOrders(const SharedOrders&) = delete;
    SharedOrders& operator=(const SharedOrders&) = delete;

    // Empty, or why glsort cannot work in this GL context.
    const std::string& refusal() const
    {
        return why_not;
    }

    // Runs the order of primitives of 1 to 3 vertices, whose positions are packed floats.
    // Writes vertices to order_out and numbers of primitives to elements_out. Returns an
    // empty string, or why nothing was written.
    std::string run(unsigned vertices, const glsort_order_args& args);

  private:
    SharedOrders();
    bool reserve(std::uint32_t count);

    glsort_context* context = nullptr;
    std::string why_not;
    glsort_plan* order = nullptr;
    std::uint32_t room = 0; // its max_count
};

#endif
