/* corrections_trial.c - see corrections_trial.h. Layer: interp.
 *
 * A text with other errors is not compiled to its end, and so the lines of these are left blank when it is tried again. */
#include "corrections_trial.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "engine.h"
#include "load.h"

enum {
    MAX_FLAWS = 64,
    MAX_MENDED = 2, /* errors of one correction */
    MAX_WAYS = 3,   /* to mend each of them */
    MAX_FAILED = 4, /* sentences of which that is tried */
    COST_OF_MENDED = 2,
    MAX_LOOKED_AT = 6,   /* sentences of one line, where what was found first looks wrong; */
    MAX_COST_BEHIND = 3, /* as much farther than that, */
    MAX_MORE_WORDS = 2,  /* and as much longer */
};

bool mad_trial_is_interrupted(struct mad_trial *trial)
{
    trial->is_cut = trial->is_cut ||
                    (trial->how->interrupt != NULL && trial->how->interrupt(trial->how->context));
    return trial->is_cut;
}

bool mad_trial_is_same_text(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

bool mad_trial_is_in_main(const struct mad_trial *trial, const struct mad_diagnostic *item)
{
    return mad_trial_is_same_text(item->place.file, trial->list->main.name) && item->place.line > 0;
}

static bool was_there(const struct mad_trial *trial, const struct mad_diagnostic *item)
{
    for (size_t i = 0; i < trial->list->count; i++) {
        const struct mad_diagnostic *old = &trial->list->items[i];
        if (old->place.line == item->place.line && mad_trial_is_same_text(old->id, item->id) &&
            mad_trial_is_same_text(old->place.file, item->place.file))
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

/* The name of nothing that the error is about: it quotes it, or stands at it and says how such a thing is declared. */
static const char *strange_name(const struct mad_trial *trial, const struct mad_diagnostic *item,
                                size_t *bytes)
{
    const bool is_type = strcmp(item->id, mad_finding_about(MAD_FINDING_TYPE)->id) == 0;
    const char *text = strchr(item->text, '`');
    *bytes = 0;
    if (is_type && strstr(item->text, ": say `") != NULL) {
        const struct mad_guess_line line =
            mad_guess_line(trial->text, trial->bytes, item->place.line);
        const size_t at = mad_guess_first(trial->text, line.begin) + item->place.column - 1;
        text = trial->text +
               at; /* names are of plain letters, and of those in front here none is another */
        for (size_t end = at; end < line.end && is_of_word(trial->text[end]); end++)
            *bytes = end + 1 - at;
        *bytes = *bytes == item->place.length ? *bytes : 0;
    } else if (text != NULL && !is_type) {
        *bytes = strcspn(++text, "`");
    }
    return *bytes > 0 ? text : NULL;
}

/* A name of nothing that stood in the line before; it may be declared yet. */
static bool is_old_name(struct mad_trial *trial, const struct mad_diagnostic *item)
{
    static const enum mad_finding_kind kinds[] = {MAD_FINDING_UNDEF_NAME, MAD_FINDING_UNDEF_PIECE,
                                                  MAD_FINDING_TYPE};
    bool is_name = false;
    size_t bytes = 0;
    const char *name = trial->may_be_named_yet ? strange_name(trial, item, &bytes) : NULL;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        is_name = is_name || strcmp(item->id, mad_finding_about(kinds[i])->id) == 0;
    if (!is_name || name == NULL)
        return false;
    struct mad_guess_line line =
        mad_guess_line(trial->list->main.text, trial->list->main.bytes, trial->first);
    const char *text = trial->list->main.text;
    for (size_t at = line.begin; at + bytes <= line.end; at++)
        if (memcmp(text + at, name, bytes) == 0 &&
            (at == line.begin || !is_of_word(text[at - 1])) &&
            (at + bytes == line.end || !is_of_word(text[at + bytes]) ||
             (name[0] < 'a' && text[at + bytes] == 's'))) {
            (void)snprintf(trial->unnamed, sizeof trial->unnamed, "%.*s", (int)bytes, name);
            return true;
        }
    return false;
}

/* Whether an error is the fault of the fix, and not of the rest of the text. */
static bool is_to_blame(struct mad_trial *trial, const struct mad_diagnostic *item)
{
    if (item->severity != MAD_SEVERITY_ERROR || asks_for_more(item))
        return false;
    if (!mad_trial_is_in_main(trial, item))
        return !was_there(trial, item);
    if (trial->is_blanked && strcmp(item->id, mad_finding_about(MAD_FINDING_WRONG_PLACE)->id) == 0)
        return false; /* below a heading that is blank now */
    return item->place.line >= trial->first && item->place.line <= trial->last &&
           !is_old_name(trial, item);
}

/* Of what kind words are hangs on them and on two behind: where they are wrong, so they are in all lines that begin so. */
static void note_flaw(struct mad_trial *trial, const struct mad_diagnostic *item)
{
    const char *line = trial->tried->text;
    const size_t before = strspn(trial->tried->shown, " ") + 1, bytes = strlen(line);
    size_t end = item->place.column + item->place.length;
    if (strcmp(item->id, mad_finding_about(MAD_FINDING_TYPE)->id) != 0 ||
        item->place.line != trial->first || end <= before || end - before > bytes ||
        trial->flaw_count == MAX_FLAWS)
        return;
    end -= before;
    for (int words = 0; words < 2; words++) {
        end += strspn(line + end, " ");
        do
            end += end < bytes;
        while (end < bytes && is_of_word(line[end]));
    }
    trial->flaws[trial->flaw_count++] = (struct mad_flaw){line, end};
}

/* Whether the error is about the kind of the words of the fix, and of no others. */
static bool refutes(const struct mad_trial *trial, const struct mad_diagnostic *item)
{
    const struct mad_fix *fix = trial->tried;
    const char *text = trial->text;
    const size_t first = mad_guess_first(text, fix->begin);
    return strcmp(item->id, mad_finding_about(MAD_FINDING_TYPE)->id) == 0 &&
           strstr(item->text, " wanted here") != NULL && item->place.line == trial->first &&
           item->place.column == mad_guess_columns(text, first, fix->begin) + 1 &&
           item->place.length ==
               mad_guess_columns(text, fix->begin, fix->begin + strlen(fix->text));
}

static void put_in(struct mad_trial *trial, const struct mad_fix *fix)
{
    const char *old = trial->list->main.text;
    size_t bytes = strlen(fix->text), behind = trial->list->main.bytes - fix->end;
    memcpy(trial->text, old, fix->begin);
    memcpy(trial->text + fix->begin, fix->text, bytes);
    memcpy(trial->text + fix->begin + bytes, old + fix->end, behind);
    trial->bytes = fix->begin + bytes + behind;
    trial->first = trial->last = fix->first_line;
    for (const char *line = fix->shown; line != NULL && (line = strchr(line, '\n')) != NULL; line++)
        trial->last++;
}

void mad_trial_blank_line(struct mad_trial *trial, uint32_t line)
{
    size_t at = 0;
    for (uint32_t l = 1; l < line && at < trial->bytes; at++)
        l += trial->text[at] == '\n';
    for (; at < trial->bytes && trial->text[at] != '\n'; at++)
        trial->text[at] = ' ';
}

enum outcome { COMPILES, FAILS, UNDECIDED };

/* Undecided when the only errors are those of other lines; these are blank then. */
static enum outcome compile(struct mad_trial *trial)
{
    mad_diagnostics *found = NULL;
    if (trial->loads == 0 || trial->to_read < trial->bytes || mad_trial_is_interrupted(trial))
        return FAILS;
    trial->loads--;
    trial->to_read -= trial->bytes;
    trial->load.text_bytes = trial->bytes;
    enum mad_status status = mad_load_tried(trial->engine, &trial->load, NULL, NULL, &found);
    if (status == MAD_ERROR_MEMORY) {
        trial->status = status;
        return FAILS;
    }
    enum outcome outcome = status == MAD_OK ? COMPILES : UNDECIDED;
    for (size_t i = 0; i < mad_diagnostics_count(found); i++) {
        const struct mad_diagnostic *item = mad_diagnostics_at(found, i);
        if (is_to_blame(trial, item)) {
            outcome = FAILS;
            trial->is_refuted = trial->is_refuted || refutes(trial, item);
            if (trial->flaws != NULL)
                note_flaw(trial, item);
        } else if (asks_for_more(item) && outcome == UNDECIDED &&
                   mad_diagnostics_errors(found) == 1) {
            outcome = COMPILES; /* all else has been looked at by then */
        }
    }
    for (size_t i = 0; i < mad_diagnostics_count(found) && outcome == UNDECIDED; i++) {
        const struct mad_diagnostic *item = mad_diagnostics_at(found, i);
        if (mad_trial_is_in_main(trial, item) && item->severity == MAD_SEVERITY_ERROR)
            mad_trial_blank_line(trial, item->place.line);
    }
    mad_diagnostics_free(found);
    return outcome;
}

bool mad_trial_is_good(struct mad_trial *trial, const struct mad_fix *fix)
{
    if (!mad_trial_is_same_text(fix->file, trial->list->main.name))
        return false;
    put_in(trial, fix);
    trial->tried = fix;
    trial->is_refuted = false;
    trial->is_blanked = false;
    enum outcome outcome = compile(trial);
    trial->is_blanked = true;
    for (unsigned again = 0; again < MAD_TRIAL_MAX_AGAIN && outcome == UNDECIDED; again++)
        outcome = compile(trial);
    return outcome != FAILS;
}

/* --- a correction of a correction -------------------------------------------------------------------------- */

/* The first error in the lines of the fix being tried; or null. */
static const struct mad_diagnostic *error_within(const struct mad_trial *trial,
                                                 const mad_diagnostics *found)
{
    for (size_t i = 0; i < mad_diagnostics_count(found); i++) {
        const struct mad_diagnostic *item = mad_diagnostics_at(found, i);
        if (item->severity == MAD_SEVERITY_ERROR && mad_trial_is_in_main(trial, item) &&
            item->place.line >= trial->first && item->place.line <= trial->last)
            return item;
    }
    return NULL;
}

/* What stands from `begin` to `end` of the text that is tried, with a fix; null where that is none of these bytes, or takes
 * words away, and without memory. */
static const char *with_fix(struct mad_trial *trial, size_t begin, size_t end,
                            const struct mad_fix *fix)
{
    const size_t bytes = strlen(fix->text);
    if (!mad_trial_is_same_text(fix->file, trial->list->main.name) || fix->begin < begin ||
        fix->end > end || 2 * bytes < fix->end - fix->begin ||
        bytes + end - begin > MAD_TRIAL_MAX_LINE / 2)
        return NULL;
    const size_t front = fix->begin - begin, behind = end - fix->end;
    char *text = mad_arena_new(&trial->told->arena, front + bytes + behind + 1, 1);
    if (text == NULL) {
        trial->status = MAD_ERROR_MEMORY;
        return NULL;
    }
    memcpy(text, trial->text + begin, front);
    memcpy(text + front, fix->text, bytes);
    memcpy(text + front + bytes, trial->text + fix->end, behind);
    text[front + bytes + behind] = '\0';
    return text;
}

/* The lines that the corrections of the error make of the fix; how many there are. */
static size_t lines_mended(struct mad_trial *trial, const struct mad_fix *fix, size_t begin,
                           size_t end, const char **lines)
{
    mad_diagnostics *found = NULL;
    mad_game *game = NULL;
    size_t count = 0;
    put_in(trial, fix);
    trial->mends--;
    trial->load.text_bytes = trial->bytes;
    enum mad_status status =
        mad_load_visited(trial->engine, &trial->load, NULL, NULL, &game, &found);
    const struct mad_diagnostic *error =
        status == MAD_ERROR_RULES ? error_within(trial, found) : NULL;
    for (size_t f = 0; error != NULL && f < error->fix_count && count < MAX_WAYS; f++)
        if ((lines[count] = with_fix(trial, begin, end, &error->fixes[f])) != NULL)
            count++;
    if (status == MAD_OK)
        mad_game_free(game);
    if (status == MAD_ERROR_MEMORY)
        trial->status = status;
    mad_diagnostics_free(found);
    return trial->status == MAD_OK ? count : 0;
}

bool mad_trial_mend(struct mad_trial *trial, const struct mad_diagnostic *item, struct mad_fix *fix)
{
    const struct mad_guess_line line =
        mad_guess_line(trial->list->main.text, trial->list->main.bytes, item->place.line);
    for (unsigned again = 0; again < MAX_MENDED && trial->mends > 0; again++) {
        const char *lines[MAX_WAYS];
        struct mad_fix first = *fix;
        if (!mad_trial_is_same_text(fix->file, trial->list->main.name) || fix->begin < line.begin ||
            fix->end > line.end || mad_trial_is_interrupted(trial))
            return false;
        const size_t end = line.end + strlen(fix->text) - (fix->end - fix->begin),
                     count = lines_mended(trial, &first, line.begin, end, lines);
        for (size_t i = 0; i < count && trial->status == MAD_OK; i++) {
            if (!mad_guess_fix(trial->told, item, line, lines[i], fix))
                trial->status = MAD_ERROR_MEMORY;
            else if (mad_trial_is_good(trial, fix))
                return true;
            first = i == 0 ? *fix : first;
        }
        if (count == 0 || trial->status != MAD_OK)
            return false;
        *fix = first;
    }
    return false;
}

/* --- which of them is meant -------------------------------------------------------------------------------- */

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
static bool is_flawed(const struct mad_trial *trial, const char *line)
{
    for (size_t i = 0; i < trial->flaw_count; i++)
        if (strncmp(line, trial->flaws[i].line, trial->flaws[i].bytes) == 0)
            return true;
    return false;
}

unsigned mad_trial_faults(struct mad_trial *trial)
{
    unsigned faults = 0;
    if (trial->how->judge == NULL || trial->judgements == 0 || mad_trial_is_interrupted(trial))
        return 0;
    trial->judgements--;
    if (trial->how->judge(trial->engine, &trial->load, trial->first, trial->last, &faults) !=
        MAD_OK)
        trial->status = MAD_ERROR_MEMORY;
    return faults;
}

static unsigned words_of(const char *text)
{
    unsigned words = 0;
    for (const char *c = text; *c != '\0'; c++)
        words += is_of_word(*c) && (c == text || !is_of_word(c[-1]));
    return words;
}

/* What takes none of the words away that the other one keeps, and adds few, may stand in its place where that looks wrong. */
static bool says_as_much(const char *text, const char *other)
{
    const unsigned words = words_of(text), others = words_of(other);
    return words >= others && words <= others + MAX_MORE_WORDS;
}

/* Puts the sentence behind those of as many faults, and says how many there are then. */
static size_t put_by_faults(struct mad_nearest *kept, unsigned *faults, size_t count,
                            const struct mad_nearest *one, unsigned wrong)
{
    size_t at = count;
    for (; at > 0 && faults[at - 1] > wrong; at--) {
        kept[at] = kept[at - 1];
        faults[at] = faults[at - 1];
    }
    kept[at] = *one;
    faults[at] = wrong;
    return count + 1;
}

static bool is_among(const struct mad_nearest *kept, size_t count, const char *text)
{
    for (size_t i = 0; i < count; i++)
        if (mad_trial_is_same_text(kept[i].text, text) || is_bracketed(kept[i].text, text))
            return true;
    return false;
}

/* Of the sentences that do not compile the first that is nearer than the one found and can be mended goes before it. */
static size_t put_mended(struct mad_trial *trial, const struct mad_diagnostic *item,
                         struct mad_guess_line line, const struct mad_nearest *failed, size_t count,
                         struct mad_nearest *kept, unsigned *faults, size_t found)
{
    const size_t before = found;
    for (size_t i = 0; i < count && found == before && trial->status == MAD_OK; i++) {
        struct mad_nearest one = failed[i];
        struct mad_fix fix;
        one.cost += COST_OF_MENDED;
        if (found > 0 && one.cost >= kept[0].cost)
            break;
        if (!mad_guess_fix(trial->told, item, line, one.text, &fix))
            trial->status = MAD_ERROR_MEMORY;
        else if (mad_trial_mend(trial, item, &fix) && !is_among(kept, found, fix.text)) {
            one.text = fix.text;
            memmove(kept + 1, kept, found * sizeof *kept);
            memmove(faults + 1, faults, found * sizeof *faults);
            kept[0] = one;
            faults[0] = 0;
            found++;
        }
    }
    return found;
}

size_t mad_trial_choose(struct mad_trial *trial, const struct mad_diagnostic *item,
                        struct mad_guess_line line, struct mad_nearest *meant, size_t count)
{
    struct mad_flaw flaws[MAX_FLAWS];
    struct mad_nearest kept[MAX_LOOKED_AT + 1], failed[MAX_FAILED];
    unsigned faults[MAX_LOOKED_AT + 1], cost = 0;
    size_t found = 0, failures = 0;
    trial->flaws = flaws;
    trial->flaw_count = 0;
    for (size_t i = 0; i < count && found < MAX_LOOKED_AT && trial->status == MAD_OK; i++) {
        struct mad_fix fix;
        const bool is_sound = found > 0 && faults[0] == 0;
        if (found > 0 && meant[i].cost > cost + (is_sound ? 0 : MAX_COST_BEHIND))
            break;
        if (is_sound && found > 1)
            break;
        if (is_among(kept, found, meant[i].text) || is_flawed(trial, meant[i].text) ||
            (found > 0 && meant[i].cost > cost && !says_as_much(meant[i].text, kept[0].text)))
            continue;
        if (!mad_guess_fix(trial->told, item, line, meant[i].text, &fix)) {
            trial->status = MAD_ERROR_MEMORY;
        } else if (mad_trial_is_good(trial, &fix)) {
            cost = found == 0 ? meant[i].cost : cost;
            found = put_by_faults(kept, faults, found, &meant[i], mad_trial_faults(trial));
        } else if (found == 0 && failures < MAX_FAILED) {
            failed[failures++] = meant[i];
        }
    }
    trial->flaws = NULL;
    found = put_mended(trial, item, line, failed, failures, kept, faults, found);
    const bool has_two = found > 1 && (kept[1].cost <= kept[0].cost || faults[0] < faults[1]);
    found = has_two ? 2 : found > 0;
    memcpy(meant, kept, found * sizeof *kept);
    return found;
}
