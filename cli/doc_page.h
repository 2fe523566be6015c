/* doc_page.h - a rule page while it is written, in Markdown or HTML: its forms and its sentences. Layer: cli. */
#ifndef MAD_CLI_DOC_PAGE_H
#define MAD_CLI_DOC_PAGE_H

#include <stdbool.h>

#include "board.h"
#include "game_file.h"

/* Which test needs a line. */
struct cli_page_example {
    char *line, *test;
};

struct cli_page {
    const struct cli_args *args;
    const mad_game *game;
    struct mad_game_info info;
    bool is_html;
    bool is_long; /* too much for examples */
    size_t word_count;
    bool *is_told;                /* [word_count] the word is explained already, or the verb used */
    struct cli_diagram *diagrams; /* [piece] of those that have one */
    bool *has_diagram;
    struct cli_page_example *examples;
    size_t example_count;
    const char *shown[64]; /* titles of tests that were an example already */
    size_t shown_count;
    enum cli_exit code; /* why it was broken off */
};

void cli_page_put_text(const struct cli_page *page, const char *text);
void cli_page_put_html(const struct cli_page *page, const char *html);
void cli_page_put_heading(const struct cli_page *page, int level, const char *text,
                          const char *letter);
void cli_page_put_paragraph(const struct cli_page *page, const char *text);
void cli_page_open_list(const struct cli_page *page, bool is_numbered);
void cli_page_close_list(const struct cli_page *page, bool is_numbered);
bool cli_page_fail(struct cli_page *page, enum cli_exit code);
void cli_page_put_diagram(const struct cli_page *page, const struct cli_diagram *diagram,
                          const char *title, int mover);
void cli_page_put_bytes(const struct cli_page *page, const char *text, size_t bytes);
void cli_page_put_told(struct cli_page *page, const char *told, size_t bytes);
void cli_page_put_remark(const struct cli_page *page, const char *about);
void cli_page_put_words(struct cli_page *page, const char *told, int depth);
void cli_page_put_block(struct cli_page *page, const char *block, int least);
void cli_page_put_line(struct cli_page *page, enum mad_comment_of what, size_t index, size_t line,
                       const char *bullet);

#endif
