# cython: language_level=3, boundscheck=False, wraparound=False, embedsignature=True
# cython: freethreading_compatible=True, autotestdict=False
"""The rules of a pile game as the core's struct: the words of rule files and the numbers of lipai.h."""

from libc.stdint cimport uint8_t
from libc.string cimport memset

from lipai._native.lipai cimport (
    LP_CATEGORIES,
    LP_FIELD_CATEGORY,
    LP_FIELD_DECK,
    LP_FIELD_JOKERS,
    LP_FIELD_KEYS,
    LP_FIELD_PILE_SIZE,
    LP_FIELD_SUITS,
    LP_FIELD_WHEEL,
    LP_FIVE_OF_A_KIND,
    LP_FLUSH,
    LP_FULL_HOUSE,
    LP_HIGH_CARD,
    LP_JOKERS_NONE,
    LP_JOKERS_SUIT,
    LP_JOKERS_WILD,
    LP_JOKER_PAIR_HIGHEST,
    LP_JOKER_PAIR_LOWEST,
    LP_JOKER_PAIR_NONE,
    LP_KEY_FEWER_JOKERS,
    LP_KEY_LEADING,
    LP_KEY_RANKS,
    LP_KEY_RED_JOKER,
    LP_KEY_SUIT_OF_KICKER,
    LP_KEY_SUIT_OF_LARGEST,
    LP_KEY_SUIT_OF_LEADING,
    LP_MAX_KEYS,
    LP_PAIR,
    LP_PILES,
    LP_QUADS,
    LP_STRAIGHT,
    LP_STRAIGHT_FLUSH,
    LP_TRIPS,
    LP_TWO_PAIR,
    LP_WHEEL_LOW,
    LP_WHEEL_NONE,
    LP_WHEEL_SECOND,
    lp_pile_rules_t,
)

cdef dict CATEGORIES = {
    "high_card": LP_HIGH_CARD,
    "pair": LP_PAIR,
    "two_pair": LP_TWO_PAIR,
    "trips": LP_TRIPS,
    "straight": LP_STRAIGHT,
    "flush": LP_FLUSH,
    "full_house": LP_FULL_HOUSE,
    "quads": LP_QUADS,
    "straight_flush": LP_STRAIGHT_FLUSH,
    "five_of_a_kind": LP_FIVE_OF_A_KIND,
}
cdef dict TIES = {
    "ranks": LP_KEY_RANKS,
    "leading": LP_KEY_LEADING,
    "fewer_jokers": LP_KEY_FEWER_JOKERS,
    "red_joker": LP_KEY_RED_JOKER,
    "suit_of_leading": LP_KEY_SUIT_OF_LEADING,
    "suit_of_largest": LP_KEY_SUIT_OF_LARGEST,
    "suit_of_kicker": LP_KEY_SUIT_OF_KICKER,
}
cdef dict WHEELS = {"none": LP_WHEEL_NONE, "low": LP_WHEEL_LOW, "second": LP_WHEEL_SECOND}
cdef dict JOKER_MODELS = {"none": LP_JOKERS_NONE, "wild": LP_JOKERS_WILD, "suit": LP_JOKERS_SUIT}
cdef dict JOKER_PAIRS = {
    "none": LP_JOKER_PAIR_NONE,
    "lowest": LP_JOKER_PAIR_LOWEST,
    "highest": LP_JOKER_PAIR_HIGHEST,
}
cdef dict FIELDS = {
    LP_FIELD_DECK: "deck",
    LP_FIELD_PILE_SIZE: "piles.sizes",
    LP_FIELD_WHEEL: "ranking.wheel",
    LP_FIELD_SUITS: "ranking.suits",
    LP_FIELD_JOKERS: "jokers",
    LP_FIELD_CATEGORY: "category",
    LP_FIELD_KEYS: "category.*.ties",
}
cdef str SUITS = "CDHS"


cdef uint8_t suit_mask(str suits) except? 255:
    mask = 0
    for suit in suits:
        mask |= 1 << SUITS.index(suit)
    return mask


cdef str field_name(int place):
    """The key of a rule file that an error of the core is about."""
    return FIELDS.get(place, "ranking")


cdef tuple read_rules(tuple arguments, lp_pile_rules_t *rules):
    """Fills ``rules`` from the arguments of ``PileTables``, all but the instruction set; returns ids and names of the
    categories, each by lp_category_t."""
    cdef tuple sizes, joker_suits, categories
    lowest_rank, jokers, sizes, strict, wheel, led_by_ace, suits, model, joker_suits, pair, categories = arguments
    if len(sizes) != LP_PILES or len(joker_suits) != 2 or len(categories) > LP_CATEGORIES:
        raise ValueError("three sizes, two jokers' suits and ten categories at most")
    memset(rules, 0, sizeof(rules[0]))
    rules.lowest_rank = lowest_rank
    rules.jokers = jokers
    for i in range(LP_PILES):
        rules.pile_size[i] = sizes[i]
    rules.strict = strict
    rules.wheel = WHEELS[wheel]
    rules.wheel_led_by_ace = led_by_ace
    for i, suit in enumerate(SUITS):
        rules.suit_weight[i] = 3 - suits.index(suit)
    rules.joker_model = JOKER_MODELS[model]
    rules.joker_suits[0] = suit_mask(joker_suits[0])
    rules.joker_suits[1] = suit_mask(joker_suits[1])
    rules.joker_pair = JOKER_PAIRS[pair]
    rules.n_categories = len(categories)
    ids = [None] * LP_CATEGORIES
    names = [None] * LP_CATEGORIES
    for i, (category, name, pile_sizes, ties) in enumerate(categories):
        if len(ties) > LP_MAX_KEYS:
            raise ValueError("too many ties")
        ids[CATEGORIES[category]] = category
        names[CATEGORIES[category]] = name
        rules.category[i].category = CATEGORIES[category]
        for size in pile_sizes:
            if not 0 <= size < 8:
                raise ValueError(f"no pile has {size} cards")
            rules.category[i].sizes |= <uint8_t>(1 << <int>size)
        rules.category[i].n_keys = len(ties)
        for k, tie in enumerate(ties):
            rules.category[i].key[k] = TIES[tie]
    return tuple(ids), tuple(names)
