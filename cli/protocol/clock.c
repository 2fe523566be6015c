/* clock.c - see clock.h. Layer: cli. */
#include "clock.h"

static double at_least(double value, double least)
{
    return value > least ? value : least;
}

static double at_most(double value, double most)
{
    return value < most ? value : most;
}

struct cli_times cli_clock_times(const struct cli_request *request, int side, double overhead)
{
    const double least = 0.001, moves_left = 40; /* when nobody says how many */
    struct cli_times times = {0, 0};
    if (request->seconds > 0) {
        times.hard = at_least(request->seconds - overhead, least);
        return times;
    }
    double left = request->clock[side], increment = request->increment[side];
    if (left < 0) {
        return times;
    }
    double moves =
        request->moves_to_go > 0 ? at_most(request->moves_to_go, moves_left) : moves_left;
    double share = (left + increment * (moves - 1)) / moves;
    double most = at_least((left - overhead) * (moves < 2 ? 0.95 : 0.6), least);
    times.soft = at_least(at_most(0.6 * share - overhead, most), least);
    times.hard = at_least(at_most(2.5 * share - overhead, most), least);
    return times;
}
