// SPDX-License-Identifier: MIT
// examples/qt: what its view draws is what it draws, without a sort, of particles that
// were put in order on the CPU; also in a second window, in a new GL context, and between
// what QPainter draws.
//
// usage: test_qt [share]   all GL contexts of Qt share objects
#include <cstring>
#include <functional>

#include <QApplication>
#include <QImage>
#include <QOpenGLContext>
#include <QOpenGLFunctions>
#include <QPainter>
#include <QSurfaceFormat>
#include <QVBoxLayout>

#include "engine_tests.h"
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
static std::vector<Particle> cloud(bool in_order = false)
{
    std::vector<Particle> all;
    const std::vector<Cell> cells = random_cells(COUNT, 1);
    for (int i : order_of(cells, in_order)) {
        const float* p = cells[i].corners[0];
        const std::uint8_t* c = cells[i].rgb;
        all.push_back(
            {{p[0], p[1], p[2]}, {c[0] / 255.0f, c[1] / 255.0f, c[2] / 255.0f}});
    }
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
        image = picture(window.add(cloud(true), false));
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

int main(int argc, char** argv)
{
    static const EngineTest tests[] = {
        TEST(particles_are_drawn_in_order),
        TEST(what_qpainter_draws_after_is_above),
        TEST(a_view_in_another_window_has_a_new_context),
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
