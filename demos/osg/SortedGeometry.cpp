// SPDX-License-Identifier: MIT
#include "SortedGeometry.h"

#include <algorithm>
#include <initializer_list>
#include <vector>

#include <osg/GLExtensions>
#include <osg/Geode>
#include <osg/Group>
#include <osg/NodeVisitor>
#include <osg/Notify>
#include <osg/State>
#include <osg/TriangleLinePointIndexFunctor>

#include "SharedOrders.h"

namespace osgGlsort
{

// ---- indices --------------------------------------------------------------------------

namespace
{

// The vertices of all primitives: points, lines or triangles.
struct Collect {
    std::vector<GLuint> indices;
    unsigned vertices = 0; // of a primitive
    bool mixed = false;    // there are several kinds

    void operator()(unsigned a)
    {
        add({a});
    }
    void operator()(unsigned a, unsigned b)
    {
        add({a, b});
    }
    void operator()(unsigned a, unsigned b, unsigned c)
    {
        add({a, b, c});
    }

  private:
    void add(std::initializer_list<GLuint> primitive)
    {
        mixed = mixed || (vertices != 0 && vertices != primitive.size());
        vertices = static_cast<unsigned>(primitive.size());
        indices.insert(indices.end(), primitive);
    }
};

} // namespace

struct Sorted {
    std::shared_ptr<SharedOrders> orders;
    osg::GLExtensions* gl = nullptr;
    GLuint buffers[3] = {0, 0, 0}; // indices as given, in order, numbers of primitives
    unsigned vertices = 0;         // of a primitive
    unsigned count = 0;            // of primitives
    bool mixed = false;            // of several kinds, which no buffer holds
    unsigned version = 0;

    void fill(const osg::Geometry& geometry);
};

void Sorted::fill(const osg::Geometry& geometry)
{
    osg::TriangleLinePointIndexFunctor<Collect> all;
    geometry.accept(all);
    vertices = all.vertices;
    mixed = all.mixed;
    count = 0;
    if (mixed || all.indices.empty())
        return;
    count = static_cast<unsigned>(all.indices.size()) / vertices;
    const size_t bytes = 4 * all.indices.size(),
                 sizes[3] = {bytes, bytes, 4 * size_t(count)};
    if (buffers[0] == 0)
        gl->glGenBuffers(3, buffers);
    for (int i = 0; i < 3; ++i) {
        gl->glBindBuffer(GL_COPY_WRITE_BUFFER, buffers[i]);
        gl->glBufferData(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(sizes[i]),
                         i == 0 ? all.indices.data() : nullptr, GL_STATIC_DRAW);
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

void SortedGeometry::useBuffers() // and no display list
{
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

// The camera in the space of the positions; false if there is none, as with a scale of 0.
static bool find_view(const osg::Matrix& to_view, glsort_order_view* view)
{
    float elements[16];
    std::copy_n(to_view.ptr(), 16, elements);
    return glsort_order_view_from(elements, nullptr, 0, view) == GLSORT_OK;
}

// Returns an empty string, or why the index buffer is not in order.
std::string SortedGeometry::order(osg::State& state, Sorted& sorted) const
{
    const osg::Vec3Array* positions =
        dynamic_cast<const osg::Vec3Array*>(getVertexArray());
    if (positions == nullptr)
        return "SortedGeometry: positions are not a Vec3Array";
    if (sorted.version != _version) {
        sorted.fill(*this);
        sorted.version = _version;
    }
    if (sorted.mixed)
        return "SortedGeometry: there are primitives of several kinds";
    if (sorted.count == 0)
        return std::string();
    osg::GLBufferObject* buffer =
        positions->getOrCreateGLBufferObject(state.getContextID());
    if (buffer->isDirty())
        buffer->compileBuffer();
    glsort_order_args args = {};
    args.count = sorted.count;
    args.layout.vertices = sorted.vertices;
    args.positions.name = buffer->getGLObjectID();
    args.positions.offset =
        static_cast<size_t>(buffer->getOffset(positions->getBufferIndex()));
    args.vertex_count = positions->getNumElements();
    args.indices_in.name = sorted.buffers[0];
    args.order_out.name = sorted.buffers[1];
    args.elements_out.name = sorted.buffers[2];
    if (!find_view(state.getModelViewMatrix(), &args.views[0]))
        return "SortedGeometry: the model view matrix has no inverse";
    args.consumers = GLSORT_CONSUMER_INDEX;
    return sorted.orders->run(args, GLSORT_ORDER_WRITES_ELEMENTS);
}

// Reports a refusal once, until an order has worked again.
bool SortedGeometry::isRefused(osg::State& state, const std::string& refusal) const
{
    int& refused = _refused[state.getContextID()];
    if (!refusal.empty() && refused == 0)
        OSG_WARN << refusal << "; this geometry is drawn unsorted" << std::endl;
    refused = !refusal.empty();
    return !refusal.empty();
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
    if (isRefused(state, order(state, *sorted))) {
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
    static const GLenum modes[] = {0, GL_POINTS, GL_LINES, GL_TRIANGLES};
    glDrawElements(modes[sorted->vertices],
                   static_cast<GLsizei>(sorted->count * sorted->vertices),
                   GL_UNSIGNED_INT, nullptr);
    sorted->gl->glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
    glDisable(GL_PRIMITIVE_RESTART);
    arrays->unbindVertexBufferObject();
}

// ---- whole scenes ---------------------------------------------------------------------

namespace
{

// True if the node is drawn in TRANSPARENT_BIN, below a parent that is or is not.
bool is_translucent(const osg::Node& node, bool parent)
{
    const osg::StateSet* own = node.getStateSet();
    return own != nullptr && own->useRenderBinDetails()
               ? own->getBinName() == "DepthSortedBin"
               : parent;
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
        const bool above = translucent;
        translucent = is_translucent(group, above);
        for (unsigned i = 0; i < group.getNumChildren(); ++i) {
            osg::Geometry* geometry = group.getChild(i)->asGeometry();
            if (geometry == nullptr || !is_translucent(*geometry, translucent) ||
                dynamic_cast<SortedGeometry*>(geometry) != nullptr)
                continue;
            group.setChild(i, new SortedGeometry(*geometry));
            ++count;
        }
        traverse(group);
        translucent = above;
    }

  private:
    bool translucent = false; // what the groups down to here ask for
};

} // namespace

unsigned sortTranslucent(osg::Node& root)
{
    Replace visitor;
    root.accept(visitor);
    return visitor.count;
}

} // namespace osgGlsort
