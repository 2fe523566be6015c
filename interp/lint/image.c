/* image.c - how one army may be the image of another. Layer: interp/lint.
 *
 * Images keep a board in its place: they turn it about its middle, or turn it over. Each is told by what becomes of a step
 * to the right and of one upwards, as directions have them, and so squares and directions go the same way. */
#include "lint.h"

/* `right` and `up` of what a step to the right, and a step upwards, become. */
struct image {
    int8_t right_of_right, right_of_up, up_of_right, up_of_up;
    bool on_squares, on_hexagons;
    enum mad_image back;
};

/* On a hexagon files stand upright, and of six ways on one leads to the right and none straight to the side. */
static const struct image images[MAD_IMAGES] = {
    [MAD_IMAGE_UP_DOWN] = {1, 0, 0, -1, true, false, MAD_IMAGE_UP_DOWN},
    [MAD_IMAGE_OVER] = {1, 0, 1, -1, false, true, MAD_IMAGE_OVER},
    [MAD_IMAGE_TURNED] = {-1, 0, 0, -1, true, true, MAD_IMAGE_TURNED},
    [MAD_IMAGE_LEFT_RIGHT] = {-1, 0, 0, 1, true, false, MAD_IMAGE_LEFT_RIGHT},
    [MAD_IMAGE_QUARTER] = {0, 1, -1, 0, true, false, MAD_IMAGE_QUARTER_BACK},
    [MAD_IMAGE_QUARTER_BACK] = {0, -1, 1, 0, true, false, MAD_IMAGE_QUARTER},
    [MAD_IMAGE_RISING] = {0, 1, 1, 0, true, true, MAD_IMAGE_RISING},
    [MAD_IMAGE_FALLING] = {0, -1, -1, 0, true, true, MAD_IMAGE_FALLING},
    [MAD_IMAGE_THIRD] = {-1, 1, -1, 0, false, true, MAD_IMAGE_THIRD_BACK},
    [MAD_IMAGE_THIRD_BACK] = {0, -1, 1, -1, false, true, MAD_IMAGE_THIRD},
    [MAD_IMAGE_SAME] = {1, 0, 0, 1, true, true, MAD_IMAGE_SAME},
};

static bool fits(const struct mad_lint *lint, enum mad_image image)
{
    return lint->game->tiling == MAD_TILING_HEXAGONS ? images[image].on_hexagons
                                                     : images[image].on_squares;
}

struct mad_course mad_lint_image_of_way(enum mad_image image, struct mad_course way)
{
    const struct image *by = &images[image];
    return (struct mad_course){by->right_of_right * way.right + by->right_of_up * way.up,
                               by->up_of_right * way.right + by->up_of_up * way.up, way.is_known};
}

enum mad_image mad_lint_image_back(enum mad_image image)
{
    return images[image].back;
}

static bool is_square(const struct mad_lint *lint, int32_t square)
{
    return square >= 0 && square < lint->game->squares &&
           lint->game->square_name[square][0] != '\0';
}

/* From the middle, and in half squares, so that every board has one. Each of several boards is an image of itself. */
int32_t mad_lint_image(const struct mad_lint *lint, enum mad_image image, int32_t square)
{
    const int32_t files = lint->game->files;
    const int32_t file = square % files, rank = square / files;
    const int32_t width = lint->rules->one.width, height = lint->rules->one.height;
    const struct mad_course offset =
        mad_lint_image_of_way(image, (struct mad_course){2 * (file % width) - width + 1,
                                                         2 * (rank % height) - height + 1, true});
    const int32_t right = offset.right + width - 1, up = offset.up + height - 1;
    if (!fits(lint, image) || right % 2 != 0 || up % 2 != 0 || right < 0 || right >= 2 * width ||
        up < 0 || up >= 2 * height)
        return -1;
    const int32_t other =
        (rank / height * height + up / 2) * files + file / width * width + right / 2;
    return is_square(lint, other) ? other : -1;
}

bool mad_lint_turns_players(const struct mad_lint *lint, enum mad_image image, int one, int other)
{
    if (mad_rules_link(lint->rules))
        return true; /* ways there are not what directions say */
    const struct mad_course a = mad_lint_image_of_way(image, mad_lint_course_of(lint, one)),
                            b = mad_lint_course_of(lint, other);
    return !a.is_known || !b.is_known || (a.right == b.right && a.up == b.up);
}

bool mad_lint_fits_board(const struct mad_lint *lint, enum mad_image image)
{
    for (int32_t square = 0; square < lint->game->squares; square++)
        if (lint->game->square_name[square][0] != '\0' && mad_lint_image(lint, image, square) < 0)
            return false;
    return true;
}
