/* corrections.c - see corrections.h.
 *
 * Layer: interp. */
#include "corrections.h"

#include <stdio.h>
#include <string.h>

#include "../grammar/topics.h"
#include "corrections_names.h"
#include "corrections_told.h"
#include "corrections_trial.h"
#include "engine.h"
#include "guess.h"
#include "load.h"

enum {
    MAX_LOADS = 60,     /* to check the fixes of one load: an error has seldom more than two */
    MAX_READ = 1 << 22, /* bytes of all texts that are loaded for one: pages are never that much */
    MAX_GUESSES = 12,   /* errors of one load for which a line is looked for */
    MOST_BESIDE = 64,   /* errors with which lines are mended: each mending tells all others anew */
    MAX_MEANT = 64,     /* lines of each that are looked at */
    MAX_LOADS_OF_GUESS = 48,
    MAX_COST_OF_NAMED_YET = 7, /* of one with a name of nothing */
    MAX_COST_OF_ORDER = 6,     /* what is farther may have its phrases in another order */
    MAX_COST_OF_OTHER = 9,     /* of a line where words have been said that help */
};

static bool has_words(const struct mad_fix *fix)
{
    const char *blank = strchr(fix->text, ' ');
    return fix->text[0] >= 'A' && blank != NULL && blank[1] != '\0' &&
           strchr(fix->text, '\n') == NULL;
}

static bool is_settled(const struct mad_diagnostics *list, const struct mad_diagnostic *item)
{
    return mad_told_wording(list, item)->is_settled;
}

/* Of the corrections of a sentence that has a name of nothing, the first whose only fault that is. */
static size_t keep_unnamed(struct mad_trial *trial, struct mad_diagnostic *item,
                           struct mad_fix *fixes, size_t count)
{
    size_t kept = 0;
    trial->may_be_named_yet = true;
    trial->unnamed[0] = '\0';
    for (size_t i = 0; i < count && kept == 0 && trial->status == MAD_OK; i++)
        if (has_words(&fixes[i]) && mad_trial_is_good(trial, &fixes[i]) &&
            trial->unnamed[0] != '\0')
            fixes[kept++] = fixes[i];
    trial->may_be_named_yet = false;
    if (kept > 0 && !mad_told_unnamed(trial->told, item, trial->unnamed, &fixes[0]))
        trial->status = MAD_ERROR_MEMORY;
    return kept;
}

/* Takes out the remedies that begin so. */
static void drop_notes(struct mad_diagnostic *item, const char *said)
{
    struct mad_note *notes = (struct mad_note *)(uintptr_t)item->notes; /* ours, as fixes are */
    size_t kept = 0;
    for (size_t i = 0; i < item->note_count; i++)
        if (notes[i].place.file != NULL || strncmp(notes[i].text, said, strlen(said)) != 0)
            notes[kept++] = notes[i];
    item->note_count = kept;
}

/* Of a correction that does not compile makes one that does, or tells of a name in it what the words beside it say that it
 * is: it is still to be declared. */
static bool mend_or_name(struct mad_trial *trial, struct mad_diagnostic *item, struct mad_fix *fix)
{
    const struct mad_fix offered = *fix;
    if (mad_trial_mend(trial, item, fix) || trial->status != MAD_OK)
        return trial->status == MAD_OK;
    *fix = offered;
    trial->may_be_named_yet = true;
    trial->unnamed[0] = '\0';
    const bool is_good = mad_trial_is_good(trial, fix) && mad_told_use(fix->text, trial->unnamed);
    trial->may_be_named_yet = false;
    if (is_good)
        drop_notes(item, "such as `");
    if (is_good && (!mad_told_change(trial->told, item, fix) ||
                    !mad_told_unnamed(trial->told, item, trial->unnamed, fix)))
        trial->status = MAD_ERROR_MEMORY;
    return is_good && trial->status == MAD_OK;
}

static void check_item(struct mad_trial *trial, struct mad_diagnostic *item)
{
    struct mad_fix *fixes =
        (struct mad_fix *)(uintptr_t)item->fixes; /* ours: in the list's arena */
    size_t kept = 0, count = item->fix_count, refuted = 0;
    bool is_told = item->note_count > 0 || count == 0;
    for (size_t i = 0; i < count && trial->status == MAD_OK; i++) {
        if (mad_trial_is_good(trial, &fixes[i]))
            fixes[kept++] = fixes[i];
        else
            refuted += trial->is_refuted;
    }
    if (refuted > 0 && refuted == count)
        drop_notes(item, "did you mean ");
    if (kept == 0 && count > 0 && item->severity == MAD_SEVERITY_ERROR && !mad_guess_may(item) &&
        mad_trial_is_in_main(trial, item) && mend_or_name(trial, item, &fixes[0]))
        kept = 1; /* no line is looked for */
    if (kept == 0 && is_settled(trial->told, item))
        kept = keep_unnamed(trial, item, fixes, count);
    for (size_t i = 0; i < count && kept == 0 && !is_told && trial->status == MAD_OK; i++)
        if (has_words(&fixes[i]) && !mad_told_words(trial->told, item, &fixes[i]))
            trial->status = MAD_ERROR_MEMORY;
    item->fix_count = kept;
    item->fixes = count > 0 ? fixes : NULL;
    if (kept > 0 && item->severity == MAD_SEVERITY_ERROR && trial->status == MAD_OK &&
        !mad_told_change(trial->told, item, &fixes[0]))
        trial->status = MAD_ERROR_MEMORY;
    if (kept == 0 && count > 0)
        item->label = NULL; /* it asked whether that was meant */
}

/* The most bytes that a fix adds. */
static size_t most_added(const struct mad_diagnostics *list)
{
    size_t most = 0;
    for (size_t i = 0; i < list->count; i++)
        for (size_t f = 0; f < list->items[i].fix_count; f++) {
            size_t bytes = strlen(list->items[i].fixes[f].text);
            most = bytes > most ? bytes : most;
        }
    return most;
}

/* --- what was probably meant ----------------------------------------------------------------------------------- */

/* A name of nothing, and the words beside it tell what it is to be. */
static bool is_undeclared(const struct mad_trial *trial, const struct mad_diagnostic *item)
{
    if (strcmp(item->id, mad_finding_about(MAD_FINDING_TYPE)->id) == 0 &&
        strstr(item->text, ": say `") != NULL)
        return true; /* and the text says how */
    return strcmp(item->id, mad_finding_about(MAD_FINDING_UNDEF_NAME)->id) == 0 &&
           item->fix_count == 0 && item->note_count == 0 && mad_trial_is_in_main(trial, item) &&
           mad_told_is_used(trial->told, item);
}

/* What is offered compiles, and something looks wrong in it. */
static bool is_doubtful(struct mad_trial *trial, const struct mad_diagnostic *item)
{
    trial->loads = MAX_LOADS_OF_GUESS;
    return item->fix_count > 0 && item->fixes[0].text[0] != '\0' &&
           mad_trial_is_good(trial, &item->fixes[0]) && mad_trial_faults(trial) > 0;
}

static bool wants_guess(struct mad_trial *trial, const struct mad_diagnostic *item)
{
    return !is_settled(trial->told, item) && item->severity == MAD_SEVERITY_ERROR &&
           mad_trial_is_in_main(trial, item) && mad_guess_may(item) &&
           (item->fix_count > 0 ? is_doubtful(trial, item) : !is_undeclared(trial, item));
}

/* Whether nothing looks wrong in the sentence. */
static bool is_sound(struct mad_trial *trial, const struct mad_diagnostic *item,
                     struct mad_guess_line line, const struct mad_nearest *meant)
{
    struct mad_fix fix;
    if (!mad_guess_fix(trial->told, item, line, meant->text, &fix))
        trial->status = MAD_ERROR_MEMORY;
    return trial->status == MAD_OK && mad_trial_is_good(trial, &fix) &&
           mad_trial_faults(trial) == 0;
}

/* The names of the game without the lines that have errors. */
static void gather_names(struct mad_trial *trial, struct mad_guess_names *names)
{
    memcpy(trial->text, trial->list->main.text, trial->list->main.bytes);
    trial->bytes = trial->load.text_bytes = trial->list->main.bytes;
    for (size_t i = 0; i < trial->list->count; i++)
        if (trial->list->items[i].severity == MAD_SEVERITY_ERROR &&
            mad_trial_is_in_main(trial, &trial->list->items[i]))
            mad_trial_blank_line(trial, trial->list->items[i].place.line);
    for (unsigned again = 0; again <= MAD_TRIAL_MAX_AGAIN && !names->is_filled; again++) {
        mad_diagnostics *found = NULL;
        if (mad_guess_game(trial->engine, &trial->load, names, &found) == MAD_ERROR_MEMORY) {
            trial->status = MAD_ERROR_MEMORY;
            return;
        }
        for (size_t i = 0; i < mad_diagnostics_count(found); i++)
            if (mad_trial_is_in_main(trial, mad_diagnostics_at(found, i)))
                mad_trial_blank_line(trial, mad_diagnostics_at(found, i)->place.line);
        mad_diagnostics_free(found);
    }
    mad_guess_local(names, trial->list->main.text, trial->list->main.bytes);
    if (names->out_of_memory)
        trial->status = MAD_ERROR_MEMORY;
}

/* One line is told once. */
static void drop_others(struct mad_diagnostics *list, size_t told)
{
    size_t kept = told + 1;
    for (size_t i = told + 1; i < list->count; i++) {
        if (list->items[i].severity == MAD_SEVERITY_ERROR &&
            list->items[i].place.line == list->items[told].place.line &&
            mad_trial_is_same_text(list->items[i].place.file, list->items[told].place.file))
            list->errors--;
        else
            list->items[kept++] = list->items[i];
    }
    list->count = kept;
}

/* Whether a line that is a sentence, of known words, may still have the wrong ones: behind the name of a verb, or where
 * such a sentence has no place. */
static bool may_be_read(const struct mad_diagnostic *item)
{
    static const enum mad_finding_kind kinds[] = {MAD_FINDING_CALL_SHAPE, MAD_FINDING_WRONG_PLACE,
                                                  MAD_FINDING_UNDEF_NAME, MAD_FINDING_TYPE};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(item->id, mad_finding_about(kinds[i])->id) == 0)
            return true;
    return false;
}

static bool is_kind(const struct mad_diagnostic *item, enum mad_finding_kind kind)
{
    return strcmp(item->id, mad_finding_about(kind)->id) == 0;
}

/* Whether a message speaks of the word with which the line begins, and of no other behind it. */
static bool quotes_first_word(const char *message, const char *line)
{
    const char *quoted = strchr(message, '`');
    size_t length = quoted != NULL ? strcspn(quoted + 1, "`") : 0;
    return length > 0 && strncmp(quoted + 1, line, length) == 0;
}

/* Takes the line itself out of the sentences; of one that is among them only what is next to it is meant. */
static size_t without_itself(const struct mad_nearest_task *task, const struct mad_diagnostic *item,
                             struct mad_nearest *meant, size_t count)
{
    enum { NEAR = 2, NEAR_FIRST = 4 };
    const bool is_of_first =
        is_kind(item, MAD_FINDING_SYNTAX) && quotes_first_word(item->text, task->line);
    const unsigned near = is_of_first ? NEAR_FIRST : NEAR;
    size_t kept = 0;
    bool is_read = false;
    for (size_t i = 0; i < count; i++) {
        const size_t bytes = strlen(meant[i].text);
        if (bytes > 0 && meant[i].text[bytes - 1] == ':' &&
            (task->bytes == 0 || task->line[task->bytes - 1] != ':'))
            continue; /* nobody wrote what then happens */
        if (bytes == task->bytes && memcmp(meant[i].text, task->line, task->bytes) == 0)
            is_read = true;
        else
            meant[kept++] = meant[i];
    }
    if (is_read && !may_be_read(item) && !is_of_first)
        return 0;
    while (is_read && kept > 0 && meant[kept - 1].cost > near)
        kept--;
    return kept;
}

static bool has_remedy(const struct mad_diagnostic *item)
{
    for (size_t i = 0; i < item->note_count; i++)
        if (item->notes[i].place.file == NULL)
            return true;
    return false;
}

/* A line that gives a word of the language as a name to something: that is all that is wrong with it. */
static bool is_declared_so(const struct mad_diagnostic *item)
{
    static const char *const givers[] = {"let ",     "choose ",    "mark ",
                                         "counter ", "direction ", "option "};
    const char *line = item->place.line_text;
    if (!is_kind(item, MAD_FINDING_RESERVED) || line == NULL)
        return false;
    line += strspn(line, " \t");
    for (size_t i = 0; i < sizeof givers / sizeof *givers; i++) {
        const size_t bytes = strlen(givers[i]);
        if (strncmp(line, givers[i], bytes) == 0 &&
            (size_t)(line - item->place.line_text) + bytes + 1 == item->place.column)
            return true;
    }
    return false;
}

/* What the line is about, where it is no sentence, or one whose first word is the name of nothing; what is said of others
 * says what is wrong. */
static const struct mad_topic *topic_of(const struct mad_trial *trial,
                                        const struct mad_diagnostic *item)
{
    const struct mad_rule_main *main = &trial->told->main;
    const struct mad_wording *wording = mad_told_wording(trial->told, item);
    if (item->severity != MAD_SEVERITY_ERROR || item->fix_count > 0 || wording->is_habit ||
        is_declared_so(item) || !mad_trial_is_in_main(trial, item))
        return NULL;
    struct mad_guess_line line = mad_guess_line(main->text, main->bytes, item->place.line);
    const size_t first = mad_guess_first(main->text, line.begin);
    bool is_unread = wording->is_unread || is_kind(item, MAD_FINDING_BAD_CHAR) ||
                     is_kind(item, MAD_FINDING_ARTICLE) ||
                     (is_kind(item, MAD_FINDING_UNDEF_NAME) && !has_remedy(item) &&
                      item->place.column == line.begin - first + 1 &&
                      quotes_first_word(item->text, main->text + line.begin));
    return is_unread ? mad_topic_of(main->text + line.begin, line.end - line.begin,
                                    mad_nearest_section(main->text, line.begin))
                     : NULL;
}

static bool tell_topic(struct mad_trial *trial, struct mad_diagnostic *item)
{
    const struct mad_topic *topic = topic_of(trial, item);
    if (is_declared_so(item) && item->fix_count == 0 && !has_remedy(item))
        return mad_told_note(trial->told, item, "", "take another name, or join another word to it",
                             "");
    if (topic == NULL || topic->advice == NULL)
        return true;
    if (topic->cause != NULL) {
        item->text = topic->cause;
        item->label = NULL;
        item->note_count = 0;
    }
    return has_remedy(item) || mad_told_note(trial->told, item, "", topic->advice, "");
}

/* Puts the others among the sentences, by what they cost. */
static size_t merge(struct mad_nearest *meant, size_t count, const struct mad_nearest *others,
                    size_t more)
{
    for (size_t i = 0; i < more; i++) {
        size_t at = count;
        while (at > 0 && meant[at - 1].cost > others[i].cost)
            at--;
        if (at == MAX_MEANT)
            return count;
        count += count < MAX_MEANT;
        memmove(&meant[at + 1], &meant[at], (count - at - 1) * sizeof *meant);
        meant[at] = others[i];
    }
    return count;
}

/* The sentences that are near to the line, or to what a habit makes of it; the nearest first. */
static size_t meant_by(struct mad_trial *trial, const struct mad_diagnostic *item,
                       const struct mad_nearest_task *task, struct mad_nearest *meant,
                       bool *out_of_memory)
{
    const struct mad_wording *wording = mad_told_wording(trial->told, item);
    size_t count = mad_nearest(task, meant, MAX_MEANT, out_of_memory), more = 0;
    count = without_itself(task, item, meant, count);
    bool is_known = has_remedy(item) || wording->draft != NULL || topic_of(trial, item) != NULL;
    if (count > 0 && is_known && meant[0].cost > MAX_COST_OF_OTHER)
        count = 0;
    if (wording->draft == NULL || *out_of_memory)
        return count;
    struct mad_nearest drafts[MAX_MEANT];
    more = mad_nearest_draft(task, wording->draft, wording->draft_cause, drafts, MAX_MEANT,
                             out_of_memory);
    while (more > 0 && drafts[more - 1].cost > MAX_COST_OF_OTHER)
        more--;
    return merge(meant, count, drafts, more);
}

/* Where no line was found that is near: what was offered first. */
static void mend_item(struct mad_trial *trial, struct mad_diagnostic *item)
{
    if (item->fixes == NULL || trial->status != MAD_OK)
        return;
    struct mad_fix *fix = (struct mad_fix *)(uintptr_t)item->fixes; /* ours: in the list's arena */
    trial->loads = MAX_LOADS_OF_GUESS;
    if (!mend_or_name(trial, item, fix))
        return;
    item->fix_count = 1;
    drop_notes(item, "such as `");
    if (!mad_told_change(trial->told, item, fix))
        trial->status = MAD_ERROR_MEMORY;
}

/* The same words in another order, of a line that is no sentence, where that is nearer than what was found. */
static size_t choose_order(struct mad_trial *trial, const struct mad_diagnostic *item,
                           struct mad_guess_line line, const struct mad_nearest_task *task,
                           struct mad_nearest *meant, size_t found)
{
    struct mad_nearest turned[MAX_MEANT];
    bool out_of_memory = false;
    if (trial->status != MAD_OK ||
        !(is_kind(item, MAD_FINDING_SYNTAX) || is_kind(item, MAD_FINDING_ARTICLE) ||
          is_kind(item, MAD_FINDING_UNDEF_NAME)))
        return found;
    size_t count =
        mad_nearest_reordered(task, MAX_COST_OF_ORDER, turned, MAX_MEANT, &out_of_memory);
    if (out_of_memory)
        trial->status = MAD_ERROR_MEMORY;
    while (count > 0 && (turned[count - 1].cost > MAX_COST_OF_ORDER ||
                         (found > 0 && turned[count - 1].cost >= meant[0].cost)))
        count--;
    trial->loads = MAX_LOADS_OF_GUESS;
    count = out_of_memory ? 0 : mad_trial_choose(trial, item, line, turned, count);
    if (count == 0)
        return found;
    memcpy(meant, turned, count * sizeof *meant);
    return count;
}

static bool is_named(const struct mad_guess_names *names, const char *word)
{
    for (size_t i = 0; i < names->count && word[0] != '\0'; i++)
        if (names->items[i].kind != MAD_NEAREST_FILE && strcmp(names->items[i].text, word) == 0)
            return true;
    return false;
}

static void guess(struct mad_trial *trial, const struct mad_guess_names *names, size_t at)
{
    struct mad_diagnostics *list = trial->told;
    struct mad_diagnostic *item = &list->items[at];
    struct mad_nearest meant[MAX_MEANT];
    struct mad_arena room;
    bool out_of_memory = false;
    struct mad_guess_line line =
        mad_guess_line(list->main.text, list->main.bytes, item->place.line);
    struct mad_allocator allocator = mad_memory_allocator(&list->memory);
    mad_arena_init(&room, &allocator, 0);
    struct mad_nearest_task task = {.arena = &room,
                                    .line = list->main.text + line.begin,
                                    .bytes = line.end - line.begin,
                                    .names = names->items,
                                    .name_count = names->count,
                                    .section = mad_nearest_section(list->main.text, line.begin)};
    const char *quoted = is_kind(item, MAD_FINDING_UNDEF_NAME) ? strchr(item->text, '`') : NULL;
    task.kept = quoted != NULL ? quoted + 1 : NULL;
    task.kept_bytes = quoted != NULL ? strcspn(task.kept, "`") : 0;
    size_t count = meant_by(trial, item, &task, meant, &out_of_memory);
    trial->loads = MAX_LOADS_OF_GUESS;
    size_t found = out_of_memory ? 0 : mad_trial_choose(trial, item, line, meant, count);
    if (found == 0 || meant[0].cost > MAX_COST_OF_ORDER)
        found = choose_order(trial, item, line, &task, meant, found);
    if (item->fix_count > 0 && (found == 0 || !is_sound(trial, item, line, &meant[0]))) {
        mad_arena_free(&room);
        return; /* what is offered is no worse */
    }
    trial->may_be_named_yet = found == 0 && !is_kind(item, MAD_FINDING_UNDEF_NAME);
    trial->loads = MAX_LOADS_OF_GUESS;
    trial->unnamed[0] = '\0';
    while (found == 0 && count > 0 && meant[count - 1].cost > MAX_COST_OF_NAMED_YET)
        count--;
    if (trial->may_be_named_yet && !out_of_memory && trial->status == MAD_OK)
        found = mad_trial_choose(trial, item, line, meant, count);
    if (found > 0 && is_named(names, trial->unnamed))
        found = 0; /* as a part of others, as `check` of `in check` */
    trial->may_be_named_yet = false;
    count = found;
    if (count == 0 && !out_of_memory)
        mend_item(trial, item);
    const char *said = item->text;
    if (out_of_memory || (count > 0 && !mad_guess_tell(list, item, line, meant, count)))
        trial->status = MAD_ERROR_MEMORY;
    if (count > 0 && trial->status == MAD_OK && item->text != said &&
        strchr(item->text, '`') == NULL && !mad_told_change(trial->told, item, &item->fixes[0]))
        trial->status = MAD_ERROR_MEMORY;
    if (count > 0 && trial->unnamed[0] != '\0' && trial->status == MAD_OK &&
        !mad_told_unnamed(trial->told, item, trial->unnamed, &item->fixes[0]))
        trial->status = MAD_ERROR_MEMORY;
    if (count > 0 && trial->status == MAD_OK)
        drop_others(list, at);
    mad_arena_free(&room);
}

/* Whether it is told with sentences that are examples, and no line in its place. */
static bool has_examples(const struct mad_trial *trial, const struct mad_diagnostic *item)
{
    const bool is_of_words =
        is_kind(item, MAD_FINDING_SYNTAX) || is_kind(item, MAD_FINDING_BAD_CHAR) ||
        is_kind(item, MAD_FINDING_ARTICLE) || mad_told_wording(trial->told, item)->is_habit ||
        topic_of(trial, item) != NULL;
    return is_of_words && item->severity == MAD_SEVERITY_ERROR && item->fix_count == 0 &&
           mad_trial_is_in_main(trial, item) && has_remedy(item);
}

/* Takes out what else is said of a name: told once, it is known. */
static void drop_same(struct mad_diagnostics *list, size_t told)
{
    size_t kept = told + 1;
    for (size_t i = told + 1; i < list->count; i++) {
        if (strcmp(list->items[i].id, list->items[told].id) == 0 &&
            strcmp(list->items[i].text, list->items[told].text) == 0)
            list->errors--;
        else
            list->items[kept++] = list->items[i];
    }
    list->count = kept;
}

static bool tell_undeclared(struct mad_trial *trial, size_t at)
{
    struct mad_diagnostic *item = &trial->told->items[at];
    if (!is_kind(item, MAD_FINDING_UNDEF_NAME) || item->fix_count > 0 || has_remedy(item) ||
        !mad_trial_is_in_main(trial, item))
        return true;
    if (!is_undeclared(trial, item)) /* a name of the verb, perhaps */
        return mad_told_locals(trial->told, item);
    drop_others(trial->told, at);
    drop_same(trial->told, at);
    return mad_told_declaration(trial->told, item);
}

/* What is said where no line was found that may have been meant. */
static void tell_all(struct mad_trial *trial, struct mad_guess_names *names)
{
    struct mad_diagnostics *list = trial->told;
    bool is_gathered = names->is_filled;
    for (size_t i = 0; i < list->count && trial->status == MAD_OK; i++) {
        struct mad_diagnostic *item = &list->items[i];
        if (!tell_undeclared(trial, i))
            trial->status = MAD_ERROR_MEMORY;
        if (trial->status == MAD_OK && !tell_topic(trial, item))
            trial->status = MAD_ERROR_MEMORY;
        if (trial->status != MAD_OK || !has_examples(trial, item))
            continue;
        if (!is_gathered && !mad_trial_is_interrupted(trial))
            gather_names(trial, names);
        is_gathered = true;
        struct mad_guess_line line =
            mad_guess_line(list->main.text, list->main.bytes, item->place.line);
        if (trial->status == MAD_OK && !mad_told_with_names(list, item, line, names))
            trial->status = MAD_ERROR_MEMORY;
    }
}

static void guess_all(struct mad_trial *trial)
{
    struct mad_arena room;
    struct mad_guess_names names = {.arena = &room};
    struct mad_allocator allocator = mad_memory_allocator(&trial->told->memory);
    unsigned guesses = 0;
    mad_arena_init(&room, &allocator, 0);
    for (size_t i = 0; i < trial->told->count && trial->status == MAD_OK; i++) {
        if (mad_trial_is_interrupted(trial))
            break;
        if (!wants_guess(trial, &trial->told->items[i]) || guesses++ >= MAX_GUESSES)
            continue;
        if (guesses == 1)
            gather_names(trial, &names);
        if (trial->status == MAD_OK)
            guess(trial, &names, i);
    }
    if (trial->status == MAD_OK)
        tell_all(trial, &names);
    mad_arena_free(&room);
}

/* Where the first of the corrections says what is wrong with a line, no other words of it are marked. */
static void mark_changed(struct mad_trial *trial)
{
    for (size_t i = 0; i < trial->told->count; i++) {
        struct mad_diagnostic *item = &trial->told->items[i];
        if (item->severity == MAD_SEVERITY_ERROR && item->fix_count > 0 &&
            mad_trial_is_in_main(trial, item))
            mad_told_place(trial->told, item, &item->fixes[0]);
    }
}

enum mad_status mad_corrections_check(const mad_engine *engine, const struct mad_load *load,
                                      struct mad_diagnostics *list,
                                      const struct mad_corrections_how *how)
{
    if (list->main.text == NULL)
        return MAD_OK;
    struct mad_trial trial = {.engine = engine,
                              .load = *load,
                              .list = list,
                              .told = list,
                              .loads = MAX_LOADS,
                              .to_read = MAX_READ,
                              .judgements = MAD_TRIAL_MAX_JUDGEMENTS,
                              .mends = list->errors > MOST_BESIDE ? 0 : MAD_TRIAL_MAX_MENDS,
                              .how = how};
    trial.room = list->main.bytes + most_added(list) + MAD_TRIAL_MAX_LINE;
    trial.text = mad_memory_new(&engine->memory, trial.room);
    if (trial.text == NULL)
        return MAD_ERROR_MEMORY;
    trial.load.text = trial.text;
    trial.load.path = list->main.path != NULL ? list->main.path : list->main.name;
    trial.load.text_is_of_path = list->main.path != NULL;
    for (size_t i = 0; i < list->count && trial.status == MAD_OK; i++)
        check_item(&trial, &list->items[i]);
    guess_all(&trial);
    mark_changed(&trial);
    mad_memory_free(&engine->memory, trial.text, trial.room);
    return trial.status;
}
