// SPDX-License-Identifier: MIT
// An SoIndexedFaceSet whose translucent triangles glsort puts in order on the GPU, in
// every frame. Coin sorts them on the CPU (SORTED_OBJECT_SORTED_TRIANGLE_BLEND), or not
// at all.
#ifndef SoGlsortFaceSet_h
#define SoGlsortFaceSet_h

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include <Inventor/nodes/SoIndexedFaceSet.h>

class SharedOrders;

// Sorts for BLEND, DELAYED_BLEND and both SORTED_OBJECT_..._BLEND, and is drawn after
// what is opaque, also for BLEND. For other types of transparency, and where it is
// opaque, it is an SoIndexedFaceSet. Where glsort does not work, Coin sorts; SoDebugError
// has the reason, once.
// A GL context has one cache context (SoGLRenderAction::setCacheContext), which GL
// contexts that share objects may have in common.
class SoGlsortFaceSet : public SoIndexedFaceSet
{
    typedef SoIndexedFaceSet inherited;
    SO_NODE_HEADER(SoGlsortFaceSet);

  public:
    static void initClass(); // once, after SoDB::init()
    SoGlsortFaceSet();

    // Replaces every SoIndexedFaceSet below the node, but those of derived classes.
    // Returns their number.
    static int replaceBelow(SoNode* root);

    // Frees what glsort has in the current GL context. Coin's context handler does that
    // for the last context that has a cache context. If others share it, call this
    // before each of them is destroyed.
    static void releaseContext();

    // In files it is an IndexedFaceSet, which every program reads.
    const char* getFileFormatName() const override;

  protected:
    ~SoGlsortFaceSet() override;
    SbBool shouldGLRender(SoGLRenderAction* action) override;

  private:
    struct Triangles; // of all faces
    struct Buffers;   // what a cache context has of them

    void updateTriangles(SoState* state);
    Buffers* fillBuffers(std::uint32_t cache_context);
    std::string order(SoState* state, const Buffers& own, SharedOrders* orders) const;
    std::string draw(SoGLRenderAction* action);
    bool isRefused(const std::string& refusal);
    static void contextDestroyed(std::uint32_t context, void* node);
    static void deleteBuffers(void* buffers, std::uint32_t context);

    std::unique_ptr<Triangles> triangles;
    unsigned version = 0; // of the triangles
    std::map<std::uint32_t, Buffers*> buffers;
    bool refused = false;
};

#endif
