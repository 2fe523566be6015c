/* shrink.c - see shrink.h. Knows lines, brackets and words, and of the language only `board F by R`. */
#include "shrink.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 12, MOST_TESTS = 3000 };

struct shrinking {
    char *text, *trial;
    size_t bytes;
    shrink_test fails;
    void *context;
    unsigned tests;
};

/* Takes the trial if it fails. */
static bool take(struct shrinking *s, size_t bytes)
{
    if (s->tests >= MOST_TESTS || (bytes == s->bytes && memcmp(s->text, s->trial, bytes) == 0)) {
        return false;
    }
    s->tests++;
    if (!s->fails(s->context, s->trial, bytes)) {
        return false;
    }
    memcpy(s->text, s->trial, bytes);
    s->bytes = bytes;
    return true;
}

/* Tries the text with `put` in place of what is from `first` to `end`. */
static bool try_instead(struct shrinking *s, size_t first, size_t end, const char *put,
                        size_t put_bytes)
{
    if (put_bytes > end - first) {
        return false;
    }
    memcpy(s->trial, s->text, first);
    memmove(s->trial + first, put, put_bytes);
    memcpy(s->trial + first + put_bytes, s->text + end, s->bytes - end);
    return take(s, s->bytes - (end - first) + put_bytes);
}

static size_t line_end(const struct shrinking *s, size_t at)
{
    while (at < s->bytes && s->text[at] != '\n') {
        at++;
    }
    return at < s->bytes ? at + 1 : at;
}

/* Takes out so many lines at a time. */
static bool drop_lines(struct shrinking *s, unsigned lines)
{
    bool changed = false;
    for (size_t first = 0; first < s->bytes;) {
        size_t end = first;
        for (unsigned i = 0; i < lines; i++) {
            end = line_end(s, end);
        }
        if (try_instead(s, first, end, "", 0)) {
            changed = true;
        } else {
            first = line_end(s, first);
        }
    }
    return changed;
}

/* Takes out a line that opens a block together with its `end`: what is in it stays. */
static bool drop_blocks(struct shrinking *s)
{
    bool changed = false;
    for (size_t first = 0; first < s->bytes; first = line_end(s, first)) {
        const size_t inner = line_end(s, first);
        for (size_t at = inner; at < s->bytes && inner > first + 1; at = line_end(s, at)) {
            const size_t word = at + strspn(s->text + at, " ");
            if (strncmp(s->text + word, "end\n", 4) != 0) {
                continue;
            }
            memcpy(s->trial, s->text, first);
            memcpy(s->trial + first, s->text + inner, at - inner);
            memcpy(s->trial + first + at - inner, s->text + word + 4, s->bytes - word - 4);
            changed = take(s, s->bytes - (inner - first) - (word + 4 - at)) || changed;
            break;
        }
    }
    return changed;
}

static size_t bracket_end(const struct shrinking *s, size_t at)
{
    int depth = 0;
    for (; at < s->bytes && s->text[at] != '\n'; at++) {
        depth += s->text[at] == '(' ? 1 : s->text[at] == ')' ? -1 : 0;
        if (depth == 0) {
            return at + 1;
        }
    }
    return 0;
}

/* Puts something simple in place of a bracket, or one of its ends. */
static bool open_brackets(struct shrinking *s)
{
    static const char *const SIMPLE[] = {"here", "piece", "empty", "nothing"};
    static const char *const JOINERS[] = {" on ", " or ", " and ", " except ", " from ", " of "};
    bool changed = false;
    for (size_t at = 0; at < s->bytes; at++) {
        const size_t end = s->text[at] == '(' ? bracket_end(s, at) : 0;
        bool done = end == 0;
        for (size_t i = 0; i < 4 && !done; i++) {
            done = try_instead(s, at, end, SIMPLE[i], strlen(SIMPLE[i]));
        }
        for (size_t cut = at + 1; cut + 1 < end && !done; cut++) {
            for (size_t i = 0; i < sizeof JOINERS / sizeof *JOINERS && !done; i++) {
                const size_t length = strlen(JOINERS[i]);
                if (cut + length < end && memcmp(s->text + cut, JOINERS[i], length) == 0) {
                    char part[512];
                    const size_t left = cut - at - 1, right = end - 1 - cut - length;
                    if (left >= sizeof part || right >= sizeof part) {
                        continue;
                    }
                    memcpy(part, s->text + at + 1, left);
                    done = try_instead(s, at, end, part, left);
                    if (!done) {
                        memcpy(part, s->text + cut + length, right);
                        done = try_instead(s, at, end, part, right);
                    }
                }
            }
        }
        if (!done && end - at < 512) { /* without its brackets */
            char part[512];
            memcpy(part, s->text + at + 1, end - at - 2);
            done = try_instead(s, at, end, part, end - at - 2);
        }
        changed = changed || (end != 0 && done);
    }
    return changed;
}

/* Takes out up to so many words at a time. */
static bool drop_words(struct shrinking *s, unsigned words)
{
    bool changed = false;
    for (size_t at = 0; at < s->bytes; at++) {
        if (s->text[at] != ' ') {
            continue;
        }
        size_t end = at;
        for (unsigned i = 0; i < words && end < s->bytes && s->text[end] == ' '; i++) {
            end++;
            end += strcspn(s->text + end, " \n");
        }
        if (end > at + 1) {
            changed = try_instead(s, at, end, "", 0) || changed;
        }
    }
    return changed;
}

/* Makes men of the array empty. */
static bool empty_array(struct shrinking *s)
{
    bool changed = false;
    char *array = strstr(s->text, "array\n");
    for (size_t at = array != NULL ? (size_t)(array - s->text) + 6 : s->bytes; at < s->bytes;
         at++) {
        if (s->text[at] == '\n' && s->text[at - 1] == '\n') {
            break;
        }
        if (strchr(" .\n", s->text[at]) == NULL) {
            changed = try_instead(s, at, at + 1, ".", 1) || changed;
        }
    }
    return changed;
}

/* One rank (counted from the top) or file less. */
static bool cut_board(struct shrinking *s, int rank, int file)
{
    int files = 0, ranks = 0;
    char *board = strstr(s->text, "\nboard "), *array = strstr(s->text, "array\n");
    if (board == NULL || array == NULL || board > array ||
        sscanf(board, "\nboard %d by %d", &files, &ranks) != 2 || rank >= ranks || file >= files) {
        return false;
    }
    const size_t head = (size_t)(board + 1 - s->text), from = line_end(s, head),
                 rows = (size_t)(array + 6 - s->text);
    memcpy(s->trial, s->text, head);
    size_t bytes = head + (size_t)sprintf(s->trial + head, "board %d by %d\n", files - (file >= 0),
                                          ranks - (rank >= 0));
    memcpy(s->trial + bytes, s->text + from, rows - from);
    bytes += rows - from;
    size_t at = rows;
    for (int r = 0; r < ranks; r++) {
        const size_t end = line_end(s, at);
        for (int f = 0; at < end; at++) {
            const bool blank = s->text[at] == ' ' || s->text[at] == '\n';
            if (r != rank && (blank || f != file)) {
                s->trial[bytes++] = s->text[at];
            }
            f += !blank;
        }
    }
    memcpy(s->trial + bytes, s->text + at, s->bytes - at);
    return take(s, bytes + s->bytes - at);
}

static bool cut_boards(struct shrinking *s)
{
    bool changed = false;
    for (int i = 15; i >= 0; i--) {
        while (cut_board(s, i, -1)) {
            changed = true;
        }
        while (cut_board(s, -1, i)) {
            changed = true;
        }
    }
    return changed;
}

size_t shrink(char *text, size_t bytes, shrink_test fails, void *context)
{
    struct shrinking s = {.bytes = bytes, .fails = fails, .context = context};
    s.text = malloc(bytes + 64); /* a NUL behind it, for strstr */
    s.trial = malloc(bytes + 64);
    bool changed = s.text != NULL && s.trial != NULL;
    if (changed) {
        memset(s.text, 0, bytes + 64);
        memcpy(s.text, text, bytes);
    }
    for (unsigned round = 0; changed && round < ROUNDS; round++) {
        changed = false;
        for (unsigned lines = round == 0 ? 16 : 4; lines > 0; lines--) {
            changed = drop_lines(&s, lines) || changed;
        }
        changed = drop_blocks(&s) || changed;
        changed = cut_boards(&s) || changed;
        changed = empty_array(&s) || changed;
        changed = open_brackets(&s) || changed;
        for (unsigned words = 3; words > 0; words--) {
            changed = drop_words(&s, words) || changed;
        }
    }
    if (s.text != NULL) {
        memcpy(text, s.text, s.bytes);
    }
    bytes = s.text != NULL ? s.bytes : bytes;
    free(s.text);
    free(s.trial);
    return bytes;
}
