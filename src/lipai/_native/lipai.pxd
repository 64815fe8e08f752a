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

    enum:
        LP_TILES
        LP_TILE_FACES
        LP_TILE_SET

    lp_status_t lp_tiles_parse(const char *text, size_t length, uint8_t *out, size_t capacity, size_t *n_out,
                               lp_error_t *error)
    lp_status_t lp_tiles_format(const uint8_t *tiles, size_t n, char *out, size_t capacity, lp_error_t *error)
    lp_status_t lp_tiles_check(const uint8_t *tiles, size_t n, lp_error_t *error)

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
        uint64_t ranking
        uint64_t settlement

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
    lp_status_t lp_field_peek(const uint8_t *data, size_t size, lp_field_info_t *out, lp_error_t *error)
    void lp_stakes_prints(const lp_stakes_t *stakes, uint64_t *ranking, uint64_t *settlement)

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

    # ---- climbing games

    enum:
        LP_CLIMB_RANKS
        LP_CLIMB_HAND_MAX
        LP_CLIMB_FORMS
        LP_CLIMB_READINGS
        LP_CLIMB_TEXT
        LP_NO_KIND
        LP_FIELD_CLIMB_DECK
        LP_FIELD_CLIMB_HAND
        LP_FIELD_CLIMB_FORMS
        LP_FIELD_CLIMB_BODY
        LP_FIELD_CLIMB_KICKERS
        LP_KICKERS_NONE
        LP_KICKERS_SINGLES
        LP_KICKERS_PAIRS
        LP_KICKERS_PAIR_SINGLE
        LP_TEXT_AMBIGUOUS
        LP_TEXT_MIXED

    ctypedef enum lp_reason_t:
        LP_REASON_NONE

    ctypedef struct lp_form_t:
        uint8_t kind
        uint8_t group
        uint8_t run_min
        uint8_t run_max
        uint8_t joined
        uint8_t kickers
        uint8_t kickers_each
        uint8_t alike
        uint8_t joker_couple
        uint8_t adjoining
        uint8_t bomb
        uint16_t ranks

    ctypedef struct lp_climb_rules_t:
        uint8_t hand_max
        uint8_t deck[15]
        uint8_t n_forms
        lp_form_t form[24]

    ctypedef struct lp_play_t:
        uint64_t body
        uint64_t kickers
        uint8_t form
        uint8_t kind
        uint8_t rank
        uint8_t length
        uint8_t bomb

    ctypedef struct lp_climb_t:
        pass

    lp_status_t lp_climb_compile(const lp_climb_rules_t *rules, lp_climb_t **out, lp_error_t *error)
    void lp_climb_free(lp_climb_t *climb)
    lp_status_t lp_climb_pack_n(const lp_climb_t *climb, const uint8_t *counts, size_t n, uint64_t *out,
                                lp_error_t *error)
    lp_status_t lp_climb_classify(const lp_climb_t *climb, uint64_t cards, lp_play_t *out, size_t capacity,
                                  size_t *n_out, lp_reason_t *reason, lp_error_t *error)
    lp_status_t lp_climb_beats(const lp_climb_t *climb, uint64_t cards, const lp_play_t *over, lp_play_t *out,
                               int *beats, lp_error_t *error)
    lp_status_t lp_climb_moves(const lp_climb_t *climb, uint64_t hand, const lp_play_t *over, uint64_t *out,
                               size_t capacity, size_t *n_out, lp_error_t *error)
    lp_status_t lp_climb_split(const lp_climb_t *climb, uint64_t hand, lp_play_t *out, size_t *n_out,
                               lp_error_t *error)
    lp_status_t lp_climb_classify_n(const lp_climb_t *climb, const uint64_t *cards, size_t n, uint8_t *kinds,
                                    uint8_t *ranks, uint8_t *lengths, uint8_t *readings, lp_error_t *error)
    lp_status_t lp_climb_moves_count_n(const lp_climb_t *climb, const uint64_t *hands, size_t n, const lp_play_t *over,
                                       uint32_t *counts, lp_error_t *error)
    lp_status_t lp_climb_split_n(const lp_climb_t *climb, const uint64_t *hands, size_t n, uint8_t *counts,
                                 uint64_t *plays, lp_error_t *error)
    lp_status_t lp_climb_parse(const lp_climb_t *climb, const char *text, size_t length, uint64_t *out,
                               lp_error_t *error)
    lp_status_t lp_climb_of_codes(const lp_climb_t *climb, const uint8_t *codes, size_t n, uint64_t *out,
                                  lp_error_t *error)
    size_t lp_climb_format(uint64_t body, uint64_t kickers, char *out)

    # ---- endgames of climbing games

    enum:
        LP_ENDGAME_HANDS
        LP_ENDGAME_LANDLORD
        LP_ENDGAME_TURN
        LP_ENDGAME_PASSES
        LP_ENDGAME_OVER
        LP_OUTCOME_UNKNOWN
        LP_OUTCOME_WIN
        LP_OUTCOME_LOSS
        LP_LIMIT_NONE
        LP_LIMIT_NODES
        LP_LIMIT_MEMORY

    ctypedef struct lp_endgame_t:
        uint64_t hand[3]
        uint8_t n_hands
        uint8_t landlord
        uint8_t turn
        uint8_t passes
        const lp_play_t *over

    ctypedef struct lp_solution_t:
        lp_play_t play
        uint64_t nodes
        uint64_t entries
        uint64_t bytes
        uint8_t outcome
        uint8_t limit
        uint8_t pass_ "pass"

    ctypedef struct lp_solver_t:
        pass

    lp_status_t lp_solver_new(const lp_climb_t *climb, const lp_endgame_t *endgame, size_t bytes, lp_solver_t **out,
                              lp_error_t *error)
    lp_status_t lp_solver_run(lp_solver_t *solver, uint64_t nodes, lp_solution_t *out, lp_error_t *error)
    void lp_solver_free(lp_solver_t *solver)
    enum:
        LP_MELDS_MAX
        LP_HAND_TILES_MAX
        LP_TILE_WILD
        LP_NO_TILE
        LP_DISCARDS
        LP_NO_SHANTEN

    ctypedef struct lp_mahjong_t:
        pass

    lp_status_t lp_mahjong_new(lp_isa_t isa, lp_mahjong_t **out, lp_error_t *error)
    void lp_mahjong_free(lp_mahjong_t *mahjong)
    lp_isa_t lp_mahjong_isa(const lp_mahjong_t *mahjong)
    lp_status_t lp_tiles_count_n(const uint8_t *tiles, size_t size, size_t n, const uint8_t *map, uint8_t *counts,
                                 uint8_t *wilds, lp_error_t *error)
    lp_status_t lp_win(const lp_mahjong_t *mahjong, unsigned melds, const uint8_t *counts, unsigned wilds,
                       const uint8_t *gone, int *out, lp_error_t *error)
    lp_status_t lp_win_n(const lp_mahjong_t *mahjong, unsigned melds, const uint8_t *counts, const uint8_t *wilds,
                         const uint8_t *gone, size_t n, uint8_t *out, lp_error_t *error)
    lp_status_t lp_shanten(const lp_mahjong_t *mahjong, unsigned melds, const uint8_t *counts, unsigned wilds,
                           const uint8_t *gone, int *out, lp_error_t *error)
    lp_status_t lp_shanten_n(const lp_mahjong_t *mahjong, unsigned melds, const uint8_t *counts, const uint8_t *wilds,
                             const uint8_t *gone, size_t n, int8_t *out, lp_error_t *error)
    lp_status_t lp_waits(const lp_mahjong_t *mahjong, unsigned melds, const uint8_t *counts, unsigned wilds,
                         const uint8_t *gone, uint64_t *out, lp_error_t *error)
    lp_status_t lp_waits_n(const lp_mahjong_t *mahjong, unsigned melds, const uint8_t *counts, const uint8_t *wilds,
                           const uint8_t *gone, size_t n, uint64_t *out, lp_error_t *error)

    ctypedef struct lp_discards_t:
        uint64_t accepts[35]
        int8_t shanten[35]
        uint8_t count[35]

    lp_status_t lp_discards(const lp_mahjong_t *mahjong, unsigned melds, const uint8_t *counts, unsigned wilds,
                            const uint8_t *gone, const uint8_t *seen, lp_discards_t *out, lp_error_t *error)
    lp_status_t lp_discards_n(const lp_mahjong_t *mahjong, unsigned melds, const uint8_t *counts, const uint8_t *wilds,
                              const uint8_t *gone, const uint8_t *seen, size_t n, int8_t *shanten, uint64_t *accepts,
                              uint8_t *count, lp_error_t *error)

    ctypedef enum lp_fan_item_t:
        LP_FAN_ITEMS

    const char *lp_fan_item_name(lp_fan_item_t item)

    enum:
        LP_NO_SEAT
        LP_MAHJONG_SEATS
        LP_CODES_MAX
        LP_FIELD_FAN_MELDS
        LP_FIELD_FAN_WILDS
        LP_FIELD_FAN_LAID
        LP_FIELD_FAN_KONG_TILES
        LP_FIELD_FAN_AMOUNT

    ctypedef struct lp_fan_rules_t:
        uint8_t melds
        uint8_t wilds
        uint8_t white_as_wild_face
        uint64_t laid
        uint64_t kong_tiles
        uint16_t amount[LP_FAN_ITEMS]

    lp_status_t lp_fan_rules_check(const lp_fan_rules_t *rules, lp_error_t *error)

    enum:
        LP_CHOW
        LP_PUNG
        LP_KONG
        LP_CONCEALED_KONG

    ctypedef struct lp_meld_t:
        uint8_t kind
        uint8_t tile[4]

    ctypedef struct lp_won_t:
        const uint8_t *tiles
        size_t n_tiles
        const lp_meld_t *melds
        size_t n_melds
        const uint8_t *flowers
        size_t n_flowers
        uint8_t tile
        uint8_t wild
        uint8_t wind
        uint8_t by
        uint8_t kong
        uint8_t heaven
        uint8_t earth
        uint8_t last_flower

    enum:
        LP_WON_HAND_TILE
        LP_WON_HAND_SIZE
        LP_WON_MELDS
        LP_WON_MELD
        LP_WON_MELD_WILD
        LP_WON_FLOWERS
        LP_WON_COPIES
        LP_WON_WILD
        LP_WON_WILDS
        LP_WON_TILE
        LP_WON_BY
        LP_WON_WIND
        LP_WON_KONG
        LP_WON_KONG_MELD
        LP_WON_ROB_HELD
        LP_WON_ROB_WILD
        LP_WON_HEAVEN
        LP_WON_HEAVEN_BY
        LP_WON_HEAVEN_MELDS
        LP_WON_HEAVEN_WIND
        LP_WON_EARTH
        LP_WON_EARTH_BY
        LP_WON_EARTH_MELDS
        LP_WON_EARTH_WIND
        LP_WON_EARTH_HEAVEN
        LP_WON_LAST_FLOWER
        LP_WON_LAST_FLOWER_NONE
        LP_WON_LAST_FLOWER_BY

    ctypedef struct lp_group_t:
        uint8_t kind
        uint8_t face[3]
        uint8_t tile[3]

    ctypedef struct lp_fan_entry_t:
        uint8_t item
        uint8_t count
        int32_t amount

    ctypedef struct lp_fan_t:
        int32_t total
        uint8_t win
        uint8_t n_items
        uint8_t n_groups
        lp_fan_entry_t item[LP_FAN_ITEMS]
        lp_group_t group[LP_MELDS_MAX]
        uint8_t pair_face[2]
        uint8_t pair_tile[2]

    lp_status_t lp_fan(const lp_fan_rules_t *rules, const lp_won_t *won, lp_fan_t *out, lp_error_t *error)

    enum:
        LP_CLAIM_WIN
        LP_CLAIM_KONG
        LP_CLAIM_PUNG
        LP_CLAIM_CHOW
        LP_CLAIMS_MAX
        LP_CLAIMS_DISCARDER
        LP_CLAIMS_TILE
        LP_CLAIMS_HAND
        LP_CLAIMS_COPIES
        LP_CLAIMS_LIMIT

    ctypedef struct lp_passed_t:
        uint8_t seat
        uint8_t action
        uint8_t tile

    ctypedef struct lp_discarded_t:
        uint8_t discarder
        uint8_t tile
        uint8_t wild
        uint8_t allowed
        const uint8_t *tiles[4]
        size_t n_tiles[4]
        const lp_meld_t *melds[4]
        size_t n_melds[4]
        const lp_passed_t *limits
        size_t n_limits

    ctypedef struct lp_claim_t:
        uint8_t seat
        uint8_t action
        uint8_t n
        uint8_t tile[4]

    lp_status_t lp_claims(const lp_fan_rules_t *rules, const lp_discarded_t *discarded, lp_claim_t *out, size_t *n_out,
                          lp_error_t *error)

    enum:
        LP_PAYERS_DISCARDER
        LP_PAYERS_ALL

    ctypedef struct lp_pay_rules_t:
        uint8_t payers
        uint8_t melds
        uint8_t liability
        uint8_t codes
        uint16_t code
        uint64_t hits[4]

    ctypedef struct lp_pay_win_t:
        uint8_t winner
        uint8_t payer
        uint8_t by
        int64_t worth
        int64_t base
        const uint8_t *codes
        size_t n_codes
        const uint8_t *claims[4]
        size_t n_claims[4]
        uint8_t last_third

    ctypedef struct lp_paid_t:
        int64_t amount
        uint8_t from_ "from"
        uint8_t to
        uint8_t liable

    ctypedef struct lp_pay_t:
        int64_t net[4]
        lp_paid_t transfer[4]
        uint8_t n_transfers
        uint8_t hits

    enum:
        LP_PAY_WINNER
        LP_PAY_PAYER
        LP_PAY_BY
        LP_PAY_WORTH
        LP_PAY_BASE
        LP_PAY_CODES
        LP_PAY_CODE
        LP_PAY_CLAIMS
        LP_PAY_LAST_THIRD
        LP_PAY_SEVERAL

    lp_status_t lp_mahjong_pay(const lp_pay_rules_t *rules, const lp_pay_win_t *win, lp_pay_t *out, lp_error_t *error)
