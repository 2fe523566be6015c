/* results.h - files of results: read to resume a match, or to add up its shards. Layer: cli. */
#ifndef MAD_CLI_MATCH_RESULTS_H
#define MAD_CLI_MATCH_RESULTS_H

#include "../options.h"
#include "score.h"

enum { CLI_HEAD_BYTES = 2000 };

/* Adds the games of the file to the score. `head`: that of the match, when empty it becomes the file's;
 * another one in the file is an error, which is said. A file that is not there holds nothing when
 * `may_lack`. */
enum cli_exit cli_results_read(const struct cli_args *args, const char *path, bool may_lack,
                               char head[CLI_HEAD_BYTES], struct cli_score *score);
/* Makes an open file ready for more results, and begins it with the head when it is empty. */
void cli_results_begin(FILE *file, const char *head);
/* "first=" of a head, in `out`; the whole word behind the key. */
void cli_head_value(const char *head, const char *key, char *out, size_t size);

#endif
