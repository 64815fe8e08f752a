# The public header of the core, csrc/lipai.h.

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t


cdef extern from "lipai.h" nogil:
    ctypedef enum lp_status_t:
        LP_OK
        LP_E_CARD
        LP_E_DUPLICATE
        LP_E_NOT_IN_DECK
        LP_E_HAND_SIZE
        LP_E_ARRANGEMENT
        LP_E_PLAY
        LP_E_RULES
        LP_E_VALUE
        LP_E_ISA
        LP_E_MEMORY

    ctypedef struct lp_error_t:
        int64_t row
        int32_t place
        int32_t length
        int32_t value

    const char *lp_version()
    const char *lp_status_text(lp_status_t status)

    enum:
        LP_CARDS
        LP_BLACK_JOKER
        LP_RED_JOKER

    lp_status_t lp_cards_parse(const char *text, size_t length, uint8_t *out, size_t capacity, size_t *n_out,
                               lp_error_t *error)
    lp_status_t lp_cards_format(const uint8_t *cards, size_t n, char *out, size_t capacity, lp_error_t *error)

    ctypedef enum lp_category_t:
        LP_HIGH_CARD
        LP_PAIR
        LP_TWO_PAIR
        LP_TRIPS
        LP_STRAIGHT
        LP_FLUSH
        LP_FULL_HOUSE
        LP_QUADS
        LP_STRAIGHT_FLUSH
        LP_FIVE_OF_A_KIND
        LP_CATEGORIES

    ctypedef enum lp_key_t:
        LP_KEY_RANKS
        LP_KEY_LEADING
        LP_KEY_FEWER_JOKERS
        LP_KEY_RED_JOKER
        LP_KEY_SUIT_OF_LEADING
        LP_KEY_SUIT_OF_LARGEST
        LP_KEY_SUIT_OF_KICKER

    ctypedef enum lp_wheel_t:
        LP_WHEEL_NONE
        LP_WHEEL_LOW
        LP_WHEEL_SECOND

    ctypedef enum lp_joker_model_t:
        LP_JOKERS_NONE
        LP_JOKERS_WILD
        LP_JOKERS_SUIT

    ctypedef enum lp_joker_pair_t:
        LP_JOKER_PAIR_NONE
        LP_JOKER_PAIR_LOWEST
        LP_JOKER_PAIR_HIGHEST

    enum:
        LP_MAX_KEYS
        LP_PILES

    ctypedef struct lp_category_rule_t:
        uint8_t category
        uint8_t sizes
        uint8_t n_keys
        uint8_t key[4]

    ctypedef struct lp_pile_rules_t:
        uint8_t lowest_rank
        uint8_t jokers
        uint8_t pile_size[3]
        uint8_t strict
        uint8_t wheel
        uint8_t wheel_led_by_ace
        uint8_t suit_weight[4]
        uint8_t joker_model
        uint8_t joker_suits[2]
        uint8_t joker_pair
        uint8_t n_categories
        lp_category_rule_t category[10]

    enum:
        LP_FIELD_DECK
        LP_FIELD_PILE_SIZE
        LP_FIELD_WHEEL
        LP_FIELD_SUITS
        LP_FIELD_JOKERS
        LP_FIELD_CATEGORY
        LP_FIELD_KEYS

    ctypedef enum lp_isa_t:
        LP_ISA_AUTO
        LP_ISA_SCALAR
        LP_ISA_AVX2
        LP_ISA_AVX512

    int lp_isa_available(lp_isa_t isa)
    lp_isa_t lp_isa_best()
    const char *lp_isa_name(lp_isa_t isa)

    ctypedef struct lp_piles_t:
        pass

    lp_status_t lp_piles_compile(const lp_pile_rules_t *rules, lp_isa_t isa, lp_piles_t **out, lp_error_t *error)
    void lp_piles_free(lp_piles_t *piles)
    lp_isa_t lp_piles_isa(const lp_piles_t *piles)
    size_t lp_piles_hand_size(const lp_piles_t *piles)
    size_t lp_piles_strength_count(const lp_piles_t *piles)

    lp_status_t lp_rank(const lp_piles_t *piles, const uint8_t *cards, size_t n_cards, uint16_t *out,
                        lp_error_t *error)
    lp_status_t lp_rank_n(const lp_piles_t *piles, const uint8_t *cards, size_t pile_size, size_t n, uint16_t *out,
                          lp_error_t *error)
    lp_status_t lp_strength_category(const lp_piles_t *piles, uint16_t strength, lp_category_t *out)
    lp_status_t lp_pile_order(const lp_piles_t *piles, const uint8_t *cards, size_t n_cards, uint8_t *out,
                              lp_error_t *error)

    enum:
        LP_HAND_MAX

    ctypedef struct lp_arrangement_t:
        uint8_t cards[13]
        uint16_t strength[3]
        double value

    lp_status_t lp_check(const lp_piles_t *piles, const uint8_t *cards, uint16_t *strength, int *legal, int *fault,
                         lp_error_t *error)

    ctypedef struct lp_utilities_t:
        pass

    lp_status_t lp_utilities_new(const lp_piles_t *piles, const double *first, const double *middle,
                                 const double *last, lp_utilities_t **out, lp_error_t *error)
    void lp_utilities_free(lp_utilities_t *utilities)

    lp_status_t lp_arrange_n(const lp_piles_t *piles, const lp_utilities_t *utilities, const uint8_t *hands, size_t n,
                             uint8_t *cards, uint16_t *strengths, double *values, lp_error_t *error)
    lp_status_t lp_arrange(const lp_piles_t *piles, const lp_utilities_t *utilities, const uint8_t *hand, size_t top,
                           lp_arrangement_t *out, size_t *n_out, lp_error_t *error)
    lp_status_t lp_pareto(const lp_piles_t *piles, const uint8_t *hand, lp_arrangement_t *out, size_t capacity,
                          size_t *n_out, lp_error_t *error)
