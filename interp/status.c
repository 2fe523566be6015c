/* status.c - what each status means, in words, and which library this is.
 *
 * Layer: interp. A switch without default, so that a new status without words does not compile. */
#include "mad_rules.h"

const char *mad_status_text(enum mad_status status)
{
    switch (status) {
    case MAD_OK: return "fine";
    case MAD_ERROR_RULES: return "the rule text has errors";
    case MAD_ERROR_NOT_FOUND: return "not found";
    case MAD_ERROR_READ: return "the file cannot be read";
    case MAD_ERROR_TEXT: return "malformed text";
    case MAD_ERROR_ILLEGAL: return "the move is not legal here";
    case MAD_ERROR_AMBIGUOUS: return "several moves fit";
    case MAD_ERROR_OVER: return "the game is over";
    case MAD_ERROR_LIMIT: return "the rules ask for too much here";
    case MAD_ERROR_MEMORY: return "out of memory";
    case MAD_ERROR_CHANCE: return "the outcome of the toss is not given";
    case MAD_ERROR_STOPPED: return "stopped before the work was done";
    case MAD_ERROR_MISUSE: return "arguments that make no sense";
    }
    return "unknown status";
}

const char *mad_version(void)
{
    return MAD_VERSION;
}
