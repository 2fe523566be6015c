/* why_effects.c - what a move has changed, one sentence each: men, marks, pockets, counters.
 *
 * Layer: interp. It compares two states of one game and knows nothing of rules. */
#include <stdio.h>

#include "game/seats.h"
#include "game/writer.h"
#include "why.h"

struct effects {
    const struct mad_game *game;
    const struct mad_state *before, *after;
    const uint8_t *was, *is; /* boards */
    struct mad_why_effects *out;
    bool is_told[MAD_MAX_SQUARES];
};

void mad_why_put_man(struct mad_writer *writer, const struct mad_game *game, uint8_t code)
{
    const struct mad_code *man = &game->codes[code];
    if (man->owner < 2 && game->turn.seats == NULL) { /* of more players his name is the man's */
        mad_writer_text(writer, game->player_name[man->owner]);
        mad_writer_text(writer, "'s ");
    }
    mad_writer_text(writer, game->types[man->type].name);
}

static struct mad_writer begin(struct effects *effects)
{
    return mad_writer_on(effects->out->text, sizeof effects->out->text);
}

static void say(struct effects *effects)
{
    effects->out->say(effects->out->context, effects->out->text);
}

static bool is_man(const struct effects *effects, uint8_t code)
{
    return code < effects->game->empty;
}

/* Where else the man has come to who has left the square; MAD_NO_SQUARE: nowhere. */
static uint32_t found_again(const struct effects *effects, uint32_t left)
{
    for (uint32_t square = 0; square < effects->game->squares; square++)
        if (!effects->is_told[square] && square != left &&
            effects->is[square] == effects->was[left] && effects->was[square] != effects->was[left])
            return square;
    return MAD_NO_SQUARE;
}

/* The man who moves, and whom he takes, or sends somewhere else, where he ends. */
static void tell_mover(struct effects *effects, const struct mad_move *move)
{
    const struct mad_game *game = effects->game;
    struct mad_writer writer = begin(effects);
    uint32_t from = move->from, to = move->to;
    bool is_drop = from == MAD_NO_SQUARE;
    if (to == MAD_NO_SQUARE) /* a pass */
        return;
    uint8_t first =
        is_drop || !is_man(effects, effects->was[from]) ? effects->is[to] : effects->was[from];
    uint8_t last = effects->is[to];
    if (!is_man(effects, first) || (from == to && first == last))
        return;
    mad_why_put_man(&writer, game, first);
    mad_writer_text(&writer, is_drop ? " is put on " : from == to ? " on " : " goes from ");
    mad_writer_text(&writer, game->square_name[is_drop ? to : from]);
    if (!is_drop && from != to) {
        mad_writer_text(&writer, " to ");
        mad_writer_text(&writer, game->square_name[to]);
    }
    if (!is_man(effects, last)) {
        bool is_back = !is_drop && from != to && effects->is[from] == first;
        mad_writer_text(&writer, is_back ? " and back" : " and is gone");
    } else if (last != first) {
        mad_writer_text(&writer, from == to ? " becomes " : " and becomes ");
        mad_why_put_man(&writer, game, last);
    }
    say(effects);
    if (from != to && is_man(effects, effects->was[to])) {
        writer = begin(effects);
        mad_why_put_man(&writer, game, effects->was[to]);
        mad_writer_text(&writer, " on ");
        mad_writer_text(&writer, game->square_name[to]);
        const uint32_t goal =
            (move->flags & MAD_MOVE_TAKES) == 0 ? found_again(effects, to) : MAD_NO_SQUARE;
        mad_writer_text(&writer, goal != MAD_NO_SQUARE ? " goes to " : " is taken");
        if (goal != MAD_NO_SQUARE) {
            mad_writer_text(&writer, game->square_name[goal]);
            effects->is_told[goal] = true;
        }
        say(effects);
    }
    effects->is_told[to] = true;
    if (!is_drop)
        effects->is_told[from] = true;
}

static void tell_square(struct effects *effects, uint32_t square)
{
    const struct mad_game *game = effects->game;
    uint8_t was = effects->was[square], is = effects->is[square];
    struct mad_writer writer = begin(effects);
    uint32_t goal =
        is_man(effects, was) && !is_man(effects, is) ? found_again(effects, square) : MAD_NO_SQUARE;
    mad_why_put_man(&writer, game, is_man(effects, was) ? was : is);
    if (goal != MAD_NO_SQUARE) {
        mad_writer_text(&writer, " goes from ");
        mad_writer_text(&writer, game->square_name[square]);
        mad_writer_text(&writer, " to ");
        mad_writer_text(&writer, game->square_name[goal]);
        effects->is_told[goal] = true;
    } else {
        mad_writer_text(&writer, is_man(effects, was) ? " on " : " comes to ");
        mad_writer_text(&writer, game->square_name[square]);
        if (!is_man(effects, is))
            mad_writer_text(&writer, " is gone");
        if (is_man(effects, was) && is_man(effects, is)) {
            mad_writer_text(&writer, " becomes ");
            mad_why_put_man(&writer, game, is);
        }
    }
    effects->is_told[square] = true;
    say(effects);
}

static void tell_men(struct effects *effects)
{
    for (int pass = 0; pass < 2; pass++) /* those who leave first: they may come elsewhere */
        for (uint32_t square = 0; square < effects->game->squares; square++) {
            bool leaves = is_man(effects, effects->was[square]);
            if (!effects->is_told[square] && effects->was[square] != effects->is[square] &&
                leaves == (pass == 0))
                tell_square(effects, square);
        }
}

/* "`NAME` on SQUARE", whatever stands for " on ". */
static struct mad_writer begin_mark(struct effects *effects, uint32_t mark, const char *on,
                                    uint32_t square)
{
    struct mad_writer writer = begin(effects);
    mad_writer_char(&writer, '`');
    mad_writer_text(&writer, effects->game->marks[mark].name);
    mad_writer_text(&writer, on);
    mad_writer_text(&writer, effects->game->square_name[square]);
    return writer;
}

/* Whoever stands on top counts as well where the number is how many men stand on one another. */
static uint32_t man_on_top(const struct mad_game *game, const struct mad_state *state,
                           uint32_t mark, uint32_t square)
{
    return game->stacks.levels > 0 && mark == game->stacks.height_mark &&
           mad_state_board_const(game, state)[square] != game->empty;
}

static void tell_numbers(struct effects *effects)
{
    const struct mad_game *game = effects->game;
    for (uint32_t mark = 0; mark < game->mark_count; mark++)
        for (uint32_t square = 0; square < game->squares; square++) {
            uint32_t had = mad_state_tally(game, effects->before, mark, square),
                     has = mad_state_tally(game, effects->after, mark, square);
            if (had == has)
                continue;
            struct mad_writer writer = begin_mark(effects, mark, "` on ", square);
            mad_writer_text(&writer, has > had ? " grows from " : " shrinks from ");
            mad_writer_number(&writer, had + man_on_top(game, effects->before, mark, square));
            mad_writer_text(&writer, " to ");
            mad_writer_number(&writer, has + man_on_top(game, effects->after, mark, square));
            say(effects);
        }
}

static void tell_marks(struct effects *effects)
{
    const struct mad_game *game = effects->game;
    for (uint32_t mark = 0; mark < game->mark_count; mark++)
        for (uint32_t square = 0; square < game->squares && !mad_is_digit_of(&game->marks[mark]);
             square++) {
            bool had = mad_state_marked(game, effects->before, mark, square),
                 has = mad_state_marked(game, effects->after, mark, square);
            if (had == has)
                continue;
            begin_mark(effects, mark, has ? "` is set on " : "` ends on ", square);
            say(effects);
        }
}

static void tell_pockets(struct effects *effects)
{
    const struct mad_game *game = effects->game;
    for (uint32_t pocket = 0; pocket < game->pocket_count; pocket++)
        for (uint32_t owner = 0; owner < 2; owner++)
            for (uint32_t type = 0; type < game->type_count; type++) {
                uint32_t had = mad_state_pocket_count(game, effects->before, pocket, owner, type),
                         has = mad_state_pocket_count(game, effects->after, pocket, owner, type);
                if (had == has)
                    continue;
                struct mad_writer writer = begin(effects);
                mad_writer_text(&writer, "`");
                mad_writer_text(&writer, game->pockets[pocket].name);
                mad_writer_text(&writer, "` of ");
                mad_writer_text(
                    &writer,
                    game->player_name[game->turn.seats != NULL ? mad_seat_of_code(game, type)
                                                               : owner]);
                mad_writer_text(&writer, has > had ? " gets " : " gives ");
                mad_writer_number(&writer, has > had ? has - had : had - has);
                mad_writer_char(&writer, ' ');
                mad_writer_text(&writer, game->types[type].kind);
                say(effects);
            }
}

static void tell_counters(struct effects *effects)
{
    const struct mad_game *game = effects->game;
    for (uint32_t counter = 0; counter < game->counter_count; counter++)
        for (uint32_t player = 0; player < (game->counters[counter].each ? 2u : 1u); player++) {
            uint8_t had = effects->before->counters[counter][player],
                    has = effects->after->counters[counter][player];
            if (had == has)
                continue;
            struct mad_writer writer = begin(effects);
            mad_writer_char(&writer, '`');
            mad_writer_text(&writer, game->counters[counter].name);
            mad_writer_char(&writer, '`');
            if (game->counters[counter].each) {
                mad_writer_text(&writer, " of ");
                mad_writer_text(&writer, game->player_name[player]);
            }
            mad_writer_text(&writer, " goes from ");
            mad_writer_number(&writer, had);
            mad_writer_text(&writer, " to ");
            mad_writer_number(&writer, has);
            say(effects);
        }
}

void mad_why_tell_effects(const struct mad_game *game, const struct mad_state *before,
                          const struct mad_state *after, const struct mad_move *move,
                          struct mad_why_effects *out)
{
    struct effects effects = {.game = game,
                              .before = before,
                              .after = after,
                              .was = mad_state_board_const(game, before),
                              .is = mad_state_board_const(game, after),
                              .out = out};
    tell_mover(&effects, move);
    tell_men(&effects);
    tell_marks(&effects);
    tell_numbers(&effects);
    tell_pockets(&effects);
    tell_counters(&effects);
}
