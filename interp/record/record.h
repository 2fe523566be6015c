/* record.h - a game as it is kept, from inside.
 *
 * Layer: record, private to it. Moves are nodes of a tree in one array, numbered as in mad_record.h;
 * number 0 is the start. A move that was taken back leaves a hole, whose `coord` is null. Texts lie in
 * an arena that only grows until the record is cleared, so that what was handed out stays. */
#ifndef MAD_RECORD_RECORD_H
#define MAD_RECORD_RECORD_H

#include "../../grammar/arena.h"
#include "../mad_record.h"
#include "../memory.h"

enum {
    MAD_RECORD_NESTING = 200,        /* variations in variations: bounds recursion */
    MAD_RECORD_BYTES = 64 << 20,     /* texts of one record: a file may hold anything */
    MAD_RECORD_MOVES = 1 << 20,      /* moves of one record */
    MAD_RECORD_TEXT_BYTES = 1 << 20, /* of one comment */
};

/* The game of a PGN file that names none: the one that the standard was made for. */
#define MAD_PGN_USUAL_GAME "chess"

struct mad_record_tag {
    const char *name, *value;
};

struct mad_record_node {
    struct mad_record_move move;
    uint32_t ply;     /* moves before it: the start has 0, the first move 1 */
    uint32_t way;     /* scratch of mad_record_goto: the next one on the way */
    const char *pdn;  /* the move by numbered squares, where the game has them; or null */
    uint8_t nesting;  /* how deep in variations */
    uint8_t nag_room; /* of move.nags */
};

struct mad_record {
    const mad_game *game;
    const struct mad_memory *memory;
    struct mad_arena texts;
    struct mad_record_tag *tags;
    size_t tag_count, tag_capacity;
    const char *start; /* null: the array */
    struct mad_record_node *nodes;
    size_t node_count, node_capacity; /* at least the start is there */
    size_t holes;
    uint32_t here;
    mad_position *position; /* at `here` */
    mad_moves *moves;       /* scratch */
    struct mad_record_result result;
};

/* What files of draughts (PDN) know of a game: by which number, and whether its first player is called Black there. A game
 * that has no number is written as in PGN but for its moves and positions. */
struct mad_record_pdn {
    const char *number; /* "21"; null: it has none */
    bool is_turned;     /* White and Black are the second and the first player */
};
struct mad_record_pdn mad_record_pdn(const mad_game *game);
/* `BlackElo` for `WhiteElo`, and the other way round; all other names stay. */
const char *mad_record_turned_tag(const char *name, char room[256]);
/* Names that say what the record knows otherwise: no tags. */
bool mad_record_is_reserved(const char *name, size_t bytes);
/* The move may be `MAD_RECORD_START`. */
static inline bool mad_record_has(const struct mad_record *record, uint32_t move)
{
    return move < record->node_count && (move == 0 || record->nodes[move].move.coord != NULL);
}

#endif
