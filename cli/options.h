/* options.h - the one parser of command lines, driven by options.def and a command's set of
 * options.
 *
 * Layer: cli. Takes `--name VALUE`, `--name=VALUE`, `--` before operands that open with a dash.
 * Strings in cli_args belong to argv, whose order and `=` of settings the parser changes. */
#ifndef MAD_CLI_OPTIONS_H
#define MAD_CLI_OPTIONS_H

#include <stdbool.h>
#include <stdio.h>

#include "../interp/mad_rules.h"
#include "cli.h"

enum cli_option_id {
#define CLI_OPTION(id, name, kind, value, low, high, help) CLI_OPTION_##id,
#include "options.def"
    CLI_OPTION_COUNT
};

enum cli_option_kind {
    CLI_KIND_FLAG,
    CLI_KIND_TEXT,
    CLI_KIND_SETTING,
    CLI_KIND_COUNT,
    CLI_KIND_SECONDS,
    CLI_KIND_CHOICE
};

/* A row of options.def. */
struct cli_option {
    const char *name;
    enum cli_option_kind kind;
    const char *value;
    double low, high;
    const char *help;
};
extern const struct cli_option cli_options[CLI_OPTION_COUNT];

#define CLI_BIT(id)      ((cli_option_set)1 << CLI_OPTION_##id)
#define CLI_GAME_OPTIONS (CLI_BIT(VARIANT) | CLI_BIT(SET) | CLI_BIT(HELP))

struct cli_args {
    const struct cli_command *command;
    const char *value[CLI_OPTION_COUNT]; /* null when not given; "" for flags */
    double number[CLI_OPTION_COUNT];     /* of counts and seconds given */
    char **operands;
    size_t operand_count;
    struct mad_setting *settings;
    size_t setting_count;
};

/* Fills `args` from the words behind the command's name. On CLI_USAGE the fault has been said. */
enum cli_exit cli_args_parse(struct cli_args *args, const struct cli_command *command, int count,
                             char **words);
void cli_args_free(struct cli_args *args);

/* Whether the choice `id` was given as `word`; `word` being the default when `by_default`. */
bool cli_args_chose(const struct cli_args *args, enum cli_option_id id, const char *word,
                    bool by_default);

/* The number that was given, else the usual one. */
double cli_args_number(const struct cli_args *args, enum cli_option_id id, double usual);

/* "mad perft: MESSAGE" and the usage line on stderr; returns CLI_USAGE. */
enum cli_exit cli_usage_error(const struct cli_command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A whole number in decimal from `low` to `high`; false when the text is anything else. */
bool cli_parse_count(const char *text, double low, double high, double *out);

/* --shard I/N: part I - 1 of N in `*shard`, of `*shards`; 0 of 1 when it is not given. On CLI_USAGE the fault has
 * been said. */
enum cli_exit cli_args_shard(const struct cli_args *args, uint64_t *shard, uint64_t *shards);

/* Lines of `mad help COMMAND` about the options in the set. */
void cli_print_options(FILE *stream, cli_option_set options);

#endif
