/* catalog.h - the games that a protocol can offer, by name: all that come with mad, their variants,
 * and files that were given.
 *
 * Layer: cli. Names are FILE or FILE:VARIANT, as `mad list` prints them. Other programs spell them
 * otherwise: case, dashes and blanks do not count, the part behind the colon is enough where it is
 * unique, and titles and other names of shipped games do as well.
 * Words of theirs are listed, for most programs let nobody choose what is not offered by the name that they know. */
#ifndef MAD_CLI_PROTOCOL_CATALOG_H
#define MAD_CLI_PROTOCOL_CATALOG_H

#include "../../interp/mad_rules.h"

struct cli_listed {
    char *name;    /* as offered */
    char *path;    /* for mad_game_load */
    char *variant; /* null: the game itself */
    char *others;  /* words that other programs call it by, blanks between them; or null */
};

struct cli_catalog {
    struct cli_listed *games; /* owned with their strings */
    size_t count, capacity;
};

/* False without memory. */
bool cli_catalog_make(struct cli_catalog *catalog, const mad_engine *engine);
void cli_catalog_free(struct cli_catalog *catalog);
/* What is said of one game: taken out of a catalog, or never in one. */
void cli_listed_free(struct cli_listed *listed);
/* Adds the game in the file and its variants; MAD_ERROR_NOT_FOUND and such when it cannot be read. */
enum mad_status cli_catalog_add(struct cli_catalog *catalog, const mad_engine *engine,
                                const char *path);
/* Whether the word is one of the others. */
bool cli_catalog_is_other(const struct cli_listed *listed, const char *word);
/* Null when nothing or too much is called so. */
const struct cli_listed *cli_catalog_find(const struct cli_catalog *catalog,
                                          const mad_engine *engine, const char *name);

#endif
