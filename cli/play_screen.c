/* play_screen.c - see play_screen.h: keys, and what is printed meanwhile. Layer: cli. */
#define _XOPEN_SOURCE_EXTENDED
#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS
#include <curses.h>
#include <langinfo.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#include <wchar.h>

#include "interrupt.h"
#include "play_screen.h"
#include "progress.h"

enum {
    ESCAPE = 27,
    CTRL_A = 1,
    CTRL_D = 4,
    CTRL_E = 5,
    CTRL_K = 11,
    CTRL_L = 12,
    CTRL_N = 14,
    CTRL_P = 16,
    CTRL_U = 21,
    BACKSPACE = 8,
    DELETE = 127
};

/* --- what is printed ----------------------------------------------------------------------------- */

/* Programs that play each other speak long: of what has stood there the older half goes when it is half of what there is
 * room for. Returns the bytes that stay. */
static size_t drop_old_lines(struct play_screen *screen)
{
    size_t used = strlen(screen->message);
    const char *cut = strchr(screen->message + screen->seen / 2, '\n');
    if (used > sizeof screen->message / 2 && cut != NULL && cut < screen->message + screen->seen) {
        size_t dropped = (size_t)(cut + 1 - screen->message);
        memmove(screen->message, cut + 1, used - dropped + 1);
        screen->seen -= dropped;
        used -= dropped;
    }
    return used;
}

/* Takes over what was printed since the last time. */
static void gather(struct play_screen *screen)
{
    fflush(stdout);
    fflush(stderr);
    int file = fileno(screen->caught);
    off_t end = lseek(file, 0, SEEK_END);
    size_t used = drop_old_lines(screen), room = sizeof screen->message - 1 - used;
    if (end <= 0 || lseek(file, 0, SEEK_SET) != 0) {
        return;
    }
    ssize_t count = read(file, screen->message + used, room);
    screen->message[used + (count > 0 ? (size_t)count : 0)] = '\0';
    if (ftruncate(file, 0) != 0 || lseek(file, 0, SEEK_SET) != 0) {
        clearerr(screen->caught);
    }
}

static void forget_message(struct play_screen *screen)
{
    screen->message[0] = '\0';
    screen->seen = 0;
}

static void say(struct play_screen *screen, const char *text)
{
    forget_message(screen);
    snprintf(screen->message, sizeof screen->message, "%s\n", text);
}

/* --- long texts ---------------------------------------------------------------------------------- */

/* How far a key turns the page; 0: it means something else. */
static int page_step(int kind, wint_t key)
{
    int page = LINES > 1 ? LINES - 1 : 1;
    if (kind != KEY_CODE_YES) {
        return key == ' ' ? page : 0;
    }
    switch (key) {
    case KEY_UP: return -1;
    case KEY_DOWN: return 1;
    case KEY_PPAGE: return -page;
    case KEY_NPAGE: return page;
    default: return 0;
    }
}

/* So many keys that did not come, though nothing was to cut the wait short, mean that the terminal is gone;
 * ncurses reads past stdin, which never ends for it. */
enum { MOST_FAILURES = 100 };

enum { LONGEST_WAIT = 500 }; /* ms */

/* The next key, or ERR after a while: clocks go on while nobody types, and a change of size that came just before
 * ncurses began to wait is noticed when that wait ends. */
static int next_key(wint_t *key, int *failures)
{
    timeout(LONGEST_WAIT);
    double asked = cli_now();
    int kind = get_wch(key);
    bool has_waited = (cli_now() - asked) * 1000 >= LONGEST_WAIT / 2;
    *failures = kind != ERR || has_waited ? 0 : *failures + 1;
    return kind;
}

static bool has_room(struct play_screen *screen)
{
    return play_screen_has_room(screen, screen->message + screen->seen);
}

static void show_page(struct play_screen *screen)
{
    int top = 0, failures = 0;
    for (;;) {
        wint_t key = 0;
        int lines = play_screen_draw_page(screen->message, top);
        int kind = next_key(&key, &failures), step = kind == ERR ? 0 : page_step(kind, key);
        bool is_resize = kind == KEY_CODE_YES && key == KEY_RESIZE;
        if (failures > MOST_FAILURES) {
            break;
        }
        if (cli_interrupted() || key == 'q' || key == ESCAPE || key == '\n' || key == '\r') {
            break;
        }
        if (kind == OK && step == 0) { /* typing goes on below the board */
            unget_wch((wchar_t)key);
            break;
        }
        if (is_resize) {
            clearok(curscr, TRUE);
        }
        if (is_resize && has_room(screen)) { /* beside the board, now that it is larger */
            return;
        }
        top += step;
        top = top > lines - LINES + 1 ? lines - LINES + 1 : top;
        top = top < 0 ? 0 : top;
    }
    forget_message(screen);
}

/* What was said may be more than there is room for; what has been read already need not stand there again. */
static void show_message(struct play_screen *screen)
{
    if (!has_room(screen) && LINES > 2) {
        show_page(screen);
    }
}

/* --- the line ------------------------------------------------------------------------------------ */

static void set_line(struct play_screen *screen, const char *text)
{
    snprintf(screen->line, sizeof screen->line, "%s", text);
    screen->cursor = strlen(screen->line);
}

static void insert(struct play_screen *screen, wint_t key)
{
    char bytes[MB_LEN_MAX];
    mbstate_t state = {0};
    size_t count = wcrtomb(bytes, (wchar_t)key, &state), length = strlen(screen->line);
    if (count == (size_t)-1 || length + count > CLI_LINE_BYTES) {
        return;
    }
    memmove(screen->line + screen->cursor + count, screen->line + screen->cursor,
            length - screen->cursor + 1);
    memcpy(screen->line + screen->cursor, bytes, count);
    screen->cursor += count;
}

static bool is_inside(char byte) /* of a character of several bytes */
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

static void step(struct play_screen *screen, int by)
{
    if (by < 0 && screen->cursor > 0) {
        do {
            screen->cursor--;
        } while (screen->cursor > 0 && is_inside(screen->line[screen->cursor]));
    } else if (by > 0 && screen->line[screen->cursor] != '\0') {
        do {
            screen->cursor++;
        } while (is_inside(screen->line[screen->cursor]));
    }
}

static void rub_out(struct play_screen *screen)
{
    size_t end = screen->cursor;
    step(screen, -1);
    memmove(screen->line + screen->cursor, screen->line + end, strlen(screen->line + end) + 1);
}

static void remember(struct play_screen *screen)
{
    const size_t most = sizeof screen->past / sizeof *screen->past;
    size_t size = strlen(screen->line) + 1;
    char *own = size > 1 ? malloc(size) : NULL;
    if (own != NULL) {
        if (screen->past_count == most) {
            free(screen->past[0]);
            memmove(screen->past, screen->past + 1, (most - 1) * sizeof *screen->past);
            screen->past_count--;
        }
        screen->past[screen->past_count++] = memcpy(own, screen->line, size);
    }
    screen->past_at = screen->past_count;
}

static void recall(struct play_screen *screen, int by)
{
    if (by < 0 && screen->past_at > 0) {
        screen->past_at--;
    } else if (by > 0 && screen->past_at < screen->past_count) {
        screen->past_at++;
    }
    set_line(screen, screen->past_at < screen->past_count ? screen->past[screen->past_at] : "");
}

/* --- completing ---------------------------------------------------------------------------------- */

struct completion {
    const char *begun;
    char common[CLI_LINE_BYTES + 1];
    size_t count;
    char list[4000];
};

static void offer(struct completion *completion, const char *text)
{
    size_t used = strlen(completion->list);
    if (text == NULL || strncmp(text, completion->begun, strlen(completion->begun)) != 0) {
        return;
    }
    if (completion->count++ == 0) {
        snprintf(completion->common, sizeof completion->common, "%s", text);
    }
    size_t same = 0;
    while (completion->common[same] != '\0' && completion->common[same] == text[same]) {
        same++;
    }
    completion->common[same] = '\0';
    snprintf(completion->list + used, sizeof completion->list - used, "%s%s", used > 0 ? "  " : "",
             text);
}

/* Moves and commands that begin like the line. */
static void complete(struct play_screen *screen)
{
    static struct completion completion; /* too large for a stack frame */
    const struct cli_match *match = &screen->play->match;
    const char *word;
    memset(&completion, 0, sizeof completion);
    completion.begun = screen->line;
    for (size_t i = 0; (word = play_word_name(i)) != NULL; i++) {
        offer(&completion, word);
    }
    for (size_t i = 0; i < mad_moves_count(match->moves); i++) {
        struct mad_move_info move = mad_moves_at(match->moves, i);
        offer(&completion, move.text);
        offer(&completion, strcmp(move.text, move.coord) != 0 ? move.coord : NULL);
    }
    if (completion.count > 1) {
        say(screen, completion.list);
    }
    if (completion.count > 0) {
        set_line(screen, completion.common);
    }
}

/* --- the board ----------------------------------------------------------------------------------- */

static bool is_square(const struct play_screen *screen, int file, int rank)
{
    struct mad_game_info info = mad_game_info(screen->play->match.game);
    return file >= 0 && file < info.files && rank >= 0 && rank < info.ranks &&
           !mad_game_is_hole(screen->play->match.game, rank * info.files + file);
}

/* Where the move is shown: where it ends; of one that goes nowhere, the first square that its text names. */
static int place_of(const struct cli_match *match, const struct mad_move_info *move)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    int square = move->to;
    for (const char *at = move->coord; square < 0 && *at != '\0';) {
        char name[8];
        size_t bytes = strspn(at, letters);
        snprintf(name, sizeof name, "%.*s", (int)(bytes < 8 ? bytes : 0), at);
        square = mad_game_square(match->game, name);
        at += bytes > 0 ? bytes : 1;
    }
    return square;
}

/* The next square that way, over holes. */
static void go(struct play_screen *screen, int files, int ranks)
{
    const struct cli_match *match = &screen->play->match;
    struct mad_game_info info = mad_game_info(match->game);
    int way = screen->play->is_flipped ? -1 : 1;
    if (screen->square < 0) {
        size_t count = mad_moves_count(match->moves);
        struct mad_move_info move = mad_moves_at(match->moves, count / 2);
        screen->square = match->to >= 0   ? match->to
                         : count == 0     ? 0
                         : move.from >= 0 ? move.from
                                          : place_of(match, &move);
        return;
    }
    int file = screen->square % info.files, rank = screen->square / info.files;
    for (int tried = 0; tried < info.files + info.ranks; tried++) {
        file += files * way;
        rank += ranks * way;
        if (is_square(screen, file, rank)) {
            screen->square = rank * info.files + file;
            return;
        }
    }
}

/* Several moves begin with the line: a square can be chosen where they end, or their text typed on. */
static void leave_open(struct play_screen *screen, const struct completion *completion)
{
    char text[sizeof completion->list + 150];
    snprintf(screen->open, sizeof screen->open, "%s", completion->common);
    screen->open_at = screen->square;
    snprintf(
        text, sizeof text,
        "%zu moves go so; go to another square that they name, or type on, and Enter (Esc forgets "
        "it):\n%s",
        completion->count, completion->list);
    say(screen, text);
}

static bool is_open(const struct play_screen *screen)
{
    return screen->open[0] != '\0' && strcmp(screen->open, screen->line) == 0;
}

static bool ends_with(const char *text, const char *end)
{
    size_t bytes = strlen(text), tail = strlen(end);
    return bytes > tail && strcmp(text + bytes - tail, end) == 0;
}

/* Enter on an open line: the moves that name the square of the arrows last. One move alone may be all of the line, which
 * is made by another Enter. True: the line holds a move. */
static bool close_line(struct play_screen *screen)
{
    static struct completion completion;
    const struct cli_match *match = &screen->play->match;
    const char *square = mad_game_square_name(match->game, screen->square);
    bool is_whole = false;
    memset(&completion, 0, sizeof completion);
    completion.begun = screen->line;
    for (size_t i = 0; i < mad_moves_count(match->moves); i++) {
        struct mad_move_info move = mad_moves_at(match->moves, i);
        is_whole |= strcmp(move.coord, screen->line) == 0;
        if (screen->square != screen->open_at && square != NULL &&
            (ends_with(move.coord, square) || ends_with(move.text, square))) {
            offer(&completion, move.coord);
        }
    }
    if (completion.count > 0) {
        set_line(screen, completion.common);
    }
    if (completion.count > 1) {
        leave_open(screen, &completion);
    } else if (completion.count == 0 && is_whole && screen->square == screen->open_at) {
        screen->open[0] = '\0';
        say(screen, "several moves begin so; Enter makes the shortest of them, Esc forgets it");
    } else if (completion.count == 0) {
        say(screen, "none of these moves ends there; type on, or Esc forgets it");
    }
    return completion.count == 1;
}

/* The moves from one square to another, or with -1 those of nobody who stands somewhere: the one, or what there is
 * to choose from. */
static size_t find_moves(struct play_screen *screen, int from, int to)
{
    static struct completion completion;
    const struct cli_match *match = &screen->play->match;
    memset(&completion, 0, sizeof completion);
    completion.begun = "";
    for (size_t i = 0; i < mad_moves_count(match->moves); i++) {
        struct mad_move_info move = mad_moves_at(match->moves, i);
        if (move.from == from && place_of(match, &move) == to) {
            offer(&completion, move.coord);
        }
    }
    if (completion.count > 0) {
        set_line(screen, completion.common);
    }
    if (completion.count > 1) {
        leave_open(screen, &completion);
    }
    return completion.count;
}

static bool someone_can_go(const struct play_screen *screen)
{
    const struct cli_match *match = &screen->play->match;
    for (size_t i = 0; i < mad_moves_count(match->moves); i++) {
        if (mad_moves_at(match->moves, i).from >= 0) {
            return true;
        }
    }
    return false;
}

static bool can_go(const struct play_screen *screen, int square)
{
    const struct cli_match *match = &screen->play->match;
    for (size_t i = 0; i < mad_moves_count(match->moves); i++) {
        if (mad_moves_at(match->moves, i).from == square) {
            return true;
        }
    }
    return false;
}

/* Enter or a click: chooses the man who stands there, or lets the chosen one go there. True: the line holds
 * a move. */
static bool choose(struct play_screen *screen)
{
    int chosen = screen->chosen;
    screen->chosen = -1;
    if (chosen >= 0) {
        size_t count = find_moves(screen, chosen, screen->square);
        if (count > 0 || chosen == screen->square) {
            return count == 1;
        }
    }
    if (can_go(screen, screen->square)) {
        screen->chosen = screen->square;
        return false;
    }
    size_t drops = find_moves(screen, -1, screen->square);
    if (drops == 0) {
        say(screen, "nobody goes from there, or to it from where you chose");
    } else if (drops == 1 &&
               someone_can_go(screen)) { /* else to put somebody there is all there is to do */
        say(screen, "nobody stands there who could go; Enter makes this move, Esc forgets it");
        return false;
    }
    return drops == 1;
}

static bool click_at(struct play_screen *screen, const MEVENT *event)
{
    int square = play_screen_square_at(screen, event->y, event->x);
    if (square < 0) {
        return false;
    }
    screen->square = square;
    return is_open(screen) ? close_line(screen) : choose(screen);
}

/* Over a slow line several clicks come at once, and getmouse has the last one first. */
static bool click(struct play_screen *screen)
{
    MEVENT events[8];
    int count = 0;
    while (count < 8 && getmouse(&events[count]) == OK) {
        count += (events[count].bstate & BUTTON1_PRESSED) != 0;
    }
    while (count > 0) {
        if (click_at(screen, &events[--count])) {
            return true;
        }
    }
    return false;
}

/* --- keys ---------------------------------------------------------------------------------------- */

enum outcome { GOES_ON, LINE_IS_DONE, INPUT_ENDS };

static enum outcome enter(struct play_screen *screen)
{
    if (is_open(screen)) {
        return close_line(screen) ? LINE_IS_DONE : GOES_ON;
    }
    if (screen->line[0] != '\0' || screen->square < 0) {
        return LINE_IS_DONE;
    }
    return choose(screen) ? LINE_IS_DONE : GOES_ON;
}

static enum outcome special_key(struct play_screen *screen, wint_t key)
{
    bool is_typing = screen->line[0] != '\0' && !is_open(screen);
    switch (key) {
    case KEY_UP: go(screen, 0, 1); break;
    case KEY_DOWN: go(screen, 0, -1); break;
    case KEY_LEFT: is_typing ? step(screen, -1) : go(screen, -1, 0); break;
    case KEY_RIGHT: is_typing ? step(screen, 1) : go(screen, 1, 0); break;
    case KEY_HOME: screen->cursor = 0; break;
    case KEY_END: screen->cursor = strlen(screen->line); break;
    case KEY_BACKSPACE: rub_out(screen); break;
    case KEY_DC:
        if (screen->line[screen->cursor] != '\0') {
            step(screen, 1);
            rub_out(screen);
        }
        break;
    case KEY_PPAGE: recall(screen, -1); break;
    case KEY_NPAGE: recall(screen, 1); break;
    case KEY_MOUSE: return click(screen) ? LINE_IS_DONE : GOES_ON;
    case KEY_RESIZE: clearok(curscr, TRUE); break; /* nobody knows what is left on it */
    case KEY_ENTER: return enter(screen);
    default: break;
    }
    return GOES_ON;
}

static enum outcome plain_key(struct play_screen *screen, wint_t key)
{
    switch (key) {
    case '\n':
    case '\r': return enter(screen);
    case '\t': complete(screen); break;
    case BACKSPACE:
    case DELETE: rub_out(screen); break;
    case ESCAPE:
        screen->chosen = screen->square = -1;
        set_line(screen, "");
        break;
    case CTRL_U: set_line(screen, ""); break;
    case CTRL_A: screen->cursor = 0; break;
    case CTRL_E: screen->cursor = strlen(screen->line); break;
    case CTRL_K: screen->line[screen->cursor] = '\0'; break;
    case CTRL_P: recall(screen, -1); break;
    case CTRL_N: recall(screen, 1); break;
    case CTRL_L: clearok(curscr, TRUE); break;
    case CTRL_D:
        if (screen->line[0] == '\0') {
            return INPUT_ENDS;
        }
        break;
    default:
        if (key >= ' ') {
            insert(screen, key);
        }
    }
    return GOES_ON;
}

/* --- lines for cli_reader ------------------------------------------------------------------------- */

static enum cli_line_kind read_line(void *context, const char *prompt, char *text)
{
    struct play_screen *screen = context;
    enum outcome outcome = GOES_ON;
    int failures = 0;
    gather(screen);
    show_message(screen);
    snprintf(screen->prompt, sizeof screen->prompt, "%s", prompt);
    set_line(screen, "");
    screen->chosen = -1;
    cli_interrupt_clear();
    while (outcome == GOES_ON) {
        wint_t key = 0;
        play_screen_draw(screen, false);
        int kind = next_key(&key, &failures);
        if (cli_interrupted()) {
            cli_interrupt_clear();
            forget_message(screen);
            return CLI_LINE_INTERRUPTED;
        }
        if (kind == ERR) { /* time to look at the clocks, or the terminal is gone */
            outcome = failures > MOST_FAILURES ? INPUT_ENDS : GOES_ON;
            if (screen->play->clock.runs &&
                play_clock_left(screen->play, cli_match_side(&screen->play->match)) <= 0 &&
                !cli_match_is_over(&screen->play->match)) {
                outcome = LINE_IS_DONE; /* whose time is up need not type to be told */
            }
            continue;
        }
        outcome = kind == KEY_CODE_YES ? special_key(screen, key) : plain_key(screen, key);
    }
    remember(screen);
    forget_message(screen);
    screen->chosen = screen->square = -1;
    memcpy(text, screen->line, strlen(screen->line) + 1);
    return outcome == INPUT_ENDS ? CLI_LINE_END : CLI_LINE_GOOD;
}

void play_screen_think(struct play_screen *screen)
{
    gather(screen);
    play_screen_draw(screen, true);
    if (has_room(screen)) {
        screen->seen = strlen(screen->message);
    }
}

void play_screen_tick(struct play_screen *screen)
{
    if (cli_now() - screen->drawn < 0.25) {
        return;
    }
    gather(screen);
    wint_t key;
    timeout(0);
    /* notices a new size; what is typed ahead of time is dropped */
    if (get_wch(&key) == KEY_CODE_YES && key == KEY_RESIZE) {
        clearok(curscr, TRUE);
    }
    play_screen_draw(screen, true);
}

/* --- on and off ----------------------------------------------------------------------------------- */

/* From now on what is printed goes to a file without a name. */
static bool catch_output(struct play_screen *screen)
{
    screen->caught = tmpfile();
    screen->usual_out = dup(STDOUT_FILENO);
    screen->usual_err = dup(STDERR_FILENO);
    screen->out = screen->usual_out >= 0 ? fdopen(dup(screen->usual_out), "w") : NULL;
    if (screen->caught == NULL || screen->usual_err < 0 || screen->out == NULL) {
        return false;
    }
    fflush(stdout);
    return dup2(fileno(screen->caught), STDOUT_FILENO) >= 0 &&
           dup2(fileno(screen->caught), STDERR_FILENO) >= 0;
}

static void release_output(struct play_screen *screen)
{
    fflush(stdout);
    fflush(stderr);
    if (screen->usual_out >= 0) {
        dup2(screen->usual_out, STDOUT_FILENO);
        close(screen->usual_out);
    }
    if (screen->usual_err >= 0) {
        dup2(screen->usual_err, STDERR_FILENO);
        close(screen->usual_err);
    }
    if (screen->caught != NULL) {
        fclose(screen->caught);
    }
    if (screen->out != NULL) {
        fclose(screen->out);
    }
}

static bool wants_color(const struct play *play)
{
    const char *word = play->args->value[CLI_OPTION_COLOR], *none = getenv("NO_COLOR");
    if (word != NULL && strcmp(word, "auto") != 0) {
        return strcmp(word, "always") == 0;
    }
    return none == NULL || none[0] == '\0';
}

static void set_terminal(struct play_screen *screen)
{
    set_term(screen->terminal);
    cbreak();
    noecho();
    keypad(stdscr, TRUE);
    set_escdelay(25);
    mousemask(BUTTON1_PRESSED, NULL);
    mouseinterval(0);
    screen->has_figures = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    screen->has_color = wants_color(screen->play) && has_colors();
    if (screen->has_color) {
        start_color();
        use_default_colors();
    }
}

bool play_screen_start(struct play *play)
{
    const char *name = getenv("TERM");
    bool is_plain = play->args->value[CLI_OPTION_PLAIN] != NULL;
    if (is_plain || !play->reader.has_terminal || name == NULL || strcmp(name, "dumb") == 0) {
        return false;
    }
    struct play_screen *screen = calloc(1, sizeof *screen);
    if (screen == NULL) {
        return false;
    }
    screen->play = play;
    screen->chosen = screen->square = -1;
    screen->usual_out = screen->usual_err = -1;
    if (catch_output(screen)) {
        screen->terminal = newterm(NULL, screen->out, stdin);
    }
    if (screen->terminal == NULL) {
        release_output(screen);
        free(screen);
        return false;
    }
    set_terminal(screen);
    play->screen = screen;
    play->reader.read = read_line;
    play->reader.context = screen;
    return true;
}

void play_screen_end(struct play *play)
{
    struct play_screen *screen = play->screen;
    if (screen == NULL) {
        return;
    }
    gather(screen);
    endwin();
    delscreen(screen->terminal);
    release_output(screen);
    fputs(screen->message, stdout);
    for (size_t i = 0; i < screen->past_count; i++) {
        free(screen->past[i]);
    }
    free(screen);
    play->screen = NULL;
    play->reader.read = NULL;
    play->reader.context = NULL;
}
