// SPDX-License-Identifier: MIT
#include "scenes.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include <vtkActor.h>
#include <vtkCellArray.h>
#include <vtkDataArray.h>
#include <vtkDepthSortPolyData.h>
#include <vtkNew.h>
#include <vtkOBJReader.h>
#include <vtkOpenGLPolyDataMapper.h>
#include <vtkPLYReader.h>
#include <vtkParametricFunctionSource.h>
#include <vtkParametricKlein.h>
#include <vtkPointData.h>
#include <vtkPolyDataReader.h>
#include <vtkProperty.h>
#include <vtkSTLReader.h>
#include <vtkUnsignedCharArray.h>
#include <vtkXMLPolyDataReader.h>

#include "example.h"
#include "vtkGlsortPolyDataMapper.h"
#include "vtkGlsortRenderer.h"

vtkSmartPointer<vtkRenderer> new_renderer(Way way)
{
    vtkSmartPointer<vtkRenderer> renderer;
    if (way == Way::WEIGHTED || way == Way::PEELING)
        renderer = vtkSmartPointer<vtkOpenGLRenderer>::New();
    else
        renderer = vtkSmartPointer<vtkGlsortRenderer>::New();
    renderer->SetUseDepthPeeling(way == Way::PEELING);
    renderer->SetMaximumNumberOfPeels(100);
    renderer->SetOcclusionRatio(0.0);
    return renderer;
}

vtkSmartPointer<vtkActor> new_actor(Way way, vtkPolyData* data, vtkRenderer* renderer)
{
    vtkSmartPointer<vtkPolyDataMapper> mapper;
    if (way == Way::GLSORT)
        mapper = vtkSmartPointer<vtkGlsortPolyDataMapper>::New();
    else
        mapper = vtkSmartPointer<vtkOpenGLPolyDataMapper>::New();
    if (way == Way::FILTER) {
        vtkNew<vtkDepthSortPolyData> filter;
        filter->SetInputData(data);
        filter->SetCamera(renderer->GetActiveCamera());
        filter->SetDirectionToBackToFront();
        filter->SetDepthSortModeToParametricCenter();
        mapper->SetInputConnection(filter->GetOutputPort());
    } else {
        mapper->SetInputData(data);
    }
    vtkSmartPointer<vtkActor> actor = vtkSmartPointer<vtkActor>::New();
    actor->SetMapper(mapper);
    actor->GetProperty()->SetOpacity(0.999); // the scalars have the opacity
    return actor;
}

// ---- data -----------------------------------------------------------------------------

static void add_colour(vtkUnsignedCharArray* colours, double turn, unsigned char opacity)
{
    const double third = 2.0943951;
    unsigned char colour[4] = {0, 0, 0, opacity};
    for (int i = 0; i < 3; ++i)
        colour[i] = static_cast<unsigned char>(150 + 100 * std::cos(turn - i * third));
    colours->InsertNextTypedTuple(colour);
}

static vtkSmartPointer<vtkUnsignedCharArray> new_colours()
{
    vtkSmartPointer<vtkUnsignedCharArray> colours =
        vtkSmartPointer<vtkUnsignedCharArray>::New();
    colours->SetNumberOfComponents(4);
    colours->SetName("colours");
    return colours;
}

vtkSmartPointer<vtkPolyData> klein_bottle(int triangles)
{
    const int across = static_cast<int>(std::sqrt(triangles / 2.0));
    vtkNew<vtkParametricKlein> klein;
    vtkNew<vtkParametricFunctionSource> source;
    source->SetParametricFunction(klein);
    source->SetUResolution(across);
    source->SetVResolution(across);
    source->SetScalarModeToNone();
    source->Update();
    vtkSmartPointer<vtkPolyData> data = source->GetOutput();
    vtkSmartPointer<vtkUnsignedCharArray> colours = new_colours();
    for (vtkIdType i = 0; i < data->GetNumberOfPoints(); ++i)
        add_colour(colours, 6.2831853 * static_cast<double>(i % across) / across, 165);
    data->GetPointData()->SetScalars(colours);
    return data;
}

// ---- files ----------------------------------------------------------------------------

template <class Reader>
static vtkSmartPointer<vtkPolyData> read(const char* path)
{
    vtkNew<Reader> reader;
    reader->SetFileName(path);
    reader->Update();
    return reader->GetOutput();
}

static const struct {
    const char* end;
    vtkSmartPointer<vtkPolyData> (*read)(const char*);
} readers[] = {
    {".obj", read<vtkOBJReader>},         {".ply", read<vtkPLYReader>},
    {".stl", read<vtkSTLReader>},         {".vtk", read<vtkPolyDataReader>},
    {".vtp", read<vtkXMLPolyDataReader>},
};

// VTK writes to the address of a point that a cell names, even if there is no such point.
static bool all_points_exist(vtkPolyData* data)
{
    for (vtkCellArray* cells :
         {data->GetVerts(), data->GetLines(), data->GetPolys(), data->GetStrips()}) {
        double range[2] = {0.0, -1.0};
        if (cells->GetNumberOfConnectivityIds() > 0)
            cells->GetConnectivityArray()->GetRange(range);
        if (range[0] < 0.0 || range[1] >= static_cast<double>(data->GetNumberOfPoints()))
            return false;
    }
    return true;
}

vtkSmartPointer<vtkPolyData> read_mesh(const char* path)
{
    const std::string name = path;
    vtkSmartPointer<vtkPolyData> data;
    for (const auto& reader : readers)
        if (name.size() > 4 && name.compare(name.size() - 4, 4, reader.end) == 0)
            data = reader.read(path);
    if (!data || data->GetNumberOfCells() == 0 || !all_points_exist(data))
        return nullptr;
    vtkSmartPointer<vtkUnsignedCharArray> colours = new_colours();
    const double* box = data->GetBounds(); // in pairs
    const double height = std::max(box[5] - box[4], 1e-30);
    for (vtkIdType i = 0; i < data->GetNumberOfPoints(); ++i) {
        const double z = data->GetPoint(i)[2];
        add_colour(colours, 6.2831853 * (z - box[4]) / height, 128);
    }
    data->GetPointData()->SetScalars(colours);
    return data;
}

// ---- clouds ---------------------------------------------------------------------------

vtkSmartPointer<vtkPolyData> cloud(int count, bool triangles)
{
    vtkSmartPointer<vtkPolyData> data = vtkSmartPointer<vtkPolyData>::New();
    vtkSmartPointer<vtkUnsignedCharArray> colours = new_colours();
    vtkNew<vtkPoints> points;
    vtkNew<vtkCellArray> cells;
    const double size = 1.5 / std::cbrt(static_cast<double>(count));
    const int corners = triangles ? 3 : 1;
    std::uint64_t seed = 1;
    for (int i = 0; i < count; ++i) {
        float centre[3];
        vtkIdType ids[3];
        example::randomInBall(&seed, centre);
        for (int corner = 0; corner < corners; ++corner) {
            double p[3];
            for (int axis = 0; axis < 3; ++axis)
                p[axis] =
                    centre[axis] + (triangles ? size * example::randomUnit(&seed) : 0.0);
            ids[corner] = points->InsertNextPoint(p);
            add_colour(colours, 3.0 * centre[0] + 2.0 * centre[1], 128);
        }
        cells->InsertNextCell(corners, ids);
    }
    data->SetPoints(points);
    if (triangles)
        data->SetPolys(cells);
    else
        data->SetVerts(cells);
    data->GetPointData()->SetScalars(colours);
    return data;
}
