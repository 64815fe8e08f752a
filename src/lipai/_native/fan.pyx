# cython: language_level=3, boundscheck=False, wraparound=False, embedsignature=True
# cython: freethreading_compatible=True, autotestdict=False
"""What a win at mahjong is worth, and who pays for it."""

cimport cython
from cpython.number cimport PyNumber_Index
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memset

from lipai._native.lipai cimport (
    LP_CHOW,
    LP_CLAIMS_COPIES,
    LP_CLAIMS_DISCARDER,
    LP_CLAIMS_HAND,
    LP_CLAIMS_LIMIT,
    LP_CLAIMS_MAX,
    LP_CLAIMS_TILE,
    LP_CONCEALED_KONG,
    LP_E_HAND_SIZE,
    LP_E_PLAY,
    LP_E_RULES,
    LP_FAN_ITEMS,
    LP_FIELD_FAN_AMOUNT,
    LP_KONG,
    LP_MAHJONG_SEATS,
    LP_MELDS_MAX,
    LP_NO_SEAT,
    LP_NO_TILE,
    LP_OK,
    LP_PAY_BASE,
    LP_PAY_CLAIMS,
    LP_PAY_CODES,
    LP_PAY_LAST_THIRD,
    LP_PAY_PAYER,
    LP_PAY_SEVERAL,
    LP_PAYERS_ALL,
    LP_PAYERS_DISCARDER,
    LP_PUNG,
    LP_WON_COPIES,
    LP_WON_EARTH,
    LP_WON_EARTH_BY,
    LP_WON_EARTH_HEAVEN,
    LP_WON_EARTH_MELDS,
    LP_WON_EARTH_WIND,
    LP_WON_FLOWERS,
    LP_WON_HAND_TILE,
    LP_WON_HEAVEN,
    LP_WON_HEAVEN_BY,
    LP_WON_HEAVEN_MELDS,
    LP_WON_HEAVEN_WIND,
    LP_WON_KONG,
    LP_WON_KONG_MELD,
    LP_WON_LAST_FLOWER,
    LP_WON_LAST_FLOWER_BY,
    LP_WON_LAST_FLOWER_NONE,
    LP_WON_MELD,
    LP_WON_MELD_WILD,
    LP_WON_ROB_HELD,
    LP_WON_ROB_WILD,
    LP_WON_TILE,
    LP_WON_WILD,
    LP_WON_WILDS,
    LP_WON_WIND,
    lp_claim_t,
    lp_claims,
    lp_discarded_t,
    lp_error_t,
    lp_fan,
    lp_fan_item_name,
    lp_fan_item_t,
    lp_fan_rules_check,
    lp_fan_rules_t,
    lp_fan_t,
    lp_passed_t,
    lp_mahjong_pay,
    lp_meld_t,
    lp_pay_rules_t,
    lp_pay_t,
    lp_pay_win_t,
    lp_status_t,
    lp_won_t,
)
from lipai._native.tiles cimport MOST_TILES, place_of_tile, read_tiles, tile_text

from lipai import errors

ITEMS = tuple([lp_fan_item_name(<lp_fan_item_t>i).decode() for i in range(LP_FAN_ITEMS)])
KINDS = ("chow", "pung", "kong", "concealed_kong")
BY = ("self", "discard", "kong", "rob")
ACTIONS = ("win", "kong", "pung", "chow")
PAYERS = {"discarder": LP_PAYERS_DISCARDER, "all": LP_PAYERS_ALL}
cdef dict KIND_OF = {"chow": LP_CHOW, "pung": LP_PUNG, "kong": LP_KONG, "concealed_kong": LP_CONCEALED_KONG}
cdef dict BY_OF = {"self": 0, "discard": 1, "kong": 2, "rob": 3}
cdef dict KONG_OF = {"exposed": LP_KONG, "concealed": LP_CONCEALED_KONG}
cdef tuple ITEM_NAMES = ITEMS
# Nobody passes up more than a pung and a win on each tile.
cdef enum:
    MOST_LIMITS = 64

# What each fault is about and what is wrong, for LP_E_PLAY; {tile} is the tile at fault.
cdef dict FAULTS = {
    LP_WON_HAND_TILE: ("hand", "{tile} is laid open and replaced in this game, and no part of a hand"),
    LP_WON_MELD_WILD: ("melds", "{tile} is the wild tile, and no part of a claimed meld"),
    LP_WON_FLOWERS: ("flowers", "{tile} is not laid open in this game"),
    LP_WON_WILD: ("wild", "{tile} can't be wild in this game"),
    LP_WON_TILE: ("tile", "the winning tile, {tile}, must be one of the hand's tiles, and is not"),
    LP_WON_WIND: ("wind", "the player's wind is one of 1z, 2z, 3z and 4z, not {tile}"),
    LP_WON_KONG_MELD: ("by", "won on the replacement of a kong, but there is no such kong among the melds"),
    LP_WON_ROB_HELD: ("by", "a robbed kong holds the other three, but the winner has more than one {tile}"),
    LP_WON_ROB_WILD: ("by", "there is no kong of {tile} to rob: it is the wild tile"),
    LP_WON_HEAVEN: ("heaven", "this game has no heaven"),
    LP_WON_HEAVEN_BY: ("heaven", "heaven is the dealer's dealt hand: by 'self'"),
    LP_WON_HEAVEN_MELDS: ("heaven", "heaven is the dealer's dealt hand, without melds"),
    LP_WON_HEAVEN_WIND: ("heaven", "heaven is the dealer's, whose wind is 1z, not {tile}"),
    LP_WON_EARTH: ("earth", "this game has no earth"),
    LP_WON_EARTH_BY: ("earth", "earth is a first discard or a first draw: by 'discard' or 'self'"),
    LP_WON_EARTH_MELDS: ("earth", "earth comes before any claim, without melds"),
    LP_WON_EARTH_WIND: ("earth", "earth is not the dealer's, whose wind is 1z"),
    LP_WON_EARTH_HEAVEN: ("earth", "heaven and earth can't both be"),
    LP_WON_LAST_FLOWER: ("last_flower", "this game doesn't count sets of flowers"),
    LP_WON_LAST_FLOWER_NONE: ("last_flower", "the last of the flowers laid open is meant, and there is none"),
    LP_WON_LAST_FLOWER_BY: ("last_flower", "no kong is made with the last drawable tile: SM-5"),
}


cdef Py_ssize_t read_many(object tiles, uint8_t *out, str what) except -1:
    """Tiles as read_tiles reads them; an error has ``what`` as its argument."""
    try:
        return read_tiles(tiles, out, what)
    except errors.LipaiError as error:
        error.argument = what
        raise


cdef int read_one(object tile, str what) except -1:
    """One tile: a text or a code."""
    cdef uint8_t codes[MOST_TILES]
    if not isinstance(tile, str):
        tile = [tile]
    if read_many(tile, codes, what) != 1:
        raise errors.HandSizeError(f"{what} is one tile, not {tile!r}", value=tile, argument=what)
    return codes[0]


cdef uint64_t mask_of(object tiles) except? 0:
    cdef uint8_t codes[MOST_TILES]
    cdef uint64_t mask = 0
    for i in range(read_tiles(tiles, codes, "tiles")):
        mask |= <uint64_t>1 << codes[i]
    return mask


cdef tuple three(const uint8_t *tiles):
    return tiles[0], tiles[1], tiles[2]


@cython.final
cdef class Fan:
    """The amounts of a rule set, compiled and shared by threads.

    ``amounts`` are by name; ``own_wind.exposed``, ``own_wind.concealed`` and ``kong_draw.concealed`` besides.
    """

    cdef lp_fan_rules_t _rules

    def __cinit__(self, uint8_t melds, bint wild, bint white_as_wild_face, laid, kong_tiles, amounts):
        cdef lp_error_t error
        cdef dict places = {}
        memset(&self._rules, 0, sizeof(self._rules))
        self._rules.melds = melds
        self._rules.wilds = wild
        self._rules.white_as_wild_face = white_as_wild_face
        self._rules.laid = mask_of(laid)
        self._rules.kong_tiles = mask_of(kong_tiles)
        for i, name in enumerate(ITEM_NAMES):
            if name in places:
                name += ".exposed" if name == "own_wind" and "own_wind.exposed" not in places else ".concealed"
            places[name] = i
        for name, amount in amounts.items():
            self._rules.amount[<int>places[name]] = amount
        if lp_fan_rules_check(&self._rules, &error) == LP_E_RULES:
            key = f"fan.{ITEM_NAMES[error.value]}" if error.place == LP_FIELD_FAN_AMOUNT else "hand"
            raise errors.RulesError(f"{key}: these rules can't be compiled", value=key)

    def __reduce__(self):
        raise TypeError("amounts are compiled for one process; pickle the game instead")

    cdef Py_ssize_t _read_melds(self, melds, lp_meld_t *out, str what) except -1:
        """Kinds and tiles of claimed melds into out, which has room for LP_MELDS_MAX; returns how many."""
        cdef uint8_t tiles[MOST_TILES]
        cdef Py_ssize_t i = 0, k
        for kind, meld in melds:
            if i >= self._rules.melds:
                raise errors.HandSizeError(f"a hand has {self._rules.melds} melds at most", value=len(melds),
                                           argument=what)
            if kind not in KIND_OF:
                raise errors.TableError(f"{what}[{i}] is of kind {kind!r}; there are {', '.join(KINDS)}", value=kind,
                                        argument=what)
            out[i].kind = KIND_OF[kind]
            wanted = 4 if out[i].kind >= LP_KONG else 3
            n = read_many(meld, tiles, f"{what}[{i}].tiles")
            if n != wanted:
                raise errors.HandSizeError(f"{what}[{i}], a {kind}, has {wanted} tiles, not {n}", value=n,
                                           argument=f"{what}[{i}].tiles")
            for k in range(4):
                out[i].tile[k] = tiles[k] if k < wanted else 0
            i += 1
        return i

    def win(self, hand, melds, tile, by, kong, wind, flowers, wild, bint heaven, bint earth, bint last_flower):
        """(win, total, items, groups, pair): items are (name, count, amount), groups (kind, faces, tiles)."""
        cdef uint8_t tiles[MOST_TILES]
        cdef uint8_t laid[MOST_TILES]
        cdef lp_meld_t claimed[LP_MELDS_MAX]
        cdef lp_won_t won
        cdef lp_fan_t out
        cdef lp_error_t error
        cdef lp_status_t status
        memset(&won, 0, sizeof(won))
        won.n_tiles = read_many(hand, tiles, "hand")
        won.n_flowers = read_many(flowers, laid, "flowers")
        won.tiles = tiles
        won.flowers = laid
        won.melds = claimed
        won.n_melds = self._read_melds(melds, claimed, "melds")
        won.tile = LP_NO_TILE if tile is None else read_one(tile, "tile")
        won.wild = LP_NO_TILE if wild is None else read_one(wild, "wild")
        won.wind = LP_NO_TILE if wind is None else read_one(wind, "wind")
        if by not in BY_OF:
            raise errors.TableError(f"by is one of {', '.join(BY)}, not {by!r}", value=by, argument="by")
        won.by = BY_OF[by]
        won.kong = LP_NO_TILE
        if kong is not None:
            if kong not in KONG_OF:
                raise errors.TableError(f"kong is 'exposed' or 'concealed', not {kong!r}", value=kong, argument="kong")
            won.kong = KONG_OF[kong]
        won.heaven = heaven
        won.earth = earth
        won.last_flower = last_flower
        status = lp_fan(&self._rules, &won, &out, &error)
        if status != LP_OK:
            self._fail(status, &error, hand, melds, flowers, by, won.n_tiles)
        return self._read(&out)

    def claims(self, uint8_t discarder, tile, hands, melds, limits, uint8_t allowed, wild):
        """Claims as (seat, action, tiles); limits are (seat, action, tile or None), ``hands`` None for no tiles."""
        cdef uint8_t tiles[LP_MAHJONG_SEATS][MOST_TILES]
        cdef lp_meld_t claimed[LP_MAHJONG_SEATS][LP_MELDS_MAX]
        cdef lp_passed_t passed[MOST_LIMITS]
        cdef lp_discarded_t table
        cdef lp_claim_t out[LP_CLAIMS_MAX]
        cdef lp_error_t error
        cdef lp_status_t status
        cdef size_t n = 0
        cdef Py_ssize_t i
        if len(hands) != LP_MAHJONG_SEATS or len(melds) != LP_MAHJONG_SEATS:
            raise ValueError("there are four seats")
        if len(limits) > MOST_LIMITS:
            raise errors.TableError(f"{len(limits)} claims passed up: {MOST_LIMITS} are the most", value=len(limits),
                                    argument="passed")
        memset(&table, 0, sizeof(table))
        table.discarder = discarder
        table.tile = read_one(tile, "tile")
        table.wild = LP_NO_TILE if wild is None else read_one(wild, "wild")
        table.allowed = allowed
        for i in range(LP_MAHJONG_SEATS):
            table.tiles[i] = tiles[i]
            table.melds[i] = claimed[i]
            table.n_tiles[i] = 0 if hands[i] is None else read_many(hands[i], tiles[i], f"hands[{i}]")
            table.n_melds[i] = self._read_melds(melds[i], claimed[i], f"melds[{i}]")
        table.limits = passed
        for seat, action, each in limits:
            passed[table.n_limits].seat = seat
            passed[table.n_limits].action = ACTIONS.index(action)
            passed[table.n_limits].tile = LP_NO_TILE if each is None else each
            table.n_limits += 1
        status = lp_claims(&self._rules, &table, out, &n, &error)
        if status != LP_OK:
            self._fail_claims(status, &error, hands, melds)
        found = []
        for i in range(<Py_ssize_t>n):
            found.append((out[i].seat, ACTIONS[out[i].action], tuple([out[i].tile[k] for k in range(out[i].n)])))
        return found

    cdef int _fail_claims(self, lp_status_t status, const lp_error_t *error, hands, melds) except -1:
        cdef int fault = error.detail
        cdef int seat = error.place
        name = tile_text(error.value)
        if fault == LP_CLAIMS_TILE:
            raise errors.IllegalPlayError(f"{name} is laid open in this game, and never a discard", value=name,
                                          argument="tile")
        if fault == LP_CLAIMS_HAND:
            wanted = 3 * (self._rules.melds - len(melds[seat])) + 1
            beside = f" beside {len(melds[seat])} claimed" if melds[seat] else ""
            raise errors.HandSizeError(f"seat {seat}: a hand{beside} has {wanted} tiles, not {error.value}",
                                       value=error.value, argument=f"hands[{seat}]")
        if fault == LP_CLAIMS_COPIES:
            raise errors.DuplicateCardError(f"more of {name} in the hands, the melds and the discard than there are",
                                            value=name, argument="hands")
        if fault in (LP_CLAIMS_DISCARDER, LP_CLAIMS_LIMIT):
            raise ValueError(f"no such seat or action: {error.value}")
        seat = error.row
        try:
            self._fail(status, error, hands[seat], melds[seat], "", "discard", 0)
        except errors.LipaiError as wrong:
            argument = f"hands[{seat}]"
            if wrong.argument == "wild":
                argument = "wild"
            elif wrong.argument.startswith("melds"):
                argument = f"melds[{seat}]" + wrong.argument.removeprefix("melds")
            raise type(wrong)(f"seat {seat}: {wrong}", value=wrong.value, position=wrong.position, argument=argument) \
                from None

    cdef tuple _read(self, const lp_fan_t *out):
        cdef Py_ssize_t i
        items = []
        for i in range(out.n_items):
            items.append((ITEM_NAMES[out.item[i].item], out.item[i].count, out.item[i].amount))
        groups = []
        for i in range(out.n_groups):
            groups.append((KINDS[out.group[i].kind], three(out.group[i].face), three(out.group[i].tile)))
        pair = None
        if out.win and (out.n_groups or not self._is_down(out)):
            pair = ((out.pair_face[0], out.pair_face[1]), (out.pair_tile[0], out.pair_tile[1]))
        return bool(out.win), out.total, items, groups, pair

    cdef bint _is_down(self, const lp_fan_t *out):
        return out.n_items == 1 and ITEM_NAMES[out.item[0].item] == "three_wilds_down"

    cdef int _fail(self, lp_status_t status, const lp_error_t *error, hand, melds, flowers, by,
                   Py_ssize_t n_tiles) except -1:
        cdef int fault = error.detail
        cdef uint8_t codes[MOST_TILES]
        tile = tile_text(error.value)
        position = None
        if status == LP_E_HAND_SIZE:
            wanted = 3 * (self._rules.melds - len(melds)) + 2
            beside = f" beside {len(melds)} claimed" if melds else ""
            if n_tiles > wanted:
                position = place_of_tile(hand, wanted - (n_tiles - read_many(hand, codes, "hand")))
            raise errors.HandSizeError(f"a hand{beside} has {wanted} tiles with the winning one, not {n_tiles}",
                                       value=n_tiles, position=position, argument="hand")
        if fault == LP_WON_COPIES:
            held = "four" if error.value < 34 else "one"
            raise errors.DuplicateCardError(f"more than {held} of {tile} in hand, melds and flowers", value=tile,
                                            argument="hand")
        if fault == LP_WON_WILDS:
            raise errors.DuplicateCardError(f"more than three of the wild tile {tile}: the fourth was turned",
                                            value=tile, argument="hand")
        if fault == LP_WON_KONG:
            if by == "kong":
                raise errors.TableError("by 'kong' needs kong, 'exposed' or 'concealed'", argument="kong")
            raise errors.TableError(f"kong goes with by 'kong', not with {by!r}", argument="kong")
        if fault == LP_WON_MELD:
            i = error.place
            kind, given = melds[i]
            if status == LP_E_PLAY and error.value < 4:
                why = f"is no {kind}"
            else:
                why = "holds a tile that is laid open in this game"
            raise errors.IllegalPlayError(f"melds[{i}] {why}: {given!r}", value=given, position=i,
                                          argument=f"melds[{i}]")
        argument, message = FAULTS[fault]
        if fault == LP_WON_HAND_TILE:
            position = place_of_tile(hand, error.place)
        elif fault == LP_WON_FLOWERS:
            position = place_of_tile(flowers, error.place)
        elif fault == LP_WON_MELD_WILD:
            argument = f"melds[{error.place}]"
        raise errors.IllegalPlayError(message.format(tile=tile), value=tile, position=position, argument=argument)


@cython.final
cdef class Payment:
    """Who pays for a win, compiled from a rule set; ``worth`` is what the sum of a win is called."""

    cdef lp_pay_rules_t _rules
    cdef str _worth

    def __cinit__(self, str worth not None, payer, uint8_t melds, uint8_t liability, uint8_t codes, uint16_t code,
                  seats):
        memset(&self._rules, 0, sizeof(self._rules))
        self._worth = worth
        self._rules.payers = PAYERS[payer]
        if melds > LP_MELDS_MAX:
            raise ValueError(f"{LP_MELDS_MAX} melds at most, not {melds}")
        self._rules.melds = melds
        self._rules.liability = liability
        self._rules.codes = codes
        self._rules.code = code
        for i, tiles in enumerate(seats):
            if i >= LP_MAHJONG_SEATS:
                raise ValueError("there are four seats")
            self._rules.hits[<int>i] = mask_of(tiles)

    def __reduce__(self):
        raise TypeError("payments are compiled for one process; pickle the game instead")

    def settle(self, winner, payer, by, worth, base, codes, claims, last_third):
        """(net, transfers, hits); a transfer is (from, to, amount, liable)."""
        cdef uint8_t tiles[MOST_TILES]
        cdef uint8_t feeders[LP_MAHJONG_SEATS][8]
        cdef lp_pay_win_t win
        cdef lp_pay_t out
        cdef lp_error_t error
        cdef lp_status_t status
        cdef Py_ssize_t seat, i
        memset(&win, 0, sizeof(win))
        if by not in BY_OF:
            raise errors.TableError(f"by is one of {', '.join(BY)}, not {by!r}", value=by, argument="by")
        win.by = BY_OF[by]
        win.winner = self._seat(winner, "winner")
        win.payer = LP_NO_SEAT if payer is None else self._seat(payer, "payer")
        win.last_third = LP_NO_SEAT if last_third is None else self._seat(last_third, "last_third")
        win.worth = self._amount(worth, self._worth)
        win.base = self._amount(base, "base")
        win.n_codes = read_many(codes, tiles, "codes")
        win.codes = tiles
        if claims is not None:
            if not self._rules.liability:
                raise errors.TableError("nobody is liable in this game: no claims", argument="claims")
            if len(claims) != LP_MAHJONG_SEATS:
                raise errors.TableError(f"claims are a list for each of 4 seats, not {len(claims)} lists",
                                        value=len(claims), argument="claims")
            for seat in range(LP_MAHJONG_SEATS):
                if len(claims[seat]) > self._rules.melds:
                    raise errors.TableError(f"seat {seat} has {len(claims[seat])} claims, {self._rules.melds} at most",
                                            value=len(claims[seat]), argument="claims", position=seat)
                for i in range(<Py_ssize_t>len(claims[seat])):
                    feeders[seat][i] = self._seat(claims[seat][i], "claims")
                win.claims[seat] = feeders[seat]
                win.n_claims[seat] = len(claims[seat])
        status = lp_mahjong_pay(&self._rules, &win, &out, &error)
        if status != LP_OK:
            self._fail(status, &error, by)
        transfers = []
        for i in range(out.n_transfers):
            paid = &out.transfer[i]
            transfers.append((paid.from_, paid.to, paid.amount, bool(paid.liable)))
        return (out.net[0], out.net[1], out.net[2], out.net[3]), transfers, out.hits

    cdef int _seat(self, seat, str what) except -1:
        if isinstance(seat, bool):
            raise TypeError(f"{what} is a seat from 0 to 3, not {seat!r}")
        number = PyNumber_Index(seat)
        if not 0 <= number < LP_MAHJONG_SEATS:
            raise errors.TableError(f"{what} is a seat from 0 to 3, not {number}", value=number, argument=what)
        return number

    cdef int64_t _amount(self, amount, str what) except -1:
        if isinstance(amount, bool):
            raise TypeError(f"{what} is a whole number, not {amount!r}")
        number = PyNumber_Index(amount)
        if not 1 <= number < 1 << 62:
            raise errors.TableError(f"{what} is a whole number of at least 1, and not so large that a net could "
                                    f"overflow, not {number}", value=number, argument=what)
        return number

    cdef int _fail(self, lp_status_t status, const lp_error_t *error, by) except -1:
        cdef int fault = error.detail
        if fault == LP_PAY_CODES:
            if not self._rules.codes:
                raise errors.TableError("no codes are turned in this game", argument="codes")
            raise errors.HandSizeError(f"{self._rules.codes} codes are turned at most, not {error.value}: SM-8",
                                       value=error.value, argument="codes")
        if fault == LP_PAY_PAYER:
            if by in ("self", "kong"):
                message = f"there is no payer by {by!r}: a self-draw is paid by all"
            else:
                message = f"by {by!r} needs payer, the seat that discarded or was robbed, another than the winner"
            raise errors.TableError(message, argument="payer")
        if fault == LP_PAY_CLAIMS:
            seat = error.place
            raise errors.TableError(f"seat {seat} can't claim a meld from seat {error.value}", value=error.value,
                                    position=seat, argument="claims")
        if fault == LP_PAY_LAST_THIRD:
            raise errors.TableError(f"seat {error.value} is not liable with the winner", value=error.value,
                                    argument="last_third")
        if fault == LP_PAY_SEVERAL:
            raise errors.TableError("several are liable with the winner: last_third says whose third meld came last "
                                    "(SM-10)", argument="last_third")
        what = "base" if fault == LP_PAY_BASE else self._worth
        raise errors.TableError(f"{what} is so large that a net could overflow", argument=what)
