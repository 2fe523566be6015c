/* dialect.h - moves as other programs write them.
 *
 * Layer: cli. What a dialect writes it reads back; besides, it reads whatever mad_moves_find does. Moves
 * that a dialect has no way to say stand in the coordinate text of mad. */
#ifndef MAD_CLI_PROTOCOL_DIALECT_H
#define MAD_CLI_PROTOCOL_DIALECT_H

#include "../../interp/mad_rules.h"

enum cli_dialect {
    CLI_DIALECT_MAD,  /* coordinate text: e7e8=Q, N@d5, in shogi 7g7f, P*5e */
    CLI_DIALECT_UCI,  /* files are letters from the first player's left: e7e8q, N@d5, c3c4+ */
    CLI_DIALECT_CECP, /* the same, ranks from 0 where there are more than nine */
    CLI_DIALECT_USI,  /* files are numbers from the first player's right: 7g7f, P*5e */
};

struct cli_tongue {
    enum cli_dialect dialect;
    bool takes_rook;          /* castling as the King's move to where his Rook stands */
    enum mad_dialect letters; /* in which men are called; MAD_DIALECT_ANY is ours */
};

enum { CLI_MOVE_BYTES = 200 };

/* Writes move `index` of the list, which is that of the position; cut to the size, which no move needs. */
void cli_dialect_write(const struct cli_tongue *tongue, const mad_position *position,
                       const mad_moves *moves, size_t index, char *out, size_t size);
enum mad_status cli_dialect_find(const struct cli_tongue *tongue, const mad_position *position,
                                 const mad_moves *moves, const char *text, size_t *index,
                                 struct mad_text_error *error);
/* The position text in the dialect, or ours when that has no words for it. Malloced; null without memory. */
char *cli_dialect_text(const mad_position *position, enum mad_dialect dialect);
/* Writes a line of coordinate texts that begins in the position, as far as it can be played. */
void cli_dialect_write_line(const struct cli_tongue *tongue, const mad_position *position,
                            const char *line, char *out, size_t size);

#endif
