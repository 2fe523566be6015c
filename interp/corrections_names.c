/* corrections_names.c - see corrections_names.h. Layer: interp.
 *
 * What is said of a fault is written once for all games, with men and numbers of some game. A reader copies it as it stands,
 * and so it names what the line names: the first man of the example is the first one of the line, and so on; what the line
 * does not name stays, unless the game does not have it. */
#include "corrections_names.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "corrections_told.h"

enum kind { NO_NAME, PIECE, PLAYER, NUMBER, PAIR, SQUARE, COUNTER, MARK, AREA, LOCAL, KINDS };
enum { MOST = 6, MAX_NOTE = 1200 };

struct word {
    const char *text;
    size_t bytes;
    char before; /* what leads it, as one letter: `to Queen`, `with Queen`; or 0 */
};

struct words { /* of a line, each once, by what they are */
    struct word of[KINDS][MOST];
    size_t count[KINDS];
};

struct naming {
    const struct mad_guess_names *names;
    const char *text; /* of the rules, down to the line */
    size_t bytes;
    struct words line;
    struct word from[KINDS * MOST], to[KINDS * MOST]; /* what stands for what in this note */
    const char *note;                                 /* as it was */
    bool is_alone;               /* its sentence: numbers of the line are its own then */
    size_t changes, used[KINDS]; /* of the game's names */
    unsigned taken[KINDS];       /* of the line's, one bit each */
    char out[MAX_NOTE];
    size_t made;
};

static bool is_same(struct word word, const char *text, size_t bytes)
{
    return word.bytes == bytes && memcmp(word.text, text, bytes) == 0;
}

static bool is_part(char c)
{
    return isalnum((unsigned char)c) != 0 || c == '-';
}

/* Of the word that begins there; a pair of numbers is one. */
static size_t length_of(const char *text, size_t bytes)
{
    size_t end = 0;
    while (end < bytes && is_part(text[end]))
        end++;
    if (end > 0 && end + 1 < bytes && isdigit((unsigned char)text[0]) != 0 && text[end] == ',' &&
        isdigit((unsigned char)text[end + 1]) != 0)
        for (end++; end < bytes && isdigit((unsigned char)text[end]) != 0;)
            end++;
    return end;
}

/* What the word behind `before` is led by: only what is led alike is the same in an example. */
static char leader_of(const char *text, size_t before)
{
    static const struct {
        const char *word;
        char leader;
    } leaders[] = {{"to", 't'},   {"into", 't'}, {"become", 't'}, {"becomes", 't'}, {"with", 'w'},
                   {"by", 'w'},   {"from", 'f'}, {"of", 'o'},     {"as", 'a'},      {"for", 'r'},
                   {"over", 'v'}, {"a", 0},      {"an", 0},       {"the", 0}};
    size_t end = before;
    while (end > 0 && text[end - 1] == ' ')
        end--;
    size_t begin = end;
    while (begin > 0 && is_part(text[begin - 1]))
        begin--;
    for (size_t i = 0; i < sizeof leaders / sizeof *leaders; i++) {
        const size_t bytes = strlen(leaders[i].word);
        if (end - begin == bytes && memcmp(text + begin, leaders[i].word, bytes) == 0)
            return leaders[i].leader != 0 ? leaders[i].leader
                   : begin > 0            ? leader_of(text, begin)
                                          : 0;
    }
    return 0;
}

/* The longest name of such a kind that stands there, perhaps of several: bytes of it, or 0. */
static size_t name_at(const struct naming *naming, enum mad_nearest_kind kind, const char *text,
                      size_t bytes)
{
    size_t longest = 0;
    for (size_t i = 0; i < naming->names->count; i++) {
        const char *name = naming->names->items[i].text;
        const size_t length = strlen(name);
        if (naming->names->items[i].kind != kind || length <= longest || length > bytes ||
            memcmp(name, text, length) != 0)
            continue;
        const bool is_plural = length < bytes && text[length] == 's';
        if (length + is_plural == bytes || !is_part(text[length + is_plural]))
            longest = length;
    }
    return longest;
}

/* Whether a line of the text above gives the name by these words. */
static bool is_given(const struct naming *naming, const char *by, struct word word)
{
    const size_t before = strlen(by);
    for (size_t at = 0; at + before + word.bytes <= naming->bytes; at++)
        if (memcmp(naming->text + at, by, before) == 0 &&
            memcmp(naming->text + at + before, word.text, word.bytes) == 0 &&
            (at + before + word.bytes == naming->bytes ||
             !is_part(naming->text[at + before + word.bytes])))
            return true;
    return false;
}

static bool is_among(struct word word, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (is_same(word, words[i], strlen(words[i])))
            return true;
    return false;
}

static bool is_square(struct word word)
{
    size_t at = 1;
    while (at < word.bytes && isdigit((unsigned char)word.text[at]) != 0)
        at++;
    return at == word.bytes && at > 1 && at < 4 && word.text[0] >= 'a' && word.text[0] <= 'z';
}

/* A number, a pair, a square. */
static enum kind literal_kind(struct word word)
{
    bool is_number = word.bytes > 0, is_pair = false;
    for (size_t i = 0; i < word.bytes; i++) {
        is_pair = is_pair || word.text[i] == ',';
        is_number = is_number && (isdigit((unsigned char)word.text[i]) != 0 || word.text[i] == ',');
    }
    return is_pair ? PAIR : is_number ? NUMBER : is_square(word) ? SQUARE : NO_NAME;
}

/* What a word of the line is; `word` grows to the whole name. */
static enum kind kind_in_line(const struct naming *naming, struct word *word, size_t left,
                              bool is_first)
{
    const size_t piece = name_at(naming, MAD_NEAREST_PIECE, word->text, left);
    const size_t player = name_at(naming, MAD_NEAREST_PLAYER, word->text, left);
    if (piece > 0 || player > 0) {
        word->bytes = piece > player ? piece : player;
        return piece > player ? PIECE : PLAYER;
    }
    if (word->text[0] >= 'A' && word->text[0] <= 'Z')
        return !is_first && word->bytes > 2 && islower((unsigned char)word->text[1]) != 0 ? PIECE
                                                                                          : NO_NAME;
    if (literal_kind(*word) != NO_NAME)
        return literal_kind(*word);
    return is_given(naming, "counter ", *word)                                     ? COUNTER
           : is_given(naming, "mark ", *word)                                      ? MARK
           : is_given(naming, "choose ", *word) || is_given(naming, "let ", *word) ? LOCAL
                                                                                   : NO_NAME;
}

static void note_word(struct words *words, enum kind kind, struct word word)
{
    for (size_t i = 0; i < words->count[kind]; i++)
        if (is_same(words->of[kind][i], word.text, word.bytes))
            return;
    if (kind != NO_NAME && words->count[kind] < MOST)
        words->of[kind][words->count[kind]++] = word;
}

static void read_line(struct naming *naming, const char *line, size_t bytes)
{
    bool is_text = false;
    for (size_t at = 0; at < bytes;) {
        struct word word = {line + at, length_of(line + at, bytes - at), leader_of(line, at)};
        is_text = is_text != (line[at] == '"');
        if (word.bytes > 0 && !is_text)
            note_word(&naming->line, kind_in_line(naming, &word, bytes - at, at == 0), word);
        at += word.bytes > 0 ? word.bytes : 1;
    }
}

/* --- examples ------------------------------------------------------------------------------------------- */

/* What a word of an example is an example of. */
static enum kind kind_in_example(struct word word)
{
    static const char *const players[] = {"White", "Black"},
                             *const counters[] = {"kills", "checks", "captures"},
                             *const marks[] = {"fresh", "marked", "visited", "tired"},
                             *const locals[] = {"goal", "target"};
    if (is_among(word, players, sizeof players / sizeof *players))
        return PLAYER;
    if (word.text[0] >= 'A' && word.text[0] <= 'Z')
        return word.bytes > 2 && islower((unsigned char)word.text[1]) != 0 ? PIECE : NO_NAME;
    if (is_among(word, counters, sizeof counters / sizeof *counters))
        return COUNTER;
    if (is_among(word, marks, sizeof marks / sizeof *marks))
        return MARK;
    if (is_among(word, locals, sizeof locals / sizeof *locals))
        return LOCAL;
    return literal_kind(word);
}

/* Sentences that give names, or take men from elsewhere, keep theirs. */
static bool keeps_names(const char *sentence)
{
    static const char *const heads[] = {"use ",     "game ",        "variant ",   "counter ",
                                        "mark ",    "pocket ",      "verb ",      "option ",
                                        "players ", "new players ", "own dir",    "directio",
                                        "play ",    "moves ",       "position \""};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        if (strncmp(sentence, heads[i], strlen(heads[i])) == 0)
            return true;
    return false;
}

static struct word game_name(const struct naming *naming, enum kind kind, size_t number)
{
    const enum mad_nearest_kind wanted = kind == PIECE ? MAD_NEAREST_PIECE : MAD_NEAREST_PLAYER;
    for (size_t i = 0; i < naming->names->count; i++) {
        const struct mad_nearest_name *name = &naming->names->items[i];
        if (name->kind == wanted && number-- == 0)
            return (struct word){name->text, strlen(name->text), 0};
    }
    return (struct word){NULL, 0, 0};
}

static bool has_word(const struct words *words, enum kind kind, struct word word)
{
    for (size_t i = 0; i < words->count[kind]; i++)
        if (is_same(words->of[kind][i], word.text, word.bytes))
            return true;
    return false;
}

/* The name that a verb gave last. */
static struct word last_local(const struct naming *naming)
{
    static const char *const makers[] = {"\n  choose ", "\n  let "};
    for (size_t at = naming->bytes; at-- > 0;)
        for (size_t i = 0; i < 2; i++) {
            const size_t length = strlen(makers[i]);
            if (naming->bytes - at > length && memcmp(naming->text + at, makers[i], length) == 0)
                return (struct word){
                    naming->text + at + length,
                    length_of(naming->text + at + length, naming->bytes - at - length), 0};
        }
    return (struct word){NULL, 0, 0};
}

/* What stands in place of a name that the line does not have. */
static struct word other_name(struct naming *naming, enum kind kind, struct word word)
{
    static const struct word none = {NULL, 0, 0};
    if (kind == LOCAL)
        return is_given(naming, "choose ", word) || is_given(naming, "let ", word)
                   ? none
                   : last_local(naming);
    if (kind != PLAYER && kind != PIECE)
        return none;
    const bool is_known = name_at(naming, kind == PIECE ? MAD_NEAREST_PIECE : MAD_NEAREST_PLAYER,
                                  word.text, word.bytes) == word.bytes;
    if (!is_known && naming->line.count[kind] > 0 && word.before == 0)
        return naming->line.of[kind][0];
    if (is_known || naming->line.count[kind] > 0 || naming->used[kind] > (kind == PLAYER) ||
        !naming->names->is_filled)
        return none;
    return game_name(naming, kind, naming->used[kind]++);
}

static bool stands_in(const char *note, struct word word)
{
    for (const char *at = note; (at = strchr(at, word.text[0])) != NULL; at++)
        if (strncmp(at, word.text, word.bytes) == 0 && !is_part(at[word.bytes]) &&
            (at == note || !is_part(at[-1])))
            return true;
    return false;
}

/* The word to be written for that one of an example. */
static struct word named(struct naming *naming, enum kind kind, struct word word)
{
    for (size_t i = 0; i < naming->changes; i++)
        if (is_same(naming->from[i], word.text, word.bytes))
            return naming->to[i];
    struct word other = {NULL, 0, 0};
    if (has_word(&naming->line, kind, word))
        return word;
    for (size_t i = 0; i < naming->line.count[kind] && other.text == NULL; i++) {
        const struct word meant = naming->line.of[kind][i];
        if ((naming->taken[kind] >> i & 1) == 0 && meant.before == word.before &&
            !stands_in(naming->note, meant)) {
            naming->taken[kind] |= 1U << i;
            other = meant;
        }
    }
    if (other.text == NULL)
        other = other_name(naming, kind, word);
    if (other.text == NULL)
        other = word;
    if (naming->changes < sizeof naming->from / sizeof *naming->from) {
        naming->from[naming->changes] = word;
        naming->to[naming->changes++] = other;
    }
    return other;
}

static void put(struct naming *naming, const char *text, size_t bytes)
{
    if (naming->made + bytes < sizeof naming->out)
        memcpy(naming->out + naming->made, text, bytes);
    naming->made += bytes;
}

/* How many numbers, pairs or squares there are. */
static size_t count_literals(const char *text, size_t bytes, enum kind kind)
{
    size_t count = 0;
    for (size_t at = 0; at < bytes;) {
        const struct word word = {text + at, length_of(text + at, bytes - at), 0};
        count += word.bytes > 0 && literal_kind(word) == kind;
        at += word.bytes > 0 ? word.bytes : 1;
    }
    return count;
}

/* `piece Wizard (W)`: of a man of whom nothing is known yet. */
static bool put_new_piece(struct naming *naming, const char *sentence, size_t bytes)
{
    static const char head[] = "piece ";
    const size_t before = sizeof head - 1;
    const size_t name = bytes > before ? length_of(sentence + before, bytes - before) : 0;
    if (bytes != before + name + 4 || memcmp(sentence, head, before) != 0 ||
        sentence[bytes - 1] != ')')
        return false;
    for (size_t i = 0; i < naming->line.count[PIECE]; i++) {
        const struct word word = naming->line.of[PIECE][i];
        char letter[] = {' ', '(', word.text[0], ')'};
        if (name_at(naming, MAD_NEAREST_PIECE, word.text, word.bytes) > 0)
            continue;
        put(naming, head, before);
        put(naming, word.text, word.bytes);
        put(naming, letter, sizeof letter);
        return true;
    }
    put(naming, sentence, bytes);
    return true;
}

/* A sentence between its quotes. */
static void put_sentence(struct naming *naming, const char *sentence, size_t bytes)
{
    bool is_counted[KINDS] = {false};
    if (put_new_piece(naming, sentence, bytes))
        return;
    for (enum kind kind = NUMBER; kind <= SQUARE; kind++)
        is_counted[kind] =
            naming->is_alone && naming->line.count[kind] == count_literals(sentence, bytes, kind);
    for (size_t at = 0; at < bytes;) {
        struct word word = {sentence + at, length_of(sentence + at, bytes - at),
                            leader_of(sentence, at)};
        const enum kind kind =
            word.bytes == 0 || keeps_names(sentence) ? NO_NAME : kind_in_example(word);
        if (kind >= NUMBER && kind <= SQUARE) {
            const struct words *line = &naming->line;
            size_t number = count_literals(sentence, at, kind);
            if (is_counted[kind] && number < line->count[kind])
                word = line->of[kind][number];
            put(naming, word.text, word.bytes);
            at += length_of(sentence + at, bytes - at);
            continue;
        }
        const size_t taken = word.bytes > 0 ? word.bytes : 1;
        if (kind != NO_NAME)
            word = named(naming, kind, word);
        put(naming, word.text, word.bytes > 0 ? word.bytes : 1);
        at += taken;
    }
}

/* The note with names of the line. */
static void put_note(struct naming *naming, const char *text)
{
    bool is_quoted = false;
    naming->made = naming->changes = 0;
    const char *second = strchr(text, '`');
    for (int quotes = 1; second != NULL && quotes < 3; quotes++)
        second = strchr(second + 1, '`');
    naming->note = text;
    naming->is_alone = second == NULL;
    memset(naming->used, 0, sizeof naming->used);
    memset(naming->taken, 0, sizeof naming->taken);
    for (size_t bytes; *text != '\0'; text += bytes + (text[bytes] != '\0')) {
        bytes = strcspn(text, "`");
        if (is_quoted && memchr(text, ' ', bytes) != NULL)
            put_sentence(naming, text, bytes);
        else
            put(naming, text, bytes);
        if (text[bytes] != '\0')
            put(naming, "`", 1);
        is_quoted = !is_quoted;
    }
}

bool mad_told_with_names(struct mad_diagnostics *list, struct mad_diagnostic *item,
                         struct mad_guess_line line, const struct mad_guess_names *names)
{
    struct naming naming = {.names = names, .text = list->main.text, .bytes = line.begin};
    read_line(&naming, list->main.text + line.begin, line.end - line.begin);
    for (size_t i = 0; i < item->note_count; i++) {
        const struct mad_note *note = &item->notes[i];
        if (note->place.file != NULL || note->is_witness || strchr(note->text, '`') == NULL)
            continue;
        put_note(&naming, note->text);
        if (naming.made >= sizeof naming.out ||
            is_same((struct word){naming.out, naming.made, 0}, note->text, strlen(note->text)))
            continue;
        char *text = mad_arena_copy(&list->arena, naming.out, naming.made);
        if (text == NULL)
            return false;
        ((struct mad_note *)(uintptr_t)item->notes)[i].text = text; /* ours: in the list's arena */
    }
    return true;
}

/* --- names of a verb ------------------------------------------------------------------------------------ */

/* The name that the line gives by one of these words from `at` on, or none. */
static struct word given_at(const char *text, size_t at, size_t end)
{
    static const char *const makers[] = {"choose ", "let ", "for each ", "["};
    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++) {
        const size_t before = strlen(makers[i]);
        if (end - at > before && memcmp(text + at, makers[i], before) == 0 &&
            (at == 0 || !is_part(text[at - 1])))
            return (struct word){text + at + before,
                                 length_of(text + at + before, end - at - before), 0};
    }
    return (struct word){NULL, 0, 0};
}

bool mad_told_locals(struct mad_diagnostics *list, struct mad_diagnostic *item)
{
    enum { MOST_TOLD = 6, MAX_TOLD = 400 };
    static const char head[] = "verb ";
    struct mad_guess_line line =
        mad_guess_line(list->main.text, list->main.bytes, item->place.line);
    const char *text = list->main.text, *quoted = strchr(item->text, '`');
    const int bytes = quoted != NULL ? (int)strcspn(quoted + 1, "`") : 0;
    struct words names = {0};
    bool is_verb = false;
    for (size_t at = 0; at < line.begin; at++) {
        if ((at == 0 || text[at - 1] == '\n') && text[at] != ' ' && text[at] != '\n') {
            is_verb =
                line.begin - at > sizeof head - 1 && memcmp(text + at, head, sizeof head - 1) == 0;
            names.count[LOCAL] = 0;
        }
        struct word name = given_at(text, at, line.begin);
        if (is_verb && name.bytes > 0)
            note_word(&names, LOCAL, name);
    }
    const bool is_first = bytes > 0 && memcmp(text + line.begin, quoted + 1, (size_t)bytes) == 0;
    if (!is_verb || bytes == 0 || is_first)
        return true;
    char told[MAX_TOLD] = "";
    size_t used = 0;
    for (size_t i = 0; i < names.count[LOCAL] && i < MOST_TOLD && used < sizeof told / 2; i++)
        used += (size_t)snprintf(told + used, sizeof told - used, "%s`%.*s`", i == 0 ? "" : ", ",
                                 (int)names.of[LOCAL][i].bytes, names.of[LOCAL][i].text);
    (void)snprintf(told + used, sizeof told - used,
                   "%s`choose %.*s from ...` above it gives that name, or `let %.*s be ...`",
                   used > 0 ? " have names here; " : "", bytes, quoted + 1, bytes, quoted + 1);
    return mad_told_note(list, item, "", told, "");
}

/* --- names that are not declared -------------------------------------------------------------------------- */

static const struct use {
    const char *before, *behind; /* the name; "" where anything stands there */
    const char *declared;        /* % is the name */
} uses[] = {
    {"set ", " to ", "`counter % starts at 0`, or `counter % for each player starts at 0`"},
    {"set ", " on ", "`mark % lasts until cleared`"},
    {"clear ", " on ", "`mark % lasts until cleared`"},
    {"increase ", "", "`counter % starts at 0`, or `counter % for each player starts at 0`"},
    {"decrease ", "", "`counter % starts at 0`, or `counter % for each player starts at 0`"},
    {"'s ", " is ", "`counter % for each player starts at 0`"},
    {"own ", " is at ", "`counter % for each player starts at 0`"},
    {"", " is at least ", "`counter % starts at 0`"},
    {"", " is at most ", "`counter % starts at 0`"},
    {"", " is more than ", "`counter % starts at 0`"},
    {"", " is less than ", "`counter % starts at 0`"},
    {"go to ", "", "`pocket %`"},
    {"number of own ", "", "`pocket %`, or `% means ...` with squares such as `d4 or e5`"},
    {"number of enemy ", "", "`pocket %`, or `% means ...` with squares such as `d4 or e5`"},
    {"a player may drop from ", "", "`pocket %`"},
    {"is on ", "",
     "`% means ...` with squares such as `d4 or e5`, or `mark % lasts until cleared`"},
    {"ending on ", "", "`% means ...` with squares such as `d4 or e5`"},
    {"drop on ", "", "`% means ...` with squares such as `rank 1 or rank 2`"},
};

/* The row for a name as it stands in a line; `at` is then where. */
static const struct use *use_in(const char *line, size_t bytes, struct word name, size_t *at)
{
    for (*at = 0; *at + name.bytes <= bytes; ++*at) {
        const char *word = line + *at;
        if (memcmp(word, name.text, name.bytes) != 0 || (*at > 0 && is_part(word[-1])) ||
            (*at + name.bytes < bytes && is_part(word[name.bytes])))
            continue;
        for (size_t i = 0; i < sizeof uses / sizeof *uses; i++) {
            const size_t before = strlen(uses[i].before), behind = strlen(uses[i].behind);
            if (*at >= before && bytes - *at - name.bytes >= behind &&
                memcmp(word - before, uses[i].before, before) == 0 &&
                memcmp(word + name.bytes, uses[i].behind, behind) == 0)
                return &uses[i];
        }
    }
    return NULL;
}

/* The name that the error quotes, where it could be one of those. */
static struct word quoted_name(const struct mad_diagnostic *item)
{
    const char *quoted = strchr(item->text, '`');
    const bool is_name = quoted != NULL && quoted[1] >= 'a' && quoted[1] <= 'z';
    return (struct word){is_name ? quoted + 1 : NULL, is_name ? strcspn(quoted + 1, "`") : 0, 0};
}

bool mad_told_is_used(const struct mad_diagnostics *list, const struct mad_diagnostic *item)
{
    const struct word name = quoted_name(item);
    struct mad_guess_line line =
        mad_guess_line(list->main.text, list->main.bytes, item->place.line);
    size_t at;
    return name.bytes > 0 &&
           use_in(list->main.text + line.begin, line.end - line.begin, name, &at) != NULL;
}

/* Marks the name there, in a line above its own. */
static bool move_to(struct mad_diagnostics *list, struct mad_diagnostic *item, uint32_t number,
                    size_t begin, size_t bytes)
{
    const char *text = list->main.text;
    const size_t first = mad_guess_first(text, begin);
    size_t end = begin;
    while (end < list->main.bytes && text[end] != '\n')
        end++;
    item->place.line = number;
    item->place.column = mad_guess_columns(text, first, begin) + 1;
    item->place.length = mad_guess_columns(text, begin, begin + bytes);
    item->place.line_text = mad_arena_copy(&list->arena, text + first, end - first);
    return item->place.line_text != NULL;
}

/* What is said in a row of the table, of that name. */
static bool tell_declared(struct mad_diagnostics *list, struct mad_diagnostic *item,
                          const char *before, const char *declared, struct word name,
                          const char *behind)
{
    char told[MAX_NOTE] = "";
    size_t used = 0;
    for (const char *c = declared; *c != '\0' && used < sizeof told / 2; c++)
        used += (size_t)snprintf(told + used, sizeof told - used, "%.*s",
                                 *c == '%' ? (int)name.bytes : 1, *c == '%' ? name.text : c);
    return mad_told_note(list, item, before, told, behind);
}

bool mad_told_declaration(struct mad_diagnostics *list, struct mad_diagnostic *item)
{
    const struct word name = quoted_name(item);
    const struct use *use = NULL;
    for (uint32_t number = 1; use == NULL && number <= item->place.line; number++) {
        struct mad_guess_line line = mad_guess_line(list->main.text, list->main.bytes, number);
        size_t at = 0;
        if (line.begin < line.end && list->main.text[line.begin] != '#')
            use = use_in(list->main.text + line.begin, line.end - line.begin, name, &at);
        if (use != NULL && number < item->place.line &&
            !move_to(list, item, number, line.begin + at, name.bytes))
            return false;
    }
    return use == NULL || tell_declared(list, item, "it is not declared: ", use->declared, name,
                                        " at the top says what it is");
}

bool mad_told_use(const char *sentence, const char *name)
{
    size_t at;
    return name[0] >= 'a' &&
           use_in(sentence, strlen(sentence), (struct word){name, strlen(name), 0}, &at) != NULL;
}

bool mad_told_unnamed(struct mad_diagnostics *list, struct mad_diagnostic *item,
                      const char *unnamed, const struct mad_fix *fix)
{
    const struct word name = {unnamed, strlen(unnamed), 0};
    const bool is_man = unnamed[0] < 'a';
    size_t at = 0;
    const struct use *use = is_man ? NULL : use_in(fix->text, strlen(fix->text), name, &at);
    return tell_declared(list, item, "then say what is called so: ",
                         is_man        ? "`piece % (X)` and its lines, or `use ... from fairy-men`"
                         : use != NULL ? use->declared
                                       : "`% means ...`",
                         name, "");
}
