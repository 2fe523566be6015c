/* body.c - what verbs and events do, drawn (draw.h). */
#include "draw.h"

#include <stdio.h>
#include <string.h>

static void sentence(struct drawing *d, const char *rows)
{
    draw_line_start(d);
    draw_rows_of(d, rows);
    draw_put(d, "\n");
    draw_settle_names(d);
}

void draw_block(struct drawing *d, int sentences)
{
    const int names = d->name_count;
    d->indent++;
    for (int i = 0; i < sentences; i++) {
        if (draw_chance(d, 20)) {
            sentence(d, "before");
        }
        sentence(d, "deed");
    }
    d->indent--;
    d->name_count = names;
}

static void outcomes(struct drawing *d)
{
    static const char *const COIN[] = {"heads:", "tails:"};
    static const char *const DIE[] = {"2 in 6, lucky:", "1 in 6, odd:", "3 in 6, dull:"};
    const bool coin = draw_chance(d, 50);
    const unsigned place = d->place;
    d->place = place == DRAW_VERB ? DRAW_EVENT : DRAW_MOVED;
    draw_line_start(d);
    draw_put(d, coin ? "toss a coin\n" : "by chance\n");
    d->indent++;
    for (int i = 0; i < (coin ? 2 : 3); i++) {
        draw_line_start(d);
        if (coin && i == 0 && draw_chance(d, 50)) {
            draw_put(d, "heads, which must be legal:");
        } else {
            draw_put(d, "%s", coin ? COIN[i] : DIE[i]);
        }
        if (draw_chance(d, 30)) {
            draw_put(d, " nothing happens\n");
            continue;
        }
        draw_put(d, "\n");
        draw_block(d, 1);
    }
    d->place = place;
    d->indent--;
    draw_line_start(d);
    draw_put(d, "end\n");
}

/* One of a set, and what happens to it. */
static void one_at_random(struct drawing *d)
{
    const unsigned place = d->place;
    d->place = place == DRAW_VERB ? DRAW_EVENT : DRAW_MOVED;
    sentence(d, "random");
    for (int i = 1 + (int)draw_below(d, 2); i > 0; i--) {
        sentence(d, "deed");
    }
    d->place = place;
}

/* A way goes: choices, what has to be so, what happens, perhaps a toss or the whole again. */
static void way(struct drawing *d)
{
    int choices = (int)draw_below(d, 4), deeds = 1 + (int)draw_below(d, 3);
    d->indent++;
    for (int i = 0; i < choices; i++) {
        sentence(d, "before");
    }
    if (d->place == DRAW_VERB && draw_chance(d, 60)) {
        draw_line_start(d);
        draw_row(d, draw_chance(d, 70) ? "choose $s from <squares> on empty"
                                       : "choose $s from <squares>");
        draw_put(d, "\n");
        draw_settle_names(d);
        if (draw_chance(d, 30)) {
            sentence(d, "before");
        }
        if (draw_chance(d, 25)) {
            sentence(d, "deed");
        }
        draw_line_start(d);
        draw_put(d, "land on %s\n", draw_known_name(d, 1u << DRAW_SQUARE));
        deeds = (int)draw_below(d, 3);
    }
    for (int i = 0; i < deeds; i++) {
        if (draw_chance(d, 15)) {
            sentence(d, "before");
        }
        sentence(d, "deed");
    }
    if (draw_chance(d, 6)) {
        (draw_chance(d, 50) ? outcomes : one_at_random)(d);
    } else if (d->place == DRAW_VERB && draw_chance(d, 8)) {
        draw_line_start(d);
        draw_put(d, "repeat");
        draw_row(d, d->again);
        draw_put(d, " at most %d times%s\n", 1 + (int)draw_below(d, 3),
                 draw_chance(d, 40) ? ", or stop" : "");
    }
    d->indent--;
}

/* What is well known, so that it meets what is not. */
static const char *const KNOWN[] = {
    "  choose way from <ways>\n  let path be line way to edge\n  require path has a square\n"
    "  require no (<squares>) on path\n  take path\n  land on farthest of path\n",
    "  choose way from <ways>\n  let victim be step way on enemy piece\n"
    "  require victim has a square\n  let landing be step way from victim\n"
    "  require landing is empty\n  take victim\n  land on landing\n  repeat at most 3 times\n",
    "  choose way from <ways>\n  let man be step way on piece\n  require man has a square\n"
    "  let beyond be step way from man\n  require beyond is empty\n  let place be man on board\n"
    "  bring man to beyond\n  land on place\n",
    "  let middle be step <way>\n  let goal be step <way> from middle\n"
    "  require middle is empty and goal is empty\n  set <mark> on middle\n  land on goal\n",
    "  choose target from (step <ways>) on empty on <mark>\n"
    "  let victim be step backward from target\n  require victim is enemy piece\n"
    "  take victim\n  land on target\n",
    "  let goal be <coordinate>\n  let road be between here and goal\n  require no piece on road\n"
    "  let partner be nearest of (own <kind> on (line <ways> to edge))\n"
    "  require partner has a square\n  require goal is empty\n  require road is not attacked\n"
    "  land on goal\n  bring partner to (step <way> from goal)\n",
    "  choose target from (slide <ways>) on enemy piece\n  take target\n",
    "  for each man from (next to here) on enemy piece:\n    take man\n  end\n  set <mark> on "
    "here\n",
};

static void pocket_verb(struct drawing *d)
{
    draw_row(d, "  choose man from <pocket>\n  choose target from drops of man");
    draw_row(d, draw_chance(d, 30) ? " on <squares>\n" : "\n");
    if (draw_chance(d, 20)) {
        draw_row(d, "  require <truth>\n");
    }
    draw_row(d, "  put man on target from <pocket>\n");
}

static void blanks(struct drawing *d, char *call, size_t size)
{
    static const struct {
        const char *label, *type, *value;
        enum draw_kind kind;
    } BLANKS[] = {
        {"along", "directions", "<ways>", DRAW_WAYS},
        {"over", "squares", "<squares>", DRAW_SQUARES},
        {"to", "squares", "<zone>", DRAW_SQUARES},
        {"as", "pieces", "<kind>", DRAW_MEN_KINDS},
        {"into", "pieces", "<kind>", DRAW_MEN_KINDS},
        {"by", "number", "<n>", DRAW_NUMBER},
    };
    for (size_t i = 0; i < sizeof BLANKS / sizeof *BLANKS; i++) {
        if (!draw_chance(d, i == 0 ? 50 : 15)) {
            continue;
        }
        const bool may_miss = BLANKS[i].kind == DRAW_SQUARES && draw_chance(d, 30);
        draw_put(d, " %s [%s: %s%s]", BLANKS[i].label, draw_new_name(d, BLANKS[i].kind),
                 BLANKS[i].type, may_miss ? ", or nothing" : "");
        if (!may_miss || draw_chance(d, 50)) {
            size_t used = strlen(call);
            snprintf(call + used, size - used, " %s %s", BLANKS[i].label, BLANKS[i].value);
        }
        if (draw_chance(d, 50)) { /* numbers alone may be known in play alone */
            const size_t used = strlen(d->again);
            snprintf(d->again + used, sizeof d->again - used, " %s %s", BLANKS[i].label,
                     BLANKS[i].kind == DRAW_NUMBER    ? "<number>"
                     : BLANKS[i].kind == DRAW_SQUARES ? "<coordinate>"
                     : BLANKS[i].kind == DRAW_WAYS    ? "<ways-name>"
                                                      : BLANKS[i].value);
        }
    }
    draw_settle_names(d);
}

void draw_verb(struct drawing *d, bool with_man, bool after)
{
    const int names = d->name_count;
    const bool has_pocket = draw_known_name(d, 1u << DRAW_POCKET) != NULL,
               has_mark = draw_known_name(d, 1u << DRAW_MARK) != NULL;
    struct draw_verb *verb = &d->verbs[d->verb_count];
    const size_t start = d->count;
    *verb = (struct draw_verb){.with_man = with_man, .after = after};
    snprintf(verb->name, sizeof verb->name, "do-%c", 'a' + d->verb_count);
    snprintf(verb->call, sizeof verb->call, "do-%c", 'a' + d->verb_count);
    d->verb_count++;
    d->place = after ? DRAW_AFTER : with_man ? DRAW_VERB : DRAW_DROP;
    d->depth = 3;
    d->again[0] = '\0';
    draw_put(d, "\nverb %s", verb->name);
    if (with_man) {
        blanks(d, verb->call, sizeof verb->call);
    }
    draw_put(d, "\n");
    const size_t known = draw_below(d, sizeof KNOWN / sizeof *KNOWN);
    if (!with_man && has_pocket && draw_chance(d, 70)) {
        pocket_verb(d);
    } else if (with_man && !after && draw_chance(d, 35) &&
               (has_mark || strstr(KNOWN[known], "<mark>") == NULL)) {
        draw_row(d, KNOWN[known]);
        if (strstr(KNOWN[known], "repeat") == NULL && draw_chance(d, 30)) {
            d->indent++;
            sentence(d, "deed");
            d->indent--;
        }
    } else {
        way(d);
    }
    draw_put(d, "end\n");
    d->name_count = names;
    const char *text = d->failed ? "" : d->text + start;
    verb->callable = with_man && !after && strstr(text, "repeat") == NULL &&
                     strstr(text, "toss a coin") == NULL && strstr(text, "by chance") == NULL &&
                     strstr(text, "at random") == NULL;
}

void draw_deed(struct drawing *d)
{
    d->place = DRAW_EVENT;
    d->depth = 2;
    draw_put(d, "\nverb do-it\n");
    d->indent = 0;
    if (draw_chance(d, 40)) {
        draw_row(d, "  become <kind>\n");
    } else {
        draw_block(d, 1 + (int)draw_below(d, 2));
    }
    draw_put(d, "end\n");
    d->has_deed = true;
}
