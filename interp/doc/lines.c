/* lines.c - lines of pieces, laws, ends and steps of verbs in English. Layer: doc. */
#include <stdio.h>
#include <string.h>

#include "tell.h"

/* Blocks in blocks: what is deeper is not told of. */
enum { MOST_DEEP = 12 };

static struct mad_telling begin(const struct mad_english *english, enum mad_told_as as, char *out,
                                size_t size)
{
    static const char *const subjects[MAD_TOLD_AS_ALL] = {[MAD_TOLD_LINE] = "its",
                                                          [MAD_TOLD_LAW] = "his",
                                                          [MAD_TOLD_END] = "the player's",
                                                          [MAD_TOLD_STEP] = "its",
                                                          [MAD_TOLD_WORD] = "its"};
    out[0] = '\0';
    return (struct mad_telling){
        .english = english, .as = as, .text = out, .size = size, .subject = subjects[as]};
}

/* A capital in front, and a full stop behind where none is. */
static void finish(struct mad_telling *telling)
{
    char *text = telling->text;
    size_t first = 0;
    if (telling->used == 0) {
        return;
    }
    while (text[first] == MAD_VERB_BEGINS) { /* what is said otherwise stays as it is */
        first += strcspn(text + first, (char[]){MAD_NAME_ENDS, '\0'}) + 1;
    }
    first += text[first] == MAD_NAME_BEGINS || text[first] == MAD_LOCAL_BEGINS;
    if (text[first] >= 'a' && text[first] <= 'z') {
        text[first] = (char)(text[first] - 'a' + 'A');
    }
    size_t last = telling->used;
    while (last > 0 && strchr(")\"\2", text[last - 1]) != NULL) {
        last--;
    }
    if (last > 0 && strchr(".:?!", text[last - 1]) == NULL) {
        mad_say(telling, ".");
    }
}

static void tell_when(struct mad_telling *telling, const struct mad_node *line)
{
    const struct mad_node *when = mad_telling_child(line, MAD_NODE_WHEN);
    if (when != NULL && mad_telling_known(telling, when->first) < 0) {
        mad_say(telling, (when->flags & MAD_FLAG_UNLESS) != 0 ? ", unless " : ", when ");
        mad_tell_truth(telling, when->first);
    }
}

/* --- steps --------------------------------------------------------------------------------------------------- */

static void tell_arg(struct mad_telling *telling, const struct mad_node *call, const char *label)
{
    const struct mad_node *arg = mad_argument(call, label);
    if (arg == NULL) {
        return;
    }
    const size_t before = telling->used;
    mad_tell_part(telling, call, label);
    if (mad_is_word(arg, MAD_WORD_HERE) && label == NULL && telling->used == before) {
        mad_say(telling, "it");
    } else if (label == NULL && telling->used == before) {
        mad_tell_operand(telling, arg);
    } else if (label != NULL && (strcmp(label, "as") == 0 || strcmp(label, "into") == 0)) {
        mad_tell_with_article(telling, arg);
    } else {
        mad_tell(telling, arg);
    }
}

/* How each effect is said: # is its object, and what follows a $ up to the next blank is the label whose argument
 * stands there; what stands between ( and ) is said when there is such a label. */
static const char *const effects[][2] = {
    {"land", "it goes to $on"},
    {"bring", "# goes to $to"},
    {"swap", "# and $with change places"},
    {"take", "take off the board: #"},
    {"put", "# is put on $on( from $from)( as $as)"},
    {"become", "it becomes #"},
    {"turn", "#( now belongs to $to)( becomes $into)"},
    {"set", "#( of $on)( becomes $to)"},
    {"clear", "#( of $on) is cleared"},
    {"increase", "#( of $on) grows by $by"},
    {"decrease", "#( of $on) shrinks by $by"},
    {"end-turn", "the turn ends"},
};

static void tell_effect(struct mad_telling *telling, const struct mad_node *call, const char *form)
{
    for (; *form != '\0'; form++) {
        char label[8] = "";
        if (*form == '(') {
            const char *dollar = strchr(form, '$');
            snprintf(label, sizeof label, "%.*s", (int)strcspn(dollar + 1, " )"), dollar + 1);
            form += mad_argument(call, label) == NULL ? strcspn(form, ")") : 0;
        } else if (*form == '#') {
            if (strcmp(call->name, "become") == 0 && call->first != NULL) {
                mad_tell_with_article(telling, call->first->first);
            } else {
                tell_arg(telling, call, NULL);
            }
        } else if (*form == '$') {
            const size_t bytes = strcspn(form + 1, " )(");
            snprintf(label, sizeof label, "%.*s", (int)bytes, form + 1);
            tell_arg(telling, call, label);
            form += bytes;
        } else if (*form != ')') {
            mad_say(telling, "%c", *form);
        }
    }
}

static void tell_doing(struct mad_telling *telling, const struct mad_node *call)
{
    const struct mad_node *on = mad_argument(call, "on");
    if (strcmp(call->name, "clear") == 0 && on != NULL && mad_is_word(on, MAD_WORD_BOARD)) {
        tell_effect(telling, call, "no square is noted as # any longer");
        return;
    }
    const bool notes = mad_argument(call, "on") != NULL && mad_argument(call, "to") == NULL;
    if (notes && (strcmp(call->name, "set") == 0 || strcmp(call->name, "clear") == 0)) {
        tell_effect(telling, call,
                    call->name[0] == 's' ? "$on is noted as #" : "$on is noted as # no longer");
        return;
    }
    for (size_t i = 0; i < sizeof effects / sizeof *effects; i++) {
        if (strcmp(effects[i][0], call->name) == 0) {
            tell_effect(telling, call, effects[i][1]);
            return;
        }
    }
    mad_tell_call(telling, call);
}

static void tell_repeat(struct mad_telling *telling, const struct mad_node *node)
{
    mad_say(telling, "this is repeated");
    mad_tell_args(telling, NULL, node);
    if (node->n0 > 0) {
        mad_say(telling, " up to %d times", node->n0);
    }
    mad_say(telling, node->n1 != 0 ? ", or stops here" : ", for as long as there is a way");
}

/* What one statement says on its own line. */
static void tell_step(struct mad_telling *telling, const struct mad_node *step)
{
    switch ((int)step->kind) {
    case MAD_NODE_LET:
        mad_say_name(telling, step->name);
        mad_say(telling, mad_is_ways(telling, step->first, 0) ? " is the way " : " is ");
        mad_tell(telling, step->first);
        break;
    case MAD_NODE_CHOOSE:
        mad_say(telling, "choose ");
        mad_say_name(telling, step->name);
        mad_say(telling, step->flags & MAD_FLAG_AT_RANDOM ? " at random from " : " from ");
        if (step->n1 != 0) {
            mad_say(telling, "%d to ", step->n0);
        }
        if (mad_is_ways(telling, step->first, 0)) {
            mad_tell_ways(telling, step->first);
        } else {
            mad_tell(telling, step->first);
        }
        break;
    case MAD_NODE_REQUIRE:
        mad_say(telling, "only when ");
        mad_tell_truth(telling, step->first);
        break;
    case MAD_NODE_IF:
        mad_say(telling, "if ");
        mad_tell_truth(telling, step->first);
        break;
    case MAD_NODE_FOR_EACH:
        mad_say(telling, "for each ");
        mad_say_name(telling, step->name);
        mad_say(telling, " of ");
        mad_tell(telling, step->first);
        break;
    case MAD_NODE_REPEAT: tell_repeat(telling, step); break;
    case MAD_NODE_MAY:
        mad_say(telling, "if its player likes, ");
        tell_doing(telling, step->first->first);
        break;
    case MAD_NODE_TOSS:
        mad_say(telling, (step->flags & MAD_FLAG_COIN) != 0 ? "toss a coin" : "by chance");
        break;
    case MAD_NODE_OUTCOME:
        if (step->n1 > 2) {
            mad_say(telling, "%d in %d, ", step->n0, step->n1);
        }
        mad_say_written(telling, step->name, strlen(step->name));
        mad_say(telling, (step->flags & MAD_FLAG_MUST) != 0 ? ", which must be legal" : "");
        break;
    case MAD_NODE_NOTHING_HAPPENS: mad_say(telling, "nothing happens"); break;
    case MAD_NODE_CALL: tell_doing(telling, step); break;
    default: mad_tell(telling, step); break;
    }
}

static bool is_moot(const struct mad_telling *telling, const struct mad_node *step)
{
    const int known = step->kind == MAD_NODE_REQUIRE || step->kind == MAD_NODE_IF
                          ? mad_telling_known(telling, step->first)
                          : -1;
    return (step->kind == MAD_NODE_REQUIRE && known == 1) ||
           (step->kind == MAD_NODE_IF && known == 0 && (step->first->next->next == NULL));
}

static void add_steps(struct mad_telling *telling, const struct mad_node *body, int depth);

static void begin_step(struct mad_telling *telling, int depth)
{
    mad_say(telling, "%s%*s", telling->used > 0 ? "\n" : "", 2 * depth, "");
}

static void add_one(struct mad_telling *telling, const struct mad_node *step, int depth)
{
    char line[1200];
    struct mad_telling one = *telling;
    if (is_moot(telling, step) || depth > MOST_DEEP) {
        return;
    }
    const int known = step->kind == MAD_NODE_IF ? mad_telling_known(telling, step->first) : -1;
    const struct mad_node *first = mad_telling_child(step, MAD_NODE_BODY);
    const struct mad_node *second = first != NULL ? first->next : NULL;
    if (known >= 0) { /* what the options have decided */
        add_steps(telling, known == 1 ? first : second, depth);
        return;
    }
    const bool opens = first != NULL || step->kind == MAD_NODE_TOSS;
    one.text = line;
    one.size = sizeof line;
    one.used = 0;
    line[0] = '\0';
    tell_step(&one, step);
    mad_say(&one, opens && step->kind != MAD_NODE_MAY ? ":" : "");
    finish(&one);
    begin_step(telling, depth);
    mad_say(telling, "%s", line);
    for (const struct mad_node *part = step->first; part != NULL && step->kind == MAD_NODE_TOSS;
         part = part->next) {
        add_one(telling, part, depth + 1);
    }
    if (first != NULL && step->kind != MAD_NODE_MAY) {
        add_steps(telling, first, depth + 1);
    }
    if (second != NULL && second->kind == MAD_NODE_BODY) {
        begin_step(telling, depth);
        mad_say(telling, "Otherwise:");
        add_steps(telling, second, depth + 1);
    }
}

static void add_steps(struct mad_telling *telling, const struct mad_node *body, int depth)
{
    for (const struct mad_node *step = body != NULL ? body->first : NULL; step != NULL;
         step = step->next) {
        add_one(telling, step, depth);
    }
}

/* The only thing that a body does, where it is one that can be said in the same sentence; null: it is more. */
static const struct mad_node *only_step(const struct mad_telling *telling,
                                        const struct mad_node *body)
{
    const struct mad_node *only = NULL;
    int count = 0;
    for (const struct mad_node *step = body != NULL ? body->first : NULL; step != NULL;
         step = step->next) {
        if (!is_moot(telling, step)) {
            only = step;
            count++;
        }
    }
    if (count != 1) {
        return NULL;
    }
    if (only->kind == MAD_NODE_IF && mad_telling_known(telling, only->first) == 1) {
        return only_step(telling, only->first->next);
    }
    if (only->kind == MAD_NODE_IF && only->first->next->next == NULL &&
        only_step(telling, only->first->next) != NULL) {
        return only;
    }
    return only->kind == MAD_NODE_CALL || only->kind == MAD_NODE_MAY ? only : NULL;
}

/* `, it becomes a Queen`, or a colon for steps below. */
static void tell_body(struct mad_telling *telling, const struct mad_node *body)
{
    const struct mad_node *only = only_step(telling, body);
    if (only == NULL) {
        mad_say(telling, ":");
    } else if (only->kind == MAD_NODE_IF) {
        mad_say(telling, ", and ");
        mad_tell_truth(telling, only->first);
        tell_body(telling, only->first->next);
    } else if (only->kind == MAD_NODE_MAY) {
        mad_say(telling, ", if its player likes, ");
        tell_doing(telling, only->first->first);
    } else {
        mad_say(telling, ", ");
        tell_doing(telling, only);
    }
}

void mad_english_steps(const struct mad_english *english, const struct mad_node *head, char *out,
                       size_t size)
{
    const struct mad_node *body = mad_telling_child(head, MAD_NODE_BODY);
    struct mad_telling telling = begin(english, MAD_TOLD_STEP, out, size);
    telling.verb = head->kind == MAD_NODE_VERB ? head : NULL;
    const bool counts = head->kind == MAD_NODE_WHEN_MOVED && (head->n0 & MAD_COUNTS) != 0;
    if (!counts && (head->kind == MAD_NODE_VERB || only_step(&telling, body) == NULL)) {
        add_steps(&telling, body, 0);
    }
}

/* --- lines of pieces ----------------------------------------------------------------------------------------- */

static void tell_move(struct mad_telling *telling, const struct mad_node *move)
{
    static const char *const begins[] = {
        "", "Moves without capturing: ", "Captures: ", "Moves and captures: "};
    const struct mad_node *by = mad_telling_child(move, MAD_NODE_BY);
    if (by == NULL) {
        mad_say(telling, "%s", begins[move->n0 & 3]);
        mad_tell(telling, move->first);
    } else {
        mad_say(telling, "Captures ");
        mad_tell_with_article(telling, move->first);
        mad_say(telling, ": ");
        mad_tell(telling, by->first);
    }
    tell_when(telling, move);
}

static void tell_drop(struct mad_telling *telling, const struct mad_node *drop)
{
    const struct mad_node *where = drop->first;
    const char *way_in = mad_telling_only_way_in(telling);
    const char *empty = way_in != NULL ? "an empty square" : "any empty square";
    if (way_in != NULL) {
        mad_say(telling, "Comes in by ");
        mad_say_name(telling, way_in);
        mad_say(telling, " alone, which the other rules tell of, and then only on ");
    } else {
        mad_say(telling, "May be dropped on ");
    }
    if (mad_is_word(where, MAD_WORD_EMPTY)) {
        mad_say(telling, "%s", empty);
    } else if (where->kind == MAD_NODE_EXCEPT) {
        const struct mad_node *first = where;
        for (; first->kind == MAD_NODE_EXCEPT; first = first->first) {
            continue;
        }
        if (mad_is_word(first, MAD_WORD_EMPTY)) {
            mad_say(telling, "%s", empty);
        } else {
            mad_tell(telling, first);
        }
        const struct mad_node *outs[8];
        int count = 0;
        for (const struct mad_node *at = where; at->kind == MAD_NODE_EXCEPT && count < 8;
             at = at->first) {
            outs[count++] = at->first->next;
        }
        for (int i = count; i-- > 0;) {
            mad_say(telling, i == count - 1 ? ", but not on " : " nor on ");
            mad_tell(telling, outs[i]);
        }
    } else {
        mad_tell(telling, where);
    }
    tell_when(telling, drop);
}

static void tell_event(struct mad_telling *telling, const struct mad_node *event)
{
    static const char *const begins[] = {[MAD_EVENT_ENDS] = "When its own move ends",
                                         [MAD_EVENT_STARTS] = "When its own move starts",
                                         [MAD_EVENT_STARTS_OR_ENDS] =
                                             "When its own move starts or ends",
                                         [MAD_EVENT_PLACED] = "When it is placed",
                                         [MAD_EVENT_TAKEN] = "When it is taken",
                                         [MAD_EVENT_CAPTURING] = "When it captures"};
    const struct mad_node *on = event->first;
    mad_say(telling, "%s", begins[on->n0]);
    if (on->first != NULL && !mad_is_word(on->first, MAD_WORD_BOARD)) {
        mad_say(telling, " on ");
        mad_tell(telling, on->first);
    }
    tell_body(telling, mad_telling_child(event, MAD_NODE_BODY));
}

static void tell_call_line(struct mad_telling *telling, const struct mad_node *line)
{
    telling->when = mad_telling_child(line, MAD_NODE_WHEN);
    if ((line->flags & MAD_FLAG_ONE_MUST) != 0) {
        telling->also =
            "; then its player must do this, or the same with another piece for which that "
            "holds, in place of any other move";
    }
    mad_tell_call(telling, mad_telling_child(line, MAD_NODE_CALL));
}

/* --- laws and ends ------------------------------------------------------------------------------------------- */

static void tell_end_for(struct mad_telling *telling, const struct mad_node *end)
{
    const struct mad_node *who = end->first, *truth = who->next;
    const bool is_enemy = mad_is_word(who, MAD_WORD_ENEMY);
    bool wins = end->n0 == 1;
    if (mad_is_word(who, MAD_WORD_MOVER) || is_enemy) {
        wins = wins != is_enemy;
        mad_say(telling, wins ? "A player wins when, after his move, "
                              : "A player loses when, after his move, ");
        telling->mover = "he";
    } else {
        mad_tell(telling, who);
        mad_say(telling, wins ? " wins when " : " loses when ");
    }
    mad_tell_truth(telling, truth);
}

static void tell_quiet(struct mad_telling *telling, const struct mad_node *end)
{
    mad_say(telling, "%d turns of each player without ", end->n0);
    for (const struct mad_node *what = end->first; what != NULL; what = what->next) {
        if (what->name == NULL) {
            mad_say(telling, "capture");
        } else {
            mad_say(telling, what->n0 == 0 ? "a move of a %s" : "the change of a %s",
                    mad_telling_kind(telling, what->name));
        }
        mad_say(telling, what->next == NULL ? "" : what->next->next == NULL ? " or " : ", ");
    }
}

/* Squares that are one step from each other, one behind the other. */
static void tell_link(struct mad_telling *telling, const struct mad_node *squares)
{
    mad_say(telling, "The line from %s leads to ", squares->text);
    for (const struct mad_node *node = squares->next; node != NULL; node = node->next) {
        mad_say(telling, node == squares->next ? "%s" : ", and then to %s", node->text);
    }
}

/* `counter checks for each player counts moves after which C`: behind the counter's name, in the sentence that counts. */
static void tell_counting(struct mad_telling *telling, const struct mad_node *moved)
{
    const struct mad_node *only = moved->first->first;
    const struct mad_node *counts = only != NULL ? only->first->next->first : NULL;
    if (counts == NULL)
        return; /* left out, to see what comes of it */
    mad_tell(telling, mad_argument(counts, NULL));
    mad_say(telling, (moved->n0 & MAD_COUNTS_EACH) != 0 ? " counts the moves of each player"
                                                        : " counts the moves");
    mad_say(telling,
            (moved->n0 & MAD_COUNTS_ROW) != 0 ? " in a row after which " : " after which ");
    mad_tell_truth(telling, only->first);
}

static void tell_when_moved(struct mad_telling *telling, const struct mad_node *body)
{
    const struct mad_node *only = only_step(telling, body);
    mad_say(telling, "After each move");
    if (only != NULL && only->kind == MAD_NODE_IF) {
        mad_say(telling, ", if ");
        mad_tell_truth(telling, only->first);
        body = only->first->next;
    }
    tell_body(telling, body);
}

static bool tell_law(struct mad_telling *telling, const struct mad_node *line, const char *written)
{
    switch ((int)line->kind) {
    case MAD_NODE_PLAYER_MAY:
        telling->when = mad_telling_child(line, MAD_NODE_WHEN);
        telling->also = ", in place of another move";
        mad_tell_call(telling, line->first);
        return true;
    case MAD_NODE_AFTER_MOVE:
        telling->also = line->n0 == 1 ? ", which a player must do after each move"
                                      : ", which a player may do after each move";
        mad_tell_call(telling, line->first);
        return true;
    case MAD_NODE_MUST:
        mad_say(telling, "A player ");
        mad_say_written(telling, written, strlen(written));
        return true;
    case MAD_NODE_LINK: tell_link(telling, line->first->first); return true;
    case MAD_NODE_CORNER:
        mad_say(telling, "The square in the top left corner is called %s", line->text);
        return true;
    case MAD_NODE_PASS_WHEN:
        if (line->first->kind == MAD_NODE_HAS && mad_is_word(line->first->first, MAD_WORD_BOARD)) {
            return false; /* always, which another sentence stands for */
        }
        mad_say(telling, "A player may pass when ");
        mad_tell_truth(telling, line->first);
        return true;
    case MAD_NODE_END_TURN_WHEN:
        mad_say(telling, "A turn ends at once when ");
        mad_tell_truth(telling, line->first);
        return true;
    case MAD_NODE_AGAIN_WHEN:
        if (strncmp(written, "each ", strlen("each ")) == 0) {
            return false; /* what another sentence stands for */
        }
        mad_say(telling, "A player must move again when ");
        mad_tell_truth(telling, line->first);
        return true;
    case MAD_NODE_WHEN_MOVED:
        if ((line->n0 & MAD_COUNTS) != 0) {
            tell_counting(telling, line);
            return true;
        }
        tell_when_moved(telling, line->first);
        return true;
    case MAD_NODE_TURN_ENDS:
        mad_say(telling, "When a turn ends");
        tell_body(telling, line->first);
        return true;
    default: return false;
    }
}

/* What comes of an end that holds of both players. */
static void tell_both(struct mad_telling *telling, const struct mad_node *end)
{
    if (end->n1 == MAD_BOTH_DRAW) {
        mad_say(telling, "; of both at once it is a draw");
    } else {
        mad_say(telling, "; of both at once %s %s",
                end->n1 == MAD_BOTH_MOVER ? "the player who has just moved" : "his opponent",
                end->n0 == 1 ? "wins" : "loses");
    }
}

/* Told of both, whoever has just moved. */
static void tell_whoever(struct mad_telling *telling, const struct mad_node *end)
{
    const struct mad_node *is_mover = end->first, *truth = is_mover->next->next;
    mad_say(telling, end->n0 == 1 ? "A player wins when " : "A player loses when ");
    telling->mover = "he";
    mad_tell_truth(telling, is_mover);
    if (truth != NULL) {
        mad_say(telling, ", if ");
        telling->mover = "the player who has just moved";
        mad_tell_truth(telling, truth);
    }
    tell_both(telling, end);
}

/* As it is written, and what comes of both. */
static void tell_without(struct mad_telling *telling, const struct mad_node *end)
{
    mad_say(telling, "A player with no ");
    mad_tell(telling, end->first);
    mad_say(telling, end->n0 == 1 ? " wins" : " loses");
    tell_both(telling, end);
}

static void tell_score(struct mad_telling *telling, const struct mad_node *scores)
{
    const struct mad_node *who = scores->first;
    if (mad_is_word(who, MAD_WORD_MOVER) || mad_is_word(who, MAD_WORD_ENEMY)) {
        mad_tell_mover(telling, mad_is_word(who, MAD_WORD_ENEMY));
    } else {
        mad_tell(telling, who);
    }
    mad_say(telling, " scores ");
    mad_tell(telling, who->next);
}

/* `mover scores N and enemy scores M when C`. */
static void tell_scores(struct mad_telling *telling, const struct mad_node *end)
{
    const struct mad_node *first = end->first, *other = first->next;
    telling->mover = "the player who has just moved";
    telling->other = "the other player";
    mad_say(telling, "The game ends when ");
    mad_tell_truth(telling, other->next);
    mad_say(telling, "; then ");
    tell_score(telling, first);
    mad_say(telling, " and ");
    tell_score(telling, other);
    mad_say(telling, ", and whoever has more has won");
}

/* Where more than two play: who has just moved, or is to move next. */
static bool tell_end_of_turn(struct mad_telling *telling, const struct mad_node *end,
                             const char *written)
{
    static const char *const begins[][2] = {
        {"mover wins when ", "A player wins when, after his move, "},
        {"mover loses when ", "A player loses when, after his move, "},
        {"next player wins when ", "The next player wins when "},
        {"next player loses when ", "The next player loses when "}};
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++) {
        if (strncmp(written, begins[i][0], strlen(begins[i][0])) == 0) {
            mad_say(telling, "%s", begins[i][1]);
            mad_tell_truth(telling, end->first->next);
            return true;
        }
    }
    return false;
}

/* Where more than two play, and a player is named. */
static bool tell_end_named(struct mad_telling *telling, const struct mad_node *end,
                           const char *written)
{
    static const char WHEN[] = " when ";
    const struct mad_ruleset *rules = telling->english->rules;
    const char *when = strstr(written, WHEN);
    bool is_named = false;
    for (uint32_t i = 0; i < rules->player_count; i++) {
        const size_t bytes = strlen(rules->players[i].name);
        is_named = is_named ||
                   (strncmp(written, rules->players[i].name, bytes) == 0 && written[bytes] == ' ');
    }
    if (is_named && when != NULL) {
        mad_say(telling, "%.*s", (int)(when - written) + (int)sizeof WHEN - 1, written);
        mad_tell_truth(telling, end->first->next);
    }
    return is_named && when != NULL;
}

static bool tell_line(struct mad_telling *telling, const struct mad_node *line, const char *written)
{
    switch ((int)line->kind) {
    case MAD_NODE_MOVE: tell_move(telling, line); return true;
    case MAD_NODE_DROP: tell_drop(telling, line); return true;
    case MAD_NODE_ROYAL:
        mad_say(telling, mad_telling_only_royal(telling) != NULL
                             ? "It is the royal piece."
                             : "It is a royal piece: what is said of royal pieces is said of it.");
        return true;
    case MAD_NODE_HELD:
        mad_say(telling, "It cannot move when ");
        mad_tell_truth(telling, line->first);
        return true;
    case MAD_NODE_CALL_LINE: tell_call_line(telling, line); return true;
    case MAD_NODE_EVENT: tell_event(telling, line); return true;
    case MAD_NODE_END_FOR:
        if (telling->english->rules->player_count > 2) {
            return tell_end_of_turn(telling, line, written) || /* rewritten for each seat */
                   tell_end_named(telling, line, written);
        }
        tell_end_for(telling, line);
        return true;
    case MAD_NODE_END_WHOEVER: tell_whoever(telling, line); return true;
    case MAD_NODE_END_WITHOUT: tell_without(telling, line); return true;
    case MAD_NODE_END_SCORE: tell_scores(telling, line); return true;
    case MAD_NODE_END_DRAW:
        mad_say(telling, "The game is a draw when ");
        telling->mover = "the player who has just moved";
        mad_tell_truth(telling, line->first);
        return true;
    case MAD_NODE_END_QUIET:
        mad_say(telling, "The game is a draw after ");
        tell_quiet(telling, line);
        return true;
    default: return tell_law(telling, line, written);
    }
}

/* Who come in which order, and where to: said where they are more than two, as written, without the letters. Each seat
 * has other names for the directions. */
static void tell_players(struct mad_telling *telling, const char *written)
{
    static const char opening[] = "players ";
    const char *at = strstr(written, opening);
    mad_say(telling, "The players move in this order: ");
    for (at = at != NULL ? at + strlen(opening) : written; *at != '\0';) {
        const size_t bytes = strcspn(at, "(");
        const char *close = strstr(at, ") ");
        mad_say(telling, "%.*s", (int)bytes, at);
        at = close != NULL ? close + strlen(") ") : at + bytes;
    }
}

void mad_english_line(const struct mad_english *english, enum mad_told_as as,
                      const struct mad_node *line, const char *written, char *out, size_t size)
{
    struct mad_telling telling = begin(english, as, out, size);
    if (as == MAD_TOLD_LAW &&
        (mad_is_told_truth(line) || line->kind == MAD_NODE_REF)) { /* of `illegal when` */
        mad_say(&telling, "A player may not make a move after which ");
        mad_tell_truth(&telling, line);
    } else if (memcmp(&line->span, &english->rules->players[0].span, sizeof line->span) == 0) {
        tell_players(&telling, written);
    } else if (!tell_line(&telling, line, written)) {
        mad_say_written(&telling, written, strlen(written));
    }
    finish(&telling);
}

/* Without the signs at names, and the names of verbs. */
static void take_signs_out(char *text)
{
    size_t kept = 0;
    bool is_verb = false;
    for (size_t i = 0; text[i] != '\0'; i++) {
        const bool is_sign = (unsigned char)text[i] <= MAD_LOCAL_BEGINS;
        is_verb = is_verb ? text[i] != MAD_NAME_ENDS : text[i] == MAD_VERB_BEGINS;
        if (!is_verb && !is_sign) {
            text[kept++] = text[i];
        }
    }
    text[kept] = '\0';
}

bool mad_english_reason(const struct mad_english *english, const struct mad_node *end,
                        const char *const names[2], char *out, size_t size)
{
    struct mad_telling telling = begin(english, MAD_TOLD_END, out, size);
    char subject[100];
    if (names != NULL) {
        (void)snprintf(subject, sizeof subject, "%s's", names[0]);
        telling.subject = subject;
        telling.names = names;
    } else {
        telling.mover = "the player who has just moved";
        telling.other = "the other player";
    }
    switch ((int)end->kind) {
    case MAD_NODE_END_FOR: mad_tell_truth(&telling, end->first->next); break;
    case MAD_NODE_END_DRAW: mad_tell_truth(&telling, end->first); break;
    case MAD_NODE_END_QUIET: tell_quiet(&telling, end); break;
    default: return false;
    }
    take_signs_out(out);
    return !telling.is_cut;
}

void mad_english_meaning(const struct mad_english *english, const struct mad_node *expression,
                         char *out, size_t size)
{
    struct mad_telling telling = begin(english, MAD_TOLD_WORD, out, size);
    if (mad_is_ways(&telling, expression, 0)) {
        mad_tell_ways(&telling, expression);
    } else if (mad_is_told_truth(expression)) {
        mad_tell_truth(&telling, expression);
    } else {
        mad_tell(&telling, expression);
    }
}

size_t mad_english_sentence(const char *text)
{
    size_t bytes = 0;
    for (; text[bytes] != '\0'; bytes++) {
        if (strchr(".?!", text[bytes]) != NULL && text[bytes + 1] == ' ' &&
            text[bytes + 2] >= 'A' && text[bytes + 2] <= 'Z') {
            return bytes + 1;
        }
    }
    return bytes;
}

void mad_english_remark(const char *comment, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    for (const char *at = comment; *at != '\0'; at += strspn(at, " ")) {
        const size_t bytes = mad_english_sentence(at);
        if (memchr(at, '`', bytes) == NULL && used + bytes + 2 < size) {
            used += (size_t)snprintf(out + used, size - used, "%s%.*s", used > 0 ? " " : "",
                                     (int)bytes, at);
        }
        at += bytes;
    }
}

bool mad_english_has_ranks(const struct mad_ruleset *rules)
{
    for (uint32_t i = 0; i < rules->definition_count; i++) {
        const struct mad_node *meaning = rules->definitions[i].expression;
        if (strcmp(rules->definitions[i].name, "orthogonal") == 0) {
            return meaning->kind == MAD_NODE_OR && meaning->first->kind == MAD_NODE_REF &&
                   strcmp(meaning->first->name, "vertical") == 0 &&
                   meaning->first->next->kind == MAD_NODE_REF &&
                   strcmp(meaning->first->next->name, "sideways") == 0 &&
                   meaning->first->next->next == NULL;
        }
    }
    return true;
}
