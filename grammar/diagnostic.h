/* diagnostic.h - findings about rule texts, as data; printed by the command line alone.
 *
 * Layer: grammar. The kinds are the rows of diagnostic.def. A list keeps the first `limit` findings
 * and counts the rest. Everything lives in the arena of the list. Running out of memory is remembered
 * in the list (out_of_memory), so that callers can report without checking each time. */
#ifndef MAD_GRAMMAR_DIAGNOSTIC_H
#define MAD_GRAMMAR_DIAGNOSTIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arena.h"
#include "source.h"

#ifdef __GNUC__
#define MAD_PRINTF(text, rest) __attribute__((format(printf, text, rest)))
#else
#define MAD_PRINTF(text, rest)
#endif

enum mad_finding_kind {
#define MAD_FINDING(kind, id, name, level, message, ...) MAD_FINDING_##kind,
#include "diagnostic.def"
#undef MAD_FINDING
    MAD_FINDING_KINDS
};

enum mad_level { MAD_LEVEL_ERROR, MAD_LEVEL_WARNING, MAD_LEVEL_INFO };

struct mad_finding_about { /* a row of the table */
    const char *id, *name;
    enum mad_level level;
    const char *explanation;
    const char *avoid, *prefer; /* rule texts, or null: see diagnostic.def */
};

struct mad_finding_note { /* a second place, a plain remedy, or how to see it */
    struct mad_finding_note *next;
    bool has_span;
    bool is_witness;
    struct mad_span span;
    const char *text;
};

struct mad_finding_fix { /* what to write in place of some bytes; of several each alone would do */
    struct mad_finding_fix *next;
    struct mad_span at; /* length 0: put in before this byte */
    const char *text;
    bool is_safe; /* means what the author meant for certain */
};

struct mad_finding {
    struct mad_finding *next;
    enum mad_finding_kind kind;
    struct mad_span span;
    const char *text;  /* what is wrong */
    const char *label; /* said under the caret, or null */
    struct mad_finding_note *notes;
    struct mad_finding_fix *fixes;
    bool is_looked_at; /* by habits.c */
    bool is_unread;    /* no sentence could be made of the line */
    bool is_habit;     /* told by a row of habits.def */
    bool is_settled;   /* what is told is no word for another: no line is looked for that is near */
    const char *draft; /* of what was meant, which is no sentence yet; or null */
    const char *draft_cause;
};

struct mad_findings {
    struct mad_arena *arena;
    struct mad_finding *first, *last; /* in the order they were found */
    uint32_t count, limit;
    uint32_t errors;  /* found, kept or not */
    uint32_t dropped; /* found and not kept */
    bool out_of_memory;
    bool is_brief; /* nobody reads them: nothing is looked for that explains them */
};

void mad_findings_init(struct mad_findings *list, struct mad_arena *arena, uint32_t limit);

/* Adds a finding; what follows the span are the arguments of its message. Null when it was not kept;
 * the functions below take null and do nothing. */
struct mad_finding *mad_findings_add(struct mad_findings *list, enum mad_finding_kind kind,
                                     struct mad_span span, ...);
void mad_finding_label(struct mad_findings *list, struct mad_finding *finding, const char *format,
                       ...) MAD_PRINTF(3, 4);
void mad_finding_note_at(struct mad_findings *list, struct mad_finding *finding,
                         struct mad_span span, const char *format, ...) MAD_PRINTF(4, 5);
void mad_finding_remedy(struct mad_findings *list, struct mad_finding *finding, const char *format,
                        ...) MAD_PRINTF(3, 4);
/* A command that shows what was found. */
void mad_finding_witness(struct mad_findings *list, struct mad_finding *finding, const char *format,
                         ...) MAD_PRINTF(3, 4);

void mad_finding_fix(struct mad_findings *list, struct mad_finding *finding, struct mad_span at,
                     bool is_safe, const char *format, ...) MAD_PRINTF(5, 6);
/* Asks whether `meant` was meant by `word`, and puts it in the place of the finding when that is the word. */
void mad_finding_meant(struct mad_findings *list, struct mad_finding *finding, const char *word,
                       const char *meant);
/* Whether another finding is counted alone: nobody reads its words, and they need not be looked for. */
bool mad_findings_are_full(const struct mad_findings *list);
/* Takes out the finding behind `before` (null: the first). */
void mad_findings_drop(struct mad_findings *list, struct mad_finding *before);

/* A formatted text in the list's arena, for arguments; "" when there is no memory. */
const char *mad_findings_text(struct mad_findings *list, const char *format, ...) MAD_PRINTF(2, 3);

/* Puts the findings behind `from` (null: all) in the order of their places. */
void mad_findings_sort(struct mad_findings *list, struct mad_finding *from);

const struct mad_finding_about *mad_finding_about(enum mad_finding_kind kind);
/* The row with this id ("MAD030") or short name, in capitals or not, null when there is none. */
const struct mad_finding_about *mad_finding_find(const char *id_or_name);

/* Which of the candidates the author probably meant: the one with the fewest slips (a letter missing,
 * too many, wrong or swapped; case does not count), if they are few for the word's length. Null when
 * none is close. Null candidates are passed over. */
const char *mad_did_you_mean(const char *word, const char *const *candidates, size_t count);
/* The number of slips between two words, at most `most` + 1. */
unsigned mad_slips(const char *a, const char *b, unsigned most);

#endif
