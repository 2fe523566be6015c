/* prove.c - wins by force, by proof numbers; see prove.h. Layer: search.
 *
 * A node has two numbers: how many positions at least have to be settled before it is proved that the player wins, and
 * before it is proved that he does not. The search goes where the smaller of them is smallest, depth first within limits
 * that say when something else has become more promising (Nagai 2002, "df-pn"). Of what many children need together the
 * largest is counted and one for each other (Ueda et al. 2008, "Weak proof-number search"): ways that meet again are not
 * counted twice.
 *
 * Who repeats a position has not won by that: on a path a position met again counts as not won. A proof of a win never
 * leans on this, so that it holds whatever path led there. The opposite may lean on it, and is looked at again: positions
 * that are not won have to form a region that the player cannot leave, whatever he does, while the other stays in it with
 * one move each (mad_prover_ask). Where it does not hold, all that was thought not to be won is forgotten. */
#include "prove.h"

#include "../game/chance.h"
#include "../memory.h"
#include "../position.h"
#include "stack.h"

enum {
    DEPTH = 1000,
    BUCKET = 4,
    SETTLED = 1 << 30, /* of a number that cannot be reached any more */
    REGION_BYTES = 256 << 20,
    ROOM_FOR_MOVES = MAD_MAX_MOVES / 2, /* that have to be left to go on deeper */
};

struct numbers {
    uint32_t win, other; /* to be settled, for and against the player */
};

struct proof {
    uint64_t key;
    struct numbers numbers; /* of a win: 0, and the plies that it takes */
    uint32_t work;          /* positions looked at below; 0: empty */
    bool is_checked;        /* not won: has been looked at again, or is about to be */
};

struct mad_prover {
    const struct mad_game *game;
    struct mad_stack stack;
    struct mad_budget *budget;
    int player;
    struct proof *table;
    size_t table_count; /* a power of two, BUCKET at least */
    uint64_t *keys;     /* of what each move in the list of the stack leads to */
    uint64_t path[DEPTH];
    uint32_t path_first;   /* the ply where the path begins */
    unsigned char *region; /* states yet to be looked at again */
    size_t region_count, region_capacity;
    enum mad_status status;
};

struct node {
    struct mad_state *state;
    uint64_t key;
    uint32_t ply, first, first_delta, count;
    bool is_own;
};

static const struct numbers unknown = {1, 1}, not_won = {SETTLED, 0};

/* --- memory -------------------------------------------------------------------------------------- */

enum mad_status mad_prover_new(const mad_game *game, size_t table_bytes, struct mad_prover **out)
{
    const struct mad_memory *memory = game->allocator;
    struct mad_prover *prover = mad_memory_new(memory, sizeof *prover);
    if (prover == NULL)
        return MAD_ERROR_MEMORY;
    prover->game = game;
    enum mad_status status = mad_stack_make(&prover->stack, game, DEPTH + 1);
    size_t count = BUCKET;
    while (2 * count * sizeof *prover->table <= table_bytes)
        count *= 2;
    prover->table = mad_memory_new(memory, count * sizeof *prover->table);
    prover->table_count = prover->table != NULL ? count : 0;
    prover->keys = memory->resize(memory->context, NULL, 0, MAD_STACK_MOVES * sizeof *prover->keys);
    if (status == MAD_OK && (prover->table == NULL || prover->keys == NULL))
        status = MAD_ERROR_MEMORY;
    if (status == MAD_OK)
        *out = prover;
    else
        mad_prover_free(prover);
    return status;
}

void mad_prover_free(struct mad_prover *prover)
{
    if (prover == NULL)
        return;
    const struct mad_memory *memory = prover->game->allocator;
    mad_memory_free(memory, prover->region, prover->region_capacity * prover->game->state_bytes);
    mad_memory_free(memory, prover->keys, MAD_STACK_MOVES * sizeof *prover->keys);
    mad_memory_free(memory, prover->table, prover->table_count * sizeof *prover->table);
    mad_stack_free(&prover->stack, prover->game);
    mad_memory_free(memory, prover, sizeof *prover);
}

/* --- the table ------------------------------------------------------------------------------------- */

static uint64_t key_of(const struct mad_prover *prover, const struct mad_state *state)
{
    return mad_stack_key(state, (uint64_t)prover->player);
}

static struct proof *bucket_of(const struct mad_prover *prover, uint64_t key)
{
    return &prover->table[key & (prover->table_count - 1) & ~(uint64_t)(BUCKET - 1)];
}

static struct proof *find(const struct mad_prover *prover, uint64_t key)
{
    struct proof *bucket = bucket_of(prover, key);
    for (int i = 0; i < BUCKET; i++)
        if (bucket[i].work > 0 && bucket[i].key == key)
            return &bucket[i];
    return NULL;
}

/* In the place of what took the least work. */
static struct proof *store(struct mad_prover *prover, uint64_t key, struct numbers numbers,
                           uint64_t work)
{
    struct proof *bucket = bucket_of(prover, key), *place = find(prover, key);
    for (int i = 0; i < BUCKET && place == NULL; i++)
        place = bucket[i].work == 0 ? &bucket[i] : NULL;
    if (place == NULL) {
        place = bucket;
        for (int i = 1; i < BUCKET; i++)
            place = bucket[i].work < place->work ? &bucket[i] : place;
    }
    if (place->key == key && place->work > 0)
        work += place->work;
    *place = (struct proof){key, numbers, work < UINT32_MAX ? (uint32_t)work : UINT32_MAX, false};
    return place;
}

static bool is_won(const struct numbers *numbers)
{
    return numbers->win == 0;
}

static bool is_not_won(const struct numbers *numbers)
{
    return numbers->other == 0 && numbers->win != 0;
}

/* Drops what was found not to be won, and what is not settled. */
static void forget(struct mad_prover *prover)
{
    for (size_t i = 0; i < prover->table_count; i++)
        if (!is_won(&prover->table[i].numbers))
            prover->table[i].work = 0;
}

/* --- nodes ------------------------------------------------------------------------------------------ */

static struct mad_state *state_at(const struct mad_prover *prover, uint32_t ply)
{
    return mad_stack_state(&prover->stack, prover->game, ply);
}

static bool is_stopped(const struct mad_prover *prover)
{
    return prover->status != MAD_OK || prover->budget->is_spent;
}

static bool make(struct mad_prover *prover, const struct node *node, uint32_t index)
{
    const struct mad_move_list *list = &prover->stack.list;
    struct mad_state *next = state_at(prover, node->ply + 1);
    mad_vm_apply(prover->game, node->state, &list->moves[index], list->deltas, next);
    if (!mad_state_is_made(next))
        prover->status = MAD_ERROR_LIMIT;
    return prover->status == MAD_OK;
}

/* Lists the moves and asks the ends; true when there is nothing to search: `*numbers` are what it is then. To be closed in
 * every case. */
static bool node_open(struct mad_prover *prover, uint32_t ply, struct node *node,
                      struct numbers *numbers)
{
    struct mad_move_list *list = &prover->stack.list;
    struct mad_state *state = state_at(prover, ply);
    struct mad_verdict verdict = {.outcome = MAD_GOES_ON};
    *node = (struct node){.state = state,
                          .key = key_of(prover, state),
                          .ply = ply,
                          .first = list->count,
                          .first_delta = list->delta_count,
                          .is_own = state->side == prover->player};
    uint32_t total;
    enum mad_status status = mad_vm_generate(prover->game, state, list);
    mad_budget_slow(prover->budget, list->steps, state->effort != 0);
    total = list->count;
    if (status == MAD_OK)
        status = mad_chance_fold(prover->game, list, node->first, &total);
    node->count = list->count - node->first;
    mad_budget_work(prover->budget, node->count);
    list->count = total;
    if (status == MAD_OK)
        status = mad_vm_judge_known(prover->game, state, (struct mad_past){0, 0}, node->count > 0,
                                    &verdict, NULL);
    prover->status = status;
    *numbers = verdict.outcome == (prover->player == 0 ? MAD_WIN_FIRST : MAD_WIN_SECOND)
                   ? (struct numbers){0, 0}
                   : not_won;
    return status != MAD_OK || verdict.outcome != MAD_GOES_ON || node->count == 0;
}

static void node_close(struct mad_prover *prover, const struct node *node)
{
    prover->stack.list.count = node->first;
    prover->stack.list.delta_count = node->first_delta;
}

static bool is_on_path(const struct mad_prover *prover, uint32_t ply, uint64_t key)
{
    for (uint32_t i = ply + 1; i-- > prover->path_first;)
        if (prover->path[i] == key)
            return true;
    return false;
}

/* What each move leads to; 0: to what is on the path. */
static void find_keys(struct mad_prover *prover, const struct node *node)
{
    const struct mad_move_list *list = &prover->stack.list;
    for (uint32_t i = node->first; i < list->count; i++)
        if (!mad_move_is_open(&list->moves[i]) && make(prover, node, i)) {
            uint64_t key = key_of(prover, state_at(prover, node->ply + 1));
            prover->keys[i] = is_on_path(prover, node->ply, key) ? 0 : key;
        }
}

/* What is known behind a move that leaves nothing open. */
static struct numbers numbers_behind(const struct mad_prover *prover, const struct node *node,
                                     uint32_t index)
{
    uint64_t key = prover->keys[index];
    const struct proof *proof = find(prover, key);
    if (proof != NULL && is_won(&proof->numbers))
        return proof->numbers;
    if (node->ply + 1 >= DEPTH || key == 0 ||
        prover->stack.list.count + ROOM_FOR_MOVES > prover->stack.list.capacity)
        return not_won;
    return proof != NULL ? proof->numbers : unknown;
}

/* Numbers of several things that all, or of which one, have to be settled in favour of the player. */
struct gathered {
    struct numbers numbers, second; /* `second`: the runner-up's of the smaller side */
    uint32_t best, live;            /* where the search goes on; how many count on the other side */
    uint32_t longest, shortest;     /* plies of the wins among them */
    bool wants_all;
};

static struct gathered gather_start(bool wants_all)
{
    struct numbers none = wants_all ? (struct numbers){0, SETTLED} : (struct numbers){SETTLED, 0};
    return (struct gathered){.numbers = none,
                             .second = {SETTLED, SETTLED},
                             .shortest = UINT32_MAX,
                             .wants_all = wants_all};
}

static void gather(struct gathered *all, uint32_t index, struct numbers one)
{
    uint32_t plies = is_won(&one) ? one.other : 0;
    uint32_t against = is_won(&one) ? SETTLED : one.other;
    uint32_t least = all->wants_all ? against : one.win, sum = all->wants_all ? one.win : against;
    uint32_t *min = all->wants_all ? &all->numbers.other : &all->numbers.win;
    uint32_t *max = all->wants_all ? &all->numbers.win : &all->numbers.other;
    uint32_t *second = all->wants_all ? &all->second.other : &all->second.win;
    if (is_won(&one)) {
        all->longest = plies > all->longest ? plies : all->longest;
        all->shortest = plies < all->shortest ? plies : all->shortest;
    }
    if (least < *min || (least == *min && all->live == 0)) {
        *second = *min;
        *min = least;
        all->best = index;
    } else if (least < *second) {
        *second = least;
    }
    *max = sum > *max ? sum : *max;
    all->live += sum > 0;
}

/* What they come to: the most of them, and one for each other. */
static struct numbers gathered_numbers(const struct gathered *all)
{
    struct numbers numbers = all->numbers;
    uint32_t *sum = all->wants_all ? &numbers.win : &numbers.other;
    if (all->wants_all ? *sum == 0 : numbers.win == 0)
        return (struct numbers){0, (all->wants_all ? all->longest : all->shortest) + 1};
    if (all->wants_all ? numbers.other == 0 : *sum == 0)
        return not_won;
    *sum += all->live - 1;
    *sum = *sum < SETTLED ? *sum : SETTLED - 1;
    return numbers;
}

static uint32_t less(uint32_t limit, uint32_t others)
{
    return limit >= SETTLED ? SETTLED : limit > others ? limit - others : 0;
}

/* How far the best of them may go before something else is more promising. */
static struct numbers limits_within(const struct gathered *all, struct numbers limits)
{
    uint32_t next = all->wants_all ? all->second.other : all->second.win;
    uint32_t *min = all->wants_all ? &limits.other : &limits.win;
    uint32_t *max = all->wants_all ? &limits.win : &limits.other;
    next = next < SETTLED ? next + next / 4 + 1 : SETTLED;
    *min = next < *min ? next : *min;
    *max = less(*max, all->live - 1);
    return limits;
}

static struct gathered gather_outcomes(const struct mad_prover *prover, const struct node *node,
                                       const struct mad_move *open)
{
    struct gathered all = gather_start(true);
    for (uint32_t i = 0; i < open->delta_count; i++)
        gather(&all, open->delta_first + i, numbers_behind(prover, node, open->delta_first + i));
    return all;
}

static struct gathered gather_moves(const struct mad_prover *prover, const struct node *node)
{
    struct gathered all = gather_start(!node->is_own);
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        const struct mad_move *move = &prover->stack.list.moves[i];
        struct numbers one;
        if (mad_move_is_open(move)) {
            struct gathered outcomes = gather_outcomes(prover, node, move);
            one = gathered_numbers(&outcomes);
            one.other -= is_won(&one) && one.other > 0; /* tossing takes no ply */
        } else {
            one = numbers_behind(prover, node, i);
        }
        gather(&all, i, one);
    }
    return all;
}

/* Searches until a number of the node reaches its limit. */
static void search(struct mad_prover *prover, uint32_t ply, struct numbers limits)
{
    struct node node;
    struct numbers numbers;
    uint64_t before = prover->budget->nodes;
    if (!mad_budget_spend(prover->budget))
        return;
    bool is_over = node_open(prover, ply, &node, &numbers);
    prover->path[ply] = node.key;
    if (!is_over)
        find_keys(prover, &node);
    while (!is_over && !is_stopped(prover)) {
        struct gathered all = gather_moves(prover, &node);
        numbers = gathered_numbers(&all);
        if (is_won(&numbers) || numbers.win >= limits.win || numbers.other >= limits.other)
            break;
        struct numbers within = limits_within(&all, limits);
        uint32_t index = all.best;
        if (mad_move_is_open(&prover->stack.list.moves[index])) {
            all = gather_outcomes(prover, &node, &prover->stack.list.moves[index]);
            within = limits_within(&all, within);
            index = all.best;
        }
        if (make(prover, &node, index))
            search(prover, ply + 1, within);
    }
    prover->path[ply] = 0;
    if (prover->status == MAD_OK && (is_over || !prover->budget->is_spent))
        (void)store(prover, node.key, numbers, prover->budget->nodes - before);
    node_close(prover, &node);
}

/* Settles the state at a ply, on a path that begins there. */
static struct numbers settle(struct mad_prover *prover, uint32_t ply)
{
    uint64_t key = key_of(prover, state_at(prover, ply));
    const struct proof *proof = find(prover, key);
    prover->path_first = ply;
    while (!is_stopped(prover) &&
           (proof == NULL || (!is_won(&proof->numbers) && !is_not_won(&proof->numbers)))) {
        search(prover, ply, (struct numbers){SETTLED, SETTLED});
        proof = find(prover, key);
    }
    return proof != NULL ? proof->numbers : unknown;
}

/* --- what is not won, looked at again ------------------------------------------------------------------- */

static void push(struct mad_prover *prover, const struct mad_state *state)
{
    size_t bytes = prover->game->state_bytes;
    void *block = prover->region;
    if (prover->region_count + 1 > REGION_BYTES / bytes) {
        prover->status = MAD_ERROR_STOPPED;
        return;
    }
    prover->status = mad_memory_grow(prover->game->allocator, &block, &prover->region_capacity,
                                     prover->region_count + 1, bytes);
    prover->region = block;
    if (prover->status == MAD_OK)
        memcpy(prover->region + prover->region_count++ * bytes, state, bytes);
}

/* Of some ways the first that leads to what is not won; one of them has to. */
static bool push_one(struct mad_prover *prover, const struct node *node, uint32_t first,
                     uint32_t count)
{
    for (int pass = 0; pass < 2;
         pass++) /* what is known to be goes before what has to be searched */
        for (uint32_t i = first; i < first + count && !is_stopped(prover); i++) {
            const struct mad_move *move = &prover->stack.list.moves[i];
            if (mad_move_is_open(move)) {
                if (push_one(prover, node, move->delta_first, move->delta_count))
                    return true;
                continue;
            }
            const struct proof *proof = find(prover, prover->keys[i]);
            bool is_known = proof != NULL && is_not_won(&proof->numbers);
            if (!make(prover, node, i) || (pass == 0 && !is_known))
                continue;
            struct numbers numbers = settle(prover, node->ply + 1);
            if (is_stopped(prover) || !is_not_won(&numbers))
                continue;
            push(prover, state_at(prover, node->ply + 1));
            return true;
        }
    return false;
}

/* Each of the player's moves, and one answer to each of his. */
static bool push_ways_out(struct mad_prover *prover, const struct node *node)
{
    if (!node->is_own)
        return push_one(prover, node, node->first, node->count);
    bool is_good = true;
    for (uint32_t i = node->first; i < node->first + node->count && is_good; i++)
        is_good = push_one(prover, node, i, 1);
    return is_good;
}

/* Whether the state at the bottom lies in a region that the player cannot leave. */
static bool holds(struct mad_prover *prover)
{
    bool is_good = true;
    prover->region_count = 0;
    push(prover, state_at(prover, 0));
    while (prover->region_count > 0 && is_good && !is_stopped(prover)) {
        struct node node;
        struct numbers numbers;
        memcpy(state_at(prover, 0),
               prover->region + --prover->region_count * prover->game->state_bytes,
               prover->game->state_bytes);
        uint64_t key = key_of(prover, state_at(prover, 0));
        const struct proof *proof = find(prover, key);
        if ((proof != NULL && proof->is_checked) || !mad_budget_spend(prover->budget))
            continue;
        numbers = settle(prover, 0);
        is_good = is_not_won(&numbers);
        if (!is_good || is_stopped(prover))
            continue;
        store(prover, key, numbers, 1)->is_checked = true;
        if (!node_open(prover, 0, &node, &numbers)) {
            find_keys(prover, &node);
            is_good = push_ways_out(prover, &node);
        }
        node_close(prover, &node);
    }
    return is_good;
}

enum mad_status mad_prover_ask(struct mad_prover *prover, struct mad_budget *budget,
                               const mad_position *position, int player, bool *won, uint32_t *plies)
{
    struct numbers numbers = unknown;
    bool is_settled = false;
    prover->budget = budget;
    prover->player = player;
    prover->status = MAD_OK;
    while (!is_settled && !is_stopped(prover)) {
        prover->stack.list.count = prover->stack.list.delta_count = 0;
        memcpy(state_at(prover, 0), mad_position_state(position), prover->game->state_bytes);
        numbers = settle(prover, 0);
        is_settled = is_won(&numbers) || is_stopped(prover) || holds(prover);
        if (!is_settled || is_stopped(prover))
            forget(prover);
    }
    if (prover->status != MAD_OK)
        return prover->status;
    if (budget->is_spent)
        return MAD_ERROR_STOPPED;
    *won = is_won(&numbers);
    *plies = *won ? numbers.other : 0;
    return MAD_OK;
}

bool mad_prover_knows(const struct mad_prover *prover, const mad_position *position, int player)
{
    const struct proof *proof =
        find(prover, mad_stack_key(mad_position_state(position), (uint64_t)player));
    return proof != NULL && (is_won(&proof->numbers) || proof->is_checked);
}
