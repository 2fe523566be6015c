/* clock.h - how long to think about a move, from what a protocol says about time. Layer: cli. */
#ifndef MAD_CLI_PROTOCOL_CLOCK_H
#define MAD_CLI_PROTOCOL_CLOCK_H

#include "session.h"

struct cli_times {     /* seconds; 0: no limit */
    double soft, hard; /* no other depth is begun after soft; hard is never crossed */
};

struct cli_times cli_clock_times(const struct cli_request *request, int side, double overhead);

#endif
