/* play_greet.c - what `mad play` says about a game before it begins. Layer: cli.
 *
 * All of it is read off the rules: what the file says of itself, which men and which ends are not those of
 * the game that most people know. */
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "game_file.h"
#include "play.h"
#include "play_menu.h"

static const char known_game[] =
    "chess"; /* with whose men and ends those of other games are compared */

enum { WIDTH = 79, LINES = 3, LINE_BYTES = 1000 };

struct line {
    char text[LINE_BYTES];
    size_t used;
};

static void add(struct line *line, const char *text)
{
    if (line->used < sizeof line->text - 1) {
        line->used += cli_copy_safe(line->text + line->used, sizeof line->text - line->used, text);
    }
}

/* The game, the same loaded with its words, or null, and the one to compare it with. */
struct games {
    const mad_game *game, *told, *known;
};

/* Lines of the terminal that the text takes. */
static int count_lines(const char *text)
{
    int lines = 0;
    for (; *text != '\0'; lines++) {
        cli_take_line(&text, WIDTH);
    }
    return lines;
}

/* Returns how many lines it took. */
static int put_line(const struct line *line)
{
    const char *at = line->text;
    int lines = 0;
    for (; *at != '\0'; lines++) {
        const char *begin = at;
        printf("%.*s\n", (int)cli_take_line(&at, WIDTH), begin);
    }
    return lines;
}

/* --- men ---------------------------------------------------------------------------------------------- */

/* The man of that name in the game that people know; without a name when there is none. */
static struct mad_piece_info namesake(const mad_game *known, const char *name)
{
    size_t i = 0;
    while (i < mad_game_piece_count(known) && strcmp(mad_game_piece(known, i).name, name) != 0) {
        i++;
    }
    return mad_game_piece(known, i);
}

static bool has_line(const struct mad_piece_info *man, const char *line)
{
    for (size_t i = 0; i < man->rule_count; i++) {
        if (strcmp(man->rules[i], line) == 0) {
            return true;
        }
    }
    return false;
}

/* Men of whom the same is odd. */
struct odd_men {
    struct line names, ways;
    bool is_told;
    bool is_small; /* what he does is usual, but he does it elsewhere or to become somebody else */
};

enum { MOST_ODD_MEN = 40 };

struct odd_list {
    struct odd_men men[MOST_ODD_MEN];
    size_t count;
};

static bool begins_with(const char *text, const char *begin)
{
    return strncmp(text, begin, strlen(begin)) == 0;
}

/* What is no way to go, though it stands among a man's lines: what follows moves, what a program thinks of him, and
 * that he is dropped as all are. A lone word is the name of a verb, and says nothing. */
static bool is_no_way(const char *rule)
{
    bool is_event = begins_with(rule, "when ") && !begins_with(rule, "when here ");
    bool is_bare = strchr(rule, ' ') == NULL && strcmp(rule, "royal") != 0;
    return is_event || is_bare || begins_with(rule, "worth ") || strcmp(rule, "drop on empty") == 0;
}

static const char both[] = "move or capture ";

/* Whether this is no way to go that people would wonder at: where he may be dropped, and what men of the known game do as
 * well, with a verb that says what it is: the known Pawn becomes something, the known King castles. */
static bool is_small(const mad_game *known, const char *rule)
{
    size_t bytes = strcspn(rule, " ");
    if (begins_with(rule, "drop ")) {
        return true;
    }
    for (size_t i = 0; i < mad_game_piece_count(known); i++) {
        struct mad_piece_info man = mad_game_piece(known, i);
        for (size_t j = 0; j < man.rule_count; j++) {
            if (strncmp(man.rules[j], rule, bytes + 1) == 0 && !begins_with(rule, "move ") &&
                !begins_with(rule, "capture ")) {
                return true;
            }
        }
    }
    return false;
}

/* Who goes so and no other way in the known game; null: nobody. */
static const char *who_goes(const mad_game *known, const char *way, size_t bytes)
{
    for (size_t i = 0; i < mad_game_piece_count(known); i++) {
        struct mad_piece_info man = mad_game_piece(known, i);
        for (size_t j = 0; j < man.rule_count; j++) {
            const char *rule = man.rules[j];
            if (begins_with(rule, both) && strlen(rule) == strlen(both) + bytes &&
                strncmp(rule + strlen(both), way, bytes) == 0) {
                return man.name;
            }
        }
    }
    return NULL;
}

/* Words of a rule page, up to an end, without the signs at names, the names of verbs, and the full stop. */
static void add_plain(struct line *line, const char *told, const char *end)
{
    bool is_verb = false;
    for (; *told != '\0' && (end == NULL || !begins_with(told, end)) &&
           line->used + 1 < sizeof line->text;
         told++) {
        is_verb = is_verb ? *told != '\2' : *told == '\3';
        if (!is_verb && (unsigned char)*told > '\4') {
            line->text[line->used++] = *told;
        }
    }
    line->used -= line->used > 0 && line->text[line->used - 1] == '.';
    line->text[line->used] = '\0';
}

/* The line of a man as the rule page has it, without the signs at names and without the full stop: of a verb the first
 * sentence that says what it is. False where there is none. */
static bool add_sentence(struct line *line, const struct games *games, size_t man, size_t rule)
{
    static const char *const begins[][2] = {
        {"Moves and captures: ", ""}, /* what is said of most men */
        {"Moves without capturing: ", "moves "},
        {"Captures: ", "captures "},
    };
    const char *told =
        games->told != NULL ? mad_game_sentence(games->told, MAD_COMMENT_LINE, man, rule) : NULL;
    struct line plain = {.used = 0};
    if (told == NULL || told[0] == '\0') {
        return false;
    }
    if (told[0] == '\3') {
        told += strcspn(told, "\2") + 1;
        const char *colon = strstr(told, ": ");
        told = colon != NULL ? colon + 2 : told;
    }
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++) {
        if (begins_with(told, begins[i][0])) {
            told += strlen(begins[i][0]);
            add(&plain, begins[i][1]);
            break;
        }
    }
    add_plain(&plain, told, ". ");
    plain.text[0] = (char)tolower((unsigned char)plain.text[0]);
    add(line, plain.text);
    return true;
}

/* `slide orthogonal or leap 1,2` as `as Rook or Knight`; another line in English. */
static void add_likened(struct line *line, const char *name, const char *rule,
                        const struct games *games, size_t man, size_t at)
{
    static const char *const begins[] = {both, "move ", "capture "};
    const char *between = "", *way = rule;
    bool is_likened = true;
    struct line likened = {.used = 0};
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++) {
        if (begins_with(way, begins[i])) {
            add(&likened, i > 0 ? begins[i] : "");
            way += strlen(begins[i]);
            break;
        }
    }
    add(&likened, "as ");
    for (const char *end; *way != '\0' && is_likened; way = end + (*end != '\0' ? 4 : 0)) {
        end = strstr(way, " or ");
        end = end != NULL ? end : way + strlen(way);
        const char *who = who_goes(games->known, way, (size_t)(end - way));
        is_likened = who != NULL && strcmp(who, name) != 0;
        add(&likened, between);
        add(&likened, is_likened ? who : "");
        between = " or ";
    }
    if (is_likened) {
        add(line, likened.text);
    } else if (!add_sentence(line, games, man, at)) {
        add(line, rule);
    }
}

/* All that is odd about him, half of it would mislead; without what is done in the known game too, unless that is all. */
static struct line odd_ways(const struct mad_piece_info *man, const struct mad_piece_info *other,
                            const struct games *games, size_t index, bool *is_all_small)
{
    struct line ways = {.used = 0};
    for (int pass = 0; pass < 2 && ways.used == 0; pass++) {
        *is_all_small = pass == 1;
        for (size_t i = 0; i < man->rule_count; i++) {
            const char *rule = man->rules[i];
            bool is_usual = other->name != NULL && has_line(other, rule);
            if (!is_usual && !is_no_way(rule) && is_small(games->known, rule) == *is_all_small) {
                add(&ways, ways.used > 0 ? ", " : "");
                add_likened(&ways, man->name, rule, games, index, i);
            }
        }
    }
    return ways;
}

static void note_man(struct odd_list *list, const char *name, const struct line *ways,
                     bool is_all_small)
{
    size_t i = 0;
    while (i < list->count && strcmp(list->men[i].ways.text, ways->text) != 0) {
        i++;
    }
    if (i == MOST_ODD_MEN || ways->used == 0) {
        return;
    }
    if (i == list->count) {
        list->men[list->count++] = (struct odd_men){.ways = *ways, .is_small = is_all_small};
    }
    add(&list->men[i].names, list->men[i].names.used > 0 ? ", " : "");
    add(&list->men[i].names, name);
}

/* Of three and four players each has men of his own, and all go alike: those of the first stand for all, by the name
 * without his. Null: a man of another. */
static const char *name_for_all(const mad_game *game, const char *name)
{
    const struct mad_game_info info = mad_game_info(game);
    const size_t bytes = strlen(info.player_name[0]);
    if (info.players <= 2) {
        return name;
    }
    return begins_with(name, info.player_name[0]) && name[bytes] == ' ' ? name + bytes + 1 : NULL;
}

/* New men first, then those whom people know otherwise. */
static void list_odd_men(struct odd_list *list, const struct games *games)
{
    const mad_game *game = games->game, *known = games->known;
    for (int is_new = 1; is_new >= 0; is_new--) {
        for (size_t i = 0; i < mad_game_piece_count(game); i++) {
            struct mad_piece_info man = mad_game_piece(game, i);
            man.name = name_for_all(game, man.name);
            if (man.name == NULL) {
                continue;
            }
            const struct mad_piece_info other = namesake(known, man.name);
            if ((other.name == NULL) == is_new) {
                bool is_all_small = false;
                struct line ways = odd_ways(&man, &other, games, i, &is_all_small);
                note_man(list, man.name, &ways, is_all_small);
            }
        }
    }
}

/* Those who are passed over may be asked about. */
static bool is_other(const struct odd_men *men)
{
    return !men->is_told && !men->is_small;
}

static size_t count_others(const struct odd_list *list)
{
    size_t others = 0;
    for (size_t i = 0; i < list->count; i++) {
        others += is_other(&list->men[i]);
    }
    return others;
}

/* The ways of those who are told, and where to ask about the others, by their names or not. */
static struct line tell_men(const struct odd_list *list, bool names_others)
{
    struct line line = {.used = 0};
    size_t others = count_others(list);
    for (size_t i = 0; i < list->count; i++) {
        if (list->men[i].is_told) {
            add(&line, line.used > 0 ? "; " : "");
            add(&line, list->men[i].names.text);
            add(&line, ": ");
            add(&line, list->men[i].ways.text);
        }
    }
    if (others > 0) {
        add(&line, line.used > 0 ? "; " : "");
        add(&line, "`rules NAME` tells of ");
        add(&line, names_others ? "" : others < list->count ? "the others" : "each man");
    }
    for (size_t i = 0, named = 0; i < list->count && names_others; i++) {
        if (is_other(&list->men[i])) {
            add(&line, named++ > 0 ? ", " : "");
            add(&line, list->men[i].names.text);
        }
    }
    return line;
}

static bool is_in(const struct line *line, int most)
{
    return line->used < sizeof line->text - 1 && count_lines(line->text) <= most;
}

/* As many as there is room for. */
static void choose_told(struct odd_list *list, int most)
{
    for (size_t i = 0; i < list->count; i++) {
        list->men[i].is_told = false;
    }
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < list->count; i++) {
            if (list->men[i].is_small == (pass == 1)) {
                list->men[i].is_told = true;
                struct line line = tell_men(list, false);
                list->men[i].is_told = is_in(&line, most);
            }
        }
    }
}

/* Returns how many lines that took. */
static int put_men(const struct odd_list *list, int most)
{
    struct line names = tell_men(list, true), line = tell_men(list, false);
    return put_line(is_in(&names, most) ? &names : &line);
}

/* --- rules -------------------------------------------------------------------------------------------- */

static bool is_known_rule(const mad_game *known, const char *rule)
{
    for (size_t i = 0; i < mad_game_rule_count(known); i++) {
        if (strcmp(mad_game_rule(known, i), rule) == 0) {
            return true;
        }
    }
    return false;
}

/* The first bytes of a text, with an end of their own. */
static struct line beginning(const struct line *whole, size_t bytes, const char *end)
{
    struct line line = {.used = bytes};
    memcpy(line.text, whole->text, bytes);
    add(&line, end);
    return line;
}

/* Whether a sentence, or a part of one that says something alone, ends with that many bytes. */
static bool is_end(const struct line *line, size_t bytes)
{
    return bytes == line->used ||
           (strchr(".;:", line->text[bytes - 1]) != NULL && line->text[bytes] == ' ');
}

/* What fits of the text, with another behind it: whole sentences or parts of them, or else words. */
static struct line cut(const struct line *whole, const char *behind, int most)
{
    struct line line = {.used = 0};
    for (size_t end = whole->used; end > 0; end--) {
        if (is_end(whole, end)) {
            line = end < whole->used ? beginning(whole, end - 1, ".") : *whole;
            add(&line, behind);
            if (is_in(&line, most)) {
                return line;
            }
        }
    }
    for (size_t end = whole->used; end > 0; end--) {
        if (whole->text[end] == ' ') {
            line = beginning(whole, end, " ...");
            add(&line, behind);
            if (is_in(&line, most)) {
                return line;
            }
        }
    }
    return beginning(whole, 0, behind + strspn(behind, " "));
}

/* What the game says of itself, but for one line of it. */
static struct line join_about(const mad_game *game, size_t without)
{
    struct mad_game_info info = mad_game_info(game);
    struct line line = {.used = 0};
    for (size_t i = 0; i < info.about_count; i++) {
        if (i != without) {
            add(&line, line.used > 0 ? " " : "");
            add(&line, info.about[i]);
        }
    }
    return line;
}

static bool begins_with_one_of(const char *text, const struct odd_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        const char *name = list->men[i].is_small ? NULL : list->men[i].names.text;
        for (; name != NULL; name = strchr(name, ',')) {
            name += strspn(name, ", ");
            if (strncmp(text, name, strcspn(name, ",")) == 0) {
                return true;
            }
        }
    }
    return false;
}

/* The last line of what the game says of itself that begins with one of the odd men: it tells how they move. SIZE_MAX:
 * there is none. */
static size_t find_telling(const mad_game *game, const struct odd_list *list)
{
    struct mad_game_info info = mad_game_info(game);
    for (size_t i = info.about_count; i > 0; i--) {
        if (begins_with_one_of(info.about[i - 1], list)) {
            return i - 1;
        }
    }
    return SIZE_MAX;
}

/* The rule as the rule page has it; as it is written where it has no sentence of its own. */
static void add_rule(struct line *line, const char *told, const char *rule)
{
    struct line plain = {.used = 0};
    add_plain(&plain, told != NULL ? told : "", NULL);
    add(line, plain.used > 0 ? plain.text : rule);
}

/* Those that there is room for, and a sign when there are more. */
static void put_rules(const struct games *games, int most)
{
    struct line line = {.used = 0};
    bool has_more = false, is_whole = true;
    for (size_t i = 0; i < mad_game_rule_count(games->game); i++) {
        const char *rule = mad_game_rule(games->game, i);
        struct line longer = line;
        const char *told =
            games->told != NULL ? mad_game_sentence(games->told, MAD_COMMENT_RULE, i, 0) : NULL;
        if (told != NULL && told[0] == '\3') { /* what a verb is would be long */
            is_whole = false;
            continue;
        }
        /* what is remembered is asked for by an end */
        const bool is_memory = rule[strlen(rule) - 1] == ':' || begins_with(rule, "counter ");
        if (is_memory || is_known_rule(games->known, rule)) {
            continue;
        }
        add(&longer, line.used > 0 ? "; " : "");
        add_rule(&longer, told, rule);
        if (is_in(&longer, most) && !has_more) {
            line = longer;
        } else {
            has_more = true;
        }
    }
    struct line open = line;
    add(&open, "; ...");
    has_more = has_more || !is_whole;
    put_line(has_more && line.used > 0 && is_in(&open, most) ? &open : &line);
}

/* The game once more, with its words; null when it cannot be loaded again. */
static mad_game *load_with_words(const struct play *play)
{
    const struct cli_game *open = &play->game;
    if (open->game != play->match.game ||
        open->name.path == NULL) { /* it comes from a file of games */
        return play_load_named(open->engine, mad_game_info(play->match.game).name);
    }
    struct mad_load load = cli_load(play->args, open->name.path, open->name.variant);
    mad_game *game = NULL;
    load.with_comments = true;
    return mad_game_load(open->engine, &load, &game, NULL) == MAD_OK ? game : NULL;
}

/* In three lines, all of them by a person. */
static void put_told(const mad_game *game, size_t telling)
{
    struct line about = join_about(game, telling > 0 ? telling : SIZE_MAX), men = {.used = 0};
    add(&men, telling > 0 ? " " : "");
    add(&men, telling > 0 ? mad_game_info(game).about[telling] : "");
    about = cut(&about, men.text, LINES);
    put_line(&about);
}

/* In three lines, the men by their rules: in two of them where one is not enough. */
static void put_made(const struct games *games, struct odd_list *list)
{
    struct line line = {.used = 0}, whole = join_about(games->game, SIZE_MAX);
    int left = LINES;
    for (int most = LINES - 1; most > 0 && whole.used > 0; most--) {
        struct line about = cut(&whole, "", most);
        int lines = count_lines(about.text);
        choose_told(list, LINES - lines);
        if (most == LINES - 1 || count_others(list) == 0) {
            line = about;
            left = LINES - lines;
        }
        if (count_others(list) == 0) {
            break;
        }
    }
    put_line(&line);
    choose_told(list, left);
    left -= put_men(list, left);
    if (left > 0 && games->known != NULL) {
        put_rules(games, 1);
    }
}

void play_greet(const struct play *play)
{
    static struct odd_list list; /* too large for a stack frame */
    const mad_engine *engine = play->game.engine;
    const mad_game *game = play->match.game;
    mad_game *known = play_load_named(engine, known_game);
    mad_game *told = load_with_words(play);
    const struct games games = {game, told, known};
    list.count = 0;
    if (known != NULL) {
        list_odd_men(&list, &games);
    }
    size_t telling = find_telling(game, &list);
    if (telling != SIZE_MAX) {
        put_told(game, telling);
    } else {
        put_made(&games, &list);
    }
    mad_game_free(told);
    mad_game_free(known);
}
