/* parse.c - one text through lexer, parser and outline.
 *
 * Layer: grammar. The state of the parse is in the arena, not on the stack: it is some kilobytes. */
#include "parse.h"

#include "build.h"
#include "habits.h"
#include "outline.h"

static bool is_too_large(const struct mad_parse_context *context, uint16_t source_index)
{
    struct mad_span span = {0, 0, source_index};
    if (context->sources->items[source_index].bytes <= MAD_GRAMMAR_MAX_BYTES)
        return false;
    (void)mad_findings_add(context->findings, MAD_FINDING_FILE_SIZE, span,
                           (int)MAD_GRAMMAR_MAX_BYTES);
    return true;
}

/* A text has tabs, line ends and hardly any other byte below the blank. Pictures and programs are told
 * once and not read. */
static bool is_no_text(const struct mad_parse_context *context, uint16_t source_index)
{
    enum { MAX_CONTROL = 8 };
    const struct mad_source *source = &context->sources->items[source_index];
    struct mad_span span = {0, 0, source_index};
    size_t controls = 0;
    for (size_t i = 0; i < source->bytes && controls <= MAX_CONTROL; i++) {
        unsigned char byte = (unsigned char)source->text[i];
        bool is_control = byte < ' ' && byte != '\n' && byte != '\r' && byte != '\t';
        controls += is_control;
    }
    if (controls <= MAX_CONTROL)
        return false;
    struct mad_finding *finding =
        mad_findings_add(context->findings, MAD_FINDING_BAD_CHAR, span, "this file is not a text");
    mad_finding_remedy(context->findings, finding, "a rule file is a plain text: save it as UTF-8");
    return true;
}

/* The bytes of a sign that is nothing to read: it steers a terminal, or turns what stands around it the other way, so
 * that a reader sees another text than the parser; 0 for all others. */
static size_t steering_sign(const char *text, size_t bytes)
{
    const unsigned char *sign = (const unsigned char *)text;
    if (sign[0] == '\b' || sign[0] == 0x1b || sign[0] == 0x7f)
        return 1;
    if (bytes >= 2 && sign[0] == 0xc2 && sign[1] >= 0x80 && sign[1] <= 0x9f)
        return 2; /* U+0080 to U+009F */
    if (bytes >= 3 && sign[0] == 0xe2 && sign[1] == 0x80 && sign[2] >= 0xaa && sign[2] <= 0xae)
        return 3; /* U+202A to U+202E */
    if (bytes >= 3 && sign[0] == 0xe2 && sign[1] == 0x81 && sign[2] >= 0xa6 && sign[2] <= 0xa9)
        return 3; /* U+2066 to U+2069 */
    return 0;
}

/* Lines end with LF, or CR and LF: behind a CR alone a comment would go on, whatever editors show. */
static bool is_lone_return(const struct mad_source *source, size_t at)
{
    return source->text[at] == '\r' && at + 1 < source->bytes && source->text[at + 1] != '\n' &&
           source->text[at + 1] != '\r';
}

/* Whether the text has signs that nobody sees, comments and texts in quotation marks included; the first is told. */
static bool has_hidden_sign(const struct mad_parse_context *context, uint16_t source_index)
{
    const struct mad_source *source = &context->sources->items[source_index];
    size_t at = 0, bytes = 0;
    while (at < source->bytes && !is_lone_return(source, at) &&
           (bytes = steering_sign(source->text + at, source->bytes - at)) == 0)
        at++;
    if (at == source->bytes)
        return false;
    struct mad_findings *findings = context->findings;
    struct mad_span span = {(uint32_t)at, 1, source_index};
    if (bytes == 0) {
        struct mad_finding *finding = mad_findings_add(findings, MAD_FINDING_BAD_CHAR, span,
                                                       "a line ends with CR alone, as on old Macs");
        mad_finding_remedy(findings, finding, "end lines with LF: `tr '\\r' '\\n' <OLD >NEW`");
        return true;
    }
    const unsigned char *sign = (const unsigned char *)source->text + at;
    unsigned code = bytes == 1 ? sign[0]
                    : bytes == 2
                        ? sign[1]
                        : (sign[0] & 0xfu) << 12 | (sign[1] & 0x3fu) << 6 | (sign[2] & 0x3fu);
    span.length = (uint16_t)bytes;
    struct mad_finding *finding =
        mad_findings_add(findings, MAD_FINDING_BAD_CHAR, span,
                         mad_findings_text(findings, "a sign that nobody sees (U+%04X)", code));
    mad_finding_remedy(
        findings, finding,
        "it steers terminals, or turns words around, and has no place in rules: delete it");
    mad_finding_fix(findings, finding, span, true, "%s", "");
    return true;
}

/* Windows editors begin a text with this mark; it says nothing. */
static uint32_t byte_order_mark(const struct mad_source *source)
{
    const unsigned char *text = (const unsigned char *)source->text;
    bool has_mark = source->bytes >= 3 && text[0] == 0xef && text[1] == 0xbb && text[2] == 0xbf;
    return has_mark ? 3 : 0;
}

enum mad_parse_status mad_parse(struct mad_parse_context *context, uint16_t source_index,
                                struct mad_node **file)
{
    const struct mad_source *source = &context->sources->items[source_index];
    uint32_t errors = context->findings->errors;
    struct mad_finding *before = context->findings->last;
    context->comments = NULL;
    if (is_too_large(context, source_index) || is_no_text(context, source_index) ||
        has_hidden_sign(context, source_index))
        return context->findings->out_of_memory ? MAD_PARSE_MEMORY : MAD_PARSE_ERRORS;
    struct mad_parser *parser = MAD_ARENA_NEW(context->arena, struct mad_parser);
    if (parser == NULL)
        return MAD_PARSE_MEMORY;
    parser->context = context;
    parser->text = source->text;
    parser->bytes = (uint32_t)source->bytes;
    parser->source = source_index;
    parser->offset = byte_order_mark(source);
    bool gave_up = mad_parser_run(parser) != 0;
    if (parser->out_of_memory || context->findings->out_of_memory)
        return MAD_PARSE_MEMORY;
    if (gave_up) /* nested too deeply for the parser's stack, reported */
        return context->findings->errors > errors ? MAD_PARSE_ERRORS : MAD_PARSE_MEMORY;
    struct mad_node *made = mad_outline(parser);
    mad_findings_sort(context->findings, before);
    mad_habits_tell(context->findings, context->sources, before);
    if (made == NULL || context->findings->out_of_memory)
        return MAD_PARSE_MEMORY;
    if (context->findings->errors > errors)
        return MAD_PARSE_ERRORS;
    *file = made;
    return MAD_PARSE_OK;
}
