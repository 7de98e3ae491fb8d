// SPDX-License-Identifier: MIT
#include "particle_view.h"

#include <cstddef>
#include <utility>

#include <QMatrix4x4>
#include <QOpenGLBuffer>
#include <QOpenGLContext>
#include <QOpenGLExtraFunctions>
#include <QOpenGLShaderProgram>
#include <QOpenGLVertexArrayObject>
#include <QPainter>

#include "depth_order.h"

static const char* const vertex_shader =
    "layout(location = 0) in vec3 position;\n"
    "layout(location = 1) in vec3 color;\n"
    "uniform mat4 to_clip;\n"
    "uniform float size;\n"
    "flat out vec3 tint;\n"
    "void main()\n"
    "{\n"
    "    gl_Position = to_clip * vec4(position, 1.0);\n"
    "    gl_PointSize = size / gl_Position.w;\n"
    "    tint = color;\n"
    "}\n";

static const char* const fragment_shader =
    "flat in vec3 tint;\n"
    "out vec4 result;\n"
    "void main()\n"
    "{\n"
    "    vec2 d = 2.0 * gl_PointCoord - 1.0;\n"
    "    float cover = 0.6 * max(1.0 - dot(d, d), 0.0);\n"
    "    result = vec4(tint * (1.0 - 0.4 * d.y) * cover, cover);\n"
    "}\n";

struct ParticleView::Drawing {
    DepthOrder order;
    QOpenGLVertexArrayObject array;
    QOpenGLBuffer points{QOpenGLBuffer::VertexBuffer};
    QOpenGLBuffer indices{QOpenGLBuffer::IndexBuffer};
    QOpenGLShaderProgram program;

    explicit Drawing(const std::vector<Particle>& particles);
};

ParticleView::Drawing::Drawing(const std::vector<Particle>& particles)
    : order(static_cast<unsigned>(particles.size()), sizeof(Particle))
{
    const QByteArray version = QOpenGLContext::currentContext()->isOpenGLES()
                                   ? "#version 300 es\nprecision highp float;\n"
                                   : "#version 330\n";
    program.addShaderFromSourceCode(QOpenGLShader::Vertex, version + vertex_shader);
    program.addShaderFromSourceCode(QOpenGLShader::Fragment, version + fragment_shader);
    program.link();
    const int count = static_cast<int>(particles.size()), stride = sizeof(Particle);
    array.create();
    QOpenGLVertexArrayObject::Binder bound(&array);
    points.create();
    points.bind();
    points.allocate(particles.data(), count * stride);
    program.enableAttributeArray(0);
    program.setAttributeBuffer(0, GL_FLOAT, offsetof(Particle, position), 3, stride);
    program.enableAttributeArray(1);
    program.setAttributeBuffer(1, GL_FLOAT, offsetof(Particle, color), 3, stride);
    points.release();
    indices.create();
    indices.bind();
    indices.allocate(count * 4);
}

ParticleView::ParticleView(std::vector<Particle> all, QWidget* parent)
    : QOpenGLWidget(parent), particles(std::move(all))
{
}

// Here, because later the widget is no ParticleView any more when its context goes.
ParticleView::~ParticleView()
{
    release();
}

// Qt calls this again for each new context: when a widget comes into another window, Qt
// destroys its context and makes a new one.
void ParticleView::initializeGL()
{
    connect(context(), &QOpenGLContext::aboutToBeDestroyed, this, &ParticleView::release);
    drawing.reset(new Drawing(particles));
}

void ParticleView::release()
{
    if (!drawing)
        return;
    disconnect(context(), nullptr, this, nullptr);
    makeCurrent();
    drawing.reset();
    doneCurrent();
}

void ParticleView::setSorted(bool value)
{
    sorted = value;
    update();
}

void ParticleView::setAngle(float degrees)
{
    angle = degrees;
    update();
}

void ParticleView::paintGL()
{
    QPainter painter(this);
    painter.fillRect(rect(), QColor(22, 26, 34));
    painter.beginNativePainting();
    drawParticles();
    painter.endNativePainting();
    painter.setPen(Qt::white);
    painter.drawText(rect().adjusted(8, 8, -8, -8), Qt::AlignTop | Qt::AlignLeft,
                     drawing->order.problem().isEmpty() ? QString(sorted ? "sorted" : "")
                                                        : drawing->order.problem());
}

// A QOpenGLWidget draws to a framebuffer of its own, defaultFramebufferObject(), which is
// never 0. Qt has bound it, and glsort leaves it bound, also where it sorts by drawing.
void ParticleView::drawParticles()
{
    QOpenGLExtraFunctions* gl = context()->extraFunctions();
    const int count = static_cast<int>(particles.size());
    QMatrix4x4 to_view, to_clip;
    to_view.translate(0.0f, 0.0f, -4.0f);
    to_view.rotate(angle, 0.0f, 1.0f, 0.0f);
    to_clip.perspective(40.0f, float(width()) / float(height()), 1.0f, 10.0f);
    const bool in_order =
        sorted &&
        drawing->order.run(drawing->points.bufferId(), static_cast<unsigned>(count),
                           to_view, drawing->indices.bufferId()) == GLSORT_OK;
    drawing->program.bind();
    drawing->program.setUniformValue("to_clip", to_clip * to_view);
    drawing->program.setUniformValue("size", float(0.3 * height() * devicePixelRatioF()));
    QOpenGLVertexArrayObject::Binder bound(&drawing->array);
    if (!context()->isOpenGLES())
        gl->glEnable(GL_PROGRAM_POINT_SIZE);
    gl->glEnable(GL_BLEND);
    gl->glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    if (in_order)
        gl->glDrawElements(GL_POINTS, count, GL_UNSIGNED_INT, nullptr);
    else
        gl->glDrawArrays(GL_POINTS, 0, count);
    drawing->program.release();
}
