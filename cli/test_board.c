/* test_board.c - see test_board.h. Layer: cli. */
#include "test_board.h"

#include <stdlib.h>
#include <string.h>

#include "board.h"

enum { INDENT = 2, WIDEST = 80 };

/* Frames say where moves go, and nothing else; the marks of the position stand below the board. */
static unsigned mark_goals(struct cli_diagram *diagram, const unsigned char *goals)
{
    unsigned seen = 0;
    for (int square = 0; square < diagram->info.squares; square++) {
        struct cli_cell *cell = &diagram->cells[square];
        unsigned what = goals != NULL ? goals[square] : 0;
        bool is_missing = (what & MAD_TEST_MISSING) != 0;
        cell->frame = what == 0 ? CLI_FRAME_NONE : is_missing ? CLI_FRAME_MARKED : CLI_FRAME_MOVED;
        if (what != 0) {
            cell->tone = is_missing ? CLI_RED : CLI_YELLOW;
        }
        seen |= is_missing ? (unsigned)MAD_TEST_MISSING : what;
    }
    return seen;
}

static bool fits(const char *text)
{
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        if (length > WIDEST - INDENT) {
            return false;
        }
        text += length + (text[length] == '\n');
    }
    return true;
}

static void put_indented(FILE *stream, const char *text)
{
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        cli_put_repeated(stream, ' ', INDENT);
        fwrite(text, 1, length, stream);
        fputc('\n', stream);
        text += length + (text[length] == '\n');
    }
}

/* The board as it is printed, malloced; null without memory. */
static char *draw(const struct mad_test_report *report, unsigned *seen)
{
    struct cli_diagram diagram;
    char *text = NULL;
    size_t bytes = 0;
    FILE *stream = open_memstream(&text, &bytes);
    if (stream == NULL) {
        return NULL;
    }
    if (cli_diagram_of_position(&diagram, report->position, &(struct cli_view){false, -1, -1})) {
        *seen = mark_goals(&diagram, report->goals);
        cli_diagram_print(stream, &diagram);
        cli_put(stream, diagram.info.player_name[mad_position_side(report->position)]);
        fprintf(stream, " to move, move %u\n",
                (unsigned)mad_position_move_number(report->position));
        cli_diagram_free(&diagram);
    }
    bool is_whole = !ferror(stream);
    if (fclose(stream) == 0 && is_whole) {
        return text;
    }
    free(text);
    return NULL;
}

void cli_test_board_print(FILE *stream, const struct mad_test_report *report)
{
    unsigned seen = 0;
    char *text = report->position != NULL ? draw(report, &seen) : NULL;
    if (text != NULL && fits(text)) {
        put_indented(stream, text);
        fputs((seen & MAD_TEST_UNEXPECTED) != 0 ? "  [ ] a move there was not expected\n" : "",
              stream);
        fputs((seen & MAD_TEST_MISSING) != 0 ? "  ( ) a move there is missing\n" : "", stream);
    }
    free(text);
}
