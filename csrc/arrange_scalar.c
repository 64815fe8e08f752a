/* arrange_scalar.c - plain exhaustive search. */
#include "arrange.h"

/* Table index of every subset of one size, in ascending mask order, by its cards' terms. */
void lp_hand_strengths(const lp_piles_t *p, const lp_hand_t *hand, uint16_t strength[LP_MASKS]) {
    size_t n = p->n_cards;
    for (int pass = 0; pass < (p->rules.pile_size[2] == 3 ? 1 : 2); pass++) {
        unsigned size = pass ? 5 : 3;
        for (unsigned mask = (1u << size) - 1; mask < 1u << n; mask = lp_next_mask(mask)) {
            uint8_t codes[LP_PLACES] = {0}, suits = 15;
            unsigned index = 0, k = 0;
            for (unsigned i = 0; i < n; i++)
                if (mask >> i & 1) {
                    codes[k] = hand->code[i];
                    index += lp_index_term[k++][hand->code[i] >> 2];
                    suits &= hand->suits[i];
                }
            uint16_t entry = pass ? p->five[index + (suits ? LP_INDEX5 : 0)] : p->three[index + (suits ? LP_INDEX3 : 0)];
            strength[mask] = lp_entry_strength(p, entry, codes);
        }
    }
}

int lp_split_best_scalar(const lp_piles_t *p, const lp_utilities_t *u, const lp_hand_t *hand, lp_split_t *best) {
    uint16_t strength[LP_MASKS];
    unsigned n = p->n_cards, size = p->rules.pile_size[2], all = (1u << n) - 1, strict = p->rules.strict;
    int found = 0;
    uint64_t best_key = 0;
    lp_hand_strengths(p, hand, strength);
    for (unsigned last = (1u << size) - 1; last <= all; last = lp_next_mask(last)) {
        unsigned s3 = strength[last];
        lp_deposit_t deposit;
        lp_deposit_init(&deposit, all & ~last);
        for (unsigned small = (1u << size) - 1; small < 1u << (n - size); small = lp_next_mask(small)) {
            unsigned middle = lp_deposit_mask(&deposit, small), s2 = strength[middle];
            if (s2 + strict > s3) continue;
            unsigned s1 = strength[all & ~(last | middle)];
            if (s1 + strict > s2) continue;
            double value = u ? lp_split_value(u, s1, s2, s3) : 0;
            uint64_t key = lp_split_key(s1, s2, s3);
            /* masks ascend, so a later equal takes higher cards */
            if (found && (value < best->value || (value == best->value && key < best_key))) continue;
            *best = (lp_split_t){value, {(uint16_t)s1, (uint16_t)s2, (uint16_t)s3}, (uint16_t)middle, (uint16_t)last};
            best_key = key;
            found = 1;
        }
    }
    return found;
}
