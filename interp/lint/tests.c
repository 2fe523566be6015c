/* tests.c - tests that cannot be set up: positions and moves that cannot be read or made.
 * Layer: interp/lint. What a test expects is for `mad test` to find out. */
#include <string.h>

#include "../position.h"
#include "lint.h"

enum { SHORTEST_WORD = 4 }; /* `exd` is a move */

struct setting { /* of one test */
    struct mad_lint *lint;
    mad_position *position;
    mad_moves *moves;
    const struct mad_node *test;
    bool *reached; /* [ends of the game], by some test */
};

/* Trouble ends the checks; everything else is a finding. */
static bool is_trouble(struct mad_lint *lint, enum mad_status status)
{
    if (status == MAD_ERROR_MEMORY || status == MAD_ERROR_MISUSE)
        lint->status = status;
    return lint->status != MAD_OK;
}

static bool tell(struct setting *setting, const struct mad_node *node, const char *text)
{
    struct mad_findings *findings = setting->lint->findings;
    struct mad_finding *finding =
        mad_findings_add(findings, MAD_FINDING_TEST_TEXT, node->span, text);
    if (setting->test->span.begin != node->span.begin)
        mad_finding_note_at(findings, finding, setting->test->span, "in this test");
    return false;
}

/* How much of what stands there is a move: all but a comma behind it; nothing of a sign or of a number of moves. */
static size_t move_bytes(const char *text)
{
    const size_t bytes = strlen(text), digits = strspn(text, "0123456789");
    return strspn(text + digits, ".:;)") == bytes - digits ? 0 : strcspn(text, ",");
}

/* `moves exactly 20`: none is named, and no move is not what is meant. */
static bool tell_count(struct setting *setting, const struct mad_node *line)
{
    struct mad_findings *findings = setting->lint->findings;
    const char *text = line->first->text;
    (void)tell(setting, line,
               mad_findings_text(findings,
                                 "`%s` is no move: how many there are is told by "
                                 "`count is`",
                                 text));
    mad_finding_fix(findings, findings->last, line->span, false, "count is %s", text);
    return true;
}

/* `play e4, e5` and `play: 1. e4 e5`: what is read as a part of a move, or as one. All of it goes at once. */
static bool tell_marks(struct setting *setting, const struct mad_node *line,
                       const struct mad_node *move)
{
    const char *number = line->first->text;
    if (line->kind == MAD_NODE_T_MOVES && line->first->next == NULL && *number != '\0' &&
        number[strspn(number, "0123456789")] == '\0')
        return tell_count(setting, line);
    struct mad_findings *findings = setting->lint->findings;
    const char *text = move->text, *all = "";
    const bool is_comma = move_bytes(text) > 0;
    struct mad_span span = move->span;
    if (is_comma && move_bytes(text) + 1 != strlen(text))
        return false;
    (void)tell(setting, move,
               is_comma
                   ? "moves stand one behind the other, without commas"
                   : mad_findings_text(findings, "leave out `%s`: moves alone stand here", text));
    for (; move != NULL; move = move->next) {
        const int bytes = (int)move_bytes(move->text);
        span.length = (uint16_t)(move->span.begin + move->span.length - span.begin);
        all = mad_findings_text(findings, "%s%s%.*s", all, *all != '\0' && bytes > 0 ? " " : "",
                                bytes, move->text);
    }
    mad_finding_fix(findings, findings->last, span, false, "%s%s", *text == ':' ? " " : "", all);
    return true;
}

static bool set_up(struct setting *setting, const struct mad_node *line)
{
    struct mad_text_error error = {0};
    enum mad_status status = mad_position_set(setting->position, line->text, &error);
    if (status == MAD_OK || is_trouble(setting->lint, status))
        return status == MAD_OK;
    return tell(setting, line,
                mad_findings_text(setting->lint->findings,
                                  "the position cannot be read, at its character %u: %s",
                                  (unsigned)error.offset + 1, error.text));
}

static bool play(struct setting *setting, const struct mad_node *line)
{
    for (const struct mad_node *move = line->first; move != NULL; move = move->next) {
        struct mad_text_error error = {0};
        enum mad_status status = mad_position_play(setting->position, move->text, &error);
        if (status == MAD_OK)
            continue;
        if (is_trouble(setting->lint, status) || tell_marks(setting, line, move))
            return false;
        return tell(
            setting, move,
            mad_findings_text(setting->lint->findings, "%s cannot be played: %s", move->text,
                              error.text[0] != '\0' ? error.text : mad_status_text(status)));
    }
    return true;
}

/* Whether a notation has a word outside its blanks. */
static bool is_written(const char *notation, const char *word)
{
    for (const char *at = strstr(notation, word); at != NULL; at = strstr(at + 1, word))
        if (at[strcspn(at, "{}")] != '}')
            return true;
    return false;
}

/* A word of small letters alone, of which no verb and no text of this game has anything: it names no square. */
static bool is_mere_word(const struct mad_ruleset *rules, const char *text)
{
    const size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyz");
    if (length < SHORTEST_WORD || text[length] != '\0' || strcmp(text, "pass") == 0)
        return false;
    for (uint32_t i = 0; i < rules->verb_count; i++)
        if (strstr(rules->verbs[i].name, text) != NULL)
            return false;
    for (uint32_t i = 0; i < rules->templates.count; i++)
        if (is_written(rules->templates.items[i]->text, text))
            return false;
    return true;
}

/* Words of other languages stand between moves, as `only` does in `moves include only e4`, and for `of` in `moves
 * include from e2 e4`. */
static bool tell_word(struct setting *setting, const struct mad_node *line,
                      const struct mad_node *move)
{
    struct mad_findings *findings = setting->lint->findings;
    (void)tell(setting, move,
               mad_findings_text(findings, "`%s` is no move of this game", move->text));
    size_t index;
    if (line->first == move && line->text == NULL && move->next != NULL &&
        mad_game_square(setting->lint->game, move->next->text) >= 0 &&
        mad_moves_find(setting->moves, move->next->text, &index, NULL) != MAD_OK) {
        mad_finding_fix(findings, findings->last, move->span, false, "of");
        return false;
    }
    mad_finding_remedy(findings, findings->last,
                       "write moves alone, `moves include e4 d4`; `moves exactly e4 d4` when there "
                       "is to be no other");
    return false;
}

static bool read_moves(struct setting *setting, const struct mad_node *line)
{
    struct mad_lint *lint = setting->lint;
    if (line->text != NULL && mad_game_square(lint->game, line->text) < 0)
        return tell(setting, line,
                    mad_findings_text(lint->findings, "there is no square %s", line->text));
    if (mad_moves_list(setting->moves, setting->position) != MAD_OK)
        return true; /* `mad test` will tell */
    for (const struct mad_node *move = line->first; move != NULL; move = move->next) {
        struct mad_text_error error = {0};
        size_t index; /* why a move is none is not asked, which would take longer than all else */
        enum mad_status status = mad_moves_find(setting->moves, move->text, &index, NULL);
        if (is_trouble(lint, status) ||
            (status == MAD_ERROR_ILLEGAL && tell_marks(setting, line, move)))
            return false;
        if (status == MAD_ERROR_TEXT &&
            mad_moves_find(setting->moves, move->text, &index, &error) == MAD_ERROR_TEXT)
            return tell(
                setting, move,
                mad_findings_text(lint->findings, "%s is no move: %s", move->text, error.text));
        if (status == MAD_ERROR_ILLEGAL && is_mere_word(lint->rules, move->text))
            return tell_word(setting, line, move);
    }
    return true;
}

static bool read_result(struct setting *setting, const struct mad_node *line)
{
    const struct mad_rule_player *players = setting->lint->rules->players;
    const char *names[MAD_MAX_PLAYERS];
    const uint32_t count = setting->lint->rules->player_count;
    bool is_known = line->n0 != MAD_RESULT_WINS;
    for (uint32_t i = 0; i < count; i++) {
        names[i] = players[i].name;
        is_known = is_known || line->name == names[i];
    }
    if (is_known)
        return true;
    struct mad_findings *findings = setting->lint->findings;
    const char *near = mad_did_you_mean(line->name, names, count);
    (void)tell(setting, line, mad_findings_text(findings, "there is no player %s", line->name));
    if (near != NULL)
        mad_finding_label(findings, findings->last, "did you mean `%s`?", near);
    return false;
}

static bool do_line(struct setting *setting, const struct mad_node *line)
{
    switch ((unsigned)line->kind) {
    case MAD_NODE_T_POSITION: return set_up(setting, line);
    case MAD_NODE_T_PLAY: return play(setting, line);
    case MAD_NODE_T_MOVES: return read_moves(setting, line);
    case MAD_NODE_T_RESULT: return read_result(setting, line);
    default: return true;
    }
}

static bool expects(const struct mad_node *line)
{
    return line->kind == MAD_NODE_T_MOVES || line->kind == MAD_NODE_T_COUNT ||
           line->kind == MAD_NODE_T_RESULT;
}

/* Which end has been reached by now. */
static void note_end(struct setting *setting)
{
    struct mad_verdict verdict;
    if (mad_position_judge(setting->position, &verdict) == MAD_OK &&
        verdict.outcome != MAD_GOES_ON && verdict.end < setting->lint->rules->ends.count)
        setting->reached[verdict.end] = true;
}

static void check_test(struct setting *setting)
{
    bool is_empty = true, goes_on = true;
    enum mad_status status = mad_position_new(setting->lint->game, &setting->position);
    if (status != MAD_OK) {
        setting->lint->status = status;
        return;
    }
    for (const struct mad_node *line = setting->test->first; line != NULL && goes_on;
         line = line->next) {
        is_empty = is_empty && !expects(line);
        goes_on = do_line(setting, line);
        if (goes_on && expects(line))
            note_end(setting);
    }
    mad_position_free(setting->position);
    if (is_empty && goes_on && setting->lint->status == MAD_OK)
        (void)mad_findings_add(setting->lint->findings, MAD_FINDING_TEST_EMPTY, setting->test->span,
                               setting->test->text);
}

/* Of ends that others say, or that a variant has from its game, nobody expects a test here. */
static void tell_untested(const struct setting *setting)
{
    struct mad_lint *lint = setting->lint;
    const struct mad_rule_lines *ends = &lint->rules->ends;
    if (lint->rules->tests.count == 0) {
        (void)mad_findings_add(lint->findings, MAD_FINDING_UNTESTED, lint->rules->span,
                               "there is no test");
        return;
    }
    for (uint32_t i = 0; i < ends->count; i++)
        if (!setting->reached[i] && mad_lint_is_own(lint, ends->items[i]->span) &&
            ends->items[i]->span.begin > lint->rules->span.begin)
            (void)mad_findings_add(lint->findings, MAD_FINDING_UNTESTED, ends->items[i]->span,
                                   "no test reaches this end");
}

void mad_lint_tests(struct mad_lint *lint)
{
    struct setting setting = {.lint = lint};
    setting.reached = mad_lint_room(lint, lint->rules->ends.count + 1, sizeof(bool));
    if (setting.reached == NULL)
        return;
    enum mad_status status = mad_moves_new(lint->game, &setting.moves);
    if (status != MAD_OK) {
        lint->status = status;
        return;
    }
    for (uint32_t i = 0; i < lint->rules->tests.count && lint->status == MAD_OK; i++) {
        setting.test = lint->rules->tests.items[i];
        check_test(&setting);
    }
    if (lint->status == MAD_OK)
        tell_untested(&setting);
    mad_moves_free(setting.moves);
}
