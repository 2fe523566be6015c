/* move_match.c - finds the move that a typed text means.
 *
 * Layer: game. Each move can be written in many forms (its two texts, with more or less of its
 * origin, with a letter that could be left out); the typed text is compared with all of them, first
 * as it is, then without the signs that people leave out or put in. No memory is needed. */
#include "move_match.h"

#include "chance.h"
#include "dialect.h"
#include "move_other.h"

#include <ctype.h>
#include <stdio.h>

enum { MAX_TYPED = 40, MAX_FORM = 128, MAX_CLOSE = 4 };

/* How much is overlooked. */
enum step {
    STEP_VERBATIM,
    STEP_OTHERS, /* nothing, but others write it so: move_other.h */
    STEP_SIGNS,  /* x : - # ! ? blanks, "ep", small and zero castling */
    STEP_ALL,    /* = and + as well */
    STEP_CASE,   /* brackets, and capitals that are small or the other way round */
    STEP_PLACE,  /* nothing: a square where nothing can be done but to put one man there */
    STEPS
};

/* The forms that a move can be written in; each also with the letter of its man in front. */
enum form {
    FORM_COORD,
    FORM_TEXT,
    FORM_SHORT,
    FORM_FILE,
    FORM_RANK,
    FORM_SQUARE,
    FORM_SMALL, /* e7e8q */
    FORM_VERB,  /* castle g1, double-step e4: the verb and the square that it is about */
    FORM_WORD,  /* double e4: the same with the first word of the verb alone */
    FORMS
};

struct matcher {
    const struct mad_game *game;
    const struct mad_state *state;
    const struct mad_move_list *list;
    const struct mad_names *names;
    const char *typed;
    int from; /* moves of who stands there alone; -1: all */
    struct mad_text_error *error;
    char cut[MAX_TYPED + 1]; /* what was typed, without blanks around it and opinions */
};

/* --- forms ----------------------------------------------------------------------------------- */

/* Squares together and the new letter small; nothing when the move is not of that kind. */
static bool write_small(const struct matcher *matcher, const struct mad_move *move,
                        struct mad_writer *writer)
{
    const struct mad_game *game = matcher->game;
    if (!(move->flags & MAD_MOVE_CHANGES) || move->from >= game->squares ||
        move->to >= game->squares || move->from == move->to || move->placed >= game->empty)
        return false;
    char letter = game->types[game->codes[move->placed].type].letter[0];
    if (letter < 'A' || letter > 'Z')
        return false;
    mad_writer_text(writer, game->square_name[move->from]);
    mad_writer_text(writer, game->square_name[move->to]);
    mad_writer_char(writer, (char)(letter - 'A' + 'a'));
    return true;
}

/* The verb, or its first word, in front of the square where it ends. */
static bool write_verb(const struct matcher *matcher, const struct mad_move *move, bool whole,
                       struct mad_writer *writer)
{
    const char *verb = matcher->game->lines[move->line].verb;
    if (move->to >= matcher->game->squares || (!whole && strchr(verb, '-') == NULL))
        return false;
    for (; *verb != '\0' && (whole || *verb != '-'); verb++)
        mad_writer_char(writer, *verb);
    mad_writer_char(writer, ' ');
    mad_writer_text(writer, matcher->game->square_name[move->to]);
    return true;
}

static bool write_form(const struct matcher *matcher, uint32_t index, enum form form,
                       bool with_letter, struct mad_writer *writer)
{
    const struct mad_move *move = &matcher->list->moves[index];
    if (with_letter) {
        const struct mad_piece_type *man = mad_notation_man(matcher->game, matcher->state, move);
        if (man == NULL || (!man->letterless && form != FORM_COORD))
            return false;
        mad_writer_text(writer, man->letter);
    }
    switch (form) {
    case FORM_COORD: mad_writer_text(writer, mad_names_coord(matcher->names, index)); return true;
    case FORM_TEXT: mad_writer_text(writer, mad_names_text(matcher->names, index)); return true;
    case FORM_SHORT:
    case FORM_FILE:
    case FORM_RANK:
    case FORM_SQUARE:
        mad_notation_write_text(
            matcher->game, matcher->state, matcher->list, move,
            (enum mad_origin)((int)MAD_ORIGIN_SHORT + (int)form - (int)FORM_SHORT), writer);
        return true;
    case FORM_SMALL: return write_small(matcher, move, writer);
    case FORM_VERB:
    case FORM_WORD: return !with_letter && write_verb(matcher, move, form == FORM_VERB, writer);
    case FORMS: break;
    }
    return false;
}

/* --- overlooking signs ----------------------------------------------------------------------- */

static bool is_overlooked(char c, enum step step)
{
    static const char *const signs[STEPS] = {"", "", "x:-#! ", "x:-#! =+/", "x:-#! =+/()", ""};
    return c != '\0' && strchr(signs[step], c) != NULL;
}

/* A question mark at the end is an opinion; elsewhere it is a toss, and never overlooked. */
static void cut_opinion(char *text)
{
    size_t length = strlen(text);
    while (length > 0 && strchr("?!", text[length - 1]) != NULL)
        text[--length] = '\0';
}

/* Drops what the step overlooks, in place. */
static void drop_signs(char *text, enum step step)
{
    char *end = text;
    for (; *text; text++)
        if (!is_overlooked(*text, step))
            *end++ = step == STEP_CASE ? (char)tolower((unsigned char)*text) : *text;
    *end = '\0';
}

/* Cuts "ep" or "e.p." from the end, behind the signs that may follow it. */
static void cut_en_passant(char *text)
{
    static const char *const words[] = {"e.p.", "e.p", "ep"};
    size_t length = strlen(text);
    while (length > 0 && strchr("+#!? ", text[length - 1]) != NULL)
        length--;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t size = strlen(words[i]);
        if (length <= size + 1 || memcmp(text + length - size, words[i], size) != 0)
            continue;
        char before = text[length - size - 1];
        if (before != ' ' && (before < '0' || before > '9'))
            continue;
        text[length - size] = '\0';
        return;
    }
}

/* `0-0` and `o-o` are castling, where the rule file writes it with capital letters. */
static void raise_castling(char *text)
{
    if (text[0] == '\0' || strchr("0oO", text[0]) == NULL || text[1] != '-')
        return;
    for (; *text && strchr("0oO-", *text) != NULL; text++)
        if (*text != '-')
            *text = 'O';
}

/* The typed text as it is compared at a step. */
static void prepare(const char *typed, enum step step, char prepared[MAX_TYPED + 1])
{
    while (*typed == ' ')
        typed++;
    size_t length = strlen(typed);
    while (length > 0 && typed[length - 1] == ' ')
        length--;
    memcpy(prepared, typed, length);
    prepared[length] = '\0';
    if (step == STEP_VERBATIM)
        return;
    cut_opinion(prepared);
    if (step == STEP_OTHERS || step == STEP_PLACE)
        return;
    raise_castling(prepared);
    cut_en_passant(prepared);
    drop_signs(prepared, step);
}

/* --- matching -------------------------------------------------------------------------------- */

static bool may_take(const struct mad_move *move)
{
    return (move->flags & (MAD_MOVE_TAKES | MAD_MOVE_UNSURE)) != 0;
}

/* Whether there are men with this letter, behind a `+` when `sign` is one. */
static bool has_letter(const struct mad_game *game, const char *sign, const char *letter)
{
    size_t length = strlen(sign);
    for (uint32_t type = 0; type < game->type_count; type++) {
        const char *other = game->types[type].letter;
        if (strncmp(other, sign, length) == 0 && strcmp(other + length, letter) == 0)
            return true;
    }
    return false;
}

/* The man who moves, or who is put on the board. */
static const char *letter_on_move(const struct matcher *matcher, const struct mad_move *move)
{
    const struct mad_game *game = matcher->game;
    const struct mad_piece_type *man = mad_notation_man(game, matcher->state, move);
    if (man == NULL && move->placed < game->empty)
        man = &game->types[game->codes[move->placed].type];
    return man != NULL ? man->letter : "";
}

/* Whether the text begins with a letter as it is, or small where none but letters stand in front. */
static bool begins_with(const struct matcher *matcher, const struct mad_move *move,
                        const char *letter)
{
    bool is_put = move->from >= matcher->game->squares;
    for (size_t i = 0; letter[i] != '\0'; i++) {
        char c = matcher->cut[i];
        if (c != letter[i] && (!is_put || tolower((unsigned char)c) != tolower(letter[i])))
            return false;
    }
    return true;
}

/* `+` before a man whose letter has none, or none where that is the letter of his sister: `P@a7` is no `+P@a7`. */
static bool claims_other_man(const struct matcher *matcher, const struct mad_move *move)
{
    const char *letter = letter_on_move(matcher, move);
    if (letter[0] != '+')
        return matcher->cut[0] == '+';
    return begins_with(matcher, move, letter + 1) && has_letter(matcher->game, "", letter + 1);
}

/* What is overlooked must not be wrong: the sign before a letter, `x` of a move that takes nothing, `=` or `+` at the end
 * of a move that does, or does not, make another man of this one. */
static bool claims_what_is_not(const struct matcher *matcher, const struct mad_move *move)
{
    const char *typed = matcher->cut;
    size_t length = strlen(typed);
    const struct mad_piece_type *man = mad_notation_man(matcher->game, matcher->state, move);
    bool changes = (move->flags & MAD_MOVE_CHANGES) != 0;
    if (claims_other_man(matcher, move))
        return true;
    if (length > 1 && strchr(typed + 1, 'x') != NULL && !may_take(move))
        return true;
    if (length > 1 && typed[length - 1] == '=' && changes)
        return true;
    return length > 1 && typed[length - 1] == '+' && !changes && man != NULL &&
           has_letter(matcher->game, "+", man->letter);
}

/* Is it a man put on the square, and no other move ends there? */
static bool is_only_place(const struct matcher *matcher, const struct mad_move *move,
                          const char *prepared)
{
    const struct mad_game *game = matcher->game;
    if (move->from < game->squares || move->to >= game->squares ||
        strcmp(game->square_name[move->to], prepared) != 0)
        return false;
    for (uint32_t i = 0; i < matcher->list->count; i++)
        if (matcher->list->moves[i].to == move->to && matcher->list->moves[i].from < game->squares)
            return false;
    return true;
}

static bool is_asked(const struct matcher *matcher, uint32_t index)
{
    return matcher->from < 0 || matcher->list->moves[index].from == (uint32_t)matcher->from;
}

static bool fits(const struct matcher *matcher, uint32_t index, enum step step,
                 const char *prepared)
{
    const struct mad_move *move = &matcher->list->moves[index];
    char text[MAX_FORM];
    if (!is_asked(matcher, index))
        return false;
    if (step == STEP_OTHERS)
        return mad_move_is_other(matcher->game, matcher->state, matcher->list, move, prepared);
    if (step == STEP_PLACE)
        return is_only_place(matcher, move, prepared);
    if (step != STEP_VERBATIM && claims_what_is_not(matcher, move))
        return false;
    for (int form = 0; form < 2 * FORMS; form++) {
        struct mad_writer writer = mad_writer_on(text, sizeof text);
        if (!write_form(matcher, index, (enum form)(form / 2), form % 2, &writer) ||
            writer.length >= sizeof text) /* cannot be what fits into MAX_TYPED */
            continue;
        drop_signs(text, step);
        if (strcmp(text, prepared) == 0)
            return true;
    }
    return false;
}

static bool is_typed(const struct matcher *matcher, const char *text, size_t bytes)
{
    return text[0] == matcher->typed[0] && strncmp(text, matcher->typed, bytes) == 0 &&
           text[bytes] == '\0';
}

/* The move whose text is the first so many bytes of what was typed, however long that is. */
static bool find_exact(const struct matcher *matcher, size_t bytes, size_t *index)
{
    const struct mad_names *names = matcher->names;
    for (uint32_t move = 0; move < names->count; move++)
        if (is_asked(matcher, move) && (is_typed(matcher, mad_names_coord(names, move), bytes) ||
                                        is_typed(matcher, mad_names_text(names, move), bytes))) {
            *index = move;
            return true;
        }
    return false;
}

/* Adds to the list "a, b" that ends a message; what does not fit whole is left out. */
static void add_name(struct mad_writer *writer, const char *name, bool is_first)
{
    if (writer->length + strlen(name) + 2 >= writer->size)
        return;
    if (!is_first)
        mad_writer_text(writer, ", ");
    mad_writer_text(writer, name);
}

/* All moves that fit at the step: how many, and the first of them. */
static uint32_t find_at_step(const struct matcher *matcher, enum step step, uint32_t *first)
{
    char prepared[MAX_TYPED + 1];
    prepare(matcher->typed, step, prepared);
    if (prepared[0] == '\0')
        return 0;
    struct mad_writer writer = mad_writer_on(matcher->error->text, sizeof matcher->error->text);
    mad_writer_text(&writer, "several moves fit, say which: ");
    uint32_t count = 0;
    for (uint32_t move = 0; move < matcher->names->count; move++) {
        if (!fits(matcher, move, step, prepared))
            continue;
        if (count == 0)
            *first = move;
        add_name(&writer, mad_names_text(matcher->names, move), count == 0);
        count++;
    }
    return count;
}

/* --- refusing -------------------------------------------------------------------------------- */

static enum mad_status refuse_text(const struct matcher *matcher, size_t offset, const char *cause)
{
    matcher->error->offset = offset;
    snprintf(matcher->error->text, sizeof matcher->error->text, "%s", cause);
    return MAD_ERROR_TEXT;
}

/* What can be no move of any kind. */
static enum mad_status check_text(const struct matcher *matcher)
{
    const char *typed = matcher->typed;
    size_t length = 0;
    bool is_blank = true;
    for (; typed[length]; length++) {
        unsigned char c = (unsigned char)typed[length];
        if (c < ' ' || c == 0x7f)
            return refuse_text(matcher, length, "a move has no control characters");
        if (length == MAX_TYPED)
            return refuse_text(matcher, length, "too long for a move");
        is_blank &= c == ' ';
    }
    return is_blank ? refuse_text(matcher, 0, "expected a move, found nothing") : MAD_OK;
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* How many characters have to be put in, left out or changed (Levenshtein 1965). */
static uint32_t edit_distance(const char *typed, const char *text)
{
    uint32_t row[MAX_TYPED + 1];
    size_t length = strlen(typed);
    for (size_t i = 0; i <= length; i++)
        row[i] = (uint32_t)i;
    for (; *text; text++) {
        uint32_t diagonal = row[0]++;
        for (size_t i = 1; i <= length; i++) {
            uint32_t changed = diagonal + (typed[i - 1] != *text);
            diagonal = row[i];
            row[i] = least(changed, least(row[i], row[i - 1]) + 1);
        }
    }
    return row[length];
}

/* A text that goes on where the typed one ends is near, however long it is. */
static uint32_t difference(const char *typed, const char *text)
{
    return strncmp(text, typed, strlen(typed)) == 0 ? 1 : edit_distance(typed, text);
}

struct close { /* the nearest texts, best first */
    const char *text[MAX_CLOSE];
    uint32_t distance[MAX_CLOSE];
    uint32_t count;
};

static void keep_close(struct close *close, const char *text, uint32_t distance)
{
    uint32_t place = close->count;
    while (place > 0 && close->distance[place - 1] > distance)
        place--;
    if (place == MAX_CLOSE)
        return;
    if (close->count < MAX_CLOSE)
        close->count++;
    for (uint32_t i = close->count - 1; i > place; i--) {
        close->text[i] = close->text[i - 1];
        close->distance[i] = close->distance[i - 1];
    }
    close->text[place] = text;
    close->distance[place] = distance;
}

enum {
    MOST_NAMED = 2,
    BY_LETTERS = 64 /* more than letters can differ: squares count before them */
};

/* The last squares that a text names, `b1c3`, `Nbc3`; how many. */
static uint32_t squares_named(const struct mad_game *game, const char *text,
                              uint32_t squares[MOST_NAMED])
{
    uint32_t count = 0;
    for (size_t at = 0, bytes = 0; text[at] != '\0'; at += bytes) {
        bytes = 1;
        for (uint32_t square = 0; square < game->squares; square++) {
            const size_t length = strlen(game->square_name[square]);
            if (length < bytes || length < 2 ||
                strncmp(text + at, game->square_name[square], length) != 0 ||
                isdigit((unsigned char)text[at + length]))
                continue;
            squares[0] = count == MOST_NAMED ? squares[1] : squares[0];
            count -= count == MOST_NAMED;
            squares[count++] = square;
            bytes = length;
            break;
        }
    }
    return count;
}

/* Whether the move goes where the text says, from where it says if it does. */
static bool goes_so(const struct mad_move *move, const uint32_t squares[MOST_NAMED], uint32_t count)
{
    return count > 0 && move->to == squares[count - 1] && (count < 2 || move->from == squares[0]);
}

/* First those that go where the typed text says, then those that are written most like it. */
static void find_close(const struct mad_game *game, const struct mad_move_list *list,
                       const struct mad_names *names, const char *wanted, struct close *close)
{
    char typed[MAX_TYPED + 1];
    uint32_t squares[MOST_NAMED] = {0};
    const uint32_t count = squares_named(game, wanted, squares);
    prepare(wanted, STEP_VERBATIM, typed);
    raise_castling(typed);
    uint32_t limit = (uint32_t)(strlen(typed) + 1) / 2;
    for (uint32_t move = 0; move < names->count; move++) {
        const char *coord = mad_names_coord(names, move), *text = mad_names_text(names, move);
        uint32_t by_coord = difference(typed, coord);
        uint32_t by_text = difference(typed, text);
        const bool is_so = goes_so(&list->moves[move], squares, count);
        if (is_so || least(by_coord, by_text) <= limit)
            keep_close(close, by_coord < by_text ? coord : text,
                       least(by_coord, by_text) + (is_so ? 0 : BY_LETTERS));
    }
}

/* Where nothing else is known: whether any move goes where the text says. */
static void tell_goal(struct mad_writer *writer, const struct mad_game *game,
                      const struct mad_move_list *list, const char *text)
{
    uint32_t squares[MOST_NAMED] = {0};
    const uint32_t count = squares_named(game, text, squares);
    for (uint32_t move = 0; move < list->count; move++)
        if (count == 0 || list->moves[move].to == squares[count - 1])
            return;
    mad_writer_text(writer, ": no move goes to ");
    mad_writer_text(writer, game->square_name[squares[count - 1]]);
}

void mad_move_refuse(const struct mad_game *game, const struct mad_state *state,
                     const struct mad_move_list *list, const struct mad_names *names,
                     const char *text, enum mad_hindrance hindrance, struct mad_text_error *error)
{
    char reason[sizeof error->text];
    struct mad_writer why = mad_writer_on(reason, sizeof reason);
    struct mad_writer writer = mad_writer_on(error->text, sizeof error->text);
    struct close close = {.count = 0};
    error->offset = 0;
    mad_writer_char(&writer, '`');
    mad_writer_text(&writer, text);
    mad_writer_text(&writer, "` is not legal here");
    if (names->count == 0) {
        mad_writer_text(&writer, ": there are no legal moves");
        return;
    }
    if (mad_move_reason(game, state, list, names, text, hindrance, &why)) {
        mad_writer_text(&writer, ": ");
        mad_writer_text(&writer, reason);
    } else {
        tell_goal(&writer, game, list, text);
    }
    if (hindrance == MAD_HINDRANCE_NONE)
        find_close(game, list, names, text, &close);
    if (close.count > 0 && writer.length + 30 < writer.size)
        mad_writer_text(&writer, "; close to it: ");
    else
        return;
    for (uint32_t i = 0; i < close.count; i++)
        add_name(&writer, close.text[i], i == 0);
}

/* --- letters of others ------------------------------------------------------------------------- */

/* A letter that Fairy-Stockfish and XBoard have for a man who has another one here. */
static char letter_here(const struct mad_game *game, char theirs)
{
    for (uint32_t type = 0; type < game->type_count; type++) {
        const char *word = mad_dialect_word(game, MAD_DIALECT_FSF, MAD_IN_DIALECT_PIECE, type);
        if (word != NULL && word[0] == theirs && word[1] == '\0')
            return game->types[type].letter[0];
    }
    return theirs;
}

/* A square named a1, b1 ... at the head of a text, on a board whose squares have other names; its bytes, or 0. */
static size_t read_square(const struct mad_game *game, const char *text, uint32_t *square)
{
    uint32_t file = (uint32_t)(text[0] - 'a'), rank = 0;
    size_t bytes = 1;
    if (file >= game->files || strcmp(game->square_name[0], "a1") == 0)
        return 0;
    for (; isdigit((unsigned char)text[bytes]) && rank < 100; bytes++)
        rank = rank * 10 + (uint32_t)(text[bytes] - '0');
    *square = (rank - 1) * game->files + file;
    return rank > 0 && rank <= game->ranks ? bytes : 0;
}

/* A file called by letter before a square called so, or before `x`: Sbc3. */
static bool is_file(const struct mad_game *game, const char *text)
{
    uint32_t square;
    return strcmp(game->square_name[0], "a1") != 0 && (uint32_t)(text[0] - 'a') < game->files &&
           (text[1] == 'x' || read_square(game, text + 1, &square) > 0);
}

/* Our squares are a number for the file and a letter for the rank where they are not a1, b1 ... */
static void write_file_of(const struct mad_game *game, uint32_t file, struct mad_writer *writer)
{
    for (const char *c = game->square_name[file]; isdigit((unsigned char)*c); c++)
        mad_writer_char(writer, *c);
}

/* What was typed, with our letters for the man and for whom he becomes, our squares and our sign for a drop; false
 * where that is the same. */
static bool translate(const struct mad_game *game, const char *typed, char ours[MAX_TYPED + 1])
{
    struct mad_writer writer = mad_writer_on(ours, MAX_TYPED + 1);
    for (const char *at = typed; *at; at++) {
        uint32_t square;
        size_t bytes = read_square(game, at, &square);
        bool is_man = at == typed || at[-1] == '=' || (at == typed + 1 && *typed == '+') ||
                      isdigit((unsigned char)at[-1]);
        if (bytes > 0)
            mad_writer_text(&writer, game->square_name[square]);
        else if (at > typed && isupper((unsigned char)at[-1]) && is_file(game, at))
            write_file_of(game, (uint32_t)(*at - 'a'), &writer);
        else
            mad_writer_char(&writer, is_man && isupper((unsigned char)*at) ? letter_here(game, *at)
                                     : *at == '@' && game->writing.shogi_drops ? '*'
                                                                               : *at);
        at += bytes > 0 ? bytes - 1 : 0;
    }
    return writer.length <= MAX_TYPED && strcmp(typed, ours) != 0;
}

/* --- a choice ---------------------------------------------------------------------------------- */

static enum mad_status match_steps(struct matcher *matcher, size_t *index)
{
    prepare(matcher->typed, STEP_OTHERS, matcher->cut);
    for (int step = STEP_VERBATIM; step < STEPS; step++) {
        uint32_t first = 0;
        uint32_t count = find_at_step(matcher, (enum step)step, &first);
        if (count > 1)
            return MAD_ERROR_AMBIGUOUS;
        if (count == 0)
            continue;
        matcher->error->text[0] = '\0';
        *index = first;
        return MAD_OK;
    }
    return MAD_ERROR_ILLEGAL;
}

/* Without regard to outcomes: what is found is a choice. */
static enum mad_status match_choice(struct matcher *matcher, const char *refused, size_t *index)
{
    char ours[MAX_TYPED + 1];
    const char *typed = matcher->typed;
    matcher->error->offset = 0;
    matcher->error->text[0] = '\0';
    if (find_exact(matcher, strlen(typed), index))
        return MAD_OK;
    enum mad_status status = check_text(matcher);
    if (status != MAD_OK)
        return status;
    status = match_steps(matcher, index);
    if (status == MAD_ERROR_ILLEGAL && translate(matcher->game, typed, ours)) {
        matcher->typed = ours;
        status = match_steps(matcher, index);
        matcher->typed = typed;
    }
    if (status == MAD_ERROR_ILLEGAL && refused != NULL)
        mad_move_refuse(matcher->game, matcher->state, matcher->list, matcher->names, refused,
                        MAD_HINDRANCE_NONE, matcher->error);
    return status;
}

/* --- outcomes -------------------------------------------------------------------------------- */

static bool is_word(const char *text, const char *word)
{
    while (*text != '\0' && tolower((unsigned char)*text) == *word) {
        text++;
        word++;
    }
    return *text == '\0' && *word == '\0';
}

static bool is_outcome(const struct mad_game *game, const char *text)
{
    for (uint32_t i = 0; i < game->outcome_count; i++)
        if (is_word(text, game->outcomes[i].name))
            return true;
    return false;
}

/* From a choice to its outcome of that name. */
static enum mad_status match_outcome(const struct matcher *matcher, const char *name, size_t *index)
{
    const struct mad_move *open = &matcher->list->moves[*index];
    const char *choice = mad_names_text(matcher->names, (uint32_t)*index);
    for (uint32_t i = 0; mad_move_is_open(open) && i < open->delta_count; i++) {
        const struct mad_move *outcome = &matcher->list->moves[open->delta_first + i];
        if (is_word(name, mad_move_chance(matcher->game, outcome)->name)) {
            *index = open->delta_first + i;
            return MAD_OK;
        }
    }
    struct mad_writer writer = mad_writer_on(matcher->error->text, sizeof matcher->error->text);
    mad_writer_char(&writer, '`');
    mad_writer_text(&writer, choice);
    mad_writer_text(&writer, "` has no outcome `");
    mad_writer_text(&writer, name);
    mad_writer_text(&writer, mad_move_is_open(open) ? "`: " : "`: nothing is tossed there");
    for (uint32_t i = 0; mad_move_is_open(open) && i < open->delta_count; i++)
        add_name(&writer,
                 mad_move_chance(matcher->game, &matcher->list->moves[open->delta_first + i])->name,
                 i == 0);
    return MAD_ERROR_ILLEGAL;
}

enum mad_status mad_move_match(const struct mad_game *game, const struct mad_state *state,
                               const struct mad_move_list *list, const struct mad_names *names,
                               const char *text, int from, size_t *index,
                               struct mad_text_error *error)
{
    struct mad_text_error unwanted;
    char choice[MAX_TYPED + 1];
    struct matcher matcher = {.game = game,
                              .state = state,
                              .list = list,
                              .names = names,
                              .typed = text,
                              .from = from,
                              .error = error ? error : &unwanted};
    const char *colon = strrchr(text, ':'), *refused = error != NULL ? text : NULL;
    const size_t bytes = colon != NULL ? (size_t)(colon - text) : 0;
    if (colon == NULL || find_exact(&matcher, strlen(text), index) ||
        (!is_outcome(game, colon + 1) && memchr(text, '?', bytes) == NULL))
        return match_choice(&matcher, refused, index);
    const bool known = find_exact(&matcher, bytes, index);
    if (!known && bytes > MAX_TYPED)
        return match_choice(&matcher, refused, index);
    snprintf(choice, sizeof choice, "%.*s", (int)(bytes < MAX_TYPED ? bytes : MAX_TYPED), text);
    matcher.typed = choice;
    matcher.error->offset = 0;
    matcher.error->text[0] = '\0';
    enum mad_status status = known ? MAD_OK : match_choice(&matcher, refused, index);
    return status == MAD_OK ? match_outcome(&matcher, colon + 1, index) : status;
}
