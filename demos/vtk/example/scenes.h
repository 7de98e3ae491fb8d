// SPDX-License-Identifier: MIT
// What glsort-vtk draws.
#ifndef scenes_h
#define scenes_h

#include <vtkPolyData.h>
#include <vtkRenderer.h>
#include <vtkSmartPointer.h>

// How translucent cells get into order.
enum class Way { NONE, WEIGHTED, FILTER, PEELING, GLSORT };

// A renderer that blends as this way needs.
vtkSmartPointer<vtkRenderer> new_renderer(Way way);

// An actor of the data in this way, for the renderer's camera.
vtkSmartPointer<vtkActor> new_actor(Way way, vtkPolyData* data, vtkRenderer* renderer);

// The mesh of a file (.obj, .ply, .stl, .vtk, .vtp). NULL: it cannot be read, for which
// VTK's log has the reason, has no cells, or cells of points that do not exist.
vtkSmartPointer<vtkPolyData> read_mesh(const char* path);

// A Klein bottle of about so many triangles, coloured around its tube.
vtkSmartPointer<vtkPolyData> klein_bottle(int triangles);

// A ball of so many points, or small triangles, of random colours.
vtkSmartPointer<vtkPolyData> cloud(int count, bool triangles);

#endif
