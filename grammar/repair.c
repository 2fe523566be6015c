/* repair.c - the one slip that keeps a sentence from being one, found by trial.
 *
 * Layer: grammar. A sentence is independent of all others, so it can be read alone and again: with one
 * word in place of another that resembles it, or with a word more. What can be read then is what its
 * author probably meant. The tries are made in memory of their own, report nothing, and are few: no
 * more than MAX_TRIES for a sentence, and none for findings that would not be shown. */
#include "repair.h"

#include <stdio.h>
#include <string.h>

#include "parser.h"

enum {
    MAX_SENTENCE = 1000,     /* bytes; longer ones are told of, but not tried */
    MAX_TRIES = 96,          /* readings of one sentence, some microseconds each */
    MAX_KNOWN = 512,         /* words of all keywords and phrases */
    MAX_LOOKED_AT = 1 << 16, /* bytes of the text in which a word is looked for */
    MAX_NAMES = 128,         /* names with capital letters of one text that are looked at */
};

struct change {
    uint32_t begin, length; /* in the sentence: taken out */
    char text[MAD_REPAIR_MAX_WORD];
    unsigned rank; /* the lowest is tried first */
};

enum { RANK_OF_SLIP = 8 }; /* a second slip weighs as much as any distance from the fault */

struct trial { /* over one sentence */
    struct mad_repair_text of;
    uint32_t bytes; /* of the sentence */
    struct mad_arena arena;
    struct mad_intern intern;
    struct mad_parser *again; /* reads the changed sentence */
    char sentence[MAX_SENTENCE + 1], changed[MAX_SENTENCE + 2 * MAD_REPAIR_MAX_WORD];
    struct change changes[MAX_TRIES];
    size_t count;
    struct {
        char text[16]; /* no word of the language is longer */
    } known[MAX_KNOWN];
    size_t known_count;
    uint32_t fault; /* in the sentence: where it stopped being one */
    bool is_call;   /* it was read as a call, and is to be read as something else */
    bool heals_one; /* of several faults, when no change heals all */
    bool out_of_memory;
};

/* --- the sentence ------------------------------------------------------------------------------------ */

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_capital(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool goes_on(char c)
{
    return is_letter(c) || (c >= '0' && c <= '9') || c == '-';
}

/* Behind the line's end, or behind that of the next when a comma joins them. */
static uint32_t sentence_end(const struct mad_repair_text *of)
{
    bool is_comment = false, is_text = false;
    char last = '\0';
    uint32_t at = of->begin;
    for (; at < of->bytes; at++) {
        char c = of->text[at];
        if (c == '\n' && last != ',')
            break;
        if (c == '\n') {
            is_comment = is_text = false;
            continue;
        }
        is_text = !is_comment && (c == '"') != is_text;
        is_comment = is_comment || (c == '#' && !is_text);
        if (!is_comment && strchr(" \t\r", c) == NULL)
            last = c;
    }
    return at;
}

/* Null when there is nothing to try or no memory. */
static struct trial *begin_trial(const struct mad_repair_text *of, bool *out_of_memory)
{
    uint32_t end = sentence_end(of);
    if (end - of->begin > MAX_SENTENCE ||
        memchr(of->text + of->begin, '\0', end - of->begin) != NULL)
        return NULL;
    struct mad_arena arena;
    mad_arena_init(&arena, of->allocator, 0);
    struct trial *trial = MAD_ARENA_NEW(&arena, struct trial);
    struct mad_parser *again = MAD_ARENA_NEW(&arena, struct mad_parser);
    if (trial == NULL || again == NULL) {
        mad_arena_free(&arena);
        *out_of_memory = true;
        return NULL;
    }
    trial->of = *of;
    trial->again = again;
    trial->bytes = end - of->begin;
    memcpy(trial->sentence, of->text + of->begin, trial->bytes);
    trial->arena = arena;
    mad_intern_init(&trial->intern, &trial->arena);
    return trial;
}

static bool end_trial(struct trial *trial, bool found, bool *out_of_memory)
{
    struct mad_arena arena = trial->arena;
    *out_of_memory = *out_of_memory || trial->out_of_memory;
    mad_arena_free(&arena);
    return found;
}

/* --- words -------------------------------------------------------------------------------------------- */

struct word {
    const char *text, *end; /* text looked at from `text` to `end` */
    const char *at;
    size_t bytes; /* 0 before the first */
};

/* The next word outside of texts in quotation marks and of comments. Squares are none, nor is the `s`
 * of a possessive. */
static bool next_word(struct word *word)
{
    const char *c = word->at + word->bytes;
    while (c < word->end) {
        if (*c == '"') {
            for (c++; c < word->end && *c != '"' && *c != '\n'; c++)
                ;
            c += c < word->end;
        } else if (*c == '#') {
            while (c < word->end && *c != '\n')
                c++;
        } else if (!goes_on(*c)) {
            c += *c == '\'' ? 2 : 1;
        } else {
            const char *begin = c;
            bool is_word = is_letter(*begin);
            for (; c < word->end && goes_on(*c); c++)
                is_word = is_word && (*c < '0' || *c > '9');
            if (!is_word)
                continue;
            word->at = begin;
            word->bytes = (size_t)(c - begin);
            return true;
        }
    }
    return false;
}

static struct word words_of(const char *text, size_t bytes)
{
    return (struct word){.text = text, .end = text + bytes, .at = text};
}

static bool is_known(const struct trial *trial, const char *word)
{
    for (size_t i = 0; i < trial->known_count; i++)
        if (strcmp(trial->known[i].text, word) == 0)
            return true;
    return false;
}

static bool copy_word(char *out, const char *text, size_t bytes)
{
    if (bytes == 0 || bytes >= MAD_REPAIR_MAX_WORD)
        return false;
    memcpy(out, text, bytes);
    out[bytes] = '\0';
    return true;
}

/* The words of all keywords and phrases, each once. */
static void list_known(struct trial *trial)
{
    for (int token = MAD_T_EDITION; token <= MAD_T_OPPOSITE_OF; token++) {
        const char *text = mad_token_text(token);
        struct word word = words_of(text, strlen(text));
        while (next_word(&word) && trial->known_count < MAX_KNOWN) {
            char *known = trial->known[trial->known_count].text;
            if (word.bytes >= sizeof trial->known->text)
                continue;
            memcpy(known, word.at, word.bytes);
            known[word.bytes] = '\0';
            trial->known_count += !is_known(trial, known);
        }
    }
}

/* --- readings ------------------------------------------------------------------------------------------- */

static void add_change(struct trial *trial, struct change change)
{
    size_t at = trial->count;
    for (size_t i = 0; i < trial->count; i++)
        if (trial->changes[i].begin == change.begin && trial->changes[i].length == change.length &&
            strcmp(trial->changes[i].text, change.text) == 0)
            return;
    if (at == MAX_TRIES && trial->changes[--at].rank <= change.rank)
        return;
    for (; at > 0 && trial->changes[at - 1].rank > change.rank; at--)
        trial->changes[at] = trial->changes[at - 1];
    trial->changes[at] = change;
    trial->count += trial->count < MAX_TRIES;
}

/* Whether the parser made one sentence of the changed text, of a kind that is looked for. */
static bool is_sentence(const struct trial *trial)
{
    const struct mad_sentences *made = trial->again->first;
    if (made == NULL || made->next != NULL || made->sentence.form == MAD_FORM_BROKEN)
        return false;
    const struct mad_node *node = made->sentence.node;
    return !trial->is_call || node == NULL || node->kind != MAD_NODE_CALL_LINE;
}

enum reading {
    UNREAD,  /* no better than before */
    FARTHER, /* the sentence stops being one farther on: it has another fault */
    READ,
};

/* How much of the sentence can be read with the change, if what was written then is read as a word of
 * the language; with `any_word`, as whatever it is. */
static enum reading read_changed(struct trial *trial, const struct change *change, bool any_word)
{
    size_t bytes = strlen(change->text), behind = change->begin + change->length;
    memcpy(trial->changed, trial->sentence, change->begin);
    memcpy(trial->changed + change->begin, change->text, bytes);
    memcpy(trial->changed + change->begin + bytes, trial->sentence + behind, trial->bytes - behind);
    struct mad_findings findings;
    struct mad_parse_context context = {
        .arena = &trial->arena, .intern = &trial->intern, .findings = &findings};
    mad_findings_init(&findings, &trial->arena, 0);
    struct mad_parser *again = trial->again;
    *again = (struct mad_parser){.context = &context,
                                 .text = trial->changed,
                                 .bytes = (uint32_t)(trial->bytes - change->length + bytes),
                                 .source = trial->of.source,
                                 .is_trial = true,
                                 .watched = change->begin + (change->text[0] == ' ')};
    bool gave_up = mad_parser_run(again) != 0;
    trial->out_of_memory = trial->out_of_memory || again->out_of_memory;
    if (gave_up || again->out_of_memory || !(any_word || again->watched_is_keyword))
        return UNREAD;
    if (findings.errors == 0)
        return is_sentence(trial) ? READ : UNREAD;
    bool is_before =
        change->begin <= trial->fault; /* what lies behind the fault heals nothing yet */
    return is_before && again->fault + change->length > trial->fault + bytes ? FARTHER : UNREAD;
}

static bool note(struct trial *trial, const struct change *change, struct mad_repair *out)
{
    const char *text = change->text + strspn(change->text, " ");
    for (size_t i = 0; i < out->count; i++)
        if (strcmp(out->meant[i], text) == 0)
            return true;
    out->has_more = out->count == MAD_REPAIR_MAX_MEANT;
    if (out->has_more)
        return false;
    size_t bytes = strlen(text);
    while (bytes > 0 && text[bytes - 1] == ' ')
        bytes--;
    memcpy(out->meant[out->count], text, bytes);
    out->meant[out->count++][bytes] = '\0';
    out->first_token = trial->again->line.first_token;
    return true;
}

/* --- a word for another ------------------------------------------------------------------------------------ */

struct looking { /* for what a word may have been */
    const char *word;
    struct change change; /* its place, and the rank of that */
    unsigned most;        /* slips */
    bool is_known; /* a word of the language: then only one that lost letters is looked for */
};

/* Slips in words of a text that nobody proofreads: the shorter, the fewer make another word of it. */
static unsigned most_slips(size_t length)
{
    return length < 5 ? 1 : length < 9 ? 2 : 3;
}

static void consider_similar(struct trial *trial, const char *known, const struct looking *looking)
{
    struct change change = looking->change;
    unsigned slips = mad_slips(looking->word, known, looking->most);
    if (slips > looking->most || strcmp(looking->word, known) == 0 || slips >= strlen(known) ||
        (looking->is_known && strlen(known) <= strlen(looking->word)))
        return;
    (void)copy_word(change.text, known, strlen(known));
    change.rank += RANK_OF_SLIP * slips;
    add_change(trial, change);
}

/* Whether the part of a word is a word elsewhere: in the language or in this text, as far as pages go. */
static bool is_word(struct trial *trial, const char *text, size_t bytes)
{
    char part[MAD_REPAIR_MAX_WORD];
    if (!copy_word(part, text, bytes))
        return false;
    const size_t near = trial->of.bytes < MAX_LOOKED_AT ? trial->of.bytes : MAX_LOOKED_AT;
    struct word word = words_of(trial->of.text, near);
    while (next_word(&word))
        if (word.bytes == bytes && memcmp(word.at, text, bytes) == 0)
            return true;
    return is_known(trial, part);
}

/* The other part of a word that begins or ends with one of the language. */
static unsigned rank_of_part(struct trial *trial, const char *text, size_t bytes)
{
    enum { SHORTEST = 5 }; /* shorter ones are the rest of anything */
    if (is_word(trial, text, bytes))
        return 12;
    return bytes >= SHORTEST && !is_capital(text[0]) ? 3 * RANK_OF_SLIP : 0;
}

/* Two words of which the blank between them was forgotten: one is of the language. */
static void consider_joined(struct trial *trial, const char *known, const struct looking *looking)
{
    struct change front = looking->change, back = looking->change;
    size_t bytes = strlen(known), all = strlen(looking->word);
    if (bytes >= all || all + 1 >= sizeof front.text)
        return;
    const char *behind = looking->word + bytes, *last = looking->word + all - bytes;
    unsigned rank = 0;
    if (memcmp(looking->word, known, bytes) == 0 &&
        (rank = rank_of_part(trial, behind, all - bytes)) != 0) {
        (void)snprintf(front.text, sizeof front.text, "%s %s", known, behind);
        front.rank += rank;
        add_change(trial, front);
    }
    if (memcmp(last, known, bytes) == 0 &&
        (rank = rank_of_part(trial, looking->word, all - bytes)) != 0) {
        (void)snprintf(back.text, sizeof back.text, "%.*s %s", (int)(all - bytes), looking->word,
                       known);
        back.rank += rank;
        add_change(trial, back);
    }
}

/* The names with capital letters that are written in the text, each word of them. */
static void consider_names(struct trial *trial, struct looking *looking)
{
    struct word word = words_of(trial->of.text, trial->of.bytes);
    char name[MAD_REPAIR_MAX_WORD];
    for (size_t seen = 0; seen < MAX_NAMES && next_word(&word);) {
        if (!is_capital(*word.at) || !copy_word(name, word.at, word.bytes))
            continue;
        seen++;
        consider_similar(trial, name, looking);
    }
}

static unsigned distance(uint32_t a, uint32_t b)
{
    return a < b ? b - a : a - b;
}

/* Which word is wrong is known best near the fault. */
static void consider_word(struct trial *trial, const struct word *word, uint32_t fault,
                          struct looking *looking)
{
    uint32_t at = (uint32_t)(word->at - trial->sentence);
    unsigned far = distance(at, fault) / 8;
    looking->most = most_slips(word->bytes);
    looking->change = (struct change){.begin = at, .length = (uint32_t)word->bytes};
    looking->change.rank = far < 4 ? far : 4;
    for (size_t i = 0; i < trial->known_count; i++) {
        consider_similar(trial, trial->known[i].text, looking);
        if (!looking->is_known)
            consider_joined(trial, trial->known[i].text, looking);
    }
    if (!looking->is_known)
        consider_names(trial, looking);
}

/* Names and marks are no keywords; of two words one is. */
static bool is_any_word(const char *text)
{
    text += strspn(text, " ");
    const char *blank = strchr(text, ' ');
    return is_capital(*text) || !is_letter(*text) || (blank != NULL && blank[1] != '\0');
}

/* The first changes of the list that make the sentence one, as far as they change one word and are
 * equally likely; failing that, the first likely one that heals one fault of several. */
static bool try_changes(struct trial *trial, struct mad_repair *out)
{
    const struct change *best = NULL, *partly = NULL;
    for (size_t i = 0; i < trial->count; i++) {
        const struct change *change = &trial->changes[i];
        if (best != NULL && (change->rank > best->rank || change->begin != best->begin))
            continue;
        enum reading reading = read_changed(trial, change, is_any_word(change->text));
        if (reading == FARTHER && partly == NULL && change->rank < 2 * RANK_OF_SLIP)
            partly = change;
        if (reading != READ)
            continue;
        best = best != NULL ? best : change;
        if (!note(trial, change, out))
            break;
    }
    if (best == NULL && partly != NULL && trial->heals_one) {
        best = partly;
        (void)read_changed(trial, best, true);
        (void)note(trial, best, out);
    }
    if (best == NULL)
        return false;
    uint32_t begin = best->begin;
    while (begin < trial->bytes && trial->sentence[begin] == ' ')
        begin++;
    out->span =
        (struct mad_span){trial->of.begin + begin, (uint16_t)best->length, trial->of.source};
    return true;
}

bool mad_repair_word(const struct mad_repair_text *of, struct mad_span fault,
                     enum mad_repair_pass pass, bool *out_of_memory, struct mad_repair *out)
{
    *out = (struct mad_repair){.count = 0};
    struct trial *trial = begin_trial(of, out_of_memory);
    if (trial == NULL)
        return false;
    char name[MAD_REPAIR_MAX_WORD];
    struct looking looking = {.word = name};
    struct word word = words_of(trial->sentence, trial->bytes);
    list_known(trial);
    trial->fault = fault.begin - of->begin;
    trial->heals_one = pass == MAD_REPAIR_PARTLY;
    looking.is_known = pass == MAD_REPAIR_KNOWN;
    while (next_word(&word))
        if (copy_word(name, word.at, word.bytes) && (word.bytes > 1 || !looking.is_known) &&
            is_known(trial, name) == looking.is_known)
            consider_word(trial, &word, trial->fault, &looking);
    return end_trial(trial, try_changes(trial, out), out_of_memory);
}

/* The phrases of which the word is the second. */
static void consider_first_words(struct trial *trial, struct looking *looking)
{
    for (int token = MAD_T_EDITION; token <= MAD_T_OPPOSITE_OF; token++) {
        const char *text = mad_token_text(token);
        struct word part = words_of(text, strlen(text));
        struct change change = looking->change;
        if (!next_word(&part) || part.at != text || !next_word(&part) ||
            part.bytes != strlen(looking->word) ||
            memcmp(part.at, looking->word, part.bytes) != 0 ||
            !copy_word(change.text, text, (size_t)(part.at - text) + part.bytes))
            continue;
        change.rank += RANK_OF_SLIP;
        add_change(trial, change);
    }
}

bool mad_repair_call(const struct mad_repair_text *of, bool *out_of_memory, struct mad_repair *out)
{
    *out = (struct mad_repair){.count = 0};
    struct trial *trial = begin_trial(of, out_of_memory);
    if (trial == NULL)
        return false;
    char name[MAD_REPAIR_MAX_WORD];
    struct looking looking = {.word = name};
    struct word word = words_of(trial->sentence, trial->bytes);
    list_known(trial);
    trial->is_call = true;
    if (next_word(&word) && copy_word(name, word.at, word.bytes)) {
        consider_word(trial, &word, 0, &looking);
        consider_first_words(trial, &looking);
    }
    return end_trial(trial, try_changes(trial, out), out_of_memory);
}

/* --- a word too few ------------------------------------------------------------------------------------------ */

/* Ranks: what is tried first. */
enum { MISSING_OF_PHRASE, MISSING_JOINER, MISSING, MISSING_COMMA };

static bool is_same_word(const struct word *a, const struct word *b)
{
    return a->bytes == b->bytes && memcmp(a->at, b->at, a->bytes) == 0;
}

static void add_missing(struct trial *trial, uint32_t at, const char *text, size_t bytes,
                        unsigned rank)
{
    struct change change = {.begin = at, .rank = rank};
    if (bytes + 3 >= sizeof change.text)
        return;
    (void)snprintf(change.text, sizeof change.text, " %.*s ", (int)bytes, text);
    add_change(trial, change);
}

/* Phrases of which the sentence has all words but one. */
static void consider_phrase(struct trial *trial, const char *phrase)
{
    struct word said = words_of(trial->sentence, trial->bytes),
                first = words_of(phrase, strlen(phrase));
    if (!next_word(&first))
        return;
    while (next_word(&said)) {
        struct word part = first, here = said;
        uint32_t at = (uint32_t)(said.at - trial->sentence);
        if (!is_same_word(&part, &here)) {
            if (next_word(&part) && is_same_word(&part, &here))
                add_missing(trial, at, first.at, first.bytes, MISSING_OF_PHRASE);
            continue;
        }
        while (next_word(&part) && next_word(&here)) {
            if (is_same_word(&part, &here))
                continue;
            add_missing(trial, (uint32_t)(here.at - trial->sentence), part.at, part.bytes,
                        MISSING_OF_PHRASE);
            break;
        }
    }
}

static void consider_expected(struct trial *trial, int token)
{
    const char *text = mad_token_text(token);
    bool is_mark = token >= MAD_T_COLON && token <= MAD_T_POSSESSIVE;
    bool is_joiner = token == MAD_T_COMMA || token == MAD_T_AND || token == MAD_T_OR;
    if (text != NULL && trial->fault <= trial->bytes && (is_mark || token <= MAD_T_OPPOSITE_OF))
        add_missing(trial, trial->fault, text, strlen(text), is_joiner ? MISSING_JOINER : MISSING);
}

/* Some phrases have a comma inside. */
static void consider_commas(struct trial *trial)
{
    struct word word = words_of(trial->sentence, trial->bytes);
    while (next_word(&word)) {
        uint32_t behind = (uint32_t)(word.at - trial->sentence + (ptrdiff_t)word.bytes);
        if (behind < trial->bytes && trial->sentence[behind] == ' ')
            add_change(trial, (struct change){behind, 0, ",", MISSING_COMMA});
    }
}

bool mad_repair_missing(const struct mad_repair_text *of, struct mad_span fault,
                        const int *expected, int count, bool *out_of_memory, struct mad_repair *out)
{
    *out = (struct mad_repair){.count = 0};
    struct trial *trial = begin_trial(of, out_of_memory);
    if (trial == NULL)
        return false;
    trial->fault = fault.begin - of->begin;
    for (int token = MAD_T_EDITION; token <= MAD_T_OPPOSITE_OF; token++)
        if (strchr(mad_token_text(token), ' ') != NULL)
            consider_phrase(trial, mad_token_text(token));
    for (int i = 0; i < count; i++)
        consider_expected(trial, expected[i]);
    consider_commas(trial);
    return end_trial(trial, try_changes(trial, out), out_of_memory);
}

/* --- a part for another --------------------------------------------------------------------------------------- */

static bool is_good(const struct mad_parser *again, bool begins)
{
    const struct mad_sentences *made = again->first;
    for (; made != NULL; made = made->next) {
        const struct mad_node *node = made->sentence.node;
        if (made->sentence.form == MAD_FORM_BROKEN ||
            (begins && node != NULL && node->kind == MAD_NODE_CALL_LINE))
            return false;
    }
    return again->first != NULL;
}

bool mad_repair_reads(const struct mad_repair_text *of, struct mad_arena *room, uint32_t begin,
                      uint32_t end, const char *text, size_t bytes, bool begins,
                      bool *out_of_memory)
{
    uint32_t last = sentence_end(of), front = begin - of->begin;
    size_t whole = front + bytes + (last - end);
    struct mad_intern intern;
    struct mad_findings findings;
    if (end > last || whole > MAX_SENTENCE)
        return false;
    mad_arena_reset(room);
    struct mad_parser *again = MAD_ARENA_NEW(room, struct mad_parser);
    char *changed = MAD_ARENA_ARRAY(room, char, whole + 1);
    bool is_read = again != NULL && changed != NULL;
    *out_of_memory = *out_of_memory || !is_read;
    if (is_read) {
        memcpy(changed, of->text + of->begin, front);
        memcpy(changed + front, text, bytes);
        memcpy(changed + front + bytes, of->text + end, last - end);
        mad_intern_init(&intern, room);
        mad_findings_init(&findings, room, 0);
        struct mad_parse_context context = {
            .arena = room, .intern = &intern, .findings = &findings};
        *again = (struct mad_parser){.context = &context,
                                     .text = changed,
                                     .bytes = (uint32_t)whole,
                                     .source = of->source,
                                     .is_trial = true};
        bool gave_up = mad_parser_run(again) != 0;
        *out_of_memory = *out_of_memory || again->out_of_memory || findings.out_of_memory;
        is_read =
            !gave_up && !again->out_of_memory && findings.errors == 0 && is_good(again, begins);
    }
    return is_read;
}
