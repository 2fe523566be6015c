/* generate.c - the programs that list a player's moves: plain movement, the calls of verbs, what follows a move.
 *
 * Layer: plan. `slide queenwise` becomes `men White's Queen` with terms that are tables; lines of pieces and
 * players that call verbs become loops over their men (call.c). What is forced (`must`) comes first, in a
 * program of its own. It relies on tables/ for movement and on sweep.c for men who all take one step. */
#include <string.h>

#include "../vm/opcode.h"
#include "codegen.h"
#include "plan_text.h"
#include "value.h"

/* --- plain movement -------------------------------------------------------------------------- */

struct clauses {
    struct mad_clause items[MAD_MAX_PIECE_TABLES];
    uint32_t count;
};

static void add_clause(struct mad_codegen *codegen, struct clauses *clauses, bool ride,
                       uint32_t table, uint32_t filter, uint32_t screens)
{
    if (clauses->count == MAD_MAX_PIECE_TABLES) {
        mad_codegen_error(codegen, MAD_FINDING_LIMIT, codegen->span,
                          "the movement lines of this piece need more than %d tables; let some of "
                          "them go the same ways",
                          MAD_MAX_PIECE_TABLES);
        return;
    }
    clauses->items[clauses->count++] = (struct mad_clause){table, filter, screens, ride};
}

static void add_terms(struct mad_codegen *codegen, struct clauses *clauses,
                      const struct mad_terms *terms, uint32_t filter, uint32_t screens)
{
    if (terms->leap != UINT32_MAX) {
        add_clause(codegen, clauses, false, terms->leap, filter, 0);
    }
    for (uint32_t r = 0; r < terms->ride_count; r++) {
        add_clause(codegen, clauses, true, terms->rides[r], filter, screens);
    }
}

/* The squares allowed by the kind of line: registers 0 to 2 of every run; for royals, whose own steps
 * answer checks in other ways, 3 to 5. */
static uint32_t filter_of(const struct mad_node *line, bool royal)
{
    return (line->n0 == (MAD_TO_EMPTY | MAD_TO_ENEMY) ? 0u
            : line->n0 == MAD_TO_EMPTY                ? 1u
                                                      : 2u) +
           (royal ? 3u : 0u);
}

/* Where the line's `when` says that the man stands, which is known now: false when it asks for more. */
static bool place_of_when(struct mad_codegen *codegen, const struct mad_node *when,
                          struct mad_squares *place)
{
    const uint32_t code = codegen->code_count;
    const struct mad_scope scope = mad_codegen_scope(codegen);
    struct mad_value value;
    const bool had_here = codegen->has_here;
    codegen->has_here = true;
    bool is_place = mad_truth_as_place(codegen, when->first, NULL, &value) &&
                    value.kind == MAD_KIND_SQUARES && value.form == MAD_FORM_CONST;
    codegen->has_here = had_here;
    mad_codegen_take_back(codegen, scope, code); /* what was emitted to find out */
    if (is_place) {
        *place = when->flags & MAD_FLAG_UNLESS
                     ? squares_combine(MAD_WITHOUT, &codegen->board, &value.set)
                     : value.set;
    }
    return is_place;
}

bool mad_when_is_place(struct mad_codegen *codegen, const struct mad_node *line,
                       struct mad_squares *place)
{
    const struct mad_node *when = mad_child_of_kind(line, MAD_NODE_WHEN);
    *place = codegen->board;
    return when == NULL || place_of_when(codegen, when, place);
}

/* `when here is on own rank 2`: only rays from there. Other conditions are for verbs. */
static bool apply_when(struct mad_codegen *codegen, const struct mad_node *line,
                       struct mad_motion *motion)
{
    const struct mad_node *when = mad_child_of_kind(line, MAD_NODE_WHEN);
    struct mad_squares from;
    if (when == NULL) {
        return true;
    }
    if (!place_of_when(codegen, when, &from)) {
        mad_codegen_error(codegen, MAD_FINDING_TYPE, when->span,
                          "a line that captures can only ask where the piece stands: `when here is "
                          "on own rank 2`");
        return false;
    }
    mad_motion_restrict(codegen, motion, &from, &codegen->board);
    return true;
}

static const struct mad_node *target_of(const struct mad_node *line)
{
    const struct mad_node *by = mad_child_of_kind(line, MAD_NODE_BY);
    return by != NULL ? by->first : line->first;
}

/* The motion of a line for the player whose it is. */
struct mad_line_motion {
    const struct mad_node *line;
    uint32_t side;
    struct mad_motion *motion;
};

struct mad_motion *mad_line_motion(struct mad_codegen *codegen, const struct mad_node *line)
{
    for (uint32_t i = 0; i < codegen->tables.line_motion_count; i++) {
        const struct mad_line_motion *made = &codegen->tables.line_motions[i];
        if (made->line == line && made->side == codegen->side) {
            return made->motion;
        }
    }
    struct mad_motion *motion = mad_motion_of(codegen, target_of(line), NULL);
    motion = motion != NULL && apply_when(codegen, line, motion) ? motion : NULL;
    if (mad_codegen_grow(codegen, (void **)&codegen->tables.line_motions,
                         &codegen->tables.line_motion_capacity, codegen->tables.line_motion_count,
                         sizeof *codegen->tables.line_motions)) {
        codegen->tables.line_motions[codegen->tables.line_motion_count++] =
            (struct mad_line_motion){line, codegen->side, motion};
    }
    return motion;
}

/* `capture King by step diagonal`: the victims narrow the filter. */
static uint32_t victim_filter(struct mad_codegen *codegen, const struct mad_node *line,
                              uint32_t filter)
{
    if (mad_child_of_kind(line, MAD_NODE_BY) == NULL) {
        return filter;
    }
    struct mad_value allowed = {
        .kind = MAD_KIND_SQUARES, .form = MAD_FORM_REGISTER, .reg = (uint8_t)filter};
    struct mad_value victims = mad_squares_of(codegen, line->first, NULL);
    victims = mad_combine_values(codegen, MAD_BOTH, &allowed, &victims);
    return victims.kind == MAD_KIND_SQUARES ? mad_in_register(codegen, &victims) : filter;
}

static uint32_t screen_register(struct mad_codegen *codegen, const struct mad_node *line)
{
    const struct mad_node *screens = mad_screens_of(codegen, line, 0);
    if (screens == NULL) {
        return 0;
    }
    struct mad_value men = {
        .kind = MAD_KIND_PIECES, .owner = -1, .types = mad_screen_types(codegen, screens)};
    men = mad_as_squares(codegen, men, screens->span);
    return mad_in_register(codegen, &men);
}

static void collect_clauses(struct mad_codegen *codegen, const struct mad_rule_piece *piece,
                            bool royal, struct clauses *clauses)
{
    uint32_t at = 0;
    for (const struct mad_node *line;
         (line = mad_next_line(&piece->lines, MAD_NODE_MOVE, &at)) != NULL;) {
        codegen->span = line->span;
        struct mad_motion *motion = mad_line_motion(codegen, line);
        if (motion == NULL) {
            continue;
        }
        struct mad_terms terms = mad_motion_terms(codegen, motion);
        uint32_t filter = victim_filter(codegen, line, filter_of(line, royal));
        add_terms(codegen, clauses, &terms, filter, screen_register(codegen, line));
    }
}

/* Leaps under one filter are one table. */
static void merge_leaps(struct mad_codegen *codegen, struct clauses *clauses)
{
    for (uint32_t i = 0; i < clauses->count; i++) {
        for (uint32_t j = i + 1; j < clauses->count; j++) {
            struct mad_clause *a = &clauses->items[i], *b = &clauses->items[j];
            if (a->ride || b->ride || a->filter != b->filter) {
                continue;
            }
            struct mad_squares *table = mad_new_table(codegen);
            for (uint32_t s = 0; table != NULL && s < codegen->squares; s++) {
                table[s] = squares_combine(MAD_EITHER, &codegen->tables.leaps[a->table][s],
                                           &codegen->tables.leaps[b->table][s]);
            }
            if (table == NULL) {
                return;
            }
            a->table = mad_codegen_leap(codegen, table);
            *b = clauses->items[--clauses->count];
            j--;
        }
    }
}

static void emit_men(struct mad_codegen *codegen, uint32_t code, bool royal,
                     const struct clauses *clauses)
{
    uint32_t leaps = 0;
    for (uint32_t i = 0; i < clauses->count; i++) {
        leaps += !clauses->items[i].ride;
    }
    codegen->program->piece.men_at[code] = codegen->code_count;
    mad_emit(codegen, MAD_OP_MEN, code, leaps, clauses->count - leaps, royal);
    for (uint32_t ride = 0; ride < 2; ride++) {
        for (uint32_t i = 0; i < clauses->count; i++) {
            const struct mad_clause *clause = &clauses->items[i];
            if (clause->ride == (ride != 0)) {
                mad_emit(codegen, ride ? MAD_OP_RIDE_TERM : MAD_OP_LEAP_TERM, clause->filter,
                         clause->screens, 0, clause->table);
            }
        }
    }
}

/* All squares to which the clauses may lead from this one. */
static struct mad_squares reach_of(const struct mad_codegen *codegen, const struct clauses *clauses,
                                   uint32_t square)
{
    struct mad_squares all = {{0}};
    for (uint32_t i = 0; i < clauses->count; i++) {
        const struct mad_clause *clause = &clauses->items[i];
        struct mad_squares reached = clause->ride ? mad_ride_reach(codegen, clause->table, square)
                                                  : codegen->tables.leaps[clause->table][square];
        all = squares_combine(MAD_EITHER, &all, &reached);
    }
    return all;
}

/* Lines whose verb is a plain move go with the plain moves; marks them in `done`. */
static void collect_straight(struct mad_codegen *codegen, uint32_t type, uint32_t code, bool royal,
                             struct clauses *clauses, bool *done)
{
    const struct mad_rule_lines *lines = &codegen->rules->pieces[type].lines;
    struct mad_motion *motion = mad_motion_new(codegen);
    struct mad_gone gone = {mad_new_table(codegen), mad_new_table(codegen)};
    if (motion == NULL || gone.once == NULL || gone.twice == NULL) {
        return;
    }
    for (uint32_t s = 0; s < codegen->squares; s++) {
        gone.once[s] = reach_of(codegen, clauses, s);
    }
    for (uint32_t i = 0; i < 2 * lines->count; i++) {
        const bool noting = i < lines->count;
        const uint32_t n = i % lines->count;
        done[n] =
            lines->items[n]->kind == MAD_NODE_CALL_LINE &&
            mad_inline_plain_line(codegen, lines->items[n], code, &gone, noting ? NULL : motion);
    }
    mad_spare_table(codegen, gone.once);
    mad_spare_table(codegen, gone.twice);
    struct mad_terms terms = mad_motion_terms(codegen, motion);
    add_terms(codegen, clauses, &terms, royal ? 4 : 1, 0);
}

/* From where a move may end with another man, and so that its owner chooses: others are counted without asking. */
static void find_arrivals(struct mad_codegen *codegen, uint32_t code, const struct clauses *clauses)
{
    const struct mad_program *program = codegen->program;
    struct mad_squares from = {{0}}, changes = {{0}};
    struct mad_squares *choice = mad_new_table(codegen);
    uint32_t least = UINT32_MAX, most = 0;
    if (choice == NULL) {
        return;
    }
    memset(choice, 0, codegen->squares * sizeof *choice);
    for (uint32_t square = 0; program->arrival.count[code] != 0 && square < codegen->squares;
         square++) {
        struct mad_squares reached = reach_of(codegen, clauses, square);
        for (uint32_t row = 0; row < program->arrival.count[code]; row++) {
            const struct mad_arrival *arrival = &program->arrival.ways[code][row];
            struct mad_squares ends =
                squares_combine(MAD_BOTH, &reached, &codegen->tables.consts[arrival->to]);
            if (!squares_has(&codegen->tables.consts[arrival->from], square) ||
                squares_empty(&ends)) {
                continue;
            }
            squares_add(&changes, square);
            if (arrival->count > 1) {
                squares_add(&from, square);
                choice[square] = squares_combine(MAD_EITHER, &choice[square], &ends);
                least = arrival->count < least ? arrival->count : least;
                most = arrival->count > most ? arrival->count : most;
            }
        }
    }
    program->arrival.from[code] = mad_codegen_const(codegen, &from);
    program->arrival.changes[code] = mad_codegen_const(codegen, &changes);
    if (least == most && most <= MAD_MAX_TYPES) {
        program->arrival.choice_ends[code] = mad_codegen_leap(codegen, choice);
        program->arrival.more_ways[code] = (uint8_t)(most - 1);
    } else {
        mad_spare_table(codegen, choice);
    }
}

/* The plain moves of pinned men come last, each along his own line. By then the registers of filters
 * that a line has made (`capture King by ...`) hold other things: this works out the same ones anew. */
static void lower_filters(struct mad_codegen *codegen, uint32_t type, uint32_t code)
{
    struct clauses clauses = {.count = 0};
    uint32_t address = codegen->code_count;
    mad_begin_program(codegen, codegen->side, MAD_PLACE_LINE);
    collect_clauses(codegen, &codegen->rules->pieces[type], false, &clauses);
    if (codegen->code_count == address) {
        return;
    }
    mad_emit(codegen, MAD_OP_STOP, 0, 0, 0, 0);
    codegen->program->piece.filters_at[code] = address;
}

static void lower_plain(struct mad_codegen *codegen, uint32_t type, uint32_t code, bool *done)
{
    struct clauses clauses = {.count = 0};
    mad_begin_program(codegen, codegen->side, MAD_PLACE_LINE);
    bool royal = codegen->game->types[type].royal;
    uint32_t first = codegen->code_count;
    if (!royal && mad_spares_royal(codegen)) {
        mad_emit(codegen, MAD_OP_SPARE, code, 0, 0, 0);
    }
    collect_clauses(codegen, &codegen->rules->pieces[type], royal, &clauses);
    collect_straight(codegen, type, code, royal, &clauses, done);
    merge_leaps(codegen, &clauses);
    if (clauses.count != 0) {
        struct mad_label past = {0};
        mad_note_plain(codegen, code, clauses.items, clauses.count);
        find_arrivals(codegen, code, &clauses);
        if (!royal && mad_takes_way(codegen->program, MAD_WAY_SWEEP)) {
            mad_lower_sweep(codegen, code, clauses.items, clauses.count, first, &past);
        }
        emit_men(codegen, code, royal, &clauses);
        mad_label_bind(codegen, &past);
    }
}

/* --- programs -------------------------------------------------------------------------------- */

static uint32_t lower_calls(struct mad_codegen *codegen, uint32_t type, uint32_t code, bool duty,
                            const bool *done)
{
    const struct mad_rule_lines *lines = &codegen->rules->pieces[type].lines;
    uint32_t count = 0;
    for (uint32_t i = 0; i < lines->count; i++) {
        const struct mad_node *line = lines->items[i];
        const struct mad_node *call = mad_child_of_kind(line, MAD_NODE_CALL);
        bool must = (line->flags & MAD_FLAG_ONE_MUST) != 0 ||
                    (call != NULL && mad_must_verb(codegen, call->name));
        if (line->kind == MAD_NODE_CALL_LINE && must == duty && !mad_is_event_verb(codegen, line) &&
            (done == NULL || !done[i])) {
            mad_lower_call(codegen, line, call, (int)code);
            count++;
        }
    }
    return count;
}

/* What a player may do without a piece, or must: how many such lines. Of several players only he moves whose seat it is. */
static uint32_t lower_players_calls(struct mad_codegen *codegen, bool duty)
{
    uint32_t count = 0;
    const bool moves = codegen->rules->player_count <= 2 || codegen->side == 0;
    for (uint32_t i = 0; moves && i < codegen->rules->player_may.count; i++) {
        const struct mad_node *line = codegen->rules->player_may.items[i];
        if (mad_must_verb(codegen, line->first->name) == duty) {
            mad_lower_call(codegen, line, line->first, -1);
            count++;
        }
    }
    return count;
}

/* A mark that a duty asks for always matters to repetition: it changes which moves there are even
 * where it does not change how many. */
static void keep_duty_marks(struct mad_codegen *codegen, uint32_t address)
{
    for (uint32_t at = address; address != MAD_NO_PROGRAM && at < codegen->code_count; at++) {
        const struct mad_instruction *i = &codegen->code[at];
        if (mad_op_names_slot(i->op) && i->x >= codegen->game->mark_slot) {
            codegen->program->marks.key_if_used &=
                (uint16_t) ~(1u << (i->x - codegen->game->mark_slot));
        }
    }
}

enum { ON_MARK = 1, ON_EMPTY = 2, CHOSEN = ON_MARK | ON_EMPTY };

/* What is known of a set in a register. */
struct known_set {
    uint8_t on; /* of all its squares */
    bool men;   /* it is of all men on the board */
    bool fixed; /* or always the same */
};

/* Whether moves set off something else: where they end, and where somebody is taken. */
static bool any_events(const struct mad_codegen *codegen)
{
    const struct mad_program *program = codegen->program;
    bool any = false;
    for (uint32_t code = 0; code < codegen->game->code_count; code++) {
        any = any || program->piece.after[code] != MAD_NO_PROGRAM ||
              program->piece.taken[code] != MAD_NO_PROGRAM ||
              program->piece.capturing[code] != MAD_NO_PROGRAM;
    }
    return any;
}

/* The mark of which the program only ever chooses squares, empty ones, without looking at anything else
 * that a plain move could change; MAD_NO_MARK when there is none, or more may happen. */
static uint32_t mark_of_extension(const struct mad_codegen *codegen, uint32_t address)
{
    const struct mad_instruction *const code = codegen->code;
    const uint32_t marks = codegen->game->mark_slot;
    uint32_t found = MAD_NO_MARK, many = 0;
    struct known_set sets[MAD_MAX_SETS] = {{0, false, false}};
    for (uint32_t at = address; at < codegen->code_count; at++) {
        const struct mad_instruction *i = &code[at];
        const struct known_set *b = &sets[i->b], *c = &sets[i->c];
        const bool of_run = i->b < MAD_FIXED_REGISTERS || i->c < MAD_FIXED_REGISTERS;
        struct known_set made = {0, false, false};
        switch ((unsigned)i->op) {
        case MAD_OP_OCCUPIED: made.men = true; break;
        case MAD_OP_CONST: made.fixed = true; break;
        case MAD_OP_FORMER:
            if (i->x < marks || (found != MAD_NO_MARK && found != i->x - marks)) {
                return MAD_NO_MARK;
            }
            found = i->x - marks;
            made.on = ON_MARK;
            break;
        case MAD_OP_EXCEPT:
        case MAD_OP_AND:
            if (of_run || (i->op == MAD_OP_EXCEPT && !c->men && !c->fixed)) {
                return MAD_NO_MARK;
            }
            made.on = (uint8_t)(b->on | (i->op == MAD_OP_AND ? c->on : c->men ? ON_EMPTY : 0));
            break;
        case MAD_OP_MANY:
            if (sets[i->a].on != CHOSEN) {
                return MAD_NO_MARK;
            }
            many = at;
            continue;
        case MAD_OP_NEXT_SQUARE: /* one by one only behind all at once */
            if (b->on != CHOSEN || at < address + 2 || many != at - 2 ||
                code[many].a != code[at - 1].b) {
                return MAD_NO_MARK;
            }
            made.on = CHOSEN;
            break;
        case MAD_OP_IF_POCKET_EMPTY: /* what was captured is there now: the next one asks for before */
            if (code[at + 1].op != MAD_OP_IF_POCKET_WAS_EMPTY || code[at + 1].c != i->c ||
                code[at + 1].a != i->a) {
                return MAD_NO_MARK;
            }
            continue;
        case MAD_OP_IF_POCKET_WAS_EMPTY:
        case MAD_OP_JUMP:
        case MAD_OP_PUT:
        case MAD_OP_SPEND:
        case MAD_OP_MOVE:
        case MAD_OP_STOP: continue;
        default: return MAD_NO_MARK;
        }
        sets[i->a] = made;
    }
    return any_events(codegen) ? MAD_NO_MARK : found;
}

/* What goes on after each move. */
static void lower_extensions(struct mad_codegen *codegen, uint32_t side)
{
    struct mad_program *program = codegen->program;
    uint32_t address = codegen->code_count, count = 0, next = 0;
    for (const struct mad_node *law;
         (law = mad_next_law(codegen, MAD_NODE_AFTER_MOVE, &next)) != NULL;) {
        if (law->first == NULL) {
            continue;
        }
        codegen->values.most_registers = 0;
        mad_lower_extension(codegen, law->first);
        program->extension.must[side] = program->extension.must[side] || law->n0 == 1;
        if (codegen->values.most_registers > program->extension.registers) {
            program->extension.registers = codegen->values.most_registers;
        }
        count++;
    }
    mad_emit(codegen, MAD_OP_STOP, 0, 0, 0, 0);
    program->extension.program[side] = count != 0 ? address : MAD_NO_PROGRAM;
    for (uint32_t at = address; at < codegen->code_count; at++) {
        program->extension.asks[side] |= mad_op_is_about(codegen->code[at].op, MAD_ABOUT(LAST));
    }
    program->extension.mark[side] = mad_takes_way(program, MAD_WAY_EXTENSIONS)
                                        ? (uint8_t)mark_of_extension(codegen, address)
                                        : MAD_NO_MARK;
}

static void lower_side(struct mad_codegen *codegen, uint32_t side)
{
    struct mad_program *program = codegen->program;
    codegen->side = side;
    program->entry.duty[side] = codegen->code_count;
    uint32_t duties = 0;
    codegen->on_duty = true;
    for (uint32_t code = 0; code < codegen->game->code_count; code++) {
        if (codegen->game->codes[code].owner == side) {
            duties += lower_calls(codegen, codegen->game->codes[code].type, code, true, NULL);
        }
    }
    duties += lower_players_calls(codegen, true);
    codegen->on_duty = false;
    mad_emit(codegen, MAD_OP_STOP, 0, 0, 0, 0);
    if (duties == 0) {
        program->entry.duty[side] = MAD_NO_PROGRAM;
    }
    keep_duty_marks(codegen, program->entry.duty[side]);
    program->entry.generate[side] = codegen->code_count;
    for (uint32_t code = 0; code < codegen->game->code_count && codegen->status == MAD_OK; code++) {
        uint32_t type = codegen->game->codes[code].type;
        bool *done = mad_codegen_scratch(codegen, codegen->rules->pieces[type].lines.count + 1);
        if (done != NULL && codegen->game->codes[code].owner == side) {
            lower_plain(codegen, type, code, done);
            lower_calls(codegen, type, code, false, done);
        }
    }
    lower_players_calls(codegen, false);
    mad_emit(codegen, MAD_OP_STOP, 0, 0, 0, 0);
    for (uint32_t code = 0; code < codegen->game->code_count && codegen->status == MAD_OK; code++) {
        uint32_t type = codegen->game->codes[code].type;
        if (codegen->game->codes[code].owner == side && !codegen->game->types[type].royal) {
            lower_filters(codegen, type, code);
        }
    }
    lower_extensions(codegen, side);
}

void mad_lower_programs(struct mad_codegen *codegen)
{
    mad_lower_pass_line(codegen);
    lower_side(codegen, 0);
    lower_side(codegen, 1);
}
