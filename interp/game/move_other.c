/* move_other.c - see move_other.h. Layer: game.
 *
 * WXF and ICCS: the notations of the World Xiangqi Federation and of the Internet Chinese Chess Server. */
#include "move_other.h"

#include <string.h>

#include "chance.h"
#include "dialect.h"
#include "move_numbered.h"

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static char capital_of(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

/* --- WXF -------------------------------------------------------------------------------------------------- */

/* Files are counted from the right of who moves. */
static uint32_t file_number(const struct mad_game *game, uint32_t side, uint32_t square)
{
    uint32_t file = square % game->files;
    return side == 0 ? game->files - file : file + 1;
}

static int32_t ranks_forward(const struct mad_game *game, uint32_t side,
                             const struct mad_move *move)
{
    int32_t up = (int32_t)(move->to / game->files) - (int32_t)(move->from / game->files);
    return side == 0 ? up : -up;
}

/* `+` or `-` when exactly one other such man stands on the file, and this one is before or behind him. */
static char place_on_file(const struct mad_game *game, const struct mad_state *state,
                          uint32_t square)
{
    const uint8_t *board = mad_state_board_const(game, state);
    uint32_t others = 0, other = 0;
    for (uint32_t at = square % game->files; at < game->squares; at += game->files)
        if (at != square && board[at] == board[square]) {
            others++;
            other = at;
        }
    if (others != 1)
        return '\0';
    return (square > other) == (state->side == 0) ? '+' : '-';
}

static bool is_letter_of(const struct mad_game *game, uint32_t type, char c)
{
    static const enum mad_dialect dialects[] = {MAD_DIALECT_OURS, MAD_DIALECT_WXF, MAD_DIALECT_FSF};
    for (size_t i = 0; i < sizeof dialects / sizeof *dialects; i++) {
        const char *letter = mad_dialect_letter(game, dialects[i], type);
        if (letter != NULL && letter[0] == capital_of(c) && letter[1] == '\0')
            return true;
    }
    return false;
}

/* The man and where he stands: `C2`, or `+C`, `C+` for the one before another. */
static bool is_wxf_man(const struct mad_game *game, const struct mad_state *state,
                       const struct mad_move *move, const char *text)
{
    uint8_t code = mad_state_board_const(game, state)[move->from];
    uint32_t type = game->codes[code].type;
    char place = place_on_file(game, state, move->from);
    if (text[0] == '+' || text[0] == '-')
        return text[0] == place && is_letter_of(game, type, text[1]);
    if (!is_letter_of(game, type, text[0]))
        return false;
    return text[1] == '+' || text[1] == '-'
               ? text[1] == place
               : (uint32_t)(text[1] - '0') == file_number(game, state->side, move->from);
}

static bool is_wxf(const struct mad_game *game, const struct mad_state *state,
                   const struct mad_move *move, const char *text)
{
    if (strlen(text) != 4 || !mad_game_has_dialect(game, MAD_DIALECT_WXF) ||
        move->from >= game->squares || move->to >= game->squares || !is_digit(text[3]) ||
        !is_wxf_man(game, state, move, text))
        return false;
    uint32_t argument = (uint32_t)(text[3] - '0');
    uint32_t file = file_number(game, state->side, move->to);
    int32_t forward = ranks_forward(game, state->side, move);
    bool is_straight = move->from % game->files == move->to % game->files;
    switch (text[2]) {
    case '=':
    case '.': return forward == 0 && argument == file;
    case '+': return forward > 0 && argument == (is_straight ? (uint32_t)forward : file);
    case '-': return forward < 0 && argument == (is_straight ? (uint32_t)-forward : file);
    default: return false;
    }
}

/* --- squares by other names --------------------------------------------------------------------------------- */

/* Reads `e4` as file and rank from the left and the bottom, the first rank being `first`. */
static const char *read_square(const struct mad_game *game, const char *text, uint32_t first,
                               uint32_t *square)
{
    uint32_t file = (uint32_t)(capital_of(*text) - 'A'), rank = 0;
    if (file >= game->files || !is_digit(text[1]))
        return NULL;
    for (text++; is_digit(*text) && rank < 100; text++)
        rank = rank * 10 + (uint32_t)(*text - '0');
    if (rank < first || rank - first >= game->ranks)
        return NULL;
    *square = (rank - first) * game->files + file;
    return text;
}

/* H2-E2, or h0g2, which cannot be ours. */
static bool is_iccs(const struct mad_game *game, const struct mad_move *move, const char *text)
{
    uint32_t from, to;
    const char *behind =
        mad_game_has_dialect(game, MAD_DIALECT_ICCS) ? read_square(game, text, 0, &from) : NULL;
    bool has_dash = behind != NULL && *behind == '-';
    behind = behind != NULL ? read_square(game, behind + has_dash, 0, &to) : NULL;
    bool is_capital = text[0] >= 'A' && text[0] <= 'Z';
    return behind != NULL && *behind == '\0' && move->from == from && move->to == to &&
           ((has_dash && is_capital) || from < game->files || to < game->files);
}

/* What stands behind the squares: nothing, `+` or the small letter of what the man becomes. */
static bool is_change(const struct mad_game *game, const struct mad_move *move, const char *text)
{
    bool changes = (move->flags & MAD_MOVE_CHANGES) != 0 && move->placed < game->empty;
    if (*text == '\0')
        return !changes;
    const char *letter = changes ? game->types[game->codes[move->placed].type].letter : "";
    return text[1] == '\0' &&
           (*text == '+' ? letter[0] == '+' : letter[0] == capital_of(*text) && letter[1] == '\0');
}

/* g3g4, h8b2+, P@e5 on a board whose squares have other names. */
static bool is_uci(const struct mad_game *game, const struct mad_move *move, const char *text)
{
    uint32_t from, to;
    if (strcmp(game->square_name[0], "a1") == 0 || mad_move_is_open(move))
        return false;
    if (text[0] != '\0' && text[1] == '@') {
        const char *end = read_square(game, text + 2, 1, &to);
        return end != NULL && *end == '\0' && move->flags & MAD_MOVE_DROP && move->to == to &&
               move->placed < game->empty &&
               is_letter_of(game, game->codes[move->placed].type, text[0]);
    }
    const char *behind = read_square(game, text, 1, &from);
    behind = behind != NULL ? read_square(game, behind, 1, &to) : NULL;
    return behind != NULL && move->from == from && move->to == to && is_change(game, move, behind);
}

/* e1h1, where the other own man whom the move moves stands on the second square, or Kg1: who moves besides is not said. */
static bool is_castling(const struct mad_game *game, const struct mad_state *state,
                        const struct mad_move_list *list, const struct mad_move *move,
                        const char *text)
{
    if (move->from >= game->squares || move->to >= game->squares || mad_move_is_open(move))
        return false;
    uint8_t man = mad_state_board_const(game, state)[move->from];
    size_t length = strlen(game->square_name[move->from]);
    bool names_both = strncmp(text, game->square_name[move->from], length) == 0,
         names_man = man < game->empty && is_letter_of(game, game->codes[man].type, text[0]) &&
                     strcmp(text + 1, game->square_name[move->to]) == 0;
    for (uint32_t i = 0; i < move->delta_count && (names_both || names_man); i++) {
        const struct mad_delta *delta = &list->deltas[move->delta_first + i];
        if (delta->kind == MAD_DELTA_SQUARE && delta->extra == 0 && delta->index != move->from &&
            delta->before < game->empty && game->codes[delta->before].owner == state->side &&
            (names_man || strcmp(game->square_name[delta->index], text + length) == 0))
            return true;
    }
    return false;
}

bool mad_move_is_other(const struct mad_game *game, const struct mad_state *state,
                       const struct mad_move_list *list, const struct mad_move *move,
                       const char *text)
{
    return mad_move_is_numbered(game, state, list, move, text) || is_wxf(game, state, move, text) ||
           is_iccs(game, move, text) || is_uci(game, move, text) ||
           is_castling(game, state, list, move, text);
}
