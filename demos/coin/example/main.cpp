// SPDX-License-Identifier: MIT
// glsort-coin: a gear of glass, as stored and sorted, as a picture; or the frame times of
// a turning cloud of triangles, beside Coin's own sort. It needs no display.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <vector>

#include <Inventor/SoDB.h>
#include <Inventor/actions/SoGLRenderAction.h>
#include <Inventor/elements/SoGLCacheContextElement.h>
#include <Inventor/misc/SoContextHandler.h>
#include <Inventor/nodes/SoDirectionalLight.h>
#include <Inventor/nodes/SoPerspectiveCamera.h>
#include <Inventor/nodes/SoSeparator.h>

#include "SoGlsortFaceSet.h"
#include "scenes.h"

#include <png.h>
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>

extern "C" {
#include "offscreen.h"
}

static const char* const usage =
    "usage: glsort-coin [--out FILE.png]\n"
    "       glsort-coin --bench [--count N] [--way WAY]... [--frames N]\n"
    "WAY is none (objects alone are sorted), coin (its sort on the CPU) or glsort; all "
    "if\n"
    "none is given.\n";

enum class Way { NONE, COIN, GLSORT };

static const char* const names[] = {"none", "coin", "glsort"};

struct Options {
    const char* out = "glsort-coin.png";
    bool bench = false, property = false;
    unsigned count = 28800, frames = 20;
    std::vector<Way> ways;
};

static bool take_way(const char* name, std::vector<Way>* ways)
{
    for (int i = 0; i < 3; ++i)
        if (std::strcmp(name, names[i]) == 0) {
            ways->push_back(static_cast<Way>(i));
            return true;
        }
    return false;
}

static bool take_value(const char* option, const char* value, Options* o)
{
    char end = 0;
    if (std::strcmp(option, "--out") == 0)
        o->out = value;
    else if (std::strcmp(option, "--count") == 0)
        return std::sscanf(value, "%u%c", &o->count, &end) == 1 && o->count > 0 &&
               o->count <= 10000000;
    else if (std::strcmp(option, "--frames") == 0)
        return std::sscanf(value, "%u%c", &o->frames, &end) == 1 && o->frames > 0;
    else
        return std::strcmp(option, "--way") == 0 && take_way(value, &o->ways);
    return true;
}

static bool read_options(int argc, char** argv, Options* o)
{
    for (int i = 1; i < argc; ++i)
        if (std::strcmp(argv[i], "--bench") == 0)
            o->bench = true;
        else if (std::strcmp(argv[i], "--property") == 0)
            o->property = true;
        else if (i + 1 == argc || !take_value(argv[i], argv[i + 1], o))
            return false;
        else
            ++i;
    if (o->ways.empty())
        o->ways = {Way::NONE, Way::COIN, Way::GLSORT};
    return true;
}

// ---- drawing --------------------------------------------------------------------------

// A framebuffer, which is bound while the stage is there, and what draws a scene into it.
class Stage
{
  public:
    SoPerspectiveCamera* const camera = new SoPerspectiveCamera;

    Stage(SoNode* scene, Way way, short wide, short high)
        : width(wide), height(high), action(SbViewportRegion(wide, high))
    {
        glGenFramebuffers(1, &frame);
        glBindFramebuffer(GL_FRAMEBUFFER, frame);
        glGenRenderbuffers(2, images);
        attach(0, GL_RGBA8, GL_COLOR_ATTACHMENT0);
        attach(1, GL_DEPTH_COMPONENT24, GL_DEPTH_ATTACHMENT);
        root->ref();
        root->addChild(camera);
        SoDirectionalLight* light = new SoDirectionalLight;
        light->direction = SbVec3f(-0.4f, 0.6f, -0.7f);
        root->addChild(light);
        root->addChild(scene);
        if (way == Way::GLSORT)
            SoGlsortFaceSet::replaceBelow(root);
        action.setCacheContext(SoGLCacheContextElement::getUniqueCacheContext());
        action.setTransparencyType(
            way == Way::COIN ? SoGLRenderAction::SORTED_OBJECT_SORTED_TRIANGLE_BLEND
                             : SoGLRenderAction::SORTED_OBJECT_BLEND);
    }

    ~Stage()
    {
        SoContextHandler::destructingContext(action.getCacheContext());
        root->unref();
        glDeleteFramebuffers(1, &frame);
        glDeleteRenderbuffers(2, images);
    }

    void draw()
    {
        glClearColor(0.07f, 0.08f, 0.1f, 1.0f);
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
        action.apply(root);
    }

    // Writes the frame to columns of a picture of RGB, whose rows begin at the bottom.
    void read(std::vector<png_byte>* picture, int of_width, int column) const
    {
        glPixelStorei(GL_PACK_ALIGNMENT, 1);
        glPixelStorei(GL_PACK_ROW_LENGTH, of_width);
        glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE,
                     picture->data() + 3 * column);
        glPixelStorei(GL_PACK_ROW_LENGTH, 0);
    }

  private:
    void attach(int i, GLenum format, GLenum where)
    {
        glBindRenderbuffer(GL_RENDERBUFFER, images[i]);
        glRenderbufferStorage(GL_RENDERBUFFER, format, width, height);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, where, GL_RENDERBUFFER, images[i]);
    }

    const short width, height;
    SoSeparator* const root = new SoSeparator;
    SoGLRenderAction action;
    GLuint frame = 0, images[2] = {0, 0};
};

// ---- the picture ----------------------------------------------------------------------

static int write_picture(const Options& o)
{
    enum { WIDTH = 500, HEIGHT = 460 };
    std::vector<png_byte> picture(2 * WIDTH * HEIGHT * 3);
    for (int i = 0; i < 2; ++i) {
        Stage stage(gears(), i == 0 ? Way::NONE : Way::GLSORT, WIDTH, HEIGHT);
        stage.camera->position = SbVec3f(0.0f, -5.6f, 5.4f);
        stage.camera->pointAt(SbVec3f(0.0f, -0.5f, 0.0f), SbVec3f(0, 0, 1));
        stage.camera->nearDistance = 1.0f;
        stage.camera->farDistance = 20.0f;
        stage.camera->heightAngle = 0.66f;
        stage.draw();
        stage.read(&picture, 2 * WIDTH, i * WIDTH);
    }
    png_image image = {};
    image.version = PNG_IMAGE_VERSION;
    image.width = 2 * WIDTH;
    image.height = HEIGHT;
    image.format = PNG_FORMAT_RGB;
    if (!png_image_write_to_file(&image, o.out, 0, picture.data(), -6 * WIDTH, nullptr)) {
        std::fprintf(stderr, "glsort-coin: cannot write '%s'\n", o.out);
        return 1;
    }
    return 0;
}

// ---- frame times ----------------------------------------------------------------------

// Medians in milliseconds: the duration of a frame, and the CPU time of all threads of
// the process in it.
struct Times {
    double frame, cpu;
};

static double median_of(std::vector<double> all)
{
    std::sort(all.begin(), all.end());
    return all[all.size() / 2];
}

static Times measure(const Options& o, Way way)
{
    typedef std::chrono::steady_clock Clock;
    Stage stage(cloud(o.count, o.property), way, 512, 512);
    stage.camera->nearDistance = 1.0f;
    stage.camera->farDistance = 10.0f;
    stage.camera->heightAngle = 0.66f;
    std::vector<double> frames, cpus;
    for (int frame = -2; frame < static_cast<int>(o.frames); ++frame) { // two to warm up
        const SbRotation turn(SbVec3f(0, 1, 0), 0.05f * static_cast<float>(frame));
        SbVec3f eye(0.0f, 0.0f, 3.5f);
        turn.multVec(eye, eye);
        stage.camera->position = eye;
        stage.camera->orientation = turn;
        const Clock::time_point begin = Clock::now();
        const std::clock_t cpu = std::clock();
        stage.draw();
        glFinish();
        const std::chrono::duration<double, std::milli> wall = Clock::now() - begin;
        if (frame < 0)
            continue;
        frames.push_back(wall.count());
        cpus.push_back(1e3 * static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC);
    }
    return {median_of(frames), median_of(cpus)};
}

static int bench(const Options& o)
{
    std::printf("%s: %u translucent triangles, 512 x 512, median of %u frames of a "
                "turning camera\n",
                reinterpret_cast<const char*>(glGetString(GL_RENDERER)), o.count,
                o.frames);
    std::printf("%-16s %10s %10s\n", "way", "frame, ms", "CPU, ms");
    for (Way way : o.ways) {
        Times t = measure(o, way);
        std::printf("%-16s %10.2f %10.2f\n", names[static_cast<int>(way)], t.frame,
                    t.cpu);
        std::fflush(stdout);
    }
    return 0;
}

int main(int argc, char** argv)
{
    Options o;
    if (!read_options(argc, argv, &o)) {
        std::fputs(usage, stderr);
        return 2;
    }
    char message[512] = "";
    struct offscreen_desc desc = {};
    desc.compatibility = true; // for Coin
    struct offscreen* context = offscreen_create(&desc, message, sizeof message);
    if (context == nullptr || !offscreen_make_current(context)) {
        std::fprintf(stderr, "glsort-coin: %s\n", message);
        return 1;
    }
    SoDB::init();
    SoGlsortFaceSet::initClass();
    const int status = o.bench ? bench(o) : write_picture(o);
    offscreen_destroy(context);
    return status;
}
