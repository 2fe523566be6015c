/* memory.c - pieces and what is remembered: types, codes, marks, pockets, counters, and the state they begin in.
 *
 * Layer: plan. `piece Rook (R)` becomes a type and two codes, one for each player; a mark becomes a set of squares
 * behind the sets of men, a pocket bytes behind these. It relies on the ruleset being resolved, and on value.c for
 * where a mark stands to begin with. */
#include <string.h>

#include "codegen.h"
#include "expr.h"

/* --- pieces and memory ----------------------------------------------------------------------- */

bool mad_has_line(const struct mad_codegen *codegen, uint32_t type, enum mad_node_kind kind)
{
    uint32_t from = 0;
    return mad_next_line(&codegen->rules->pieces[type].lines, kind, &from) != NULL;
}

void mad_make_types(struct mad_codegen *codegen)
{
    const struct mad_ruleset *rules = codegen->rules;
    struct mad_game *game = codegen->game;
    if (rules->piece_count > MAD_MAX_TYPES) {
        mad_codegen_error(codegen, MAD_FINDING_NUMBER_RANGE, rules->span, "more than %d pieces",
                          MAD_MAX_TYPES);
        return;
    }
    MAD_KEEP(codegen, game->types, rules->piece_count + 1);
    MAD_KEEP(codegen, game->code_of, rules->piece_count + 1);
    MAD_KEEP(codegen, game->codes, 2 * rules->piece_count + 1);
    if (game->types == NULL || game->code_of == NULL || game->codes == NULL) {
        return;
    }
    game->type_count = rules->piece_count;
    for (uint32_t i = 0; i < rules->piece_count; i++) {
        const struct mad_rule_piece *piece = &rules->pieces[i];
        game->types[i] = (struct mad_piece_type){
            .name = mad_codegen_keep_text(codegen, piece->name),
            .kind = mad_codegen_keep_text(codegen, piece->kind != NULL ? piece->kind : piece->name),
            .letter = mad_codegen_keep_text(codegen, piece->letter),
            .owner = piece->owner,
            .royal = mad_has_line(codegen, i, MAD_NODE_ROYAL)};
        memset(game->code_of[i], 0xff, sizeof game->code_of[i]);
    }
    /* Owner by owner; from seats that differ in whose the men are the codes are the same. */
    for (uint32_t owner = 0; owner <= MAD_NOBODY && rules->player_count <= 2; owner++) {
        for (uint32_t i = 0; i < rules->piece_count; i++) {
            if ((rules->pieces[i].owner == -1 && owner != MAD_NOBODY) ||
                rules->pieces[i].owner == (int)owner) {
                game->code_of[i][owner] = (uint8_t)game->code_count;
                game->codes[game->code_count++] = (struct mad_code){(uint8_t)i, (uint8_t)owner};
            }
        }
    }
    for (uint32_t i = 0; i < rules->piece_count && rules->player_count > 2; i++) {
        const uint8_t owner = (uint8_t)rules->pieces[i].owner;
        game->code_of[i][owner] = (uint8_t)i;
        game->codes[game->code_count++] = (struct mad_code){(uint8_t)i, owner};
    }
    game->empty = (uint8_t)game->code_count;
    game->codes[game->empty] = (struct mad_code){0xff, 0xff};
    for (uint32_t i = 0; i < rules->letterless.count; i++) {
        int type = mad_named(codegen, MAD_NAME_PIECE, rules->letterless.items[i]->name);
        if (type >= 0) {
            game->types[type].letterless = true;
        }
    }
}

static const char *shown_as(const struct mad_codegen *codegen, const char *name)
{
    const char *shown = NULL;
    for (uint32_t i = 0; i < codegen->rules->shows.count; i++) {
        const struct mad_node *show = codegen->rules->shows.items[i];
        shown = show->name == name ? show->text : shown;
    }
    return shown;
}

/* The fields that are no lists of squares, and which marks they can say wherever these stand. */
static const struct {
    const char *shown;
    enum mad_mark_show show;
    uint32_t lives; /* bits */
    const char *holds, *fits;
} MARK_FIELDS[] = {
    {"castling", MAD_SHOW_CASTLING, 1u << MAD_LIFE_TOUCHED, "has men who have not moved",
     "last until its piece moves or is taken"},
    {"en-passant", MAD_SHOW_EN_PASSANT, 1u << MAD_LIFE_TURNS, "is told of the last move alone",
     "last 1 turn"},
    {"~", MAD_SHOW_TILDE, 1u << MAD_LIFE_FOLLOWS | 1u << MAD_LIFE_TOUCHED, "stands behind a man",
     "follow its piece"},
};

static enum mad_mark_show show_of(const char *shown)
{
    for (size_t i = 0; shown != NULL && i < sizeof MARK_FIELDS / sizeof *MARK_FIELDS; i++) {
        if (strcmp(shown, MARK_FIELDS[i].shown) == 0) {
            return MARK_FIELDS[i].show;
        }
    }
    return MAD_SHOW_FIELD;
}

void mad_make_marks(struct mad_codegen *codegen)
{
    const struct mad_ruleset *rules = codegen->rules;
    struct mad_game *game = codegen->game;
    struct mad_program *program = codegen->program;
    MAD_KEEP(codegen, game->marks, rules->mark_count + 1);
    if (rules->mark_count > MAD_MAX_MARKS) {
        mad_codegen_error(codegen, MAD_FINDING_NUMBER_RANGE, rules->marks[MAD_MAX_MARKS].span,
                          "more than %d marks%s", MAD_MAX_MARKS,
                          rules->marks[MAD_MAX_MARKS].most == 0
                              ? ""
                              : "; a number takes one for each binary digit of its largest");
        return;
    }
    for (uint32_t i = 0; game->marks != NULL && i < rules->mark_count; i++) {
        const struct mad_rule_mark *rule = &rules->marks[i];
        struct mad_mark *mark = &game->marks[i];
        const char *shown = shown_as(codegen, rule->name);
        *mark = (struct mad_mark){.name = mad_codegen_keep_text(codegen, rule->name),
                                  .of_men = rule->life == MAD_LIFE_FOLLOWS,
                                  .life = (uint8_t)rule->life};
        mark->shown = mad_codegen_keep_text(codegen, shown != NULL ? shown : rule->name);
        mark->show = rule->plane > 0 || rule->is_height ? MAD_SHOW_DIGIT
                     : rule->most > 0                   ? MAD_SHOW_NUMBER
                                                        : show_of(shown);
        mark->most = rule->plane > 0 ? 0 : (uint8_t)rule->most;
        if (rule->is_height && rule->plane == 0) {
            game->stacks.height_mark = i;
        }
        uint16_t bit = (uint16_t)(1u << i);
        if ((rule->life == MAD_LIFE_TURNS || rule->life == MAD_LIFE_MOVE) && rule->turns != 1) {
            mad_codegen_error(codegen, MAD_FINDING_SYNTAX, rule->span,
                              "a mark lasts 1 turn or 1 move, not more");
        }
        if (!rule->is_height && rule->plane == 0 && mad_men_stack(codegen) &&
            (rule->life == MAD_LIFE_TOUCHED || rule->life == MAD_LIFE_FOLLOWS)) {
            mad_codegen_error(codegen, MAD_FINDING_CALL_SHAPE, rule->span,
                              "men who stand on one another carry nothing: `%s` would have to stay "
                              "with one of them; let it last 1 move, 1 turn, or until cleared",
                              rule->name);
        }
        program->marks.last_turn |= rule->life == MAD_LIFE_TURNS ? bit : 0;
        program->marks.scratch |= rule->life == MAD_LIFE_MOVE ? bit : 0;
        program->marks.touched |= rule->life == MAD_LIFE_TOUCHED ? bit : 0;
        program->marks.follow |= rule->life == MAD_LIFE_FOLLOWS ? bit : 0;
        bool passes = rule->life == MAD_LIFE_TURNS || mark->show == MAD_SHOW_EN_PASSANT;
        program->marks.key_if_used |= passes ? bit : 0;
        game->mark_count++;
    }
}

bool mad_men_stack(const struct mad_codegen *codegen)
{
    bool found = false;
    for (uint32_t i = 0; i < codegen->rules->mark_count; i++) {
        found = found || codegen->rules->marks[i].is_height;
    }
    return found;
}

void mad_make_pockets(struct mad_codegen *codegen)
{
    const struct mad_ruleset *rules = codegen->rules;
    struct mad_game *game = codegen->game;
    MAD_KEEP(codegen, game->pockets, rules->pocket_count + 1);
    if (rules->pocket_count > MAD_MAX_POCKETS) {
        mad_codegen_error(codegen, MAD_FINDING_NUMBER_RANGE, rules->pockets[MAD_MAX_POCKETS].span,
                          "more than %d pockets", MAD_MAX_POCKETS);
        return;
    }
    for (uint32_t i = 0; game->pockets != NULL && i < rules->pocket_count; i++) {
        const struct mad_rule_pocket *rule = &rules->pockets[i];
        struct mad_pocket *pocket = &game->pockets[i];
        const char *shown = shown_as(codegen, rule->name);
        pocket->name = mad_codegen_keep_text(codegen, rule->name);
        pocket->shown = mad_codegen_keep_text(codegen, shown);
        pocket->show =
            shown != NULL && strcmp(shown, "[]") == 0 ? MAD_POCKET_BRACKETS : MAD_POCKET_FIELD;
        for (uint32_t s = 0; s < rule->stock.count; s++) {
            int type = mad_named(codegen, MAD_NAME_PIECE, rule->stock.items[s]->name);
            if (type < 0) {
                mad_codegen_unknown(codegen, rule->stock.items[s]->span, rule->stock.items[s]->name,
                                    true, NULL);
                continue;
            }
            const bool is_seat = rules->player_count > 2;  /* where a kind is of one player */
            for (uint32_t owner = 0; owner < 2; owner++) { /* each player those he can have */
                if (is_seat ? owner == 0 : game->code_of[type][owner] != 0xff) {
                    pocket->initial[owner][type] = (uint8_t)rule->stock.items[s]->n0;
                }
            }
        }
        game->pocket_count++;
    }
}

void mad_make_counters(struct mad_codegen *codegen)
{
    const struct mad_ruleset *rules = codegen->rules;
    struct mad_game *game = codegen->game;
    MAD_KEEP(codegen, game->counters, rules->counter_count + 1);
    if (rules->counter_count > MAD_MAX_COUNTERS) {
        mad_codegen_error(codegen, MAD_FINDING_NUMBER_RANGE, rules->counters[MAD_MAX_COUNTERS].span,
                          "more than %d counters", MAD_MAX_COUNTERS);
        return;
    }
    for (uint32_t i = 0; game->counters != NULL && i < rules->counter_count; i++) {
        const struct mad_rule_counter *rule = &rules->counters[i];
        const char *shown = shown_as(codegen, rule->name);
        if (rule->start < 0 || rule->start > 255) {
            mad_codegen_error(codegen, MAD_FINDING_NUMBER_RANGE, rule->span,
                              "a counter goes from 0 to 255");
        }
        game->counters[i] = (struct mad_counter){
            .name = mad_codegen_keep_text(codegen, rule->name),
            .shown = mad_codegen_keep_text(codegen, shown != NULL ? shown : rule->name),
            .start = (uint8_t)rule->start,
            .each = rule->each};
        game->counter_count++;
    }
}

/* `show NAME as` of what is neither a mark nor a pocket nor a counter would never show anything. */
void mad_check_shows(struct mad_codegen *codegen)
{
    for (uint32_t i = 0; i < codegen->rules->shows.count; i++) {
        const struct mad_node *show = codegen->rules->shows.items[i];
        const char *name = show->name;
        if (mad_named(codegen, MAD_NAME_MARK, name) < 0 &&
            mad_named(codegen, MAD_NAME_POCKET, name) < 0 &&
            mad_named(codegen, MAD_NAME_COUNTER, name) < 0) {
            mad_codegen_unknown(codegen, show->span, name, false, NULL);
        }
    }
}

/* Of three players and more each has kinds of his own: who is taken becomes one of that player's, but walls nobody's.
 * 0xff: he is never dropped. */
static uint8_t type_in_hand(const struct mad_codegen *codegen, uint32_t type, uint32_t player)
{
    const struct mad_ruleset *rules = codegen->rules;
    const bool is_wall = rules->pieces[type].lines.count == 0, is_seat = rules->player_count > 2;
    const uint32_t his = is_seat && !is_wall ? type - type % rules->player_count + player : type;
    return mad_has_line(codegen, his, MAD_NODE_DROP) ? (uint8_t)his : 0xff;
}

/* Several players have what is theirs in one part of a pocket, so that an ally's is where the own is. */
static void set_joins(struct mad_fates *fates, uint32_t fate, enum mad_joins joins)
{
    fates->own[fate] = joins != MAD_JOINS_ENEMY;
    fates->ally[fate] = joins == MAD_JOINS_ALLY;
}

void mad_make_fates(struct mad_codegen *codegen)
{
    const struct mad_ruleset *rules = codegen->rules;
    struct mad_fates *fates = &codegen->program->fate;
    const uint32_t codes = codegen->game->code_count;
    fates->count = MAD_FATE_POCKET + MAD_JOINS_KINDS * rules->pocket_count;
    fates->pocket = mad_codegen_keep(codegen, fates->count);
    fates->own = mad_codegen_keep(codegen, fates->count * sizeof *fates->own);
    fates->ally = mad_codegen_keep(codegen, fates->count * sizeof *fates->ally);
    fates->hand_type = mad_codegen_keep(codegen, codes + 1);
    fates->ally_type = mad_codegen_keep(codegen, codes + 1);
    if (fates->pocket == NULL || fates->own == NULL || fates->ally == NULL ||
        fates->hand_type == NULL || fates->ally_type == NULL) {
        return;
    }
    memset(fates->pocket, 0xff, fates->count);
    for (uint32_t i = 0; i < MAD_JOINS_KINDS * rules->pocket_count; i++) {
        fates->pocket[MAD_FATE_POCKET + i] = (uint8_t)(i / MAD_JOINS_KINDS);
        set_joins(fates, MAD_FATE_POCKET + i, (enum mad_joins)(i % MAD_JOINS_KINDS));
    }
    for (uint32_t i = 0; i < rules->fate_count; i++) {
        const struct mad_rule_fate *fate = &rules->fates[i];
        uint8_t pocket = 0xff;
        for (uint32_t p = 0; fate->pocket != NULL && p < rules->pocket_count; p++) {
            pocket = rules->pockets[p].name == fate->pocket ? (uint8_t)p : pocket;
        }
        if (fate->joins == MAD_JOINS_ALLY && rules->player_count <= 2) {
            mad_codegen_error(codegen, MAD_FINDING_GAME_SHAPE, fate->span,
                              "of two players nobody has an ally: men `join their taker`");
        }
        if (fate->pocket != NULL && pocket == 0xff) {
            mad_codegen_unknown(codegen, fate->span, fate->pocket, false, NULL);
        }
        if (strcmp(fate->word, "captured") == 0) {
            fates->pocket[0] = pocket;
            set_joins(fates, 0, fate->joins);
        }
    }
    for (uint32_t code = 0; code < codes; code++) {
        const uint32_t type = codegen->game->codes[code].type;
        fates->hand_type[code] = type_in_hand(codegen, type, rules->teams.seat);
        fates->ally_type[code] = type_in_hand(codegen, type, rules->teams.ally);
    }
}

/* `until own royal moves`. */
void mad_make_mark_ends(struct mad_codegen *codegen)
{
    struct mad_program *program = codegen->program;
    program->marks.end_with =
        mad_codegen_keep(codegen, (codegen->game->code_count + 1) * sizeof(uint16_t));
    for (uint32_t i = 0; program->marks.end_with != NULL && i < codegen->rules->mark_count; i++) {
        const struct mad_node *until = codegen->rules->marks[i].until;
        if (until == NULL) {
            continue;
        }
        const struct mad_node *who = until->kind == MAD_NODE_OWN ? until->first : until;
        struct mad_types types = mad_types_of(codegen, who, NULL);
        for (uint32_t code = 0; code < codegen->game->code_count; code++) {
            if (types_has(&types, codegen->game->codes[code].type)) {
                uint8_t type = codegen->game->codes[code].type;
                program->marks.end_with[code] |= (uint16_t)(1u << i);
                codegen->game->marks[i].until[type / 8] |= (uint8_t)(1u << (type % 8));
            }
        }
    }
}

/* --- layout and array ------------------------------------------------------------------------ */

/* As many may stand below one as there are men on the board and in pockets, but for himself; where verbs may put others,
 * and where all that is said of the men is a position, as many as may be at all. */
static uint32_t levels_of(const struct mad_codegen *codegen)
{
    const struct mad_ruleset *rules = codegen->rules;
    const struct mad_game *game = codegen->game;
    uint32_t men = 0;
    if (!mad_men_stack(codegen)) {
        return 0;
    }
    for (uint32_t i = 0; rules->array != NULL && i < codegen->squares; i++) {
        men += rules->array[i].piece >= 0;
    }
    for (uint32_t i = 0; i < game->pocket_count * 2 * game->type_count; i++) {
        const struct mad_pocket *pocket = &game->pockets[i / (2 * game->type_count)];
        men += pocket->initial[i / game->type_count % 2][i % game->type_count];
    }
    return men < 2 || men > MAD_MAX_HEIGHT ? MAD_MAX_HEIGHT - 1 : men - 1;
}

void mad_make_layout(struct mad_codegen *codegen)
{
    struct mad_game *game = codegen->game;
    size_t slots = MAD_SLOT_CODE + game->code_count + 1u + game->mark_count;
    game->mark_slot = MAD_SLOT_CODE + game->code_count + 1;
    game->pocket_offset =
        (uint32_t)(sizeof(struct mad_state) + slots * game->words * sizeof(uint64_t));
    game->board_offset = game->pocket_offset + 2 * game->pocket_count * game->type_count;
    game->stacks.offset = game->board_offset + game->squares;
    game->stacks.levels = (uint16_t)levels_of(codegen);
    uint32_t bytes = game->stacks.offset + (uint32_t)game->stacks.levels * game->squares;
    if (mad_asks_for_past(codegen)) {
        game->past_offset = (bytes + 7u) & ~7u;
        bytes = game->past_offset + (MAD_MAX_PAST + 1u) * (uint32_t)sizeof(uint64_t);
    }
    game->state_bytes = (bytes + 63u) & ~63u;
    if (game->state_bytes < MAD_LEAST_STATE_BYTES) {
        game->state_bytes = MAD_LEAST_STATE_BYTES; /* copied in one go */
    }
    MAD_KEEP(codegen, game->keys.square, slots * game->squares);
    MAD_KEEP(codegen, game->keys.pocket, 2u * game->pocket_count * game->type_count * 256 + 1);
    if (game->keys.square != NULL && game->keys.pocket != NULL) {
        mad_zobrist_fill(game);
    }
}

static void place_array(struct mad_codegen *codegen, struct mad_state *state)
{
    const struct mad_ruleset *rules = codegen->rules;
    for (uint32_t i = 0; rules->array != NULL && i < codegen->squares; i++) {
        uint32_t files = codegen->game->files, rank = codegen->game->ranks - 1u - i / files;
        const struct mad_rule_cell *cell = &rules->array[i];
        if (cell->piece >= 0) {
            uint8_t code = codegen->game->code_of[cell->piece][cell->owner];
            if (code == 0xff) {
                mad_codegen_error(codegen, MAD_FINDING_TYPE, rules->board_span,
                                  "%s stands in the array for a player who has none",
                                  rules->pieces[cell->piece].name);
                continue;
            }
            mad_state_put(codegen->game, state, rank * files + i % files, code);
        }
    }
}

/* A part of the board, the same for both players and in every position, or a kind of piece. */
static bool find_start(struct mad_codegen *codegen, const struct mad_node *where,
                       struct mad_squares *squares, struct mad_types *types)
{
    struct mad_squares of_side[2] = {{{0}}};
    const uint32_t side = codegen->side, errors = codegen->errors;
    const uint32_t reads = mad_reads_of(codegen, where, NULL);
    const bool is_early = reads != 0 && mad_kind_of(codegen, where) != MAD_KIND_PIECES;
    bool is_part = reads == 0;
    for (codegen->side = is_early ? 2 : 0; codegen->side < 2 && codegen->errors == errors;
         codegen->side++) {
        const struct mad_value value = mad_silent_value(codegen, where, NULL);
        if (value.kind == MAD_KIND_PIECES && !value.owned) {
            *types = value.types;
            codegen->side = side;
            return true;
        }
        is_part = is_part && value.kind == MAD_KIND_SQUARES && value.form == MAD_FORM_CONST;
        of_side[codegen->side] = value.set;
    }
    codegen->side = side;
    *squares = of_side[0];
    if (is_part && memcmp(&of_side[0], &of_side[1], sizeof of_side[0]) == 0) {
        return true;
    }
    if (codegen->errors == errors) {
        struct mad_finding *finding = mad_findings_add(
            codegen->diagnostics, MAD_FINDING_TYPE, where->span,
            "a mark starts on squares that are the same for both players, or on a kind of piece");
        mad_finding_remedy(
            codegen->diagnostics, finding,
            "name the squares, `starts on d1 or d8`, or the piece, `starts on Rook`");
        codegen->errors++;
    }
    return false;
}

static void start_marks(struct mad_codegen *codegen, struct mad_state *state, uint32_t mark,
                        const struct mad_node *node)
{
    const struct mad_rule_mark *rule = &codegen->rules->marks[mark];
    struct mad_game *game = codegen->game;
    struct mad_types types = {{0, 0}};
    struct mad_squares squares = {{0}};
    if (!find_start(codegen, rule->most > 0 ? node->first : node, &squares, &types)) {
        return;
    }
    for (uint32_t square = 0; square < codegen->squares; square++) {
        uint8_t code = mad_state_board(game, state)[square];
        if (squares_has(&squares, square) ||
            (code != game->empty && types_has(&types, game->codes[code].type))) {
            if (rule->most > 0 && rule->life == MAD_LIFE_FOLLOWS && code == game->empty) {
                continue; /* it is the pieces', and not the squares' */
            }
            if (rule->most > 0) {
                mad_state_set_tally(game, state, mark, square, (uint32_t)node->n0);
            } else {
                mad_state_mark(game, state, mark, square);
            }
            game->marks[mark].initial[square / 8] |= (uint8_t)(1u << (square % 8));
        }
    }
}

void mad_make_array(struct mad_codegen *codegen)
{
    struct mad_game *game = codegen->game;
    struct mad_state *state = mad_codegen_keep(codegen, game->state_bytes);
    if (state == NULL) {
        return;
    }
    mad_state_clear(game, state);
    state->side = game->turn.order[0]; /* 0 where none are said */
    state->mover = 1;
    state->fullmove = 1;
    place_array(codegen, state);
    for (uint32_t mark = 0; mark < game->mark_count; mark++) {
        const struct mad_rule_lines *starts = &codegen->rules->marks[mark].starts;
        for (uint32_t i = 0; i < starts->count; i++) {
            start_marks(codegen, state, mark, starts->items[i]);
        }
    }
    for (uint32_t pocket = 0; pocket < game->pocket_count; pocket++) {
        for (uint32_t owner = 0; owner < 2; owner++) {
            for (uint32_t type = 0; type < game->type_count; type++) {
                *mad_state_pocket(game, state, pocket, owner, type) =
                    game->pockets[pocket].initial[owner][type];
            }
        }
    }
    mad_state_finish(game, state);
    game->initial = state;
}

/* --- by code ----------------------------------------------------------------------------------- */

/* `worth 5`; a piece without such a line is worth nothing. */
static uint8_t worth_of(struct mad_codegen *codegen, const struct mad_rule_piece *piece)
{
    const struct mad_node *worth = NULL;
    uint32_t at = 0;
    for (const struct mad_node *line;
         (line = mad_next_line(&piece->lines, MAD_NODE_WORTH, &at)) != NULL;) {
        if (worth != NULL || line->n0 < 0 || line->n0 > 255) {
            mad_codegen_error(codegen, MAD_FINDING_NUMBER_RANGE, line->span,
                              worth != NULL
                                  ? "%s is worth something already; take the other line out"
                                  : "%s: a piece is worth 0 to 255 points",
                              piece->name);
        }
        worth = line;
    }
    return worth != NULL ? (uint8_t)worth->n0 : 0;
}

void mad_make_code_tables(struct mad_codegen *codegen)
{
    struct mad_program *program = codegen->program;
    size_t n = codegen->game->code_count + 1u;
    MAD_KEEP(codegen, program->piece.men_at, n);
    MAD_KEEP(codegen, program->piece.filters_at, n);
    MAD_KEEP(codegen, program->arrival.ways, n);
    MAD_KEEP(codegen, program->arrival.count, n);
    MAD_KEEP(codegen, program->arrival.from, n);
    MAD_KEEP(codegen, program->arrival.changes, n);
    MAD_KEEP(codegen, program->piece.triggers_at, n * codegen->game->words);
    MAD_KEEP(codegen, program->arrival.at, n * codegen->game->words);
    MAD_KEEP(codegen, program->arrival.choice_ends, n);
    program->arrival.more_ways = mad_codegen_keep(codegen, n);
    MAD_KEEP(codegen, program->piece.after, n);
    MAD_KEEP(codegen, program->piece.trail_marks, n);
    program->piece.trace_mark = mad_codegen_keep(codegen, n);
    MAD_KEEP(codegen, program->piece.taken, n);
    program->piece.worth = mad_codegen_keep(codegen, codegen->game->type_count + 1u);
    MAD_KEEP(codegen, program->piece.capturing, n);
    MAD_KEEP(codegen, program->piece.traits, n);
    program->tables.board_const = mad_codegen_const(codegen, &codegen->board);
    for (uint32_t type = 0; program->piece.worth != NULL && type < codegen->game->type_count;
         type++) {
        program->piece.worth[type] = worth_of(codegen, &codegen->rules->pieces[type]);
    }
    struct mad_squares nowhere = {{0}};
    const bool kept = program->arrival.from != NULL && program->arrival.changes != NULL;
    for (size_t i = 0; kept && i < n; i++) {
        program->arrival.from[i] = program->arrival.changes[i] =
            mad_codegen_const(codegen, &nowhere);
    }
}

/* --- marks, when all programs are known ------------------------------------------------------ */

static bool asks_for_slot(const struct mad_codegen *codegen, enum mad_op op, uint32_t slot)
{
    for (uint32_t at = 0; at < codegen->code_count; at++) {
        if (codegen->code[at].op == op && codegen->code[at].x == slot) {
            return true;
        }
    }
    return false;
}

static bool is_set(const struct mad_codegen *codegen, uint32_t mark)
{
    for (uint32_t at = 0; at < codegen->code_count; at++) {
        const struct mad_instruction *i = &codegen->code[at];
        if (i->op == MAD_OP_SET_MARK && i->a == mark && i->c == 0) {
            return true;
        }
    }
    return false;
}

/* Whether any rule asks where the mark is. */
static bool is_asked_for(const struct mad_codegen *codegen, uint32_t mark)
{
    uint32_t slot = codegen->game->mark_slot + mark;
    return codegen->rules->marks[mark].most > 0 || asks_for_slot(codegen, MAD_OP_SLOT, slot) ||
           asks_for_slot(codegen, MAD_OP_FORMER, slot);
}

/* A mark that nobody asks for is set nowhere to begin with, and never counts for repetition: rights to castle
 * where nobody castles. */
static void forget_mark(struct mad_codegen *codegen, uint32_t mark)
{
    struct mad_game *game = codegen->game;
    memset(game->keys.square + (game->mark_slot + mark) * game->squares, 0,
           game->squares * sizeof *game->keys.square);
    struct mad_state *state = (struct mad_state *)(uintptr_t)game->initial;
    memset(game->marks[mark].initial, 0, sizeof game->marks[mark].initial);
    memset(state->sets + (size_t)(game->mark_slot + mark) * game->words, 0,
           game->words * sizeof *state->sets);
    mad_state_finish(game, state);
    if (game->marks[mark].show == MAD_SHOW_CASTLING) {
        game->marks[mark].show = MAD_SHOW_FIELD;
    }
}

/* Lists the plain moves that leave the mark, when no verb sets it otherwise. */
static void list_left(struct mad_codegen *codegen, uint32_t mark)
{
    const struct mad_program *program = codegen->program;
    struct mad_game *game = codegen->game;
    struct mad_left *left =
        mad_codegen_keep(codegen, ((size_t)game->code_count * game->squares + 1) * sizeof *left);
    uint32_t count = 0;
    for (uint32_t code = 0; left != NULL && code < game->code_count; code++) {
        const struct mad_trail_mark *trail_marks =
            program->piece.trace_mark[code] == mark ? program->piece.trail_marks[code] : NULL;
        for (uint32_t from = 0; trail_marks != NULL && from < game->squares; from++) {
            if (trail_marks[from].to != from) {
                left[count++] = (struct mad_left){(uint16_t)code, (uint16_t)from,
                                                  trail_marks[from].to, trail_marks[from].marked};
            }
        }
    }
    game->marks[mark].left = left;
    game->marks[mark].left_count = count;
}

/* A man who has just passed over a square is looked for where each move is a turn, and no verb sets the mark. */
static void check_shown(struct mad_codegen *codegen, uint32_t mark)
{
    const struct mad_mark *shown = &codegen->game->marks[mark];
    const struct mad_rule_mark *rule = &codegen->rules->marks[mark];
    const bool anywhere = shown->show == MAD_SHOW_EN_PASSANT &&
                          (shown->left == NULL || codegen->game->turn.count != 0);
    for (size_t i = 0; !anywhere && i < sizeof MARK_FIELDS / sizeof *MARK_FIELDS; i++) {
        if (MARK_FIELDS[i].show == shown->show && (MARK_FIELDS[i].lives >> rule->life & 1) == 0) {
            mad_codegen_error(codegen, MAD_FINDING_TYPE, rule->span,
                              "`%s` is shown as \"%s\", which %s, and would be lost elsewhere: let "
                              "it %s, or show it under a name",
                              rule->name, MARK_FIELDS[i].shown, MARK_FIELDS[i].holds,
                              MARK_FIELDS[i].fits);
        }
    }
}

void mad_settle_marks(struct mad_codegen *codegen)
{
    for (uint32_t mark = 0; mark < codegen->game->mark_count; mark++) {
        if (!is_asked_for(codegen, mark)) {
            forget_mark(codegen, mark);
        }
        if (codegen->game->marks[mark].show == MAD_SHOW_EN_PASSANT && !is_set(codegen, mark)) {
            list_left(codegen, mark);
        }
        check_shown(codegen, mark);
    }
}
