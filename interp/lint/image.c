/* image.c - how one army may be the image of the other. Layer: interp/lint. */
#include "lint.h"

static bool is_square(const struct mad_lint *lint, int32_t square)
{
    return square >= 0 && square < lint->game->squares &&
           lint->game->square_name[square][0] != '\0';
}

/* On a hexagon, whose rows are slanted, each file is turned over between its ends. */
static int32_t over_hexagon(const struct mad_lint *lint, int32_t file, int32_t rank)
{
    int32_t files = lint->game->files, side = (files + 1) / 2;
    int32_t low = file >= side ? file - side + 1 : 0;
    int32_t high = file < side ? file + side - 1 : lint->game->ranks - 1;
    return (low + high - rank) * files + file;
}

int32_t mad_lint_image(const struct mad_lint *lint, enum mad_image image, int32_t square)
{
    const int32_t files = lint->game->files;
    const int32_t file = square % files, rank = square / files;
    const struct mad_rule_board *one = &lint->rules->one; /* each board is an image of itself */
    const int32_t turned_file = file / one->width * one->width + one->width - 1 - file % one->width;
    const int32_t turned_rank =
        rank / one->height * one->height + one->height - 1 - rank % one->height;
    int32_t other = -1;
    switch (image) {
    case MAD_IMAGE_UP_DOWN:
        other = lint->game->tiling == MAD_TILING_HEXAGONS ? over_hexagon(lint, file, rank)
                                                          : turned_rank * files + file;
        break;
    case MAD_IMAGE_TURNED: other = turned_rank * files + turned_file; break;
    case MAD_IMAGE_LEFT_RIGHT:
        other = lint->game->tiling == MAD_TILING_HEXAGONS ? -1 : rank * files + turned_file;
        break;
    case MAD_IMAGE_SAME: other = square; break;
    case MAD_IMAGES: break;
    }
    return is_square(lint, other) ? other : -1;
}

static const struct mad_rule_direction *course_of_player(const struct mad_lint *lint, int player)
{
    for (uint32_t i = 0; i < lint->rules->direction_count; i++)
        if (lint->rules->directions[i].name == lint->rules->players[player].direction)
            return &lint->rules->directions[i];
    return NULL;
}

bool mad_lint_turns_players(const struct mad_lint *lint, enum mad_image image)
{
    for (uint32_t i = 0; i < lint->rules->laws.count; i++)
        if (lint->rules->laws.items[i]->kind == MAD_NODE_LINK)
            return true; /* ways there are not what directions say */
    const struct mad_rule_direction *a = course_of_player(lint, 0), *b = course_of_player(lint, 1);
    const bool by_side = image == MAD_IMAGE_TURNED || image == MAD_IMAGE_LEFT_RIGHT;
    const bool by_rank = image == MAD_IMAGE_TURNED || image == MAD_IMAGE_UP_DOWN;
    return a == NULL || b == NULL ||
           (b->right == (by_side ? -a->right : a->right) && b->up == (by_rank ? -a->up : a->up));
}
