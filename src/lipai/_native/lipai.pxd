# The public header of the core, csrc/lipai.h.

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t


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
        int32_t detail

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

    enum:
        LP_PLAYERS_MAX
        LP_NO_SPECIAL

    ctypedef enum lp_special_t:
        LP_SPECIALS

    enum:
        LP_SECOND_QUADS

    const char *lp_special_name(lp_special_t special)

    ctypedef struct lp_special_rule_t:
        uint16_t points
        uint8_t place
        uint8_t sweep_factor
        uint8_t lowest
        uint8_t highest
        uint8_t each

    ctypedef enum lp_settle_kind_t:
        LP_SETTLE_WATERS
        LP_SETTLE_POTS
        LP_SETTLE_BANKER

    ctypedef enum lp_gun_t:
        LP_GUN_NONE
        LP_GUN_DOUBLE
        LP_GUN_PLUS_ONE

    ctypedef enum lp_fouls_t:
        LP_FOULS_REFUSE
        LP_FOULS_PAY

    ctypedef struct lp_settle_rules_t:
        uint8_t kind
        uint8_t players_min
        uint8_t players_max
        uint8_t fouls
        uint16_t water[3][10]
        uint8_t gun
        uint8_t run_over
        uint8_t home_run_players
        uint8_t home_run_factor
        uint16_t step
        uint8_t bonuses
        uint8_t piles_to_win
        uint8_t pays
        uint8_t bet_limit
        lp_special_rule_t special[21]

    enum:
        LP_FIELD_SETTLEMENT
        LP_FIELD_PLAYERS
        LP_FIELD_WATER
        LP_FIELD_GUN
        LP_FIELD_FOULS
        LP_FIELD_POT
        LP_FIELD_BANKER
        LP_FIELD_SPECIAL

    ctypedef enum lp_fault_t:
        LP_FAULT_NONE
        LP_FAULT_PLAYERS
        LP_FAULT_BASE
        LP_FAULT_BANKER
        LP_FAULT_BET
        LP_FAULT_BET_LIMIT
        LP_FAULT_CHIPS
        LP_FAULT_SPECIAL
        LP_FAULT_SPECIAL_NOT_HELD
        LP_FAULT_FOUL
        LP_FAULT_TIE

    ctypedef struct lp_stakes_t:
        pass

    lp_status_t lp_stakes_new(const lp_piles_t *piles, const lp_settle_rules_t *rules, lp_stakes_t **out,
                              lp_error_t *error)
    void lp_stakes_free(lp_stakes_t *stakes)

    lp_status_t lp_specials_n(const lp_stakes_t *stakes, const uint8_t *hands, size_t n, int arranged, uint32_t *held,
                              uint8_t *best, lp_error_t *error)
    lp_status_t lp_special_show(const lp_stakes_t *stakes, const uint8_t *hand, lp_special_t special, uint8_t *out,
                                lp_error_t *error)

    ctypedef struct lp_tables_t:
        size_t n
        size_t players
        const uint8_t *cards
        const uint8_t *declared
        int64_t base
        const uint8_t *banker
        const int64_t *bets
        const int64_t *chips

    lp_status_t lp_settle_n(const lp_stakes_t *stakes, const lp_tables_t *tables, int64_t *net, lp_error_t *error)

    ctypedef enum lp_why_t:
        LP_WHY_PILE
        LP_WHY_POT

    ctypedef enum lp_clause_t:
        LP_CLAUSES

    const char *lp_why_name(lp_why_t why)
    const char *lp_clause_name(lp_clause_t clause)

    # The member "from" is a word of Python's: from_ here.
    ctypedef struct lp_transfer_t:
        int64_t amount
        uint8_t from_ "from"
        uint8_t to
        uint8_t clause
        uint8_t why
        uint8_t pile
        uint8_t special

    enum:
        LP_NOT_COMPARED

    ctypedef struct lp_settlement_t:
        int64_t net[6]
        uint16_t strength[6][3]
        uint8_t foul[6]
        uint8_t place[6][3]
        int8_t outcome[6][6][3]
        size_t n_transfers
        lp_transfer_t transfer[256]

    lp_status_t lp_settle(const lp_stakes_t *stakes, const lp_tables_t *table, lp_settlement_t *out, lp_error_t *error)

    ctypedef struct lp_field_t:
        pass

    ctypedef enum lp_role_t:
        LP_ROLE_ANY
        LP_ROLE_PLAYER
        LP_ROLE_BANKER

    ctypedef struct lp_field_info_t:
        uint32_t n
        uint8_t players
        uint8_t role
        uint8_t same_stakes
        uint32_t rounds
        uint64_t seed
        int64_t gain
        int64_t gain_error

    enum:
        LP_FIELD_HEADER
        LP_FIELD_ENTRY
        LP_FIELD_ENTRIES_MAX

    ctypedef enum lp_field_fault_t:
        LP_FIELD_FAULT_SIZE
        LP_FIELD_FAULT_MAGIC
        LP_FIELD_FAULT_VERSION
        LP_FIELD_FAULT_CHECKSUM
        LP_FIELD_FAULT_RULES
        LP_FIELD_FAULT_PLAYERS
        LP_FIELD_FAULT_ROLE
        LP_FIELD_FAULT_ENTRY

    lp_status_t lp_field_entries_n(const lp_stakes_t *stakes, const uint8_t *cards, const uint8_t *declared, size_t n,
                                   uint8_t *entries, lp_error_t *error)
    lp_status_t lp_field_pack(const lp_stakes_t *stakes, const lp_field_info_t *info, const uint8_t *entries, size_t n,
                              uint8_t *out, size_t capacity, lp_error_t *error)
    lp_status_t lp_field_new(const lp_stakes_t *stakes, const uint8_t *data, size_t size, lp_field_t **out,
                             lp_error_t *error)
    void lp_field_free(lp_field_t *field)
    void lp_field_about(const lp_field_t *field, lp_field_info_t *out)

    lp_status_t lp_expected_n(const lp_field_t *field, const uint8_t *hands, size_t n, uint8_t *cards, double *values,
                              uint8_t *declared, lp_error_t *error)
    lp_status_t lp_expected_of_n(const lp_field_t *field, const uint8_t *cards, const uint8_t *declared, size_t n,
                                 double *values, lp_error_t *error)

    ctypedef struct lp_choice_t:
        lp_arrangement_t arrangement
        double win[3]
        double push[3]
        uint8_t declared

    lp_status_t lp_expected(const lp_field_t *field, const uint8_t *hand, size_t top, lp_choice_t *out, size_t *n_out,
                            lp_error_t *error)

    lp_status_t lp_deal_n(const lp_piles_t *piles, uint64_t seed, uint64_t start, size_t n, size_t hands,
                          uint8_t *cards, lp_error_t *error)

    ctypedef struct lp_sums_t:
        int64_t deals
        double sum
        double square

    lp_status_t lp_showdown_n(const lp_piles_t *piles, const uint8_t *cards, size_t size, size_t players, size_t n,
                              const uint8_t *folded, uint8_t *seats, uint16_t *strengths, lp_error_t *error)

    ctypedef struct lp_seat_t:
        uint8_t folded
        uint8_t n_cards
        uint8_t card[5]

    ctypedef struct lp_equity_t:
        pass

    lp_status_t lp_equity_new(const lp_piles_t *piles, const lp_seat_t *seats, size_t players, uint64_t limit,
                              lp_equity_t **out, lp_error_t *error)
    void lp_equity_free(lp_equity_t *equity)
    uint64_t lp_equity_cases(const lp_equity_t *equity)
    size_t lp_equity_parts(const lp_equity_t *equity)
    lp_status_t lp_equity_count(const lp_equity_t *equity, size_t start, size_t n, uint64_t *wins, lp_error_t *error)
    lp_status_t lp_equity_sample(const lp_equity_t *equity, uint64_t seed, uint64_t start, size_t n, uint64_t *wins,
                                 lp_error_t *error)

    lp_status_t lp_simulate(const lp_field_t *theirs, const uint8_t *cards, const uint8_t *declared, size_t n,
                            uint64_t seed, uint64_t start, size_t deals, int declare, lp_sums_t *sums,
                            lp_error_t *error)
