/* table.c - see table.h. Layer: cli. */
#include "table.h"

#include <inttypes.h>
#include <math.h>

#include "../json.h"
#include "../text.h"

static double percent(uint64_t part, uint64_t whole)
{
    return whole > 0 ? 100.0 * (double)part / (double)whole : 0;
}

static void put_elo(FILE *stream, double elo)
{
    if (isinf(elo)) {
        fputs(elo > 0 ? "+inf" : "-inf", stream);
    } else {
        fprintf(stream, "%+.1f", fabs(elo) < 0.05 ? 0 : elo);
    }
}

static void print_elo(FILE *stream, const struct cli_score *score)
{
    struct cli_elo elo = cli_score_elo(score);
    fputs("Elo ", stream);
    put_elo(stream, elo.elo);
    if (elo.is_known) {
        fputs(" (95 %: ", stream);
        put_elo(stream, elo.low);
        fputs(" to ", stream);
        put_elo(stream, elo.high);
        fprintf(stream, "), the first is the better one with %.1f %%\n", 100 * elo.better);
    } else {
        fputs(" (too few pairs of games that differ to say how sure)\n", stream);
    }
    fprintf(stream, "pairs of games by points 0, 1/2, 1, 3/2, 2:");
    for (int i = 0; i < 5; i++) {
        fprintf(stream, " %" PRIu64, score->pairs[i]);
    }
    fputc('\n', stream);
}

static const char *verdict_text(enum cli_verdict verdict)
{
    switch (verdict) {
    case CLI_ACCEPT_LOW: return "the lower holds";
    case CLI_ACCEPT_HIGH: return "the higher holds";
    case CLI_UNDECIDED: break;
    }
    return "undecided";
}

static void print_sprt(FILE *stream, const struct cli_table *table)
{
    double bound, ratio = cli_score_ratio(table->score, table->sprt, &bound);
    fprintf(stream, "SPRT Elo %g against %g: %.2f (%.2f to %.2f), %s\n", table->sprt->low,
            table->sprt->high, ratio, -bound, bound,
            verdict_text(cli_score_verdict(table->score, table->sprt)));
}

static void print_faults(FILE *stream, const struct cli_table *table)
{
    for (int player = 0; player < 2; player++) {
        const uint64_t *faults = table->score->faults[player];
        const char *between = "";
        uint64_t sum = 0;
        for (int end = CLI_END_TIME; end < CLI_END_COUNT; end++) {
            sum += faults[end];
        }
        if (sum == 0) {
            continue;
        }
        fputs("lost by faults: ", stream);
        cli_put(stream, table->names[player]);
        fputs(" ", stream);
        for (int end = CLI_END_TIME; end < CLI_END_COUNT; end++) {
            if (faults[end] > 0) {
                fprintf(stream, "%s%s %" PRIu64, between, cli_end_words((enum cli_end)end),
                        faults[end]);
                between = ", ";
            }
        }
        fputc('\n', stream);
    }
}

static void print_sides(FILE *stream, const struct cli_table *table)
{
    const struct cli_score *score = table->score;
    const bool is_of_two = table->players[2] == NULL;
    for (int side = 0; side < MAD_MOST_PLAYERS && table->players[side] != NULL; side++) {
        const uint64_t won = is_of_two ? score->sides[2 * side] : score->seats[side];
        cli_put(stream, table->players[side]);
        fprintf(stream, "%s%.1f %%, ", side == 0 ? " won " : " ", percent(won, score->count));
    }
    fprintf(stream, "%.1f %% drawn\n",
            percent(is_of_two ? score->sides[1] : score->draws, score->count));
}

void cli_table_print(FILE *stream, const struct cli_table *table)
{
    const struct cli_score *score = table->score;
    cli_put(stream, table->game);
    fputs(": ", stream);
    cli_put(stream, table->names[0]);
    fputs(" against ", stream);
    cli_put(stream, table->names[1]);
    fprintf(stream, "\n%zu game%s: %" PRIu64 " won, %" PRIu64 " drawn, %" PRIu64 " lost",
            score->count, score->count == 1 ? "" : "s", score->wins, score->draws, score->losses);
    if (score->count == 0) {
        fputc('\n', stream);
        return;
    }
    fprintf(stream, ", %.1f %% of the points\n", 100 * cli_score_elo(score).share);
    print_elo(stream, score);
    if (table->sprt->is_wanted) {
        print_sprt(stream, table);
    }
    print_sides(stream, table);
    fprintf(stream, "length %.1f moves of one player, %u to %u\nended:",
            (double)score->plies / (double)score->count, score->shortest, score->longest);
    const char *between = " ";
    for (int end = 0; end < CLI_END_COUNT; end++) {
        if (score->ends[end] > 0) {
            fprintf(stream, "%s%" PRIu64 " %s", between, score->ends[end],
                    cli_end_words((enum cli_end)end));
            between = ", ";
        }
    }
    fputc('\n', stream);
    print_faults(stream, table);
}

/* --- JSON ------------------------------------------------------------------------------------------- */

static void json_real(struct cli_json *json, const char *key, double number)
{
    if (isfinite(number)) {
        cli_json_real(json, key, number);
    } else {
        cli_json_text(json, key, NULL);
    }
}

static void json_sprt(struct cli_json *json, const struct cli_table *table)
{
    double bound, ratio = cli_score_ratio(table->score, table->sprt, &bound);
    cli_json_open(json, "sprt", '{');
    cli_json_real(json, "elo0", table->sprt->low);
    cli_json_real(json, "elo1", table->sprt->high);
    cli_json_real(json, "ratio", ratio);
    cli_json_real(json, "bound", bound);
    cli_json_text(json, "verdict", verdict_text(cli_score_verdict(table->score, table->sprt)));
    cli_json_close(json, '}');
}

static void json_ends(struct cli_json *json, const char *key, const uint64_t *ends)
{
    cli_json_open(json, key, '{');
    for (int end = 0; end < CLI_END_COUNT; end++) {
        cli_json_count(json, cli_end_name((enum cli_end)end), (int64_t)ends[end]);
    }
    cli_json_close(json, '}');
}

void cli_table_json(FILE *stream, const struct cli_table *table)
{
    const struct cli_score *score = table->score;
    struct cli_elo elo = cli_score_elo(score);
    struct cli_json json = cli_json_start(stream);
    cli_json_open(&json, NULL, '{');
    cli_json_text(&json, "game", table->game);
    cli_json_text(&json, "first", table->names[0]);
    cli_json_text(&json, "second", table->names[1]);
    cli_json_count(&json, "games", (int64_t)score->count);
    cli_json_count(&json, "won", (int64_t)score->wins);
    cli_json_count(&json, "drawn", (int64_t)score->draws);
    cli_json_count(&json, "lost", (int64_t)score->losses);
    json_real(&json, "elo", score->count > 0 ? elo.elo : NAN);
    json_real(&json, "elo_low", elo.is_known ? elo.low : NAN);
    json_real(&json, "elo_high", elo.is_known ? elo.high : NAN);
    json_real(&json, "better", elo.is_known ? elo.better : NAN);
    cli_json_open(&json, "pairs", '[');
    for (int i = 0; i < 5; i++) {
        cli_json_count(&json, NULL, (int64_t)score->pairs[i]);
    }
    cli_json_close(&json, ']');
    if (table->sprt->is_wanted) {
        json_sprt(&json, table);
    }
    cli_json_count(&json, "first_player_won",
                   (int64_t)(table->players[2] == NULL ? score->sides[0] : score->seats[0]));
    if (table->players[2] != NULL) {
        cli_json_open(&json, "players_won", '[');
        for (int side = 0; side < MAD_MOST_PLAYERS && table->players[side] != NULL; side++) {
            cli_json_count(&json, NULL, (int64_t)score->seats[side]);
        }
        cli_json_close(&json, ']');
    }
    cli_json_count(&json, "plies", (int64_t)score->plies);
    cli_json_count(&json, "shortest", score->shortest);
    cli_json_count(&json, "longest", score->longest);
    json_ends(&json, "ends", score->ends);
    json_ends(&json, "first_faults", score->faults[0]);
    json_ends(&json, "second_faults", score->faults[1]);
    cli_json_close(&json, '}');
    cli_json_end(&json);
}

void cli_table_line(const struct cli_table *table, char *out, size_t size)
{
    const struct cli_score *score = table->score;
    struct cli_elo elo = cli_score_elo(score);
    int used = snprintf(out, size, "+%" PRIu64 " =%" PRIu64 " -%" PRIu64, score->wins, score->draws,
                        score->losses);
    if (elo.is_known && isfinite(elo.low) && isfinite(elo.high)) {
        used += snprintf(out + used, size - (size_t)used, ", Elo %+.0f (%+.0f to %+.0f)", elo.elo,
                         elo.low, elo.high);
    }
    if (table->sprt->is_wanted && (size_t)used < size) {
        double bound;
        snprintf(out + used, size - (size_t)used, ", SPRT %.2f",
                 cli_score_ratio(score, table->sprt, &bound));
    }
}
