/* junit.c - see junit.h. Layer: cli. */
#include "junit.h"

#include <stdlib.h>

#include "text.h"

static void put_attribute(FILE *stream, const char *name, const char *text)
{
    fprintf(stream, " %s=\"", name);
    cli_put_xml(stream, text);
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

void cli_junit_add_error(struct cli_junit *junit, const char *file)
{
    FILE *stream = junit->cases;
    junit->tests++;
    junit->errors++;
    fputs("    <testcase", stream);
    put_attribute(stream, "classname", file);
    put_attribute(stream, "name", "all its tests can be run");
    fputs(">\n      <error message=\"what is wrong stands on stderr\"/>\n    </testcase>\n",
          stream);
}

bool cli_junit_end(struct cli_junit *junit, FILE *stream)
{
    bool is_whole = !ferror(junit->cases);
    is_whole = fclose(junit->cases) == 0 && is_whole;
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", stream);
    fprintf(stream, "<testsuites tests=\"%zu\" failures=\"%zu\" errors=\"%zu\">\n", junit->tests,
            junit->failures, junit->errors);
    fprintf(stream,
            "  <testsuite name=\"mad test\" tests=\"%zu\" failures=\"%zu\" errors=\"%zu\">\n",
            junit->tests, junit->failures, junit->errors);
    if (is_whole) {
        fwrite(junit->text, 1, junit->bytes, stream);
    }
    fputs("  </testsuite>\n</testsuites>\n", stream);
    free(junit->text);
    *junit = (struct cli_junit){0};
    return is_whole && !ferror(stream);
}
