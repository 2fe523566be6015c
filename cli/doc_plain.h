/* doc_plain.h - lines of rules in the words of a rule page. Layer: cli. */
#ifndef MAD_CLI_DOC_PLAIN_H
#define MAD_CLI_DOC_PLAIN_H

#include <stdbool.h>
#include <stddef.h>

/* The words of a line that has begun, in plain English where doc.def has it; what does not fit stays as it is. has_ranks: the
 * board's orthogonal lines are its ranks and files. */
void cli_doc_plain(const char *line, bool has_ranks, char *out, size_t size);

#endif
