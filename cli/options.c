/* options.c - see options.h. Layer: cli. */
#include "options.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "suggest.h"
#include "text.h"

const struct cli_option cli_options[CLI_OPTION_COUNT] = {
#define CLI_OPTION(id, name, kind, value, low, high, help) \
    [CLI_OPTION_##id] = {name, CLI_KIND_##kind, value, low, high, help},
#include "options.def"
};

_Static_assert(CLI_OPTION_COUNT <= 8 * sizeof(cli_option_set), "an option has no bit");

static bool has_option(cli_option_set set, size_t id)
{
    return (set >> id & 1) != 0;
}

enum cli_exit cli_usage_error(const struct cli_command *command, const char *format, ...)
{
    char message[1000];
    va_list list;
    va_start(list, format);
    vsnprintf(message, sizeof message, format, list);
    va_end(list);
    fprintf(stderr, "mad %s: ", command->name);
    cli_put(stderr, message);
    fprintf(stderr, "\nusage: mad %s %s%s  (more: mad help %s)\n", command->name, command->usage,
            (command->options & ~CLI_BIT(HELP)) != 0 ? " [OPTIONS]" : "", command->name);
    return CLI_USAGE;
}

static enum cli_exit unknown_option(const struct cli_args *args, const char *name)
{
    struct cli_suggest suggest = cli_suggest_start(name);
    bool belongs_elsewhere = false;
    for (size_t id = 0; id < CLI_OPTION_COUNT; id++) {
        if (has_option(args->command->options, id)) {
            cli_suggest_offer(&suggest, cli_options[id].name);
        } else if (strcmp(cli_options[id].name, name) == 0) {
            belongs_elsewhere = true;
        }
    }
    if (belongs_elsewhere) {
        return cli_usage_error(args->command, "this command has no option --%s", name);
    }
    if (suggest.best != NULL) {
        return cli_usage_error(args->command, "there is no option --%s; did you mean --%s?", name,
                               suggest.best);
    }
    return cli_usage_error(args->command, "there is no option --%s", name);
}

double cli_args_number(const struct cli_args *args, enum cli_option_id id, double usual)
{
    return args->value[id] != NULL ? args->number[id] : usual;
}

bool cli_parse_count(const char *text, double low, double high, double *out)
{
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || digits > 16 || text[digits] != '\0') {
        return false;
    }
    double value = strtod(text, NULL);
    if (value < low || value > high) {
        return false;
    }
    *out = value;
    return true;
}

static bool parse_seconds(const char *text, double low, double high, double *out)
{
    if (text[0] == '\0' || text[strspn(text, "0123456789.")] != '\0') {
        return false;
    }
    char *end;
    double value = strtod(text, &end);
    if (*end != '\0' || !(value >= low && value <= high)) {
        return false;
    }
    *out = value;
    return true;
}

/* Whether `word` is one of the words of "a|b|c". */
static bool is_choice(const char *choices, const char *word)
{
    size_t length = strlen(word);
    while (length > 0) {
        size_t next = strcspn(choices, "|");
        if (next == length && strncmp(choices, word, length) == 0) {
            return true;
        }
        if (choices[next] == '\0') {
            break;
        }
        choices += next + 1;
    }
    return false;
}

static enum cli_exit add_setting(struct cli_args *args, char *value)
{
    char *equals = strchr(value, '=');
    if (equals == NULL || equals == value || equals[1] == '\0') {
        return cli_usage_error(args->command, "--set wants OPTION=VALUE, not '%s'", value);
    }
    *equals = '\0';
    args->settings[args->setting_count].option = value;
    args->settings[args->setting_count].value = equals + 1;
    args->setting_count++;
    return CLI_FINE;
}

static enum cli_exit take_value(struct cli_args *args, size_t id, char *value)
{
    const struct cli_option *option = &cli_options[id];
    double *number = &args->number[id];
    bool is_good = true;
    switch (option->kind) {
    case CLI_KIND_FLAG:
    case CLI_KIND_TEXT: break;
    case CLI_KIND_SETTING: return add_setting(args, value);
    case CLI_KIND_COUNT: is_good = cli_parse_count(value, option->low, option->high, number); break;
    case CLI_KIND_SECONDS: is_good = parse_seconds(value, option->low, option->high, number); break;
    case CLI_KIND_CHOICE:
        if (!is_choice(option->value, value)) {
            return cli_usage_error(args->command, "--%s wants %s, not '%s'", option->name,
                                   option->value, value);
        }
        break;
    }
    if (!is_good) {
        return cli_usage_error(
            args->command, "--%s wants a%s number from %.*f to %.0f, not '%s'", option->name,
            option->kind == CLI_KIND_COUNT && strchr(value, '.') != NULL ? " whole" : "",
            option->low < 1 && option->low > 0 ? 3 : 0, option->low, option->high, value);
    }
    if (args->value[id] != NULL && option->kind != CLI_KIND_FLAG) {
        return cli_usage_error(args->command, "--%s is given twice", option->name);
    }
    args->value[id] = value;
    return CLI_FINE;
}

/* Takes the option words[*at], and its value, which may be the next word. */
static enum cli_exit take_option(struct cli_args *args, int count, char **words, int *at)
{
    char *name = words[*at] + 2;
    char *value = strchr(name, '=');
    if (value != NULL) {
        *value++ = '\0';
    }
    size_t id = 0; /* a row of this command */
    while (id < CLI_OPTION_COUNT && (strcmp(cli_options[id].name, name) != 0 ||
                                     !has_option(args->command->options | CLI_BIT(HELP), id))) {
        id++;
    }
    if (id == CLI_OPTION_COUNT) {
        return unknown_option(args, name);
    }
    if (cli_options[id].kind == CLI_KIND_FLAG) {
        if (value != NULL) {
            return cli_usage_error(args->command, "--%s takes no value", name);
        }
        return take_value(args, id, "");
    }
    if (value == NULL) {
        if (*at + 1 >= count || strncmp(words[*at + 1], "--", 2) == 0) {
            return cli_usage_error(args->command, "--%s wants %s behind it", name,
                                   cli_options[id].value);
        }
        value = words[++*at];
    }
    return take_value(args, id, value);
}

static enum cli_exit check_operands(const struct cli_args *args)
{
    const struct cli_command *command = args->command;
    if (args->value[CLI_OPTION_HELP] != NULL) {
        return CLI_FINE;
    }
    if (args->operand_count < command->least) {
        return cli_usage_error(command, "wants %s", command->usage);
    }
    if (args->operand_count > command->most) {
        return cli_usage_error(command, "does not know what to do with '%s'",
                               args->operands[command->most]);
    }
    return CLI_FINE;
}

enum cli_exit cli_args_parse(struct cli_args *args, const struct cli_command *command, int count,
                             char **words)
{
    *args = (struct cli_args){.command = command, .operands = words};
    args->settings = calloc((size_t)count + 1, sizeof *args->settings);
    if (args->settings == NULL) {
        fputs("mad: out of memory\n", stderr);
        return CLI_INTERNAL;
    }
    bool has_ended = false;
    for (int at = 0; at < count; at++) {
        char *word = words[at];
        if (has_ended || word[0] != '-' || word[1] == '\0') {
            args->operands[args->operand_count++] = word; /* never ahead of `at` */
        } else if (strcmp(word, "--") == 0) {
            has_ended = true;
        } else if (strcmp(word, "-h") == 0) {
            args->value[CLI_OPTION_HELP] = "";
        } else if (word[1] != '-') {
            return cli_usage_error(command, "there is no option %s; options open with two dashes",
                                   word);
        } else {
            enum cli_exit code = take_option(args, count, words, &at);
            if (code != CLI_FINE) {
                return code;
            }
        }
    }
    return check_operands(args);
}

void cli_args_free(struct cli_args *args)
{
    free(args->settings);
    args->settings = NULL;
}

bool cli_args_chose(const struct cli_args *args, enum cli_option_id id, const char *word,
                    bool by_default)
{
    return args->value[id] == NULL ? by_default : strcmp(args->value[id], word) == 0;
}

enum cli_exit cli_args_shard(const struct cli_args *args, uint64_t *shard, uint64_t *shards)
{
    const char *text = args->value[CLI_OPTION_SHARD];
    unsigned long long part = 1, parts = 1;
    int used = 0;
    if (text != NULL &&
        (sscanf(text, "%llu/%llu%n", &part, &parts, &used) != 2 || text[used] != '\0' ||
         strchr(text, '-') != NULL || part < 1 || part > parts || parts > 1000000)) {
        return cli_usage_error(args->command, "--shard wants I/N, the I-th of N parts, not '%s'",
                               text);
    }
    *shard = part - 1;
    *shards = parts;
    return CLI_FINE;
}

void cli_print_options(FILE *stream, cli_option_set set)
{
    enum { WIDEST = 80, INDENT = 26 };
    int indent = 0;
    for (size_t id = 0; id < CLI_OPTION_COUNT; id++) {
        int width = (int)(strlen(cli_options[id].name) + strlen(cli_options[id].value)) + 7;
        if (has_option(set, id) && width > indent) {
            indent = width < INDENT ? width : INDENT;
        }
    }
    for (size_t id = 0; id < CLI_OPTION_COUNT; id++) {
        if (has_option(set, id)) {
            int used = fprintf(stream, "  --%s %s", cli_options[id].name, cli_options[id].value);
            if (used > indent - 2) {
                fputc('\n', stream);
                used = 0;
            }
            cli_put_repeated(stream, ' ', indent - used);
            cli_put_wrapped(stream, cli_options[id].help, indent, indent, WIDEST);
            fputc('\n', stream);
        }
    }
}
