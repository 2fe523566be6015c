/* attackers.c - `X attacked by Y` and `X attacking Y`: who attacks whom, as sets of squares.
 *
 * Layer: plan. The `capture` lines of the men are followed from where they stand, `own Pawn attacked by enemy
 * Rook`, or back from where they lead, `own Pawn attacking here`: a leap or ride instruction for each table of each
 * line, and nothing of it is new to the machine. On a square where none of his enemies stands a man attacks as if
 * there stood a royal. It relies on held.c for the lines as they were said. */
#include "../vm/opcode.h"
#include "value.h"

static const struct mad_value NONE = {.kind = MAD_KIND_NONE};

struct attackers {
    struct mad_codegen *codegen;
    bool back;             /* it is asked for the attackers */
    struct mad_value prey; /* where it is asked for them; of whom they have to attack one */
    struct mad_value found;
};

static void find(struct attackers *attackers, struct mad_value more)
{
    attackers->found = mad_combine_values(attackers->codegen, MAD_EITHER, &attackers->found, &more);
}

/* Where men of these kinds stand who are `owner`'s. */
static struct mad_value men_of_kinds(struct mad_codegen *codegen, struct mad_types types,
                                     uint32_t owner)
{
    const struct mad_value men = {
        .kind = MAD_KIND_PIECES, .types = types, .owner = (int)owner, .owned = true};
    return mad_as_squares(codegen, men, codegen->span);
}

/* Those of the squares where a line takes whom it may take. */
static struct mad_value where_taken(struct mad_codegen *codegen, struct mad_value squares,
                                    struct mad_types takes, uint32_t enemy)
{
    const struct mad_game *game = codegen->game;
    const uint32_t thought = mad_man_to_ask_about(codegen, enemy);
    struct mad_types spared = {{~takes.word[0], ~takes.word[1]}};
    bool spares = false;
    for (uint32_t code = 0; code < game->code_count; code++) {
        spares = spares ||
                 (game->codes[code].owner == enemy && types_has(&spared, game->codes[code].type));
    }
    if (!spares) {
        return squares;
    }
    const bool everywhere =
        thought < game->code_count && types_has(&takes, game->codes[thought].type);
    const struct mad_value men = men_of_kinds(codegen, everywhere ? spared : takes, enemy);
    return mad_combine_values(codegen, everywhere ? MAD_WITHOUT : MAD_BOTH, &squares, &men);
}

static bool is_refused(struct mad_codegen *codegen, const struct mad_node *line,
                       struct mad_types *takes, struct mad_span span)
{
    struct mad_squares places;
    const char *why = !mad_victims(codegen, line, takes) ? "takes some men of a kind and not others"
                      : mad_screens_of(codegen, line, 0) != NULL ? "asks over whom it goes"
                      : !mad_when_is_place(codegen, line, &places)
                          ? "hangs on more than where the piece stands"
                          : NULL;
    if (why != NULL) {
        mad_codegen_error(codegen, MAD_FINDING_TYPE, span,
                          "who attacks cannot be asked of these pieces: a `capture` line of theirs "
                          "%s; name the others, or ask with a movement, `step forward from X`",
                          why);
    }
    return why != NULL;
}

/* What these men, of one code, attack by one of their lines. */
static void ask_line(struct attackers *attackers, const struct mad_node *line,
                     const struct mad_value *men, uint32_t enemy)
{
    struct mad_codegen *codegen = attackers->codegen;
    struct mad_types takes;
    if (is_refused(codegen, line, &takes, codegen->span) ||
        (takes.word[0] | takes.word[1]) == 0) { /* it takes own men alone */
        return;
    }
    struct mad_motion *motion = mad_line_motion(codegen, line);
    if (motion == NULL) {
        return;
    }
    if (!attackers->back) {
        const struct mad_value reached = mad_gone_from(codegen, motion, men);
        find(attackers, where_taken(codegen, reached, takes, enemy));
        return;
    }
    const struct mad_value prey = where_taken(codegen, attackers->prey, takes, enemy);
    const struct mad_value from =
        mad_gone_from(codegen, mad_motion_reversed(codegen, motion), &prey);
    find(attackers, mad_combine_values(codegen, MAD_BOTH, &from, men));
}

static void ask_men(struct attackers *attackers, uint32_t code, const struct mad_value *men)
{
    struct mad_codegen *codegen = attackers->codegen;
    const struct mad_code who = codegen->game->codes[code];
    const struct mad_rule_lines *lines = &codegen->said.lines[who.type];
    const uint32_t side = codegen->side, errors = codegen->errors;
    codegen->side = who.owner;
    for (uint32_t i = 0; i < lines->count && codegen->errors == errors; i++) {
        struct mad_room room = mad_codegen_room(codegen);
        ask_line(attackers, lines->items[i], men, 1 - who.owner);
        mad_codegen_leave_room(codegen, room, &attackers->found);
    }
    codegen->side = side;
}

struct mad_value mad_attack_value(struct mad_codegen *codegen, const struct mad_node *node,
                                  const struct mad_env *env)
{
    const bool back = node->kind == MAD_NODE_ATTACKING;
    const struct mad_node *first = node->first, *second = first->next;
    const struct mad_squares nothing = {{0}};
    if (codegen->said.lines == NULL)
        return NONE; /* asked before it is known how men go: nobody can tell yet */
    struct mad_value by = mad_value_of(codegen, back ? first : second, env);
    struct attackers attackers = {.codegen = codegen,
                                  .back = back,
                                  .prey = mad_squares_of(codegen, back ? second : first, env),
                                  .found = mad_const_value(&nothing)};
    struct mad_value squares =
        by.kind == MAD_KIND_PIECES ? NONE : mad_as_squares(codegen, by, node->span);
    if (attackers.prey.kind != MAD_KIND_SQUARES ||
        (by.kind != MAD_KIND_PIECES && squares.kind != MAD_KIND_SQUARES)) {
        return NONE;
    }
    if (codegen->former) {
        mad_codegen_error(codegen, MAD_FINDING_TYPE, node->span,
                          "who attacks is asked of the men as they stand now: say `former` of the "
                          "squares alone");
        return NONE;
    }
    const struct mad_span before = codegen->span;
    const uint32_t errors = codegen->errors;
    codegen->span = node->span;
    for (uint32_t code = 0; code < codegen->game->code_count && codegen->errors == errors; code++) {
        const struct mad_code who = codegen->game->codes[code];
        if (who.owner == MAD_NOBODY ||
            (by.kind == MAD_KIND_PIECES &&
             (!types_has(&by.types, who.type) || (by.owner >= 0 && by.owner != (int)who.owner)))) {
            continue;
        }
        struct mad_value men = mad_slot_value(codegen, MAD_SLOT_CODE + code);
        if (by.kind != MAD_KIND_PIECES) {
            men = mad_combine_values(codegen, MAD_BOTH, &men, &squares);
        }
        ask_men(&attackers, code, &men);
    }
    codegen->span = before;
    return back ? attackers.found
                : mad_combine_values(codegen, MAD_BOTH, &attackers.prey, &attackers.found);
}
