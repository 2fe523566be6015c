/* nearest.c - the sentences that lie nearest to a line that is none, found by search.
 *
 * Layer: grammar. See nearest.h. A node of the search is a stack of the parser and the words of the line that are still to
 * be said. From there a word goes on with the sentence - as it is, or as what it may stand for (nearest_words.h) - or is
 * left out, or a word that is missing is put in; what the automaton of the parser does not take is no way. Words may be
 * said before others that stand in front of them. Each of these costs something; the cheapest node is followed first (A*:
 * what the words left over cost at least is added). The number of nodes is bounded, and equal lines give equal answers. */
#include "nearest.h"

#include <string.h>

#include "kin.h"
#include "nearest_search.h"
#include "parser.h"

enum {
    MAX_NODES = 16000,
    MAX_FRAMES = 8000,
    COST_BEHIND = 4,   /* that of the first of them lies that of the others at most */
    WINDOW = 4,        /* words that may be said before those in front of them */
    COST_OF_ORDER = 2, /* for each of them */
    COST_OF_SPLIT = 2, /* two lines in place of one */
    COST_OF_TORN = 4,  /* from the word that leads it */
    COST_OF_CASE = 1,
    COST_OF_A = 3,
    COST_OF_ADDING = 2, /* to a piece that is changed */
    COST_OF_NEW_NAME = 1,
    COST_OF_OTHER_DOER = 3,
    COST_OF_NEW_MAN = 2, /* of whom nothing is known */
    COST_OF_UNTOLD = 4,  /* a name that nothing has yet */
    COST_OF_HEAD = 3,    /* with which sentences begin, left out */
    COST_OF_UNSAID = 3,  /* whose men, or ranks, are meant, where most say nothing of it */
    LOG_SLOTS = 15,
    SLOTS = 1 << LOG_SLOTS,
};

/* --- stacks ------------------------------------------------------------------------------------------------ */

static uint32_t push(struct mad_nearest_search *s, uint32_t below, int state)
{
    uint32_t *slot = &s->frame_slots[(below * 31 + (unsigned)state * 2654435761U) % 4096];
    for (uint32_t i = *slot; i != 0; i = s->frames[i].next)
        if (s->frames[i].below == below && s->frames[i].state == state)
            return i;
    if (s->frame_count + 1 >= MAX_FRAMES)
        return MAD_NEAREST_NONE;
    uint32_t made = ++s->frame_count;
    s->frames[made] = (struct mad_nearest_frame){below, *slot, (uint16_t)state};
    *slot = made;
    return made;
}

/* The stack behind a token, or MAD_NEAREST_NONE. */
static uint32_t shift(struct mad_nearest_search *s, uint32_t stack, int token)
{
    for (;;) {
        int action = mad_lr_action(s->frames[stack].state, token);
        if (action == 0)
            return MAD_NEAREST_NONE;
        if (action > 0)
            return push(s, stack, action);
        for (int i = mad_lr_length(-action); i > 0; i--)
            stack = s->frames[stack].below;
        stack = push(s, stack, mad_lr_goto(s->frames[stack].state, -action));
        if (stack == MAD_NEAREST_NONE)
            return MAD_NEAREST_NONE;
    }
}

/* --- nodes -------------------------------------------------------------------------------------------------- */

static unsigned least_of(const struct mad_nearest_search *s, uint32_t left)
{
    unsigned least = 0;
    for (size_t i = 0; i < s->words.input_count; i++)
        least += (left >> i & 1) != 0 ? s->words.input[i].least : 0;
    return least;
}

static bool is_same(const struct mad_nearest_node *a, const struct mad_nearest_node *b)
{
    return a->stack == b->stack && a->said == b->said && a->left == b->left &&
           a->reading == b->reading && a->later == b->later && a->term == b->term &&
           a->term_at == b->term_at && a->reading_at == b->reading_at && a->token == b->token &&
           a->is_split == b->is_split && a->is_loss_gone == b->is_loss_gone;
}

static uint32_t *slot_of(struct mad_nearest_search *s, const struct mad_nearest_node *node)
{
    uint64_t hash = node->stack * 0x9e3779b97f4a7c15U;
    hash = (hash ^ node->left ^ ((uint64_t)node->said << 32)) * 0x9e3779b97f4a7c15U;
    hash = (hash ^ ((uintptr_t)node->reading >> 3) ^ ((uintptr_t)node->later << 9) ^
            ((uint64_t)node->term << 40) ^ ((uint64_t)node->term_at << 32) ^ node->reading_at ^
            ((uint64_t)node->token << 16)) *
           0x9e3779b97f4a7c15U;
    uint32_t at = (uint32_t)(hash >> (64 - LOG_SLOTS));
    while (s->slots[at] != 0 && !is_same(&s->nodes[s->slots[at]], node))
        at = (at + 1) % SLOTS;
    return &s->slots[at];
}

static void add(struct mad_nearest_search *s, struct mad_nearest_node node, unsigned more)
{
    unsigned cost = node.cost + more, whole = cost + least_of(s, node.left);
    if (whole > MAD_NEAREST_MOST || s->node_count + 1 >= MAX_NODES)
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

/* --- steps ----------------------------------------------------------------------------------------------------- */

static bool is_joiner_token(int token)
{
    return token == MAD_T_OR || token == MAD_T_AND || token == MAD_T_COMMA;
}

static bool is_denial(int token)
{
    static const int all[] = {MAD_T_NO,      MAD_T_NOT,     MAD_T_NOBODY,   MAD_T_A_PLAYER_WITH_NO,
                              MAD_T_AT_MOST, MAD_T_EXACTLY, MAD_T_LESS_THAN};
    return mad_nearest_is_among(token, all, sizeof all / sizeof *all);
}

/* `he` is who was named before; so is, behind `enemy loses when`, whom nobody names. */
static bool is_other_doer(const struct mad_nearest_search *s, const struct mad_nearest_node *node,
                          int token)
{
    static const char *const words[] = {"he", "she", "they", "it"};
    const char *typed =
        node->read != NULL ? s->words.lexemes[s->words.input[node->input].word].text : "";
    bool is_pronoun = false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        is_pronoun = is_pronoun || strcmp(words[i], typed) == 0;
    const bool is_unnamed = node->is_missing || strcmp(typed, "in") == 0;
    return (is_pronoun || (is_unnamed && node->doer != MAD_T_MOVER)) &&
           (token == MAD_T_MOVER || token == MAD_T_ENEMY) && node->doer != 0 && node->doer != token;
}

/* Below `change Pawn`, said in the same line: the line that is there is meant. */
static bool is_changing(const struct mad_nearest_node *node)
{
    return node->is_split && node->token == 0 && node->head == MAD_T_CHANGE;
}

/* A whole token behind the node; the cost of its place is added. */
static void say_token(struct mad_nearest_search *s, struct mad_nearest_node node, int token,
                      unsigned more)
{
    if (node.token == 0)
        more += mad_nearest_cost_of_section(s, &node, token);
    if (node.token == 0 && is_changing(&node) && token != MAD_T_NEW && token != MAD_T_NO_LONGER)
        more += COST_OF_ADDING;
    if (node.token == 0 && node.head == MAD_T_MOVE_OR_CAPTURE && token != MAD_T_MOVE_OR_CAPTURE)
        more += COST_OF_OTHER_DOER; /* who captures otherwise only moves so */
    node.head = node.head != 0 ? node.head : (uint16_t)token;
    more += mad_nearest_cost_behind(node.token, token);
    /* Squares are listed with `and`, but in meanings; what a piece may become with `or`. */
    bool is_or =
        node.is_meaning || (s->task->section == MAD_NEAREST_IN_PIECE && node.token == MAD_T_NAME);
    more += is_or ? token == MAD_T_AND : token == MAD_T_OR && node.token == MAD_T_SQUARE;
    if (node.token == MAD_T_A && node.was_missing && token == MAD_T_WORD)
        more += COST_OF_A; /* names of squares are asked where somebody stands */
    more += is_other_doer(s, &node, token) ? COST_OF_OTHER_DOER : 0;
    node.is_without = node.is_without || token == MAD_T_WITHOUT;
    node.is_meaning = node.is_meaning || token == MAD_T_MEANS;
    node.is_option = node.is_option || token == MAD_T_OPTION;
    if (token == MAD_T_MEANS && node.token == MAD_T_WORD && !node.is_new)
        more += MAD_NEAREST_OTHER_KIND;
    node.is_new = token == MAD_T_WORD &&
                  (node.made_is_lexeme || s->words.terms[node.made].kind == MAD_NEAREST_GIVEN);
    const int was = node.token;
    bool is_direction = token == MAD_T_WORD && !node.made_is_lexeme &&
                        s->words.terms[node.made].kind == MAD_NEAREST_DIRECTION;
    if (is_direction && node.is_bare && is_joiner_token(was))
        return; /* several of them stand in brackets */
    node.stack = shift(s, node.stack, token);
    node.said = (node.said ^ (node.made + (node.made_is_lexeme ? 40000U : 0))) * 16777619U + 1;
    node.token = (uint16_t)token;
    node.tokens++;
    node.was_missing = node.is_missing;
    node.was_left_out = node.is_strange_gone = false;
    node.is_denied = node.is_denied || is_denial(token);
    node.has_subject = node.has_subject || (token == MAD_T_IS && !node.is_missing);
    if (token == MAD_T_MOVER || token == MAD_T_ENEMY || token == MAD_T_NEXT_PLAYER)
        node.doer = (uint16_t)token;
    node.is_bare = is_direction ? was == MAD_T_STEP || was == MAD_T_SLIDE || node.is_bare
                                : node.is_bare && is_joiner_token(token);
    node.is_player = token == MAD_T_NAME && !node.made_is_lexeme &&
                     s->words.terms[node.made].kind == MAD_NEAREST_PLAYER;
    if (node.stack != MAD_NEAREST_NONE)
        add(s, node, more);
}

static void begin_term(struct mad_nearest_search *s, const struct mad_nearest_node *from,
                       uint16_t index, uint8_t said, bool is_capital, unsigned more)
{
    const struct mad_nearest_term *term = &s->words.terms[index];
    struct mad_nearest_node node = *from;
    bool is_title = from->token == MAD_T_LIKE || from->token == MAD_T_ARRAY_OF; /* of no man */
    if ((term->token < MAD_T_PIECE && !mad_nearest_begins(from->token)) ||
        (is_capital && term->kind == MAD_NEAREST_FILE && !is_title))
        return;
    if (shift(s, from->stack, term->token) == MAD_NEAREST_NONE)
        return;
    more += term->is_name && !(from->is_without && term->kind == MAD_NEAREST_VERB)
                ? mad_nearest_cost_of_name(from->token, term)
                : 0;
    more += is_capital != term->is_capital ? COST_OF_CASE : 0;
    node.term = index;
    node.term_at = said;
    node.forgotten = said > 1 ? term->words[0] : 0;
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
static bool is_twice(const struct mad_nearest_search *s, uint16_t word)
{
    unsigned count = 0;
    for (size_t i = 0; i < s->words.input_count; i++)
        count += s->words.input[i].word == word;
    return count > 1;
}

/* Whether words of the language, or names, begin so; files of rules are called as men are, in small letters. */
static bool is_name_of_more(const struct mad_nearest_search *s,
                            const struct mad_nearest_lexeme *lexeme, bool is_capital)
{
    for (uint16_t t = lexeme->first; t != 0; t = s->words.terms[t].next_first)
        if (!is_capital || s->words.terms[t].kind != MAD_NEAREST_FILE)
            return true;
    return false;
}

/* Behind its first letter: no name is written so. */
static bool has_capitals(const struct mad_nearest_input *input)
{
    for (size_t i = 1; i < input->bytes; i++)
        if (input->text[i] >= 'A' && input->text[i] <= 'Z')
            return true;
    return false;
}

/* A number, a square; a name that nobody knows. */
static void say_literal(struct mad_nearest_search *s, struct mad_nearest_node node, uint16_t word,
                        bool is_capital)
{
    const struct mad_nearest_lexeme *lexeme = &s->words.lexemes[word];
    int token = lexeme->literal;
    unsigned more = 0;
    if (token == MAD_T_WORD && node.token != MAD_T_FILE)
        return;
    if (token == 0) {
        char first = lexeme->text[0];
        bool is_letter = first >= 'a' && first <= 'z' && !has_capitals(&s->words.input[node.input]);
        bool is_named_first = node.token == 0 && s->task->section == MAD_NEAREST_IN_GAME;
        if (!is_letter || (!node.is_option && is_name_of_more(s, lexeme, is_capital)) ||
            !(is_capital || mad_nearest_makes_name(node.token) || is_twice(s, word) ||
              mad_nearest_may_name(node.token) || node.is_option || is_named_first))
            return;
        token = is_capital ? MAD_T_NAME : MAD_T_WORD;
        more = node.token == MAD_T_PIECE       ? COST_OF_NEW_NAME
               : is_capital && node.token != 0 ? COST_OF_NEW_MAN
               : !node.is_option && (is_capital || mad_nearest_may_name(node.token))
                   ? COST_OF_UNTOLD
                   : COST_OF_NEW_NAME;
    }
    node.made = word;
    node.made_is_lexeme = true;
    say_token(s, node, token, more);
}

/* Small words are forgotten, others hardly. */
static unsigned cost_of_forgotten(const struct mad_nearest_search *s,
                                  const struct mad_nearest_term *term, uint8_t at)
{
    const char *word = s->words.lexemes[term->words[at]].text;
    return term->is_name      ? 2 * MAD_NEAREST_FORGOTTEN + 1
           : strlen(word) < 4 ? 1
           : term->count > 3  ? MAD_NEAREST_FORGOTTEN
                              : 2 * MAD_NEAREST_FORGOTTEN;
}

/* The next word of the node's reading. */
static void say_word(struct mad_nearest_search *s, struct mad_nearest_node node)
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
static void say_later(struct mad_nearest_search *s, const struct mad_nearest_node *from)
{
    struct mad_nearest_node node = *from;
    node.reading = from->later;
    node.reading_at = from->later->gap;
    node.later = NULL;
    say_word(s, node);
}

static bool take_words(struct mad_nearest_node *node, size_t at, uint8_t count)
{
    for (size_t i = at; i < at + count; i++) {
        if ((node->left >> i & 1) == 0)
            return false;
        node->left &= ~(1U << i);
    }
    return true;
}

/* Of which nothing is known: what is put in its place was meant by it. */
static bool is_strange(const struct mad_nearest_search *s, size_t at)
{
    const struct mad_nearest_lexeme *lexeme = &s->words.lexemes[s->words.input[at].word];
    return lexeme->literal == 0 && lexeme->first == 0 && lexeme->second == 0 && !lexeme->is_told;
}

/* Behind a word that says what it is for, which is still to come: `to goal`. */
static bool is_led(const struct mad_nearest_search *s, uint32_t left, size_t at)
{
    static const char *const words[] = {"to", "with", "by", "from", "on", "along", "over"};
    bool leads = false;
    for (size_t i = 0; at > 0 && (left >> (at - 1) & 1) != 0 && i < sizeof words / sizeof *words;
         i++)
        leads = leads || strcmp(s->words.lexemes[s->words.input[at - 1].word].text, words[i]) == 0;
    return leads;
}

/* Who is captured is told by who is not there: that is no word to leave out where nothing is denied. */
static bool tells_of_loss(const struct mad_nearest_search *s, size_t at, size_t taken)
{
    static const char lost[] = "captured";
    for (size_t i = at; i < at + taken && s->task->section == MAD_NEAREST_IN_ENDS; i++)
        if (mad_kin_has(s->words.lexemes[s->words.input[i].word].kin, lost, sizeof lost - 1))
            return true;
    return false;
}

/* Whether sentences begin with the first word of the line: it says what the line is about. */
static bool begins_sentence(const struct mad_nearest_search *s)
{
    for (uint16_t t = s->words.lexemes[s->words.input[0].word].first; t != 0;
         t = s->words.terms[t].next_first)
        if (s->words.terms[t].token < MAD_T_PIECE && s->words.terms[t].count == 1)
            return true;
    return false;
}

/* The words of the line that may come next. */
static void say_input(struct mad_nearest_search *s, const struct mad_nearest_node *from)
{
    unsigned skipped = 0, open = 0; /* brackets among those skipped */
    bool is_first = true;
    for (size_t at = 0; at < s->words.input_count && skipped < WINDOW; at++) {
        const char *word = s->words.lexemes[s->words.input[at].word].text;
        if ((from->left >> at & 1) == 0)
            continue;
        if (open > 0) { /* what stands in them belongs together */
            open += strcmp(word, "(") == 0;
            open -= strcmp(word, ")") == 0;
            continue;
        }
        for (const struct mad_nearest_reading *r = s->words.input[at].readings; r != NULL;
             r = r->next) {
            struct mad_nearest_node node = *from;
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
                node.is_strange_gone = is_strange(s, at);
                node.is_loss_gone = node.is_loss_gone || tells_of_loss(s, at, r->taken);
                add(s, node, r->cost + (at == 0 && begins_sentence(s) ? COST_OF_HEAD : 0));
                continue;
            }
            node.reading = r;
            node.reading_at = 0;
            bool goes_on = at == from->behind && from->later == NULL; /* words move together */
            node.behind = (uint8_t)(at + r->taken);
            node.cost = (uint16_t)(node.cost + r->cost +
                                   (goes_on || is_first ? 0 : skipped * COST_OF_ORDER + 1) +
                                   (!is_first && is_led(s, from->left, at) ? COST_OF_TORN : 0));
            say_word(s, node);
        }
        is_first = false;
        skipped += s->words.input[at].may_move;
        open += strcmp(word, "(") == 0;
    }
}

/* Whether a word only joins two sentences. */
static bool is_joiner(const char *word)
{
    static const char *const words[] = {"or", "and", ",", ";", "but", ".", "bar", "/", "then"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i], word) == 0)
            return true;
    return false;
}

/* What a piece or a verb does is said in several lines: `move step forward and capture step diagonal` in two. What stands
 * behind a colon belongs to it. */
static void say_split(struct mad_nearest_search *s, const struct mad_nearest_node *from)
{
    struct mad_nearest_node node = *from;
    size_t at = 0;
    while (at < s->words.input_count && (from->left >> at & 1) == 0)
        at++;
    bool may_be_two = mad_nearest_heads(from->head) || s->task->section == MAD_NEAREST_IN_PIECE ||
                      s->task->section == MAD_NEAREST_IN_VERB ||
                      s->task->section == MAD_NEAREST_IN_TEST;
    bool is_bare_name = from->token == MAD_T_WORD && from->tokens == 1;
    if (!may_be_two || from->is_split || from->token == 0 || from->token == MAD_T_COLON ||
        is_bare_name || at == s->words.input_count ||
        shift(s, from->stack, MAD_T_NEWLINE) == MAD_NEAREST_NONE)
        return;
    if (is_joiner(s->words.lexemes[s->words.input[at].word].text))
        node.left &= ~(1U << at);
    node.stack = s->first;
    node.token = 0;
    node.is_split = node.starts_line = true;
    add(s, node, COST_OF_SPLIT);
}

/* Whether the step said the name of a verb. */
static bool is_verb(const struct mad_nearest_search *s, const struct mad_nearest_node *node)
{
    return node->made != 0 && !node->made_is_lexeme &&
           s->words.terms[node->made].kind == MAD_NEAREST_VERB;
}

/* Whom or what a sentence is about: in place of another word it would say something else. */
static bool is_whom_or_what(int token)
{
    return token == MAD_T_PIECE || token == MAD_T_MOVER || token == MAD_T_ENEMY ||
           token == MAD_T_OWN || token == MAD_T_HERE || token == MAD_T_WORD;
}

static void say_missing(struct mad_nearest_search *s, const struct mad_nearest_node *from)
{
    struct mad_nearest_node node = *from;
    node.is_missing = true;
    if (from->term != 0) {
        const struct mad_nearest_term *term = &s->words.terms[from->term];
        unsigned cost = cost_of_forgotten(s, term, from->term_at);
        node.forgotten = term->words[from->term_at];
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
        if (is_second || !mad_nearest_may_miss(s, from, missing->token))
            continue;
        node.made = missing->term;
        node.made_is_lexeme = false;
        bool is_whose = missing->token == MAD_T_PIECE &&
                        (from->token == MAD_T_ENEMY || from->token == MAD_T_OWN);
        bool is_whom = missing->token == MAD_T_IS && from->token == MAD_T_ENEMY;
        bool is_again =
            missing->token == from->doer && (from->token == MAD_T_AND || from->token == MAD_T_OR);
        bool is_of_call = missing->token == MAD_T_LPAREN && from->token == MAD_T_WORD &&
                          is_verb(s, &s->nodes[from->parent]);
        bool is_of_step = missing->token == MAD_T_LPAREN &&
                          (from->token == MAD_T_STEP || from->token == MAD_T_SLIDE ||
                           from->token == MAD_T_NO || from->token == MAD_T_A);
        bool is_other = missing->token == MAD_T_NEW && is_changing(from);
        bool is_small = is_whose || is_again || is_of_call || is_of_step || is_other;
        bool is_subject = missing->token == MAD_T_HERE && from->has_subject &&
                          (from->token == MAD_T_OR || from->token == MAD_T_AND);
        bool is_unsaid = missing->token == MAD_T_OWN && from->head != MAD_T_NAME &&
                         mad_nearest_forgets_whose(from->token); /* of one who is not named */
        unsigned cost = is_small || (from->is_strange_gone && !is_whom_or_what(missing->token)) ? 1
                        : is_unsaid  ? COST_OF_UNSAID
                        : is_subject ? COST_OF_OTHER_DOER
                                     : missing->cost + is_whom;
        say_token(s, node, missing->token, cost);
    }
}

/* --- the search ------------------------------------------------------------------------------------------------------ */

static void follow(struct mad_nearest_search *s, uint32_t at)
{
    struct mad_nearest_node node = s->nodes[at];
    node.parent = at;
    node.made = 0;
    node.read = NULL;
    node.starts_line = false;
    node.forgotten = 0;
    node.is_missing = node.is_moved = false;
    if (node.reading != NULL) {
        say_word(s, node);
        return;
    }
    if (node.later != NULL)
        say_later(s, &node);
    if (node.left == 0 && node.term == 0 && node.later == NULL &&
        !(node.is_split && node.token == MAD_T_COLON) && !(node.is_loss_gone && !node.is_denied) &&
        shift(s, node.stack, MAD_T_NEWLINE) != MAD_NEAREST_NONE)
        mad_nearest_note(s, at);
    if (node.term == 0 && node.later == NULL)
        say_split(s, &node);
    say_input(s, &node);
    say_missing(s, &node);
}

static bool make_room(struct mad_nearest_search *s)
{
    struct mad_arena *arena = s->task->arena;
    s->frames =
        mad_arena_room(arena, MAX_FRAMES * sizeof *s->frames, _Alignof(struct mad_nearest_frame));
    s->nodes =
        mad_arena_room(arena, MAX_NODES * sizeof *s->nodes, _Alignof(struct mad_nearest_node));
    s->slots = MAD_ARENA_ARRAY(arena, uint32_t, SLOTS);
    if (s->frames == NULL || s->nodes == NULL || s->slots == NULL)
        s->words.out_of_memory = true;
    return !s->words.out_of_memory;
}

static void look(struct mad_nearest_search *s)
{
    s->first = push(s, 0, 0);
    struct mad_nearest_node first = {.parent = MAD_NEAREST_NONE, .stack = s->first};
    first.left = (uint32_t)((1ULL << s->words.input_count) - 1);
    add(s, first, 0);
    unsigned most = s->words.input_count + 4 < MAD_NEAREST_MOST ? (unsigned)s->words.input_count + 4
                                                                : MAD_NEAREST_MOST;
    bool is_found = false;
    if (s->task->most > 0 && s->task->most < most)
        most = s->task->most;
    for (unsigned cost = 0;
         cost <= most && s->count < MAD_NEAREST_FOUND && !s->words.out_of_memory;) {
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

size_t mad_nearest_alone(const struct mad_nearest_task *task, struct mad_nearest *out, size_t room,
                         bool *out_of_memory)
{
    struct mad_nearest_search *s = MAD_ARENA_NEW(task->arena, struct mad_nearest_search);
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
