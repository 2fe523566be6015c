/* betza.c - see betza.h.
 *
 * Layer: grammar. Atoms and modifiers are the tables at the top; a Pawn's two steps and his captures in passing are the verbs of
 * stdlib/en-passant.mad. What the modifiers say beyond that (edges, several legs) is another sentence here, and no line is guessed
 * for it. */
#include "betza.h"

#include <stdio.h>
#include <string.h>

enum { MAX_PARTS = 16, MAX_MOTION = 96, ENDLESS = 99 };

static const struct atom {
    char letter;
    bool is_rider;
    const char *way, *leap; /* one of them: a direction, or a leap's pair */
} atoms[] = {
    {'W', false, "orthogonal", NULL}, {'F', false, "diagonal", NULL},
    {'K', false, "queenwise", NULL},  {'R', true, "orthogonal", NULL},
    {'B', true, "diagonal", NULL},    {'Q', true, "queenwise", NULL},
    {'D', false, NULL, "0,2"},        {'N', false, NULL, "1,2"},
    {'A', false, NULL, "2,2"},        {'H', false, NULL, "0,3"},
    {'C', false, NULL, "1,3"},        {'L', false, NULL, "1,3"},
    {'Z', false, NULL, "2,3"},        {'J', false, NULL, "2,3"},
    {'G', false, NULL, "3,3"},
};

/* Sides of W, F and K, and of the sliders along them; as written, without the other modifiers. */
static const struct sides {
    const char *written, *of, *way;
} sides[] = {
    {"f", "orthogonal", "forward"},
    {"b", "orthogonal", "backward"},
    {"s", "orthogonal", "sideways"},
    {"lr", "orthogonal", "sideways"},
    {"v", "orthogonal", "vertical"},
    {"fb", "orthogonal", "vertical"},
    {"fs", "orthogonal", "(forward or sideways)"},
    {"bs", "orthogonal", "(backward or sideways)"},
    {"f", "diagonal", "forward-diagonal"},
    {"b", "diagonal", "backward-diagonal"},
    {"fl", "diagonal", "forward-left"},
    {"fr", "diagonal", "forward-right"},
    {"bl", "diagonal", "backward-left"},
    {"br", "diagonal", "backward-right"},
    {"l", "diagonal", "(forward-left or backward-left)"},
    {"r", "diagonal", "(forward-right or backward-right)"},
    {"f", "queenwise", "(forward or forward-diagonal)"},
    {"b", "queenwise", "(backward or backward-diagonal)"},
    {"s", "queenwise", "sideways"},
};

struct part {
    const struct atom *atom;
    char side[8];
    bool moves, captures, is_first, is_lame, is_hopper, is_grasshopper, is_en_passant;
    unsigned most; /* steps */
};

struct line {
    const char *modes, *behind;
    char motions[4 * MAX_MOTION];
};

static const struct atom *atom_of(char letter)
{
    for (size_t i = 0; i < sizeof atoms / sizeof *atoms; i++)
        if (atoms[i].letter == letter)
            return &atoms[i];
    return NULL;
}

/* --- reading ------------------------------------------------------------------------------------------------ */

static bool read_modifier(struct part *part, char c, bool *is_told)
{
    size_t sides_said = strlen(part->side);
    switch (c) {
    case 'm': part->moves = true; return true;
    case 'c': part->captures = true; return true;
    case 'i': part->is_first = true; return true;
    case 'n': part->is_lame = true; return true;
    case 'p': part->is_hopper = true; return true;
    case 'g': part->is_grasshopper = true; return true;
    case 'e': part->is_en_passant = true; return true;
    default: break;
    }
    if (strchr("fblrsv", c) != NULL && sides_said + 1 < sizeof part->side) {
        part->side[sides_said] = c;
        return true;
    }
    *is_told = false;
    return strchr("ahjkoqtuxyz", c) != NULL;
}

/* The parts of the text, or 0 when it is none. */
static size_t read_parts(const char *text, size_t bytes, struct part *parts, bool *is_told)
{
    size_t count = 0, at = 0;
    bool has_more = false; /* than one capital letter: words have those, too */
    while (at < bytes && count < MAX_PARTS) {
        struct part *part = &parts[count];
        *part = (struct part){.most = 1};
        for (; at < bytes && ((text[at] >= 'a' && text[at] <= 'z') || text[at] == '['); at++) {
            if (text[at] != '[' && !read_modifier(part, text[at], is_told))
                return 0;
            has_more = true;
            *is_told = *is_told && text[at] != '[';
        }
        part->atom = at < bytes ? atom_of(text[at]) : NULL;
        if (part->atom == NULL)
            return 0;
        at++;
        part->most = part->atom->is_rider ? ENDLESS : 1;
        if (at < bytes && text[at] == text[at - 1] && !part->atom->is_rider) {
            part->most = ENDLESS;
            at++;
            has_more = true;
        } else if (at < bytes && text[at] >= '0' && text[at] <= '9') {
            part->most = text[at] == '0' ? ENDLESS : (unsigned)(text[at] - '0');
            at++;
            has_more = true;
        }
        while (!*is_told && at < bytes && text[at] == ']')
            at++;
        count++;
    }
    return at == bytes && (count > 1 || has_more || bytes == 1) ? count : 0;
}

/* --- telling ------------------------------------------------------------------------------------------------- */

static const char *way_of(const struct part *part)
{
    if (part->side[0] == '\0')
        return part->atom->way;
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
        if (strcmp(sides[i].written, part->side) == 0 && strcmp(sides[i].of, part->atom->way) == 0)
            return sides[i].way;
    return NULL;
}

/* "slide orthogonal up to 3"; false where there is no such motion. */
static bool tell_motion(const struct part *part, char *out)
{
    bool is_far = part->most == ENDLESS, is_hop = part->is_hopper || part->is_grasshopper;
    if (part->atom->leap != NULL) {
        if (part->side[0] != '\0' || is_hop || (part->most != 1 && !is_far) ||
            (part->is_lame && is_far))
            return false;
        bool bends = part->atom->leap[0] != '0' && part->atom->leap[0] != part->atom->leap[2];
        (void)snprintf(out, MAX_MOTION, "leap %s%s%s%s", part->atom->leap,
                       is_far ? " repeatedly" : "", part->is_lame ? " over empty squares" : "",
                       part->is_lame && bends ? ", straight first" : "");
        return true;
    }
    const char *way = way_of(part);
    if (way == NULL || (is_hop && !is_far))
        return false;
    if (part->most == 1)
        (void)snprintf(out, MAX_MOTION, "step %s", way);
    else if (is_far)
        (void)snprintf(out, MAX_MOTION, "slide %s%s", way,
                       part->is_hopper        ? " over 1 piece"
                       : part->is_grasshopper ? " just beyond 1 piece"
                                              : "");
    else
        (void)snprintf(out, MAX_MOTION, "slide %s up to %u", way, part->most);
    return true;
}

/* W and F together are K, R and B together Q. */
static void join_ways(struct part *parts, size_t *count)
{
    static const char pairs[][4] = {"WFK", "FWK", "RBQ", "BRQ"};
    for (size_t i = 1; i < *count; i++)
        for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
            struct part *a = &parts[i - 1], *b = &parts[i];
            bool is_plain = strcmp(a->side, "") == 0 && strcmp(b->side, "") == 0 &&
                            a->moves == b->moves && a->captures == b->captures &&
                            a->is_first == b->is_first && a->is_hopper == b->is_hopper &&
                            a->is_grasshopper == b->is_grasshopper && a->most == b->most;
            if (!is_plain || a->atom->letter != pairs[k][0] || b->atom->letter != pairs[k][1])
                continue;
            a->atom = atom_of(pairs[k][2]);
            memmove(b, b + 1, (*count - i - 1) * sizeof *b);
            (*count)--;
            i--;
            break;
        }
}

/* Pawns' moves of two squares and captures in passing are verbs. */
static bool is_double_step(const struct part *part)
{
    return part->atom->letter == 'D' && part->is_first && part->is_lame && !part->captures &&
           strcmp(part->side, "f") == 0;
}

static const char *verb_of(const struct part *part)
{
    return is_double_step(part) ? "double-step along forward when here is on own rank 2"
           : part->is_en_passant && part->atom->letter == 'F' && strcmp(part->side, "f") == 0
               ? "en-passant along forward-diagonal"
               : NULL;
}

static const char *modes_of(const struct part *part, const char *modes)
{
    if (part->moves == part->captures)
        return modes;
    return part->moves ? "move" : "capture";
}

/* First moves are made from where the piece begins, which only its author knows. */
static const char *condition_of(const struct part *part)
{
    return !part->is_first           ? ""
           : strchr(part->side, 'f') ? " when here is on own rank 2"
                                     : " when here is on own rank 1";
}

static bool add_part(struct line *lines, size_t *count, const struct part *part, const char *modes)
{
    char motion[MAX_MOTION];
    const char *begin = modes_of(part, modes), *behind = condition_of(part);
    size_t i = 0;
    if (!tell_motion(part, motion))
        return false;
    while (i < *count &&
           (strcmp(lines[i].modes, begin) != 0 || strcmp(lines[i].behind, behind) != 0))
        i++;
    size_t used = i < *count ? strlen(lines[i].motions) : 0;
    if (used + strlen(motion) + sizeof " or " > sizeof lines->motions)
        return false;
    if (i == *count) {
        lines[(*count)++] = (struct line){.modes = begin, .behind = behind};
    } else {
        memcpy(lines[i].motions + used, " or ", 4);
        used += 4;
    }
    memcpy(lines[i].motions + used, motion, strlen(motion) + 1);
    return true;
}

enum mad_betza mad_betza_lines(const char *text, size_t bytes, const char *modes, char *out,
                               size_t size)
{
    struct part parts[MAX_PARTS];
    struct line lines[MAX_PARTS];
    bool is_told = true;
    const bool is_turned =
        bytes == 2 && (text[1] == 'm' || text[1] == 'c') && atom_of(text[0]) != NULL;
    const char turned[] = {is_turned ? text[1] : ' ', is_turned ? text[0] : ' '};
    size_t count = is_turned /* `Nm`: what it is for stands first */
                       ? read_parts(turned, sizeof turned, parts, &is_told)
                       : read_parts(text, bytes, parts, &is_told),
           line_count = 0, used = 0;
    if (count == 0 || size == 0)
        return MAD_BETZA_NONE;
    out[0] = '\0';
    join_ways(parts, &count);
    for (size_t i = 0; i < count && is_told; i++)
        is_told =
            is_double_step(&parts[i]) || ((!parts[i].is_en_passant || verb_of(&parts[i]) != NULL) &&
                                          add_part(lines, &line_count, &parts[i], modes));
    for (size_t i = 0; i < line_count && is_told; i++) {
        int added = snprintf(out + used, size - used, "%s%s %s%s", i > 0 ? "\n" : "",
                             lines[i].modes, lines[i].motions, lines[i].behind);
        used += added > 0 ? (size_t)added : 0;
        is_told = used < size;
    }
    for (size_t i = 0; i < count && is_told; i++) {
        const char *verb = verb_of(&parts[i]);
        int added = verb == NULL
                        ? 0
                        : snprintf(out + used, size - used, "%s%s", used > 0 ? "\n" : "", verb);
        used += added > 0 ? (size_t)added : 0;
        is_told = used < size;
    }
    return is_told ? MAD_BETZA_LINES : MAD_BETZA_READ;
}
