/* test_machine.c - the verifier and the disassembler.
 *
 * Programs of shipped games are damaged, one operand at a time. Most damage must be refused; what the
 * verifier lets pass may mean something else, but must run without a fault and come to an end. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "../../interp/game/game.h"
#include "../../interp/vm/gather.h"
#include "../../interp/vm/program.h"
#include "../../interp/vm/opcode.h"
#include "../../interp/vm/optimize.h"
#include "../../interp/vm/verify.h"
#include "../../interp/vm/vm.h"

struct loaded {
    mad_engine *engine;
    mad_game *game;
    struct mad_instruction *code; /* the game's, writable */
};

static struct loaded load(const char *name)
{
    struct loaded loaded = {NULL, NULL, NULL};
    struct mad_load what = {.path = name};
    assert_int_equal(mad_engine_new(&loaded.engine), MAD_OK);
    assert_int_equal(mad_game_load(loaded.engine, &what, &loaded.game, NULL), MAD_OK);
    loaded.code = (struct mad_instruction *)(uintptr_t)loaded.game->program->code;
    return loaded;
}

static void unload(struct loaded *loaded)
{
    mad_game_free(loaded->game);
    mad_engine_free(loaded->engine);
}

static bool is_sound(const struct loaded *loaded)
{
    uint32_t address = 0;
    uint64_t *room =
        malloc((size_t)loaded->game->program->code_count * MAD_VERIFY_WORDS * sizeof *room);
    assert_non_null(room);
    bool sound = mad_vm_verify(loaded->game, room, &address);
    free(room);
    return sound;
}

/* Nothing reads what a way to it has not written: each value made first of all in a program is needed. */
static void refuses_reading_before_writing(void **state)
{
    (void)state;
    struct loaded loaded = load("mad-elephant-chess");
    uint32_t refused = 0, values = 0;
    for (uint32_t at = 1; at < loaded.game->program->code_count; at++) {
        struct mad_instruction kept = loaded.code[at];
        const bool only_writes = kept.op == MAD_OP_CONST || kept.op == MAD_OP_SLOT ||
                                 kept.op == MAD_OP_LEAP || kept.op == MAD_OP_LEAPS;
        if (only_writes && kept.a >= MAD_FIXED_REGISTERS) {
            loaded.code[at].a = MAD_MAX_SETS - 1;
            refused += !is_sound(&loaded);
            values++;
            loaded.code[at] = kept;
        }
    }
    assert_true(values > 100);
    assert_true(refused > values / 2);
    assert_true(is_sound(&loaded));
    unload(&loaded);
}

static void accepts_what_was_compiled(void **state)
{
    (void)state;
    static const char *const NAMES[] = {"chess", "crazyhouse", "mad-elephant-chess"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        struct loaded loaded = load(NAMES[i]);
        assert_true(is_sound(&loaded));
        unload(&loaded);
    }
}

static void refuses_what_would_leave_the_tables(void **state)
{
    (void)state;
    struct loaded loaded = load("mad-elephant-chess");
    uint32_t refused = 0;
    for (uint32_t at = 0; at < loaded.game->program->code_count; at++) {
        struct mad_instruction kept = loaded.code[at];
        loaded.code[at].op = MAD_OPS;
        assert_false(is_sound(&loaded));
        loaded.code[at] = kept;
        loaded.code[at].x = UINT32_MAX;
        refused += !is_sound(&loaded);
        loaded.code[at] = kept;
    }
    assert_true(refused > loaded.game->program->code_count / 3);
    assert_true(is_sound(&loaded));
    unload(&loaded);
}

static void refuses_who_does_not_play(void **state)
{
    (void)state;
    static const char *const NAMES[] = {"crazyhouse", "mad-elephant-chess", "mad-elephant-shogi"};
    uint32_t refused = 0;
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        struct loaded loaded = load(NAMES[i]);
        for (uint32_t at = 0; at < loaded.game->program->code_count; at++) {
            struct mad_instruction kept = loaded.code[at];
            const char *operands = mad_opcodes[kept.op].operands;
            uint8_t *const values[3] = {&loaded.code[at].a, &loaded.code[at].b, &loaded.code[at].c};
            for (uint32_t operand = 0; operand < 3; operand++) {
                if (operands[operand] == 'O' || operands[operand] == 'Y') {
                    *values[operand] = 3;
                    assert_false(is_sound(&loaded));
                    refused++;
                }
                loaded.code[at] = kept;
            }
        }
        unload(&loaded);
    }
    assert_true(refused > 20);
}

static void refuses_endless_jumps(void **state)
{
    (void)state;
    struct loaded loaded = load("chess");
    uint32_t jumps = 0;
    for (uint32_t at = 1; at < loaded.game->program->code_count; at++) {
        struct mad_instruction kept = loaded.code[at];
        if (kept.op == MAD_OP_JUMP || kept.op == MAD_OP_IF_EMPTY) {
            loaded.code[at].x = at;
            assert_false(is_sound(&loaded));
            loaded.code[at] = kept;
            jumps++;
        }
    }
    assert_true(jumps > 0);
    unload(&loaded);
}

static void run_a_little(const struct mad_game *game)
{
    uint64_t count = 0;
    struct mad_state *state = malloc(game->state_bytes);
    assert_non_null(state);
    memcpy(state, game->initial, game->state_bytes);
    enum mad_status status = mad_vm_count(game, state, &count);
    assert_true(status == MAD_OK || status == MAD_ERROR_LIMIT);
    free(state);
}

static void runs_whatever_it_accepts(void **state)
{
    (void)state;
    struct loaded loaded = load("mad-elephant-chess");
    uint32_t seed = 2026, accepted = 0;
    for (uint32_t i = 0; i < 3000; i++) {
        seed = seed * 1664525u + 1013904223u;
        struct mad_instruction *code = &loaded.code[(seed >> 8) % loaded.game->program->code_count];
        struct mad_instruction kept = *code;
        uint8_t *bytes = (uint8_t *)code;
        bytes[(seed >> 4) % sizeof *code] ^= (uint8_t)(1u << (seed >> 28 & 7));
        if (is_sound(&loaded)) {
            mad_vm_optimize(loaded.game);
            run_a_little(loaded.game);
            accepted++;
        }
        *code = kept;
    }
    assert_true(accepted > 100);
    unload(&loaded);
}

static void disassembles(void **state)
{
    (void)state;
    struct loaded loaded = load("mad-elephant-chess");
    char *text = NULL;
    assert_int_equal(mad_game_disassemble(loaded.game, &text), MAD_OK);
    assert_non_null(strstr(text, "generate, White:"));
    assert_non_null(strstr(text, "; stdlib/rampage.mad:"));
    assert_non_null(strstr(text, "White's Mad Elephant"));
    assert_non_null(strstr(text, "move rampage"));
    free(text);
    unload(&loaded);
    loaded = load("reversi");
    assert_int_equal(mad_game_disassemble(loaded.game, &text), MAD_OK);
    assert_non_null(strstr(text, "size n0, r")); /* numbers are named too */
    free(text);
    unload(&loaded);
}

/* What products pack is what is packed bit by bit: for lines, and for masks of any kind. */
static void gathers_what_is_extracted(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (uint32_t round = 0; round < 20000; round++) {
        uint64_t random[4];
        for (uint32_t i = 0; i < 4; i++) {
            seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            random[i] = seed ^ seed >> 29;
        }
        uint64_t mask = random[0] & random[1] & (round & 1 ? random[2] : ~UINT64_C(0)), packed = 0;
        mask = round == 0 ? 0 : round == 1 ? ~UINT64_C(0) : round == 2 ? 0x1010106e101000 : mask;
        uint32_t bits = 0;
        for (uint32_t place = 0; place < 64; place++) {
            if (mask >> place & 1) {
                packed |= (random[3] >> place & 1) << bits++;
            }
        }
        struct mad_gather gather;
        mad_gather_make(&gather, mask);
        assert_true(mad_gathered(&gather, random[3]) == packed);
        assert_true(mad_extract(random[3], mask) == packed);
        assert_true(round != 2 || gather.rest == 0); /* a Rook's on e4 takes few products */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accepts_what_was_compiled),
        cmocka_unit_test(refuses_what_would_leave_the_tables),
        cmocka_unit_test(refuses_who_does_not_play),
        cmocka_unit_test(refuses_reading_before_writing),
        cmocka_unit_test(refuses_endless_jumps),
        cmocka_unit_test(runs_whatever_it_accepts),
        cmocka_unit_test(disassembles),
        cmocka_unit_test(gathers_what_is_extracted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
