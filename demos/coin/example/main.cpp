// SPDX-License-Identifier: MIT
// glsort-coin: a gear of glass, as stored and sorted, as a picture; or the frame times of
// a turning cloud of triangles, beside Coin's own sort. It needs no display.
#include <cstdio>
#include <string>
#include <vector>

#include <Inventor/SoDB.h>
#include <Inventor/actions/SoGLRenderAction.h>
#include <Inventor/elements/SoGLCacheContextElement.h>
#include <Inventor/misc/SoContextHandler.h>
#include <Inventor/nodes/SoDirectionalLight.h>
#include <Inventor/nodes/SoPerspectiveCamera.h>
#include <Inventor/nodes/SoSeparator.h>

#include "SoGlsortFaceSet.h"
#include "example.h"
#include "scenes.h"

#include <png.h>
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>

static const char* const usage =
    "usage: glsort-coin [--out FILE.png]\n"
    "       glsort-coin --bench [--count N] [--way WAY]... [--frames N]\n"
    "WAY is none (objects alone are sorted), coin (its sort on the CPU) or glsort; all "
    "if\n"
    "none is given.\n";

enum class Way { NONE, COIN, GLSORT };

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

static int write_picture(const example::Options& o)
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

static example::Times measure(const example::Options& o, Way way, bool property)
{
    Stage stage(cloud(o.count, property), way, 512, 512);
    stage.camera->nearDistance = 1.0f;
    stage.camera->farDistance = 10.0f;
    stage.camera->heightAngle = 0.66f;
    const auto draw = [&](int frame) {
        const SbRotation turn(SbVec3f(0, 1, 0), 0.05f * static_cast<float>(frame));
        SbVec3f eye(0.0f, 0.0f, 3.5f);
        turn.multVec(eye, eye);
        stage.camera->position = eye;
        stage.camera->orientation = turn;
        stage.draw();
    };
    return example::timeFrames(o, draw, glFinish);
}

int main(int argc, char** argv)
{
    bool property = false;
    example::Options o;
    const example::Program program = {
        "glsort-coin",
        usage,
        {"none", "coin", "glsort"},
        "glsort-coin.png",
        28800,
        {{"--property", false, [&](const char*) { return property = true; }}}};
    if (!example::readOptions(program, argc, argv, &o))
        return 2;
    return example::inContext(program, true, [&] {
        SoDB::init();
        SoGlsortFaceSet::initClass();
        if (!o.bench)
            return write_picture(o);
        const std::string what = std::to_string(o.count) + " translucent triangles";
        return example::bench(program, o, what.c_str(), [&](int way) {
            return measure(o, static_cast<Way>(way), property);
        });
    });
}
