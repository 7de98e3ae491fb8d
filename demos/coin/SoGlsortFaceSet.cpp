// SPDX-License-Identifier: MIT
#include "SoGlsortFaceSet.h"

#include <memory>
#include <set>
#include <utility>

#include <Inventor/C/glue/gl.h>
#include <Inventor/SoFullPath.h>
#include <Inventor/actions/SoCallbackAction.h>
#include <Inventor/actions/SoGLRenderAction.h>
#include <Inventor/actions/SoSearchAction.h>
#include <Inventor/bundles/SoMaterialBundle.h>
#include <Inventor/caches/SoPrimitiveVertexCache.h>
#include <Inventor/elements/SoCacheElement.h>
#include <Inventor/elements/SoGLCacheContextElement.h>
#include <Inventor/elements/SoGLLazyElement.h>
#include <Inventor/elements/SoModelMatrixElement.h>
#include <Inventor/elements/SoShapeStyleElement.h>
#include <Inventor/elements/SoViewingMatrixElement.h>
#include <Inventor/errors/SoDebugError.h>
#include <Inventor/misc/SoContextHandler.h>
#include <Inventor/nodes/SoGroup.h>
#include <Inventor/system/gl.h>

#include "SharedOrders.h"

// Behind Coin's headers, because those of X define None and Bool.
#ifdef COIN_GLSORT_HAS_EGL
#include <EGL/egl.h>
#endif
#ifndef _WIN32
#include <GL/glx.h>
#endif

#ifndef GL_PRIMITIVE_RESTART
#define GL_PRIMITIVE_RESTART 0x8F9D
#endif

// ---- GL contexts ----------------------------------------------------------------------

// The orders of each GL context, by cache context.
typedef std::map<const void*, std::shared_ptr<SharedOrders>> OrdersOfContexts;
static std::map<std::uint32_t, OrdersOfContexts> all_orders;

static const void* current_context()
{
    const void* context = nullptr;
#ifdef _WIN32
    context = wglGetCurrentContext();
#else
    context = glXGetCurrentContext();
#endif
#ifdef COIN_GLSORT_HAS_EGL
    if (context == nullptr)
        context = eglGetCurrentContext();
#endif
    return context;
}

static void drop_orders(std::uint32_t cache_context, void*)
{
    all_orders.erase(cache_context);
}

void SoGlsortFaceSet::releaseContext()
{
    for (auto& orders : all_orders)
        orders.second.erase(current_context());
}

// ---- buffers --------------------------------------------------------------------------

enum { POSITIONS, NORMALS, TEXTURE_COORDINATES, COLORS, INDICES, ORDER, BUFFERS };

struct SoGlsortFaceSet::Buffers {
    GLuint names[BUFFERS];
    unsigned version = 0;

    explicit Buffers(const cc_glglue* gl)
    {
        cc_glglue_glGenBuffers(gl, BUFFERS, names);
    }

    void fill(const cc_glglue* gl, const SoPrimitiveVertexCache& triangles);
};

void SoGlsortFaceSet::Buffers::fill(const cc_glglue* gl,
                                    const SoPrimitiveVertexCache& triangles)
{
    const intptr_t vertices = triangles.getNumVertices(),
                   index_bytes = 4 * intptr_t(triangles.getNumTriangleIndices());
    const struct {
        const void* data;
        intptr_t bytes;
    } all[BUFFERS] = {
        {triangles.getVertexArray(), 12 * vertices},
        {triangles.getNormalArray(), 12 * vertices},
        {triangles.getTexCoordArray(), 16 * vertices},
        {triangles.getColorArray(), 4 * vertices},
        {triangles.getTriangleIndices(), index_bytes},
        {nullptr, index_bytes},
    };
    for (int i = 0; i < BUFFERS; ++i) {
        cc_glglue_glBindBuffer(gl, GL_ARRAY_BUFFER, names[i]);
        cc_glglue_glBufferData(gl, GL_ARRAY_BUFFER, all[i].bytes, all[i].data,
                               GL_STATIC_DRAW);
    }
    cc_glglue_glBindBuffer(gl, GL_ARRAY_BUFFER, 0);
}

// Needs a GL context of this cache context to be current.
void SoGlsortFaceSet::deleteBuffers(void* buffers, std::uint32_t context)
{
    Buffers* old = static_cast<Buffers*>(buffers);
    cc_glglue_glDeleteBuffers(cc_glglue_instance(static_cast<int>(context)), BUFFERS,
                              old->names);
    delete old;
}

void SoGlsortFaceSet::contextDestroyed(std::uint32_t context, void* node)
{
    auto& all = static_cast<SoGlsortFaceSet*>(node)->buffers;
    auto found = all.find(context);
    if (found == all.end())
        return;
    deleteBuffers(found->second, context);
    all.erase(found);
}

// ---- triangles ------------------------------------------------------------------------

// Takes the triangles that a shape generates, in the state of the action that draws it.
// So Coin notes in the cache, as in its own ones, which elements they depend on.
struct Collect : SoCallbackAction {
    Collect(SoState* of_drawing, SoPrimitiveVertexCache* into)
    {
        addTriangleCallback(SoGlsortFaceSet::getClassTypeId(), add, into);
        own_state = getState();
        state = of_drawing;
    }

    ~Collect() override
    {
        state = own_state; // which the action deletes
    }

    static void add(void* into, SoCallbackAction*, const SoPrimitiveVertex* a,
                    const SoPrimitiveVertex* b, const SoPrimitiveVertex* c)
    {
        static_cast<SoPrimitiveVertexCache*>(into)->addTriangle(a, b, c);
    }

    SoState* own_state;
};

struct SoGlsortFaceSet::Triangles {
    SoPrimitiveVertexCache* const cache;
    const SbUniqueId id;             // of the node, which changes with its fields
    SoGLLazyElement::GLState colors; // the nodes that they are of

    Triangles(SoState* state, SbUniqueId of_node)
        : cache(new SoPrimitiveVertexCache(state)), id(of_node)
    {
        cache->ref();
    }

    ~Triangles()
    {
        cache->unref();
    }

    void close(SoState* state)
    {
        cache->close(state);
        SoGLLazyElement::GLState after;
        SoGLLazyElement::beginCaching(state, &colors, &after);
        SoGLLazyElement::endCaching(state);
        colors.cachebitmask = SoLazyElement::DIFFUSE_MASK; // transparencies included
    }

    // SoPrimitiveVertexCache::isValid() also asks for all GL state to be as it was. With
    // the colours of an SoVertexProperty that never holds, so Coin makes its own cache
    // anew in every frame.
    bool isValid(const SoState* state, SbUniqueId of_node) const
    {
        return id == of_node && cache->SoCache::isValid(state) &&
               SoGLLazyElement::preCacheCall(state, &colors);
    }
};

void SoGlsortFaceSet::updateTriangles(SoState* state)
{
    if (triangles && triangles->isValid(state, getNodeId()))
        return;
    const SbBool invalid = SoCacheElement::setInvalid(FALSE);
    state->push();
    triangles.reset(new Triangles(state, getNodeId()));
    SoCacheElement::set(state, triangles->cache);
    Collect collect(state, triangles->cache);
    collect.apply(this);
    state->pop();
    SoCacheElement::setInvalid(invalid);
    triangles->close(state);
    ++version;
}

// ---- the node -------------------------------------------------------------------------

SO_NODE_SOURCE(SoGlsortFaceSet)

void SoGlsortFaceSet::initClass()
{
    if (getClassTypeId() != SoType::badType())
        return;
    SO_NODE_INIT_CLASS(SoGlsortFaceSet, SoIndexedFaceSet, "IndexedFaceSet");
    SoContextHandler::addContextDestructionCallback(drop_orders, nullptr);
}

SoGlsortFaceSet::SoGlsortFaceSet()
{
    SO_NODE_CONSTRUCTOR(SoGlsortFaceSet);
    SoContextHandler::addContextDestructionCallback(contextDestroyed, this);
}

const char* SoGlsortFaceSet::getFileFormatName() const
{
    return "IndexedFaceSet";
}

// Perhaps no GL context is current: Coin deletes buffers when theirs is.
SoGlsortFaceSet::~SoGlsortFaceSet()
{
    SoContextHandler::removeContextDestructionCallback(contextDestroyed, this);
    for (auto& of : buffers)
        SoGLCacheContextElement::scheduleDeleteCallback(of.first, deleteBuffers,
                                                        of.second);
}

// ---- drawing --------------------------------------------------------------------------

// The camera in the space of the positions; false if there is none, as with a scale of 0.
static bool find_view(SoState* state, glsort_order_view* view)
{
    const SbMatrix to_view =
        SoModelMatrixElement::get(state) * SoViewingMatrixElement::get(state);
    return glsort_order_view_from(to_view[0], nullptr, 0, view) == GLSORT_OK;
}

static void enable_arrays(const cc_glglue* gl, const GLuint* names, bool colors)
{
    cc_glglue_glBindBuffer(gl, GL_ARRAY_BUFFER, names[POSITIONS]);
    glVertexPointer(3, GL_FLOAT, 0, nullptr);
    glEnableClientState(GL_VERTEX_ARRAY);
    cc_glglue_glBindBuffer(gl, GL_ARRAY_BUFFER, names[NORMALS]);
    glNormalPointer(GL_FLOAT, 0, nullptr);
    glEnableClientState(GL_NORMAL_ARRAY);
    cc_glglue_glBindBuffer(gl, GL_ARRAY_BUFFER, names[TEXTURE_COORDINATES]);
    glTexCoordPointer(4, GL_FLOAT, 0, nullptr);
    glEnableClientState(GL_TEXTURE_COORD_ARRAY);
    if (colors) {
        cc_glglue_glBindBuffer(gl, GL_ARRAY_BUFFER, names[COLORS]);
        glColorPointer(4, GL_UNSIGNED_BYTE, 0, nullptr);
        glEnableClientState(GL_COLOR_ARRAY);
    }
    cc_glglue_glBindBuffer(gl, GL_ARRAY_BUFFER, 0);
}

static void disable_arrays()
{
    for (GLenum array :
         {GL_VERTEX_ARRAY, GL_NORMAL_ARRAY, GL_TEXTURE_COORD_ARRAY, GL_COLOR_ARRAY})
        glDisableClientState(array);
}

static void draw_indices(const cc_glglue* gl, GLuint indices, int count)
{
    typedef void(APIENTRY * RestartIndex)(GLuint);
    RestartIndex restart_index = reinterpret_cast<RestartIndex>(
        cc_glglue_getprocaddress(gl, "glPrimitiveRestartIndex"));
    // In fragment passes, triangles that have no depth become 0xFFFFFFFF.
    glEnable(GL_PRIMITIVE_RESTART);
    restart_index(0xFFFFFFFFu);
    cc_glglue_glBindBuffer(gl, GL_ELEMENT_ARRAY_BUFFER, indices);
    glDrawElements(GL_TRIANGLES, count, GL_UNSIGNED_INT, nullptr);
    cc_glglue_glBindBuffer(gl, GL_ELEMENT_ARRAY_BUFFER, 0);
    glDisable(GL_PRIMITIVE_RESTART);
}

// The node's triangles in buffers of the action's cache context.
SoGlsortFaceSet::Buffers* SoGlsortFaceSet::fillBuffers(std::uint32_t cache_context)
{
    const cc_glglue* gl = cc_glglue_instance(static_cast<int>(cache_context));
    Buffers*& own = buffers[cache_context];
    if (own == nullptr)
        own = new Buffers(gl);
    if (own->version != version)
        own->fill(gl, *triangles->cache);
    own->version = version;
    return own;
}

// Returns an empty string, or why there is no order.
std::string SoGlsortFaceSet::order(SoState* state, const Buffers& own,
                                   SharedOrders* orders) const
{
    const SoPrimitiveVertexCache& all = *triangles->cache;
    glsort_order_args args = {};
    args.count = static_cast<std::uint32_t>(all.getNumTriangleIndices() / 3);
    args.layout.vertices = 3;
    args.positions.name = own.names[POSITIONS];
    args.vertex_count = static_cast<std::uint32_t>(all.getNumVertices());
    args.indices_in.name = own.names[INDICES];
    args.order_out.name = own.names[ORDER];
    args.consumers = GLSORT_CONSUMER_INDEX;
    if (!find_view(state, &args.views[0]))
        return "the model view matrix has no inverse";
    return orders->run(args, 0);
}

// Returns an empty string, or why nothing was drawn.
std::string SoGlsortFaceSet::draw(SoGLRenderAction* action)
{
    SoState* state = action->getState();
    const std::uint32_t context = action->getCacheContext();
    std::shared_ptr<SharedOrders>& orders = all_orders[context][current_context()];
    if (!orders)
        orders = SharedOrders::of(current_context());
    if (!orders->refusal().empty())
        return orders->refusal();
    updateTriangles(state);
    const SoPrimitiveVertexCache& all = *triangles->cache;
    if (all.getNumTriangleIndices() == 0)
        return std::string();
    const Buffers& own = *fillBuffers(context);
    const std::string refusal = order(state, own, orders.get());
    if (!refusal.empty())
        return refusal;
    const cc_glglue* gl = cc_glglue_instance(static_cast<int>(context));
    SoMaterialBundle material(action);
    material.sendFirst(); // and all other state that Coin has yet to send
    enable_arrays(gl, own.names, all.colorPerVertex());
    draw_indices(gl, own.names[ORDER], all.getNumTriangleIndices());
    disable_arrays();
    SoGLLazyElement::getInstance(state)->reset(state, SoLazyElement::DIFFUSE_MASK);
    return refusal;
}

// Reports a refusal once, until an order has worked again.
bool SoGlsortFaceSet::isRefused(const std::string& refusal)
{
    if (!refusal.empty() && !refused)
        SoDebugError::postWarning("SoGlsortFaceSet", "%s; Coin sorts this node",
                                  refusal.c_str());
    refused = !refusal.empty();
    return refused;
}

static bool is_sorted(SoGLRenderAction* action)
{
    SoState* state = action->getState();
    const unsigned translucent =
        SoShapeStyleElement::TRANSP_TEXTURE | SoShapeStyleElement::TRANSP_MATERIAL;
    if ((SoShapeStyleElement::get(state)->getFlags() & translucent) == 0 ||
        action->getTransparencyType() == SoGLRenderAction::SORTED_LAYERS_BLEND)
        return false;
    switch (SoShapeStyleElement::getTransparencyType(state)) {
    case SoGLRenderAction::BLEND:
    case SoGLRenderAction::DELAYED_BLEND:
    case SoGLRenderAction::SORTED_OBJECT_BLEND:
    case SoGLRenderAction::SORTED_OBJECT_SORTED_TRIANGLE_BLEND: return true;
    default: return false;
    }
}

// Coin calls this with all elements of the node set, and draws if it returns true.
SbBool SoGlsortFaceSet::shouldGLRender(SoGLRenderAction* action)
{
    SoState* state = action->getState();
    if (!is_sorted(action))
        return inherited::shouldGLRender(action);
    SoGLCacheContextElement::shouldAutoCache(state,
                                             SoGLCacheContextElement::DONT_AUTO_CACHE);
    state->push();
    // Coin shall not sort, nor draw this into a display list that it compiles now.
    if (SoShapeStyleElement::getTransparencyType(state) !=
        SoGLRenderAction::DELAYED_BLEND)
        SoShapeStyleElement::setTransparencyType(state,
                                                 SoGLRenderAction::SORTED_OBJECT_BLEND);
    SoShapeStyleElement::setVertexArrayRendering(state, FALSE);
    if (inherited::shouldGLRender(action) && isRefused(draw(action))) {
        SoShapeStyleElement::setTransparencyType(
            state, SoGLRenderAction::SORTED_OBJECT_SORTED_TRIANGLE_BLEND);
        inherited::shouldGLRender(action);
    }
    state->pop();
    return FALSE;
}

// ---- whole scenes ---------------------------------------------------------------------

static SoNode* sorted_copy(const SoIndexedFaceSet* from)
{
    SoGlsortFaceSet* sorted = new SoGlsortFaceSet;
    sorted->setName(from->getName());
    sorted->vertexProperty = from->vertexProperty;
    sorted->coordIndex = from->coordIndex;
    sorted->materialIndex = from->materialIndex;
    sorted->normalIndex = from->normalIndex;
    sorted->textureCoordIndex = from->textureCoordIndex;
    return sorted;
}

// Every group below the node with each face set that it has.
static std::set<std::pair<SoGroup*, SoIndexedFaceSet*>> face_sets_below(SoNode* root)
{
    std::set<std::pair<SoGroup*, SoIndexedFaceSet*>> all;
    SoSearchAction search;
    search.setType(SoIndexedFaceSet::getClassTypeId(), FALSE);
    search.setInterest(SoSearchAction::ALL);
    search.setSearchingAll(TRUE);
    search.apply(root);
    const SoPathList& paths = search.getPaths();
    for (int i = 0; i < paths.getLength(); ++i) {
        SoFullPath* path = static_cast<SoFullPath*>(paths[i]);
        SoNode* parent = path->getLength() > 1 ? path->getNodeFromTail(1) : nullptr;
        if (parent != nullptr && parent->isOfType(SoGroup::getClassTypeId()))
            all.insert({static_cast<SoGroup*>(parent),
                        static_cast<SoIndexedFaceSet*>(path->getTail())});
    }
    return all;
}

int SoGlsortFaceSet::replaceBelow(SoNode* root)
{
    root->ref();
    std::map<SoIndexedFaceSet*, SoNode*> sorted; // one copy, however many parents
    for (const auto& found : face_sets_below(root)) {
        SoNode*& copy = sorted[found.second];
        if (copy == nullptr) {
            found.second->ref(); // so that no address comes twice
            copy = sorted_copy(found.second);
        }
        found.first->replaceChild(found.second, copy);
    }
    for (const auto& pair : sorted)
        pair.first->unref();
    root->unrefNoDelete();
    return static_cast<int>(sorted.size());
}
