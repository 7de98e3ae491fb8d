// SPDX-License-Identifier: MIT
// What glsort has in one GL context: its context and a plan. It is a member of what owns
// that GL context, such as a QOpenGLWidget. In a static variable, which several widgets
// share, it would be refused (GLSORT_ERROR_CONTEXT) in all GL contexts but the first:
// each QOpenGLWidget has one of its own.
#ifndef depth_order_h
#define depth_order_h

#include <QMatrix4x4>
#include <QString>

#include <glsort/glsort_draw.h>

class DepthOrder
{
  public:
    // Both need the same GL context to be current.
    DepthOrder(unsigned most_points, unsigned stride);
    ~DepthOrder();
    DepthOrder(const DepthOrder&) = delete;
    DepthOrder& operator=(const DepthOrder&) = delete;

    // Writes the numbers of the points, the farthest first, to the buffer `order`.
    // to_view takes positions to view space.
    glsort_result run(unsigned points, unsigned count, const QMatrix4x4& to_view,
                      unsigned order);

    // Why the last run, or else the creation, failed; empty if it did not.
    QString problem() const
    {
        return problem_text;
    }

  private:
    glsort_context* context = nullptr;
    glsort_plan* plan = nullptr;
    QString problem_text;
};

#endif
