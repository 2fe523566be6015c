/* pgn_lex.h - the tokens of a PGN file, read as a stream.
 *
 * Layer: record, private to it. Memory is bounded: what is longer than a limit is a token of its own that
 * says so. Lines and columns count from 1, columns in bytes. Nothing here knows games. */
#ifndef MAD_RECORD_PGN_LEX_H
#define MAD_RECORD_PGN_LEX_H

#include "../mad_record.h"
#include "../memory.h"

enum {
    MAD_PGN_WORD_BYTES = 255,     /* a tag's name, a move */
    MAD_PGN_VALUE_BYTES = 4096,   /* a tag's value */
    MAD_PGN_COMMENT_BYTES = 65536 /* what is behind that is cut off */
};

enum mad_pgn_token_kind {
    MAD_PGN_END,      /* of the file */
    MAD_PGN_TAG,      /* name and text */
    MAD_PGN_BAD_TAG,  /* text: what is wrong */
    MAD_PGN_WORD,     /* a move, a number, a result: anything between blanks and marks */
    MAD_PGN_LONG,     /* a word that no move can be; `text` is how it begins */
    MAD_PGN_COMMENT,  /* text */
    MAD_PGN_UNCLOSED, /* a comment to the end of the file */
    MAD_PGN_NAG,      /* text: digits behind the $ */
    MAD_PGN_OPEN,     /* ( */
    MAD_PGN_CLOSE,    /* ) */
};

struct mad_pgn_token {
    enum mad_pgn_token_kind kind;
    uint64_t line, column;
    const char *name; /* lives until the next token */
    const char *text;
    size_t bytes; /* of text */
    bool is_cut;  /* a comment or value that was longer */
};

struct mad_pgn_lexer {
    const struct mad_memory *memory;
    mad_text_source source;
    void *context;
    char *input; /* [MAD_PGN_INPUT] */
    size_t at, count;
    bool is_over;
    uint64_t line, column, offset; /* of the next byte */
    char *text;                    /* [MAD_PGN_COMMENT_BYTES + 1] */
    char name[MAD_PGN_WORD_BYTES + 1];
};
enum { MAD_PGN_INPUT = 1 << 16 };

MAD_MUST_CHECK enum mad_status mad_pgn_lexer_start(struct mad_pgn_lexer *lexer,
                                                   const struct mad_memory *memory,
                                                   mad_text_source source, void *context);
void mad_pgn_lexer_end(struct mad_pgn_lexer *lexer);
struct mad_pgn_token mad_pgn_next_token(struct mad_pgn_lexer *lexer);
/* Whether the next token is a tag or the end: nothing but blanks is read for it. */
bool mad_pgn_at_tag(struct mad_pgn_lexer *lexer);

#endif
