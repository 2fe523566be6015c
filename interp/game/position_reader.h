/* position_reader.h - the cursor that reads a position text, its errors, and the parts that several
 * layouts have in common.
 *
 * Layer: game, private to the files that read position texts: position_read.c (our layout, which is that
 * of FEN), position_rights.c (castling), position_named.c (name=value), position_layouts.c (SFEN, PDN,
 * opcodes of EPD). Each function leaves the cursor behind what it read, or fills in the error. */
#ifndef MAD_GAME_POSITION_READER_H
#define MAD_GAME_POSITION_READER_H

#include "dialect.h"
#include "position_common.h"
#include "position_text.h"

enum { MAD_MAX_HALFMOVE = 9999, MAD_MAX_FULLMOVE = 9999, MAD_MAX_IN_POCKET = 255 };

struct mad_reader {
    const struct mad_game *game;
    struct mad_state *state;
    const char *text;
    const char *at;
    struct mad_text_error *error; /* text filled although all went well: a warning */
    enum mad_dialect dialect;
    bool has_side_rights; /* castling rights were given that imply waiting men */
};

struct mad_token { /* a field: up to the next blank */
    const char *start;
    size_t length;
};

static inline bool mad_is_capital(char c)
{
    return c >= 'A' && c <= 'Z';
}

static inline bool mad_is_small(char c)
{
    return c >= 'a' && c <= 'z';
}

static inline bool mad_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline char mad_capital_of(char c)
{
    return mad_is_small(c) ? (char)(c - 'a' + 'A') : c;
}

__attribute__((format(printf, 3, 4))) enum mad_status mad_reader_fail(struct mad_reader *reader,
                                                                      const char *at,
                                                                      const char *format, ...);
/* Adds to what is said although the text is read. */
__attribute__((format(printf, 3, 4))) void mad_reader_warn(struct mad_reader *reader,
                                                           const char *at, const char *format, ...);

struct mad_shown { /* a byte or a field as it can be shown in a message: cut when long */
    char text[32];
};
struct mad_shown mad_show_byte(char c);
struct mad_shown mad_show_token(struct mad_token token);

bool mad_reader_next(struct mad_reader *reader, struct mad_token *token);
bool mad_token_is(struct mad_token token, const char *text);

/* A letter with its `+`; the case says whose man it is. */
enum mad_status mad_reader_man(struct mad_reader *reader, uint8_t *code);
/* Men up to the byte `end`, left to the caller; a blank and the end of the text stop it. */
enum mad_status mad_reader_pocket(struct mad_reader *reader, uint32_t pocket, char end);
enum mad_status mad_reader_add(struct mad_reader *reader, const char *at, uint32_t pocket,
                               uint8_t code);
enum mad_status mad_reader_side(struct mad_reader *reader, struct mad_token token);
enum mad_status mad_reader_square(struct mad_reader *reader, struct mad_token name,
                                  uint32_t *square);
/* Squares joined by commas, each once. */
enum mad_status mad_reader_squares(struct mad_reader *reader, uint32_t mark,
                                   struct mad_token token);
enum mad_status mad_reader_number(struct mad_reader *reader, struct mad_token token, uint32_t least,
                                  uint32_t most, const char *what, uint16_t *out);
enum mad_status mad_reader_placement(struct mad_reader *reader);

/* position_rights.c */
enum mad_status mad_reader_castling(struct mad_reader *reader, struct mad_token token);
/* position_named.c; `seen` has a bit for each field that came already. */
enum mad_status mad_reader_named(struct mad_reader *reader, struct mad_token token, uint32_t *seen);
/* position_layouts.c */
enum mad_status mad_reader_sfen(struct mad_reader *reader);
enum mad_status mad_reader_pdn(struct mad_reader *reader);
enum mad_status mad_reader_opcodes(struct mad_reader *reader, struct mad_token first);

#endif
