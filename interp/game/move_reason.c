/* move_reason.c - see move_reason.h.
 *
 * Layer: game. Two squares are where a man stands and where it shall go; one square is where it shall
 * go, and the letter in front says what man. */
#include "move_reason.h"

#include <ctype.h>

enum { NOTHING = -1, MAX_WORD = 8, MAX_DUTIES = 4 };

struct typed { /* what the text seems to mean; NOTHING where it says nothing */
    int type;
    int from, to;
    bool is_drop;
    char missing[MAX_WORD]; /* a square that the board does not have */
    char no_letter;         /* a capital that no piece has */
};

struct reason {
    const struct mad_game *game;
    const struct mad_state *state;
    const struct mad_move_list *list;
    const struct mad_names *names;
    struct typed typed;
    size_t length; /* of what was typed */
    struct mad_writer *writer;
};

/* --- reading --------------------------------------------------------------------------------- */

/* How many characters at `text` are shaped like the name of a square of this game: a letter and
 * digits, or digits and a letter. */
static size_t square_length(const struct mad_game *game, const char *text)
{
    bool is_digit_first = isdigit((unsigned char)game->square_name[0][0]) != 0;
    size_t length = 0;
    if (is_digit_first) {
        while (isdigit((unsigned char)text[length]))
            length++;
        return length > 0 && isalpha((unsigned char)text[length]) ? length + 1 : 0;
    }
    if (!isalpha((unsigned char)text[0]))
        return 0;
    while (isdigit((unsigned char)text[length + 1]))
        length++;
    return length > 0 ? length + 1 : 0;
}

static int find_square(const struct mad_game *game, const char *text, size_t length)
{
    char name[MAX_WORD] = "";
    for (size_t i = 0; i < length && i + 1 < sizeof name; i++)
        name[i] = (char)tolower((unsigned char)text[i]);
    for (int square = 0; square < game->squares && length < sizeof name; square++)
        if (strcmp(game->square_name[square], name) == 0)
            return square;
    return NOTHING;
}

/* The piece whose letter the text starts with, the longest such letter. */
static int find_letter(const struct mad_game *game, const char *text, size_t *length)
{
    int found = NOTHING;
    *length = 0;
    for (uint32_t type = 0; type < game->type_count; type++) {
        size_t bytes = strlen(game->types[type].letter);
        if (bytes > *length && strncmp(text, game->types[type].letter, bytes) == 0) {
            found = (int)type;
            *length = bytes;
        }
    }
    return found;
}

static int letterless_type(const struct mad_game *game)
{
    for (uint32_t type = 0; type < game->type_count; type++)
        if (game->types[type].letterless)
            return (int)type;
    return NOTHING;
}

/* A square, or what is shaped like one; the last two are kept. Returns its length, 0 for none. */
static size_t read_square(const struct mad_game *game, const char *text, struct typed *typed)
{
    size_t length = square_length(game, text);
    int square = length > 0 ? find_square(game, text, length) : NOTHING;
    if (square != NOTHING) {
        typed->from = typed->to;
        typed->to = square;
    } else if (length > 0 && length < MAX_WORD && typed->missing[0] == '\0') {
        memcpy(typed->missing, text, length);
        typed->missing[length] = '\0';
    }
    return length;
}

/* Whether the text starts with a letter that names a man: no square stands there, and a square
 * follows somewhere. N1d2 starts with a Knight where there is no square n1. */
static bool starts_with_man(const struct mad_game *game, const char *text)
{
    size_t length = square_length(game, text);
    if (!isupper((unsigned char)text[0]) && text[0] != '+')
        return false;
    if (length > 0 && find_square(game, text, length) != NOTHING)
        return false;
    for (text++; *text; text++)
        if (square_length(game, text) > 0)
            return true;
    return false;
}

/* Whether the name of a square begins so. */
static bool starts_square(const struct mad_game *game, char letter)
{
    for (int square = 0; square < game->squares; square++)
        if (game->square_name[square][0] == tolower((unsigned char)letter))
            return true;
    return false;
}

static void read_typed(const struct mad_game *game, const char *text, struct typed *typed)
{
    *typed = (struct typed){.type = NOTHING, .from = NOTHING, .to = NOTHING};
    text += strspn(text, " ");
    bool has_man = starts_with_man(game, text), is_file = starts_square(game, text[0]);
    if (has_man) {
        size_t length;
        typed->type = find_letter(game, text, &length);
        if (typed->type == NOTHING)
            typed->no_letter = text[0];
        text += length > 0 ? length : 1;
    }
    typed->is_drop =
        text[0] != '\0' && strchr(game->pocket_count > 0 ? "@*?" : "@*", text[0]) != NULL;
    while (*text && *text != '=') {
        size_t length = read_square(game, text, typed);
        text += length > 0 ? length : 1;
    }
    if (!has_man && is_file && typed->from == NOTHING && typed->to != NOTHING)
        typed->type = letterless_type(game);
}

/* --- saying ---------------------------------------------------------------------------------- */

static void put(const struct reason *reason, const char *text)
{
    mad_writer_text(reason->writer, text);
}

static const char *side_name(const struct reason *reason)
{
    return reason->game->player_name[reason->state->side & 1];
}

static const char *square_name(const struct reason *reason, int square)
{
    return reason->game->square_name[square];
}

static const struct mad_code *man_on(const struct reason *reason, int square)
{
    uint8_t code = mad_state_board_const(reason->game, reason->state)[square];
    return code < reason->game->empty ? &reason->game->codes[code] : NULL;
}

/* "White's Queen"; of nobody's men the kind alone. */
static void put_man(const struct reason *reason, const struct mad_code *man)
{
    if (man->owner < 2) {
        put(reason, reason->game->player_name[man->owner]);
        put(reason, "'s ");
    }
    put(reason, reason->game->types[man->type].name);
}

static bool is_missing(const struct reason *reason)
{
    if (reason->typed.missing[0] == '\0')
        return false;
    put(reason, "the board has no square ");
    put(reason, reason->typed.missing);
    return true;
}

/* "nothing stands on e5", "e7 holds Black's Pawn and White is to move". */
static bool is_from_wrong(const struct reason *reason)
{
    int from = reason->typed.from;
    if (from == NOTHING)
        return false;
    const struct mad_code *man = man_on(reason, from);
    if (man != NULL && man->owner == reason->state->side)
        return false;
    if (man == NULL) {
        put(reason, "nothing stands on ");
        put(reason, square_name(reason, from));
        return true;
    }
    put(reason, square_name(reason, from));
    put(reason, " holds ");
    put_man(reason, man);
    put(reason, " and ");
    put(reason, side_name(reason));
    put(reason, " is to move");
    return true;
}

/* How many men of the type the side to move has, on the board or in pockets. */
static uint32_t count_men(const struct reason *reason, int type, bool in_pocket)
{
    const struct mad_game *game = reason->game;
    uint32_t count = 0;
    for (uint32_t pocket = 0; in_pocket && pocket < game->pocket_count; pocket++)
        count += mad_state_pocket_count(game, reason->state, pocket, reason->state->side,
                                        (uint32_t)type);
    for (int square = 0; !in_pocket && square < game->squares; square++) {
        const struct mad_code *man = man_on(reason, square);
        count += man != NULL && man->type == type && man->owner == reason->state->side;
    }
    return count;
}

static bool is_man_missing(const struct reason *reason)
{
    const struct typed *typed = &reason->typed;
    if (typed->no_letter != '\0') {
        put(reason, "no piece has the letter ");
        mad_writer_char(reason->writer, typed->no_letter);
        return true;
    }
    if (typed->type == NOTHING || typed->from != NOTHING ||
        (typed->is_drop && reason->game->pocket_count == 0) ||
        count_men(reason, typed->type, typed->is_drop) > 0)
        return false; /* where nobody has a pocket men are put from nowhere */
    put(reason, side_name(reason));
    put(reason, " has no ");
    put(reason, reason->game->types[typed->type].name);
    put(reason, typed->is_drop ? " to drop" : " on the board");
    return true;
}

static void say_duty(const struct reason *reason)
{
    const struct mad_names *names = reason->names;
    put(reason, side_name(reason));
    put(reason, " must play ");
    for (uint32_t move = 0; move < names->count && move < MAX_DUTIES; move++) {
        put(reason, move > 0 ? " or " : "");
        put(reason, mad_names_text(names, move));
    }
    put(reason, names->count > MAX_DUTIES ? " or the like" : "");
}

/* The laws as written, when they are few enough to be read. */
static void say_law(const struct reason *reason)
{
    const struct mad_game *game = reason->game;
    bool has_said = false;
    put(reason, "a law forbids what it leaves");
    for (uint32_t i = 0; i < game->info.law_count; i++) {
        if (strstr(game->info.laws[i], "illegal when ") == NULL)
            continue;
        if (reason->writer->length + strlen(game->info.laws[i]) + 8 >= reason->writer->size)
            continue;
        put(reason, has_said ? ", or " : ": ");
        put(reason, game->info.laws[i]);
        has_said = true;
    }
}

/* The men and squares are those of a legal move, which has more to say: what a man becomes. */
static bool is_cut_short(const struct reason *reason)
{
    const struct typed *typed = &reason->typed;
    for (uint32_t i = 0; i < reason->list->count; i++) {
        const struct mad_move *move = &reason->list->moves[i];
        const struct mad_piece_type *man = mad_notation_man(reason->game, reason->state, move);
        bool is_same_man = typed->from != NOTHING ? move->from == typed->from
                                                  : man != NULL && typed->type != NOTHING &&
                                                        man == &reason->game->types[typed->type];
        if (typed->to == NOTHING || typed->to == typed->from || move->to != typed->to ||
            !is_same_man || typed->is_drop != (move->from == MAD_NO_SQUARE))
            continue;
        put(reason, reason->length > strlen(mad_names_coord(reason->names, i))
                        ? "more is written than there is to say of that move"
                        : "write the whole move");
        return true;
    }
    return false;
}

/* "no rule of Knight allows g1-g4", "no rule of Knight allows a move to e5". */
static bool is_unruled(const struct reason *reason)
{
    const struct typed *typed = &reason->typed;
    const struct mad_code *man = typed->from != NOTHING ? man_on(reason, typed->from) : NULL;
    int type = man != NULL ? man->type : typed->type;
    if (type == NOTHING || typed->to == NOTHING)
        return false;
    put(reason, "no rule of ");
    put(reason, reason->game->types[type].name);
    put(reason, " allows ");
    if (typed->from != NOTHING) {
        put(reason, square_name(reason, typed->from));
        put(reason, "-");
    } else {
        put(reason, typed->is_drop ? "a drop on " : "a move to ");
    }
    put(reason, square_name(reason, typed->to));
    const struct mad_code *there = typed->is_drop ? man_on(reason, typed->to) : NULL;
    if (there != NULL) {
        put(reason, ", where ");
        put_man(reason, there);
        put(reason, " stands");
    }
    return true;
}

/* Whether there are signs in it by which verbs are written in their own way, and no men and squares of a plain move: what
 * each of its parts means is not known. */
static bool is_of_own_writing(const struct mad_game *game, const struct typed *typed,
                              const char *text)
{
    const size_t length = square_length(game, text);
    if (length > 0 && find_square(game, text, length) != NOTHING)
        return false; /* squares, whatever stands between them */
    return text[strcspn(text, "<>:!|&~")] != '\0' || (!typed->is_drop && strchr(text, '?') != NULL);
}

bool mad_move_reason(const struct mad_game *game, const struct mad_state *state,
                     const struct mad_move_list *list, const struct mad_names *names,
                     const char *typed, enum mad_hindrance hindrance, struct mad_writer *writer)
{
    struct reason reason = {.game = game,
                            .state = state,
                            .list = list,
                            .names = names,
                            .length = strlen(typed),
                            .writer = writer};
    read_typed(game, typed, &reason.typed);
    if (hindrance == MAD_HINDRANCE_DUTY) {
        say_duty(&reason);
        return true;
    }
    if (hindrance == MAD_HINDRANCE_LAW) {
        say_law(&reason);
        return true;
    }
    if (is_of_own_writing(game, &reason.typed, typed))
        return is_missing(&reason);
    return is_missing(&reason) || is_from_wrong(&reason) || is_man_missing(&reason) ||
           is_cut_short(&reason) || is_unruled(&reason);
}
