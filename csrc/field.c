/* field.c - fields as bytes: entries, packing, and loading with every byte checked.
 *
 * A field says of each opponent only what settlement asks: three strengths, or a special that was declared. Strengths
 * are numbers of one rule set, so the header carries a fingerprint of the rules that number them, which must agree, and
 * one of the settlement rules, which need not: a field of the same game with other stakes is a fair approximation, and
 * lp_field_about says so. All numbers are little-endian, whatever the machine.
 * Invariant: after lp_field_new every entry is an arrangement or a special that the game allows.
 *
 * Header: 0 magic[8], 8 version u16, 10 players u8, 11 role u8, 12 n u32, 16 rounds u32, 20 strengths u32, 24 seed u64,
 * 32 gain i64, 40 gain_error i64, 48 rules u64, 56 stakes u64, 64 zero[8], 72 checksum u64 of all other bytes. Entry:
 * first, middle, last u16; special u8; extra u8 (lp_entry_t). */
#include "field.h"

#include <stdlib.h>
#include <string.h>

#define VERSION 1
#define CHECKSUM_AT 72
static const uint8_t magic[8] = {'L', 'P', 'F', 'I', 'E', 'L', 'D', '\n'};

/* ---- bytes ------------------------------------------------------------------------------------------------------- */

static void put(uint8_t *at, uint64_t value, unsigned n) {
    for (unsigned i = 0; i < n; i++) at[i] = (uint8_t)(value >> 8 * i);
}

static uint64_t get(const uint8_t *at, unsigned n) {
    uint64_t value = 0;
    for (unsigned i = 0; i < n; i++) value |= (uint64_t)at[i] << 8 * i;
    return value;
}

/* FNV-1a, 64 bits */
static uint64_t mix(uint64_t hash, const uint8_t *bytes, size_t n) {
    for (size_t i = 0; i < n; i++) hash = (hash ^ bytes[i]) * UINT64_C(0x100000001B3);
    return hash;
}
#define HASH_START UINT64_C(0xCBF29CE484222325)

static uint64_t mix_number(uint64_t hash, unsigned number) {
    uint8_t bytes[2] = {(uint8_t)number, (uint8_t)(number >> 8)};
    return mix(hash, bytes, sizeof bytes);
}

/* Field by field, so that padding and unused categories do not count. */
static uint64_t print_of_rules(const lp_piles_t *p) {
    const lp_pile_rules_t *r = &p->rules;
    const unsigned numbers[] = {r->lowest_rank, r->jokers, r->pile_size[0], r->pile_size[1], r->pile_size[2], r->strict,
                                r->wheel, r->wheel_led_by_ace, r->suit_weight[0], r->suit_weight[1], r->suit_weight[2],
                                r->suit_weight[3], r->joker_model, r->joker_suits[0], r->joker_suits[1], r->joker_pair,
                                r->n_categories};
    uint64_t hash = HASH_START;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) hash = mix_number(hash, numbers[i]);
    for (size_t c = 0; c < r->n_categories; c++) {
        hash = mix_number(hash, r->category[c].category);
        hash = mix_number(hash, r->category[c].sizes);
        for (size_t k = 0; k < r->category[c].n_keys; k++) hash = mix_number(hash, r->category[c].key[k]);
    }
    return hash;
}

static uint64_t print_of_stakes(const lp_stakes_t *s) {
    const lp_settle_rules_t *r = &s->rules;
    const unsigned numbers[] = {r->kind, r->gun, r->run_over, r->home_run_players, r->home_run_factor, r->step,
                                r->bonuses, r->piles_to_win, r->pays};
    uint64_t hash = HASH_START;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) hash = mix_number(hash, numbers[i]);
    for (size_t i = 0; i < LP_PILES; i++)
        for (size_t c = 0; c < LP_CATEGORIES; c++) hash = mix_number(hash, r->water[i][c]);
    for (size_t k = 0; k < LP_SPECIALS; k++) {
        const lp_special_rule_t *rule = &r->special[k];
        if (!(s->in_play >> k & 1)) continue;
        const unsigned of_it[] = {(unsigned)k, rule->points, rule->place, rule->sweep_factor, rule->lowest,
                                  rule->highest, rule->each};
        for (size_t i = 0; i < sizeof of_it / sizeof *of_it; i++) hash = mix_number(hash, of_it[i]);
    }
    return hash;
}

static uint64_t checksum(const uint8_t *data, size_t size) {
    return mix(mix(HASH_START, data, CHECKSUM_AT), data + LP_FIELD_HEADER, size - LP_FIELD_HEADER);
}

/* ---- entries ----------------------------------------------------------------------------------------------------- */

unsigned lp_hand_multiples(const lp_stakes_t *s, uint64_t hand) {
    unsigned multiples = 0;
    if (s->rules.kind != LP_SETTLE_POTS || !s->in_play) return 0;
    uint32_t held = lp_hand_specials(s, hand);
    for (unsigned k = LP_ALL_BLACK; held >> k; k++)
        if (held >> k & 1) multiples += s->rules.special[k == LP_SECOND_QUADS ? LP_QUADS_BONUS : k].points;
    return multiples;
}

static lp_status_t make_entry(const lp_stakes_t *s, const uint8_t *cards, uint8_t declared, uint8_t *entry,
                              lp_error_t *error) {
    const lp_piles_t *p = s->piles;
    uint16_t strength[LP_PILES] = {0};
    uint64_t word = 0;
    unsigned extra = 0;
    lp_status_t status = lp_hand_check(s, cards, &word, 0, error);
    if (status != LP_OK) return status;
    if (declared != LP_NO_SPECIAL) {
        if (declared >= LP_SPECIALS || s->rules.kind == LP_SETTLE_POTS || !(s->in_play & LP_BIT(declared)))
            return lp_fail_table(error, LP_E_VALUE, 0, declared, LP_FAULT_SPECIAL);
        if (!(lp_hand_specials(s, word) & LP_BIT(declared)))
            return lp_fail_table(error, LP_E_PLAY, 0, declared, LP_FAULT_SPECIAL_NOT_HELD);
        extra = lp_joker_count(word);
    } else {
        const uint8_t *at = cards;
        for (size_t i = 0; i < LP_PILES; at += p->rules.pile_size[i++]) {
            status = lp_rank(p, at, p->rules.pile_size[i], &strength[i], error);
            if (status != LP_OK) return status;
        }
        int foul = lp_foul_of(p, strength);
        if (foul) return lp_fail_table(error, LP_E_ARRANGEMENT, 0, foul, LP_FAULT_FOUL);
        extra = lp_hand_multiples(s, word);
    }
    for (size_t i = 0; i < LP_PILES; i++) put(entry + 2 * i, strength[i], 2);
    entry[6] = declared;
    entry[7] = (uint8_t)(extra < 255 ? extra : 255);
    return LP_OK;
}

lp_status_t lp_field_entries_n(const lp_stakes_t *s, const uint8_t *cards, const uint8_t *declared, size_t n,
                               uint8_t *entries, lp_error_t *error) {
    if (!s || (n && (!cards || !entries))) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    for (size_t row = 0; row < n; row++) {
        lp_status_t status = make_entry(s, cards + row * s->hand_size, declared ? declared[row] : LP_NO_SPECIAL,
                                        entries + row * LP_FIELD_ENTRY, error);
        if (status == LP_OK) continue;
        if (error) error->row = (int64_t)row;
        return status;
    }
    return LP_OK;
}

/* ---- packing and loading ----------------------------------------------------------------------------------------- */

static lp_status_t refuse(lp_error_t *error, lp_field_fault_t fault, size_t row) {
    if (error) *error = (lp_error_t){(int64_t)row, 0, 0, 0, (int32_t)fault};
    return LP_E_VALUE;
}

static lp_status_t check_table_size(const lp_stakes_t *s, unsigned players, unsigned role, lp_error_t *error) {
    int banker = s->rules.kind == LP_SETTLE_BANKER;
    if (banker ? players != 2 : players < s->rules.players_min || players > s->rules.players_max)
        return refuse(error, LP_FIELD_FAULT_PLAYERS, 0);
    if (banker ? role != LP_ROLE_PLAYER && role != LP_ROLE_BANKER : role != LP_ROLE_ANY)
        return refuse(error, LP_FIELD_FAULT_ROLE, 0);
    return LP_OK;
}

static int entry_fits(const lp_stakes_t *s, const uint8_t *bytes) {
    const lp_piles_t *p = s->piles;
    lp_entry_t e = lp_entry_read(bytes);
    if (e.special != LP_NO_SPECIAL) {
        if (s->rules.kind == LP_SETTLE_POTS || e.special >= LP_SPECIALS || !(s->in_play & LP_BIT(e.special))) return 0;
        return !(e.strength[0] | e.strength[1] | e.strength[2]) && e.extra <= p->rules.jokers;
    }
    for (size_t i = 0; i < LP_PILES; i++) {
        if (e.strength[i] >= p->n_strengths) return 0;
        size_t c = 0;
        while (c + 1u < p->rules.n_categories && e.strength[i] >= p->category_start[c + 1]) c++;
        if (!(p->rules.category[c].sizes >> p->rules.pile_size[i] & 1)) return 0;
    }
    return !lp_foul_of(p, e.strength) && (s->rules.kind == LP_SETTLE_POTS || !e.extra);
}

lp_status_t lp_field_pack(const lp_stakes_t *s, const lp_field_info_t *info, const uint8_t *entries, size_t n,
                          uint8_t *out, size_t capacity, lp_error_t *error) {
    if (!s || !info || !entries || !out || !n || n > LP_FIELD_ENTRIES_MAX ||
        capacity < LP_FIELD_HEADER + n * LP_FIELD_ENTRY)
        return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    lp_status_t status = check_table_size(s, info->players, info->role, error);
    if (status != LP_OK) return status;
    for (size_t i = 0; i < n; i++)
        if (!entry_fits(s, entries + i * LP_FIELD_ENTRY)) return refuse(error, LP_FIELD_FAULT_ENTRY, i);
    memset(out, 0, LP_FIELD_HEADER);
    memcpy(out, magic, sizeof magic);
    put(out + 8, VERSION, 2);
    out[10] = info->players;
    out[11] = info->role;
    put(out + 12, n, 4);
    put(out + 16, info->rounds, 4);
    put(out + 20, s->piles->n_strengths, 4);
    put(out + 24, info->seed, 8);
    put(out + 32, (uint64_t)info->gain, 8);
    put(out + 40, (uint64_t)info->gain_error, 8);
    put(out + 48, print_of_rules(s->piles), 8);
    put(out + 56, print_of_stakes(s), 8);
    memcpy(out + LP_FIELD_HEADER, entries, n * LP_FIELD_ENTRY);
    put(out + CHECKSUM_AT, checksum(out, LP_FIELD_HEADER + n * LP_FIELD_ENTRY), 8);
    return LP_OK;
}

static lp_status_t check_header(const uint8_t *data, size_t size, lp_error_t *error) {
    if (size < LP_FIELD_HEADER) return refuse(error, LP_FIELD_FAULT_SIZE, 0);
    if (memcmp(data, magic, sizeof magic)) return refuse(error, LP_FIELD_FAULT_MAGIC, 0);
    if (get(data + 8, 2) != VERSION) return refuse(error, LP_FIELD_FAULT_VERSION, 0);
    return LP_OK;
}

static lp_field_info_t read_header(const uint8_t *data) {
    return (lp_field_info_t){(uint32_t)get(data + 12, 4), data[10], data[11], 0, (uint32_t)get(data + 16, 4),
                             get(data + 24, 8), (int64_t)get(data + 32, 8), (int64_t)get(data + 40, 8),
                             get(data + 48, 8), get(data + 56, 8)};
}

lp_status_t lp_field_peek(const uint8_t *data, size_t size, lp_field_info_t *out, lp_error_t *error) {
    if (!data || !out) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    lp_status_t status = check_header(data, size, error);
    if (status == LP_OK) *out = read_header(data);
    return status;
}

void lp_stakes_prints(const lp_stakes_t *s, uint64_t *ranking, uint64_t *settlement) {
    if (!s || !ranking || !settlement) return;
    *ranking = print_of_rules(s->piles);
    *settlement = print_of_stakes(s);
}

static lp_status_t check_bytes(const lp_stakes_t *s, const uint8_t *data, size_t size, lp_error_t *error) {
    lp_status_t status = check_header(data, size, error);
    if (status != LP_OK) return status;
    size_t n = get(data + 12, 4);
    if (!n || n > LP_FIELD_ENTRIES_MAX || size != LP_FIELD_HEADER + n * LP_FIELD_ENTRY)
        return refuse(error, LP_FIELD_FAULT_SIZE, 0);
    if (get(data + CHECKSUM_AT, 8) != checksum(data, size)) return refuse(error, LP_FIELD_FAULT_CHECKSUM, 0);
    if (get(data + 48, 8) != print_of_rules(s->piles) || get(data + 20, 4) != s->piles->n_strengths)
        return refuse(error, LP_FIELD_FAULT_RULES, 0);
    status = check_table_size(s, data[10], data[11], error);
    for (size_t i = 0; status == LP_OK && i < n; i++)
        if (!entry_fits(s, data + LP_FIELD_HEADER + i * LP_FIELD_ENTRY))
            status = refuse(error, LP_FIELD_FAULT_ENTRY, i);
    return status;
}

static const lp_field_kernels_t *kernels_for(const lp_piles_t *p) {
#if LP_X86_KERNELS
    if (p->isa == LP_ISA_AVX512) return &lp_field_avx512;
    if (p->isa == LP_ISA_AVX2) return &lp_field_avx2;
#endif
    (void)p;
    return &lp_field_scalar;
}

lp_status_t lp_field_new(const lp_stakes_t *s, const uint8_t *data, size_t size, lp_field_t **out, lp_error_t *error) {
    if (!s || !data || !out) return lp_fail(error, LP_E_VALUE, 0, 0, 0);
    lp_status_t status = check_bytes(s, data, size, error);
    if (status != LP_OK) return status;
    lp_field_t *f = calloc(1, sizeof *f);
    if (!f) return lp_fail(error, LP_E_MEMORY, 0, 0, 0);
    f->stakes = s;
    f->piles = s->piles;
    f->kernels = kernels_for(s->piles);
    f->info = read_header(data);
    f->info.same_stakes = f->info.settlement == print_of_stakes(s);
    f->n = f->info.n;
    f->opponents = f->info.players - 1u;
    f->banker = f->info.role == LP_ROLE_PLAYER; /* those of a field are the other side */
    status = lp_field_tables(f, data + LP_FIELD_HEADER);
    if (status != LP_OK) {
        lp_field_free(f);
        return lp_fail(error, status, 0, 0, 0);
    }
    *out = f;
    return LP_OK;
}

void lp_field_free(lp_field_t *f) {
    if (!f) return;
    lp_utilities_free(f->guess);
    for (size_t i = 0; i < LP_PILES; i++) {
        free(f->pile[i]);
        free(f->row[i]);
        free(f->below[i]);
        free(f->cut[i]);
    }
    free(f->cost);
    free(f->rest);
    free(f->whole);
    free(f);
}

void lp_field_about(const lp_field_t *field, lp_field_info_t *out) {
    if (field && out) *out = field->info;
}
