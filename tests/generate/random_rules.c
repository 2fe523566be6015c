/* random_rules.c - draws rule files at random and holds each against every way of playing it (check.h).
 *
 * A process of its own plays each stretch of files, so that one that crashes or never ends is a finding
 * like another. The first file of each kind of failure is reduced (shrink.h), kept in build/drawn-SEED.mad,
 * and printed with the command that shows it again.
 *
 * usage: random_rules [--seed S] [--files N] [--seconds S] [--plies N] [--left-out N] [--no-shrink] [--draw S]
 *                     [FILE.mad ...]
 *   --seed S     where the seeds of the files begin; each file has the next one
 *   --files N    so many files at most; 100 where neither this nor --seconds is said
 *   --seconds S  no file begins later
 *   --plies N    length of the games
 *   --left-out N hold against no other ways than these (bits), for a failure that is known
 *   --no-shrink  print failures as they are
 *   --draw S     only print the file of a seed
 * With files, these are checked instead, with the seed. Ends with `N passed, N failed`. */
#define _DEFAULT_SOURCE
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "draw.h"
#include "shrink.h"

enum {
    STRETCH = 200,        /* files of a process */
    FILES = 100,          /* where nothing is said */
    FILE_SECONDS = 10,    /* of processor time, behind which a file is played no further */
    HUNG_SECONDS = 60,    /* likewise: it hangs */
    SHRINK_SECONDS = 120, /* behind which a failure is printed as small as it is by then */
    MAX_KINDS = 64,
    MAX_FILE = 1 << 16,
    STACK_BYTES = 100 << 20,
};

static const double FOREVER = 1e9; /* seconds */

struct request {
    uint64_t seed, files; /* 0: as many as there is time for */
    double seconds;
    unsigned plies;
    uint64_t left_out;
    bool no_shrink;
};

/* What the processes tell each other. */
struct board {
    uint64_t at;  /* seed of the file that is being checked */
    bool is_done; /* with the stretch */
    uint64_t good, refused, limited, broken, positions, moves, ended, untold;
    char kind[100], detail[9000]; /* of the last failure */
};

static struct board *board;
static char kinds[MAX_KINDS][100];
static unsigned kind_count;

static struct check new_check(const struct request *request)
{
    return (struct check){.plies = request->plies,
                          .seconds = FILE_SECONDS,
                          .nodes = 3000,
                          .left_out = request->left_out};
}

static void note(const struct check *check)
{
    board->good += check->verdict == CHECK_GOOD;
    board->refused += check->verdict == CHECK_REFUSED;
    board->limited += check->verdict == CHECK_LIMIT;
    board->positions += check->positions;
    board->moves += check->moves;
    board->ended += check->ended;
    board->untold += check->untold;
    if (check->verdict == CHECK_BROKEN) {
        snprintf(board->kind, sizeof board->kind, "%s", check->kind);
        snprintf(board->detail, sizeof board->detail, "%s", check->detail);
    }
}

/* The meaning of rules walks a call deeper with all that happens by itself because of something else. */
static void deepen_stack(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < STACK_BYTES &&
        (limit.rlim_max == RLIM_INFINITY || limit.rlim_max >= STACK_BYTES)) {
        limit.rlim_cur = STACK_BYTES;
        (void)setrlimit(RLIMIT_STACK, &limit);
    }
}

/* In a process of its own; false when the file fails. */
static bool check_one(const struct request *request, const char *text, size_t bytes, uint64_t seed)
{
    struct check check = new_check(request);
    board->kind[0] = '\0';
    check_rules(&check, text, bytes, seed);
    note(&check);
    return check.verdict != CHECK_BROKEN;
}

static void limit_time(void)
{
    const struct itimerval most = {.it_value = {.tv_sec = HUNG_SECONDS}};
    setitimer(ITIMER_PROF, &most, NULL); /* the machine may be busy with others */
}

/* Runs in a child what checks files; fills kind and detail when it ends badly. */
static bool ends_well(pid_t child)
{
    int status = 0;
    while (waitpid(child, &status, 0) < 0) {
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
        return true;
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 1 || board->kind[0] == '\0') {
        const bool slow = WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF;
        snprintf(board->kind, sizeof board->kind, slow ? "it never ends" : "it crashes");
        snprintf(board->detail, sizeof board->detail, "status %d", status);
    }
    return false;
}

static void be_quiet(void)
{
    FILE *nowhere = freopen("/dev/null", "w", stderr);
    (void)nowhere;
}

/* For the shrinker: whether a text still fails in the same way. */
struct same_failure {
    const struct request *request;
    uint64_t seed;
    char kind[100];
    struct timespec began;
};

static double seconds_since(const struct timespec *start)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - start->tv_sec) + (double)(now.tv_nsec - start->tv_nsec) * 1e-9;
}

static bool fails_alike(void *context, const char *text, size_t bytes)
{
    const struct same_failure *same = context;
    if (seconds_since(&same->began) > SHRINK_SECONDS) {
        return false;
    }
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        be_quiet();
        limit_time();
        _exit(check_one(same->request, text, bytes, same->seed) ? 0 : 1);
    }
    return child > 0 && !ends_well(child) && strcmp(board->kind, same->kind) == 0;
}

static bool is_known_kind(const char *kind)
{
    for (unsigned i = 0; i < kind_count; i++) {
        if (strcmp(kinds[i], kind) == 0) {
            return true;
        }
    }
    if (kind_count < MAX_KINDS) {
        snprintf(kinds[kind_count++], sizeof kinds[0], "%s", kind);
    }
    return false;
}

static void keep(const char *path, const char *text, size_t bytes)
{
    FILE *file = fopen(path, "w");
    if (file != NULL) {
        fwrite(text, 1, bytes, file);
        fclose(file);
    }
}

static void tell(const struct request *request, char *text, size_t bytes, uint64_t seed)
{
    struct same_failure same = {.request = request, .seed = seed};
    char path[64];
    snprintf(same.kind, sizeof same.kind, "%s", board->kind);
    const struct board before = *board;
    if (is_known_kind(same.kind)) {
        printf("FAILED seed %" PRIu64 ": %s\n", seed, same.kind);
        return;
    }
    if (!request->no_shrink) {
        clock_gettime(CLOCK_MONOTONIC, &same.began);
        bytes = shrink(text, bytes, fails_alike, &same);
        clock_gettime(CLOCK_MONOTONIC, &same.began);
        (void)fails_alike(&same, text, bytes);
    }
    snprintf(path, sizeof path, "build/drawn-%" PRIu64 ".mad", seed);
    keep(path, text, bytes);
    printf("FAILED seed %" PRIu64 ": %s\n  %s\n%.*s"
           "again: random_rules --seed %" PRIu64 " --plies %u %s\n",
           seed, same.kind, board->detail, (int)bytes, text, seed, request->plies, path);
    fflush(stdout);
    *board = before;
}

/* The child's part of a stretch of seeds. */
static void check_stretch(const struct request *request, uint64_t end, const struct timespec *start)
{
    for (; board->at < end && seconds_since(start) < request->seconds; board->at++) {
        size_t bytes = 0;
        char *text = draw_rules(board->at, &bytes);
        limit_time();
        const bool good = text != NULL && check_one(request, text, bytes, board->at);
        free(text);
        if (!good) {
            _exit(1);
        }
    }
    board->is_done = board->at < end;
    _exit(0);
}

static void check_seeds(const struct request *request)
{
    struct timespec start;
    const uint64_t end = request->files == 0 ? UINT64_MAX : request->seed + request->files;
    clock_gettime(CLOCK_MONOTONIC, &start);
    board->at = request->seed;
    while (board->at < end && !board->is_done) {
        const uint64_t until = end - board->at < STRETCH ? end : board->at + STRETCH;
        fflush(stdout);
        const pid_t child = fork();
        if (child == 0) {
            check_stretch(request, until, &start);
        }
        if (child < 0) {
            break;
        }
        if (!ends_well(child)) {
            size_t bytes = 0;
            char *text = draw_rules(board->at, &bytes);
            board->broken++;
            if (text != NULL) {
                tell(request, text, bytes, board->at);
            }
            free(text);
            board->at++;
        }
    }
}

static void check_file(const struct request *request, const char *path)
{
    char *text = malloc(MAX_FILE);
    FILE *file = text != NULL ? fopen(path, "r") : NULL;
    if (file == NULL) {
        perror(path);
        board->broken++;
        free(text);
        return;
    }
    const size_t bytes = fread(text, 1, MAX_FILE, file);
    fclose(file);
    struct same_failure none = {.request = request, .seed = request->seed};
    clock_gettime(CLOCK_MONOTONIC, &none.began);
    (void)fails_alike(&none, text, bytes);
    if (board->kind[0] != '\0') {
        board->broken++;
        printf("FAILED %s: %s\n  %s\n", path, board->kind, board->detail);
    }
    free(text);
}

/* Returns the index of the first file; argc + 1 when it cannot be read. */
static int read_request(int argc, char **argv, struct request *request)
{
    int i = 1;
    for (; i < argc && strncmp(argv[i], "--", 2) == 0; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(argv[i], "--no-shrink") == 0) {
            request->no_shrink = true;
            continue;
        }
        if (value == NULL) {
            return argc + 1;
        }
        if (strcmp(argv[i], "--seed") == 0) {
            request->seed = strtoull(value, NULL, 10);
        } else if (strcmp(argv[i], "--files") == 0) {
            request->files = strtoull(value, NULL, 10);
        } else if (strcmp(argv[i], "--seconds") == 0) {
            request->seconds = strtod(value, NULL);
        } else if (strcmp(argv[i], "--plies") == 0) {
            request->plies = (unsigned)strtoul(value, NULL, 10);
        } else if (strcmp(argv[i], "--left-out") == 0) {
            request->left_out = strtoull(value, NULL, 0);
        } else if (strcmp(argv[i], "--draw") == 0) {
            size_t bytes = 0;
            char *text = draw_rules(strtoull(value, NULL, 10), &bytes);
            fwrite(text, 1, bytes, stdout);
            free(text);
            exit(0);
        } else {
            return argc + 1;
        }
        i++;
    }
    return i;
}

int main(int argc, char **argv)
{
    struct request request = {.seed = 1, .plies = 12};
    const int first = read_request(argc, argv, &request);
    if (request.seconds == 0) {
        request.files = request.files != 0 ? request.files : FILES;
        request.seconds = FOREVER;
    }
    board = mmap(NULL, sizeof *board, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (first > argc || board == MAP_FAILED) {
        fputs(
            "usage: random_rules [--seed S] [--files N] [--seconds S] [--plies N] [--left-out N]\n"
            "                    [--no-shrink] [--draw S] [FILE.mad ...]\n",
            stderr);
        return 2;
    }
    memset(board, 0, sizeof *board);
    deepen_stack();
    for (int i = first; i < argc; i++) {
        check_file(&request, argv[i]);
    }
    if (first == argc) {
        check_seeds(&request);
    }
    printf("seed %" PRIu64 ": %" PRIu64 " played, %" PRIu64 " stopped at a limit, %" PRIu64
           " refused; %" PRIu64 " positions, %" PRIu64 " moves, %" PRIu64 " games ended, %" PRIu64
           " not told by the meaning\n",
           request.seed, board->good, board->limited, board->refused, board->positions,
           board->moves, board->ended, board->untold);
    printf("%" PRIu64 " passed, %" PRIu64 " failed\n", board->good + board->limited, board->broken);
    return board->broken != 0;
}
