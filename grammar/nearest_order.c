/* nearest_order.c - other lines that are looked for in place of one: its phrases in another order, and with what `it` stands
 * for in its place.
 *
 * Layer: grammar. See nearest.h. The search itself lets words go before others a few at a time; here whole phrases do, each
 * of which begins with a word that leads: `when C`, `on X`, `up to N`. */
#include <string.h>
#include <strings.h>

#include "kin.h"
#include "nearest_search.h"

enum { MAX_PHRASES = 6 };

struct phrase {
    const char *begin;
    size_t bytes;
};

struct phrases {
    struct phrase of[MAX_PHRASES];
    size_t count;
};

static bool is_word(const char *text, size_t bytes, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(list[i]) == bytes && strncasecmp(list[i], text, bytes) == 0)
            return true;
    return false;
}

/* The words between two signs or leading words; `up to` leads as one. */
static struct phrases phrases_of(const struct mad_nearest_task *task)
{
    static const char *const leading[] = {
        "when",  "if",   "unless",  "while", "whenever", "on",       "to",     "from", "with",
        "along", "over", "up",      "in",    "at",       "after",    "before", "upon", "until",
        "step",  "leap", "slide",   "move",  "capture",  "captures", "moves",  "for",  "by",
        "but",   "then", "between", "of",    "without",  "as",       "only",   "is",   "onto"};
    struct phrases all = {.count = 0};
    const char *end = task->line + task->bytes, *begin = task->line;
    bool follows = false; /* the word before leads, and this one belongs to it: `up to` */
    for (const char *at = begin; at <= end && all.count < MAX_PHRASES;) {
        const char *word = at;
        while (at < end && mad_kin_is_of_word(*at))
            at++;
        const bool is_sign = at == end || *at == ',' || *at == ';';
        const bool is_leading = at > word && is_word(word, (size_t)(at - word), leading,
                                                     sizeof leading / sizeof *leading);
        if (is_leading && !follows && word > begin) {
            all.of[all.count++] = (struct phrase){begin, (size_t)(word - begin)};
            begin = word;
        }
        follows = at > word ? is_leading : follows;
        if (is_sign && all.count < MAX_PHRASES) {
            if (at > begin)
                all.of[all.count++] = (struct phrase){begin, (size_t)(at - begin)};
            begin = at + 1;
            follows = false;
        }
        at++;
    }
    if (begin <= end)
        all.count = 0; /* there are more of them */
    return all;
}

static const char *put_together(const struct mad_nearest_task *task, const struct phrases *all,
                                const uint8_t *order, bool *out_of_memory)
{
    char *text = mad_arena_new(task->arena, task->bytes + all->count + 1, 1);
    size_t used = 0;
    if (text == NULL) {
        *out_of_memory = true;
        return NULL;
    }
    for (size_t i = 0; i < all->count; i++) {
        const struct phrase *one = &all->of[order[i]];
        const char *begin = one->begin, *end = one->begin + one->bytes;
        while (begin < end && *begin == ' ')
            begin++;
        while (end > begin && end[-1] == ' ')
            end--;
        if (used > 0 && end > begin)
            text[used++] = ' ';
        memcpy(text + used, begin, (size_t)(end - begin));
        used += (size_t)(end - begin);
    }
    text[used] = '\0';
    return text;
}

size_t mad_nearest_orders(const struct mad_nearest_task *task, const char **lines, size_t room,
                          bool *out_of_memory)
{
    const struct phrases all = phrases_of(task);
    uint8_t pairs[MAX_PHRASES];
    size_t made = 0;
    for (size_t i = 0; all.count >= 4 && all.count % 2 == 0 && i < all.count; i++)
        pairs[i] = (uint8_t)(i ^ 1U);
    if (all.count >= 4 && all.count % 2 == 0 &&
        made < room) /* `step forward to move, leap 1,2 to capture` */
        lines[made++] = put_together(task, &all, pairs, out_of_memory);
    for (size_t turn = 1; turn < all.count; turn++) { /* the first of them go to the end */
        uint8_t order[MAX_PHRASES];
        for (size_t i = 0; i < all.count; i++)
            order[i] = (uint8_t)((i + turn) % all.count);
        if (made < room)
            lines[made++] = put_together(task, &all, order, out_of_memory);
    }
    for (size_t at = 0; at + 1 < all.count && all.count > 2; at++) { /* two change places */
        uint8_t order[MAX_PHRASES];
        for (size_t i = 0; i < all.count; i++)
            order[i] = (uint8_t)(i == at ? at + 1 : i == at + 1 ? at : i);
        if (made < room)
            lines[made++] = put_together(task, &all, order, out_of_memory);
    }
    return *out_of_memory ? 0 : made;
}

/* --- what `it` stands for ---------------------------------------------------------------------------------- */

static bool is_local(const struct mad_nearest_task *task, const char *text, size_t bytes)
{
    for (size_t i = 0; i < task->name_count; i++)
        if (task->names[i].kind == MAD_NEAREST_LOCAL && strlen(task->names[i].text) == bytes &&
            memcmp(task->names[i].text, text, bytes) == 0)
            return true;
    return false;
}

const char *mad_nearest_named(const struct mad_nearest_task *task, bool *out_of_memory)
{
    static const char *const pronouns[] = {"it", "them", "him", "that"};
    const char *end = task->line + task->bytes, *name = NULL;
    size_t bytes = 0;
    for (const char *at = task->line; at < end;) {
        const char *word = at;
        while (at < end && mad_kin_is_of_word(*at))
            at++;
        const size_t length = (size_t)(at - word);
        if (name != NULL && is_word(word, length, pronouns, sizeof pronouns / sizeof *pronouns)) {
            const size_t before = (size_t)(word - task->line), behind = (size_t)(end - at);
            char *text = mad_arena_new(task->arena, task->bytes + bytes + 1, 1);
            *out_of_memory = *out_of_memory || text == NULL;
            if (text == NULL)
                return NULL;
            memcpy(text, task->line, before);
            memcpy(text + before, name, bytes);
            memcpy(text + before + bytes, at, behind);
            text[before + bytes + behind] = '\0';
            return text;
        }
        if (is_local(task, word, length)) {
            name = word;
            bytes = length;
        }
        at += at == word || at < end;
    }
    return NULL;
}
