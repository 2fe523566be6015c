/* html.c - a report as one page that needs nothing from outside (report.h). Layer: cli.
 *
 * Pictures are SVG in the page; colours are variables, which are others where the reader wants a dark page. The style that
 * comes with the picture of the board holds for the whole page: what is said of plots has to weigh more. */
#include <inttypes.h>
#include <stdlib.h>

#include "../board.h"
#include "../svg.h"
#include "../text.h"
#include "report.h"

enum { WIDE = 640, HIGH = 220, LEFT = 44, BELOW = 34, BINS = 30 };

static const char style[] =
    ":root{--ground:#fff;--ink:#1d1f23;--faint:#6a7078;--line:#d8dbe0;\n"
    "  --a:#4f8fd0;--b:#e0913f;--c:#b4bbc3;--d:#cf625b}\n"
    "@media(prefers-color-scheme:dark){:root{--ground:#17191d;--ink:#e6e8eb;--faint:#9aa1aa;\n"
    "  --line:#3a3f47;--a:#3a75b5;--b:#b5712a;--c:#596069;--d:#a3433d}}\n"
    "body{background:var(--ground);color:var(--ink);font:16px/1.5 sans-serif;max-width:46rem;\n"
    "  margin:2rem auto;padding:0 1rem}\n"
    "h1{margin:0 0 .2rem}h2{margin:2rem 0 .6rem;font-size:1.15rem}\n"
    ".faint,figcaption{color:var(--faint)}\n"
    "table{border-collapse:collapse;width:100%}\n"
    "td{padding:.15rem .5rem;border-bottom:1px solid var(--line);text-align:right;\n"
    "  white-space:nowrap;font-variant-numeric:tabular-nums}\n"
    "td:first-child{text-align:left;white-space:normal}td.bars{text-align:left;width:30%;min-width:"
    "9rem}\n"
    "figure{margin:0}figure svg{width:100%;height:auto}figure text{fill:var(--ink)}\n"
    ".board{float:right;margin:0 0 1rem 1rem}\n"
    ".board svg{width:13rem;height:auto;background:#fff;border-radius:.3rem}\n"
    ".grid{stroke:var(--line)}.la,.lb{fill:none;stroke-width:2}.la{stroke:var(--a)}.lb{stroke:var(-"
    "-b)}\n"
    "figure .a{fill:var(--a)}figure .b{fill:var(--b);stroke:none}figure .c{fill:var(--c)}figure "
    ".d{fill:var(--d)}\n"
    ".bar{display:block;height:.6em;margin:.15em "
    "0;background:var(--a)}.bar.b{background:var(--b)}\n"
    "code{font-size:.9em;overflow-wrap:anywhere}li{margin:.2rem 0}\n"
    "@media(max-width:40rem){.board{float:none;margin:1rem 0}}\n";

static const char *const classes[] = {"a", "c", "b",
                                      "d"}; /* first wins, drawn, second wins, unfinished */

static double share(double part, double whole)
{
    return whole > 0 ? part / whole : 0;
}

static void put_label(FILE *stream, double x, double y, const char *anchor, const char *text)
{
    fprintf(stream, "<text x=\"%.1f\" y=\"%.1f\" font-size=\"12\" style=\"text-anchor:%s\">", x, y,
            anchor);
    cli_put_xml(stream, text);
    fputs("</text>\n", stream);
}

static void open_picture(FILE *stream, int height, const char *title)
{
    fprintf(stream,
            "<figure><svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
            "role=\"img\" "
            "font-family=\"sans-serif\"><title>",
            WIDE, height, WIDE);
    cli_put_xml(stream, title);
    fputs("</title>\n", stream);
}

static void close_picture(FILE *stream, const char *caption)
{
    fputs("</svg><figcaption>", stream);
    cli_put_xml(stream, caption);
    fputs("</figcaption></figure>\n", stream);
}

/* What the two colours of a plot mean. */
static void put_legend(FILE *stream, int y)
{
    static const char *const names[] = {"random games", "equals"};
    for (int i = 0; i < 2; i++) {
        int x = WIDE - 220 + 120 * i;
        fprintf(stream, "<rect x=\"%d\" y=\"%d\" width=\"12\" height=\"12\" class=\"%s\"/>", x,
                y - 10, i == 0 ? "a" : "b");
        put_label(stream, x + 17, y, "start", names[i]);
    }
}

/* --- results ---------------------------------------------------------------------------------------------- */

static void put_stack(FILE *stream, int y, const char *label, const double parts[4])
{
    const double left = 150, width = WIDE - left - 4;
    double whole = parts[0] + parts[1] + parts[2] + parts[3], x = left;
    char text[40];
    put_label(stream, left - 8, y + 19, "end", label);
    for (int i = 0; i < 4; i++) {
        double wide = width * share(parts[i], whole);
        fprintf(stream, "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"28\" class=\"%s\"/>\n",
                x, y, wide, classes[i]);
        snprintf(text, sizeof text, "%.0f %%", 100 * share(parts[i], whole));
        if (wide > 40) {
            put_label(stream, x + wide / 2, y + 19, "middle", text);
        }
        x += wide;
    }
}

static void count_skill(const struct cli_report *report, double parts[4])
{
    size_t count;
    const struct mad_survey_game *games =
        mad_survey_games(report->survey, MAD_SURVEY_SKILL, &count);
    for (size_t i = 0; i < count; i++) {
        bool is_won = games[i].outcome == cli_report_win(report, games[i].number);
        int part = games[i].outcome == MAD_GOES_ON ? 3
                   : games[i].outcome == MAD_DRAW  ? 1
                   : is_won                        ? 0
                                                   : 2;
        parts[part]++;
    }
}

static void put_results(FILE *stream, const struct cli_report *report)
{
    char caption[300];
    double skill[4] = {0};
    fputs("<h2>Who wins</h2>\n", stream);
    open_picture(stream, 110, "Results");
    for (int kind = MAD_SURVEY_RANDOM; kind <= MAD_SURVEY_EVEN; kind++) {
        const struct mad_survey_figures *figures = &report->figures[kind];
        const double parts[4] = {(double)figures->wins[0], (double)figures->draws,
                                 (double)figures->wins[1], (double)figures->unfinished};
        put_stack(stream, 4 + 36 * kind, kind == MAD_SURVEY_RANDOM ? "random games" : "equals",
                  parts);
    }
    count_skill(report, skill);
    put_stack(stream, 76, "looking further", skill);
    snprintf(caption, sizeof caption,
             "Left %.30s wins, in the middle drawn, then %.30s wins, at the right unfinished. "
             "Below: who looks at %d "
             "times as many positions wins, draws, loses.",
             report->info.player_name[0], report->info.player_name[1], MAD_SURVEY_DEEPER);
    close_picture(stream, caption);
    cli_report_skill(report, caption, sizeof caption);
    fputs("<p>", stream);
    cli_put_xml(stream, caption);
    fputs(".</p>\n", stream);
}

static void put_figures(FILE *stream, const struct cli_report *report)
{
    struct cli_report_row row = {"", {"random games", "equals"}};
    size_t index = 0;
    fputs("<h2>Figures</h2>\n<table>\n", stream);
    do {
        fputs("<tr><td>", stream);
        cli_put_xml(stream, row.label);
        for (int kind = 0; kind < 2; kind++) {
            fputs("</td><td>", stream);
            cli_put_xml(stream, row.cells[kind]);
        }
        fputs("</td></tr>\n", stream);
    } while (cli_report_row(report, index++, &row));
    fputs("</table>\n<p class=\"faint\">Points with 95 % of certainty; of moves and choices the "
          "median, and "
          "between what half of them lie.</p>\n",
          stream);
}

/* --- plots -------------------------------------------------------------------------------------------------- */

/* Axes with figures at their ends. */
static void put_axes(FILE *stream, double most_x, double most_y, const char *unit)
{
    char text[40];
    for (int i = 0; i <= 4; i++) {
        double y = HIGH - BELOW - (HIGH - BELOW - 24) * i / 4.0;
        fprintf(stream, "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" class=\"grid\"/>\n",
                LEFT, y, WIDE, y);
        snprintf(text, sizeof text, "%.*f%s", most_y < 10 ? 1 : 0, most_y * i / 4, unit);
        put_label(stream, LEFT - 6, y + 4, "end", text);
    }
    for (int i = 0; i <= 4; i++) {
        double x = LEFT + (WIDE - LEFT) * i / 4.0;
        snprintf(text, sizeof text, "%.0f", most_x * i / 4);
        put_label(stream, x, HIGH - BELOW + 18, i == 0 ? "start" : i == 4 ? "end" : "middle", text);
    }
}

/* Shares of games by length, in bins. */
static double fill_bins(const struct cli_report *report, enum mad_survey_kind kind, double width,
                        double bins[BINS])
{
    size_t count;
    double most = 0;
    const struct mad_survey_game *games = mad_survey_games(report->survey, kind, &count);
    for (size_t i = 0; i < count; i++) {
        size_t bin = (size_t)(games[i].plies / width);
        bins[bin < BINS ? bin : BINS - 1] += 100.0 / (double)count;
    }
    for (int i = 0; i < BINS; i++) {
        most = bins[i] > most ? bins[i] : most;
    }
    return most;
}

static void put_lengths(FILE *stream, const struct cli_report *report)
{
    double bins[2][BINS] = {{0}}, most = 1;
    uint32_t longest = 1;
    for (int kind = 0; kind < 2; kind++) {
        uint32_t one = report->figures[kind].length.most;
        longest = one > longest ? one : longest;
    }
    double width = (double)longest < BINS ? 1 : (double)(longest + 1) / BINS;
    for (int kind = 0; kind < 2; kind++) {
        double one = fill_bins(report, (enum mad_survey_kind)kind, width, bins[kind]);
        most = one > most ? one : most;
    }
    fputs("<h2>How long it lasts</h2>\n", stream);
    open_picture(stream, HIGH, "Lengths of games");
    put_axes(stream, width * BINS, most, " %");
    for (int i = 0; i < BINS; i++) {
        for (int kind = 0; kind < 2; kind++) {
            double wide = (double)(WIDE - LEFT) / BINS,
                   high = (HIGH - BELOW - 24) * bins[kind][i] / most;
            fprintf(stream,
                    "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" class=\"%s\"/>\n",
                    LEFT + wide * i + wide / 2 * kind, HIGH - BELOW - high, wide / 2 - 1, high,
                    kind == 0 ? "a" : "b");
        }
    }
    put_legend(stream, 12);
    close_picture(stream, "Share of games by how many moves both players made.");
}

/* Choices of a turn of both players; the last turn is the last that a quarter of the games reach. */
static bool choices_at(const struct cli_report *report, int kind, uint32_t turn, double *mean)
{
    double second;
    if (2 * turn > report->figures[kind].length.high ||
        !mad_survey_choices_at(report->survey, (enum mad_survey_kind)kind, 2 * turn, mean)) {
        return false;
    }
    if (mad_survey_choices_at(report->survey, (enum mad_survey_kind)kind, 2 * turn + 1, &second)) {
        *mean = (*mean + second) / 2;
    }
    return true;
}

static void put_choices(FILE *stream, const struct cli_report *report)
{
    double most = 1, mean;
    uint32_t last = 1;
    for (int kind = 0; kind < 2; kind++) {
        for (uint32_t turn = 0; choices_at(report, kind, turn, &mean); turn++) {
            last = turn > last ? turn : last;
            most = mean > most ? mean : most;
        }
    }
    fputs("<h2>How much choice there is</h2>\n", stream);
    open_picture(stream, HIGH, "Choices by move");
    put_axes(stream, 2 * last, most, "");
    for (int kind = 0; kind < 2; kind++) {
        fprintf(stream, "<polyline class=\"%s\" points=\"", kind == 0 ? "la" : "lb");
        for (uint32_t turn = 0; choices_at(report, kind, turn, &mean); turn++) {
            fprintf(stream, "%.1f,%.1f ", LEFT + (double)(WIDE - LEFT) * turn / last,
                    HIGH - BELOW - (HIGH - BELOW - 24) * mean / most);
        }
        fputs("\"/>\n", stream);
    }
    put_legend(stream, 12);
    close_picture(stream, "Legal moves on the average, by how many moves both players have made.");
}

/* --- ends, men, rules ------------------------------------------------------------------------------------------ */

static void put_bar(FILE *stream, const char *class, double part)
{
    fprintf(stream, "<span class=\"bar %s\" style=\"width:%.1f%%\"></span>", class, 100 * part);
}

static void put_ends(FILE *stream, const struct cli_report *report)
{
    const char *text;
    uint64_t games;
    fputs("<h2>How it ends</h2>\n<table>\n<tr><td></td><td>random games</td><td>equals</td><td "
          "class=\"bars\"></td></tr>\n",
          stream);
    for (size_t i = 0; mad_survey_end(report->survey, MAD_SURVEY_RANDOM, i, &text, &games); i++) {
        double parts[2];
        fputs("<tr><td>", stream);
        cli_put_xml(stream, text);
        for (int kind = 0; kind < 2; kind++) {
            (void)mad_survey_end(report->survey, (enum mad_survey_kind)kind, i, &text, &games);
            parts[kind] = share((double)games, (double)report->figures[kind].games);
            fprintf(stream, "</td><td>%.1f %%", 100 * parts[kind]);
        }
        fputs("</td><td class=\"bars\">", stream);
        put_bar(stream, "a", parts[0]);
        put_bar(stream, "b", parts[1]);
        fputs("</td></tr>\n", stream);
    }
    fputs("</table>\n", stream);
}

static void put_men(FILE *stream, const struct cli_report *report)
{
    const mad_game *game = report->game->game;
    double games = (double)cli_report_games(report), most = 0;
    for (size_t i = 0; i < mad_game_piece_count(game); i++) {
        double moved = (double)cli_report_men(report, i).moved;
        most = moved > most ? moved : most;
    }
    fputs("<h2>Which men are used</h2>\n<table>\n<tr><td>in a game of any "
          "kind</td><td>moves</td><td>taken</td>"
          "<td>made</td><td class=\"bars\"></td></tr>\n",
          stream);
    for (size_t i = 0; i < mad_game_piece_count(game); i++) {
        struct mad_survey_men men = cli_report_men(report, i);
        fputs("<tr><td>", stream);
        cli_put_xml(stream, mad_game_piece(game, i).name);
        fprintf(stream, "</td><td>%.2f</td><td>%.2f</td><td>%.2f</td><td class=\"bars\">",
                share((double)men.moved, games), share((double)men.taken, games),
                share((double)men.made, games));
        put_bar(stream, "a", share((double)men.moved, most));
        fputs("</td></tr>\n", stream);
    }
    fputs("</table>\n", stream);
}

static void put_idle(FILE *stream, const struct cli_report *report)
{
    fputs("<h2>Rules that never mattered</h2>\n", stream);
    if (report->positions == 0) {
        fputs("<p>Not looked at.</p>\n", stream);
        return;
    }
    fprintf(stream,
            "<p class=\"faint\">In %zu positions of these games, each left out alone%s</p>\n<ul>\n",
            report->positions, report->idle_count == 0 ? ": none." : ".");
    for (size_t i = 0; i < report->idle_count; i++) {
        fputs("<li><code>", stream);
        cli_put_xml(stream, report->idle[i].text);
        fputs("</code> <span class=\"faint\">", stream);
        cli_put_xml(stream, report->idle[i].place);
        fputs("</span></li>\n", stream);
    }
    fputs("</ul>\n", stream);
}

/* --- the page ------------------------------------------------------------------------------------------------------ */

static bool put_board(FILE *stream, const struct cli_report *report)
{
    struct cli_diagram diagram;
    struct cli_view view = {.from = -1, .to = -1};
    if (!cli_diagram_of_position(&diagram, report->game->position, &view)) {
        return false;
    }
    fputs("<div class=\"board\">", stream);
    cli_svg_print(stream, &diagram, report->info.title, -1);
    fputs("</div>\n", stream);
    cli_diagram_free(&diagram);
    return true;
}

const char cli_report_page_start[] = "<!DOCTYPE html>\n<!-- made by mad report -->\n";

bool cli_report_html(FILE *stream, const struct cli_report *report)
{
    char heading[300];
    fputs(cli_report_page_start, stream);
    fputs("<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
          "content=\"width=device-width\">\n<meta name=\"color-scheme\" content=\"light "
          "dark\">\n<title>",
          stream);
    cli_put_xml(stream, report->info.title);
    fprintf(stream, "</title>\n<style>\n%s</style>\n", style);
    if (!put_board(stream, report)) {
        return false;
    }
    fputs("<h1>", stream);
    cli_put_xml(stream, report->info.title);
    fputs("</h1>\n<p class=\"faint\">", stream);
    cli_report_heading(report, heading, sizeof heading);
    cli_put_xml(stream, heading);
    fputs(".</p>\n", stream);
    if (report->cut != NULL) {
        fprintf(stream, "<p><strong>Cut short, %s: not all games were played.</strong></p>\n",
                report->cut);
    }
    fputs("<ul>\n", stream);
    for (size_t i = 0; i < report->remark_count; i++) {
        fputs("<li>", stream);
        cli_put_xml(stream, report->remarks[i]);
        fputs("</li>\n", stream);
    }
    fputs("</ul>\n", stream);
    put_results(stream, report);
    put_figures(stream, report);
    put_lengths(stream, report);
    put_choices(stream, report);
    put_ends(stream, report);
    put_men(stream, report);
    put_idle(stream, report);
    fprintf(stream, "<p class=\"faint\">mad %s, rules %s</p>\n</html>\n", MAD_VERSION,
            report->info.digest);
    return true;
}
