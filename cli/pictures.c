/* pictures.c - see pictures.h. Layer: cli. */
#include "pictures.h"

#include <string.h>

struct picture {
    const char *men;           /* names parted by | */
    const char *body, *detail; /* paths; body null: made of others */
    const char *behind, *before;
    bool is_turned;
};

static const struct picture pictures[] = {
#define MAD_PICTURE(men, body, detail)          {men, body, detail, NULL, NULL, false},
#define MAD_PICTURE_OF_TWO(men, behind, before) {men, NULL, NULL, behind, before, false},
#define MAD_PICTURE_TURNED(men, other)          {men, NULL, NULL, NULL, other, true},
#include "../stdlib/pictures.def"
};

static const struct board {
    const char *games;
    struct cli_look look;
} boards[] = {
#define MAD_PICTURE_BOARD(games, board, shape) {games, {CLI_BOARD_##board, CLI_MEN_##shape, 1}},
#include "../stdlib/pictures.def"
};

static const char *const dark_players[] = {
#define MAD_PICTURE_DARK(players) players,
#include "../stdlib/pictures.def"
};

static const struct sign {
    const char *games, *men;
    const char *of[2]; /* the first player's, the second's */
} signs[] = {
#define MAD_PICTURE_SIGN(games, men, first, second) {games, men, {first, second}},
#include "../stdlib/pictures.def"
};

static const struct zone {
    const char *zones;
    enum cli_zone_look look;
} zones[] = {
#define MAD_PICTURE_ZONE(zones, drawing) {zones, CLI_ZONE_##drawing},
#include "../stdlib/pictures.def"
};

/* Whether the name is one of those parted by |. */
static bool has_name(const char *names, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = names; at != NULL; at = strchr(at, '|')) {
        at += *at == '|';
        if (strncmp(at, name, length) == 0 && (at[length] == '|' || at[length] == '\0')) {
            return true;
        }
    }
    return false;
}

/* By title or family; a game that is like one of them, or a variant of it, looks as that does. */
static bool is_for(const char *games, const struct mad_game_info *info)
{
    bool is =
        has_name(games, info->title) || (info->family != NULL && has_name(games, info->family));
    for (size_t i = 0; i < info->built_on_count && !is; i++) {
        is = has_name(games, info->built_on[i]);
    }
    return is;
}

struct cli_look cli_look_of(const struct mad_game_info *info)
{
    struct cli_look look = {CLI_BOARD_CHECKERED, CLI_MEN_FIGURES, 1};
    for (size_t i = sizeof boards / sizeof *boards; i-- > 0;) { /* the first row counts */
        if (is_for(boards[i].games, info)) {
            look = boards[i].look;
        }
    }
    for (size_t i = 0; i < sizeof dark_players / sizeof *dark_players; i++) {
        look.dark = has_name(dark_players[i], info->player_name[0]) ? 0 : look.dark;
    }
    return look;
}

/* Who is called by a colour has it; told apart also by who sees red and green alike (Okabe and Ito, Color Universal
 * Design, 2008). */
static const struct {
    const char *player;
    struct cli_army army;
} armies[] = {
    {"Red", {"#d55e00", "#fff", CLI_RED, 1}},        {"Blue", {"#0072b2", "#fff", CLI_BLUE, 4}},
    {"Yellow", {"#f0e442", "#111", CLI_YELLOW, 3}},  {"Green", {"#009e73", "#fff", CLI_GREEN, 2}},
    {"White", {"#fff", "#222", CLI_BOLD, 7}},        {"Black", {"#333", "#eee", CLI_CYAN, 6}},
    {"Purple", {"#cc79a7", "#111", CLI_MAGENTA, 5}}, {"Grey", {"#b8bcc4", "#111", CLI_DIM, -1}},
};
enum { ARMIES = sizeof armies / sizeof *armies };

static int army_called(const char *player)
{
    int found = -1;
    for (int i = 0; i < ARMIES; i++) {
        found = strcmp(armies[i].player, player) == 0 ? i : found;
    }
    return found;
}

/* Who is not called by a colour has the first one that nobody before him has, nor is called by. */
static int army_index(const struct mad_game_info *info, int player)
{
    uint32_t taken = 0;
    for (int other = 0; other < info->players; other++) {
        const int called = army_called(info->player_name[other]);
        taken |= called >= 0 ? 1u << called : 0;
    }
    for (int other = 0; other < player; other++) {
        taken |= army_called(info->player_name[other]) < 0 ? (taken + 1) & ~taken : 0;
    }
    const int called = army_called(info->player_name[player]);
    return called >= 0 ? called : __builtin_ctz(~taken);
}

struct cli_army cli_army_of(const struct mad_game_info *info, int player)
{
    static const struct cli_army two[] = {{"#fff", "#222", CLI_BOLD, 3},
                                          {"#333", "#eee", CLI_CYAN, 6}};
    return info->players > 2 ? armies[army_index(info, player)].army : two[player == 1];
}

const char *cli_sign_of(const struct mad_game_info *info, const char *man, int owner)
{
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        if (is_for(signs[i].games, info) && has_name(signs[i].men, man)) {
            return signs[i].of[owner == 1];
        }
    }
    return NULL;
}

enum cli_zone_look cli_zone_look_of(const char *zone)
{
    for (size_t i = 0; i < sizeof zones / sizeof *zones; i++) {
        if (has_name(zones[i].zones, zone)) {
            return zones[i].look;
        }
    }
    return CLI_ZONE_SHADED;
}

static const struct picture *find(const char *man)
{
    for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++) {
        if (has_name(pictures[i].men, man)) {
            return &pictures[i];
        }
    }
    return NULL;
}

bool cli_picture_has(const mad_game *game, size_t piece)
{
    const char *kind = mad_game_piece(game, piece).kind;
    const struct picture *picture = find(kind);
    for (size_t i = 0; i < piece && picture != NULL; i++) {
        const char *other = mad_game_piece(game, i).kind;
        picture = find(other) == picture && strcmp(other, kind) != 0 ? NULL : picture;
    }
    return picture != NULL;
}

static void put_paths(FILE *stream, const struct picture *picture)
{
    fprintf(stream, "<path d=\"%s\"/>", picture->body);
    if (picture->detail[0] != '\0') {
        fprintf(stream, "<path d=\"%s\" fill=\"none\" stroke=\"currentColor\"/>", picture->detail);
    }
}

void cli_picture_define(FILE *stream, const char *man, const char *id)
{
    const struct picture *picture = find(man);
    if (picture == NULL) {
        return;
    }
    fprintf(stream,
            "<g id=\"%s\" stroke-width=\"1.5\" stroke-linejoin=\"round\" stroke-linecap=\"round\">",
            id);
    if (picture->body != NULL) {
        put_paths(stream, picture);
    }
    if (picture->behind != NULL) {
        fputs("<g transform=\"translate(-3 0) scale(.87)\">", stream);
        put_paths(stream, find(picture->behind));
        fputs("</g>", stream);
    }
    if (picture->before != NULL) {
        fputs(picture->is_turned ? "<g transform=\"rotate(180 22.5 22.5)\">"
                                 : "<g transform=\"translate(13 10) scale(.76)\">",
              stream);
        put_paths(stream, find(picture->before));
        fputs("</g>", stream);
    }
    fputs("</g>\n", stream);
}
