// SPDX-License-Identifier: MIT
#include "SharedOrders.h"

#include <map>
#include <mutex>

std::shared_ptr<SharedOrders> SharedOrders::of(const void* gl_context)
{
    static std::mutex mutex;
    static std::map<const void*, std::weak_ptr<SharedOrders>> all;
    std::lock_guard<std::mutex> lock(mutex);
    std::shared_ptr<SharedOrders> found = all[gl_context].lock();
    if (!found) {
        found.reset(new SharedOrders);
        all[gl_context] = found;
    }
    return found;
}

SharedOrders::SharedOrders()
{
    char message[512] = "";
    glsort_context_desc gl = {};
    gl.message = message;
    gl.message_bytes = sizeof message;
    if (glsort_context_create(&gl, &context) != GLSORT_OK)
        why_not = message;
}

SharedOrders::~SharedOrders()
{
    for (auto& order : orders)
        glsort_plan_destroy(order.second.plan);
    if (why_not.empty())
        glsort_context_destroy(context);
}

static glsort_order_desc describe(unsigned flags, glsort_cull cull, std::uint32_t stride)
{
    glsort_order_desc what = {};
    what.cull = cull;
    what.flags = flags;
    if (stride != 0) {
        what.position.stride = stride;
        what.max_sources = GLSORT_MOST_SOURCES;
        what.transform = GLSORT_TRANSFORM_PER_SOURCE;
    } else {
        what.position.stride = 2048; // the most that GL promises for an attribute
        what.primitive.vertices = 3;
        what.flags |= GLSORT_ORDER_LAYOUT_FROM_ARGS;
    }
    return what;
}

// An order for as many elements; it grows by powers of two.
bool SharedOrders::reserve(const Kind& kind, Order& order, std::uint32_t count)
{
    if (order.plan != nullptr && count <= order.room)
        return true;
    std::uint32_t wanted = 1024;
    while (wanted < count && wanted < 1u << 31)
        wanted *= 2;
    glsort_order_desc what =
        describe(std::get<0>(kind), std::get<1>(kind), std::get<2>(kind));
    what.max_count = wanted < count ? count : wanted;
    glsort_plan* larger = nullptr;
    glsort_result result = glsort_order_create(context, &what, &larger);
    if (result != GLSORT_OK && what.max_count > count) { // without the spare room
        what.max_count = count;
        result = glsort_order_create(context, &what, &larger);
    }
    if (result != GLSORT_OK)
        return false;
    glsort_plan_destroy(order.plan);
    order.plan = larger;
    order.room = what.max_count;
    return true;
}

std::string SharedOrders::run(glsort_order_args args, unsigned flags, glsort_cull cull)
{
    if (!why_not.empty())
        return why_not;
    Kind kind(flags, cull, 0);
    if (args.source_count > 0) {
        std::get<2>(kind) = args.layout.position_stride;
        args.layout = {};
    }
    Order& order = orders[kind];
    if (!reserve(kind, order, args.count))
        return glsort_last_error(context);
    if (glsort_order_run(order.plan, &args) != GLSORT_OK)
        return glsort_plan_last_error(order.plan);
    return std::string();
}
