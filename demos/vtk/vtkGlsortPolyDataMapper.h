// SPDX-License-Identifier: MIT
// A vtkPolyDataMapper that draws translucent points, lines and triangles back to front:
// in every frame glsort orders them on the GPU, into VTK's own index buffers. Opaque
// geometry, picking and depth peeling are VTK's own.
//
// The renderer must blend in drawing order; vtkGlsortRenderer does. Vertices, lines,
// polygons and strips of one mapper are drawn one after the other, each kind in order, as
// with vtkDepthSortPolyData; that filter also takes over where the GL context has
// neither compute shaders nor GL 3.3.
#ifndef vtkGlsortPolyDataMapper_h
#define vtkGlsortPolyDataMapper_h

#include <memory>
#include <string>

#include <glsort/glsort_draw.h>
#include <vtkOpenGLPolyDataMapper.h>
#include <vtkSmartPointer.h>
#include <vtkWeakPointer.h>

class vtkDepthSortPolyData;
class vtkOpenGLRenderWindow;
class SharedOrders;

class vtkGlsortPolyDataMapper : public vtkOpenGLPolyDataMapper
{
  public:
    static vtkGlsortPolyDataMapper* New();
    vtkTypeMacro(vtkGlsortPolyDataMapper, vtkOpenGLPolyDataMapper);

    void RenderPiece(vtkRenderer* ren, vtkActor* actor) override;
    void ReleaseGraphicsResources(vtkWindow* window) override;

    // On: back to front on the GPU. Off: vtkOpenGLPolyDataMapper. Default: on.
    vtkSetMacro(Sorting, bool);
    vtkGetMacro(Sorting, bool);

    // True if the last frame was drawn in the order of glsort.
    vtkGetMacro(Sorted, bool);

    vtkGlsortPolyDataMapper(const vtkGlsortPolyDataMapper&) = delete;
    void operator=(const vtkGlsortPolyDataMapper&) = delete;

  protected:
    vtkGlsortPolyDataMapper();
    ~vtkGlsortPolyDataMapper() override;

    void BuildIBO(vtkRenderer* ren, vtkActor* actor, vtkPolyData* poly) override;
    void RenderPieceDraw(vtkRenderer* ren, vtkActor* actor) override;
    void ReplaceShaderValues(std::map<vtkShader::Type, vtkShader*> shaders,
                             vtkRenderer* ren, vtkActor* actor) override;
    void SetMapperShaderParameters(vtkOpenGLHelper& cells, vtkRenderer* ren,
                                   vtkActor* actor) override;

  private:
    enum { KINDS = PrimitiveTriStrips + 1 };

    // VTK's indices as it built them. Sorting a sorted result again would let primitives
    // of equal depth change places from frame to frame.
    struct Indices {
        unsigned Unsorted = 0; // a buffer
        bool IsCurrent = false;
        bool IsSorted = false; // VTK's buffer
    };

    bool Wants(vtkRenderer* ren, vtkActor* actor);
    unsigned VerticesOf(vtkActor* actor, int kind);
    void KeepIndices(int kind);
    void RestoreIndices();
    void ReserveElements(vtkRenderer* ren, vtkActor* actor);
    bool FindView(vtkRenderer* ren, vtkActor* actor, glsort_order_view* view);
    std::string Order(vtkRenderer* ren, vtkActor* actor);
    void RenderByFilter(vtkRenderer* ren, vtkActor* actor);
    void EnterWindow(vtkOpenGLRenderWindow* window);
    void LeaveWindow();

    bool Sorting = true;
    bool Sorted = false;
    bool Refused = false; // the log has the reason
    std::shared_ptr<SharedOrders> Orders;
    vtkWeakPointer<vtkOpenGLRenderWindow> Window;
    Indices Kept[KINDS];

    // The number of each primitive in drawing order, by which shaders find colours and
    // normals of cells.
    vtkSmartPointer<vtkOpenGLBufferObject> Elements;
    vtkSmartPointer<vtkTextureObject> ElementTexture;
    size_t ElementRoom = 0;

    vtkSmartPointer<vtkDepthSortPolyData> Filter;
    vtkSmartPointer<vtkOpenGLPolyDataMapper> Filtered;
    vtkTimeStamp FilteredTime;
};

#endif
