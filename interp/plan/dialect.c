/* dialect.c - lowers what the rules say about other ways of writing: `in fsf, Horse is "N"`.
 *
 * Layer: plan. The last sentence about a thing counts. It relies on lower.c for pieces, pockets and marks,
 * which have to be there. */
#include <string.h>

#include "../game/dialect.h"
#include "codegen.h"

static int dialect_named(const char *word)
{
    for (int dialect = MAD_DIALECT_FSF; dialect < MAD_DIALECTS; dialect++) {
        if (strcmp(mad_dialect_name((enum mad_dialect)dialect), word) == 0) {
            return dialect;
        }
    }
    return -1;
}

/* What a name is that a dialect speaks of; false when it is nothing. */
static bool find_thing(const struct mad_codegen *codegen, const char *name,
                       struct mad_dialect_entry *entry)
{
    const struct {
        enum mad_dialect_kind kind;
        int index;
    } found[] = {
        {MAD_IN_DIALECT_PIECE, mad_named(codegen, MAD_NAME_PIECE, name)},
        {MAD_IN_DIALECT_PLAYER, mad_named(codegen, MAD_NAME_PLAYER, name)},
        {MAD_IN_DIALECT_MARK, mad_named(codegen, MAD_NAME_MARK, name)},
        {MAD_IN_DIALECT_POCKET, mad_named(codegen, MAD_NAME_POCKET, name)},
        {MAD_IN_DIALECT_COUNTER, mad_named(codegen, MAD_NAME_COUNTER, name)},
        {MAD_IN_DIALECT_FIRST_RANK, strcmp(name, "first-rank") == 0 ? 0 : -1},
        {MAD_IN_DIALECT_FIRST_SQUARE, strcmp(name, "first-square") == 0 ? 0 : -1},
    };
    for (size_t i = 0; i < sizeof found / sizeof *found; i++) {
        if (found[i].index >= 0) {
            entry->kind = (uint8_t)found[i].kind;
            entry->index = (uint8_t)found[i].index;
            return true;
        }
    }
    return false;
}

static bool is_one_letter(const char *text)
{
    size_t bytes = strlen(text);
    return (bytes == 1 && ((text[0] >= 'A' && text[0] <= 'Z') || text[0] == '*')) ||
           (bytes == 2 && text[0] == '+' && text[1] >= 'A' && text[1] <= 'Z');
}

/* Letters of men in capitals; one small letter for a player; a digit for the first rank: ICCS counts from 0,
 * and PDN numbers the squares from it where they are not numbered from the last, or calls them by their names. */
static bool is_good_text(const struct mad_dialect_entry *entry, const char *text)
{
    struct mad_dialect_field field;
    switch ((enum mad_dialect_kind)entry->kind) {
    case MAD_IN_DIALECT_PIECE:
        return is_one_letter(text) || (entry->dialect == MAD_DIALECT_PDN && text[0] == '\0');
    case MAD_IN_DIALECT_PLAYER: return text[0] >= 'a' && text[0] <= 'z' && text[1] == '\0';
    case MAD_IN_DIALECT_MARK: return strcmp(text, "castling") == 0;
    case MAD_IN_DIALECT_POCKET: return strcmp(text, "/") == 0 || strcmp(text, "2P") == 0;
    case MAD_IN_DIALECT_COUNTER: return mad_dialect_read_field(text, strlen(text), &field);
    case MAD_IN_DIALECT_FIRST_RANK:
        return strcmp(text, entry->dialect == MAD_DIALECT_PDN ? "1" : "0") == 0;
    case MAD_IN_DIALECT_FIRST_SQUARE:
        return entry->dialect == MAD_DIALECT_PDN && strcmp(text, "a1") == 0;
    }
    return false;
}

static void add(struct mad_codegen *codegen, struct mad_dialect_entry entry, const char *text)
{
    struct mad_game *game = codegen->game;
    entry.text = mad_codegen_keep_text(codegen, text);
    for (uint32_t i = 0; i < game->writing.dialect_count; i++) {
        struct mad_dialect_entry *old = &game->writing.dialects[i];
        if (old->dialect == entry.dialect && old->kind == entry.kind && old->index == entry.index) {
            *old = entry;
            return;
        }
    }
    game->writing.dialects[game->writing.dialect_count++] = entry;
}

void mad_lower_dialects(struct mad_codegen *codegen)
{
    const struct mad_rule_lines *lines = &codegen->rules->dialects;
    struct mad_game *game = codegen->game;
    game->writing.dialects =
        mad_codegen_keep(codegen, (lines->count + 1) * sizeof *game->writing.dialects);
    for (uint32_t i = 0; game->writing.dialects != NULL && i < lines->count; i++) {
        const struct mad_node *line = lines->items[i];
        int dialect = dialect_named(line->other);
        struct mad_dialect_entry entry = {.dialect = (uint8_t)dialect};
        if (dialect < 0) {
            mad_codegen_error(
                codegen, MAD_FINDING_SYNTAX, line->span,
                "`%s` is no way of writing that is known: fsf, lichess, sfen, pdn, wxf "
                "and iccs are",
                line->other);
        } else if (!find_thing(codegen, line->name, &entry)) {
            /* a library speaks of all its men, also where few of them are used */
            if (line->span.source == codegen->rules->game_span.source) {
                mad_codegen_unknown(codegen, line->span, line->name, false, NULL);
            }
        } else if (!is_good_text(&entry, line->text)) {
            mad_codegen_error(
                codegen, MAD_FINDING_SYNTAX, line->span,
                "\"%s\" is no way to write this: a piece has a capital letter, a player "
                "a small one, a mark \"castling\", a pocket \"/\" or \"2P\", a counter "
                "\"3+3\" or \"+0+0\", first-rank \"0\", or \"1\" in pdn, where first-square is "
                "\"a1\"",
                line->text);
        } else {
            add(codegen, entry, line->text);
        }
    }
}
