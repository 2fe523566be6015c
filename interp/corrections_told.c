/* corrections_told.c - see corrections_told.h. Layer: interp. */
#include "corrections_told.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

bool mad_told_note(struct mad_diagnostics *list, struct mad_diagnostic *item, const char *before,
                   const char *said, const char *behind)
{
    struct mad_arena *arena = &list->arena;
    const size_t bytes = strlen(before) + strlen(said) + strlen(behind) + 1;
    struct mad_note *notes = MAD_ARENA_ARRAY(arena, struct mad_note, item->note_count + 1);
    char *text = mad_arena_new(arena, bytes, 1);
    if (notes == NULL || text == NULL)
        return false;
    (void)snprintf(text, bytes, "%s%s%s", before, said, behind);
    for (size_t i = 0; i < item->note_count; i++)
        notes[i] = item->notes[i];
    notes[item->note_count++] = (struct mad_note){.text = text};
    item->notes = notes;
    return true;
}

/* Of a correction that does not compile as it stands only the words are told: more is to be changed. */
bool mad_told_words(struct mad_diagnostics *list, struct mad_diagnostic *item,
                    const struct mad_fix *fix)
{
    return mad_told_note(list, item, "such as `", fix->text, "`");
}

/* Takes the words off that both begin and end with. */
static void keep_difference(struct mad_guess_line *old, const char *old_text,
                            struct mad_guess_line *made, const char *made_text)
{
    size_t same = 0, word = 0;
    while (old->begin + same < old->end && made->begin + same < made->end &&
           old_text[old->begin + same] == made_text[made->begin + same])
        word = is_blank(old_text[old->begin + same++]) ? same : word;
    if (old->begin + same == old->end || made->begin + same == made->end)
        word = old->end - old->begin == made->end - made->begin ? 0 : same;
    old->begin += word;
    made->begin += word;
    for (same = word = 0; old->begin + same < old->end && made->begin + same < made->end &&
                          old_text[old->end - same - 1] == made_text[made->end - same - 1];)
        word = is_blank(old_text[old->end - ++same]) ? same : word;
    if (old->begin + same == old->end || made->begin + same == made->end)
        word = same;
    old->end -= word;
    made->end -= word;
}

static void trim(struct mad_guess_line *part, const char *text)
{
    while (part->begin < part->end && is_blank(text[part->begin]))
        part->begin++;
    while (part->end > part->begin && is_blank(text[part->end - 1]))
        part->end--;
}

/* The bytes that both a correction and the text in its place have alone, without what is blank around them. */
static void find_difference(const char *text, const struct mad_fix *fix, struct mad_guess_line *old,
                            struct mad_guess_line *made)
{
    *old = (struct mad_guess_line){fix->begin, fix->end};
    *made = (struct mad_guess_line){0, strlen(fix->text)};
    keep_difference(old, text, made, fix->text);
    trim(old, text);
    trim(made, fix->text);
}

/* Whether it stands there in quotes. */
static bool is_told_in(const struct mad_diagnostic *item, const char *text, size_t bytes)
{
    for (size_t i = 0; i <= item->note_count + 1; i++) {
        const char *told = i == 0 ? item->text : i == 1 ? item->label : item->notes[i - 2].text;
        bool is_quoted = false;
        for (; told != NULL && *told != '\0' && bytes > 0; told++) {
            is_quoted = (*told == '`') != is_quoted;
            if (is_quoted && strncasecmp(told, text, bytes) == 0)
                return true;
        }
    }
    return false;
}

const struct mad_wording *mad_told_wording(const struct mad_diagnostics *list,
                                           const struct mad_diagnostic *item)
{
    static const struct mad_wording nothing;
    for (size_t i = 0; i < list->wording_count; i++)
        if (list->wordings[i].text == item->text)
            return &list->wordings[i];
    return &nothing;
}

enum {
    MOST_TOLD = 40, /* bytes of words that are named as changed */
    MOST_LINES = 3,
};

static size_t count_of(const char *text, char c)
{
    size_t count = 0;
    for (; *text != '\0'; text++)
        count += *text == c;
    return count;
}

static bool has_word_in(const char *text, size_t bytes, const char *word, size_t length)
{
    for (size_t at = 0; at + length <= bytes; at++)
        if ((at == 0 || is_blank(text[at - 1])) &&
            (at + length == bytes || is_blank(text[at + length])) &&
            strncasecmp(text + at, word, length) == 0)
            return true;
    return false;
}

/* The first words of a text that stand side by side and not in the other one. */
static struct mad_guess_line first_strange(const char *text, size_t bytes, const char *other,
                                           size_t other_bytes)
{
    struct mad_guess_line run = {0, 0};
    for (size_t at = 0, end; at < bytes; at = end) {
        while (at < bytes && is_blank(text[at]) && !(run.end > 0 && text[at] == '\n'))
            at++;
        for (end = at; end < bytes && !is_blank(text[end]);)
            end++;
        if (end == at || end - run.begin > MOST_TOLD)
            break;
        if (!has_word_in(other, other_bytes, text + at, end - at)) {
            run.begin = run.end == 0 ? at : run.begin;
            run.end = end;
        } else if (run.end > 0) {
            break;
        } else {
            run.begin = end;
        }
    }
    return run;
}

/* Whether brackets alone come or go: which ones is seen in the line, and words beside them are as they were. */
static bool differ_by_brackets(const char *old, size_t bytes, const char *made, size_t more)
{
    size_t at = 0, other = 0;
    for (;;) {
        while (at < bytes && (is_blank(old[at]) || strchr("()", old[at]) != NULL))
            at++;
        while (other < more && (is_blank(made[other]) || strchr("()", made[other]) != NULL))
            other++;
        if (at == bytes || other == more)
            return at == bytes && other == more;
        if (old[at++] != made[other++])
            return false;
    }
}

/* Of a correction that says much in other words, what goes and what comes first. */
static bool tell_words_changed(struct mad_diagnostics *list, struct mad_diagnostic *item,
                               const char *old, size_t bytes, const char *made, size_t more)
{
    const struct mad_guess_line goes = first_strange(old, bytes, made, more),
                                comes = first_strange(made, more, old, bytes);
    const int going = (int)(goes.end - goes.begin), coming = (int)(comes.end - comes.begin);
    char said[4 * MOST_TOLD];
    if ((goes.end == 0 && comes.end == 0) || differ_by_brackets(old, bytes, made, more) ||
        ((size_t)going == bytes && memchr(made, '\n', more) != NULL))
        return true;
    if ((size_t)going == bytes)
        (void)snprintf(said, sizeof said, "`%.*s` is said in other words here", going, old);
    else if (comes.end == 0)
        (void)snprintf(said, sizeof said, "leave out `%.*s`", going, old + goes.begin);
    else if (goes.end == 0)
        (void)snprintf(said, sizeof said, "`%.*s` is missing", coming, made + comes.begin);
    else
        (void)snprintf(said, sizeof said, "`%.*s` is not said here, and `%.*s` is", going,
                       old + goes.begin, coming, made + comes.begin);
    return mad_told_note(list, item, "", said, "");
}

/* What the correction changes, where the words of the finding name neither what was written nor what is to be. */
bool mad_told_change(struct mad_diagnostics *list, struct mad_diagnostic *item,
                     const struct mad_fix *fix)
{
    if (strcmp(item->id, mad_finding_about(MAD_FINDING_BAD_CHAR)->id) == 0 &&
        !mad_told_wording(list, item)->is_habit)
        return true; /* its words name the sign, which may be one that nobody sees */
    const char *text = list->main.text;
    struct mad_guess_line old, made;
    char said[3 * MOST_TOLD];
    find_difference(text, fix, &old, &made);
    const size_t bytes = old.end - old.begin, more = made.end - made.begin;
    const bool is_part = old.begin > 0 && !is_blank(text[old.begin - 1]) && bytes > 0 &&
                         isalnum((unsigned char)text[old.begin]) != 0 &&
                         isalnum((unsigned char)text[old.begin - 1]) != 0;
    const bool is_same =
        bytes == more && memcmp(text + old.begin, fix->text + made.begin, bytes) == 0;
    if (is_same || is_part || is_told_in(item, text + old.begin, bytes) ||
        is_told_in(item, fix->text + made.begin, more))
        return true;
    if (count_of(fix->text, '\n') > MOST_LINES)
        return true; /* a picture, which speaks for itself */
    if (bytes > MOST_TOLD || more > MOST_TOLD || memchr(fix->text + made.begin, '\n', more) != NULL)
        return tell_words_changed(list, item, text + old.begin, bytes, fix->text + made.begin,
                                  more);
    if (bytes == 0)
        (void)snprintf(said, sizeof said, "`%.*s` is missing", (int)more, fix->text + made.begin);
    else if (more == 0)
        (void)snprintf(said, sizeof said, "leave out `%.*s`", (int)bytes, text + old.begin);
    else
        (void)snprintf(said, sizeof said, "`%.*s` in place of `%.*s`", (int)more,
                       fix->text + made.begin, (int)bytes, text + old.begin);
    return mad_told_note(list, item, "", said, "");
}

/* The byte behind so many characters. */
static size_t skip(const char *text, size_t at, size_t end, uint32_t characters)
{
    for (; characters > 0 && at < end; characters--)
        do
            at++;
        while (at < end && ((unsigned char)text[at] & 0xc0) == 0x80);
    return at;
}

/* The word behind a gap in the line, or the last one. */
static struct mad_guess_line word_at(const char *text, struct mad_guess_line line, size_t gap)
{
    struct mad_guess_line word = {gap, gap};
    while (word.begin < line.end && is_blank(text[word.begin]))
        word.begin++;
    while (word.begin >= line.end && word.begin > line.begin && is_blank(text[word.begin - 1]))
        word.begin--;
    while (word.begin > line.begin && !is_blank(text[word.begin - 1]))
        word.begin--;
    for (word.end = word.begin; word.end < line.end && !is_blank(text[word.end]);)
        word.end++;
    return word;
}

void mad_told_place(const struct mad_diagnostics *list, struct mad_diagnostic *item,
                    const struct mad_fix *fix)
{
    const char *text = list->main.text;
    const struct mad_guess_line line = mad_guess_line(text, list->main.bytes, item->place.line);
    struct mad_guess_line old, made;
    if (fix->begin < line.begin || fix->end > line.end || strchr(fix->text, '\n') != NULL)
        return;
    find_difference(text, fix, &old, &made);
    if (old.begin == old.end)
        old = word_at(text, line, old.begin);
    const size_t first = mad_guess_first(text, line.begin);
    const uint32_t column = mad_guess_columns(text, first, old.begin) + 1,
                   length = mad_guess_columns(text, old.begin, old.end);
    const size_t marked = skip(text, first, line.end, item->place.column - 1),
                 behind = skip(text, marked, line.end, item->place.length);
    if (length == 0 || column < item->place.column ||
        column + length > item->place.column + item->place.length ||
        is_told_in(item, text + marked, behind - marked))
        return; /* what is marked is less than that, stands elsewhere, or is what the words speak of */
    item->place.column = column;
    item->place.length = length;
}
