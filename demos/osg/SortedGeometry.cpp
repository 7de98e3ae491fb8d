// SPDX-License-Identifier: MIT
#include "SortedGeometry.h"

#include <vector>

#include <osg/GLExtensions>
#include <osg/Geode>
#include <osg/Group>
#include <osg/NodeVisitor>
#include <osg/Notify>
#include <osg/State>
#include <osg/TriangleIndexFunctor>

#include "SharedOrders.h"

namespace osgGlsort
{

// ---- indices --------------------------------------------------------------------------

namespace
{

struct Collect {
    std::vector<GLuint> indices;
    void operator()(unsigned a, unsigned b, unsigned c)
    {
        indices.insert(indices.end(), {a, b, c});
    }
};

// The vertices of points, in the order in which they are drawn.
std::vector<GLuint> points_of(const osg::Geometry& geometry)
{
    std::vector<GLuint> indices;
    for (unsigned i = 0; i < geometry.getNumPrimitiveSets(); ++i) {
        const osg::PrimitiveSet* set = geometry.getPrimitiveSet(i);
        for (unsigned k = 0; k < set->getNumIndices(); ++k)
            indices.push_back(set->index(k));
    }
    return indices;
}

// Primitive sets that are points; the others are triangles or make none.
unsigned point_sets(const osg::Geometry& geometry)
{
    unsigned count = 0;
    for (unsigned i = 0; i < geometry.getNumPrimitiveSets(); ++i)
        count += geometry.getPrimitiveSet(i)->getMode() == GL_POINTS;
    return count;
}

} // namespace

struct Sorted {
    std::shared_ptr<SharedOrders> orders;
    osg::GLExtensions* gl = nullptr;
    GLuint buffers[3] = {0, 0, 0}; // indices as given, in order, numbers of primitives
    unsigned vertices = 0;         // of a primitive
    unsigned count = 0;            // of primitives
    unsigned version = 0;

    void fill(const osg::Geometry& geometry);
};

void Sorted::fill(const osg::Geometry& geometry)
{
    std::vector<GLuint> indices;
    vertices = point_sets(geometry) > 0 ? 1 : 3;
    if (vertices == 1) {
        indices = points_of(geometry);
    } else {
        osg::TriangleIndexFunctor<Collect> triangles;
        geometry.accept(triangles);
        indices.swap(triangles.indices);
    }
    count = static_cast<unsigned>(indices.size()) / vertices;
    const size_t bytes[3] = {4 * indices.size(), 4 * indices.size(), 4 * size_t(count)};
    if (buffers[0] == 0)
        gl->glGenBuffers(3, buffers);
    for (int i = 0; i < 3; ++i) {
        gl->glBindBuffer(GL_COPY_WRITE_BUFFER, buffers[i]);
        gl->glBufferData(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(bytes[i]),
                         i == 0 ? indices.data() : nullptr, GL_STATIC_DRAW);
    }
}

// ---- the geometry ---------------------------------------------------------------------

SortedGeometry::SortedGeometry()
{
    useBuffers();
}

SortedGeometry::SortedGeometry(const osg::Geometry& from, const osg::CopyOp& copy)
    : osg::Geometry(from, copy)
{
    useBuffers();
}

SortedGeometry::SortedGeometry(const SortedGeometry& from, const osg::CopyOp& copy)
    : osg::Geometry(from, copy)
{
    useBuffers();
}

SortedGeometry::~SortedGeometry() = default;

void SortedGeometry::useBuffers()
{
    setUseDisplayList(false);
    setUseVertexBufferObjects(true);
}

void SortedGeometry::dirtyGLObjects()
{
    ++_version;
    osg::Geometry::dirtyGLObjects();
}

void SortedGeometry::resizeGLObjectBuffers(unsigned contexts)
{
    _sorted.resize(contexts);
    _refused.resize(contexts);
    osg::Geometry::resizeGLObjectBuffers(contexts);
}

// Without a state no GL context is current, and what it had is gone.
void SortedGeometry::releaseGLObjects(osg::State* state) const
{
    if (state != nullptr && _sorted[state->getContextID()]) {
        std::shared_ptr<Sorted>& sorted = _sorted[state->getContextID()];
        sorted->gl->glDeleteBuffers(3, sorted->buffers);
        sorted.reset();
    }
    osg::Geometry::releaseGLObjects(state);
}

// The camera in the space of the positions; OpenSceneGraph multiplies rows by matrices.
static glsort_order_view view_of(const osg::Matrix& to_view)
{
    const osg::Vec3d eye = osg::Matrix::inverse(to_view).getTrans();
    glsort_order_view view = {};
    for (int i = 0; i < 3; ++i) {
        view.origin[i] = static_cast<float>(eye[i]);
        view.axis[i] = static_cast<float>(-to_view(i, 2));
    }
    return view;
}

// Fills the index buffer in order. False: draw unsorted; osg::notify has the reason.
bool SortedGeometry::order(osg::State& state, Sorted& sorted) const
{
    const osg::Vec3Array* positions =
        dynamic_cast<const osg::Vec3Array*>(getVertexArray());
    const unsigned points = point_sets(*this);
    std::string refusal;
    if (positions == nullptr || (points > 0 && points != getNumPrimitiveSets()))
        refusal = "SortedGeometry: positions are no Vec3Array, or there are points and "
                  "other primitives";
    if (refusal.empty() && sorted.version != _version) {
        sorted.fill(*this);
        sorted.version = _version;
    }
    if (refusal.empty() && sorted.count > 0) {
        osg::GLBufferObject* buffer =
            positions->getOrCreateGLBufferObject(state.getContextID());
        if (buffer->isDirty())
            buffer->compileBuffer();
        glsort_order_args args = {};
        args.count = sorted.count;
        args.positions.name = buffer->getGLObjectID();
        args.positions.offset =
            static_cast<size_t>(buffer->getOffset(positions->getBufferIndex()));
        args.vertex_count = positions->getNumElements();
        args.indices_in.name = sorted.buffers[0];
        args.order_out.name = sorted.buffers[1];
        args.elements_out.name = sorted.buffers[2];
        args.views[0] = view_of(state.getModelViewMatrix());
        args.consumers = GLSORT_CONSUMER_INDEX;
        refusal = sorted.orders->run(sorted.vertices, args);
    }
    int& refused = _refused[state.getContextID()];
    if (!refusal.empty() && refused == 0)
        OSG_WARN << refusal << "; this geometry is drawn unsorted" << std::endl;
    refused = !refusal.empty();
    return refusal.empty();
}

void SortedGeometry::drawImplementation(osg::RenderInfo& info) const
{
    osg::State& state = *info.getState();
    std::shared_ptr<Sorted>& sorted = _sorted[state.getContextID()];
    if (!sorted) {
        sorted.reset(new Sorted);
        sorted->orders = SharedOrders::of(&state);
        sorted->gl = state.get<osg::GLExtensions>();
    }
    if (!order(state, *sorted)) {
        osg::Geometry::drawImplementation(info);
        return;
    }
    osg::VertexArrayState* arrays = state.getCurrentVertexArrayState();
    arrays->setVertexBufferObjectSupported(true);
    drawVertexArraysImplementation(info);
    arrays->unbindElementBufferObject();
    // In fragment passes, primitives that have no depth become 0xFFFFFFFF.
    glEnable(GL_PRIMITIVE_RESTART);
    sorted->gl->glPrimitiveRestartIndex(0xFFFFFFFFu);
    sorted->gl->glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, sorted->buffers[1]);
    glDrawElements(sorted->vertices == 1 ? GL_POINTS : GL_TRIANGLES,
                   static_cast<GLsizei>(sorted->count * sorted->vertices),
                   GL_UNSIGNED_INT, nullptr);
    sorted->gl->glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
    glDisable(GL_PRIMITIVE_RESTART);
    arrays->unbindVertexBufferObject();
}

// ---- whole scenes ---------------------------------------------------------------------

namespace
{

bool is_translucent(const osg::Drawable& drawable)
{
    const osg::StateSet* own = drawable.getStateSet();
    return own != nullptr && own->getRenderingHint() == osg::StateSet::TRANSPARENT_BIN;
}

class Replace : public osg::NodeVisitor
{
  public:
    unsigned count = 0;

    Replace() : osg::NodeVisitor(osg::NodeVisitor::TRAVERSE_ALL_CHILDREN)
    {
    }

    void apply(osg::Group& group) override
    {
        for (unsigned i = 0; i < group.getNumChildren(); ++i) {
            osg::Geometry* geometry = group.getChild(i)->asGeometry();
            if (geometry == nullptr || !is_translucent(*geometry) ||
                dynamic_cast<SortedGeometry*>(geometry) != nullptr)
                continue;
            group.setChild(i, new SortedGeometry(*geometry));
            ++count;
        }
        traverse(group);
    }
};

} // namespace

unsigned sortTranslucent(osg::Node& root)
{
    Replace visitor;
    root.accept(visitor);
    return visitor.count;
}

} // namespace osgGlsort
