/* corrections.c - see corrections.h; and the loads of the public interface, which check what they offer.
 *
 * Layer: interp. A text with other errors is not compiled to its end, and so the lines of these are left blank when
 * it is tried again. */
#include "corrections.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "../grammar/topics.h"
#include "corrections_names.h"
#include "corrections_told.h"
#include "engine.h"
#include "guess.h"
#include "load.h"

enum {
    MAX_LOADS = 60,     /* to check the fixes of one load: an error has seldom more than two */
    MAX_READ = 1 << 22, /* bytes of all texts that are loaded for one: pages are never that much */
    MAX_GUESSES = 12,   /* errors of one load for which a line is looked for */
    MAX_LINE = 1000,    /* bytes of one that is found */
    MAX_MEANT = 64,     /* lines of each that are looked at */
    MAX_LOADS_OF_GUESS = 48,
    MAX_COST_OF_NAMED_YET = 7, /* of one with a name of nothing */
    MAX_COST_OF_OTHER = 9,     /* of a line where words have been said that help */
    MAX_AGAIN =
        3, /* of one: sentences, names, and what they are used for are looked at one behind the other */
};

/* Words with which a line began that did not compile, down to those where the error was. */
enum { MAX_FLAWS = 64 };
struct flaw {
    const char *line;
    size_t bytes;
};

struct checking {
    const mad_engine *engine;
    struct mad_load load; /* with the changed text */
    const struct mad_diagnostics *list;
    struct mad_diagnostics *told; /* the same */
    char *text;                   /* room for it */
    size_t room, bytes;
    uint32_t first, last; /* lines of the fix in it */
    bool is_blanked;      /* lines with other errors are */
    const struct mad_fix *tried;
    struct flaw *flaws; /* of lines that were tried, or null: nothing is noted */
    size_t flaw_count;
    bool may_be_named_yet;            /* a name of the line that is the name of nothing */
    char unnamed[300];                /* what is said of it */
    unsigned loads;                   /* that may still be made */
    size_t to_read;                   /* bytes that may still be loaded */
    bool is_cut;                      /* told to be */
    bool (*interrupt)(void *context); /* or null */
    void *context;
    enum mad_status status;
};

static bool is_interrupted(struct checking *checking)
{
    checking->is_cut =
        checking->is_cut || (checking->interrupt != NULL && checking->interrupt(checking->context));
    return checking->is_cut;
}

static bool is_same_text(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

static bool is_in_main(const struct checking *checking, const struct mad_diagnostic *item)
{
    return is_same_text(item->place.file, checking->list->main.name) && item->place.line > 0;
}

static bool was_there(const struct checking *checking, const struct mad_diagnostic *item)
{
    for (size_t i = 0; i < checking->list->count; i++) {
        const struct mad_diagnostic *old = &checking->list->items[i];
        if (old->place.line == item->place.line && is_same_text(old->id, item->id) &&
            is_same_text(old->place.file, item->place.file))
            return true;
    }
    return false;
}

/* Errors that ask for more sentences, not for others: a pocket is to be filled, a board wants its array. */
static bool asks_for_more(const struct mad_diagnostic *item)
{
    static const enum mad_finding_kind kinds[] = {MAD_FINDING_EMPTY_POCKET, MAD_FINDING_ARRAY_SIZE};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(item->id, mad_finding_about(kinds[i])->id) == 0)
            return true;
    return false;
}

static bool is_of_word(char c)
{
    return isalnum((unsigned char)c) != 0 || c == '-';
}

/* A name of nothing that stood in the line before; it may be declared yet. */
static bool is_old_name(struct checking *checking, const struct mad_diagnostic *item)
{
    bool is_name = checking->may_be_named_yet &&
                   (strcmp(item->id, mad_finding_about(MAD_FINDING_UNDEF_NAME)->id) == 0 ||
                    strcmp(item->id, mad_finding_about(MAD_FINDING_UNDEF_PIECE)->id) == 0);
    const char *quote = strchr(item->text, '`');
    size_t bytes = quote != NULL ? strcspn(quote + 1, "`") : 0;
    if (!is_name || bytes == 0)
        return false;
    struct mad_guess_line line =
        mad_guess_line(checking->list->main.text, checking->list->main.bytes, checking->first);
    const char *text = checking->list->main.text;
    for (size_t at = line.begin; at + bytes <= line.end; at++)
        if (memcmp(text + at, quote + 1, bytes) == 0 &&
            (at == line.begin || !is_of_word(text[at - 1])) &&
            (at + bytes == line.end || !is_of_word(text[at + bytes]) ||
             (quote[1] < 'a' && text[at + bytes] == 's'))) {
            (void)snprintf(checking->unnamed, sizeof checking->unnamed, "%.*s", (int)bytes,
                           quote + 1);
            return true;
        }
    return false;
}

/* Whether an error is the fault of the fix, and not of the rest of the text. */
static bool is_to_blame(struct checking *checking, const struct mad_diagnostic *item)
{
    if (item->severity != MAD_SEVERITY_ERROR || asks_for_more(item))
        return false;
    if (!is_in_main(checking, item))
        return !was_there(checking, item);
    if (checking->is_blanked &&
        strcmp(item->id, mad_finding_about(MAD_FINDING_WRONG_PLACE)->id) == 0)
        return false; /* below a heading that is blank now */
    return item->place.line >= checking->first && item->place.line <= checking->last &&
           !is_old_name(checking, item);
}

/* Of what kind words are hangs on them and on two behind: where they are wrong, so they are in all lines that begin so. */
static void note_flaw(struct checking *checking, const struct mad_diagnostic *item)
{
    const char *line = checking->tried->text;
    const size_t before = strspn(checking->tried->shown, " ") + 1, bytes = strlen(line);
    size_t end = item->place.column + item->place.length;
    if (strcmp(item->id, mad_finding_about(MAD_FINDING_TYPE)->id) != 0 ||
        item->place.line != checking->first || end <= before || end - before > bytes ||
        checking->flaw_count == MAX_FLAWS)
        return;
    end -= before;
    for (int words = 0; words < 2; words++) {
        end += strspn(line + end, " ");
        do
            end += end < bytes;
        while (end < bytes && is_of_word(line[end]));
    }
    checking->flaws[checking->flaw_count++] = (struct flaw){line, end};
}

static void put_in(struct checking *checking, const struct mad_fix *fix)
{
    const char *old = checking->list->main.text;
    size_t bytes = strlen(fix->text), behind = checking->list->main.bytes - fix->end;
    memcpy(checking->text, old, fix->begin);
    memcpy(checking->text + fix->begin, fix->text, bytes);
    memcpy(checking->text + fix->begin + bytes, old + fix->end, behind);
    checking->bytes = fix->begin + bytes + behind;
    checking->first = checking->last = fix->first_line;
    for (const char *line = fix->shown; line != NULL && (line = strchr(line, '\n')) != NULL; line++)
        checking->last++;
}

static void blank_line(struct checking *checking, uint32_t line)
{
    size_t at = 0;
    for (uint32_t l = 1; l < line && at < checking->bytes; at++)
        l += checking->text[at] == '\n';
    for (; at < checking->bytes && checking->text[at] != '\n'; at++)
        checking->text[at] = ' ';
}

enum outcome { COMPILES, FAILS, UNDECIDED };

/* Undecided when the only errors are those of other lines; these are blank then. */
static enum outcome compile(struct checking *checking)
{
    mad_diagnostics *found = NULL;
    if (checking->loads == 0 || checking->to_read < checking->bytes || is_interrupted(checking))
        return FAILS;
    checking->loads--;
    checking->to_read -= checking->bytes;
    checking->load.text_bytes = checking->bytes;
    enum mad_status status = mad_load_tried(checking->engine, &checking->load, NULL, NULL, &found);
    if (status == MAD_ERROR_MEMORY) {
        checking->status = status;
        return FAILS;
    }
    enum outcome outcome = status == MAD_OK ? COMPILES : UNDECIDED;
    for (size_t i = 0; i < mad_diagnostics_count(found); i++) {
        const struct mad_diagnostic *item = mad_diagnostics_at(found, i);
        if (is_to_blame(checking, item)) {
            outcome = FAILS;
            if (checking->flaws != NULL)
                note_flaw(checking, item);
        } else if (asks_for_more(item) && outcome == UNDECIDED &&
                   mad_diagnostics_errors(found) == 1)
            outcome = COMPILES; /* all else has been looked at by then */
        else if (is_in_main(checking, item) && item->severity == MAD_SEVERITY_ERROR)
            blank_line(checking, item->place.line);
    }
    mad_diagnostics_free(found);
    return outcome;
}

static bool is_good(struct checking *checking, const struct mad_fix *fix)
{
    if (!is_same_text(fix->file, checking->list->main.name))
        return false;
    put_in(checking, fix);
    checking->tried = fix;
    checking->is_blanked = false;
    enum outcome outcome = compile(checking);
    checking->is_blanked = true;
    for (unsigned again = 0; again < MAX_AGAIN && outcome == UNDECIDED; again++)
        outcome = compile(checking);
    return outcome != FAILS;
}

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
static size_t keep_unnamed(struct checking *checking, struct mad_diagnostic *item,
                           struct mad_fix *fixes, size_t count)
{
    size_t kept = 0;
    checking->may_be_named_yet = true;
    checking->unnamed[0] = '\0';
    for (size_t i = 0; i < count && kept == 0 && checking->status == MAD_OK; i++)
        if (has_words(&fixes[i]) && is_good(checking, &fixes[i]) && checking->unnamed[0] != '\0')
            fixes[kept++] = fixes[i];
    checking->may_be_named_yet = false;
    if (kept > 0 && !mad_told_unnamed(checking->told, item, checking->unnamed))
        checking->status = MAD_ERROR_MEMORY;
    return kept;
}

static void check_item(struct checking *checking, struct mad_diagnostic *item)
{
    struct mad_fix *fixes =
        (struct mad_fix *)(uintptr_t)item->fixes; /* ours: in the list's arena */
    size_t kept = 0, count = item->fix_count;
    bool is_told = item->note_count > 0 || count == 0;
    for (size_t i = 0; i < count && checking->status == MAD_OK; i++)
        if (is_good(checking, &fixes[i]))
            fixes[kept++] = fixes[i];
    if (kept == 0 && is_settled(checking->told, item))
        kept = keep_unnamed(checking, item, fixes, count);
    for (size_t i = 0; i < count && kept == 0 && !is_told && checking->status == MAD_OK; i++)
        if (has_words(&fixes[i]) && !mad_told_words(checking->told, item, &fixes[i]))
            checking->status = MAD_ERROR_MEMORY;
    item->fix_count = kept;
    if (kept > 0 && item->severity == MAD_SEVERITY_ERROR && checking->status == MAD_OK &&
        !mad_told_change(checking->told, item, &fixes[0]))
        checking->status = MAD_ERROR_MEMORY;
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
static bool is_undeclared(const struct checking *checking, const struct mad_diagnostic *item)
{
    if (strcmp(item->id, mad_finding_about(MAD_FINDING_TYPE)->id) == 0 &&
        strstr(item->text, ": say `") != NULL)
        return true; /* and the text says how */
    return strcmp(item->id, mad_finding_about(MAD_FINDING_UNDEF_NAME)->id) == 0 &&
           item->fix_count == 0 && item->note_count == 0 && is_in_main(checking, item) &&
           mad_told_is_used(checking->told, item);
}

static bool wants_guess(const struct checking *checking, const struct mad_diagnostic *item)
{
    return !is_settled(checking->told, item) && item->severity == MAD_SEVERITY_ERROR &&
           item->fix_count == 0 && is_in_main(checking, item) && mad_guess_may(item) &&
           !is_undeclared(checking, item);
}

/* The names of the game without the lines that have errors. */
static void gather_names(struct checking *checking, struct mad_guess_names *names)
{
    memcpy(checking->text, checking->list->main.text, checking->list->main.bytes);
    checking->bytes = checking->load.text_bytes = checking->list->main.bytes;
    for (size_t i = 0; i < checking->list->count; i++)
        if (checking->list->items[i].severity == MAD_SEVERITY_ERROR &&
            is_in_main(checking, &checking->list->items[i]))
            blank_line(checking, checking->list->items[i].place.line);
    for (unsigned again = 0; again <= MAX_AGAIN && !names->is_filled; again++) {
        mad_diagnostics *found = NULL;
        if (mad_guess_game(checking->engine, &checking->load, names, &found) == MAD_ERROR_MEMORY) {
            checking->status = MAD_ERROR_MEMORY;
            return;
        }
        for (size_t i = 0; i < mad_diagnostics_count(found); i++)
            if (is_in_main(checking, mad_diagnostics_at(found, i)))
                blank_line(checking, mad_diagnostics_at(found, i)->place.line);
        mad_diagnostics_free(found);
    }
    mad_guess_local(names, checking->list->main.text, checking->list->main.bytes);
    if (names->out_of_memory)
        checking->status = MAD_ERROR_MEMORY;
}

/* Brackets that change nothing make no other sentence. */
static bool is_bracketed(const char *a, const char *b)
{
    if (strstr(a, "not (") != NULL)
        return false;
    while (*a != '\0' || *b != '\0') {
        a += strspn(a, "()");
        b += strspn(b, "()");
        if (*a != *b)
            return false;
        a += *a != '\0';
        b += *b != '\0';
    }
    return true;
}

/* Whether it begins as one did in which the words to there were known to be wrong. */
static bool is_flawed(const struct checking *checking, const char *line)
{
    for (size_t i = 0; i < checking->flaw_count; i++)
        if (strncmp(line, checking->flaws[i].line, checking->flaws[i].bytes) == 0)
            return true;
    return false;
}

/* The first of the sentences that compiles, and another that is as near. */
static size_t choose(struct checking *checking, const struct mad_diagnostic *item,
                     struct mad_guess_line line, struct mad_nearest *meant, size_t count)
{
    struct flaw flaws[MAX_FLAWS];
    size_t kept = 0;
    checking->flaws = flaws;
    checking->flaw_count = 0;
    for (size_t i = 0; i < count && kept < 2 && checking->status == MAD_OK; i++) {
        struct mad_fix fix;
        if (kept > 0 && meant[i].cost > meant[0].cost)
            break;
        if ((kept > 0 && is_bracketed(meant[0].text, meant[i].text)) ||
            is_flawed(checking, meant[i].text))
            continue;
        if (!mad_guess_fix(checking->told, item, line, meant[i].text, &fix))
            checking->status = MAD_ERROR_MEMORY;
        else if (is_good(checking, &fix))
            meant[kept++] = meant[i];
    }
    checking->flaws = NULL;
    return kept;
}

/* One line is told once. */
static void drop_others(struct mad_diagnostics *list, size_t told)
{
    size_t kept = told + 1;
    for (size_t i = told + 1; i < list->count; i++) {
        if (list->items[i].severity == MAD_SEVERITY_ERROR &&
            list->items[i].place.line == list->items[told].place.line &&
            is_same_text(list->items[i].place.file, list->items[told].place.file))
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
static const struct mad_topic *topic_of(const struct checking *checking,
                                        const struct mad_diagnostic *item)
{
    const struct mad_rule_main *main = &checking->told->main;
    const struct mad_wording *wording = mad_told_wording(checking->told, item);
    if (item->severity != MAD_SEVERITY_ERROR || item->fix_count > 0 || wording->is_habit ||
        is_declared_so(item) || !is_in_main(checking, item))
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

static bool tell_topic(struct checking *checking, struct mad_diagnostic *item)
{
    const struct mad_topic *topic = topic_of(checking, item);
    if (is_declared_so(item) && item->fix_count == 0 && !has_remedy(item))
        return mad_told_note(checking->told, item, "",
                             "take another name, or join another word to it", "");
    if (topic == NULL || topic->advice == NULL)
        return true;
    if (topic->cause != NULL) {
        item->text = topic->cause;
        item->label = NULL;
        item->note_count = 0;
    }
    return has_remedy(item) || mad_told_note(checking->told, item, "", topic->advice, "");
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
static size_t meant_by(struct checking *checking, const struct mad_diagnostic *item,
                       const struct mad_nearest_task *task, struct mad_nearest *meant,
                       bool *out_of_memory)
{
    const struct mad_wording *wording = mad_told_wording(checking->told, item);
    size_t count = mad_nearest(task, meant, MAX_MEANT, out_of_memory), more = 0;
    count = without_itself(task, item, meant, count);
    bool is_known = has_remedy(item) || wording->draft != NULL || topic_of(checking, item) != NULL;
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

static void guess(struct checking *checking, const struct mad_guess_names *names, size_t at)
{
    struct mad_diagnostics *list = checking->told;
    struct mad_diagnostic *item = &list->items[at];
    struct mad_nearest meant[MAX_MEANT];
    struct mad_arena room;
    bool out_of_memory = false;
    struct mad_guess_line line =
        mad_guess_line(list->main.text, list->main.bytes, item->place.line);
    struct mad_allocator allocator = mad_memory_allocator(&list->memory);
    mad_arena_init(&room, &allocator, 0);
    struct mad_nearest_task task = {&room,
                                    list->main.text + line.begin,
                                    line.end - line.begin,
                                    names->items,
                                    names->count,
                                    mad_nearest_section(list->main.text, line.begin),
                                    NULL,
                                    0};
    const char *quoted = is_kind(item, MAD_FINDING_UNDEF_NAME) ? strchr(item->text, '`') : NULL;
    task.kept = quoted != NULL ? quoted + 1 : NULL;
    task.kept_bytes = quoted != NULL ? strcspn(task.kept, "`") : 0;
    size_t count = meant_by(checking, item, &task, meant, &out_of_memory);
    checking->loads = MAX_LOADS_OF_GUESS;
    size_t found = out_of_memory ? 0 : choose(checking, item, line, meant, count);
    checking->may_be_named_yet = found == 0 && !is_kind(item, MAD_FINDING_UNDEF_NAME);
    checking->loads = MAX_LOADS_OF_GUESS;
    checking->unnamed[0] = '\0';
    while (found == 0 && count > 0 && meant[count - 1].cost > MAX_COST_OF_NAMED_YET)
        count--;
    if (checking->may_be_named_yet && !out_of_memory && checking->status == MAD_OK)
        found = choose(checking, item, line, meant, count);
    checking->may_be_named_yet = false;
    count = found;
    const char *said = item->text;
    if (out_of_memory || (count > 0 && !mad_guess_tell(list, item, line, meant, count)))
        checking->status = MAD_ERROR_MEMORY;
    if (count > 0 && checking->status == MAD_OK && item->text != said &&
        strchr(item->text, '`') == NULL && !mad_told_change(checking->told, item, &item->fixes[0]))
        checking->status = MAD_ERROR_MEMORY;
    if (count > 0 && checking->unnamed[0] != '\0' && checking->status == MAD_OK &&
        !mad_told_unnamed(checking->told, item, checking->unnamed))
        checking->status = MAD_ERROR_MEMORY;
    if (count > 0 && checking->status == MAD_OK)
        drop_others(list, at);
    mad_arena_free(&room);
}

/* Whether it is told with sentences that are examples, and no line in its place. */
static bool has_examples(const struct checking *checking, const struct mad_diagnostic *item)
{
    const bool is_of_words =
        is_kind(item, MAD_FINDING_SYNTAX) || is_kind(item, MAD_FINDING_BAD_CHAR) ||
        is_kind(item, MAD_FINDING_ARTICLE) || mad_told_wording(checking->told, item)->is_habit ||
        topic_of(checking, item) != NULL;
    return is_of_words && item->severity == MAD_SEVERITY_ERROR && item->fix_count == 0 &&
           is_in_main(checking, item) && has_remedy(item);
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

static bool tell_undeclared(struct checking *checking, size_t at)
{
    struct mad_diagnostic *item = &checking->told->items[at];
    if (!is_kind(item, MAD_FINDING_UNDEF_NAME) || item->fix_count > 0 || has_remedy(item) ||
        !is_in_main(checking, item))
        return true;
    if (!is_undeclared(checking, item)) /* a name of the verb, perhaps */
        return mad_told_locals(checking->told, item);
    drop_others(checking->told, at);
    drop_same(checking->told, at);
    return mad_told_declaration(checking->told, item);
}

/* What is said where no line was found that may have been meant. */
static void tell_all(struct checking *checking, struct mad_guess_names *names)
{
    struct mad_diagnostics *list = checking->told;
    bool is_gathered = names->is_filled;
    for (size_t i = 0; i < list->count && checking->status == MAD_OK; i++) {
        struct mad_diagnostic *item = &list->items[i];
        if (!tell_undeclared(checking, i))
            checking->status = MAD_ERROR_MEMORY;
        if (checking->status == MAD_OK && !tell_topic(checking, item))
            checking->status = MAD_ERROR_MEMORY;
        if (checking->status != MAD_OK || !has_examples(checking, item))
            continue;
        if (!is_gathered && !is_interrupted(checking))
            gather_names(checking, names);
        is_gathered = true;
        struct mad_guess_line line =
            mad_guess_line(list->main.text, list->main.bytes, item->place.line);
        if (checking->status == MAD_OK && !mad_told_with_names(list, item, line, names))
            checking->status = MAD_ERROR_MEMORY;
    }
}

static void guess_all(struct checking *checking)
{
    struct mad_arena room;
    struct mad_guess_names names = {.arena = &room};
    struct mad_allocator allocator = mad_memory_allocator(&checking->told->memory);
    unsigned guesses = 0;
    mad_arena_init(&room, &allocator, 0);
    for (size_t i = 0; i < checking->told->count && checking->status == MAD_OK; i++) {
        if (is_interrupted(checking))
            break;
        if (!wants_guess(checking, &checking->told->items[i]) || guesses++ >= MAX_GUESSES)
            continue;
        if (guesses == 1)
            gather_names(checking, &names);
        if (checking->status == MAD_OK)
            guess(checking, &names, i);
    }
    if (checking->status == MAD_OK)
        tell_all(checking, &names);
    mad_arena_free(&room);
}

/* Where the first of the corrections says what is wrong with a line, no other words of it are marked. */
static void mark_changed(struct checking *checking)
{
    for (size_t i = 0; i < checking->told->count; i++) {
        struct mad_diagnostic *item = &checking->told->items[i];
        if (item->severity == MAD_SEVERITY_ERROR && item->fix_count > 0 &&
            is_in_main(checking, item))
            mad_told_place(checking->told, item, &item->fixes[0]);
    }
}

enum mad_status mad_corrections_check(const mad_engine *engine, const struct mad_load *load,
                                      struct mad_diagnostics *list,
                                      bool (*interrupt)(void *context), void *context)
{
    if (list->main.text == NULL)
        return MAD_OK;
    struct checking checking = {.engine = engine,
                                .load = *load,
                                .list = list,
                                .told = list,
                                .loads = MAX_LOADS,
                                .to_read = MAX_READ,
                                .interrupt = interrupt,
                                .context = context};
    checking.room = list->main.bytes + most_added(list) + MAX_LINE;
    checking.text = mad_memory_new(&engine->memory, checking.room);
    if (checking.text == NULL)
        return MAD_ERROR_MEMORY;
    checking.load.text = checking.text;
    checking.load.path = list->main.path != NULL ? list->main.path : list->main.name;
    checking.load.text_is_of_path = list->main.path != NULL;
    for (size_t i = 0; i < list->count && checking.status == MAD_OK; i++)
        check_item(&checking, &list->items[i]);
    guess_all(&checking);
    mark_changed(&checking);
    mad_memory_free(&engine->memory, checking.text, checking.room);
    return checking.status;
}

enum mad_status mad_game_load(const mad_engine *engine, const struct mad_load *load, mad_game **out,
                              mad_diagnostics **diagnostics)
{
    enum mad_status status = mad_load_visited(engine, load, NULL, NULL, out, diagnostics);
    if (diagnostics == NULL || status == MAD_ERROR_MEMORY || status == MAD_ERROR_MISUSE)
        return status;
    if (mad_corrections_check(engine, load, *diagnostics, NULL, NULL) == MAD_OK)
        return status;
    if (status == MAD_OK)
        mad_game_free(*out);
    mad_diagnostics_free(*diagnostics);
    *diagnostics = NULL;
    return MAD_ERROR_MEMORY;
}
