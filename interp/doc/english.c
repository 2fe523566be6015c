/* english.c - see english.h; here squares, pieces and numbers. Layer: doc. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "../rules/tree.h"
#include "tell.h"

enum { MOST_NAMES_DEEP = 4 };

void mad_say(struct mad_telling *telling, const char *format, ...)
{
    static const char MORE[] = "...";
    const size_t room = telling->size - telling->used;
    va_list args;
    if (telling->is_cut) {
        return;
    }
    va_start(args, format);
    const int bytes = vsnprintf(telling->text + telling->used, room, format, args);
    va_end(args);
    telling->is_cut = bytes < 0 || (size_t)bytes + sizeof MORE > room;
    if (!telling->is_cut) {
        telling->used += (size_t)bytes;
    } else {
        snprintf(telling->text + telling->used, room, "%s", MORE);
        telling->used += strlen(telling->text + telling->used);
    }
}

/* `castling-rooks` are castling rooks; but d1..f3 and +1 stay. */
void mad_say_written(struct mad_telling *telling, const char *text, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++) {
        const bool joins = text[i] == '-' && i > 0 && i + 1 < bytes && text[i - 1] >= 'a' &&
                           text[i - 1] <= 'z' && text[i + 1] >= 'a' && text[i + 1] <= 'z';
        mad_say(telling, "%c", joins || (unsigned char)text[i] < ' ' ? ' ' : text[i]);
    }
}

void mad_say_plural(struct mad_telling *telling, size_t begin)
{
    static const struct plural {
        const char *ending, *several;
    } plurals[] = {
#define MAD_PLURAL(ending, several) {ending, several},
#include "english.def"
    };
    char *text = telling->text;
    const size_t used = telling->used;
    if (telling->is_cut || used <= begin || !islower((unsigned char)text[used - 1])) {
        return;
    }
    for (size_t i = 0; i < sizeof plurals / sizeof *plurals; i++) {
        const size_t bytes = strlen(plurals[i].ending);
        if (used - begin < bytes || strncasecmp(text + used - bytes, plurals[i].ending, bytes)) {
            continue;
        }
        size_t same = 0; /* of its first letters, which may be capitals */
        while (same < bytes && plurals[i].ending[same] == plurals[i].several[same]) {
            same++;
        }
        telling->used -= bytes - same;
        mad_say(telling, "%s", plurals[i].several + same);
        return;
    }
    mad_say(telling, "s");
}

/* Whether the node gives something that name. */
static bool gives_name(const struct mad_node *node, const void *name)
{
    return (node->kind == MAD_NODE_LET || node->kind == MAD_NODE_CHOOSE ||
            node->kind == MAD_NODE_FOR_EACH || node->kind == MAD_NODE_PARAM) &&
           node->name == name;
}

static bool is_local(const struct mad_telling *telling, const char *name)
{
    return telling->verb != NULL && mad_tree_any(telling->verb, gives_name, name);
}

/* What each player has of his own is called as the rules do, who say it once; null: the name is of no such thing. */
static const char *name_of_all(const struct mad_telling *telling, const char *name)
{
    const struct mad_ruleset *rules = telling->english->rules;
    for (uint32_t i = 0; i < rules->mark_count; i++) {
        if (rules->marks[i].name == name) {
            return rules->marks[i].said;
        }
    }
    return NULL;
}

/* `passed-square`, of whoever has set it. */
static bool is_of_all(const struct mad_telling *telling, const struct mad_node *either)
{
    const struct mad_node *first = either->first, *node = first;
    const char *name = first->kind == MAD_NODE_REF ? name_of_all(telling, first->name) : NULL;
    while (name != NULL && node != NULL && node->kind == MAD_NODE_REF &&
           name_of_all(telling, node->name) == name) {
        node = node->next;
    }
    return name != NULL && node == NULL;
}

void mad_say_name(struct mad_telling *telling, const char *name)
{
    const char *said = name_of_all(telling, name);
    name = said != NULL ? said : name;
    mad_say(telling, "%c", is_local(telling, name) ? MAD_LOCAL_BEGINS : MAD_NAME_BEGINS);
    mad_say_written(telling, name, strlen(name));
    mad_say(telling, "%c", MAD_NAME_ENDS);
}

static void say_source(struct mad_telling *telling, const struct mad_node *node)
{
    const struct mad_source *source = &telling->english->sources->items[node->span.source];
    if ((size_t)node->span.begin + node->span.length <= source->bytes) {
        mad_say_written(telling, source->text + node->span.begin, node->span.length);
    }
}

void mad_say_joined(struct mad_telling *telling, const struct mad_node *first, const char *joiner,
                    mad_say_one *one)
{
    for (const struct mad_node *node = first; node != NULL; node = node->next) {
        one(telling, node);
        if (node->next != NULL) {
            mad_say(telling, node->next->next != NULL ? ", " : " %s ", joiner);
        }
    }
}

const struct mad_node *mad_telling_child(const struct mad_node *node, enum mad_node_kind kind)
{
    const struct mad_node *child = node->first;
    while (child != NULL && child->kind != kind) {
        child = child->next;
    }
    return child;
}

int mad_telling_known(const struct mad_telling *telling, const struct mad_node *truth)
{
    return telling->english->known != NULL
               ? telling->english->known(telling->english->context, truth)
               : -1;
}

/* --- players ------------------------------------------------------------------------------------------------ */

static const char *const players[MAD_TOLD_AS_ALL][2] = {
    [MAD_TOLD_LINE] = {"its player", "the opponent"},
    [MAD_TOLD_LAW] = {"he", "his opponent"},
    [MAD_TOLD_END] = {"the player", "the opponent"},
    [MAD_TOLD_STEP] = {"the player", "the opponent"},
    [MAD_TOLD_WORD] = {"the player", "the opponent"},
};

void mad_tell_mover(struct mad_telling *telling, bool is_enemy)
{
    const bool is_of_many = telling->english->rules->player_count > 2;
    mad_say(telling, "%s",
            telling->names != NULL                ? telling->names[is_enemy]
            : is_enemy && telling->other != NULL  ? telling->other
            : !is_enemy && telling->mover != NULL ? telling->mover
            : is_enemy && is_of_many && telling->as == MAD_TOLD_END
                ? "the next player"
                : players[telling->as][is_enemy]);
}

/* --- squares and pieces -------------------------------------------------------------------------------------- */

/* Short enough to be said in the place of its name. */
static bool is_short(const struct mad_node *meaning)
{
    switch ((int)meaning->kind) {
    case MAD_NODE_RANK:
    case MAD_NODE_LAST_RANKS:
    case MAD_NODE_FILE_OF_BOARD:
    case MAD_NODE_SQUARE: return true;
    case MAD_NODE_REF: return (meaning->flags & MAD_FLAG_CAPITAL) != 0;
    case MAD_NODE_CONST: return mad_is_word(meaning, MAD_WORD_BOARD);
    default: return false;
    }
}

/* Names that the language itself counts by. */
static const char *given_name(const char *name)
{
    static const char *const names[][2] = {
#define MAD_GIVEN_NAME(name, words) {name, words},
#include "english.def"
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(names[i][0], name) == 0) {
            return names[i][1];
        }
    }
    return NULL;
}

static bool is_pocket(const struct mad_telling *telling, const char *name)
{
    const struct mad_ruleset *rules = telling->english->rules;
    bool is = false;
    for (uint32_t i = 0; i < rules->pocket_count && !is; i++) {
        is = rules->pockets[i].name == name;
    }
    return is;
}

static bool is_mark(const struct mad_telling *telling, const char *name)
{
    const struct mad_ruleset *rules = telling->english->rules;
    bool is = false;
    for (uint32_t i = 0; i < rules->mark_count && !is; i++) {
        is = rules->marks[i].name == name;
    }
    return is;
}

const char *mad_telling_kind(const struct mad_telling *telling, const char *name)
{
    const struct mad_ruleset *rules = telling->english->rules;
    const char *kind = NULL;
    for (uint32_t i = 0; i < rules->piece_count && kind == NULL; i++) {
        kind = strcmp(rules->pieces[i].name, name) == 0 ? rules->pieces[i].kind : NULL;
    }
    return kind != NULL ? kind : name;
}

/* Of men whom each of three players and more has it is told whose they are, but in lines of pieces and steps, which are told of
 * all players. */
static bool is_told_whose(const struct mad_telling *telling, const char *name)
{
    return telling->as != MAD_TOLD_LINE && telling->as != MAD_TOLD_STEP &&
           mad_telling_kind(telling, name) != name;
}

static void tell_man(struct mad_telling *telling, const char *name)
{
    const char *kind = mad_telling_kind(telling, name);
    if (is_told_whose(telling, name)) {
        mad_say(telling, "%.*s's ", (int)(strlen(name) - strlen(kind)) - 1, name);
    }
    mad_say(telling, "%s", kind);
}

bool mad_is_told_whose(const struct mad_telling *telling, const struct mad_node *node)
{
    return node->kind == MAD_NODE_OF_PLAYER ||
           (node->kind == MAD_NODE_REF && is_told_whose(telling, node->name));
}

static void tell_name(struct mad_telling *telling, const struct mad_node *node)
{
    const struct mad_rule_definition *definition =
        is_local(telling, node->name) ? NULL
                                      : mad_rules_definition(telling->english->rules, node->name);
    if ((node->flags & MAD_FLAG_CAPITAL) != 0) {
        tell_man(telling, node->name);
    } else if (definition != NULL && telling->depth < MOST_NAMES_DEEP &&
               is_short(definition->expression)) {
        telling->depth++;
        mad_tell(telling, definition->expression);
        telling->depth--;
    } else if (given_name(node->name) != NULL) {
        mad_say(telling, "%s", given_name(node->name));
    } else if (is_pocket(telling, node->name)) {
        mad_say_written(telling, node->name, strlen(node->name));
    } else {
        mad_say(telling,
                !telling->is_operand && (definition != NULL || is_mark(telling, node->name))
                    ? "the "
                    : "");
        mad_say_name(telling, node->name);
    }
}

const char *mad_telling_only_royal(const struct mad_telling *telling)
{
    const struct mad_ruleset *rules = telling->english->rules;
    const char *name = NULL;
    for (uint32_t i = 0; i < rules->piece_count; i++) {
        const struct mad_rule_piece *piece = &rules->pieces[i];
        const char *kind = piece->kind != NULL ? piece->kind : piece->name;
        for (uint32_t l = 0; l < piece->lines.count; l++) {
            if (piece->lines.items[l]->kind == MAD_NODE_ROYAL) {
                if (name != NULL && strcmp(name, kind) != 0) {
                    return NULL;
                }
                name = kind;
            }
        }
    }
    return name;
}

static void tell_given(struct mad_telling *telling, const struct mad_node *node)
{
    const char *royal = NULL;
    switch ((enum mad_word)node->n0) {
    case MAD_WORD_EMPTY: mad_say(telling, "empty squares"); break;
    case MAD_WORD_PIECE: mad_say(telling, "piece"); break;
    case MAD_WORD_OWN: mad_say(telling, "own piece"); break;
    case MAD_WORD_ENEMY: mad_say(telling, "enemy piece"); break;
    case MAD_WORD_NOTHING: mad_say(telling, "nothing"); break;
    case MAD_WORD_BOARD: mad_say(telling, "the board"); break;
    case MAD_WORD_HERE: mad_say(telling, "%s square", telling->subject); break;
    case MAD_WORD_ORIGIN: mad_say(telling, "the square it came from"); break;
    case MAD_WORD_ROYAL:
        royal = mad_telling_only_royal(telling);
        mad_say(telling, "%s", royal != NULL ? royal : "royal piece");
        break;
    case MAD_WORD_ATTACKED: mad_say(telling, "attacked"); break;
    case MAD_WORD_MOVER: mad_tell_mover(telling, false); break;
    case MAD_WORD_NOBODY: mad_say(telling, "nobody"); break;
    case MAD_WORD_NEXT_PLAYER: mad_say(telling, "the next player"); break;
    case MAD_WORD_OUTWARD: mad_say(telling, "outward"); break;
    case MAD_WORD_OTHER_SIDE: mad_say(telling, "its other side"); break;
    }
}

bool mad_is_player(const struct mad_telling *telling, const struct mad_node *node)
{
    const struct mad_ruleset *rules = telling->english->rules;
    bool is = mad_is_word(node, MAD_WORD_MOVER) || mad_is_word(node, MAD_WORD_ENEMY) ||
              mad_is_word(node, MAD_WORD_NOBODY) || mad_is_word(node, MAD_WORD_NEXT_PLAYER);
    for (uint32_t i = 0; i < rules->player_count && !is; i++) {
        is = mad_is_ref(node, rules->players[i].name);
    }
    return is;
}

void mad_tell_player(struct mad_telling *telling, const struct mad_node *node)
{
    if (mad_is_word(node, MAD_WORD_ENEMY)) {
        mad_tell_mover(telling, true);
    } else {
        mad_tell(telling, node);
    }
}

/* Behind `own` and `enemy`; those are said of all that follows. */
void mad_tell_operand(struct mad_telling *telling, const struct mad_node *node)
{
    const bool was = telling->is_operand;
    telling->is_operand = true;
    mad_tell(telling, node);
    telling->is_operand = was;
}

/* One of several, in brackets where that would be read with what stands around it. */
static void tell_part(struct mad_telling *telling, const struct mad_node *node)
{
    const bool is_whose = node->kind == MAD_NODE_OWN || node->kind == MAD_NODE_ENEMY;
    const enum mad_node_kind kind = is_whose ? node->first->kind : node->kind;
    const bool is_several = kind == MAD_NODE_OR || kind == MAD_NODE_AND || kind == MAD_NODE_EXCEPT;
    mad_say(telling, is_several ? "(" : "");
    mad_tell(telling, node);
    mad_say(telling, is_several ? ")" : "");
}

/* One of those before `and`, which stands in some of them too. */
static void tell_item(struct mad_telling *telling, const struct mad_node *node)
{
    const bool has_and = node->kind == MAD_NODE_FUNCTION && node->n0 == MAD_FN_BETWEEN;
    mad_say(telling, has_and ? "(" : "");
    mad_tell(telling, node);
    mad_say(telling, has_and ? ")" : "");
}

static void tell_function(struct mad_telling *telling, const struct mad_node *node)
{
    static const char *const words[] = {
        [MAD_FN_NEAREST] = "the nearest of",
        [MAD_FN_FARTHEST] = "the last of",
        [MAD_FN_RANK_OF] = "the rank of",
        [MAD_FN_FILE_OF] = "the file of",
        [MAD_FN_KIND_OF] = "the kind of",
        [MAD_FN_NUMBER_OF] = "the number of",
        [MAD_FN_WORTH_OF] = "the worth of",
        [MAD_FN_OPPOSITE_OF] = "the opposite of",
        [MAD_FN_NEXT_TO] = "the squares next to",
        [MAD_FN_DROPS_OF] = "the squares where it may be dropped:",
        [MAD_FN_BETWEEN] = "the squares between",
    };
    const bool is_here = mad_is_word(node->first, MAD_WORD_HERE);
    const struct mad_node *of = node->first;
    of = of->kind == MAD_NODE_OWN || of->kind == MAD_NODE_ENEMY ? of->first : of;
    if (node->n0 == MAD_FN_NUMBER_OF && of->kind == MAD_NODE_REF && is_pocket(telling, of->name)) {
        mad_say(telling, "the number of pieces in ");
        mad_tell(telling, node->first);
    } else if (is_here && (node->n0 == MAD_FN_RANK_OF || node->n0 == MAD_FN_FILE_OF)) {
        mad_say(telling, "%s %s", telling->subject, node->n0 == MAD_FN_RANK_OF ? "rank" : "file");
    } else if (is_here && node->n0 == MAD_FN_KIND_OF) {
        mad_say(telling, "piece of %s kind", telling->subject);
    } else if (node->n0 == MAD_FN_DROPS_OF) {
        mad_say(telling, "the squares on which ");
        mad_tell(telling, node->first);
        mad_say(telling, " may be dropped");
    } else {
        mad_say(telling, "%s ", words[node->n0]);
        tell_part(telling, node->first);
        if (node->first->next != NULL) {
            mad_say(telling, " and ");
            tell_part(telling, node->first->next);
        }
    }
}

/* What `a` stands before without brackets. */
static bool is_one(const struct mad_node *node)
{
    return node->kind == MAD_NODE_REF ||
           ((node->kind == MAD_NODE_OWN || node->kind == MAD_NODE_ENEMY) &&
            node->first->kind == MAD_NODE_REF);
}

/* `X worth less than Y`, "who are worth less than it". */
static void tell_worth(struct mad_telling *telling, const struct mad_node *node)
{
    static const char *const words[] = {
        [MAD_IS] = "as much as",           [MAD_IS_AT_LEAST] = "no less than",
        [MAD_IS_AT_MOST] = "no more than", [MAD_IS_MORE_THAN] = "more than",
        [MAD_IS_LESS_THAN] = "less than",
    };
    const struct mad_node *second = node->first->next;
    tell_part(telling, node->first);
    mad_say(telling, " worth %s ", words[node->n0]);
    if (mad_is_word(second, MAD_WORD_HERE))
        mad_say(telling, "the piece itself");
    else
        mad_tell_with_article(telling, second);
}

static void tell_narrowed(struct mad_telling *telling, const struct mad_node *node)
{
    const struct mad_node *a = node->first, *b = a->next;
    if (node->kind == MAD_NODE_ON && mad_is_word(b, MAD_WORD_EMPTY)) {
        tell_part(telling, a);
        mad_say(telling, a->kind == MAD_NODE_FORMER ? ", where now empty" : " where empty");
        return;
    }
    if (node->kind == MAD_NODE_ON && mad_is_word(a, MAD_WORD_EMPTY)) {
        mad_say(telling, "empty squares of ");
    } else {
        tell_part(telling, a);
        mad_say(telling, node->kind == MAD_NODE_ON            ? " on "
                         : node->kind == MAD_NODE_NEXT_TO     ? " next to "
                         : node->kind == MAD_NODE_ATTACKED_BY ? " attacked by "
                         : node->kind == MAD_NODE_ATTACKING   ? " attacking "
                         : node->kind == MAD_NODE_JOINED_TO   ? " joined to "
                                                              : " except ");
    }
    if (node->kind == MAD_NODE_EXCEPT && b->kind == MAD_NODE_OR) {
        mad_say_joined(telling, b->first, "and", mad_tell_with_article);
    } else if (node->kind == MAD_NODE_EXCEPT && b->kind == MAD_NODE_FUNCTION &&
               b->n0 == MAD_FN_NEXT_TO) {
        mad_say(telling, "next to ");
        mad_tell_with_article(telling, b->first);
    } else if (node->kind == MAD_NODE_NEXT_TO || (node->kind == MAD_NODE_EXCEPT && is_one(b))) {
        mad_tell_with_article(telling, b);
    } else {
        tell_part(telling, b);
    }
}

/* `where seeds is 3`: how a number is asked for, in the squares or in a truth. */
void mad_tell_comparison(struct mad_telling *telling, const struct mad_node *is)
{
    static const char *const words[] = {
        [MAD_IS] = "",
        [MAD_IS_ON] = "on ",
        [MAD_IS_NEXT_TO] = "next to ",
        [MAD_IS_ATTACKED] = "attacked",
        [MAD_IS_IN] = "",
        [MAD_IS_AT_LEAST] = "at least ",
        [MAD_IS_AT_MOST] = "at most ",
        [MAD_IS_MORE_THAN] = "more than ",
        [MAD_IS_LESS_THAN] = "less than ",
    };
    mad_say(telling, " is %s%s", (is->flags & MAD_FLAG_NEGATED) != 0 ? "not " : "", words[is->n0]);
}

/* "White's ", "the opponent's ", "his ". */
static void tell_owner(struct mad_telling *telling, const char *name)
{
    if (strcmp(name, "mover") == 0) {
        mad_say(telling, "%s ", telling->subject);
    } else if (strcmp(name, "enemy") == 0) {
        mad_tell_mover(telling, true);
        mad_say(telling, "'s ");
    } else {
        mad_say(telling, "%s's ", name);
    }
}

static void tell_rank(struct mad_telling *telling, const struct mad_node *node)
{
    static const char *const ordinals[] = {"", "1st", "2nd", "3rd"};
    if ((node->flags & MAD_FLAG_OWN) == 0) {
        mad_say(telling, "rank %d", node->n0);
    } else if (node->n0 < 4) {
        mad_say(telling, "%s %s rank", telling->subject, ordinals[node->n0 > 0 ? node->n0 : 0]);
    } else {
        mad_say(telling, "%s %dth rank", telling->subject, node->n0);
    }
}

void mad_tell(struct mad_telling *telling, const struct mad_node *node)
{
    size_t begin;
    if (mad_is_motion(node)) {
        mad_tell_motion(telling, node);
        return;
    }
    switch ((int)node->kind) {
    case MAD_NODE_REF: tell_name(telling, node); break;
    case MAD_NODE_CONST: tell_given(telling, node); break;
    case MAD_NODE_NUMBER: mad_say(telling, "%d", node->n0); break;
    case MAD_NODE_LIST:
    case MAD_NODE_OR:
        if (is_of_all(telling, node)) {
            mad_tell(telling, node->first);
        } else {
            mad_say_joined(telling, node->first, "or", mad_tell);
        }
        break;
    case MAD_NODE_AND: mad_say_joined(telling, node->first, "and", tell_item); break;
    case MAD_NODE_OWN:
    case MAD_NODE_ENEMY:
        if (telling->names != NULL) {
            mad_say(telling, "%s's ", telling->names[node->kind == MAD_NODE_ENEMY]);
        } else {
            mad_say(telling, node->kind == MAD_NODE_OWN ? "own " : "enemy ");
        }
        mad_tell_operand(telling, node->first);
        break;
    case MAD_NODE_OF_PLAYER:
        tell_owner(telling, node->name);
        mad_tell_operand(telling, node->first);
        break;
    case MAD_NODE_FORMER:
        mad_tell(telling, node->first);
        mad_say(telling, " as before the move");
        break;
    case MAD_NODE_RANK: tell_rank(telling, node); break;
    case MAD_NODE_LAST_RANKS:
        mad_say(telling, node->n0 == 1 ? "the last rank" : "the last %d ranks", node->n0);
        break;
    case MAD_NODE_FILE_OF_BOARD: mad_say(telling, "the %s-file", node->text); break;
    case MAD_NODE_SQUARE: mad_say(telling, "%s", node->text); break;
    case MAD_NODE_RECTANGLE: mad_say(telling, "%s to %s", node->text, node->first->text); break;
    case MAD_NODE_PLUS:
        mad_tell(telling, node->first);
        mad_say(telling, (node->flags & MAD_FLAG_NEGATED) != 0 ? " minus " : " plus ");
        mad_tell(telling, node->first->next);
        break;
    case MAD_NODE_FUNCTION: tell_function(telling, node); break;
    case MAD_NODE_ON:
    case MAD_NODE_NEXT_TO:
    case MAD_NODE_ATTACKED_BY:
    case MAD_NODE_ATTACKING:
    case MAD_NODE_JOINED_TO:
    case MAD_NODE_EXCEPT: tell_narrowed(telling, node); break;
    case MAD_NODE_WORTH_THAN: tell_worth(telling, node); break;
    case MAD_NODE_WHERE:
        tell_part(telling, node->first);
        mad_say(telling, " where ");
        mad_tell(telling, node->first->next);
        mad_tell_comparison(telling, node);
        mad_tell(telling, node->first->next->next);
        break;
    case MAD_NODE_LINE_OF:
        mad_say(telling, "%d in a row of ", node->n0);
        begin = telling->used;
        mad_tell(telling, node->first);
        mad_say_plural(telling, begin);
        break;
    default:
        if (mad_is_told_truth(node))
            mad_tell_truth(telling, node);
        else
            say_source(telling, node);
        break;
    }
}

static bool is_thing(const struct mad_node *node)
{
    switch ((int)node->kind) {
    case MAD_NODE_CONST:
        return mad_is_word(node, MAD_WORD_PIECE) || mad_is_word(node, MAD_WORD_OWN) ||
               mad_is_word(node, MAD_WORD_ENEMY);
    case MAD_NODE_REF: return (node->flags & MAD_FLAG_CAPITAL) != 0;
    case MAD_NODE_OWN:
    case MAD_NODE_ENEMY: return true;
    case MAD_NODE_OR:
    case MAD_NODE_ON:
    case MAD_NODE_EXCEPT:
    case MAD_NODE_NEXT_TO:
    case MAD_NODE_ATTACKED_BY:
    case MAD_NODE_ATTACKING:
    case MAD_NODE_WORTH_THAN:
    case MAD_NODE_JOINED_TO: return is_thing(node->first);
    default: return false;
    }
}

/* "an Elephant", "an own Pawn or Rook", "an empty square". */
void mad_tell_with_article(struct mad_telling *telling, const struct mad_node *node)
{
    if (mad_is_word(node, MAD_WORD_EMPTY)) {
        mad_say(telling, "an empty square");
        return;
    }
    char word[2] = "";
    struct mad_telling peek = *telling;
    char text[200];
    peek.text = text;
    peek.used = 0;
    peek.size = sizeof text;
    peek.is_cut = false;
    mad_tell(&peek, node);
    word[0] = text[text[0] == '(' || text[0] == MAD_NAME_BEGINS || text[0] == MAD_LOCAL_BEGINS];
    const bool is_whose = node->kind == MAD_NODE_OWN || node->kind == MAD_NODE_ENEMY;
    mad_say(telling,
            !is_thing(node) || strncmp(text, "the ", 4) == 0 || (is_whose && telling->names != NULL)
                ? ""
            : strchr("AEIOaeio", word[0]) != NULL ? "an "
                                                  : "a ");
    mad_tell(telling, node);
}
