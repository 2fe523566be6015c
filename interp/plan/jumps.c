/* jumps.c - jumps that lead to the same test again.
 *
 * Layer: plan. Lines of one piece often begin alike: some men are sought, and without any the line is
 * passed over. Where the next line seeks the same men, whoever found none goes on behind it too. */
#include <string.h>

#include "../vm/opcode.h"
#include "codegen.h"

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
static uint32_t beyond(const struct mad_codegen *codegen, const bool *entered, uint32_t at)
{
    const struct mad_instruction *code = codegen->code;
    uint32_t goal = code[at].x, values = 0;
    while (goal + values < codegen->code_count && is_value(&code[goal + values])) {
        values++;
    }
    const struct mad_instruction *again = &code[goal + values];
    if (goal <= at || values == 0 || values > at || goal + values >= codegen->code_count ||
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

void mad_codegen_thread_jumps(struct mad_codegen *codegen)
{
    bool *entered = mad_codegen_scratch(codegen, codegen->code_count + 1);
    if (entered == NULL) {
        return;
    }
    memset(entered, 0, codegen->code_count + 1);
    for (uint32_t at = 0; at < codegen->code_count; at++) {
        if (leads_on(&codegen->code[at]) && codegen->code[at].x < codegen->code_count) {
            entered[codegen->code[at].x] = true;
        }
    }
    for (uint32_t at = codegen->code_count; at-- > 0;) { /* from the end: what follows is done */
        if (codegen->code[at].op == MAD_OP_IF_EMPTY) {
            codegen->code[at].x = beyond(codegen, entered, at);
        }
    }
}
