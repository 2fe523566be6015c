/* plan_text.h - what the compiler knows of each way to move, as text for `mad disasm --plan`.
 *
 * Layer: plan. Noted while the lines are lowered, and only when somebody wants to read it. */
#ifndef MAD_PLAN_PLAN_TEXT_H
#define MAD_PLAN_PLAN_TEXT_H

#include "verb.h"

/* Grows in the scratch arena. All zero: nothing noted. */
struct mad_plan_text {
    char *text; /* null, or ended by NUL */
    size_t length, room;
    const struct mad_node **lines; /* that have been noted, each with the code behind it */
    int *codes;
    uint32_t count, line_room, code_room;
};

/* The line calls a verb, for men of the code or for the player (code < 0). */
void mad_note_call(const struct mad_verb *verb, const struct mad_node *line,
                   const struct mad_node *body, const struct mad_env *env, int code,
                   const struct mad_effect_summary *summary);
/* Men of the code go by these tables. */
void mad_note_plain(struct mad_codegen *codegen, uint32_t code, const struct mad_clause *clauses,
                    uint32_t count);

#endif
