/* draw.c - text, chance and names of rule files that are drawn (draw.h). */
#include "draw.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../random.h"

void draw_put(struct drawing *d, const char *format, ...)
{
    char line[512];
    va_list args;
    va_start(args, format);
    int wanted = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    size_t bytes = wanted < 0 ? 0 : strlen(line);
    if (d->count + bytes + 1 > d->capacity && !d->failed) {
        size_t capacity = 2 * d->capacity + sizeof line;
        char *grown = realloc(d->text, capacity);
        d->failed = grown == NULL;
        d->text = grown != NULL ? grown : d->text;
        d->capacity = grown != NULL ? capacity : d->capacity;
    }
    if (!d->failed) {
        memcpy(d->text + d->count, line, bytes + 1);
        d->count += bytes;
    }
}

void draw_line_start(struct drawing *d)
{
    draw_put(d, "%*s", 2 * d->indent, "");
}

size_t draw_below(struct drawing *d, size_t below)
{
    return random_below(&d->random, below);
}

bool draw_chance(struct drawing *d, unsigned percent)
{
    return draw_below(d, 100) < percent;
}

const char *draw_known_name(struct drawing *d, unsigned kinds)
{
    int found = 0;
    const char *chosen = NULL;
    for (int i = 0; i < d->name_count; i++) {
        if ((kinds >> d->names[i].kind & 1) && draw_below(d, (size_t)++found) == 0) {
            chosen = d->names[i].text;
        }
    }
    return chosen;
}

const char *draw_new_name(struct drawing *d, enum draw_kind kind)
{
    if (d->name_count + d->new_names == DRAW_MAX_NAMES) {
        d->name_count--; /* the latest is forgotten */
    }
    struct draw_name *name = &d->names[d->name_count + d->new_names++];
    int n = d->names_made++;
    snprintf(name->text, sizeof name->text, "n%c%c", 'a' + n / 26 % 26, 'a' + n % 26);
    name->kind = kind;
    return name->text;
}

void draw_settle_names(struct drawing *d)
{
    d->name_count += d->new_names;
    d->new_names = 0;
}

const struct draw_man *draw_man_of(struct drawing *d)
{
    return &d->men[draw_below(d, (size_t)d->man_count)];
}

void draw_name_square(const struct drawing *d, int file, int rank, char out[8])
{
    if (d->corner) {
        snprintf(out, 8, "%u%c", (unsigned)(d->files - file) % 100,
                 (char)('a' + (d->ranks - 1 - rank) % 26));
    } else {
        snprintf(out, 8, "%c%u", (char)('a' + file % 26), (unsigned)(rank + 1) % 100);
    }
}

void draw_square_name(struct drawing *d, char out[8])
{
    int file, rank, tries = 0;
    do {
        file = (int)draw_below(d, (size_t)d->files);
        rank = (int)draw_below(d, (size_t)d->ranks);
    } while (d->cells[rank][file] == '*' && ++tries < 9);
    draw_name_square(d, d->hexagons ? d->files / 2 : file, rank,
                     out); /* the middle file has all ranks */
}
