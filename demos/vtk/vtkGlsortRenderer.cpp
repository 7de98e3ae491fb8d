// SPDX-License-Identifier: MIT
#include "vtkGlsortRenderer.h"

#include <vtkNew.h>
#include <vtkObjectFactory.h>
#include <vtkVersion.h>

#include "vtkGlsortPolyDataMapper.h"

vtkStandardNewMacro(vtkGlsortRenderer);

void vtkGlsortRenderer::DeviceRenderTranslucentPolygonalGeometry(
    vtkFrameBufferObjectBase* target)
{
    if (this->UseDepthPeeling)
        this->Superclass::DeviceRenderTranslucentPolygonalGeometry(target);
    else
        this->vtkRenderer::DeviceRenderTranslucentPolygonalGeometry(target);
}

// ---- the override ---------------------------------------------------------------------

VTK_CREATE_CREATE_FUNCTION(vtkGlsortPolyDataMapper);
VTK_CREATE_CREATE_FUNCTION(vtkGlsortRenderer);

namespace
{

class Factory : public vtkObjectFactory
{
  public:
    static Factory* New();
    vtkTypeMacro(Factory, vtkObjectFactory);
    const char* GetVTKSourceVersion() override
    {
        return VTK_SOURCE_VERSION;
    }
    const char* GetDescription() override
    {
        return "glsort: translucency in order";
    }

  protected:
    Factory()
    {
        this->RegisterOverride("vtkPolyDataMapper", "vtkGlsortPolyDataMapper", "glsort",
                               1, vtkObjectFactoryCreatevtkGlsortPolyDataMapper);
        this->RegisterOverride("vtkRenderer", "vtkGlsortRenderer", "glsort", 1,
                               vtkObjectFactoryCreatevtkGlsortRenderer);
    }
};

vtkStandardNewMacro(Factory);

} // namespace

void vtkGlsortOverride()
{
    // Of several factories VTK asks the oldest first, which is its own.
    vtkObjectFactory::SetAllEnableFlags(0, "vtkPolyDataMapper",
                                        "vtkOpenGLPolyDataMapper");
    vtkObjectFactory::SetAllEnableFlags(0, "vtkRenderer", "vtkOpenGLRenderer");
    vtkNew<Factory> factory;
    vtkObjectFactory::RegisterFactory(factory);
}
