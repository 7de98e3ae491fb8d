// SPDX-License-Identifier: MIT
#include "SortListener.h"

#include <algorithm>

#include <OgreAutoParamDataSource.h>
#include <OgreGLContext.h>
#include <OgreGLRenderSystemCommon.h>
#include <OgreHardwareBufferManager.h>
#include <OgreLogManager.h>
#include <OgreManualObject.h>
#include <OgrePass.h>
#include <OgreRoot.h>
#include <OgreSceneManager.h>
#include <OgreSimpleRenderable.h>
#include <OgreSubEntity.h>

#include "InterlockedClouds.h"
#include "SharedOrders.h"
#include "gl_buffers.h"

namespace OgreGlsort
{

SortListener::SortListener(Ogre::SceneManager* scene) : _scene(scene)
{
    _scene->addRenderObjectListener(this);
    _scene->addRenderQueueListener(this);
}

static Ogre::GLRenderSystemCommon* render_system()
{
    return static_cast<Ogre::GLRenderSystemCommon*>(
        Ogre::Root::getSingleton().getRenderSystem());
}

SortListener::~SortListener()
{
    takeBack();
    _scene->removeRenderObjectListener(this);
    _scene->removeRenderQueueListener(this);
    for (auto& orders : _orders) { // each in its GL context
        orders.first->setCurrent();
        orders.second.reset();
    }
    if (!_orders.empty())
        render_system()->_getCurrentContext()->setCurrent();
}

// ---- buffers --------------------------------------------------------------------------

// The orders of the GL context that is current: each window of OGRE has its own.
SharedOrders& SortListener::orders()
{
    Ogre::GLRenderSystemCommon* gl = render_system();
    std::shared_ptr<SharedOrders>& found = _orders[gl->_getCurrentContext()];
    if (!found) {
        found = SharedOrders::of(gl->_getCurrentContext());
        // The rest of an order is 0xFFFFFFFF. Where it can, OGRE has turned this on.
        if (!gl->getCapabilities()->hasCapability(Ogre::RSC_PRIMITIVE_RESTART)) {
            glEnable(GL_PRIMITIVE_RESTART);
            glPrimitiveRestartIndex(0xFFFFFFFFu);
        }
    }
    return *found;
}

// A buffer for as many indices of 32 bits; it grows by powers of two.
static void reserve(Ogre::HardwareIndexBufferSharedPtr& buffer, size_t count)
{
    size_t room = 1024;
    while (room < count)
        room *= 2;
    if (!buffer || buffer->getNumIndexes() < count)
        buffer = Ogre::HardwareBufferManager::getSingleton().createIndexBuffer(
            Ogre::HardwareIndexBuffer::IT_32BIT, room, Ogre::HBU_GPU_ONLY);
}

void SortListener::readIndices(const Ogre::RenderOperation& operation, size_t count,
                               glsort_order_args* args)
{
    if (!operation.useIndexes)
        return; // its vertices follow one another
    const Ogre::HardwareIndexBuffer& buffer = *operation.indexData->indexBuffer;
    const size_t size = buffer.getIndexSize(), bytes = size * count,
                 offset = size * operation.indexData->indexStart;
    args->layout.index = size == 2 ? GLSORT_INDEX_U16 : GLSORT_INDEX_U32;
    args->indices_in.name = name_of(buffer);
    args->indices_in.offset = offset;
    // glsort reads indices of 16 bits in words, of which the buffer may have half the
    // last.
    if ((offset + bytes + 3) / 4 * 4 <= buffer.getSizeInBytes())
        return;
    reserve(_padded, (count + 1) / 2);
    copy_bytes(name_of(buffer), offset, name_of(*_padded), 0, bytes);
    args->indices_in.name = name_of(*_padded);
    args->indices_in.offset = 0;
}

// ---- the order ------------------------------------------------------------------------

static unsigned vertices_of(Ogre::RenderOperation::OperationType type)
{
    switch (type) {
    case Ogre::RenderOperation::OT_POINT_LIST: return 1;
    case Ogre::RenderOperation::OT_LINE_LIST: return 2;
    case Ogre::RenderOperation::OT_TRIANGLE_LIST: return 3;
    default: return 0;
    }
}

// The camera in the space of the positions; false if there is none, as with a scale of 0.
static bool find_view(const Ogre::Affine3& to_view, const Ogre::Matrix4& to_clip,
                      glsort_order_view* view)
{
    float by_rows[2][16]; // OGRE may be built with doubles
    std::copy_n(to_view[0], 16, by_rows[0]);
    std::copy_n(to_clip[0], 16, by_rows[1]);
    return glsort_order_view_from(by_rows[0], by_rows[1], GLSORT_VIEW_BY_ROWS, view) ==
           GLSORT_OK;
}

// Finds the positions of an operation, and how far apart they are. Returns nullptr, or
// why they cannot be read.
static const char* find_positions(const Ogre::VertexData& data, glsort_order_args* args)
{
    const Ogre::VertexElement* position =
        data.vertexDeclaration->findElementBySemantic(Ogre::VES_POSITION);
    if (position == nullptr || (position->getType() != Ogre::VET_FLOAT3 &&
                                position->getType() != Ogre::VET_FLOAT4))
        return "positions are not three or four floats";
    const auto* buffer = dynamic_cast<const Ogre::GL3PlusHardwareVertexBuffer*>(
        data.vertexBufferBinding->getBuffer(position->getSource()).get());
    if (buffer == nullptr)
        return "positions are not in a buffer of the GL 3+ render system";
    args->layout.position_stride = static_cast<unsigned>(buffer->getVertexSize());
    args->positions.name = buffer->getGLBufferId();
    args->positions.offset =
        position->getOffset() + buffer->getVertexSize() * data.vertexStart;
    args->vertex_count =
        static_cast<unsigned>(buffer->getNumVertices() - data.vertexStart);
    return nullptr;
}

// Returns an empty string, or why the renderable is not in order.
std::string SortListener::order(Ogre::Renderable* renderable,
                                const Ogre::AutoParamDataSource& source)
{
    Ogre::RenderOperation operation;
    renderable->getRenderOperation(operation);
    const Ogre::VertexData& data = *operation.vertexData;
    auto* clouds = dynamic_cast<InterlockedClouds*>(renderable);
    const unsigned vertices = vertices_of(operation.operationType);
    if (vertices == 0)
        return "primitives are not lists of points, lines or triangles";
    if ((renderable->getNumWorldTransforms() != 1 && clouds == nullptr) ||
        data.vertexBufferBinding->hasInstanceData())
        return "there are several world matrices or instances";
    glsort_order_args args = {};
    if (const char* refusal = find_positions(data, &args))
        return refusal;
    args.layout.vertices = vertices;
    args.count = static_cast<unsigned>(
        (operation.useIndexes ? operation.indexData->indexCount : data.vertexCount) /
        vertices);
    if (args.count == 0)
        return std::string();
    const size_t count = size_t(args.count) * vertices; // of indices
    if (clouds != nullptr)
        clouds->readSources(source, &args);
    else
        readIndices(operation, count, &args);
    reserve(_sorted, count);
    args.order_out.name = name_of(*_sorted);
    args.consumers = GLSORT_CONSUMER_INDEX;
    const glsort_cull cull = _radius >= 0.0f ? GLSORT_CULL_FRUSTUM : GLSORT_CULL_NONE;
    args.radius = cull == GLSORT_CULL_NONE ? 0.0f : _radius;
    // The matrices of clouds move their points to the world.
    if (!find_view(clouds != nullptr ? source.getViewMatrix()
                                     : source.getWorldViewMatrix(),
                   source.getProjectionMatrix(), &args.views[0]))
        return "the matrix to view space has no inverse";
    const std::string refusal = orders().run(args, GLSORT_ORDER_FILLS_REST, cull);
    if (refusal.empty() && !lend(renderable, operation, count))
        return "this kind of renderable takes no indices";
    return refusal;
}

// ---- the loan -------------------------------------------------------------------------

// Gives a renderable without indices another operation; false: there is no way to.
static bool set_operation(Ogre::Renderable* renderable,
                          const Ogre::RenderOperation& operation)
{
    if (auto* simple = dynamic_cast<Ogre::SimpleRenderable*>(renderable))
        simple->setRenderOperation(operation);
    else if (auto* section =
                 dynamic_cast<Ogre::ManualObject::ManualObjectSection*>(renderable))
        *section->getRenderOperation() = operation;
    else
        return false;
    return true;
}

static void swap(Ogre::IndexData& a, Ogre::IndexData& b)
{
    std::swap(a.indexBuffer, b.indexBuffer);
    std::swap(a.indexStart, b.indexStart);
    std::swap(a.indexCount, b.indexCount);
}

bool SortListener::lend(Ogre::Renderable* renderable,
                        const Ogre::RenderOperation& operation, size_t count)
{
    _lent.indexBuffer = _sorted;
    _lent.indexStart = 0;
    _lent.indexCount = count;
    _loan.stored = operation;
    // A sub-entity without indices has empty index data.
    _loan.swaps =
        operation.useIndexes || dynamic_cast<Ogre::SubEntity*>(renderable) != nullptr;
    if (_loan.swaps) {
        swap(*operation.indexData, _lent);
    } else {
        Ogre::RenderOperation indexed = operation;
        indexed.useIndexes = true;
        indexed.indexData = &_lent;
        if (!set_operation(renderable, indexed))
            return false;
    }
    _loan.to = renderable;
    return true;
}

void SortListener::takeBack()
{
    if (_loan.to == nullptr)
        return;
    if (_loan.swaps)
        swap(*_loan.stored.indexData, _lent);
    else
        set_operation(_loan.to, _loan.stored);
    _loan.to = nullptr;
}

void SortListener::notifyRenderSingleObject(Ogre::Renderable* renderable,
                                            const Ogre::Pass* pass,
                                            const Ogre::AutoParamDataSource* source,
                                            const Ogre::LightList*, bool)
{
    const bool is_translucent = pass->isTransparent() && !pass->getDepthWriteEnabled();
    const Ogre::Affine3& toView = source->getWorldViewMatrix();
    if (is_translucent && renderable == _loan.to && toView == _loan.toView)
        return; // the next pass or light of the same renderable
    takeBack();
    if (!is_translucent)
        return;
    const std::string refusal = order(renderable, *source);
    _loan.toView = toView;
    if (!refusal.empty() && _said.insert(refusal).second)
        Ogre::LogManager::getSingleton().logWarning("OgreGlsort: " + refusal +
                                                    "; drawn unsorted");
}

void SortListener::renderQueueEnded(Ogre::uint8, const Ogre::String&, bool&)
{
    takeBack();
}

} // namespace OgreGlsort
