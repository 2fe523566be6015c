/* nearest_draft.c - other lines that are looked for in place of one: with its condition behind, with its squares as a list, and
 * drafts, which are what somebody else made of it without making it sentences.
 *
 * Layer: grammar. See nearest.h. Each line of a draft is looked for by itself, as one of its section, and the nearest of
 * each stand together; then the second nearest of each, and so on. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "kin.h"
#include "nearest_search.h"

/* --- conditions that stand in front ---------------------------------------------------------------------- */

/* The sentence of a line `if C, S`, `when C then S` or `when C S`: where S begins, and how many bytes part it from C; null
 * where there is none. */
static const char *sentence_behind(const char *at, const char *end, size_t *parts)
{
    static const char *const between[] = {", then ", ", ", " then "};
    static const char *const doers[] = {" mover ", " enemy ",    " white ",      " black ",
                                        " draw ",  " a player ", " the player ", " it "};
    static const char *const does[] = {" wins",  " loses",    " win", " lose",
                                       " moves", " captures", " may", ""};
    for (size_t p = 0; p < sizeof between / sizeof *between; p++)
        for (const char *c = at; c + strlen(between[p]) < end; c++)
            if (strncasecmp(c, between[p], strlen(between[p])) == 0) {
                *parts = strlen(between[p]);
                return c + *parts;
            }
    for (const char *c = end - 1; c > at; c--)
        for (size_t d = 0; d < sizeof doers / sizeof *doers; d++) {
            const size_t bytes = strlen(doers[d]);
            bool is_draw = strcmp(doers[d], " draw ") == 0;
            if ((size_t)(end - c) < bytes - is_draw ||
                strncasecmp(c, doers[d], bytes - is_draw) != 0)
                continue;
            const char *verb = c + bytes - 1;
            for (size_t w = is_draw ? sizeof does / sizeof *does - 1 : 0;
                 w + !is_draw < sizeof does / sizeof *does; w++)
                if ((size_t)(end - verb) >= strlen(does[w]) &&
                    strncasecmp(verb, does[w], strlen(does[w])) == 0) {
                    *parts = 1;
                    return c + 1;
                }
        }
    return NULL;
}

/* Such a line with the condition behind; null where none stands in front. */
static const char *turned(const struct mad_nearest_task *task, bool *out_of_memory)
{
    static const char *const heads[] = {"if ",     "when ", "whenever ",
                                        "unless ", "once ", "as soon as "};
    const char *end = task->line + task->bytes;
    for (size_t h = 0; h < sizeof heads / sizeof *heads; h++) {
        size_t head = strlen(heads[h]), parts = 0;
        if (task->bytes <= head || strncasecmp(task->line, heads[h], head) != 0)
            continue;
        const char *rest = sentence_behind(task->line + head, end, &parts),
                   *word = heads[h][0] == 'u' ? " unless " : " when ";
        if (rest == NULL)
            continue;
        char *text = mad_arena_new(task->arena, task->bytes + 9, 1);
        if (text == NULL) {
            *out_of_memory = true;
            return NULL;
        }
        (void)snprintf(text, task->bytes + 9, "%.*s%s%.*s", (int)(end - rest), rest, word,
                       (int)(rest - task->line - (ptrdiff_t)(head + parts)), task->line + head);
        return text;
    }
    return NULL;
}

/* --- squares that are joined by nothing ------------------------------------------------------------------ */

enum { MAX_LISTED = 16 };

struct run { /* of squares in a line */
    const char *begin, *end;
    const char *squares[MAX_LISTED];
    int bytes[MAX_LISTED];
    size_t count;
    bool is_bare; /* two of them have no comma between them */
};

static size_t square_bytes(const char *at, const char *end)
{
    size_t bytes = 1;
    if (at == end || *at < 'a' || *at > 'z')
        return 0;
    while (at + bytes < end && at[bytes] >= '0' && at[bytes] <= '9')
        bytes++;
    bool goes_on = at + bytes < end && strchr(" ,;/+)", at[bytes]) == NULL;
    return bytes > 1 && bytes < 4 && !goes_on ? bytes : 0;
}

static struct run run_at(const char *at, const char *end)
{
    struct run run = {.begin = at, .end = at};
    for (size_t bytes; run.count < MAX_LISTED && (bytes = square_bytes(at, end)) > 0;) {
        const char *between = run.end;
        run.is_bare =
            run.is_bare || (run.count > 0 && memchr(between, ',', (size_t)(at - between)) == NULL);
        run.squares[run.count] = at;
        run.bytes[run.count++] = (int)bytes;
        for (run.end = at += bytes; at < end && strchr(" ,;/+", *at) != NULL;)
            at++;
    }
    return run;
}

/* The line with `d4 e4, e5` as `d4, e4 or e5`; null where there is no such thing. Tests have moves that look so. */
static const char *listed(const struct mad_nearest_task *task, bool *out_of_memory)
{
    const char *end = task->line + task->bytes;
    struct run run = {.count = 0};
    for (const char *at = task->line; at < end && !run.is_bare; at++)
        if (at == task->line || strchr(" (,:=", at[-1]) != NULL)
            run = run_at(at, end);
    if (!run.is_bare || task->section == MAD_NEAREST_IN_TEST)
        return NULL;
    const size_t room = task->bytes + 4 * run.count + 1;
    char *text = mad_arena_new(task->arena, room, 1);
    if (text == NULL) {
        *out_of_memory = true;
        return NULL;
    }
    size_t used = (size_t)snprintf(text, room, "%.*s", (int)(run.begin - task->line), task->line);
    for (size_t i = 0; i < run.count; i++)
        used += (size_t)snprintf(text + used, room - used, "%s%.*s",
                                 i == 0               ? ""
                                 : i + 1 == run.count ? " or "
                                                      : ", ",
                                 run.bytes[i], run.squares[i]);
    (void)snprintf(text + used, room - used, "%.*s", (int)(end - run.end), run.end);
    return text;
}

/* --- signs of programs --------------------------------------------------------------------------------------- */

static bool is_small(char c)
{
    return c >= 'a' && c <= 'z';
}

static bool is_capital(char c)
{
    return c >= 'A' && c <= 'Z';
}

/* Whether a bracket opens right behind a word, or before all others, or a sign stands there that no sentence has. */
static bool is_program(const struct mad_nearest_task *task)
{
    const char *line = task->line;
    for (size_t i = 0; i < task->bytes; i++)
        if (strchr("{}[];=", line[i]) != NULL || (line[i] == '(' && i == 0) ||
            (i + 1 < task->bytes && i > 0 &&
             ((line[i] == '(' && is_small(line[i - 1])) ||
              (line[i] == '.' && is_small(line[i - 1]) && is_small(line[i + 1])))))
            return true;
    return false;
}

/* The words of `slide(diagonal, max=3);` and of `mover.checks`; null where there are no such signs. */
static const char *undressed(const struct mad_nearest_task *task, bool *out_of_memory)
{
    if (!is_program(task) || task->section == MAD_NEAREST_IN_TEST)
        return NULL;
    char *text = mad_arena_new(task->arena, 3 * task->bytes + 1, 1);
    size_t used = 0;
    if (text == NULL) {
        *out_of_memory = true;
        return NULL;
    }
    for (size_t i = 0; i < task->bytes; i++) {
        const char c = task->line[i], before = i > 0 ? task->line[i - 1] : ' ',
                   behind = i + 1 < task->bytes ? task->line[i + 1] : ' ';
        if (c == '.' && is_small(before) && is_small(behind)) {
            memcpy(text + used, "'s ", 3);
            used += 3;
        } else if (is_capital(c) && is_small(before)) {
            text[used++] = ' ';
            text[used++] = (char)(c - 'A' + 'a');
        } else {
            const bool is_compared = strchr("<>!", before) != NULL;
            text[used++] =
                (char)(strchr("(){}[];?", c) != NULL || (c == '=' && !is_compared) ? ' ' : c);
        }
    }
    text[used] = '\0';
    return text;
}

/* --- names as programs have them ----------------------------------------------------------------------------- */

/* `lay_stone` and `layStone` as `lay-stone`; null where there is none. */
static const char *hyphened(const struct mad_nearest_task *task, bool *out_of_memory)
{
    char *text = mad_arena_new(task->arena, 2 * task->bytes + 1, 1);
    size_t used = 0, changed = 0;
    if (text == NULL) {
        *out_of_memory = true;
        return NULL;
    }
    for (size_t i = 0; i < task->bytes; i++) {
        const char c = task->line[i], before = i > 0 ? task->line[i - 1] : ' ';
        const bool is_joined = c == '_' && is_small(before),
                   is_camel = is_capital(c) && is_small(before);
        changed += is_joined || is_camel;
        if (is_joined || is_camel)
            text[used++] = '-';
        if (!is_joined)
            text[used++] = (char)(is_camel ? c - 'A' + 'a' : c);
    }
    text[used] = '\0';
    const bool is_setting = memchr(task->line, '=', task->bytes) != NULL; /* of another program */
    return changed > 0 && !is_setting && task->section != MAD_NEAREST_IN_TEST ? text : NULL;
}

/* --- ranges ------------------------------------------------------------------------------------------------- */

/* `rank 1-3`, `ranks 1 and 2`, `files a to c`: what is before the first, the word, both ends and where the line goes on. */
struct range {
    const char *begin, *behind;
    bool is_rank, is_own;
    int first, last;
};

/* A number, or a file by its letter; 0 where there is none. */
static int end_of_range(const char **at, const char *end, bool is_rank)
{
    int value = 0;
    while (is_rank && *at < end && **at >= '0' && **at <= '9' && value < 100)
        value = 10 * value + *(*at)++ - '0';
    if (!is_rank && *at < end && is_small(**at) && (*at + 1 == end || !is_small((*at)[1])))
        value = *(*at)++;
    return value;
}

static bool range_at(const char *line, const char *at, const char *end, struct range *range)
{
    static const char *const words[] = {"ranks ", "rank ", "rows ", "row ", "files ", "file "};
    static const char *const between[] = {"-",  " - ", " to ",      " and ",
                                          "..", "/",   " through ", ", "};
    for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
        const size_t bytes = strlen(words[w]);
        if ((size_t)(end - at) < bytes || strncasecmp(at, words[w], bytes) != 0)
            continue;
        const char *c = at + bytes;
        range->is_rank = words[w][0] == 'r';
        range->first = end_of_range(&c, end, range->is_rank);
        for (size_t b = 0; range->first > 0 && b < sizeof between / sizeof *between; b++) {
            const char *two = c + strlen(between[b]);
            if (two >= end || strncmp(c, between[b], strlen(between[b])) != 0)
                continue;
            range->last = end_of_range(&two, end, range->is_rank);
            range->is_own = at - line >= 4 && strncasecmp(at - 4, "own ", 4) == 0;
            range->begin = at;
            range->behind = two;
            return range->last > range->first && range->last < range->first + MAX_LISTED;
        }
    }
    return false;
}

/* The line with each of them named; null where there is no such thing. */
static const char *ranged(const struct mad_nearest_task *task, bool *out_of_memory)
{
    enum { ONE = 24 /* bytes */ };
    const char *end = task->line + task->bytes;
    struct range range = {.begin = NULL};
    for (const char *at = task->line; at < end; at++)
        if ((at == task->line || strchr(" (", at[-1]) != NULL) &&
            range_at(task->line, at, end, &range))
            break;
    if (range.begin == NULL || range.last == 0 || task->section == MAD_NEAREST_IN_TEST)
        return NULL;
    const size_t room = task->bytes + (size_t)(range.last - range.first + 1) * ONE;
    char *text = mad_arena_new(task->arena, room, 1);
    if (text == NULL) {
        *out_of_memory = true;
        return NULL;
    }
    size_t used = (size_t)snprintf(text, room, "%.*s", (int)(range.begin - task->line), task->line);
    for (int i = range.first; i <= range.last; i++) {
        const char *before = i == range.first ? "" : range.is_own ? " or own " : " or ";
        used +=
            (size_t)(range.is_rank ? snprintf(text + used, room - used, "%srank %d", before, i)
                                   : snprintf(text + used, room - used, "%sfile %c", before, i));
    }
    (void)snprintf(text + used, room - used, "%.*s", (int)(end - range.behind), range.behind);
    return text;
}

/* --- numbers and numbers of men --------------------------------------------------------------------------- */

/* What the word stands for in a list of men: `eight` for `8`, `Rabbits` for `Rabbit`; null: for itself. */
static const char *plain_word(const struct mad_nearest_task *task, const char *word, size_t bytes,
                              size_t *kept)
{
    static const char *const numbers[] = {
        "zero", "one", "two",    "three",  "four",     "five",     "six",     "seven",  "eight",
        "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen"};
    static const char *const digits[] = {"0", "1",  "2",  "3",  "4",  "5",  "6",  "7", "8",
                                         "9", "10", "11", "12", "13", "14", "15", "16"};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (strlen(numbers[i]) == bytes && strncasecmp(numbers[i], word, bytes) == 0) {
            *kept = strlen(digits[i]);
            return digits[i];
        }
    for (size_t i = 0; is_capital(word[0]) && word[bytes - 1] == 's' && i < task->name_count; i++) {
        const char *name = task->names[i].text;
        if (task->names[i].kind == MAD_NEAREST_PIECE && strlen(name) == bytes - 1 &&
            strncmp(name, word, bytes - 1) == 0) {
            *kept = bytes - 1;
            return name;
        }
    }
    return NULL;
}

static bool is_of_word(char c)
{
    return is_small(c) || is_capital(c) || (c >= '0' && c <= '9') || c == '-';
}

/* The line with all of these in digits and in the singular, which are too many to be mended one by one; else null. */
static const char *counted(const struct mad_nearest_task *task, bool *out_of_memory)
{
    enum { FEW = 3 };
    char *text = mad_arena_new(task->arena, task->bytes + 1, 1);
    size_t used = 0, changed = 0;
    if (text == NULL) {
        *out_of_memory = true;
        return NULL;
    }
    for (size_t at = 0, end; at < task->bytes; at = end) {
        for (end = at; end < task->bytes && is_of_word(task->line[end]);)
            end++;
        end += end == at;
        size_t kept = end - at;
        const char *word = plain_word(task, task->line + at, end - at, &kept);
        memcpy(text + used, word != NULL ? word : task->line + at, kept);
        used += kept;
        changed += word != NULL;
    }
    text[used] = '\0';
    return changed > FEW ? text : NULL;
}

/* --- plainer words ---------------------------------------------------------------------------------------- */

/* The line with fewer words for what is said in several; null where there is none. */
static const char *plained(const struct mad_nearest_task *task, bool *out_of_memory)
{
    const size_t room = 2 * task->bytes + 1;
    char *text = mad_arena_new(task->arena, room, 1);
    if (text == NULL) {
        *out_of_memory = true;
        return NULL;
    }
    return task->section != MAD_NEAREST_IN_TEST &&
                   mad_kin_plain(task->line, task->bytes, text, room)
               ? text
               : NULL;
}

/* --- all of them -------------------------------------------------------------------------------------------- */

enum { COST_OF_OTHER_LINE = 2 };

/* Adds the sentences of another line, the nearest first. */
static size_t add_other(const struct mad_nearest_task *task, const char *line, const char *cause,
                        unsigned cost, struct mad_nearest *out, size_t count, size_t room,
                        bool *out_of_memory)
{
    struct mad_nearest_task other = *task;
    struct mad_nearest found[MAD_NEAREST_FOUND];
    other.line = line;
    other.bytes = strlen(line);
    size_t more = mad_nearest_alone(&other, found, MAD_NEAREST_FOUND, out_of_memory);
    for (size_t i = 0; i < more; i++) {
        size_t bytes = strlen(found[i].told) + strlen(cause) + 3, at = count;
        char *text = mad_arena_new(task->arena, bytes, 1);
        if (text == NULL) {
            *out_of_memory = true;
            return count;
        }
        bool is_more = found[i].cost > 0 && strcmp(found[i].told, MAD_NEAREST_NO_WORDS) != 0;
        (void)snprintf(text, bytes, "%s%s%s", cause, is_more ? "; " : "",
                       is_more ? found[i].told : "");
        found[i].told = text;
        found[i].cost += cost;
        while (at > 0 && out[at - 1].cost > found[i].cost)
            at--;
        if (at >= room)
            continue;
        count += count < room;
        memmove(&out[at + 1], &out[at], (count - at - 1) * sizeof *out);
        out[at] = found[i];
    }
    return count;
}

size_t mad_nearest_reordered(const struct mad_nearest_task *task, unsigned most,
                             struct mad_nearest *out, size_t room, bool *out_of_memory)
{
    enum { MAX_ORDERS = 11 };
    const char *lines[MAX_ORDERS], *line = plained(task, out_of_memory);
    struct mad_nearest_task of = *task;
    size_t count = 0;
    of.most = most > COST_OF_OTHER_LINE ? most - COST_OF_OTHER_LINE : 1;
    if (line != NULL) {
        of.line = line;
        of.bytes = strlen(line);
    }
    const size_t orders = task->section != MAD_NEAREST_IN_TEST
                              ? mad_nearest_orders(&of, lines, MAX_ORDERS, out_of_memory)
                              : 0;
    for (size_t i = 0; i < orders && !*out_of_memory; i++)
        count = add_other(&of, lines[i], "the words are right, and stand in another order",
                          COST_OF_OTHER_LINE, out, count, room, out_of_memory);
    return count;
}

size_t mad_nearest(const struct mad_nearest_task *task, struct mad_nearest *out, size_t room,
                   bool *out_of_memory)
{
    static const struct {
        const char *(*line)(const struct mad_nearest_task *task, bool *out_of_memory);
        const char *cause;
        unsigned cost;
    } others[] = {
        {turned, "what has to be so is said behind it", COST_OF_OTHER_LINE},
        {undressed, "signs of programs are not written here", COST_OF_OTHER_LINE},
        {listed, "squares of a list are joined, as in `d4, e4 or e5`", COST_OF_OTHER_LINE},
        {hyphened, "words that are one name are joined by a hyphen, and small", COST_OF_OTHER_LINE},
        {ranged, "each rank and each file is named, with `or` between", COST_OF_OTHER_LINE},
        {plained, "it is said in fewer words here", 1},
        {mad_nearest_named, "what is meant is named each time", 0},
        {counted, "numbers are written in digits, and each kind of men in the singular",
         COST_OF_OTHER_LINE}};
    size_t count = mad_nearest_alone(task, out, room, out_of_memory);
    for (size_t i = 0; i < sizeof others / sizeof *others && !*out_of_memory; i++) {
        const char *line = others[i].line(task, out_of_memory);
        if (line != NULL)
            count = add_other(task, line, others[i].cause, others[i].cost, out, count, room,
                              out_of_memory);
    }
    return count;
}

/* --- drafts ------------------------------------------------------------------------------------------------- */

enum { MAX_LINES = 3, MOST_OF_EACH = 6, COST_OF_DRAFT = 2 };

struct part { /* a line of the draft */
    struct mad_nearest found[MOST_OF_EACH];
    size_t count;
    int blanks; /* with which it begins */
};

/* Below a heading of the draft, or else where the line stands. */
static enum mad_nearest_section section_of(const struct mad_nearest_task *task, const char *draft,
                                           const char *line)
{
    enum mad_nearest_section section = mad_nearest_section(draft, (size_t)(line - draft));
    return section == MAD_NEAREST_IN_GAME ? task->section : section;
}

/* How many lines there are; 0 where one of them is near to nothing, or there are too many. */
static size_t look(const struct mad_nearest_task *task, const char *draft, struct part *parts,
                   bool *out_of_memory)
{
    size_t count = 0;
    for (const char *line = draft; line != NULL && count <= MAX_LINES; count++) {
        const size_t bytes = strcspn(line, "\n"), blanks = strspn(line, " ");
        if (count == MAX_LINES || blanks >= bytes)
            return 0;
        struct mad_nearest_task of = *task;
        of.line = line + blanks;
        of.bytes = bytes - blanks;
        of.section = section_of(task, draft, line + blanks);
        of.typed = task->line;
        of.typed_bytes = task->bytes;
        struct part *part = &parts[count];
        part->blanks = (int)blanks;
        part->count = mad_nearest(&of, part->found, MOST_OF_EACH, out_of_memory);
        if (part->count == 0 || *out_of_memory)
            return 0;
        line = line[bytes] == '\n' ? line + bytes + 1 : NULL;
    }
    return count;
}

/* The sentences of that rank, or the farthest of a line that has no such one. */
static bool put_together(struct mad_arena *arena, const struct part *parts, size_t count,
                         size_t rank, const char *cause, struct mad_nearest *out)
{
    size_t room = 1, told_room = strlen(cause) + 1, used = 0, told_used = 0;
    for (size_t i = 0; i < count; i++) {
        const struct part *part = &parts[i];
        const struct mad_nearest *one = &part->found[rank < part->count ? rank : part->count - 1];
        room += strlen(one->text) + (size_t)part->blanks + 1;
        told_room += strlen(one->told) + 2;
    }
    char *text = mad_arena_new(arena, room, 1), *told = mad_arena_new(arena, told_room, 1);
    if (text == NULL || told == NULL)
        return false;
    unsigned dearest = 0;
    told_used += (size_t)snprintf(told, told_room, "%s", cause);
    for (size_t i = 0; i < count; i++) {
        const struct part *part = &parts[i];
        const struct mad_nearest *one = &part->found[rank < part->count ? rank : part->count - 1];
        used += (size_t)snprintf(text + used, room - used, "%s%*s%s", i > 0 ? "\n" : "",
                                 part->blanks, "", one->text);
        if (one->cost > 0 && strcmp(one->told, MAD_NEAREST_NO_WORDS) != 0)
            told_used +=
                (size_t)snprintf(told + told_used, told_room - told_used, "; %s", one->told);
        dearest = one->cost > dearest ? one->cost : dearest;
    }
    *out = (struct mad_nearest){text, told, COST_OF_DRAFT + dearest + (unsigned)count - 1};
    return true;
}

size_t mad_nearest_draft(const struct mad_nearest_task *task, const char *draft, const char *cause,
                         struct mad_nearest *out, size_t room, bool *out_of_memory)
{
    struct part parts[MAX_LINES];
    const size_t count = look(task, draft, parts, out_of_memory);
    size_t most = 0, made = 0;
    for (size_t i = 0; i < count; i++)
        most = parts[i].count > most ? parts[i].count : most;
    for (; made < most && made < room; made++)
        if (!put_together(task->arena, parts, count, made, cause, &out[made])) {
            *out_of_memory = true;
            return made;
        }
    return made;
}
