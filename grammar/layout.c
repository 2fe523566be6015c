/* layout.c - see layout.h. Layer: grammar.
 *
 * The tree tells how deep the sentence stands that begins a line. Lines without a sentence of their own
 * (`end`, `heads:`, comments, the rest of a sentence) take their depth from their neighbours. */
#include "layout.h"

#include <string.h>

enum { UNKNOWN = -1, STEP = 2, GOES_ON = 2 /* steps */, MAX_DEPTH = 200 };

enum line_kind { LINE_BLANK, LINE_COMMENT, LINE_CODE };

struct line {
    const char *code, *code_end; /* without blanks around it */
    const char *comment, *comment_end;
    enum line_kind kind;
    int depth;
    bool is_heading, is_row, is_moves, goes_on; /* moves: in a test, where commas are theirs */
};

struct layout {
    const char *text, *end;
    struct line *lines;
    uint32_t count;
    char *out; /* null: only count */
    size_t used;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* --- lines --------------------------------------------------------------------------------------- */

static uint32_t count_lines(const char *text, const char *end)
{
    uint32_t count = 1;
    for (; text < end; text++)
        count += *text == '\n';
    return count;
}

static void trim(const char **begin, const char **end)
{
    while (*begin < *end && is_blank(**begin))
        ++*begin;
    while (*end > *begin && is_blank((*end)[-1]))
        --*end;
}

static void split(struct layout *layout, const struct mad_comment *comment)
{
    const char *at = layout->text;
    for (uint32_t i = 0; i < layout->count; i++) {
        struct line *line = &layout->lines[i];
        const char *end = memchr(at, '\n', (size_t)(layout->end - at));
        const char *next = end != NULL ? end + 1 : layout->end;
        end = end != NULL ? end : layout->end;
        *line = (struct line){.code = at, .code_end = end, .depth = UNKNOWN};
        if (comment != NULL && layout->text + comment->span.begin < next) {
            line->comment = line->code_end = layout->text + comment->span.begin;
            line->comment_end = end;
            trim(&line->comment, &line->comment_end);
            comment = comment->next;
        }
        trim(&line->code, &line->code_end);
        line->kind = line->code < line->code_end ? LINE_CODE
                     : line->comment != NULL     ? LINE_COMMENT
                                                 : LINE_BLANK;
        at = next;
    }
}

static uint32_t line_of(const struct layout *layout, const struct mad_node *node)
{
    const char *place = layout->text + node->span.begin;
    uint32_t low = 0, high = layout->count;
    while (high - low > 1) {
        uint32_t mid = low + (high - low) / 2;
        if (layout->lines[mid].code <= place)
            low = mid;
        else
            high = mid;
    }
    return low;
}

/* --- depths from the tree ------------------------------------------------------------------------ */

static bool is_heading(const struct mad_node *node)
{
    switch ((unsigned)node->kind) {
    case MAD_NODE_GAME:
    case MAD_NODE_VARIANT:
    case MAD_NODE_PIECE:
    case MAD_NODE_ADD_TO:
    case MAD_NODE_CHANGE:
    case MAD_NODE_INHERITED_BY:
    case MAD_NODE_ENDS:
    case MAD_NODE_VERB:
    case MAD_NODE_NOTATION:
    case MAD_NODE_TEST: return true;
    default: return false;
    }
}

/* How much deeper than `node` a sentence below it stands. */
static int step_below(const struct mad_node *node, const struct mad_node *child)
{
    if (node->kind == MAD_NODE_IF && child->kind == MAD_NODE_BODY)
        return 0; /* `otherwise:` */
    return node->kind == MAD_NODE_FILE && child->kind == MAD_NODE_CREDIT ? 2 : 1;
}

static void place_below(struct layout *layout, const struct mad_node *node, int depth,
                        uint32_t sentence)
{
    for (const struct mad_node *child = node->first; child != NULL; child = child->next) {
        uint32_t at = line_of(layout, child);
        bool begins = node->kind == MAD_NODE_FILE || at != sentence;
        int below = begins ? depth + step_below(node, child) : depth;
        struct line *line = &layout->lines[at];
        if (begins && line->depth == UNKNOWN && below < MAX_DEPTH) {
            line->depth = below;
            line->is_heading = is_heading(child);
            line->is_row = child->kind == MAD_NODE_ROW;
            line->is_moves = child->kind == MAD_NODE_T_PLAY || child->kind == MAD_NODE_T_MOVES;
        }
        place_below(layout, child, below, begins ? at : sentence);
    }
}

/* --- depths from the neighbours ------------------------------------------------------------------ */

static bool code_is(const struct line *line, const char *text)
{
    size_t length = strlen(text);
    return (size_t)(line->code_end - line->code) == length && memcmp(line->code, text, length) == 0;
}

static bool begins_with(const struct line *line, const char *text)
{
    size_t length = strlen(text);
    return (size_t)(line->code_end - line->code) >= length && memcmp(line->code, text, length) == 0;
}

/* `heads: ...`, `heads, which must be legal: ...`, `1 in 6, bursts: ...` */
static bool is_outcome(const struct line *line)
{
    const char *at = line->code;
    while (at < line->code_end && *at >= '0' && *at <= '9')
        at++;
    return (at != line->code && line->code_end - at > 4 && memcmp(at, " in ", 4) == 0) ||
           begins_with(line, "heads:") || begins_with(line, "heads,") ||
           begins_with(line, "tails:") || begins_with(line, "tails,");
}

static bool opens_block(const struct line *line)
{
    return begins_with(line, "verb ") || begins_with(line, "new verb ") ||
           code_is(line, "toss a coin") || code_is(line, "by chance") ||
           (line->code_end[-1] == ':' && !begins_with(line, "otherwise") && !is_outcome(line));
}

static void place_rest(struct layout *layout)
{
    int open[MAX_DEPTH], depth = 0, opened = 0;
    bool goes_on = false;
    for (uint32_t i = 0; i < layout->count; i++) {
        struct line *line = &layout->lines[i];
        if (line->kind != LINE_CODE)
            continue;
        int around = opened > 0 ? open[opened - 1] : 0;
        line->goes_on = goes_on;
        if (goes_on)
            line->depth = depth + GOES_ON;
        else if (code_is(line, "end"))
            line->depth = around;
        else if (is_outcome(line))
            line->depth = around + 1;
        else if (line->depth == UNKNOWN)
            line->depth = begins_with(line, "otherwise") ? around : depth;
        if (!goes_on) {
            depth = line->depth;
            opened -= code_is(line, "end") && opened > 0;
        }
        goes_on = line->code_end[-1] == ',' && !line->is_moves;
        if (!goes_on && opens_block(line) && opened < MAX_DEPTH)
            open[opened++] = depth;
    }
}

static struct line *next_code(const struct layout *layout, uint32_t from)
{
    while (from < layout->count && layout->lines[from].kind != LINE_CODE)
        from++;
    return from < layout->count ? &layout->lines[from] : NULL;
}

/* A comment stands before what it is about. */
static void place_comments(struct layout *layout)
{
    int depth = 0;
    for (uint32_t i = layout->count; i-- > 0;) {
        struct line *line = &layout->lines[i];
        if (line->kind == LINE_CODE)
            depth = line->depth + code_is(line, "end");
        else if (line->kind == LINE_COMMENT)
            line->depth = depth;
    }
}

/* --- writing ------------------------------------------------------------------------------------- */

static void put(struct layout *layout, const char *text, size_t bytes)
{
    if (layout->out != NULL)
        memcpy(layout->out + layout->used, text, bytes);
    layout->used += bytes;
}

static void put_blanks(struct layout *layout, size_t count)
{
    for (; count > 0; count--)
        put(layout, " ", 1);
}

/* One blank between words, none before a comma; texts in quotation marks as they are. */
static void put_code(struct layout *layout, const struct line *line)
{
    const char *at = line->code;
    bool in_text = false;
    for (; at < line->code_end; at++) {
        if (*at == '"')
            in_text = !in_text;
        if (in_text || !is_blank(*at))
            put(layout, at, 1);
        else if (!is_blank(at[1]) && (at[1] != ',' || line->is_moves))
            put(layout, " ", 1);
    }
}

static void put_comment(struct layout *layout, const struct line *line)
{
    const char *text = line->comment + 1;
    put(layout, "#", 1);
    if (text < line->comment_end && !is_blank(*text) && *text != '#' && *text != '!')
        put(layout, " ", 1);
    put(layout, text, (size_t)(line->comment_end - text));
}

/* The next cell of a row, from `*at` on: its length, 0 at the end. */
static size_t next_cell(const char **at, const char *end)
{
    while (*at < end && is_blank(**at))
        ++*at;
    size_t length = 0;
    while (*at + length < end && !is_blank((*at)[length]))
        length++;
    return length;
}

/* The widest cell of the array to which row `i` belongs. */
static size_t cell_width(const struct layout *layout, uint32_t i)
{
    size_t width = 1;
    while (i > 0 && (layout->lines[i - 1].is_row || layout->lines[i - 1].kind != LINE_CODE))
        i--;
    for (; i < layout->count && (layout->lines[i].is_row || layout->lines[i].kind != LINE_CODE);
         i++) {
        const struct line *line = &layout->lines[i];
        if (!line->is_row)
            continue;
        const char *at = line->code;
        for (size_t length; (length = next_cell(&at, line->code_end)) > 0; at += length)
            width = length > width ? length : width;
    }
    return width;
}

/* Cells below each other, signs before the letters. */
static void put_row(struct layout *layout, uint32_t i)
{
    const struct line *line = &layout->lines[i];
    size_t width = cell_width(layout, i);
    const char *at = line->code;
    bool is_first = true;
    for (size_t length; (length = next_cell(&at, line->code_end)) > 0; at += length) {
        put_blanks(layout, !is_first + width - length);
        put(layout, at, length);
        is_first = false;
    }
}

/* Is there to be a blank line before line `i`, whatever its writer left? `before` is the last line of
 * code above. */
static bool wants_blank(const struct layout *layout, uint32_t i, const struct line *before)
{
    if (before == NULL || layout->lines[i].goes_on)
        return false;
    const struct line *line = next_code(layout, i);
    for (uint32_t at = i; line != NULL && &layout->lines[at] != line; at++)
        if (layout->lines[at].kind == LINE_BLANK)
            return false; /* a comment that stands for itself */
    if (line == NULL || code_is(line, "end") || begins_with(line, "otherwise") || is_outcome(line))
        return false;
    int depth = before->goes_on ? before->depth - GOES_ON : before->depth;
    bool opens = before->is_heading && depth < line->depth;
    bool leaves = depth > line->depth && !before->is_row;
    return !opens && (line->is_heading || leaves);
}

static void write_line(struct layout *layout, uint32_t i)
{
    const struct line *line = &layout->lines[i];
    put_blanks(layout, (size_t)line->depth * STEP);
    if (line->is_row)
        put_row(layout, i);
    else if (line->kind == LINE_CODE)
        put_code(layout, line);
    if (line->kind == LINE_CODE && line->comment != NULL)
        put_blanks(layout, 2);
    if (line->comment != NULL)
        put_comment(layout, line);
    put(layout, "\n", 1);
}

static void write_all(struct layout *layout)
{
    const struct line *before = NULL; /* last code */
    bool was_blank = false, was_comment = false;
    layout->used = 0;
    for (uint32_t i = 0; i < layout->count; i++) {
        const struct line *line = &layout->lines[i];
        if (line->kind == LINE_BLANK) {
            was_blank = true;
            continue;
        }
        if (layout->used > 0 && (was_blank || (!was_comment && wants_blank(layout, i, before))))
            put(layout, "\n", 1);
        write_line(layout, i);
        was_blank = false;
        was_comment = line->kind == LINE_COMMENT;
        before = line->kind == LINE_CODE ? line : before;
    }
}

char *mad_layout(struct mad_arena *arena, const char *text, size_t bytes,
                 const struct mad_node *file, const struct mad_comment *comments, size_t *out_bytes)
{
    struct layout layout = {.text = text, .end = text + bytes};
    layout.count = count_lines(text, layout.end);
    layout.lines = MAD_ARENA_ARRAY(arena, struct line, layout.count);
    if (layout.lines == NULL)
        return NULL;
    split(&layout, comments);
    place_below(&layout, file, UNKNOWN, 0);
    place_rest(&layout);
    place_comments(&layout);
    write_all(&layout);
    layout.out = mad_arena_new(arena, layout.used + 1, 1);
    if (layout.out != NULL)
        write_all(&layout);
    *out_bytes = layout.used;
    return layout.out;
}
