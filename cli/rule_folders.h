/* rule_folders.h - the folders in which people and packages keep rule files.
 *
 * Layer: cli. $XDG_DATA_HOME/mad, then mad in each folder of $XDG_DATA_DIRS, by the XDG Base Directory Specification:
 * normally ~/.local/share/mad, /usr/local/share/mad, /usr/share/mad. The library looks in them for names that are
 * neither shipped nor a file. */
#ifndef MAD_CLI_RULE_FOLDERS_H
#define MAD_CLI_RULE_FOLDERS_H

#include "../interp/mad_rules.h"

/* A new engine that looks in these folders. */
MAD_MUST_CHECK enum mad_status cli_engine_new(mad_engine **engine);

/* The path of the rule file that a bare name or path means, shipped ones aside; malloced, null when there is none. */
char *cli_rule_file_find(const mad_engine *engine, const char *name);

/* The names of the rule files in the folders, sorted, each once, without those that are shipped: of such a file it is
 * said on stderr that its name means another game. `*names` and its texts are malloced; null with count 0. */
MAD_MUST_CHECK enum mad_status cli_rule_names(const mad_engine *engine, char ***names,
                                              size_t *count);
void cli_rule_names_free(char **names, size_t count);

/* Says on stderr when the name of a shipped game is that of a file in the folders too. */
void cli_mention_shadowed(const mad_engine *engine, const char *name);

#endif
