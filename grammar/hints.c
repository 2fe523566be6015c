/* hints.c - stub */
#include "hints.h"
#include "parser.h"
void mad_hint_syntax(struct mad_parser *parser, int token, struct mad_span span,
                     const int *expected, int count)
{
    (void)expected; (void)count; (void)token;
    (void)mad_parser_report(parser, MAD_FINDING_SYNTAX, span, "syntax error");
}
void mad_hint_bad_character(struct mad_parser *parser, struct mad_span span)
{
    (void)mad_parser_report(parser, MAD_FINDING_BAD_CHAR, span, "bad character");
}
void mad_hint_no_rows(struct mad_parser *parser, struct mad_span span)
{
    (void)mad_findings_add(parser->context->findings, MAD_FINDING_ARRAY_SHAPE, span, "no rows");
}
uint8_t mad_hint_joiner(int token)
{
    (void)token;
    return 0;
}
