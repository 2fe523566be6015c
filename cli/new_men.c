/* new_men.c - see new_men.h. Layer: cli. */
#include "new_men.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "text.h"

enum { LEAST_RANKS = 5 }; /* two rows of men each, and one between */

/* --- the parent's array ---------------------------------------------------------------------------- */

static void take_man(const struct cli_new_men *men, int piece, struct cli_new_man *out)
{
    struct mad_piece_info info = mad_game_piece(men->parent->game, (size_t)piece);
    *out = (struct cli_new_man){.is_royal = info.royal};
    snprintf(out->name, sizeof out->name, "%s", info.name);
    snprintf(out->letter, sizeof out->letter, "%s", info.letter);
}

/* Who stands on a file of a rank; -1 when nobody does, or another than `owner`'s. */
static int man_on(const struct cli_new_men *men, int file, int rank, int owner)
{
    struct mad_man man;
    int square = rank * mad_game_info(men->parent->game).files + file;
    return mad_position_man(men->parent->position, square, &man) && man.owner == owner ? man.piece
                                                                                       : -1;
}

static bool is_empty_rank(const struct cli_new_men *men, int rank)
{
    struct mad_man man;
    bool is_empty = true;
    for (int file = 0; file < men->files; file++) {
        is_empty =
            is_empty && !mad_position_man(men->parent->position, rank * men->files + file, &man);
    }
    return is_empty;
}

/* A row of men, a row of one kind, nobody, and the mirror of it. */
static bool is_simple(const struct cli_new_men *men)
{
    struct mad_game_info info = mad_game_info(men->parent->game);
    bool is = !info.hexagons && men->ranks >= LEAST_RANKS;
    for (int file = 0; file < men->files && is; file++) {
        int first = man_on(men, file, 0, 0), second = man_on(men, file, 1, 0);
        is = first >= 0 && first == man_on(men, file, men->ranks - 1, 1) && second >= 0 &&
             second == man_on(men, 0, 1, 0) && second == man_on(men, file, men->ranks - 2, 1);
    }
    for (int rank = 2; rank < men->ranks - 2 && is; rank++) {
        is = is_empty_rank(men, rank);
    }
    return is;
}

bool cli_new_men_start(struct cli_new_men *men, const struct cli_game *parent)
{
    struct mad_game_info info = mad_game_info(parent->game);
    *men = (struct cli_new_men){.parent = parent, .files = info.files, .ranks = info.ranks};
    if (is_simple(men)) {
        men->row_count = men->files;
        struct cli_new_man second;
        for (int file = 0; file < men->files; file++) {
            take_man(men, man_on(men, file, 0, 0), &men->row[file]);
        }
        memcpy(men->before, men->row, sizeof men->before);
        take_man(men, man_on(men, 0, 1, 0), &second);
        memcpy(men->second_letter, second.letter, sizeof men->second_letter);
    }
    return true;
}

static bool can_change(const struct cli_new_men *men)
{
    if (men->row_count == 0) {
        fprintf(stderr,
                "mad new: the array of %s is not a row of men behind a row of one kind; begin with "
                "it, and write `new board` and `new array` yourself\n",
                mad_game_info(men->parent->game).name);
    }
    return men->row_count > 0;
}

bool cli_new_men_is_fixed(const struct cli_new_men *men, enum cli_option_id option)
{
    return men->row_count == 0 && (option == CLI_OPTION_BOARD || option == CLI_OPTION_ARMY);
}

/* --- another board ----------------------------------------------------------------------------------- */

bool cli_new_men_board(struct cli_new_men *men, const char *text)
{
    char *end;
    long files = strtol(text, &end, 10);
    end += strspn(end, " ");
    bool is_good = end != text && (*end == 'x' || strncmp(end, "by", 2) == 0);
    long ranks = is_good ? strtol(end + (*end == 'x' ? 1 : 2), &end, 10) : 0;
    if (!is_good || end[strspn(end, " ")] != '\0' || files < 1 || files > CLI_NEW_MOST_SIDE ||
        ranks < LEAST_RANKS || ranks > CLI_NEW_MOST_SIDE) {
        fprintf(
            stderr,
            "mad new: a board is files by ranks, up to %d by %d and with %d ranks at least, such "
            "as 10x8\n",
            CLI_NEW_MOST_SIDE, CLI_NEW_MOST_SIDE, LEAST_RANKS);
        return false;
    }
    if (files == men->files && ranks == men->ranks) {
        return true;
    }
    men->files = (int)files;
    men->ranks = (int)ranks;
    men->has_new_board = true;
    return can_change(men);
}

bool cli_new_men_is_whole(const struct cli_new_men *men)
{
    if (cli_new_men_has_array(men) && men->row_count != men->files) {
        fprintf(stderr, "mad new: %d files want %d men in the first rank, not %d\n", men->files,
                men->files, men->row_count);
        return false;
    }
    return true;
}

/* --- another army ------------------------------------------------------------------------------------ */

static bool is_letter_taken(const struct cli_new_men *men, const char *letter, int count)
{
    bool is_taken = false;
    for (size_t i = 0; i < mad_game_piece_count(men->parent->game); i++) {
        is_taken = is_taken || strcmp(mad_game_piece(men->parent->game, i).letter, letter) == 0;
    }
    for (int i = 0; i < count; i++) {
        is_taken = is_taken || strcmp(men->row[i].letter, letter) == 0;
    }
    return is_taken;
}

/* The letter of the library, or the first of the name, then of the alphabet, that nobody has. */
static void choose_letter(const struct cli_new_men *men, int count, struct cli_new_man *man)
{
    char candidates[80];
    if (!is_letter_taken(men, man->letter, count)) {
        return;
    }
    snprintf(candidates, sizeof candidates, "%s%s", man->name, "abcdefghijklmnopqrstuvwxyz");
    man->has_new_letter = true;
    for (const char *c = candidates; *c != '\0'; c++) {
        snprintf(man->letter, sizeof man->letter, "%c", toupper((unsigned char)*c));
        if (isalpha((unsigned char)*c) && !is_letter_taken(men, man->letter, count)) {
            return;
        }
    }
}

/* `piece Camel (C)` in a text of the library; also notes whether he is royal. */
static bool find_in_library(const char *text, const char *word, struct cli_new_man *man)
{
    for (const char *at = strstr(text, "\npiece "); at != NULL; at = strstr(at, "\npiece ")) {
        at += strlen("\npiece ");
        const char *open = strstr(at, " ("), *close = open != NULL ? strchr(open, ')') : NULL;
        if (close == NULL || (size_t)(open - at) >= sizeof man->name ||
            (size_t)(close - open) - 2 >= sizeof man->letter) {
            continue;
        }
        snprintf(man->name, sizeof man->name, "%.*s", (int)(open - at), at);
        snprintf(man->letter, sizeof man->letter, "%.*s", (int)(close - open) - 2, open + 2);
        man->is_royal = strncmp(close, ")\n  royal\n", 10) == 0;
        if (strcasecmp(man->name, word) == 0) {
            return true;
        }
    }
    return false;
}

static bool find_man(const struct cli_new_men *men, int count, const char *word,
                     struct cli_new_man *man)
{
    const mad_engine *engine = men->parent->engine;
    const char *library;
    for (size_t i = 0; i < mad_game_piece_count(men->parent->game); i++) {
        struct mad_piece_info piece = mad_game_piece(men->parent->game, i);
        if (strcasecmp(piece.name, word) == 0 || strcasecmp(piece.letter, word) == 0) {
            take_man(men, (int)i, man);
            return true;
        }
    }
    for (int i = 0; i < count; i++) {
        if (strcasecmp(men->row[i].name, word) == 0) {
            *man = men->row[i];
            return true;
        }
    }
    for (size_t i = 0; (library = mad_library_name(engine, i)) != NULL; i++) {
        *man = (struct cli_new_man){.library = library};
        if (find_in_library(mad_library_text(engine, library), word, man)) {
            choose_letter(men, count, man);
            return true;
        }
    }
    fputs("mad new: there is no man '", stderr);
    cli_put(stderr, word);
    fprintf(stderr,
            "' in %s or in the library (stdlib/README.md); say %d letters, or %d names with "
            "blanks or commas between\n",
            mad_game_info(men->parent->game).name, men->files, men->files);
    return false;
}

/* Words of an army end at commas, or where there is none at blanks. */
static size_t next_word(const char **text, char *out, size_t size)
{
    const char *ends = strchr(*text, ',') != NULL ? "," : " \t";
    *text += strspn(*text, ", \t");
    size_t length = strcspn(*text, ends);
    snprintf(out, size, "%.*s", (int)length, *text);
    for (size_t end = strlen(out); end > 0 && (out[end - 1] == ' ' || out[end - 1] == '\t');) {
        out[--end] = '\0';
    }
    *text += length;
    return length;
}

bool cli_new_men_army(struct cli_new_men *men, const char *text)
{
    char word[64], letters[CLI_NEW_MOST_SIDE * 2 + 1] = "";
    struct cli_new_men made = *men;
    if (!can_change(men)) {
        return false;
    }
    made.row_count = 0;
    if (strlen(text) == (size_t)men->files && strpbrk(text, ", \t") == NULL) {
        for (int i = 0; i < men->files; i++) { /* "RN" is "R N" */
            letters[2 * i] = text[i];
            letters[2 * i + 1] = i + 1 < men->files ? ' ' : '\0';
        }
        text = letters;
    }
    while (next_word(&text, word, sizeof word) > 0) {
        if (made.row_count == CLI_NEW_MOST_SIDE ||
            !find_man(&made, made.row_count, word, &made.row[made.row_count])) {
            return false;
        }
        made.row_count++;
    }
    made.has_new_army = true;
    if (!cli_new_men_is_whole(&made)) {
        return false;
    }
    *men = made;
    return true;
}

/* --- as text ------------------------------------------------------------------------------------------- */

bool cli_new_men_has_array(const struct cli_new_men *men)
{
    return men->has_new_board || men->has_new_army;
}

bool cli_new_men_moved(const struct cli_new_men *men, const char *name, const char *line)
{
    bool has_moved = false;
    for (int i = 0; i < CLI_NEW_MOST_SIDE; i++) {
        const char *now = i < men->row_count ? men->row[i].name : "", *before = men->before[i].name;
        bool is_meant = strcmp(now, name) == 0 || strcmp(before, name) == 0 ||
                        (now[0] != '\0' && strstr(line, now) != NULL) ||
                        (before[0] != '\0' && strstr(line, before) != NULL);
        has_moved = has_moved || (is_meant && strcmp(now, before) != 0);
    }
    return has_moved;
}

void cli_new_men_row(const struct cli_new_men *men, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; i < men->row_count && men->row_count == men->files && used < size; i++) {
        used +=
            (size_t)snprintf(out + used, size - used, "%s%s", i > 0 ? " " : "", men->row[i].letter);
    }
}

/* Whether the man on a file of the first rank stands further left too. */
static bool is_repeated(const struct cli_new_men *men, int file)
{
    bool is = false;
    for (int i = 0; i < file; i++) {
        is = is || strcmp(men->row[i].name, men->row[file].name) == 0;
    }
    return is;
}

/* "A, B or C" of the men for whom `wanted` is true. */
static void put_names(FILE *out, const struct cli_new_men *men, const bool *wanted,
                      const char *last, bool has_letters)
{
    int count = 0, said = 0;
    for (int i = 0; i < men->row_count; i++) {
        count += wanted[i];
    }
    for (int i = 0; i < men->row_count; i++) {
        if (wanted[i]) {
            const struct cli_new_man *man = &men->row[i];
            fputs(said == 0 ? "" : said + 1 == count ? last : ", ", out);
            said++;
            fputs(man->name, out);
            if (has_letters && man->has_new_letter) {
                fprintf(out, " (%s)", man->letter);
            }
        }
    }
}

void cli_new_men_put_uses(FILE *out, const struct cli_new_men *men)
{
    const char *library;
    for (size_t l = 0; (library = mad_library_name(men->parent->engine, l)) != NULL; l++) {
        bool wanted[CLI_NEW_MOST_SIDE] = {false}, is_used = false;
        for (int i = 0; i < men->row_count && men->has_new_army; i++) {
            wanted[i] = men->row[i].library == library && !is_repeated(men, i);
            is_used = is_used || wanted[i];
        }
        if (is_used) {
            fputs("use ", out);
            put_names(out, men, wanted, " and ", true);
            fprintf(out, " from %s\n", library);
        }
    }
}

static void put_row(FILE *out, const struct cli_new_men *men, bool is_second, bool is_small)
{
    fputc(' ', out);
    for (int i = 0; i < men->files; i++) {
        const char *letter = is_second ? men->second_letter : men->row[i].letter;
        fputc(' ', out);
        for (const char *c = letter; *c != '\0'; c++) {
            fputc(is_small ? tolower((unsigned char)*c) : *c, out);
        }
    }
    fputc('\n', out);
}

void cli_new_men_put_array(FILE *out, const struct cli_new_men *men)
{
    bool first_small = !mad_game_info(men->parent->game).first_has_capitals;
    fputc('\n', out);
    if (men->has_new_board) {
        fprintf(out, "new board %d by %d\n", men->files, men->ranks);
    }
    fputs("new array\n", out);
    put_row(out, men, false, !first_small);
    put_row(out, men, true, !first_small);
    for (int rank = 2; rank < men->ranks - 2; rank++) {
        fputc(' ', out);
        for (int file = 0; file < men->files; file++) {
            fputs(" .", out);
        }
        fputc('\n', out);
    }
    put_row(out, men, true, first_small);
    put_row(out, men, false, first_small);
}

void cli_new_men_put_middle(FILE *out, const struct cli_new_men *men)
{
    int file = (men->files - 1) / 2, rank = (men->ranks - 1) / 2;
    int last_file = men->files / 2, last_rank = men->ranks / 2;
    int count = (last_file - file + 1) * (last_rank - rank + 1), said = 0;
    for (int f = file; f <= last_file; f++) {
        for (int r = rank; r <= last_rank; r++) {
            fprintf(out, "%s%c%d",
                    said == 0           ? ""
                    : said + 1 == count ? " or "
                                        : ", ",
                    'a' + f, r + 1);
            said++;
        }
    }
}

bool cli_new_men_has_kinds(const struct cli_new_men *men)
{
    bool has = false;
    for (int i = 0; i < men->row_count; i++) {
        has |= !men->row[i].is_royal;
    }
    return has;
}

void cli_new_men_put_kinds(FILE *out, const struct cli_new_men *men)
{
    bool wanted[CLI_NEW_MOST_SIDE] = {false};
    for (int i = 0; i < men->row_count; i++) {
        wanted[i] = !men->row[i].is_royal && !is_repeated(men, i);
    }
    put_names(out, men, wanted, " or ", false);
}
