/* xboard_games.c - see xboard_games.h. Layer: cli. */
#include "xboard_games.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "../board.h"
#include "../workers.h"
#include "front.h"

enum knowledge { CLI_XBOARD_KNOWS, CLI_XBOARD_ASKS };

static const struct known {
    const char *theirs, *ours;
    enum knowledge what;
} known[] = {
#define CLI_XBOARD_GAME(theirs, ours, what) {theirs, ours, what},
#define CLI_XBOARD_WORD(word, is_anywhere)
#include "xboard_games.def"
};

static const struct {
    const char *word;
    bool is_anywhere;
} words[] = {
#define CLI_XBOARD_GAME(theirs, ours, what)
#define CLI_XBOARD_WORD(word, is_anywhere) {word, is_anywhere},
#include "xboard_games.def"
};

static const struct known *find_known(const char *ours)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(known[i].ours, ours) == 0) {
            return &known[i];
        }
    }
    return NULL;
}

/* Where XBoard would take the name for that of a game of its own; null: nowhere. */
static char *find_word(char *name)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t length = strlen(words[i].word);
        for (char *at = name; *at != '\0'; at++) {
            bool is_there = strncasecmp(at, words[i].word, length) == 0;
            if (is_there &&
                (words[i].is_anywhere || (at == name && !isalpha((unsigned char)at[length])))) {
                return at;
            }
        }
    }
    return NULL;
}

void cli_xboard_name(const char *ours, char *out, size_t size)
{
    const struct known *game = find_known(ours);
    snprintf(out, size, "%s", game != NULL ? game->theirs : ours);
    for (char *c = out; *c != '\0'; c++) {
        *c = *c == ':' || *c == ',' ? '/' : *c;
    }
    for (char *at; game == NULL && (at = find_word(out)) != NULL && strlen(out) + 1 < size;) {
        memmove(at + 2, at + 1, strlen(at));
        at[1] = '-';
    }
}

const char *cli_xboard_game(const struct cli_session *session, const char *theirs)
{
    for (size_t i = 0; i < session->catalog.count; i++) {
        char name[200];
        cli_xboard_name(session->catalog.games[i].name, name, sizeof name);
        if (strcasecmp(name, theirs) == 0) {
            return session->catalog.games[i].name;
        }
    }
    return theirs;
}

/* --- what it can hold ----------------------------------------------------------------------------- */

void cli_xboard_ask(struct cli_xboard_plan *plan, const struct cli_listed *listed,
                    const mad_game *game)
{
    if (find_known(listed->name) != NULL) {
        *plan = (struct cli_xboard_plan){.game = game};
    } else {
        cli_xboard_plan_make(plan, game);
    }
}

/* Every so many games, asked of by one thread. */
struct asking {
    const struct cli_session *session;
    bool *holds; /* [catalog.count] */
    size_t first, step;
};

static void ask_some(void *item)
{
    struct asking *asking = item;
    const struct cli_catalog *catalog = &asking->session->catalog;
    for (size_t i = asking->first; i < catalog->count; i += asking->step) {
        const struct cli_listed *listed = &catalog->games[i];
        struct mad_load load = {
            .path = listed->path, .variant = listed->variant, .without_learned = true};
        struct cli_xboard_plan plan = {0};
        mad_game *game = NULL;
        if (mad_game_load(asking->session->engine, &load, &game, NULL) == MAD_OK) {
            cli_xboard_ask(&plan, listed, game);
        }
        asking->holds[i] = game != NULL && plan.why[0] == '\0';
        cli_xboard_plan_free(&plan);
        mad_game_free(game);
    }
}

void cli_xboard_say_variants(const struct cli_session *session)
{
    const char *between = "feature variants=\"";
    size_t count = session->catalog.count, threads = cli_processors();
    struct asking askings[CLI_MAX_THREADS];
    bool *holds = calloc(count + 1, sizeof *holds);
    for (size_t i = 0; i < threads; i++) {
        askings[i] = (struct asking){session, holds, i, threads};
    }
    if (holds != NULL && !cli_workers_run(ask_some, askings, threads, sizeof *askings)) {
        ask_some(&(struct asking){session, holds, 0, 1}); /* some thread could not be made */
    }
    for (size_t i = 0; i < count && holds != NULL; i++) {
        char name[200];
        if (holds[i]) {
            cli_xboard_name(session->catalog.games[i].name, name, sizeof name);
            printf("%s%s", between, name);
            between = ",";
        }
    }
    free(holds);
    cli_say("\"");
}

/* --- setup ------------------------------------------------------------------------------------------ */

static void say_board(const struct cli_session *session, const struct cli_xboard_plan *plan)
{
    struct mad_game_info info = mad_game_info(session->game);
    char *start = cli_session_text(session);
    if (start != NULL) {
        printf("setup (%s", plan->table[0]);
        for (int i = 0; i < CLI_XBOARD_SLOTS; i++) {
            fputc(tolower((unsigned char)plan->table[1][i]), stdout);
        }
        cli_say(") %dx%d+%d_fairy %s", info.files, info.ranks, plan->held, start);
    }
    free(start);
}

/* One line for both players where they have the same men. */
static void say_men(const struct cli_xboard_plan *plan)
{
    for (size_t i = 0; i < plan->count; i++) {
        const struct cli_xboard_kind *kind = &plan->kinds[i];
        char ways[2][CLI_BETZA_BYTES];
        const char *turned = kind->is_turned ? "+" : "";
        for (int owner = 0; owner < 2; owner++) {
            (void)cli_ways_write(&kind->ways[owner], ways[owner]); /* it was written before */
        }
        if (kind->slot[0] == kind->slot[1] && strcmp(ways[0], ways[1]) == 0) {
            cli_say("piece %s%c& %s", turned, kind->letter, ways[0]);
            continue;
        }
        for (int owner = 0; owner < 2; owner++) {
            if (kind->slot[owner] >= 0) {
                int letter = owner == 0 ? kind->letter : tolower((unsigned char)kind->letter);
                cli_say("piece %s%c %s", turned, letter, ways[owner]);
            }
        }
    }
}

void cli_xboard_say_setup(const struct cli_session *session, struct cli_xboard_plan *plan)
{
    const struct known *game = find_known(session->listed.name);
    if (game == NULL) {
        say_board(session, plan);
        say_men(plan);
    } else if (game->what == CLI_XBOARD_ASKS) {
        cli_xboard_plan_free(plan);
        cli_xboard_plan_make(plan, session->game);
        say_men(plan);
    }
}

/* --- edit ------------------------------------------------------------------------------------------- */

bool cli_xboard_edit_begin(struct cli_xboard_edit *edit, const mad_position *position)
{
    int squares = mad_game_info(mad_position_game(position)).squares;
    cli_xboard_edit_free(edit);
    edit->men = calloc((size_t)squares, sizeof *edit->men);
    edit->owner = 0;
    edit->side = mad_position_side(position);
    for (int square = 0; square < squares && edit->men != NULL; square++) {
        struct mad_man man;
        if (mad_position_man(position, square, &man)) {
            snprintf(edit->men[square], sizeof edit->men[square], "%.3s", man.letter);
        }
    }
    return edit->men != NULL;
}

void cli_xboard_edit_free(struct cli_xboard_edit *edit)
{
    free(edit->men);
    edit->men = NULL;
}

/* A square as XBoard names it, at the end of the line; -1 when it is none. */
static int read_square(const mad_game *game, const char *text)
{
    struct mad_game_info info = mad_game_info(game);
    int file = text[0] - 'a';
    long long rank;
    if (file < 0 || file >= info.files || !cli_read_number(text + 1, 0, info.ranks, &rank)) {
        return -1;
    }
    rank -= info.ranks < 10;
    return rank >= 0 && rank < info.ranks ? (int)rank * info.files + file : -1;
}

bool cli_xboard_edit_line(struct cli_xboard_edit *edit, const mad_game *game, const char *line)
{
    struct mad_game_info info = mad_game_info(game);
    bool is_promoted = line[0] == '+';
    const char *letter = line + is_promoted;
    if (edit->men == NULL) {
        return false;
    }
    if (strcmp(line, "#") == 0) {
        memset(edit->men, 0, (size_t)info.squares * sizeof *edit->men);
        return true;
    }
    if (strcmp(line, "c") == 0) {
        edit->owner = !edit->owner;
        return true;
    }
    int square = letter[0] != '\0' ? read_square(game, letter + 1) : -1;
    if (square < 0 || !isalpha((unsigned char)letter[0])) {
        return false;
    }
    bool is_capital = (edit->owner == 0) == info.first_has_capitals;
    int made = is_capital ? toupper((unsigned char)letter[0]) : tolower((unsigned char)letter[0]);
    snprintf(edit->men[square], sizeof edit->men[square], "%s%c", is_promoted ? "+" : "", made);
    if (letter[0] == 'x') {
        edit->men[square][0] = '\0';
    }
    return true;
}

/* The board as a position text, empty squares one by one: all readers add them up. */
static char *edited_text(const struct cli_xboard_edit *edit, const mad_game *game, const char *more)
{
    struct mad_game_info info = mad_game_info(game);
    size_t size = (size_t)info.squares * 4 + 100, used = 0;
    char *text = malloc(size);
    for (int rank = info.ranks - 1; rank >= 0 && text != NULL; rank--) {
        int empty = 0;
        for (int file = 0; file < info.files; file++) {
            const char *man = edit->men[rank * info.files + file];
            empty += man[0] == '\0';
            if (man[0] != '\0' || file == info.files - 1) {
                char number[12] = "";
                if (empty > 0) {
                    snprintf(number, sizeof number, "%d", empty);
                }
                used += (size_t)snprintf(text + used, size - used, "%s%s", number, man);
                empty = 0;
            }
        }
        used += (size_t)snprintf(text + used, size - used, "%s", rank > 0 ? "/" : "");
    }
    if (text != NULL) {
        snprintf(text + used, size - used, "%s %c%s", info.has_hand ? "[]" : "",
                 info.player_letter[edit->side], more);
    }
    return text;
}

/* With all rights to castle that the men allow, then without. */
enum mad_status cli_xboard_edit_end(struct cli_xboard_edit *edit, struct cli_session *session,
                                    struct mad_text_error *error)
{
    static const char *const tries[] = {" KQkq - 0 1", " - - 0 1", ""};
    enum mad_status status = MAD_ERROR_MEMORY;
    *error = (struct mad_text_error){.text = "there is no memory"};
    for (size_t i = 0; i < sizeof tries / sizeof *tries && edit->men != NULL; i++) {
        char *text = edited_text(edit, session->game, tries[i]);
        status = text != NULL ? cli_session_set(session, text, error) : MAD_ERROR_MEMORY;
        free(text);
        if (status == MAD_OK) {
            break;
        }
    }
    cli_xboard_edit_free(edit);
    return status;
}
