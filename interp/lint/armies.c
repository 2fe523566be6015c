/* armies.c - whose men are whose, and where players go, for two players as for more. Layer: interp/lint.
 *
 * A game of three players and more is one game for each seat (game/seats.h), with a code for each kind of man of each
 * player; rules speak of kinds. */
#include "../game/seats.h"
#include "lint.h"

const struct mad_game *mad_lint_game_of(const struct mad_lint *lint, int player)
{
    const struct mad_seats *seats = lint->game->turn.seats;
    return seats != NULL ? seats->game[player] : lint->game;
}

uint8_t mad_lint_code_of(const struct mad_lint *lint, uint32_t kind, int player)
{
    const struct mad_seats *seats = lint->game->turn.seats;
    if (seats == NULL)
        return lint->game->code_of[kind][player];
    return (uint8_t)(kind * seats->count + (uint32_t)player);
}

uint32_t mad_lint_kind_of(const struct mad_lint *lint, uint8_t code)
{
    const struct mad_seats *seats = lint->game->turn.seats;
    return seats != NULL ? code % seats->men / seats->count : lint->game->codes[code].type;
}

int mad_lint_owner_of(const struct mad_lint *lint, uint8_t code)
{
    const struct mad_seats *seats = lint->game->turn.seats;
    if (seats != NULL)
        return code < seats->men ? (int)mad_seat_of_code(lint->game, code) : -1;
    return lint->game->codes[code].owner == MAD_NOBODY ? -1 : lint->game->codes[code].owner;
}

struct mad_course mad_lint_course_of(const struct mad_lint *lint, int player)
{
    const struct mad_rule_direction *ways = lint->rules->directions;
    for (uint32_t i = 0; i < lint->rules->direction_count; i++)
        if (ways[i].name == lint->rules->players[player].direction)
            return (struct mad_course){ways[i].right, ways[i].up, true};
    return (struct mad_course){0, 1, false};
}

bool mad_lint_plays_up(const struct mad_lint *lint, int player)
{
    return mad_lint_course_of(lint, player).up >= 0;
}

uint8_t mad_lint_any_code_of(const struct mad_lint *lint, uint32_t kind)
{
    for (int player = 0; player < (int)lint->rules->player_count; player++)
        if (mad_lint_code_of(lint, kind, player) != 0xff)
            return mad_lint_code_of(lint, kind, player);
    return 0xff;
}

bool mad_lint_is_spoken_of(const struct mad_lint *lint, uint32_t type)
{
    const struct mad_rule_piece *piece = &lint->rules->pieces[type];
    bool is_own = mad_lint_is_own(lint, piece->span);
    for (uint32_t i = 0; i < piece->lines.count; i++)
        is_own = is_own || mad_lint_is_own(lint, piece->lines.items[i]->span);
    return is_own;
}

struct mad_span mad_lint_span_of_man(const struct mad_lint *lint, uint32_t type)
{
    const struct mad_rule_piece *piece = &lint->rules->pieces[type];
    if (mad_lint_is_own(lint, piece->span))
        return piece->span;
    for (uint32_t i = 0; i < piece->lines.count; i++)
        if (mad_lint_is_own(lint, piece->lines.items[i]->span))
            return piece->lines.items[i]->span;
    return lint->rules->span;
}
