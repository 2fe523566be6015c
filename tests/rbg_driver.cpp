/* rbg_driver.cpp - counts moves and plays random games with what rbg2cpp has made of a game, for
 * bench_peers.sh; not part of the program. Compiled with the game's reasoner.cpp and -I its folder.
 *
 * usage: driver perft DEPTH | driver games SECONDS. The last ply is counted, none of its moves is made.
 * Moves of the keeper, who keeps the rules and plays no side, are no plies. */
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "reasoner.hpp"

static const int KEEPER = 0;
static reasoner::resettable_bitarray_stack cache;

/* Makes the moves of the keeper; false when he has none, which ends the game. */
static bool let_keeper_move(reasoner::game_state &state)
{
    bool moved = true;
    while (moved && state.get_current_player() == KEEPER)
        moved = state.apply_any_move(cache);
    return moved;
}

static unsigned long long perft(const reasoner::game_state &state, int depth)
{
    std::vector<reasoner::move> moves;
    unsigned long long count = 0;
    reasoner::game_state here = state;
    here.get_all_moves(cache, moves);
    if (depth == 1)
        return moves.size();
    for (const reasoner::move &move : moves) {
        reasoner::game_state next = state;
        next.apply_move(move);
        if (let_keeper_move(next))
            count += perft(next, depth - 1);
    }
    return count;
}

static void play(double seconds)
{
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    std::mt19937 random(1);
    std::vector<reasoner::move> moves;
    unsigned long long games = 0, plies = 0;
    for (; std::chrono::steady_clock::now() < end; games++) {
        reasoner::game_state state;
        while (let_keeper_move(state)) {
            moves.clear();
            state.get_all_moves(cache, moves);
            if (moves.empty())
                break;
            state.apply_move(moves[(static_cast<unsigned long long>(random()) * moves.size()) >> 32]);
            plies++;
        }
    }
    std::printf("%llu games, %llu moves\n", games, plies);
}

int main(int argc, char **argv)
{
    reasoner::game_state state;
    if (argc == 3 && argv[1][0] == 'p' && let_keeper_move(state)) {
        std::printf("total: %llu\n", perft(state, std::atoi(argv[2])));
        return 0;
    }
    if (argc == 3 && argv[1][0] == 'g') {
        play(std::atof(argv[2]));
        return 0;
    }
    std::fputs("usage: driver perft DEPTH | driver games SECONDS\n", stderr);
    return 2;
}
