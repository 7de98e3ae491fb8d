// SPDX-License-Identifier: MIT
// A cloud of points as viewers of robots' sensors keep it: blocks of points, each one
// renderable and one vertex buffer, whose geometry shader makes a box of every point.
#ifndef PointCloud_h
#define PointCloud_h

#include <cstdint>
#include <memory>
#include <vector>

#include <OgreMaterial.h>
#include <OgreSimpleRenderable.h>

#include "InterlockedClouds.h"

struct Point {
    float x, y, z;
    std::uint8_t rgba[4];
};

class PointCloud
{
  public:
    // Points of a translucent box each, below a node. Blocks hold so many points at most:
    // glsort sorts within a block, OGRE sorts the blocks.
    PointCloud(Ogre::SceneNode* node, const std::vector<Point>& points, float box,
               size_t block = 368640);
    ~PointCloud();
    PointCloud(const PointCloud&) = delete;
    PointCloud& operator=(const PointCloud&) = delete;

    // Replaces as many points as the cloud has.
    void write(const std::vector<Point>& points);

    // The first block, which is all of a cloud of up to `block` points.
    OgreGlsort::InterlockedClouds::Cloud first() const;

  private:
    class Block;
    Ogre::SceneNode* _node;
    std::vector<std::unique_ptr<Block>> _blocks;
};

// The material of clouds: points that become boxes with edges of this length.
Ogre::MaterialPtr material_of_boxes(float box);

// The same of OgreGlsort::InterlockedClouds; the edges are along the axes of the world.
Ogre::MaterialPtr material_of_clouds(float box);

// A material of colours by vertex, blended, without depth writes; what point lists show
// has so many pixels.
Ogre::MaterialPtr material_of_colours(float pixels);

#endif
