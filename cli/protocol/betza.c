/* betza.c - see betza.h: the notation itself. Layer: cli.
 *
 * Atoms are steps; directions of which all are there need not be said. */
#include "betza.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct atom {
    int longer, shorter; /* of one step */
    char letter, endless;
} atoms[] = {
    {1, 0, 'W', 'R'}, {1, 1, 'F', 'B'}, {2, 0, 'D', 0}, {2, 1, 'N', 0}, {2, 2, 'A', 0},
    {3, 0, 'H', 0},   {3, 1, 'C', 0},   {3, 2, 'Z', 0}, {3, 3, 'G', 0},
};

enum { ATOMS = sizeof atoms / sizeof *atoms, DIRECTIONS = 8 };

/* Directions of a class of steps: straight ones, diagonal ones, and between. Signs, and which is the longer part. */
static const struct direction {
    int across, up;
    bool is_wide; /* goes farther across than up */
    const char *said[3];
} directions[DIRECTIONS] = {
    {0, 1, false, {"f", NULL, NULL}},    {0, -1, false, {"b", NULL, NULL}},
    {-1, 0, true, {"l", NULL, NULL}},    {1, 0, true, {"r", NULL, NULL}},
    {-1, 1, false, {NULL, "fl", "lf"}},  {1, 1, false, {NULL, "fr", "rf"}},
    {-1, -1, false, {NULL, "bl", "lb"}}, {1, -1, false, {NULL, "br", "rb"}},
};
static const char *const wide[DIRECTIONS] = {NULL, NULL, NULL, NULL, "fl", "fr", "bl", "br"};

static int sign(int value)
{
    return (value > 0) - (value < 0);
}

static const struct atom *atom_of(const struct cli_way *way)
{
    int across = abs(way->across), up = abs(way->up);
    for (size_t i = 0; i < ATOMS; i++) {
        if (atoms[i].longer == (across > up ? across : up) &&
            atoms[i].shorter == (across > up ? up : across)) {
            return &atoms[i];
        }
    }
    return NULL;
}

/* 0 straight, 1 diagonal, 2 between */
static int class_of(const struct atom *atom)
{
    return atom->shorter == 0 ? 0 : atom->shorter == atom->longer ? 1 : 2;
}

/* A number for each direction of the atom; those between come twice. */
static int direction_of(const struct cli_way *way)
{
    for (int i = 0; i < DIRECTIONS; i++) {
        if (directions[i].across == sign(way->across) && directions[i].up == sign(way->up)) {
            return i + (abs(way->across) > abs(way->up) && way->up != 0 ? DIRECTIONS : 0);
        }
    }
    return 0;
}

static const unsigned all_of_class[3] = {0x000f, 0x00f0, 0xf0f0};

static bool is_alike(const struct cli_way *one, const struct cli_way *other)
{
    return one->reach == other->reach && one->kind == other->kind && one->modes == other->modes &&
           one->is_first == other->is_first;
}

/* All directions of ways like this one, by the same atom. */
static unsigned gather(const struct cli_ways *ways, const struct cli_way *like,
                       const struct atom *atom, bool *done)
{
    unsigned set = 0;
    for (int i = 0; i < ways->count; i++) {
        const struct cli_way *way = &ways->ways[i];
        if (atom_of(way) == atom && is_alike(way, like)) {
            set |= 1U << direction_of(way);
            if (done != NULL) {
                done[i] = true;
            }
        }
    }
    return set;
}

static void add(char out[CLI_BETZA_BYTES], const char *text)
{
    size_t used = strlen(out);
    snprintf(out + used, CLI_BETZA_BYTES - used, "%s", text);
}

static void add_directions(char out[CLI_BETZA_BYTES], unsigned set, int class)
{
    for (int i = 0; i < 2 * DIRECTIONS && set != all_of_class[class]; i++) {
        if ((set >> i & 1) != 0) {
            add(out, i >= DIRECTIONS ? wide[i - DIRECTIONS] : directions[i].said[class]);
        }
    }
}

static void add_group(char out[CLI_BETZA_BYTES], const struct cli_way *way, unsigned set, int class,
                      const char *letter, bool wraps)
{
    enum { SIDEWAYS = 0x000c }; /* of the straight directions */
    static const char *const modes[] = {"", "m", "c", "", "e", "me", "ce", "mce"};
    static const char *const kinds[] = {"", "n", "p", "g"};
    char reach[8] = "";
    if (way->reach > 1) {
        snprintf(reach, sizeof reach, "%d", way->reach);
    } else if (way->reach == CLI_ENDLESS && strchr("RBQ", letter[0]) == NULL) {
        snprintf(reach, sizeof reach, "0");
    }
    add(out, way->is_first ? "i" : "");
    add_directions(out, set, class);
    add(out, modes[way->modes]);
    add(out, kinds[way->kind]);
    add(out, wraps && (class != 0 || (set & SIDEWAYS) != 0) ? "o" : "");
    add(out, letter);
    add(out, reach);
}

bool cli_ways_write(const struct cli_ways *ways, char out[CLI_BETZA_BYTES])
{
    bool done[CLI_MOST_WAYS] = {false};
    out[0] = '\0';
    for (size_t a = 0; a < ATOMS; a++) {
        for (int i = 0; i < ways->count; i++) {
            const struct cli_way *way = &ways->ways[i];
            const struct atom *atom = atom_of(way);
            if (done[i] || atom != &atoms[a]) {
                continue;
            }
            int class = class_of(atom);
            unsigned set = gather(ways, way, atom, done);
            char letter[2] = {atom->letter, '\0'};
            bool is_endless = way->reach == CLI_ENDLESS && atom->endless != 0;
            if (a == 0 && set == all_of_class[0] &&
                gather(ways, way, &atoms[1], NULL) == all_of_class[1]) {
                gather(ways, way, &atoms[1], done);
                letter[0] = is_endless ? 'Q' : 'K';
            } else if (is_endless) {
                letter[0] = atom->endless;
            }
            add_group(out, way, set, class, letter, ways->wraps);
        }
    }
    if (ways->castles > 0) {
        char castling[16];
        snprintf(castling, sizeof castling, "isO%d", ways->castles);
        add(out, castling);
    }
    return strlen(out) + 1 < CLI_BETZA_BYTES;
}

bool cli_ways_reach(const struct cli_ways *ways, int across, int up, bool takes)
{
    for (int i = 0; i < ways->count; i++) {
        const struct cli_way *way = &ways->ways[i];
        if ((way->modes & (takes ? CLI_WAY_TAKES : CLI_WAY_MOVES)) == 0) {
            continue;
        }
        for (int step = 1; step <= (way->reach == CLI_ENDLESS ? CLI_LONGEST : way->reach); step++) {
            if (way->across * step == across && way->up * step == up) {
                return true;
            }
        }
    }
    return false;
}
