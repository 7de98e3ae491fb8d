// SPDX-License-Identifier: MIT
// examples/qt: what its view draws is what it draws, without a sort, of particles that
// were put in order on the CPU; also in a second window, in a new GL context, and between
// what QPainter draws.
//
// usage: test_qt [share]   all GL contexts of Qt share objects
#include <algorithm>
#include <cstring>
#include <functional>
#include <memory>

#include <QApplication>
#include <QImage>
#include <QMatrix4x4>
#include <QOpenGLBuffer>
#include <QOpenGLContext>
#include <QOpenGLFunctions>
#include <QPainter>
#include <QSurfaceFormat>
#include <QVBoxLayout>

#include "engine_tests.h"
#include "depth_order.h"
#include "particle_view.h"

static bool shares = false;

static void note(QtMsgType type, const QMessageLogContext&, const QString& text)
{
    if (type != QtDebugMsg && type != QtInfoMsg)
        logged += text.toStdString() + "\n";
}

enum { WIDE = 200, HIGH = 160, COUNT = 3000 };

// ---- views ----------------------------------------------------------------------------

// Each has a depth of its own along z, where the angle is 0.
static std::vector<Particle> cloud()
{
    std::vector<Particle> all;
    std::uint64_t seed = 3;
    for (int i = 0; i < COUNT; ++i) {
        Particle p;
        for (int k = 0; k < 3; ++k) {
            p.position[k] = float(next(&seed) % 2049) / 1024.0f - 1.0f;
            p.color[k] = float(next(&seed) % 256) / 255.0f;
        }
        p.position[2] = float(i * 1789 % COUNT) / 2048.0f - 0.7f;
        all.push_back(p);
    }
    return all;
}

static std::vector<Particle> in_order(std::vector<Particle> all)
{
    std::sort(all.begin(), all.end(), [](const Particle& a, const Particle& b) {
        return a.position[2] < b.position[2];
    });
    return all;
}

// A view that counts its GL contexts, and looks at them.
struct Watched : ParticleView {
    int contexts = 0;
    std::function<void()> within; // called when all is drawn, with the context current

    explicit Watched(const std::vector<Particle>& all) : ParticleView(all)
    {
        setAngle(0.0f);
        setMinimumSize(WIDE, HIGH);
        setMaximumSize(WIDE, HIGH);
    }

  protected:
    void initializeGL() override
    {
        ++contexts;
        ParticleView::initializeGL();
    }

    void paintGL() override
    {
        ParticleView::paintGL();
        GLint frame = 0;
        context()->functions()->glGetIntegerv(GL_FRAMEBUFFER_BINDING, &frame);
        CHECK(defaultFramebufferObject() != 0);
        CHECK(frame == static_cast<GLint>(defaultFramebufferObject()));
        CHECK(context()->functions()->glGetError() == GL_NO_ERROR);
        if (within)
            within();
    }
};

struct Window : QWidget {
    Window()
    {
        new QVBoxLayout(this);
    }

    Watched* add(const std::vector<Particle>& all, bool sorted = true)
    {
        Watched* view = new Watched(all);
        view->setSorted(sorted);
        take(view);
        return view;
    }

    void take(Watched* view)
    {
        layout()->addWidget(view);
        show();
        for (int i = 0; i < 200 && !view->isValid(); ++i)
            QCoreApplication::processEvents(QEventLoop::AllEvents, 10);
        CHECK(view->isValid());
    }
};

// All of a view but its text.
static QImage picture(Watched* view)
{
    QImage image = view->grabFramebuffer().convertToFormat(QImage::Format_RGB32);
    CHECK(image.width() == WIDE && image.height() == HIGH);
    return image.copy(0, 24, WIDE, HIGH - 24);
}

static QImage wanted()
{
    static QImage image;
    if (image.isNull()) {
        Window window;
        image = picture(window.add(in_order(cloud()), false));
    }
    return image;
}

static int differing(const QImage& a, const QImage& b)
{
    int count = 0;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x)
            count += a.pixel(x, y) != b.pixel(x, y);
    return count;
}

// ---- tests ----------------------------------------------------------------------------

static void particles_are_drawn_in_order()
{
    Window window;
    Watched* view = window.add(cloud());
    CHECK(differing(wanted(), picture(view)) == 0);
    view->setSorted(false);
    CHECK(differing(wanted(), picture(view)) > 1000);
    view->setSorted(true);
    view->setAngle(180.0f); // from behind
    CHECK(differing(wanted(), picture(view)) > 1000);
    view->setAngle(0.0f);
    CHECK(differing(wanted(), picture(view)) == 0);
}

static void what_qpainter_draws_before_is_below()
{
    Window window;
    Watched* view = window.add(cloud());
    CHECK(picture(view).pixelColor(1, HIGH - 26) == QColor(22, 26, 34));
}

static void what_qpainter_draws_after_is_above()
{
    Window window;
    Watched* view = window.add(cloud());
    view->within = [view] {
        QPainter painter(view);
        painter.fillRect(50, 60, 100, 40, QColor(10, 200, 30));
    };
    const QImage image = picture(view);
    CHECK(image.pixelColor(60, 50) == QColor(10, 200, 30));
    CHECK(image.pixelColor(149, 75) == QColor(10, 200, 30));
    CHECK(differing(wanted().copy(0, 80, WIDE, 50), image.copy(0, 80, WIDE, 50)) == 0);
}

// The view's own text, by the painter that has let glsort draw in between.
static void text_is_drawn_above_the_particles()
{
    Window window;
    Watched* view = window.add(cloud());
    int whites[2] = {0, 0};
    for (int sorted = 0; sorted < 2; ++sorted) {
        view->setSorted(sorted == 1); // the text says so
        const QImage image = view->grabFramebuffer();
        for (int y = 0; y < 24; ++y)
            for (int x = 0; x < WIDE; ++x)
                whites[sorted] += image.pixelColor(x, y) == QColor(Qt::white);
    }
    CHECK(whites[0] == 0 && whites[1] > 10);
}

static void two_windows_have_a_sorter_each()
{
    Window windows[2];
    Watched *first = windows[0].add(cloud()), *second = windows[1].add(cloud());
    for (int frame = 0; frame < 5; ++frame) {
        CHECK(differing(wanted(), picture(first)) == 0);
        CHECK(differing(wanted(), picture(second)) == 0);
    }
    delete first;
    CHECK(differing(wanted(), picture(second)) == 0);
}

static void a_view_in_another_window_has_a_new_context()
{
    Window windows[2];
    Watched* view = windows[0].add(cloud());
    windows[1].show();
    int destroyed = 0;
    for (int move = 1; move <= 4; ++move) {
        CHECK(differing(wanted(), picture(view)) == 0);
        QObject::connect(view->context(), &QOpenGLContext::aboutToBeDestroyed,
                         [&destroyed] { ++destroyed; });
        windows[move % 2].take(view);
        CHECK(destroyed == (shares ? 0 : move));
        CHECK(differing(wanted(), picture(view)) == 0);
        CHECK(view->contexts == (shares ? 1 : move + 1));
    }
}

static void a_closed_window_leaves_nothing()
{
    for (int i = 0; i < 3; ++i) {
        Window window;
        Watched* view = window.add(cloud());
        CHECK(differing(wanted(), picture(view)) == 0);
        window.close();
    }
}

// What a static variable would be: one sorter for all windows.
static void a_sorter_of_another_window_is_refused()
{
    Window windows[2];
    Watched *first = windows[0].add(cloud()), *second = windows[1].add(cloud());
    std::unique_ptr<DepthOrder> sorter;
    glsort_result results[2] = {GLSORT_ERROR_STATE, GLSORT_ERROR_STATE};
    auto run = [&sorter, &results](int at) {
        QOpenGLBuffer buffers[2];
        const std::vector<Particle> all = cloud();
        for (QOpenGLBuffer& buffer : buffers) {
            buffer.create();
            buffer.bind();
            buffer.allocate(all.data(), COUNT * int(sizeof(Particle)));
        }
        results[at] = sorter->run(buffers[0].bufferId(), COUNT, QMatrix4x4(),
                                  buffers[1].bufferId());
        CHECK(QOpenGLContext::currentContext()->functions()->glGetError() == GL_NO_ERROR);
    };
    first->makeCurrent();
    sorter.reset(new DepthOrder(COUNT, sizeof(Particle)));
    run(0);
    second->makeCurrent();
    run(1);
    CHECK(results[0] == GLSORT_OK);
    CHECK(results[1] == GLSORT_ERROR_CONTEXT);
    CHECK(!sorter->problem().isEmpty());
    CHECK(differing(wanted(), picture(second)) == 0); // it has one of its own
    first->makeCurrent();
    sorter.reset();
}

int main(int argc, char** argv)
{
    static const EngineTest tests[] = {
        TEST(particles_are_drawn_in_order),
        TEST(what_qpainter_draws_before_is_below),
        TEST(what_qpainter_draws_after_is_above),
        TEST(text_is_drawn_above_the_particles),
        TEST(two_windows_have_a_sorter_each),
        TEST(a_view_in_another_window_has_a_new_context),
        TEST(a_closed_window_leaves_nothing),
        TEST(a_sorter_of_another_window_is_refused),
    };
    shares = argc > 1 && std::strcmp(argv[1], "share") == 0;
    QSurfaceFormat format;
    format.setVersion(3, 3);
    format.setProfile(QSurfaceFormat::CoreProfile);
    QSurfaceFormat::setDefaultFormat(format);
    QCoreApplication::setAttribute(Qt::AA_ShareOpenGLContexts, shares);
    QApplication application(argc, argv);
    QApplication::setQuitOnLastWindowClosed(false);
    qInstallMessageHandler(note);
    run_each(tests);
    if (logged.find("glsort") == std::string::npos) // Qt has warnings of its own
        logged.clear();
    return verdict();
}
