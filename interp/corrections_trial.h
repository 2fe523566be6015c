/* corrections_trial.h - lines tried in place of one with an error: whether they compile, what mends them, and which of several
 * goes first.
 *
 * Layer: interp, private to corrections.c, but for what its callers say of how. */
#ifndef MAD_INTERP_CORRECTIONS_TRIAL_H
#define MAD_INTERP_CORRECTIONS_TRIAL_H

#include "guess.h"

/* Tells how much looks wrong in these lines of a text, counted from 1, that compiles; nothing where it does not. The status
 * is MAD_OK or MAD_ERROR_MEMORY. */
typedef enum mad_status (*mad_corrections_judge)(const mad_engine *engine,
                                                 const struct mad_load *load, uint32_t first,
                                                 uint32_t last, unsigned *faults);

struct mad_corrections_how {
    mad_corrections_judge judge; /* of lines that compile, what looks right goes first; or null */
    bool (*interrupt)(void *context); /* more is not tried once it says so; or null */
    void *context;
};

/* Words with which a line began that did not compile, down to those where the error was. */
struct mad_flaw {
    const char *line;
    size_t bytes;
};

struct mad_trial { /* of the corrections of one load */
    const mad_engine *engine;
    struct mad_load load; /* with the changed text */
    const struct mad_diagnostics *list;
    struct mad_diagnostics *told; /* the same */
    char *text;                   /* room for it */
    size_t room, bytes;
    uint32_t first, last; /* lines of the fix in it */
    bool is_blanked;      /* lines with other errors are */
    const struct mad_fix *tried;
    struct mad_flaw *flaws; /* of lines that were tried, or null: nothing is noted */
    size_t flaw_count;
    bool is_refuted;            /* the words that were put in are of no kind that stands there */
    bool may_be_named_yet;      /* a name of the line that is the name of nothing */
    char unnamed[300];          /* what is said of it */
    unsigned loads;             /* that may still be made */
    size_t to_read;             /* bytes that may still be loaded */
    unsigned judgements, mends; /* the same */
    bool is_cut;                /* told to be */
    const struct mad_corrections_how *how;
    enum mad_status status;
};

enum {
    MAD_TRIAL_MAX_LINE = 1000,     /* bytes of a line that is found */
    MAD_TRIAL_MAX_JUDGEMENTS = 16, /* of one load: a hundredth of a second each */
    MAD_TRIAL_MAX_MENDS = 24,      /* loads of the same to mend what does not compile */
    /* times that lines with errors are left blank: sentences, names, and what they are used for are looked at one behind
     * the other */
    MAD_TRIAL_MAX_AGAIN = 3,
};

bool mad_trial_is_interrupted(struct mad_trial *trial);
bool mad_trial_is_same_text(const char *a, const char *b);
/* Whether it stands in the text that was asked for. */
bool mad_trial_is_in_main(const struct mad_trial *trial, const struct mad_diagnostic *item);
/* Of the text that is tried. */
void mad_trial_blank_line(struct mad_trial *trial, uint32_t line);

/* Whether the text compiles with the fix, as far as its own lines go. */
bool mad_trial_is_good(struct mad_trial *trial, const struct mad_fix *fix);
/* How much looks wrong in the lines of the fix that was tried last, and compiled. */
unsigned mad_trial_faults(struct mad_trial *trial);
/* Makes of a fix that does not compile one that does, by what is offered for the error that is left; false where there is
 * no such thing. */
bool mad_trial_mend(struct mad_trial *trial, const struct mad_diagnostic *item,
                    struct mad_fix *fix);
/* Leaves of the sentences, the nearest first, the first that compiles, and another that is as near; how many. Where
 * something looks wrong in the first, one that is farther and in which nothing does goes before it. */
size_t mad_trial_choose(struct mad_trial *trial, const struct mad_diagnostic *item,
                        struct mad_guess_line line, struct mad_nearest *meant, size_t count);

#endif
