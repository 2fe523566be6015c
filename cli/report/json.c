/* json.c - a report as one JSON object (report.h). Layer: cli. */
#include <math.h>

#include "../json.h"
#include "../match/score.h"
#include "report.h"

static void put_real(struct cli_json *json, const char *key, double number)
{
    if (isfinite(number)) {
        cli_json_real(json, key, number);
    } else {
        cli_json_text(json, key, NULL);
    }
}

static void put_spread(struct cli_json *json, const char *key, const struct mad_spread *spread)
{
    cli_json_open(json, key, '{');
    cli_json_real(json, "mean", spread->mean);
    cli_json_count(json, "least", spread->least);
    cli_json_count(json, "low", spread->low);
    cli_json_count(json, "median", spread->median);
    cli_json_count(json, "high", spread->high);
    cli_json_count(json, "most", spread->most);
    cli_json_close(json, '}');
}

static void put_share(struct cli_json *json, const char *key, const struct mad_share *share)
{
    cli_json_open(json, key, '{');
    cli_json_real(json, "value", share->value);
    cli_json_real(json, "low", share->low);
    cli_json_real(json, "high", share->high);
    cli_json_close(json, '}');
}

static void put_kind(struct cli_json *json, const struct cli_report *report,
                     enum mad_survey_kind kind)
{
    const struct mad_survey_figures *figures = &report->figures[kind];
    cli_json_open(json, mad_survey_kind_name(kind), '{');
    cli_json_count(json, "games", (int64_t)figures->games);
    cli_json_count(json, "first", (int64_t)figures->wins[0]);
    cli_json_count(json, "second", (int64_t)figures->wins[1]);
    cli_json_count(json, "draws", (int64_t)figures->draws);
    cli_json_count(json, "decided", (int64_t)(figures->wins[0] + figures->wins[1]));
    cli_json_count(json, "unfinished", (int64_t)figures->unfinished);
    cli_json_count(json, "stuck", (int64_t)figures->stuck);
    put_share(json, "score", &figures->score);
    put_spread(json, "length", &figures->length);
    put_spread(json, "choices", &figures->choices);
    cli_json_count(json, "shortest_win", figures->shortest_win);
    cli_json_count(json, "repeated", (int64_t)figures->repeated);
    cli_json_count(json, "different", (int64_t)figures->different);
    cli_json_close(json, '}');
}

static void put_ends(struct cli_json *json, const struct cli_report *report)
{
    const char *text;
    uint64_t games;
    cli_json_open(json, "ends", '[');
    for (size_t i = 0; mad_survey_end(report->survey, MAD_SURVEY_RANDOM, i, &text, &games); i++) {
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "rule", text);
        for (int kind = 0; kind < MAD_SURVEY_KINDS; kind++) {
            (void)mad_survey_end(report->survey, (enum mad_survey_kind)kind, i, &text, &games);
            cli_json_count(json, mad_survey_kind_name((enum mad_survey_kind)kind), (int64_t)games);
        }
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
}

static void put_men(struct cli_json *json, const struct cli_report *report)
{
    const mad_game *game = report->game->game;
    cli_json_open(json, "men", '[');
    for (size_t i = 0; i < mad_game_piece_count(game); i++) {
        struct mad_survey_men men = cli_report_men(report, i);
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "piece", mad_game_piece(game, i).name);
        cli_json_count(json, "moved", (int64_t)men.moved);
        cli_json_count(json, "taken", (int64_t)men.taken);
        cli_json_count(json, "made", (int64_t)men.made);
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
}

static void put_idle(struct cli_json *json, const struct cli_report *report)
{
    cli_json_count(json, "positions", (int64_t)report->positions);
    cli_json_open(json, "never_mattered", '[');
    for (size_t i = 0; i < report->idle_count; i++) {
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "place", report->idle[i].place);
        cli_json_text(json, "rule", report->idle[i].text);
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
}

void cli_report_json(FILE *stream, const struct cli_report *report)
{
    struct cli_json json = cli_json_start(stream);
    cli_json_open(&json, NULL, '{');
    cli_json_text(&json, "game", report->info.name);
    cli_json_text(&json, "title", report->info.title);
    cli_json_text(&json, "rules", report->info.digest);
    cli_json_count(&json, "seed", (int64_t)report->seed);
    cli_json_count(&json, "nodes", (int64_t)report->nodes);
    cli_json_text(&json, "cut_short", report->cut);
    cli_json_open(&json, "remarks", '[');
    for (size_t i = 0; i < report->remark_count; i++) {
        cli_json_text(&json, NULL, report->remarks[i]);
    }
    cli_json_close(&json, ']');
    for (int kind = 0; kind < MAD_SURVEY_KINDS; kind++) {
        put_kind(&json, report, (enum mad_survey_kind)kind);
    }
    cli_json_open(&json, "deeper", '{');
    cli_json_count(&json, "times", MAD_SURVEY_DEEPER);
    put_share(&json, "score", &report->skill);
    put_real(&json, "elo", cli_elo_of(report->skill.value));
    put_real(&json, "elo_low", cli_elo_of(report->skill.low));
    put_real(&json, "elo_high", cli_elo_of(report->skill.high));
    cli_json_close(&json, '}');
    put_ends(&json, report);
    put_men(&json, report);
    put_idle(&json, report);
    cli_json_close(&json, '}');
    cli_json_end(&json);
}
