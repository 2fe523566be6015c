/* seats.c - a game of three players and more, as one of them sees it: he against all others.
 *
 * Layer: rules. Each piece becomes one of each player, `Pawn` being a name for all of them, and what turns with a
 * player, `forward`, is said by where that player goes. Pieces, marks and squares have the same numbers from every
 * seat; only whose the men are differs. It relies on the ruleset being settled. */
#include "seats.h"

#include <stdio.h>
#include <string.h>

#include "tree.h"

struct seats {
    struct mad_arena *arena;
    struct mad_intern *names;
    const struct mad_ruleset *rules;
    struct mad_ruleset *out;
    uint32_t seat;
    bool out_of_memory;
};

static void *room(struct seats *seats, size_t count, size_t bytes)
{
    void *block = mad_arena_new(seats->arena, (count + 1) * bytes, _Alignof(max_align_t));
    seats->out_of_memory |= block == NULL;
    return block;
}

/* "Red Pawn" */
static const char *of_player(struct seats *seats, uint32_t player, const char *name)
{
    const char *whose = seats->rules->players[player].name;
    char text[200];
    const int length = snprintf(text, sizeof text, "%s %s", whose, name);
    const char *both = length < (int)sizeof text ? mad_intern_string(seats->names, text) : NULL;
    seats->out_of_memory |= both == NULL;
    return both != NULL ? both : name;
}

/* --- directions -------------------------------------------------------------------------------------- */

/* Where a direction leads for who goes that way, in quarters of a turn to the right. */
static uint32_t quarters_of(const struct mad_ruleset *rules, uint32_t player)
{
    for (uint32_t i = 0; i < rules->direction_count; i++) {
        const struct mad_rule_direction *way = &rules->directions[i];
        if (way->name == rules->players[player].direction)
            return way->up > 0 ? 0 : way->right > 0 ? 1 : way->up < 0 ? 2 : 3;
    }
    return 0;
}

static void turn(struct mad_rule_direction *way, uint32_t quarters)
{
    for (; quarters > 0; quarters--) {
        const int32_t right = way->right;
        way->right = way->up;
        way->up = -right;
    }
    way->own = false;
}

static void add_directions(struct seats *seats)
{
    const struct mad_ruleset *rules = seats->rules;
    struct mad_ruleset *out = seats->out;
    out->directions = room(seats, (rules->direction_count + 1) * (rules->player_count + 1),
                           sizeof *out->directions);
    if (out->directions == NULL)
        return;
    memcpy(out->directions, rules->directions, rules->direction_count * sizeof *out->directions);
    for (uint32_t player = 0; player < rules->player_count; player++)
        for (uint32_t i = 0; i < rules->direction_count; i++) {
            if (!rules->directions[i].own)
                continue;
            struct mad_rule_direction *made = &out->directions[out->direction_count++];
            *made = rules->directions[i];
            made->name = of_player(seats, player, made->name);
            turn(made, quarters_of(rules, player));
        }
    struct mad_rule_direction *ahead = &out->directions[out->direction_count++];
    *ahead = (struct mad_rule_direction){.name = mad_intern_string(seats->names, "Mover's way"), .up = 1};
    out->players[0].direction = out->players[1].direction = ahead->name;
}

/* The node as the player means it. */
static const struct mad_node *meant_by(struct seats *seats, uint32_t player,
                                       const struct mad_node *node)
{
    const struct mad_ruleset *rules = seats->rules;
    for (uint32_t i = 0; i < rules->direction_count && node != NULL; i++)
        if (rules->directions[i].own)
            node = mad_tree_rename(seats->arena, node, rules->directions[i].name,
                                   of_player(seats, player, rules->directions[i].name));
    seats->out_of_memory |= node == NULL;
    return node;
}

static struct mad_rule_lines lines_of(struct seats *seats, uint32_t player,
                                      const struct mad_rule_lines *lines)
{
    const struct mad_node **items = room(seats, lines->count, sizeof *items);
    for (uint32_t i = 0; items != NULL && i < lines->count; i++)
        items[i] = meant_by(seats, player, lines->items[i]);
    return (struct mad_rule_lines){items, items != NULL ? lines->count : 0};
}

/* --- men --------------------------------------------------------------------------------------------- */

/* `Pawn` is any of `Red Pawn`, `Green Pawn`, ... */
static void add_name(struct seats *seats, const struct mad_rule_piece *piece)
{
    struct mad_ruleset *out = seats->out;
    struct mad_node *any = room(seats, 1, sizeof *any), **link = any == NULL ? NULL : &any->first;
    for (uint32_t player = 0; link != NULL && player < seats->rules->player_count; player++) {
        struct mad_node *one = room(seats, 1, sizeof *one);
        if (one == NULL)
            return;
        *one = (struct mad_node){.kind = MAD_NODE_REF,
                                 .span = piece->span,
                                 .name = of_player(seats, player, piece->name),
                                 .flags = MAD_FLAG_CAPITAL};
        *link = one;
        link = &one->next;
    }
    if (any == NULL)
        return;
    any->kind = MAD_NODE_OR;
    any->span = piece->span;
    out->definitions[out->definition_count++] =
        (struct mad_rule_definition){.name = piece->name, .expression = any, .span = piece->span};
}

static void add_pieces(struct seats *seats)
{
    const struct mad_ruleset *rules = seats->rules;
    struct mad_ruleset *out = seats->out;
    const uint32_t players = rules->player_count;
    out->pieces = room(seats, rules->piece_count * players, sizeof *out->pieces);
    out->definitions = room(seats, rules->definition_count + rules->piece_count,
                            sizeof *out->definitions);
    if (seats->out_of_memory)
        return;
    out->piece_count = rules->piece_count * players;
    memcpy(out->definitions, rules->definitions,
           rules->definition_count * sizeof *out->definitions);
    for (uint32_t i = 0; i < rules->definition_count; i++)
        out->definitions[i].expression =
            meant_by(seats, seats->seat, rules->definitions[i].expression);
    for (uint32_t i = 0; i < rules->piece_count; i++) {
        add_name(seats, &rules->pieces[i]);
        for (uint32_t player = 0; player < players; player++) {
            struct mad_rule_piece *made = &out->pieces[i * players + player];
            char letter[8];
            *made = rules->pieces[i];
            snprintf(letter, sizeof letter, "%s%s", rules->players[player].letter, made->letter);
            made->name = of_player(seats, player, made->name);
            made->letter = mad_intern_string(seats->names, letter);
            made->owner = player == seats->seat ? 0 : 1;
            made->lines = lines_of(seats, player, &rules->pieces[i].lines);
        }
    }
}

static void add_array(struct seats *seats)
{
    struct mad_ruleset *out = seats->out;
    const size_t cells = (size_t)out->files * (size_t)out->ranks;
    out->array = room(seats, cells, sizeof *out->array);
    for (size_t i = 0; out->array != NULL && i < cells; i++) {
        struct mad_rule_cell *cell = &out->array[i];
        *cell = seats->rules->array[i];
        if (cell->piece < 0)
            continue;
        cell->piece = (int16_t)((uint32_t)cell->piece * seats->rules->player_count +
                                (uint32_t)cell->owner);
        cell->owner = (uint32_t)cell->owner == seats->seat ? 0 : 1;
    }
}

/* --- what is there to say so far --------------------------------------------------------------------- */

/* Words that ask of nobody how he would move, who is next, or what turns with a player but a direction. */
static const bool SAID[MAD_NODE_KINDS] = {
    [MAD_NODE_MOVE] = true,      [MAD_NODE_BY] = true,        [MAD_NODE_WHEN] = true,
    [MAD_NODE_CALL_LINE] = true, [MAD_NODE_CALL] = true,      [MAD_NODE_ARG] = true,
    [MAD_NODE_VERB] = true,      [MAD_NODE_PARAM] = true,     [MAD_NODE_BODY] = true,
    [MAD_NODE_LET] = true,       [MAD_NODE_CHOOSE] = true,    [MAD_NODE_REQUIRE] = true,
    [MAD_NODE_IF] = true,        [MAD_NODE_END_DRAW] = true,  [MAD_NODE_REF] = true,
    [MAD_NODE_NUMBER] = true,    [MAD_NODE_SQUARE] = true,    [MAD_NODE_RECTANGLE] = true,
    [MAD_NODE_OWN] = true,       [MAD_NODE_ENEMY] = true,     [MAD_NODE_FILE_OF_BOARD] = true,
    [MAD_NODE_STEP] = true,      [MAD_NODE_SLIDE] = true,     [MAD_NODE_LEAP] = true,
    [MAD_NODE_LINE] = true,      [MAD_NODE_THEN] = true,      [MAD_NODE_FROM] = true,
    [MAD_NODE_OVER] = true,      [MAD_NODE_TO] = true,        [MAD_NODE_ON] = true,
    [MAD_NODE_NEXT_TO] = true,   [MAD_NODE_JOINED_TO] = true, [MAD_NODE_EXCEPT] = true,
    [MAD_NODE_OR] = true,        [MAD_NODE_AND] = true,       [MAD_NODE_NOT] = true,
    [MAD_NODE_SOME] = true,      [MAD_NODE_HAS] = true,       [MAD_NODE_EVERY_IS_ON] = true,
    [MAD_NODE_WRAP] = true,      [MAD_NODE_HOLE] = true,      [MAD_NODE_LINK] = true,
    [MAD_NODE_CORNER] = true,    [MAD_NODE_HEXBOARD] = true,
};

static bool is_said(const struct mad_ruleset *rules, const struct mad_node *node)
{
    switch ((unsigned)node->kind) {
    case MAD_NODE_RANK: return (node->flags & MAD_FLAG_OWN) == 0;
    case MAD_NODE_CONST:
        return node->n0 == MAD_WORD_EMPTY || node->n0 == MAD_WORD_PIECE ||
               node->n0 == MAD_WORD_OWN || node->n0 == MAD_WORD_ENEMY ||
               node->n0 == MAD_WORD_MOVER || node->n0 == MAD_WORD_HERE ||
               node->n0 == MAD_WORD_BOARD || node->n0 == MAD_WORD_NOTHING;
    case MAD_NODE_END_FOR:
        return node->n0 == 1 && node->first->kind == MAD_NODE_CONST &&
               node->first->n0 == MAD_WORD_MOVER;
    case MAD_NODE_CALL:
        for (uint32_t i = 0; i < rules->verb_count; i++)
            if (rules->verbs[i].name == node->name)
                return true;
        return strcmp(node->name, "land") == 0 || strcmp(node->name, "take") == 0;
    default: return SAID[node->kind];
    }
}

struct check {
    struct mad_findings *findings;
    const struct mad_ruleset *rules;
};

static bool refuse(const struct check *check, struct mad_span span)
{
    struct mad_finding *finding =
        mad_findings_add(check->findings, MAD_FINDING_GAME_SHAPE, span,
                         "not built yet where more than two play");
    mad_finding_remedy(check->findings, finding,
                       "say it otherwise, or leave it out: so far men move, capture and call verbs "
                       "that land and take, and the mover wins");
    return false;
}

static bool check_node(const struct check *check, const struct mad_node *node)
{
    if (!is_said(check->rules, node))
        return refuse(check, node->span);
    for (const struct mad_node *child = node->first; child != NULL; child = child->next)
        if (!check_node(check, child))
            return false;
    return true;
}

static bool check_lines(const struct check *check, const struct mad_rule_lines *lines)
{
    for (uint32_t i = 0; i < lines->count; i++)
        if (!check_node(check, lines->items[i]))
            return false;
    return true;
}

bool mad_seats_check(struct mad_findings *findings, const struct mad_ruleset *rules)
{
    const struct check check = {findings, rules};
    const struct mad_rule_lines *const lists[] = {&rules->laws, &rules->ends};
    bool is_fine = true;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        is_fine = check_lines(&check, lists[i]) && is_fine;
    for (uint32_t i = 0; i < rules->piece_count; i++) {
        is_fine = check_lines(&check, &rules->pieces[i].lines) && is_fine;
        if (rules->pieces[i].owner != -1)
            is_fine = refuse(&check, rules->pieces[i].span);
    }
    for (uint32_t i = 0; i < rules->verb_count; i++)
        is_fine = check_node(&check, rules->verbs[i].node) && is_fine;
    for (uint32_t i = 0; i < rules->mark_count; i++)
        is_fine = refuse(&check, rules->marks[i].span);
    for (uint32_t i = 0; i < rules->pocket_count; i++)
        is_fine = refuse(&check, rules->pockets[i].span);
    for (uint32_t i = 0; i < rules->counter_count; i++)
        is_fine = refuse(&check, rules->counters[i].span);
    for (uint32_t i = 0; i < rules->player_may.count; i++)
        is_fine = refuse(&check, rules->player_may.items[i]->span);
    for (uint32_t i = 0; i < rules->illegal.count; i++)
        is_fine = refuse(&check, rules->illegal.items[i]->span);
    return is_fine;
}

bool mad_seat_rules(struct mad_arena *arena, struct mad_intern *names,
                    const struct mad_ruleset *rules, uint32_t seat, struct mad_ruleset *out)
{
    *out = *rules;
    struct seats seats = {
        .arena = arena, .names = names, .rules = rules, .out = out, .seat = seat};
    out->players[0] = rules->players[seat];
    out->players[1] = rules->players[(seat + 1) % rules->player_count];
    out->players[0].capitals = true;
    out->players[1].capitals = false;
    add_directions(&seats);
    if (!seats.out_of_memory)
        add_pieces(&seats);
    if (!seats.out_of_memory)
        add_array(&seats);
    struct mad_rule_lines *const lists[] = {&out->player_may, &out->illegal, &out->laws, &out->ends};
    for (size_t i = 0; i < sizeof lists / sizeof *lists && !seats.out_of_memory; i++)
        *lists[i] = lines_of(&seats, seat, lists[i]);
    for (uint32_t i = 0; i < out->verb_count && !seats.out_of_memory; i++) {
        if (i == 0) {
            struct mad_rule_verb *verbs = room(&seats, out->verb_count, sizeof *verbs);
            if (verbs == NULL)
                return false;
            out->verbs = memcpy(verbs, rules->verbs, rules->verb_count * sizeof *verbs);
        }
        out->verbs[i].node = meant_by(&seats, seat, rules->verbs[i].node);
    }
    return !seats.out_of_memory;
}
