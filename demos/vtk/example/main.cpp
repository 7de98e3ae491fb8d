// SPDX-License-Identifier: MIT
// glsort-vtk: a Klein bottle of glass, unsorted and sorted, as a picture; or the frame
// times of a turning cloud in every way in which VTK can draw it.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

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

#include "offscreen_window.h"
#include "scenes.h"

extern "C" {
#include "offscreen.h"
}

static const char* const usage =
    "usage: glsort-vtk [--mesh FILE] [--out FILE.png] [--size WIDTHxHEIGHT]\n"
    "       glsort-vtk --bench [--mesh FILE | --count N [--points]] [--way WAY]...\n"
    "                  [--frames N]\n"
    "FILE is a mesh of yours: .obj, .ply, .stl, .vtk or .vtp, made translucent.\n"
    "WAY is none, weighted (VTK's default), filter (vtkDepthSortPolyData), peeling or\n"
    "glsort; all if none is given.\n";

struct Options {
    const char* out = "glsort-vtk.png";
    const char* mesh = nullptr;
    int width = 1000, height = 520;
    bool bench = false, points = false;
    int count = 100000, frames = 20;
    std::vector<Way> ways;
};

static bool take_value(const char* option, const char* value, Options* o)
{
    Way way;
    char end = 0;
    if (std::strcmp(option, "--out") == 0)
        o->out = value;
    else if (std::strcmp(option, "--mesh") == 0)
        o->mesh = value;
    else if (std::strcmp(option, "--size") == 0)
        return std::sscanf(value, "%dx%d%c", &o->width, &o->height, &end) == 2 &&
               o->width > 0 && o->height > 0;
    else if (std::strcmp(option, "--count") == 0)
        return std::sscanf(value, "%d%c", &o->count, &end) == 1 && o->count > 0;
    else if (std::strcmp(option, "--frames") == 0)
        return std::sscanf(value, "%d%c", &o->frames, &end) == 1 && o->frames > 0;
    else if (std::strcmp(option, "--way") == 0 && way_of(value, &way))
        o->ways.push_back(way);
    else
        return false;
    return true;
}

static bool read_options(int argc, char** argv, Options* o)
{
    for (int i = 1; i < argc; ++i)
        if (std::strcmp(argv[i], "--bench") == 0)
            o->bench = true;
        else if (std::strcmp(argv[i], "--points") == 0)
            o->points = true;
        else if (i + 1 == argc || !take_value(argv[i], argv[i + 1], o))
            return false;
        else
            ++i;
    if (o->ways.empty())
        o->ways = {Way::NONE, Way::WEIGHTED, Way::FILTER, Way::PEELING, Way::GLSORT};
    return true;
}

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

static int write_picture(const Options& o, vtkPolyData* mesh)
{
    vtkSmartPointer<vtkRenderWindow> window = new_offscreen_window(o.width, o.height);
    add_side(window, Way::NONE, mesh, 0.0, "as stored");
    add_side(window, Way::GLSORT, mesh, 0.5, "sorted by glsort");
    window->Render();
    vtkNew<vtkWindowToImageFilter> image;
    image->SetInput(window);
    image->ReadFrontBufferOff();
    vtkNew<vtkPNGWriter> writer;
    writer->SetInputConnection(image->GetOutputPort());
    writer->SetFileName(o.out);
    writer->Write();
    if (writer->GetErrorCode() != 0) {
        std::fprintf(stderr, "glsort-vtk: cannot write '%s'\n", o.out);
        return 1;
    }
    return 0;
}

// ---- frame times ----------------------------------------------------------------------

// Medians in milliseconds: until Render() returns, until the frame is drawn, and the CPU
// time of all threads of the process until then.
struct Times {
    double render, frame, cpu;
};

static double milliseconds()
{
    const std::chrono::duration<double, std::milli> now =
        std::chrono::steady_clock::now().time_since_epoch();
    return now.count();
}

static double cpu_milliseconds()
{
    return 1e3 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

static double median_of(std::vector<double> all)
{
    std::sort(all.begin(), all.end());
    return all[all.size() / 2];
}

static Times measure(const Options& o, Way way, vtkPolyData* data)
{
    vtkSmartPointer<vtkRenderWindow> window = new_offscreen_window(512, 512);
    vtkSmartPointer<vtkRenderer> renderer = new_renderer(way);
    window->AddRenderer(renderer);
    vtkSmartPointer<vtkActor> actor = new_actor(way, data, renderer);
    actor->GetProperty()->SetLighting(false);
    renderer->AddActor(actor);
    renderer->ResetCamera();
    std::vector<double> renders, frames, cpus;
    vtkNew<vtkUnsignedCharArray> pixel;
    for (int frame = -2; frame < o.frames; ++frame) { // two to warm up
        const double begin = milliseconds(), cpu = cpu_milliseconds();
        renderer->GetActiveCamera()->Azimuth(3.0);
        window->Render();
        const double rendered = milliseconds();
        window->GetRGBACharPixelData(0, 0, 0, 0, 0, pixel); // waits for the GPU
        if (frame < 0)
            continue;
        renders.push_back(rendered - begin);
        frames.push_back(milliseconds() - begin);
        cpus.push_back(cpu_milliseconds() - cpu);
    }
    return {median_of(renders), median_of(frames), median_of(cpus)};
}

static int bench(const Options& o, vtkPolyData* mesh)
{
    vtkSmartPointer<vtkPolyData> data = mesh;
    if (mesh == nullptr)
        data = cloud(o.count, !o.points);
    std::printf("%s: %lld translucent %s, 512 x 512, median of %d frames of a turning "
                "camera\n",
                reinterpret_cast<const char*>(glGetString(GL_RENDERER)),
                static_cast<long long>(data->GetNumberOfCells()),
                mesh != nullptr ? "cells"
                : o.points      ? "points"
                                : "triangles",
                o.frames);
    std::printf("%-10s %13s %10s %10s\n", "way", "Render(), ms", "frame, ms", "CPU, ms");
    for (Way way : o.ways) {
        Times t = measure(o, way, data);
        std::printf("%-10s %13.2f %10.2f %10.2f\n", name_of(way), t.render, t.frame,
                    t.cpu);
        std::fflush(stdout);
    }
    return 0;
}

int main(int argc, char** argv)
{
    Options o;
    if (!read_options(argc, argv, &o)) {
        std::fputs(usage, stderr);
        return 2;
    }
    vtkSmartPointer<vtkPolyData> mesh;
    if (o.mesh != nullptr && !(mesh = read_mesh(o.mesh))) {
        std::fprintf(stderr, "glsort-vtk: no mesh in '%s'\n", o.mesh);
        return 1;
    }
    char message[512] = "";
    const struct offscreen_desc desc = {};
    struct offscreen* context = offscreen_create(&desc, message, sizeof message);
    if (context == nullptr || !offscreen_make_current(context)) {
        std::fprintf(stderr, "glsort-vtk: %s\n", message);
        return 1;
    }
    const int status = o.bench ? bench(o, mesh) : write_picture(o, mesh);
    offscreen_destroy(context);
    return status;
}
