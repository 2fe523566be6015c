/* rows.c - the expressions and sentences of the language as rows from which files are drawn.
 *
 * In a row `<squares>` is drawn from the rows of that name, `<n>` and its kin are leaves (LEAVES), `$S`
 * is a new name (NEW_NAMES), `{` ... `}` a block of sentences. A row without rows inside ends the
 * nesting. Rows whose leaves nothing fits, such as `<mark>` where no mark is declared, are not drawn. */
#include "draw.h"

#include <string.h>

enum {
    ANY = ~0,
    HERE = DRAW_WHEN | DRAW_VERB | DRAW_EVENT, /* a man stands somewhere */
    CHOICE = DRAW_VERB | DRAW_AFTER | DRAW_DROP,
    DEEDS = CHOICE | DRAW_EVENT | DRAW_MOVED,
    PAST = DRAW_LAW | DRAW_END | DRAW_MOVED, /* a move has been made */
    WAY = HERE | DRAW_AFTER,
};

static const struct row {
    const char *of, *text;
    int weight;
    int places;
} ROWS[] = {
    {"squares", "empty", 4, ANY},
    {"squares", "piece", 3, ANY},
    {"squares", "own piece", 3, ANY},
    {"squares", "enemy piece", 4, ANY},
    {"squares", "own <kind>", 4, ANY},
    {"squares", "enemy <kind>", 4, ANY},
    {"squares", "<kind>", 2, ANY},
    {"squares", "<player>'s <kind>", 1, ANY},
    {"squares", "mover's <kind>", 1, PAST},
    {"squares", "own royal", 1, ANY},
    {"squares", "enemy royal", 1, ANY},
    {"squares", "board", 1, ANY},
    {"squares", "nothing", 1, ANY},
    {"squares", "<zone>", 4, ANY},
    {"squares", "<mark>", 6, ANY},
    {"squares", "<squares-name>", 14, ANY},
    {"squares", "here", 2, HERE | DRAW_AFTER},
    {"squares", "origin", 1, HERE | DRAW_AFTER},
    {"squares", "(<squares> on <squares>)", 6, ANY},
    {"squares", "(<squares> except <squares>)", 4, ANY},
    {"squares", "(<squares> or <squares>)", 4, ANY},
    {"squares", "(<squares> and <squares>)", 1, ANY},
    {"squares", "(next to <squares>)", 4, ANY},
    {"squares", "(<squares> joined to <squares>)", 3, ANY},
    {"squares", "(<squares> attacked by <squares>)", 2, ANY},
    {"squares", "(<squares> worth <than> <squares>)", 2, ANY},
    {"squares", "(enemy piece worth <than> here)", 2, HERE},
    {"squares", "(piece worth <than> <n>)", 1, ANY},
    {"squares", "(own <kind> attacked by enemy <kind>)", 1, ANY},
    {"squares", "(enemy piece attacking <squares>)", 2, ANY},
    {"squares", "(between <square> and <square>)", 2, ANY},
    {"squares", "(rank of <square>)", 1, ANY},
    {"squares", "(file of <square>)", 1, ANY},
    {"squares", "(step <ways> from <squares>)", 2, ANY},
    {"squares", "(slide <ways> from <square>)", 2, ANY},
    {"squares", "(slide <ways> up to <n> from <square>)", 1, ANY},
    {"squares", "(leap <pair> from <square>)", 2, ANY},
    {"squares", "(leap <n> along <ways> from <squares>)", 1, ANY},
    {"squares", "(leap (<number>) along <ways> from <squares>)", 2, ANY},
    {"squares", "(line <ways> to edge from <square>)", 2, ANY},
    {"squares", "(line <ways> over (<squares>) from <square>)", 1, ANY},
    {"squares", "(line <ways> over (<squares>) to (<squares>) from (<squares>))", 1, ANY},
    {"squares", "(step <ways>)", 8, HERE},
    {"squares", "(slide <ways>)", 6, HERE},
    {"squares", "(slide <ways> up to <n>)", 2, HERE},
    {"squares", "(slide <ways> over <n> piece)", 2, HERE},
    {"squares", "(slide <ways> just beyond <n> piece)", 1, HERE},
    {"squares", "(leap <pair>)", 5, HERE},
    {"squares", "(leap <n> along <ways>)", 1, HERE},
    {"squares", "(leap (<number>) along <ways>)", 3, HERE},
    {"squares", "(leap <pair> repeatedly)", 1, HERE},
    {"squares", "(leap <pair> not over a piece)", 1, HERE},
    {"squares", "(step <ways> then slide outward)", 1, HERE},
    {"squares", "(leap <pair> then step <ways>)", 1, HERE},
    {"squares", "(line <ways> to edge)", 3, HERE},
    {"squares", "(line <ways> over (<squares>))", 2, HERE},
    {"squares", "(line <ways> over (<squares>) to (<squares>))", 2, HERE},
    {"squares", "(nearest of <squares>)", 2, HERE},
    {"squares", "(farthest of <squares>)", 2, HERE},
    {"squares", "(former (own <kind>))", 1, CHOICE | DRAW_EVENT},
    {"squares", "(former <mark>)", 1, CHOICE | DRAW_EVENT},
    {"squares", "(drops of <kind>)", 1, CHOICE},
    {"squares", "(piece where height is at least 2)", 4, ANY},
    {"squares", "(own piece where height is less than 3)", 2, ANY},
    {"squares", "(line of 2 (<squares>))", 1, ANY},
    {"squares", "(line of 3 piece)", 1, ANY},
    {"squares", "(leap 2,2 over empty squares)", 1, HERE},
    {"squares", "(leap 1,2 over empty squares, straight first)", 1, HERE},
    {"squares", "(step <ways> then step <ways>)", 1, HERE},

    {"than", "less than", 3, ANY},
    {"than", "more than", 3, ANY},
    {"than", "no less than", 1, ANY},
    {"than", "no more than", 1, ANY},
    {"than", "as much as", 1, ANY},

    {"square", "<square-name>", 20, ANY},
    {"square", "<coordinate>", 4, ANY},
    {"square", "here", 8, HERE},
    {"square", "origin", 1, HERE},
    {"square", "(step <way>)", 8, HERE},
    {"square", "(step <way> from <square>)", 3, ANY},
    {"square", "(nearest of <squares>)", 2, HERE},
    {"square", "(farthest of (line <way> to edge))", 3, HERE},
    {"square", "(between <square> and <square>)", 1, ANY},

    {"other", "<square-name>", 10, ANY},
    {"other", "<coordinate>", 4, ANY},
    {"other", "(step <way>)", 8, HERE},
    {"other", "(step <way> from <square>)", 3, ANY},
    {"other", "(nearest of (enemy <kind>))", 2, HERE},

    {"ways", "orthogonal", 4, ANY},
    {"ways", "diagonal", 4, ANY},
    {"ways", "queenwise", 4, ANY},
    {"ways", "sideways", 2, ANY},
    {"ways", "vertical", 1, ANY},
    {"ways", "forward", 3, ANY},
    {"ways", "backward", 1, ANY},
    {"ways", "forward-diagonal", 3, ANY},
    {"ways", "<ways-name>", 16, ANY},
    {"ways", "(opposite of <ways-name>)", 2, ANY},
    {"ways", "(<way> or <ways>)", 2, ANY},

    {"way", "forward", 4, ANY},
    {"way", "backward", 1, ANY},
    {"way", "north", 2, ANY},
    {"way", "south", 1, ANY},
    {"way", "east", 2, ANY},
    {"way", "west", 1, ANY},
    {"way", "north-east", 1, ANY},
    {"way", "forward-left", 2, ANY},
    {"way", "<ways-name>", 16, ANY & ~(DRAW_PIECE | DRAW_LAW | DRAW_END)},

    {"zone", "last rank", 2, ANY},
    {"zone", "last 2 ranks", 2, ANY},
    {"zone", "own rank 1", 1, ANY},
    {"zone", "own rank 2", 2, ANY},
    {"zone", "rank 1", 1, ANY},
    {"zone", "rank 2", 1, ANY},
    {"zone", "file a", 1, ANY},
    {"zone", "file b", 1, ANY},
    {"zone", "<coordinate>", 1, ANY},
    {"zone", "<zone-name>", 6, ANY},

    {"truth", "a (<squares>)", 6, ANY},
    {"truth", "no (<squares>)", 6, ANY},
    {"truth", "exactly <n> (<squares>)", 2, ANY},
    {"truth", "at least <n> (<squares>)", 3, ANY},
    {"truth", "at most <n> (<squares>)", 2, ANY},
    {"truth", "no <squares-name> on <zone>", 2, ANY},
    {"truth", "<square> is on <squares>", 5, ANY},
    {"truth", "<square> is not on <squares>", 4, ANY},
    {"truth", "<square> is <squares>", 3, ANY},
    {"truth", "<square> is empty", 4, ANY},
    {"truth", "<square> is next to <squares>", 2, ANY},
    {"truth", "<square> is attacked", 3, ANY},
    {"truth", "<square> is not attacked", 3, ANY},
    {"truth", "<squares> is attacked by <squares>", 2, ANY},
    {"truth", "<square> is not attacked by enemy <kind>", 2, ANY},
    {"truth", "every own <kind> is attacked by <squares>", 1, ANY},
    {"truth", "here is on <zone>", 4, HERE},
    {"truth", "here is next to <squares>", 2, HERE},
    {"truth", "<squares-name> has a square", 6, ANY},
    {"truth", "<squares-name> has no square", 3, ANY},
    {"truth", "every own <kind> is on <squares>", 1, ANY},
    {"truth", "every enemy <kind> is next to <squares>", 1, ANY},
    {"truth", "own <kind> is on <squares>", 2, ANY},
    {"truth", "enemy <kind> is not on <zone>", 1, ANY},
    {"truth", "no own <kind> is on <squares>", 1, ANY},
    {"truth", "an own <kind> is not on <zone>", 1, ANY},
    {"truth", "an own <kind> is not attacked", 1, ANY},
    {"truth", "at least <n> own <kind> are next to <squares>", 1, ANY},
    {"truth", "at most <n> (<squares>) are not attacked by <squares>", 1, ANY},
    {"truth", "own piece is one group", 1, ANY},
    {"truth", "own <kind> joins (<squares>) to (<squares>)", 1, ANY},
    {"truth", "mover is <player>", 1, ANY},
    {"truth", "<squares> is not one group", 1, ANY},
    {"truth", "every enemy <kind> is attacked", 1, ANY},
    {"truth", "mover has a <kind>", 2, ANY},
    {"truth", "enemy has no <kind>", 2, ANY},
    {"truth", "enemy has at most <n> <kind>", 1, ANY},
    {"truth", "nobody has a <kind>", 1, ANY},
    {"truth", "a line of 3 (own <kind>)", 1, ANY},
    {"truth", "a line of 2 (<squares>)", 1, ANY},
    {"truth", "<kinds-name> is <kind>", 3, ANY},
    {"truth", "<kinds-name> is not <kind>", 1, ANY},
    {"truth", "spicy is yes", 3, ANY},
    {"truth", "spicy is never", 3, ANY},
    {"truth", "<number> is at least <n>", 3, ANY},
    {"truth", "<number> is more than <number>", 2, ANY},
    {"truth", "<number> is less than <number>", 1, ANY},
    {"truth", "<number> is <n>", 1, ANY},
    {"truth", "<truth-name>", 4, HERE | CHOICE},
    {"truth", "mover is in check", 2, ANY & ~DRAW_WHEN},
    {"truth", "enemy is in check", 2, ANY & ~DRAW_WHEN},
    {"truth", "enemy is not in check", 1, DRAW_LAW | DRAW_END | DRAW_MOVED},
    {"truth", "enemy cannot move", 3, DRAW_LAW | DRAW_END},
    {"truth", "next player cannot move", 2, DRAW_LAW | DRAW_END},
    {"truth", "next player is in check", 2, DRAW_END},
    {"truth", "enemy has a move after which <truth>", 1, DRAW_END},
    {"truth", "enemy has no move after which <truth>", 1, DRAW_END},
    {"truth", "board repeated", 2, DRAW_LAW},
    {"truth", "board has occurred 3 times", 1, DRAW_LAW},
    {"truth", "board repeated after a turn", 2, DRAW_LAW},
    {"truth", "move was capture", 3, PAST},
    {"truth", "move was <verb>", 2, PAST},
    {"truth", "move was pass", 1, PAST},
    {"truth", "move was forced", 1, PAST},
    {"truth", "move was by <kind>", 2, PAST},
    {"truth", "position has occurred 2 times", 2, DRAW_END},
    {"truth", "position has occurred 3 times", 2, DRAW_END},
    {"truth", "after every turn of mover since the first time, <truth>", 1, DRAW_END},
    {"truth", "not (<truth>)", 3, ANY},
    {"truth", "(<truth> and <truth>)", 4, ANY},
    {"truth", "(<truth> or <truth>)", 4, ANY},

    {"number", "<n>", 3, ANY},
    {"number", "<counter>", 6, ANY},
    {"number", "mover's <own-counter>", 6, ANY},
    {"number", "enemy's <own-counter>", 2, ANY},
    {"number", "moves-left", 6, DRAW_LAW | DRAW_END | DRAW_MOVED | DRAW_VERB},
    {"number", "moves-made", 3, DRAW_LAW | DRAW_END | DRAW_MOVED | DRAW_VERB},
    {"number", "height on <square>", 4, ANY},
    {"number", "<number-name>", 8, DEEDS},
    {"number", "number of <squares>", 5, ANY},
    {"number", "number of own <pocket>", 2, ANY},
    {"number", "worth of own piece", 2, ANY},
    {"number", "worth of enemy <kind>", 1, ANY},
    {"number", "worth of former (enemy piece)", 1, CHOICE | DRAW_EVENT},
    {"number", "(<number> plus <number>)", 2, ANY},
    {"number", "(<number> minus <number>)", 2, ANY},

    {"motion", "step <ways>", 10, ANY},
    {"motion", "slide <ways>", 8, ANY},
    {"motion", "slide <ways> up to 2", 3, ANY},
    {"motion", "leap <pair>", 8, ANY},
    {"motion", "leap <n> along <ways>", 3, ANY},
    {"motion", "leap <pair> repeatedly", 2, ANY},
    {"motion", "leap <pair> not over a piece", 2, ANY},
    {"motion", "leap 2,2 over empty squares", 1, ANY},
    {"motion", "(leap 1,2 over empty squares, straight first)", 1, ANY},
    {"motion", "(leap 1,3 over empty squares, straight first)", 1, ANY},
    {"motion", "slide <ways> over 1 piece", 3, ANY},
    {"motion", "slide <ways> over 1 (piece except <kind>)", 1, ANY},
    {"motion", "slide <ways> just beyond 1 piece", 2, ANY},
    {"motion", "step <ways> then slide outward", 1, ANY},
    {"motion", "step <ways> then step <ways>", 2, ANY},
    {"motion", "leap <pair> then slide outward", 1, ANY},
    {"motions", "<motion>", 10, ANY},
    {"motions", "<motion> or <motion>", 4, ANY},
    {"motions", "(<motion>) except <zone>", 1, ANY},
    {"motions", "<motion> on <zone>", 2, ANY},

    /* what is known and demanded before anything happens */
    {"before", "let $S be <squares>", 6, DEEDS},
    {"before", "let $s be <square>", 6, DEEDS},
    {"before", "choose $s from <squares>", 8, CHOICE},
    {"before", "choose $W from <ways>", 5, CHOICE},
    {"before", "choose $K from <kinds>", 2, CHOICE},
    {"before", "choose $N from 1 to <n>", 2, CHOICE},
    {"before", "choose $N from 0 to <number>", 2, CHOICE},
    {"before", "let $N be <number>", 2, DEEDS},
    {"before", "require <truth>", 6, CHOICE},

    {"random", "choose $s at random from <squares>", 6, ANY},
    {"random", "choose $s at random from (<squares>) on empty", 6, ANY},
    {"random", "choose $W at random from <ways>", 2, ANY},
    {"random", "choose $K at random from <kinds>", 2, ANY},

    {"deed", "take <squares>", 4, DEEDS},
    {"deed", "take <squares> as trampled", 1, DEEDS},
    {"deed", "land on <square>", 12, DRAW_VERB},
    {"deed", "bring <other> to <other>", 4, DEEDS},
    {"deed", "land on the top of <square>", 8, DRAW_VERB},
    {"deed", "land on the bottom of <square>", 1, DRAW_VERB},
    {"deed", "bring the top of <other> to the bottom of <square>", 4, DEEDS},
    {"deed", "bring the top 2 of <square> to the top of <other>", 3, DEEDS},
    {"deed", "bring the top (<number>) of <other> to <other>", 2, DEEDS},
    {"deed", "bring <other> to the top of <square>", 3, DEEDS},
    {"deed", "take the top of <squares>", 4, DEEDS},
    {"deed", "take the top 2 of <squares> as trampled", 1, DEEDS},
    {"deed", "put own <kind> on the top of <square>", 4, DEEDS},
    {"deed", "swap <square> with <square>", 3, DEEDS},
    {"deed", "swap here with <square>", 3, DRAW_VERB},
    {"deed", "put own <kind> on <square>", 3, DEEDS},
    {"deed", "put enemy <kind> on <square>", 1, DEEDS},
    {"deed", "put own <kinds-name> on <square>", 3, DEEDS},
    {"deed", "become <kind>", 3, DRAW_VERB | DRAW_EVENT},
    {"deed", "become <kinds-name>", 5, DRAW_VERB},
    {"deed", "turn <squares> to mover", 2, DEEDS},
    {"deed", "turn <squares> to enemy", 1, DEEDS},
    {"deed", "turn <squares> into <kind>", 4, DEEDS},
    {"deed", "turn <squares> into <kinds-name>", 2, DEEDS},
    {"deed", "set <mark> on <squares>", 8, DEEDS},
    {"deed", "clear <mark> on <squares>", 3, DEEDS},
    {"deed", "increase <counter> by 1", 3, DEEDS},
    {"deed", "decrease <counter> by <n>", 1, DEEDS},
    {"deed", "set <counter> to <number>", 2, DEEDS},
    {"deed", "increase mover's <own-counter> by 1", 3, DEEDS},
    {"deed", "set enemy's <own-counter> to <number>", 1, DEEDS},
    {"deed", "may become <kind>", 1, DRAW_VERB},
    {"deed", "may take <squares>", 1, CHOICE},
    {"deed", "may put own <kind> on <square>", 1, CHOICE},
    {"deed", "<call>", 3, DRAW_VERB},
    {"deed", "may <call>", 2, DRAW_VERB},
    {"deed", "do-it", 20, DRAW_EVENT},
    {"deed", "if <truth>: {deeds}", 6, DEEDS},
    {"deed", "if <truth>: {deeds}otherwise: {deeds}", 3, DEEDS},
    {"deed", "if <truth>: {deeds}otherwise if <truth>: {deeds}otherwise: {deeds}", 2, DEEDS},
    {"deed", "for each $s from <squares>: {deeds}", 4, DEEDS},
    {"deed", "for each $W from <ways>: {deeds}", 2, DEEDS},

    {"kinds", "<kind> or <kind>", 1, ANY},
    {"event", "when its own move ends on <zone>", 5, ANY},
    {"event", "when its own move starts on <zone>", 2, ANY},
    {"event", "when its own move starts or ends on <zone>", 2, ANY},
    {"event", "when taken", 3, ANY},
    {"event", "when capturing", 4, ANY},
};
enum { ROW_COUNT = sizeof ROWS / sizeof *ROWS };

/* --- leaves -------------------------------------------------------------------------------------- */

static void put_number(struct drawing *d)
{
    draw_put(d, "%d", 1 + (int)draw_below(d, 2));
}

static bool is_on_board(const struct drawing *d, int far, int wide)
{
    return (far < d->files && wide < d->ranks) || (wide < d->files && far < d->ranks);
}

static void put_pair(struct drawing *d)
{
    static const int PAIRS[][2] = {{1, 2}, {2, 2}, {0, 2}, {1, 3}, {1, 1}, {2, 3}, {0, 1}};
    const int *pair;
    int tries = 0;
    do {
        pair = PAIRS[draw_below(d, sizeof PAIRS / sizeof *PAIRS)];
    } while (!is_on_board(d, pair[0], pair[1]) && ++tries < 9);
    draw_put(d, "%d,%d", pair[0], pair[1]);
}

static void put_kind(struct drawing *d)
{
    draw_put(d, "%s", draw_man_of(d)->name);
}

static void put_player(struct drawing *d)
{
    draw_put(d, draw_chance(d, 50) ? "White" : "Black");
}

static void put_coordinate(struct drawing *d)
{
    char name[8];
    draw_square_name(d, name);
    draw_put(d, "%s", name);
}

static const struct draw_verb *callable_verb(struct drawing *d)
{
    const struct draw_verb *chosen = NULL;
    int found = 0;
    for (int i = 0; i < d->verb_count; i++) {
        if (d->verbs[i].callable && draw_below(d, (size_t)++found) == 0) {
            chosen = &d->verbs[i];
        }
    }
    return chosen;
}

static bool has_callable_verb(const struct drawing *d)
{
    bool has = false;
    for (int i = 0; i < d->verb_count; i++) {
        has = has || d->verbs[i].callable;
    }
    return has;
}

static void put_verb(struct drawing *d)
{
    draw_put(d, "%s", d->verbs[draw_below(d, (size_t)d->verb_count)].name);
}

static void put_call(struct drawing *d)
{
    draw_row(d, callable_verb(d)->call);
}

#define KIND(name) (1u << DRAW_##name)
static const struct leaf {
    const char *name;
    void (*put)(struct drawing *); /* null: a known name of these kinds */
    unsigned kinds;
} LEAVES[] = {
    {"n", put_number, 0},
    {"pair", put_pair, 0},
    {"kind", put_kind, 0},
    {"player", put_player, 0},
    {"coordinate", put_coordinate, 0},
    {"call", put_call, 0},
    {"verb", put_verb, 0},
    {"mark", NULL, KIND(MARK)},
    {"counter", NULL, KIND(COUNTER)},
    {"own-counter", NULL, KIND(OWN_COUNTER)},
    {"pocket", NULL, KIND(POCKET)},
    {"squares-name", NULL, KIND(SQUARES) | KIND(SQUARE)},
    {"square-name", NULL, KIND(SQUARE)},
    {"ways-name", NULL, KIND(WAYS) | KIND(WAYS_NAMED)},
    {"kinds-name", NULL, KIND(MEN_KINDS)},
    {"number-name", NULL, KIND(NUMBER)},
    {"zone-name", NULL, KIND(ZONE)},
    {"truth-name", NULL, KIND(TRUTH)},
};

static const struct leaf *leaf_named(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof LEAVES / sizeof *LEAVES; i++) {
        if (strlen(LEAVES[i].name) == length && memcmp(LEAVES[i].name, name, length) == 0) {
            return &LEAVES[i];
        }
    }
    return NULL;
}

static bool is_known(const struct drawing *d, unsigned kinds)
{
    for (int i = 0; i < d->name_count; i++) {
        if (kinds >> d->names[i].kind & 1) {
            return true;
        }
    }
    return false;
}

/* --- rows ------------------------------------------------------------------------------------------ */

/* Whether a row can stand here: its leaves can be filled, and it goes no deeper than it may. */
static bool fits(const struct drawing *d, const struct row *row)
{
    bool good = (row->places & (int)d->place) != 0;
    const struct {
        const char *word;
        bool known;
    } wanted[] = {
        {"in check", d->checks},
        {"spicy", d->option},
        {"next player", d->turns},
        {"moves-", d->moves},
        {"the top", d->stacked},
        {"the bottom", d->stacked},
        {"height", d->stacked},
        {"<call>", has_callable_verb(d)},
        {"do-it", d->has_deed},
        {"leap 2,2", is_on_board(d, 2, 2)},
        {"leap 1,2", is_on_board(d, 1, 2)},
        {"leap 1,3", is_on_board(d, 1, 3)},
        {"<verb>", d->verb_count > 0},
    };
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        good = good && (wanted[i].known || strstr(row->text, wanted[i].word) == NULL);
    }
    if (d->corner && (strncmp(row->text, "rank ", 5) == 0 || strncmp(row->text, "file ", 5) == 0)) {
        return false; /* they have other names there */
    }
    for (const char *at = strchr(row->text, '<'); at != NULL && good; at = strchr(at + 1, '<')) {
        const struct leaf *leaf = leaf_named(at + 1, strcspn(at + 1, ">"));
        const bool shallow = strncmp(at, "<way", 4) == 0 || strncmp(at, "<zone", 5) == 0 ||
                             strncmp(at, "<kinds", 6) == 0 || strncmp(at, "<motion", 7) == 0;
        good =
            leaf == NULL ? shallow || d->depth > 0 : leaf->put != NULL || is_known(d, leaf->kinds);
    }
    return good && (strchr(row->text, '{') == NULL || d->depth > 1);
}

void draw_rows_of(struct drawing *d, const char *name)
{
    const struct row *chosen = NULL;
    int total = 0;
    for (int i = 0; i < ROW_COUNT; i++) {
        if (strcmp(ROWS[i].of, name) == 0 && fits(d, &ROWS[i])) {
            total += ROWS[i].weight;
            chosen = (int)draw_below(d, (size_t)total) < ROWS[i].weight ? &ROWS[i] : chosen;
        }
    }
    d->depth--;
    if (chosen != NULL) {
        draw_row(d, chosen->text);
    } else {
        draw_put(d, strcmp(name, "truth") == 0 ? "a piece" : "nothing");
    }
    d->depth++;
}

static const char *put_hole(struct drawing *d, const char *at)
{
    size_t length = strcspn(at, ">");
    const struct leaf *leaf = leaf_named(at, length);
    char name[32] = "";
    memcpy(name, at, length < sizeof name ? length : 0);
    if (leaf == NULL) {
        draw_rows_of(d, name);
    } else if (leaf->put != NULL) {
        leaf->put(d);
    } else {
        draw_put(d, "%s", draw_known_name(d, leaf->kinds));
    }
    return at + length;
}

static void put_new_name(struct drawing *d, char letter)
{
    draw_put(d, "%s",
             draw_new_name(d, letter == 'S'   ? DRAW_SQUARES
                              : letter == 's' ? DRAW_SQUARE
                              : letter == 'W' ? DRAW_WAYS
                              : letter == 'N' ? DRAW_NUMBER
                                              : DRAW_MEN_KINDS));
}

/* A block behind the row: its names are in force in it, and nobody chooses in a loop. */
static void put_block(struct drawing *d, bool loops)
{
    const unsigned place = d->place;
    if (loops) {
        d->place = (int)place & HERE ? DRAW_EVENT : DRAW_MOVED;
    }
    draw_settle_names(d);
    draw_put(d, "\n");
    draw_block(d, 1 + (int)draw_below(d, 2));
    draw_line_start(d);
    d->place = place;
}

void draw_row(struct drawing *d, const char *text)
{
    const bool loops = strncmp(text, "for each", 8) == 0;
    const int names = d->name_count;
    bool has_block = false;
    for (; *text != '\0'; text++) {
        if (*text == '<') {
            text = put_hole(d, text + 1);
        } else if (*text == '$') {
            put_new_name(d, *++text);
        } else if (*text == '{') {
            put_block(d, loops);
            d->name_count = names;
            has_block = true;
            text += strlen("deeds}");
        } else if (strncmp(text, ": {", 3) != 0) {
            draw_put(d, "%c", *text);
        } else {
            draw_put(d, ":");
            text++;
        }
    }
    if (has_block) {
        draw_put(d, "end");
    }
}
