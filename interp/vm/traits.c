/* traits.c - what making a plain move asks about each man.
 *
 * Layer: vm. All that programs, marks, pockets and fates say of a code is gathered in one row for it: that a
 * Rook who goes ends a mark, that a Pawn goes to a pocket when he is taken. It relies on plan/piece.c, which
 * has made these programs. */
#include "../game/move.h"
#include "../game/state.h"
#include "opcode.h"
#include "optimize.h"
#include "program.h"

#include <string.h>

static void find_arrivals(const struct mad_game *game, uint32_t code)
{
    const struct mad_program *program = game->program;
    for (uint32_t row = 0; row < program->arrival.count[code]; row++) {
        const uint64_t *to =
            program->tables.consts + (size_t)program->arrival.ways[code][row].to * game->words;
        for (uint32_t word = 0; word < game->words; word++) {
            program->arrival.at[code * game->words + word] |= to[word];
        }
    }
}

/* The slot on whose squares alone the program of a man who is taken does anything; 0: on any. */
static uint16_t taken_on(const struct mad_program *program, uint32_t code)
{
    const uint32_t address = program->piece.taken[code];
    const struct mad_instruction *at = &program->code[address];
    const struct mad_instruction *here = at[0].op == MAD_OP_HERE ? at : at + 1,
                                 *set = here == at ? at + 1 : at, *test = at + 2;
    if (address + 2 >= program->code_count || here->op != MAD_OP_HERE || here->a == set->a ||
        set->op != MAD_OP_SLOT) {
        return 0;
    }
    bool within =
        test->op == MAD_OP_IF_WITHIN && test->c == 1 && test->a == here->a && test->b == set->a;
    bool apart =
        test->op == MAD_OP_IF_APART && test->c == 0 &&
        ((test->a == here->a && test->b == set->a) || (test->a == set->a && test->b == here->a));
    return (within || apart) && program->code[test->x].op == MAD_OP_STOP ? (uint16_t)set->x : 0;
}

/* What plain moves ask about men, gathered from the tables of the compiler. */
void mad_gather_traits(const struct mad_game *game)
{
    struct mad_program *program = game->program;
    const uint64_t *keys = game->keys.square + (size_t)MAD_SLOT_CODE * game->squares;
    uint32_t turn_marks = program->marks.last_turn;
    bool few_marks = (turn_marks & (turn_marks - 1)) == 0;
    bool plain_turns = game->turn.count == 0 && program->entry.moved[0] == MAD_NO_PROGRAM &&
                       program->entry.moved[1] == MAD_NO_PROGRAM;
    uint8_t by_taking = program->quiet_capture ? MAD_MOVE_TAKES : 0;
    const bool stacked =
        game->stacks.levels > 0; /* whose men go, and are taken, with others below them */
    program->explosion.triggers = false;
    if (stacked) {
        memset(program->piece.triggers_at, 0xff, sizeof(uint64_t) * game->words * game->code_count);
    }
    program->drops_without_side_effects = plain_turns;
    for (uint32_t code = 0; code < game->code_count; code++, keys += game->squares) {
        bool resets = program->breaks_quiet[code] & MAD_BREAKS_BY_MOVE;
        bool goes = program->piece.after[code] != MAD_NO_PROGRAM;
        bool takes = program->piece.capturing[code] != MAD_NO_PROGRAM;
        bool is_taken = program->piece.taken[code] != MAD_NO_PROGRAM;
        program->piece.traits[code] = (struct mad_piece_traits){
            .keys = keys,
            .trail_marks = program->piece.trail_marks[code],
            .leaves = program->piece.trace_mark[code],
            .cell = {(uint16_t)mad_pocket_cell(game, 0, code, 0),
                     (uint16_t)mad_pocket_cell(game, 0, code, 1)},
            .ends = program->marks.end_with[code],
            .going = (uint8_t)((goes || stacked ? MAD_TRIGGERS_ALWAYS : 0) |
                               (takes ? MAD_TRIGGERS_BY_CAPTURE : 0)),
            .taken = is_taken || stacked ? MAD_TRIGGERS_ALWAYS : 0,
            .taken_on = stacked ? 0 : taken_on(program, code),
            .lets = MAD_TRIGGERS_ALWAYS | MAD_TRIGGERS_BY_CAPTURE,
            .resets = resets ? MAD_MOVE_PLAIN : by_taking,
            .goes_without_side_effects =
                mad_takes_way(program, MAD_WAY_NO_SIDE_EFFECTS) && plain_turns &&
                program->piece.triggers_at[code * game->words] != UINT64_MAX &&
                program->marks.end_with[code] == 0,
            .only_marks = mad_takes_way(program, MAD_WAY_NO_SIDE_EFFECTS) && plain_turns &&
                          few_marks && !goes,
            .taken_without_side_effects = !is_taken && !stacked &&
                                          program->marks.end_with[code] == 0 &&
                                          mad_pocket_cell(game, 0, code, 0) == 0,
            .type = game->codes[code].type,
            .owner = game->codes[code].owner,
        };
        program->explosion.triggers = program->explosion.triggers || takes || is_taken;
        find_arrivals(game, code);
    }
    program->piece.traits[game->empty] = (struct mad_piece_traits){
        .keys = keys,
        .lets = MAD_TRIGGERS_ALWAYS,
        .taken_without_side_effects = true,
        .owner = (uint8_t)(MAD_SLOT_CODE + game->empty), /* scratch */
    };
    program->marks.first_of_turn = turn_marks != 0 ? (uint8_t)__builtin_ctz(turn_marks) : 0;
    program->full_turn[game->writing.capitals_first && !mad_plays_alone(game)] =
        1; /* the small letters' */
}
