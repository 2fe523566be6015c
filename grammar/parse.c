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
    if (is_too_large(context, source_index) || is_no_text(context, source_index))
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
