/* men.c - pieces and what they do, drawn (draw.h). */
#include "draw.h"

#include <string.h>

static void tail(struct drawing *d, bool simple)
{
    if (draw_chance(d, 12)) {
        d->place = DRAW_WHEN;
        d->depth = 2;
        draw_put(d, draw_chance(d, 60) ? " when " : " unless ");
        if (simple || draw_chance(d, 60)) {
            draw_row(d, "here is on <zone>");
        } else {
            draw_rows_of(d, "truth");
        }
    }
}

static void motion_line(struct drawing *d)
{
    static const char *const KINDS[] = {"move or capture <motions>", "move or capture <motions>",
                                        "move <motions>", "capture <motions>",
                                        "capture enemy <kind> by <motions>"};
    d->place = DRAW_PIECE;
    d->depth = 1;
    draw_put(d, "  ");
    draw_row(d, KINDS[draw_below(d, sizeof KINDS / sizeof *KINDS)]);
    tail(d, !draw_chance(d, 25));
    draw_put(d, "\n");
}

static void held_line(struct drawing *d)
{
    static const char *const LINES[] = {
        "  cannot move when here is attacked by enemy (kind of here)\n",
        "  cannot move when here is next to enemy <kind>\n", "  cannot move when <truth>\n"};
    d->place = DRAW_WHEN;
    d->depth = 2;
    draw_row(d, LINES[draw_below(d, sizeof LINES / sizeof *LINES)]);
}

static void call_line(struct drawing *d)
{
    const struct draw_verb *verb = &d->verbs[draw_below(d, (size_t)d->verb_count)];
    if (!verb->with_man || verb->after) {
        return;
    }
    const bool must = draw_chance(d, 6);
    draw_put(d, "  ");
    d->place = DRAW_WHEN;
    d->depth = 1;
    if (must) {
        draw_row(d, "when <truth>, instead of any other move, one of them must ");
    }
    draw_row(d, verb->call);
    if (!must) {
        tail(d, false);
    }
    draw_put(d, "\n");
}

static void event_line(struct drawing *d)
{
    d->place = DRAW_EVENT;
    d->depth = 2;
    draw_put(d, "  ");
    draw_rows_of(d, "event");
    draw_put(d, ":\n");
    d->indent = 1;
    draw_block(d, 1 + (int)draw_below(d, 2));
    d->indent = 0;
    draw_put(d, "  end\n");
}

static void promotion_line(struct drawing *d)
{
    static const char *const LINES[] = {
        "when its own move ends on last rank: become <kinds>\n",
        "when its own move ends on last rank: become <kinds>\n",
        "when its own move ends on <zone>: may become <kind>\n",
        "when its own move starts or ends on <zone>: may become <kind>\n",
        "when its own move ends on <zone>:\n    may become <kind>\n    become <kind>\n  end\n",
        "when its own move starts on <zone>:\n    become <kind> or <kind>\n    may become <kind>\n"
        "  end\n",
        "when placed on <zone>: become <kind>\n"};
    d->place = DRAW_EVENT;
    draw_put(d, "  ");
    draw_row(d, LINES[draw_below(d, sizeof LINES / sizeof *LINES)]);
}

static void lines_of(struct drawing *d, const struct draw_man *man)
{
    if (man->royal) {
        draw_put(d, "  royal\n");
    }
    if (!d->worth_in_order && draw_chance(d, 30)) {
        draw_put(d, "  worth %d\n", 1 + (int)draw_below(d, 9));
    }
    if (man->owner == 2) {
        return;
    }
    if (man->royal && draw_chance(d, 70)) {
        draw_put(d, "  move or capture step queenwise\n");
    }
    for (int i = (man->royal || draw_chance(d, 15)) ? 0 : -1 - (int)draw_below(d, 2); i < 0; i++) {
        motion_line(d);
    }
    if (draw_chance(d, 10)) {
        held_line(d);
    }
    for (int i = 0; i < 2 && d->verb_count > 0; i++) {
        if (draw_chance(d, 45)) {
            call_line(d);
        }
    }
    if (draw_chance(d, 20)) {
        promotion_line(d);
    }
    if (draw_chance(d, 20)) {
        event_line(d);
    }
    if (man->goes_to_hand) {
        d->place = DRAW_PIECE;
        d->depth = 0;
        draw_row(d, draw_chance(d, 60) ? "  drop on empty\n" : "  drop on empty except <zone>\n");
    }
}

/* Whether the man and the next one may have the same lines. */
static bool go_alike(const struct drawing *d, int man)
{
    const struct draw_man *one = &d->men[man], *other = one + 1;
    return man + 1 < d->man_count && !other->inherited && !one->royal && !other->royal &&
           one->owner != 2 && other->owner != 2 && one->goes_to_hand == other->goes_to_hand;
}

/* What is said again changes nothing. */
static void put_inherited(struct drawing *d, const struct draw_man *man)
{
    draw_put(d, "\nuse Knight as %s (%c) from men\n", man->name, man->letter);
    if (draw_chance(d, 50)) {
        draw_put(d, "inherited piece %s (%c)\n", man->name, man->letter);
    } else {
        draw_put(d, "inherited by %s\n", man->name);
    }
    draw_put(d, "  move or capture leap 1,2\n");
}

void draw_men(struct drawing *d)
{
    static const char *const OWNERS[] = {" of White", " of Black", " of nobody"};
    d->worth_in_order = d->man_count > 1 && draw_chance(d, 10);
    for (int i = 0; i < d->man_count; i++) {
        const struct draw_man *man = &d->men[i];
        if (man->inherited) {
            put_inherited(d, man);
            continue;
        }
        draw_put(d, "\npiece %s (%c)%s", man->name, man->letter,
                 man->owner < 0 ? "" : OWNERS[man->owner]);
        if (go_alike(d, i) && draw_chance(d, 20)) {
            const struct draw_man *other = &d->men[++i];
            draw_put(d, " and %s (%c)%s", other->name, other->letter,
                     other->owner < 0 ? "" : OWNERS[other->owner]);
        }
        draw_put(d, "\n");
        lines_of(d, man);
    }
    if (d->worth_in_order) {
        const bool falls = draw_chance(d, 50);
        draw_put(d, "\nadd to %s", d->men[0].name);
        for (int i = 1; i < d->man_count; i++) {
            draw_put(d, i + 1 < d->man_count ? ", %s" : " and %s", d->men[i].name);
        }
        draw_put(d, "\n  worth %d to %d in this order\n", falls ? d->man_count : 1,
                 falls ? 1 : d->man_count);
    }
}
