// SPDX-License-Identifier: MIT
#include "depth_order.h"

#include <QOpenGLContext>
#include <QtDebug>

// Qt knows where the functions of its contexts are, whatever made them.
static glsort_proc find_gl(void*, const char* name)
{
    return QOpenGLContext::currentContext()->getProcAddress(name);
}

static void log(void*, glsort_severity, const char* sentence)
{
    qWarning("%s", sentence);
}

DepthOrder::DepthOrder(unsigned most_points, unsigned stride)
{
    char message[512] = "";
    glsort_context_desc gl = {}; // so that GL state stays as QPainter and Qt expect it
    gl.get_proc = find_gl;
    gl.log = log;
    gl.message = message;
    gl.message_bytes = sizeof message;
    if (glsort_context_create(&gl, &context) != GLSORT_OK) {
        problem_text = message;
        return;
    }
    glsort_order_desc what = {};
    what.max_count = most_points;
    what.position.stride = stride;
    if (glsort_order_create(context, &what, &plan) != GLSORT_OK)
        problem_text = glsort_last_error(context);
}

DepthOrder::~DepthOrder()
{
    glsort_plan_destroy(plan);
    glsort_context_destroy(context);
}

glsort_result DepthOrder::run(unsigned points, unsigned count, const QMatrix4x4& to_view,
                              unsigned order)
{
    if (plan == nullptr)
        return GLSORT_ERROR_STATE;
    glsort_order_args args = {};
    args.count = count;
    args.positions.name = points;
    args.order_out.name = order;
    args.consumers = GLSORT_CONSUMER_INDEX;
    glsort_result result =
        glsort_order_view_from(to_view.constData(), nullptr, 0, &args.views[0]);
    if (result == GLSORT_OK) {
        result = glsort_order_run(plan, &args);
        problem_text = result == GLSORT_OK ? "" : glsort_plan_last_error(plan);
    }
    return result;
}
