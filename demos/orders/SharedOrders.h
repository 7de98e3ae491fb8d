// SPDX-License-Identifier: MIT
// A glsort context and a draw order of each kind, which all drawables of a GL context
// share. All calls need that GL context to be current, and so does the destructor: the
// last owner must drop its pointer while it is.
#ifndef SharedOrders_h
#define SharedOrders_h

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>

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

    // Runs the order of primitives of 1 to 3 vertices, as args.layout says, whose
    // positions are floats at most 2048 bytes apart. flags are GLSORT_ORDER_* of the
    // order. With sources: of points, which are args.layout.position_stride bytes apart
    // in all of them; source i has matrix i. Returns an empty string, or why nothing was
    // written.
    std::string run(glsort_order_args args, unsigned flags,
                    glsort_cull cull = GLSORT_CULL_NONE);

  private:
    struct Order {
        glsort_plan* plan = nullptr;
        std::uint32_t room = 0; // its max_count
    };
    // Flags, what is left out, and with sources the stride of their points, otherwise 0.
    typedef std::tuple<unsigned, glsort_cull, std::uint32_t> Kind;

    SharedOrders();
    bool reserve(const Kind& kind, Order& order, std::uint32_t count);

    glsort_context* context = nullptr;
    std::string why_not;
    std::map<Kind, Order> orders;
};

#endif
