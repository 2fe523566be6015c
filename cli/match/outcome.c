/* outcome.c - see outcome.h. Layer: cli. */
#include "outcome.h"

#include <inttypes.h>
#include <string.h>

static const struct {
    const char *name, *words;
} ends[] = {
#define END(id, name, words) [CLI_END_##id] = {name, words},
    CLI_ENDS(END)
#undef END
};

const char *cli_end_name(enum cli_end end)
{
    return ends[end].name;
}

const char *cli_end_words(enum cli_end end)
{
    return ends[end].words;
}

void cli_outcome_write(FILE *stream, const struct cli_outcome *outcome)
{
    fprintf(stream, "%" PRIu64 " first=%d points=%d end=%s by=%c plies=%u reason=%s\n",
            outcome->number, outcome->first_side, outcome->points, ends[outcome->end].name,
            outcome->fault < 0 ? '-' : '0' + outcome->fault, outcome->plies, outcome->reason);
}

bool cli_outcome_read(const char *line, struct cli_outcome *outcome)
{
    struct cli_outcome made = {.end = CLI_END_COUNT};
    char end[20], by;
    int reason = 0;
    if (sscanf(line, "%" SCNu64 " first=%d points=%d end=%19s by=%c plies=%u reason=%n",
               &made.number, &made.first_side, &made.points, end, &by, &made.plies, &reason) < 6 ||
        reason == 0 || (made.first_side & ~1) != 0 || made.points < 0 || made.points > 2 ||
        (by != '-' && by != '0' && by != '1')) {
        return false;
    }
    made.fault = by == '-' ? -1 : by - '0';
    for (int i = 0; i < CLI_END_COUNT; i++) {
        if (strcmp(ends[i].name, end) == 0) {
            made.end = (enum cli_end)i;
        }
    }
    snprintf(made.reason, sizeof made.reason, "%s", line + reason);
    made.reason[strcspn(made.reason, "\r\n")] = '\0';
    if (made.end == CLI_END_COUNT) {
        return false;
    }
    *outcome = made;
    return true;
}
