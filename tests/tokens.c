/* tokens.c - prints the tokens of rule files as the lexer hands them out, for tests/editors.py.
 *
 * A line each: where it begins, its length, and what parser.y calls it, behind a line with the name of the file. The linker
 * gives this file the calls of mad_yylex (see the Makefile), so that the lexer is asked as the parser asks it.
 *
 * usage: tokens FILE.mad ... */
#include <stdio.h>
#include <stdlib.h>

#include "../grammar/build.h"

enum { MAX_FINDINGS = 200, MAX_BYTES = 1 << 20 };

union MAD_YYSTYPE;
int __real_mad_yylex(union MAD_YYSTYPE *value, struct mad_span *span, void *scanner);
int __wrap_mad_yylex(union MAD_YYSTYPE *value, struct mad_span *span, void *scanner);

int __wrap_mad_yylex(union MAD_YYSTYPE *value, struct mad_span *span, void *scanner)
{
    int token = __real_mad_yylex(value, span, scanner);
    const char *text = mad_token_text(token);
    if (text != NULL && span->length > 0)
        printf("%u\t%u\t%s\n", (unsigned)span->begin, (unsigned)span->length, text);
    return token;
}

static enum mad_parse_status tell(const char *path, const char *text, size_t bytes)
{
    struct mad_arena arena;
    struct mad_intern intern;
    struct mad_sources sources;
    struct mad_findings findings;
    struct mad_node *file = NULL;
    uint16_t index = 0;
    mad_arena_init(&arena, NULL, 0);
    mad_intern_init(&intern, &arena);
    mad_sources_init(&sources, &arena);
    mad_findings_init(&findings, &arena, MAX_FINDINGS);
    struct mad_parse_context context = {&arena, &intern, &sources, &findings, NULL};
    enum mad_parse_status status = MAD_PARSE_MEMORY;
    printf("%s\n", path);
    if (mad_sources_add(&sources, path, text, bytes, &index))
        status = mad_parse(&context, index, &file);
    for (struct mad_comment *c = context.comments; c != NULL; c = c->next)
        printf("%u\t%u\ta comment\n", (unsigned)c->span.begin, (unsigned)c->span.length);
    mad_arena_free(&arena);
    return status;
}

int main(int argc, char **argv)
{
    char *text = malloc(MAX_BYTES + 1);
    for (int i = 1; text != NULL && i < argc; i++) {
        FILE *file = fopen(argv[i], "rb");
        size_t bytes = file == NULL ? 0 : fread(text, 1, MAX_BYTES, file);
        text[bytes] = '\0';
        if (file != NULL)
            fclose(file);
        if (file == NULL || bytes == MAX_BYTES || tell(argv[i], text, bytes) != MAD_PARSE_OK) {
            fprintf(stderr, "tokens: %s cannot be read\n", argv[i]);
            return 1;
        }
    }
    free(text);
    return text == NULL;
}
