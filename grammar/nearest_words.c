/* nearest_words.c - see nearest_words.h; the table is nearest.def.
 *
 * Layer: grammar. Lines and the phrases of the table are cut the same way: at blanks, at hyphens and before signs. What
 * a word may stand for besides itself: what the table says, another ending, and the known word that is spelled so. */
#include "kin.h"
#include "nearest_words.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "nearest_cut.h"
#include "parser.h"

enum {
    MAX_LEXEMES = 4000,
    MAX_TERMS = 2000,
    MAX_PHRASE = 12,
    MAX_TEXT = 60,
    COST_OF_TEARING = 2,
    COST_OF_DENIAL = 3
};

static const struct meant {
    unsigned cost;
    const char *from, *to;
} table[] = {
#define MAD_MEANT(cost, from, to) {cost, from, to},
#define MAD_MISSING(cost, word)
#include "nearest.def"
#undef MAD_MEANT
#undef MAD_MISSING
};

static const struct missing {
    unsigned cost;
    const char *word;
} missing[] = {
#define MAD_MEANT(cost, from, to)
#define MAD_MISSING(cost, word) {cost, word},
#include "nearest.def"
#undef MAD_MEANT
#undef MAD_MISSING
};

bool mad_nearest_means(const char *word, const char *meant)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const char *phrase = strcmp(table[i].to, meant) == 0 ? table[i].from : "";
        for (size_t bytes; *phrase != '\0'; phrase += bytes + (phrase[bytes] == '|')) {
            bytes = strcspn(phrase, "|");
            if (strlen(word) == bytes && memcmp(phrase, word, bytes) == 0)
                return true;
        }
    }
    return false;
}

/* --- words once --------------------------------------------------------------------------------------------- */

/* `take` and `taking`, `pass` and `passes` have one; short words are what they are. */
static uint32_t stem_of(const char *text)
{
    static const char *const endings[] = {"ing", "ed", "s", "e"};
    enum { SHORTEST = 3, COUNT = sizeof endings / sizeof *endings };
    size_t bytes = strlen(text);
    uint32_t hash = 5381;
    for (size_t i = 0; i < COUNT; i++) {
        const size_t ending = strlen(endings[i]);
        if (bytes >= ending + SHORTEST && memcmp(text + bytes - ending, endings[i], ending) == 0)
            bytes -= ending;
    }
    if (bytes > SHORTEST && text[bytes - 1] == text[bytes - 2])
        bytes--; /* `hopping` */
    for (size_t i = 0; i < bytes && bytes >= SHORTEST; i++)
        hash = hash * 33 + (unsigned char)text[i];
    return bytes < SHORTEST || !mad_nearest_is_small(text[0]) ? 0 : hash;
}

/* 0 without memory. */
static uint16_t lexeme_of(struct mad_nearest_lexicon *l, const char *text, size_t bytes,
                          int literal)
{
    char small[MAX_TEXT] = "";
    unsigned hash = 5381;
    if (bytes >= sizeof small && literal == 0)
        bytes = sizeof small - 1;
    for (size_t i = 0; i < bytes; i++) {
        char c = literal == 0 && text[i] >= 'A' && text[i] <= 'Z' ? (char)(text[i] - 'A' + 'a')
                                                                  : text[i];
        if (literal == 0)
            small[i] = c;
        hash = hash * 33 + (unsigned char)c;
    }
    const char *key = literal == 0 ? small : text;
    if (literal == 0 && key[0] == '|') {
        key = bytes == 1 ? "bar" : "barbar"; /* the sign parts phrases in the table */
        return lexeme_of(l, key, strlen(key), 0);
    }
    uint16_t *bucket = &l->buckets[hash % 1024];
    for (uint16_t i = *bucket; i != 0; i = l->lexemes[i].next)
        if (l->lexemes[i].literal == literal && strlen(l->lexemes[i].text) == bytes &&
            memcmp(l->lexemes[i].text, key, bytes) == 0)
            return i;
    const char *copy =
        l->lexeme_count + 1 < MAX_LEXEMES ? mad_arena_copy(l->arena, key, bytes) : NULL;
    if (copy == NULL) {
        l->out_of_memory = true;
        return 0;
    }
    uint16_t made = (uint16_t)++l->lexeme_count;
    l->lexemes[made] =
        (struct mad_nearest_lexeme){.text = copy,
                                    .literal = literal,
                                    .next = *bucket,
                                    .stem = literal == 0 ? stem_of(copy) : 0,
                                    .kin = literal == 0 ? mad_kin_of(copy, strlen(copy)) : 0};
    *bucket = made;
    return made;
}

static uint8_t cut_phrase(struct mad_nearest_lexicon *l, const char *text, size_t bytes,
                          uint16_t *words, size_t room)
{
    struct mad_nearest_cut cut = {.at = text, .end = text + bytes};
    uint8_t count = 0;
    while (count < room && mad_nearest_cut_next(&cut))
        words[count++] = lexeme_of(l, cut.at, cut.bytes, cut.literal);
    return count;
}

/* --- terms ------------------------------------------------------------------------------------------------------ */

static uint16_t add_term(struct mad_nearest_lexicon *l, struct mad_nearest_term term)
{
    if (l->term_count + 1 >= MAX_TERMS)
        return 0;
    term.count = cut_phrase(l, term.text, strlen(term.text), term.words, MAD_NEAREST_PARTS);
    if (term.count == 0 || l->out_of_memory)
        return 0;
    for (uint16_t i = l->lexemes[term.words[0]].first; i != 0; i = l->terms[i].next_first)
        if (l->terms[i].token == term.token && strcmp(l->terms[i].text, term.text) == 0)
            return i;
    uint16_t made = (uint16_t)++l->term_count;
    term.next_first = l->lexemes[term.words[0]].first;
    l->lexemes[term.words[0]].first = made;
    if (term.count > 1) {
        term.next_second = l->lexemes[term.words[1]].second;
        l->lexemes[term.words[1]].second = made;
    }
    l->terms[made] = term;
    return made;
}

/* Words that may be missing, the likeliest last: what is noted last is followed first. */
static void add_missing(struct mad_nearest_lexicon *l)
{
    enum { COUNT = sizeof missing / sizeof *missing };
    _Static_assert(COUNT <= sizeof l->missing / sizeof *l->missing, "all have a place");
    for (size_t i = COUNT; i-- > 0;)
        for (uint16_t t = 1; t <= l->term_count; t++)
            if (strcmp(l->terms[t].text, missing[i].word) == 0)
                l->missing[l->missing_count++] =
                    (struct mad_nearest_missing){l->terms[t].token, t, missing[i].cost};
}

static void add_terms(struct mad_nearest_lexicon *l, const struct mad_nearest_task *task)
{
    for (int token = MAD_T_EDITION; token <= MAD_T_POSSESSIVE; token++)
        if (mad_token_text(token) != NULL && token != MAD_T_LBRACKET && token != MAD_T_RBRACKET)
            (void)add_term(
                l, (struct mad_nearest_term){.text = mad_token_text(token), .token = token});
    for (size_t i = 0; i < task->name_count && !l->out_of_memory; i++) {
        const struct mad_nearest_name *name = &task->names[i];
        bool is_capital = name->kind == MAD_NEAREST_PIECE || name->kind == MAD_NEAREST_PLAYER;
        (void)add_term(l, (struct mad_nearest_term){.text = name->text,
                                                    .token = is_capital ? MAD_T_NAME : MAD_T_WORD,
                                                    .kind = name->kind,
                                                    .is_name = true,
                                                    .is_capital = is_capital});
    }
    if (!l->out_of_memory)
        add_missing(l);
}

/* --- readings --------------------------------------------------------------------------------------------------- */

static void add_reading(struct mad_nearest_lexicon *l, size_t at, unsigned cost, uint8_t taken,
                        const uint16_t *words, uint8_t count, uint8_t gap)
{
    struct mad_nearest_reading *made = MAD_ARENA_NEW(l->arena, struct mad_nearest_reading);
    uint16_t *copy = MAD_ARENA_ARRAY(l->arena, uint16_t, (size_t)count + 1);
    if (made == NULL || copy == NULL) {
        l->out_of_memory = true;
        return;
    }
    if (count > 0)
        memcpy(copy, words, count * sizeof *copy);
    *made = (struct mad_nearest_reading){cost, taken, count, gap, copy, l->input[at].readings};
    l->input[at].readings = made;
    for (size_t i = at; i < at + taken; i++)
        if (l->input[i].least > cost / taken)
            l->input[i].least = cost / taken;
}

/* The number that a word is, or stands for; or null. */
static const struct mad_nearest_lexeme *number_at(const struct mad_nearest_lexicon *l, size_t at)
{
    const struct mad_nearest_lexeme *typed = &l->lexemes[l->input[at].word];
    if (typed->literal == MAD_T_NUMBER)
        return typed;
    for (const struct mad_nearest_reading *r = l->input[at].readings; r != NULL; r = r->next)
        if (r->count == 1 && r->taken == 1 && l->lexemes[r->words[0]].literal == MAD_T_NUMBER)
            return &l->lexemes[r->words[0]];
    return NULL;
}

/* What distances are counted in. */
static bool is_unit(const char *word)
{
    static const char *const units[] = {"square", "step", "field", "cell", "space", "tile"};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        size_t bytes = strlen(units[i]);
        if (strncmp(word, units[i], bytes) == 0 &&
            (word[bytes] == '\0' || strcmp(word + bytes, "s") == 0))
            return true;
    }
    return false;
}

struct match {       /* of a phrase of the table */
    uint8_t taken;   /* words of the line */
    uint16_t number; /* what its @ is */
    bool is_bent;    /* another form of a word stands there, or an article besides */
};

static bool is_article(const char *word)
{
    return strcmp(word, "the") == 0 || strcmp(word, "a") == 0 || strcmp(word, "an") == 0;
}

/* Whether the word of the line may stand for that one of a phrase. */
static bool stands_for(struct mad_nearest_lexicon *l, size_t at, uint16_t wanted,
                       struct match *match)
{
    const struct mad_nearest_lexeme *typed = &l->lexemes[l->input[at].word];
    const char *text = l->lexemes[wanted].text;
    if (text[0] == '@') {
        const struct mad_nearest_lexeme *counted = number_at(l, at);
        if (counted == NULL || strcmp(counted->text, "1") == 0)
            return false;
        const bool is_less = counted->text[0] == '-';
        match->number =
            lexeme_of(l, counted->text + is_less, strlen(counted->text) - is_less, MAD_T_NUMBER);
        return true;
    }
    if (text[0] == '%')
        return is_unit(typed->text);
    if (l->input[at].word == wanted)
        return true;
    match->is_bent = true;
    return !l->input[at].is_capital &&
           ((typed->stem != 0 && typed->stem == l->lexemes[wanted].stem) ||
            (typed->kin != 0 && typed->kin == l->lexemes[wanted].kin));
}

/* Whether a phrase of the table stands there: word by word, or in other forms of several words. */
static bool stands_at(struct mad_nearest_lexicon *l, size_t at, const uint16_t *words, size_t count,
                      struct match *match)
{
    size_t next = at;
    *match = (struct match){0};
    for (size_t i = 0; i < count; i++, next++) {
        while (i > 0 && next < l->input_count && l->input[next].word != words[i] &&
               is_article(l->lexemes[l->input[next].word].text)) {
            match->is_bent = true;
            next++;
        }
        if (next >= l->input_count || !stands_for(l, next, words[i], match) ||
            (match->is_bent && count == 1))
            return false;
    }
    match->taken = (uint8_t)(next - at);
    return true;
}

/* `for Pawns`, `with the King`: what stands before a name says what is done to it. */
static bool leads_name(const struct mad_nearest_lexicon *l, size_t at)
{
    static const char *const words[] = {"in", "on", "at", "to", "by", "with", "from", "for", "of"};
    bool is_one = false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        is_one = is_one || strcmp(l->lexemes[l->input[at].word].text, words[i]) == 0;
    for (size_t next = at + 1; is_one && next < l->input_count && next < at + 3; next++)
        if (l->input[next].is_capital)
            return true;
    return false;
}

static bool may_all_go(const struct mad_nearest_lexicon *l, size_t at, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!l->input[at + i].may_go && (count < 2 || !l->input[at + i].may_go_along))
            return false;
    return true;
}

/* What a phrase stands for, with its number; the word from which on it may stand later is left in `gap`. */
static uint8_t cut_meant(struct mad_nearest_lexicon *l, const char *to, uint16_t number,
                         uint16_t *words, uint8_t *gap)
{
    char text[2 * MAX_TEXT] = "";
    for (size_t used = 0; *to != '\0' && used + MAX_TEXT < sizeof text; to++) {
        char one[2] = {*to, '\0'};
        const char *more = *to == '@' && number != 0 ? l->lexemes[number].text : one;
        used += (size_t)snprintf(text + used, sizeof text - used, "%.8s", more);
    }
    const char *later = strstr(text, " ... ");
    size_t front = later != NULL ? (size_t)(later - text) : strlen(text);
    uint8_t count = cut_phrase(l, text, front, words, MAX_PHRASE);
    *gap = later != NULL ? count : 0;
    if (later != NULL)
        count = (uint8_t)(count + cut_phrase(l, later + 5, strlen(later + 5), words + count,
                                             (size_t)(MAX_PHRASE - count)));
    return count;
}

/* Words that are one of the language together, as `up to`, seldom stand for others one by one. */
static void mark_terms(struct mad_nearest_lexicon *l)
{
    for (size_t at = 0; at < l->input_count; at++)
        for (uint16_t t = l->lexemes[l->input[at].word].first; t != 0; t = l->terms[t].next_first) {
            const struct mad_nearest_term *term = &l->terms[t];
            size_t same = 1;
            while (same < term->count && at + same < l->input_count &&
                   l->input[at + same].word == term->words[same])
                same++;
            for (size_t i = 0; same == term->count && same > 1 && i < same; i++)
                l->input[at + i].is_of_term = true;
        }
}

static bool is_negation(const char *word);

/* Whether somebody is lost in the line: `captured`, `dead`. */
static bool tells_of_loss(const struct mad_nearest_lexicon *l)
{
    static const char *const words[] = {"captured", "capture", "captures", "capturing", "dies",
                                        "falls",    "lose",    "loses",    "fallen"};
    for (size_t i = 0; i < l->input_count; i++) {
        const struct mad_nearest_lexeme *typed = &l->lexemes[l->input[i].word];
        for (size_t w = 0; w < sizeof words / sizeof *words; w++)
            if (strcmp(typed->text, words[w]) == 0 ||
                (typed->kin != 0 && mad_kin_has(typed->kin, words[w], strlen(words[w]))))
                return true;
    }
    return false;
}

/* Whether a phrase says no of something, and what it stands for says it not. */
static bool denies(const struct mad_nearest_lexicon *l, const struct meant *row, size_t at,
                   size_t taken)
{
    const char *no = strstr(row->to, " no");
    bool is_typed = no == NULL || (no[3] != '\0' && no[3] != ' ') || row->to[0] == '\0';
    for (size_t i = at; i < at + taken; i++)
        is_typed = is_typed || is_negation(l->lexemes[l->input[i].word].text);
    return !is_typed;
}

/* What a row of the table says of the line. */
static void read_row(struct mad_nearest_lexicon *l, const struct meant *row)
{
    uint16_t to[MAX_PHRASE], from[MAX_PHRASE];
    uint8_t gap = 0;
    for (const char *phrase = row->from; *phrase != '\0' && !l->out_of_memory;) {
        size_t bytes = strcspn(phrase, "|");
        uint8_t count = cut_phrase(l, phrase, bytes, from, MAX_PHRASE);
        for (size_t at = 0; count > 0 && at < l->input_count; at++) {
            struct match match;
            if (!stands_at(l, at, from, count, &match) ||
                (row->to[0] == '\0' &&
                 (match.is_bent || !may_all_go(l, at, count) || leads_name(l, at))))
                continue;
            l->lexemes[l->input[at].word].is_told = true;
            uint8_t meant = cut_meant(l, row->to, match.number, to, &gap);
            const bool is_torn = count == 1 && meant > 0 && l->input[at].is_of_term;
            const bool is_denial =
                count == 1 && denies(l, row, at, match.taken) && !tells_of_loss(l);
            add_reading(l, at,
                        row->cost + (is_torn ? COST_OF_TEARING : 0) + match.is_bent +
                            (is_denial ? COST_OF_DENIAL : 0),
                        match.taken, to, meant, gap);
        }
        phrase += bytes + (phrase[bytes] == '|');
    }
}

static bool is_known(const struct mad_nearest_lexeme *lexeme)
{
    return lexeme->first != 0 || lexeme->second != 0;
}

/* `movers` for `mover's`. */
static void read_owner(struct mad_nearest_lexicon *l, size_t at)
{
    const char *text = l->lexemes[l->input[at].word].text;
    const size_t bytes = strlen(text);
    if (bytes < 3 || text[bytes - 1] != 's')
        return;
    uint16_t words[2] = {lexeme_of(l, text, bytes - 1, 0), lexeme_of(l, "'s", 2, 0)};
    bool is_owner = false;
    for (uint16_t t = l->lexemes[words[0]].first; t != 0; t = l->terms[t].next_first)
        is_owner = is_owner || l->terms[t].kind == MAD_NEAREST_PLAYER ||
                   l->terms[t].token == MAD_T_MOVER || l->terms[t].token == MAD_T_ENEMY;
    if (is_owner && words[1] != 0)
        add_reading(l, at, 1, 1, words, 2, 0);
}

/* The known word of which this one is a form. */
static void read_ending(struct mad_nearest_lexicon *l, size_t at, unsigned cost)
{
    static const struct {
        const char *ending, *put;
    } forms[] = {{"s", ""},  {"es", ""},  {"ies", "y"},  {"ly", ""},   {"ally", ""},
                 {"ed", ""}, {"ed", "e"}, {"ing", ""},   {"ing", "e"}, {"wards", "ward"},
                 {"", "s"},  {"", "d"},   {"men", "man"}};
    const char *text = l->lexemes[l->input[at].word].text;
    size_t bytes = strlen(text);
    char other[MAX_TEXT + 8];
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        size_t ending = strlen(forms[i].ending);
        if (bytes < ending + 3 || strcmp(text + bytes - ending, forms[i].ending) != 0)
            continue;
        (void)snprintf(other, sizeof other, "%.*s%s", (int)(bytes - ending), text, forms[i].put);
        uint16_t word = lexeme_of(l, other, strlen(other), 0);
        if (word != 0 && is_known(&l->lexemes[word]))
            add_reading(l, at, cost, 1, &word, 1, 0);
    }
}

/* The words of the language that are kin to one of which nothing is known. */
static void read_kin(struct mad_nearest_lexicon *l, size_t at)
{
    const struct mad_nearest_lexeme *typed = &l->lexemes[l->input[at].word];
    const uint8_t kin = typed->kin;
    for (uint16_t word = 1; kin != 0 && word <= l->lexeme_count; word++)
        if (l->lexemes[word].kin == kin && is_known(&l->lexemes[word]))
            add_reading(l, at, 1, 1, &word, 1, 0);
}

/* The known word of that text, or 0. */
static uint16_t find(const struct mad_nearest_lexicon *l, const char *text, size_t bytes)
{
    for (uint16_t word = 1; word <= l->lexeme_count; word++)
        if (is_known(&l->lexemes[word]) && strlen(l->lexemes[word].text) == bytes &&
            memcmp(l->lexemes[word].text, text, bytes) == 0)
            return word;
    return 0;
}

/* Known words that are spelled nearly so. */
static void read_spelling(struct mad_nearest_lexicon *l, size_t at)
{
    const char *text = l->lexemes[l->input[at].word].text;
    size_t bytes = strlen(text);
    unsigned most = bytes < 4 ? 0 : bytes < 6 ? 1 : 2;
    size_t known = l->lexeme_count;
    for (uint16_t word = 1; word <= known && most > 0; word++) {
        const struct mad_nearest_lexeme *other = &l->lexemes[word];
        unsigned slips = is_known(other) ? mad_slips(text, other->text, most) : most + 1;
        if (slips > 0 && slips <= most && strlen(other->text) > 2)
            add_reading(l, at, 1 + 2 * slips, 1, &word, 1, 0);
    }
}

static bool is_sign_of(const char *sign, const char *const *signs, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(sign, signs[i]) == 0)
            return true;
    return false;
}

/* `1, 2`, `(1,2)`, `1 2` and `1-2` are pairs, `a1-c3` and `a1 to c3` are rectangles. */
static void read_pair(struct mad_nearest_lexicon *l, size_t at)
{
    static const char *const of_pairs[] = {",", "/", "-", "x", ":", "+", "by", "and", "barbar"};
    static const char *const of_squares[] = {"-",    "to",    ":", "through",
                                             "till", "until", "/", "\xe2\x80\x93"};
    for (size_t gap = 0; gap < 2 && at + 1 + gap < l->input_count; gap++) {
        const char *sign = gap > 0 ? l->lexemes[l->input[at + 1].word].text : "";
        const struct mad_nearest_lexeme *one = number_at(l, at), *two = number_at(l, at + 1 + gap);
        const struct mad_nearest_lexeme *from = &l->lexemes[l->input[at].word],
                                        *to = &l->lexemes[l->input[at + 1 + gap].word];
        char pair[MAX_TEXT];
        bool is_pair = one != NULL && two != NULL &&
                       (gap == 0 || is_sign_of(sign, of_pairs, sizeof of_pairs / sizeof *of_pairs));
        bool is_area =
            from->literal == MAD_T_SQUARE && to->literal == MAD_T_SQUARE &&
            (gap == 0 || is_sign_of(sign, of_squares, sizeof of_squares / sizeof *of_squares));
        if (!is_pair && !is_area)
            continue;
        (void)snprintf(pair, sizeof pair, is_pair ? "%.8s,%.8s" : "%.8s..%.8s",
                       is_pair ? one->text : from->text, is_pair ? two->text : to->text);
        uint16_t word = lexeme_of(l, pair, strlen(pair), is_pair ? MAD_T_OFFSET : MAD_T_RECTANGLE);
        add_reading(l, at, 1, (uint8_t)(2 + gap), &word, 1, 0);
    }
}

/* Two known words without the blank between them. */
static void read_joined(struct mad_nearest_lexicon *l, size_t at)
{
    const char *text = l->lexemes[l->input[at].word].text;
    for (size_t front = 1, bytes = strlen(text); front < bytes; front++) {
        uint16_t words[2] = {find(l, text, front), find(l, text + front, bytes - front)};
        if (words[0] != 0 && words[1] != 0)
            add_reading(l, at, 2, 1, words, 2, 0);
    }
}

/* `knight-left`, which may be a name that is given here. */
static void read_whole(struct mad_nearest_lexicon *l, size_t at)
{
    const char *text = l->input[at].text;
    size_t last = at;
    while (last + 1 < l->input_count && mad_nearest_is_letter(l->input[last + 1].text[0]) &&
           l->input[last + 1].text == l->input[last].text + l->input[last].bytes + 1 &&
           l->input[last + 1].text[-1] == '-')
        last++;
    uint16_t word =
        last == at || !mad_nearest_is_small(text[0])
            ? 0
            : lexeme_of(l, text, (size_t)(l->input[last].text + l->input[last].bytes - text), 0);
    if (word != 0)
        add_reading(l, at, 0, (uint8_t)(last + 1 - at), &word, 1, 0);
}

/* Whether a word of the language or a name in small letters begins so. */
static bool is_said_small(const struct mad_nearest_lexicon *l,
                          const struct mad_nearest_lexeme *lexeme)
{
    for (uint16_t t = lexeme->first; t != 0; t = l->terms[t].next_first)
        if (!l->terms[t].is_capital)
            return true;
    return false;
}

/* `counter turn length`: a name that is given here is one word. */
static void read_apart(struct mad_nearest_lexicon *l, size_t at)
{
    static const char *const makers[] = {"counter", "mark",   "pocket", "verb", "direction",
                                         "let",     "choose", "option", "each"};
    enum { MOST = 3 };
    char name[MAX_TEXT] = "";
    bool is_made = false;
    for (size_t i = 0; at > 0 && i < sizeof makers / sizeof *makers; i++)
        is_made = is_made || strcmp(l->lexemes[l->input[at - 1].word].text, makers[i]) == 0;
    size_t used = 0;
    for (size_t i = at; is_made && i < l->input_count && i < at + MOST; i++) {
        const char *text = l->lexemes[l->input[i].word].text;
        const struct mad_nearest_lexeme *lexeme = &l->lexemes[l->input[i].word];
        bool says_more = i > at && (is_said_small(l, lexeme) || lexeme->is_told);
        if (l->input[i].is_capital || !mad_nearest_is_small(text[0]) || says_more ||
            used + strlen(text) + 2 > sizeof name)
            return;
        used += (size_t)snprintf(name + used, sizeof name - used, "%s%s", i > at ? "-" : "", text);
        uint16_t word = i > at ? lexeme_of(l, name, used, 0) : 0;
        if (word != 0)
            add_reading(l, at, 2, (uint8_t)(i + 1 - at), &word, 1, 0);
    }
}

static void read_unknown(struct mad_nearest_lexicon *l, size_t at)
{
    if (strpbrk(l->lexemes[l->input[at].word].text, "0123456789") != NULL)
        return; /* a number is in it, which is not to be lost */
    read_spelling(l, at);
    read_joined(l, at);
}

/* Whether the table has a word for it, and not only that it says nothing. */
static bool says_something(const struct mad_nearest_lexicon *l, size_t at)
{
    for (const struct mad_nearest_reading *r = l->input[at].readings; r != NULL; r = r->next)
        if (r->count > 0 && r->taken == 1)
            return true;
    return false;
}

/* Whether what is done is told by it: behind `and`, that is another sentence. */
static bool is_deed(const struct mad_nearest_lexicon *l, size_t at)
{
    static const int deeds[] = {MAD_T_MOVE, MAD_T_CAPTURE, MAD_T_MOVE_OR_CAPTURE,
                                MAD_T_LET,  MAD_T_CHOOSE,  MAD_T_REQUIRE};
    const uint16_t word = at < l->input_count ? l->input[at].word : 0;
    for (uint16_t t = l->lexemes[word].first; t != 0; t = l->terms[t].next_first) {
        if (l->terms[t].is_name && l->terms[t].kind == MAD_NEAREST_VERB)
            return true;
        for (size_t i = 0; i < sizeof deeds / sizeof *deeds; i++)
            if (l->terms[t].token == deeds[i])
                return true;
    }
    return false;
}

/* Words behind which people say more than a sentence holds: `until blocked`, `(not diagonally)`. A name, a number or a square
 * among them is seldom too much. */
static void read_clause(struct mad_nearest_lexicon *l, size_t at)
{
    static const char *const heads[] = {"until", "because", "so",    "when", "if",     "but",
                                        "(",     "while",   "after", "and",  "like",   "unless",
                                        "which", "in",      "for",   ",",    "without"};
    const char *text = l->lexemes[l->input[at].word].text;
    size_t end = l->input_count, taken = at;
    const bool is_until = strcmp(text, "until") == 0; /* who slides is stopped by itself */
    unsigned cost = is_until ? 3 : 4;
    bool is_head = false;
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        is_head = is_head || strcmp(heads[i], text) == 0;
    if (is_head && (text[0] == ',' || strcmp(text, "and") == 0) && is_deed(l, at + 1))
        return;
    for (; is_head && at > 1 && taken < end; taken++) {
        const struct mad_nearest_input *in = &l->input[taken];
        const struct mad_nearest_lexeme *lexeme = &l->lexemes[in->word];
        bool is_word = mad_nearest_is_small(lexeme->text[0]) && taken > at;
        if (!is_until && in->is_capital)
            return; /* whom it names is not left out */
        cost += lexeme->literal != 0 || in->is_capital ? 3
                : !is_word                             ? 0
                : is_until                             ? 0
                : is_known(lexeme)                     ? 2
                : says_something(l, taken)             ? 2
                                                       : is_word;
        if (text[0] == '(' && lexeme->text[0] == ')')
            end = taken + 1;
    }
    if (taken > at + 1)
        add_reading(l, at, cost, (uint8_t)(taken - at), NULL, 0, 0);
}

/* Takes away whatever else the word might stand for, alone or at the head of others. */
static void keep(struct mad_nearest_lexicon *l, size_t at)
{
    l->input[at].readings = NULL;
    l->input[at].least = MAD_NEAREST_NEVER;
    add_reading(l, at, 0, 1, &l->input[at].word, 1, 0);
}

/* Whether it is a word of the text, in capitals or not. */
static bool is_in(const char *text, size_t bytes, const char *word, size_t length)
{
    for (size_t at = 0; at + length <= bytes; at++)
        if (strncasecmp(text + at, word, length) == 0 &&
            (at == 0 || !mad_kin_is_of_word(text[at - 1])) &&
            (at + length == bytes || !mad_kin_is_of_word(text[at + length])))
            return true;
    return false;
}

/* A word of the language that nobody typed was put there because it is meant: it stands for itself. A name that nothing has
 * may be one of those that there are. */
static bool is_put(const struct mad_nearest_lexicon *l, const struct mad_nearest_task *task,
                   size_t at)
{
    const struct mad_nearest_input *in = &l->input[at];
    return task->typed != NULL && is_known(&l->lexemes[in->word]) &&
           mad_nearest_is_letter(in->text[0]) &&
           !is_in(task->typed, task->typed_bytes, in->text, in->bytes);
}

/* What a word costs that is left out: names, numbers and squares carry what was meant. */
static void read_input(struct mad_nearest_lexicon *l, size_t at)
{
    struct mad_nearest_input *in = &l->input[at];
    const struct mad_nearest_lexeme *lexeme = &l->lexemes[in->word];
    const bool is_word = lexeme->literal == 0 && mad_nearest_is_small(lexeme->text[0]);
    if (lexeme->literal == 0 && !is_word && !mad_nearest_is_digit(lexeme->text[0])) /* a sign */
        add_reading(l, at,
                    lexeme->text[0] == '!'                     ? 6
                    : strchr("(),[]", lexeme->text[0]) != NULL ? 1
                    : strchr("<>", lexeme->text[0]) != NULL    ? 3
                                                               : 2,
                    1, NULL, 0, 0);
    else if (is_word && in->may_go && !is_known(lexeme))
        add_reading(l, at, 6, 1, NULL, 0, 0);
    if (is_word)
        read_ending(l, at, in->is_capital || !is_known(lexeme) ? 1 : 2);
    if (is_word && !is_known(&l->lexemes[in->word]) && !l->lexemes[in->word].is_told) {
        read_kin(l, at);
        read_unknown(l, at);
    }
    read_owner(l, at);
    read_pair(l, at);
    read_clause(l, at);
    read_whole(l, at);
    read_apart(l, at);
    add_reading(l, at, 0, 1, &in->word, 1, 0);
}

/* What says no says so of what stands behind it. */
static bool is_negation(const char *word)
{
    static const char *const words[] = {"not",     "no",     "never", "cannot",
                                        "without", "nobody", "unless"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(word, words[i]) == 0)
            return true;
    return false;
}

static bool has_digit(const struct mad_nearest_cut *cut)
{
    for (size_t i = 0; i < cut->bytes; i++)
        if (mad_nearest_is_digit(cut->at[i]))
            return true;
    return false;
}

/* Of a word with hyphens, which nobody writes who means less. */
static bool is_part(const struct mad_nearest_task *task, const struct mad_nearest_cut *cut)
{
    const char *end = cut->at + cut->bytes;
    return (cut->at > task->line + 1 && cut->at[-1] == '-' && mad_nearest_is_letter(cut->at[-2])) ||
           (mad_nearest_is_letter(cut->at[0]) && cut->end - end > 1 && end[0] == '-' &&
            mad_nearest_is_letter(end[1]));
}

static bool cut_line(struct mad_nearest_lexicon *l, const struct mad_nearest_task *task)
{
    struct mad_nearest_cut cut = {.at = task->line, .end = task->line + task->bytes};
    while (mad_nearest_cut_next(&cut)) {
        if (l->input_count == MAD_NEAREST_WORDS)
            return false;
        struct mad_nearest_input *in = &l->input[l->input_count++];
        in->text = cut.at;
        in->bytes = cut.bytes;
        in->least = MAD_NEAREST_NEVER;
        in->is_capital = cut.at[0] >= 'A' && cut.at[0] <= 'Z';
        in->word = lexeme_of(l, cut.at, cut.bytes, cut.literal);
        bool is_kept = task->kept != NULL && task->kept_bytes == cut.bytes &&
                       memcmp(task->kept, cut.at, cut.bytes) == 0;
        in->may_go = cut.literal == 0 && !is_part(task, &cut) && !has_digit(&cut) && !is_kept;
        in->may_move = cut.literal != 0 || mad_nearest_is_letter(cut.at[0]);
        if (in->word == 0)
            return false;
        in->may_move = in->may_move && !is_negation(l->lexemes[in->word].text);
    }
    return l->input_count > 0;
}

static bool is_quantity(const char *word)
{
    static const char *const words[] = {"only",  "just", "one",  "exactly", "single", "all",
                                        "every", "each", "both", "either",  "neither"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(word, words[i]) == 0)
            return true;
    return false;
}

static bool is_said_of(const char *word)
{
    return strcmp(word, "is") == 0 || strcmp(word, "are") == 0 || strcmp(word, "has") == 0;
}

/* Names of men and players are never left out, however they are written; nor how many there are when a game ends. */
static void keep_names(struct mad_nearest_lexicon *l, enum mad_nearest_section section)
{
    for (size_t i = 0; i < l->input_count; i++) {
        struct mad_nearest_input *in = &l->input[i];
        bool is_name = in->is_capital && i > 0;
        for (uint16_t t = l->lexemes[in->word].first; t != 0; t = l->terms[t].next_first)
            is_name = is_name || l->terms[t].is_capital;
        const char *text = l->lexemes[in->word].text;
        bool is_only =
            (section == MAD_NEAREST_IN_ENDS && is_quantity(text)) ||
            (section >= MAD_NEAREST_IN_PIECE && section <= MAD_NEAREST_IN_VERB && is_said_of(text));
        in->may_go_along = in->may_go && !is_name;
        in->may_go = in->may_go_along && !is_only;
    }
}

bool mad_nearest_read(struct mad_nearest_lexicon *l, const struct mad_nearest_task *task)
{
    l->arena = task->arena;
    l->lexemes = MAD_ARENA_ARRAY(l->arena, struct mad_nearest_lexeme, MAX_LEXEMES);
    l->terms = MAD_ARENA_ARRAY(l->arena, struct mad_nearest_term, MAX_TERMS);
    if (l->lexemes == NULL || l->terms == NULL) {
        l->out_of_memory = true;
        return false;
    }
    add_terms(l, task);
    if (l->out_of_memory || !cut_line(l, task))
        return false;
    keep_names(l, task->section);
    mark_terms(l);
    for (size_t i = 0; i < sizeof table / sizeof *table && !l->out_of_memory; i++)
        read_row(l, &table[i]);
    for (size_t i = 0; i < l->input_count && !l->out_of_memory; i++)
        read_input(l, i);
    for (size_t i = 0; i < l->input_count && !l->out_of_memory; i++)
        if (is_put(l, task, i))
            keep(l, i);
    return !l->out_of_memory;
}
