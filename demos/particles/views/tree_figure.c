// SPDX-License-Identifier: MIT
#include "tree_figure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui.h"

// Deeper nodes than these would be smaller than a pixel.
enum { MAX_DEPTH = 9 };

// Trees of this level have 31 nodes.
enum { LEGIBLE_LEVEL = 5 };

// How large things are drawn.
struct scaled {
    float s;      // pixels of a unit of layout
    float radius; // of a node
    float size;   // of the numbers in nodes; 0: too small to read
};

void tree_figure_reset(struct tree_figure* figure)
{
    tree_merge_free(&figure->merge);
    free(figure->spots);
    free(figure->values);
    free(figure->places);
    *figure = (struct tree_figure){0};
}

static int compare_values(const void* a, const void* b)
{
    uint32_t x = *(const uint32_t*)a, y = *(const uint32_t*)b;
    return (x > y) - (x < y);
}

// Ranks within the tree: every value's place among the sorted ones.
static void rank_nodes(struct tree_figure* figure)
{
    const struct tree_merge* m = &figure->merge;
    for (uint32_t i = 0; i < m->size; ++i)
        figure->values[i] = m->nodes[i].value;
    qsort(figure->values, m->size, sizeof *figure->values, compare_values);
    for (uint32_t i = 0; i < m->size; ++i) {
        const uint32_t* at = bsearch(&m->nodes[i].value, figure->values, m->size,
                                     sizeof *figure->values, compare_values);
        figure->places[i] = (uint32_t)(at - figure->values);
    }
    tree_merge_flatten(m, figure->values);
}

static void write_caption(struct tree_figure* figure)
{
    const struct tree_merge* m = &figure->merge;
    uint32_t compared = 0, exchanged = 0;
    for (uint32_t i = 0; i < m->pair_count; ++i) {
        compared += m->pairs[i].in_last_pass;
        exchanged += m->pairs[i].in_last_pass && m->pairs[i].exchanged;
    }
    if (m->copied)
        snprintf(
            figure->caption, sizeof figure->caption,
            "the first tree: copied, none compared; slots %u to %u of the pass before",
            (unsigned)m->first_slot, (unsigned)m->end_slot - 1);
    else
        snprintf(figure->caption, sizeof figure->caption,
                 "the first tree: %u pair%s compared, %u exchanged; written to slots %u "
                 "to %u",
                 (unsigned)compared, compared == 1 ? "" : "s", (unsigned)exchanged,
                 (unsigned)m->first_slot, (unsigned)m->end_slot - 1);
}

bool tree_figure_set(struct tree_figure* figure, const struct record* record,
                     uint32_t pass)
{
    if (figure->orders == record->orders && figure->pass == pass)
        return figure->merge.size > 0;
    tree_figure_reset(figure);
    figure->orders = record->orders;
    figure->pass = pass;
    if (!tree_merge_create(&figure->merge, record, pass))
        return false;
    uint32_t size = figure->merge.size;
    figure->spots = calloc(size, sizeof *figure->spots);
    figure->values = calloc(size, sizeof *figure->values);
    figure->places = calloc(size, sizeof *figure->places);
    if (!figure->spots || !figure->values || !figure->places) {
        tree_figure_reset(figure);
        return false;
    }
    rank_nodes(figure);
    write_caption(figure);
    return true;
}

// Pairs that the pass exchanged in the first tree; below 0 if it is none on trees.
static int exchanges_of(const struct record* record, uint32_t pass)
{
    struct tree_merge m;
    int count = 0;
    if (!tree_merge_create(&m, record, pass))
        return -1;
    for (uint32_t i = 0; i < m.pair_count; ++i)
        count += m.pairs[i].in_last_pass && m.pairs[i].exchanged;
    tree_merge_free(&m);
    return count;
}

uint32_t tree_figure_best(const struct record* record)
{
    uint32_t best = 0;
    int most = -1;
    for (uint32_t p = 1; p <= record->pass_count; ++p) {
        const struct record_pass* pass = &record->passes[p];
        if (pass->level > LEGIBLE_LEVEL && best > 0)
            break;
        const int count = exchanges_of(record, p);
        if (count < 0)
            continue;
        if (best == 0 || pass->level > record->passes[best].level || count > most) {
            best = p;
            most = count;
        }
    }
    return best;
}

// ---- drawing

static ui_color color_of(const struct tree_figure* figure, int32_t node)
{
    return ui_key_color((float)figure->places[node] / (float)figure->merge.size);
}

// Gives the node and what hangs from it their places within left .. right.
static void place(const struct tree_figure* figure, int32_t at, uint32_t depth,
                  float left, float right, float top, float high)
{
    const struct tree_merge* m = &figure->merge;
    uint32_t depths = m->level < MAX_DEPTH ? m->level : MAX_DEPTH;
    if (at == TREE_NONE || depth >= depths)
        return;
    float middle = (left + right) / 2.0f;
    figure->spots[at] = (struct tree_spot){
        middle, top + high * (float)depth / ((float)depths - 0.35f), true};
    place(figure, m->nodes[at].left, depth + 1, left, middle, top, high);
    place(figure, m->nodes[at].right, depth + 1, middle, right, top, high);
}

static void edge(const struct tree_figure* figure, int32_t from, int32_t to, float thick,
                 ui_color color)
{
    if (from == TREE_NONE || to == TREE_NONE || !figure->spots[from].drawn ||
        !figure->spots[to].drawn)
        return;
    const struct tree_spot *a = &figure->spots[from], *b = &figure->spots[to];
    ui_line(a->x, a->y, b->x, b->y, thick, color);
}

static void draw_edges(const struct tree_figure* figure, float s)
{
    const struct tree_merge* m = &figure->merge;
    ui_color color = ui_fade(ui_tone(UI_DIM_TEXT), 0.4f);
    for (uint32_t i = 0; i + 1 < m->size; ++i) {
        if (!figure->spots[i].drawn)
            continue;
        edge(figure, (int32_t)i, m->nodes[i].left, 1.0f * s, color);
        edge(figure, (int32_t)i, m->nodes[i].right, 1.0f * s, color);
    }
    // The pointers that the pass has exchanged.
    for (uint32_t i = 0; i < m->pair_count; ++i) {
        const struct tree_pair* pair = &m->pairs[i];
        if (!pair->in_last_pass || !pair->exchanged)
            continue;
        edge(figure, pair->p, m->nodes[pair->p].left, 2.0f * s, ui_tone(UI_ACCENT));
        if (pair->phase == 0)
            edge(figure, pair->p, m->nodes[pair->p].right, 2.0f * s, ui_tone(UI_ACCENT));
        else
            edge(figure, pair->q, m->nodes[pair->q].left, 2.0f * s, ui_tone(UI_ACCENT));
    }
}

static struct scaled scale_of(const struct tree_merge* m, float width, float high,
                              float s)
{
    uint32_t depths = m->level < MAX_DEPTH ? m->level : MAX_DEPTH;
    float across = width / (float)(1u << (depths - 1)), down = high / (float)depths;
    float radius = fminf(fminf(0.34f * across, 0.33f * down), 20.0f * s);
    struct scaled look = {.s = s, .radius = fmaxf(radius, 1.8f * s)};
    if (m->level <= MAX_DEPTH && radius >= 8.5f * s)
        look.size = fminf(1.3f * radius, 20.0f * s);
    return look;
}

// An arc above the pair: of one colour if it changed places, of another if it stayed.
static void draw_pairs(const struct tree_figure* figure, const struct scaled* look)
{
    const struct tree_merge* m = &figure->merge;
    const float s = look->s, radius = look->radius;
    for (uint32_t i = 0; i < m->pair_count; ++i) {
        const struct tree_pair* pair = &m->pairs[i];
        const struct tree_spot *a = &figure->spots[pair->p], *b = &figure->spots[pair->q];
        if (!pair->in_last_pass || !a->drawn || !b->drawn)
            continue;
        ui_color color =
            pair->exchanged ? ui_tone(UI_ACCENT) : ui_fade(ui_tone(UI_TEXT), 0.75f);
        float lift = 0.12f * fabsf(a->x - b->x) + 6.0f * s;
        float top = (a->y < b->y ? a->y : b->y) - (lift < 30.0f * s ? lift : 30.0f * s);
        float points[8] = {a->x, a->y, a->x, top, b->x, top, b->x, b->y};
        ui_curve(points, 1.4f * s, ui_fade(color, 0.8f));
        ui_ring(a->x, a->y, radius + 2.5f * s, 1.6f * s, color);
        ui_ring(b->x, b->y, radius + 2.5f * s, 1.6f * s, color);
    }
}

static void draw_nodes(const struct tree_figure* figure, const struct scaled* look)
{
    const struct tree_merge* m = &figure->merge;
    const float s = look->s, radius = look->radius, size = look->size;
    for (uint32_t i = 0; i < m->size; ++i) {
        const struct tree_spot* at = &figure->spots[i];
        const struct tree_node* node = &m->nodes[i];
        if (!at->drawn)
            continue;
        ui_disc(at->x, at->y, radius, color_of(figure, (int32_t)i));
        if (size <= 0.0f)
            continue;
        char text[16];
        snprintf(text, sizeof text, "%u", (unsigned)figure->places[i]);
        ui_text_at(at->x, at->y - 0.5f * size, 0.5f, size,
                   ui_rgb(0.05f, 0.05f, 0.08f, 1.0f), text);
        bool fresh = node->slot >= (int32_t)m->first_slot;
        if (node->slot == TREE_NONE)
            continue;
        snprintf(text, sizeof text, "%d", (int)node->slot);
        ui_text_at(at->x, at->y + radius + 2.0f * s, 0.5f, fmaxf(9.5f * s, 0.62f * size),
                   fresh ? ui_tone(UI_TEXT) : ui_fade(ui_tone(UI_DIM_TEXT), 0.7f), text);
    }
}

// The sequence that the tree is, read in order, with the spare at its end.
static void draw_sequence(const struct tree_figure* figure, const struct view_rect* r,
                          float s)
{
    const struct tree_merge* m = &figure->merge;
    float high = 9.0f * s, y = r->y + r->height - high;
    uint32_t cells = (uint32_t)r->width;
    cells = cells < m->size ? cells : m->size;
    uint32_t least = figure->values[0], most = figure->values[0];
    for (uint32_t i = 0; i < m->size; ++i) {
        least = figure->values[i] < least ? figure->values[i] : least;
        most = figure->values[i] > most ? figure->values[i] : most;
    }
    for (uint32_t i = 0; i < cells; ++i) {
        uint32_t at = (uint32_t)((uint64_t)i * m->size / cells);
        float part = (float)(figure->values[at] - least) / (float)(most - least + 1);
        float x0 = r->x + r->width * (float)i / (float)cells;
        float x1 = r->x + r->width * (float)(i + 1) / (float)cells;
        ui_rect(x0, y, x1 - x0, high, ui_key_color(part));
    }
}

void tree_figure_draw(const struct tree_figure* figure, const struct view_rect* where,
                      float scale)
{
    const struct tree_merge* m = &figure->merge;
    const float s = scale;
    if (m->size == 0)
        return;
    ui_round_rect(where->x, where->y, where->width, where->height, 4.0f * s,
                  ui_tone(UI_SURFACE));
    for (uint32_t i = 0; i < m->size; ++i)
        figure->spots[i].drawn = false;
    float top = where->y + 28.0f * s, high = where->height - 44.0f * s;
    struct scaled look = scale_of(m, where->width, high, s);
    place(figure, m->root, 0, where->x, where->x + where->width, top, high);
    figure->spots[m->size - 1] =
        (struct tree_spot){where->x + where->width - 12.0f * s - look.radius, top, true};
    ui_clip(where->x, where->y, where->width, where->height);
    draw_edges(figure, s);
    draw_pairs(figure, &look);
    draw_nodes(figure, &look);
    draw_sequence(figure, where, s);
    float under = look.radius + (look.size > 0.0f ? 4.0f * s + 0.62f * look.size : 0.0f);
    ui_text_at(figure->spots[m->size - 1].x, top + under + 3.0f * s, 0.5f, 11.0f * s,
               ui_tone(UI_DIM_TEXT), "spare");
    ui_clip_end();
}
