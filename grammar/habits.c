/* habits.c - see habits.h.
 *
 * Layer: grammar. Lines of more than MAX_LINE bytes are passed over, and one line takes MAX_STEPS steps at most. */
#include "habits.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "habits_match.h"
#include "kin.h"
#include "repair.h"

enum { MAX_LINE = 400, MAX_TOLD = 1000, MAX_STEPS = 200000 };

enum certainty { SURE, GUESS, UNTRIED, UNREAD, SETTLED };

static const struct habit {
    enum certainty certainty;
    const char *pattern, *meant, *cause, *advice;
} habits[] = {
#define MAD_HABIT(certainty, ...) {certainty, __VA_ARGS__},
#include "habits.def"
#undef MAD_HABIT
};

/* --- telling --------------------------------------------------------------------------------------------------------- */

/* Adds a line feed, and the blanks with which lines begin there. */
static size_t add_line(char *out, size_t used, const char *indent)
{
    size_t bytes = strlen(indent);
    out[used] = '\n';
    memcpy(out + used + 1, indent, bytes);
    return used + 1 + bytes;
}

/* What was kept goes on in lines that begin as the one where it stands. */
static size_t add_kept(const struct mad_habit_match *m, const char *kept, char *out, size_t used,
                       size_t size)
{
    char indent[sizeof m->indent * 2];
    size_t line = used, blanks = 0;
    while (line > 0 && out[line - 1] != '\n')
        line--;
    while (line + blanks < used && mad_habit_is_blank(out[line + blanks]) &&
           blanks + 1 < sizeof indent)
        blanks++;
    memcpy(indent, out + line, blanks);
    indent[blanks] = '\0';
    if (*kept == ',' && used > 0 && out[used - 1] == ' ')
        used--;
    for (; *kept != '\0' && used + sizeof indent + 2 < size; kept++)
        if (*kept == '\n')
            used = add_line(out, used, line == 0 ? m->indent : indent);
        else
            out[used++] = *kept;
    return used;
}

/* `text` to its end or to ` || `, with what was kept in place of $1. False when it is too long. */
static bool fill(const struct mad_habit_match *m, const char *text, char *out, size_t size)
{
    const char *end = strstr(text, " || ");
    size_t used = 0;
    end = end != NULL ? end : text + strlen(text);
    for (; text < end && used + sizeof m->indent + 2 < size; text++) {
        bool is_capital_wanted = text[0] == '$' && text[1] == '^';
        unsigned index = (unsigned)(text[1 + is_capital_wanted] - '1');
        size_t first = used;
        if (*text == '\n')
            used = add_line(out, used, m->indent);
        else if (*text != '$' || index > 8)
            out[used++] = *text;
        else if ((text += 1 + is_capital_wanted) != NULL && index < m->count)
            used = add_kept(m, m->kept[index], out, used, size);
        if (is_capital_wanted && first < used && out[first] >= 'a' && out[first] <= 'z')
            out[first] = (char)(out[first] - 'a' + 'A');
    }
    if (text < end)
        return false;
    while (used > 0 && out[used - 1] == ' ')
        used--;
    out[used] = '\0';
    return true;
}

struct place { /* of the finding that is looked at */
    struct mad_findings *list;
    struct mad_finding *finding;
    struct mad_repair_text of;   /* its sentence */
    struct mad_arena *room;      /* to read others in */
    uint32_t line;               /* where its line begins */
    bool has_way;                /* to write it was found */
    const struct habit *drafted; /* of which row the draft is */
};

static struct mad_span span_of(const struct place *place, const struct mad_habit_match *m)
{
    return (struct mad_span){place->line + (uint32_t)m->begin, (uint16_t)(m->end - m->begin),
                             place->of.source};
}

/* What was said of the error gives way to what is known now. */
static void forget(struct mad_finding *finding)
{
    finding->notes = NULL;
    finding->fixes = NULL;
}

static void tell(struct place *place, const struct mad_habit_match *m, const struct habit *habit)
{
    char text[MAX_TOLD];
    if (place->drafted != habit && (habit->certainty == SETTLED || place->has_way))
        place->finding->draft = NULL;
    place->finding->is_habit = true;
    place->finding->is_settled = habit->certainty == SETTLED;
    place->finding->span = span_of(place, m);
    place->finding->label = NULL;
    if (fill(m, habit->cause, text, sizeof text))
        place->finding->text = mad_findings_text(place->list, "%s", text);
    if (habit->advice != NULL && fill(m, habit->advice, text, sizeof text))
        mad_finding_remedy(place->list, place->finding, "%s", text);
}

/* What a row has for the whole line is kept though it is no sentence: what is near to it may be one. */
static void note_draft(struct place *place, const struct mad_habit_match *m,
                       const struct habit *habit, const char *meant)
{
    char cause[MAX_TOLD], text[MAX_TOLD];
    struct mad_finding *finding = place->finding;
    struct mad_habit_match bare = *m;
    bare.indent[0] = '\0';
    bool is_whole = habit->pattern[0] == '^' && habit->pattern[strlen(habit->pattern) - 1] == '$';
    if (!is_whole || finding->draft != NULL || !fill(&bare, meant, text, sizeof text) ||
        !fill(m, habit->cause, cause, sizeof cause))
        return;
    place->drafted = habit;
    finding->draft = mad_findings_text(place->list, "%s", text);
    finding->draft_cause = mad_findings_text(place->list, "%s", cause);
}

/* One way to write it, when the sentence can be read so. */
static bool add_way(struct place *place, const struct mad_habit_match *m, const struct habit *habit,
                    const char *meant)
{
    char text[MAX_TOLD];
    struct mad_span at = span_of(place, m);
    if (!fill(m, meant, text, sizeof text) ||
        (strlen(text) == at.length && memcmp(text, m->line + m->begin, at.length) == 0))
        return false;
    at.length = (uint16_t)(at.length + (text[0] == '\0' && m->end < m->bytes &&
                                        mad_habit_is_blank(m->line[m->end])));
    bool begins = meant[0] == '$' && m->begin == mad_habit_skip(m, 0);
    note_draft(place, m, habit, meant);
    if (habit->certainty < UNTRIED &&
        !mad_repair_reads(&place->of, place->room, at.begin, at.begin + at.length, text,
                          strlen(text), begins, &place->list->out_of_memory))
        return false;
    if (meant == habit->meant || !place->has_way)
        forget(place->finding);
    place->has_way = true;
    mad_finding_fix(place->list, place->finding, at, habit->certainty == SURE, "%s", text);
    return true;
}

static bool touches(const struct place *place, const struct mad_habit_match *m, bool is_sentence)
{
    struct mad_span at = span_of(place, m), fault = place->finding->span;
    return is_sentence ||
           (at.begin <= fault.begin + fault.length && fault.begin <= at.begin + at.length);
}

static bool try_habit(struct place *place, struct mad_habit_match *m, const struct habit *habit,
                      bool is_sentence)
{
    for (size_t from = 0; mad_habit_find(m, habit->pattern, from); from = m->begin + 1) {
        if (!touches(place, m, is_sentence))
            continue;
        bool is_told = habit->meant[0] == '\0' && habit->certainty >= UNTRIED;
        is_told = is_told || (habit->meant[0] == '\0' && habit->advice != NULL);
        if (!is_told)
            for (const char *meant = habit->meant; meant != NULL;) {
                is_told = add_way(place, m, habit, meant) || is_told;
                meant = strstr(meant, " || ");
                meant = meant != NULL ? meant + strlen(" || ") : NULL;
            }
        if (is_told) {
            if (!place->has_way)
                forget(place->finding);
            tell(place, m, habit);
            return true;
        }
    }
    return false;
}

/* --- several habits in one line ----------------------------------------------------------------------------------- */

enum { MAX_CHAIN = 4, MAX_CHAIN_TRIES = 240, MAX_CHAIN_STEPS = 20 * MAX_STEPS };

struct chain {
    struct place *place;
    uint32_t begin, end; /* of what is changed: the line without its blanks in front */
    const struct habit *first;
    struct mad_habit_match first_match;
    unsigned tries, longest; /* links that may still be added */
    unsigned steps;          /* of matching that are left for all of them */
    char text[MAX_CHAIN + 1][MAX_LINE + MAX_TOLD];
};

static bool is_chain_good(struct chain *chain, const char *text)
{
    struct place *place = chain->place;
    chain->tries--;
    return mad_repair_reads(&place->of, place->room, chain->begin, chain->end, text, strlen(text),
                            true, &place->list->out_of_memory);
}

/* The text with what the match stands for in the place of it; false when it is too long. */
static bool change(const struct mad_habit_match *m, const char *meant, char *out, size_t size)
{
    char told[MAX_TOLD];
    size_t behind = m->bytes - m->end;
    if (!fill(m, meant, told, sizeof told) || m->begin + strlen(told) + behind >= size)
        return false;
    size_t bytes = strlen(told), end = m->end;
    if (bytes == 0 && behind > 0 &&
        mad_habit_is_blank(m->line[end])) { /* one blank goes with the word */
        end++;
        behind--;
    }
    memcpy(out, m->line, m->begin);
    memcpy(out + m->begin, told, bytes);
    memcpy(out + m->begin + bytes, m->line + end, behind);
    out[m->begin + bytes + behind] = '\0';
    return true;
}

/* Whether habits that are changed one after the other make a sentence of it; the text of the last is kept at
 * `depth` 0. */
static bool add_link(struct chain *chain, unsigned depth)
{
    if (depth >= MAX_CHAIN || chain->tries == 0)
        return false;
    chain->tries--;
    const char *line = chain->text[depth];
    for (size_t i = 0; i < sizeof habits / sizeof *habits; i++) {
        const struct habit *habit = &habits[i];
        const unsigned steps = chain->steps < MAX_STEPS / 20 ? chain->steps : MAX_STEPS / 20;
        struct mad_habit_match m = {.line = line, .bytes = strlen(line), .steps = steps};
        if (habit->certainty >= UNTRIED || (habit->meant[0] == '\0' && habit->advice != NULL))
            continue;
        memcpy(m.indent, chain->first_match.indent, sizeof m.indent);
        for (size_t from = 0; chain->tries > 0 && mad_habit_find(&m, habit->pattern, from);
             from = m.begin + 1) {
            char *next = chain->text[depth + 1];
            if (depth == 0) {
                chain->first = habit;
                memcpy(&chain->first_match, &m, sizeof m);
            }
            if (!change(&m, habit->meant, next, sizeof chain->text[0]) || strcmp(next, line) == 0)
                continue;
            bool is_last = depth + 1 == chain->longest;
            if (is_last && is_chain_good(chain, next))
                memmove(chain->text[0], next, strlen(next) + 1);
            else if (is_last || !add_link(chain, depth + 1))
                continue;
            return true;
        }
        const unsigned used = steps - m.steps;
        chain->steps -= used < chain->steps ? used : chain->steps;
    }
    return false;
}

static bool try_chain(struct place *place, const struct mad_habit_match *m)
{
    struct chain *chain = MAD_ARENA_NEW(place->list->arena, struct chain);
    if (chain == NULL) {
        place->list->out_of_memory = true;
        return false;
    }
    size_t first = mad_habit_skip(m, 0), bytes = m->bytes;
    while (bytes > first && mad_habit_is_blank(m->line[bytes - 1]))
        bytes--;
    *chain = (struct chain){.place = place,
                            .begin = place->line + (uint32_t)first,
                            .end = place->line + (uint32_t)bytes,
                            .steps = MAX_CHAIN_STEPS};
    bool is_found = false;
    for (chain->longest = 2; chain->longest <= MAX_CHAIN && !is_found; chain->longest++) {
        memcpy(chain->text[0], m->line + first, bytes - first);
        chain->text[0][bytes - first] = '\0';
        memcpy(chain->first_match.indent, m->indent, sizeof m->indent);
        chain->tries = MAX_CHAIN_TRIES;
        is_found = add_link(chain, 0);
    }
    if (!is_found)
        return false;
    forget(place->finding);
    struct mad_span at = {chain->begin, (uint16_t)(bytes - first), place->of.source};
    mad_finding_fix(place->list, place->finding, at, false, "%s", chain->text[0]);
    place->finding->label = NULL;
    place->finding->span = at;
    place->finding->is_habit = true;
    char cause[MAX_TOLD];
    if (fill(&chain->first_match, chain->first->cause, cause, sizeof cause))
        place->finding->text = mad_findings_text(place->list, "%s", cause);
    return true;
}

/* --- the lines of findings --------------------------------------------------------------------------------------------- */

static uint32_t line_begin(const struct mad_source *source, uint32_t at)
{
    while (at > 0 && source->text[at - 1] != '\n')
        at--;
    return at;
}

/* A line behind one that ends in a comma goes on with its sentence. */
static uint32_t sentence_begin(const struct mad_source *source, uint32_t line)
{
    while (line > 0) {
        uint32_t last = line - 1;
        while (last > 0 && mad_habit_is_blank(source->text[last - 1]))
            last--;
        if (last == 0 || source->text[last - 1] != ',')
            break;
        line = line_begin(source, last - 1);
    }
    return line;
}

static size_t line_bytes(const char *text, size_t room)
{
    bool is_text = false;
    size_t bytes = 0;
    for (; bytes < room && text[bytes] != '\n' && (text[bytes] != '#' || is_text); bytes++)
        is_text = (text[bytes] == '"') != is_text;
    return bytes;
}

/* Found because a sentence could not be read, not because of what it says. */
static bool is_about_sentence(enum mad_finding_kind kind)
{
    return kind == MAD_FINDING_SYNTAX || kind == MAD_FINDING_BAD_CHAR ||
           kind == MAD_FINDING_RESERVED || kind == MAD_FINDING_ARRAY_SHAPE ||
           kind == MAD_FINDING_ARTICLE;
}

/* Other kinds of errors say all there is to say. */
static bool may_be_habit(enum mad_finding_kind kind)
{
    return is_about_sentence(kind) || kind == MAD_FINDING_TYPE || kind == MAD_FINDING_UNDEF_NAME ||
           kind == MAD_FINDING_UNDEF_PIECE || kind == MAD_FINDING_NOTHING_TO_CHANGE ||
           kind == MAD_FINDING_WRONG_PLACE || kind == MAD_FINDING_OUT_OF_PLACE ||
           kind == MAD_FINDING_CALL_SHAPE || kind == MAD_FINDING_NO_FILE;
}

/* The same with words that stand for others: what a row makes of the line is tried, or looked for near it. */
static bool look_for_kin(struct place *place, const struct mad_habit_match *m)
{
    uint8_t *kin = MAD_ARENA_ARRAY(place->list->arena, uint8_t, m->bytes + 1);
    if (kin == NULL) {
        place->list->out_of_memory = true;
        return false;
    }
    for (size_t at = 0; at < m->bytes; at++) {
        const bool begins = at == 0 || !isalpha((unsigned char)m->line[at - 1]);
        size_t end = at;
        while (begins && end < m->bytes &&
               (isalpha((unsigned char)m->line[end]) || (m->line[end] == '\'' && end > at)))
            end++;
        kin[at] = end > at ? mad_kin_of(m->line + at, end - at) : 0;
    }
    struct mad_habit_match loose = *m;
    loose.kin = kin;
    for (size_t i = 0; i < sizeof habits / sizeof *habits; i++)
        if (habits[i].meant[0] != '\0' && habits[i].certainty <= UNTRIED &&
            try_habit(place, &loose, &habits[i], true))
            return true;
    return false;
}

static bool look(struct mad_findings *list, const struct mad_sources *sources,
                 struct mad_arena *room, struct mad_finding *finding)
{
    const struct mad_source *source = &sources->items[finding->span.source];
    if (finding->span.begin > source->bytes)
        return false;
    uint32_t line = line_begin(source, finding->span.begin);
    struct place place = {.list = list,
                          .finding = finding,
                          .room = room,
                          .of = {&list->arena->allocator, source->text, (uint32_t)source->bytes,
                                 sentence_begin(source, line), finding->span.source},
                          .line = line};
    size_t bytes = line_bytes(source->text + line, source->bytes - line);
    struct mad_habit_match m = {.line = source->text + line, .bytes = bytes, .steps = MAX_STEPS};
    if (bytes > MAX_LINE || memchr(m.line, '\0', bytes) != NULL)
        return false;
    size_t blanks = mad_habit_skip(&m, 0);
    if (blanks < sizeof m.indent)
        memcpy(m.indent, m.line, blanks);
    bool is_misspelt = finding->fixes != NULL && finding->fixes->at.length > 0;
    for (size_t i = 0; i < sizeof habits / sizeof *habits; i++) {
        bool only_takes_out = habits[i].meant[0] == '\0' && habits[i].advice == NULL;
        if (finding->kind == MAD_FINDING_ARRAY_SHAPE && strstr(habits[i].pattern, "betza>") != NULL)
            continue; /* rows of men, not motions of one */
        if ((only_takes_out && is_misspelt) || ((only_takes_out || habits[i].certainty == UNREAD) &&
                                                !is_about_sentence(finding->kind)))
            continue;
        if (try_habit(&place, &m, &habits[i], is_about_sentence(finding->kind)))
            return true;
    }
    return is_about_sentence(finding->kind) && !is_misspelt &&
           (try_chain(&place, &m) || look_for_kin(&place, &m));
}

/* What was found in the same line besides. */
static void drop_followers(struct mad_findings *list, const struct mad_sources *sources,
                           const struct mad_finding *told, uint32_t line)
{
    const struct mad_source *source = &sources->items[told->span.source];
    for (struct mad_finding *before = NULL, *item = list->first; item != NULL;) {
        struct mad_finding *next = item->next;
        bool follows = item != told && item->span.source == told->span.source &&
                       item->span.begin <= source->bytes &&
                       line_begin(source, item->span.begin) == line &&
                       mad_finding_about(item->kind)->level == MAD_LEVEL_ERROR;
        if (follows)
            mad_findings_drop(list, before);
        before = follows ? before : item;
        item = next;
    }
}

void mad_habits_tell(struct mad_findings *list, const struct mad_sources *sources,
                     struct mad_finding *from)
{
    struct mad_finding *finding = from != NULL ? from->next : list->first;
    struct mad_arena room;
    if (list->is_brief)
        return;
    mad_arena_init(&room, &list->arena->allocator, 0);
    for (; finding != NULL; finding = finding->next) {
        if (finding->is_looked_at || finding->span.source >= sources->count)
            continue;
        const struct mad_source *source = &sources->items[finding->span.source];
        bool is_error = mad_finding_about(finding->kind)->level == MAD_LEVEL_ERROR;
        uint32_t line =
            finding->span.begin <= source->bytes ? line_begin(source, finding->span.begin) : 0;
        finding->is_looked_at = true;
        if (is_error && may_be_habit(finding->kind) && look(list, sources, &room, finding))
            drop_followers(list, sources, finding, line);
    }
    mad_arena_free(&room);
}
