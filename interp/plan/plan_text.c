/* plan_text.c - actions and facts as text.
 *
 * Layer: plan. `rampage along queenwise avoiding King`, a line of the Mad Elephant, is noted as
 *
 *   White's Mad Elephant: rampage along queenwise avoiding King
 *     at       rules/mad-elephant-chess.mad:15
 *     choose   way from ways                        | may look at nothing
 *     ...
 *     legality the squares that were swept, told before it is made
 *
 * It relies on expr.def for what an expression looks at, and on effect_summary.c for what a body does; it
 * works nothing out by itself, so that what is read here is what the compiler has gone by. */
#include "plan_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "expr.h"

static void add(struct mad_codegen *codegen, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void add(struct mad_codegen *codegen, const char *format, ...)
{
    struct mad_plan_text *plan = codegen->plan;
    char line[400];
    va_list arguments;
    va_start(arguments, format);
    const int written = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    const size_t length = written < 0                     ? 0
                          : (size_t)written < sizeof line ? (size_t)written
                                                          : sizeof line - 1;
    if (plan->length + length + 1 > plan->room) {
        const size_t room = 2 * (plan->room + sizeof line);
        char *text = mad_codegen_scratch(codegen, room);
        if (text == NULL) {
            return;
        }
        if (plan->text != NULL) {
            memcpy(text, plan->text, plan->length);
        }
        plan->text = text;
        plan->room = room;
    }
    memcpy(plan->text + plan->length, line, length + 1);
    plan->length += length;
}

/* Lines are lowered for several programs; they are noted once. */
static bool is_noted(struct mad_codegen *codegen, const struct mad_node *line, int code)
{
    struct mad_plan_text *plan = codegen->plan;
    for (uint32_t i = 0; i < plan->count; i++) {
        if (plan->lines[i] == line && plan->codes[i] == code) {
            return true;
        }
    }
    void *lines = plan->lines, *codes = plan->codes;
    const bool fits =
        mad_codegen_grow(codegen, &lines, &plan->line_room, plan->count, sizeof *plan->lines) &&
        mad_codegen_grow(codegen, &codes, &plan->code_room, plan->count, sizeof *plan->codes);
    plan->lines = lines;
    plan->codes = codes;
    if (fits) {
        plan->lines[plan->count] = line;
        plan->codes[plan->count++] = code;
    }
    return !fits;
}

/* The line of the rule file, without the blanks before it. */
static void add_source(struct mad_codegen *codegen, struct mad_span span)
{
    struct mad_position_in_text at = mad_sources_place(codegen->sources, span);
    uint32_t skipped = 0;
    while (skipped < at.line_bytes && at.line_text[skipped] == ' ') {
        skipped++;
    }
    add(codegen, "%.*s", (int)(at.line_bytes - skipped), at.line_text + skipped);
}

static void add_reads(struct mad_codegen *codegen, uint32_t reads)
{
    static const char *const words[] = {
        [MAD_READS_MEN] = "men",
        [MAD_READS_MARKS] = "marks",
        [MAD_READS_COUNTERS] = "counters",
        [MAD_READS_POCKETS] = "pockets",
        [MAD_READS_HERE] = "here",
        [MAD_READS_BEGUN] = "the beginning of the move",
        [MAD_READS_ATTACKS] = "attacks",
        [MAD_READS_LAST] = "the last move",
        [MAD_READS_PAST] = "the past",
        [MAD_READS_AHEAD] = "moves to come",
        [MAD_READS_BEHIND] = "positions to come",
    };
    const char *between = " | may look at ";
    for (uint32_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (reads >> i & 1) {
            add(codegen, "%s%s", between, words[i]);
            between = ", ";
        }
    }
}

static const char *role_of(const struct mad_node *statement)
{
    switch ((unsigned)statement->kind) {
    case MAD_NODE_LET: return "name";
    case MAD_NODE_CHOOSE: return "choose";
    case MAD_NODE_REQUIRE: return "guard";
    case MAD_NODE_IF:
    case MAD_NODE_FOR_EACH:
    case MAD_NODE_MAY: return "branch";
    case MAD_NODE_REPEAT: return "again";
    case MAD_NODE_TOSS: return "toss";
    default: return "effect";
    }
}

static void add_statements(struct mad_codegen *codegen, const struct mad_node *statement,
                           const struct mad_env *env, int depth)
{
    for (; statement != NULL; statement = statement->next) {
        uint32_t reads = 0;
        add(codegen, "  %-8s %*s", role_of(statement), 2 * depth, "");
        add_source(codegen, statement->span);
        for (const struct mad_node *part = statement->first; part != NULL; part = part->next) {
            if (part->kind != MAD_NODE_BODY && part->kind != MAD_NODE_OUTCOME) {
                reads |=
                    mad_reads_of(codegen, part->kind == MAD_NODE_ARG ? part->first : part, env);
            }
        }
        add_reads(codegen, reads);
        add(codegen, "\n");
        for (const struct mad_node *part = statement->first; part != NULL && depth < 8;
             part = part->next) {
            const struct mad_node *body = part->kind == MAD_NODE_OUTCOME ? part->first : part;
            if (body != NULL && body->kind == MAD_NODE_BODY) {
                add_statements(codegen, body->first, env, depth + 1);
            }
        }
    }
}

static const char *legality_of(const struct mad_verb *verb)
{
    switch (verb->gate) {
    case MAD_CLASS_PLAIN: return "as of a plain move: pins and checks";
    case MAD_CLASS_DROP: return "as of a drop: does it block the check";
    case MAD_CLASS_STAY: return "as of a turn in place: is there a check";
    case MAD_CLASS_TWO_MAN: return "of two men who go: the royal's new square and the way there";
    case MAD_CLASS_FREE: return "no law binds it";
    case MAD_CLASS_TEST: break;
    }
    return "made, and the laws are asked";
}

static void add_summary(struct mad_codegen *codegen, const struct mad_effect_summary *summary)
{
    add(codegen, "  on board");
    for (uint32_t effect = 0; effect < MAD_EFFECT_NONE; effect++) {
        const uint32_t count = mad_effects[effect].on_board ? summary->count[effect] : 0;
        if (count != 0) {
            add(codegen, " %s", mad_effects[effect].word);
        }
        if (count > 1) {
            add(codegen, " x%u", count);
        }
    }
    add(codegen, "%s%s%s\n", summary->in_cases ? " (in cases)" : "",
        summary->requires_after_effect ? " (then more is asked)" : "",
        summary->tosses ? " (by chance)" : "");
}

static void add_man(struct mad_codegen *codegen, uint32_t code)
{
    const struct mad_game *game = codegen->game;
    add(codegen, "%s's %s", codegen->rules->players[game->codes[code].owner].name,
        game->types[game->codes[code].type].name);
}

void mad_note_call(const struct mad_verb *verb, const struct mad_node *line,
                   const struct mad_node *body, const struct mad_env *env, int code,
                   const struct mad_effect_summary *summary)
{
    struct mad_codegen *codegen = verb->codegen;
    if (codegen->plan == NULL || line == NULL ||
        is_noted(codegen, line, code >= 0 ? code : -1 - (int)codegen->side)) {
        return;
    }
    struct mad_position_in_text at = mad_sources_place(codegen->sources, line->span);
    if (code >= 0) {
        add_man(codegen, (uint32_t)code);
    } else {
        add(codegen, "%s", codegen->rules->players[codegen->side].name);
    }
    add(codegen, ": ");
    add_source(codegen, line->span);
    add(codegen, "\n  at       %s:%u\n", at.name, at.line);
    add_statements(codegen, body, env, 0);
    add_summary(codegen, summary);
    add(codegen, "  legality %s%s\n\n", legality_of(verb),
        verb->gate == MAD_CLASS_TEST ? ""
        : verb->gated                ? ", told before it is made"
                                     : ", told when its end is known");
}

void mad_note_plain(struct mad_codegen *codegen, uint32_t code, const struct mad_clause *clauses,
                    uint32_t count)
{
    if (codegen->plan == NULL || codegen->game->codes[code].owner > 1 ||
        is_noted(codegen, NULL, (int)code)) {
        return;
    }
    add_man(codegen, code);
    add(codegen, ": moves of tables\n");
    for (uint32_t i = 0; i < count; i++) {
        add(codegen, "  %-8s %u%s\n", clauses[i].ride ? "ride" : "leap", clauses[i].table,
            clauses[i].screens != 0 ? " over men of some kinds" : "");
    }
    add(codegen, "\n");
}
