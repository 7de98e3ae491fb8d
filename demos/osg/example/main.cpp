// SPDX-License-Identifier: MIT
// glsort-osg: leaves on a knot, unsorted and sorted, as a picture; or the frame times of
// a turning cloud of points, beside osgParticle's own sort. It needs no display.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <vector>

#include <osg/Group>
#include <osgDB/WriteFile>
#include <osgViewer/Viewer>

#include "SortedGeometry.h"
#include "scenes.h"

extern "C" {
#include "offscreen.h"
}

static const char* const usage =
    "usage: glsort-osg [--out FILE.png]\n"
    "       glsort-osg --bench [--count N] [--way WAY]... [--frames N]\n"
    "WAY is none, particles (osgParticle), particles-sorted (its sort on the CPU) or\n"
    "glsort; all if none is given.\n";

struct Options {
    const char* out = "glsort-osg.png";
    bool bench = false;
    unsigned count = 100000, frames = 20;
    std::vector<Way> ways;
};

static bool take_value(const char* option, const char* value, Options* o)
{
    Way way;
    char end = 0;
    if (std::strcmp(option, "--out") == 0)
        o->out = value;
    else if (std::strcmp(option, "--count") == 0)
        return std::sscanf(value, "%u%c", &o->count, &end) == 1 && o->count > 0 &&
               o->count <= 100000000;
    else if (std::strcmp(option, "--frames") == 0)
        return std::sscanf(value, "%u%c", &o->frames, &end) == 1 && o->frames > 0;
    else if (std::strcmp(option, "--way") == 0 && way_of(value, &way))
        o->ways.push_back(way);
    else
        return false;
    return true;
}

static bool read_options(int argc, char** argv, Options* o)
{
    for (int i = 1; i < argc; ++i)
        if (std::strcmp(argv[i], "--bench") == 0)
            o->bench = true;
        else if (i + 1 == argc || !take_value(argv[i], argv[i + 1], o))
            return false;
        else
            ++i;
    if (o->ways.empty())
        o->ways = {Way::NONE, Way::PARTICLES, Way::PARTICLES_SORTED, Way::GLSORT};
    return true;
}

// Draws into a framebuffer of the camera's, in the GL context that is current.
static void prepare(osgViewer::Viewer* viewer, osg::Node* scene, int width, int height)
{
    viewer->setThreadingModel(osgViewer::Viewer::SingleThreaded);
    viewer->setUpViewerAsEmbeddedInWindow(0, 0, width, height);
    osg::Camera* camera = viewer->getCamera();
    camera->setRenderTargetImplementation(osg::Camera::FRAME_BUFFER_OBJECT);
    camera->attach(osg::Camera::DEPTH_BUFFER, GL_DEPTH_COMPONENT24);
    camera->setClearColor(osg::Vec4(0.07f, 0.08f, 0.1f, 1.0f));
    camera->setProjectionMatrixAsPerspective(38.0, double(width) / height, 1.0, 100.0);
    camera->setComputeNearFarMode(osg::Camera::DO_NOT_COMPUTE_NEAR_FAR);
    viewer->setSceneData(scene);
}

// ---- the picture ----------------------------------------------------------------------

static osg::ref_ptr<osg::Image> draw(osg::Node* scene, int width, int height)
{
    osgViewer::Viewer viewer;
    prepare(&viewer, scene, width, height);
    osg::ref_ptr<osg::Image> image = new osg::Image;
    image->allocateImage(width, height, 1, GL_RGB, GL_UNSIGNED_BYTE);
    viewer.getCamera()->attach(osg::Camera::COLOR_BUFFER, image);
    viewer.getCamera()->setViewMatrixAsLookAt(osg::Vec3(0, -7.5, 9),
                                              osg::Vec3(0, 0, -0.3), osg::Vec3(0, 0, 1));
    viewer.frame();
    return image;
}

static int write_picture(const Options& o)
{
    osg::ref_ptr<osg::Group> left = new osg::Group, right = new osg::Group;
    left->addChild(leaves(2500));
    right->addChild(leaves(2500));
    osgGlsort::sortTranslucent(*right);
    osg::ref_ptr<osg::Image> both = new osg::Image;
    both->allocateImage(1000, 460, 1, GL_RGB, GL_UNSIGNED_BYTE);
    both->copySubImage(0, 0, 0, draw(left, 500, 460));
    both->copySubImage(500, 0, 0, draw(right, 500, 460));
    if (!osgDB::writeImageFile(*both, o.out)) {
        std::fprintf(stderr, "glsort-osg: cannot write '%s'\n", o.out);
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

struct Finish : osg::Camera::DrawCallback {
    void operator()(osg::RenderInfo&) const override
    {
        glFinish();
    }
};

static double median_of(std::vector<double> all)
{
    std::sort(all.begin(), all.end());
    return all[all.size() / 2];
}

static Times measure(const Options& o, Way way)
{
    typedef std::chrono::steady_clock Clock;
    osgViewer::Viewer viewer;
    prepare(&viewer, cloud(o.count, way), 512, 512);
    osg::Camera* camera = viewer.getCamera();
    camera->attach(osg::Camera::COLOR_BUFFER, GL_RGBA);
    camera->setFinalDrawCallback(new Finish);
    std::vector<double> frames, cpus;
    for (int frame = -2; frame < static_cast<int>(o.frames); ++frame) { // two to warm up
        camera->setViewMatrix(osg::Matrix::rotate(0.05 * frame, osg::Vec3(0, 1, 0)) *
                              osg::Matrix::translate(0, 0, -3.5));
        const Clock::time_point begin = Clock::now();
        const std::clock_t cpu = std::clock();
        viewer.frame();
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
    std::printf("%s: %u translucent points, 512 x 512, median of %u frames of a turning "
                "camera\n",
                reinterpret_cast<const char*>(glGetString(GL_RENDERER)), o.count,
                o.frames);
    std::printf("%-16s %10s %10s\n", "way", "frame, ms", "CPU, ms");
    for (Way way : o.ways) {
        Times t = measure(o, way);
        std::printf("%-16s %10.2f %10.2f\n", name_of(way), t.frame, t.cpu);
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
    desc.compatibility = true; // for OpenSceneGraph
    struct offscreen* context = offscreen_create(&desc, message, sizeof message);
    if (context == nullptr || !offscreen_make_current(context)) {
        std::fprintf(stderr, "glsort-osg: %s\n", message);
        return 1;
    }
    const int status = o.bench ? bench(o) : write_picture(o);
    offscreen_destroy(context);
    return status;
}
