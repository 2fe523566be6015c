/* table.h - the score of a match as people read it, and as JSON. Layer: cli. */
#ifndef MAD_CLI_MATCH_TABLE_H
#define MAD_CLI_MATCH_TABLE_H

#include <stdio.h>

#include "score.h"

struct cli_table {
    const char *game;
    const char *names[2];                  /* of the first and the second player of the match */
    const char *players[MAD_MOST_PLAYERS]; /* of the game: White, Black */
    const struct cli_score *score;
    const struct cli_sprt *sprt;
};

void cli_table_print(FILE *stream, const struct cli_table *table);
void cli_table_json(FILE *stream, const struct cli_table *table);
/* One line for a bar of progress. */
void cli_table_line(const struct cli_table *table, char *out, size_t size);

#endif
