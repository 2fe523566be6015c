/* game_file.h - from the words of a command line to a loaded game and a position in it.
 *
 * Layer: cli. Whatever goes wrong is said on stderr here, with a remedy where there is one; callers
 * only hand on the exit code. */
#ifndef MAD_CLI_GAME_FILE_H
#define MAD_CLI_GAME_FILE_H

#include "../interp/mad_rules.h"
#include "options.h"

/* FILE:NAME taken apart. Owns its strings. */
struct cli_file_name {
    char *path;
    char *variant; /* null: none named */
};

/* --variant counts too; both are a usage error. What is neither a file nor the bare name of a shipped
 * game may be a title or another name of one ("Chinese Chess"), or words that only one is known by; the
 * last is said on stderr, and so is when several are. */
enum cli_exit cli_file_name_parse(struct cli_file_name *name, const struct cli_args *args,
                                  const mad_engine *engine, const char *operand);
void cli_file_name_free(struct cli_file_name *name);

/* What mad_game_load wants, borrowing from all arguments. `variant` may be null. */
struct mad_load cli_load(const struct cli_args *args, const char *path, const char *variant);

/* A game with its engine, and a position where a command wants one. All null before opening and after
 * closing. */
struct cli_game {
    struct cli_file_name name;
    mad_engine *engine;
    mad_game *game;
    mad_position *position;
};

enum cli_exit cli_engine_open(mad_engine **engine);
/* Says when what was learned of the game is not used, and why. */
void cli_mention_unused(const mad_game *game);
/* Loads the game that the operand names. Errors are printed in full, warnings as one line. A command that may have a
 * screen mentions itself what is not used. */
enum cli_exit cli_game_open(struct cli_game *game, const struct cli_args *args,
                            const char *operand);
/* The same with a position after --fen and --play. */
enum cli_exit cli_game_open_position(struct cli_game *game, const struct cli_args *args,
                                     const char *operand);
void cli_game_close(struct cli_game *game);

/* What --fen-style says; MAD_DIALECT_ANY when it is not given. */
enum mad_dialect cli_fen_style(const struct cli_args *args);
/* The position text in that style, malloced; null when it cannot be written, which has been said. */
char *cli_styled_text(const struct cli_args *args, const mad_position *position);

/* What commands on whole files work on: `variant`, or when that is null the game itself (null) and
 * each variant of the file. A file that cannot be read counts as the game itself. */
struct cli_variants {
    char **titles; /* [count], owned; null: the game itself */
    size_t count;
};
enum cli_exit cli_variants_find(struct cli_variants *variants, const mad_engine *engine,
                                const char *path, const char *variant);
void cli_variants_free(struct cli_variants *variants);

/* Says why a load failed other than by diagnostics: no such file, variant, option ... */
enum cli_exit cli_load_failed(const mad_engine *engine, const struct mad_load *load,
                              enum mad_status status);
/* Whether a load failed before there was a line of rules to blame: no such file, unreadable. */
bool cli_is_file_missing(enum mad_status status, const mad_diagnostics *diagnostics);
/* Prints the errors among the diagnostics (may be null) in full, or else says why as above. */
enum cli_exit cli_diagnostics_failed(const mad_engine *engine, const struct mad_load *load,
                                     enum mad_status status, const mad_diagnostics *diagnostics);
/* The exit code for a status. */
enum cli_exit cli_exit_of(enum mad_status status);
/* "mad COMMAND: WHAT: status text" on stderr. */
enum cli_exit cli_status_failed(const struct cli_args *args, const char *what,
                                enum mad_status status);
/* The same for what was done with this game: a limit is told with the sentence that crossed it. */
enum cli_exit cli_game_failed(const struct cli_args *args, const mad_game *game, const char *what,
                              enum mad_status status);
/* Says that a position or move text is wrong, with the text and a caret below the fault. */
void cli_text_failed(FILE *stream, const char *what, const char *text, enum mad_status status,
                     const struct mad_text_error *error);

/* "mad-elephant-chess:no-starting-elephants" part behind the colon: small letters, dashes.
 * Malloced. */
char *cli_variant_slug(const char *title);
/* "chess", or, of the variant of that title (null: none), "chess:slug-of-title". Malloced. */
char *cli_game_name(const char *file, const char *title);

#endif
