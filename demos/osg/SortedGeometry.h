// SPDX-License-Identifier: MIT
// An osg::Geometry whose points, lines or triangles are drawn back to front:
// OpenSceneGraph sorts drawables as a whole (TRANSPARENT_BIN), glsort what is inside one,
// on the GPU, in every frame.
#ifndef SortedGeometry_h
#define SortedGeometry_h

#include <memory>
#include <string>

#include <osg/Geometry>
#include <osg/Node>
#include <osg/buffered_value>

namespace osgGlsort
{

struct Sorted; // what a GL context has of a geometry

// Positions must be an osg::Vec3Array, and all primitive sets of one kind: points, lines,
// or triangles. Strips, loops, fans, quads and polygons are taken apart. Anything else,
// and where glsort does not work, is drawn as osg::Geometry does; osg::notify has the
// reason.
// After a change of the primitive sets, call dirtyGLObjects().
class SortedGeometry : public osg::Geometry
{
  public:
    SortedGeometry();
    // Makes one from any osg::Geometry, whose arrays it then shares.
    SortedGeometry(const osg::Geometry& from,
                   const osg::CopyOp& copy = osg::CopyOp::SHALLOW_COPY);
    SortedGeometry(const SortedGeometry& from,
                   const osg::CopyOp& copy = osg::CopyOp::SHALLOW_COPY);
    META_Node(osgGlsort, SortedGeometry)

        void drawImplementation(osg::RenderInfo& info) const override;
    void resizeGLObjectBuffers(unsigned contexts) override;
    void releaseGLObjects(osg::State* state = nullptr) const override;
    void dirtyGLObjects() override;

  protected:
    ~SortedGeometry() override;

  private:
    void useBuffers();
    std::string order(osg::State& state, Sorted& sorted) const;
    bool isRefused(osg::State& state, const std::string& refusal) const;

    mutable osg::buffered_object<std::shared_ptr<Sorted>> _sorted;
    mutable osg::buffered_value<int> _refused;
    unsigned _version = 1; // of the primitive sets
};

// Replaces, below the node, all geometries that are drawn in TRANSPARENT_BIN because a
// state set of their own or of a parent says so. Returns their number.
unsigned sortTranslucent(osg::Node& root);

} // namespace osgGlsort

#endif
