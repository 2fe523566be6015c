/* language.h - the symbols of the grammar, and how tree-sitter wants a language to look: its interface 14, which its library
 * reads from 0.20.3 on. Written here so that nothing need be installed to compile it. */
#ifndef MAD_TREE_SITTER_LANGUAGE_H
#define MAD_TREE_SITTER_LANGUAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Tokens first, beginning with the end of the text; all others the scanner finds. */
enum symbol {
    SYMBOL_EOF,
    SYMBOL_HEADING,
    SYMBOL_CONTROL,
    SYMBOL_MOTION,
    SYMBOL_VALUE,
    SYMBOL_JOINING,
    SYMBOL_NAME,
    SYMBOL_WORD,
    SYMBOL_SQUARE,
    SYMBOL_NUMBER,
    SYMBOL_LETTER,
    SYMBOL_STRING,
    SYMBOL_CELL,
    SYMBOL_MOVE,
    SYMBOL_MARK,
    SYMBOL_COMMENT,
    SYMBOL_END_OF_SENTENCE,
    TOKEN_COUNT,
    SYMBOL_FILE = TOKEN_COUNT,
    SYMBOL_SENTENCE,
    SYMBOL_SENTENCES,
    SYMBOL_TOKENS,
    SYMBOL_COUNT,
};

/* --- what tree-sitter hands to a scanner --------------------------------------------------------- */

struct lexer {
    int32_t lookahead;
    uint16_t result;
    void (*advance)(struct lexer *lexer, bool is_blank);
    void (*mark_end)(struct lexer *lexer);
    uint32_t (*column)(struct lexer *lexer);
    bool (*begins_range)(const struct lexer *lexer);
    bool (*is_end)(const struct lexer *lexer);
};

void *tree_sitter_mad_external_scanner_create(void);
void tree_sitter_mad_external_scanner_destroy(void *state);
unsigned tree_sitter_mad_external_scanner_serialize(void *state, char *bytes);
void tree_sitter_mad_external_scanner_deserialize(void *state, const char *bytes, unsigned count);
bool tree_sitter_mad_external_scanner_scan(void *state, struct lexer *lexer, const bool *wanted);

/* --- what it reads of a language ----------------------------------------------------------------- */

enum action_kind { ACTION_SHIFT, ACTION_REDUCE, ACTION_ACCEPT, ACTION_RECOVER };

/* A list of actions is a head and its actions behind it. */
union action {
    struct {
        uint8_t count;
        bool reusable;
    } head;
    struct {
        uint8_t kind;
        uint16_t state;
        bool extra, repetition;
    } shift;
    struct {
        uint8_t kind, child_count;
        uint16_t symbol;
        int16_t precedence;
        uint16_t production;
    } reduce;
};

struct metadata {
    bool is_visible, is_named, is_supertype;
};

struct lex_mode {
    uint16_t own, external;
};

struct language {
    uint32_t version, symbol_count, alias_count, token_count, external_token_count, state_count,
        large_state_count, production_count, field_count;
    uint16_t longest_alias;
    const uint16_t *table, *small_table;
    const uint32_t *small_table_map;
    const union action *actions;
    const char *const *symbol_names, *const *field_names;
    const void *field_slices, *field_entries;
    const struct metadata *metadata;
    const uint16_t *public_symbols, *alias_map, *alias_sequences;
    const struct lex_mode *lex_modes;
    bool (*lex)(struct lexer *lexer, uint16_t state);
    bool (*lex_keyword)(struct lexer *lexer, uint16_t state);
    uint16_t keyword_token;
    struct {
        const bool *wanted;
        const uint16_t *symbols;
        void *(*create)(void);
        void (*destroy)(void *state);
        bool (*scan)(void *state, struct lexer *lexer, const bool *wanted);
        unsigned (*serialize)(void *state, char *bytes);
        void (*deserialize)(void *state, const char *bytes, unsigned count);
    } scanner;
    const uint16_t *primary_states;
};

const struct language *tree_sitter_mad(void);

#endif
