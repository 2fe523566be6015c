/* nearest.c - the sentences that lie nearest to a line that is none, found by search.
 *
 * Layer: grammar. See nearest.h. A node of the search is a stack of the parser and the words of the line that are still to
 * be said. From there a word goes on with the sentence - as it is, or as what it may stand for (nearest_words.h) - or is
 * left out, or a word that is missing is put in; what the automaton of the parser does not take is no way. Words may be
 * said before others that stand in front of them. Each of these costs something; the cheapest node is followed first (A*:
 * what the words left over cost at least is added). The number of nodes is bounded, and equal lines give equal answers. */
#include "nearest.h"

#include <stdio.h>
#include <string.h>

#include "nearest_words.h"
#include "parser.h"

enum {
    MAX_NODES = 8000,
    MAX_FRAMES = 8000,
    MAX_COST = 14,
    MAX_FOUND = 24,
    COST_BEHIND = 4,     /* that of the first of them lies that of the others at most */
    WINDOW = 4,          /* words that may be said before those in front of them */
    COST_OF_ORDER = 2,   /* for each of them */
    COST_OF_KIND = 4,    /* a name of another kind than is wanted */
    COST_OF_SECTION = 5, /* a sentence of another section */
    COST_OF_SPLIT = 2,   /* two lines in place of one */
    COST_OF_CASE = 1,
    COST_OF_NEW_NAME = 1,
    MAX_TEXT = 400,
    SLOTS = 1 << 14,
};

static const uint32_t NONE = UINT32_MAX;

struct frame { /* of a stack of the parser; each once */
    uint32_t below, next;
    uint16_t state;
};

struct node {
    uint32_t parent, stack, left; /* words that are still to be said */
    uint32_t said;                /* the sentence so far, as a hash */
    const struct mad_nearest_reading *reading,
        *later;                             /* being said; the part of one behind its gap */
    const struct mad_nearest_reading *read; /* with this step */
    uint32_t next;                          /* in its bucket */
    uint16_t term, made,
        token; /* being said; said with this step: a term, or a lexeme; the last one */
    uint16_t cost;
    uint8_t term_at, reading_at; /* words said of them */
    uint8_t input;               /* where the reading begins */
    bool made_is_lexeme, is_missing, is_moved, is_done;
    bool starts_line;               /* with this step */
    bool is_new, is_split;          /* the last token is a new name; a second line has begun */
    bool was_missing, was_left_out; /* the last token; a word behind it */
    bool is_player;                 /* the last token names one */
};

struct search {
    const struct mad_nearest_task *task;
    struct mad_nearest_lexicon words;
    struct frame *frames;
    uint32_t frame_count, frame_slots[4096];
    struct node *nodes;
    uint32_t node_count, *slots;
    uint32_t buckets[MAX_COST + 1], first; /* the stack before a sentence */
    struct mad_nearest found[MAX_FOUND];
    size_t count;
};

/* --- stacks ------------------------------------------------------------------------------------------------ */

static uint32_t push(struct search *s, uint32_t below, int state)
{
    uint32_t *slot = &s->frame_slots[(below * 31 + (unsigned)state * 2654435761U) % 4096];
    for (uint32_t i = *slot; i != 0; i = s->frames[i].next)
        if (s->frames[i].below == below && s->frames[i].state == state)
            return i;
    if (s->frame_count + 1 >= MAX_FRAMES)
        return NONE;
    uint32_t made = ++s->frame_count;
    s->frames[made] = (struct frame){below, *slot, (uint16_t)state};
    *slot = made;
    return made;
}

/* The stack behind a token, or NONE. */
static uint32_t shift(struct search *s, uint32_t stack, int token)
{
    for (;;) {
        int action = mad_lr_action(s->frames[stack].state, token);
        if (action == 0)
            return NONE;
        if (action > 0)
            return push(s, stack, action);
        for (int i = mad_lr_length(-action); i > 0; i--)
            stack = s->frames[stack].below;
        stack = push(s, stack, mad_lr_goto(s->frames[stack].state, -action));
        if (stack == NONE)
            return NONE;
    }
}

/* --- nodes -------------------------------------------------------------------------------------------------- */

static unsigned least_of(const struct search *s, uint32_t left)
{
    unsigned least = 0;
    for (size_t i = 0; i < s->words.input_count; i++)
        least += (left >> i & 1) != 0 ? s->words.input[i].least : 0;
    return least;
}

static bool is_same(const struct node *a, const struct node *b)
{
    return a->stack == b->stack && a->said == b->said && a->left == b->left &&
           a->reading == b->reading && a->later == b->later && a->term == b->term &&
           a->term_at == b->term_at && a->reading_at == b->reading_at && a->token == b->token &&
           a->is_split == b->is_split;
}

static uint32_t *slot_of(struct search *s, const struct node *node)
{
    uint64_t hash = node->stack * 0x9e3779b97f4a7c15U;
    hash = (hash ^ node->left ^ ((uint64_t)node->said << 32)) * 0x9e3779b97f4a7c15U;
    hash = (hash ^ ((uintptr_t)node->reading >> 3) ^ ((uintptr_t)node->later << 9) ^
            ((uint64_t)node->term << 40) ^ ((uint64_t)node->term_at << 32) ^ node->reading_at ^
            ((uint64_t)node->token << 16)) *
           0x9e3779b97f4a7c15U;
    uint32_t at = (uint32_t)(hash >> 50);
    while (s->slots[at] != 0 && !is_same(&s->nodes[s->slots[at]], node))
        at = (at + 1) % SLOTS;
    return &s->slots[at];
}

static void add(struct search *s, struct node node, unsigned more)
{
    unsigned cost = node.cost + more, whole = cost + least_of(s, node.left);
    if (whole > MAX_COST || s->node_count + 1 >= MAX_NODES)
        return;
    node.cost = (uint16_t)cost;
    uint32_t *slot = slot_of(s, &node);
    if (*slot != 0 && s->nodes[*slot].cost <= cost)
        return;
    uint32_t made = ++s->node_count;
    if (*slot != 0)
        s->nodes[*slot].is_done = true;
    node.next = s->buckets[whole];
    node.is_done = false;
    s->nodes[made] = node;
    s->buckets[whole] = made;
    *slot = made;
}

/* --- what may stand where ------------------------------------------------------------------------------------ */

/* A sentence may begin behind the last token. */
static bool is_begin(int last)
{
    return last == 0 || last == MAD_T_NEW || last == MAD_T_COLON;
}

static bool makes_name(int last)
{
    static const int makers[] = {MAD_T_MARK,      MAD_T_COUNTER,       MAD_T_POCKET, MAD_T_VERB,
                                 MAD_T_DIRECTION, MAD_T_OWN_DIRECTION, MAD_T_LET,    MAD_T_CHOOSE,
                                 MAD_T_OPTION,    MAD_T_FOR_EACH};
    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++)
        if (makers[i] == last)
            return true;
    return false;
}

static bool is_calling(int last)
{
    return is_begin(last) || last == MAD_T_MAY || last == MAD_T_A_PLAYER_MAY ||
           last == MAD_T_AFTER_MAY || last == MAD_T_AFTER_MUST || last == MAD_T_MUST ||
           last == MAD_T_COMMA_ONE_MUST || last == MAD_T_WITHOUT || last == MAD_T_NO_LONGER;
}

static bool wants_direction(int last)
{
    return last == MAD_T_STEP || last == MAD_T_SLIDE || last == MAD_T_LINE || last == MAD_T_GOING;
}

/* What it costs that a name stands here. */
static unsigned cost_of_name(int last, const struct mad_nearest_term *term)
{
    if (term->is_capital || term->kind == MAD_NEAREST_GIVEN || last == MAD_T_AND ||
        last == MAD_T_OR || last == MAD_T_COMMA || last == MAD_T_LPAREN)
        return 0;
    bool fits = wants_direction(last) == (term->kind == MAD_NEAREST_DIRECTION) &&
                (term->kind != MAD_NEAREST_VERB || is_calling(last)) &&
                (term->kind == MAD_NEAREST_VERB || !is_begin(last));
    if (term->kind == MAD_NEAREST_DIRECTION && !is_begin(last) && !wants_direction(last))
        return last == MAD_T_ALONG ? 0 : COST_OF_KIND;
    return fits ? 0 : COST_OF_KIND;
}

static bool is_among(int token, const int *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (list[i] == token)
            return true;
    return false;
}

/* What it costs that a sentence begins with the token in this section. */
static unsigned cost_of_section(const struct search *s, int token)
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
    bool is_piece = is_among(token, pieces, sizeof pieces / sizeof *pieces);
    bool is_end = is_among(token, ends, sizeof ends / sizeof *ends);
    bool is_verb = is_among(token, verbs, sizeof verbs / sizeof *verbs);
    switch (s->task->section) {
    case MAD_NEAREST_IN_PIECE: return is_piece ? 0 : COST_OF_SECTION;
    case MAD_NEAREST_IN_ENDS: return is_end ? 0 : COST_OF_SECTION;
    case MAD_NEAREST_IN_VERB: return is_verb ? 0 : COST_OF_SECTION;
    case MAD_NEAREST_IN_GAME:
        return (is_piece || is_end || is_verb) && token != MAD_T_NEW && token != MAD_T_WHEN &&
                       token != MAD_T_NAME
                   ? COST_OF_SECTION
                   : 0;
    case MAD_NEAREST_IN_OTHER:
        return is_among(token, others, sizeof others / sizeof *others) ? 0 : COST_OF_SECTION;
    }
    return 0;
}

/* --- steps ----------------------------------------------------------------------------------------------------- */

/* A whole token behind the node; the cost of its place is added. */
static void say_token(struct search *s, struct node node, int token, unsigned more)
{
    if (node.token == 0)
        more += cost_of_section(s, token);
    if (token == MAD_T_MEANS && node.token == MAD_T_WORD && !node.is_new)
        more += COST_OF_KIND;
    node.is_new = token == MAD_T_WORD &&
                  (node.made_is_lexeme || s->words.terms[node.made].kind == MAD_NEAREST_GIVEN);
    node.stack = shift(s, node.stack, token);
    node.said = (node.said ^ (node.made + (node.made_is_lexeme ? 40000U : 0))) * 16777619U + 1;
    node.token = (uint16_t)token;
    node.was_missing = node.is_missing;
    node.was_left_out = false;
    node.is_player = token == MAD_T_NAME && !node.made_is_lexeme &&
                     s->words.terms[node.made].kind == MAD_NEAREST_PLAYER;
    if (node.stack != NONE)
        add(s, node, more);
}

static void begin_term(struct search *s, const struct node *from, uint16_t index, uint8_t said,
                       bool is_capital, unsigned more)
{
    const struct mad_nearest_term *term = &s->words.terms[index];
    struct node node = *from;
    if (term->token < MAD_T_PIECE && !is_begin(from->token))
        return;
    if (shift(s, from->stack, term->token) == NONE)
        return;
    more += term->is_name ? cost_of_name(from->token, term) : 0;
    more += is_capital != term->is_capital ? COST_OF_CASE : 0;
    node.term = index;
    node.term_at = said;
    if (said < term->count) {
        add(s, node, more);
        return;
    }
    node.term = 0;
    node.made = index;
    node.made_is_lexeme = false;
    say_token(s, node, term->token, more);
}

/* A word that the line gives as a name and then uses. */
static bool is_twice(const struct search *s, uint16_t word)
{
    unsigned count = 0;
    for (size_t i = 0; i < s->words.input_count; i++)
        count += s->words.input[i].word == word;
    return count > 1;
}

/* A number, a square; a name that nobody knows. */
static void say_literal(struct search *s, struct node node, uint16_t word, bool is_capital)
{
    const struct mad_nearest_lexeme *lexeme = &s->words.lexemes[word];
    int token = lexeme->literal;
    unsigned more = 0;
    if (token == MAD_T_WORD && node.token != MAD_T_FILE)
        return;
    if (token == 0) {
        char first = lexeme->text[0];
        bool is_letter = first >= 'a' && first <= 'z';
        if (!is_letter || lexeme->first != 0 ||
            !(is_capital || makes_name(node.token) || is_twice(s, word)))
            return;
        token = is_capital ? MAD_T_NAME : MAD_T_WORD;
        more = node.token == MAD_T_PIECE || !is_capital ? COST_OF_NEW_NAME : COST_OF_KIND;
    }
    node.made = word;
    node.made_is_lexeme = true;
    say_token(s, node, token, more);
}

/* Small words are forgotten, others hardly. */
static unsigned cost_of_forgotten(const struct search *s, const struct mad_nearest_term *term,
                                  uint8_t at)
{
    const char *word = s->words.lexemes[term->words[at]].text;
    return term->is_name      ? 2 * MAD_NEAREST_FORGOTTEN + 1
           : strlen(word) < 4 ? 1
           : term->count > 3  ? MAD_NEAREST_FORGOTTEN
                              : 2 * MAD_NEAREST_FORGOTTEN;
}

/* The next word of the node's reading. */
static void say_word(struct search *s, struct node node)
{
    const struct mad_nearest_reading *reading = node.reading;
    uint16_t word = reading->words[node.reading_at++];
    bool is_capital = s->words.input[node.input].is_capital && reading->words[0] == word &&
                      s->words.input[node.input].word == word;
    if (node.reading_at == reading->gap) {
        node.later = reading;
        node.reading = NULL;
        node.reading_at = 0;
    } else if (node.reading_at == reading->count) {
        node.reading = NULL;
        node.reading_at = 0;
    }
    if (node.term != 0) {
        const struct mad_nearest_term *term = &s->words.terms[node.term];
        if (term->words[node.term_at] != word)
            return;
        if (++node.term_at < term->count) {
            add(s, node, 0);
            return;
        }
        node.made = node.term;
        node.made_is_lexeme = false;
        node.term = 0;
        node.term_at = 0;
        say_token(s, node, term->token, 0);
        return;
    }
    bool is_typed = reading->cost == 0 && reading->count == 1;
    for (uint16_t t = s->words.lexemes[word].first; t != 0; t = s->words.terms[t].next_first) {
        bool is_small = !is_typed && s->words.terms[t].is_capital; /* its case was not typed */
        begin_term(s, &node, t, 1, is_small || is_capital, 0);
    }
    for (uint16_t t = s->words.lexemes[word].second; t != 0; t = s->words.terms[t].next_second)
        begin_term(s, &node, t, 2, s->words.terms[t].is_capital,
                   cost_of_forgotten(s, &s->words.terms[t], 0));
    say_literal(s, node, word, is_capital);
}

/* What stands behind the gap of a reading. */
static void say_later(struct search *s, const struct node *from)
{
    struct node node = *from;
    node.reading = from->later;
    node.reading_at = from->later->gap;
    node.later = NULL;
    say_word(s, node);
}

static bool take_words(struct node *node, size_t at, uint8_t count)
{
    for (size_t i = at; i < at + count; i++) {
        if ((node->left >> i & 1) == 0)
            return false;
        node->left &= ~(1U << i);
    }
    return true;
}

/* The words of the line that may come next. */
static void say_input(struct search *s, const struct node *from)
{
    unsigned skipped = 0;
    bool is_first = true;
    for (size_t at = 0; at < s->words.input_count && skipped < WINDOW; at++) {
        if ((from->left >> at & 1) == 0)
            continue;
        for (const struct mad_nearest_reading *r = s->words.input[at].readings; r != NULL;
             r = r->next) {
            struct node node = *from;
            if ((!is_first && (r->count == 0 || !s->words.input[at].may_move)) ||
                (r->gap > 0 && from->later != NULL) || !take_words(&node, at, r->taken))
                continue;
            node.input = (uint8_t)at;
            node.read = r;
            node.is_moved = !is_first;
            if (r->count == 0 && from->was_missing && from->term == 0 &&
                (from->token == MAD_T_HERE || from->token == MAD_T_A))
                continue; /* it was the word that is meant */
            if (r->count == 0) {
                node.was_left_out = true;
                add(s, node, r->cost);
                continue;
            }
            node.reading = r;
            node.reading_at = 0;
            node.cost = (uint16_t)(node.cost + r->cost + skipped * COST_OF_ORDER + !is_first);
            say_word(s, node);
        }
        is_first = false;
        skipped += s->words.input[at].may_move;
    }
}

/* Where people leave it out: `a` behind `has`, `'s` behind a player, `new` under a piece. */
static bool may_miss(const struct search *s, const struct node *from, int token)
{
    static const int before_a[] = {MAD_T_HAS,       MAD_T_WHEN,       MAD_T_UNLESS,
                                   MAD_T_WINS_WHEN, MAD_T_LOSES_WHEN, MAD_T_DRAW_WHEN,
                                   MAD_T_REQUIRE,   MAD_T_IF,         MAD_T_ILLEGAL_WHEN};
    if (token < MAD_T_PIECE && !is_begin(from->token))
        return false;
    switch (token) {
    case MAD_T_A: return is_among(from->token, before_a, sizeof before_a / sizeof *before_a);
    case MAD_T_IS: return from->token != MAD_T_OWN;
    case MAD_T_HERE:
        return !from->was_left_out &&
               (is_among(from->token, before_a, sizeof before_a / sizeof *before_a) ||
                from->token == MAD_T_AND || from->token == MAD_T_OR);
    case MAD_T_POSSESSIVE: return from->is_player;
    case MAD_T_MOVE_OR_CAPTURE:
    case MAD_T_MOVE:
        return s->task->section == MAD_NEAREST_IN_PIECE &&
               (from->token == 0 || from->token == MAD_T_NEW);
    default: return true;
    }
}

/* Whether a word only joins two sentences. */
static bool is_joiner(const char *word)
{
    static const char *const words[] = {"or", "and", ",", ";", "but", ".", "bar", "/"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i], word) == 0)
            return true;
    return false;
}

/* What a piece does is said in several lines: `move step forward and capture step diagonal` in two. */
static void say_split(struct search *s, const struct node *from)
{
    struct node node = *from;
    size_t at = 0;
    while (at < s->words.input_count && (from->left >> at & 1) == 0)
        at++;
    if (s->task->section != MAD_NEAREST_IN_PIECE || from->is_split || from->token == 0 ||
        at == s->words.input_count || shift(s, from->stack, MAD_T_NEWLINE) == NONE)
        return;
    if (is_joiner(s->words.lexemes[s->words.input[at].word].text))
        node.left &= ~(1U << at);
    node.stack = s->first;
    node.token = 0;
    node.is_split = node.starts_line = true;
    add(s, node, COST_OF_SPLIT);
}

static void say_missing(struct search *s, const struct node *from)
{
    struct node node = *from;
    node.is_missing = true;
    if (from->term != 0) {
        const struct mad_nearest_term *term = &s->words.terms[from->term];
        unsigned cost = cost_of_forgotten(s, term, from->term_at);
        if (++node.term_at < term->count) {
            add(s, node, cost);
            return;
        }
        node.made = from->term;
        node.made_is_lexeme = false;
        node.term = 0;
        node.term_at = 0;
        say_token(s, node, term->token, cost);
        return;
    }
    for (size_t i = 0; i < s->words.missing_count; i++) {
        const struct mad_nearest_missing *missing = &s->words.missing[i];
        bool is_second = from->was_missing && from->token != MAD_T_HERE && from->token != MAD_T_IS;
        if (is_second || !may_miss(s, from, missing->token))
            continue;
        node.made = missing->term;
        node.made_is_lexeme = false;
        say_token(s, node, missing->token, missing->cost);
    }
}

/* --- answers ------------------------------------------------------------------------------------------------------ */

struct text {
    char *at;
    size_t used, room;
};

static void put(struct text *text, const char *more)
{
    size_t bytes = strlen(more), left = text->room - text->used - 1;
    bytes = bytes < left ? bytes : left;
    memcpy(text->at + text->used, more, bytes);
    text->used += bytes;
    text->at[text->used] = '\0';
}

static const char *made_text(const struct search *s, const struct node *node)
{
    return node->made_is_lexeme ? s->words.lexemes[node->made].text
                                : s->words.terms[node->made].text;
}

/* The nodes from the first to the last; how many. */
static size_t path_to(const struct search *s, uint32_t last, uint32_t *path, size_t room)
{
    size_t count = 0;
    for (uint32_t at = last; at != NONE && count < room; at = s->nodes[at].parent)
        count++;
    size_t i = count;
    for (uint32_t at = last; at != NONE && i > 0; at = s->nodes[at].parent)
        path[--i] = at;
    return count;
}

static void put_name(struct text *text, const struct search *s, const struct node *node)
{
    char name[MAX_TEXT / 4];
    (void)snprintf(name, sizeof name, "%s", made_text(s, node));
    if (node->made_is_lexeme && node->token == MAD_T_NAME && name[0] >= 'a')
        name[0] = (char)(name[0] - 'a' + 'A');
    put(text, name);
}

static void write_line(const struct search *s, const uint32_t *path, size_t count,
                       struct text *text)
{
    int last = 0;
    for (size_t i = 1; i < count; i++) {
        const struct node *node = &s->nodes[path[i]];
        if (node->starts_line) {
            put(text, "\n");
            last = 0;
        }
        if (node->made == 0)
            continue;
        const char first = made_text(s, node)[0];
        if (last == MAD_T_A && strchr("aeiou", first) != NULL && first != '\0')
            put(text, "n");
        if (last != 0 && last != MAD_T_LPAREN && strchr(",:)'", first) == NULL)
            put(text, " ");
        put_name(text, s, node);
        last = node->token;
    }
}

static const char *line_of(struct search *s, const uint32_t *path, size_t count)
{
    struct text text = {mad_arena_new(s->words.arena, MAX_TEXT, 1), 0, MAX_TEXT};
    if (text.at == NULL) {
        s->words.out_of_memory = true;
        return NULL;
    }
    write_line(s, path, count, &text);
    return text.at;
}

static void put_quoted(struct text *text, const char *more, size_t bytes)
{
    int put = snprintf(text->at + text->used, text->room - text->used, "`%.*s`", (int)bytes, more);
    text->used += put > 0 ? (size_t)put : 0;
    if (text->used >= text->room)
        text->used = text->room - 1;
}

static void put_reading(struct text *text, const struct search *s, const struct node *node)
{
    const struct mad_nearest_reading *reading = node->read;
    const struct mad_nearest_input *first = &s->words.input[node->input],
                                   *last = first + reading->taken - 1;
    if (reading->count == 0)
        put(text, "leave out ");
    put_quoted(text, first->text, (size_t)(last->text + last->bytes - first->text));
    if (reading->count == 0)
        return;
    put(text, " is `");
    for (size_t i = 0; i < reading->count; i++) {
        put(text, i == 0 ? "" : i == reading->gap ? " ... " : " ");
        put(text, s->words.lexemes[reading->words[i]].text);
        if (reading->count == 1 && first->is_capital)
            text->at[text->used - strlen(s->words.lexemes[reading->words[i]].text)] =
                first->text[0];
    }
    put(text, "` here");
}

/* What was changed, in the order of the sentence. */
static const char *told_of(struct search *s, const uint32_t *path, size_t count)
{
    struct text text = {mad_arena_new(s->words.arena, MAX_TEXT, 1), 0, MAX_TEXT};
    bool is_moved = false;
    if (text.at == NULL) {
        s->words.out_of_memory = true;
        return NULL;
    }
    for (size_t i = 1; i < count; i++) {
        const struct node *node = &s->nodes[path[i]];
        bool is_said = node->read != NULL && (node->read->cost > 0 || node->read->count != 1);
        is_moved = is_moved || node->is_moved;
        if (node->starts_line) {
            put(&text, text.used > 0 ? "; " : "");
            put(&text, "this is said in two lines");
        }
        if (!is_said && !(node->is_missing && node->made != 0))
            continue;
        put(&text, text.used > 0 ? "; " : "");
        if (is_said) {
            put_reading(&text, s, node);
        } else {
            put_quoted(&text, made_text(s, node), strlen(made_text(s, node)));
            put(&text, " is missing");
        }
    }
    if (text.used == 0 && !is_moved)
        put(&text, "the words are right; blanks, hyphens or capitals are not");
    if (is_moved) {
        put(&text, text.used > 0 ? "; " : "");
        put(&text, "the words stand in another order");
    }
    return text.at;
}

static bool is_new(const struct search *s, const char *text)
{
    for (size_t i = 0; i < s->count; i++)
        if (strcmp(s->found[i].text, text) == 0)
            return false;
    return true;
}

static void note(struct search *s, uint32_t at)
{
    uint32_t path[200];
    size_t count = path_to(s, at, path, sizeof path / sizeof *path);
    const char *text = line_of(s, path, count);
    if (text == NULL || !is_new(s, text))
        return;
    s->found[s->count++] = (struct mad_nearest){text, told_of(s, path, count), s->nodes[at].cost};
}

/* --- the search ------------------------------------------------------------------------------------------------------ */

static void follow(struct search *s, uint32_t at)
{
    struct node node = s->nodes[at];
    node.parent = at;
    node.made = 0;
    node.read = NULL;
    node.starts_line = false;
    node.is_missing = node.is_moved = false;
    if (node.reading != NULL) {
        say_word(s, node);
        return;
    }
    if (node.later != NULL)
        say_later(s, &node);
    if (node.left == 0 && node.term == 0 && node.later == NULL &&
        !(node.is_split && node.token == MAD_T_COLON) &&
        shift(s, node.stack, MAD_T_NEWLINE) != NONE)
        note(s, at);
    if (node.term == 0 && node.later == NULL)
        say_split(s, &node);
    say_input(s, &node);
    say_missing(s, &node);
}

static bool make_room(struct search *s)
{
    struct mad_arena *arena = s->task->arena;
    s->frames = mad_arena_room(arena, MAX_FRAMES * sizeof *s->frames, _Alignof(struct frame));
    s->nodes = mad_arena_room(arena, MAX_NODES * sizeof *s->nodes, _Alignof(struct node));
    s->slots = MAD_ARENA_ARRAY(arena, uint32_t, SLOTS);
    if (s->frames == NULL || s->nodes == NULL || s->slots == NULL)
        s->words.out_of_memory = true;
    return !s->words.out_of_memory;
}

static void look(struct search *s)
{
    s->first = push(s, 0, 0);
    struct node first = {.parent = NONE, .stack = s->first};
    first.left = (uint32_t)((1ULL << s->words.input_count) - 1);
    add(s, first, 0);
    unsigned most =
        s->words.input_count + 4 < MAX_COST ? (unsigned)s->words.input_count + 4 : MAX_COST;
    bool is_found = false;
    for (unsigned cost = 0; cost <= most && s->count < MAX_FOUND && !s->words.out_of_memory;) {
        uint32_t at = s->buckets[cost];
        if (at == 0) {
            cost++;
            continue;
        }
        s->buckets[cost] = s->nodes[at].next;
        if (!s->nodes[at].is_done)
            follow(s, at);
        if (s->count > 0 && !is_found)
            most = cost + COST_BEHIND < most ? cost + COST_BEHIND : most;
        is_found = s->count > 0;
    }
}

size_t mad_nearest(const struct mad_nearest_task *task, struct mad_nearest *out, size_t room,
                   bool *out_of_memory)
{
    struct search *s = MAD_ARENA_NEW(task->arena, struct search);
    if (s == NULL) {
        *out_of_memory = true;
        return 0;
    }
    s->task = task;
    if (mad_nearest_read(&s->words, task) && make_room(s))
        look(s);
    *out_of_memory = *out_of_memory || s->words.out_of_memory;
    size_t count = s->count < room ? s->count : room;
    memcpy(out, s->found, count * sizeof *out);
    return count;
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
                    {"notation", MAD_NEAREST_IN_OTHER},   {"test ", MAD_NEAREST_IN_OTHER},
                    {"game ", MAD_NEAREST_IN_GAME},       {"variant ", MAD_NEAREST_IN_GAME},
                    {"when moved:", MAD_NEAREST_IN_VERB}, {"end", MAD_NEAREST_IN_GAME}};
    enum mad_nearest_section section = MAD_NEAREST_IN_GAME;
    for (size_t line = 0; line < at;) {
        size_t end = line, begin = line;
        while (end < at && text[end] != '\n')
            end++;
        while (begin < end && (text[begin] == ' ' || text[begin] == '\t'))
            begin++;
        if (begins(text + begin, end - begin, "new "))
            begin += 4;
        for (size_t i = 0; end < at && i < sizeof headings / sizeof *headings; i++) {
            if (begins(text + begin, end - begin, headings[i].words)) {
                section = headings[i].section;
                break;
            }
        }
        line = end + 1;
    }
    return section;
}
