// SPDX-License-Identifier: MIT
// The glsort context of a render window, which all its mappers share, with one draw order
// for each kind of primitive. All calls need the window's GL context to be current; the
// last owner drops it before that context goes.
#ifndef glsortWindow_h
#define glsortWindow_h

#include <cstdint>
#include <memory>
#include <string>

#include <glsort/glsort_draw.h>

class vtkWindow;

class glsortWindow
{
  public:
    // That of the window, or a new one. If glsort cannot work there, VTK's log says why.
    static std::shared_ptr<glsortWindow> Of(vtkWindow* window);

    ~glsortWindow();
    glsortWindow(const glsortWindow&) = delete;
    glsortWindow& operator=(const glsortWindow&) = delete;

    // False if the GL context has no backend that glsort can use.
    bool Works() const
    {
        return this->Context != nullptr;
    }

    // Runs the order of primitives of 1 to 3 vertices, whose positions are packed floats.
    // Returns an empty string, or why nothing was written.
    std::string Run(unsigned vertices, const glsort_order_args& args);

  private:
    struct Order {
        glsort_order* Handle = nullptr;
        std::uint32_t Room = 0; // its max_count
    };

    glsortWindow();
    bool Reserve(Order& order, unsigned vertices, std::uint32_t count);

    glsort_context* Context = nullptr;
    Order Orders[3]; // of points, lines and triangles
};

#endif
