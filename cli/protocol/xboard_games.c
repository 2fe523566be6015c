/* xboard_games.c - see xboard_games.h. Layer: cli. */
#include "xboard_games.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../board.h"
#include "front.h"

enum {
    LARGEST = 12,     /* files and ranks: more are an option of building XBoard */
    SLOTS = 22,       /* kinds of men of each player; the last one is the King's */
    SAMPLE_GAMES = 3, /* that are looked at for moves that cannot be said */
    SAMPLE_PLIES = 60,
};

static const struct {
    const char *theirs, *ours;
} known[] = {
#define CLI_XBOARD_GAME(theirs, ours) {theirs, ours},
#include "xboard_games.def"
};

static const char *known_name(const char *ours)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(known[i].ours, ours) == 0) {
            return known[i].theirs;
        }
    }
    return NULL;
}

void cli_xboard_name(const char *ours, char *out, size_t size)
{
    const char *theirs = known_name(ours);
    snprintf(out, size, "%s", theirs != NULL ? theirs : ours);
    for (char *c = out; *c != '\0'; c++) {
        *c = *c == ':' || *c == ',' ? '/' : *c;
    }
}

/* --- what it can hold ----------------------------------------------------------------------------- */

static const char *refuses_board(const mad_game *game)
{
    struct mad_game_info info = mad_game_info(game);
    if (info.hexagons) {
        return "XBoard has no boards of hexagons";
    }
    if (info.files > LARGEST || info.ranks > LARGEST) {
        return "XBoard has no boards so large";
    }
    for (int square = 0; square < info.squares; square++) {
        if (mad_game_is_hole(game, square)) {
            return "XBoard has no boards with holes like this one";
        }
    }
    return NULL;
}

static const char *refuses_men(const mad_game *game)
{
    size_t count = mad_game_piece_count(game), plain = 0;
    for (size_t i = 0; i < count; i++) {
        struct mad_piece_info piece = mad_game_piece(game, i);
        bool is_promoted = piece.letter[0] == '+';
        if (piece.owner == 2) {
            return "XBoard has no men that belong to nobody";
        }
        if (!isalpha((unsigned char)piece.letter[is_promoted]) ||
            piece.letter[is_promoted + 1] != '\0') {
            return "XBoard wants one letter for each man";
        }
        plain += !is_promoted;
    }
    if (plain > SLOTS) {
        return "XBoard has no room for so many kinds of men";
    }
    return mad_game_pocket_name(game, 0) != NULL && mad_game_pocket_name(game, 1) != NULL
               ? "XBoard has one pocket for each player"
               : NULL;
}

/* a1b2, a1b2q, a1b2+, P@a1 */
static bool is_sayable(const char *text)
{
    if (isupper((unsigned char)text[0]) && text[1] == '@') {
        text += 2;
    } else {
        if (!islower((unsigned char)text[0])) {
            return false;
        }
        text += 1 + strspn(text + 1, "0123456789");
    }
    size_t digits = islower((unsigned char)text[0]) ? strspn(text + 1, "0123456789") : 0;
    if (digits == 0) {
        return false;
    }
    text += 1 + digits;
    return text[0] == '\0' ||
           ((islower((unsigned char)text[0]) || text[0] == '+') && text[1] == '\0');
}

static const char *refuses_moves(mad_position *position, mad_moves *moves)
{
    const struct cli_tongue tongue = {CLI_DIALECT_CECP, false};
    for (size_t i = 0; i < mad_moves_count(moves); i++) {
        char text[CLI_MOVE_BYTES];
        if (mad_moves_at(moves, i).outcomes != 0) {
            return "XBoard does not know what a toss is";
        }
        cli_dialect_write(&tongue, position, moves, i, text, sizeof text);
        if (!is_sayable(text)) {
            return "XBoard has no words for some moves of this game";
        }
        if (text[1] == '@' && !mad_game_info(mad_position_game(position)).has_hand) {
            return "XBoard puts only such men on the board as come from a pocket";
        }
    }
    return NULL;
}

/* Plays some games and looks at every move in them. The numbers are drawn by Knuth's generator: any will do,
 * as long as they are the same each time. */
static const char *refuses_games(mad_position *position, mad_moves *moves)
{
    uint64_t random = 1;
    for (int game = 0; game < SAMPLE_GAMES; game++) {
        for (int ply = 0; ply < SAMPLE_PLIES; ply++) {
            int side = mad_position_side(position);
            if (mad_moves_list(moves, position) != MAD_OK || mad_moves_count(moves) == 0) {
                break;
            }
            const char *why = refuses_moves(position, moves);
            if (why != NULL) {
                return why;
            }
            random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            size_t index = (size_t)((random >> 33) % mad_moves_count(moves));
            if (mad_position_apply(position, moves, index) != MAD_OK) {
                break;
            }
            if (mad_position_side(position) == side) {
                return "XBoard wants the players to move in turn";
            }
        }
        while (mad_position_undo(position) == MAD_OK) {
        }
    }
    return NULL;
}

const char *cli_xboard_refuses(const mad_game *game)
{
    const char *why = refuses_board(game);
    mad_position *position = NULL;
    mad_moves *moves = NULL;
    why = why != NULL ? why : refuses_men(game);
    if (why == NULL && mad_position_new(game, &position) == MAD_OK &&
        mad_moves_new(game, &moves) == MAD_OK) {
        why = refuses_games(position, moves);
    }
    mad_moves_free(moves);
    mad_position_free(position);
    return why;
}

void cli_xboard_say_variants(const struct cli_session *session)
{
    const char *between = "feature variants=\"";
    for (size_t i = 0; i < session->catalog.count; i++) {
        const struct cli_listed *listed = &session->catalog.games[i];
        struct mad_load load = {.path = listed->path, .variant = listed->variant};
        mad_game *game = NULL;
        if (mad_game_load(session->engine, &load, &game, NULL) == MAD_OK &&
            cli_xboard_refuses(game) == NULL) {
            char name[200];
            cli_xboard_name(listed->name, name, sizeof name);
            printf("%s%s", between, name);
            between = ",";
        }
        mad_game_free(game);
    }
    cli_say("\"");
}

/* --- setup ------------------------------------------------------------------------------------------ */

static const char slots[] = "PNBRQFEACWMOHIJGDVLSUK";

/* Where the letter goes: the King's place for a royal man, its own where XBoard has such a letter, else
 * the first that is free. */
static void put_letter(char table[SLOTS + 1], char letter, bool is_royal)
{
    const char *own = strchr(slots, letter);
    int slot = is_royal ? SLOTS - 1 : own != NULL ? (int)(own - slots) : SLOTS;
    if (slot == SLOTS || table[slot] != '.' || (slot == SLOTS - 1 && !is_royal)) {
        for (slot = 5; slot < SLOTS - 2 && table[slot] != '.'; slot++) {
        }
    }
    table[slot] = letter;
}

/* The letters of one player's men; false when there are promoted ones, for which XBoard has rules. */
static bool make_table(const mad_game *game, char table[SLOTS + 1])
{
    memset(table, '.', SLOTS);
    table[SLOTS] = '\0';
    for (int pass = 0; pass < 2; pass++) { /* those with a place of their own first */
        for (size_t i = 0; i < mad_game_piece_count(game); i++) {
            struct mad_piece_info piece = mad_game_piece(game, i);
            char letter = (char)toupper((unsigned char)piece.letter[0]);
            bool has_place = piece.royal || strchr(slots, letter) != NULL;
            if (letter == '+') {
                return false;
            }
            if (has_place == (pass == 0) && strchr(table, letter) == NULL) {
                put_letter(table, letter, piece.royal);
            }
        }
    }
    return true;
}

void cli_xboard_say_setup(const struct cli_session *session)
{
    struct mad_game_info info = mad_game_info(session->game);
    char table[SLOTS + 1];
    if (known_name(session->listed.name) != NULL || !make_table(session->game, table)) {
        return;
    }
    char *start = cli_session_text(session);
    size_t held = 0;
    for (size_t i = 0; i < mad_game_piece_count(session->game) && info.has_hand; i++) {
        held += !mad_game_piece(session->game, i).royal;
    }
    if (start != NULL) {
        printf("setup (%s", table);
        for (int i = 0; i < SLOTS; i++) {
            fputc(tolower((unsigned char)table[i]), stdout);
        }
        cli_say(") %dx%d+%zu_fairy %s", info.files, info.ranks, held, start);
    }
    free(start);
}

/* --- edit ------------------------------------------------------------------------------------------- */

bool cli_xboard_edit_begin(struct cli_xboard_edit *edit, const mad_position *position)
{
    int squares = mad_game_info(mad_position_game(position)).squares;
    cli_xboard_edit_free(edit);
    edit->men = calloc((size_t)squares, sizeof *edit->men);
    edit->owner = 0;
    edit->side = mad_position_side(position);
    for (int square = 0; square < squares && edit->men != NULL; square++) {
        struct mad_man man;
        if (mad_position_man(position, square, &man)) {
            snprintf(edit->men[square], sizeof edit->men[square], "%.3s", man.letter);
        }
    }
    return edit->men != NULL;
}

void cli_xboard_edit_free(struct cli_xboard_edit *edit)
{
    free(edit->men);
    edit->men = NULL;
}

/* A square as XBoard names it, at the end of the line; -1 when it is none. */
static int read_square(const mad_game *game, const char *text)
{
    struct mad_game_info info = mad_game_info(game);
    int file = text[0] - 'a';
    long long rank;
    if (file < 0 || file >= info.files || !cli_read_number(text + 1, 0, info.ranks, &rank)) {
        return -1;
    }
    rank -= info.ranks < 10;
    return rank >= 0 && rank < info.ranks ? (int)rank * info.files + file : -1;
}

bool cli_xboard_edit_line(struct cli_xboard_edit *edit, const mad_game *game, const char *line)
{
    struct mad_game_info info = mad_game_info(game);
    bool is_promoted = line[0] == '+';
    const char *letter = line + is_promoted;
    if (edit->men == NULL) {
        return false;
    }
    if (strcmp(line, "#") == 0) {
        memset(edit->men, 0, (size_t)info.squares * sizeof *edit->men);
        return true;
    }
    if (strcmp(line, "c") == 0) {
        edit->owner = !edit->owner;
        return true;
    }
    int square = letter[0] != '\0' ? read_square(game, letter + 1) : -1;
    if (square < 0 || !isalpha((unsigned char)letter[0])) {
        return false;
    }
    bool is_capital = (edit->owner == 0) == info.first_has_capitals;
    int made = is_capital ? toupper((unsigned char)letter[0]) : tolower((unsigned char)letter[0]);
    snprintf(edit->men[square], sizeof edit->men[square], "%s%c", is_promoted ? "+" : "", made);
    if (letter[0] == 'x') {
        edit->men[square][0] = '\0';
    }
    return true;
}

/* The board as a position text, empty squares one by one: all readers add them up. */
static char *edited_text(const struct cli_xboard_edit *edit, const mad_game *game, const char *more)
{
    struct mad_game_info info = mad_game_info(game);
    size_t size = (size_t)info.squares * 4 + 100, used = 0;
    char *text = malloc(size);
    for (int rank = info.ranks - 1; rank >= 0 && text != NULL; rank--) {
        int empty = 0;
        for (int file = 0; file < info.files; file++) {
            const char *man = edit->men[rank * info.files + file];
            empty += man[0] == '\0';
            if (man[0] != '\0' || file == info.files - 1) {
                char number[12] = "";
                if (empty > 0) {
                    snprintf(number, sizeof number, "%d", empty);
                }
                used += (size_t)snprintf(text + used, size - used, "%s%s", number, man);
                empty = 0;
            }
        }
        used += (size_t)snprintf(text + used, size - used, "%s", rank > 0 ? "/" : "");
    }
    if (text != NULL) {
        snprintf(text + used, size - used, "%s %c%s", info.has_hand ? "[]" : "",
                 info.player_letter[edit->side], more);
    }
    return text;
}

/* With all rights to castle that the men allow, then without. */
enum mad_status cli_xboard_edit_end(struct cli_xboard_edit *edit, struct cli_session *session,
                                    struct mad_text_error *error)
{
    static const char *const tries[] = {" KQkq - 0 1", " - - 0 1", ""};
    enum mad_status status = MAD_ERROR_MEMORY;
    *error = (struct mad_text_error){.text = "there is no memory"};
    for (size_t i = 0; i < sizeof tries / sizeof *tries && edit->men != NULL; i++) {
        char *text = edited_text(edit, session->game, tries[i]);
        status = text != NULL ? cli_session_set(session, text, error) : MAD_ERROR_MEMORY;
        free(text);
        if (status == MAD_OK) {
            break;
        }
    }
    cli_xboard_edit_free(edit);
    return status;
}
