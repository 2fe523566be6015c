/* completion.c - see completion.h. Layer: cli.
 *
 * The usage of a command says what its operands are: words with | between them are words, FILE is a rule file or the
 * name of a game, unless such words stand before it: then it is some file. An option's value is one of its words, a
 * rule file or game when it is called FILE or GAME, some file when it is called PATH or FROM, or a variant of the game that
 * stands in the line. */
#include "completion.h"

#include <stdlib.h>
#include <string.h>

#include "game_file.h"
#include "options.h"

/* What may stand in a place. */
struct wanted {
    const char *words; /* with | between them, `bytes` long; null: none */
    size_t bytes;
    bool rules, files, commands, findings, variants;
};

static struct wanted operands_of(const struct cli_command *command)
{
    struct wanted wanted = {0};
    size_t bytes = strcspn(command->usage, " ");
    if (memchr(command->usage, '|', bytes) != NULL) {
        wanted.words = command->usage;
        wanted.bytes = bytes;
    }
    wanted.files = wanted.words != NULL && strstr(command->usage, "FILE") != NULL;
    wanted.rules = wanted.words == NULL && strstr(command->usage, "FILE") != NULL;
    wanted.commands = strstr(command->usage, "COMMAND") != NULL;
    wanted.findings = strstr(command->usage, "ID") != NULL;
    return wanted;
}

static bool is_one_of(const char *text, const char *one, const char *other)
{
    return strcmp(text, one) == 0 || strcmp(text, other) == 0;
}

static struct wanted value_of(const struct cli_option *option)
{
    struct wanted wanted = {0};
    if (option->kind == CLI_KIND_CHOICE) {
        wanted.words = option->value;
        wanted.bytes = strlen(option->value);
    }
    bool is_text = option->kind == CLI_KIND_TEXT;
    wanted.rules = is_text && is_one_of(option->value, "FILE", "GAME");
    wanted.files = is_text && is_one_of(option->value, "PATH", "FROM");
    wanted.variants = option == &cli_options[CLI_OPTION_VARIANT];
    return wanted;
}

static void put_words(const struct wanted *wanted)
{
    for (size_t i = 0; i < wanted->bytes; i++) {
        putchar(wanted->words[i] == '|' ? ' ' : wanted->words[i]);
    }
}

static void put_commands(void)
{
    const struct cli_command *command;
    for (size_t i = 0; (command = cli_command_at(i)) != NULL; i++) {
        printf("%s%s", i > 0 ? " " : "", command->name);
    }
}

/* Those that come with mad, of each file the variants too, as FILE:NAME. */
static void put_games(const mad_engine *engine)
{
    const char *file, *between = "";
    for (size_t i = 0; (file = mad_shipped_name(engine, i)) != NULL; i++) {
        struct cli_variants variants = {0};
        enum cli_exit code = cli_variants_find(&variants, engine, file, NULL);
        for (size_t k = 0; k < variants.count && code == CLI_FINE; k++) {
            char *name = cli_game_name(file, variants.titles[k]);
            printf("%s%s", between, name != NULL ? name : "");
            between = name != NULL ? " " : between;
            free(name);
        }
        cli_variants_free(&variants);
    }
}

static void put_findings(void)
{
    for (size_t i = 0; i < mad_explanation_count(); i++) {
        printf("%s%s", i > 0 ? " " : "", mad_explanation_at(i).id);
    }
}

static bool has_option(const struct cli_command *command, size_t id)
{
    return ((command->options | CLI_BIT(HELP)) >> id & 1) != 0;
}

/* --- bash ---------------------------------------------------------------------------------------- */

/* Fills `words` and `files`, a pattern, of the place. */
static void put_bash_wanted(const struct wanted *wanted)
{
    fputs(" words='", stdout);
    put_words(wanted);
    fputs("'", stdout);
    if (wanted->rules) {
        fputs(" words=$games files='!*.mad'", stdout);
    } else if (wanted->files) {
        fputs(" files='!?*'", stdout);
    }
    fputs(wanted->commands ? " words=$commands" : "", stdout);
    fputs(wanted->variants ? " words=$(_mad_variants \"$games\" \"${COMP_WORDS[@]}\")" : "",
          stdout);
    if (wanted->findings) {
        fputs(" words='", stdout);
        put_findings();
        fputs("'", stdout);
    }
    puts(" ;;");
}

static void put_bash_values(const struct cli_command *command)
{
    for (size_t id = 0; id < CLI_OPTION_COUNT; id++) {
        if (has_option(command, id) && cli_options[id].kind != CLI_KIND_FLAG) {
            struct wanted wanted = value_of(&cli_options[id]);
            printf("    '%s --%s')", command->name, cli_options[id].name);
            put_bash_wanted(&wanted);
        }
    }
}

static void put_bash_operands(const struct cli_command *command)
{
    struct wanted wanted = operands_of(command);
    printf("        '%s -'*) words='", command->name);
    for (size_t id = 0; id < CLI_OPTION_COUNT; id++) {
        if (has_option(command, id)) {
            printf("--%s ", cli_options[id].name);
        }
    }
    printf("' ;;\n        '%s '*)", command->name);
    put_bash_wanted(&wanted);
}

static void print_bash(const mad_engine *engine)
{
    const struct cli_command *command;
    fputs("# Completions of mad for bash, made by `mad help --completion bash`.\n"
          "# _mad_variants GAMES WORD...: the variants of the games among the words.\n"
          "_mad_variants()\n{\n"
          "    local game word games=$1\n    shift\n"
          "    for game in $games; do\n"
          "        for word; do [[ $game != \"$word\":* ]] || echo \"${game#*:}\"; done\n"
          "    done\n}\n"
          "_mad()\n{\n"
          "    local cur=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words= "
          "files= glued= found\n"
          "    local commands='",
          stdout);
    put_commands();
    fputs("'\n    local games='", stdout);
    put_games(engine);
    puts("'\n"
         "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
         "        mapfile -t COMPREPLY < <(compgen -W \"$commands --help --version\" -- \"$cur\")\n"
         "        return\n    fi\n"
         "    # bash takes --name=value for three words.\n"
         "    if [ \"$before\" = = ]; then before=${COMP_WORDS[COMP_CWORD - 2]}; fi\n"
         "    if [ \"$cur\" = = ]; then cur=; fi\n"
         "    # And game:variant too, the last of which is what it replaces.\n"
         "    if [ \"$cur\" = : ]; then glued=$before:; before=${COMP_WORDS[COMP_CWORD - 2]}; "
         "cur=; fi\n"
         "    if [ \"$before\" = : ]; then\n"
         "        glued=${COMP_WORDS[COMP_CWORD - 2]}:; before=${COMP_WORDS[COMP_CWORD - 3]}\n"
         "    fi\n"
         "    cur=$glued$cur\n"
         "    case \"${COMP_WORDS[1]} $before\" in");
    for (size_t i = 0; (command = cli_command_at(i)) != NULL; i++) {
        put_bash_values(command);
    }
    puts("    *)\n        case \"${COMP_WORDS[1]} $cur\" in");
    for (size_t i = 0; (command = cli_command_at(i)) != NULL; i++) {
        put_bash_operands(command);
    }
    puts("        esac ;;\n    esac\n"
         "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\")\n"
         "    if [ -n \"$files\" ]; then\n"
         "        mapfile -t found < <(compgen -f -X \"$files\" -- \"$cur\"; compgen -d -- "
         "\"$cur\")\n"
         "        if [ ${#found[@]} -gt 0 ]; then compopt -o filenames 2>/dev/null; fi\n"
         "        COMPREPLY+=(\"${found[@]}\")\n"
         "    fi\n"
         "    if [ -n \"$glued\" ]; then COMPREPLY=(\"${COMPREPLY[@]#\"$glued\"}\"); fi\n"
         "}\n"
         "complete -F _mad mad");
}

/* --- zsh ------------------------------------------------------------------------------------------ */

/* Inside of single quotes, in a specification where : [ ] mean something. */
static void put_zsh_text(const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '\'') {
            fputs("'\\''", stdout);
            continue;
        }
        if (strchr(":[]\\", *text) != NULL) {
            putchar('\\');
        }
        putchar(*text);
    }
}

static void put_zsh_action(const struct wanted *wanted)
{
    if (wanted->words != NULL && wanted->files) {
        fputs("{compadd ", stdout);
        put_words(wanted);
        fputs("; _files}", stdout);
    } else if (wanted->words != NULL) {
        putchar('(');
        put_words(wanted);
        putchar(')');
    } else if (wanted->findings) {
        putchar('(');
        put_findings();
        putchar(')');
    } else {
        fputs(wanted->rules      ? "_mad_rules"
              : wanted->variants ? "_mad_variants"
              : wanted->files    ? "_files"
              : wanted->commands ? "_mad_commands"
                                 : " ",
              stdout);
    }
}

static void put_zsh_command(const struct cli_command *command)
{
    printf("    %s)\n        _arguments -S", command->name);
    for (size_t id = 0; id < CLI_OPTION_COUNT; id++) {
        const struct cli_option *option = &cli_options[id];
        if (!has_option(command, id)) {
            continue;
        }
        bool is_flag = option->kind == CLI_KIND_FLAG;
        printf(" \\\n            '%s--%s%s[", option->kind == CLI_KIND_SETTING ? "*" : "",
               option->name, is_flag ? "" : "=");
        put_zsh_text(option->help);
        putchar(']');
        if (!is_flag) {
            struct wanted wanted = value_of(option);
            fputs(":value:", stdout);
            put_zsh_action(&wanted);
        }
        putchar('\'');
    }
    if (command->most > 0) {
        struct wanted wanted = operands_of(command);
        fputs(" \\\n            '*:", stdout);
        put_zsh_text(command->usage);
        putchar(':');
        put_zsh_action(&wanted);
        putchar('\'');
    }
    puts(" ;;");
}

static void print_zsh(const mad_engine *engine)
{
    const struct cli_command *command;
    puts("#compdef mad\n# Completions of mad for zsh, made by `mad help --completion zsh`.\n"
         "_mad_commands() {\n    local -a commands=(");
    for (size_t i = 0; (command = cli_command_at(i)) != NULL; i++) {
        printf("        '%s:", command->name);
        put_zsh_text(command->purpose);
        puts("'");
    }
    fputs("    )\n    _describe command commands\n}\n"
          "_mad_games=(",
          stdout);
    put_games(engine);
    puts(")\n_mad_rules() {\n    compadd -a _mad_games\n    _files -g '*.mad'\n}\n"
         "# Those of the games in the line.\n"
         "_mad_variants() {\n    local word\n"
         "    for word in $words; do\n"
         "        compadd - ${${(M)_mad_games:#${(b)word}:*}#*:}\n    done\n}\n"
         "_mad() {\n"
         "    if (( CURRENT == 2 )); then _mad_commands; return; fi\n"
         "    local command=$words[2]\n"
         "    shift words\n    (( CURRENT-- ))\n"
         "    case $command in");
    for (size_t i = 0; (command = cli_command_at(i)) != NULL; i++) {
        put_zsh_command(command);
    }
    puts("    esac\n}\n"
         "if [ \"$funcstack[1]\" = _mad ]; then _mad \"$@\"; else compdef _mad mad; fi");
}

/* --- fish ----------------------------------------------------------------------------------------- */

static void put_fish_text(const char *text)
{
    putchar('\'');
    for (; *text != '\0'; text++) {
        if (*text == '\'' || *text == '\\') {
            putchar('\\');
        }
        putchar(*text);
    }
    putchar('\'');
}

static void put_fish_wanted(const struct wanted *wanted)
{
    fputs(" -a '", stdout);
    put_words(wanted);
    fputs(wanted->rules ? "$__mad_games (__fish_complete_suffix .mad)" : "", stdout);
    fputs(wanted->files ? " (__fish_complete_path)" : "", stdout);
    fputs(wanted->variants ? "(__mad_variants)" : "", stdout);
    fputs(wanted->commands ? "$__mad_commands" : "", stdout);
    if (wanted->findings) {
        put_findings();
    }
    putchar('\'');
}

static void put_fish_command(const struct cli_command *command)
{
    printf("complete -c mad -n __fish_use_subcommand -a %s -d ", command->name);
    put_fish_text(command->purpose);
    putchar('\n');
    for (size_t id = 0; id < CLI_OPTION_COUNT; id++) {
        const struct cli_option *option = &cli_options[id];
        if (!has_option(command, id)) {
            continue;
        }
        struct wanted wanted = value_of(option);
        printf("complete -c mad -n '__fish_seen_subcommand_from %s' -l %s%s -d ", command->name,
               option->name, option->kind == CLI_KIND_FLAG ? "" : " -x");
        put_fish_text(option->help);
        if (wanted.words != NULL || wanted.rules || wanted.files || wanted.variants) {
            put_fish_wanted(&wanted);
        }
        putchar('\n');
    }
    struct wanted wanted = operands_of(command);
    if (command->most > 0) {
        printf("complete -c mad -n '__fish_seen_subcommand_from %s'", command->name);
        put_fish_wanted(&wanted);
        putchar('\n');
    }
}

static void print_fish(const mad_engine *engine)
{
    const struct cli_command *command;
    fputs("# Completions of mad for fish, made by `mad help --completion fish`.\n"
          "complete -c mad -f\nset -g __mad_commands ",
          stdout);
    put_commands();
    fputs("\nset -g __mad_games ", stdout);
    put_games(engine);
    puts("\nfunction __mad_variants -d 'the variants of the games in the line'\n"
         "    for word in (commandline -opc)\n"
         "        string match -- \"$word:*\" $__mad_games | string replace -r '^[^:]*:' ''\n"
         "    end\nend");
    for (size_t i = 0; (command = cli_command_at(i)) != NULL; i++) {
        put_fish_command(command);
    }
}

enum cli_exit cli_completion_print(const char *shell)
{
    mad_engine *engine = NULL;
    enum cli_exit code = cli_engine_open(&engine);
    if (code != CLI_FINE) {
        return code;
    }
    if (strcmp(shell, "bash") == 0) {
        print_bash(engine);
    } else if (strcmp(shell, "zsh") == 0) {
        print_zsh(engine);
    } else {
        print_fish(engine);
    }
    mad_engine_free(engine);
    return CLI_FINE;
}
