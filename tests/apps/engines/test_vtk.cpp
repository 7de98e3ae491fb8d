// SPDX-License-Identifier: MIT
// What vtk-glsort draws is what VTK draws behind its own sort on the CPU, pixel for
// pixel, and all else in the scene is unharmed.
//
// usage: test_vtk [3.3 | 3.2]   the GL version of the window, if it is restricted
#include <cstring>

#include <vtkActor.h>
#include <vtkAppendPolyData.h>
#include <vtkCamera.h>
#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkCompositePolyDataMapper.h>
#include <vtkDepthSortPolyData.h>
#include <vtkFloatArray.h>
#include <vtkHardwareSelector.h>
#include <vtkIdTypeArray.h>
#include <vtkMultiBlockDataSet.h>
#include <vtkNew.h>
#include <vtkObjectFactory.h>
#include <vtkOpenGLPolyDataMapper.h>
#include <vtkOpenGLRenderer.h>
#include <vtkOutputWindow.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>
#include <vtkProperty.h>
#include <vtkRenderWindow.h>
#include <vtkSelection.h>
#include <vtkSelectionNode.h>
#include <vtkSmartPointer.h>
#include <vtkSphereSource.h>
#include <vtkTextActor.h>
#include <vtkTextProperty.h>
#include <vtkUnsignedCharArray.h>

#include "engine_tests.h"
#include "vtkGlsortPolyDataMapper.h"
#include "vtkGlsortRenderer.h"

class Log : public vtkOutputWindow
{
  public:
    static Log* New();
    vtkTypeMacro(Log, vtkOutputWindow);
    void DisplayText(const char* text) override
    {
        logged += text;
    }
};
vtkStandardNewMacro(Log);

// ---- data -----------------------------------------------------------------------------

enum Kind { POINTS, LINES, TRIANGLES };
enum Colouring { OF_POINTS, OF_CELLS, NORMALS_OF_CELLS };

// Cells of which each has a depth of its own along z. All coordinates are multiples of
// 2^-14 below 2, so that VTK and glsort compute the same depths, without rounding.
// The depth of a cell's first point is that of its centre.
static vtkSmartPointer<vtkPolyData> cells_of(Kind kind, int count, Colouring colouring,
                                             std::uint64_t seed)
{
    vtkSmartPointer<vtkPolyData> data = vtkSmartPointer<vtkPolyData>::New();
    vtkNew<vtkPoints> points;
    vtkNew<vtkCellArray> cells;
    vtkNew<vtkUnsignedCharArray> colours;
    vtkNew<vtkFloatArray> normals;
    const int corners = kind + 1;
    std::uint64_t of_normals = seed;
    colours->SetNumberOfComponents(4);
    normals->SetNumberOfComponents(3);
    points->SetDataTypeToFloat();
    for (const Cell& cell : random_cells(count, corners, false, seed)) {
        vtkIdType ids[3];
        const unsigned char colour[4] = {
            cell.rgb[0], cell.rgb[1], cell.rgb[2],
            static_cast<unsigned char>(60 + cell.place % 150)};
        const float normal[3] = {step(&of_normals), step(&of_normals), 1.0f};
        for (int corner = 0; corner < corners; ++corner) {
            const float* p = cell.corners[(corner + 2) % corners];
            ids[corner] = points->InsertNextPoint(
                p[0], p[1], kind == LINES ? cell.place / 16384.0f : p[2]);
            if (colouring != OF_CELLS)
                colours->InsertNextTypedTuple(colour);
        }
        cells->InsertNextCell(corners, ids);
        if (colouring == OF_CELLS)
            colours->InsertNextTypedTuple(colour);
        normals->InsertNextTypedTuple(normal);
    }
    data->SetPoints(points);
    if (kind == POINTS)
        data->SetVerts(cells);
    else if (kind == LINES)
        data->SetLines(cells);
    else
        data->SetPolys(cells);
    if (colouring == OF_CELLS)
        data->GetCellData()->SetScalars(colours);
    else
        data->GetPointData()->SetScalars(colours);
    if (colouring == NORMALS_OF_CELLS)
        data->GetCellData()->SetNormals(normals);
    return data;
}

// ---- scenes ---------------------------------------------------------------------------

enum Sorter { NOBODY, VTK, GLSORT };

struct Scene {
    vtkSmartPointer<vtkRenderWindow> window;
    vtkSmartPointer<vtkRenderer> renderer;
    vtkSmartPointer<vtkGlsortPolyDataMapper> sorted; // the last one added
};

static Scene new_scene()
{
    Scene scene;
    scene.window = vtkSmartPointer<vtkRenderWindow>::New();
    scene.renderer = vtkSmartPointer<vtkGlsortRenderer>::New();
    scene.window->SetOffScreenRendering(1);
    scene.window->SetMultiSamples(0);
    scene.window->SetSize(400, 400);
    scene.window->AddRenderer(scene.renderer);
    scene.renderer->SetBackground(0.1, 0.2, 0.3);
    vtkCamera* camera = scene.renderer->GetActiveCamera();
    camera->SetPosition(0.0, 0.0, 4.0);
    camera->SetFocalPoint(0.0, 0.0, 0.0);
    camera->SetClippingRange(0.5, 10.0);
    return scene;
}

static vtkSmartPointer<vtkActor> add(Scene* scene, Sorter sorter, vtkPolyData* data)
{
    vtkSmartPointer<vtkPolyDataMapper> mapper;
    vtkNew<vtkDepthSortPolyData> filter;
    if (sorter == GLSORT) {
        scene->sorted = vtkSmartPointer<vtkGlsortPolyDataMapper>::New();
        mapper = scene->sorted;
    } else {
        mapper = vtkSmartPointer<vtkOpenGLPolyDataMapper>::New();
    }
    mapper->SetInputData(data);
    if (sorter == VTK) {
        filter->SetInputData(data);
        filter->SetCamera(scene->renderer->GetActiveCamera());
        filter->SetDirectionToBackToFront();
        filter->SetDepthSortModeToFirstPoint();
        mapper->SetInputConnection(filter->GetOutputPort());
    }
    vtkSmartPointer<vtkActor> actor = vtkSmartPointer<vtkActor>::New();
    actor->SetMapper(mapper);
    actor->GetProperty()->SetPointSize(7.0f);
    scene->renderer->AddActor(actor);
    return actor;
}

static void add_opaque_ball_and_text(Scene* scene)
{
    vtkNew<vtkSphereSource> ball;
    vtkNew<vtkOpenGLPolyDataMapper> mapper;
    vtkNew<vtkActor> actor;
    vtkNew<vtkTextActor> text;
    ball->SetRadius(0.5);
    mapper->SetInputConnection(ball->GetOutputPort());
    actor->SetMapper(mapper);
    text->SetInput("translucent");
    text->SetPosition(40, 180);
    text->GetTextProperty()->SetFontSize(40);
    scene->renderer->AddActor(actor);
    scene->renderer->AddActor2D(text);
}

static Pixels render(Scene* scene)
{
    vtkNew<vtkUnsignedCharArray> pixels;
    scene->window->Render();
    scene->window->GetRGBACharPixelData(0, 0, 399, 399, 0, pixels);
    const unsigned char* first = pixels->GetPointer(0);
    return Pixels(first, first + pixels->GetNumberOfValues());
}

static Pixels picture(Sorter sorter, vtkPolyData* data, bool crowded)
{
    Scene scene = new_scene();
    add(&scene, sorter, data);
    if (crowded)
        add_opaque_ball_and_text(&scene);
    Pixels pixels = render(&scene);
    if (sorter == GLSORT)
        CHECK(scene.sorted->GetSorted() == works);
    return pixels;
}

// Unsorted must differ, or the comparison would say nothing.
static void compare(Kind kind, int count, Colouring colouring, bool crowded)
{
    vtkSmartPointer<vtkPolyData> data = cells_of(kind, count, colouring, 7);
    Pixels wanted = picture(VTK, data, crowded);
    CHECK(differing(wanted, picture(NOBODY, data, crowded)) > 1000);
    CHECK(differing(wanted, picture(GLSORT, data, crowded)) == 0);
}

// ---- tests ----------------------------------------------------------------------------

static void every_kind_of_cell_is_drawn_as_behind_the_filter()
{
    compare(POINTS, 10000, OF_POINTS, false);
    compare(LINES, 10000, OF_POINTS, false);
    compare(TRIANGLES, 10000, OF_POINTS, false);
}

static void colours_and_normals_of_cells_stay_with_their_cells()
{
    compare(POINTS, 3000, OF_CELLS, false);
    compare(LINES, 3000, OF_CELLS, false);
    compare(TRIANGLES, 3000, OF_CELLS, false);
    compare(TRIANGLES, 3000, NORMALS_OF_CELLS, false);
}

static void opaque_neighbours_and_text_are_unharmed()
{
    compare(TRIANGLES, 3000, OF_POINTS, true);
}

// VTK draws one kind after the other. Its filter mixes up the colours of cells of several
// kinds, so each has a mapper of its own there.
static void all_kinds_of_one_mapper_keep_their_colours()
{
    vtkNew<vtkAppendPolyData> all;
    Scene together = new_scene(), one_by_one = new_scene();
    for (int kind = POINTS; kind <= TRIANGLES; ++kind) {
        vtkSmartPointer<vtkPolyData> one =
            cells_of(static_cast<Kind>(kind), 700, OF_CELLS, 20 + kind);
        add(&one_by_one, VTK, one);
        all->AddInputData(one);
    }
    all->Update();
    add(&together, GLSORT, all->GetOutput());
    if (works)
        CHECK(differing(render(&one_by_one), render(&together)) == 0);
}

// All cells at one depth, which are drawn as they are stored, also after frames from
// other sides, where their depths differ.
static void equal_depths_keep_the_order_of_the_cells()
{
    vtkSmartPointer<vtkPolyData> data = cells_of(POINTS, 4000, OF_POINTS, 5);
    for (vtkIdType i = 0; i < data->GetNumberOfPoints(); ++i) {
        double* p = data->GetPoint(i);
        data->GetPoints()->SetPoint(i, p[0], p[1], 0.0);
    }
    Scene scene = new_scene();
    add(&scene, GLSORT, data);
    Pixels wanted = picture(NOBODY, data, false);
    for (int frame = 0; frame < 5; ++frame) {
        CHECK(!works || differing(wanted, render(&scene)) == 0);
        scene.renderer->GetActiveCamera()->Azimuth(30.0);
        scene.window->Render();
        scene.renderer->GetActiveCamera()->SetPosition(0.0, 0.0, 4.0);
    }
}

static void changed_data_and_opacity_are_taken_up()
{
    vtkSmartPointer<vtkPolyData> data = cells_of(TRIANGLES, 2000, OF_CELLS, 8);
    vtkSmartPointer<vtkPolyData> other = cells_of(TRIANGLES, 3500, OF_CELLS, 9);
    Scene scene = new_scene();
    vtkSmartPointer<vtkActor> actor = add(&scene, GLSORT, data);
    CHECK(differing(picture(VTK, data, false), render(&scene)) == 0);
    scene.sorted->SetInputData(other);
    CHECK(differing(picture(VTK, other, false), render(&scene)) == 0);
    actor->ForceOpaqueOn();
    scene.window->Render();
    CHECK(!scene.sorted->GetSorted());
    actor->ForceOpaqueOff();
    scene.sorted->SetSorting(false);
    CHECK(differing(picture(NOBODY, other, false), render(&scene)) == 0);
    CHECK(!scene.sorted->GetSorted());
    scene.sorted->SetSorting(true);
    CHECK(differing(picture(VTK, other, false), render(&scene)) == 0);
}

static void a_moved_actor_is_sorted_where_it_is()
{
    vtkSmartPointer<vtkPolyData> data = cells_of(TRIANGLES, 3000, OF_CELLS, 4);
    Pixels pictures[2];
    for (int i = 0; i < 2; ++i) {
        Scene scene = new_scene();
        vtkSmartPointer<vtkActor> actor = add(&scene, i == 0 ? VTK : GLSORT, data);
        actor->RotateY(180.0); // the far side is now in front
        actor->SetPosition(0.25, 0.0, 0.5);
        if (i == 0)
            vtkDepthSortPolyData::SafeDownCast(actor->GetMapper()->GetInputAlgorithm())
                ->SetProp3D(actor);
        pictures[i] = render(&scene);
    }
    CHECK(differing(pictures[0], pictures[1]) == 0);
}

static std::vector<vtkIdType> picked_cells(Scene* scene)
{
    std::vector<vtkIdType> cells;
    vtkNew<vtkHardwareSelector> selector;
    selector->SetRenderer(scene->renderer);
    selector->SetArea(150, 150, 250, 250);
    selector->SetFieldAssociation(vtkDataObject::FIELD_ASSOCIATION_CELLS);
    vtkSmartPointer<vtkSelection> selection;
    selection.TakeReference(selector->Select());
    for (unsigned i = 0; i < selection->GetNumberOfNodes(); ++i) {
        vtkIdTypeArray* ids =
            vtkIdTypeArray::SafeDownCast(selection->GetNode(i)->GetSelectionList());
        for (vtkIdType k = 0; ids != nullptr && k < ids->GetNumberOfTuples(); ++k)
            cells.push_back(ids->GetValue(k));
    }
    return cells;
}

static void picking_finds_the_cells_of_the_data()
{
    vtkSmartPointer<vtkPolyData> data = cells_of(TRIANGLES, 500, OF_CELLS, 11);
    Scene plain = new_scene(), sorted = new_scene();
    add(&plain, NOBODY, data);
    add(&sorted, GLSORT, data);
    plain.window->Render();
    Pixels before = render(&sorted);
    std::vector<vtkIdType> wanted = picked_cells(&plain);
    CHECK(wanted.size() > 10);
    CHECK(picked_cells(&sorted) == wanted);
    CHECK(differing(before, render(&sorted)) == 0);
}

static void depth_peeling_is_left_to_vtk()
{
    vtkSmartPointer<vtkPolyData> data = cells_of(TRIANGLES, 50, OF_CELLS, 12);
    Scene scene = new_scene();
    add(&scene, GLSORT, data);
    scene.renderer->SetUseDepthPeeling(true);
    scene.renderer->SetMaximumNumberOfPeels(100);
    scene.window->Render();
    CHECK(!scene.sorted->GetSorted());
}

static void one_actor_may_be_in_two_windows()
{
    vtkSmartPointer<vtkPolyData> data = cells_of(TRIANGLES, 2000, OF_CELLS, 14);
    Pixels wanted = picture(VTK, data, false);
    Scene one = new_scene(), other = new_scene();
    vtkSmartPointer<vtkActor> actor = add(&one, GLSORT, data);
    other.renderer->AddActor(actor);
    for (int frame = 0; frame < 3; ++frame) {
        CHECK(differing(wanted, render(&one)) == 0);
        CHECK(differing(wanted, render(&other)) == 0);
    }
}

static void positions_that_are_no_numbers_hide_their_cells_alone()
{
    if (!works) // the filter sorts such depths anyhow
        return;
    vtkSmartPointer<vtkPolyData> data = cells_of(TRIANGLES, 3000, OF_POINTS, 13);
    vtkFloatArray* points = vtkFloatArray::SafeDownCast(data->GetPoints()->GetData());
    vtkSmartPointer<vtkPolyData> rest = vtkSmartPointer<vtkPolyData>::New();
    vtkNew<vtkCellArray> cells;
    for (vtkIdType i = 0; i < 3000; ++i) {
        vtkIdType ids[3] = {3 * i, 3 * i + 1, 3 * i + 2};
        if (i % 10 == 0)
            for (int k = 0; k < 3; ++k)
                points->SetTypedComponent(ids[k], 2, vtkMath::Nan());
        else
            cells->InsertNextCell(3, ids);
    }
    rest->ShallowCopy(data);
    rest->SetPolys(cells);
    CHECK(differing(picture(GLSORT, rest, false), picture(GLSORT, data, false)) == 0);
}

static void blocks_and_an_existing_program_get_it_by_one_call()
{
    vtkNew<vtkPolyDataMapper> before;
    CHECK(!before->IsA("vtkGlsortPolyDataMapper"));
    vtkGlsortOverride();
    vtkNew<vtkPolyDataMapper> mapper;
    vtkNew<vtkRenderer> renderer;
    CHECK(mapper->IsA("vtkGlsortPolyDataMapper"));
    CHECK(renderer->IsA("vtkGlsortRenderer"));
    vtkNew<vtkMultiBlockDataSet> blocks;
    Scene several = new_scene(), one_by_one = new_scene();
    for (unsigned i = 0; i < 3; ++i) {
        vtkSmartPointer<vtkPolyData> data = cells_of(TRIANGLES, 1000, OF_CELLS, 30 + i);
        blocks->SetBlock(i, data);
        add(&one_by_one, VTK, data);
    }
    vtkNew<vtkCompositePolyDataMapper> composite;
    vtkNew<vtkActor> actor;
    composite->SetInputDataObject(blocks);
    actor->SetMapper(composite);
    several.renderer->AddActor(actor);
    CHECK(differing(render(&one_by_one), render(&several)) == 0);
}

// ---- all ------------------------------------------------------------------------------

int main(int argc, char** argv)
{
    static const EngineTest tests[] = {
        TEST(every_kind_of_cell_is_drawn_as_behind_the_filter),
        TEST(colours_and_normals_of_cells_stay_with_their_cells),
        TEST(all_kinds_of_one_mapper_keep_their_colours),
        TEST(opaque_neighbours_and_text_are_unharmed),
        TEST(equal_depths_keep_the_order_of_the_cells),
        TEST(changed_data_and_opacity_are_taken_up),
        TEST(a_moved_actor_is_sorted_where_it_is),
        TEST(picking_finds_the_cells_of_the_data),
        TEST(depth_peeling_is_left_to_vtk),
        TEST(one_actor_may_be_in_two_windows),
        TEST(positions_that_are_no_numbers_hide_their_cells_alone),
        TEST(blocks_and_an_existing_program_get_it_by_one_call),
    };
    vtkNew<Log> log;
    vtkOutputWindow::SetInstance(log);
    works = argc < 2 || std::strcmp(argv[1], "3.2") != 0;
    run_each(tests);
    CHECK(works ||
          logged.find("vtkDepthSortPolyData sorts instead") != std::string::npos);
    vtkOutputWindow::SetInstance(nullptr);
    return verdict();
}
