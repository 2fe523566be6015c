/* new.c - `mad new`: a rule file to begin with, from options or from questions. Layer: cli.
 *
 * What can be asked for is put together from new.def; the file is laid out, checked and tested before it is
 * written, and never takes the place of another. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "game_file.h"
#include "interrupt.h"
#include "new_men.h"
#include "print_diagnostic.h"
#include "read_line.h"
#include "replace_file.h"
#include "text.h"

enum { LINT_GAMES = 12, MOST_LETTERS = 60 /* of a title */ };

struct part {
    enum cli_option_id question;
    const char *word, *meaning, *library, *lines;
};

static const struct part parts[] = {
#define CLI_NEW_PART(question, word, meaning, library, lines) \
    {CLI_OPTION_##question, word, meaning, library, lines},
#define CLI_NEW_AMENDMENT(word, lines)
#include "new.def"
};
enum { PART_COUNT = sizeof parts / sizeof *parts };

static const struct amendment {
    const char *word, *lines;
} amendments[] = {
#define CLI_NEW_PART(question, word, meaning, library, lines)
#define CLI_NEW_AMENDMENT(word, lines) {word, lines},
#include "new.def"
};
enum { AMENDMENT_COUNT = sizeof amendments / sizeof *amendments };

struct new_game {
    const struct cli_args *args;
    const char *name, *path; /* NAME, and NAME.mad */
    char *title;
    struct cli_game parent;
    struct cli_new_men men;
    const struct part *pockets, *aim;
};

/* --- answers ----------------------------------------------------------------------------------------- */

static const struct part *find_part(enum cli_option_id question, const char *word)
{
    for (size_t i = 0; i < PART_COUNT; i++) {
        if (parts[i].question == question && (word == NULL || strcmp(parts[i].word, word) == 0)) {
            return &parts[i];
        }
    }
    return NULL;
}

/* Why it is no title, or null. */
static const char *title_fault(const char *text)
{
    const char *const letters = "�"; /* what broken letters are read as */
    uint32_t code, broken;
    size_t count = 0;
    (void)cli_utf8_next(letters, &broken);
    for (const char *at = text; *at != '\0'; count++) {
        const char *before = at;
        at += cli_utf8_next(at, &code);
        if (code == broken && strncmp(before, letters, strlen(letters)) != 0) {
            return "a title is written in UTF-8; this one holds something else";
        }
        if (code < ' ' || code == 0x7f) {
            return "a title is one line without control characters";
        }
    }
    return count > MOST_LETTERS ? "a title has at most 60 letters; `about` has room for more"
           : count == 0         ? "a title is some words"
           : strpbrk(text, "\"\\") != NULL ? "a title is some words without quotation marks"
                                           : NULL;
}

static bool take_title(struct new_game *made, const char *text)
{
    const char *fault = title_fault(text);
    if (fault != NULL) {
        fprintf(stderr, "mad new: %s\n", fault);
        return false;
    }
    free(made->title);
    made->title = strdup(text);
    return made->title != NULL;
}

/* Whether a file of that path can be like the game of that name. */
static bool can_be_like(const mad_engine *engine, const char *path, const char *name)
{
    char text[400];
    struct mad_load load = {.path = path, .text = text, .text_is_of_path = true};
    mad_game *game = NULL;
    snprintf(text, sizeof text, "mad 1\n\ngame \"X\" like %s\n", name);
    load.text_bytes = strlen(text);
    bool is_good = mad_game_load(engine, &load, &game, NULL) == MAD_OK;
    mad_game_free(game);
    return is_good;
}

static bool take_like(struct new_game *made, const char *text)
{
    cli_game_close(&made->parent);
    if (cli_game_open_position(&made->parent, made->args, text) != CLI_FINE) {
        return false;
    }
    if (made->parent.name.variant != NULL) {
        fputs("mad new: a game can be like a file, not like a variant in it\n", stderr);
        return false;
    }
    const char *name = mad_game_info(made->parent.game).name;
    if (!can_be_like(made->parent.engine, made->path, name)) {
        fputs("mad new: `like ", stderr);
        cli_put(stderr, name);
        fputs("` in ", stderr);
        cli_put(stderr, made->path);
        fputs(" would not find ", stderr);
        cli_put(stderr, text);
        fputs(": it has to lie in the same folder, under a name of small letters, digits and "
              "dashes\n",
              stderr);
        return false;
    }
    return cli_new_men_start(&made->men, &made->parent);
}

static bool take_board(struct new_game *made, const char *text)
{
    return cli_new_men_board(&made->men, text);
}

static bool take_army(struct new_game *made, const char *text)
{
    return cli_new_men_army(&made->men, text);
}

static bool take_part(struct new_game *made, enum cli_option_id question, const char *text)
{
    const struct part *part = find_part(question, text);
    if (part == NULL) {
        fputs("mad new: the answers are", stderr);
        for (size_t i = 0; i < PART_COUNT; i++) {
            if (parts[i].question == question) {
                fprintf(stderr, " %s", parts[i].word);
            }
        }
        fputc('\n', stderr);
        return false;
    }
    *(question == CLI_OPTION_POCKETS ? &made->pockets : &made->aim) = part;
    return true;
}

static bool take_pockets(struct new_game *made, const char *text)
{
    return take_part(made, CLI_OPTION_POCKETS, text);
}

static bool take_aim(struct new_game *made, const char *text)
{
    return take_part(made, CLI_OPTION_AIM, text);
}

/* In the order in which they are asked: what a board is asks for the game that it is like. */
static const struct question {
    enum cli_option_id option;
    bool (*take)(struct new_game *made, const char *text);
    const char *prompt;
} questions[] = {
    {CLI_OPTION_TITLE, take_title, "Title"},
    {CLI_OPTION_LIKE, take_like, "Like which game (mad list tells their names)"},
    {CLI_OPTION_BOARD, take_board, "Board, files by ranks, such as 10x8"},
    {CLI_OPTION_ARMY, take_army, "Men of the first rank from left to right, letters or names"},
    {CLI_OPTION_POCKETS, take_pockets, "Men in hand"},
    {CLI_OPTION_AIM, take_aim, "What wins"},
};
enum { QUESTION_COUNT = sizeof questions / sizeof *questions };

static void default_answer(const struct new_game *made, enum cli_option_id option, char *out,
                           size_t size)
{
    if (option == CLI_OPTION_TITLE) {
        cli_copy_safe(out, size, made->title);
    } else if (option == CLI_OPTION_LIKE) {
        snprintf(out, size, "chess");
    } else if (option == CLI_OPTION_BOARD) {
        snprintf(out, size, "%dx%d", made->men.files, made->men.ranks);
    } else if (option == CLI_OPTION_ARMY) {
        cli_new_men_row(&made->men, out, size);
    } else {
        snprintf(out, size, "%s", find_part(option, NULL)->word);
    }
}

static void print_choices(enum cli_option_id question)
{
    for (size_t i = 0; i < PART_COUNT; i++) {
        if (parts[i].question == question) {
            printf("  %-13s %s\n", parts[i].word, parts[i].meaning);
        }
    }
}

/* Asks until the answer will do; nothing typed is the default. False: nobody is there any more. */
static bool ask(struct new_game *made, struct cli_reader *reader, const struct question *question)
{
    char usual[400], prompt[600];
    default_answer(made, question->option, usual, sizeof usual);
    snprintf(prompt, sizeof prompt, usual[0] != '\0' ? "%s [%s]: " : "%s: ", question->prompt,
             usual);
    print_choices(question->option);
    for (;;) {
        enum cli_line_kind kind = cli_reader_next(reader, prompt);
        fflush(stdout); /* what is wrong with an answer stands behind it */
        switch (kind) {
        case CLI_LINE_REFUSED: puts(reader->text); break;
        case CLI_LINE_INTERRUPTED: return false;
        case CLI_LINE_END: return false;
        case CLI_LINE_GOOD:
            if ((usual[0] != '\0' && reader->text[strspn(reader->text, " \t")] == '\0') ||
                question->take(made, reader->text)) {
                return true;
            }
        }
    }
}

/* "giraffe-chess" is called "Giraffe Chess" until somebody says otherwise. */
static bool set_defaults(struct new_game *made)
{
    made->title = strdup(made->name);
    if (made->title == NULL) {
        return false;
    }
    for (char *c = made->title; *c != '\0'; c++) {
        *c = *c == '-' || *c == '_' ? ' ' : *c;
        if (c == made->title || c[-1] == ' ') {
            *c = (char)toupper((unsigned char)*c);
        }
    }
    made->pockets = find_part(CLI_OPTION_POCKETS, NULL);
    made->aim = find_part(CLI_OPTION_AIM, NULL);
    return made->args->value[CLI_OPTION_LIKE] != NULL || take_like(made, "chess");
}

static bool has_answers(const struct cli_args *args)
{
    bool has = false;
    for (size_t i = 0; i < QUESTION_COUNT; i++) {
        has = has || args->value[questions[i].option] != NULL;
    }
    return has;
}

/* From the options when there are any, else from who sits there; false when it cannot be done. */
static bool take_answers(struct new_game *made)
{
    static struct cli_reader reader; /* a line is long */
    bool asks = !has_answers(made->args);
    if (asks) {
        cli_reader_start(&reader);
        cli_interrupt_catch(false);
        puts("Enter takes what stands in brackets.");
    }
    for (size_t i = 0; i < QUESTION_COUNT; i++) {
        const char *given = made->args->value[questions[i].option];
        if (given == NULL && cli_new_men_is_fixed(&made->men, questions[i].option)) {
            continue;
        }
        if (given != NULL ? !questions[i].take(made, given)
                          : asks && !ask(made, &reader, &questions[i])) {
            if (asks) {
                static const char said[] =
                    "nothing was written; `mad help new` tells the options that ask nothing";
                if (!cli_interrupt_tell("%s", said)) {
                    fprintf(stderr, "\nmad new: %s\n", said);
                }
            }
            return false;
        }
    }
    return true;
}

/* --- the text ---------------------------------------------------------------------------------------- */

static const struct mad_piece_info *royal_of(const mad_game *game, struct mad_piece_info *out)
{
    for (size_t i = 0; i < mad_game_piece_count(game); i++) {
        *out = mad_game_piece(game, i);
        if (out->royal) {
            return out;
        }
    }
    return NULL;
}

/* Lines of new.def with what stands in braces filled in; `man` may be null. */
static void put_lines(FILE *out, const struct new_game *made, const char *lines, const char *man)
{
    struct mad_piece_info royal;
    if (lines[0] != '\0') {
        fputc('\n', out);
    }
    for (const char *c = lines; *c != '\0'; c++) {
        if (strncmp(c, "{royal}", 7) == 0) {
            fputs(royal_of(made->parent.game, &royal) != NULL ? royal.name : "piece", out);
        } else if (strncmp(c, "{middle}", 8) == 0) {
            cli_new_men_put_middle(out, &made->men);
        } else if (strncmp(c, "{kinds}", 7) == 0) {
            cli_new_men_put_kinds(out, &made->men);
        } else if (strncmp(c, "{man}", 5) == 0) {
            fputs(man, out);
        } else {
            fputc(*c, out);
            continue;
        }
        c = strchr(c, '}');
    }
}

/* Whether a line of a piece is of that kind, and one of the men that it is about stands elsewhere now. */
static bool is_stale(const struct new_game *made, const char *man, const char *line,
                     const char *word)
{
    return strncmp(line, word, strlen(word)) == 0 && cli_new_men_moved(&made->men, man, line);
}

/* The man of whom the parent says something that would be wrong in the array; false when there is none. */
static bool find_stale(const struct new_game *made, const struct amendment *amendment,
                       struct mad_piece_info *man)
{
    for (size_t i = 0; i < mad_game_piece_count(made->parent.game); i++) {
        *man = mad_game_piece(made->parent.game, i);
        for (size_t l = 0; l < man->rule_count; l++) {
            if (is_stale(made, man->name, man->rules[l], amendment->word)) {
                return true;
            }
        }
    }
    return false;
}

static void put_amendments(FILE *out, const struct new_game *made)
{
    struct mad_piece_info man;
    for (size_t a = 0; a < AMENDMENT_COUNT; a++) {
        if (find_stale(made, &amendments[a], &man)) {
            put_lines(out, made, amendments[a].lines, man.name);
        }
    }
}

/* Where a line lists the men of the first rank there has to be one. */
static bool has_kinds(const struct new_game *made)
{
    struct mad_piece_info man;
    for (size_t a = 0; a < AMENDMENT_COUNT && cli_new_men_has_array(&made->men); a++) {
        if (strstr(amendments[a].lines, "{kinds}") != NULL && !cli_new_men_has_kinds(&made->men) &&
            find_stale(made, &amendments[a], &man)) {
            fprintf(
                stderr,
                "mad new: there is nobody for %s to become; --army wants a man who can be lost\n",
                man.name);
            return false;
        }
    }
    return true;
}

static void put_use(FILE *out, const struct part *part)
{
    if (part->library[0] != '\0') {
        fprintf(out, "use %s\n", part->library);
    }
}

static void put_text(FILE *out, const struct new_game *made)
{
    struct mad_game_info parent = mad_game_info(made->parent.game);
    fputs("mad 1\n", out);
    put_use(out, made->pockets);
    put_use(out, made->aim);
    cli_new_men_put_uses(out, &made->men);
    fprintf(out, "\ngame \"%s\" like %s\n  about \"%s, but ... (say here what is different).\"\n",
            made->title, parent.name, parent.title);
    if (cli_new_men_has_array(&made->men)) {
        cli_new_men_put_array(out, &made->men);
        put_amendments(out, made);
    }
    put_lines(out, made, made->pockets->lines, NULL);
    put_lines(out, made, made->aim->lines, NULL);
}

/* --- from the text to the file ------------------------------------------------------------------------- */

static enum cli_exit no_memory(void)
{
    fputs("mad: out of memory\n", stderr);
    return CLI_INTERNAL;
}

static void print_findings(const mad_diagnostics *diagnostics)
{
    for (size_t i = 0; diagnostics != NULL && i < mad_diagnostics_count(diagnostics); i++) {
        const struct mad_diagnostic *one = mad_diagnostics_at(diagnostics, i);
        if (one->severity != MAD_SEVERITY_INFO && !cli_diagnostic_is_known(diagnostics, i)) {
            cli_diagnostic_print(stderr, one, CLI_DIAGNOSTIC_HUMAN);
        }
    }
}

/* Errors mean that the answers do not go together: rules of the parent speak of something that is gone. */
static enum cli_exit refuse(const mad_diagnostics *diagnostics)
{
    print_findings(diagnostics);
    fputs("mad new: these answers do not go together; nothing was written\n", stderr);
    return CLI_FINDINGS;
}

/* The test of the first moves, as the rules so far have them. */
static enum cli_exit put_test(FILE *out, const struct new_game *made, const struct mad_load *load)
{
    mad_game *game = NULL;
    mad_position *position = NULL;
    mad_moves *moves = NULL;
    mad_diagnostics *diagnostics = NULL;
    enum mad_status status = mad_game_load(made->parent.engine, load, &game, &diagnostics);
    enum cli_exit code = status == MAD_ERROR_RULES ? refuse(diagnostics)
                         : status != MAD_OK ? cli_load_failed(made->parent.engine, load, status)
                                            : CLI_FINE;
    if (status == MAD_OK) {
        status = mad_position_new(game, &position);
    }
    if (status == MAD_OK) {
        status = mad_moves_new(game, &moves);
    }
    if (status == MAD_OK) {
        status = mad_moves_list(moves, position);
        code = status == MAD_OK ? CLI_FINE
                                : cli_game_failed(made->args, game, "the first moves", status);
    }
    if (status == MAD_OK) {
        fputs("\ntest \"the first moves\"\n  moves exactly", out);
        for (size_t i = 0; i < mad_moves_count(moves); i++) {
            fprintf(out, " %s", mad_moves_at(moves, i).text);
        }
        fputc('\n', out);
    }
    mad_moves_free(moves);
    mad_position_free(position);
    mad_diagnostics_free(diagnostics);
    mad_game_free(game);
    return code;
}

/* Warnings are told only: a parent may have let them be in a comment, which holds for its own file. */
static enum cli_exit check(const struct new_game *made, const struct mad_load *load)
{
    mad_diagnostics *diagnostics = NULL;
    struct mad_lint_options options = {.games = LINT_GAMES, .seed = 1};
    enum mad_status status = mad_lint(made->parent.engine, load, &options, &diagnostics);
    enum cli_exit code = cli_exit_of(status);
    if (status == MAD_ERROR_MEMORY) {
        code = no_memory();
    } else if (diagnostics != NULL && mad_diagnostics_errors(diagnostics) > 0) {
        code = refuse(diagnostics);
    } else {
        print_findings(diagnostics);
    }
    mad_diagnostics_free(diagnostics);
    return code;
}

static enum cli_exit write_file(const struct new_game *made, const char *text)
{
    FILE *stream = fopen(made->path, "wx");
    bool is_made = stream != NULL;
    bool is_written = is_made && fputs(text, stream) >= 0;
    is_written = is_made && fclose(stream) == 0 && is_written;
    if (!is_written) {
        int reason = errno;
        fputs("mad new: ", stderr);
        cli_put(stderr, made->path);
        fprintf(stderr, ": %s\n",
                reason == EEXIST ? "it is there already, and stays as it is" : strerror(reason));
        if (is_made) {
            (void)unlink(made->path);
        }
        return CLI_USAGE;
    }
    cli_put(stdout, made->path);
    printf("\n\nmad play %s     play it\nmad test %s     run its test\n"
           "mad lint %s     look for slips, when you have changed something\n",
           made->path, made->path, made->path);
    return CLI_FINE;
}

/* Lays out, checks and writes what has been put together. */
static enum cli_exit finish(const struct new_game *made, const char *text, size_t bytes)
{
    char *laid_out = NULL;
    mad_diagnostics *diagnostics = NULL;
    enum mad_status status =
        mad_format(made->parent.engine, made->path, text, bytes, &laid_out, &diagnostics);
    enum cli_exit code = status == MAD_ERROR_RULES    ? refuse(diagnostics)
                         : status == MAD_ERROR_MEMORY ? no_memory()
                                                      : cli_exit_of(status);
    if (status == MAD_OK) {
        struct mad_load load = {.path = made->path,
                                .text = laid_out,
                                .text_bytes = strlen(laid_out),
                                .text_is_of_path = true};
        code = check(made, &load);
    }
    if (code == CLI_FINE) {
        code = write_file(made, laid_out);
    }
    mad_diagnostics_free(diagnostics);
    free(laid_out);
    return code;
}

static enum cli_exit make(const struct new_game *made)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    if (out == NULL) {
        return no_memory();
    }
    put_text(out, made);
    enum cli_exit code = CLI_FINE;
    if (fflush(out) == 0) {
        struct mad_load load = {
            .path = made->path, .text = text, .text_bytes = bytes, .text_is_of_path = true};
        code = put_test(out, made, &load);
    }
    code = fclose(out) != 0 || text == NULL ? no_memory() : code;
    if (code == CLI_FINE) {
        code = finish(made, text, bytes);
    }
    free(text);
    return code;
}

/* --- the command ---------------------------------------------------------------------------------------- */

/* Names are those of files: what other commands and `like` take. */
static bool is_good_name(const char *name)
{
    const char *base = strrchr(name, '/') != NULL ? strrchr(name, '/') + 1 : name;
    size_t good = strspn(base, "abcdefghijklmnopqrstuvwxyz0123456789-");
    return isalpha((unsigned char)base[0]) && base[good] == '\0';
}

/* Squares and words of the language are no names: nothing could be like such a game. */
static bool is_word(const mad_engine *engine, const char *name)
{
    char text[400], *laid_out = NULL;
    snprintf(text, sizeof text, "mad 1\n\ngame \"X\" like %s\n", name);
    enum mad_status status = mad_format(engine, "text", text, strlen(text), &laid_out, NULL);
    free(laid_out);
    return status == MAD_ERROR_RULES;
}

static enum cli_exit check_name(const struct cli_args *args, const char *name, const char *path)
{
    const char *base = strrchr(name, '/') != NULL ? strrchr(name, '/') + 1 : name;
    mad_engine *engine = NULL;
    if (!is_good_name(name)) {
        return cli_usage_error(args->command, "wants a name of small letters, digits and dashes");
    }
    enum cli_exit code = cli_engine_open(&engine);
    if (code == CLI_FINE && mad_shipped_text(engine, base) != NULL) {
        code = cli_usage_error(args->command,
                               "%s is a game that comes with mad; choose another name", base);
    }
    if (code == CLI_FINE && is_word(engine, base)) {
        code = cli_usage_error(
            args->command, "%s is a square or a word of the language; choose another name", base);
    }
    if (code == CLI_FINE && access(path, F_OK) == 0) {
        code = cli_usage_error(args->command, "%s is there already, and stays as it is", path);
    }
    if (code == CLI_FINE && !cli_has_good_folder(path)) {
        code = cli_usage_error(args->command, "%s cannot be written: %s", path,
                               errno == ENOENT ? "there is no such folder; make it first"
                                               : strerror(errno));
    }
    mad_engine_free(engine);
    return code;
}

enum cli_exit cli_run_new(const struct cli_args *args)
{
    char name[256], path[264];
    size_t length = strlen(args->operands[0]);
    length -= length > 4 && strcmp(args->operands[0] + length - 4, ".mad") == 0 ? 4 : 0;
    if (length >= sizeof name) {
        return cli_usage_error(args->command, "wants a shorter name");
    }
    snprintf(name, sizeof name, "%.*s", (int)length, args->operands[0]);
    snprintf(path, sizeof path, "%s.mad", name);
    enum cli_exit code = check_name(args, name, path);
    if (code != CLI_FINE) {
        return code;
    }
    struct new_game made = {.args = args,
                            .name = strrchr(name, '/') != NULL ? strrchr(name, '/') + 1 : name,
                            .path = path};
    code = set_defaults(&made) && take_answers(&made) && cli_new_men_is_whole(&made.men) &&
                   has_kinds(&made)
               ? make(&made)
               : CLI_USAGE;
    cli_game_close(&made.parent);
    free(made.title);
    return code;
}
