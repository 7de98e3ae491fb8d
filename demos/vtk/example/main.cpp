// SPDX-License-Identifier: MIT
// glsort-vtk: a Klein bottle of glass, unsorted and sorted, as a picture; or the frame
// times of a turning cloud in every way in which VTK can draw it.
#include <cstdio>
#include <string>

#include <vtk_glew.h>

#include <vtkActor2D.h>
#include <vtkCamera.h>
#include <vtkNew.h>
#include <vtkPNGWriter.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderWindow.h>
#include <vtkSphereSource.h>
#include <vtkTextActor.h>
#include <vtkTextProperty.h>
#include <vtkUnsignedCharArray.h>
#include <vtkWindowToImageFilter.h>

#include "example.h"
#include "offscreen_window.h"
#include "scenes.h"

static const char* const usage =
    "usage: glsort-vtk [--mesh FILE] [--out FILE.png] [--size WIDTHxHEIGHT]\n"
    "       glsort-vtk --bench [--mesh FILE | --count N [--points]] [--way WAY]...\n"
    "                  [--frames N]\n"
    "FILE is a mesh of yours: .obj, .ply, .stl, .vtk or .vtp, made translucent.\n"
    "WAY is none, weighted (VTK's default), filter (vtkDepthSortPolyData), peeling or\n"
    "glsort; all if none is given.\n";

// Those of this program alone.
struct Own {
    const char* path = nullptr;
    vtkSmartPointer<vtkPolyData> mesh; // of that file
    int width = 1000, height = 520;
    bool points = false;
};

// ---- the picture ----------------------------------------------------------------------

static vtkSmartPointer<vtkActor> opaque_ball()
{
    vtkNew<vtkSphereSource> ball;
    vtkNew<vtkPolyDataMapper> mapper;
    vtkSmartPointer<vtkActor> opaque = vtkSmartPointer<vtkActor>::New();
    ball->SetRadius(0.5);
    ball->SetCenter(0.1, 1.15, -0.75);
    ball->SetThetaResolution(60);
    ball->SetPhiResolution(60);
    mapper->SetInputConnection(ball->GetOutputPort());
    opaque->SetMapper(mapper);
    opaque->GetProperty()->SetColor(0.95, 0.75, 0.3);
    return opaque;
}

// The mesh, or a Klein bottle with a ball in it.
static void add_side(vtkRenderWindow* window, Way way, vtkPolyData* mesh, double from,
                     const char* caption)
{
    vtkSmartPointer<vtkRenderer> renderer = new_renderer(way);
    vtkSmartPointer<vtkPolyData> data = mesh;
    if (mesh == nullptr) {
        data = klein_bottle(100000);
        renderer->AddActor(opaque_ball());
    }
    vtkSmartPointer<vtkActor> glass = new_actor(way, data, renderer);
    glass->GetProperty()->SetSpecular(0.4);
    glass->GetProperty()->SetSpecularPower(40.0);
    vtkNew<vtkTextActor> text;
    text->SetInput(caption);
    text->SetPosition(16, 14);
    text->GetTextProperty()->SetFontSize(18);
    renderer->SetViewport(from, 0.0, from + 0.5, 1.0);
    renderer->SetBackground(0.07, 0.08, 0.1);
    renderer->AddActor(glass);
    renderer->AddActor2D(text);
    window->AddRenderer(renderer);
    renderer->ResetCamera();
    renderer->GetActiveCamera()->Azimuth(40.0);
    renderer->GetActiveCamera()->Elevation(20.0);
    renderer->GetActiveCamera()->Zoom(1.35);
    renderer->ResetCameraClippingRange();
}

static int write_picture(const char* out, const Own& own)
{
    vtkSmartPointer<vtkRenderWindow> window = new_offscreen_window(own.width, own.height);
    add_side(window, Way::NONE, own.mesh, 0.0, "as stored");
    add_side(window, Way::GLSORT, own.mesh, 0.5, "sorted by glsort");
    window->Render();
    vtkNew<vtkWindowToImageFilter> image;
    image->SetInput(window);
    image->ReadFrontBufferOff();
    vtkNew<vtkPNGWriter> writer;
    writer->SetInputConnection(image->GetOutputPort());
    writer->SetFileName(out);
    writer->Write();
    if (writer->GetErrorCode() != 0) {
        std::fprintf(stderr, "glsort-vtk: cannot write '%s'\n", out);
        return 1;
    }
    return 0;
}

// ---- frame times ----------------------------------------------------------------------

static example::Times measure(const example::Options& o, Way way, vtkPolyData* data)
{
    vtkSmartPointer<vtkRenderWindow> window = new_offscreen_window(512, 512);
    vtkSmartPointer<vtkRenderer> renderer = new_renderer(way);
    window->AddRenderer(renderer);
    vtkSmartPointer<vtkActor> actor = new_actor(way, data, renderer);
    actor->GetProperty()->SetLighting(false);
    renderer->AddActor(actor);
    renderer->ResetCamera();
    vtkNew<vtkUnsignedCharArray> pixel;
    const auto draw = [&](int) {
        renderer->GetActiveCamera()->Azimuth(3.0);
        window->Render();
    };
    const auto finish = [&] { window->GetRGBACharPixelData(0, 0, 0, 0, 0, pixel); };
    return example::timeFrames(o, draw, finish);
}

static int bench(const example::Program& program, const example::Options& o,
                 const Own& own)
{
    vtkSmartPointer<vtkPolyData> data = own.mesh;
    if (!data)
        data = cloud(static_cast<int>(o.count), !own.points);
    const std::string what = std::to_string(data->GetNumberOfCells()) + " translucent " +
                             (own.mesh     ? "cells"
                              : own.points ? "points"
                                           : "triangles");
    return example::bench(program, o, what.c_str(), [&](int way) {
        return measure(o, static_cast<Way>(way), data);
    });
}

int main(int argc, char** argv)
{
    Own own;
    const auto take_mesh = [&](const char* value) {
        return (own.path = value) != nullptr;
    };
    const auto take_size = [&](const char* value) {
        char end = 0;
        return std::sscanf(value, "%dx%d%c", &own.width, &own.height, &end) == 2 &&
               own.width > 0 && own.height > 0;
    };
    const example::Program program = {
        "glsort-vtk",
        usage,
        {"none", "weighted", "filter", "peeling", "glsort"},
        "glsort-vtk.png",
        100000,
        {{"--mesh", true, take_mesh},
         {"--size", true, take_size},
         {"--points", false, [&](const char*) { return own.points = true; }}}};
    example::Options o;
    if (!example::readOptions(program, argc, argv, &o))
        return 2;
    if (own.path != nullptr && !(own.mesh = read_mesh(own.path))) {
        std::fprintf(stderr, "glsort-vtk: no mesh in '%s'\n", own.path);
        return 1;
    }
    return example::inContext(program, false, [&] {
        return o.bench ? bench(program, o, own) : write_picture(o.out, own);
    });
}
