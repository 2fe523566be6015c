/* game.c - whole rule files, drawn (draw.h): board, array, memory, laws, ends. */
#include "draw.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- who plays where ------------------------------------------------------------------------------- */

static void choose_men(struct drawing *d)
{
    static const char *const NAMES[] = {"King", "Archer", "Baron", "Crow", "Duke", "Eagle", "Fox"};
    d->man_count = 2 + (int)draw_below(d, 4);
    const bool royals = draw_chance(d, 65), hands = draw_chance(d, 30);
    for (int i = 0; i < d->man_count; i++) {
        struct draw_man *man = &d->men[i];
        *man = (struct draw_man){.name = NAMES[i], .letter = NAMES[i][0], .owner = -1};
        man->royal = i == 0 ? royals : draw_chance(d, 4);
        if (i > 0 && draw_chance(d, 8)) {
            man->owner = (int)draw_below(d, 3);
        }
        man->royal = man->royal && man->owner != 2;
        man->goes_to_hand = hands && i > 0 && draw_chance(d, 60);
    }
    d->checks = royals && draw_chance(d, 75);
}

static void choose_board(struct drawing *d)
{
    static const int SIZES[][2] = {{9, 8},  {11, 7}, {8, 8},   {12, 11}, {16, 9}, {16, 16},
                                   {13, 5}, {1, 5},  {2, 2},   {3, 16},  {16, 4}, {10, 10},
                                   {7, 1},  {5, 12}, {17, 16}, {26, 10}, {26, 3}, {3, 26}};
    d->hexagons = draw_chance(d, 7);
    if (d->hexagons) {
        d->files = d->ranks = 5 + 2 * (int)draw_below(d, 2);
    } else if (draw_chance(d, 14)) {
        const int *size = SIZES[draw_below(d, sizeof SIZES / sizeof *SIZES)];
        d->files = size[0];
        d->ranks = size[1];
    } else {
        d->files = 2 + (int)draw_below(d, 5);
        d->ranks = 3 + (int)draw_below(d, 4);
    }
    d->corner = !d->hexagons && draw_chance(d, 6);
    d->two_boards = !d->hexagons && d->files % 2 == 0 && d->files > 3 && draw_chance(d, 12);
    d->men[d->man_count - 1].inherited = !d->hexagons && d->man_count > 1 &&
                                         !d->men[d->man_count - 1].royal &&
                                         !d->men[d->man_count - 1].goes_to_hand &&
                                         d->men[d->man_count - 1].owner < 0 && draw_chance(d, 20);
}

/* --- the array ------------------------------------------------------------------------------------- */

/* The letter of a man of a player, who has to have such men; 0: none. */
static char letter_of(const struct draw_man *man, int player)
{
    if (man->owner == 2) {
        return man->letter;
    }
    if (man->owner >= 0 && man->owner != player) {
        return 0;
    }
    return (char)(player == 0 ? man->letter : man->letter - 'A' + 'a');
}

/* Squares of a rank between which there are but holes are linked, mostly. */
static void put_links(struct drawing *d, const char *cells, int row)
{
    int before = -1;
    for (int file = 0; file < d->files; file++) {
        if (cells[file] == '*') {
            continue;
        }
        if (before >= 0 && file - before > 1 && draw_chance(d, 75)) {
            char from[8], to[8];
            draw_name_square(d, before, d->ranks - 1 - row, from);
            draw_name_square(d, file, d->ranks - 1 - row, to);
            draw_put(d, "link %s and %s\n", from, to);
        }
        before = file;
    }
}

/* A hole with squares on both sides of it and of the holes beside it. */
static bool is_between(const char *cells, int files, int file)
{
    int left = file, right = file;
    while (left >= 0 && cells[left] == '*') {
        left--;
    }
    while (right < files && cells[right] == '*') {
        right++;
    }
    return cells[file] == '*' && left >= 0 && right < files;
}

static void put_array(struct drawing *d)
{
    char board[MAD_MAX_SIDE][MAD_MAX_SIDE];
    const int men = 2 + (int)draw_below(d, 4), squares = d->files * d->ranks;
    memset(board, '.', sizeof board);
    for (int i = 0; i < squares / 12 && draw_chance(d, 15); i++) {
        board[draw_below(d, (size_t)d->ranks)][draw_below(d, (size_t)d->files)] = '*';
    }
    const bool links = d->files > 2 && !d->two_boards && draw_chance(d, 10);
    for (int rank = 0; links && rank < d->ranks; rank++) {
        const int first = 1 + (int)draw_below(d, (size_t)d->files - 2);
        const int last = first + (int)draw_below(d, (size_t)(d->files - 1 - first));
        for (int file = first; file <= last && draw_chance(d, 60); file++) {
            board[rank][file] = '*';
        }
    }
    for (int player = 0; player < 2; player++) {
        for (int i = 0; i < men; i++) {
            const struct draw_man *man = i == 0 ? &d->men[0] : draw_man_of(d);
            if (i > 0 && man == &d->men[0] && man->royal && draw_chance(d, 80)) {
                man = &d->men[d->man_count - 1];
            }
            const bool is_home = d->ranks > 1 && draw_chance(d, 60);
            const int near = (int)draw_below(d, is_home ? 2 : (size_t)d->ranks);
            char *at =
                &board[player == 0 ? d->ranks - 1 - near : near][draw_below(d, (size_t)d->files)];
            const char letter = letter_of(man, player);
            *at = *at == '.' && letter != 0 ? letter : *at;
        }
    }
    const bool draws = links && draw_chance(d, 50); /* the same by lines in the picture */
    draw_put(d, "array\n");
    for (int rank = 0; rank < d->ranks; rank++) {
        draw_put(d, " ");
        for (int file = 0; file < d->files; file++) {
            draw_put(d, " %c",
                     draws && is_between(board[rank], d->files, file) ? '-' : board[rank][file]);
        }
        draw_put(d, "\n");
    }
    for (int rank = 0; rank < d->ranks; rank++) {
        memcpy(d->cells[d->ranks - 1 - rank], board[rank], sizeof *board);
    }
    for (int rank = 0; links && !draws && rank < d->ranks; rank++) {
        put_links(d, board[rank], rank);
    }
}

static void place_on_hexagons(struct drawing *d)
{
    const int middle = d->files / 2;
    draw_put(d, "board hexagon %d\n", middle + 1);
    for (int player = 0; player < 2; player++) {
        for (int i = 0; i < 3 && i < d->man_count; i++) {
            const struct draw_man *man = &d->men[i];
            const int file = middle + (i == 0 ? 0 : i == 1 ? -1 : 1);
            if (letter_of(man, player) != 0 && man->owner != 2) {
                draw_put(d, "place %s's %s on %c%d\n", player == 0 ? "White" : "Black", man->name,
                         'a' + file, player == 0 ? 1 : d->ranks - (i == 0 ? 0 : 1));
            }
        }
    }
}

static void put_board(struct drawing *d)
{
    static const char *const PLAYERS[] = {
        "players White (w) in capitals going north and Black (b) in small letters going south\n",
        "players Black (b) in small letters going south and White (w) in capitals going north\n"};
    draw_put(d, "%s", PLAYERS[draw_chance(d, 12)]);
    if (draw_chance(d, 20)) {
        draw_put(d, draw_chance(d, 50) ? "White moves first\n" : "Black moves first\n");
    }
    if (d->hexagons) {
        place_on_hexagons(d);
        return;
    }
    if (d->two_boards) {
        draw_put(d, "board %d by %d by 2, not touching\n", d->files / 2, d->ranks);
    } else {
        draw_put(d, "board %d by %d\n", d->files, d->ranks);
    }
    if (!d->two_boards && draw_chance(d, 10)) {
        draw_put(d, draw_chance(d, 60) ? "wrap sideways\n" : "wrap both\n");
    }
    if (d->corner) {
        draw_put(d, "corner %da\n", d->files);
    }
    put_array(d);
    if (draw_chance(d, 4)) {
        char hole[8];
        draw_square_name(d, hole);
        draw_put(d, "hole %s\n", hole); /* now and then under a man, who is refused */
    }
}

/* --- memory ------------------------------------------------------------------------------------------ */

static void put_marks(struct drawing *d)
{
    static const char *const LIVES[] = {
        "lasts 1 turn",
        "lasts 1 move",
        "lasts until cleared",
        "follows its piece",
        "lasts until its piece moves or is taken",
        "lasts until its piece moves or is taken, or until own royal moves or is taken"};
    enum { OF_SQUARES = 3 }; /* the first of them: who stands on others carries no marks */
    d->stacked = draw_chance(d, 10);
    if (d->stacked) {
        draw_put(d, "men stand on one another\n");
    }
    for (int i = (int)draw_below(d, 3); i > 0; i--) {
        const char *name = draw_new_name(d, DRAW_MARK);
        const size_t life = draw_below(d, d->stacked ? OF_SQUARES : sizeof LIVES / sizeof *LIVES);
        draw_put(d, "mark %s %s\n", name, LIVES[life]);
        if (life >= 2 && draw_chance(d, 60)) {
            char one[8], other[8];
            draw_square_name(d, one);
            draw_square_name(d, other);
            if (draw_chance(d, 30))
                draw_put(d, "mark %s starts on %s or %s\n", name, one, other);
            else
                draw_put(d, "mark %s starts on %s\n", name, draw_man_of(d)->name);
        }
    }
}

static void put_counters(struct drawing *d)
{
    for (int i = (int)draw_below(d, 5) - 2; i > 0; i--) {
        const bool each = draw_chance(d, 50);
        draw_put(d, "counter %s%s starts at %d\n",
                 draw_new_name(d, each ? DRAW_OWN_COUNTER : DRAW_COUNTER),
                 each ? " for each player" : "", (int)draw_below(d, 3));
    }
}

static void put_pockets(struct drawing *d)
{
    const struct draw_man *waiting = NULL;
    for (int i = 0; i < d->man_count; i++) {
        waiting = d->men[i].goes_to_hand && d->men[i].owner < 0 ? &d->men[i] : waiting;
    }
    if (waiting == NULL) {
        return;
    }
    const char *name = draw_new_name(d, DRAW_POCKET);
    draw_put(d, "pocket %s", name);
    const bool captured = draw_chance(d, 60);
    if (!captured || draw_chance(d, 40)) {
        draw_put(d, " starts with %d %s", 1 + (int)draw_below(d, 2), waiting->name);
    }
    draw_put(d, "\n");
    if (captured) {
        draw_put(d, "captured pieces change sides and go to %s\n", name);
    }
    if (draw_chance(d, 40)) {
        const bool join = draw_chance(d, 40);
        draw_put(d, "trampled pieces %s%s\n",
                 join ? "join their taker and go to " : "leave the game", join ? name : "");
    }
}

static void put_meanings(struct drawing *d)
{
    if (!d->hexagons && draw_chance(d, 4)) {
        draw_put(d, "inherited sideways means east or west\n");
    }
    d->place = DRAW_PIECE;
    d->depth = 1;
    for (int i = (int)draw_below(d, 2); i > 0; i--) {
        char from[8], to[8];
        const char *name = draw_new_name(d, DRAW_ZONE);
        draw_square_name(d, from);
        draw_square_name(d, to);
        draw_put(d, "%s means %s, %s or ", name, from, to);
        draw_rows_of(d, "zone");
        draw_put(d, "\n");
    }
    if (draw_chance(d, 25)) {
        draw_put(d, "%s means ", draw_new_name(d, DRAW_WAYS_NAMED));
        draw_row(d, "<way> or <way>\n");
    }
    if (d->files > 2 && d->ranks > 2 && draw_chance(d, 8)) {
        static const char *const STEPS[] = {"1,2", "-1,1", "2,0", "0,-2"};
        draw_put(d, "%sdirection %s %s\n", draw_chance(d, 50) ? "own " : "",
                 draw_new_name(d, DRAW_WAYS_NAMED),
                 STEPS[draw_below(d, sizeof STEPS / sizeof *STEPS)]);
    }
    draw_settle_names(d);
    if (draw_chance(d, 20)) {
        d->place = DRAW_WHEN;
        d->depth = 2;
        draw_put(d, "%s means ", draw_new_name(d, DRAW_TRUTH));
        draw_row(d, "<truth>\n");
    }
    draw_settle_names(d);
}

/* --- laws and ends -------------------------------------------------------------------------------- */

static void put_players_verbs(struct drawing *d)
{
    for (int i = 0; i < d->verb_count; i++) {
        const struct draw_verb *verb = &d->verbs[i];
        if (verb->after) {
            draw_put(d, "after each move, a player %s %s\n", draw_chance(d, 70) ? "may" : "must",
                     verb->name);
        } else if (!verb->with_man) {
            draw_put(d, "%s may %s", draw_chance(d, 80) ? "a player" : "White", verb->name);
            if (draw_chance(d, 20)) {
                d->place = DRAW_LAW;
                d->depth = 1;
                draw_row(d, " when <truth>");
            }
            draw_put(d, "\n");
        }
        if (!verb->after && draw_chance(d, 4)) {
            draw_put(d, "must %s when possible\n", verb->name);
        }
    }
}

/* What happens by itself, once for all men. */
static void put_block(struct drawing *d, const char *heading)
{
    d->place = DRAW_MOVED;
    d->depth = 2;
    d->indent = 0;
    draw_put(d, "%s:\n", heading);
    draw_block(d, 1 + (int)draw_below(d, 2));
    draw_put(d, "end\n");
}

/* Before the verbs, which may ask for it. */
static void put_turns(struct drawing *d)
{
    const char *counter = draw_known_name(d, 1u << DRAW_COUNTER);
    const size_t kind = draw_below(d, 40);
    d->place = DRAW_LAW;
    d->turns = kind < 5;
    if (kind == 0) {
        draw_put(d, "turns repeat White, Black, Black and White\n");
    } else if (kind == 1) {
        draw_put(d, "turns White then repeat Black, Black, White and White\n");
    } else if (kind == 2) {
        d->depth = 2;
        draw_row(d, "mover must move again when <truth>\n");
    } else if (kind < 5) {
        d->moves = true;
        if (counter != NULL && draw_chance(d, 50)) {
            draw_put(d, "each turn is %s moves\n", counter);
        } else {
            draw_put(d, "each turn is %d moves\n", 2 + (int)draw_below(d, 2));
        }
        if (draw_chance(d, 50)) {
            put_block(d, "when a turn ends");
        }
    }
    if (d->turns && draw_chance(d, 30)) {
        d->place = DRAW_LAW;
        d->depth = 2;
        draw_row(d, "end-turn when <truth>\n");
    }
}

/* Laws and ends may ask for it. */
static void put_counting(struct drawing *d)
{
    static const char *const COUNTS[] = {" counts moves after which ",
                                         " counts moves in a row after which "};
    const bool each = draw_chance(d, 50);
    draw_put(d, "counter %s%s%s", draw_new_name(d, each ? DRAW_OWN_COUNTER : DRAW_COUNTER),
             each ? " for each player" : "", COUNTS[draw_chance(d, 50)]);
    d->place = DRAW_MOVED;
    d->depth = 2;
    draw_row(d, "<truth>\n");
    draw_settle_names(d);
}

static void put_laws(struct drawing *d)
{
    static const struct {
        const char *row;
        unsigned percent;
    } LAWS[] = {
        {"illegal when <truth>\n", 18},
        {"illegal when <truth> unless <truth>\n", 4},
        {"must capture when possible\n", 8},
        {"must capture as many as possible\n", 4},
        {"must capture as many as possible, then with <kind>, then as many <kind> as possible, "
         "then <kind> as early as possible\n",
         3},
        {"pass when mover cannot move\n", 10},
        {"pass when <truth>\n", 4},
        {"pass when <truth>\n", 4},
        {"a player may pass\n", 3},
    };
    d->place = DRAW_LAW;
    draw_put(d, "\n");
    for (size_t i = 0; i < sizeof LAWS / sizeof *LAWS; i++) {
        d->depth = 2;
        if (draw_chance(d, LAWS[i].percent)) {
            draw_row(d, LAWS[i].row);
        }
    }
    if (draw_chance(d, 15)) {
        put_block(d, "when moved");
    }
    if (d->checks && draw_chance(d, 10)) {
        draw_put(d, "inherited illegal when mover is in check\n");
    }
}

static void put_ends(struct drawing *d)
{
    static const char *const ENDS[] = {
        "mover wins when <truth>",
        "enemy wins when <truth>",
        "White loses when <truth>",
        "draw when <truth>",
        "draw when <truth> unless <truth>",
        "mover scores <number> and enemy scores <number> when <truth>",
        "a player with no <kind> loses",
        "a player with no <kind> wins",
        "a player with no <kind> loses, mover if both would",
        "a player with no <kind> wins, enemy if both would",
        "draw after 4 turns each without capture or <kind> move",
        "mover wins when enemy has no <kind>",
        "draw when position has occurred 3 times",
    };
    d->place = DRAW_END;
    draw_put(d, "\nends in this order\n");
    for (int i = (int)draw_below(d, 4); i > 0; i--) {
        d->depth = 2;
        draw_put(d, "  ");
        draw_row(d, ENDS[draw_below(d, sizeof ENDS / sizeof *ENDS)]);
        draw_put(d, "\n");
    }
    const char *counter = draw_known_name(d, 1u << DRAW_OWN_COUNTER);
    if (counter != NULL && draw_chance(d, 20)) {
        d->depth = 2;
        draw_put(d, "  the player with most %s wins when ", counter);
        draw_row(d, "<truth>");
        draw_put(d, "\n");
    }
    if (d->checks && draw_chance(d, 70)) {
        draw_put(d, "  mover wins when enemy cannot move and enemy is in check\n");
    }
    if (d->checks && draw_chance(d, 20)) {
        d->depth = 2;
        draw_put(d, draw_chance(d, 50) ? "  a player who is in check loses when "
                                       : "  a player who is not in check wins when ");
        draw_row(d, "<truth>");
        draw_put(d, draw_chance(d, 50)   ? "\n"
                    : draw_chance(d, 50) ? ", mover if both would\n"
                                         : ", enemy if both would\n");
    }
    draw_put(d, d->turns ? "  draw when next player cannot move\n"
                         : "  draw when enemy cannot move\n");
}

char *draw_rules(uint64_t seed, size_t *bytes)
{
    struct drawing d = {.random = seed};
    choose_men(&d);
    choose_board(&d);
    draw_put(&d, "mad 1\nuse %s%s\n\ngame \"Drawn\"\n\n", d.hexagons ? "hexagons" : "boards",
             d.checks ? " and check" : "");
    put_board(&d);
    draw_put(&d, "\n");
    put_marks(&d);
    put_counters(&d);
    put_pockets(&d);
    draw_settle_names(&d);
    d.option = draw_chance(&d, 8);
    if (d.option) {
        draw_put(&d, "option spicy is yes or never, normally %s\n",
                 draw_chance(&d, 50) ? "yes" : "never");
    }
    put_meanings(&d);
    put_turns(&d);
    for (int i = (int)draw_below(&d, 4); i > 0; i--) {
        draw_verb(&d, true, false);
    }
    if (draw_known_name(&d, 1u << DRAW_POCKET) != NULL || draw_chance(&d, 6)) {
        draw_verb(&d, false, false);
    }
    if (draw_chance(&d, 7)) {
        draw_verb(&d, false, true);
    }
    if (draw_chance(&d, 30)) {
        draw_deed(&d);
    }
    draw_men(&d);
    put_players_verbs(&d);
    if (draw_chance(&d, 15)) {
        put_counting(&d);
    }
    put_laws(&d);
    put_ends(&d);
    *bytes = d.count;
    if (d.failed) {
        free(d.text);
        return NULL;
    }
    return d.text;
}
