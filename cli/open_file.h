/* open_file.h - opens files that a command line names.
 *
 * Layer: cli. Only plain files and what a shell hands over (`<(COMMAND)`, /dev/stdin): a pipe that nobody writes
 * would be waited for, and a device may never end. */
#ifndef MAD_CLI_OPEN_FILE_H
#define MAD_CLI_OPEN_FILE_H

#include <stdio.h>

#include "options.h"

/* Null when it cannot be read; then `*why` is the reason ("it is a directory"). */
FILE *cli_open_file(const char *path, const char **why);
/* To be written, from its beginning or behind what it holds when `adds`. A file that is there and not empty has to
 * begin with `first`: what somebody else wrote stays. A pipe has to have a reader. */
FILE *cli_open_own_file(const char *path, const char *first, bool adds, const char **why);
/* To be read and added to by this program alone, from now until it is closed; made when it is not there. */
FILE *cli_open_alone(const char *path, const char **why);
/* Whether nothing is lost when such a file takes the place of what is there: nothing, nothing in it, or one that begins with
 * `first` as well. */
bool cli_is_own_file(const char *path, const char *first);
/* "mad COMMAND: cannot read 'PATH': WHY" on stderr. */
enum cli_exit cli_open_failed(const struct cli_args *args, const char *path, const char *why);
/* What it is instead of a plain file, of a mode of stat; null: it is one. */
const char *cli_strange_kind(unsigned mode);

#endif
