/* climb_solve.c - endgames with all hands open: does the side to move win, and by which play (DDZ-12, GP-8)?
 *
 * Depth-first proof-number search: every position carries how many more positions must be proved to show that the
 * side to move at the root wins, and how many to show that it loses, and the search goes where the fewer are missing.
 * A follower has few replies and a leader dozens of plays, so the numbers find the forcing lines that make an endgame,
 * where a search by depth would drown. Plays use up cards, so there are no cycles.
 *
 * Positions are made fewer before they are looked up. Where the one to move can play the whole hand, the game is over.
 * Players who can't beat the last play are passed over: the turn goes to the next one who can, and if nobody can, back
 * to whoever made the play, as a lead. The last play is known by what can beat it alone: its kind and length and the
 * highest rank below the next body that anybody holds.
 *
 * The key of a position is exact. A hand is a set of cards of the hand at the root, numbered in mixed radix by its counts;
 * the numbers of all hands, the turn and the last play make one number below 2^64, so two positions never share a key and
 * no position is ever taken for another. Invariant: an entry once proved (proof or disproof 0) never changes.
 */
#include "climb.h"

#include <stdlib.h>
#include <string.h>

#define SEATS 3
#define BOUND ((uint32_t)1 << 24) /* stands for infinity: the other number is 0 */
#define FIRST_SLOTS ((size_t)1 << 10)
#define MOVES_MAX 1024
#define CLASSES_MAX 256
/* More than the positions on the way from the root to an end of the game can have: plays use up cards. */
#define CHILDREN ((size_t)1 << 16)

/* What is left of a play that has to be beaten. */
typedef struct last {
    uint8_t class; /* into solver.class, 0: nothing, a lead */
    uint8_t rank;
} last_t;

typedef struct position {
    uint64_t hand[SEATS];
    uint64_t index[SEATS]; /* of the hands: radix numbers, weighted so that they add up to part of the key */
    uint8_t turn, by;      /* by: who made the last play; turn itself on a lead */
    last_t last;
} position_t;

/* proof is how many positions are missing to show that the root's side wins, disproof that it loses. */
typedef struct numbers { uint32_t proof, disproof; } numbers_t;

typedef struct slot {
    uint64_t key; /* plus one; 0: free */
    numbers_t numbers;
} slot_t;

typedef struct child {
    uint64_t key;   /* 0: the game has ended, or ends with the next play */
    lp_play_t play; /* without cards: a pass */
    position_t position;
} child_t;

struct lp_solver {
    const lp_climb_t *climb;
    position_t root;
    uint8_t seats, ours; /* ours: bit s set for a seat on the side of the one to move at the root */
    uint8_t forced_pass; /* the seat to move at the root can't beat the last play */
    uint8_t ended;       /* lp_limit_t that stopped the last run */
    uint32_t n_classes;
    lp_play_t class[CLASSES_MAX]; /* kind, length and bomb of the plays of a class; rank is open */
    uint8_t class_of[LP_CLIMB_FORMS][16];
    uint64_t weight[SEATS][LP_CLIMB_RANKS]; /* of one card of a rank in the key */
    uint64_t after_hands;                   /* keys of hands alone are below it */
    uint64_t nodes, stop_at;
    slot_t *slots;
    size_t n_slots, n_used, most_slots;
    child_t *children; /* a stack: those of the position, then those of the one below it */
    numbers_t *numbers; /* theirs; apart, since every step of the search runs over them */
    size_t n_children, most_children;
    uint64_t moves[MOVES_MAX];
    lp_outcome_t outcome;
    lp_play_t best;
};

static ALWAYS_INLINE uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* ---- the table */

static ALWAYS_INLINE size_t slot_of(uint64_t key, size_t n_slots) {
    uint64_t mixed = key * 0x9E3779B97F4A7C15u;
    return (size_t)(mixed >> 20 ^ mixed >> 42) & (n_slots - 1);
}

static slot_t *find(const lp_solver_t *solver, uint64_t key) {
    size_t i = slot_of(key, solver->n_slots);
    while (solver->slots[i].key && solver->slots[i].key != key) i = (i + 1) & (solver->n_slots - 1);
    return &solver->slots[i];
}

/* Makes room for one more; says if the limit forbids it. */
static lp_limit_t grow(lp_solver_t *solver) {
    if (2 * solver->n_used < solver->n_slots) return LP_LIMIT_NONE;
    if (2 * solver->n_slots > solver->most_slots) {
        if (4 * solver->n_used < 3 * solver->n_slots) return LP_LIMIT_NONE;
        return LP_LIMIT_MEMORY;
    }
    size_t n = 2 * solver->n_slots;
    slot_t *slots = calloc(n, sizeof *slots);
    if (!slots) return LP_LIMIT_MEMORY;
    for (size_t i = 0; i < solver->n_slots; i++) {
        if (!solver->slots[i].key) continue;
        size_t k = slot_of(solver->slots[i].key, n);
        while (slots[k].key) k = (k + 1) & (n - 1);
        slots[k] = solver->slots[i];
    }
    free(solver->slots);
    solver->slots = slots;
    solver->n_slots = n;
    return LP_LIMIT_NONE;
}

static void keep(lp_solver_t *solver, uint64_t key, numbers_t numbers) {
    slot_t *slot = find(solver, key);
    if (!slot->key) {
        slot->key = key;
        solver->n_used++;
    }
    slot->numbers = numbers;
}

/* ---- positions */

static ALWAYS_INLINE int is_ours(const lp_solver_t *solver, unsigned seat) { return solver->ours >> seat & 1; }

static uint64_t key_of(const lp_solver_t *solver, const position_t *position) {
    uint64_t state = position->last.class * (uint64_t)LP_CLIMB_RANKS + position->last.rank;
    state = (state * SEATS + position->turn) * SEATS + position->by;
    return state * solver->after_hands + position->index[0] + position->index[1] + position->index[2] + 1;
}

static ALWAYS_INLINE uint64_t weigh(const lp_solver_t *solver, unsigned seat, uint64_t cards) {
    uint64_t sum = 0;
    for (; cards; cards &= ~((uint64_t)15 << 4 * climb_rank_of(cards))) {
        unsigned rank = climb_rank_of(cards);
        sum += (cards >> 4 * rank & 15) * solver->weight[seat][rank];
    }
    return sum;
}

static ALWAYS_INLINE lp_play_t over_of(const lp_solver_t *solver, last_t last) {
    lp_play_t over = solver->class[last.class];
    over.rank = last.rank;
    return over;
}

static int can_beat(const lp_solver_t *solver, uint64_t hand, last_t last) {
    lp_play_t over = over_of(solver, last);
    return climb_moves(solver->climb, hand, &over, NULL, 0) != 0;
}

/* Gives the turn to the first seat from `seat` on that can beat the last play; if the one who made it is reached, it
 * leads. */
static void pass_on(const lp_solver_t *solver, position_t *position, unsigned seat) {
    for (; seat != position->by; seat = (seat + 1) % solver->seats)
        if (can_beat(solver, position->hand[seat], position->last)) {
            position->turn = (uint8_t)seat;
            return;
        }
    position->turn = position->by;
    position->last = (last_t){0, 0};
}

/* The highest rank that the last play might as well have: below the lowest body above it that anybody holds. */
static uint8_t widest_rank(const lp_solver_t *solver, const position_t *position, const lp_play_t *play) {
    const lp_climb_t *climb = solver->climb;
    uint64_t forms = play->bomb ? climb->bomb_forms : climb->kinds_forms[play->kind];
    unsigned above = LP_CLIMB_RANKS;
    for (; forms; forms &= forms - 1) {
        const climb_form_t *form = &climb->form[__builtin_ctzll(forms)];
        if (form->rule.bomb != play->bomb || form->rule.joined) continue;
        unsigned shortest = play->bomb ? form->rule.run_min : play->length;
        unsigned longest = play->bomb ? form->rule.run_max : play->length;
        for (unsigned seat = 0; seat < solver->seats; seat++) {
            uint64_t ranks = climb_at_least(position->hand[seat], form->rule.group) & form->ranks;
            for (unsigned length = shortest; length <= longest; length++) {
                uint64_t starts = climb_runs(ranks, length);
                unsigned top = play->rank + 2u, lowest = top > length ? top - length : 0;
                starts = lowest < LP_CLIMB_RANKS ? starts & ~(uint64_t)0 << 4 * lowest : 0;
                if (starts && climb_rank_of(starts) + length - 1 < above) above = climb_rank_of(starts) + length - 1;
            }
        }
    }
    return (uint8_t)(above - 1);
}

/* What a position is thought to cost before it is looked at. A side is far from the end by the ranks that it holds, its
 * better placed hand counting, and whoever leads is nearer. Only the order of search depends on this. */
static numbers_t guess(const lp_solver_t *solver, const position_t *position) {
    uint32_t ranks[2] = {LP_CLIMB_RANKS, LP_CLIMB_RANKS};
    for (unsigned seat = 0; seat < solver->seats; seat++) {
        int ours = is_ours(solver, seat);
        ranks[ours] = smaller(ranks[ours], climb_ranks(climb_at_least(position->hand[seat], 1)));
    }
    numbers_t numbers = {4 * ranks[1] * ranks[1], 4 * ranks[0] * ranks[0]};
    if (!position->last.class) {
        if (is_ours(solver, position->turn)) numbers.disproof *= 4;
        else numbers.proof *= 4;
    }
    return numbers;
}

/* Can the one to move play the whole hand? Such positions, most of all, are never looked up. */
static int ends(const lp_solver_t *solver, const position_t *position) {
    lp_play_t over, play;
    if (position->last.class) over = over_of(solver, position->last);
    return climb_read_first(solver->climb, position->hand[position->turn], position->last.class ? &over : NULL, &play);
}

/* Adds the child that a play makes; NULL: a pass. */
static void add_child(lp_solver_t *solver, const position_t *from, const lp_play_t *play) {
    numbers_t *numbers = &solver->numbers[solver->n_children];
    child_t *child = &solver->children[solver->n_children++];
    unsigned seat = from->turn, next = (seat + 1) % solver->seats;
    child->position = *from;
    if (!play) {
        child->play = (lp_play_t){0, 0, 0, 0, 0, 0, 0};
        pass_on(solver, &child->position, next);
    } else {
        uint64_t cards = play->body + play->kickers;
        child->play = *play;
        child->position.hand[seat] -= cards;
        if (!child->position.hand[seat]) {
            child->key = 0;
            *numbers = is_ours(solver, seat) ? (numbers_t){0, BOUND} : (numbers_t){BOUND, 0};
            return;
        }
        child->position.index[seat] -= weigh(solver, seat, cards);
        child->position.by = (uint8_t)seat;
        child->position.last =
            (last_t){solver->class_of[play->form][play->length], widest_rank(solver, &child->position, play)};
        pass_on(solver, &child->position, next);
    }
    if (ends(solver, &child->position)) {
        child->key = 0;
        *numbers = is_ours(solver, child->position.turn) ? (numbers_t){0, BOUND} : (numbers_t){BOUND, 0};
        return;
    }
    child->key = key_of(solver, &child->position);
    __builtin_prefetch(&solver->slots[slot_of(child->key, solver->n_slots)]);
    *numbers = guess(solver, &child->position);
}

/* Every child of a position, the end of the game alone where the mover can reach it, as it may at the root. */
static lp_limit_t expand(lp_solver_t *solver, const position_t *position) {
    const lp_climb_t *climb = solver->climb;
    uint64_t hand = position->hand[position->turn];
    lp_play_t over, play[LP_CLIMB_READINGS];
    const lp_play_t *beaten = NULL;
    if (position->last.class) {
        over = over_of(solver, position->last);
        beaten = &over;
    }
    if (solver->n_children + MOVES_MAX + LP_CLIMB_READINGS > solver->most_children) return LP_LIMIT_MEMORY;
    if (climb_read_first(climb, hand, beaten, play)) {
        add_child(solver, position, play);
        return LP_LIMIT_NONE;
    }
    size_t n = climb_moves(climb, hand, beaten, solver->moves, MOVES_MAX);
    if (n > MOVES_MAX) return LP_LIMIT_MEMORY;
    if (beaten) add_child(solver, position, NULL);
    for (size_t i = n; i-- > 0;) {
        /* Who leads may choose the reading (DDZ-8); who follows plays the first that beats. */
        size_t readings = beaten ? (size_t)climb_read_first(climb, solver->moves[i], beaten, play)
                                 : climb_read(climb, solver->moves[i], play, LP_CLIMB_READINGS);
        for (size_t k = 0; k < readings; k++) {
            if (solver->n_children == solver->most_children) return LP_LIMIT_MEMORY;
            add_child(solver, position, &play[k]);
        }
    }
    return LP_LIMIT_NONE;
}

/* ---- the search */

/* The numbers of a position from those of its children, and where to look next. */
static numbers_t gather(const numbers_t *numbers, size_t n, int ours, size_t *best, uint32_t *second) {
    /* For the side to move `least` is what it has to prove of one child, `sum` what has to be shown of all. */
    uint32_t least = BOUND, sum = 0, next = BOUND;
    *best = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t prove = ours ? numbers[i].proof : numbers[i].disproof;
        uint32_t refute = ours ? numbers[i].disproof : numbers[i].proof;
        sum = refute >= BOUND || sum >= BOUND ? BOUND : smaller(sum + refute, BOUND - 1);
        if (prove < least) {
            next = least;
            least = prove;
            *best = i;
        } else if (prove < next) {
            next = prove;
        }
    }
    if (least == 0) sum = BOUND;
    *second = next;
    return ours ? (numbers_t){least, sum} : (numbers_t){sum, least};
}

/* Searches below a position until one of its numbers reaches its limit; returns them. */
static numbers_t search(lp_solver_t *solver, const position_t *position, uint64_t key, numbers_t limit) {
    size_t base = solver->n_children;
    numbers_t found = {1, 1};
    if (solver->nodes >= solver->stop_at) solver->ended = LP_LIMIT_NODES;
    else solver->nodes++;
    if (!solver->ended) solver->ended = (uint8_t)grow(solver);
    if (!solver->ended) solver->ended = (uint8_t)expand(solver, position);
    if (solver->ended) {
        solver->n_children = base;
        return found;
    }
    const child_t *children = solver->children + base;
    numbers_t *numbers = solver->numbers + base;
    size_t n = solver->n_children - base;
    int ours = is_ours(solver, position->turn);
    for (size_t i = 0; i < n; i++) {
        if (!children[i].key) continue;
        const slot_t *slot = find(solver, children[i].key);
        if (slot->key) numbers[i] = slot->numbers;
    }
    for (;;) {
        size_t best;
        uint32_t second;
        found = gather(numbers, n, ours, &best, &second);
        if (found.proof >= limit.proof || found.disproof >= limit.disproof || !found.proof || !found.disproof) break;
        numbers_t below = limit;
        /* On until the second best is clearly better: twice as good, or positions would be left and entered all the time. */
        if (ours) {
            below.proof = smaller(limit.proof, smaller(2 * second + 1, BOUND));
            if (limit.disproof < BOUND) below.disproof = limit.disproof - found.disproof + numbers[best].disproof;
        } else {
            below.disproof = smaller(limit.disproof, smaller(2 * second + 1, BOUND));
            if (limit.proof < BOUND) below.proof = limit.proof - found.proof + numbers[best].proof;
        }
        numbers_t got = search(solver, &children[best].position, children[best].key, below);
        if (solver->ended) break;
        numbers[best] = got;
    }
    if (!solver->ended) keep(solver, key, found);
    solver->n_children = base;
    return found;
}

/* ---- the interface */

static void number_classes(lp_solver_t *solver) {
    const lp_climb_t *climb = solver->climb;
    solver->n_classes = 1; /* 0 is a lead */
    for (size_t f = 0; f < climb->n_forms; f++) {
        const lp_form_t *rule = &climb->form[f].rule;
        for (unsigned length = rule->run_min; length <= rule->run_max && length < 16; length++) {
            lp_play_t play = {0, 0, (uint8_t)f, rule->kind, 0, (uint8_t)length, rule->bomb};
            size_t c = 1;
            for (; c < solver->n_classes; c++) {
                const lp_play_t *other = &solver->class[c];
                if (play.bomb ? other->bomb == play.bomb
                              : !other->bomb && other->kind == play.kind && other->length == length)
                    break;
            }
            if (c == solver->n_classes) solver->class[solver->n_classes++] = play;
            solver->class_of[f][length] = (uint8_t)c;
        }
    }
}

/* Gives every card of the hands its weight; 0 where the keys would not fit. */
static int weigh_cards(lp_solver_t *solver) {
    uint64_t weight = 1;
    for (unsigned seat = 0; seat < solver->seats; seat++)
        for (unsigned rank = 0; rank < LP_CLIMB_RANKS; rank++) {
            solver->weight[seat][rank] = weight;
            weight *= (solver->root.hand[seat] >> 4 * rank & 15) + 1; /* below 2^60 by the size of a deck */
        }
    solver->after_hands = weight;
    for (unsigned seat = 0; seat < solver->seats; seat++)
        solver->root.index[seat] = weigh(solver, seat, solver->root.hand[seat]);
    return weight < UINT64_MAX / (solver->n_classes * (uint64_t)LP_CLIMB_RANKS * SEATS * SEATS);
}

static lp_status_t check_endgame(const lp_climb_t *climb, const lp_endgame_t *endgame, lp_error_t *error) {
    if (endgame->n_hands < 2 || endgame->n_hands > SEATS)
        return lp_fail(error, LP_E_VALUE, LP_ENDGAME_HANDS, 0, endgame->n_hands);
    if (endgame->landlord >= endgame->n_hands)
        return lp_fail(error, LP_E_VALUE, LP_ENDGAME_LANDLORD, 0, endgame->landlord);
    if (endgame->turn >= endgame->n_hands) return lp_fail(error, LP_E_VALUE, LP_ENDGAME_TURN, 0, endgame->turn);
    unsigned passes_most = endgame->over ? endgame->n_hands - 2u : 0;
    if (endgame->passes > passes_most) return lp_fail(error, LP_E_VALUE, LP_ENDGAME_PASSES, 0, endgame->passes);
    uint64_t all = 0;
    for (unsigned seat = 0; seat < endgame->n_hands; seat++) {
        lp_status_t status = climb_check_hand(climb, endgame->hand[seat], seat, error);
        if (status != LP_OK) return status;
    }
    if (endgame->over && !climb_over_is_good(climb, endgame->over))
        return lp_fail(error, LP_E_PLAY, LP_ENDGAME_OVER, 0, 0);
    for (unsigned part = 0; part < endgame->n_hands + (endgame->over ? 1u : 0u); part++) {
        uint64_t cards = part < endgame->n_hands ? endgame->hand[part] : endgame->over->body + endgame->over->kickers;
        for (unsigned r = 0; r < LP_CLIMB_RANKS; r++) { /* four bits hold twice what a deck has of a rank */
            unsigned count = (unsigned)(all >> 4 * r & 15) + (unsigned)(cards >> 4 * r & 15);
            if (count > climb->rules.deck[r])
                return lp_fail(error, LP_E_DUPLICATE, part, (int32_t)r, (int32_t)count);
        }
        all += cards;
    }
    return LP_OK;
}

lp_status_t lp_solver_new(const lp_climb_t *climb, const lp_endgame_t *endgame, size_t bytes, lp_solver_t **out,
                          lp_error_t *error) {
    if (!climb || !endgame || !out) return lp_fail(error, LP_E_VALUE, LP_ENDGAME_HANDS, 0, 0);
    *out = NULL;
    lp_status_t status = check_endgame(climb, endgame, error);
    if (status != LP_OK) return status;
    lp_solver_t *solver = calloc(1, sizeof *solver);
    if (!solver) return lp_fail(error, LP_E_MEMORY, 0, 0, 0);
    solver->climb = climb;
    solver->seats = endgame->n_hands;
    memcpy(solver->root.hand, endgame->hand, solver->seats * sizeof *endgame->hand);
    number_classes(solver);
    for (unsigned seat = 0; seat < solver->seats; seat++)
        if ((seat == endgame->landlord) == (endgame->turn == endgame->landlord)) solver->ours |= (uint8_t)(1u << seat);
    solver->n_slots = FIRST_SLOTS;
    solver->most_slots = bytes / sizeof *solver->slots;
    solver->slots = calloc(solver->n_slots, sizeof *solver->slots);
    solver->most_children = CHILDREN;
    solver->children = malloc(CHILDREN * sizeof *solver->children);
    solver->numbers = malloc(CHILDREN * sizeof *solver->numbers);
    if (!weigh_cards(solver) || !solver->slots || !solver->children || !solver->numbers) {
        lp_solver_free(solver);
        return lp_fail(error, LP_E_MEMORY, 0, 0, 0);
    }
    position_t *root = &solver->root;
    root->turn = root->by = endgame->turn;
    if (endgame->over) {
        root->by = (uint8_t)((endgame->turn + 2u * solver->seats - 1 - endgame->passes) % solver->seats);
        root->last = (last_t){solver->class_of[endgame->over->form][endgame->over->length],
                              widest_rank(solver, root, endgame->over)};
        solver->forced_pass = !can_beat(solver, root->hand[root->turn], root->last);
        if (solver->forced_pass) pass_on(solver, root, (root->turn + 1u) % solver->seats);
    }
    *out = solver;
    return LP_OK;
}

/* Finds the first play that is proved to win, or leaves `best` without cards where that is a pass. */
static void find_best(lp_solver_t *solver) {
    if (expand(solver, &solver->root) == LP_LIMIT_NONE)
        for (size_t i = 0; i < solver->n_children; i++) {
            const child_t *child = &solver->children[i];
            const slot_t *slot = child->key ? find(solver, child->key) : NULL;
            if (slot ? slot->key && !slot->numbers.proof : !solver->numbers[i].proof) {
                solver->best = child->play;
                break;
            }
        }
    solver->n_children = 0;
}

lp_status_t lp_solver_run(lp_solver_t *solver, uint64_t nodes, lp_solution_t *out, lp_error_t *error) {
    if (!solver || !out) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    if (!solver->outcome) {
        solver->stop_at = nodes > UINT64_MAX - solver->nodes ? UINT64_MAX : solver->nodes + nodes;
        solver->ended = LP_LIMIT_NONE;
        numbers_t found = search(solver, &solver->root, key_of(solver, &solver->root), (numbers_t){BOUND, BOUND});
        if (!solver->ended) {
            solver->outcome = found.proof == 0 ? LP_OUTCOME_WIN : LP_OUTCOME_LOSS;
            if (found.proof == 0 && !solver->forced_pass) find_best(solver);
        }
    }
    *out = (lp_solution_t){solver->best, solver->nodes, solver->n_used, solver->n_slots * sizeof *solver->slots,
                           (uint8_t)solver->outcome, solver->ended,
                           solver->outcome == LP_OUTCOME_WIN && !solver->best.body};
    return LP_OK;
}

void lp_solver_free(lp_solver_t *solver) {
    if (!solver) return;
    free(solver->slots);
    free(solver->children);
    free(solver->numbers);
    free(solver);
}
