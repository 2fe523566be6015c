/* text.c - a report as people read it in 80 columns (report.h). Layer: cli. */
#include <inttypes.h>
#include <string.h>

#include "../text.h"
#include "report.h"

enum { WIDTH = 79, LABEL = 30, COLUMN = 24, NARROW = 9 };

static double percent(uint64_t part, uint64_t whole)
{
    return whole > 0 ? 100.0 * (double)part / (double)whole : 0;
}

static void put_score(const struct mad_survey_figures *figures, char *out, size_t size)
{
    if (figures->games == figures->unfinished) {
        snprintf(out, size, "-");
        return;
    }
    snprintf(out, size, "%.1f %% (%.1f to %.1f)", 100 * figures->score.value,
             100 * figures->score.low, 100 * figures->score.high);
}

#define SHARE(name, part)                                                                    \
    static void put_##name(const struct mad_survey_figures *figures, char *out, size_t size) \
    {                                                                                        \
        snprintf(out, size, "%.1f %%", percent(part, figures->games));                       \
    }
SHARE(first, figures->wins[0])
SHARE(second, figures->wins[1])
SHARE(draws, figures->draws)
SHARE(decided, figures->wins[0] + figures->wins[1])
SHARE(unfinished, figures->unfinished)
SHARE(repeated, figures->repeated)
#undef SHARE

static void write_spread(const struct mad_spread *spread, char *out, size_t size)
{
    snprintf(out, size, "%u (%u to %u)", (unsigned)spread->median, (unsigned)spread->low,
             (unsigned)spread->high);
}

static void put_length(const struct mad_survey_figures *figures, char *out, size_t size)
{
    write_spread(&figures->length, out, size);
}

static void put_choices(const struct mad_survey_figures *figures, char *out, size_t size)
{
    write_spread(&figures->choices, out, size);
}

static void put_shortest(const struct mad_survey_figures *figures, char *out, size_t size)
{
    if (figures->shortest_win > 0) {
        snprintf(out, size, "%u", (unsigned)figures->shortest_win);
    } else {
        snprintf(out, size, "-");
    }
}

static void put_different(const struct mad_survey_figures *figures, char *out, size_t size)
{
    snprintf(out, size, "%" PRIu64 " of %" PRIu64, figures->different, figures->games);
}

bool cli_report_row(const struct cli_report *report, size_t index, struct cli_report_row *row)
{
    static const struct {
        const char *label; /* with the name of a player */
        int player;        /* -1: none */
        void (*put)(const struct mad_survey_figures *figures, char *out, size_t size);
    } rows[] = {
        {"points of %s", 0, put_score},
        {"%s wins", 0, put_first},
        {"%s wins", 1, put_second},
        {"drawn", -1, put_draws},
        {"decided", -1, put_decided},
        {"unfinished", -1, put_unfinished},
        {"moves of both players", -1, put_length},
        {"choices a move", -1, put_choices},
        {"shortest win, moves of both", -1, put_shortest},
        {"a position comes again", -1, put_repeated},
        {"games that differ", -1, put_different},
    };
    if (index >= sizeof rows / sizeof *rows) {
        return false;
    }
    char name[30];
    const char *at = strstr(rows[index].label, "%s");
    int before = at != NULL ? (int)(at - rows[index].label) : 0;
    cli_copy_safe(name, sizeof name,
                  at != NULL ? report->info.player_name[rows[index].player] : "");
    snprintf(row->label, sizeof row->label, "%.*s%s%s", before, rows[index].label, name,
             rows[index].label + (at != NULL ? before + 2 : 0));
    for (int kind = MAD_SURVEY_RANDOM; kind <= MAD_SURVEY_EVEN; kind++) {
        const struct mad_survey_figures *figures = &report->figures[kind];
        char *cell = row->cells[kind];
        snprintf(cell, sizeof row->cells[kind], "-");
        if (figures->games > 0) {
            rows[index].put(figures, cell, sizeof row->cells[kind]);
        }
    }
    return true;
}

static void print_figures(FILE *stream, const struct cli_report *report)
{
    struct cli_report_row row = {"", {"random games", "equals"}};
    size_t index = 0;
    do {
        cli_put_padded(stream, row.label, LABEL);
        for (int kind = 0; kind < 2; kind++) {
            cli_put_repeated(stream, ' ', COLUMN - cli_width(row.cells[kind]));
            cli_put(stream, row.cells[kind]);
        }
        fputc('\n', stream);
    } while (cli_report_row(report, index++, &row));
    fputs("\nPoints with 95 % of certainty; of moves and choices the median, and between what\n"
          "half of them lie.\n",
          stream);
}

static void print_skill(FILE *stream, const struct cli_report *report)
{
    char text[200];
    if (report->figures[MAD_SURVEY_SKILL].games > 0) {
        cli_report_skill(report, text, sizeof text);
        fputc('\n', stream);
        cli_put_wrapped(stream, text, 0, 0, WIDTH);
        fputc('\n', stream);
    }
}

/* Columns of the last line of a text that goes on two columns further in. */
static int last_width(const char *text, int width)
{
    char last[100] = "";
    int indent = 0;
    for (const char *at = text, *begin = at; *at != '\0'; begin = at) {
        size_t bytes = cli_take_line(&at, width - indent);
        snprintf(last, sizeof last, "%.*s", (int)bytes, begin);
        indent = *at != '\0' ? 2 : indent;
    }
    return indent + cli_width(last);
}

static void print_ends(FILE *stream, const struct cli_report *report)
{
    const char *text;
    uint64_t games;
    fputs("\nHow games end", stream);
    cli_put_repeated(stream, ' ', WIDTH - 13 - 2 * NARROW);
    fprintf(stream, "%*s%*s\n", NARROW, "random", NARROW, "equals");
    for (size_t i = 0; mad_survey_end(report->survey, MAD_SURVEY_RANDOM, i, &text, &games); i++) {
        int width = WIDTH - 2 - 2 * NARROW, used = last_width(text, width);
        fputs("  ", stream);
        cli_put_wrapped(stream, text, 2, 4, WIDTH - 2 * NARROW);
        cli_put_repeated(stream, ' ', width - used);
        for (int kind = MAD_SURVEY_RANDOM; kind <= MAD_SURVEY_EVEN; kind++) {
            (void)mad_survey_end(report->survey, (enum mad_survey_kind)kind, i, &text, &games);
            fprintf(stream, "%*.1f %%", NARROW - 2, percent(games, report->figures[kind].games));
        }
        fputc('\n', stream);
    }
}

static void print_men(FILE *stream, const struct cli_report *report)
{
    const mad_game *game = report->game->game;
    double games = (double)cli_report_games(report);
    fputs("\nMen, in a game of any kind", stream);
    cli_put_repeated(stream, ' ', WIDTH - 26 - 3 * NARROW);
    fprintf(stream, "%*s%*s%*s\n", NARROW, "moves", NARROW, "taken", NARROW, "made");
    for (size_t i = 0; i < mad_game_piece_count(game) && games > 0; i++) {
        struct mad_survey_men men = cli_report_men(report, i);
        fputs("  ", stream);
        cli_put_padded(stream, mad_game_piece(game, i).name, WIDTH - 2 - 3 * NARROW);
        fprintf(stream, "%*.2f%*.2f%*.2f\n", NARROW, (double)men.moved / games, NARROW,
                (double)men.taken / games, NARROW, (double)men.made / games);
    }
}

static void print_idle(FILE *stream, const struct cli_report *report)
{
    if (report->positions == 0) {
        fputs("\nNot looked at: which lines of the rules mattered\n", stream);
        return;
    }
    fprintf(stream,
            "\nLines of the rules that never mattered in %zu positions, each left out alone%s\n",
            report->positions, report->idle_count == 0 ? ": none" : "");
    for (size_t i = 0; i < report->idle_count; i++) {
        const struct cli_idle *idle = &report->idle[i];
        fputs("  ", stream);
        cli_put(stream, idle->place);
        fputs("\n    ", stream);
        cli_put_wrapped(stream, idle->text, 4, 6, WIDTH);
        fputc('\n', stream);
    }
}

void cli_report_print(FILE *stream, const struct cli_report *report)
{
    char heading[300];
    cli_put(stream, report->info.title);
    fputs("\n", stream);
    cli_report_heading(report, heading, sizeof heading);
    cli_put_wrapped(stream, heading, 0, 0, WIDTH);
    fputs("\n", stream);
    if (report->cut != NULL) {
        fprintf(stream, "cut short, %s: not all games were played\n", report->cut);
    }
    fputs(report->remark_count > 0 ? "\nIn short\n" : "", stream);
    for (size_t i = 0; i < report->remark_count; i++) {
        fputs("  - ", stream);
        cli_put_wrapped(stream, report->remarks[i], 4, 4, WIDTH);
        fputc('\n', stream);
    }
    fputc('\n', stream);
    print_figures(stream, report);
    print_skill(stream, report);
    print_ends(stream, report);
    print_men(stream, report);
    print_idle(stream, report);
}
