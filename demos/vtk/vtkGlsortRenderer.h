// SPDX-License-Identifier: MIT
// A renderer that blends translucent geometry in the order in which it is drawn. VTK's
// own one weights fragments by their depth instead of ordering them, so that a sort
// before it makes no difference. With depth peeling on, it is VTK's own.
#ifndef vtkGlsortRenderer_h
#define vtkGlsortRenderer_h

#include <vtkOpenGLRenderer.h>

class vtkGlsortRenderer : public vtkOpenGLRenderer
{
  public:
    static vtkGlsortRenderer* New();
    vtkTypeMacro(vtkGlsortRenderer, vtkOpenGLRenderer);

    void DeviceRenderTranslucentPolygonalGeometry(
        vtkFrameBufferObjectBase* target = nullptr) override;

    vtkGlsortRenderer(const vtkGlsortRenderer&) = delete;
    void operator=(const vtkGlsortRenderer&) = delete;

  protected:
    vtkGlsortRenderer() = default;
};

// From now on vtkPolyDataMapper::New() and vtkRenderer::New() make these classes, in the
// whole program. Call it once, before they are made.
void vtkGlsortOverride();

#endif
