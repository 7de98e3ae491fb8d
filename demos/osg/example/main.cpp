// SPDX-License-Identifier: MIT
// glsort-osg: a ring of glass leaves, drawn as it is stored and sorted, as a picture.
#include <cmath>
#include <cstdio>
#include <cstring>

#include <osg/BlendFunc>
#include <osg/Depth>
#include <osg/Geode>
#include <osg/Group>
#include <osgDB/WriteFile>
#include <osgViewer/Viewer>

#include "SortedGeometry.h"

// Leaves on a torus knot, in the order of the knot.
static osg::ref_ptr<osg::Geometry> leaves(unsigned count)
{
    osg::ref_ptr<osg::Geometry> geometry = new osg::Geometry;
    osg::ref_ptr<osg::Vec3Array> corners = new osg::Vec3Array;
    osg::ref_ptr<osg::Vec4Array> colours = new osg::Vec4Array;
    for (unsigned i = 0; i < count; ++i) {
        const float t = 6.2831853f * static_cast<float>(i) / static_cast<float>(count);
        const float ring = 2.0f + std::cos(3.0f * t);
        const osg::Vec3 centre(ring * std::cos(2.0f * t), ring * std::sin(2.0f * t),
                               std::sin(3.0f * t));
        const float turn = 2.4f * static_cast<float>(i); // the golden angle
        const osg::Vec3 out(std::cos(turn), std::sin(turn), std::cos(2.3f * turn));
        const osg::Vec3 side(std::sin(turn), -std::cos(turn), std::sin(1.7f * turn));
        corners->push_back(centre);
        corners->push_back(centre + out * 0.55f + side * 0.12f);
        corners->push_back(centre + out * 0.55f - side * 0.12f);
        for (int k = 0; k < 3; ++k)
            colours->push_back(osg::Vec4(0.55f + 0.45f * std::cos(2.0f * t),
                                         0.55f + 0.45f * std::cos(2.0f * t - 2.1f),
                                         0.55f + 0.45f * std::cos(2.0f * t - 4.2f),
                                         0.5f));
    }
    geometry->setVertexArray(corners);
    geometry->setColorArray(colours, osg::Array::BIND_PER_VERTEX);
    geometry->addPrimitiveSet(
        new osg::DrawArrays(GL_TRIANGLES, 0, static_cast<int>(corners->size())));
    osg::StateSet* state = geometry->getOrCreateStateSet();
    state->setMode(GL_LIGHTING, osg::StateAttribute::OFF);
    state->setMode(GL_BLEND, osg::StateAttribute::ON);
    state->setAttributeAndModes(new osg::BlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA));
    state->setAttributeAndModes(new osg::Depth(osg::Depth::LESS, 0.0, 1.0, false));
    state->setRenderingHint(osg::StateSet::TRANSPARENT_BIN);
    return geometry;
}

// Reads the frame once it is drawn.
struct Read : osg::Camera::DrawCallback {
    osg::ref_ptr<osg::Image> image = new osg::Image;
    void operator()(osg::RenderInfo& info) const override
    {
        const osg::Viewport* all = info.getCurrentCamera()->getViewport();
        image->readPixels(0, 0, static_cast<int>(all->width()),
                          static_cast<int>(all->height()), GL_RGB, GL_UNSIGNED_BYTE);
    }
};

static osg::ref_ptr<osg::Image> draw(osg::Node* scene, int width, int height)
{
    osg::ref_ptr<osg::GraphicsContext::Traits> traits = new osg::GraphicsContext::Traits;
    traits->readDISPLAY();
    traits->width = width;
    traits->height = height;
    traits->pbuffer = true;
    osg::ref_ptr<osg::GraphicsContext> context =
        osg::GraphicsContext::createGraphicsContext(traits);
    if (!context)
        return nullptr;
    osg::ref_ptr<Read> read = new Read;
    osgViewer::Viewer viewer;
    viewer.setThreadingModel(osgViewer::Viewer::SingleThreaded);
    osg::Camera* camera = viewer.getCamera();
    camera->setGraphicsContext(context);
    camera->setViewport(0, 0, width, height);
    camera->setClearColor(osg::Vec4(0.07f, 0.08f, 0.1f, 1.0f));
    camera->setProjectionMatrixAsPerspective(38.0, double(width) / height, 1.0, 100.0);
    camera->setViewMatrixAsLookAt(osg::Vec3(0, -7.5, 9), osg::Vec3(0, 0, -0.3),
                                  osg::Vec3(0, 0, 1));
    camera->setComputeNearFarMode(osg::Camera::DO_NOT_COMPUTE_NEAR_FAR);
    camera->setFinalDrawCallback(read);
    viewer.setSceneData(scene);
    viewer.realize();
    viewer.frame();
    return read->image;
}

int main(int argc, char** argv)
{
    const char* out = argc == 3 && std::strcmp(argv[1], "--out") == 0 ? argv[2] : nullptr;
    if (argc != 1 && out == nullptr) {
        std::fputs("usage: glsort-osg [--out FILE.png]\n", stderr);
        return 2;
    }
    osg::ref_ptr<osg::Group> left = new osg::Group, right = new osg::Group;
    left->addChild(leaves(2500));
    right->addChild(leaves(2500));
    osgGlsort::sortTranslucent(*right);
    osg::ref_ptr<osg::Image> stored = draw(left, 500, 460);
    osg::ref_ptr<osg::Image> sorted = draw(right, 500, 460);
    if (!stored || !sorted) {
        std::fputs("glsort-osg: no pbuffer; is there a display?\n", stderr);
        return 1;
    }
    osg::ref_ptr<osg::Image> both = new osg::Image;
    both->allocateImage(1000, 460, 1, GL_RGB, GL_UNSIGNED_BYTE);
    both->copySubImage(0, 0, 0, stored);
    both->copySubImage(500, 0, 0, sorted);
    if (!osgDB::writeImageFile(*both, out == nullptr ? "glsort-osg.png" : out)) {
        std::fprintf(stderr, "glsort-osg: cannot write '%s'\n", out);
        return 1;
    }
    return 0;
}
