/* rule_text.h - rule files as texts: which ones a command line means, and what is in them.
 *
 * Layer: cli. `-` is standard input; a folder stands for all rule files in it and below. What cannot be read is said
 * on stderr. */
#ifndef MAD_CLI_RULE_TEXT_H
#define MAD_CLI_RULE_TEXT_H

#include "options.h"

struct cli_rule_text {
    char *bytes; /* ended by NUL, malloced; NUL may stand in it */
    size_t count;
};

enum cli_exit cli_rule_text_read(const struct cli_args *args, const char *path,
                                 struct cli_rule_text *text);
void cli_rule_text_free(struct cli_rule_text *text);
bool cli_is_standard_input(const char *path);

/* "mad COMMAND: PATH: WHAT: the system's reason" on stderr; returns CLI_USAGE. */
enum cli_exit cli_rule_text_failed(const struct cli_args *args, const char *path, const char *what);

struct cli_rule_paths {
    char **items; /* malloced, sorted within each folder */
    size_t count, capacity;
};

/* The operands, in the place of each folder its files. A folder without any is a fault. */
enum cli_exit cli_rule_paths_find(const struct cli_args *args, struct cli_rule_paths *paths);
void cli_rule_paths_free(struct cli_rule_paths *paths);

#endif
