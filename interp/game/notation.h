/* notation.h - the texts of moves: the coordinate text, the same in every game, and the notation of
 * the rule file.
 *
 * Layer: game. Texts belong to a whole list, because what a move has to say depends on the others:
 * within one list all coordinate texts differ, and all texts differ, from each other and from the
 * coordinate texts of other moves. struct mad_names belongs to the caller, starts as zeros, and is
 * used for list after list; its memory comes from game->allocator. */
#ifndef MAD_GAME_NOTATION_H
#define MAD_GAME_NOTATION_H

#include "../mad_rules.h"
#include "move.h"
#include "state.h"
#include "writer.h"

/* How exactly a move says where it comes from. */
enum mad_origin {
    MAD_ORIGIN_SHORT, /* only as much as the kind of move always says */
    MAD_ORIGIN_FILE,
    MAD_ORIGIN_RANK,
    MAD_ORIGIN_SQUARE,
};

/* How the rule file has a move written. */
enum mad_style {
    MAD_STYLE_ALGEBRAIC, /* Nbd2, exd5, e8=Q */
    MAD_STYLE_TEMPLATE,
    MAD_STYLE_WRITTEN,     /* the same fixed text always */
    MAD_STYLE_COORDINATES, /* the rule file says nothing */
};

struct mad_name {       /* of one move */
    size_t coord, text; /* offsets in mad_names.bytes */
    uint32_t number;    /* among moves that nothing else tells apart */
    uint8_t rung;   /* what has been done so far to make the text differ: enum in notation_list.c */
    uint8_t origin; /* enum mad_origin of the text */
    uint8_t detail; /* what has been added to the coordinates */
    bool is_stale;  /* to be written again */
};

struct mad_name_item;

struct mad_names {
    uint32_t count;
    struct mad_name *names; /* by index in the list of moves */
    size_t name_capacity;
    char *bytes;
    size_t byte_count, byte_capacity;
    struct mad_name_item *items; /* scratch for finding equal texts */
    size_t item_capacity;
};

/* Names all moves of `list`, legal in `state`, and the outcomes of open ones (chance.h), each `coord` and
 * `text` with a colon and what came out behind. MAD_ERROR_MEMORY leaves no names. */
MAD_MUST_CHECK enum mad_status mad_notation_list(const struct mad_game *game,
                                                 const struct mad_state *state,
                                                 const struct mad_move_list *list,
                                                 struct mad_names *names);
/* Whether the move's text tells it from another's by a number alone. */
bool mad_names_is_numbered(const struct mad_names *names, uint32_t move);
/* Sorts the moves of the list, and the names with them, by coordinate text (bytewise). */
void mad_notation_sort(struct mad_move_list *list, struct mad_names *names);
void mad_names_free(const struct mad_game *game, struct mad_names *names);

static inline const char *mad_names_coord(const struct mad_names *names, uint32_t move)
{
    return names->bytes + names->names[move].coord;
}

static inline const char *mad_names_text(const struct mad_names *names, uint32_t move)
{
    return names->bytes + names->names[move].text;
}

/* The parts below are for notation_list.c and move_match.c. */

struct mad_squares {
    uint32_t count;
    uint16_t at[MAD_MAX_SQUARES];
};
/* Squares on which the move takes: along the way when they are on one line from its origin, else in
 * the order in which it happens. */
void mad_notation_taken(const struct mad_game *game, const struct mad_move_list *list,
                        const struct mad_move *move, struct mad_squares *taken);
/* `:`, by how many if by several, and the square, for each square on which more men stand than before; in the same
 * order. */
void mad_notation_write_more(const struct mad_game *game, const struct mad_move_list *list,
                             const struct mad_move *move, struct mad_writer *writer);
enum mad_style mad_notation_style(const struct mad_game *game, const struct mad_move *move);
/* One move by itself, without regard to the others: for reading what people type. */
void mad_notation_write_coord(const struct mad_game *game, const struct mad_state *state,
                              const struct mad_move_list *list, const struct mad_move *move,
                              struct mad_writer *writer);
void mad_notation_write_text(const struct mad_game *game, const struct mad_state *state,
                             const struct mad_move_list *list, const struct mad_move *move,
                             enum mad_origin origin, struct mad_writer *writer);
/* The type of the man that moves, before it changes; null for drops. */
const struct mad_piece_type *mad_notation_man(const struct mad_game *game,
                                              const struct mad_state *state,
                                              const struct mad_move *move);

#endif
