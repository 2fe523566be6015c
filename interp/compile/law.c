/* law.c - what a move must not leave behind, and how the game ends.
 *
 * Layer: compile. Laws and ends are asked after a move, seen by the player who made it. The commonest
 * law, that no own royal may be left attacked, is recognised by its shape and answered by masks while
 * moves are generated; any other is answered by making each move and asking. */
#include <string.h>

#include "../vm/opcode.h"
#include "build.h"

static void begin_program(struct mad_build *build, uint32_t side)
{
    build->side = side;
    build->has_here = false;
    build->changed = false;
    build->next_register = MAD_FIXED_REGISTERS;
    build->next_number = 0;
    build->known_first = build->known_count = 0;
}

/* --- illegal --------------------------------------------------------------------------------------------------- */

/* `own royal is attacked`, behind any number of names. */
static bool is_royal_attacked(const struct mad_build *build, const struct mad_node *node,
                              uint32_t depth)
{
    if (node->kind == MAD_NODE_REF && depth < MAD_MAX_NESTING) {
        const struct mad_rule_definition *definition = mad_definition(build, node->name);
        return definition != NULL && is_royal_attacked(build, definition->expression, depth + 1);
    }
    if (node->kind != MAD_NODE_IS || (node->flags & MAD_FLAG_NEGATED)) {
        return false;
    }
    const struct mad_node *subject = node->first;
    if ((node->n0 == MAD_IS_IN || node->n0 == MAD_IS) && subject->kind == MAD_NODE_CONST &&
        subject->n0 == MAD_WORD_MOVER) {
        return is_royal_attacked(build, subject->next, depth);
    }
    return node->n0 == MAD_IS_ATTACKED && subject->kind == MAD_NODE_OWN &&
           subject->first->kind == MAD_NODE_CONST && subject->first->n0 == MAD_WORD_ROYAL;
}

/* `enemy royal is attacked`, said as `enemy is ...`, behind any number of names. */
static bool is_enemy_attacked(const struct mad_build *build, const struct mad_node *node,
                              uint32_t depth)
{
    if (node->kind == MAD_NODE_REF && depth < MAD_MAX_NESTING) {
        const struct mad_rule_definition *definition = mad_definition(build, node->name);
        return definition != NULL && is_enemy_attacked(build, definition->expression, depth + 1);
    }
    return node->kind == MAD_NODE_IS && !(node->flags & MAD_FLAG_NEGATED) &&
           (node->n0 == MAD_IS_IN || node->n0 == MAD_IS) && node->first->kind == MAD_NODE_CONST &&
           node->first->n0 == MAD_WORD_ENEMY && is_royal_attacked(build, node->first->next, depth);
}

/* The part of a law that masks can answer: all of it, or one of the truths that it joins by `and`. */
static const struct mad_node *royal_part(const struct mad_build *build, const struct mad_node *law)
{
    if (is_royal_attacked(build, law, 0)) {
        return law;
    }
    for (const struct mad_node *part = law->kind == MAD_NODE_AND ? law->first : NULL; part != NULL;
         part = part->next) {
        if (is_royal_attacked(build, part, 0)) {
            return part;
        }
    }
    return NULL;
}

/* The law of this kind that masks can answer, or null; one without exceptions before others. */
static const struct mad_node *masked_law(const struct mad_build *build, uint32_t mask)
{
    const struct mad_rule_lines *laws = &build->rules->illegal;
    for (uint32_t i = 0; i < laws->count; i++) {
        if (mask == MAD_MASKED_ROYAL ? is_royal_attacked(build, laws->items[i], 0)
                                     : is_enemy_attacked(build, laws->items[i], 0)) {
            return laws->items[i];
        }
    }
    for (uint32_t i = 0; mask == MAD_MASKED_ROYAL && i < laws->count; i++) {
        if (royal_part(build, laws->items[i]) != NULL) {
            return laws->items[i];
        }
    }
    return NULL;
}

static uint32_t lower_illegal(struct mad_build *build, uint32_t side)
{
    uint32_t address = build->code_count;
    const struct mad_rule_lines *laws = &build->rules->illegal;
    for (uint32_t i = 0; i < laws->count; i++) {
        struct mad_label past = {0};
        begin_program(build, side);
        build->span = laws->items[i]->span;
        mad_jump_if(build, laws->items[i], NULL, false, &past);
        mad_emit(build, MAD_OP_HOLDS, 0, 0, 0, 0);
        mad_label_bind(build, &past);
    }
    mad_emit(build, MAD_OP_STOP, 0, 0, 0, 0);
    return laws->count != 0 ? address : MAD_NO_PROGRAM;
}

static bool find_royals(struct mad_build *build)
{
    uint32_t count[2] = {0, 0};
    for (uint32_t code = 0; code < build->game->code_count; code++) {
        struct mad_code who = build->game->codes[code];
        if (build->game->types[who.type].royal && who.owner != MAD_NOBODY) {
            build->machine->royal_code[who.owner] = (uint8_t)code;
            count[who.owner]++;
        }
    }
    return count[0] == 1 && count[1] == 1;
}

/* Masks follow leaps, and rides along lines whose squares are known; all others are suspects. */
static void find_suspects(struct mad_build *build)
{
    struct mad_machine *machine = build->machine;
    for (uint32_t side = 0; side < 2; side++) {
        for (uint32_t i = 0; i < machine->attack_count[side]; i++) {
            struct mad_attack *attack = &machine->attacks[side][i];
            attack->suspect =
                attack->ride && !mad_ride_between(build, attack->table, 0, machine->between);
            attack->over_one =
                attack->suspect && mad_ride_between(build, attack->table, 1, machine->between);
            machine->suspicious[side] = machine->suspicious[side] || attack->suspect;
        }
    }
}

/* Whether masks tell which moves would attack the enemy's royal: not those of men who attack in ways that
 * masks cannot follow, nor of men who become others where they are placed. */
static bool can_spare(const struct mad_build *build)
{
    const struct mad_machine *machine = build->machine;
    bool can = masked_law(build, MAD_MASKED_SPARE) != NULL && machine->placed == NULL;
    for (uint32_t side = 0; side < 2; side++) {
        for (uint32_t i = 0; i < machine->attack_count[side]; i++) {
            can = can && !machine->attacks[side][i].suspect;
        }
    }
    for (uint32_t code = 0; code < build->game->code_count; code++) {
        can =
            can && machine->after[code] == MAD_NO_PROGRAM && machine->taken[code] == MAD_NO_PROGRAM;
    }
    return can;
}

/* What is known of a move before it is made. */
struct deed {
    const char *verb; /* null: a plain move */
    int type;         /* of its man; -1: any */
    bool forced;
};

/* Whether a law can hold after such a move: 1, 0, or -1 when that depends on more. */
static int law_after(struct mad_build *build, const struct mad_node *node, const struct deed *deed,
                     uint32_t depth)
{
    if (node->kind == MAD_NODE_REF && depth < MAD_MAX_NESTING) {
        const struct mad_rule_definition *definition = mad_definition(build, node->name);
        return definition != NULL ? law_after(build, definition->expression, deed, depth + 1) : -1;
    }
    if (node->kind == MAD_NODE_MOVE_WAS && node->first != NULL) {
        struct mad_types types = mad_types_of(build, node->first, NULL);
        return deed->type < 0 ? -1 : types_has(&types, (uint32_t)deed->type);
    }
    if (node->kind == MAD_NODE_MOVE_WAS) {
        bool open = strcmp(node->name, "capture") == 0 || mad_is_outcome(build, node->name);
        return open                                ? -1
               : strcmp(node->name, "forced") == 0 ? deed->forced
                                                   : deed->verb == node->name;
    }
    if (node->kind == MAD_NODE_NOT) {
        int known = law_after(build, node->first, deed, depth + 1);
        return known < 0 ? known : !known;
    }
    if (node->kind != MAD_NODE_AND && node->kind != MAD_NODE_OR) {
        return mad_truth_known(build, node, NULL);
    }
    int result = node->kind == MAD_NODE_AND;
    for (const struct mad_node *child = node->first; child != NULL; child = child->next) {
        int known = law_after(build, child, deed, depth + 1);
        if (known == (node->kind == MAD_NODE_OR)) {
            return known;
        }
        result = known < 0 ? known : result;
    }
    return result;
}

/* Whether laws but for these two may hold after such a move. */
static bool other_laws_concern(struct mad_build *build, const struct mad_node *royal,
                               const struct mad_node *spare, struct deed deed)
{
    const struct mad_rule_lines *laws = &build->rules->illegal;
    for (uint32_t i = 0; i < laws->count; i++) {
        if (laws->items[i] != royal && laws->items[i] != spare &&
            law_after(build, laws->items[i], &deed, 0) != 0) {
            return true;
        }
    }
    return false;
}

/* Whether the law about royals holds for such a move while one of them is attacked: 1, 0 when it makes
 * an exception, or -1 when that depends on more. */
static int royal_law_after(struct mad_build *build, const struct deed *deed)
{
    const struct mad_node *law = masked_law(build, MAD_MASKED_ROYAL);
    const struct mad_node *royal = law != NULL ? royal_part(build, law) : NULL;
    if (law == royal) {
        return law != NULL;
    }
    int result = 1;
    for (const struct mad_node *part = law->first; part != NULL; part = part->next) {
        int known = part == royal ? 1 : law_after(build, part, deed, 0);
        if (known == 0) {
            return 0;
        }
        result = known < 0 ? known : result;
    }
    return result;
}

/* Where that depends on what stands where, masks tell while no man of the enemy that it looks at can be
 * taken by a plain move: see make_exceptions in w_run.c. */
enum mad_gate mad_gate_of_move(struct mad_build *build, const char *verb, int type,
                               enum mad_gate mask_gate)
{
    struct deed deed = {verb, type, build->on_duty};
    if (build->rules->illegal.count == 0) {
        return mask_gate;
    }
    int royal = royal_law_after(build, &deed);
    bool tested = other_laws_concern(build, masked_law(build, MAD_MASKED_ROYAL), NULL, deed) ||
                  (royal < 0 && mask_gate == MAD_GATE_PLAIN);
    return tested ? MAD_GATE_TEST : royal == 0 ? MAD_GATE_FREE : mask_gate;
}

/* The part of the law about royals that is neither known of all plain moves nor answered by masks: what
 * else has to hold for it to forbid them. */
static bool lower_guard(struct mad_build *build, uint32_t side)
{
    const struct mad_node *law = masked_law(build, MAD_MASKED_ROYAL);
    const struct mad_node *royal = law != NULL ? royal_part(build, law) : NULL;
    struct mad_machine *machine = build->machine;
    struct deed plain = {NULL, -1, false};
    struct mad_label past = {0};
    uint32_t address = build->code_count;
    int known = royal_law_after(build, &plain);
    if (known >= 0) {
        return known != 0;
    }
    begin_program(build, side);
    build->span = law->span;
    for (const struct mad_node *part = law->first; part != NULL; part = part->next) {
        if (part != royal && law_after(build, part, &plain, 0) < 0) {
            mad_jump_if(build, part, NULL, false, &past);
        }
    }
    mad_emit(build, MAD_OP_HOLDS, 0, 0, 0, 0);
    mad_label_bind(build, &past);
    mad_emit(build, MAD_OP_STOP, 0, 0, 0, 0);
    machine->guard[side] = address;
    return mad_find_concerns(build, address, &machine->guarding[side]) &&
           mad_only_places_of_enemies(build, &machine->guarding[side], side);
}

/* Whether the law holds only where the enemy's royal is attacked. */
static bool wants_check(const struct mad_build *build, const struct mad_node *law, uint32_t depth)
{
    if (is_enemy_attacked(build, law, depth)) {
        return true;
    }
    if (law->kind == MAD_NODE_REF && depth < MAD_MAX_NESTING) {
        const struct mad_rule_definition *definition = mad_definition(build, law->name);
        return definition != NULL && wants_check(build, definition->expression, depth + 1);
    }
    for (const struct mad_node *child = law->first; law->kind == MAD_NODE_AND && child != NULL;
         child = child->next) {
        if (wants_check(build, child, depth)) {
            return true;
        }
    }
    return false;
}

bool mad_laws_want_check(struct mad_build *build, const char *verb, int type)
{
    const struct mad_rule_lines *laws = &build->rules->illegal;
    const struct mad_node *royal = masked_law(build, MAD_MASKED_ROYAL);
    struct deed deed = {verb, type, build->on_duty};
    if (royal == NULL || royal_part(build, royal) != royal) {
        return false; /* it makes exceptions: then the enemy's may be attacked already */
    }
    for (uint32_t i = 0; i < laws->count; i++) {
        if (laws->items[i] != royal && law_after(build, laws->items[i], &deed, 0) != 0 &&
            !wants_check(build, laws->items[i], 0)) {
            return false;
        }
    }
    return true;
}

bool mad_spares_royal(const struct mad_build *build)
{
    return masked_law(build, MAD_MASKED_SPARE) != NULL;
}

static bool asks_for(const struct mad_node *node, const char *verb)
{
    if (node->kind == MAD_NODE_MOVE_WAS && node->name == verb) {
        return true;
    }
    for (const struct mad_node *child = node->first; child != NULL; child = child->next) {
        if (asks_for(child, verb)) {
            return true;
        }
    }
    return false;
}

bool mad_is_asked_for(const struct mad_build *build, const char *verb)
{
    const struct mad_rule_lines *lists[] = {&build->rules->illegal, &build->rules->ends,
                                            &build->rules->laws};
    for (uint32_t list = 0; list < sizeof lists / sizeof *lists; list++) {
        for (uint32_t i = 0; i < lists[list]->count; i++) {
            if (asks_for(lists[list]->items[i], verb)) {
                return true;
            }
        }
    }
    for (uint32_t i = 0; i < build->rules->definition_count; i++) {
        if (asks_for(build->rules->definitions[i].expression, verb)) {
            return true;
        }
    }
    return false;
}

/* A man more on the board opens no line; only for hoppers it may make one. */
static void judge_extensions(struct mad_build *build, bool no_more_laws)
{
    struct mad_machine *machine = build->machine;
    for (uint32_t side = 0; side < 2; side++) {
        bool safe = no_more_laws;
        for (uint32_t i = 0; i < machine->attack_count[1 - side]; i++) {
            safe = safe && !machine->attacks[1 - side][i].suspect;
        }
        for (uint32_t i = 0; i < build->rules->laws.count; i++) {
            const struct mad_node *law = build->rules->laws.items[i];
            safe = safe && (law->kind != MAD_NODE_AFTER_MOVE || mad_puts_alone(build, law->first));
        }
        machine->extension_is_safe[side] = safe;
    }
}

/* Whether what is done behind a man's move, or before he is taken, changes more on the board than what
 * becomes of himself. */
static bool changes_board(const struct mad_build *build, uint32_t address)
{
    bool changes = false;
    for (; build->code[address].op != MAD_OP_STOP; address++) {
        changes = changes || mad_op_is_about(build->code[address].op, MAD_ABOUT(BOARD));
    }
    return changes;
}

/* Emits, of a truth that is several at once, those of which as much can be told: a jump to `past` where
 * one of them does not hold. How many. */
static uint32_t lower_told(struct mad_build *build, const struct mad_node *node, uint32_t depth,
                           mad_told *told, struct mad_label *past)
{
    const struct mad_rule_definition *definition =
        node->kind == MAD_NODE_REF && depth < MAD_MAX_NESTING ? mad_definition(build, node->name)
                                                              : NULL;
    if (definition != NULL) {
        return lower_told(build, definition->expression, depth + 1, told, past);
    }
    uint32_t first = build->code_count, count = 0;
    for (const struct mad_node *child = node->first; node->kind == MAD_NODE_AND && child != NULL;
         child = child->next) {
        count += lower_told(build, child, depth + 1, told, past);
    }
    if (node->kind == MAD_NODE_AND) {
        return count;
    }
    struct mad_label nowhere = {0};
    begin_program(build, build->side);
    mad_jump_if(build, node, NULL, false, &nowhere);
    bool is_told = told(build, first, build->code_count);
    build->code_count = first;
    begin_program(build, build->side);
    if (is_told) {
        mad_jump_if(build, node, NULL, false, past);
    }
    return is_told;
}

/* A program that holds when some law but for these two may hold, as far as can be told of what they look
 * at; none when nothing can be told of one of them. */
static uint32_t lower_doubt(struct mad_build *build, uint32_t side, const struct mad_node *royal,
                            const struct mad_node *spare)
{
    uint32_t address = build->code_count;
    const struct mad_rule_lines *laws = &build->rules->illegal;
    for (uint32_t i = 0; i < laws->count; i++) {
        struct mad_label past = {0};
        if (laws->items[i] == royal || laws->items[i] == spare) {
            continue;
        }
        begin_program(build, side);
        build->span = laws->items[i]->span;
        if (lower_told(build, laws->items[i], 0, mad_asks_for_enemies, &past) == 0 &&
            lower_told(build, laws->items[i], 0, mad_is_readable, &past) == 0) {
            build->code_count = address;
            return MAD_NO_PROGRAM;
        }
        mad_emit(build, MAD_OP_HOLDS, 0, 0, 0, 0);
        mad_label_bind(build, &past);
    }
    mad_emit(build, MAD_OP_STOP, 0, 0, 0, 0);
    return address;
}

/* Masks answer the law about royals; ways that other laws may concern are tested one by one. When
 * plain moves are among these, it takes laws that look at no more than is known. */
static void choose_legality(struct mad_build *build)
{
    uint32_t count = build->rules->illegal.count;
    struct mad_machine *machine = build->machine;
    machine->legality = count == 0 ? MAD_LEGALITY_NONE : MAD_LEGALITY_TEST;
    if (count != 0) {
        mad_find_stirred(build);
    }
    const struct mad_node *royal = masked_law(build, MAD_MASKED_ROYAL), *spare = NULL;
    const bool royals = find_royals(build);
    bool masks = royal != NULL && royals, plain = false;
    find_suspects(build);
    if (royals && count != 0 && mad_find_blasts(build)) {
        for (uint32_t side = 0; side < 2; side++) {
            mad_find_concerns(build, machine->illegal[side], &machine->concerns[side]);
            mad_find_dangers(build, side);
        }
        machine->legality = MAD_LEGALITY_ROYAL;
        machine->more_laws = true;
        return;
    }
    machine->spares_royal = masks && can_spare(build);
    spare = machine->spares_royal ? masked_law(build, MAD_MASKED_SPARE) : NULL;
    for (uint32_t code = 0; code < build->game->code_count; code++) {
        masks = masks && machine->capturing[code] == MAD_NO_PROGRAM &&
                !changes_board(build, machine->taken[code]) &&
                !changes_board(build, machine->after[code]);
        plain =
            plain || other_laws_concern(build, royal, spare,
                                        (struct deed){NULL, build->game->codes[code].type, false});
    }
    for (uint32_t side = 0; side < 2; side++) {
        masks = masks && lower_guard(build, side);
        mad_find_concerns(build, machine->illegal[side], &machine->concerns[side]);
        if (masks && plain) {
            machine->doubt[side] = lower_doubt(build, side, royal, spare);
            masks = mad_find_concerns(build, machine->doubt[side], &machine->beside[side]);
        }
    }
    machine->extension_is_safe[0] = machine->extension_is_safe[1] = count == 0;
    masks = masks && !machine->must_extend[0] && !machine->must_extend[1];
    machine->spares_royal = machine->spares_royal && masks;
    if (masks) {
        judge_extensions(build, count == 1);
        mad_find_dangers(build, 0);
        mad_find_dangers(build, 1);
        machine->legality = MAD_LEGALITY_ROYAL;
        machine->more_laws = count > 1;
    }
}

/* --- ends ------------------------------------------------------------------------------------------------------------ */

static int subject_player(struct mad_build *build, const struct mad_node *node)
{
    if (node->kind == MAD_NODE_CONST && node->n0 == MAD_WORD_ENEMY) {
        return 1 - (int)build->side;
    }
    struct mad_value value = mad_value_of(build, node, NULL);
    if (value.kind == MAD_KIND_NONE) {
        return -1;
    }
    if (value.kind != MAD_KIND_PLAYER) {
        mad_build_no_player(build, node);
        return -1;
    }
    return (int)value.player;
}

static enum mad_outcome win_of(int player)
{
    return player == 0 ? MAD_WIN_FIRST : MAD_WIN_SECOND;
}

static void lower_quiet(struct mad_build *build, const struct mad_node *end, uint32_t index)
{
    struct mad_label past = {0};
    if (end->n0 < 1 || end->n0 > 4999) { /* the counter has four digits in position texts */
        mad_build_error(build, MAD_FINDING_NUMBER_RANGE, end->span,
                        "1 to 4999 turns each can be counted");
        return;
    }
    uint32_t moves = build->game->turn_count == 0
                         ? 2u
                         : build->game->turn_count - (uint32_t)build->game->turns_once;
    mad_emit(build, MAD_OP_IF_BUSY, 0, 0, 0, (uint32_t)end->n0 * moves);
    mad_emit_jump(build, MAD_OP_JUMP, 0, 0, 0,
                  &past); /* its x is where IF_BUSY goes; never run itself */
    mad_emit(build, MAD_OP_VERDICT, MAD_DRAW, 0, 0, index);
    mad_label_bind(build, &past);
}

/* A player with no X loses: asked of both, the player who moved first. */
static void lower_without(struct mad_build *build, const struct mad_node *end, uint32_t index)
{
    for (uint32_t turn = 0; turn < 2; turn++) {
        uint32_t side = build->side, player = turn == 0 ? side : 1 - side;
        struct mad_label past = {0};
        build->side = player;
        struct mad_value value = mad_value_of(build, end->first, NULL);
        if (value.kind == MAD_KIND_PIECES) {
            value.owner = (int)player;
        }
        value = mad_as_squares(build, value, end->span);
        struct mad_value men = mad_slot_value(build, player);
        value = mad_combine_values(build, MAD_BOTH, &value, &men);
        build->side = side;
        if (value.kind == MAD_KIND_SQUARES) {
            mad_emit_jump(build, MAD_OP_IF_SOME, mad_in_register(build, &value), 0, 0, &past);
            mad_emit(build, MAD_OP_VERDICT, win_of((int)(end->n0 != 0 ? player : 1 - player)), 0, 0,
                     index);
        }
        mad_label_bind(build, &past);
    }
}

/* `mover scores 3 and enemy scores 1 when C`: the truth first, which is cheaper. */
static void lower_score(struct mad_build *build, const struct mad_node *end, uint32_t index)
{
    struct mad_label past = {0};
    uint32_t number[2] = {0, 0};
    bool seen[2] = {false, false};
    mad_jump_if(build, end->first->next->next, NULL, false, &past);
    for (const struct mad_node *scores = end->first; scores->kind == MAD_NODE_SCORES;
         scores = scores->next) {
        int player = subject_player(build, scores->first);
        struct mad_value value = mad_value_of(build, scores->first->next, NULL);
        uint32_t n = mad_in_number(build, &value, scores->first->next->span);
        if (player >= 0 && seen[player]) {
            mad_build_error(build, MAD_FINDING_TYPE, scores->first->span,
                            "this is the same player again; say what the other scores");
        }
        if (player >= 0) {
            number[player] = n;
            seen[player] = true;
        }
    }
    mad_emit(build, MAD_OP_SCORE, number[0], number[1], 0, index);
    mad_label_bind(build, &past);
}

static void lower_end(struct mad_build *build, const struct mad_node *end, uint32_t index)
{
    struct mad_label past = {0};
    const struct mad_node *truth = end->kind == MAD_NODE_END_FOR ? end->first->next : end->first;
    enum mad_outcome outcome = MAD_DRAW;
    if (end->kind == MAD_NODE_END_QUIET) {
        lower_quiet(build, end, index);
        return;
    }
    if (end->kind == MAD_NODE_END_WITHOUT) {
        lower_without(build, end, index);
        return;
    }
    if (end->kind == MAD_NODE_END_SCORE) {
        lower_score(build, end, index);
        return;
    }
    if (end->kind == MAD_NODE_END_FOR) {
        int player = subject_player(build, end->first);
        outcome = player < 0 ? MAD_DRAW : win_of(end->n0 != 0 ? player : 1 - player);
    }
    mad_jump_if(build, truth, NULL, false, &past);
    mad_emit(build, MAD_OP_VERDICT, outcome, 0, 0, index);
    mad_label_bind(build, &past);
}

/* Whether the end can only hold when the side to move has no move, or by repetition or counters:
 * perft need not ask. */
static bool is_left_out(const struct mad_build *build, const struct mad_node *node)
{
    switch ((unsigned)node->kind) {
    case MAD_NODE_END_QUIET:
    case MAD_NODE_REPEATED:
    case MAD_NODE_SINCE_FIRST: return true;
    case MAD_NODE_END_FOR: return is_left_out(build, node->first->next);
    case MAD_NODE_END_DRAW: return is_left_out(build, node->first);
    case MAD_NODE_END_SCORE: return is_left_out(build, node->first->next->next);
    case MAD_NODE_AND:
        for (const struct mad_node *child = node->first; child != NULL; child = child->next) {
            if (is_left_out(build, child)) {
                return true;
            }
        }
        return false;
    case MAD_NODE_CAN_MOVE:
        return (node->flags & MAD_FLAG_NEGATED) && node->first->next == NULL &&
               node->first->kind == MAD_NODE_CONST &&
               (node->first->n0 == MAD_WORD_NEXT_PLAYER ||
                (node->first->n0 == MAD_WORD_ENEMY && build->game->turn_count == 0));
    default: return false;
    }
}

static uint32_t lower_judge(struct mad_build *build, uint32_t side, bool for_perft)
{
    uint32_t address = build->code_count, count = 0;
    for (uint32_t i = 0; i < build->rules->ends.count; i++) {
        const struct mad_node *end = build->rules->ends.items[i];
        if (for_perft && is_left_out(build, end)) {
            continue;
        }
        begin_program(build, side);
        build->span = end->span;
        lower_end(build, end, i);
        count++;
    }
    mad_emit(build, MAD_OP_STOP, 0, 0, 0, 0);
    return count != 0 ? address : MAD_NO_PROGRAM;
}

/* --- what need not be asked again ----------------------------------------------------------- */

/* Emits what an end needs to hold, as far as only numbers of men are asked for; false: there is none. */
static bool lower_end_doubt(struct mad_build *build, const struct mad_node *end, uint32_t index)
{
    struct mad_label past = {0};
    uint32_t first = build->code_count;
    if (end->kind == MAD_NODE_END_WITHOUT) {
        lower_without(build, end, index);
        return mad_asks_for_numbers(build, first, build->code_count);
    }
    const struct mad_node *truth = end->kind == MAD_NODE_END_FOR     ? end->first->next
                                   : end->kind == MAD_NODE_END_SCORE ? end->first->next->next
                                                                     : end->first;
    uint32_t count = lower_told(build, truth, 0, mad_asks_for_numbers, &past);
    mad_emit(build, MAD_OP_HOLDS, 0, 0, 0, 0);
    mad_label_bind(build, &past);
    return count != 0;
}

/* The same of a sentence of `when moved`. */
static bool lower_moved_doubt(struct mad_build *build, const struct mad_node *sentence)
{
    struct mad_label past = {0};
    if (sentence->kind != MAD_NODE_IF || sentence->first->next == NULL ||
        sentence->first->next->next != NULL ||
        lower_told(build, sentence->first, 0, mad_asks_for_numbers, &past) == 0) {
        return false;
    }
    mad_emit(build, MAD_OP_HOLDS, 0, 0, 0, 0);
    mad_label_bind(build, &past);
    return true;
}

/* A program that holds when some end that counting asks for may hold, or `when moved` may do something, as
 * far as only numbers of men are asked for: behind a move that changes none of these, neither does when
 * it does not now. */
static void lower_hush(struct mad_build *build, uint32_t side)
{
    struct mad_machine *machine = build->machine;
    uint32_t address = build->code_count;
    bool told = build->game->turn_count == 0 && (machine->judge_static[side] != MAD_NO_PROGRAM ||
                                                 machine->moved[side] != MAD_NO_PROGRAM);
    for (uint32_t i = 0; told && i < build->rules->ends.count; i++) {
        const struct mad_node *end = build->rules->ends.items[i];
        if (!is_left_out(build, end)) {
            begin_program(build, side);
            build->span = end->span;
            told = lower_end_doubt(build, end, i);
        }
    }
    for (uint32_t i = 0; told && i < build->rules->laws.count; i++) {
        const struct mad_node *law = build->rules->laws.items[i];
        const struct mad_node *body =
            law->kind == MAD_NODE_WHEN_MOVED ? mad_child_of_kind(law, MAD_NODE_BODY) : NULL;
        for (const struct mad_node *s = body != NULL ? body->first : NULL; told && s != NULL;
             s = s->next) {
            begin_program(build, side);
            build->span = s->span;
            told = lower_moved_doubt(build, s);
        }
    }
    if (told) {
        machine->questions[side] = mad_questions_of(build, address, build->code_count);
    }
    if (machine->questions[side] == NULL) {
        build->code_count = address;
        return;
    }
    mad_emit(build, MAD_OP_STOP, 0, 0, 0, 0);
    machine->hush[side] = address;
}

/* --- what resets the quiet counter --------------------------------------------------------------------------------------- */

static void lower_quiet_breaks(struct mad_build *build)
{
    struct mad_machine *machine = build->machine;
    machine->breaks_quiet = mad_build_keep(build, build->game->code_count + 1);
    for (uint32_t i = 0; machine->breaks_quiet != NULL && i < build->rules->ends.count; i++) {
        const struct mad_node *end = build->rules->ends.items[i];
        for (const struct mad_node *b = end->first; end->kind == MAD_NODE_END_QUIET && b != NULL;
             b = b->next) {
            int type = b->name != NULL ? mad_build_type(build, b->name) : -1;
            if (b->name == NULL) {
                machine->quiet_capture = 1;
            } else if (type < 0) {
                mad_build_unknown(build, b->span, b->name, true, NULL);
            }
            for (uint32_t side = 0; type >= 0 && side < 2; side++) {
                if (build->game->code_of[type][side] != 0xff) {
                    machine->breaks_quiet[build->game->code_of[type][side]] |=
                        b->n0 == 0 ? MAD_BREAKS_BY_MOVE : MAD_BREAKS_BY_CHANGE;
                }
            }
        }
    }
}

/* --- turns ----------------------------------------------------------------------------------- */

/* A program that holds when the truth of some law of this kind does. */
static uint32_t lower_whenever(struct mad_build *build, uint32_t side, enum mad_node_kind kind)
{
    uint32_t address = build->code_count, count = 0;
    for (uint32_t i = 0; i < build->rules->laws.count; i++) {
        const struct mad_node *law = build->rules->laws.items[i];
        struct mad_label past = {0};
        if (law->kind == kind) {
            begin_program(build, side);
            build->span = law->span;
            mad_jump_if(build, law->first, NULL, false, &past);
            mad_emit(build, MAD_OP_HOLDS, 0, 0, 0, 0);
            mad_label_bind(build, &past);
            count++;
        }
    }
    mad_emit(build, MAD_OP_STOP, 0, 0, 0, 0);
    return count != 0 ? address : MAD_NO_PROGRAM;
}

static void add_turns(struct mad_build *build, const struct mad_node *names)
{
    struct mad_game *game = build->game;
    for (const struct mad_node *name = names; name != NULL && name->kind == MAD_NODE_REF;
         name = name->next) {
        uint8_t player = build->rules->players[0].name == name->name   ? 0
                         : build->rules->players[1].name == name->name ? 1
                                                                       : 2;
        if (player == 2) {
            mad_build_error(build, MAD_FINDING_UNDEF_PIECE, name->span, "%s", name->name);
        } else if (game->turn_count == MAD_MAX_TURNS) {
            mad_build_error(build, MAD_FINDING_LIMIT, name->span, "more than %d turns",
                            MAD_MAX_TURNS);
        } else {
            game->turns[game->turn_count++] = player;
        }
    }
}

/* Where a player's turn begins among those repeated: his first move that follows one of the other. */
static bool find_usual(struct mad_game *game, uint8_t player)
{
    for (uint32_t i = game->turns_once; i < game->turn_count; i++) {
        uint32_t before = i == game->turns_once ? game->turn_count - 1u : i - 1;
        if (game->turns[i] == player && game->turns[before] != player) {
            game->turn_usual[player] = (uint8_t)i;
            return true;
        }
    }
    return false;
}

void mad_lower_turns(struct mad_build *build)
{
    struct mad_game *game = build->game;
    for (uint32_t i = 0; i < build->rules->laws.count; i++) {
        const struct mad_node *law = build->rules->laws.items[i];
        const struct mad_node *repeated = mad_child_of_kind(law, MAD_NODE_LIST);
        if (law->kind != MAD_NODE_TURNS || repeated == NULL) {
            continue;
        }
        add_turns(build, law->first);
        game->turns_once = game->turn_count;
        add_turns(build, repeated->first);
        if (build->errors == 0 && (!find_usual(game, 0) || !find_usual(game, 1))) {
            mad_build_error(build, MAD_FINDING_GAME_SHAPE, repeated->span,
                            "both players move among the turns that are repeated");
        }
    }
}

/* --- when moved --------------------------------------------------------------------------------- */

static uint32_t lower_moved(struct mad_build *build, uint32_t side)
{
    uint32_t address = build->code_count, count = 0;
    begin_program(build, side);
    for (uint32_t i = 0; i < build->rules->laws.count; i++) {
        const struct mad_node *law = build->rules->laws.items[i];
        if (law->kind == MAD_NODE_WHEN_MOVED) {
            build->span = law->span;
            mad_lower_effects(build, mad_child_of_kind(law, MAD_NODE_BODY), NULL, false);
            count++;
        }
    }
    mad_emit(build, MAD_OP_STOP, 0, 0, 0, 0);
    return count != 0 ? address : MAD_NO_PROGRAM;
}

/* --- passing ------------------------------------------------------------------------------------ */

/* Whether a truth can hold only for a player who cannot move. */
static bool wants_no_moves(const struct mad_node *truth)
{
    if (truth->kind == MAD_NODE_AND) {
        for (const struct mad_node *child = truth->first; child != NULL; child = child->next) {
            if (wants_no_moves(child)) {
                return true;
            }
        }
    }
    return truth->kind == MAD_NODE_CAN_MOVE && (truth->flags & MAD_FLAG_NEGATED) &&
           truth->first->next == NULL && truth->first->kind == MAD_NODE_CONST &&
           truth->first->n0 == MAD_WORD_MOVER;
}

void mad_lower_pass_line(struct mad_build *build)
{
    struct mad_game *game = build->game;
    bool passes = false;
    for (uint32_t i = 0; i < build->rules->laws.count; i++) {
        const struct mad_node *law = build->rules->laws.items[i];
        if (law->kind == MAD_NODE_PASS_WHEN) {
            passes = true;
            build->machine->passes_freely |= !wants_no_moves(law->first);
        }
    }
    if (passes && game->line_count < MAD_MAX_LINES) {
        build->machine->pass_line = (uint8_t)game->line_count;
        game->lines[game->line_count++] =
            (struct mad_line){.verb = "pass", .written = "pass", .shape = MAD_SHAPE_STAY};
    }
}

static void lower_passes(struct mad_build *build)
{
    for (uint32_t side = 0; side < 2; side++) {
        build->machine->pass[side] = lower_whenever(build, side, MAD_NODE_PASS_WHEN);
    }
}

/* --- compulsion ------------------------------------------------------------------------------ */

bool mad_must_verb(const struct mad_build *build, const char *verb)
{
    for (uint32_t i = 0; i < build->rules->laws.count; i++) {
        const struct mad_node *law = build->rules->laws.items[i];
        if (law->kind == MAD_NODE_MUST && law->name == verb) {
            return true;
        }
    }
    return false;
}

static void lower_musts(struct mad_build *build)
{
    for (uint32_t i = 0; i < build->rules->laws.count; i++) {
        const struct mad_node *law = build->rules->laws.items[i];
        if (law->kind != MAD_NODE_MUST) {
            continue;
        }
        if (strcmp(law->name, "capture") == 0) {
            build->machine->must_capture = true;
            build->machine->must_capture_most = law->n0 != 0;
        } else if (law->n0 != 0) {
            mad_build_error(build, MAD_FINDING_SYNTAX, law->span,
                            "what is taken can be counted, and nothing else: say `must capture as "
                            "many as possible`");
        } else if (mad_verb(build, law->name) == NULL) {
            mad_build_unknown(build, law->span, law->name, false, NULL);
        }
    }
}

/* Whether the code from `first` on asks for marks that last a turn, or looks ahead to moves that may. */
static bool sees_turn_marks(const struct mad_build *build, uint32_t first)
{
    const struct mad_machine *machine = build->machine;
    bool sees = false;
    for (uint32_t at = first; at < build->code_count && machine->mark_lasts_turn != 0; at++) {
        const struct mad_instruction *i = &build->code[at];
        sees = sees || (mad_op_names_slot(i->op) && i->x >= build->game->mark_slot) ||
               mad_op_is_about(i->op, MAD_ABOUT(AHEAD));
    }
    return sees;
}

void mad_lower_laws(struct mad_build *build)
{
    struct mad_machine *machine = build->machine;
    for (uint32_t side = 0; side < 2; side++) {
        uint32_t first = build->code_count;
        machine->illegal[side] = lower_illegal(build, side);
        machine->laws_see_marks = machine->laws_see_marks || sees_turn_marks(build, first);
        machine->judge[side] = lower_judge(build, side, false);
        machine->moved[side] = lower_moved(build, side);
        machine->end_turn[side] = lower_whenever(build, side, MAD_NODE_END_TURN_WHEN);
        machine->judge_static[side] = lower_judge(build, side, true);
        lower_hush(build, side);
    }
    lower_quiet_breaks(build);
    lower_passes(build);
    lower_musts(build);
    if (build->errors == 0 && build->status == MAD_OK) {
        choose_legality(build);
    }
}
