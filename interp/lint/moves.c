/* moves.c - lists of moves for the checks that make them. Layer: interp/lint. */
#include <string.h>

#include "../limits.h"
#include "../vm/limit.h"
#include "../vm/program.h"
#include "../vm/vm.h"
#include "lint.h"

enum { FEW_MOVES = 2048, FEW_DELTAS = 16384 };

static bool make_room(struct mad_lint *lint, uint32_t moves, uint32_t deltas)
{
    struct mad_move_list *list = &lint->list;
    if (list->capacity >= moves && list->delta_capacity >= deltas)
        return true;
    *list = (struct mad_move_list){.moves = mad_lint_room(lint, moves, sizeof *list->moves),
                                   .deltas = mad_lint_room(lint, deltas, sizeof *list->deltas),
                                   .capacity = moves,
                                   .delta_capacity = deltas};
    return lint->status == MAD_OK;
}

enum mad_status mad_lint_list(struct mad_lint *lint, const struct mad_game *game,
                              struct mad_state *state, const struct mad_move_list **out)
{
    enum mad_status status = MAD_ERROR_MEMORY;
    if (!make_room(lint, FEW_MOVES, FEW_DELTAS))
        return status;
    for (;;) {
        lint->list.count = lint->list.delta_count = 0;
        status = mad_vm_generate(game, state, &lint->list);
        lint->steps += 1 + lint->list.steps;
        if (status != MAD_ERROR_LIMIT || lint->list.capacity >= MAD_MAX_MOVES)
            break;
        if (!make_room(lint, MAD_MAX_MOVES, MAD_MAX_DELTAS))
            return MAD_ERROR_MEMORY;
    }
    *out = &lint->list;
    return status;
}

void mad_lint_pay_for(struct mad_lint *lint, const struct mad_state *state)
{
    lint->steps += (uint64_t)state->effort << MAD_EFFORT_SHIFT;
}

/* The line of a text as a place. */
static bool find_line(const struct mad_sources *sources, const struct mad_limit_info *limit,
                      struct mad_span *out)
{
    for (uint16_t i = 0; limit->file != NULL && i < sources->count; i++) {
        const struct mad_source *source = &sources->items[i];
        uint32_t line = 1, begin = 0, end;
        if (strcmp(source->name, limit->file) != 0)
            continue;
        for (; line < limit->line && begin < source->bytes; begin++)
            line += source->text[begin] == '\n';
        while (begin < source->bytes && source->text[begin] == ' ')
            begin++;
        for (end = begin; end < source->bytes && source->text[end] != '\n';)
            end++;
        *out = (struct mad_span){
            .source = i,
            .begin = begin,
            .length = (uint16_t)(end - begin < UINT16_MAX ? end - begin : UINT16_MAX)};
        return true;
    }
    return false;
}

/* Two limits of one sentence are one fault, and so are that of one man and that of many, to which he adds his part. */
void mad_lint_note_limit(struct mad_lint *lint, bool is_of_one)
{
    const uint32_t met = lint->game->program->limit->met;
    lint->game->program->limit->met = 0;
    for (uint32_t i = 0; i < lint->limits.count; i++)
        if (lint->limits.items[i].met / MAD_LIMIT_KINDS == met / MAD_LIMIT_KINDS) {
            lint->limits.items[i].is_of_one = lint->limits.items[i].is_of_one || is_of_one;
            return;
        }
    for (uint32_t i = 0; met != 0 && i < lint->limits.count; i++)
        if (lint->limits.items[i].is_of_one != is_of_one) {
            if (is_of_one)
                lint->limits.items[i] =
                    (struct mad_lint_limit){met, lint->limits.items[i].is_told, true};
            return;
        }
    if (met != 0 && lint->limits.count < sizeof lint->limits.items / sizeof *lint->limits.items)
        lint->limits.items[lint->limits.count++] =
            (struct mad_lint_limit){.met = met, .is_of_one = is_of_one};
}

static void tell_limit(struct mad_lint *lint, struct mad_lint_limit *noted, const char *position)
{
    struct mad_limit_info limit;
    struct mad_span span = lint->rules->span;
    noted->is_told = true;
    lint->game->program->limit->met = noted->met;
    if (!mad_game_limit(lint->game, &limit))
        return;
    (void)find_line(lint->sources, &limit, &span);
    struct mad_finding *finding =
        mad_findings_add(lint->findings, MAD_FINDING_TOO_MANY_MOVES, span,
                         mad_findings_text(lint->findings, "%s", limit.text));
    if (position != NULL)
        mad_finding_witness(lint->findings, finding, "mad show %s --fen \"%s\"",
                            mad_lint_shown_name(lint), position);
    lint->game->program->limit->met = 0;
}

void mad_lint_tell_limit(struct mad_lint *lint, const char *position)
{
    const uint32_t met = lint->game->program->limit->met;
    mad_lint_note_limit(lint, false);
    for (uint32_t i = 0; i < lint->limits.count; i++) {
        const bool is_it = lint->limits.items[i].met / MAD_LIMIT_KINDS == met / MAD_LIMIT_KINDS;
        if (!lint->limits.items[i].is_told && (position == NULL || is_it))
            tell_limit(lint, &lint->limits.items[i], position);
    }
}
