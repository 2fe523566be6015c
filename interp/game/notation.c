/* notation.c - writes one move: as coordinates, or in the notation of the rule file.
 *
 * Layer: game. Nothing here looks at other moves; notation_list.c does, and asks for more of the
 * origin where texts would be the same. Moves are read against the state before them. */
#include "notation.h"

#include "chance.h"

/* --- men and squares ------------------------------------------------------------------------- */

static const struct mad_piece_type *type_of(const struct mad_game *game, uint8_t code)
{
    return code < game->empty ? &game->types[game->codes[code].type] : NULL;
}

const struct mad_piece_type *mad_notation_man(const struct mad_game *game,
                                              const struct mad_state *state,
                                              const struct mad_move *move)
{
    if (move->from >= game->squares)
        return NULL;
    return type_of(game, mad_state_board_const(game, state)[move->from]);
}

static const char *square_name(const struct mad_game *game, uint32_t square)
{
    return square < game->squares ? game->square_name[square] : "-";
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The file comes first in the name of a square, as letters or as digits; the rank is the rest. */
static size_t file_length(const char *name)
{
    size_t length = 0;
    while (name[length] && is_digit(name[length]) == is_digit(name[0]))
        length++;
    return length;
}

static void write_file(const struct mad_game *game, uint32_t square, struct mad_writer *writer)
{
    const char *name = square_name(game, square);
    mad_writer_bytes(writer, name, file_length(name));
}

static void write_rank(const struct mad_game *game, uint32_t square, struct mad_writer *writer)
{
    const char *name = square_name(game, square);
    mad_writer_text(writer, name + file_length(name));
}

static void write_square(const struct mad_game *game, uint32_t square, struct mad_writer *writer)
{
    mad_writer_text(writer, square_name(game, square));
}

/* `=Q`, or `+` where the letter only gains one. */
static void write_change(const struct mad_game *game, const struct mad_state *state,
                         const struct mad_move *move, struct mad_writer *writer)
{
    const struct mad_piece_type *before = mad_notation_man(game, state, move);
    const struct mad_piece_type *after = type_of(game, move->placed);
    if (!(move->flags & MAD_MOVE_CHANGES) || after == NULL)
        return;
    if (before != NULL && after->letter[0] == '+' &&
        strcmp(after->letter + 1, before->letter) == 0) {
        mad_writer_char(writer, '+');
        return;
    }
    mad_writer_char(writer, '=');
    mad_writer_text(writer, after->letter);
}

static void write_placed(const struct mad_game *game, const struct mad_move *move,
                         struct mad_writer *writer)
{
    const struct mad_piece_type *type = type_of(game, move->placed);
    if (type != NULL)
        mad_writer_text(writer, type->letter);
}

/* --- squares taken --------------------------------------------------------------------------- */

static bool holds(const struct mad_squares *squares, uint32_t square)
{
    for (uint32_t i = 0; i < squares->count; i++)
        if (squares->at[i] == square)
            return true;
    return false;
}

struct way { /* from the origin to a square */
    int32_t right, up;
};

static struct way way_to(const struct mad_game *game, uint32_t from, uint32_t to)
{
    return (struct way){(int32_t)(to % game->files) - (int32_t)(from % game->files),
                        (int32_t)(to / game->files) - (int32_t)(from / game->files)};
}

static int32_t distance(struct way way)
{
    int32_t right = way.right < 0 ? -way.right : way.right;
    int32_t up = way.up < 0 ? -way.up : way.up;
    return right > up ? right : up;
}

static bool is_on_one_line(const struct mad_game *game, uint32_t from,
                           const struct mad_squares *squares)
{
    if (from >= game->squares || squares->count == 0)
        return false;
    struct way first = way_to(game, from, squares->at[0]);
    for (uint32_t i = 0; i < squares->count; i++) {
        struct way way = way_to(game, from, squares->at[i]);
        if (way.right * first.up != way.up * first.right ||
            way.right * first.right + way.up * first.up <= 0)
            return false;
    }
    return true;
}

/* What is trampled on one line is written in the order in which the man comes by. */
static void sort_along_way(const struct mad_game *game, uint32_t from, struct mad_squares *squares)
{
    if (!is_on_one_line(game, from, squares))
        return;
    for (uint32_t i = 1; i < squares->count; i++) {
        uint16_t square = squares->at[i];
        uint32_t place = i;
        for (; place > 0 && distance(way_to(game, from, squares->at[place - 1])) >
                                distance(way_to(game, from, square));
             place--)
            squares->at[place] = squares->at[place - 1];
        squares->at[place] = square;
    }
}

/* The move whose effects are told: of an open one the outcome that it shows. */
static const struct mad_move *effective(const struct mad_move_list *list,
                                        const struct mad_move *move)
{
    return mad_move_is_open(move) ? mad_chance_shown(list, move) : move;
}

void mad_notation_taken(const struct mad_game *game, const struct mad_move_list *list,
                        const struct mad_move *move, struct mad_squares *taken)
{
    const struct mad_move *const said = move;
    taken->count = 0;
    move = effective(list, move);
    if (move->delta_count == 0 && move->flags & MAD_MOVE_TAKES)
        taken->at[taken->count++] = move->to;
    for (uint32_t i = 0; i < move->delta_count; i++) {
        const struct mad_delta *delta = &list->deltas[move->delta_first + i];
        if (mad_delta_takes(delta) && delta->before != game->empty && !holds(taken, delta->index) &&
            mad_chance_is_told(game, list, said, delta))
            taken->at[taken->count++] = delta->index;
    }
    sort_along_way(game, move->from, taken);
}

/* --- squares with more men ------------------------------------------------------------------- */

/* By how many men more stand on a square, as far as this effect goes: on top, or below others. */
static int32_t men_more(const struct mad_game *game, const struct mad_delta *delta)
{
    const uint8_t none = delta->kind == MAD_DELTA_SQUARE ? game->empty : 0;
    return delta->kind == MAD_DELTA_SQUARE || delta->kind == MAD_DELTA_LEVEL
               ? (delta->before == none) - (delta->after == none)
               : 0;
}

void mad_notation_write_more(const struct mad_game *game, const struct mad_move_list *list,
                             const struct mad_move *move, struct mad_writer *writer)
{
    const struct mad_move *const said = move;
    struct mad_squares squares = {.count = 0};
    int32_t more[MAD_MAX_SQUARES] = {0};
    move = effective(list, move);
    if (move->delta_count == 0 && move->to < game->squares)
        more[move->to] = !(move->flags & MAD_MOVE_TAKES);
    for (uint32_t i = 0; i < move->delta_count; i++) {
        const struct mad_delta *delta = &list->deltas[move->delta_first + i];
        if (men_more(game, delta) != 0 && mad_chance_is_told(game, list, said, delta))
            more[delta->index] += men_more(game, delta);
    }
    for (uint32_t square = 0; square < game->squares; square++)
        if (more[square] > 0)
            squares.at[squares.count++] = (uint16_t)square;
    sort_along_way(game, move->from, &squares);
    for (uint32_t i = 0; i < squares.count; i++) {
        mad_writer_char(writer, ':');
        if (more[squares.at[i]] > 1)
            mad_writer_number(writer, (uint32_t)more[squares.at[i]]);
        write_square(game, squares.at[i], writer);
    }
}

/* --- men put on the board --------------------------------------------------------------------- */

/* Whether this effect of the move is a man who is put somewhere besides its end. */
static bool is_put(const struct mad_game *game, const struct mad_move_list *list,
                   const struct mad_move *said, const struct mad_delta *delta)
{
    const struct mad_move *move = effective(list, said);
    return delta->kind == MAD_DELTA_SQUARE && delta->extra == MAD_DELTA_PUT &&
           delta->after != game->empty &&
           (delta->index != move->to || delta->after != move->placed) &&
           mad_chance_is_told(game, list, said, delta);
}

/* `/` and the man's letter for each; the square too, unless the move began there. */
static void write_puts(const struct mad_game *game, const struct mad_move_list *list,
                       const struct mad_move *move, struct mad_writer *writer)
{
    const struct mad_move *const said = move;
    move = effective(list, move);
    for (uint32_t i = 0; i < move->delta_count; i++) {
        const struct mad_delta *delta = &list->deltas[move->delta_first + i];
        if (!is_put(game, list, said, delta))
            continue;
        mad_writer_char(writer, '/');
        mad_writer_text(writer, type_of(game, delta->after)->letter);
        if (delta->index != move->from)
            write_square(game, delta->index, writer);
    }
}

/* Whether chance alone says on which square a man ends: the question mark stands for it. */
static bool ends_somewhere(const struct mad_game *game, const struct mad_move *move)
{
    return mad_move_is_open(move) && move->to >= game->squares && move->placed < game->empty;
}

static void write_end(const struct mad_game *game, const struct mad_move *move,
                      struct mad_writer *writer)
{
    if (ends_somewhere(game, move))
        mad_writer_char(writer, '?');
    else
        write_square(game, move->to, writer);
}

/* --- coordinates ----------------------------------------------------------------------------- */

static void write_drop(const struct mad_game *game, const struct mad_move *move,
                       struct mad_writer *writer)
{
    write_placed(game, move, writer);
    mad_writer_char(writer, mad_move_is_open(move) ? '?' : game->writing.shogi_drops ? '*' : '@');
    if (!ends_somewhere(game, move))
        write_square(game, move->to, writer);
}

/* `(T)` from "taunt". */
static void write_verb_letter(const struct mad_line *line, struct mad_writer *writer)
{
    char letter = line->verb[0];
    mad_writer_char(writer, '(');
    mad_writer_char(writer, letter >= 'a' && letter <= 'z' ? (char)(letter - 'a' + 'A') : letter);
    mad_writer_char(writer, ')');
}

static void write_main_coord(const struct mad_game *game, const struct mad_state *state,
                             const struct mad_move *move, struct mad_writer *writer)
{
    const struct mad_line *line = &game->lines[move->line];
    if (move->from >= game->squares && move->to >= game->squares && line->written != NULL) {
        mad_writer_text(writer, line->written); /* a pass */
        return;
    }
    if (move->flags & MAD_MOVE_DROP || line->shape == MAD_SHAPE_DROP) {
        write_drop(game, move, writer);
        return;
    }
    write_square(game, move->from, writer);
    if (mad_move_is_open(move))
        mad_writer_char(writer, '?');
    switch ((enum mad_line_shape)line->shape) {
    case MAD_SHAPE_RAMPAGE:
        mad_writer_char(writer, ':');
        if (!ends_somewhere(game, move))
            write_square(game, move->to, writer);
        write_change(game, state, move, writer);
        break;
    case MAD_SHAPE_STAY: write_verb_letter(line, writer); break;
    case MAD_SHAPE_BECOME:
        mad_writer_char(writer, '=');
        write_placed(game, move, writer);
        break;
    case MAD_SHAPE_MOVE:
    case MAD_SHAPE_DROP:
        if (!ends_somewhere(game, move) &&
            (move->to != move->from || !(move->flags & MAD_MOVE_CHANGES)))
            write_square(game, move->to, writer);
        write_change(game, state, move, writer);
        break;
    }
}

void mad_notation_write_coord(const struct mad_game *game, const struct mad_state *state,
                              const struct mad_move_list *list, const struct mad_move *move,
                              struct mad_writer *writer)
{
    write_main_coord(game, state, move, writer);
    write_puts(game, list, move, writer);
}

/* --- templates ------------------------------------------------------------------------------- */

/* All that filling in a template needs. */
struct filling {
    const struct mad_game *game;
    const struct mad_state *state;
    const struct mad_move_list *list;
    const struct mad_move *move;
    const struct mad_line *line;
    enum mad_origin origin;
    bool has_origin; /* the template names the square anyway */
    struct mad_squares taken;
    struct mad_writer *writer;
};

static void fill_from(const struct filling *filling)
{
    write_square(filling->game, filling->move->from, filling->writer);
}

static void fill_to(const struct filling *filling)
{
    write_end(filling->game, filling->move, filling->writer);
}

static void fill_from_file(const struct filling *filling)
{
    if (filling->origin == MAD_ORIGIN_SHORT || filling->origin == MAD_ORIGIN_FILE)
        write_file(filling->game, filling->move->from, filling->writer);
    else
        fill_from(filling);
}

static void fill_man(const struct filling *filling)
{
    write_placed(filling->game, filling->move, filling->writer);
}

/* The letter of the man that moves; of a drop, or where a man becomes another in place, of what
 * stands there afterwards. */
static void fill_letter(const struct filling *filling)
{
    const struct mad_piece_type *man =
        mad_notation_man(filling->game, filling->state, filling->move);
    if (man == NULL || filling->line->shape == MAD_SHAPE_BECOME) {
        fill_man(filling);
        return;
    }
    if (!man->letterless)
        mad_writer_text(filling->writer, man->letter);
    if (filling->has_origin)
        return;
    if (filling->origin == MAD_ORIGIN_FILE)
        write_file(filling->game, filling->move->from, filling->writer);
    if (filling->origin == MAD_ORIGIN_RANK)
        write_rank(filling->game, filling->move->from, filling->writer);
    if (filling->origin == MAD_ORIGIN_SQUARE)
        fill_from(filling);
}

static void fill_x(const struct filling *filling)
{
    if (filling->move->flags & MAD_MOVE_TAKES)
        mad_writer_char(filling->writer, 'x');
}

static void fill_taken(const struct filling *filling)
{
    for (uint32_t i = 0; i < filling->taken.count; i++) {
        mad_writer_char(filling->writer, ':');
        write_square(filling->game, filling->taken.at[i], filling->writer);
    }
}

static void fill_end(const struct filling *filling)
{
    if (holds(&filling->taken, filling->move->to))
        return;
    mad_writer_char(filling->writer, '-');
    fill_to(filling);
}

/* The squares where men are put. */
static void fill_put(const struct filling *filling)
{
    const struct mad_move *move = effective(filling->list, filling->move);
    for (uint32_t i = 0; i < move->delta_count; i++) {
        const struct mad_delta *delta = &filling->list->deltas[move->delta_first + i];
        if (is_put(filling->game, filling->list, filling->move, delta))
            write_square(filling->game, delta->index, filling->writer);
    }
}

/* The squares that others than the man who moves come to, or leave without being taken there. */
static void fill_others(const struct filling *filling, bool come)
{
    const struct mad_game *game = filling->game;
    const struct mad_move *move = effective(filling->list, filling->move);
    struct mad_squares told = {.count = 0};
    for (uint32_t i = 0; i < move->delta_count; i++) {
        const struct mad_delta *first = &filling->list->deltas[move->delta_first + i],
                               *last = first;
        if (first->kind != MAD_DELTA_SQUARE || first->index == move->to ||
            !mad_chance_is_told(game, filling->list, filling->move, first) ||
            holds(&told, first->index) || (!come && holds(&filling->taken, first->index)))
            continue;
        told.at[told.count++] = first->index;
        for (uint32_t j = i + 1; j < move->delta_count; j++) {
            const struct mad_delta *later = &filling->list->deltas[move->delta_first + j];
            if (later->kind == MAD_DELTA_SQUARE && later->index == first->index)
                last = later;
        }
        if (come ? last->after != game->empty && last->after != first->before
                 : last->after == game->empty && first->index != move->from)
            write_square(game, first->index, filling->writer);
    }
}

static void fill_others_from(const struct filling *filling)
{
    fill_others(filling, false);
}

static void fill_others_to(const struct filling *filling)
{
    fill_others(filling, true);
}

static void fill_more(const struct filling *filling)
{
    mad_notation_write_more(filling->game, filling->list, filling->move, filling->writer);
}

static const struct {
    const char *name;
    void (*fill)(const struct filling *filling);
} parts[] = {
    {"{others from}", fill_others_from},
    {"{others to}", fill_others_to},
    {"{letter}", fill_letter},
    {"{from}", fill_from},
    {"{to}", fill_to},
    {"{man}", fill_man},
    {"{:taken}", fill_taken},
    {"{:more}", fill_more},
    {"{-to}", fill_end},
    {"{x}", fill_x},
    {"{from file}", fill_from_file},
    {"{put}", fill_put},
};

/* Which part the text starts with; the count of parts when it is none. */
static size_t part_at(const char *text)
{
    size_t part = 0;
    while (part < sizeof parts / sizeof *parts &&
           strncmp(text, parts[part].name, strlen(parts[part].name)) != 0)
        part++;
    return part;
}

const char *mad_notation_odd_blank(const char *text)
{
    while ((text = strchr(text, '{')) != NULL && part_at(text) < sizeof parts / sizeof *parts)
        text++;
    return text;
}

static const char *pick_template(const struct mad_line *line, const struct mad_squares *taken)
{
    for (uint32_t i = 0; i < line->template_count; i++)
        if (!line->templates[i].when_nothing_taken || taken->count == 0)
            return line->templates[i].text;
    return NULL;
}

static void write_template(struct filling *filling, const char *text)
{
    bool says_put = strstr(text, "{put}") != NULL;
    filling->has_origin = strstr(text, "{from}") != NULL;
    while (*text) {
        size_t part = part_at(text);
        if (part == sizeof parts / sizeof *parts) {
            mad_writer_char(filling->writer, *text++);
            continue;
        }
        parts[part].fill(filling);
        text += strlen(parts[part].name);
    }
    if (filling->line->shape == MAD_SHAPE_MOVE || filling->line->shape == MAD_SHAPE_RAMPAGE)
        write_change(filling->game, filling->state, filling->move, filling->writer);
    if (!says_put)
        write_puts(filling->game, filling->list, filling->move, filling->writer);
}

/* --- the notation of the rule file ----------------------------------------------------------- */

enum mad_style mad_notation_style(const struct mad_game *game, const struct mad_move *move)
{
    const struct mad_line *line = &game->lines[move->line];
    if (line->written != NULL)
        return MAD_STYLE_WRITTEN;
    if (line->template_count > 0)
        return MAD_STYLE_TEMPLATE;
    if (line->shape == MAD_SHAPE_MOVE && !(move->flags & MAD_MOVE_DROP))
        return MAD_STYLE_ALGEBRAIC;
    return MAD_STYLE_COORDINATES;
}

static void write_origin(const struct mad_game *game, const struct mad_move *move,
                         enum mad_origin origin, struct mad_writer *writer)
{
    if (origin == MAD_ORIGIN_FILE)
        write_file(game, move->from, writer);
    else if (origin == MAD_ORIGIN_RANK)
        write_rank(game, move->from, writer);
    else if (origin == MAD_ORIGIN_SQUARE)
        write_square(game, move->from, writer);
}

/* Nbd2, exd5, e8=Q: a man without letter says his file when he takes. */
static void write_algebraic(const struct mad_game *game, const struct mad_state *state,
                            const struct mad_move *move, enum mad_origin origin,
                            struct mad_writer *writer)
{
    const struct mad_piece_type *man = mad_notation_man(game, state, move);
    bool is_letterless = man == NULL || man->letterless, takes = move->flags & MAD_MOVE_TAKES;
    if (!is_letterless)
        mad_writer_text(writer, man->letter);
    else if (takes && origin == MAD_ORIGIN_SHORT)
        origin = MAD_ORIGIN_FILE;
    else if (takes && origin == MAD_ORIGIN_RANK)
        origin = MAD_ORIGIN_SQUARE;
    write_origin(game, move, origin, writer);
    if (takes)
        mad_writer_char(writer, 'x');
    write_end(game, move, writer);
    write_change(game, state, move, writer);
}

void mad_notation_write_text(const struct mad_game *game, const struct mad_state *state,
                             const struct mad_move_list *list, const struct mad_move *move,
                             enum mad_origin origin, struct mad_writer *writer)
{
    const struct mad_line *line = &game->lines[move->line];
    struct filling filling = {game, state, list, move, line, origin, false, {0}, writer};
    const char *text;
    switch (mad_notation_style(game, move)) {
    case MAD_STYLE_WRITTEN:
        mad_writer_text(writer, line->written);
        write_puts(game, list, move, writer);
        return;
    case MAD_STYLE_ALGEBRAIC:
        write_algebraic(game, state, move, origin, writer);
        write_puts(game, list, move, writer);
        return;
    case MAD_STYLE_TEMPLATE:
        mad_notation_taken(game, list, move, &filling.taken);
        text = pick_template(line, &filling.taken);
        if (text != NULL) {
            write_template(&filling, text);
            return;
        }
        break;
    case MAD_STYLE_COORDINATES: break;
    }
    mad_notation_write_coord(game, state, list, move, writer);
}
