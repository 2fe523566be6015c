/* barred.c - the law that forbids every first move.
 *
 * Layer: interp/lint. That nobody can begin is seen in the array; which law is to blame is tried out, by beginning
 * without each of them. That is a load for each, and so it is done for such games alone. */
#include <string.h>

#include "../ablate.h"
#include "../position.h"
#include "lint.h"

enum { MOST_TRIALS = 64 };

/* Whether somebody can move in the array, and the game goes on there. */
static enum mad_status try_game(struct mad_lint *lint, const mad_game *game, bool *can_begin)
{
    const struct mad_move_list *list = NULL;
    struct mad_verdict verdict = {.outcome = MAD_GOES_ON};
    mad_position *position = NULL;
    enum mad_status status = mad_position_new(game, &position);
    if (status == MAD_OK)
        status = mad_position_judge(position, &verdict);
    if (status == MAD_OK)
        status = mad_lint_list(lint, game, mad_position_state(position), &list);
    *can_begin = status == MAD_OK && verdict.outcome == MAD_GOES_ON && list->count > 0;
    mad_position_free(position);
    return status;
}

static bool is_at(const struct mad_lint *lint, const struct mad_sentence *sentence,
                  const struct mad_node *law)
{
    const struct mad_position_in_text at = mad_sources_place(lint->sources, law->span);
    return at.line == sentence->place.line && at.column == sentence->place.column &&
           strcmp(at.name, sentence->file) == 0;
}

/* The law of the file itself that the sentence is; null: it is none. */
static const struct mad_node *own_law(const struct mad_lint *lint,
                                      const struct mad_sentence *sentence)
{
    const struct mad_rule_lines *lists[] = {&lint->rules->illegal, &lint->rules->laws};
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
        for (uint32_t i = 0; i < lists[k]->count; i++)
            if (mad_lint_is_own(lint, lists[k]->items[i]->span) &&
                is_at(lint, sentence, lists[k]->items[i]))
                return lists[k]->items[i];
    return NULL;
}

struct trials {
    struct mad_lint *lint;
    const mad_engine *engine;
    const struct mad_load *load;
    const struct mad_sentence_list *list;
    bool *without; /* [sentence] */
    uint32_t count;
};

static bool can_begin_without(struct trials *trials)
{
    struct mad_lint *lint = trials->lint;
    mad_game *game = NULL;
    bool can_begin = false;
    if (trials->count++ > MOST_TRIALS || mad_lint_is_stopped(lint))
        return true;
    enum mad_status status =
        mad_ablate_load(trials->engine, trials->load, trials->without, trials->list->count, &game);
    if (status == MAD_OK)
        status = try_game(lint, game, &can_begin);
    mad_game_free(game);
    if (status == MAD_ERROR_MEMORY)
        lint->status = status;
    return can_begin || status != MAD_OK;
}

/* The law of the file itself by which, were there no other of these, nobody could begin; null: that is none. */
static const struct mad_node *find_law(struct trials *trials)
{
    for (uint32_t i = 0; i < trials->list->count; i++)
        trials->without[i] =
            trials->list->items[i].is_law && own_law(trials->lint, &trials->list->items[i]) != NULL;
    if (!can_begin_without(trials))
        return NULL;
    for (uint32_t i = 0; i < trials->list->count; i++) {
        if (!trials->without[i])
            continue;
        trials->without[i] = false;
        if (!can_begin_without(trials))
            return own_law(trials->lint, &trials->list->items[i]);
        trials->without[i] = true;
    }
    return NULL;
}

/* What start.c has found; null where an end of the file itself holds at once, which says enough. */
static struct mad_finding *find_told(const struct mad_lint *lint)
{
    for (struct mad_finding *f = lint->findings->first; f != NULL; f = f->next)
        if ((f->kind == MAD_FINDING_OVER_AT_START || f->kind == MAD_FINDING_NO_FIRST_MOVE) &&
            f->span.begin == lint->rules->span.begin && mad_lint_is_own(lint, f->span))
            return f;
    return NULL;
}

void mad_lint_barred(struct mad_lint *lint, const mad_engine *engine, const struct mad_load *load)
{
    struct mad_sentence_list list = {0};
    struct mad_finding *finding = find_told(lint);
    if (!lint->has_no_game || finding == NULL || lint->status != MAD_OK)
        return;
    enum mad_status status = mad_ablate_list(engine, load, &list);
    struct trials trials = {.lint = lint, .engine = engine, .load = load, .list = &list};
    trials.without = mad_lint_room(lint, list.count + 1, sizeof *trials.without);
    const struct mad_node *law =
        status == MAD_OK && trials.without != NULL ? find_law(&trials) : NULL;
    if (law != NULL) {
        finding->span = law->span;
        mad_finding_label(lint->findings, finding, "this forbids every first move");
    }
    if (status == MAD_ERROR_MEMORY)
        lint->status = status;
    mad_ablate_free(&list);
}
