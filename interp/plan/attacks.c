/* attacks.c - who attacks where: lines that capture, read backwards.
 *
 * Layer: plan. `capture step forward-diagonal`, read backwards, is how a Pawn gives check. Men who attack in the same way
 * share a row; a hopper's row knows over whom it does not jump. It relies on tables/ for movement, and on takes.c for whom
 * a line takes. */
#include <string.h>

#include "codegen.h"

const struct mad_node *mad_screens_of(const struct mad_codegen *codegen,
                                      const struct mad_node *node, uint32_t depth)
{
    node = mad_meaning(codegen, node);
    if (node->kind == MAD_NODE_SLIDE) {
        const struct mad_node *over = mad_child_of_kind(node, MAD_NODE_OVER);
        return over != NULL ? over->first : NULL;
    }
    for (const struct mad_node *child = node->first; child != NULL && depth < MAD_MAX_NESTING;
         child = child->next) {
        const struct mad_node *found = mad_screens_of(codegen, child, depth + 1);
        if (found != NULL) {
            return found;
        }
    }
    return NULL;
}

struct mad_types mad_screen_types(struct mad_codegen *codegen, const struct mad_node *screens)
{
    struct mad_types types = {{0, 0}};
    const struct mad_node *all = screens->first;
    if (screens->kind != MAD_NODE_EXCEPT || all->kind != MAD_NODE_CONST ||
        all->n0 != MAD_WORD_PIECE) {
        return mad_types_of(codegen, screens, NULL);
    }
    struct mad_types out = mad_types_of(codegen, all->next, NULL);
    for (uint32_t type = 0; type < codegen->game->type_count; type++) {
        if (!types_has(&out, type)) {
            types_add(&types, type);
        }
    }
    return types;
}

/* The men over whom a hopper of this line does not jump. */
static const uint8_t *blind_codes(struct mad_codegen *codegen, const struct mad_node *line,
                                  uint8_t *count)
{
    const struct mad_node *screens = mad_screens_of(codegen, line, 0);
    *count = 0;
    if (screens == NULL) {
        return NULL;
    }
    struct mad_types types = mad_screen_types(codegen, screens);
    uint8_t *codes = mad_codegen_keep(codegen, codegen->game->code_count + 1);
    for (uint32_t code = 0; codes != NULL && code < codegen->game->code_count; code++) {
        if (!types_has(&types, codegen->game->codes[code].type)) {
            codes[(*count)++] = (uint8_t)code;
        }
    }
    return codes;
}

static void add_attack(struct mad_codegen *codegen, uint32_t side, uint32_t code, bool ride,
                       uint32_t table, const struct mad_types *takes, const struct mad_node *line)
{
    struct mad_program *program = codegen->program;
    uint8_t blind_count = 0;
    const uint8_t *blind = ride ? blind_codes(codegen, line, &blind_count) : NULL;
    for (uint32_t i = 0; i < program->attack.all[side]; i++) {
        struct mad_attack *attack = &program->attack.rows[side][i];
        if (attack->ride == ride && attack->table == table &&
            memcmp(attack->takes, takes->word, sizeof attack->takes) == 0 &&
            attack->blind_count == blind_count &&
            (blind_count == 0 || memcmp(attack->blind, blind, blind_count) == 0)) {
            if (memchr(attack->codes, (int)code, attack->code_count) == NULL) {
                attack->codes[attack->code_count++] = (uint8_t)code;
            }
            return;
        }
    }
    if (!mad_codegen_grow(codegen, (void **)&program->attack.rows[side],
                          &codegen->attack_capacity[side], program->attack.all[side],
                          sizeof **program->attack.rows)) {
        return;
    }
    struct mad_attack *attack = &program->attack.rows[side][program->attack.all[side]++];
    *attack = (struct mad_attack){
        .table = table, .ride = ride, .code_count = 1, .blind_count = blind_count, .blind = blind};
    memcpy(attack->takes, takes->word, sizeof attack->takes);
    attack->codes[0] = attack->codes[1] = (uint8_t)code;
    program->attack.see_kinds[side] |= blind_count != 0;
    if (ride) {
        attack->hops = mad_ride_hops(codegen, table);
        attack->rays = mad_ride_rays(codegen, table);
        attack->full = mad_ride_full(codegen, table);
    }
}

static void add_strike(struct mad_codegen *codegen, uint32_t code, bool ride, uint32_t table)
{
    struct mad_attack_table *attack = &codegen->program->attack;
    if (mad_codegen_grow(codegen, (void **)&attack->strikes, &codegen->strike_capacity,
                         attack->strike_count, sizeof *attack->strikes)) {
        attack->strikes[attack->strike_count++] =
            (struct mad_strike){.table = table, .code = (uint8_t)code, .ride = ride};
    }
}

void mad_lower_attacks_of(struct mad_codegen *codegen, uint32_t code)
{
    struct mad_code who = codegen->game->codes[code];
    const struct mad_rule_lines *lines = &codegen->rules->pieces[who.type].lines;
    codegen->side = who.owner;
    uint32_t at = 0;
    for (const struct mad_node *line;
         codegen->status == MAD_OK && (line = mad_next_line(lines, MAD_NODE_MOVE, &at)) != NULL;) {
        struct mad_motion *motion = line->n0 & MAD_TO_ENEMY ? mad_line_motion(codegen, line) : NULL;
        if (motion == NULL) {
            continue;
        }
        struct mad_terms ahead = mad_motion_terms(codegen, motion);
        if (ahead.leap != UINT32_MAX) {
            add_strike(codegen, code, false, ahead.leap);
        }
        for (uint32_t r = 0; r < ahead.ride_count; r++) {
            add_strike(codegen, code, true, ahead.rides[r]);
        }
        struct mad_terms terms = mad_motion_terms(codegen, mad_motion_reversed(codegen, motion));
        struct mad_types takes;
        (void)mad_victims(codegen, line, &takes); /* others have been made verbs */
        if (terms.leap != UINT32_MAX) {
            add_attack(codegen, who.owner, code, false, terms.leap, &takes, line);
        }
        for (uint32_t r = 0; r < terms.ride_count; r++) {
            add_attack(codegen, who.owner, code, true, terms.rides[r], &takes, line);
        }
    }
}

/* Whether they take all men of these kinds who may be the enemy's. */
static bool takes_kinds(const struct mad_codegen *codegen, const struct mad_attack *attack,
                        uint32_t enemy, bool royals_alone)
{
    bool takes = true;
    for (uint32_t code = 0; code < codegen->game->code_count; code++) {
        const struct mad_code who = codegen->game->codes[code];
        if (who.owner == enemy && (codegen->game->types[who.type].royal || !royals_alone)) {
            takes = takes && (attack->takes[who.type / 64] >> (who.type % 64) & 1);
        }
    }
    return takes;
}

bool mad_takes_all(const struct mad_codegen *codegen, const struct mad_attack *attack)
{
    return takes_kinds(codegen, attack, 1 - codegen->game->codes[attack->codes[0]].owner, false);
}

/* They were found in scratch memory, for it is not known beforehand how many there are. Those that may take no
 * royal come last: masks, which follow royals alone, do not look at them. */
void mad_keep_attacks(struct mad_codegen *codegen, uint32_t side)
{
    struct mad_program *program = codegen->program;
    const uint32_t count = program->attack.all[side];
    struct mad_attack *kept = mad_codegen_keep(codegen, count * sizeof *kept + 1);
    uint32_t first = 0, last = count;
    for (uint32_t i = 0; kept != NULL && i < count; i++) {
        const struct mad_attack *attack = &program->attack.rows[side][i];
        kept[takes_kinds(codegen, attack, 1 - side, true) ? first++ : --last] = *attack;
    }
    program->attack.count[side] = first;
    program->attack.rows[side] = kept;
}
