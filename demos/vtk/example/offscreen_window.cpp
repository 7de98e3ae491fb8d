// SPDX-License-Identifier: MIT
#include "offscreen_window.h"

#include <vtk_glew.h>

#include <vtkGenericOpenGLRenderWindow.h>
#include <vtkObjectFactory.h>

namespace
{

class OffscreenWindow : public vtkGenericOpenGLRenderWindow
{
  public:
    static OffscreenWindow* New();
    vtkTypeMacro(OffscreenWindow, vtkGenericOpenGLRenderWindow);

    void MakeCurrent() override
    {
    }
    bool IsCurrent() override
    {
        return true;
    }
    int SupportsOpenGL() override
    {
        return 1;
    }
    void OpenGLInitContext() override;
};

vtkStandardNewMacro(OffscreenWindow);

// GLEW loads GL first and looks for a GLX display then, which EGL contexts do not need.
void OffscreenWindow::OpenGLInitContext()
{
    if (this->Initialized)
        return;
    const GLenum result = glewInit();
    this->GlewInitValid = result == GLEW_OK || result == GLEW_ERROR_NO_GLX_DISPLAY;
    this->Initialized = this->GlewInitValid;
    this->ContextCreationTime.Modified();
}

} // namespace

vtkSmartPointer<vtkRenderWindow> new_offscreen_window(int width, int height)
{
    vtkSmartPointer<OffscreenWindow> window = vtkSmartPointer<OffscreenWindow>::New();
    window->SetOffScreenRendering(1);
    window->SetMultiSamples(0);
    window->SetSize(width, height);
    return window;
}
