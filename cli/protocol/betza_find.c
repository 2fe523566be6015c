/* betza_find.c - see betza.h: how a man moves, by trial. Layer: cli.
 *
 * From some squares, for each distance: enemies there and beyond show what is taken over empty squares; our own men
 * up to there what is leaped to; one ring of enemies what is hopped over. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "betza.h"
#include "dialect.h"

enum { SIDE = 16, MOST_HOMES = 2, RINGS = 12, FAR_RINGS = 4 };

/* What a square holds beside the man. */
enum filling { NOTHING, FRIEND, ENEMY };

struct cli_trial {
    const mad_game *game;
    struct mad_game_info info;
    mad_position *position, *array;
    mad_moves *moves;
    const char **men; /* [squares] for the text; null: nobody */
    char *text;
    size_t size;
    bool wraps;
    char filler[2][16]; /* of each player: a man who may stand anywhere; empty: there is none */
};

/* What one step, or several, were seen to do: bit 0 away from home, bit 1 at home. */
struct seen {
    unsigned moves, takes;           /* over empty squares */
    unsigned leap_moves, leap_takes; /* over men */
    unsigned hop_moves, hop_takes;   /* over a man on the first square */
    unsigned far_moves;              /* over a man on the second */
};

enum { OFFSETS = 2 * SIDE + 1 };
struct man {
    struct cli_trial *trial;
    int piece, owner;
    char letter[16];
    bool is_royal, has_royals;
    struct seen (*seen)[OFFSETS]; /* [up + SIDE][across + SIDE], steps of White */
    char *origins;                /* [squares] bits of `struct seen`: he was looked at from here */
};

static void letter_of(const mad_game *game, int piece, int owner, char out[16])
{
    snprintf(out, 16, "%s", mad_game_piece(game, (size_t)piece).letter);
    bool is_small = (owner == 0) != mad_game_info(game).first_has_capitals;
    for (char *c = out; is_small && *c != '\0'; c++) {
        *c = (char)tolower((unsigned char)*c);
    }
}

/* --- positions ------------------------------------------------------------------------------------- */

/* What stands on the square; null: nothing. */
static const char *man_at(const struct man *man, int origin, int square, const char *filling)
{
    const struct cli_trial *trial = man->trial;
    struct mad_man royal;
    if (square == origin) {
        return man->letter;
    }
    if (man->has_royals && mad_position_man(trial->array, square, &royal) &&
        mad_game_piece(trial->game, (size_t)royal.piece).royal) {
        return royal.letter;
    }
    return filling[square] == NOTHING ? NULL
           : filling[square] == ENEMY ? trial->filler[!man->owner]
                                      : trial->filler[man->owner];
}

/* Puts a text, if there is room; most of the time goes by here, and printf is slow. */
static size_t put(const struct cli_trial *trial, size_t used, const char *text)
{
    size_t length = strlen(text);
    if (used + length < trial->size) {
        memcpy(trial->text + used, text, length + 1);
        used += length;
    }
    return used;
}

/* Writes the board; returns its length. */
static size_t put_board(struct cli_trial *trial)
{
    size_t used = 0;
    for (int rank = trial->info.ranks - 1; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file <= trial->info.files; file++) {
            const char *what =
                file == trial->info.files ? "" : trial->men[rank * trial->info.files + file];
            empty += what == NULL;
            if (what != NULL && empty > 0) {
                char number[] = {(char)('0' + empty / 10), (char)('0' + empty % 10), '\0'};
                used = put(trial, used, number + (empty < 10));
                empty = 0;
            }
            used = put(trial, used, what != NULL ? what : "");
        }
        used = put(trial, used, rank > 0 ? "/" : "");
    }
    return used;
}

static bool list_moves(struct cli_trial *trial)
{
    struct mad_text_error error;
    return mad_position_set_as(trial->position, trial->text, MAD_DIALECT_OURS, &error) == MAD_OK &&
           mad_moves_list_raw(trial->moves, trial->position) == MAD_OK;
}

/* Sets the men and lists the moves. */
static bool set_men(const struct man *man, int origin, const char *filling)
{
    struct cli_trial *trial = man->trial;
    for (int square = 0; square < trial->info.squares; square++) {
        trial->men[square] = man_at(man, origin, square, filling);
    }
    size_t used = put_board(trial);
    snprintf(trial->text + used, trial->size - used, "%s %c", trial->info.has_hand ? "[]" : "",
             trial->info.player_letter[man->owner]);
    return list_moves(trial);
}

static int distance(const struct cli_trial *trial, int from, int to)
{
    int files = trial->info.files;
    int across = abs(from % files - to % files), up = abs(from / files - to / files);
    if (trial->wraps && files - across < across) {
        across = files - across;
    }
    return across > up ? across : up;
}

/* `inside` nearer than `from`, `ring` from there to `to`, `outside` beyond. */
static void fill(const struct cli_trial *trial, int origin, int from, int to,
                 const enum filling with[3], char *filling)
{
    for (int square = 0; square < trial->info.squares; square++) {
        int steps = distance(trial, origin, square);
        filling[square] = (char)with[steps < from ? 0 : steps <= to ? 1 : 2];
    }
}

/* --- what is seen ---------------------------------------------------------------------------------------- */

/* Steps of which none is another one repeated. */
static const signed char steps[][2] = {
    {0, 1},  {0, -1}, {-1, 0}, {1, 0}, {-1, 1},  {1, 1},  {-1, -1}, {1, -1},
    {-1, 2}, {1, 2},  {-2, 1}, {2, 1}, {-2, -1}, {2, -1}, {-1, -2}, {1, -2},
    {-1, 3}, {1, 3},  {-3, 1}, {3, 1}, {-3, -1}, {3, -1}, {-1, -3}, {1, -3},
    {-2, 3}, {2, 3},  {-3, 2}, {3, 2}, {-3, -2}, {3, -2}, {-2, -3}, {2, -3},
};

enum { STEPS = sizeof steps / sizeof *steps, STRAIGHT_STEPS = 8 };

/* Which of them, made several times, goes so far; STEPS: none. */
static int step_of(int across, int up)
{
    for (int i = 0; i < STEPS; i++) {
        for (int times = 1; times <= SIDE; times++) {
            if (steps[i][0] * times == across && steps[i][1] * times == up) {
                return i;
            }
        }
    }
    return STEPS;
}

/* How odd it would be to go so far: straight ways before leaps, and those before what is none; of two the one that goes less
 * far across. */
static int oddness(int across, int up)
{
    int step = step_of(across, up);
    return (step < STRAIGHT_STEPS ? 0 : step < STEPS ? 1 : 2) * OFFSETS + abs(across);
}

static void set_bit(const struct man *man, int across, int up, unsigned bit, size_t offset)
{
    int turn = man->owner == 0 ? 1 : -1;
    struct seen *seen = &man->seen[turn * up + SIDE][turn * across + SIDE];
    *(unsigned *)(void *)((char *)seen + offset) |= bit;
}

/* Notes it in the field at `offset`. Round the board there are two ways, of which the less odd one counts, or both. */
static void set_seen(const struct man *man, int origin, int to, unsigned bit, size_t offset)
{
    int files = man->trial->info.files;
    int across = to % files - origin % files, up = to / files - origin / files;
    int round = across > 0 ? across - files : across + files;
    int more = oddness(across, up) - oddness(round, up);
    bool has_round = man->trial->wraps && abs(round) <= SIDE;
    if (!has_round || more <= 0) {
        set_bit(man, across, up, bit, offset);
    }
    if (has_round && more >= 0) {
        set_bit(man, round, up, bit, offset);
    }
}

/* Notes in the field at `offset` of each step of the list that ends at a distance; returns whether there was any. */
static bool note(const struct man *man, int origin, int ring, bool takes, unsigned bit,
                 size_t offset, struct cli_ways *ways)
{
    static const struct cli_tongue tongue = {.dialect = CLI_DIALECT_CECP};
    const struct cli_trial *trial = man->trial;
    bool is_any = false;
    for (size_t i = 0; i < mad_moves_count(trial->moves); i++) {
        struct mad_move_info move = mad_moves_at(trial->moves, i);
        if (move.from != origin || move.to < 0 || move.outcomes != 0 || move.to == origin ||
            move.takes != takes || (ring > 0 && distance(trial, origin, move.to) != ring)) {
            continue;
        }
        set_seen(man, origin, move.to, bit, offset);
        is_any = true;
        char text[CLI_MOVE_BYTES];
        cli_dialect_write(&tongue, trial->position, trial->moves, i, text, sizeof text);
        char last = text[strlen(text) - 1];
        ways->is_turned = ways->is_turned || last == '+';
        ways->is_promoted = ways->is_promoted || islower((unsigned char)last);
    }
    return is_any;
}

#define FIELD(name) offsetof(struct seen, name)

/* A royal man may not go where an enemy looks: one enemy at a time. */
static bool look_singly(const struct man *man, int origin, int ring, unsigned bit, char *filling,
                        struct cli_ways *ways)
{
    const struct cli_trial *trial = man->trial;
    bool is_any = false;
    for (int square = 0; square < trial->info.squares && ring < FAR_RINGS; square++) {
        if (distance(trial, origin, square) != ring) {
            continue;
        }
        for (int is_full = 0; is_full < 2; is_full++) {
            enum filling inside = is_full != 0 ? FRIEND : NOTHING;
            fill(trial, origin, ring, SIDE, (enum filling[]){inside, NOTHING, NOTHING}, filling);
            filling[square] = ENEMY;
            if (set_men(man, origin, filling)) {
                is_any = note(man, origin, ring, true, bit,
                              is_full != 0 ? FIELD(leap_takes) : FIELD(takes), ways) ||
                         is_any;
            }
        }
    }
    return is_any;
}

/* From one square. */
static bool look_from(const struct man *man, int origin, bool is_home, char *filling,
                      struct cli_ways *ways)
{
    const struct cli_trial *trial = man->trial;
    unsigned bit = is_home ? 2 : 1;
    bool is_any = false;
    int empty = 0; /* rings, one behind the other */
    memset(filling, NOTHING, (size_t)trial->info.squares);
    if (set_men(man, origin, filling)) {
        is_any = note(man, origin, 0, false, bit, FIELD(moves), ways);
        man->origins[origin] |= (char)bit;
    }
    int most = trial->info.files > trial->info.ranks ? trial->info.files : trial->info.ranks;
    for (int ring = 1; ring < most && ring < RINGS && empty < 2; ring++) {
        if (man->is_royal) {
            is_any = look_singly(man, origin, ring, bit, filling, ways) || is_any;
        }
        fill(trial, origin, ring, SIDE, (enum filling[]){NOTHING, ENEMY, ENEMY}, filling);
        if (set_men(man, origin, filling)) {
            bool takes = note(man, origin, ring, true, bit, FIELD(takes), ways);
            empty = takes || ring < FAR_RINGS ? 0 : empty + 1;
            is_any = takes || is_any;
        }
        if (ring == 1 || ring >= FAR_RINGS) {
            continue;
        }
        fill(trial, origin, ring, ring, (enum filling[]){FRIEND, NOTHING, NOTHING}, filling);
        if (set_men(man, origin, filling)) {
            is_any = note(man, origin, ring, false, bit, FIELD(leap_moves), ways) || is_any;
        }
        fill(trial, origin, ring, SIDE, (enum filling[]){FRIEND, ENEMY, ENEMY}, filling);
        if (set_men(man, origin, filling)) {
            is_any = note(man, origin, ring, true, bit, FIELD(leap_takes), ways) || is_any;
        }
        fill(trial, origin, 1, 1, (enum filling[]){NOTHING, FRIEND, NOTHING}, filling);
        if (set_men(man, origin, filling)) {
            is_any = note(man, origin, ring, false, bit, FIELD(hop_moves), ways) || is_any;
        }
        fill(trial, origin, ring - 1, ring - 1, (enum filling[]){NOTHING, FRIEND, NOTHING},
             filling);
        if (ring > 2 && set_men(man, origin, filling)) {
            is_any = note(man, origin, ring, false, bit, FIELD(far_moves), ways) || is_any;
        }
        fill(trial, origin, 1, 1, (enum filling[]){NOTHING, FRIEND, NOTHING}, filling);
        for (int square = 0; square < trial->info.squares; square++) {
            if (distance(trial, origin, square) >= ring) {
                filling[square] = ENEMY;
            }
        }
        if (set_men(man, origin, filling)) {
            is_any = note(man, origin, ring, true, bit, FIELD(hop_takes), ways) || is_any;
        }
    }
    return is_any;
}

/* --- put together ---------------------------------------------------------------------------------------- */

struct row {
    struct man *man;
    struct cli_ways *ways;
    int across, up, longest; /* steps that some square has room for */
    unsigned bits;           /* of the squares that count */
    bool is_first;
};

static const struct seen *seen_in(const struct row *row, int step)
{
    int across = row->across * step, up = row->up * step;
    return abs(across) > SIDE || abs(up) > SIDE ? NULL : &row->man->seen[up + SIDE][across + SIDE];
}

static bool has(const struct row *row, int step, size_t offset)
{
    const struct seen *seen = seen_in(row, step);
    return seen != NULL &&
           (*(const unsigned *)(const void *)((const char *)seen + offset) & row->bits) != 0;
}

/* Adds a way, or its mode to the same way; of a man who has not moved only what he cannot do later as well. */
static void add_way(const struct row *row, int times, int reach, enum cli_way_kind kind,
                    unsigned mode)
{
    struct cli_ways *ways = row->ways;
    struct cli_way made = {.across = (signed char)(row->across * times),
                           .up = (signed char)(row->up * times),
                           .reach = (unsigned char)reach,
                           .kind = (unsigned char)kind,
                           .modes = (unsigned char)mode,
                           .is_first = row->is_first};
    struct cli_way *same = NULL;
    for (int i = 0; i < ways->count; i++) {
        struct cli_way *way = &ways->ways[i];
        if (way->across != made.across || way->up != made.up || way->kind != made.kind) {
            continue;
        }
        bool covers =
            way->reach == CLI_ENDLESS || (made.reach != CLI_ENDLESS && way->reach >= reach);
        if (!way->is_first && made.is_first && covers && (way->modes & mode) != 0) {
            return;
        }
        if (way->is_first == made.is_first && way->reach == made.reach) {
            same = way;
        }
    }
    if (same != NULL) {
        same->modes |= (unsigned char)mode;
    } else if (ways->count == CLI_MOST_WAYS) {
        ways->is_odd = true;
    } else {
        ways->ways[ways->count++] = made;
    }
}

static bool leaps(const struct row *row, int step, size_t open, size_t leap)
{
    return has(row, step, open) && has(row, step, leap);
}

/* Steps one behind the other, then leaps, then what has to have a man or an empty square on its way. */
static void add_row(const struct row *row, size_t open, size_t leap, size_t hop, unsigned mode)
{
    bool is_straight = abs(row->across) <= 1 && abs(row->up) <= 1;
    int reach = 0, most = is_straight ? FAR_RINGS - 1 : 1;
    while (has(row, reach + 1, open)) {
        reach++;
    }
    int slides = reach;
    while (is_straight && slides > 1 && slides <= most && leaps(row, slides, open, leap)) {
        slides--;
    }
    if (slides > 0) {
        bool is_lame = !is_straight && slides == 1 && !has(row, 1, leap);
        add_way(row, 1, slides > 1 && slides >= row->longest ? CLI_ENDLESS : slides,
                is_lame ? CLI_WAY_LAME : CLI_WAY_PLAIN, mode);
    }
    for (int step = 2; step <= most; step++) {
        if (leaps(row, step, open, leap)) {
            add_way(row, step, 1, CLI_WAY_PLAIN, mode);
        } else if (has(row, step, open) && step > reach) {
            add_way(row, step, 1, CLI_WAY_LAME, mode);
        }
    }
    if (is_straight && has(row, 2, hop) && !has(row, 2, open)) {
        bool is_far = has(row, 3, hop) && !has(row, 3, open);
        add_way(row, 1, CLI_ENDLESS, is_far ? CLI_WAY_HOP : CLI_WAY_BEHIND, mode);
        row->ways->is_odd = row->ways->is_odd ||
                            (!is_far && mode == CLI_WAY_MOVES && !has(row, 3, FIELD(far_moves)));
    }
    for (int step = most + 1; step <= RINGS; step++) {
        row->ways->is_odd = row->ways->is_odd || (has(row, step, open) && step > reach);
    }
}

/* How many steps there is room for, from a square where he was. */
static int longest_of(const struct row *row)
{
    const struct mad_game_info *info = &row->man->trial->info;
    int turn = row->man->owner == 0 ? 1 : -1, longest = 0;
    bool wraps = row->man->trial->wraps;
    if (wraps && row->up == 0) {
        return info->files / 2; /* farther it is nearer from the other side */
    }
    for (int square = 0; square < info->squares; square++) {
        int file = square % info->files, rank = square / info->files, count = -1;
        if (((unsigned)row->man->origins[square] & row->bits) == 0) {
            continue;
        }
        while ((wraps || (file >= 0 && file < info->files)) && rank >= 0 && rank < info->ranks) {
            file += turn * row->across;
            rank += turn * row->up;
            count++;
        }
        longest = count > longest ? count : longest;
    }
    return longest;
}

static void put_together(struct man *man, struct cli_ways *ways)
{
    for (int first = 0; first < 2; first++) {
        for (int i = 0; i < STEPS; i++) {
            struct row row = {man, ways, steps[i][0], steps[i][1], 0, first ? 3 : 1, first != 0};
            row.longest = longest_of(&row);
            add_row(&row, FIELD(moves), FIELD(leap_moves), FIELD(hop_moves), CLI_WAY_MOVES);
            add_row(&row, FIELD(takes), FIELD(leap_takes), FIELD(hop_takes), CLI_WAY_TAKES);
        }
    }
    for (int up = -SIDE; up <= SIDE; up++) {
        for (int across = -SIDE; across <= SIDE; across++) {
            const struct seen *seen = &man->seen[up + SIDE][across + SIDE];
            ways->is_odd =
                ways->is_odd || ((seen->moves | seen->takes) != 0 && step_of(across, up) == STEPS);
        }
    }
}

/* --- what belongs to two men -------------------------------------------------------------------------------- */

/* One beside an enemy of his kind who has just gone over the square before him: may he take him there? */
static bool may_pass(const struct man *man, int origin, const struct cli_way *way)
{
    struct cli_trial *trial = man->trial;
    int files = trial->info.files, turn = man->owner == 0 ? 1 : -1;
    int file = origin % files + turn * way->across, rank = origin / files + turn * way->up;
    int beside = origin + turn * way->across;
    if (file < 0 || file >= files || rank < 0 || rank >= trial->info.ranks) {
        return false;
    }
    char *filling = calloc(1, (size_t)trial->info.squares), before[16];
    bool may = false;
    if (filling == NULL) {
        return false;
    }
    memcpy(before, trial->filler[!man->owner], sizeof before);
    letter_of(trial->game, man->piece, !man->owner, trial->filler[!man->owner]);
    filling[beside] = ENEMY;
    if (set_men(man, origin, filling)) {
        size_t used = strlen(trial->text);
        snprintf(trial->text + used, trial->size - used, " - %s",
                 mad_game_square_name(trial->game, rank * files + file));
        may = list_moves(trial);
    }
    memcpy(trial->filler[!man->owner], before, sizeof before);
    free(filling);
    bool is_found = false;
    for (size_t i = 0; may && i < mad_moves_count(trial->moves); i++) {
        struct mad_move_info move = mad_moves_at(trial->moves, i);
        is_found =
            is_found || (move.from == origin && move.to == rank * files + file && move.takes);
    }
    return is_found;
}

static void add_passing(const struct man *man, struct cli_ways *ways)
{
    int files = man->trial->info.files;
    for (int i = 0; i < ways->count; i++) {
        struct cli_way *way = &ways->ways[i];
        if ((way->modes & CLI_WAY_TAKES) == 0 || way->reach != 1 || abs(way->across) != 1 ||
            way->up != 1) {
            continue;
        }
        for (int rank = 1; rank < man->trial->info.ranks - 1; rank++) {
            if (may_pass(man, rank * files + files / 2, way)) {
                way->modes |= CLI_WAY_EN_PASSANT;
            }
        }
    }
}

/* Castling: as in the array, but with nobody between the royal man and the last men of his rank. */
static void find_castling(const struct man *man, struct cli_ways *ways)
{
    struct cli_trial *trial = man->trial;
    char array[SIDE * SIDE * 8 + 200];
    int files = trial->info.files, royal = -1;
    for (int square = 0; square < trial->info.squares; square++) {
        struct mad_man found;
        if (mad_position_man(trial->array, square, &found) && found.piece == man->piece &&
            found.owner == man->owner) {
            royal = square;
        }
    }
    if (royal < 0 || mad_position_text(trial->array, array, sizeof array) >= sizeof array) {
        return;
    }
    int first = royal - royal % files, last = first + files - 1;
    struct mad_man found;
    while (first < royal && !mad_position_man(trial->array, first, &found)) {
        first++;
    }
    while (last > royal && !mad_position_man(trial->array, last, &found)) {
        last--;
    }
    for (int square = 0; square < trial->info.squares; square++) {
        bool is_between = square > first && square < last && square != royal;
        bool is_man = !is_between && mad_position_man(trial->array, square, &found);
        trial->men[square] = is_man ? found.letter : NULL;
    }
    size_t used = put_board(trial);
    char *rest = strpbrk(array, "[ "), *turn = rest != NULL ? strchr(rest, ' ') : NULL;
    if (turn == NULL) {
        return;
    }
    turn[1] = trial->info.player_letter[man->owner];
    snprintf(trial->text + used, trial->size - used, "%s", rest);
    if (!list_moves(trial)) {
        return;
    }
    for (size_t i = 0; i < mad_moves_count(trial->moves); i++) {
        struct mad_move_info move = mad_moves_at(trial->moves, i);
        int gone = abs(move.to - royal);
        if (move.from == royal && move.to / files == royal / files && gone > 1 &&
            !cli_ways_reach(ways, (move.to - royal) * (man->owner == 0 ? 1 : -1), 0, false)) {
            ways->is_odd = ways->is_odd || (ways->castles != 0 && ways->castles != gone);
            ways->castles = gone;
        }
    }
}

/* Along the middle of the board and its edges, a square of each rank and file; homes first. */
static bool look_around(const struct man *man, char *filling, struct cli_ways *ways)
{
    const struct cli_trial *trial = man->trial;
    int files = trial->info.files, homes = 0;
    bool is_any = false;
    for (int square = 0; square < trial->info.squares; square++) {
        struct mad_man found;
        int file = square % files, rank = square / files;
        bool is_home = mad_position_man(trial->array, square, &found) &&
                       found.piece == man->piece && found.owner == man->owner;
        bool is_middle = file == (files - 1) / 2 || (is_home && file == files / 2);
        bool is_wanted = is_home && !is_middle
                             ? homes++ < MOST_HOMES
                             : is_middle || ((file == 0 || file == files - 1) &&
                                             (rank == 0 || rank == trial->info.ranks - 1));
        if (is_wanted) {
            is_any = look_from(man, square, is_home, filling, ways) || is_any;
        }
    }
    return is_any;
}

void cli_ways_find(struct cli_trial *trial, int piece, int owner, struct cli_ways *ways)
{
    struct man man = {.trial = trial,
                      .piece = piece,
                      .owner = owner,
                      .is_royal = mad_game_piece(trial->game, (size_t)piece).royal};
    char *filling = malloc((size_t)trial->info.squares);
    *ways = (struct cli_ways){.wraps = trial->wraps};
    letter_of(trial->game, piece, owner, man.letter);
    man.seen = calloc(OFFSETS, sizeof *man.seen);
    man.origins = calloc((size_t)trial->info.squares, 1);
    if (filling == NULL || man.seen == NULL || man.origins == NULL) {
        ways->is_odd = true;
    } else {
        if (!look_around(&man, filling, ways)) {
            man.has_royals = true;
            (void)look_around(&man, filling, ways);
        }
        put_together(&man, ways);
        add_passing(&man, ways);
        if (man.is_royal) {
            find_castling(&man, ways);
        }
    }
    free(filling);
    free(man.seen);
    free(man.origins);
}

/* --- trials ------------------------------------------------------------------------------------------------ */

/* A man of the player who may stand on every square; he with the fewest moves, for they are listed too. */
static void find_filler(struct cli_trial *trial, int owner, char *filling)
{
    size_t fewest = SIZE_MAX;
    char best[sizeof trial->filler[owner]] = "";
    int middle = trial->info.ranks / 2 * trial->info.files + trial->info.files / 2;
    for (size_t i = 0; i < mad_game_piece_count(trial->game); i++) {
        struct mad_piece_info piece = mad_game_piece(trial->game, i);
        struct man man = {.trial = trial, .piece = (int)i, .owner = owner};
        if (piece.royal || piece.owner == !owner) {
            continue;
        }
        letter_of(trial->game, (int)i, owner, man.letter);
        memcpy(trial->filler[owner], man.letter, sizeof man.letter);
        memset(filling, FRIEND, (size_t)trial->info.squares);
        bool may_stand = set_men(&man, 0, filling);
        memset(filling, NOTHING, (size_t)trial->info.squares);
        if (may_stand && set_men(&man, middle, filling) && mad_moves_count(trial->moves) < fewest) {
            fewest = mad_moves_count(trial->moves);
            memcpy(best, man.letter, sizeof best);
        }
    }
    memcpy(trial->filler[owner], best, sizeof best);
}

struct cli_trial *cli_trial_new(const mad_game *game, bool wraps)
{
    struct cli_trial *trial = calloc(1, sizeof *trial);
    char *filling = NULL;
    if (trial == NULL) {
        return NULL;
    }
    trial->game = game;
    trial->wraps = wraps;
    trial->info = mad_game_info(game);
    trial->size = (size_t)trial->info.squares * 8 + 100;
    trial->text = malloc(trial->size);
    trial->men = calloc((size_t)trial->info.squares, sizeof *trial->men);
    filling = malloc((size_t)trial->info.squares);
    if (trial->text == NULL || trial->men == NULL || filling == NULL ||
        mad_position_new(game, &trial->position) != MAD_OK ||
        mad_position_new(game, &trial->array) != MAD_OK ||
        mad_moves_new(game, &trial->moves) != MAD_OK) {
        free(filling);
        cli_trial_free(trial);
        return NULL;
    }
    find_filler(trial, 0, filling);
    find_filler(trial, 1, filling);
    free(filling);
    return trial;
}

void cli_trial_free(struct cli_trial *trial)
{
    if (trial != NULL) {
        mad_moves_free(trial->moves);
        mad_position_free(trial->array);
        mad_position_free(trial->position);
        free(trial->text);
        free(trial->men);
        free(trial);
    }
}
