/* lower.c - puts a game together from its ruleset, pass by pass; what is made in each stands in the files beside it.
 *
 * Layer: plan. Owns struct mad_codegen for the length of a load, and hands out memory. `PASSES` is the order in
 * which rules become a game. It relies on the ruleset being resolved, and on verify.c, before which no program runs. */
#include "lower.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "codegen.h"
#include "plan_text.h"
#include "../rules/inherit.h"
#include "../vm/optimize.h"
#include "../vm/verify.h"

/* --- shared services ------------------------------------------------------------------------- */

/* More than any game needs: there is memory, but not for this. A little of it is for the finding. */
static enum mad_status tell_full(struct mad_codegen *codegen, struct mad_arena *arena)
{
    enum { FINDING = 1 << 20 };
    const size_t megabytes = arena->limit >> 20;
    arena->limit += FINDING;
    codegen->scratch->limit += arena == codegen->scratch ? 0 : FINDING;
    mad_codegen_error(codegen, MAD_FINDING_LIMIT, codegen->span,
                      "up to here the rules take more than %u MB; make them shorter",
                      (unsigned)megabytes);
    return MAD_ERROR_RULES;
}

/* Vectors load fastest from addresses that are multiples of 32. */
static void *allocate(struct mad_codegen *codegen, struct mad_arena *arena, size_t bytes)
{
    void *block = codegen->status == MAD_OK ? mad_arena_room(arena, bytes + 32, 16) : NULL;
    if (block == NULL) {
        codegen->status = codegen->status != MAD_OK ? codegen->status
                          : arena->is_full          ? tell_full(codegen, arena)
                                                    : MAD_ERROR_MEMORY;
        return NULL;
    }
    return (void *)(((uintptr_t)block + 31) & ~(uintptr_t)31);
}

void *mad_codegen_scratch(struct mad_codegen *codegen, size_t bytes)
{
    void *block = allocate(codegen, codegen->scratch, bytes);
    return block != NULL ? memset(block, 0, bytes) : NULL;
}

void *mad_codegen_keep(struct mad_codegen *codegen, size_t bytes)
{
    void *block = allocate(codegen, codegen->arena, bytes);
    return block != NULL ? memset(block, 0, bytes) : NULL;
}

void *mad_codegen_keep_room(struct mad_codegen *codegen, size_t bytes)
{
    return allocate(codegen, codegen->arena, bytes);
}

bool mad_codegen_grow(struct mad_codegen *codegen, void **items, uint32_t *capacity, uint32_t count,
                      size_t bytes)
{
    if (count < *capacity && *items != NULL) {
        return codegen->status == MAD_OK;
    }
    uint32_t wanted = *capacity < 8 ? 8 : *capacity * 2;
    wanted = wanted > count ? wanted : count + 1;
    void *grown = allocate(codegen, codegen->scratch, (size_t)wanted * bytes);
    if (grown == NULL) {
        return false;
    }
    if (count != 0) {
        memcpy(grown, *items, (size_t)count * bytes);
    }
    *items = grown;
    *capacity = wanted;
    return true;
}

void mad_codegen_error(struct mad_codegen *codegen, enum mad_finding_kind kind,
                       struct mad_span span, const char *format, ...)
{
    char text[400];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    codegen->errors++;
    struct mad_findings *list = codegen->diagnostics;
    struct mad_span site = codegen->site;
    if (site.length == 0 || site.source == span.source) {
        (void)mad_findings_add(list, kind, span, text);
        return;
    }
    const struct mad_finding *last = list->last;
    if (last != NULL && last->kind == kind && last->span.source == site.source &&
        last->span.begin == site.begin) {
        return; /* the same again, in another word of the definition */
    }
    struct mad_finding *finding = mad_findings_add(list, kind, site, text);
    mad_finding_note_at(list, finding, span, "this is what it stands for");
}

bool mad_codegen_enter(struct mad_codegen *codegen, struct mad_span span)
{
    if (codegen->status != MAD_OK) {
        return false;
    }
    if (codegen->depth >= MAD_MAX_NESTING) {
        mad_codegen_error(codegen, MAD_FINDING_RECURSION, span,
                          "this definition leads back to itself, or is nested too deeply");
        return false;
    }
    if (++codegen->evaluations > MAD_MAX_EVALUATIONS) {
        mad_codegen_error(codegen, MAD_FINDING_LIMIT, span,
                          "definitions that use each other make this too much work; use fewer");
        codegen->status = MAD_ERROR_RULES;
        return false;
    }
    codegen->depth++;
    return true;
}

bool mad_codegen_ok(const struct mad_codegen *codegen)
{
    return codegen->status == MAD_OK && codegen->errors == 0;
}

const char *mad_codegen_keep_text(struct mad_codegen *codegen, const char *text)
{
    size_t bytes = text != NULL ? strlen(text) + 1 : 0;
    char *copy = text != NULL ? mad_codegen_keep(codegen, bytes) : NULL;
    if (copy != NULL) {
        memcpy(copy, text, bytes);
    }
    return copy;
}

/* --- the whole ------------------------------------------------------------------------------- */

static void begin_machine(struct mad_codegen *codegen)
{
    struct mad_game *game = codegen->game;
    struct mad_program *program = mad_codegen_keep(codegen, sizeof *program);
    program->limit = mad_codegen_keep(codegen, sizeof *program->limit);
    game->program = program;
    codegen->program = program;
    if (program != NULL) {
        program->left_out = codegen->left_out;
    }
    MAD_KEEP(codegen, game->lines, MAD_MAX_LINES + 1);
    MAD_KEEP(codegen, game->outcomes, MAD_MAX_OUTCOMES);
    if (program == NULL || game->lines == NULL || game->outcomes == NULL) {
        return;
    }
    game->lines[0] = (struct mad_line){.verb = "move", .is_motion = true};
    game->line_count = 1;
    mad_emit(codegen, MAD_OP_STOP, 0, 0, 0, 0); /* address MAD_NO_PROGRAM */
}

static void lower_all(struct mad_codegen *codegen)
{
    codegen->place = MAD_PLACE_LINE;
    static void (*const PASSES[])(struct mad_codegen *) = {
        begin_machine,
        mad_codegen_measure,
        mad_expand_verbs,
        mad_make_about,
        mad_make_options,
        mad_codegen_board,
        mad_make_types,
        mad_make_marks,
        mad_make_pockets,
        mad_make_counters,
        mad_check_shows,
        mad_lower_dialects,
        mad_lower_turns,
        mad_make_fates,
        mad_make_layout,
        mad_make_code_tables,
        mad_codegen_geometry,
        mad_make_mark_ends,
        mad_make_array,
        mad_make_rule_texts,
        mad_refuse_unheard,
        mad_rewrite_motion_lines,
        mad_lower_pieces,
        mad_lower_programs,
        mad_refuse_unknown,
        mad_lower_laws,
        mad_lower_shuffles,
        mad_settle_marks,
        mad_make_templates,
        mad_codegen_finish_rides,
        mad_codegen_finish_tables,
        mad_make_zones,
    };
    for (uint32_t i = 0; i < sizeof PASSES / sizeof *PASSES && codegen->status == MAD_OK; i++) {
        PASSES[i](codegen);
        if (codegen->errors != 0 && PASSES[i] != mad_lower_pieces &&
            PASSES[i] != mad_lower_programs && PASSES[i] != mad_refuse_unknown) {
            return; /* the next pass would only find consequences; these four say all they can */
        }
    }
}

enum mad_status mad_lower(const struct mad_ruleset *rules, struct mad_lower_context *context,
                          struct mad_game **out)
{
    struct mad_ruleset own = *rules;
    struct mad_codegen codegen = {.rules = &own,
                                  .own_rules = &own,
                                  .said.rules = rules,
                                  .values.register_end = MAD_HANDLER_REGISTERS,
                                  .scratch = context->scratch,
                                  .arena = context->arena,
                                  .diagnostics = context->diagnostics,
                                  .sources = context->sources,
                                  .texts = context->texts,
                                  .left_out = context->left_out,
                                  .least_words = context->least_words,
                                  .with_comments = context->with_comments,
                                  .span = rules->span};
    struct mad_plan_text plan = {0};
    codegen.plan = context->with_plan ? &plan : NULL;
    codegen.game = mad_codegen_keep(&codegen, sizeof *codegen.game);
    if (codegen.game != NULL) {
        codegen.game->memory = context->arena;
        lower_all(&codegen);
    }
    if (codegen.status == MAD_OK && codegen.errors != 0) {
        codegen.status = MAD_ERROR_RULES;
    }
    if (codegen.status == MAD_OK && codegen.plan != NULL) {
        codegen.game->info.plan =
            mad_codegen_keep_text(&codegen, plan.text != NULL ? plan.text : "");
    }
    uint32_t address = 0;
    uint64_t *room = mad_codegen_scratch(&codegen, ((size_t)codegen.code_count + 1) *
                                                       MAD_VERIFY_WORDS * sizeof *room);
    if (codegen.status == MAD_OK && !mad_vm_verify(codegen.game, room, &address)) {
        mad_codegen_error(
            &codegen, MAD_FINDING_LIMIT, codegen.spans[address],
            "the program made from this sentence is malformed (instruction %u); please report it",
            address);
        codegen.status = MAD_ERROR_RULES;
    }
    if (codegen.status == MAD_OK) {
        mad_vm_optimize(codegen.game);
        mad_try_shuffles(&codegen);
        *out = codegen.game;
    }
    return codegen.status;
}
