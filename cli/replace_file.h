/* replace_file.h - writes files so that they are never there by halves.
 *
 * Layer: cli. What is new is written beside the old and put in its place when it is whole: a full disk, a
 * signal or a kill leave the old file as it was. */
#ifndef MAD_CLI_REPLACE_FILE_H
#define MAD_CLI_REPLACE_FILE_H

#include <stdbool.h>

/* Puts `bytes`, ended by NUL, in the place of the file that the path leads to, with its rights, or makes it.
 * False with errno set when that cannot be done. */
bool cli_replace_file(const char *path, const char *bytes);

/* Whether a file of that path can be made in its folder; else errno. */
bool cli_has_good_folder(const char *path);

#endif
