/* law.c - what a move must not leave behind, and how the game ends.
 *
 * Layer: plan. Laws and ends are asked after a move, seen by the player who made it. The commonest law, that no
 * own royal may be left attacked, is recognised by its shape and answered by masks while moves are generated;
 * any other is answered by making each move and asking. `illegal when mover is in check` is that law; `illegal
 * when own Queen is attacked` is another. It relies on piece.c for attacks, on asks.c for what other laws
 * look at. */
#include <string.h>

#include "../vm/opcode.h"
#include "expr.h"

void mad_begin_program(struct mad_codegen *codegen, uint32_t side, enum mad_where place)
{
    codegen->side = side;
    codegen->place = place;
    codegen->has_here = false;
    codegen->changed = false;
    codegen->values.next_register = MAD_FIXED_REGISTERS;
    codegen->values.next_number = 0;
    codegen->values.known_first = codegen->values.known_count = 0;
}

/* --- illegal --------------------------------------------------------------------------------- */

/* Whose royal it is that the truth says is attacked, behind any number of names: MAD_WORD_MOVER of `own royal is
 * attacked`, MAD_WORD_ENEMY of `enemy is in check`; -1: it says something else. */
static int attacked_royal(const struct mad_codegen *codegen, const struct mad_node *node,
                          uint32_t depth)
{
    node = mad_meaning(codegen, node);
    if (node->kind != MAD_NODE_IS || (node->flags & MAD_FLAG_NEGATED) || depth == MAD_MAX_NESTING) {
        return -1;
    }
    const struct mad_node *subject = node->first;
    if (node->n0 == MAD_IS_ATTACKED) {
        return subject->kind == MAD_NODE_OWN && mad_is_word(subject->first, MAD_WORD_ROYAL)
                   ? MAD_WORD_MOVER
                   : -1;
    }
    const bool is_player =
        (node->n0 == MAD_IS_IN || node->n0 == MAD_IS) &&
        (mad_is_word(subject, MAD_WORD_MOVER) || mad_is_word(subject, MAD_WORD_ENEMY));
    return is_player && attacked_royal(codegen, subject->next, depth + 1) == MAD_WORD_MOVER
               ? subject->n0
               : -1;
}

/* The part of a law that masks can answer: all of it, or one of the truths that it joins by `and`. */
static const struct mad_node *royal_part(const struct mad_codegen *codegen,
                                         const struct mad_node *law)
{
    if (attacked_royal(codegen, law, 0) == MAD_WORD_MOVER) {
        return law;
    }
    for (const struct mad_node *part = law->kind == MAD_NODE_AND ? law->first : NULL; part != NULL;
         part = part->next) {
        if (attacked_royal(codegen, part, 0) == MAD_WORD_MOVER) {
            return part;
        }
    }
    return NULL;
}

/* The law of this kind that masks can answer, or null; one without exceptions before others. */
static const struct mad_node *masked_law(const struct mad_codegen *codegen, uint32_t mask)
{
    const struct mad_rule_lines *laws = &codegen->rules->illegal;
    for (uint32_t i = 0; i < laws->count; i++) {
        if (attacked_royal(codegen, laws->items[i], 0) ==
            (mask == MAD_MASKED_ROYAL ? MAD_WORD_MOVER : MAD_WORD_ENEMY)) {
            return laws->items[i];
        }
    }
    for (uint32_t i = 0; mask == MAD_MASKED_ROYAL && i < laws->count; i++) {
        if (royal_part(codegen, laws->items[i]) != NULL) {
            return laws->items[i];
        }
    }
    return NULL;
}

/* One law; of several that are said as one, with `or`, each by itself. A law that looks ahead is not asked
 * about the answers that it looks at: nobody asks what could be answered to them. */
static void lower_law(struct mad_codegen *codegen, const struct mad_node *law, uint32_t side)
{
    struct mad_label past = {0};
    const struct mad_node *meaning = mad_meaning(codegen, law);
    if (meaning->kind == MAD_NODE_OR) {
        for (const struct mad_node *part = meaning->first; part != NULL; part = part->next) {
            lower_law(codegen, part, side);
        }
        return;
    }
    mad_begin_program(codegen, side, MAD_PLACE_LAW);
    codegen->span = law->span;
    if (mad_reads_of(codegen, law, NULL) & MAD_READS(AHEAD)) {
        mad_emit_jump(codegen, MAD_OP_IF_ANSWER, 0, 0, 0, &past);
    }
    mad_jump_if(codegen, law, NULL, false, &past);
    mad_emit(codegen, MAD_OP_HOLDS, 0, 0, 0, 0);
    mad_label_bind(codegen, &past);
}

static uint32_t lower_illegal(struct mad_codegen *codegen, uint32_t side)
{
    uint32_t address = codegen->code_count;
    const struct mad_rule_lines *laws = &codegen->rules->illegal;
    for (uint32_t i = 0; i < laws->count; i++) {
        lower_law(codegen, laws->items[i], side);
    }
    mad_emit(codegen, MAD_OP_STOP, 0, 0, 0, 0);
    return laws->count != 0 ? address : MAD_NO_PROGRAM;
}

static bool find_royals(struct mad_codegen *codegen)
{
    uint32_t count[2] = {0, 0};
    for (uint32_t code = 0; code < codegen->game->code_count; code++) {
        struct mad_code who = codegen->game->codes[code];
        if (codegen->game->types[who.type].royal && who.owner != MAD_NOBODY) {
            codegen->program->laws.royal_code[who.owner] = (uint8_t)code;
            count[who.owner]++;
        }
    }
    return count[0] == 1 && count[1] == 1;
}

/* Masks follow leaps, and rides along lines whose squares are known; all others are suspects. */
static void find_suspects(struct mad_codegen *codegen)
{
    struct mad_program *program = codegen->program;
    for (uint32_t side = 0; side < 2; side++) {
        for (uint32_t i = 0; i < program->attack.count[side]; i++) {
            struct mad_attack *attack = &program->attack.rows[side][i];
            attack->suspect = attack->ride && !mad_ride_between(codegen, attack->table, 0);
            attack->over_one = attack->suspect && mad_ride_between(codegen, attack->table, 1);
            program->attack.suspicious[side] = program->attack.suspicious[side] || attack->suspect;
        }
    }
}

/* Whether masks tell which moves would attack the enemy's royal: not those of men who attack in ways that
 * masks cannot follow, nor of men who become others where they are placed. */
static bool can_spare(const struct mad_codegen *codegen)
{
    const struct mad_program *program = codegen->program;
    bool can = masked_law(codegen, MAD_MASKED_SPARE) != NULL && program->piece.placed == NULL;
    for (uint32_t side = 0; side < 2; side++) {
        for (uint32_t i = 0; i < program->attack.count[side]; i++) {
            can = can && !program->attack.rows[side][i].suspect;
        }
    }
    for (uint32_t code = 0; code < codegen->game->code_count; code++) {
        can = can && program->piece.after[code] == MAD_NO_PROGRAM &&
              program->piece.taken[code] == MAD_NO_PROGRAM;
    }
    return can;
}

/* What is known of a move before it is made. */
struct deed {
    const char *verb; /* null: a plain move */
    int type;         /* of its man; -1: any */
    bool forced;
    const struct mad_node *holds; /* a truth that does; null: none is said to */
    uint32_t names;               /* that have been followed */
};

/* Whether a truth can hold after such a move. */
static int told_of_deed(struct mad_codegen *codegen, const struct mad_node *node,
                        const void *context)
{
    const struct deed *deed = context;
    const struct mad_node *meaning = mad_meaning(codegen, node);
    if (node == deed->holds) {
        return 1;
    }
    if (meaning != node) {
        struct deed further = *deed;
        return ++further.names < MAD_MAX_NESTING
                   ? mad_truth_by(codegen, meaning, told_of_deed, &further)
                   : -1;
    }
    if (node->kind != MAD_NODE_MOVE_WAS) {
        return mad_truth_known(codegen, node, NULL);
    }
    if (node->first != NULL) {
        struct mad_types types = mad_types_of(codegen, node->first, NULL);
        return deed->type < 0 ? -1 : types_has(&types, (uint32_t)deed->type);
    }
    bool open = strcmp(node->name, "capture") == 0 || mad_is_outcome(codegen, node->name);
    return open ? -1 : strcmp(node->name, "forced") == 0 ? deed->forced : deed->verb == node->name;
}

/* Whether a law can hold after such a move: 1, 0, or -1 when that depends on more. */
static int law_after(struct mad_codegen *codegen, const struct mad_node *law,
                     const struct deed *deed)
{
    return mad_truth_by(codegen, law, told_of_deed, deed);
}

/* Whether laws but for these two may hold after such a move. */
static bool other_laws_read(struct mad_codegen *codegen, const struct mad_node *royal,
                            const struct mad_node *spare, struct deed deed)
{
    const struct mad_rule_lines *laws = &codegen->rules->illegal;
    for (uint32_t i = 0; i < laws->count; i++) {
        if (laws->items[i] != royal && laws->items[i] != spare &&
            law_after(codegen, laws->items[i], &deed) != 0) {
            return true;
        }
    }
    return false;
}

/* Whether the law about royals holds for such a move while one of them is attacked: 1, 0 when it makes
 * an exception, or -1 when that depends on more. */
static int royal_law_after(struct mad_codegen *codegen, const struct deed *deed)
{
    const struct mad_node *law = masked_law(codegen, MAD_MASKED_ROYAL);
    struct deed attacked = *deed;
    attacked.holds = law != NULL ? royal_part(codegen, law) : NULL;
    return law != NULL ? law_after(codegen, law, &attacked) : 0;
}

/* Where that depends on what stands where, masks tell while no man of the enemy that it looks at can be
 * taken by a plain move: see make_exceptions in w_legality.h. */
enum mad_legality_class mad_class_of_move(struct mad_codegen *codegen, const char *verb, int type,
                                          enum mad_legality_class mask_gate)
{
    struct deed deed = {.verb = verb, .type = type, .forced = codegen->on_duty};
    if (codegen->rules->illegal.count == 0) {
        return mask_gate;
    }
    int royal = royal_law_after(codegen, &deed);
    bool tested = other_laws_read(codegen, masked_law(codegen, MAD_MASKED_ROYAL), NULL, deed) ||
                  (royal < 0 && mask_gate == MAD_CLASS_PLAIN);
    return tested ? MAD_CLASS_TEST : royal == 0 ? MAD_CLASS_FREE : mask_gate;
}

/* The part of the law about royals that is neither known of all plain moves nor answered by masks: what
 * else has to hold for it to forbid them. */
static bool lower_guard(struct mad_codegen *codegen, uint32_t side)
{
    const struct mad_node *law = masked_law(codegen, MAD_MASKED_ROYAL);
    const struct mad_node *royal = law != NULL ? royal_part(codegen, law) : NULL;
    struct mad_program *program = codegen->program;
    struct deed plain = {.type = -1};
    struct mad_label past = {0};
    uint32_t address = codegen->code_count;
    int known = royal_law_after(codegen, &plain);
    if (known >= 0) {
        return known != 0;
    }
    mad_begin_program(codegen, side, MAD_PLACE_LAW);
    codegen->span = law->span;
    for (const struct mad_node *part = law->first; part != NULL; part = part->next) {
        if (part != royal && law_after(codegen, part, &plain) < 0) {
            mad_jump_if(codegen, part, NULL, false, &past);
        }
    }
    mad_emit(codegen, MAD_OP_HOLDS, 0, 0, 0, 0);
    mad_label_bind(codegen, &past);
    mad_emit(codegen, MAD_OP_STOP, 0, 0, 0, 0);
    program->laws.guard[side] = address;
    return mad_find_law_reads(codegen, address, &program->laws.guarding[side]) &&
           mad_only_places_of_enemies(codegen, &program->laws.guarding[side], side);
}

bool mad_spares_royal(const struct mad_codegen *codegen)
{
    return masked_law(codegen, MAD_MASKED_SPARE) != NULL;
}

static bool asks_for(const struct mad_node *node, const void *verb)
{
    return node->kind == MAD_NODE_MOVE_WAS && node->name == verb;
}

bool mad_is_asked_for(const struct mad_codegen *codegen, const char *verb)
{
    return mad_any_tree(codegen->rules, asks_for, verb, NULL);
}

static bool asks_for_past(const struct mad_node *node, const void *unused)
{
    (void)unused;
    return node->kind == MAD_NODE_BOARD_REPEATED;
}

bool mad_asks_for_past(const struct mad_codegen *codegen)
{
    return mad_any_tree(codegen->rules, asks_for_past, NULL, NULL);
}

/* A man more on the board opens no line; only for hoppers it may make one. */
static void judge_extensions(struct mad_codegen *codegen, bool no_more_laws)
{
    struct mad_program *program = codegen->program;
    for (uint32_t side = 0; side < 2; side++) {
        bool safe = no_more_laws;
        for (uint32_t i = 0; i < program->attack.count[1 - side]; i++) {
            safe = safe && !program->attack.rows[1 - side][i].suspect;
        }
        uint32_t at = 0;
        for (const struct mad_node *law;
             (law = mad_next_law(codegen, MAD_NODE_AFTER_MOVE, &at)) != NULL;) {
            safe = safe && mad_puts_alone(codegen, law->first);
        }
        program->extension.is_safe[side] = safe;
    }
}

/* Whether what is done behind a man's move, or before he is taken, changes more on the board than what
 * becomes of himself. */
static bool changes_board(const struct mad_codegen *codegen, uint32_t address)
{
    bool changes = false;
    for (; codegen->code[address].op != MAD_OP_STOP; address++) {
        changes = changes || mad_op_is_about(codegen->code[address].op, MAD_ABOUT(BOARD));
    }
    return changes;
}

/* Emits, of a truth that is several at once, those of which as much can be told: a jump to `past` where
 * one of them does not hold. How many. */
uint32_t mad_lower_told(struct mad_codegen *codegen, const struct mad_node *node, uint32_t depth,
                        mad_told *told, struct mad_label *past)
{
    uint32_t first = codegen->code_count, count = 0;
    node = mad_meaning(codegen, node);
    if (node->kind == MAD_NODE_AND) {
        for (const struct mad_node *child = node->first; child != NULL && depth < MAD_MAX_NESTING;
             child = child->next) {
            count += mad_lower_told(codegen, child, depth + 1, told, past);
        }
        return count;
    }
    struct mad_label nowhere = {0};
    mad_begin_program(codegen, codegen->side, codegen->place);
    mad_jump_if(codegen, node, NULL, false, &nowhere);
    bool is_told = told(codegen, first, codegen->code_count);
    codegen->code_count = first;
    mad_begin_program(codegen, codegen->side, codegen->place);
    if (is_told) {
        mad_jump_if(codegen, node, NULL, false, past);
    }
    return is_told;
}

/* A program that holds when some law but for these two may hold, as far as can be told of what they look
 * at; none when nothing can be told of one of them. */
static uint32_t lower_doubt(struct mad_codegen *codegen, uint32_t side,
                            const struct mad_node *royal, const struct mad_node *spare)
{
    uint32_t address = codegen->code_count;
    const struct mad_rule_lines *laws = &codegen->rules->illegal;
    for (uint32_t i = 0; i < laws->count; i++) {
        struct mad_label past = {0};
        if (laws->items[i] == royal || laws->items[i] == spare) {
            continue;
        }
        mad_begin_program(codegen, side, MAD_PLACE_LAW);
        codegen->span = laws->items[i]->span;
        if (mad_lower_told(codegen, laws->items[i], 0, mad_asks_for_enemies, &past) == 0 &&
            mad_lower_told(codegen, laws->items[i], 0, mad_is_readable, &past) == 0) {
            codegen->code_count = address;
            return MAD_NO_PROGRAM;
        }
        mad_emit(codegen, MAD_OP_HOLDS, 0, 0, 0, 0);
        mad_label_bind(codegen, &past);
    }
    mad_emit(codegen, MAD_OP_STOP, 0, 0, 0, 0);
    return address;
}

/* Masks answer the law about royals; ways that other laws may concern are tested one by one. When
 * plain moves are among these, it takes laws that look at no more than is known. */
static void choose_legality(struct mad_codegen *codegen)
{
    uint32_t count = codegen->rules->illegal.count;
    struct mad_program *program = codegen->program;
    program->legality = count == 0 ? MAD_LEGALITY_NONE : MAD_LEGALITY_TEST;
    const struct mad_node *royal = masked_law(codegen, MAD_MASKED_ROYAL), *spare = NULL;
    const bool royals = find_royals(codegen);
    const bool told = royals && !program->taking.royals;
    bool masks = royal != NULL && told && mad_takes_way(program, MAD_WAY_MASKS) &&
                 !mad_moves_change_royals(codegen),
         plain = false;
    find_suspects(codegen);
    mad_find_new_royals(codegen);
    if (told && count != 0 && !program->laws.royals_appear &&
        mad_takes_way(program, MAD_WAY_EXPLOSIONS) && mad_find_explosions(codegen)) {
        for (uint32_t side = 0; side < 2; side++) {
            mad_find_law_reads(codegen, program->entry.illegal[side], &program->laws.reads[side]);
            mad_find_dangers(codegen, side);
        }
        program->legality = MAD_LEGALITY_ROYAL;
        program->laws.more = true;
        return;
    }
    program->laws.spares_royal = masks && can_spare(codegen);
    spare = program->laws.spares_royal ? masked_law(codegen, MAD_MASKED_SPARE) : NULL;
    for (uint32_t code = 0; code < codegen->game->code_count; code++) {
        masks = masks && program->piece.capturing[code] == MAD_NO_PROGRAM &&
                !changes_board(codegen, program->piece.taken[code]) &&
                !changes_board(codegen, program->piece.after[code]);
        plain = plain || other_laws_read(codegen, royal, spare,
                                         (struct deed){.type = codegen->game->codes[code].type});
    }
    for (uint32_t side = 0; side < 2; side++) {
        masks = masks && lower_guard(codegen, side);
        mad_find_law_reads(codegen, program->entry.illegal[side], &program->laws.reads[side]);
        if (masks && plain) {
            program->laws.doubt[side] = lower_doubt(codegen, side, royal, spare);
            masks =
                mad_find_law_reads(codegen, program->laws.doubt[side], &program->laws.beside[side]);
        }
    }
    program->extension.is_safe[0] = program->extension.is_safe[1] =
        count == 0 && mad_takes_way(program, MAD_WAY_EXTENSIONS);
    masks = masks && !program->extension.must[0] && !program->extension.must[1];
    program->laws.spares_royal = program->laws.spares_royal && masks;
    if (masks) {
        judge_extensions(codegen, count == 1 && mad_takes_way(program, MAD_WAY_EXTENSIONS));
        mad_find_dangers(codegen, 0);
        mad_find_dangers(codegen, 1);
        program->legality = MAD_LEGALITY_ROYAL;
        program->laws.more = count > 1;
    }
}

/* --- compulsion ------------------------------------------------------------------------------ */

bool mad_must_verb(const struct mad_codegen *codegen, const char *verb)
{
    const struct mad_node *law;
    uint32_t at = 0;
    while ((law = mad_next_law(codegen, MAD_NODE_MUST, &at)) != NULL && law->name != verb) {
    }
    return law != NULL;
}

bool mad_captures_have_ranks(const struct mad_codegen *codegen)
{
    uint32_t at = 0;
    const struct mad_node *law;
    while ((law = mad_next_law(codegen, MAD_NODE_MUST, &at)) != NULL && law->first == NULL) {
    }
    return law != NULL;
}

/* `must capture as many as possible, then with King`: which of those that take as many go before others. */
static void lower_ranks(struct mad_codegen *codegen, const struct mad_node *law)
{
    struct mad_program *program = codegen->program;
    for (const struct mad_node *rank = law->first; rank != NULL; rank = rank->next) {
        struct mad_value men = mad_value_of(codegen, rank->first, NULL);
        if (program->capture_rank_count == MAD_MAX_RANKS) {
            mad_codegen_error(codegen, MAD_FINDING_NUMBER_RANGE, rank->span,
                              "captures of the same number have at most %d ranks", MAD_MAX_RANKS);
            return;
        }
        if (men.kind != MAD_KIND_PIECES || men.owned) {
            mad_codegen_error(
                codegen, MAD_FINDING_TYPE, rank->first->span,
                "the kind of a piece is wanted here, whosever it is: `then with King`");
            return;
        }
        program->capture_ranks[program->capture_rank_count++] =
            (struct mad_capture_rank){rank->n0 == MAD_RANK_WITH   ? MAD_BETTER_WITH
                                      : rank->n0 == MAD_RANK_MANY ? MAD_BETTER_MANY
                                                                  : MAD_BETTER_EARLY,
                                      {men.types.word[0], men.types.word[1]}};
    }
}

static void lower_musts(struct mad_codegen *codegen)
{
    uint32_t at = 0;
    for (const struct mad_node *law; (law = mad_next_law(codegen, MAD_NODE_MUST, &at)) != NULL;) {
        if (strcmp(law->name, "capture") == 0) {
            codegen->program->must_capture = true;
            codegen->program->must_capture_most = law->n0 != 0;
            lower_ranks(codegen, law);
        } else if (law->n0 != 0) {
            mad_codegen_error(
                codegen, MAD_FINDING_SYNTAX, law->span,
                "what is taken can be counted, and nothing else: say `must capture as "
                "many as possible`");
        } else if (mad_verb(codegen, law->name) == NULL) {
            mad_codegen_unknown(codegen, law->span, law->name, false, NULL);
        }
    }
}

/* Whether the code from `first` on asks for marks that last a turn, or looks ahead to moves that may. */
static bool sees_turn_marks(const struct mad_codegen *codegen, uint32_t first)
{
    const struct mad_program *program = codegen->program;
    bool sees = false;
    for (uint32_t at = first; at < codegen->code_count && program->marks.last_turn != 0; at++) {
        const struct mad_instruction *i = &codegen->code[at];
        sees = sees || (mad_op_names_slot(i->op) && i->x >= codegen->game->mark_slot) ||
               mad_op_is_about(i->op, MAD_ABOUT(AHEAD));
    }
    return sees;
}

/* What happens behind each move may not ask for moves that a law allows, if that makes them to see what is
 * behind them: there it would be asked again. */
static void check_regress(struct mad_codegen *codegen)
{
    bool makes_moves = false;
    for (uint32_t i = 0; i < codegen->rules->illegal.count; i++) {
        const struct mad_node *law = codegen->rules->illegal.items[i];
        makes_moves = makes_moves || (mad_reads_of(codegen, law, NULL) & MAD_READS(BEHIND)) != 0;
    }
    for (uint32_t i = 0; makes_moves && i < codegen->rules->laws.count; i++) {
        const struct mad_node *law = codegen->rules->laws.items[i];
        if ((law->kind == MAD_NODE_WHEN_MOVED || law->kind == MAD_NODE_END_TURN_WHEN ||
             law->kind == MAD_NODE_AGAIN_WHEN) &&
            (mad_reads_of(codegen, law, NULL) & MAD_READS(AHEAD))) {
            mad_codegen_error(codegen, MAD_FINDING_RECURSION, law->span,
                              "this asks who can move, a law makes moves to see what is behind "
                              "them, and then this is asked again: it would never end");
        }
    }
}

void mad_lower_laws(struct mad_codegen *codegen)
{
    struct mad_program *program = codegen->program;
    check_regress(codegen);
    for (uint32_t side = 0; side < 2; side++) {
        uint32_t first = codegen->code_count;
        program->entry.illegal[side] = lower_illegal(codegen, side);
        program->laws.see_marks = program->laws.see_marks || sees_turn_marks(codegen, first);
        program->entry.judge[side] = mad_lower_judge(codegen, side, false);
        program->entry.moved[side] = mad_lower_moved(codegen, side);
        program->entry.end_turn[side] = mad_lower_end_turn(codegen, side);
        program->entry.judge_static[side] = mad_lower_judge(codegen, side, true);
        mad_lower_ends_precheck(codegen, side);
    }
    mad_lower_quiet_breaks(codegen);
    mad_lower_passes(codegen);
    lower_musts(codegen);
    codegen->place = MAD_PLACE_LINE;
    mad_lower_takes(codegen);
    if (codegen->errors == 0 && codegen->status == MAD_OK) {
        choose_legality(codegen);
    }
}
