/* parser.c - the grammar of mad for tree-sitter: a file is sentences, a sentence is tokens and their end.
 *
 *   file:       nothing, or sentences
 *   sentences:  a sentence, or sentences and sentences
 *   sentence:   tokens, END_OF_SENTENCE
 *   tokens:     a token, or tokens and tokens
 *
 * Lists are of two halves because tree-sitter balances them, and then puts whole halves behind each other. The states below
 * are those of an LR parser of these four lines, worked out by hand: each says what has been read, and a list is made as
 * soon as it can be. Where a text was changed tree-sitter takes lists to pieces again, and puts the pieces one behind the other:
 * for this alone a list may go on with another that is not yet joined to it (`repetition`). What a token is decides
 * scanner.c, by words.h. */
#include "language.h"

enum { INTERFACE = 14, MOST_CHILDREN = 2 };

enum state {
    STATE_ERROR, /* tree-sitter wants it first, and the start next */
    STATE_START,
    STATE_FILE,
    STATE_SENTENCES,
    STATE_SENTENCE,
    STATE_MORE_SENTENCES,
    STATE_TOKEN,
    STATE_TOKENS,
    STATE_MORE_TOKENS,
    STATE_WHOLE_SENTENCE,
    STATE_COUNT,
};

/* Where a list of actions begins. */
enum {
    NONE,
    RECOVER = 1,
    COMMENT = 3,
    ACCEPT = 5,
    NO_FILE = 7,
    FILE_READ = 9,
    SENTENCES_BEGIN = 11,
    SENTENCES_END = 13,
    SENTENCES_JOIN = 15,
    TOKENS_BEGIN = 18,
    TOKENS_END = 20,
    TOKENS_JOIN = 22,
    SENTENCE_READ = 25,
    TOKEN = 27,
    END_OF_SENTENCE = 29,
};

#define ONE                 \
    {                       \
        .head = { 1, true } \
    }
#define TWO                 \
    {                       \
        .head = { 2, true } \
    }
#define SHIFT(to)                                   \
    {                                               \
        .shift = { ACTION_SHIFT, to, false, false } \
    }
#define REPETITION                                          \
    {                                                       \
        .shift = { ACTION_SHIFT, STATE_TOKEN, false, true } \
    }
#define REDUCE(to, children)                            \
    {                                                   \
        .reduce = { ACTION_REDUCE, children, to, 0, 0 } \
    }

static const union action actions[] = {
    [NONE] = {.head = {0, false}},
    [RECOVER] = {.head = {1, false}},
    {.shift = {.kind = ACTION_RECOVER}},
    [COMMENT] = ONE,
    {.shift = {ACTION_SHIFT, 0, true, false}},
    [ACCEPT] = ONE,
    {.shift = {.kind = ACTION_ACCEPT}},
    [NO_FILE] = ONE,
    REDUCE(SYMBOL_FILE, 0),
    [FILE_READ] = ONE,
    REDUCE(SYMBOL_FILE, 1),
    [SENTENCES_BEGIN] = ONE,
    REDUCE(SYMBOL_SENTENCES, 1),
    [SENTENCES_END] = ONE,
    REDUCE(SYMBOL_SENTENCES, 2),
    [SENTENCES_JOIN] = TWO,
    REDUCE(SYMBOL_SENTENCES, 2),
    REPETITION,
    [TOKENS_BEGIN] = ONE,
    REDUCE(SYMBOL_TOKENS, 1),
    [TOKENS_END] = ONE,
    REDUCE(SYMBOL_TOKENS, 2),
    [TOKENS_JOIN] = TWO,
    REDUCE(SYMBOL_TOKENS, 2),
    REPETITION,
    [SENTENCE_READ] = ONE,
    REDUCE(SYMBOL_SENTENCE, 2),
    [TOKEN] = ONE,
    SHIFT(STATE_TOKEN),
    [END_OF_SENTENCE] = ONE,
    SHIFT(STATE_WHOLE_SENTENCE),
};

/* Every token of a sentence does the same; comments may stand anywhere. */
#define TOKENS(does)                                                                            \
    [SYMBOL_HEADING] = does, [SYMBOL_CONTROL] = does, [SYMBOL_MOTION] = does,                   \
    [SYMBOL_VALUE] = does, [SYMBOL_JOINING] = does, [SYMBOL_NAME] = does, [SYMBOL_WORD] = does, \
    [SYMBOL_SQUARE] = does, [SYMBOL_NUMBER] = does, [SYMBOL_LETTER] = does,                     \
    [SYMBOL_STRING] = does, [SYMBOL_CELL] = does, [SYMBOL_MOVE] = does, [SYMBOL_MARK] = does,   \
    [SYMBOL_COMMENT] = COMMENT

/* Of a token the actions, of what is made of tokens the state behind it. */
static const uint16_t table[STATE_COUNT][SYMBOL_COUNT] = {
    [STATE_ERROR] = {TOKENS(RECOVER), [SYMBOL_EOF] = RECOVER, [SYMBOL_END_OF_SENTENCE] = RECOVER},
    [STATE_START] = {TOKENS(TOKEN), [SYMBOL_EOF] = NO_FILE, [SYMBOL_FILE] = STATE_FILE,
                     [SYMBOL_SENTENCES] = STATE_SENTENCES, [SYMBOL_SENTENCE] = STATE_SENTENCE,
                     [SYMBOL_TOKENS] = STATE_TOKENS},
    [STATE_FILE] = {[SYMBOL_EOF] = ACCEPT, [SYMBOL_COMMENT] = COMMENT},
    [STATE_SENTENCES] =
        {TOKENS(TOKEN), [SYMBOL_EOF] = FILE_READ, [SYMBOL_SENTENCES] = STATE_MORE_SENTENCES,
         [SYMBOL_SENTENCE] = STATE_SENTENCE, [SYMBOL_TOKENS] = STATE_TOKENS},
    [STATE_SENTENCE] = {TOKENS(SENTENCES_BEGIN), [SYMBOL_EOF] = SENTENCES_BEGIN},
    [STATE_MORE_SENTENCES] = {TOKENS(SENTENCES_JOIN), [SYMBOL_EOF] = SENTENCES_END,
                              [SYMBOL_SENTENCES] = STATE_MORE_SENTENCES,
                              [SYMBOL_SENTENCE] = STATE_SENTENCE, [SYMBOL_TOKENS] = STATE_TOKENS},
    [STATE_TOKEN] = {TOKENS(TOKENS_BEGIN), [SYMBOL_END_OF_SENTENCE] = TOKENS_BEGIN},
    [STATE_TOKENS] = {TOKENS(TOKEN), [SYMBOL_END_OF_SENTENCE] = END_OF_SENTENCE,
                      [SYMBOL_TOKENS] = STATE_MORE_TOKENS},
    [STATE_MORE_TOKENS] = {TOKENS(TOKENS_JOIN), [SYMBOL_END_OF_SENTENCE] = TOKENS_END,
                           [SYMBOL_TOKENS] = STATE_MORE_TOKENS},
    [STATE_WHOLE_SENTENCE] = {TOKENS(SENTENCE_READ), [SYMBOL_EOF] = SENTENCE_READ},
};

static const char *const names[SYMBOL_COUNT] = {
    "end",  "heading", "control", "motion", "value",    "joining",    "name",
    "word", "square",  "number",  "letter", "string",   "cell",       "move",
    "mark", "comment", "_end",    "file",   "sentence", "_sentences", "_tokens",
};

#define SEEN              \
    {                     \
        true, true, false \
    }
static const struct metadata metadata[SYMBOL_COUNT] = {
    [SYMBOL_EOF] = {false, true, false},
    [SYMBOL_HEADING] = SEEN,
    [SYMBOL_CONTROL] = SEEN,
    [SYMBOL_MOTION] = SEEN,
    [SYMBOL_VALUE] = SEEN,
    [SYMBOL_JOINING] = SEEN,
    [SYMBOL_NAME] = SEEN,
    [SYMBOL_WORD] = SEEN,
    [SYMBOL_SQUARE] = SEEN,
    [SYMBOL_NUMBER] = SEEN,
    [SYMBOL_LETTER] = SEEN,
    [SYMBOL_STRING] = SEEN,
    [SYMBOL_CELL] = SEEN,
    [SYMBOL_MOVE] = SEEN,
    [SYMBOL_MARK] = SEEN,
    [SYMBOL_COMMENT] = SEEN,
    [SYMBOL_END_OF_SENTENCE] = {false, true, false},
    [SYMBOL_FILE] = SEEN,
    [SYMBOL_SENTENCE] = SEEN,
};

static const uint16_t each_symbol[SYMBOL_COUNT] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10,
                                                   11, 12, 13, 14, 15, 16, 17, 18, 19, 20};
static const uint16_t each_state[STATE_COUNT] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
static const uint16_t no_aliases[] = {0};

/* The scanner is asked in every state, for all that it knows: it remembers by itself where it is. */
static const struct lex_mode lex_modes[STATE_COUNT] = {{0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 1},
                                                       {0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 1}};
static const bool wanted[2][TOKEN_COUNT] = {[1] = {false, true, true, true, true, true, true, true,
                                                   true, true, true, true, true, true, true, true,
                                                   true}};

static bool lex_end(struct lexer *lexer, uint16_t state)
{
    (void)state;
    lexer->result = SYMBOL_EOF;
    lexer->mark_end(lexer);
    return lexer->is_end(lexer);
}

const struct language *tree_sitter_mad(void)
{
    static const struct language language = {
        .version = INTERFACE,
        .symbol_count = SYMBOL_COUNT,
        .token_count = TOKEN_COUNT,
        .external_token_count = TOKEN_COUNT,
        .state_count = STATE_COUNT,
        .large_state_count = STATE_COUNT,
        .production_count = 1,
        .longest_alias = MOST_CHILDREN,
        .table = &table[0][0],
        .actions = actions,
        .symbol_names = names,
        .metadata = metadata,
        .public_symbols = each_symbol,
        .alias_map = no_aliases,
        .alias_sequences = no_aliases,
        .lex_modes = lex_modes,
        .lex = lex_end,
        .scanner = {&wanted[0][0], each_symbol, tree_sitter_mad_external_scanner_create,
                    tree_sitter_mad_external_scanner_destroy, tree_sitter_mad_external_scanner_scan,
                    tree_sitter_mad_external_scanner_serialize,
                    tree_sitter_mad_external_scanner_deserialize},
        .primary_states = each_state,
    };
    return &language;
}
