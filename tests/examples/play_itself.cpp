// play_itself.cpp - the library from C++: a search plays a game against itself and keeps it as PGN.
//
// usage: play_itself GAME NODES PLIES     GAME as `mad play` takes it
// build: c++ play_itself.cpp $(pkg-config --cflags --libs madrules)
#include <cstdlib>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>

#include <mad_record.h>
#include <mad_rules.h>

namespace
{

void check(mad_status status)
{
    if (status != MAD_OK)
        throw std::runtime_error(mad_status_text(status));
}

template <class Object> using Owned = std::unique_ptr<Object, void (*)(Object *)>;

bool print(void *, const char *text, size_t bytes)
{
    return bool(std::cout.write(text, std::streamsize(bytes)));
}

void play(const char *name, uint64_t nodes, int plies)
{
    mad_engine *engine = nullptr;
    check(mad_engine_new(&engine));
    Owned<mad_engine> engine_owner(engine, mad_engine_free);

    mad_load load = mad_load();
    load.path = name;
    mad_game *game = nullptr;
    check(mad_game_load(engine, &load, &game, nullptr));
    Owned<mad_game> game_owner(game, mad_game_free);

    mad_record *record = nullptr;
    check(mad_record_new(game, &record));
    Owned<mad_record> record_owner(record, mad_record_free);

    mad_moves *moves = nullptr;
    check(mad_moves_new(game, &moves));
    Owned<mad_moves> moves_owner(moves, mad_moves_free);

    mad_search_limits limits = mad_search_limits();
    limits.nodes = nodes;
    for (int ply = 0; ply < plies; ply++) {
        mad_search_report report;
        mad_status status = mad_search(mad_record_position(record), &limits, &report);
        if (status == MAD_ERROR_OVER)
            break;
        check(status);
        check(mad_moves_list(moves, mad_record_position(record)));
        check(mad_record_make(record, moves, report.best));
    }
    check(mad_record_judge(record));
    check(mad_record_write_pgn(record, print, nullptr));
}

} // namespace

int main(int argc, char **argv)
{
    if (argc != 4) {
        std::cerr << "usage: play_itself GAME NODES PLIES\n";
        return 2;
    }
    try {
        play(argv[1], std::strtoull(argv[2], nullptr, 10), std::atoi(argv[3]));
    } catch (const std::exception &error) {
        std::cerr << "play_itself: " << error.what() << '\n';
        return 1;
    }
    return 0;
}
