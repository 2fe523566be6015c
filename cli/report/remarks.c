/* remarks.c - what stands out in a report, in a line each. Layer: cli.
 *
 * Each says the figures that it comes from, and nothing that these would not bear out: who is ahead, only where the
 * interval leaves out the half. */
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>

#include "../match/score.h"
#include "../text.h"
#include "report.h"

static void __attribute__((format(printf, 2, 3)))
add(struct cli_report *report, const char *format, ...)
{
    va_list arguments;
    if (report->remark_count == CLI_REPORT_REMARKS) {
        return;
    }
    va_start(arguments, format);
    vsnprintf(report->remarks[report->remark_count++], CLI_REPORT_REMARK, format, arguments);
    va_end(arguments);
}

static double share(uint64_t part, uint64_t whole)
{
    return whole > 0 ? 100.0 * (double)part / (double)whole : 0;
}

uint64_t cli_report_games(const struct cli_report *report)
{
    uint64_t games = 0;
    for (int kind = 0; kind < MAD_SURVEY_KINDS; kind++) {
        games += report->figures[kind].games;
    }
    return games;
}

struct mad_survey_men cli_report_men(const struct cli_report *report, size_t piece)
{
    struct mad_survey_men sum = {0}, one;
    for (int kind = 0; kind < MAD_SURVEY_KINDS; kind++) {
        if (mad_survey_men(report->survey, (enum mad_survey_kind)kind, piece, &one)) {
            sum.moved += one.moved;
            sum.taken += one.taken;
            sum.made += one.made;
        }
    }
    return sum;
}

enum mad_outcome cli_report_win(const struct cli_report *report, uint64_t number)
{
    return mad_survey_deeper(report->game->game, number) == 0 ? MAD_WIN_FIRST : MAD_WIN_SECOND;
}

void cli_report_heading(const struct cli_report *report, char *out, size_t size)
{
    bool is_alone = report->info.plays_alone;
    snprintf(out, size,
             "%" PRIu64 " random games, %" PRIu64 " %s at %" PRIu64
             " positions a move, and %" PRIu64 " in which %s at %d times as many; seed %" PRIu64,
             report->figures[MAD_SURVEY_RANDOM].games, report->figures[MAD_SURVEY_EVEN].games,
             is_alone ? "of one who looks" : "between equals who look", report->nodes,
             report->figures[MAD_SURVEY_SKILL].games,
             is_alone ? "he looks" : "one of the two looks", MAD_SURVEY_DEEPER, report->seed);
}

void cli_report_skill(const struct cli_report *report, char *out, size_t size)
{
    if (report->figures[MAD_SURVEY_SKILL].games == 0) {
        snprintf(out, size, "No game was played in which one of the two looks further");
        return;
    }
    if (report->info.plays_alone) {
        snprintf(out, size,
                 "Looking at %d times as many positions wins %.1f %% (%.1f to %.1f) of the games, "
                 "looking at %" PRIu64 " of them %.1f %%",
                 MAD_SURVEY_DEEPER, 100 * report->skill.value, 100 * report->skill.low,
                 100 * report->skill.high, report->nodes,
                 100 * report->figures[MAD_SURVEY_EVEN].score.value);
        return;
    }
    int used = snprintf(
        out, size,
        "Looking at %d times as many positions brings %.1f %% (%.1f to %.1f) of the points",
        MAD_SURVEY_DEEPER, 100 * report->skill.value, 100 * report->skill.low,
        100 * report->skill.high);
    const struct mad_share *skill = &report->skill;
    if (skill->value > 0 && skill->value < 1 && used > 0 && (size_t)used < size) {
        snprintf(out + used, size - (size_t)used, ", Elo %+.0f (%+.0f to %+.0f)",
                 cli_elo_of(skill->value), cli_elo_of(skill->low), cli_elo_of(skill->high));
    }
}

/* --- one thing each --------------------------------------------------------------------------------------- */

static void remark_ends(struct cli_report *report)
{
    uint64_t games = cli_report_games(report), unfinished = 0, stuck = 0;
    for (int kind = 0; kind < MAD_SURVEY_KINDS; kind++) {
        unfinished += report->figures[kind].unfinished;
        stuck += report->figures[kind].stuck;
    }
    if (stuck > 0) {
        add(report,
            "%" PRIu64 " of %" PRIu64
            " games stopped where nobody could move, and no rule says what then",
            stuck, games);
    }
    if (unfinished > stuck) {
        add(report, "%" PRIu64 " of %" PRIu64 " games went on until they were broken off",
            unfinished - stuck, games);
    }
}

static void remark_players(struct cli_report *report)
{
    const struct mad_survey_figures *even = &report->figures[MAD_SURVEY_EVEN];
    if (!report->info.plays_alone && (even->score.low > 0.5 || even->score.high < 0.5)) {
        int ahead = even->score.low > 0.5 ? 0 : 1;
        double points = ahead == 0 ? even->score.value : 1 - even->score.value;
        add(report, "%s has the better of it: %.0f %% of the points between equals",
            report->info.player_name[ahead], 100 * points);
    }
    uint64_t finished = even->games - even->unfinished;
    if (finished > 0 && 10 * even->draws >= 7 * finished) {
        add(report, "between equals %.0f %% of the games are drawn", share(even->draws, finished));
    }
}

static void remark_play(struct cli_report *report)
{
    const struct mad_survey_figures *even = &report->figures[MAD_SURVEY_EVEN];
    if (even->games > 0 && even->choices.median <= 2) {
        add(report, "there is hardly a choice: %u legal move%s at half of the turns or more",
            (unsigned)even->choices.median, even->choices.median == 1 ? "" : "s at most");
    }
    if (even->games >= 10 && 2 * even->different < even->games) {
        add(report, "games are much alike: of %" PRIu64 " between equals %" PRIu64 " differ",
            even->games, even->different);
    }
    if (even->games > 0 && 2 * even->repeated >= even->games) {
        add(report, "positions come again in %.0f %% of the games between equals",
            share(even->repeated, even->games));
    }
}

static void remark_skill(struct cli_report *report)
{
    const struct mad_survey_figures *skill = &report->figures[MAD_SURVEY_SKILL];
    double usual = report->info.plays_alone ? report->figures[MAD_SURVEY_EVEN].score.value : 0.5;
    if (skill->games == 0) {
        return;
    }
    add(report, "%s: %.0f %% of the %s with %d times the positions",
        report->skill.low > usual ? "who looks further wins more"
                                  : "it cannot be told that looking further helps",
        100 * report->skill.value, report->info.plays_alone ? "games" : "points",
        MAD_SURVEY_DEEPER);
}

static void remark_men(struct cli_report *report)
{
    for (size_t piece = 0; piece < mad_game_piece_count(report->game->game); piece++) {
        if (cli_report_men(report, piece).moved == 0 && cli_report_games(report) > 0) {
            add(report, "%s never moved", mad_game_piece(report->game->game, piece).name);
        }
    }
}

void cli_report_remark(struct cli_report *report)
{
    remark_ends(report);
    remark_players(report);
    remark_play(report);
    remark_skill(report);
    remark_men(report);
    if (report->idle_count > 0) {
        add(report, "%zu line%s of the rules never mattered", report->idle_count,
            report->idle_count == 1 ? "" : "s");
    }
}
