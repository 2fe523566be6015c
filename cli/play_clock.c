/* play_clock.c - the clocks of `mad play`. Layer: cli.
 *
 * What a player had left is noted beside his moves in the record, so that a move that is taken back gives
 * the time back, and a game that is resumed goes on with the clocks as they were. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "level.h"
#include "play.h"
#include "progress.h"
#include "protocol/clock.h"

/* Minutes may have seconds behind a colon, as on the face of a clock: 1:30+2. */
static bool parse(const char *text, double unit, struct play_clock *clock)
{
    char *end;
    if (strspn(text, "0123456789.+:") != strlen(text) || text[0] == '\0' || text[0] == '+' ||
        text[0] == ':') {
        return false;
    }
    double base = strtod(text, &end) * unit, increment = 0;
    if (*end == ':' && unit > 1 && memchr(text, '.', (size_t)(end - text)) == NULL) {
        const size_t digits = strspn(end + 1, "0123456789");
        const double seconds = strtod(end + 1, NULL);
        if (digits != 2 || seconds >= 60) {
            return false;
        }
        base += seconds;
        end += 1 + digits;
    }
    if (*end == '+' && end[1] != '\0' && end[1] != '+') {
        increment = strtod(end + 1, &end);
    }
    if (*end != '\0' || !(base + increment > 0) || base > 1e6 || increment > 1e4) {
        return false;
    }
    *clock = (struct play_clock){.runs = true, .base = base, .increment = increment};
    return true;
}

bool play_clock_parse(const char *text, struct play_clock *clock)
{
    return parse(text, 60, clock);
}

bool play_clock_parse_tag(const char *text, struct play_clock *clock)
{
    return parse(text, 1, clock);
}

void play_clock_start(struct play *play)
{
    play->clock.turn_started = cli_now();
}

/* What he had left when he had made his last move. */
static double noted(const struct play *play, int side)
{
    const mad_record *record = play->match.record;
    for (uint32_t at = mad_record_here(record); at != MAD_RECORD_START;) {
        struct mad_record_move move = mad_record_at(record, at);
        if (move.side == side && move.note.has_clock) {
            return move.note.clock;
        }
        at = move.parent;
    }
    return play->clock.base;
}

double play_clock_left(const struct play *play, int side)
{
    double left[2];
    if (cli_match_is_over(&play->match) && mad_record_clocks(play->match.record, left)) {
        return left[side];
    }
    bool thinks = side == cli_match_side(&play->match) && !cli_match_is_over(&play->match);
    return noted(play, side) - (thinks ? cli_now() - play->clock.turn_started : 0);
}

void play_clock_note(struct play *play, double spent)
{
    mad_record *record = play->match.record;
    uint32_t here = mad_record_here(record);
    struct mad_record_move move = mad_record_at(record, here);
    if (!play->clock.runs || here == MAD_RECORD_START) {
        return;
    }
    move.note.has_clock = false; /* what is asked for is what he had before */
    if (mad_record_set_note(record, here, &move.note) != MAD_OK) {
        return;
    }
    move.note.clock = noted(play, move.side) - spent + play->clock.increment;
    move.note.spent = spent;
    move.note.has_clock = move.note.has_spent = true;
    if (mad_record_set_note(record, here, &move.note) != MAD_OK) {
        play->clock.runs = false;
    }
}

enum mad_status play_settle(struct play *play, enum mad_outcome outcome,
                            enum mad_termination termination, const char *reason)
{
    struct cli_match *match = &play->match;
    double left[2] = {play_clock_left(play, 0), play_clock_left(play, 1)};
    enum mad_status status = cli_match_settle(match, outcome, termination, reason);
    return status == MAD_OK && play->clock.runs ? mad_record_set_clocks(match->record, left)
                                                : status;
}

void play_clock_reopen(struct play *play)
{
    double left[2];
    mad_record *record = play->match.record;
    int side = cli_match_side(&play->match);
    play_clock_start(play);
    if (play->clock.runs && mad_record_clocks(record, left)) {
        play->clock.turn_started -= noted(play, side) - left[side];
        play->clock.runs = mad_record_set_clocks(record, NULL) == MAD_OK;
    }
}

void play_clock_put(double seconds, char out[32])
{
    long whole = seconds > 0 ? (long)ceil(seconds) : 0;
    if (whole >= 3600) {
        snprintf(out, 32, "%ld:%02ld:%02ld", whole / 3600, whole / 60 % 60, whole % 60);
    } else {
        snprintf(out, 32, "%ld:%02ld", whole / 60, whole % 60);
    }
}

void play_clock_text(const struct play *play, char *out, size_t size)
{
    struct mad_game_info info = mad_game_info(play->match.game);
    out[0] = '\0';
    for (int player = 0; player < info.players; player++) {
        char left[32];
        const size_t used = strlen(out);
        play_clock_put(play_clock_left(play, player), left);
        snprintf(out + used, size - used, "%s%.60s %s", player > 0 ? ", " : "",
                 info.player_name[player], left);
    }
}

bool play_clock_flag(struct play *play)
{
    struct cli_match *match = &play->match;
    int side = cli_match_side(match);
    if (!play->clock.runs || cli_match_is_over(match) || play_clock_left(play, side) > 0) {
        return false;
    }
    char reason[100];
    snprintf(reason, sizeof reason, "the time of %.60s is up",
             mad_game_info(match->game).player_name[side]);
    if (mad_game_info(match->game).players > 2) { /* nobody wins by it: the program takes over */
        const bool is_late = !match->is_program[side];
        if (is_late) {
            play_give_over(play, side, reason);
        }
        return is_late;
    }
    enum mad_status status =
        play_settle(play, side == 0 ? MAD_WIN_SECOND : MAD_WIN_FIRST, MAD_BY_TIME, reason);
    play_keep(play);
    play->has_news = true;
    return status == MAD_OK;
}

void play_clock_limit(const struct play *play, struct mad_search_limits *limits)
{
    const double overhead = 0.05;
    if (!play->clock.runs) {
        return;
    }
    struct cli_request request = {.increment = {play->clock.increment, play->clock.increment}};
    /* Of several players he alone is asked for who thinks. */
    const int mover = cli_match_side(&play->match), at = mover < 2 ? mover : 0;
    for (int side = 0; side < 2; side++) {
        request.clock[side] = play_clock_left(play, side == at ? mover : side);
    }
    struct cli_times times = cli_clock_times(&request, at, overhead);
    limits->seconds = times.hard;
    limits->soft_seconds = times.soft;
}
