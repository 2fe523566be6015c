/* w_loop.h - the loop itself, included by w_run.c once for counting and once for listing.
 *
 * Layer: vm. Every instruction jumps straight to the next one's label (GNU C); the table of labels comes from
 * opcode.def, so that a forgotten instruction does not compile. `and r10, r7, r9` is one line there. It relies
 * on verify.c for every operand, and on optimize.c for tables. */

/* clang-format off */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"

#define OP(name)  op_##name:
#define NEXT      goto *labels[(++i)->op]
/* Jumps are distances in program->fast. */
#define GO        goto *labels[(i += (int32_t)i->x)->op]
#define GO_IF(holds) \
    do {             \
        if (holds)   \
            GO;      \
        NEXT;        \
    } while (0)
/* An effect that finds no room any more ends the run. */
#define NEXT_IF_DONE               \
    do {                           \
        if (run->status != MAD_OK) \
            goto failed;           \
        NEXT;                      \
    } while (0)
#define COUNT_STEPS(more)                      \
    do {                                       \
        run->steps += (more);                  \
        if (run->steps > MAD_MAX_STEPS)        \
            mad_run_cross(run, MAD_LIMIT_STEPS); \
        if (run->status != MAD_OK)             \
            goto failed;                       \
    } while (0)
/* What the way has done since that level was saved is taken back. */
#define GO_BACK_TO(level)                          \
    do {                                           \
        effects_undo(run, run->saves[level].trail); \
        here = run->saves[level].here;             \
        run->last_square = run->saves[level].last; \
    } while (0)
#define S         run->set

static void LOOP_NAME(struct mad_generator *run, uint32_t address, uint32_t here)
{
    static const void *const labels[] = {
#define MAD_OP(op, ...) [MAD_OP_##op] = &&op_##op,
        [MAD_OPS] = &&op_STOP,
#define MAD_SHIFTED(op, base)                             [MAD_OP_##op] = &&op_##op,
#define MAD_FANNED(op, base)                              [MAD_OP_##op] = &&op_##op,
#include "opcode.def"
#undef MAD_OP
#undef MAD_SHIFTED
#undef MAD_FANNED
    };
    const struct mad_instruction *i = run->program->fast + address;
    goto *labels[i->op];

    OP(CONST) S[i->a] = mad_const(run->program, i->x); NEXT;
    OP(SLOT) S[i->a] = mad_slot(run->state, i->x); NEXT;
    OP(FORMER) S[i->a] = former(run, i->x); NEXT;
    OP(OCCUPIED)
        S[i->a] = men_now(run);
        if (run->foreseeing)
            S[i->a] &= ~run->going.from;
        NEXT;
    OP(HERE) S[i->a] = set_of(here); NEXT;
    OP(ORIGIN) S[i->a] = i->b == 0 ? began_on(run) : arrived(run); NEXT;
    OP(AND) S[i->a] = S[i->b] & S[i->c]; NEXT;
    OP(OR) S[i->a] = S[i->b] | S[i->c]; NEXT;
    OP(EXCEPT) S[i->a] = S[i->b] & ~S[i->c]; NEXT;
    OP(LEAP) S[i->a] = mad_leap(run, i->x, here); NEXT;
    OP(LEAPS) S[i->a] = leaps_of(run, i->x, S[i->b]); NEXT;
    OP(RIDES) S[i->a] = rides_of(run, i->x, S[i->b]); NEXT;
    OP(ALONG) S[i->a] = along(run, i->x, S[i->b], S[i->c]); NEXT;
    OP(STEPS)
        COUNT_STEPS((uint32_t)(run->number[i->c] > 0 ? run->number[i->c] : 0) / 4u);
        S[i->a] = steps_from(run, i->x, S[i->b], run->number[i->c]);
        NEXT;
    OP(RUN) S[i->a] = run_over(run, i->x, S[i->b], S[i->c]); NEXT;
    OP(LINE) S[i->a] = rows_of(run, i, S[i->b], i->c); i += i->x; NEXT;
    OP(BEFORE_ROWS) S[i->a] = before_rows(run, i); i += i->x; NEXT;
    OP(ROWS_TO) S[i->a] = rows_to(run, i); i += i->x; NEXT;
    OP(BETWEEN) S[i->a] = between_sets(run, S[i->b], S[i->c]); NEXT;
    OP(NEAREST) S[i->a] = nearest_of(run, S[i->b], here, i->c == 0); NEXT;

    OP(JUMP) GO;
    OP(IF_EMPTY) GO_IF(set_empty(S[i->a]));
    OP(IF_SOME) GO_IF(!set_empty(S[i->a]));
    OP(IF_APART) GO_IF(set_meets(S[i->a], S[i->b]) == i->c);
    OP(IF_WITHIN) GO_IF(set_within(S[i->a], S[i->b]) != i->c);
    OP(IF_FEWER) GO_IF((set_size(S[i->a]) < i->b) != i->c);
    OP(IF_ATTACKED) GO_IF(any_attacked(run, S[i->a], i->b) != i->c);
    OP(IF_FREE) GO_IF(can_move(run, i->a) != i->c);
    OP(IF_NEXT) GO_IF(next_player(run) == i->a);
    OP(IF_ANSWER) GO_IF(run->asked.laws > 1);
    OP(IF_NEWER)
        GO_IF((i->b == 0 ? run->asked.past.occurrences : times_before(run, i->b == 2) + 1) < i->a);
    OP(UNLESS_HELD) GO_IF(!(run->asked.past.held >> i->a & 1));
    OP(IF_LAST) GO_IF(last_was(run, (enum mad_last)i->c, i->a + 256u * i->b));
    OP(UNLESS_AFTER)
        if (has_move_after(run, i->a, i->x))
            i++;
        NEXT;
    OP(IF_POCKET_EMPTY) GO_IF(mad_state_pocket_count(run->game, run->state, i->a, i->b, i->c) == 0);
    OP(IF_POCKET_WAS_EMPTY) GO_IF(pocket_before(run, i->a, i->b, i->c) == 0);

    OP(NUMBER) run->number[i->a] = (int32_t)i->x; NEXT;
    OP(SIZE) run->number[i->a] = (int32_t)set_size(S[i->b]) << i->x; NEXT;
    OP(COUNTER) run->number[i->a] = (&run->state->counters[0][0])[i->b]; NEXT;
    OP(ADD) run->number[i->a] = sum_of(run->number[i->b], run->number[i->c], i->x != 0); NEXT;
    OP(WORTH) run->number[i->a] = worth_of(run, S[i->b], false); NEXT;
    OP(WORTH_FORMER) run->number[i->a] = worth_of(run, S[i->b], true); NEXT;
    OP(HELD) run->number[i->a] = held(run, i->b, i->c, i->x != 0); NEXT;
    OP(IF_MORE) GO_IF((run->number[i->a] > run->number[i->b]) != i->c);

    /* Only these go back, or begin anew, so a program ends when its sets are used up; errors are looked at here. */
    OP(NEXT_MAN)
        COUNT_STEPS(1);
        if (set_empty(S[i->a])) {
            GO;
        } else {
            here = run->origin = set_first(S[i->a]);
            run->last_square = MAD_NO_SQUARE;
            run->saves[0] = (struct mad_save){run->trail_count, (uint16_t)here, (uint16_t)run->last_square};
            S[i->a] = set_rest(S[i->a]);
        }
        NEXT;
    OP(NEXT_SQUARE)
        COUNT_STEPS(1u + i->c); /* long rounds count for more: set by mad_vm_optimize */
        if (run->sink.one_will_do && run->sink.count != 0) {
            return;
        }
        if (set_empty(S[i->b])) {
            GO;
        } else {
            S[i->a] = set_of(set_first(S[i->b]));
            S[i->b] = set_rest(S[i->b]);
        }
        NEXT;
    OP(NEXT_TIME)
        COUNT_STEPS(1);
        if (run->number[i->b] <= 0) {
            GO;
        }
        run->number[i->a] = run->number[i->b] - 1;
        NEXT;
    OP(SAVE)
        if (i->b != 0) {
            GO_BACK_TO(i->a);
            NEXT;
        }
        if (i->a == 0) { /* a line of the player: no man moves */
            here = 0;    /* nobody's, yet on the board */
            run->origin = run->last_square = MAD_NO_SQUARE;
        }
        run->saves[i->a] = (struct mad_save){run->trail_count, (uint16_t)here, (uint16_t)run->last_square};
        NEXT;

    OP(REPEAT)
        COUNT_STEPS(1);
        if ((i->c != 0 && run->origin != MAD_NO_SQUARE && set_has(S[i->c], run->origin)) ||
            !run_again(run, i, here, LOOP_COUNTING))
            i += 2;
        else if (run->status != MAD_OK)
            goto failed;
        NEXT;

    OP(SPARE)
    OP(MEN)
    OP(SWEEP)
        i = plain_moves(run, i, LOOP_COUNTING);
        goto *labels[i->op];
    OP(LEAP_TERM)
    OP(RIDE_TERM)
    OP(SHIFT_TERM)
        run->status = MAD_ERROR_MISUSE; /* the verifier lets none stand alone */
        NEXT;

    OP(MANY)
        if (LOOP_COUNTING && run->extending && goes_on_at_once(run, S[i->a])) {
            GO;
        } else if (LOOP_COUNTING && !run->extends &&
                   gate_knows(run, (enum mad_legality_class)i->b, here)) {
            run->sink.count += set_size(gate_targets(run, (enum mad_legality_class)i->b, here, S[i->a]));
            GO;
        } else if (!LOOP_COUNTING &&
                   (run->sink.batches != NULL ? batch_ways(run, i, here)
                                              : (i->c & MAD_DROPS) && list_drops(run, i, here))) {
            GO;
        }
        NEXT;
    OP(OUTCOMES)
        if (LOOP_COUNTING && !run->extends &&
            gate_knows(run, (enum mad_legality_class)i->b, here)) {
            run->sink.count += (uint64_t)i->c *
                               set_size(gate_targets(run, (enum mad_legality_class)i->b, here, S[i->a]));
            GO;
        }
        NEXT;
    OP(GATE)
        if (gate_knows(run, (enum mad_legality_class)i->b, here)) {
            if (run->legality != MAD_LEGALITY_NONE &&
                set_empty(gate_targets(run, (enum mad_legality_class)i->b, here, S[i->a]))) {
                GO;
            } else if (LOOP_COUNTING && !run->extends) {
                run->sink.count++;
                GO;
            }
        }
        NEXT;
    OP(TWO_MAN) {
        int legal = two_man_is_legal(run, here, S[i->a], S[i->b], S[i->c]);
        run->second_man = legal > 0;
        if (legal == 0) {
            GO;
        } else if (LOOP_COUNTING && legal > 0 && !run->extends) {
            run->sink.count++;
            GO;
        }
        NEXT;
    }
    OP(MOVE)
        end_way(run, i->a, LOOP_COUNTING, (enum mad_legality_class)i->c);
        if (!LOOP_COUNTING && run->sink.drawing) {
            return;
        }
        GO_BACK_TO(i->b);
        GO;
    OP(TOSS)
        if (i->b == 0) {
            run->toss_square = run->last_square;
            run->first_outcome = MAD_MOVE_FIRST;
            NEXT;
        }
        run->outcome = i->a;
        run->last_square = run->toss_square;
        NEXT;
    OP(DRAWN)
        run->outcome = i->a + set_first(S[i->b]);
        run->last_square = run->toss_square;
        NEXT;
    OP(TRY) {
        bool legal = may_come_out(run, i->a, (enum mad_legality_class)i->c);
        GO_BACK_TO(i->b);
        if (legal)
            GO;
        NEXT;
    }
    OP(STOP)
        return;

    OP(LAND)
        /* whoever was taken here lands nowhere */
        if (!set_empty(S[i->a]) && mad_state_board(run->game, run->state)[here] != run->game->empty) {
            uint32_t to = set_first(S[i->a]);
            effect_move(run, here, to);
            here = run->last_square = to;
        }
        NEXT_IF_DONE;
    OP(BRING)
        if (!set_empty(S[i->a]) && !set_empty(S[i->b])) {
            const uint32_t one = set_first(S[i->a]), other = set_first(S[i->b]);
            if (i->c == 0) {
                effect_move(run, one, other);
            } else if (one != other) {
                if (run->game->stacks.levels != 0) {
                    effect_swap_piles(run, one, other);
                } else {
                const struct mad_lifted man = effect_lift(run, one);
                effect_set_down(run, effect_lift(run, other), one);
                effect_set_down(run, man, other);
                }
                if (here == one || here == other) {
                    here = run->last_square = one + other - here;
                }
            }
        }
        NEXT_IF_DONE;
    OP(STACK)
        if (!set_empty(S[i->a]) && !set_empty(S[i->b]) && run->number[i->c] > 0) {
            const uint32_t from = set_first(S[i->a]), to = set_first(S[i->b]);
            const bool goes = here == from && set_has(men_now(run), from);
            effect_stack(run, from, (uint32_t)run->number[i->c], to, (enum mad_stack)i->x);
            here = goes ? run->last_square = to : here;
        }
        NEXT_IF_DONE;
    OP(TAKE) remove_men(run, S[i->a] & men_now(run), i->c == 0 ? MAD_MAX_HEIGHT : 1, i->b); NEXT_IF_DONE;
    OP(PUT) i->x != 0 ? put_upon(run, S[i->a], i->b) : put_man(run, S[i->a], i->b, i->c); NEXT_IF_DONE;
    OP(SPEND) {
        uint32_t index = (i->a * 2u + i->b) * run->game->type_count + i->c;
        const uint32_t held = ((const uint8_t *)run->state)[run->game->pocket_offset + index];
        effect_pocket(run, index, held - (held != 0));
        NEXT_IF_DONE;
    }
    OP(BECOME) become(run, here, i->a); NEXT_IF_DONE;
    OP(TURN_INTO) turn_into(run, S[i->a], i->b); NEXT_IF_DONE;
    OP(TURN) turn_men(run, S[i->a], i->b); NEXT_IF_DONE;
    OP(COUNT) {
        int32_t value = run->number[i->b];
        effect_counter(run, i->a, value < 0 ? 0 : value < 255 ? (uint32_t)value : 255);
        NEXT_IF_DONE;
    }
    OP(TALLY) tally(run, i->x, S[i->a], run->number[i->b], (enum mad_tally)i->c); NEXT_IF_DONE;
    OP(REMEMBER) remember(run); NEXT_IF_DONE;
    OP(SET_MARK) mark_squares(run, i->a, S[i->b], i->c == 0); NEXT_IF_DONE;

failed:
    tell_limit(run, (uint32_t)(i - run->program->fast));
    return;

    OP(VERDICT) run->asked.verdict = (struct mad_verdict){.outcome = i->a, .end = (uint16_t)i->x}; return;
    OP(SCORE) run->asked.verdict = score(run->number[i->a], run->number[i->b], i->x); return;
    OP(HOLDS) run->holds = true; return;

    OP(LEAPS_SHIFTED) S[i->a] = leaps_shifted(run, i->x, S[i->b]); NEXT;
    OP(LINE_SHIFTED) S[i->a] = rows_shifted(run->program->tables.shifts, i, S[i->b]); i += i->x; NEXT;
    OP(BEFORE_ROWS_FANNED) S[i->a] = before_rows_fanned(run, i); i += i->x; NEXT;
    OP(ROWS_TO_FANNED) S[i->a] = rows_to_fanned(run, i); i += i->x; NEXT;
}

#undef OP
#undef NEXT_IF_DONE
#undef COUNT_STEPS
#undef GO_BACK_TO
#undef NEXT
#undef GO_IF
#undef GO
#undef S
#pragma GCC diagnostic pop
/* clang-format on */
