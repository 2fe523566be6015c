/* doc_page.c - see doc_page.h. Layer: cli. */
#include "doc_page.h"

#include <stdlib.h>
#include <string.h>

#include "svg.h"

enum {
    NAME_BEGINS = 1,
    NAME_ENDS,
    VERB_BEGINS,
    LOCAL_BEGINS
}; /* in sentences, see mad_game_sentence */

/* --- the two forms --------------------------------------------------------------------------------------- */

void cli_page_put_text(const struct cli_page *page, const char *text)
{
    if (page->is_html) {
        cli_put_xml(stdout, text);
    } else {
        cli_put(stdout, text);
    }
}

void cli_page_put_html(const struct cli_page *page, const char *html)
{
    fputs(page->is_html ? html : "", stdout);
}

void cli_page_put_heading(const struct cli_page *page, int level, const char *text,
                          const char *letter)
{
    if (page->is_html) {
        printf("<h%d>", level);
    } else {
        printf("\n%.*s ", level, "###");
    }
    cli_page_put_text(page, text);
    if (letter != NULL) {
        fputs(" (", stdout);
        cli_page_put_text(page, letter);
        fputc(')', stdout);
    }
    if (page->is_html) {
        printf("</h%d>", level);
    }
    fputs(page->is_html ? "\n" : "\n\n", stdout);
}

void cli_page_put_paragraph(const struct cli_page *page, const char *text)
{
    cli_page_put_html(page, "<p>");
    cli_page_put_text(page, text);
    fputs(page->is_html ? "</p>\n" : "\n\n", stdout);
}

void cli_page_open_list(const struct cli_page *page, bool is_numbered)
{
    cli_page_put_html(page, is_numbered ? "<ol>\n" : "<ul>\n");
}

void cli_page_close_list(const struct cli_page *page, bool is_numbered)
{
    cli_page_put_html(page, is_numbered ? "</ol>\n" : "</ul>\n");
    fputs(page->is_html ? "" : "\n", stdout);
}

/* Breaks the page off: why has been said. */
bool cli_page_fail(struct cli_page *page, enum cli_exit code)
{
    page->code = page->code > code ? page->code : code;
    return false;
}

void cli_page_put_diagram(const struct cli_page *page, const struct cli_diagram *diagram,
                          const char *title, int mover)
{
    if (page->is_html) {
        cli_svg_print(stdout, diagram, title, mover);
    } else {
        fputs("```\n", stdout);
        cli_diagram_print(stdout, diagram);
        fputs("```\n\n", stdout);
    }
}

/* --- sentences -------------------------------------------------------------------------------------------- */

/* The word that is said so, without the dashes of names; word_count when there is none. */
static size_t find_word(const struct cli_page *page, const char *name, size_t bytes,
                        struct mad_word_info *word)
{
    for (size_t i = 0; mad_game_word(page->game, i, word); i++) {
        size_t same = 0;
        while (same < bytes &&
               (word->name[same] == name[same] || (word->name[same] == '-' && name[same] == ' '))) {
            same++;
        }
        if (same == bytes && word->name[bytes] == '\0') {
            return i;
        }
    }
    return page->word_count;
}

void cli_page_put_bytes(const struct cli_page *page, const char *text, size_t bytes)
{
    char part[200];
    for (size_t size; bytes > 0; text += size, bytes -= size) {
        size = bytes < sizeof part - 1 ? bytes : sizeof part - 1;
        while (size > 1 && size < bytes && ((unsigned char)text[size] & 0xC0) == 0x80) {
            size--; /* not within a letter */
        }
        snprintf(part, sizeof part, "%.*s", (int)size, text);
        cli_page_put_text(page, part);
    }
}

/* The sentence, or one line of several, with its names in italics, and that of a verb that it tells in bold. */
void cli_page_put_told(struct cli_page *page, const char *told, size_t bytes)
{
    const char *end = told + bytes;
    bool is_verb = false;
    for (const char *at = told; at < end;) {
        size_t plain = 0;
        for (; at + plain < end && (at[plain] < NAME_BEGINS || at[plain] > LOCAL_BEGINS); plain++) {
            continue;
        }
        cli_page_put_bytes(page, at, plain);
        at += plain;
        const size_t name = at < end ? strcspn(at + 1, (char[]){NAME_ENDS, '\0'}) : 0;
        if (at < end && *at == VERB_BEGINS) {
            struct mad_word_info word;
            const size_t index = find_word(page, at + 1, name, &word);
            if (index < page->word_count) {
                page->is_told[index] = true;
            }
            is_verb = true;
        } else if (at < end && *at != NAME_ENDS) {
            fputs(page->is_html ? (is_verb ? "<b>" : "<i>") : is_verb ? "**" : "*", stdout);
            cli_page_put_bytes(page, at + 1, name);
            fputs(page->is_html ? (is_verb ? "</b>" : "</i>") : is_verb ? "**" : "*", stdout);
            is_verb = false;
        }
        at += at < end ? name + (at[name + 1] != '\0') + 1 : 0;
    }
}

void cli_page_put_remark(const struct cli_page *page, const char *about)
{
    if (about != NULL) {
        fputs(page->is_html ? " <small>" : " *", stdout);
        cli_page_put_text(page, about);
        fputs(page->is_html ? "</small>" : "*", stdout);
    }
}

/* Words of the text that have not been explained, each in a list in the list, with those of its meaning. */
void cli_page_put_words(struct cli_page *page, const char *told, int depth)
{
    enum { DEEPEST = 6 };
    for (const char *at = told;
         told != NULL && depth < DEEPEST && (at = strchr(at, NAME_BEGINS));) {
        struct mad_word_info word;
        const size_t bytes = strcspn(++at, (char[]){NAME_ENDS, '\0'});
        const size_t index = find_word(page, at, bytes, &word);
        if (index == page->word_count || word.block != NULL || page->is_told[index]) {
            continue;
        }
        page->is_told[index] = true;
        if (page->is_html) {
            fputs("<ul><li>", stdout);
        } else {
            printf("%*s- ", 2 * depth, "");
        }
        fputs(page->is_html ? "<i>" : "*", stdout);
        cli_page_put_bytes(page, at, bytes);
        fputs(page->is_html ? "</i>: " : "*: ", stdout);
        if (word.told[0] != '\0') {
            cli_page_put_told(page, word.told, strlen(word.told));
            fputs(".", stdout);
            cli_page_put_remark(page, word.about);
        } else { /* its comment says it */
            cli_page_put_text(page, word.about);
        }
        fputs(page->is_html ? "" : "\n", stdout);
        cli_page_put_words(page, word.told, depth + 1);
        fputs(page->is_html ? "</li></ul>" : "", stdout);
    }
}

/* The lines of a block as lists in the list; what the line above it began stays open. */
void cli_page_put_block(struct cli_page *page, const char *block, int least)
{
    int open = least - 1;
    for (const char *line = block; line != NULL && line[0] != '\0';) {
        const int blanks = (int)strspn(line, " "), depth = blanks / 2 + least;
        const size_t bytes = strcspn(line, "\n");
        for (int at = depth; page->is_html && at <= open; at++) {
            fputs(at < open ? "</li></ul>" : "</li>", stdout);
        }
        for (int at = open; page->is_html && at < depth; at++) {
            fputs(at + 1 < depth ? "<ul><li>" : "<ul>", stdout);
        }
        open = depth;
        if (page->is_html) {
            fputs("<li>", stdout);
        } else {
            printf("%*s- ", 2 * depth, "");
        }
        cli_page_put_told(page, line + blanks, bytes - (size_t)blanks);
        fputs(page->is_html ? "" : "\n", stdout);
        line += bytes + (line[bytes] == '\n');
    }
    for (; page->is_html && open >= least; open--) {
        fputs("</li></ul>", stdout);
    }
}

/* The line as a sentence, behind it what its comment says; below what stands in its block, and its words. */
void cli_page_put_line(struct cli_page *page, enum mad_comment_of what, size_t index, size_t line,
                       const char *bullet)
{
    const char *told = mad_game_sentence(page->game, what, index, line);
    const char *block = mad_game_block(page->game, what, index, line);
    if (told == NULL || told[0] == '\0') {
        return;
    }
    fputs(page->is_html ? "<li>" : bullet, stdout);
    cli_page_put_told(page, told, strlen(told));
    cli_page_put_remark(page, mad_game_comment(page->game, what, index, line));
    fputs(page->is_html ? "" : "\n", stdout);
    cli_page_put_block(page, block, 1);
    cli_page_put_words(page, told, 1);
    cli_page_put_words(page, block, 1);
    fputs(page->is_html ? "</li>\n" : "", stdout);
}
