/* pgn_read.c - reads a PGN file game by game, each replayed by its rules.
 *
 * Layer: record. One record for each set of rules is used again and again, so that a file of any length
 * needs the memory of its longest game. A game is read up to its first fault; then what belongs to it is
 * skipped, and the next one is read as if nothing had been. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "../engine.h"
#include "pgn_lex.h"
#include "record.h"
#include "words.h"

enum { MAX_TAGS = 200, MAX_RULES = 24, MAX_NAME = 600, NESTING = MAD_RECORD_NESTING };

/* Rules that some game of the file was played by. */
struct rules {
    char key[MAX_NAME]; /* Variant and RuleOptions as they stand in the file */
    mad_game *game;     /* owned unless it is the caller's */
    mad_record *record; /* null: there are no such rules */
    char why_not[300];
    uint64_t used; /* number of the last game */
};

struct header {
    const char *variant, *fen, *result, *termination, *reason, *options, *digest;
    const char *game_type, *game; /* stand in for Variant: in PDN, and in files of Chinese chess */
    uint64_t fen_line, variant_line; /* of these tags */
};

struct mad_pgn {
    const mad_engine *engine;
    const mad_game *usual; /* may be null */
    const struct mad_memory *memory;
    struct mad_pgn_lexer lexer;
    struct mad_arena scratch; /* of the header of one game */
    struct mad_pgn_token token;
    bool has_token; /* `token` was read and belongs to the next game */
    struct mad_record_tag *tags;
    size_t tag_count;
    struct header header;
    struct rules rules[MAX_RULES];
    size_t rules_count;
    /* the game being read */
    mad_record *record;
    struct mad_pgn_game game;
    char fault[500], remark[300];
    bool is_turned;          /* White and Black are the second and the first player, as in PDN */
    uint32_t stack[NESTING]; /* moves that variations were opened in place of */
    size_t depth;
    size_t skipped; /* brackets open since a variation is skipped; 0: none is */
    bool is_lost;   /* a move of the main line is missing: nothing more can be replayed */
    bool is_small;  /* the fault that was told is one of a variation only */
    bool is_fresh;  /* nothing has come since the line began */
    char pending[2000];
};

/* --- faults ------------------------------------------------------------------------------------------- */

/* The first fault counts, and one of the main line before those of variations. */
__attribute__((format(printf, 4, 5))) static void say_fault(struct mad_pgn *pgn,
                                                            const struct mad_pgn_token *token,
                                                            enum mad_status status,
                                                            const char *format, ...)
{
    va_list arguments;
    bool is_small = pgn->depth > 0;
    if (pgn->game.status != MAD_OK && (is_small || !pgn->is_small))
        return;
    pgn->is_small = is_small;
    va_start(arguments, format);
    vsnprintf(pgn->fault, sizeof pgn->fault, format, arguments);
    va_end(arguments);
    pgn->game.status = status;
    pgn->game.fault = pgn->fault;
    pgn->game.fault_line = token->line;
    pgn->game.fault_column = token->column;
}

/* What is odd and hinders nothing: the first of these. */
__attribute__((format(printf, 2, 3))) static void say_remark(struct mad_pgn *pgn,
                                                             const char *format, ...)
{
    va_list arguments;
    if (pgn->game.remark != NULL)
        return;
    va_start(arguments, format);
    vsnprintf(pgn->remark, sizeof pgn->remark, format, arguments);
    va_end(arguments);
    pgn->game.remark = pgn->remark;
}

/* --- rules -------------------------------------------------------------------------------------------- */

static void drop_rules(struct mad_pgn *pgn, struct rules *rules)
{
    mad_record_free(rules->record);
    if (rules->game != pgn->usual)
        mad_game_free(rules->game);
    *rules = (struct rules){.game = NULL};
}

/* "a=b c=d" as settings; the text is cut up. */
static size_t split_settings(char *text, struct mad_setting *settings, size_t most)
{
    size_t count = 0;
    char *rest = NULL;
    for (char *word = strtok_r(text, " ", &rest); word != NULL && count < most;
         word = strtok_r(NULL, " ", &rest)) {
        char *equals = strchr(word, '=');
        if (equals == NULL)
            continue;
        *equals = '\0';
        settings[count++] = (struct mad_setting){word, equals + 1};
    }
    return count;
}

/* What a game without the tag Variant is called in another one: `GameType 20` from "20,W,10,10,N2,0", or the value of Game;
 * false: in none. */
static bool stand_in(const struct header *header, char called[MAX_NAME])
{
    if (header->game_type != NULL)
        snprintf(called, MAX_NAME, "GameType %.*s", (int)strspn(header->game_type, "0123456789"),
                 header->game_type);
    else
        snprintf(called, MAX_NAME, "%.290s", header->game != NULL ? header->game : "");
    return called[0] != '\0';
}

static enum mad_status load_rules(struct mad_pgn *pgn, struct rules *rules)
{
    enum { MOST = 40 };
    struct mad_setting settings[MOST];
    struct mad_game_name name;
    char options[MAX_NAME] = "", called[MAX_NAME];
    const struct header *header = &pgn->header;
    const char *variant = header->variant;
    enum mad_status status = MAD_OK;
    if (variant == NULL && stand_in(header, called)) {
        status = mad_find_game(pgn->engine, called, &name);
        if (status == MAD_OK || (header->game_type != NULL && pgn->usual == NULL))
            variant = called;
    }
    if (pgn->usual != NULL && (variant == NULL || mad_game_is_called(pgn->usual, variant))) {
        rules->game = (mad_game *)pgn->usual;
        return MAD_OK;
    }
    if (variant == NULL)
        variant = MAD_PGN_USUAL_GAME;
    status = mad_find_game(pgn->engine, variant, &name);
    if (status == MAD_ERROR_NOT_FOUND)
        snprintf(rules->why_not, sizeof rules->why_not,
                 "no game that comes with mad is called \"%.100s\"", variant);
    if (status != MAD_OK)
        return status;
    if (header->options != NULL)
        snprintf(options, sizeof options, "%s", header->options);
    struct mad_load load = {.path = name.path,
                            .variant = name.variant[0] != '\0' ? name.variant : NULL,
                            .settings = settings,
                            .with_seats = true};
    load.setting_count = split_settings(options, settings, MOST);
    status = mad_game_load(pgn->engine, &load, &rules->game, NULL);
    if (status != MAD_OK)
        snprintf(rules->why_not, sizeof rules->why_not,
                 "the rules of \"%.100s\" do not know the options \"%.150s\"", variant,
                 header->options != NULL ? header->options : "");
    return status;
}

static struct rules *place_for_rules(struct mad_pgn *pgn)
{
    if (pgn->rules_count < MAX_RULES)
        return &pgn->rules[pgn->rules_count++];
    struct rules *oldest = &pgn->rules[0];
    for (size_t i = 1; i < MAX_RULES; i++)
        if (pgn->rules[i].used < oldest->used)
            oldest = &pgn->rules[i];
    drop_rules(pgn, oldest);
    return oldest;
}

/* MAD_OK also when there are no such rules: their record is null. */
static enum mad_status find_rules(struct mad_pgn *pgn, struct rules **out)
{
    char key[MAX_NAME], called[MAX_NAME] = "";
    const struct header *header = &pgn->header;
    (void)stand_in(header, called);
    snprintf(key, sizeof key, "%.290s\n%.290s", header->variant != NULL ? header->variant : called,
             header->options != NULL ? header->options : "");
    for (size_t i = 0; i < pgn->rules_count; i++)
        if (strcmp(pgn->rules[i].key, key) == 0) {
            *out = &pgn->rules[i];
            (*out)->used = pgn->game.number;
            return MAD_OK;
        }
    struct rules *rules = place_for_rules(pgn);
    strcpy(rules->key, key);
    rules->used = pgn->game.number;
    *out = rules;
    enum mad_status status = load_rules(pgn, rules);
    if (status == MAD_OK)
        return mad_record_new(rules->game, &rules->record);
    return status == MAD_ERROR_MEMORY ? status : MAD_OK;
}

/* --- header -------------------------------------------------------------------------------------------- */

static const char **known_tag(struct mad_pgn *pgn, const char *name)
{
    struct header *header = &pgn->header;
    const struct {
        const char *name;
        const char **value;
    } known[] = {
        {"Variant", &header->variant},    {"FEN", &header->fen},
        {"Result", &header->result},      {"Termination", &header->termination},
        {"Reason", &header->reason},      {"RuleOptions", &header->options},
        {"GameType", &header->game_type}, {"Game", &header->game},
        {"RuleDigest", &header->digest},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].name, name) == 0)
            return known[i].value;
    return NULL;
}

/* The value of a tag of the file; null: there is none of the name. */
static const char *value_of(const struct mad_pgn *pgn, const char *name)
{
    for (size_t i = 0; i < pgn->tag_count; i++)
        if (strcmp(pgn->tags[i].name, name) == 0)
            return pgn->tags[i].value;
    return NULL;
}

static enum mad_status keep_tag(struct mad_pgn *pgn, const struct mad_pgn_token *token)
{
    const char **known = known_tag(pgn, token->name);
    if (pgn->tag_count == MAX_TAGS) {
        say_fault(pgn, token, MAD_ERROR_TEXT, "more than %d tags", MAX_TAGS);
        return MAD_OK;
    }
    struct mad_record_tag tag = {mad_arena_copy(&pgn->scratch, token->name, strlen(token->name)),
                                 mad_arena_copy(&pgn->scratch, token->text, token->bytes)};
    if (tag.name == NULL || tag.value == NULL)
        return MAD_ERROR_MEMORY;
    if (token->is_cut)
        say_remark(pgn, "the value of the tag %.60s is cut: it was longer than %d bytes", tag.name,
                   MAD_PGN_VALUE_BYTES);
    if (known != NULL)
        *known = tag.value;
    if (known == &pgn->header.variant)
        pgn->header.variant_line = token->line;
    if (known == &pgn->header.fen)
        pgn->header.fen_line = token->line;
    pgn->tags[pgn->tag_count++] = tag;
    return MAD_OK;
}

/* The next token, which may have been read already. */
static struct mad_pgn_token next(struct mad_pgn *pgn)
{
    if (pgn->has_token) {
        pgn->has_token = false;
        return pgn->token;
    }
    return mad_pgn_next_token(&pgn->lexer);
}

static void push_back(struct mad_pgn *pgn, struct mad_pgn_token token)
{
    pgn->token = token;
    pgn->has_token = true;
}

/* All tags, up to the first token that is none. A tag that comes again begins another game. */
static enum mad_status read_tags(struct mad_pgn *pgn)
{
    enum mad_status status = MAD_OK;
    while (status == MAD_OK) {
        struct mad_pgn_token token = next(pgn);
        if (pgn->game.line == 0)
            pgn->game.line = token.line;
        if (token.kind == MAD_PGN_BAD_TAG) {
            say_fault(pgn, &token, MAD_ERROR_TEXT, "%s", token.text);
            continue;
        }
        if (token.kind != MAD_PGN_TAG || value_of(pgn, token.name) != NULL) {
            push_back(pgn, token);
            return MAD_OK;
        }
        status = keep_tag(pgn, &token);
    }
    return status;
}

static enum mad_termination termination_of(const char *text)
{
    return text == NULL ? MAD_UNTERMINATED : mad_termination_read(text);
}

/* Who writes a digest is we, in our own words or by numbered squares. Others mean XBoard's and Fairy-Stockfish's player to move where a text can be read both
 * ways, which is said. */
static enum mad_status set_start(struct mad_pgn *pgn, struct mad_text_error *error)
{
    const struct header *header = &pgn->header;
    if (header->digest != NULL && header->game_type == NULL)
        return mad_record_set_start_as(pgn->record, header->fen, MAD_DIALECT_OURS, error);
    enum mad_status status =
        mad_record_set_start_as(pgn->record, header->fen, MAD_DIALECT_ANY, error);
    if (status == MAD_ERROR_MEMORY || (status == MAD_OK && error->text[0] == '\0'))
        return status;
    struct mad_text_error theirs;
    if (mad_record_set_start_as(pgn->record, header->fen, MAD_DIALECT_FSF, &theirs) == MAD_OK) {
        if (status == MAD_OK && theirs.text[0] == '\0')
            snprintf(theirs.text, sizeof theirs.text,
                     "read as XBoard and Fairy-Stockfish write it; as our own text the other "
                     "player moves first");
        *error = theirs;
        return MAD_OK;
    }
    return mad_record_set_start_as(pgn->record, header->fen, MAD_DIALECT_ANY, error);
}

/* The tags of the players. Files of Chinese chess call them as the rules do, `Red`; in PDN White is who has the white men,
 * also where Black moves first. What we wrote ourselves calls the first player White in every game. */
static enum mad_status name_players(struct mad_pgn *pgn)
{
    const mad_game *game = mad_record_game(pgn->record);
    struct mad_game_info info = mad_game_info(game);
    enum mad_status status = MAD_OK;
    if (pgn->header.digest != NULL)
        return MAD_OK;
    for (int player = 0; player < info.players && status == MAD_OK; player++) {
        const char *tag = mad_record_player_tag(game, player), *usual = value_of(pgn, tag);
        const char *value = value_of(pgn, info.player_name[player]);
        if (!pgn->is_turned && usual != NULL)
            value = usual;
        if (value != NULL || usual != NULL)
            status = mad_record_set_tag(pgn->record, tag, value != NULL ? value : "?");
    }
    return status;
}

/* The start and the tags of the record. */
static enum mad_status begin_record(struct mad_pgn *pgn)
{
    const struct header *header = &pgn->header;
    struct mad_pgn_token place = {.line = header->fen_line, .column = 1};
    struct mad_text_error error;
    char room[256];
    enum mad_status status = mad_record_clear(pgn->record);
    pgn->is_turned =
        header->game_type != NULL && mad_record_pdn(mad_record_game(pgn->record)).is_turned;
    for (size_t i = 0; i < pgn->tag_count && status == MAD_OK; i++) {
        const struct mad_record_tag *tag = &pgn->tags[i];
        if (!mad_record_is_reserved(tag->name, strlen(tag->name)))
            status = mad_record_set_tag(
                pgn->record, pgn->is_turned ? mad_record_turned_tag(tag->name, room) : tag->name,
                tag->value);
        if (status == MAD_ERROR_MISUSE || status == MAD_ERROR_LIMIT)
            status = MAD_OK; /* a name that no tag can have: nothing is lost but itself */
    }
    if (status == MAD_OK)
        status = name_players(pgn);
    if (status != MAD_OK || header->fen == NULL)
        return status;
    status = set_start(pgn, &error);
    if (status == MAD_ERROR_MEMORY)
        return status;
    if (status != MAD_OK)
        say_fault(pgn, &place, status, "FEN, at its character %zu: %s", error.offset + 1,
                  error.text[0] != '\0' ? error.text : mad_status_text(status));
    else if (error.text[0] != '\0')
        say_remark(pgn, "FEN: %s", error.text);
    pgn->is_lost = status != MAD_OK;
    return MAD_OK;
}

static enum mad_status begin_game(struct mad_pgn *pgn, const struct mad_pgn_token *first)
{
    struct rules *rules = NULL;
    enum mad_status status = find_rules(pgn, &rules);
    if (status != MAD_OK)
        return status;
    pgn->record = rules->record;
    pgn->is_lost = rules->record == NULL;
    if (pgn->is_lost) {
        struct mad_pgn_token place = {.line = pgn->header.variant_line, .column = 1};
        say_fault(pgn, pgn->header.variant != NULL ? &place : first, MAD_ERROR_NOT_FOUND, "%s",
                  rules->why_not);
        return MAD_OK;
    }
    const char *digest = mad_game_info(rules->game).digest;
    if (pgn->header.digest != NULL && strcmp(pgn->header.digest, digest) != 0)
        say_remark(pgn, "played by other rules than these: their digest was %.40s, it is %s",
                   pgn->header.digest, digest);
    return begin_record(pgn);
}

/* --- comments ------------------------------------------------------------------------------------------- */

/* What is no failure of the file: a record that is full keeps no more comments. */
static enum mad_status add_comment(struct mad_pgn *pgn, const struct mad_pgn_token *token)
{
    mad_record *record = pgn->record;
    uint32_t move = mad_record_here(record);
    struct mad_record_move at = mad_record_at(record, move);
    char *text = (char *)token->text; /* in the lexer's own room */
    bool is_before = pgn->is_fresh && pgn->depth > 0;
    if (token->is_cut)
        say_remark(pgn, "a comment is cut: it was longer than %d bytes", MAD_PGN_COMMENT_BYTES);
    if (!is_before && move != MAD_RECORD_START) {
        mad_take_commands(text, &at.note);
        enum mad_status status = mad_record_set_note(record, move, &at.note);
        if (status != MAD_OK)
            return status;
    }
    if (text[0] == '\0')
        return MAD_OK;
    if (is_before) {
        snprintf(pgn->pending, sizeof pgn->pending, "%s", text);
        return MAD_OK;
    }
    enum mad_status status;
    if (at.comment == NULL) {
        status = mad_record_set_comment(record, move, text);
    } else {
        size_t bytes = strlen(at.comment) + strlen(text) + 2;
        char *joined = mad_arena_new(&pgn->scratch, bytes, 1);
        if (joined == NULL)
            return MAD_ERROR_MEMORY;
        snprintf(joined, bytes, "%s %s", at.comment, text);
        status = mad_record_set_comment(record, move, joined);
    }
    if (status == MAD_ERROR_LIMIT)
        say_remark(pgn, "comments are left out: there are too many of them");
    return status == MAD_ERROR_LIMIT ? MAD_OK : status;
}

/* --- moves ----------------------------------------------------------------------------------------------- */

/* NAGs of the signs that end a move; the text is cut before them. */
static uint8_t take_opinion(char *text)
{
    static const char *const signs[] = {"", "!", "?", "!!", "??", "!?", "?!"};
    size_t length = strlen(text), end = length;
    while (end > 0 && (text[end - 1] == '!' || text[end - 1] == '?'))
        end--;
    for (uint8_t nag = 1; nag < sizeof signs / sizeof *signs && end > 0; nag++)
        if (strcmp(text + end, signs[nag]) == 0) {
            text[end] = '\0';
            return nag;
        }
    return 0;
}

static void say_illegal(struct mad_pgn *pgn, const struct mad_pgn_token *token, const char *text,
                        enum mad_status status, const struct mad_text_error *error)
{
    mad_position *position = mad_record_position(pgn->record);
    say_fault(pgn, token, status, "move %u%s %.60s%s: %s",
              (unsigned)mad_position_move_number(position),
              mad_position_side(position) == 0 ? "." : "...", text,
              pgn->depth > 0 ? " (in a variation)" : "",
              error->text[0] != '\0' ? error->text : mad_status_text(status));
}

static bool is_trouble(enum mad_status status)
{
    return status == MAD_ERROR_MEMORY || status == MAD_ERROR_MISUSE;
}

/* Who may claim a draw may also go on playing. */
static enum mad_status play(struct mad_pgn *pgn, const char *text, struct mad_text_error *error)
{
    struct mad_result result = {.outcome = MAD_GOES_ON};
    enum mad_status status = mad_record_play(pgn->record, text, error);
    if (status != MAD_ERROR_OVER)
        return status;
    status = mad_position_result(mad_record_position(pgn->record), &result);
    if (status != MAD_OK || result.outcome != MAD_DRAW)
        return status == MAD_OK ? MAD_ERROR_OVER : status;
    say_remark(pgn, "played on at move %u after `%.100s`",
               (unsigned)mad_position_move_number(mad_record_position(pgn->record)),
               result.reason != NULL ? result.reason : "a draw");
    return mad_record_play_on(pgn->record, text, error);
}

static enum mad_status add_move(struct mad_pgn *pgn, const struct mad_pgn_token *token, char *text)
{
    struct mad_text_error error = {.offset = 0};
    uint8_t nag = take_opinion(text);
    enum mad_status status = play(pgn, text, &error);
    if (status != MAD_OK && !is_trouble(status)) {
        say_illegal(pgn, token, text, status, &error);
        pgn->skipped = pgn->depth > 0;
        pgn->is_lost = pgn->depth == 0;
        return MAD_OK;
    }
    uint32_t move = mad_record_here(pgn->record);
    if (status == MAD_OK && nag != 0)
        status = mad_record_add_nag(pgn->record, move, nag);
    if (status == MAD_OK && pgn->pending[0] != '\0')
        status = mad_record_set_before(pgn->record, move, pgn->pending);
    pgn->pending[0] = '\0';
    pgn->is_fresh = false;
    return status;
}

static enum mad_status open_variation(struct mad_pgn *pgn, const struct mad_pgn_token *token)
{
    uint32_t here = mad_record_here(pgn->record);
    if (here == MAD_RECORD_START || pgn->is_fresh || pgn->depth == NESTING) {
        say_fault(pgn, token, MAD_ERROR_TEXT, "%s",
                  pgn->depth == NESTING ? "variations nest too deeply"
                                        : "a variation stands in place of a move: there is none");
        pgn->skipped = 1;
        return MAD_OK;
    }
    pgn->stack[pgn->depth++] = here;
    pgn->is_fresh = true;
    return mad_record_goto(pgn->record, mad_record_at(pgn->record, here).parent);
}

static enum mad_status close_variation(struct mad_pgn *pgn, const struct mad_pgn_token *token)
{
    if (pgn->depth == 0) {
        say_fault(pgn, token, MAD_ERROR_TEXT, "`)` closes no variation");
        return MAD_OK;
    }
    pgn->is_fresh = false;
    pgn->pending[0] = '\0';
    return mad_record_goto(pgn->record, pgn->stack[--pgn->depth]);
}

/* --- movetext ----------------------------------------------------------------------------------------------- */

/* A variation that holds a fault is left out up to its end. */
static enum mad_status skip_variation(struct mad_pgn *pgn, const struct mad_pgn_token *token)
{
    pgn->skipped += token->kind == MAD_PGN_OPEN;
    if (token->kind != MAD_PGN_CLOSE || --pgn->skipped > 0)
        return MAD_OK;
    return pgn->depth > 0 ? close_variation(pgn, token) : MAD_OK;
}

static enum mad_status read_word(struct mad_pgn *pgn, const struct mad_pgn_token *token)
{
    char *text = (char *)mad_behind_number(token->text);
    if (*text == '\0' || strcmp(text, "e.p.") == 0 || strcmp(text, "ep") == 0)
        return MAD_OK;
    return add_move(pgn, token, text);
}

static enum mad_status read_token(struct mad_pgn *pgn, const struct mad_pgn_token *token)
{
    uint32_t here = mad_record_here(pgn->record);
    switch (token->kind) {
    case MAD_PGN_WORD: return read_word(pgn, token);
    case MAD_PGN_LONG:
        say_fault(pgn, token, MAD_ERROR_TEXT, "`%.20s...` is too long for a move", token->text);
        pgn->skipped = pgn->depth > 0;
        pgn->is_lost = pgn->depth == 0;
        return MAD_OK;
    case MAD_PGN_UNCLOSED:
        say_fault(pgn, token, MAD_ERROR_TEXT, "this comment is not closed");
        return add_comment(pgn, token);
    case MAD_PGN_COMMENT: return add_comment(pgn, token);
    case MAD_PGN_NAG:
        if (here == MAD_RECORD_START || token->bytes == 0 || atoi(token->text) > 255) {
            say_remark(pgn, "an annotation $%s belongs to no move", token->text);
            return MAD_OK;
        }
        return mad_record_add_nag(pgn->record, here, (uint8_t)atoi(token->text));
    case MAD_PGN_OPEN: return open_variation(pgn, token);
    case MAD_PGN_CLOSE: return close_variation(pgn, token);
    case MAD_PGN_END:
    case MAD_PGN_TAG:
    case MAD_PGN_BAD_TAG: break;
    }
    return MAD_OK;
}

static enum mad_status one_token(struct mad_pgn *pgn, const struct mad_pgn_token *token)
{
    if (pgn->is_lost)
        return MAD_OK;
    return pgn->skipped > 0 ? skip_variation(pgn, token) : read_token(pgn, token);
}

/* Up to the result, the next header or the end of the file; `*outcome` is set with the first of these. */
static enum mad_status read_moves(struct mad_pgn *pgn, bool *has_result, enum mad_outcome *outcome)
{
    for (;;) {
        if (!pgn->has_token && mad_pgn_at_tag(&pgn->lexer))
            return MAD_OK;
        struct mad_pgn_token token = next(pgn);
        if (token.kind == MAD_PGN_TAG || token.kind == MAD_PGN_END) {
            push_back(pgn, token);
            return MAD_OK;
        }
        bool is_inside = pgn->depth > 0 || pgn->skipped > 0;
        if (token.kind == MAD_PGN_WORD && mad_result_read(token.text, outcome) &&
            (!is_inside || pgn->is_lost)) {
            *has_result = true;
            return MAD_OK;
        }
        enum mad_outcome inner;
        if (token.kind == MAD_PGN_WORD && mad_result_read(token.text, &inner))
            continue;
        enum mad_status status = one_token(pgn, &token);
        if (status == MAD_ERROR_LIMIT) {
            say_fault(pgn, &token, status, "the game is too long, or its variations too deep");
            pgn->is_lost = true;
        } else if (status != MAD_OK)
            return status;
    }
}

/* --- result --------------------------------------------------------------------------------------------------- */

static enum mad_status end_game(struct mad_pgn *pgn, bool has_result, enum mad_outcome outcome)
{
    const struct header *header = &pgn->header;
    struct mad_pgn_token here = {.line = pgn->lexer.line, .column = pgn->lexer.column};
    enum mad_outcome tagged = MAD_GOES_ON;
    bool has_tag = header->result != NULL && mad_result_read(header->result, &tagged);
    if (pgn->record == NULL)
        return MAD_OK;
    if (pgn->depth > 0 || pgn->skipped > 0)
        say_fault(pgn, &here, MAD_ERROR_TEXT, "a variation is not closed");
    else if (!has_result && has_tag && tagged == MAD_GOES_ON)
        say_remark(pgn, "there is no result behind the moves");
    else if (!has_result)
        say_fault(pgn, &here, MAD_ERROR_TEXT,
                  "the game is cut short: there is no result behind "
                  "its moves");
    else if (has_tag && tagged != outcome)
        say_fault(pgn, &here, MAD_ERROR_TEXT, "the tag Result says %s, the moves end with %s",
                  mad_result_token(tagged), mad_result_token(outcome));
    if (!has_result)
        outcome = tagged;
    if (mad_winner(outcome) >= mad_game_info(mad_record_game(pgn->record)).players) {
        say_fault(pgn, &here, MAD_ERROR_TEXT, "the result is %s, and there are no so many players",
                  mad_result_token(outcome));
        outcome = MAD_GOES_ON;
    }
    outcome = mad_turned_outcome(outcome, pgn->is_turned);
    struct mad_record_result said = {outcome, termination_of(header->termination), header->reason};
    enum mad_status status = mad_record_goto(pgn->record, mad_record_last(pgn->record));
    if (status == MAD_OK)
        status = mad_record_set_result(pgn->record, &said);
    struct mad_result ruled = {.outcome = MAD_GOES_ON};
    if (status == MAD_OK && pgn->game.status == MAD_OK)
        status = mad_position_result(mad_record_position(pgn->record), &ruled);
    if (status == MAD_OK && ruled.outcome != MAD_GOES_ON && ruled.outcome != outcome)
        say_remark(pgn, "the file says %s, the rules %s: %.150s", mad_result_token(outcome),
                   mad_result_token(ruled.outcome), ruled.reason != NULL ? ruled.reason : "");
    return status;
}

/* --- the interface ---------------------------------------------------------------------------------------------- */

enum mad_status mad_pgn_new(const mad_engine *engine, const mad_game *usual, mad_text_source source,
                            void *context, mad_pgn **out)
{
    if (engine == NULL || source == NULL || out == NULL)
        return MAD_ERROR_MISUSE;
    const struct mad_memory *memory = &engine->memory;
    struct mad_allocator allocator = {memory->resize, memory->context};
    struct mad_pgn *pgn = mad_memory_new(memory, sizeof *pgn);
    if (pgn == NULL)
        return MAD_ERROR_MEMORY;
    pgn->engine = engine;
    pgn->usual = usual;
    pgn->memory = memory;
    mad_arena_init(&pgn->scratch, &allocator, MAD_RECORD_BYTES);
    pgn->tags = mad_memory_new(memory, MAX_TAGS * sizeof *pgn->tags);
    if (pgn->tags == NULL || mad_pgn_lexer_start(&pgn->lexer, memory, source, context) != MAD_OK) {
        mad_pgn_free(pgn);
        return MAD_ERROR_MEMORY;
    }
    *out = pgn;
    return MAD_OK;
}

void mad_pgn_free(mad_pgn *pgn)
{
    if (pgn == NULL)
        return;
    const struct mad_memory *memory = pgn->memory;
    for (size_t i = 0; i < pgn->rules_count; i++)
        drop_rules(pgn, &pgn->rules[i]);
    if (pgn->lexer.memory != NULL)
        mad_pgn_lexer_end(&pgn->lexer);
    mad_arena_free(&pgn->scratch);
    mad_memory_free(memory, pgn->tags, MAX_TAGS * sizeof *pgn->tags);
    mad_memory_free(memory, pgn, sizeof *pgn);
}

uint64_t mad_pgn_bytes(const mad_pgn *pgn)
{
    return pgn->lexer.offset;
}

static void forget_game(struct mad_pgn *pgn)
{
    uint64_t number = pgn->game.number;
    if (pgn->scratch.chunks != NULL)
        mad_arena_free(&pgn->scratch);
    pgn->tag_count = 0;
    pgn->header = (struct header){.variant = NULL};
    pgn->record = NULL;
    pgn->game = (struct mad_pgn_game){.status = MAD_OK, .number = number + 1};
    pgn->depth = pgn->skipped = 0;
    pgn->is_lost = pgn->is_small = pgn->is_turned = false;
    pgn->is_fresh = true;
    pgn->pending[0] = '\0';
}

enum mad_status mad_pgn_next(mad_pgn *pgn, struct mad_pgn_game *out)
{
    bool has_result = false;
    enum mad_outcome outcome = MAD_GOES_ON;
    forget_game(pgn);
    enum mad_status status = read_tags(pgn);
    if (status == MAD_OK && pgn->token.kind == MAD_PGN_END && pgn->tag_count == 0 &&
        pgn->game.status == MAD_OK)
        return MAD_ERROR_NOT_FOUND;
    struct mad_pgn_token first = pgn->token;
    if (status == MAD_OK)
        status = begin_game(pgn, &first);
    if (status == MAD_OK)
        status = read_moves(pgn, &has_result, &outcome);
    if (status == MAD_OK)
        status = end_game(pgn, has_result, outcome);
    if (status != MAD_OK)
        return status;
    pgn->game.record = pgn->record;
    pgn->game.variant = pgn->header.variant;
    *out = pgn->game;
    return MAD_OK;
}
