// SPDX-License-Identifier: MIT
#include "Stage.h"

#include <OgreHardwarePixelBuffer.h>
#include <OgreRenderWindow.h>
#include <OgreSceneNode.h>
#include <OgreTextureManager.h>
#include <OgreViewport.h>

Stage::Stage(unsigned width, unsigned height)
    : _logs(new Ogre::LogManager), _log(_logs->createLog("", true, false, true))
{
    _root.reset(new Ogre::Root("", "", ""));
    _root->loadPlugin(OGRE_PLUGINS "/RenderSystem_GL3Plus");
    _root->loadPlugin(OGRE_PLUGINS "/Codec_STBI"); // writes pictures
    _root->setRenderSystem(_root->getAvailableRenderers().front());
    _root->initialise(false);
    Ogre::NameValuePairList hidden;
    hidden["hidden"] = "true";
    _window = _root->createRenderWindow("glsort", 64, 64, false, &hidden);

    _scene = _root->createSceneManager();
    _camera = _scene->createCamera("eye");
    _eye = _scene->getRootSceneNode()->createChildSceneNode();
    _eye->attachObject(_camera);
    _eye->setFixedYawAxis(true, Ogre::Vector3::UNIT_Z);
    _camera->setNearClipDistance(0.5f);
    _camera->setFarClipDistance(100.0f);
    _camera->setFOVy(Ogre::Degree(38.0f));
    _camera->setAspectRatio(float(width) / float(height));

    _picture = Ogre::TextureManager::getSingleton().createManual(
        "picture", "General", Ogre::TEX_TYPE_2D, width, height, 0, Ogre::PF_BYTE_RGBA,
        Ogre::TU_RENDERTARGET);
    Ogre::Viewport* viewport =
        _picture->getBuffer()->getRenderTarget()->addViewport(_camera);
    viewport->setBackgroundColour(Ogre::ColourValue(0.07f, 0.08f, 0.1f));
    viewport->setOverlaysEnabled(false);
    _picture->getBuffer()->getRenderTarget()->setAutoUpdated(false);
}

Stage::~Stage()
{
    _picture.reset();
    _root.reset();
}

void Stage::look(const Ogre::Vector3& from, const Ogre::Vector3& at)
{
    _eye->setPosition(from);
    _eye->lookAt(at, Ogre::Node::TS_WORLD);
}

void Stage::draw()
{
    _picture->getBuffer()->getRenderTarget()->update();
}

std::vector<unsigned char> Stage::read()
{
    const unsigned width = _picture->getWidth(), height = _picture->getHeight();
    std::vector<unsigned char> pixels(4 * size_t(width) * height);
    _picture->getBuffer()->blitToMemory(
        Ogre::PixelBox(width, height, 1, Ogre::PF_BYTE_RGBA, pixels.data()));
    return pixels;
}
