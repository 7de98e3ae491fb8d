// SPDX-License-Identifier: MIT
#include "glsortWindow.h"

#include <map>

#include <vtkObject.h>
#include <vtkSetGet.h>

// Windows whose mappers still hold it.
static std::map<vtkWindow*, std::weak_ptr<glsortWindow>>& windows()
{
    static std::map<vtkWindow*, std::weak_ptr<glsortWindow>> all;
    return all;
}

std::shared_ptr<glsortWindow> glsortWindow::Of(vtkWindow* window)
{
    std::weak_ptr<glsortWindow>& known = windows()[window];
    std::shared_ptr<glsortWindow> found = known.lock();
    if (!found) {
        found.reset(new glsortWindow);
        known = found;
    }
    return found;
}

glsortWindow::glsortWindow()
{
    char message[512] = "";
    glsort_context_desc gl = {};
    gl.message = message;
    gl.message_bytes = sizeof message;
    if (glsort_context_create(&gl, &this->Context) != GLSORT_OK) {
        this->Context = nullptr;
        vtkGenericWarningMacro(<< message << "; vtkDepthSortPolyData sorts instead");
    }
}

glsortWindow::~glsortWindow()
{
    for (Order& order : this->Orders)
        glsort_order_destroy(order.Handle);
    glsort_context_destroy(this->Context);
}

// An order for as many primitives; it grows by powers of two.
bool glsortWindow::Reserve(Order& order, unsigned vertices, std::uint32_t count)
{
    if (order.Handle != nullptr && count <= order.Room)
        return true;
    std::uint32_t room = 1024;
    while (room < count && room < 1u << 31)
        room *= 2;
    glsort_order_desc what = {};
    what.max_count = room < count ? count : room;
    what.primitive.vertices = vertices;
    what.flags = GLSORT_ORDER_WRITES_ELEMENTS;
    glsort_order* larger = nullptr;
    glsort_result result = glsort_order_create(this->Context, &what, &larger);
    if (result != GLSORT_OK && what.max_count > count) { // without the spare room
        what.max_count = count;
        result = glsort_order_create(this->Context, &what, &larger);
    }
    if (result != GLSORT_OK)
        return false;
    glsort_order_destroy(order.Handle);
    order.Handle = larger;
    order.Room = what.max_count;
    return true;
}

std::string glsortWindow::Run(unsigned vertices, const glsort_order_args& args)
{
    Order& order = this->Orders[vertices - 1];
    if (!this->Reserve(order, vertices, args.count))
        return glsort_last_error(this->Context);
    if (glsort_order_run(order.Handle, &args) != GLSORT_OK)
        return glsort_order_last_error(order.Handle);
    return std::string();
}
