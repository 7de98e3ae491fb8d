// SPDX-License-Identifier: MIT
// Two windows with translucent particles, each sorted by a glsort of its own. A button
// moves a view to the other window, where it gets a new GL context.
#include <cmath>

#include <QApplication>
#include <QCheckBox>
#include <QPushButton>
#include <QSurfaceFormat>
#include <QTimer>
#include <QVBoxLayout>

#include "particle_view.h"

// Two links of a chain, as one cloud of points.
static std::vector<Particle> make_chain()
{
    enum { COUNT = 12000 };
    std::vector<Particle> all;
    for (int i = 0; i < COUNT; ++i) {
        const float t = 6.2831853f * float(i) / COUNT, s = 2.3999632f * float(i);
        const float thick = 0.16f * std::sqrt(float(i % 97) / 96.0f);
        const float ring = 0.8f + thick * std::cos(s), off = thick * std::sin(s);
        const float x = ring * std::cos(t), y = ring * std::sin(t);
        all.push_back(i % 2 == 0 ? Particle{{x - 0.4f, y, off}, {1.0f, 0.4f, 0.1f}}
                                 : Particle{{x + 0.4f, off, y}, {0.1f, 0.5f, 1.0f}});
    }
    return all;
}

static void add_view(QWidget* window, QWidget* other, QTimer* timer)
{
    ParticleView* view = new ParticleView(make_chain());
    QCheckBox* sorted = new QCheckBox("sorted");
    QPushButton* move = new QPushButton("to the other window");
    view->setMinimumSize(360, 300);
    sorted->setChecked(true);
    for (QWidget* widget : {static_cast<QWidget*>(view), static_cast<QWidget*>(sorted),
                            static_cast<QWidget*>(move)})
        window->layout()->addWidget(widget);
    QObject::connect(sorted, &QCheckBox::toggled, view, &ParticleView::setSorted);
    QObject::connect(move, &QPushButton::clicked, view, [=] {
        QWidget* next = view->window() == window ? other : window;
        next->layout()->addWidget(view); // which gives it a new parent
    });
    QObject::connect(timer, &QTimer::timeout, view,
                     [=, angle = 0.0f]() mutable { view->setAngle(angle += 1.0f); });
}

int main(int argc, char** argv)
{
    QSurfaceFormat format; // without compute shaders, glsort takes fragment passes
    format.setVersion(4, 3);
    format.setProfile(QSurfaceFormat::CoreProfile);
    QSurfaceFormat::setDefaultFormat(format);
    QApplication application(argc, argv);
    QWidget windows[2];
    QTimer timer;
    for (QWidget& window : windows)
        new QVBoxLayout(&window);
    add_view(&windows[0], &windows[1], &timer);
    add_view(&windows[1], &windows[0], &timer);
    for (QWidget& window : windows)
        window.show();
    timer.start(16);
    return application.exec();
}
