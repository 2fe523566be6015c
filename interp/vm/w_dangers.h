/* w_dangers.h - the squares on which a royal would be attacked; included by w_run.c.
 *
 * Layer: vm. One map for each position, drawn only as far as somebody asks: first the squares beside the royal,
 * then further ones. Of a King on e1 first d1, d2, e2, f2 and f1. It relies on king_zones.c for who can attack
 * there at all. */

/* --- dangers --------------------------------------------------------------------------------- */

/* What these enemies attack by leaps, or by rides. The royal is thought away: it does not shield the squares behind
 * it. */
RUN_INLINE void draw(struct mad_generator *run, bool ride, mad_set enemy)
{
    const struct mad_program *program = run->program;
    const struct mad_danger *danger = program->danger.rows[run->side][ride];
    const struct mad_danger *const end = danger + program->danger.count[run->side][ride];
    const mad_set lifted = run->occupied & ~set_of(run->masks.royal);
    mad_set dangers = set_none();
    if (set_empty(enemy)) {
        return;
    }
    for (; danger < end; danger++) {
        mad_set men = mad_slot(run->state, MAD_SLOT_CODE + danger->codes[0]) |
                      mad_slot(run->state, MAD_SLOT_CODE + danger->codes[1]);
        for (uint32_t i = 2; i < danger->code_count; i++) {
            men |= mad_slot(run->state, MAD_SLOT_CODE + danger->codes[i]);
        }
        for (men &= enemy; !set_empty(men); men = set_rest(men)) {
            dangers |= ride ? mad_ride(run, danger->table, set_first(men), lifted)
                            : mad_leap(run, danger->table, set_first(men));
        }
    }
    run->masks.dangers |= dangers;
}

/* Those who may reach the squares to which the royal steps. */
static void draw_near(struct mad_generator *run)
{
    const struct mad_danger_table *table = &run->program->danger;
    const uint32_t *near = table->near[run->side], royal = run->masks.royal;
    const mad_set enemy = mad_slot(run->state, 1 - run->side);
    run->masks.near_drawn = true;
    draw(run, false, enemy & mad_leap(run, near[false], royal));
    draw(run, true, enemy & mad_leap(run, near[true], royal));
    if (run->told) {
        run->masks.drawn = mad_leap(run, table->steps[run->side], run->masks.royal);
    }
}

/* Draws all of the map, if the steps are not enough for these squares; false when it tells of steps alone. */
static __attribute__((noinline)) bool draw_more(struct mad_generator *run, mad_set squares)
{
    if (!run->told) {
        return false;
    }
    if (!run->masks.near_drawn) {
        draw_near(run);
    }
    if (!set_within(squares, run->masks.drawn)) {
        const mad_set enemy = mad_slot(run->state, 1 - run->side);
        draw(run, false, enemy);
        draw(run, true, enemy);
        run->masks.drawn = ~set_none();
    }
    return true;
}

/* Whether the map tells if the enemy attacks these squares as the men stand. */
static bool is_drawn(struct mad_generator *run, mad_set squares)
{
    return run->trail_count == 0 &&
           (set_within(squares, run->masks.drawn) || draw_more(run, squares));
}

/* Its steps, all of them legal. */
RUN_INLINE void list_known_royal(struct mad_generator *run, uint32_t code, mad_set steps,
                                 bool counting)
{
    const uint32_t from = run->masks.royal;
    if (counting) {
        run->sink.count += count_targets(run, code, from, steps);
    } else if (set_empty(steps)) {
        return;
    } else if (run->sink.batches != NULL) {
        batch_targets(run, code, from, steps);
    } else {
        add_targets(run, code, from, steps, false);
    }
}

/* A royal must not step where it could be taken; it does not shield the squares behind it. */
RUN_INLINE void royal_moves(struct mad_generator *run, const struct mad_instruction *head,
                            bool counting)
{
    if (run->masks.alone) {
        mad_set steps =
            targets_of(run, head + 1, head->b, head->c, run->masks.royal, true) & run->masks.wanted;
        if (!set_empty(steps)) {
            if (!run->masks.near_drawn) {
                draw_near(run);
            }
            list_known_royal(run, head->a, steps & (~run->masks.dangers | run->masks.exempt),
                             counting);
        }
        return;
    }
    mad_set men = mad_slot(run->state, MAD_SLOT_CODE + head->a);
    const bool masked = run->masks.royal_safe;
    const bool sure = masked ? run->legality != MAD_LEGALITY_TEST && !run->masks.beside
                             : run->legality == MAD_LEGALITY_NONE;
    if (!masked && !run->sink.captures_only) {
        men_moves(run, head, men, counting);
        return;
    }
    for (; !set_empty(men); men = set_rest(men)) {
        uint32_t from = set_first(men);
        mad_set safe = set_none();
        mad_set lifted = run->occupied & ~set_of(from);
        mad_set targets =
            targets_of(run, head + 1, head->b, head->c, from, true) & run->masks.wanted;
        if (run->masks.spares) {
            targets &= run->masks.royal_line & ~run->masks.barred[head->a];
        }
        if (masked && run->program->danger.known[run->side] && !set_empty(targets)) {
            if (!run->masks.near_drawn) {
                draw_near(run);
            }
            safe = targets & (~run->masks.dangers | run->masks.exempt);
            targets = set_none();
        }
        for (; !set_empty(targets); targets = set_rest(targets)) {
            uint32_t to = set_first(targets);
            if (!masked || set_has(run->masks.exempt, to) ||
                !is_royal_attacked(run, 1 - run->side, to, lifted | set_of(to))) {
                safe |= set_of(to);
            }
        }
        man_moves(run, head->a, from, safe, sure, counting);
    }
}

/* Apart from the loop, which has no registers to spare. */
static __attribute__((noinline)) void count_royal(struct mad_generator *run,
                                                  const struct mad_instruction *head)
{
    royal_moves(run, head, true);
}

static __attribute__((noinline)) void list_royal(struct mad_generator *run,
                                                 const struct mad_instruction *head)
{
    royal_moves(run, head, false);
}
