// SPDX-License-Identifier: MIT
// Clouds of points that interlock: sorted each by itself, they are wrong wherever one
// passes through another one. They are drawn at once, in one order.
#ifndef InterlockedClouds_h
#define InterlockedClouds_h

#include <vector>

#include <OgreHardwareVertexBuffer.h>
#include <OgreNode.h>
#include <OgreSimpleRenderable.h>
#include <OgreVertexIndexData.h>

#include <glsort/glsort_draw.h>

namespace OgreGlsort
{

// One renderable of up to eight clouds, each in a vertex buffer and below a node of its
// own, which stay the caller's. It draws from a pool that has a copy of one cloud after
// the other. A SortListener puts all points in one order, as long as the copies are what
// the clouds are. The vertex shader of the material finds the matrix of a point:
//
//     uniform mat4 to_clip;   // ACT_VIEWPROJ_MATRIX
//     uniform mat4 worlds[8]; // ACT_WORLD_MATRIX_ARRAY
//     in vec4 vertex;
//     in vec4 blendIndices;   // x: the number of the cloud
//
//     gl_Position = to_clip * worlds[int(blendIndices.x)] * vertex;
class InterlockedClouds : public Ogre::SimpleRenderable
{
  public:
    struct Cloud {
        const Ogre::Node* node;
        // Of one buffer, without indices; all clouds are laid out alike.
        const Ogre::VertexData* points;
    };

    explicit InterlockedClouds(const std::vector<Cloud>& clouds);
    ~InterlockedClouds() override;

    // Copies the points of a cloud, as many as it had, after they have changed.
    void update(size_t cloud);

    // For the listener, which knows where the pool has its positions: where the clouds
    // have theirs, and the matrix of each.
    void readSources(const Ogre::AutoParamDataSource& source, glsort_order_args* args);

    unsigned short getNumWorldTransforms() const override;
    void getWorldTransforms(Ogre::Matrix4* worlds) const override;
    Ogre::Real getBoundingRadius() const override;
    Ogre::Real getSquaredViewDepth(const Ogre::Camera* camera) const override;

  private:
    std::vector<Cloud> _clouds;
    Ogre::HardwareVertexBufferSharedPtr _pool, _matrices;
};

} // namespace OgreGlsort

#endif
