/* nearest.h - the sentences that lie nearest to a line that is none.
 *
 * Layer: grammar. What names there are is told by the caller: the grammar knows none. A sentence that is found can be
 * read; whether it makes a game is the caller's to try. */
#ifndef MAD_GRAMMAR_NEAREST_H
#define MAD_GRAMMAR_NEAREST_H

#include "arena.h"

enum mad_nearest_kind {
    MAD_NEAREST_PIECE,
    MAD_NEAREST_PLAYER,
    MAD_NEAREST_VERB,      /* may begin a sentence */
    MAD_NEAREST_DIRECTION, /* may follow `step` */
    MAD_NEAREST_GIVEN,     /* by a line of the same text; may begin that */
    MAD_NEAREST_LOCAL,     /* of a verb: squares, directions, kinds, nobody knows */
    MAD_NEAREST_OTHER,
    MAD_NEAREST_FILE, /* of rules: behind `use`, `like`, `from` */
};

struct mad_nearest_name {
    const char *text;
    enum mad_nearest_kind kind;
};

enum mad_nearest_section { /* what the heading above is about */
                           MAD_NEAREST_IN_GAME,
                           MAD_NEAREST_IN_PIECE,
                           MAD_NEAREST_IN_ENDS,
                           MAD_NEAREST_IN_VERB,
                           MAD_NEAREST_IN_TEST,
                           MAD_NEAREST_IN_OTHER,
};

struct mad_nearest_task {
    struct mad_arena *arena; /* for all that is made, the answers too */
    const char *line;        /* without blanks at its ends */
    size_t bytes;
    const struct mad_nearest_name *names;
    size_t name_count;
    enum mad_nearest_section section;
    const char
        *kept; /* a word of the line that says something, though nothing is called so; or null */
    size_t kept_bytes;
    unsigned most; /* what an answer may cost; 0: as much as any */
    const char *
        typed; /* where the line is a draft, what it is one of: words that are not in that are meant; or null */
    size_t typed_bytes;
};

struct mad_nearest {
    const char *text;
    const char *told; /* what was changed */
    unsigned cost;
};

/* The nearest first; how many there are. The line itself stands among them when it is a sentence. None where nothing is near enough, and when memory runs out, which is noted. */
size_t mad_nearest(const struct mad_nearest_task *task, struct mad_nearest *out, size_t room,
                   bool *out_of_memory);

/* The same for the line with its phrases in other orders; what costs more than `most` is not looked for. */
size_t mad_nearest_reordered(const struct mad_nearest_task *task, unsigned most,
                             struct mad_nearest *out, size_t room, bool *out_of_memory);

/* The same for a draft of the line, of one line or several, of which each may be no sentence yet; `cause` is why it is a
 * draft, and is told first. */
size_t mad_nearest_draft(const struct mad_nearest_task *task, const char *draft, const char *cause,
                         struct mad_nearest *out, size_t room, bool *out_of_memory);

/* Whether people say the word and mean that one, as nearest.def has it. */
bool mad_nearest_means(const char *word, const char *meant);

/* Whether what stands behind such a token is a new name. */
bool mad_nearest_makes_name(int last);

/* The heading of which the lines above byte `at` of a text are. */
enum mad_nearest_section mad_nearest_section(const char *text, size_t at);

#endif
