// SPDX-License-Identifier: MIT
// OGRE with its GL 3+ render system, a hidden window and a picture to draw into. It needs
// an X display, such as that of xvfb-run.
#ifndef Stage_h
#define Stage_h

#include <memory>
#include <vector>

#include <OgreCamera.h>
#include <OgreLogManager.h>
#include <OgreRenderTexture.h>
#include <OgreRoot.h>
#include <OgreSceneManager.h>
#include <OgreTexture.h>

class Stage
{
  public:
    // The log has no file; throws Ogre::Exception, such as where there is no display.
    Stage(unsigned width, unsigned height);
    ~Stage();
    Stage(const Stage&) = delete;
    Stage& operator=(const Stage&) = delete;

    Ogre::SceneManager* scene()
    {
        return _scene;
    }
    Ogre::Log* log()
    {
        return _log;
    }
    Ogre::RenderWindow* window()
    {
        return _window;
    }
    Ogre::Camera* camera()
    {
        return _camera;
    }

    // Places the camera, which looks at a point; z is upwards.
    void look(const Ogre::Vector3& from, const Ogre::Vector3& at);

    // Draws a frame; read() has its pixels, red, green, blue and alpha, from the top.
    void draw();
    std::vector<unsigned char> read();

  private:
    std::unique_ptr<Ogre::LogManager> _logs;
    Ogre::Log* _log;
    std::unique_ptr<Ogre::Root> _root;
    Ogre::RenderWindow* _window = nullptr;
    Ogre::SceneManager* _scene = nullptr;
    Ogre::Camera* _camera = nullptr;
    Ogre::SceneNode* _eye = nullptr;
    Ogre::TexturePtr _picture;
};

#endif
