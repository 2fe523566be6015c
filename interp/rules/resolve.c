/* resolve.c - everything is said: the lists become the ruleset.
 *
 * Layer: rules. What concerns names as such is checked here: the board, the players, pieces that
 * lines are added to, letters, marks that start somewhere. */
#include "inherit_state.h"

#include <string.h>

#include "../limits.h"
#include "living.h"
#include "tree.h"

/* --- board and players --------------------------------------------------------------------------- */

static void settle_board(struct mad_inherit *in)
{
    const struct mad_node *board = mad_said_find(in, MAD_NODE_BOARD, NULL);
    const struct mad_node *hexagon = mad_said_find(in, MAD_NODE_HEXBOARD, NULL);
    if (board == NULL && hexagon == NULL) {
        mad_inherit_error(in, MAD_FINDING_GAME_SHAPE, in->span, "the game has no board");
        mad_inherit_remedy(in,
                           "say its size, like `board 8 by 8`, or start from another game: `game "
                           "\"...\" like ...`");
        return;
    }
    const struct mad_node *node = board != NULL ? board : hexagon;
    int32_t width = board != NULL ? board->n0 : 2 * hexagon->n0 - 1;
    int32_t ranks = board != NULL ? board->n1 : width;
    int32_t boards = board != NULL && board->first != NULL ? board->first->n0 : 1;
    const bool is_above = (node->flags & MAD_FLAG_ABOVE) != 0;
    if (boards < 1 || boards > MAD_MAX_SIDE ||
        (boards > 1 && boards * (is_above ? ranks : width) > MAD_MAX_SIDE)) {
        mad_inherit_error(in, MAD_FINDING_NUMBER_RANGE, node->span,
                          is_above ? "boards one above the other have 1 to %d ranks in all"
                                   : "boards stand side by side, and have 1 to %d files in all",
                          MAD_MAX_SIDE);
        if (!is_above && boards > 1 && boards * ranks <= MAD_MAX_SIDE && width <= MAD_MAX_SIDE)
            mad_inherit_remedy(in, "say `board %d by %d by %d, one above the other`", (int)width,
                               (int)ranks, (int)boards);
        return;
    }
    const int32_t height = ranks;
    int32_t files = is_above ? width : boards * width;
    ranks = is_above ? boards * ranks : ranks;
    if (files < 1 || ranks < 1 || files > MAD_MAX_SIDE || ranks > MAD_MAX_SIDE) {
        mad_inherit_error(in, MAD_FINDING_NUMBER_RANGE, node->span,
                          "a board has 1 to %d files and 1 to %d ranks", MAD_MAX_SIDE,
                          MAD_MAX_SIDE);
        return;
    }
    in->rules->files = files;
    in->rules->one.width = width;
    in->rules->one.height = height;
    in->rules->one.is_apart = (node->flags & MAD_FLAG_APART) != 0;
    in->rules->ranks = ranks;
    in->rules->board_span = node->span;
}

/* Two players have their cases, more have their letters before those of their men. */
static void check_cases(struct mad_inherit *in, const struct mad_node *players)
{
    const struct mad_rule_player *said = in->rules->players;
    const uint32_t count = in->rules->player_count;
    const struct mad_node *player = players->first;
    bool is_told = false;
    for (uint32_t i = 0; i < count; i++, player = player->next) {
        if ((player->n0 == MAD_CASE_NONE) != (count > 2)) {
            mad_inherit_error(in, MAD_FINDING_GAME_SHAPE, player->span,
                              "how are the men of %s written?", said[i].name);
            mad_inherit_remedy(in, count > 2 ? "each player's letter stands before those of his "
                                               "men: leave the case out"
                                             : "say `in capitals` or `in small letters`");
            if (count == 2)
                mad_finding_fix(in->load->findings, in->finding, player->span, false,
                                "%s (%s) %s going %s", said[i].name, said[i].letter,
                                i == 0 ? "in capitals" : "in small letters", player->other);
            is_told = true;
        }
        for (uint32_t j = 0; j < i; j++) {
            if (said[j].name == said[i].name)
                mad_inherit_error(in, MAD_FINDING_REDEFINED, players->span, "%s", said[i].name);
            else if (strcmp(said[j].letter, said[i].letter) == 0)
                mad_inherit_error(in, MAD_FINDING_LETTER_COLLISION, players->span,
                                  "%s and %s have the same letter, %s", said[j].name, said[i].name,
                                  said[i].letter);
        }
    }
    for (uint32_t i = 0; i < in->said.count && count == 2; i++)
        if (in->said.items[i].node->kind == MAD_NODE_ALLIES)
            mad_inherit_error(in, MAD_FINDING_GAME_SHAPE, in->said.items[i].node->span,
                              "of two players nobody has an ally");
    if (count == 2 && said[0].capitals == said[1].capitals && !is_told)
        mad_inherit_error(in, MAD_FINDING_LETTER_COLLISION, players->span,
                          "one player has capitals, the other small letters");
}

static void settle_players(struct mad_inherit *in)
{
    const struct mad_node *players = mad_said_find(in, MAD_NODE_PLAYERS, NULL), *player;
    struct mad_rule_player *out = in->rules->players;
    uint32_t count = 0;
    if (players == NULL) {
        mad_inherit_error(in, MAD_FINDING_GAME_SHAPE, in->span, "the game has no players");
        mad_inherit_remedy(in,
                           "say who they are, like `players White (w) in capitals going north and "
                           "Black (b) in small letters going south`");
        return;
    }
    for (player = players->first; player != NULL && player->kind == MAD_NODE_PLAYER;
         player = player->next) {
        if (count == MAD_MAX_PLAYERS) {
            mad_inherit_error(in, MAD_FINDING_LIMIT, player->span, "a game has at most %d players",
                              MAD_MAX_PLAYERS);
            return;
        }
        out[count++] = (struct mad_rule_player){.name = player->name,
                                                .letter = player->text,
                                                .capitals = player->n0 != 0,
                                                .direction = player->other,
                                                .span = player->span};
    }
    in->rules->player_count = count;
    in->rules->plays_alone = player != NULL;
    check_cases(in, players);
}

/* --- pieces -------------------------------------------------------------------------------------- */

/* Where the file that is loaded names it, or where it is declared. */
static struct mad_span place_of(const struct mad_inherit *in, const char *name,
                                struct mad_span span)
{
    for (uint32_t i = 0; i < in->used.count; i++) {
        const struct mad_node *use = in->used.items[i];
        const struct mad_node *pick = use->kind == MAD_NODE_USE ? use->first : NULL;
        for (; pick != NULL; pick = pick->next)
            if ((pick->other != NULL ? pick->other : pick->name) == name)
                return pick->span;
    }
    return span;
}

static int8_t owner_of(struct mad_inherit *in, const struct mad_node *piece)
{
    const struct mad_rule_player *players = in->rules->players;
    if (piece->other == NULL || players[0].name == NULL)
        return in->rules->plays_alone ? 0 : -1;
    if (strcmp(piece->other, "nobody") == 0)
        return MAD_NOBODY;
    for (int8_t i = 0; i < (int8_t)in->rules->player_count; i++)
        if (players[i].name == piece->other)
            return i;
    mad_inherit_error(in, MAD_FINDING_UNDEF_PIECE, place_of(in, piece->name, piece->span), "%s",
                      piece->other);
    mad_inherit_remedy(in, "the players are %s and %s", players[0].name, players[1].name);
    return -1;
}

static const char *capital_letter(struct mad_inherit *in, const char *letter)
{
    size_t length = letter == NULL ? 0 : strlen(letter);
    char *capital = mad_inherit_alloc(in, length + 1);
    for (size_t i = 0; capital != NULL && i < length; i++)
        capital[i] =
            letter[i] >= 'a' && letter[i] <= 'z' ? (char)(letter[i] - 'a' + 'A') : letter[i];
    return capital; /* the arena gives zeroes */
}

static bool has_letter(const struct mad_inherit *in, char letter)
{
    for (uint32_t i = 0; i < in->piece_count; i++) {
        const char *text = in->pieces[i].node->text;
        if (text != NULL && (text[0] == letter || text[0] == letter - 'A' + 'a') && text[1] == '\0')
            return true;
    }
    return false;
}

static void tell_free_letters(struct mad_inherit *in)
{
    char free[2 * 26 + 1] = "";
    size_t used = 0;
    for (char letter = 'A'; letter <= 'Z'; letter++)
        if (!has_letter(in, letter)) {
            free[used++] = ' ';
            free[used++] = letter;
        }
    if (used > 0)
        mad_inherit_remedy(in, "give one of them another letter; nobody has%s", free);
}

static void check_letter(struct mad_inherit *in, uint32_t index)
{
    const struct mad_rule_piece *piece = &in->rules->pieces[index];
    for (uint32_t i = 0; i < index && piece->letter[0] != '\0'; i++) {
        const struct mad_rule_piece *other = &in->rules->pieces[i];
        bool meet = piece->owner < 0 || other->owner < 0 || piece->owner == other->owner ||
                    piece->owner == MAD_NOBODY || other->owner == MAD_NOBODY;
        if (!meet || strcmp(piece->letter, other->letter) != 0)
            continue;
        mad_inherit_error(in, MAD_FINDING_LETTER_COLLISION, place_of(in, piece->name, piece->span),
                          "%s and %s have the same letter, %s", other->name, piece->name,
                          piece->letter);
        mad_inherit_note(in, place_of(in, other->name, other->span), "%s has it here", other->name);
        tell_free_letters(in);
        return;
    }
}

static void settle_pieces(struct mad_inherit *in)
{
    struct mad_ruleset *rules = in->rules;
    if (in->piece_count > MAD_MAX_TYPES)
        mad_inherit_error(in, MAD_FINDING_LIMIT, in->pieces[MAD_MAX_TYPES].node->span,
                          "a game has at most %d pieces", MAD_MAX_TYPES);
    rules->pieces = mad_inherit_alloc(in, (in->piece_count + 1) * sizeof *rules->pieces);
    for (uint32_t i = 0; i < in->piece_count && in->status == MAD_OK; i++) {
        const struct mad_piece_said *said = &in->pieces[i];
        rules->pieces[i] = (struct mad_rule_piece){.name = said->name,
                                                   .letter = capital_letter(in, said->node->text),
                                                   .owner = owner_of(in, said->node),
                                                   .span = said->node->span,
                                                   .lines = said->lines};
        rules->piece_count = i + 1;
        if (in->status == MAD_OK)
            check_letter(in, i);
    }
}

/* A library may add to pieces that the game does not have; the file itself may not. */
static void check_additions(struct mad_inherit *in)
{
    for (uint32_t i = 0; i < in->addition_count; i++) {
        const struct mad_addition *addition = &in->additions[i];
        for (uint32_t j = 0; j < addition->names.count && addition->is_own; j++) {
            const struct mad_node *name = addition->names.items[j];
            if (mad_said_piece(in, name->name) == NULL)
                mad_inherit_unknown_piece(in, name->name, name->span);
        }
    }
}

/* --- sentences with a table of their own ----------------------------------------------------------- */

/* Room in a list of the ruleset, or null; then nothing reads the list any more. */
#define ADD(in, list, count)                                           \
    ((list) = mad_inherit_room((in), (list), (count), sizeof *(list)), \
     (list) == NULL ? NULL : &(list)[(count)++])

static void add_direction(struct mad_inherit *in, const struct mad_node *node)
{
    struct mad_rule_direction *out = ADD(in, in->rules->directions, in->rules->direction_count);
    const bool names_boards = node->first != NULL && node->first->kind == MAD_NODE_NUMBER;
    const int32_t on = names_boards ? node->first->n0 : 0;
    const bool are_above = in->rules->one.height != in->rules->ranks;
    if (out != NULL)
        *out = (struct mad_rule_direction){
            .name = node->name,
            .own = (node->flags & MAD_FLAG_OWN) != 0,
            .right = node->n0 + (are_above ? 0 : on * in->rules->one.width),
            .up = node->n1 + (are_above ? on * in->rules->one.height : 0),
            .on = on,
            .track = names_boards ? NULL : node->first,
            .span = node->span};
}

static void add_definition(struct mad_inherit *in, const struct mad_node *node)
{
    struct mad_rule_definition *out = ADD(in, in->rules->definitions, in->rules->definition_count);
    if (out != NULL)
        *out = (struct mad_rule_definition){
            .name = node->name, .expression = node->first, .span = node->span};
}

static void add_option(struct mad_inherit *in, const struct mad_node *node)
{
    struct mad_rule_option option = {.name = node->name, .value = node->other, .span = node->span};
    for (const struct mad_node *value = node->first; value != NULL; value = value->next) {
        const char **slot = ADD(in, option.values, option.value_count);
        if (slot == NULL)
            return;
        *slot = value->name;
    }
    struct mad_rule_option *out = ADD(in, in->rules->options, in->rules->option_count);
    if (out != NULL)
        *out = option;
}

/* A number is a mark for each of its binary digits, the lowest first. */
static void add_mark(struct mad_inherit *in, const struct mad_node *node)
{
    const bool lasts_turns = (enum mad_life)node->n0 == MAD_LIFE_TURNS;
    const bool is_height = (node->flags & MAD_FLAG_STACKED) != 0;
    const int32_t most = is_height ? MAD_MAX_HEIGHT - 1
                         : lasts_turns || (enum mad_life)node->n0 == MAD_LIFE_MOVE ? 0
                                                                                   : node->n1;
    if (most > MAD_MAX_TALLY) {
        mad_inherit_error(in, MAD_FINDING_NUMBER_RANGE, node->span,
                          "a number goes up to %d at most", MAD_MAX_TALLY);
        return;
    }
    for (uint32_t plane = 0; plane == 0 || most >> plane > 0; plane++) {
        struct mad_rule_mark *out = ADD(in, in->rules->marks, in->rules->mark_count);
        if (out == NULL)
            return;
        *out = (struct mad_rule_mark){.name = node->name,
                                      .life = (enum mad_life)node->n0,
                                      .turns = node->n1,
                                      .until = node->first,
                                      .most = most,
                                      .plane = plane,
                                      .is_height = is_height,
                                      .span = node->span};
    }
}

static void add_counter(struct mad_inherit *in, const struct mad_node *node)
{
    struct mad_rule_counter *out = ADD(in, in->rules->counters, in->rules->counter_count);
    if (out != NULL)
        *out = (struct mad_rule_counter){.name = node->name,
                                         .start = node->n0,
                                         .each = (node->flags & MAD_FLAG_EACH) != 0,
                                         .span = node->span};
}

static void add_pocket(struct mad_inherit *in, const struct mad_node *node)
{
    struct mad_rule_pocket pocket = {.name = node->name, .span = node->span};
    for (const struct mad_node *stock = node->first; stock != NULL; stock = stock->next)
        mad_inherit_push_line(in, &pocket.stock, stock);
    struct mad_rule_pocket *out = ADD(in, in->rules->pockets, in->rules->pocket_count);
    if (out != NULL)
        *out = pocket;
}

/* What is said last of a word holds, so that a game may send elsewhere whom the library sends to a pocket. */
static void add_fate(struct mad_inherit *in, const struct mad_node *node)
{
    struct mad_rule_fate *out = NULL;
    for (uint32_t i = 0; i < in->rules->fate_count; i++)
        out = in->rules->fates[i].word == node->name ? &in->rules->fates[i] : out;
    if (out == NULL)
        out = ADD(in, in->rules->fates, in->rules->fate_count);
    if (out != NULL)
        *out = (struct mad_rule_fate){.word = node->name,
                                      .pocket = node->other,
                                      .joins = (enum mad_joins)node->n0,
                                      .span = node->span};
}

static void add_verb(struct mad_inherit *in, const struct mad_node *node)
{
    struct mad_rule_verb *out = ADD(in, in->rules->verbs, in->rules->verb_count);
    if (out != NULL)
        *out = (struct mad_rule_verb){.name = node->name, .node = node};
}

static void add_player_may(struct mad_inherit *in, const struct mad_node *node)
{
    if (node->first != NULL)
        mad_inherit_push_line(in, &in->rules->player_may, node);
}

static void add_illegal(struct mad_inherit *in, const struct mad_node *node)
{
    if (node->first != NULL)
        mad_inherit_push_line(in, &in->rules->illegal, node->first);
}

static void add_law(struct mad_inherit *in, const struct mad_node *node)
{
    mad_inherit_push_line(in, &in->rules->laws, node);
}

static void add_show(struct mad_inherit *in, const struct mad_node *node)
{
    mad_inherit_push_line(in, &in->rules->shows, node);
}

static void add_template(struct mad_inherit *in, const struct mad_node *node)
{
    mad_inherit_push_line(in, &in->rules->templates, node);
}

static void add_dialect(struct mad_inherit *in, const struct mad_node *node)
{
    mad_inherit_push_line(in, &in->rules->dialects, node);
}

static void add_letterless(struct mad_inherit *in, const struct mad_node *node)
{
    mad_inherit_push_line(in, &in->rules->letterless, node);
}

static void add_turn_ends(struct mad_inherit *in, const struct mad_node *node)
{
    mad_inherit_push_line(in, &in->rules->turn_ends, node);
}

static void add_allies(struct mad_inherit *in, const struct mad_node *node)
{
    mad_inherit_push_line(in, &in->rules->teams.allies, node);
}

static void (*const adders[MAD_NODE_KINDS])(struct mad_inherit *, const struct mad_node *) = {
    [MAD_NODE_DIRECTION] = add_direction,
    [MAD_NODE_MEANS] = add_definition,
    [MAD_NODE_OPTION] = add_option,
    [MAD_NODE_MARK] = add_mark,
    [MAD_NODE_COUNTER] = add_counter,
    [MAD_NODE_POCKET] = add_pocket,
    [MAD_NODE_FATE] = add_fate,
    [MAD_NODE_VERB] = add_verb,
    [MAD_NODE_PLAYER_MAY] = add_player_may,
    [MAD_NODE_ILLEGAL] = add_illegal,
    [MAD_NODE_PASS_WHEN] = add_law,
    [MAD_NODE_END_TURN_WHEN] = add_law,
    [MAD_NODE_AGAIN_WHEN] = add_law,
    [MAD_NODE_MUST] = add_law,
    [MAD_NODE_AFTER_MOVE] = add_law,
    [MAD_NODE_WHEN_MOVED] = add_law,
    [MAD_NODE_ALLIES] = add_allies,
    [MAD_NODE_TURNS] = add_law,
    [MAD_NODE_TURN_ENDS] = add_turn_ends,
    [MAD_NODE_WRAP] = add_law,
    [MAD_NODE_HOLE] = add_law,
    [MAD_NODE_LINK] = add_law,
    [MAD_NODE_CORNER] = add_law,
    [MAD_NODE_SHUFFLE] = add_law,
    [MAD_NODE_HEXBOARD] = add_law,
    [MAD_NODE_SHOW] = add_show,
    [MAD_NODE_TEMPLATE] = add_template,
    [MAD_NODE_DIALECT] = add_dialect,
    [MAD_NODE_LETTERLESS] = add_letterless,
};

static void settle_sentences(struct mad_inherit *in)
{
    for (uint32_t i = 0; i < in->said.count && in->status == MAD_OK; i++) {
        const struct mad_node *node = in->said.items[i].node;
        if (adders[node->kind] != NULL)
            adders[node->kind](in, node);
    }
    for (uint32_t i = 0; i < in->ends.count; i++)
        mad_inherit_push_line(in, &in->rules->ends, in->ends.items[i].node);
}

/* --- turns of several moves ------------------------------------------------------------------------ */

static struct mad_node *node_like(struct mad_inherit *in, const struct mad_node *node)
{
    struct mad_node *copy = mad_inherit_alloc(in, sizeof *copy);
    if (copy != NULL) {
        *copy = *node;
        copy->next = NULL;
    }
    return copy;
}

/* A copy of a list with the first expressions, or the sentences, of all nodes of a kind behind it. */
static struct mad_node *joined_with(struct mad_inherit *in, const struct mad_node *list,
                                    enum mad_node_kind kind)
{
    struct mad_node *out = node_like(in, list), **link = out != NULL ? &out->first : NULL;
    for (const struct mad_node *part = list->first; link != NULL && part != NULL;
         part = part->next) {
        *link = node_like(in, part);
        link = *link != NULL ? &(*link)->next : NULL;
    }
    for (uint32_t i = 0; link != NULL && i < in->said.count; i++) {
        const struct mad_node *said = in->said.items[i].node;
        const bool is_wanted = said->kind == kind && said->first != NULL;
        const struct mad_node *part = !is_wanted                   ? NULL
                                      : kind == MAD_NODE_TURN_ENDS ? said->first->first
                                                                   : said->first;
        for (; link != NULL && part != NULL;
             part = kind == MAD_NODE_TURN_ENDS ? part->next : NULL) {
            *link = node_like(in, part);
            link = *link != NULL ? &(*link)->next : NULL;
        }
    }
    return out;
}

/* Where `turns` says whose move each is, the first of them is his who is said to move first. */
static void check_first(struct mad_inherit *in)
{
    const struct mad_node *first = mad_said_find(in, MAD_NODE_MOVES_FIRST, NULL);
    const struct mad_node *turns = mad_said_find(in, MAD_NODE_TURNS, NULL);
    const struct mad_node *his = turns != NULL ? turns->first->first : NULL;
    if (first == NULL || his == NULL || his->name == first->name)
        return;
    mad_inherit_error(in, MAD_FINDING_GAME_SHAPE, first->span, "`turns` gives the first move to %s",
                      his->name);
    mad_inherit_note(in, turns->span, "here");
    mad_inherit_remedy(in, "say `%s moves first`, or leave this out", his->name);
}

/* Behind each move it is counted; the turn is over when none is left, or when `end-turn when` says so. */
static void settle_turns(struct mad_inherit *in)
{
    const struct mad_node *each = mad_said_find(in, MAD_NODE_EACH_TURN, NULL);
    const struct mad_node *ends = mad_said_find(in, MAD_NODE_TURN_ENDS, NULL);
    if (each == NULL) {
        if (ends == NULL)
            return;
        mad_inherit_error(in, MAD_FINDING_GAME_SHAPE, ends->span,
                          "`when a turn ends` goes with turns of several moves");
        mad_inherit_remedy(in, "say how many: `each turn is 2 moves`; of turns of one move `when "
                               "moved:` says the same");
        return;
    }
    const struct mad_node *moved = each->first;
    while (moved->kind != MAD_NODE_WHEN_MOVED)
        moved = moved->next;
    struct mad_node *law = node_like(in, moved), *body = node_like(in, moved->first);
    struct mad_node *count = body == NULL ? NULL : node_like(in, body->first);
    const struct mad_node *old = moved->first->first->next;
    struct mad_node *over = node_like(in, old), *any = node_like(in, old->first);
    if (law == NULL || count == NULL || over == NULL || any == NULL)
        return;
    any->kind = MAD_NODE_OR;
    any->flags = 0;
    any->first = node_like(in, old->first);
    any = joined_with(in, any, MAD_NODE_END_TURN_WHEN);
    law->first = body;
    body->first = count;
    count->next = over;
    if (any == NULL)
        return;
    over->first = any->first->next == NULL ? any->first : any;
    over->first->next = joined_with(in, old->first->next, MAD_NODE_TURN_ENDS);
    mad_inherit_push_line(in, &in->rules->laws, law);
}

/* --- marks ----------------------------------------------------------------------------------------- */

/* `number n starts at 4 on X`; a mark just starts on X. */
static void start_mark(struct mad_inherit *in, struct mad_rule_mark *mark,
                       const struct mad_node *node)
{
    if (mark->is_height) {
        mad_inherit_error(in, MAD_FINDING_TYPE, node->span,
                          "`%s` says how many men stand on one another, and begins as they stand",
                          node->name);
        return;
    }
    if ((node->n0 != 0) != (mark->most != 0)) {
        mad_inherit_error(in, MAD_FINDING_TYPE, node->span,
                          mark->most != 0 ? "`%s` is a number: say `number %s starts at N on X`"
                                          : "`%s` is no number: say `mark %s starts on X`",
                          node->name, node->name);
        return;
    }
    if (node->n0 > mark->most)
        mad_inherit_error(in, MAD_FINDING_NUMBER_RANGE, node->span, "`%s` goes up to %d",
                          node->name, (int)mark->most);
    mad_inherit_push_line(in, &mark->starts, mark->most != 0 ? node : node->first);
}

static void settle_marks(struct mad_inherit *in)
{
    struct mad_ruleset *rules = in->rules;
    for (uint32_t i = 0; i < in->said.count; i++) {
        const struct mad_node *node = in->said.items[i].node;
        if (node->kind != MAD_NODE_MARK_STARTS)
            continue;
        struct mad_suggestion suggestion = {.word = node->name};
        struct mad_rule_mark *found = NULL;
        for (uint32_t j = 0; j < rules->mark_count; j++) {
            mad_suggestion_consider(&suggestion, rules->marks[j].name);
            if (rules->marks[j].name == node->name && rules->marks[j].plane == 0)
                found = &rules->marks[j];
        }
        if (found != NULL) {
            start_mark(in, found, node);
            continue;
        }
        mad_inherit_error(in, MAD_FINDING_UNDEF_NAME, node->span, "%s", node->name);
        if (!mad_inherit_library_remedy(in, node->name) && suggestion.best != NULL)
            mad_inherit_meant(in, &suggestion);
    }
}

/* --- marks that nobody asks for ------------------------------------------------------------------------ */

static bool is_mentioned(const struct mad_rule_lines *lines, const char *name)
{
    bool any = false;
    for (uint32_t i = 0; i < lines->count; i++)
        any = any || mad_tree_mentions(lines->items[i], name);
    return any;
}

static void forget_lines_of(struct mad_rule_lines *lines, const char *name)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < lines->count; i++)
        if (!mad_tree_is_named(lines->items[i]->name, name))
            lines->items[kept++] = lines->items[i];
    lines->count = kept;
}

static bool is_said_in(uint16_t source, const struct mad_rule_mark *mark)
{
    bool any = mark->span.source == source;
    for (uint32_t i = 0; i < mark->starts.count; i++)
        any = any || mark->starts.items[i]->span.source == source;
    return any;
}

/* `without castle` takes with it what was marked for castling alone; what the file marks itself, lint tells of. */
static void forget_unasked_marks(struct mad_inherit *in)
{
    struct mad_ruleset *rules = in->rules;
    const bool *asked = mad_rules_asked_marks(rules, in->load->arena);
    uint32_t kept = 0;
    if (asked == NULL) {
        in->status = MAD_ERROR_MEMORY;
        return;
    }
    for (uint32_t i = 0; i < rules->mark_count; i++) {
        const struct mad_rule_mark *mark = &rules->marks[i];
        if (asked[i] || is_said_in(in->load->main_source, mark) ||
            is_mentioned(&rules->templates, mark->name)) {
            rules->marks[kept++] = *mark;
        } else {
            forget_lines_of(&rules->shows, mark->name);
            forget_lines_of(&rules->dialects, mark->name);
        }
    }
    rules->mark_count = kept;
}

/* --- pockets ----------------------------------------------------------------------------------------- */

static bool is_filled(const struct mad_ruleset *rules, const struct mad_rule_pocket *pocket)
{
    bool filled = pocket->stock.count > 0;
    for (uint32_t i = 0; i < rules->fate_count && !filled; i++)
        filled = rules->fates[i].pocket == pocket->name;
    return filled;
}

/* One that was inherited and lost what filled it does no harm. */
static void check_pockets(struct mad_inherit *in)
{
    for (uint32_t i = 0; i < in->rules->pocket_count; i++) {
        const struct mad_rule_pocket *pocket = &in->rules->pockets[i];
        if (is_filled(in->rules, pocket) || pocket->span.source != in->load->main_source)
            continue;
        mad_inherit_error(in, MAD_FINDING_EMPTY_POCKET, pocket->span, "%s", pocket->name);
        mad_inherit_remedy(in,
                           "say what goes there, `captured pieces change sides and go to %s`, or "
                           "what is there from the start, `pocket %s starts with ...`",
                           pocket->name, pocket->name);
    }
}

/* --- what a file says of itself ---------------------------------------------------------------------- */

static void add_about(struct mad_inherit *in, const char *text)
{
    const char **slot = ADD(in, in->rules->info.about, in->rules->info.about_count);
    if (slot != NULL)
        *slot = text;
}

/* A variant has no name of its game. */
static void add_called(struct mad_inherit *in, const struct mad_said *said)
{
    if (said->scope.in_variant != in->has_variant)
        return;
    const char **slot = ADD(in, in->rules->info.called, in->rules->info.called_count);
    if (slot != NULL)
        *slot = said->node->text;
}

/* The variant's own words count before the game's. */
static void settle_credits(struct mad_inherit *in)
{
    struct mad_ruleset *rules = in->rules;
    bool about_in_variant = false;
    for (uint32_t i = 0; i < in->said.count; i++) {
        const struct mad_said *said = &in->said.items[i];
        const struct mad_node *node = said->node;
        if (node->kind != MAD_NODE_CREDIT || node->name == NULL)
            continue;
        if (strcmp(node->name, "inventor") == 0)
            rules->info.inventor = node->text;
        else if (strcmp(node->name, "source") == 0)
            rules->info.source = node->text;
        else if (strcmp(node->name, "family") == 0)
            rules->info.family = node->text;
        else if (strcmp(node->name, "year") == 0)
            rules->info.year = node->n0;
        else if (strcmp(node->name, "called") == 0)
            add_called(in, said);
        else {
            if (said->scope.in_variant && !about_in_variant)
                rules->info.about_count = 0;
            about_in_variant = said->scope.in_variant;
            add_about(in, node->text);
        }
    }
}

static void settle_tests(struct mad_inherit *in)
{
    for (uint32_t i = 0; i < in->said.count; i++) {
        const struct mad_said *said = &in->said.items[i];
        if (said->node->kind == MAD_NODE_TEST && said->scope.in_variant == in->has_variant)
            mad_inherit_push_line(in, &in->rules->tests, said->node);
    }
}

void mad_resolve(struct mad_inherit *in)
{
    in->rules->info.title = in->title;
    in->rules->span = in->span;
    in->rules->game_span = in->game_span;
    in->rules->replaced = in->replaced;
    in->rules->array_span = in->array.node != NULL ? in->array.node->span : in->span;
    static void (*const steps[])(struct mad_inherit *) = {
        settle_board,         settle_players,      mad_name_one_of_each, mad_name_other_sides,
        settle_pieces,        check_additions,     settle_sentences,     check_first,
        settle_turns,         mad_resolve_options, settle_marks,         check_pockets,
        settle_credits,       settle_tests,        mad_settle_array,     mad_settle_alone,
        forget_unasked_marks,
    };
    for (size_t i = 0; i < sizeof steps / sizeof *steps && in->status == MAD_OK && !in->has_gaps;
         i++)
        steps[i](in);
}

bool mad_rules_link(const struct mad_ruleset *rules)
{
    bool links = false;
    for (uint32_t i = 0; i < rules->laws.count && !links; i++)
        links = rules->laws.items[i]->kind == MAD_NODE_LINK;
    for (int32_t i = 0; rules->array != NULL && i < rules->files * rules->ranks && !links; i++)
        links = rules->array[i].line != 0;
    return links;
}
