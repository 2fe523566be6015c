/* new_men.h - board and men of a game that `mad new` makes: another board, another first row.
 *
 * Layer: cli. Only arrays that are a row of men behind a row of one kind, the second player's the mirror of
 * the first's, can be made anew. What cannot be done is said on stderr. */
#ifndef MAD_CLI_NEW_MEN_H
#define MAD_CLI_NEW_MEN_H

#include "game_file.h"

enum { CLI_NEW_MOST_SIDE = 16 };

struct cli_new_man {
    char name[40], letter[8];
    const char *library; /* null: the parent has him */
    bool has_new_letter; /* another one than the library gives */
    bool is_royal;
};

struct cli_new_men {
    const struct cli_game *parent; /* borrowed */
    int files, ranks;
    struct cli_new_man row[CLI_NEW_MOST_SIDE]; /* the first rank */
    int row_count;                             /* files; 0: the array is not of that form */
    char second_letter[8]; /* of the man who fills the second rank; empty: nobody does */
    struct cli_new_man before[CLI_NEW_MOST_SIDE]; /* the parent's first rank */
    bool has_new_board, has_new_army;
};

/* As the parent has it, whose position is its array. */
bool cli_new_men_start(struct cli_new_men *men, const struct cli_game *parent);
/* "10x8", "10 by 8"; "RNBQKBNR", "Rook Knight ...", "Mad Elephant, Rook, ...". False when it cannot be. */
bool cli_new_men_board(struct cli_new_men *men, const char *text);
bool cli_new_men_army(struct cli_new_men *men, const char *text);
/* Whether there is nothing to ask about board or army, whichever the option is. */
bool cli_new_men_is_fixed(const struct cli_new_men *men, enum cli_option_id option);
/* Whether there is a man for each file; else it is said. */
bool cli_new_men_is_whole(const struct cli_new_men *men);
/* Whether there is another array than the parent's. */
bool cli_new_men_has_array(const struct cli_new_men *men);
/* Whether one who is called `name`, or in `line`, stands on another file of the first rank than before. */
bool cli_new_men_moved(const struct cli_new_men *men, const char *name, const char *line);
/* The first rank as text that cli_new_men_army reads; empty when the array is not of that form. */
void cli_new_men_row(const struct cli_new_men *men, char *out, size_t size);

void cli_new_men_put_uses(FILE *out, const struct cli_new_men *men);
void cli_new_men_put_array(FILE *out, const struct cli_new_men *men);
/* "d4, e4, d5 or e5" */
void cli_new_men_put_middle(FILE *out, const struct cli_new_men *men);
/* "Queen, Rook, Bishop or Knight"; empty without any. */
bool cli_new_men_has_kinds(const struct cli_new_men *men);
void cli_new_men_put_kinds(FILE *out, const struct cli_new_men *men);

#endif
