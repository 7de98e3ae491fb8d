// SPDX-License-Identifier: MIT
// A VTK window in the GL context that is current, which may come from EGL: no display.
#ifndef offscreen_window_h
#define offscreen_window_h

#include <vtkRenderWindow.h>
#include <vtkSmartPointer.h>

// The GL context must stay current as long as the window is used.
vtkSmartPointer<vtkRenderWindow> new_offscreen_window(int width, int height);

#endif
