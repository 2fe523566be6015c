/* jumps.c - jumps that lead to the same test again.
 *
 * Layer: compile. Lines of one piece often begin alike: some men are sought, and without any the line is
 * passed over. Where the next line seeks the same men, whoever found none goes on behind it too. */
#include <string.h>

#include "../vm/opcode.h"
#include "build.h"

/* Values that come out the same again, whatever is in the register that they go to. */
static bool is_value(const struct mad_instruction *i)
{
    return i->op == MAD_OP_SLOT || i->op == MAD_OP_CONST ||
           ((i->op == MAD_OP_AND_CONST || i->op == MAD_OP_OR_SLOT) && i->a != i->b);
}

static bool leads_on(const struct mad_instruction *i)
{
    return mad_op_jumps(i->op) || mad_opcodes[i->op].operands[3] == 'p';
}

/* Where the test at `at` leads when what stands at its goal is the same once more. */
static uint32_t beyond(const struct mad_build *build, const bool *entered, uint32_t at)
{
    const struct mad_instruction *code = build->code;
    uint32_t goal = code[at].x, values = 0;
    while (goal + values < build->code_count && is_value(&code[goal + values])) {
        values++;
    }
    const struct mad_instruction *again = &code[goal + values];
    if (goal <= at || values == 0 || values > at || goal + values >= build->code_count ||
        again->op != MAD_OP_IF_EMPTY || again->a != code[at].a ||
        memcmp(&code[at - values], &code[goal], values * sizeof *code) != 0) {
        return goal;
    }
    for (uint32_t i = at - values + 1; i <= at; i++) {
        if (entered[i]) {
            return goal; /* it may come to the test with other values */
        }
    }
    return again->x;
}

void mad_build_thread_jumps(struct mad_build *build)
{
    bool *entered = mad_build_scratch(build, build->code_count + 1);
    if (entered == NULL) {
        return;
    }
    memset(entered, 0, build->code_count + 1);
    for (uint32_t at = 0; at < build->code_count; at++) {
        if (leads_on(&build->code[at]) && build->code[at].x < build->code_count) {
            entered[build->code[at].x] = true;
        }
    }
    for (uint32_t at = build->code_count; at-- > 0;) { /* from the end: what follows is done */
        if (build->code[at].op == MAD_OP_IF_EMPTY) {
            build->code[at].x = beyond(build, entered, at);
        }
    }
}
