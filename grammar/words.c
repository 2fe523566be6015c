/* words.c - see words.h. Layer: grammar. */
#include "words.h"

#include "build.h"
#include "parser.h"

typedef void *yyscan_t;
int mad_yylex(MAD_YYSTYPE *value, struct mad_span *span, yyscan_t scanner);
int mad_yylex_destroy(yyscan_t scanner);

const char mad_words_stop[] = " moves";

static struct mad_parser *begin(struct mad_parse_context *context, uint16_t source_index)
{
    const struct mad_source *source = &context->sources->items[source_index];
    struct mad_parser *parser = source->bytes > MAD_GRAMMAR_MAX_BYTES
                                    ? NULL
                                    : MAD_ARENA_NEW(context->arena, struct mad_parser);
    context->comments = NULL;
    if (parser == NULL)
        return NULL;
    parser->context = context;
    parser->text = source->text;
    parser->bytes = (uint32_t)source->bytes;
    parser->source = source_index;
    parser->is_trial = true;
    return parser;
}

static enum mad_word_sort_of sort_of(int token)
{
    switch (token) {
    case MAD_T_NAME: return MAD_SORT_OF_NAME;
    case MAD_T_WORD: return MAD_SORT_OF_WORD;
    case MAD_T_STRING: return MAD_SORT_OF_TEXT;
    case MAD_T_LETTER: return MAD_SORT_OF_LETTER;
    case MAD_T_SQUARE:
    case MAD_T_RECTANGLE:
    case MAD_T_OF_SQUARE: return MAD_SORT_OF_SQUARE;
    case MAD_T_NUMBER:
    case MAD_T_TRIPLE:
    case MAD_T_OFFSET: return MAD_SORT_OF_NUMBER;
    case MAD_T_CELL: return MAD_SORT_OF_CELL;
    case MAD_T_MOVE_TEXT: return MAD_SORT_OF_MOVE;
    default: return token < MAD_T_COLON ? MAD_SORT_OF_KEYWORD : MAD_SORT_OF_SIGN;
    }
}

enum mad_parse_status mad_words_read(struct mad_parse_context *context, uint16_t source_index,
                                     mad_word_see see, void *see_context)
{
    struct mad_parser *parser = begin(context, source_index);
    yyscan_t scanner = NULL;
    MAD_YYSTYPE value;
    struct mad_span span;
    bool is_first = true, goes_on = true;
    if (parser == NULL || !mad_parser_begin(parser, &scanner))
        return MAD_PARSE_MEMORY;
    for (int token; goes_on && (token = mad_yylex(&value, &span, scanner)) != MAD_T_EOF;) {
        bool is_end = token == MAD_T_NEWLINE;
        const char *text = mad_token_text(token);
        if (!is_end && text != NULL) {
            struct mad_word_read word = {span, sort_of(token), NULL, is_first};
            word.keyword = word.sort == MAD_SORT_OF_KEYWORD ? text : NULL;
            goes_on = see(see_context, &word);
        }
        is_first = is_end;
    }
    (void)mad_yylex_destroy(scanner);
    for (struct mad_comment *comment = context->comments; goes_on && comment != NULL;
         comment = comment->next) {
        struct mad_word_read word = {comment->span, MAD_SORT_OF_COMMENT, NULL, false};
        goes_on = see(see_context, &word);
    }
    return goes_on && !parser->out_of_memory ? MAD_PARSE_OK : MAD_PARSE_MEMORY;
}

enum mad_parse_status mad_words_expected(struct mad_parse_context *context, uint16_t source_index,
                                         bool (*see)(void *context, const char *text),
                                         void *see_context)
{
    struct mad_parser *parser = begin(context, source_index);
    bool goes_on = true;
    if (parser == NULL)
        return MAD_PARSE_MEMORY;
    parser->wants_expected = true;
    (void)mad_parser_run(parser);
    for (size_t i = 0; goes_on && i < parser->expected_count; i++) {
        int token = parser->expected[i];
        bool is_told = token < MAD_T_COLON || token == MAD_T_WORD || token == MAD_T_NAME;
        const char *text = is_told ? mad_token_text(token) : NULL;
        goes_on = text == NULL || see(see_context, text);
    }
    return goes_on && !parser->out_of_memory ? MAD_PARSE_OK : MAD_PARSE_MEMORY;
}
