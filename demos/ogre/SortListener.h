// SPDX-License-Identifier: MIT
// Translucent points, lines and triangles of OGRE, drawn back to front: OGRE sorts
// renderables as wholes, glsort what is inside one, on the GPU, each time it is drawn.
#ifndef SortListener_h
#define SortListener_h

#include <map>
#include <memory>
#include <set>
#include <string>

#include <OgreHardwareIndexBuffer.h>
#include <OgreMatrix4.h>
#include <OgreRenderObjectListener.h>
#include <OgreRenderOperation.h>
#include <OgreRenderQueueListener.h>
#include <OgreVertexIndexData.h>

#include <glsort/glsort_draw.h>

class SharedOrders;

namespace Ogre
{
class GLContext;
}

namespace OgreGlsort
{

// Orders every renderable of a scene manager whose pass blends and does not write depth,
// right before OGRE draws it with the GL 3+ render system. The renderable is lent an
// index buffer in order, until the next one is drawn. What cannot be ordered is drawn as
// stored; OGRE's log has the reason, once. InterlockedClouds have one order for several
// clouds.
class SortListener : public Ogre::RenderObjectListener, public Ogre::RenderQueueListener
{
  public:
    // Adds itself to the scene manager. Delete it before the scene manager and before any
    // window that has shown the scene.
    explicit SortListener(Ogre::SceneManager* scene);
    ~SortListener() override;
    SortListener(const SortListener&) = delete;
    SortListener& operator=(const SortListener&) = delete;

    // From 0 on: what is out of view is neither sorted nor drawn, that is primitives
    // whose vertices are all outside one plane by more than this, in the space of the
    // positions, or for InterlockedClouds of the world; for boxes around points, half
    // their diagonal. Negative, the default: all is drawn.
    void setCulling(float radius)
    {
        _radius = radius;
    }

    void notifyRenderSingleObject(Ogre::Renderable* renderable, const Ogre::Pass* pass,
                                  const Ogre::AutoParamDataSource* source,
                                  const Ogre::LightList* lights,
                                  bool suppressed) override;
    void renderQueueEnded(Ogre::uint8 group, const Ogre::String& invocation,
                          bool& repeat) override;

  private:
    struct Loan {
        Ogre::Renderable* to = nullptr;
        Ogre::Affine3 toView;         // where it is in order
        Ogre::RenderOperation stored; // what it had
        bool swaps = false;           // what its index data had is in _lent
    };

    std::string order(Ogre::Renderable* renderable,
                      const Ogre::AutoParamDataSource& source);
    void readIndices(const Ogre::RenderOperation& operation, size_t count,
                     glsort_order_args* args);
    SharedOrders& orders();
    bool lend(Ogre::Renderable* renderable, const Ogre::RenderOperation& operation,
              size_t count);
    void takeBack();

    Ogre::SceneManager* _scene;
    float _radius = -1.0f;
    std::map<Ogre::GLContext*, std::shared_ptr<SharedOrders>> _orders;
    std::set<std::string> _said;                // the log has these
    Ogre::HardwareIndexBufferSharedPtr _sorted; // the vertices of what is drawn, in order
    Ogre::HardwareIndexBufferSharedPtr _padded; // indices of 16 bits, to a whole word
    Ogre::IndexData _lent;
    Loan _loan;
};

} // namespace OgreGlsort

#endif
