/* junit.c - see junit.h. Layer: cli. */
#include "junit.h"

#include <stdlib.h>

#include "text.h"

/* Text from rule files: what XML has no character for is dropped by cli_copy_safe. */
static void put_xml(FILE *stream, const char *text)
{
    char safe[1000];
    cli_copy_safe(safe, sizeof safe, text);
    for (const char *c = safe; *c != '\0'; c++) {
        switch (*c) {
        case '&': fputs("&amp;", stream); break;
        case '<': fputs("&lt;", stream); break;
        case '>': fputs("&gt;", stream); break;
        case '"': fputs("&quot;", stream); break;
        default: fputc(*c, stream);
        }
    }
}

static void put_attribute(FILE *stream, const char *name, const char *text)
{
    fprintf(stream, " %s=\"", name);
    put_xml(stream, text);
    fputc('"', stream);
}

bool cli_junit_start(struct cli_junit *junit)
{
    *junit = (struct cli_junit){0};
    junit->cases = open_memstream(&junit->text, &junit->bytes);
    return junit->cases != NULL;
}

void cli_junit_add(struct cli_junit *junit, const char *game, const struct mad_test_report *report)
{
    FILE *stream = junit->cases;
    junit->tests++;
    fputs("    <testcase", stream);
    put_attribute(stream, "classname", game);
    put_attribute(stream, "name", report->title);
    if (report->place.file != NULL) {
        put_attribute(stream, "file", report->place.file);
        fprintf(stream, " line=\"%u\"", (unsigned)report->place.line);
    }
    if (report->passed) {
        fputs("/>\n", stream);
        return;
    }
    junit->failures++;
    fputs(">\n      <failure", stream);
    put_attribute(stream, "message", report->text != NULL ? report->text : "failed");
    fputs("/>\n    </testcase>\n", stream);
}

bool cli_junit_end(struct cli_junit *junit, FILE *stream)
{
    bool is_whole = !ferror(junit->cases);
    is_whole = fclose(junit->cases) == 0 && is_whole;
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", stream);
    fprintf(stream, "<testsuites tests=\"%zu\" failures=\"%zu\">\n", junit->tests, junit->failures);
    fprintf(stream, "  <testsuite name=\"mad test\" tests=\"%zu\" failures=\"%zu\">\n",
            junit->tests, junit->failures);
    if (is_whole) {
        fwrite(junit->text, 1, junit->bytes, stream);
    }
    fputs("  </testsuite>\n</testsuites>\n", stream);
    free(junit->text);
    *junit = (struct cli_junit){0};
    return is_whole && !ferror(stream);
}
