/* parser.y - the sentences of the language, one rule for each form.
 *
 * Layer: grammar. A text is a list of sentences, each ended by NEWLINE and independent of the others;
 * which sentence belongs under which heading is outline.c's business. Actions build nodes and do
 * nothing else. There is no precedence anywhere: where two readings would be possible the grammar
 * wants brackets.
 *
 * The token names in quotation marks are the words as they are typed; the lexer finds keywords and
 * phrases by them (mad_keyword_at), so a new word is added here and nowhere else. The first group is
 * known only where a sentence may begin and is free for names elsewhere; the second is reserved
 * everywhere. */
%code top {
/* No stack of its own making: a stack that does not grow needs no memory that could be missing. */
#define YYINITDEPTH MAD_GRAMMAR_MAX_STACK
#define YYMAXDEPTH MAD_GRAMMAR_MAX_STACK
}
%code requires {
#include "build.h"
}
%code {
#include <string.h>

#include "hints.h"

typedef void *yyscan_t;
int mad_yylex(YYSTYPE *value, YYLTYPE *span, yyscan_t scanner);
static void yyerror(const YYLTYPE *span, struct mad_parser *p, yyscan_t scanner,
                    const char *text);

#define N(kind) MAD_NODE_##kind

/* From the first symbol of a rule to its last; nothing, behind the symbol before, for an empty rule. */
static struct mad_span span_from(const YYLTYPE *rhs, int count)
{
    struct mad_span span = rhs[count > 0 ? 1 : 0];
    uint32_t end = rhs[count].begin + rhs[count].length;
    if (count == 0) {
        span.begin = end;
        span.length = 0;
    } else {
        span.length = end - span.begin > UINT16_MAX ? UINT16_MAX : (uint16_t)(end - span.begin);
    }
    return span;
}
static struct mad_span span_of(struct mad_span first, struct mad_span last)
{
    const YYLTYPE both[] = {first, first, last};
    return span_from(both, 2);
}
#define YYLLOC_DEFAULT(result, rhs, count) ((result) = span_from((rhs), (int)(count)))
}

%define api.pure full
%define api.prefix {mad_yy}
%define api.token.prefix {MAD_T_}
%define api.location.type {struct mad_span}
%define parse.error custom
%define parse.lac full
%locations
%expect 0
%parse-param {struct mad_parser *p}
%param {void *scanner}

%union {
    const char *text;
    struct mad_number number;
    struct mad_offset offset;
    struct mad_node *node;
    struct mad_nodes list;
    struct mad_sentence sentence;
    struct mad_line line;
    int32_t n;
}

/* Known where a sentence begins. */
%token
    EDITION "mad" USE "use" GAME "game" INVENTOR "inventor" YEAR "year" SOURCE "source"
    ABOUT "about" ALSO_CALLED "also called" FAMILY "family" VARIANT "variant" ADD_TO "add to" ENDS "ends in this order"
    ENDS_BEFORE "add to ends before the others" ENDS_AFTER "add to ends after the others"
    VERB "verb" NOTATION "notation" TEST "test" NEW "new" INHERITED "inherited"
    BOARD_HEXAGON "board hexagon" WRAP_SIDEWAYS "wrap sideways" WRAP_BOTH "wrap both"
    HOLE "hole" LINK "link" SHUFFLE "shuffle" CORNER "corner" PLAYERS "players" PLAYER "player" ALLIES "allies" TURNS_REPEAT "turns repeat" EACH_TURN_IS "each turn is" TURN_ENDS "when a turn ends" ARRAY "array"
    ARRAY_OF "array of" PLACE "place" REPLACE "replace"
    DIRECTION "direction" OWN_DIRECTION "own direction" OPTION "option" MARK "mark" NUMBER_CALLED "number" MEN_STAND "men stand on one another" TRACK "track" OWN_TRACK "own track"
    COUNTER "counter" POCKET "pocket" A_PLAYER_MAY "a player may"
    AFTER_MAY "after each move, a player may" AFTER_MUST "after each move, a player must" ILLEGAL_WHEN "illegal when" ILLEGAL_ONLY_WHEN "illegal only when"
    PASS_WHEN "pass when" MAY_PASS "a player may pass" END_TURN_WHEN "end-turn when" AGAIN_WHEN "mover must move again when" AGAIN_WHEN_ "mover moves again when" MUST "must" WHEN_MOVED "when moved"
    MOVE_OR_CAPTURE "move or capture" DROP_ON "drop on"
    NO_LONGER "no longer" A_PLAYER_WITH_NO "a player with no" A_PLAYER_STUCK "a player who cannot move" A_PLAYER_WHO_IS "a player who is" LAST_WINS "the last player wins" MOST_OF "the player with most" DRAW_WHEN "draw when"
    DRAW_AFTER "draw after" WORTH "worth" CANNOT_MOVE_WHEN "cannot move when"
    LET "let" CHOOSE "choose" REQUIRE "require" IF "if" OTHERWISE "otherwise" OTHERWISE_IF "otherwise if"
    FOR_EACH "for each" REPEAT "repeat at most" REPEAT_WHILE "repeat while possible" REPEAT_ "repeat" TOSS "toss a coin" HEADS "heads"
    TAILS "tails" BY_CHANCE "by chance" NOTHING_HAPPENS "nothing happens" END "end"
    SHOW "show" POSITION "position" PLAY "play" EXACTLY_MOVES "moves exactly"
    INCLUDE_MOVES "moves include" EXCLUDE_MOVES "moves exclude" COUNT "count" COUNT_IS "count is"
    RESULT "result" RESULT_DRAW "result draw" RESULT_NONE "result none"

/* Known everywhere. */
%token
    PIECE "piece" CHANGE "change" CHANGE_PLACES "change places" BOARD "board" MOVE "move" CAPTURE "capture" ROYAL "royal" MOVES "moves" MOVES_OR_IS_TAKEN "moves or is taken" MOVES_FIRST "moves first"
    TURNS "turns" TURN "turn" MAY "may"
    LIKE "like" OF "of" EVERY "every" BY "by" GOING "going" IN_CAPITALS "in capitals"
    IN_SMALL_LETTERS "in small letters" THEN_REPEAT "then repeat" ALIKE "alike" UNTIL "until"
    MEANS "means" WAS_CALLED "was called" LASTS "lasts" LASTS_ALWAYS "lasts always" LASTS_UNTIL_CLEARED "lasts until cleared" UNTIL_TOUCHED "lasts until its piece moves or is taken"
    OR_UNTIL ", or until" FOLLOWS_ITS_PIECE "follows its piece" ON_EACH_SQUARE "on each square from" OF_EACH_PIECE "of each piece from" STARTS_AT "starts at" LEADS_OVER "leads over" THE_NEXT "the next" THE_TOP_OF "the top of" THE_TOP "the top" THE_BOTTOM_OF "the bottom of" SQUARES_ALONG "squares along"
    STARTS_ON "starts on" STARTS_WITH "starts with" FOR_EACH_PLAYER "for each player starts at"
    COUNTS "counts moves after which" COUNTS_ROW "counts moves in a row after which"
    EACH_COUNTS "for each player counts moves after which" EACH_COUNTS_ROW "for each player counts moves in a row after which"
    PIECES_GO_TO "pieces change sides and go to" PIECES_BECOME_OWN "pieces become own and go to" PIECES_JOIN "pieces join their taker and go to"
    PIECES_JOIN_ALLY "pieces join the ally of their taker and go to"
    PIECES_LEAVE "pieces leave the game"
    WHEN_POSSIBLE "when possible" AS_MANY "as many as possible" AS_MANY_ "as many" AS_EARLY "as early as possible" AS_POSSIBLE "as possible" TURNS_WITHOUT "turns each without" WITHOUT "without"
    WINS_WHEN "wins when" WINS_WHEN_ONE "wins when one player is left" LOSES_WHEN "loses when" SCORES "scores" WINS "wins" LOSES "loses"
    WHEN "when" UNLESS "unless" ENDS_ON "when its own move ends on" MOVE_ENDS "when its own move ends"
    STARTS_ON_EVENT "when its own move starts on" STARTS_OR_ENDS_ON "when its own move starts or ends on"
    PLACED_ON "when placed on" WHEN_TAKEN "when taken" WHEN_CAPTURING "when capturing"
    COMMA_WRITTEN ", written" COMMA_ONE_MUST ", instead of any other move, one of them must" COMMA_ONE_MUST_ ", instead of any other move, one must" COMMA_NORMALLY ", normally" COMMA_OR ", or" COMMA_AND ", and" COMMA_OR_STOP ", or stop" COMMA_MOVER ", mover if both would" COMMA_ENEMY ", enemy if both would" WHILE_POSSIBLE "while possible" COMMA_THEN ", then"
    COMMA_LEGAL ", which must be legal" COMMA_ABOVE ", one above the other" COMMA_APART ", not touching" STRAIGHT_FIRST ", straight first"
    BE "be" TIMES "times" AS "as" WITHOUT_LETTER "is written without letter"
    NOTHING_IS_TAKEN "nothing is taken" MOVES_DEEP_IS "moves deep is"
    ALONG "along" AVOIDING "avoiding" OVER "over" INTO "into" WITH "with" TO "to" FROM "from" AT_RANDOM "at random from"
    IN "in" IN_PLACE "in place" IN_THIS_ORDER "in this order"
    AND "and" OR "or" EXCEPT "except" ON "on" ENDING_ON "ending on" NOT_ENDING_ON "not ending on" NEXT_TO "next to" JOINED_TO "joined to" JOINS "joins" WORTH_LESS "worth less than" WORTH_MORE "worth more than" WORTH_UP_TO "worth no more than" WORTH_FROM "worth no less than" WORTH_AS_MUCH "worth as much as" ONE_GROUP "one group" NOT "not" WHERE "where"
    A "a" AN "an" NO "no" EXACTLY "exactly" AT_LEAST "at least" AT_MOST "at most"
    MORE_THAN "more than" LESS_THAN "less than" IS "is" ARE "are" IS_OUT_STAY "is out, and his men stay" IS_OUT_LEAVE "is out, and his men leave the game" HAS "has"
    A_SQUARE "a square" NO_SQUARE "no square" A_MOVE_AFTER_WHICH "a move after which"
    NO_MOVE_AFTER_WHICH "no move after which" CAN_MOVE "can move" CANNOT_MOVE "cannot move"
    MOVE_WAS "move was" POSITION_OCCURRED "position has occurred" POSITION_REPEATED "position repeated" BOARD_OCCURRED "board has occurred" BOARD_REPEATED "board repeated" BEHIND_TURN "after a turn"
    AFTER_EVERY_TURN_OF "after every turn of" SINCE_FIRST "since the first time,"
    EMPTY "empty" FORMER "former" OWN "own" ENEMY "enemy" NOTHING "nothing" HERE "here" ORIGIN "origin"
    ATTACKED "attacked" ALLY "ally" ATTACKED_BY "attacked by" ATTACKING "attacking" MOVER "mover" NOBODY "nobody" NEXT_PLAYER "next player" OTHER_SIDE "its other side" OUTWARD "outward"
    LAST_RANK "last rank" LAST "last" RANKS "ranks" RANK "rank" FILE "file"
    STEP "step" SLIDE "slide" LEAP "leap" LINE "line" LINE_OF "line of" UP_TO "up to"
    JUST_BEYOND "just beyond" REPEATEDLY "repeatedly" NOT_OVER_A_PIECE "not over a piece" OVER_EMPTY "over empty squares"
    EDGE "edge" THEN "then" BETWEEN "between" NEAREST_OF "nearest of" FARTHEST_OF "farthest of"
    RANK_OF "rank of" FILE_OF "file of" DROPS_OF "drops of" KIND_OF "kind of"
    NUMBER_OF "number of" WORTH_OF "worth of" PLUS "plus" MINUS "minus" OPPOSITE_OF "opposite of"

/* Not keywords. */
%token EOF 0 "the end of the file"
%token COLON ":" COMMA "," LPAREN "(" RPAREN ")" LBRACKET "[" RBRACKET "]" POSSESSIVE "'s"
%token <line> NEWLINE "the end of the line"
%token <text> WORD "a name in small letters" NAME "a capitalised name" STRING "a text in quotation marks"
%token <text> LETTER "a letter in brackets" SQUARE "a square like e4" RECTANGLE "a rectangle like d1..f3"
%token <text> CELL "a row of the array" MOVE_TEXT "a move" OF_SQUARE "of a square"
%token <number> NUMBER "a number"
%token <offset> TRIPLE "three numbers like 0,0,1" OFFSET "a pair like 1,2"

%type <sentence> sentence opening
%type <node> movement told part duty inherited plain fresh fresh_line drop worth array heading section_head verb_head pieces_head declaration board player
%type <node> mark where series counter fate piece_line move call_line tail event ends_line ends_player quiet_break
%type <node> notation_line test_line points row
%type <node> body outcome statement simple call param normally verb_event
%type <node> rank pick arg_sum ref joined claim item being standing some term on_chain except_chain sum prim direct motion one_motion dir origin
%type <node> operand last last_part by_place of_player arg simple_arg life stock truth bracket cell given
%type <node> man
%type <list> men_comma many_players ranks picks picks_comma rows cells outs_and outs_or outs_comma out refs_and refs_or commas_ref params parts handed object args args_and args_or
%type <list> args_comma ands ors commas breaks breaks_or breaks_comma stocks stocks_comma
%type <list> move_texts drop_texts
%type <text> word name dialect_thing label labels maybe_of_player capture_or_word
%type <n> above apart counts if_both is_out kind case quantity not behind_what function moves_kind must_be_legal

%%

file:
    %empty
  | file sentence NEWLINE       { mad_build_sentence(p, $2, @2, $3); }
  | file error NEWLINE          { mad_build_sentence(p, (struct mad_sentence){NULL, MAD_FORM_BROKEN}, @3, $3);
                                  yyerrok; }
  | file array                  { mad_build_sentence(p, (struct mad_sentence){$2, MAD_FORM_PLAIN}, @2,
                                                     (struct mad_line){0}); }
  ;

/* The array is the one sentence of several lines. */
array:
    ARRAY NEWLINE rows          { $$ = mad_build_list(p, N(ARRAY), @1, $3); }
  | "new" ARRAY NEWLINE rows    { $$ = mad_build_flag(mad_build_list(p, N(ARRAY), @2, $4), MAD_FLAG_NEW); }
  ;
rows:
    %empty                      { $$ = mad_nodes_of(NULL); }
  | rows row                    { $$ = mad_nodes_add($1, $2); }
  ;
row:
    cells NEWLINE               { $$ = mad_build_list(p, N(ROW), @1, $1); }
  ;
cells:
    cell                        { $$ = mad_nodes_of($1); }
  | cells cell                  { $$ = mad_nodes_add($1, $2); }
  ;
cell:
    CELL                        { $$ = mad_build_text(p, N(CELL), @1, $1); }
  ;

sentence:
    plain                       { $$ = (struct mad_sentence){$1, MAD_FORM_PLAIN}; }
  | "new" fresh                 { $$ = (struct mad_sentence){mad_build_flag($2, MAD_FLAG_NEW), MAD_FORM_PLAIN}; }
  | verb_head                   { $$ = (struct mad_sentence){$1, MAD_FORM_OPENS}; }
  | "new" fresh_line            { $$ = (struct mad_sentence){mad_build_flag($2, MAD_FLAG_NEW), MAD_FORM_PLAIN}; }
  | "illegal only when" claim   { $$.node = mad_build_flag(mad_build_one(p, N(ILLEGAL), @$, $2), MAD_FLAG_NEW);
                                  $$.form = MAD_FORM_PLAIN; }
  | "new" "illegal when" claim  { $$.node = mad_build_flag(mad_build_one(p, N(ILLEGAL), @$, $3), MAD_FLAG_NEW);
                                  $$.form = MAD_FORM_PLAIN;
                                  mad_build_older(p, span_of(@1, @2), "illegal only when"); }
  | "new" event ":" body        { $$.node = mad_build_flag(mad_build_two(p, N(EVENT), @$, $2, $4), MAD_FLAG_NEW);
                                  $$.form = $4->first ? MAD_FORM_PLAIN : MAD_FORM_OPENS; }
  | "inherited" verb_head       { $$ = (struct mad_sentence){mad_build_flag($2, MAD_FLAG_AGAIN), MAD_FORM_OPENS}; }
  | "new" verb_head             { $$ = (struct mad_sentence){mad_build_flag($2, MAD_FLAG_NEW), MAD_FORM_OPENS}; }
  | opening
  ;
plain:
    fresh | inherited | heading | declaration | piece_line | ends_line | notation_line | test_line | simple
  | call_line
  ;

/* What is said already, for who reads this file alone. */
inherited:
    "inherited" "piece" man     { $$ = mad_build_number(p, N(INHERITED_BY), @$, 1); $$->first = $3; }
  | "inherited" "by" refs_and   { $$ = mad_build_list(p, N(INHERITED_BY), @$, $3); }
  | "inherited" "by" "every" "piece"
        { $$ = mad_build_flag(mad_build_one(p, N(INHERITED_BY), @$, mad_build(p, N(LIST), @4)), MAD_FLAG_EVERY); }
  | "inherited" "by" "every" "piece" "except" refs_and
        { $$ = mad_build_flag(mad_build_one(p, N(INHERITED_BY), @$, mad_build_list(p, N(LIST), @6, $6)),
                              MAD_FLAG_EVERY); }
  | "inherited" word "means" joined
        { $$ = mad_build_one(p, N(INHERITED), @$, mad_build_one(p, N(MEANS), span_of(@2, @4), $4));
          $$->first->name = $2; }
  | "inherited" declaration     { $$ = mad_build_one(p, N(INHERITED), @$, $2); }
  ;

/* What may stand behind `new`. */
fresh:
    section_head
  | board
  | "players" player "and" player { $$ = mad_build_two(p, N(PLAYERS), @$, $2, $4); }
  | "players" many_players "and" player
                                { $$ = mad_build_list(p, N(PLAYERS), @$, mad_nodes_add($2, $4)); }
  | "player" player             { $$ = mad_build_alone(p, @$, $2); }
  | "allies" refs_and           { $$ = mad_build_list(p, N(ALLIES), @$, $2); }
  | "turns" refs_and "then repeat" refs_and
        { $$ = mad_build_list(p, N(TURNS), @$,
                              mad_nodes_add($2, mad_build_list(p, N(LIST), @4, $4))); }
  | "turns repeat" refs_and
        { $$ = mad_build_one(p, N(TURNS), @$, mad_build_list(p, N(LIST), @2, $2)); }
  | "each turn is" term "moves" { $$ = mad_build_each_turn(p, @$, $2); }
  | word "means" joined         { $$ = mad_build_one(p, N(MEANS), @$, $3); $$->name = $1; }
  | "next to" "means" joined    { $$ = mad_build_one(p, N(MEANS), @$, $3);
                                  $$->name = mad_build_words(p, NULL, "adjacent"); }
  | mark
  | "pocket" word               { $$ = mad_build_named(p, N(POCKET), @$, $2); }
  | "pocket" word "starts with" stocks
        { $$ = mad_build_list(p, N(POCKET), @$, $4); $$->name = $2; }
  | "in" word "means" joined    { $$ = mad_build_one(p, N(MEANS), @$, $4);
                                  $$->name = mad_build_words(p, "in", $2); }
  ;
/* The same, under `change`. */
fresh_line:
    move | drop | worth | duty
  | told tail                   { $$ = mad_build_two(p, N(CALL_LINE), @$, $1, $2); }
  | told ", written" STRING tail
        { $$ = mad_build_two(p, N(CALL_LINE), @$, $1, $4); $$->text = $3; }
  ;
section_head:
    "piece" man                 { $$ = $2; $$->kind = N(PIECE); $$->flags = 0; $$->span = @$; }
  | "ends in this order"        { $$ = mad_build_number(p, N(ENDS), @$, MAD_ENDS_WHOLE); }
  ;
maybe_of_player:
    %empty                      { $$ = NULL; }
  | "of" name                   { $$ = $2; }
  | "of" "nobody"               { $$ = mad_build_words(p, NULL, "nobody"); }
  ;

/* One of those whom a heading declares. */
man:
    name LETTER maybe_of_player
        { $$ = mad_build_flag(mad_build_named(p, N(REF), @$, $1), MAD_FLAG_CAPITAL); $$->text = $2; $$->other = $3; }
  ;
men_comma:
    man "," man                 { $$ = mad_nodes_add(mad_nodes_of($1), $3); }
  | men_comma "," man           { $$ = mad_nodes_add($1, $3); }
  ;

/* --- headings -------------------------------------------------------------------------------- */
heading:
    "mad" NUMBER                { $$ = mad_build_number(p, N(EDITION), @$, mad_build_value(p, $2, @2)); }
  | "game" STRING               { $$ = mad_build_text(p, N(GAME), @$, $2); }
  | "game" STRING "like" word   { $$ = mad_build_text(p, N(GAME), @$, $2); $$->name = $4; }
  | "inventor" STRING           { $$ = mad_build_text(p, N(CREDIT), @$, $2);
                                  $$->name = mad_build_words(p, NULL, "inventor"); }
  | "source" STRING             { $$ = mad_build_text(p, N(CREDIT), @$, $2);
                                  $$->name = mad_build_words(p, NULL, "source"); }
  | "about" STRING              { $$ = mad_build_text(p, N(CREDIT), @$, $2);
                                  $$->name = mad_build_words(p, NULL, "about"); }
  | "also called" STRING        { $$ = mad_build_text(p, N(CREDIT), @$, $2);
                                  $$->name = mad_build_words(p, NULL, "called"); }
  | "family" STRING             { $$ = mad_build_text(p, N(CREDIT), @$, $2);
                                  $$->name = mad_build_words(p, NULL, "family"); }
  | "year" NUMBER               { $$ = mad_build_number(p, N(CREDIT), @$, mad_build_value(p, $2, @2));
                                  $$->name = mad_build_words(p, NULL, "year"); }
  | "variant" STRING            { $$ = mad_build_text(p, N(VARIANT), @$, $2); }
  | pieces_head
  | "piece" man "and" man
        { $$ = mad_build_flag(mad_build_list(p, N(ADD_TO), @$, mad_nodes_add(mad_nodes_of($2), $4)), MAD_FLAG_DECLARES); }
  | "piece" men_comma "and" man
        { $$ = mad_build_flag(mad_build_list(p, N(ADD_TO), @$, mad_nodes_add($2, $4)), MAD_FLAG_DECLARES); }
  | "change" name               { $$ = mad_build_named(p, N(CHANGE), @$, $2); }
  | "add to ends before the others" { $$ = mad_build_number(p, N(ENDS), @$, MAD_ENDS_BEFORE); }
  | "add to ends after the others"  { $$ = mad_build_number(p, N(ENDS), @$, MAD_ENDS_AFTER); }
  | "notation"                  { $$ = mad_build(p, N(NOTATION), @$); }
  | "test" STRING               { $$ = mad_build_text(p, N(TEST), @$, $2); }
  ;
pieces_head:
    "add to" refs_and           { $$ = mad_build_list(p, N(ADD_TO), @$, $2); }
  | "add to" "every" "piece"
        { $$ = mad_build_flag(mad_build_one(p, N(ADD_TO), @$, mad_build(p, N(LIST), @3)), MAD_FLAG_EVERY); }
  | "add to" "every" "piece" "except" refs_and
        { $$ = mad_build_flag(mad_build_one(p, N(ADD_TO), @$, mad_build_list(p, N(LIST), @5, $5)),
                              MAD_FLAG_EVERY); }
  ;

/* --- declarations ---------------------------------------------------------------------------- */
%type <n> alike;
alike:
    %empty                      { $$ = 0; }
  | "alike"                     { $$ = 1; }
  ;
declaration:
    "illegal when" claim        { $$ = mad_build_one(p, N(ILLEGAL), @$, $2); }
  | "use" picks                 { $$ = mad_build_list(p, N(USE), @$, $2); }
  | "use" picks "from" word     { $$ = mad_build_list(p, N(USE), @$, $2); $$->name = $4; }
  | "wrap sideways"             { $$ = mad_build_named(p, N(WRAP), @$, mad_build_words(p, NULL, "sideways")); }
  | "wrap both"                 { $$ = mad_build_named(p, N(WRAP), @$, mad_build_words(p, NULL, "both")); }
  | "hole" joined               { $$ = mad_build_one(p, N(HOLE), @$, $2); }
  | "link" joined               { $$ = mad_build_one(p, N(LINK), @$, $2); }
  | "shuffle" joined alike      { $$ = mad_build_number(p, N(SHUFFLE), @$, $3); $$->first = $2; }
  | "shuffle" joined alike "until" joined
        { $$ = mad_build_two(p, N(SHUFFLE), @$, $2, $5); $$->n0 = $3; }
  | word "was called" word      { $$ = mad_build_named(p, N(WAS_CALLED), @$, $1); $$->other = $3; }
  | name "moves first"          { $$ = mad_build_named(p, N(MOVES_FIRST), @$, $1); }
  | "corner" SQUARE             { $$ = mad_build_text(p, N(CORNER), @$, $2); }
  | "array of" word             { $$ = mad_build_named(p, N(ARRAY), @$, $2); }
  | "new" "array of" word       { $$ = mad_build_flag(mad_build_named(p, N(ARRAY), @$, $3), MAD_FLAG_NEW); }
  | "place" name "'s" name "on" joined tail
        { $$ = mad_build_two(p, N(PLACE), @$, $6, $7); $$->name = $2; $$->other = $4; }
  | "replace" name "with" name  { $$ = mad_build_named(p, N(REPLACE), @$, $2); $$->other = $4; }
  | "replace" name "on" joined "with" name tail
        { $$ = mad_build_two(p, N(REPLACE), @$, $4, $7); $$->name = $2; $$->other = $6; }
  | SQUARE "and" SQUARE "change places" tail
        { $$ = mad_build_list(p, N(CHANGE_PLACES), @$,
                              mad_nodes_add(mad_nodes_add(mad_nodes_of(mad_build_text(p, N(SQUARE), @1, $1)),
                                                          mad_build_text(p, N(SQUARE), @3, $3)), $5)); }
  | name "and" name "change places" tail
        { $$ = mad_build_list(p, N(CHANGE_PLACES), @$,
                              mad_nodes_add(mad_nodes_add(mad_nodes_of(mad_build_flag(mad_build_named(p, N(REF), @1, $1), MAD_FLAG_CAPITAL)),
                                                          mad_build_flag(mad_build_named(p, N(REF), @3, $3), MAD_FLAG_CAPITAL)), $5)); }
  | "direction" word OFFSET     { $$ = mad_build_named(p, N(DIRECTION), @$, $2);
                                  $$->n0 = $3.right; $$->n1 = $3.up; }
  | "direction" word TRIPLE     { $$ = mad_build_one(p, N(DIRECTION), @$, mad_build_number(p, N(NUMBER), @3, $3.on));
                                  $$->name = $2; $$->n0 = $3.right; $$->n1 = $3.up; }
  | "own direction" word OFFSET { $$ = mad_build_named(p, N(DIRECTION), @$, $2);
                                  $$->n0 = $3.right; $$->n1 = $3.up; $$->flags = MAD_FLAG_OWN; }
  | "track" word "leads over" joined { $$ = mad_build_track(p, @$, $2, $4); }
  | "own track" word "leads over" joined
        { $$ = mad_build_flag(mad_build_track(p, @$, $2, $4), MAD_FLAG_OWN); }
  | "option" word "is" refs_or ", normally" word
        { $$ = mad_build_list(p, N(OPTION), @$, $4); $$->name = $2; $$->other = $6; }
  | counter | fate
  | "a player may" call tail    { $$ = mad_build_two(p, N(PLAYER_MAY), @$, $2, $3); }
  | name "may" call tail        { struct mad_node *player = mad_build_flag(mad_build_named(p, N(REF), @1, $1), MAD_FLAG_CAPITAL);
                                  $$ = mad_build_two(p, N(PLAYER_MAY), @$, $3, mad_build_whose(p, @1, player, $4)); }
  | "after each move, a player may" call
        { $$ = mad_build_one(p, N(AFTER_MOVE), @$, $2); }
  | "after each move, a player must" call
        { $$ = mad_build_one(p, N(AFTER_MOVE), @$, $2); $$->n0 = 1; }
  | "pass when" claim           { $$ = mad_build_one(p, N(PASS_WHEN), @$, $2); }
  | "a player may pass"         { struct mad_node *board = mad_build_number(p, N(CONST), @$, MAD_WORD_BOARD);
                                  $$ = mad_build_one(p, N(PASS_WHEN), @$, mad_build_one(p, N(HAS), @$, board)); }
  | "end-turn when" claim       { $$ = mad_build_one(p, N(END_TURN_WHEN), @$, $2); }
  | "mover must move again when" claim { $$ = mad_build_one(p, N(AGAIN_WHEN), @$, $2); }
  | "mover moves again when" claim { $$ = mad_build_one(p, N(AGAIN_WHEN), @$, $2);
                                  mad_build_older(p, @1, "mover must move again when"); }
  | "must" capture_or_word "when possible" { $$ = mad_build_named(p, N(MUST), @$, $2); }
  | "must" capture_or_word "as many as possible" ranks
        { $$ = mad_build_list(p, N(MUST), @$, $4); $$->name = $2; $$->n0 = 1; }
  | "without" outs_and            { $$ = mad_build_list(p, N(WITHOUT), @$, $2); }
  ;
ranks:
    %empty                      { $$ = (struct mad_nodes){0}; }
  | ranks ", then" rank         { $$ = mad_nodes_add($1, $3); }
  ;
rank:
    "with" joined                 { $$ = mad_build_one(p, N(BETTER), @$, $2); $$->n0 = MAD_RANK_WITH; }
  | "as many" joined "as possible" { $$ = mad_build_one(p, N(BETTER), @$, $2); $$->n0 = MAD_RANK_MANY; }
  | joined "as early as possible" { $$ = mad_build_one(p, N(BETTER), @$, $1); $$->n0 = MAD_RANK_EARLY; }
  ;
/* Libraries; or pieces of one, perhaps with another letter. */
picks:
    pick                        { $$ = mad_nodes_of($1); }
  | pick "and" pick             { $$ = mad_nodes_add(mad_nodes_of($1), $3); }
  | picks_comma "and" pick      { $$ = mad_nodes_add($1, $3); }
  ;
picks_comma:
    pick "," pick               { $$ = mad_nodes_add(mad_nodes_of($1), $3); }
  | picks_comma "," pick        { $$ = mad_nodes_add($1, $3); }
  ;
pick:
    ref
  | name LETTER maybe_of_player { $$ = mad_build_pick(p, @$, $1, NULL, $2, $3); }
  | name "as" name LETTER maybe_of_player
                                { $$ = mad_build_pick(p, @$, $1, $3, $4, $5); }
  ;
board:
    "board" NUMBER "by" NUMBER  { $$ = mad_build_number(p, N(BOARD), @$, mad_build_value(p, $2, @2));
                                  $$->n1 = mad_build_value(p, $4, @4);
                                  mad_build_files(p, $$); }
  | "board" NUMBER "by" NUMBER "by" NUMBER above apart
                                { $$ = mad_build_one(p, N(BOARD), @$,
                                                     mad_build_number(p, N(NUMBER), @6, mad_build_value(p, $6, @6)));
                                  $$->n0 = mad_build_value(p, $2, @2); $$->n1 = mad_build_value(p, $4, @4);
                                  $$->flags = (uint32_t)($7 | $8);
                                  mad_build_files(p, $$); }
  | "board hexagon" NUMBER      { $$ = mad_build_number(p, N(HEXBOARD), @$, mad_build_value(p, $2, @2));
                                  mad_build_files(p, $$); }
  ;
above:
    %empty                      { $$ = 0; }
  | ", one above the other"     { $$ = MAD_FLAG_ABOVE; }
  ;
apart:
    %empty                      { $$ = 0; }
  | ", not touching"            { $$ = MAD_FLAG_APART; }
  ;
player:
    name LETTER case "going" word
        { $$ = mad_build_named(p, N(PLAYER), @$, $1); $$->text = $2; $$->n0 = $3; $$->other = $5; }
  ;
many_players:
    player "," player           { $$ = mad_nodes_add(mad_nodes_of($1), $3); }
  | many_players "," player     { $$ = mad_nodes_add($1, $3); }
  ;
case:
    %empty                      { $$ = MAD_CASE_NONE; }
  | "in capitals"               { $$ = 1; }
  | "in small letters"          { $$ = 0; }
  ;
mark:
    "mark" word life            { $$ = $3; $$->name = $2; $$->span = @$; }
  | "mark" word "starts on" joined { $$ = mad_build_one(p, N(MARK_STARTS), @$, $4); $$->name = $2; }
  | "number" word "on each square from" NUMBER "to" NUMBER
        { $$ = mad_build_tally(p, @$, MAD_LIFE_ALWAYS, $4, $6); $$->name = $2; }
  | "number" word "of each piece from" NUMBER "to" NUMBER
        { $$ = mad_build_tally(p, @$, MAD_LIFE_FOLLOWS, $4, $6); $$->name = $2; }
  | "men stand on one another"  { $$ = mad_build_stacking(p, @$); }
  | "number" word "starts at" NUMBER "on" joined
        { $$ = mad_build_one(p, N(MARK_STARTS), @$, $6); $$->name = $2;
          $$->n0 = mad_build_count(p, $4, @4); }
  ;
life:
    "lasts" NUMBER "turn"       { $$ = mad_build_number(p, N(MARK), @$, MAD_LIFE_TURNS);
                                  $$->n1 = mad_build_value(p, $2, @2); }
  | "lasts" NUMBER "turns"      { $$ = mad_build_number(p, N(MARK), @$, MAD_LIFE_TURNS);
                                  $$->n1 = mad_build_value(p, $2, @2);
                                  if ($2.value == 1)
                                      mad_build_older(p, @3, "turn"); }
  | "lasts" NUMBER "move"       { $$ = mad_build_number(p, N(MARK), @$, MAD_LIFE_MOVE);
                                  $$->n1 = mad_build_value(p, $2, @2); }
  | "lasts until cleared"       { $$ = mad_build_number(p, N(MARK), @$, MAD_LIFE_ALWAYS); }
  | "lasts always"              { $$ = mad_build_number(p, N(MARK), @$, MAD_LIFE_ALWAYS);
                                  mad_build_older(p, @1, "lasts until cleared"); }
  | "lasts until its piece moves or is taken"       { $$ = mad_build_number(p, N(MARK), @$, MAD_LIFE_TOUCHED); }
  | "lasts until its piece moves or is taken" ", or until" direct "moves or is taken"
        { $$ = mad_build_one(p, N(MARK), @$, $3); $$->n0 = MAD_LIFE_TOUCHED; }
  | "follows its piece"         { $$ = mad_build_number(p, N(MARK), @$, MAD_LIFE_FOLLOWS); }
  ;
counter:
    "counter" word "starts at" NUMBER
        { $$ = mad_build_named(p, N(COUNTER), @$, $2); $$->n0 = mad_build_value(p, $4, @4); }
  | "counter" word "for each player starts at" NUMBER
        { $$ = mad_build_named(p, N(COUNTER), @$, $2); $$->n0 = mad_build_value(p, $4, @4);
          $$->flags = MAD_FLAG_EACH; }
  | "counter" word counts joined { $$ = mad_build_counting(p, @$, $2, $3, $4); }
  ;
counts:
    "counts moves after which"  { $$ = 0; }
  | "counts moves in a row after which" { $$ = MAD_COUNTS_ROW; }
  | "for each player counts moves after which" { $$ = MAD_COUNTS_EACH; }
  | "for each player counts moves in a row after which" { $$ = MAD_COUNTS_EACH | MAD_COUNTS_ROW; }
  ;
stocks:
    stock                       { $$ = mad_nodes_of($1); }
  | stock "and" stock           { $$ = mad_nodes_add(mad_nodes_of($1), $3); }
  | stocks_comma "and" stock    { $$ = mad_nodes_add($1, $3); }
  ;
stocks_comma:
    stock "," stock             { $$ = mad_nodes_add(mad_nodes_of($1), $3); }
  | stocks_comma "," stock      { $$ = mad_nodes_add($1, $3); }
  ;
stock:
    name                        { $$ = mad_build_named(p, N(STOCK), @$, $1); $$->n0 = 1; }
  | NUMBER name                 { $$ = mad_build_named(p, N(STOCK), @$, $2);
                                  $$->n0 = mad_build_value(p, $1, @1); }
  ;
fate:
    word "pieces change sides and go to" word    { $$ = mad_build_named(p, N(FATE), @$, $1); $$->other = $3; }
  | word "pieces become own and go to" word
        { $$ = mad_build_named(p, N(FATE), @$, $1); $$->other = $3; $$->n0 = MAD_JOINS_TAKER;
          mad_build_older(p, @2, "pieces join their taker and go to"); }
  | word "pieces join their taker and go to" word
        { $$ = mad_build_named(p, N(FATE), @$, $1); $$->other = $3; $$->n0 = MAD_JOINS_TAKER; }
  | word "pieces join the ally of their taker and go to" word
        { $$ = mad_build_named(p, N(FATE), @$, $1); $$->other = $3; $$->n0 = MAD_JOINS_ALLY; }
  | word "pieces leave the game" { $$ = mad_build_named(p, N(FATE), @$, $1); }
  ;

/* --- lines of pieces --------------------------------------------------------------------------- */
piece_line:
    move | drop | worth
  | "worth" NUMBER "to" NUMBER "in this order"
        { $$ = mad_build_number(p, N(WORTHS), @$, mad_build_value(p, $2, @2)); $$->n1 = mad_build_value(p, $4, @4); }
  | "royal"                     { $$ = mad_build(p, N(ROYAL), @$); }
  | "cannot move when" joined   { $$ = mad_build_one(p, N(HELD), @$, $2); }
  | "no longer" outs_or         { $$ = mad_build_no_longer(p, @$, $2); }
  ;
drop:
    "drop on" joined tail       { $$ = mad_build_two(p, N(DROP), @$, $2, $3); }
  ;
worth:
    "worth" NUMBER              { $$ = mad_build_number(p, N(WORTH), @$, mad_build_value(p, $2, @2)); }
  ;
move:
    kind joined tail            { $$ = mad_build_two(p, N(MOVE), @$, $2, $3); $$->n0 = $1; }
  | kind joined "by" joined tail
        { $$ = mad_build_list(p, N(MOVE), @$,
                              mad_nodes_add(mad_nodes_add(mad_nodes_of($2), mad_build_one(p, N(BY), @4, $4)), $5));
          $$->n0 = $1; }
  ;
kind:
    "move"                      { $$ = MAD_TO_EMPTY; }
  | "capture"                   { $$ = MAD_TO_ENEMY; }
  | "move or capture"           { $$ = MAD_TO_EMPTY | MAD_TO_ENEMY; }
  ;
tail:
    %empty                      { $$ = NULL; }
  | "when" joined               { $$ = mad_build_one(p, N(WHEN), @$, $2); }
  | "unless" joined             { $$ = mad_build_flag(mad_build_one(p, N(WHEN), @$, $2), MAD_FLAG_UNLESS); }
  ;
call_line:
    call tail                   { $$ = mad_build_two(p, N(CALL_LINE), @$, $1, $2); }
  | call ", written" STRING tail
        { $$ = mad_build_two(p, N(CALL_LINE), @$, $1, $4); $$->text = $3; }
  | duty
  ;
duty:
    "when" joined one_of_them call
        { $$ = mad_build_flag(mad_build_two(p, N(CALL_LINE), @$, $4, mad_build_one(p, N(WHEN), @2, $2)),
                              MAD_FLAG_ONE_MUST); }
  ;
one_of_them:
    ", instead of any other move, one of them must"
  | ", instead of any other move, one must"
        { mad_build_older(p, @1, ", instead of any other move, one of them must"); }
  ;
event:
    "when its own move ends on" joined
        { $$ = mad_build_one(p, N(EVENT_ON), @$, $2); $$->n0 = MAD_EVENT_ENDS;
          if ($2->kind == N(CONST) && $2->n0 == MAD_WORD_BOARD)
              mad_build_older(p, @$, "when its own move ends"); }
  | "when its own move ends"    { struct mad_node *board = mad_build_number(p, N(CONST), @$, MAD_WORD_BOARD);
                                  $$ = mad_build_one(p, N(EVENT_ON), @$, board); $$->n0 = MAD_EVENT_ENDS; }
  | "when its own move starts on" joined { $$ = mad_build_one(p, N(EVENT_ON), @$, $2); $$->n0 = MAD_EVENT_STARTS; }
  | "when its own move starts or ends on" joined
        { $$ = mad_build_one(p, N(EVENT_ON), @$, $2); $$->n0 = MAD_EVENT_STARTS_OR_ENDS; }
  | "when placed on" joined     { $$ = mad_build_one(p, N(EVENT_ON), @$, $2); $$->n0 = MAD_EVENT_PLACED; }
  | "when taken"                { $$ = mad_build_number(p, N(EVENT_ON), @$, MAD_EVENT_TAKEN); }
  | "when capturing"            { $$ = mad_build_number(p, N(EVENT_ON), @$, MAD_EVENT_CAPTURING); }
  ;

/* What a law or an end asks, and what excuses from it. */
claim:
    joined
  | joined "unless" joined      { $$ = mad_build_unless(p, @$, $1, $3); }
  ;

/* --- ends ---------------------------------------------------------------------------------------- */
ends_line:
    ends_player "wins when" claim   { $$ = mad_build_two(p, N(END_FOR), @$, $1, $3); $$->n0 = 1; }
  | ends_player "loses when" claim { $$ = mad_build_two(p, N(END_FOR), @$, $1, $3); }
  | "next player" "wins when" claim
        { $$ = mad_build_two(p, N(END_FOR), @$, mad_build_number(p, N(CONST), @1, MAD_WORD_NEXT_PLAYER), $3); $$->n0 = 1; }
  | "next player" "loses when" claim
        { $$ = mad_build_two(p, N(END_FOR), @$, mad_build_number(p, N(CONST), @1, MAD_WORD_NEXT_PLAYER), $3); }
  | "draw when" claim           { $$ = mad_build_one(p, N(END_DRAW), @$, $2); }
  | "draw after" NUMBER "turns each without" breaks
        { $$ = mad_build_list(p, N(END_QUIET), @$, $4); $$->n0 = mad_build_value(p, $2, @2); }
  | "a player with no" joined "loses" if_both
        { $$ = mad_build_one(p, N(END_WITHOUT), @$, $2); $$->n1 = $4; }
  | "a player with no" joined "wins" if_both
        { $$ = mad_build_one(p, N(END_WITHOUT), @$, $2); $$->n0 = 1; $$->n1 = $4; }
  | "a player who is" standing "loses" if_both { $$ = mad_build_whoever(p, @$, $2, NULL, 0); $$->n1 = $4; }
  | "a player who is" standing "wins" if_both  { $$ = mad_build_whoever(p, @$, $2, NULL, 1); $$->n1 = $4; }
  | "a player who is" standing "loses when" claim if_both
        { $$ = mad_build_whoever(p, @$, $2, $4, 0); $$->n1 = $5; }
  | "a player who is" standing "wins when" claim if_both
        { $$ = mad_build_whoever(p, @$, $2, $4, 1); $$->n1 = $5; }
  | "a player who is" standing is_out
                                { $$ = mad_build_one(p, N(END_OUT), @$, mad_build_standing(p, $2, MAD_WORD_MOVER)); $$->n0 = $3; }
  | "a player with no" joined is_out
                                { $$ = mad_build_one(p, N(END_OUT), @$, $2); $$->n0 = $3; }
  | "a player who cannot move" "wins"  { $$ = mad_build_stuck(p, @$, MAD_WORD_ENEMY); }
  | "a player who cannot move" "loses" { $$ = mad_build_stuck(p, @$, MAD_WORD_MOVER); }
  | "a player who cannot move" is_out
                                { $$ = mad_build_number(p, N(END_OUT), @$, $2); }
  | "the last player wins"      { $$ = mad_build(p, N(END_LAST), @$); }
  | "the player with most" word "wins when one player is left"
                                { $$ = mad_build_one(p, N(END_LAST), @$, mad_build_named(p, N(REF), @2, $2)); }
  | "the player with most" word "wins when" claim
                                { $$ = mad_build_two(p, N(END_MOST), @$, mad_build_named(p, N(REF), @2, $2), $4); }
  | ends_player "scores" term "and" ends_player "scores" term "when" claim
        { $$ = mad_build_list(p, N(END_SCORE), @$,
                              mad_nodes_add(mad_nodes_add(mad_nodes_of(mad_build_two(p, N(SCORES), @1, $1, $3)),
                                                          mad_build_two(p, N(SCORES), @5, $5, $7)), $9)); }
  ;
/* Who it is when both would win, or lose; else it is a draw. */
if_both:
    %empty                      { $$ = MAD_BOTH_DRAW; }
  | ", mover if both would"     { $$ = MAD_BOTH_MOVER; }
  | ", enemy if both would"     { $$ = MAD_BOTH_ENEMY; }
  ;
/* How a player stands. */
standing:
    not word                    { $$ = mad_build_being(p, @2, MAD_IS, $1, mad_build_named(p, N(REF), @2, $2)); }
  | not "in" word
        { $$ = mad_build_being(p, span_of(@2, @3), MAD_IS_IN, $1,
                               mad_build_named(p, N(REF), @3, mad_build_words(p, "in", $3))); }
  ;
is_out:
    "is out, and his men stay"  { $$ = 1; }
  | "is out, and his men leave the game" { $$ = 0; }
  ;
ends_player:
    name                        { $$ = mad_build_flag(mad_build_named(p, N(REF), @$, $1), MAD_FLAG_CAPITAL); }
  | "mover"                     { $$ = mad_build_number(p, N(CONST), @$, MAD_WORD_MOVER); }
  | "enemy"                     { $$ = mad_build_number(p, N(CONST), @$, MAD_WORD_ENEMY); }
  ;
breaks:
    quiet_break                 { $$ = mad_nodes_of($1); }
  | breaks_or
  | breaks_comma "or" quiet_break { $$ = mad_nodes_add($1, $3); }
  ;
breaks_or:
    quiet_break "or" quiet_break { $$ = mad_nodes_add(mad_nodes_of($1), $3); }
  | breaks_or "or" quiet_break  { $$ = mad_nodes_add($1, $3); }
  ;
breaks_comma:
    quiet_break "," quiet_break { $$ = mad_nodes_add(mad_nodes_of($1), $3); }
  | breaks_comma "," quiet_break { $$ = mad_nodes_add($1, $3); }
  ;
quiet_break:
    "capture"                   { $$ = mad_build(p, N(QUIET_BREAK), @$); }
  | name "move"                 { $$ = mad_build_named(p, N(QUIET_BREAK), @$, $1); }
  | name "change"               { $$ = mad_build_named(p, N(QUIET_BREAK), @$, $1); $$->n0 = 1; }
  ;

/* --- verbs --------------------------------------------------------------------------------------- */
verb_head:
    "verb" word params verb_event
        { $$ = mad_build_list(p, N(VERB), @$,
                              mad_nodes_add(mad_nodes_add($3, $4), mad_build(p, N(BODY), @$)));
          $$->name = $2; }
  ;
verb_event:
    %empty                      { $$ = NULL; }
  | event
  ;
params:
    %empty                      { $$ = mad_nodes_of(NULL); }
  | params param                { $$ = mad_nodes_add($1, $2); }
  | params labels param         { $$ = mad_nodes_add($1, $3); $3->text = $2; }
  ;
param:
    "[" word ":" word normally "]" { $$ = mad_build_param(p, @$, $2, $4, @4, $5); }
  ;
normally:
    %empty                      { $$ = NULL; }
  | ", or" joined               { $$ = $2; }
  ;
opening:
    event ":" body              { $$.node = mad_build_two(p, N(EVENT), @$, $1, $3);
                                  $$.form = $3->first ? MAD_FORM_PLAIN : MAD_FORM_OPENS; }
  | "when moved" ":" body       { $$.node = mad_build_one(p, N(WHEN_MOVED), @$, $3);
                                  $$.form = $3->first ? MAD_FORM_PLAIN : MAD_FORM_OPENS; }
  | "when a turn ends" ":" body { $$.node = mad_build_one(p, N(TURN_ENDS), @$, $3);
                                  $$.form = $3->first ? MAD_FORM_PLAIN : MAD_FORM_OPENS; }
  | "if" joined ":" body        { $$.node = mad_build_two(p, N(IF), @$, $2, $4);
                                  $$.form = $4->first ? MAD_FORM_PLAIN : MAD_FORM_OPENS; }
  | "for each" word "from" series ":" body
        { $$.node = mad_build_two(p, N(FOR_EACH), @$, $4, $6); $$.node->name = $2;
          $$.form = $6->first ? MAD_FORM_PLAIN : MAD_FORM_OPENS; }
  | "otherwise" ":" body        { $$ = (struct mad_sentence){$3, MAD_FORM_OTHERWISE}; }
  | "otherwise if" joined ":" body
        { struct mad_node *other = mad_build_two(p, N(IF), @$, $2, $4);
          $$ = (struct mad_sentence){mad_build_one(p, N(BODY), @$, other), MAD_FORM_OTHERWISE}; }
  | outcome must_be_legal ":" body
        { $1->flags |= (uint32_t)$2; $1->first = $4; $$ = (struct mad_sentence){$1, MAD_FORM_OUTCOME}; }
  | "toss a coin"
        { $$ = (struct mad_sentence){mad_build_flag(mad_build(p, N(TOSS), @$), MAD_FLAG_COIN), MAD_FORM_OPENS}; }
  | "by chance"                 { $$ = (struct mad_sentence){mad_build(p, N(TOSS), @$), MAD_FORM_OPENS}; }
  | "end"                       { $$ = (struct mad_sentence){NULL, MAD_FORM_END}; }
  ;
outcome:
    "heads"                     { $$ = mad_build_coin(p, @$, "heads"); }
  | "tails"                     { $$ = mad_build_coin(p, @$, "tails"); }
  | NUMBER "in" NUMBER "," word { $$ = mad_build_named(p, N(OUTCOME), @$, $5);
                                  $$->n0 = mad_build_value(p, $1, @1);
                                  $$->n1 = mad_build_value(p, $3, @3); }
  ;
must_be_legal:
    %empty                      { $$ = 0; }
  | ", which must be legal"     { $$ = MAD_FLAG_MUST; }
  ;
body:
    %empty                      { $$ = mad_build(p, N(BODY), @$); }
  | statement                   { $$ = mad_build_one(p, N(BODY), @$, $1); }
  ;
/* What may follow a colon on its line. */
statement:
    simple
  | call
  | "if" joined ":" statement
        { $$ = mad_build_two(p, N(IF), @$, $2, mad_build_one(p, N(BODY), @4, $4)); }
  | "for each" word "from" series ":" statement
        { $$ = mad_build_two(p, N(FOR_EACH), @$, $4, mad_build_one(p, N(BODY), @6, $6)); $$->name = $2; }
  ;
/* What is gone through: a set, or squares one after the other, some perhaps more than once. */
series:
    joined
  | "the next" prim "squares along" dir origin
        { $$ = mad_build_list(p, N(THE_NEXT), @$, mad_nodes_add(mad_nodes_add(mad_nodes_of($2), $4), $5)); }
  | "the next" prim "squares along" dir origin "except" prim
        { $$ = mad_build_list(p, N(THE_NEXT), @$,
                              mad_nodes_add(mad_nodes_add(mad_nodes_add(mad_nodes_of($2), $4), $5),
                                            mad_build_one(p, N(OVER), @7, $7))); }
  ;
simple:
    "let" word "be" joined      { $$ = mad_build_one(p, N(LET), @$, $4); $$->name = $2; }
  | "choose" word "from" joined { $$ = mad_build_one(p, N(CHOOSE), @$, $4); $$->name = $2; }
  | "choose" word "from" NUMBER "to" term
        { $$ = mad_build_one(p, N(CHOOSE), @$, $6); $$->name = $2; $$->n1 = 1;
          $$->n0 = mad_build_value(p, $4, @4); }
  | "choose" word "at random from" joined
        { $$ = mad_build_flag(mad_build_one(p, N(CHOOSE), @$, $4), MAD_FLAG_AT_RANDOM); $$->name = $2; }
  | "require" joined            { $$ = mad_build_one(p, N(REQUIRE), @$, $2); }
  | "repeat at most" NUMBER "times"
        { $$ = mad_build_number(p, N(REPEAT), @$, mad_build_value(p, $2, @2)); }
  | "repeat at most" NUMBER "times" ", or stop"
        { $$ = mad_build_number(p, N(REPEAT), @$, mad_build_value(p, $2, @2)); $$->n1 = 1; }
  | "repeat while possible"     { $$ = mad_build(p, N(REPEAT), @$); }
  | "repeat" ", or stop"        { $$ = mad_build(p, N(REPEAT), @$); $$->n1 = 1; }
  | "repeat" handed ", or stop" { $$ = mad_build_list(p, N(REPEAT), @$, $2); $$->n1 = 1; }
  | "repeat" handed "at most" NUMBER "times" { $$ = mad_build_list(p, N(REPEAT), @$, $2);
                                  $$->n0 = mad_build_value(p, $4, @4); }
  | "repeat" handed "at most" NUMBER "times" ", or stop"
        { $$ = mad_build_list(p, N(REPEAT), @$, $2); $$->n0 = mad_build_value(p, $4, @4); $$->n1 = 1; }
  | "repeat" handed "while possible" { $$ = mad_build_list(p, N(REPEAT), @$, $2); }
  | "may" call                  { $$ = mad_build_one(p, N(MAY), @$, mad_build_one(p, N(BODY), @2, $2)); }
  | "nothing happens"           { $$ = mad_build(p, N(NOTHING_HAPPENS), @$); }
  ;

/* --- calls ----------------------------------------------------------------------------------------- */
call:
    word                        { $$ = mad_build_named(p, N(CALL), @$, $1); }
  | told
  ;
/* A call that says more than its name. */
told:
    word object parts           { $$ = mad_build_list(p, N(CALL), @$, mad_nodes_join($2, $3));
                                  $$->name = $1; }
  | word part parts             { $$ = mad_build_list(p, N(CALL), @$, mad_nodes_join(mad_nodes_of($2), $3));
                                  $$->name = $1; }
  | word last                   { $$ = mad_build_one(p, N(CALL), @$, mad_build_argument(p, @2, NULL, $2));
                                  $$->name = $1; }
  | word last_part              { $$ = mad_build_one(p, N(CALL), @$, $2); $$->name = $1; }
  | word object parts last_part { $$ = mad_build_list(p, N(CALL), @$, mad_nodes_add(mad_nodes_join($2, $3), $4));
                                  $$->name = $1; }
  | word part parts last_part
        { $$ = mad_build_list(p, N(CALL), @$, mad_nodes_add(mad_nodes_join(mad_nodes_of($2), $3), $4));
          $$->name = $1; }
  ;
/* What a verb is told last needs no brackets even where its words could be those of the verb: nothing follows it. */
last_part:
    labels last                 { $$ = mad_build_argument(p, @2, $1, $2); }
  ;
last:
    motion
  | by_place
  | function last               { $$ = mad_build_one(p, N(FUNCTION), @$, $2); $$->n0 = $1; }
  | ranked
  | "the top of" last           { $$ = mad_build_part(p, @$, MAD_PART_TOP, NULL, $2); }
  | "the top" simple_arg "of" last { $$ = mad_build_part(p, @$, MAD_PART_TOP, $2, $4); }
  | "the bottom of" last        { $$ = mad_build_part(p, @$, MAD_PART_BOTTOM, NULL, $2); }
  ;
object:
    arg                         { $$ = mad_nodes_of(mad_build_argument(p, @$, NULL, $1)); }
  ;
parts:
    %empty                      { $$ = mad_nodes_of(NULL); }
  | parts part                  { $$ = mad_nodes_add($1, $2); }
  ;
/* What fills blanks of the verb the next time. */
handed:
    part                        { $$ = mad_nodes_of($1); }
  | handed part                 { $$ = mad_nodes_add($1, $2); }
  ;
part:
    labels arg                  { $$ = mad_build_argument(p, @2, $1, $2); }
  ;
labels:
    label
  | labels label                { $$ = mad_build_words(p, $1, $2); }
  ;
label:
    "along"                     { $$ = mad_build_words(p, NULL, "along"); }
  | "avoiding"                  { $$ = mad_build_words(p, NULL, "avoiding"); }
  | "over"                      { $$ = mad_build_words(p, NULL, "over"); }
  | "into"                      { $$ = mad_build_words(p, NULL, "into"); }
  | "with"                      { $$ = mad_build_words(p, NULL, "with"); }
  | "to"                        { $$ = mad_build_words(p, NULL, "to"); }
  | "from"                      { $$ = mad_build_words(p, NULL, "from"); }
  | "as"                        { $$ = mad_build_words(p, NULL, "as"); }
  | "by"                        { $$ = mad_build_words(p, NULL, "by"); }
  | "on"                        { $$ = mad_build_words(p, NULL, "on"); }
  | "in"                        { $$ = mad_build_words(p, NULL, "in"); }
  | "in place"                  { $$ = mad_build_words(p, NULL, "in place"); }
  ;
arg:
    simple_arg
  | arg_sum
  | args                        { $$ = $1.first; }
  | "the top of" simple_arg     { $$ = mad_build_part(p, @$, MAD_PART_TOP, NULL, $2); }
  | "the top" simple_arg "of" simple_arg { $$ = mad_build_part(p, @$, MAD_PART_TOP, $2, $4); }
  | "the bottom of" simple_arg  { $$ = mad_build_part(p, @$, MAD_PART_BOTTOM, NULL, $2); }
  ;
args:
    args_and                    { $$ = mad_nodes_of(mad_build_list(p, N(AND), @$, $1)); }
  | args_or                     { $$ = mad_nodes_of(mad_build_list(p, N(OR), @$, $1)); }
  | args_comma "and" simple_arg { $$ = mad_nodes_of(mad_build_list(p, N(AND), @$, mad_nodes_add($1, $3))); }
  | args_comma "or" simple_arg  { $$ = mad_nodes_of(mad_build_list(p, N(OR), @$, mad_nodes_add($1, $3))); }
  ;
arg_sum:
    simple_arg "plus" simple_arg { $$ = mad_build_two(p, N(PLUS), @$, $1, $3); }
  | simple_arg "minus" simple_arg { $$ = mad_build_flag(mad_build_two(p, N(PLUS), @$, $1, $3), MAD_FLAG_NEGATED); }
  | arg_sum "plus" simple_arg   { $$ = mad_build_two(p, N(PLUS), @$, $1, $3); }
  | arg_sum "minus" simple_arg  { $$ = mad_build_flag(mad_build_two(p, N(PLUS), @$, $1, $3), MAD_FLAG_NEGATED); }
  ;
args_and:
    simple_arg "and" simple_arg { $$ = mad_nodes_add(mad_nodes_of($1), $3); }
  | args_and "and" simple_arg   { $$ = mad_nodes_add($1, $3); }
  ;
args_or:
    simple_arg "or" simple_arg  { $$ = mad_nodes_add(mad_nodes_of($1), $3); }
  | args_or "or" simple_arg     { $$ = mad_nodes_add($1, $3); }
  ;
args_comma:
    simple_arg "," simple_arg   { $$ = mad_nodes_add(mad_nodes_of($1), $3); }
  | args_comma "," simple_arg   { $$ = mad_nodes_add($1, $3); }
  ;
simple_arg:
    direct
  | function simple_arg         { $$ = mad_build_one(p, N(FUNCTION), @$, $2); $$->n0 = $1; }
  ;

/* --- notation and tests ------------------------------------------------------------------------------ */
notation_line:
    "show" word "as" STRING     { $$ = mad_build_named(p, N(SHOW), @$, $2); $$->text = $4; }
  | word "is" STRING            { $$ = mad_build_named(p, N(TEMPLATE), @$, $1); $$->text = $3; }
  | "move" "is" STRING
        { $$ = mad_build_named(p, N(TEMPLATE), @$, mad_build_words(p, NULL, "move")); $$->text = $3; }
  | word "is" STRING "when" "nothing is taken"
        { struct mad_node *taken = mad_build_named(p, N(REF), @5, mad_build_words(p, NULL, "taken"));
          struct mad_node *nothing = mad_build_number(p, N(CONST), @5, MAD_WORD_NOTHING);
          $$ = mad_build_one(p, N(TEMPLATE), @$,
                             mad_build_one(p, N(WHEN), @4, mad_build_two(p, N(IS), @5, nothing, taken)));
          $$->name = $1; $$->text = $3; }
  | "in" WORD "," dialect_thing "is" STRING
                                { $$ = mad_build_named(p, N(DIALECT), @$, $4); $$->other = $2; $$->text = $6; }
  | name "is written without letter" { $$ = mad_build_named(p, N(LETTERLESS), @$, $1); }
  ;
dialect_thing:
    name | word
  ;
test_line:
    "position" STRING           { $$ = mad_build_text(p, N(T_POSITION), @$, $2); }
  | "play" move_texts           { $$ = mad_build_list(p, N(T_PLAY), @$, $2); }
  | moves_kind drop_texts       { $$ = mad_build_list(p, N(T_MOVES), @$, $2); $$->n0 = $1; }
  | moves_kind OF_SQUARE drop_texts
        { $$ = mad_build_list(p, N(T_MOVES), @$, $3); $$->n0 = $1; $$->text = $2; }
  | "count is" NUMBER           { $$ = mad_build_text(p, N(T_COUNT), @$, $2.text); $$->n0 = 1; }
  | "count" NUMBER "moves deep is" NUMBER
        { $$ = mad_build_text(p, N(T_COUNT), @$, $4.text); $$->n0 = mad_build_value(p, $2, @2); }
  | "result" name "wins" points { $$ = mad_build_one(p, N(T_RESULT), @$, $4); $$->name = $2;
                                  $$->n0 = MAD_RESULT_WINS; }
  | "result draw" points        { $$ = mad_build_one(p, N(T_RESULT), @$, $2); $$->n0 = MAD_RESULT_DRAW; }
  | "result none"               { $$ = mad_build_number(p, N(T_RESULT), @$, MAD_RESULT_NONE); }
  ;
points:
    %empty                      { $$ = NULL; }
  | NUMBER "to" NUMBER          { $$ = mad_build_number(p, N(T_POINTS), @$, mad_build_value(p, $1, @1));
                                  $$->n1 = mad_build_value(p, $3, @3); }
  ;
moves_kind:
    "moves exactly"             { $$ = MAD_MOVES_EXACTLY; }
  | "moves include"             { $$ = MAD_MOVES_INCLUDE; }
  | "moves exclude"             { $$ = MAD_MOVES_EXCLUDE; }
  ;
move_texts:
    MOVE_TEXT                   { $$ = mad_nodes_of(mad_build_text(p, N(MOVE_TEXT), @1, $1)); }
  | move_texts MOVE_TEXT        { $$ = mad_nodes_add($1, mad_build_text(p, N(MOVE_TEXT), @2, $2)); }
  ;
/* `moves exactly` with nothing behind it: there are none. */
drop_texts:
    %empty                      { $$ = mad_nodes_of(NULL); }
  | move_texts
  ;

/* --- names ------------------------------------------------------------------------------------------- */
word:
    WORD
  | "turn"                      { $$ = mad_build_words(p, NULL, "turn"); }
  ;
name:
    NAME | STRING
  ;
capture_or_word:
    word
  | "capture"                   { $$ = mad_build_words(p, NULL, "capture"); }
  ;
ref:
    word                        { $$ = mad_build_named(p, N(REF), @$, $1); }
  | name                        { $$ = mad_build_flag(mad_build_named(p, N(REF), @$, $1), MAD_FLAG_CAPITAL); }
  ;
refs_and:
    ref                         { $$ = mad_nodes_of($1); }
  | ref "and" ref               { $$ = mad_nodes_add(mad_nodes_of($1), $3); }
  | commas_ref "and" ref        { $$ = mad_nodes_add($1, $3); }
  ;
refs_or:
    ref "or" ref                { $$ = mad_nodes_add(mad_nodes_of($1), $3); }
  | commas_ref "or" ref         { $$ = mad_nodes_add($1, $3); }
  ;
commas_ref:
    ref "," ref                 { $$ = mad_nodes_add(mad_nodes_of($1), $3); }
  | commas_ref "," ref          { $$ = mad_nodes_add($1, $3); }
  ;
/* What `without` and `no longer` take out: names, and the first words of piece lines. */
outs_and:
    out
  | out "and" out               { $$ = mad_nodes_join($1, $3); }
  | outs_comma "and" out        { $$ = mad_nodes_join($1, $3); }
  ;
outs_or:
    out
  | out "or" out                { $$ = mad_nodes_join($1, $3); }
  | outs_comma "or" out         { $$ = mad_nodes_join($1, $3); }
  ;
outs_comma:
    out "," out                 { $$ = mad_nodes_join($1, $3); }
  | outs_comma "," out          { $$ = mad_nodes_join($1, $3); }
  ;
out:
    ref                         { $$ = mad_nodes_of($1); }
  | "royal"                     { $$ = mad_nodes_of(mad_build_named(p, N(REF), @$, mad_build_words(p, NULL, "royal"))); }
  | "move"                      { $$ = mad_nodes_of(mad_build_named(p, N(REF), @$, mad_build_words(p, NULL, "move"))); }
  | "capture"                   { $$ = mad_nodes_of(mad_build_named(p, N(REF), @$, mad_build_words(p, NULL, "capture"))); }
  | "moves"                     { $$ = mad_nodes_of(mad_build_named(p, N(REF), @$, mad_build_words(p, NULL, "moves"))); }
  | "in" word                   { $$ = mad_nodes_of(mad_build_named(p, N(REF), @$, mad_build_words(p, "in", $2))); }
  ;

/* --- expressions: joined, item, term, prim --------------------------------------------------------------- */
joined:
    item
  | ands                        { $$ = mad_build_joined(p, N(AND), @$, $1); }
  | ors                         { $$ = mad_build_joined(p, N(OR), @$, $1); }
  | commas "and" item           { $$ = mad_build_joined(p, N(AND), @$, mad_nodes_add($1, $3)); }
  | commas "or" item            { $$ = mad_build_joined(p, N(OR), @$, mad_nodes_add($1, $3)); }
  ;
ands:
    item "and" item             { $$ = mad_nodes_add(mad_nodes_of($1), $3); }
  | ands "and" item             { $$ = mad_nodes_add($1, $3); }
  ;
ors:
    item "or" item              { $$ = mad_nodes_add(mad_nodes_of($1), $3); }
  | ors "or" item               { $$ = mad_nodes_add($1, $3); }
  ;
commas:
    item "," item               { $$ = mad_nodes_add(mad_nodes_of($1), $3); }
  | commas "," item             { $$ = mad_nodes_add($1, $3); }
  ;
item:
    term
  | truth
  ;
truth:
    "not" bracket               { $$ = mad_build_one(p, N(NOT), @$, $2); }
  | term "is" being             { $$ = mad_build_said(p, @$, $1, $3); }
  | some
  | some is_or_are being        { $$ = mad_build_how_many(p, @$, $1, $3); }
  | "every" term "is" being
        { struct mad_node *every = mad_build_one(p, N(SOME), @$, $2);
          every->n0 = MAD_SOME_EVERY;
          $$ = mad_build_how_many(p, @$, every, $4); }
  | prim "joins" direct "to" direct { $$ = mad_build_joins(p, @$, $1, $3, $5); }
  | term "has" some             { $$ = mad_build_has(p, @$, $1, $3); }
  | term "has" "a square"       { $$ = mad_build_one(p, N(HAS), @$, $1); }
  | term "has" "no square"      { $$ = mad_build_flag(mad_build_one(p, N(HAS), @$, $1), MAD_FLAG_NEGATED); }
  | term "can move"             { $$ = mad_build_one(p, N(CAN_MOVE), @$, $1); }
  | term "cannot move"          { $$ = mad_build_flag(mad_build_one(p, N(CAN_MOVE), @$, $1), MAD_FLAG_NEGATED); }
  | term "has" "a move after which" item { $$ = mad_build_two(p, N(CAN_MOVE), @$, $1, $4); }
  | term "has" "no move after which" item
        { $$ = mad_build_flag(mad_build_two(p, N(CAN_MOVE), @$, $1, $4), MAD_FLAG_NEGATED); }
  | "move was" capture_or_word  { $$ = mad_build_named(p, N(MOVE_WAS), @$, $2); }
  | "move was" "by" term        { $$ = mad_build_one(p, N(MOVE_WAS), @$, $3);
                                  $$->name = mad_build_words(p, NULL, "by"); }
  | "position has occurred" NUMBER "times"
        { $$ = mad_build_number(p, N(REPEATED), @$, mad_build_count(p, $2, @2)); }
  | "position repeated" NUMBER "times"
        { $$ = mad_build_number(p, N(REPEATED), @$, mad_build_count(p, $2, @2));
          mad_build_older(p, @1, "position has occurred"); }
  | "board repeated" behind_what
        { $$ = mad_build_number(p, N(BOARD_REPEATED), @$, 2); $$->n1 = $2; }
  | "board has occurred" NUMBER "times" behind_what
        { $$ = mad_build_number(p, N(BOARD_REPEATED), @$, mad_build_count(p, $2, @2)); $$->n1 = $4; }
  | "board repeated" NUMBER "times" behind_what
        { $$ = mad_build_number(p, N(BOARD_REPEATED), @$, mad_build_count(p, $2, @2)); $$->n1 = $4;
          mad_build_older(p, @1, "board has occurred"); }
  | "after every turn of" ends_player "since the first time," item
        { $$ = mad_build_two(p, N(SINCE_FIRST), @$, $2, $4); }
  ;
/* Behind every move, or every turn. */
behind_what:
    %empty                      { $$ = 0; }
  | "after a turn"              { $$ = 1; }
  ;
/* What is said behind `is`. */
being:
    not term                    { $$ = mad_build_being(p, @2, MAD_IS, $1, $2); }
  | not "on" term               { $$ = mad_build_being(p, span_of(@2, @3), MAD_IS_ON, $1, $3); }
  | not "in" word
        { $$ = mad_build_being(p, span_of(@2, @3), MAD_IS_IN, $1,
                               mad_build_named(p, N(REF), @3, mad_build_words(p, "in", $3))); }
  | not "at least" term         { $$ = mad_build_being(p, span_of(@2, @3), MAD_IS_AT_LEAST, $1, $3); }
  | not "at most" term          { $$ = mad_build_being(p, span_of(@2, @3), MAD_IS_AT_MOST, $1, $3); }
  | not "more than" term        { $$ = mad_build_being(p, span_of(@2, @3), MAD_IS_MORE_THAN, $1, $3); }
  | not "less than" term        { $$ = mad_build_being(p, span_of(@2, @3), MAD_IS_LESS_THAN, $1, $3); }
  | not "attacked by" term      { $$ = mad_build_being(p, span_of(@2, @3), MAD_IS_ATTACKED_BY, $1, $3); }
  | not worth_than term         { $$ = mad_build_being(p, span_of(@2, @3), MAD_IS_WORTH + $2, $1, $3); }
  | not "one group"             { $$ = mad_build_being(p, @2, MAD_IS_GROUP, $1, NULL); }
  ;
is_or_are:
    "is" | "are"
  ;
some:
    article term                { $$ = mad_build_one(p, N(SOME), @$, $2); $$->n0 = MAD_SOME_A; }
  | "no" term                   { $$ = mad_build_one(p, N(SOME), @$, mad_build_several($2)); $$->n0 = MAD_SOME_NO; }
  | quantity NUMBER term        { $$ = mad_build_one(p, N(SOME), @$, mad_build_several($3)); $$->n0 = $1;
                                  $$->n1 = mad_build_value(p, $2, @2); }
  ;
article:
    "a" | "an"
  ;
not:
    %empty                      { $$ = 0; }
  | "not"                       { $$ = MAD_FLAG_NEGATED; }
  ;
quantity:
    "exactly"                   { $$ = MAD_SOME_EXACTLY; }
  | "at least"                  { $$ = MAD_SOME_AT_LEAST; }
  | "at most"                   { $$ = MAD_SOME_AT_MOST; }
  ;
term:
    prim
  | on_chain
  | except_chain
  | movement
  | sum
  | prim "next to" prim         { $$ = mad_build_two(p, N(NEXT_TO), @$, $1, $3); }
  | on_chain "next to" prim     { $$ = mad_build_two(p, N(NEXT_TO), @$, $1, $3); }
  | prim "attacked by" prim     { $$ = mad_build_two(p, N(ATTACKED_BY), @$, $1, $3); }
  | prim "attacking" prim       { $$ = mad_build_two(p, N(ATTACKING), @$, $1, $3); }
  | prim "joined to" prim       { $$ = mad_build_two(p, N(JOINED_TO), @$, $1, $3); }
  | prim "where" where          { $$ = mad_build_where(p, @$, $1, $3); }
  | on_chain "where" where      { $$ = mad_build_where(p, @$, $1, $3); }
  ;
where:
    word "is" not prim             { $$ = mad_build_number_is(p, @$, MAD_IS, (uint32_t)$3, $1, $4); }
  | word "is" not "at least" prim  { $$ = mad_build_number_is(p, @$, MAD_IS_AT_LEAST, (uint32_t)$3, $1, $5); }
  | word "is" not "at most" prim   { $$ = mad_build_number_is(p, @$, MAD_IS_AT_MOST, (uint32_t)$3, $1, $5); }
  | word "is" not "more than" prim { $$ = mad_build_number_is(p, @$, MAD_IS_MORE_THAN, (uint32_t)$3, $1, $5); }
  | word "is" not "less than" prim { $$ = mad_build_number_is(p, @$, MAD_IS_LESS_THAN, (uint32_t)$3, $1, $5); }
  ;
on_chain:
    prim "on" prim              { $$ = mad_build_on(p, @$, $1, $3); }
  | on_chain "on" prim          { $$ = mad_build_two(p, N(ON), @$, $1, $3); }
  ;
sum:
    prim "plus" prim            { $$ = mad_build_two(p, N(PLUS), @$, $1, $3); }
  | prim "minus" prim           { $$ = mad_build_flag(mad_build_two(p, N(PLUS), @$, $1, $3), MAD_FLAG_NEGATED); }
  | sum "plus" prim             { $$ = mad_build_two(p, N(PLUS), @$, $1, $3); }
  | sum "minus" prim            { $$ = mad_build_flag(mad_build_two(p, N(PLUS), @$, $1, $3), MAD_FLAG_NEGATED); }
  ;
/* Where a movement ends. */
movement:
    prim "ending on" prim       { $$ = mad_build_two(p, N(ON), @$, $1, $3); }
  | prim "not ending on" prim   { $$ = mad_build_two(p, N(EXCEPT), @$, $1, $3); }
  ;
except_chain:
    prim "except" prim          { $$ = mad_build_two(p, N(EXCEPT), @$, $1, $3); }
  | on_chain "except" prim      { $$ = mad_build_two(p, N(EXCEPT), @$, $1, $3); }
  | except_chain "except" prim  { $$ = mad_build_two(p, N(EXCEPT), @$, $1, $3); }
  ;
prim:
    direct
  | ranked
  | motion
  | function prim               { $$ = mad_build_one(p, N(FUNCTION), @$, $2); $$->n0 = $1; }
  | by_place
  ;
/* Men alone are worth something: `next to Rook worth less than here` is said of Rooks. */
%type <node> ranked;
ranked:
    direct worth_than direct    { $$ = mad_build_worth(p, @$, $2, $1, $3); }
  ;
%type <n> worth_than;
worth_than:
    "worth less than"           { $$ = MAD_IS_LESS_THAN; }
  | "worth more than"           { $$ = MAD_IS_MORE_THAN; }
  | "worth no more than"        { $$ = MAD_IS_AT_MOST; }
  | "worth no less than"        { $$ = MAD_IS_AT_LEAST; }
  | "worth as much as"          { $$ = MAD_IS; }
  ;
by_place:
    "next to" prim              { $$ = mad_build_one(p, N(FUNCTION), @$, $2); $$->n0 = MAD_FN_NEXT_TO; }
  | "between" prim "and" prim   { $$ = mad_build_two(p, N(FUNCTION), @$, $2, $4); $$->n0 = MAD_FN_BETWEEN; }
  | "line of" NUMBER prim       { $$ = mad_build_one(p, N(LINE_OF), @$, $3);
                                  $$->n0 = mad_build_value(p, $2, @2); }
  ;
function:
    "nearest of"                { $$ = MAD_FN_NEAREST; }
  | "farthest of"               { $$ = MAD_FN_FARTHEST; }
  | "rank of"                   { $$ = MAD_FN_RANK_OF; }
  | "file of"                   { $$ = MAD_FN_FILE_OF; }
  | "drops of"                  { $$ = MAD_FN_DROPS_OF; }
  | "kind of"                   { $$ = MAD_FN_KIND_OF; }
  | "number of"                 { $$ = MAD_FN_NUMBER_OF; }
  | "worth of"                  { $$ = MAD_FN_WORTH_OF; }
  | "opposite of"               { $$ = MAD_FN_OPPOSITE_OF; }
  ;
/* What needs no brackets even as the argument of a call. */
direct:
    operand
  | given
  | "own"                       { $$ = mad_build_number(p, N(CONST), @$, MAD_WORD_OWN); }
  | "enemy"                     { $$ = mad_build_number(p, N(CONST), @$, MAD_WORD_ENEMY); }
  | "own" operand               { $$ = mad_build_one(p, N(OWN), @$, mad_build_several($2)); }
  | "enemy" operand             { $$ = mad_build_one(p, N(ENEMY), @$, mad_build_several($2)); }
  | "ally" operand              { $$ = mad_build_one(p, N(OF_PLAYER), @$, mad_build_several($2));
                                  $$->name = mad_build_words(p, NULL, "ally"); }
  | "former" direct             { $$ = mad_build_one(p, N(FORMER), @$, $2); }
  | "own" "rank" NUMBER         { $$ = mad_build_number(p, N(RANK), @$, mad_build_value(p, $3, @3));
                                  $$->flags = MAD_FLAG_OWN; }
  | of_player operand           { $$ = mad_build_flag(mad_build_one(p, $1->kind, @$, mad_build_several($2)), $1->flags);
                                  $$->name = $1->name; }
  | "rank" NUMBER               { $$ = mad_build_number(p, N(RANK), @$, mad_build_value(p, $2, @2)); }
  | "last rank"                 { $$ = mad_build_number(p, N(LAST_RANKS), @$, 1); }
  | "last" NUMBER "ranks"       { $$ = mad_build_number(p, N(LAST_RANKS), @$, mad_build_value(p, $2, @2)); }
  | "file" WORD                 { $$ = mad_build_file(p, @$, $2); }
  | "file" "a"                  { $$ = mad_build_file(p, @$, "a"); }
  | "file" NUMBER               { $$ = mad_build_file(p, @$, $2.text); }
  | SQUARE                      { $$ = mad_build_text(p, N(SQUARE), @$, $1); }
  | RECTANGLE                   { $$ = mad_build_rectangle(p, @$, $1); }
  | NUMBER                      { $$ = mad_build_number(p, N(NUMBER), @$, mad_build_value(p, $1, @1)); }
  ;
of_player:
    name "'s"                   { $$ = mad_build_flag(mad_build_named(p, N(OF_PLAYER), @$, $1), MAD_FLAG_CAPITAL); }
  | "mover" "'s"                { $$ = mad_build_named(p, N(OF_PLAYER), @$, mad_build_words(p, NULL, "mover")); }
  | "enemy" "'s"                { $$ = mad_build_named(p, N(OF_PLAYER), @$, mad_build_words(p, NULL, "enemy")); }
  | "nobody" "'s"               { $$ = mad_build_named(p, N(OF_PLAYER), @$, mad_build_words(p, NULL, "nobody")); }
  ;
given:
    "empty"                     { $$ = mad_build_number(p, N(CONST), @$, MAD_WORD_EMPTY); }
  | "nothing"                   { $$ = mad_build_number(p, N(CONST), @$, MAD_WORD_NOTHING); }
  | "board"                     { $$ = mad_build_number(p, N(CONST), @$, MAD_WORD_BOARD); }
  | "here"                      { $$ = mad_build_number(p, N(CONST), @$, MAD_WORD_HERE); }
  | "origin"                    { $$ = mad_build_number(p, N(CONST), @$, MAD_WORD_ORIGIN); }
  | "attacked"                  { $$ = mad_build_number(p, N(CONST), @$, MAD_WORD_ATTACKED); }
  | "mover"                     { $$ = mad_build_number(p, N(CONST), @$, MAD_WORD_MOVER); }
  | "nobody"                    { $$ = mad_build_number(p, N(CONST), @$, MAD_WORD_NOBODY); }
  | "next player"               { $$ = mad_build_number(p, N(CONST), @$, MAD_WORD_NEXT_PLAYER); }
  | "outward"                   { $$ = mad_build_number(p, N(CONST), @$, MAD_WORD_OUTWARD); }
  | "its other side"            { $$ = mad_build_number(p, N(CONST), @$, MAD_WORD_OTHER_SIDE); }
  ;
/* What may follow `own`, `enemy` and `White's`. */
operand:
    ref
  | "piece"                     { $$ = mad_build_number(p, N(CONST), @$, MAD_WORD_PIECE); }
  | "royal"                     { $$ = mad_build_number(p, N(CONST), @$, MAD_WORD_ROYAL); }
  | bracket
  | LETTER                      { $$ = mad_build_named(p, N(REF), @$, $1);
                                  $$->flags = $1[0] >= 'a' ? 0 : MAD_FLAG_CAPITAL; }
  ;
bracket:
    "(" joined ")"              { $$ = $2; }
  ;

/* --- motions ------------------------------------------------------------------------------------------- */
motion:
    one_motion
  | motion "then" one_motion    { $$ = mad_build_two(p, N(THEN), @$, $1, $3); }
  ;
one_motion:
    "step" dir origin           { $$ = mad_build_two(p, N(STEP), @$, $2, $3); }
  | "slide" dir origin          { $$ = mad_build_two(p, N(SLIDE), @$, $2, $3); }
  | "slide" dir "up to" NUMBER origin
        { $$ = mad_build_two(p, N(SLIDE), @$, $2, $5); $$->n0 = mad_build_count(p, $4, @4); }
  | "slide" dir "over" NUMBER "piece" origin
        { $$ = mad_build_two(p, N(SLIDE), @$, $2, $6); $$->n1 = mad_build_value(p, $4, @4); }
  | "slide" dir "over" NUMBER bracket origin
        { $$ = mad_build_list(p, N(SLIDE), @$,
                              mad_nodes_add(mad_nodes_add(mad_nodes_of($2), $6),
                                            mad_build_one(p, N(OVER), @5, $5)));
          $$->n1 = mad_build_value(p, $4, @4); }
  | "slide" dir "just beyond" NUMBER "piece" origin
        { $$ = mad_build_two(p, N(SLIDE), @$, $2, $6); $$->n1 = mad_build_value(p, $4, @4);
          $$->flags = MAD_FLAG_JUST_BEYOND; }
  | "leap" OFFSET "over empty squares" origin
        { $$ = mad_build_lame(p, @$, $2, false, $4); }
  | "leap" OFFSET "over empty squares" ", straight first" origin
        { $$ = mad_build_lame(p, @$, $2, true, $5); }
  | "leap" OFFSET "not over a piece" origin
        { const bool bends = mad_leap_bends($2);
          $$ = mad_build_lame(p, @$, $2, bends, $4);
          mad_build_older(p, @3, bends ? "over empty squares, straight first" : "over empty squares"); }
  | "leap" TRIPLE origin        { $$ = mad_build_two(p, N(LEAP), @$, mad_build_number(p, N(NUMBER), @2, $2.on), $3);
                                  $$->n0 = $2.right; $$->n1 = $2.up; }
  | "leap" OFFSET leap_repeatedly origin
        { $$ = mad_build_one(p, N(LEAP), @$, $4); $$->n0 = $2.right; $$->n1 = $2.up;
          $$->flags = (uint32_t)$3; }
  | "leap" direct "along" dir origin
        { $$ = mad_build_list(p, N(LEAP_ALONG), @$, mad_nodes_add(mad_nodes_add(mad_nodes_of($4), $2), $5)); }
  | "line" dir "to" "edge" origin { $$ = mad_build_two(p, N(LINE), @$, $2, $5); }
  | "line" dir "over" direct origin
        { $$ = mad_build_list(p, N(LINE), @$,
                              mad_nodes_add(mad_nodes_add(mad_nodes_of($2), mad_build_one(p, N(OVER), @4, $4)), $5)); }
  | "line" dir "over" direct "to" direct origin
        { $$ = mad_build_list(p, N(LINE), @$,
                              mad_nodes_add(mad_nodes_add(mad_nodes_add(mad_nodes_of($2), mad_build_one(p, N(OVER), @4, $4)),
                                                          mad_build_one(p, N(TO), @6, $6)), $7)); }
  ;
%type <n> leap_repeatedly;
leap_repeatedly:
    %empty                      { $$ = 0; }
  | "repeatedly"                { $$ = MAD_FLAG_REPEATEDLY; }
  ;
dir:
    word                        { $$ = mad_build_named(p, N(REF), @$, $1); }
  | "outward"                   { $$ = mad_build_number(p, N(CONST), @$, MAD_WORD_OUTWARD); }
  | bracket
  | LETTER                      { $$ = mad_build_named(p, N(REF), @$, $1); }
  ;
/* Where a motion starts; a motion itself only in brackets, so that each `from` has one reading. */
origin:
    %empty                      { $$ = NULL; }
  | "from" simple_arg           { $$ = mad_build_one(p, N(FROM), @$, $2); }
  ;

%%

/* --- keywords, from the names of the tokens --------------------------------------------------------- */

/* Symbols are numbered in the order of their declaration, tokens too: one is the other moved. */
enum { FIRST_TOKEN = MAD_T_EDITION, SYMBOL_OF_FIRST = YYSYMBOL_EDITION };

const char *mad_token_text(int token)
{
    if (token < FIRST_TOKEN || token > MAD_T_OFFSET)
        return NULL;
    return yysymbol_name((yysymbol_kind_t)(token - FIRST_TOKEN + SYMBOL_OF_FIRST));
}

bool mad_token_starts_sentence(int token)
{
    return (token >= MAD_T_EDITION && token <= MAD_T_ROYAL) || token == MAD_T_TURNS ||
           token == MAD_T_WITHOUT || token == MAD_T_ENDS_ON || token == MAD_T_MOVE_ENDS || token == MAD_T_STARTS_ON_EVENT ||
           token == MAD_T_STARTS_OR_ENDS_ON || token == MAD_T_PLACED_ON ||
           token == MAD_T_WHEN_TAKEN || token == MAD_T_WHEN_CAPTURING;
}

static bool goes_on_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
}

/* The length of the phrase at text, 0 when it is not there. Behind a comma the line may end. */
static uint32_t phrase_at(const char *text, const char *end, const char *phrase)
{
    const char *at = text, *blanks = *phrase == ',' ? " \t\r\n" : " \t";
    for (; *phrase != '\0'; phrase++) {
        if (*phrase == ' ') {
            if (at == end || *at == '\0' || strchr(blanks, *at) == NULL)
                return 0;
            while (at < end && *at != '\0' && strchr(blanks, *at) != NULL)
                at++;
        } else {
            if (at == end || *at != *phrase)
                return 0;
            at++;
        }
    }
    return at < end && goes_on_word(*at) ? 0 : (uint32_t)(at - text);
}

int mad_keyword_at(const struct mad_parser *p, const char *text, const char *end, bool starts,
                   uint32_t *length)
{
    int found = 0;
    *length = 0;
    int token = (unsigned char)text[0] < 128 ? p->keywords[(unsigned char)text[0]] : 0;
    for (; token != 0; token = p->next_keyword[token - FIRST_TOKEN]) {
        uint32_t here =
            starts || token >= MAD_T_PIECE ? phrase_at(text, end, mad_token_text(token)) : 0;
        if (here > *length) {
            *length = here;
            found = token;
        }
    }
    return found;
}

/* Puts the keywords in lists by their first character, each in the order of the tokens. */
static void list_keywords(struct mad_parser *p)
{
    _Static_assert(MAD_T_OPPOSITE_OF - FIRST_TOKEN <
                       (int)(sizeof p->next_keyword / sizeof *p->next_keyword),
                   "all keywords have a place");
    for (int token = MAD_T_OPPOSITE_OF; token >= FIRST_TOKEN; token--) {
        unsigned char first = (unsigned char)mad_token_text(token)[0];
        if (first < 128) {
            p->next_keyword[token - FIRST_TOKEN] = p->keywords[first];
            p->keywords[first] = (uint16_t)token;
        }
    }
}

/* --- the automaton, for nearest.c ------------------------------------------------------------------- */

int mad_lr_action(int state, int token)
{
    int symbol = token - FIRST_TOKEN + SYMBOL_OF_FIRST, at = yypact[state];
    if (token == MAD_T_EOF)
        symbol = YYSYMBOL_YYEOF;
    if (!yypact_value_is_default(at)) {
        at += symbol;
        if (at >= 0 && at <= YYLAST && yycheck[at] == symbol)
            return yytable_value_is_error(yytable[at]) ? 0 : yytable[at];
    }
    return -yydefact[state];
}

int mad_lr_length(int rule)
{
    return yyr2[rule];
}

int mad_lr_goto(int state, int rule)
{
    const int left = yyr1[rule] - YYNTOKENS, at = yypgoto[left] + state;
    return at >= 0 && at <= YYLAST && yycheck[at] == state ? yytable[at] : yydefgoto[left];
}

/* --- errors ------------------------------------------------------------------------------------------- */

static int yyreport_syntax_error(const yypcontext_t *context, struct mad_parser *p, void *scanner)
{
    (void)scanner;
    if (!p->is_trial && !p->wants_expected && mad_findings_are_full(p->context->findings)) {
        (void)mad_parser_report(p, MAD_FINDING_SYNTAX, *yypcontext_location(context), "");
        return 0;
    }
    yysymbol_kind_t symbols[YYNTOKENS];
    int count = yypcontext_expected_tokens(context, symbols, YYNTOKENS);
    int expected[YYNTOKENS];
    for (int i = 0; i < count; i++)
        expected[i] = (int)symbols[i] - SYMBOL_OF_FIRST + FIRST_TOKEN;
    int token = (int)yypcontext_token(context) - SYMBOL_OF_FIRST + FIRST_TOKEN;
    if (p->wants_expected) {
        enum { ROOM = sizeof p->expected / sizeof *p->expected };
        _Static_assert(YYNTOKENS <= ROOM, "all tokens have a place");
        uint32_t end = yypcontext_location(context)->begin + yypcontext_location(context)->length;
        p->expected_count = end >= p->bytes && count > 0 ? (size_t)count : 0;
        for (size_t i = 0; i < p->expected_count; i++)
            p->expected[i] = (uint16_t)expected[i];
        return 0;
    }
    mad_hint_syntax(p, token, *yypcontext_location(context), expected, count > 0 ? count : 0);
    return 0;
}

/* Called for a full stack alone: syntax errors go through the function above. */
static void yyerror(const YYLTYPE *span, struct mad_parser *p, yyscan_t scanner, const char *text)
{
    (void)scanner;
    (void)text;
    if (!p->is_quiet)
        (void)mad_findings_add(p->context->findings, MAD_FINDING_NESTING, *span,
                               (int)MAD_GRAMMAR_MAX_NESTING);
    p->is_quiet = true;
}

int mad_yylex_init_extra(struct mad_parser *parser, yyscan_t *scanner);
int mad_yylex_destroy(yyscan_t scanner);
bool mad_lexer_start(struct mad_parser *parser, yyscan_t scanner);

bool mad_parser_begin(struct mad_parser *parser, void **scanner)
{
    parser->out_of_memory =
        mad_yylex_init_extra(parser, scanner) != 0 || !mad_lexer_start(parser, *scanner);
    list_keywords(parser);
    return !parser->out_of_memory;
}

int mad_parser_run(struct mad_parser *parser)
{
    yyscan_t scanner = NULL;
    if (!mad_parser_begin(parser, &scanner))
        return 1;
    int failed = yyparse(parser, scanner);
    (void)mad_yylex_destroy(scanner);
    return failed;
}
