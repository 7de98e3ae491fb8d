// SPDX-License-Identifier: MIT
// glsort-osg: leaves on a knot, unsorted and sorted, as a picture; or the frame times of
// a turning cloud of points, beside osgParticle's own sort. It needs no display.
#include <cstdio>
#include <string>

#include <osg/Group>
#include <osgDB/WriteFile>
#include <osgViewer/Viewer>

#include "SortedGeometry.h"
#include "example.h"
#include "scenes.h"

static const char* const usage =
    "usage: glsort-osg [--out FILE.png]\n"
    "       glsort-osg --bench [--count N] [--way WAY]... [--frames N]\n"
    "WAY is none, particles (osgParticle), particles-sorted (its sort on the CPU) or\n"
    "glsort; all if none is given.\n";

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

static int write_picture(const example::Options& o)
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

struct Finish : osg::Camera::DrawCallback {
    void operator()(osg::RenderInfo&) const override
    {
        glFinish();
    }
};

static example::Times measure(const example::Options& o, Way way)
{
    osgViewer::Viewer viewer;
    prepare(&viewer, cloud(o.count, way), 512, 512);
    osg::Camera* camera = viewer.getCamera();
    camera->attach(osg::Camera::COLOR_BUFFER, GL_RGBA);
    camera->setFinalDrawCallback(new Finish); // before OpenSceneGraph leaves the context
    const auto draw = [&](int frame) {
        camera->setViewMatrix(osg::Matrix::rotate(0.05 * frame, osg::Vec3(0, 1, 0)) *
                              osg::Matrix::translate(0, 0, -3.5));
        viewer.frame();
    };
    return example::timeFrames(o, draw, [] {});
}

int main(int argc, char** argv)
{
    const example::Program program = {
        "glsort-osg",     usage,  {"none", "particles", "particles-sorted", "glsort"},
        "glsort-osg.png", 100000, {}};
    example::Options o;
    if (!example::readOptions(program, argc, argv, &o))
        return 2;
    return example::inContext(program, true, [&] {
        if (!o.bench)
            return write_picture(o);
        const std::string what = std::to_string(o.count) + " translucent points";
        return example::bench(program, o, what.c_str(),
                              [&](int way) { return measure(o, static_cast<Way>(way)); });
    });
}
