/* tiny_game.c - see tiny_game.h. Layer: tests. */
#include "tiny_game.h"

#include <stdlib.h>

#include "interp/mad_rules.h"

enum { SIDE = 8, SQUARES = SIDE * SIDE };

static const struct mad_piece_type tiny_types[TINY_TYPES] = {
    [TINY_KING] = {.name = "King", .letter = "K", .royal = true, .owner = -1},
    [TINY_QUEEN] = {.name = "Queen", .letter = "Q", .owner = -1},
    [TINY_ROOK] = {.name = "Rook", .letter = "R", .owner = -1},
    [TINY_KNIGHT] = {.name = "Knight", .letter = "N", .owner = -1},
    [TINY_PAWN] = {.name = "Pawn", .letter = "P", .letterless = true, .owner = -1},
    [TINY_ELEPHANT] = {.name = "Elephant", .letter = "E", .owner = -1},
    [TINY_MAD] = {.name = "Mad Elephant", .letter = "M", .owner = -1},
    [TINY_KNIGHT_UP] = {.name = "Promoted Knight", .letter = "+N", .owner = -1},
};

static const struct mad_mark tiny_marks[TINY_MARKS] = {
    [TINY_CASTLING] = {.name = "castling", .show = MAD_SHOW_CASTLING, .until = {1u << TINY_KING}},
    [TINY_PASSED] = {.name = "passed", .show = MAD_SHOW_EN_PASSANT},
    [TINY_TAUNT] = {.name = "taunter", .shown = "taunt", .show = MAD_SHOW_FIELD},
    [TINY_PROMOTED] = {.name = "promoted", .show = MAD_SHOW_TILDE},
};

static const struct mad_pocket tiny_pockets[TINY_POCKETS] = {
    [TINY_HAND] = {.name = "hand", .show = MAD_POCKET_BRACKETS},
    [TINY_FLAT] = {.name = "flat men", .show = MAD_POCKET_FIELD},
};

static const struct mad_template rampage_templates[] = {
    {.text = "{letter}{to}", .when_nothing_taken = true},
    {.text = "{letter}{:taken}{-to}"},
};
static const struct mad_template passing_template = {.text = "{from file}x{to}"};
static const struct mad_template taunt_template = {.text = "{letter}{from}(T)"};
static const struct mad_template convert_template = {.text = "{from}={letter}"};
static const struct mad_template drop_template = {.text = "{man}@{to}"};

static const struct mad_line tiny_lines[TINY_LINES] = {
    [TINY_MOVE] = {.verb = "move", .shape = MAD_SHAPE_MOVE},
    [TINY_CASTLE] = {.verb = "castle", .written = "O-O", .shape = MAD_SHAPE_MOVE},
    [TINY_EN_PASSANT] = {.verb = "en-passant",
                         .templates = &passing_template,
                         .template_count = 1,
                         .shape = MAD_SHAPE_MOVE},
    [TINY_RAMPAGE] = {.verb = "rampage",
                      .templates = rampage_templates,
                      .template_count = 2,
                      .shape = MAD_SHAPE_RAMPAGE},
    [TINY_TAUNTS] = {.verb = "taunt",
                     .templates = &taunt_template,
                     .template_count = 1,
                     .shape = MAD_SHAPE_STAY},
    [TINY_CONVERT] = {.verb = "convert",
                      .templates = &convert_template,
                      .template_count = 1,
                      .shape = MAD_SHAPE_BECOME},
    [TINY_DROP] = {.verb = "drop",
                   .templates = &drop_template,
                   .template_count = 1,
                   .shape = MAD_SHAPE_DROP},
    [TINY_HOP] = {.verb = "hop", .shape = MAD_SHAPE_MOVE},
};

/* All blocks of the game, freed together. */
struct tiny {
    struct mad_game game;
    struct mad_piece_type types[TINY_TYPES];
    struct mad_mark marks[TINY_MARKS];
    struct mad_pocket pockets[TINY_POCKETS];
    struct mad_line lines[TINY_LINES];
    struct mad_code codes[2 * TINY_TYPES + 1];
    uint8_t code_of[TINY_TYPES][3];
    char square_name[SQUARES][6];
    uint64_t zobrist[(4 + 2 * TINY_TYPES + TINY_MARKS) * SQUARES];
    uint64_t zobrist_pocket[TINY_POCKETS * 2 * TINY_TYPES * 256];
};

static void *resize(void *context, void *block, size_t old_bytes, size_t new_bytes)
{
    (void)context;
    (void)old_bytes;
    if (new_bytes > 0)
        return realloc(block, new_bytes);
    free(block);
    return NULL;
}
static const struct mad_memory tiny_memory = {.resize = resize};

static void fill_board(struct tiny *tiny)
{
    struct mad_game *game = &tiny->game;
    game->squares = SQUARES;
    game->files = game->ranks = SIDE;
    for (int square = 0; square < SQUARES; square++) {
        tiny->square_name[square][0] = (char)('a' + square % SIDE);
        tiny->square_name[square][1] = (char)('1' + square / SIDE);
    }
    game->square_name = tiny->square_name;
    game->player_name[0] = "White";
    game->player_name[1] = "Black";
    game->player_letter[0] = 'w';
    game->player_letter[1] = 'b';
    game->writing.capitals_first = true;
}

static void fill_pieces(struct tiny *tiny)
{
    struct mad_game *game = &tiny->game;
    memcpy(tiny->types, tiny_types, sizeof tiny_types);
    for (uint8_t code = 0; code < 2 * TINY_TYPES; code++) {
        tiny->codes[code] = (struct mad_code){(uint8_t)(code / 2), (uint8_t)(code % 2)};
        tiny->code_of[code / 2][code % 2] = code;
    }
    tiny->codes[2 * TINY_TYPES] = (struct mad_code){0xff, 0xff};
    game->types = tiny->types;
    game->type_count = TINY_TYPES;
    game->codes = tiny->codes;
    game->code_count = game->empty = 2 * TINY_TYPES;
    game->code_of = tiny->code_of;
}

static void fill_memory(struct tiny *tiny, unsigned features)
{
    struct mad_game *game = &tiny->game;
    memcpy(tiny->marks, tiny_marks, sizeof tiny_marks);
    memcpy(tiny->pockets, tiny_pockets, sizeof tiny_pockets);
    memcpy(tiny->lines, tiny_lines, sizeof tiny_lines);
    tiny->marks[TINY_CASTLING].initial[0] = 0x81; /* a1, h1 */
    tiny->marks[TINY_CASTLING].initial[7] = 0x81; /* a8, h8 */
    game->marks = tiny->marks;
    game->mark_count = features & TINY_WITHOUT_MARKS ? 0 : TINY_MARKS;
    game->pockets = tiny->pockets;
    game->pocket_count = features & TINY_WITH_HAND ? TINY_POCKETS : 0;
    game->writing.shogi_drops = features & TINY_SHOGI;
    game->lines = tiny->lines;
    game->line_count = TINY_LINES;
    game->words = 1;
    game->mark_slot = (uint32_t)MAD_SLOT_CODE + game->empty + 1;
    game->board_offset = (uint32_t)sizeof(struct mad_state) +
                         (game->mark_slot + game->mark_count) * (uint32_t)sizeof(uint64_t);
    game->pocket_offset = game->board_offset + SQUARES;
    game->state_bytes = game->pocket_offset + TINY_POCKETS * 2 * TINY_TYPES;
    game->keys.square = tiny->zobrist;
    game->keys.pocket = tiny->zobrist_pocket;
    game->allocator = &tiny_memory;
    mad_zobrist_fill(game);
}

struct mad_state *tiny_state_new(const struct mad_game *game)
{
    struct mad_state *state = malloc(game->state_bytes);
    if (state != NULL)
        mad_state_clear(game, state);
    return state;
}

static void put_pair(const struct mad_game *game, struct mad_state *state, uint32_t file,
                     enum tiny_type type)
{
    mad_state_put(game, state, file, (uint8_t)(2 * type));
    mad_state_put(game, state, 7 * SIDE + file, (uint8_t)(2 * type + 1));
}

struct mad_game *tiny_game_new(unsigned features)
{
    struct tiny *tiny = calloc(1, sizeof *tiny);
    if (tiny == NULL)
        return NULL;
    fill_board(tiny);
    fill_pieces(tiny);
    fill_memory(tiny, features);
    struct mad_state *initial = tiny_state_new(&tiny->game);
    if (initial == NULL) {
        free(tiny);
        return NULL;
    }
    static const enum tiny_type back[SIDE] = {TINY_ROOK, TINY_KNIGHT,   TINY_MAD,    TINY_QUEEN,
                                              TINY_KING, TINY_ELEPHANT, TINY_KNIGHT, TINY_ROOK};
    for (uint32_t file = 0; file < SIDE; file++) {
        put_pair(&tiny->game, initial, file, back[file]);
        mad_state_put(&tiny->game, initial, SIDE + file, 2 * TINY_PAWN);
        mad_state_put(&tiny->game, initial, 6 * SIDE + file, 2 * TINY_PAWN + 1);
    }
    static const uint8_t corners[] = {0, 7, 56, 63};
    for (size_t i = 0; tiny->game.mark_count > 0 && i < sizeof corners; i++)
        mad_state_mark(&tiny->game, initial, TINY_CASTLING, corners[i]);
    mad_state_finish(&tiny->game, initial);
    tiny->game.initial = initial;
    return &tiny->game;
}

void tiny_game_free(struct mad_game *game)
{
    if (game == NULL)
        return;
    free((void *)(uintptr_t)game->initial);
    free(game);
}

int tiny_square(const struct mad_game *game, const char *name)
{
    for (int square = 0; square < game->squares; square++)
        if (strncmp(game->square_name[square], name, 2) == 0)
            return square;
    return -1;
}

void tiny_list_clear(struct tiny_list *moves)
{
    memset(moves, 0, sizeof *moves);
    moves->list = (struct mad_move_list){
        .moves = moves->moves, .deltas = moves->deltas, .capacity = 32, .delta_capacity = 256};
}

static void add_taken(const struct mad_game *game, const struct mad_state *state,
                      struct tiny_list *moves, struct mad_move *move, const char *taken)
{
    for (; *taken; taken += taken[2] ? 3 : 2) {
        int square = tiny_square(game, taken);
        moves->deltas[moves->list.delta_count++] =
            (struct mad_delta){MAD_DELTA_SQUARE, 2, (uint16_t)square,
                               mad_state_board_const(game, state)[square], game->empty};
        move->delta_count++;
        move->flags |= MAD_MOVE_TAKES;
    }
}

void tiny_list_add(const struct mad_game *game, const struct mad_state *state,
                   struct tiny_list *moves, enum tiny_line line, const char *from, const char *to,
                   int becomes, const char *taken)
{
    const uint8_t *board = mad_state_board_const(game, state);
    struct mad_move *move = &moves->moves[moves->list.count++];
    *move = (struct mad_move){
        .from = MAD_NO_SQUARE, .line = (uint8_t)line, .delta_first = moves->list.delta_count};
    move->to = (uint16_t)tiny_square(game, to);
    if (from == NULL) {
        move->placed = game->code_of[becomes][state->side];
        move->flags |= MAD_MOVE_DROP;
    } else {
        move->from = (uint16_t)tiny_square(game, from);
        move->placed = board[move->from];
        if (becomes >= 0) {
            move->placed = game->code_of[becomes][state->side];
            move->flags |= MAD_MOVE_CHANGES;
        }
    }
    if (taken != NULL) {
        add_taken(game, state, moves, move, taken);
    } else if (move->delta_count == 0 && (line == TINY_MOVE || line == TINY_HOP)) {
        move->flags |= MAD_MOVE_PLAIN;
        if (board[move->to] != game->empty && from != NULL)
            move->flags |= MAD_MOVE_TAKES;
    }
}
