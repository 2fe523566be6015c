/* player.c - see player.h. Layer: cli. */
#include "player.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static char *trim(char *text)
{
    text += strspn(text, " \t");
    size_t length = strlen(text);
    while (length > 0 && isspace((unsigned char)text[length - 1])) {
        text[--length] = '\0';
    }
    return text;
}

static bool read_seconds(const char **text, double *out)
{
    char *end;
    if (!isdigit((unsigned char)**text) && **text != '.') {
        return false;
    }
    *out = strtod(*text, &end);
    *text = end;
    return *out >= 0 && *out < 1e6;
}

bool cli_pace_parse_clock(struct cli_pace *pace, const char *text)
{
    struct cli_pace made = *pace;
    const char *slash = strchr(text, '/');
    made.moves = 0;
    made.increment = 0;
    if (slash != NULL) {
        char *end;
        long moves = strtol(text, &end, 10);
        if (end != slash || moves < 1 || moves > 1000) {
            return false;
        }
        made.moves = (int)moves;
        text = slash + 1;
    }
    if (!read_seconds(&text, &made.base) || made.base <= 0) {
        return false;
    }
    if (*text == '+') {
        text++;
        if (!read_seconds(&text, &made.increment)) {
            return false;
        }
    }
    if (*text != '\0') {
        return false;
    }
    *pace = made;
    return true;
}

void cli_pace_write(const struct cli_pace *pace, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    if (pace->nodes > 0) {
        used += (size_t)snprintf(out + used, size - used, "nodes=%llu,",
                                 (unsigned long long)pace->nodes);
    }
    if (pace->depth > 0) {
        used += (size_t)snprintf(out + used, size - used, "depth=%d,", pace->depth);
    }
    if (pace->seconds > 0) {
        used += (size_t)snprintf(out + used, size - used, "time=%g,", pace->seconds);
    }
    if (pace->base > 0 && pace->moves > 0) {
        used += (size_t)snprintf(out + used, size - used, "tc=%d/%g+%g,", pace->moves, pace->base,
                                 pace->increment);
    } else if (pace->base > 0) {
        used += (size_t)snprintf(out + used, size - used, "tc=%g+%g,", pace->base, pace->increment);
    }
    out[used > 0 ? used - 1 : 0] = '\0';
}

static bool has_limit(const struct cli_pace *pace)
{
    return pace->nodes > 0 || pace->depth > 0 || pace->seconds > 0 || pace->base > 0;
}

/* A setting about the pace; false when it is about something else. `*is_good`: it can be read. */
static bool take_pace(struct cli_pace *pace, const char *key, const char *value, bool *is_good)
{
    double number = 0;
    struct cli_pace made = {0};
    if (strcmp(key, "nodes") == 0) {
        *is_good = cli_parse_count(value, 1, 1e15, &number);
        made.nodes = (uint64_t)number;
    } else if (strcmp(key, "depth") == 0) {
        *is_good = cli_parse_count(value, 1, 200, &number);
        made.depth = (int)number;
    } else if (strcmp(key, "time") == 0) {
        const char *rest = value;
        *is_good = read_seconds(&rest, &made.seconds) && *rest == '\0' && made.seconds > 0;
    } else if (strcmp(key, "tc") == 0) {
        *is_good = cli_pace_parse_clock(&made, value);
    } else {
        return false;
    }
    *pace = made;
    return true;
}

static enum cli_exit take_setting(struct cli_player *player, const struct cli_args *args,
                                  char *setting)
{
    char *value = strchr(setting, '=');
    bool is_good = true;
    if (value == NULL) {
        return cli_usage_error(args->command, "a player's settings are KEY=VALUE, not '%s'",
                               setting);
    }
    *value++ = '\0';
    char *key = trim(setting);
    value = trim(value);
    if (strcmp(key, "name") == 0) {
        player->name = value;
    } else if (strcmp(key, "variant") == 0) {
        player->variant = value;
    } else if (!take_pace(&player->pace, key, value, &is_good)) {
        struct cli_player_option *options =
            realloc(player->options, (player->option_count + 1) * sizeof *options);
        if (options == NULL) {
            return CLI_INTERNAL;
        }
        player->options = options;
        options[player->option_count++] = (struct cli_player_option){key, value, false};
    }
    return is_good ? CLI_FINE
                   : cli_usage_error(args->command, "a player's %s cannot be '%s'", key, value);
}

/* The head of the text: who it is, and how he is spoken to. */
static enum cli_exit take_who(struct cli_player *player, const struct cli_args *args, char *who)
{
    static const struct {
        const char *head;
        enum cli_speech speech;
    } heads[] = {{"uci:", CLI_SPEAKS_UCI},
                 {"cmd:", CLI_SPEAKS_UCI},
                 {"usi:", CLI_SPEAKS_USI},
                 {"cecp:", CLI_SPEAKS_CECP},
                 {"xboard:", CLI_SPEAKS_CECP}};
    player->name = who;
    if (strcmp(who, "mad") == 0) {
        return CLI_FINE;
    }
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        size_t length = strlen(heads[i].head);
        if (strncmp(who, heads[i].head, length) == 0) {
            player->speech = heads[i].speech;
            player->command = player->name = trim(who + length);
            return player->command[0] != '\0'
                       ? CLI_FINE
                       : cli_usage_error(args->command, "no program stands behind '%s'", who);
        }
    }
    return cli_usage_error(args->command,
                           "a player is `mad`, or uci:PROGRAM, usi:PROGRAM or xboard:PROGRAM, "
                           "not '%s'",
                           who);
}

enum cli_exit cli_player_parse(struct cli_player *player, const struct cli_args *args,
                               const char *text, const struct cli_pace *pace)
{
    char *rest = NULL;
    *player = (struct cli_player){.pace = *pace, .text = strdup(text)};
    if (player->text == NULL) {
        return CLI_INTERNAL;
    }
    char *word = strtok_r(player->text, ";", &rest);
    enum cli_exit code = take_who(player, args, word != NULL ? trim(word) : "");
    while (code == CLI_FINE && (word = strtok_r(NULL, ";", &rest)) != NULL) {
        code = take_setting(player, args, trim(word));
    }
    if (code == CLI_FINE && player->command == NULL && player->option_count > 0) {
        code = cli_usage_error(args->command,
                               "`mad` has no setting '%s', but name, nodes, depth, time and tc; "
                               "options are set of `uci:mad uci`",
                               player->options[0].name);
    }
    if (code == CLI_FINE && !has_limit(&player->pace)) {
        player->pace.seconds = 0.1;
    }
    return code;
}

void cli_player_free(struct cli_player *player)
{
    free(player->options);
    free(player->text);
    *player = (struct cli_player){0};
}
