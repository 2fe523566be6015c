/* lint.c - all checks over a game and its variants, and their findings as one list.
 *
 * Layer: interp/lint. Each variant is loaded and checked by itself. What several of them have is told
 * once; what is said to be missing (a name that nobody uses) in the game's own part of the file is
 * told only when no variant has it either. The game is also loaded with every other value of its
 * options: what only then cannot be read is told with that value. */
#include "lint.h"

#include <stdio.h>
#include <string.h>

#include "../corrections.h"
#include "../engine.h"

/* Kinds that take more than reading. */
static const struct {
    enum mad_finding_kind kind;
    enum mad_lint_cost cost;
} costs[] = {
    {MAD_FINDING_NEVER_STANDS, MAD_LINT_GENERATE},
    {MAD_FINDING_COLOUR_BOUND, MAD_LINT_GENERATE},
    {MAD_FINDING_GOES_BACK, MAD_LINT_GENERATE},
    {MAD_FINDING_HALF_ROUND, MAD_LINT_GENERATE},
    {MAD_FINDING_ISOLATED, MAD_LINT_GENERATE},
    {MAD_FINDING_NO_ARRIVAL, MAD_LINT_GENERATE},
    {MAD_FINDING_GOAL_UNREACHED, MAD_LINT_GENERATE},
    {MAD_FINDING_NOTHING_TO_TAKE, MAD_LINT_GENERATE},
    {MAD_FINDING_MOVES_ASYMMETRIC, MAD_LINT_GENERATE},
    {MAD_FINDING_ONE_SIDED, MAD_LINT_GENERATE},
    {MAD_FINDING_FIRST_MOVE_WINS, MAD_LINT_GENERATE},
    {MAD_FINDING_NEVER_CAPTURES, MAD_LINT_GENERATE},
    {MAD_FINDING_OVER_AT_START, MAD_LINT_GENERATE},
    {MAD_FINDING_NO_FIRST_MOVE, MAD_LINT_GENERATE},
    {MAD_FINDING_SAME_TEXT, MAD_LINT_PLAY},
    {MAD_FINDING_STUCK, MAD_LINT_PLAY},
    {MAD_FINDING_NOT_PROMOTED, MAD_LINT_PLAY},
    {MAD_FINDING_TOO_MANY_MOVES, MAD_LINT_PLAY},
    {MAD_FINDING_SLOW_RULES, MAD_LINT_PLAY},
    {MAD_FINDING_ROYAL_GONE, MAD_LINT_PLAY},
    {MAD_FINDING_VANISHES, MAD_LINT_PLAY},
    {MAD_FINDING_ENDLESS, MAD_LINT_PLAY},
    {MAD_FINDING_DEAD_RULE, MAD_LINT_PLAY},
    {MAD_FINDING_UNTESTED_LINE, MAD_LINT_PLAY},
    {MAD_FINDING_NEEDLESS, MAD_LINT_PLAY},
    {MAD_FINDING_IDLE_LAW, MAD_LINT_PLAY},
    {MAD_FINDING_ADVANTAGE, MAD_LINT_PLAY},
    {MAD_FINDING_DRAWN, MAD_LINT_PLAY},
};

/* Kinds that say that something is nowhere to be found. */
static const enum mad_finding_kind absences[] = {
    MAD_FINDING_UNUSED,  MAD_FINDING_NO_MOVES,  MAD_FINDING_NEVER_APPEARS,
    MAD_FINDING_NO_DROP, MAD_FINDING_NEVER_SET, MAD_FINDING_STALE_SETTING,
};

struct check {
    void (*run)(struct mad_lint *lint);
    enum mad_lint_cost cost;
    enum mad_lint_players players;
};

static const struct check checks[] = {
#define MAD_CHECK(name, cost, players) {mad_lint_##name, MAD_LINT_##cost, MAD_LINT_##players},
#include "checks.def"
#undef MAD_CHECK
};

enum { MAX_READINGS = 24 }; /* values of options beside the normal ones; more are not tried */

struct run { /* over one file */
    const mad_engine *engine;
    struct mad_load load; /* the variant changes */
    const struct mad_lint_options *options;
    struct mad_allows allows;
    const char *variant;    /* that was asked for; null: all */
    bool is_whole, is_last; /* the game and all variants are checked; this is the last of them */
    uint32_t variants_line; /* where the first variant begins, from 1; 0: none was met */
    struct list {
        struct mad_diagnostics *found;
        uint32_t heading;                  /* line of GAME or VARIANT */
        const struct mad_setting *reading; /* null: the options are as they normally are */
    } * lists;
    size_t list_count;
    struct mad_arena memory; /* of the readings */
    struct mad_setting readings[MAX_READINGS];
    size_t reading_count;
    bool is_reading;
    uint32_t heading;       /* of the load at hand */
    enum mad_status status; /* of the first load that failed */
};

void *mad_lint_room(struct mad_lint *lint, size_t count, size_t bytes)
{
    void *block = lint->status == MAD_OK ? mad_arena_array(lint->scratch, count, bytes, 16) : NULL;
    if (block == NULL && lint->status == MAD_OK)
        lint->status = MAD_ERROR_MEMORY;
    return block;
}

/* The span, made as long as the lines on which it stands; one that would be too long is empty. */
static struct mad_span lines_of(const struct mad_lint *lint, struct mad_span span)
{
    const struct mad_source *source = &lint->sources->items[span.source];
    uint32_t begin = span.begin, end = span.begin + span.length;
    while (begin > 0 && source->text[begin - 1] != '\n')
        begin--;
    while (end < source->bytes && source->text[end] != '\n')
        end++;
    end += end < source->bytes;
    uint32_t length = end - begin <= UINT16_MAX ? end - begin : 0;
    return (struct mad_span){.source = span.source, .begin = begin, .length = (uint16_t)length};
}

bool mad_lint_is_on_line(const struct mad_lint *lint, struct mad_span span, struct mad_span other)
{
    return span.source == other.source && mad_sources_place(lint->sources, span).line ==
                                              mad_sources_place(lint->sources, other).line;
}

bool mad_lint_is_told(const struct mad_lint *lint, struct mad_span span)
{
    for (const struct mad_finding *f = lint->findings->first; f != NULL; f = f->next)
        if (f->span.source == span.source && f->span.begin >= span.begin &&
            (f->span.begin == span.begin || f->span.begin < span.begin + span.length))
            return true;
    return false;
}

void mad_lint_leave_out_lines(struct mad_lint *lint, struct mad_finding *finding,
                              struct mad_span span, bool is_safe)
{
    struct mad_span lines = lines_of(lint, span);
    if (lines.length > 0)
        mad_finding_fix(lint->findings, finding, lines, is_safe, "%s", "");
}

static bool has_comment(const struct mad_lint *lint, struct mad_span lines)
{
    size_t end = lines.begin + lines.length;
    return mad_lint_find_comment(lint->sources->items[lines.source].text, lines.begin, end) < end;
}

/* Whether a variant is linted and the sentence stands outside it: the game, and others, have it too. */
static bool is_shared(const struct mad_lint *lint, struct mad_span span)
{
    const struct mad_node *node = lint->rules->tree->first;
    while (node != NULL &&
           (node->kind != MAD_NODE_VARIANT || node->span.begin != lint->rules->span.begin))
        node = node->next;
    return node != NULL && (span.begin < node->span.begin ||
                            (node->next != NULL && span.begin >= node->next->span.begin));
}

void mad_lint_leave_out(struct mad_lint *lint, struct mad_finding *finding, struct mad_span span,
                        bool is_safe)
{
    bool loses_nothing = is_safe && !has_comment(lint, lines_of(lint, span));
    if (!is_shared(lint, span))
        mad_lint_leave_out_lines(lint, finding, span, loses_nothing);
}

const char *mad_lint_shown_name(struct mad_lint *lint)
{
    const struct mad_source *file = &lint->sources->items[lint->main_source];
    bool is_variant = lint->rules->span.begin != lint->rules->game_span.begin;
    if (!is_variant)
        return file->name;
    char title[80];
    size_t used = 0;
    for (const char *c = lint->rules->info.title; *c != '\0' && used + 1 < sizeof title; c++)
        title[used++] = *c == ' ' ? '-' : *c >= 'A' && *c <= 'Z' ? (char)(*c - 'A' + 'a') : *c;
    title[used] = '\0';
    return mad_findings_text(lint->findings, "%s:%s", file->name, title);
}

enum mad_lint_cost mad_lint_cost_of(const char *id)
{
    for (size_t i = 0; i < sizeof costs / sizeof *costs; i++)
        if (strcmp(mad_finding_about(costs[i].kind)->id, id) == 0)
            return costs[i].cost;
    return MAD_LINT_STATIC;
}

/* --- one variant ------------------------------------------------------------------------------------------- */

static bool is_interrupted(const struct mad_lint_options *options)
{
    return options->interrupt != NULL && options->interrupt(options->context);
}

static bool is_wanted(const struct mad_lint_options *options, const struct check *check)
{
    if (check->cost == MAD_LINT_STATIC)
        return true;
    return !options->is_static && (check->cost == MAD_LINT_GENERATE || options->games > 0) &&
           !is_interrupted(options);
}

void mad_lint_run_checks(struct mad_lint *lint)
{
    for (size_t i = 0; i < sizeof checks / sizeof *checks && lint->status == MAD_OK; i++)
        if (is_wanted(lint->options, &checks[i]) &&
            (lint->game->turn.seats == NULL || checks[i].players == MAD_LINT_MANY))
            checks[i].run(lint);
}

static void note_variants(struct run *run, const struct mad_lint *lint)
{
    uint32_t line = mad_sources_place(lint->sources, lint->rules->span).line;
    uint32_t game = mad_sources_place(lint->sources, lint->rules->game_span).line;
    run->heading = line;
    if (line != game && (run->variants_line == 0 || line < run->variants_line))
        run->variants_line = line;
}

/* The other values of the options, where nobody has set them. */
static bool note_readings(struct run *run, const struct mad_game *game)
{
    for (uint32_t o = 0; o < game->option_count; o++) {
        const struct mad_option *option = &game->options[o];
        bool is_set = false;
        for (size_t i = 0; i < run->load.setting_count; i++)
            is_set = is_set || strcmp(run->load.settings[i].option, option->name) == 0;
        for (uint32_t v = 0; v < option->value_count && run->reading_count < MAX_READINGS; v++) {
            const char *value = option->values[v];
            struct mad_setting *reading = &run->readings[run->reading_count];
            if (is_set || strcmp(value, option->value) == 0)
                continue;
            reading->option = mad_arena_copy(&run->memory, option->name, strlen(option->name));
            reading->value = mad_arena_copy(&run->memory, value, strlen(value));
            if (reading->option == NULL || reading->value == NULL)
                return false;
            run->reading_count++;
        }
    }
    return true;
}

/* Checks that make moves stop where that has taken too long; those that play say so themselves. */
static void tell_unlooked(struct mad_lint *lint)
{
    if (lint->steps <= MAD_MAX_LINT_STEPS || lint->is_slow_told || lint->status != MAD_OK)
        return;
    (void)mad_findings_add(
        lint->findings, MAD_FINDING_SLOW_RULES, lint->rules->span,
        "moves take so long to find or to make that lint did not look how men go, "
        "where they come to, and what games come across");
}

static enum mad_status check_loaded(void *context, struct mad_loaded *loaded)
{
    struct run *run = context;
    if (run->is_reading)
        return MAD_OK; /* that it can be loaded is all that was asked */
    if (run->list_count == 0 && !note_readings(run, loaded->game))
        return MAD_ERROR_MEMORY;
    struct mad_lint lint = {.options = run->options,
                            .rules = loaded->rules,
                            .game = loaded->game,
                            .sources = loaded->sources,
                            .scratch = loaded->scratch,
                            .findings = loaded->findings,
                            .main_source = loaded->main_source};
    note_variants(run, &lint);
    mad_lint_run_checks(&lint);
    mad_lint_barred(&lint, run->engine, &run->load);
    if (run->options->wants_remarks && !run->options->is_static && run->options->games > 0) {
        mad_lint_untested(&lint, run->engine, &run->load);
        mad_lint_survey(&lint, run->engine, &run->load);
    }
    tell_unlooked(&lint);
    mad_lint_tell_limit(&lint, NULL);
    mad_allow_apply(&lint, &run->allows);
    if (run->is_whole && run->is_last && run->status == MAD_OK)
        mad_allow_check(&lint, &run->allows);
    mad_findings_sort(lint.findings, NULL);
    return lint.status;
}

static enum mad_status check_variant(struct run *run, const char *variant)
{
    mad_game *game = NULL;
    mad_diagnostics *diagnostics = NULL;
    const struct mad_corrections_how how = {mad_lint_judge, run->options->interrupt,
                                            run->options->context};
    run->load.variant = variant;
    run->heading = 0;
    enum mad_status status =
        mad_load_visited(run->engine, &run->load, check_loaded, run, &game, &diagnostics);
    mad_game_free(game);
    if (diagnostics != NULL &&
        mad_corrections_check(run->engine, &run->load, diagnostics, &how) != MAD_OK)
        status = MAD_ERROR_MEMORY;
    if (diagnostics != NULL)
        run->lists[run->list_count++] = (struct list){diagnostics, run->heading, NULL};
    if (run->status == MAD_OK)
        run->status = status;
    return status;
}

/* The game again with one option read otherwise. */
static enum mad_status check_reading(struct run *run, const struct mad_setting *reading)
{
    size_t count = run->load.setting_count;
    const struct mad_setting *settings = run->load.settings;
    struct mad_setting *all = MAD_ARENA_ARRAY(&run->memory, struct mad_setting, count + 1);
    if (all == NULL)
        return MAD_ERROR_MEMORY;
    for (size_t i = 0; i < count; i++)
        all[i] = settings[i];
    all[count] = *reading;
    run->load.settings = all;
    run->load.setting_count = count + 1;
    run->is_reading = true;
    enum mad_status status = check_variant(run, run->variant);
    if (run->list_count > 0)
        run->lists[run->list_count - 1].reading = reading;
    run->load.settings = settings;
    run->load.setting_count = count;
    return status;
}

/* --- putting together ------------------------------------------------------------------------------------------ */

static bool is_same_text(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

static bool is_same(const struct mad_diagnostic *a, const struct mad_diagnostic *b)
{
    return a->place.line == b->place.line && a->place.column == b->place.column &&
           is_same_text(a->id, b->id) && is_same_text(a->place.file, b->place.file) &&
           is_same_text(a->text, b->text);
}

static bool has(const struct mad_diagnostic *items, size_t count, const struct mad_diagnostic *item)
{
    for (size_t i = 0; i < count; i++)
        if (is_same(&items[i], item))
            return true;
    return false;
}

static bool is_absence(const struct mad_diagnostic *item)
{
    for (size_t i = 0; i < sizeof absences / sizeof *absences; i++)
        if (strcmp(mad_finding_about(absences[i])->id, item->id) == 0)
            return true;
    return false;
}

/* Whether the game finds it, and every variant. */
static bool is_found_by_all(const struct run *run, const struct mad_diagnostic *item)
{
    for (size_t i = 0; i < run->list_count; i++)
        if (run->lists[i].reading == NULL &&
            !has(run->lists[i].found->items, run->lists[i].found->count, item))
            return false;
    return true;
}

/* Of what is missing in the part of the file that all variants share, every one has to say so. */
static bool is_general(const struct run *run, const struct mad_diagnostic *item)
{
    bool is_shared = run->variants_line == 0 || item->place.line < run->variants_line;
    return !is_absence(item) || !is_shared || is_found_by_all(run, item);
}

/* The finding with corrections that are made only when asked for. */
static bool make_unsafe(struct mad_diagnostics *to, struct mad_diagnostic *item)
{
    struct mad_fix *fixes = MAD_ARENA_ARRAY(&to->arena, struct mad_fix, item->fix_count);
    if (fixes == NULL)
        return false;
    for (size_t i = 0; i < item->fix_count; i++) {
        fixes[i] = item->fixes[i];
        fixes[i].is_safe = false;
    }
    item->fixes = fixes;
    return true;
}

/* What is found at the heading of the game, a variant has from there. */
static bool is_inherited(const struct run *run, const struct list *list,
                         const struct mad_diagnostic *item)
{
    const struct list *game = &run->lists[0];
    for (size_t i = 0; list != game && item->place.line == list->heading && i < game->found->count;
         i++) {
        const struct mad_diagnostic *other = &game->found->items[i];
        if (other->place.line == game->heading && strcmp(other->id, item->id) == 0)
            return true;
    }
    return false;
}

/* The finding with one note more: that it depends on an option. */
static bool add_reading(struct mad_diagnostics *to, struct mad_diagnostic *item,
                        const struct mad_setting *reading)
{
    static const char format[] = "so it is with `--set %s=%s`";
    size_t bytes = sizeof format + strlen(reading->option) + strlen(reading->value);
    struct mad_note *notes = MAD_ARENA_ARRAY(&to->arena, struct mad_note, item->note_count + 1);
    char *text = mad_arena_new(&to->arena, bytes, 1);
    if (notes == NULL || text == NULL)
        return false;
    (void)snprintf(text, bytes, format, reading->option, reading->value);
    for (size_t i = 0; i < item->note_count; i++)
        notes[i] = item->notes[i];
    notes[item->note_count++] = (struct mad_note){.text = text, .is_witness = true};
    item->notes = notes;
    return true;
}

static bool add_list(const struct run *run, const struct list *list, struct mad_diagnostics *to)
{
    const struct mad_diagnostics *from = list->found;
    for (size_t i = 0; i < from->count; i++) {
        const struct mad_diagnostic *item = &from->items[i];
        if (has(to->items, to->count, item) || !is_general(run, item) ||
            is_inherited(run, list, item))
            continue;
        to->items[to->count] = *item;
        if (list->reading != NULL && !add_reading(to, &to->items[to->count], list->reading))
            return false;
        /* what the game can do without, a variant that changes what stands beside it may need */
        if (list == run->lists && item->fix_count > 0 && !is_found_by_all(run, item) &&
            !make_unsafe(to, &to->items[to->count]))
            return false;
        to->count++;
        to->errors += item->severity == MAD_SEVERITY_ERROR;
    }
    return true;
}

/* The lists become parts of the one that is handed out. */
static enum mad_status put_together(struct run *run, struct mad_diagnostics **out)
{
    struct mad_diagnostics *whole = NULL;
    size_t count = 0;
    for (size_t i = 0; i < run->list_count; i++)
        count += run->lists[i].found->count;
    enum mad_status status = mad_diagnostics_new(&run->engine->memory, &whole);
    if (status != MAD_OK)
        return status;
    whole->items = MAD_ARENA_ARRAY(&whole->arena, struct mad_diagnostic, count);
    if (whole->items == NULL) {
        mad_diagnostics_free(whole);
        return MAD_ERROR_MEMORY;
    }
    for (size_t i = 0; i < run->list_count && status == MAD_OK; i++)
        if (!add_list(run, &run->lists[i], whole))
            status = MAD_ERROR_MEMORY;
        else if (run->lists[i].found->dropped > whole->dropped)
            whole->dropped = run->lists[i].found->dropped;
    if (status != MAD_OK) {
        mad_diagnostics_free(whole);
        return status;
    }
    for (size_t i = run->list_count; i-- > 0;) {
        run->lists[i].found->parts = whole->parts;
        whole->parts = run->lists[i].found;
    }
    run->list_count = 0;
    *out = whole;
    return MAD_OK;
}

/* --- the interface ------------------------------------------------------------------------------------------------ */

static enum mad_status check_all(struct run *run, char **titles, size_t count,
                                 mad_diagnostics **out)
{
    size_t bytes = (count + 1 + MAX_READINGS) * sizeof *run->lists;
    enum mad_status status = MAD_OK;
    run->lists = mad_memory_new(&run->engine->memory, bytes);
    if (run->lists == NULL)
        return MAD_ERROR_MEMORY;
    for (size_t i = 0; i <= count && status != MAD_ERROR_MEMORY && !is_interrupted(run->options);
         i++) {
        run->is_last = i == count;
        status = check_variant(run, i == 0 ? run->variant : titles[i - 1]);
    }
    for (size_t i = 0; i < run->reading_count && status != MAD_ERROR_MEMORY; i++)
        status = is_interrupted(run->options) ? MAD_OK : check_reading(run, &run->readings[i]);
    if (status != MAD_ERROR_MEMORY)
        status = put_together(run, out);
    for (size_t i = 0; i < run->list_count; i++)
        mad_diagnostics_free(run->lists[i].found);
    mad_memory_free(&run->engine->memory, run->lists, bytes);
    return status != MAD_OK ? status : run->status;
}

enum mad_status mad_lint(const mad_engine *engine, const struct mad_load *load,
                         const struct mad_lint_options *options, mad_diagnostics **out)
{
    char **titles = NULL;
    size_t count = 0;
    if (engine == NULL || load == NULL || options == NULL || out == NULL)
        return MAD_ERROR_MISUSE;
    struct run run = {.engine = engine, .load = *load, .options = options};
    struct mad_allocator allocator = mad_memory_allocator(&engine->memory);
    mad_arena_init(&run.memory, &allocator, 0);
    run.variant = load->variant;
    run.is_whole = load->variant == NULL;
    enum mad_status status = MAD_OK;
    if (run.is_whole)
        status = mad_list_variants(engine, load, &titles, &count);
    if (status == MAD_ERROR_MEMORY)
        return status;
    if (status != MAD_OK)
        count = 0; /* loading the game itself tells why */
    status = check_all(&run, titles, count, out);
    mad_arena_free(&run.memory);
    if (titles != NULL)
        mad_strings_free(titles, count);
    return status;
}
