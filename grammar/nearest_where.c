/* nearest_where.c - which words, names and sentences stand where: see nearest_search.h.
 *
 * Layer: grammar. The automaton takes much that nobody says; what is usual is told by the section, by the kinds of names, and
 * by nearest_behind.def, which is made from the games that there are. */
#include <string.h>

#include "nearest_search.h"
#include "parser.h"

enum { COST_OF_SECTION = 5 /* a sentence of another section */ };

/* --- what may stand where ------------------------------------------------------------------------------------ */

bool mad_nearest_begins(int last)
{
    return last == 0 || last == MAD_T_NEW || last == MAD_T_INHERITED || last == MAD_T_COLON;
}

bool mad_nearest_makes_name(int last)
{
    static const int makers[] = {MAD_T_MARK,     MAD_T_COUNTER,   MAD_T_POCKET,
                                 MAD_T_VERB,     MAD_T_DIRECTION, MAD_T_OWN_DIRECTION,
                                 MAD_T_LET,      MAD_T_CHOOSE,    MAD_T_OPTION,
                                 MAD_T_FOR_EACH, MAD_T_TRACK,     MAD_T_OWN_TRACK};
    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++)
        if (makers[i] == last)
            return true;
    return false;
}

static bool is_calling(int last)
{
    return mad_nearest_begins(last) || last == MAD_T_MAY || last == MAD_T_A_PLAYER_MAY ||
           last == MAD_T_AFTER_MAY || last == MAD_T_AFTER_MUST || last == MAD_T_MUST ||
           last == MAD_T_COMMA_ONE_MUST || last == MAD_T_WITHOUT || last == MAD_T_NO_LONGER;
}

bool mad_nearest_may_name(int last)
{
    static const int before[] = {MAD_T_ON, MAD_T_ENDING_ON, MAD_T_EXCEPT, MAD_T_STARTS_ON,
                                 MAD_T_NEXT_TO};
    for (size_t i = 0; i < sizeof before / sizeof *before; i++)
        if (before[i] == last)
            return true;
    return false;
}

static bool wants_direction(int last)
{
    return last == MAD_T_STEP || last == MAD_T_SLIDE || last == MAD_T_LINE || last == MAD_T_GOING;
}

unsigned mad_nearest_cost_of_name(int last, const struct mad_nearest_term *term)
{
    if (term->kind == MAD_NEAREST_FILE)
        return last == MAD_T_USE || last == MAD_T_LIKE || last == MAD_T_FROM ||
                       last == MAD_T_ARRAY_OF || last == MAD_T_AND || last == MAD_T_COMMA
                   ? 0
                   : MAD_NEAREST_NEVER;
    if (term->is_capital || term->kind == MAD_NEAREST_GIVEN ||
        (term->kind != MAD_NEAREST_VERB &&
         (last == MAD_T_AND || last == MAD_T_OR || last == MAD_T_COMMA || last == MAD_T_LPAREN)))
        return 0;
    if (term->kind == MAD_NEAREST_LOCAL)
        return mad_nearest_begins(last) ? MAD_NEAREST_OTHER_KIND : 0;
    bool fits = wants_direction(last) == (term->kind == MAD_NEAREST_DIRECTION) &&
                (term->kind != MAD_NEAREST_VERB || is_calling(last)) &&
                (term->kind == MAD_NEAREST_VERB || !mad_nearest_begins(last));
    if (term->kind == MAD_NEAREST_DIRECTION && !mad_nearest_begins(last) && !wants_direction(last))
        return last == MAD_T_ALONG || last == MAD_T_FROM ? 0 : MAD_NEAREST_OTHER_KIND;
    return fits ? 0 : MAD_NEAREST_OTHER_KIND;
}

bool mad_nearest_is_among(int token, const int *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (list[i] == token)
            return true;
    return false;
}

bool mad_nearest_heads(int head)
{
    return head == MAD_T_PIECE || head == MAD_T_CHANGE || head == MAD_T_ADD_TO ||
           head == MAD_T_INHERITED;
}

unsigned mad_nearest_cost_of_section(const struct mad_nearest_search *s,
                                     const struct mad_nearest_node *node, int token)
{
    static const int pieces[] = {MAD_T_MOVE,
                                 MAD_T_CAPTURE,
                                 MAD_T_MOVE_OR_CAPTURE,
                                 MAD_T_ROYAL,
                                 MAD_T_WORTH,
                                 MAD_T_DROP_ON,
                                 MAD_T_CANNOT_MOVE_WHEN,
                                 MAD_T_NO_LONGER,
                                 MAD_T_NEW,
                                 MAD_T_WHEN,
                                 MAD_T_ENDS_ON,
                                 MAD_T_MOVE_ENDS,
                                 MAD_T_STARTS_ON_EVENT,
                                 MAD_T_STARTS_OR_ENDS_ON,
                                 MAD_T_PLACED_ON,
                                 MAD_T_WHEN_TAKEN,
                                 MAD_T_WHEN_CAPTURING,
                                 MAD_T_WORD};
    static const int ends[] = {MAD_T_NAME,      MAD_T_MOVER,      MAD_T_ENEMY,
                               MAD_T_DRAW_WHEN, MAD_T_DRAW_AFTER, MAD_T_A_PLAYER_WITH_NO};
    static const int verbs[] = {
        MAD_T_LET,          MAD_T_CHOOSE,   MAD_T_REQUIRE, MAD_T_IF,        MAD_T_OTHERWISE,
        MAD_T_OTHERWISE_IF, MAD_T_FOR_EACH, MAD_T_REPEAT,  MAD_T_REPEAT_,   MAD_T_REPEAT_WHILE,
        MAD_T_MAY,          MAD_T_END,      MAD_T_TOSS,    MAD_T_BY_CHANCE, MAD_T_NOTHING_HAPPENS,
        MAD_T_WORD};
    static const int others[] = {MAD_T_POSITION,      MAD_T_PLAY,          MAD_T_EXACTLY_MOVES,
                                 MAD_T_INCLUDE_MOVES, MAD_T_EXCLUDE_MOVES, MAD_T_COUNT,
                                 MAD_T_COUNT_IS,      MAD_T_RESULT,        MAD_T_RESULT_DRAW,
                                 MAD_T_RESULT_NONE,   MAD_T_SHOW,          MAD_T_NAME};
    bool is_piece = mad_nearest_is_among(token, pieces, sizeof pieces / sizeof *pieces);
    bool is_end = mad_nearest_is_among(token, ends, sizeof ends / sizeof *ends);
    bool is_verb = mad_nearest_is_among(token, verbs, sizeof verbs / sizeof *verbs);
    const bool is_below = node->is_split && mad_nearest_heads(node->head);
    switch (is_below ? MAD_NEAREST_IN_PIECE : s->task->section) {
    case MAD_NEAREST_IN_PIECE: return is_piece ? 0 : COST_OF_SECTION;
    case MAD_NEAREST_IN_ENDS: return is_end ? 0 : COST_OF_SECTION;
    case MAD_NEAREST_IN_VERB: return is_verb ? 0 : COST_OF_SECTION;
    case MAD_NEAREST_IN_GAME:
        return (is_piece || is_end || is_verb) && token != MAD_T_NEW && token != MAD_T_WHEN &&
                       token != MAD_T_NAME
                   ? COST_OF_SECTION
                   : 0;
    case MAD_NEAREST_IN_TEST:
    case MAD_NEAREST_IN_OTHER:
        return mad_nearest_is_among(token, others, sizeof others / sizeof *others)
                   ? 0
                   : COST_OF_SECTION;
    }
    return 0;
}

unsigned mad_nearest_cost_behind(int last, int token)
{
    enum { FIRST = MAD_T_EDITION, COUNT = MAD_T_OFFSET - FIRST + 1, COST = 2 };
    static const bool is_usual[COUNT][COUNT] = {
#define MAD_BEHIND(one, two) [MAD_T_##one - FIRST][MAD_T_##two - FIRST] = true,
#include "nearest_behind.def"
#undef MAD_BEHIND
    };
    if (last == 0)
        last = MAD_T_NEWLINE;
    if (last == MAD_T_SLIDE && token == MAD_T_LPAREN)
        last = MAD_T_STEP; /* who slides does so as others step */
    bool is_told = last >= FIRST && last < FIRST + COUNT && token >= FIRST && token < FIRST + COUNT;
    return is_told && is_usual[last - FIRST][token - FIRST] ? 0 : COST;
}

bool mad_nearest_forgets_whose(int last)
{
    static const int before[] = {MAD_T_WINS_WHEN, MAD_T_LOSES_WHEN, MAD_T_ILLEGAL_WHEN,
                                 MAD_T_ON,        MAD_T_ENDS_ON,    MAD_T_ENDING_ON};
    return mad_nearest_is_among(last, before, sizeof before / sizeof *before);
}

/* Where people leave it out: `a` behind `has`, `'s` behind a player, `new` under a piece. */
bool mad_nearest_may_miss(const struct mad_nearest_search *s, const struct mad_nearest_node *from,
                          int token)
{
    static const int before_a[] = {
        MAD_T_HAS,       MAD_T_WHEN,    MAD_T_UNLESS, MAD_T_WINS_WHEN,    MAD_T_LOSES_WHEN,
        MAD_T_DRAW_WHEN, MAD_T_REQUIRE, MAD_T_IF,     MAD_T_ILLEGAL_WHEN, MAD_T_CANNOT_MOVE_WHEN};
    if (token < MAD_T_PIECE && !mad_nearest_begins(from->token))
        return false;
    switch (token) {
    case MAD_T_A:
        return mad_nearest_is_among(from->token, before_a, sizeof before_a / sizeof *before_a);
    case MAD_T_IS: return from->token != MAD_T_OWN;
    case MAD_T_HERE:
        return !from->was_left_out && s->task->section != MAD_NEAREST_IN_GAME &&
               s->task->section != MAD_NEAREST_IN_ENDS && /* whose is no man's */
               (mad_nearest_is_among(from->token, before_a, sizeof before_a / sizeof *before_a) ||
                from->token == MAD_T_AND || from->token == MAD_T_OR);
    case MAD_T_RANK: /* a number alone is of men, of squares or of times */
        return from->token == MAD_T_ON || from->token == MAD_T_ENDS_ON || from->token == MAD_T_OWN;
    case MAD_T_WORD: return from->token == 0;
    case MAD_T_POSSESSIVE: return from->is_player;
    case MAD_T_RESULT: return s->task->section == MAD_NEAREST_IN_TEST && from->token == 0;
    case MAD_T_MOVE_OR_CAPTURE:
    case MAD_T_MOVE:
        return s->task->section == MAD_NEAREST_IN_PIECE &&
               (from->token == 0 || from->token == MAD_T_NEW);
    default: return true;
    }
}

/* --- sections -------------------------------------------------------------------------------------------------------- */

static bool begins(const char *line, size_t bytes, const char *words)
{
    size_t length = strlen(words);
    return bytes >= length && memcmp(line, words, length) == 0;
}

enum mad_nearest_section mad_nearest_section(const char *text, size_t at)
{
    static const struct {
        const char *words;
        enum mad_nearest_section section;
    } headings[] = {{"ends in", MAD_NEAREST_IN_ENDS},     {"add to ends", MAD_NEAREST_IN_ENDS},
                    {"piece ", MAD_NEAREST_IN_PIECE},     {"add to ", MAD_NEAREST_IN_PIECE},
                    {"change ", MAD_NEAREST_IN_PIECE},    {"verb ", MAD_NEAREST_IN_VERB},
                    {"notation", MAD_NEAREST_IN_OTHER},   {"test ", MAD_NEAREST_IN_TEST},
                    {"game ", MAD_NEAREST_IN_GAME},       {"variant ", MAD_NEAREST_IN_GAME},
                    {"when moved:", MAD_NEAREST_IN_VERB}, {"end", MAD_NEAREST_IN_GAME}};
    enum mad_nearest_section section = MAD_NEAREST_IN_GAME;
    bool is_indented = at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t');
    bool has_indented = false; /* lines since the heading */
    for (size_t line = 0; line < at;) {
        size_t end = line, begin = line;
        while (end < at && text[end] != '\n')
            end++;
        while (begin < end && (text[begin] == ' ' || text[begin] == '\t'))
            begin++;
        has_indented = has_indented || (end > begin && begin > line);
        if (begins(text + begin, end - begin, "new "))
            begin += 4;
        for (size_t i = 0; end < at && i < sizeof headings / sizeof *headings; i++) {
            if (begins(text + begin, end - begin, headings[i].words)) {
                section = headings[i].section;
                has_indented = false;
                break;
            }
        }
        line = end + 1;
    }
    return has_indented && !is_indented ? MAD_NEAREST_IN_GAME : section;
}
