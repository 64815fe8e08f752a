"""The web page in a real browser: what each family's player does on it, and what it says of wrong input."""

from __future__ import annotations

import re
from typing import Any

import pytest

import lipai
from tests.service.page import HAND, Open, game, pick, result, text_of

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect


# ---- each family's main path


def test_the_games_are_the_servers(opened: Open) -> None:
    page = opened()
    links = page.get_by_role("navigation", name="Games").get_by_role("link")
    assert sorted(links.all_inner_texts()) == sorted(lipai.game(name).rules["name_en"] for name in lipai.games())
    assert page.locator("[aria-current=page]").count() == 1


def test_a_hand_is_picked_and_arranged(opened: Open) -> None:
    page = opened("#shisanshui")
    for card in lipai.game("shisanshui").deck[-13:]:
        page.locator(f'.pick[data-token="{lipai.format_cards([card])}"]').click()
    expect(page.locator(".hand .count")).to_have_text("13 of 13")
    shown = result(page)
    expect(shown.get_by_role("heading", level=2)).to_have_text("Best arrangement")
    expect(shown.locator(".laid .pile")).to_have_count(3)
    expect(page.locator('.pick[data-token="RJ"]')).to_have_attribute("aria-pressed", "true")


def test_the_arrangement_is_the_librarys_with_odds_values_and_alternatives(opened: Open) -> None:
    page = opened("#shisanshui")
    text_of(page, "Hand").fill(HAND)
    shown = result(page)
    found = lipai.game("shisanshui").arrange(HAND, top=6)
    expect(shown.locator(".laid .pile-head strong")).to_have_text([c.replace("_", " ") for c in found[0].categories])
    assert found[0].odds is not None
    for i, (win, _, lose) in enumerate(found[0].odds):
        bar = shown.locator(".laid .pile").nth(i).get_by_role("img", name=re.compile("win"))
        expect(bar).to_have_attribute("aria-label", re.compile(rf"win {win:.0%}, .*lose {lose:.0%}"))
        assert abs(bar.locator(".win").bounding_box()["width"] / bar.bounding_box()["width"] - win) < 0.01
    others = shown.locator(".other")
    expect(others).to_have_count(6)
    values = [one.value for one in found]
    assert [float(text.replace("−", "-")) for text in others.locator("b").all_inner_texts()] == pytest.approx(
        values, abs=0.006
    )
    others.nth(2).click()
    expect(shown.get_by_role("heading", level=2)).to_have_text("Alternative 3")
    expect(shown.locator(".other").nth(2)).to_have_attribute("aria-pressed", "true")
    cards = shown.locator(".laid .pile").nth(0).locator("svg.card")
    assert len(cards.all()) == 3


def test_a_special_is_shown_and_declared_at_the_table(opened: Open) -> None:
    page = opened("#shisanshui/arrange?hand=2C+3D+4H+5S+6C+7D+8H+9S+TC+JD+QH+KS+AC")
    shown = result(page)
    expect(shown.locator(".declare")).to_have_text("Declare dragon")
    expect(shown.locator(".specials")).to_contain_text("SSS-24")
    page.get_by_role("button", name="Take to the table").click()
    expect(page.get_by_role("combobox", name=re.compile("Seat 0"))).to_have_value("dragon")
    expect(page.locator(".seat").first.locator(".held")).to_have_count(13)


def test_a_table_is_settled_with_the_reason_of_each_transfer(opened: Open) -> None:
    page = opened("#shisanshui/settle?n=2&base=10")
    seats = [
        ["AS KD 9H", "7D 7C KS QH 6S", "8S 8H 5D 5C JS"],
        ["AH KC 9C", "7S 7H KH QD 4D", "8D 8C 3D 3C JH"],
    ]
    for seat, piles in enumerate(seats):
        for pile, cards in zip(("front", "middle", "back"), piles, strict=True):
            text_of(page, f"Seat {seat}, {pile}").fill(cards)
    shown = result(page)
    expect(shown.locator(".net strong")).to_have_text(["+40", "−40"])
    rows = shown.locator("tbody tr")
    expect(rows).to_have_count(3)
    expect(rows.nth(0)).to_contain_text("middle · pair > pair")
    expect(rows.nth(2)).to_contain_text("run over")
    expect(rows.nth(2)).to_contain_text("SSS-13")
    page.get_by_label("Base").fill("1")
    expect(shown.locator(".net strong")).to_have_text(["+4", "−4"])


def test_a_banker_game_is_dealt_arranged_and_settled(opened: Open) -> None:
    page = opened("#baishisan/settle")
    page.get_by_role("button", name="Deal and arrange").click()
    nets = result(page).locator(".net strong")
    expect(nets).to_have_count(4)
    amounts = [int(text.replace("−", "-").replace("±", "")) for text in nets.all_inner_texts()]
    assert sum(amounts) == 0
    expect(page.locator("legend").first).to_contain_text("banker")
    expect(page.get_by_label("Bet")).to_have_count(3)


@game("wuzhang")
def test_equity_of_stud(opened: Open) -> None:
    page = opened("#wuzhang")
    text_of(page, "Seat 0, Hole card").fill("KH")
    text_of(page, "Seat 0, Up-cards").fill("KS KD KC 8C")
    text_of(page, "Seat 1, Up-cards").fill("QS JS TS 9S")
    shown = result(page)
    expect(shown.locator(".equity strong")).to_have_text(["94.7%", "5.3%"])
    expect(shown.locator(".equity li").first).to_contain_text("quads")
    expect(shown).to_contain_text("Exact: all 19 deals counted")
    expect(shown).to_contain_text("Speaks first")
    page.get_by_label("Folded").nth(1).check()
    expect(page.locator(".equity strong")).to_have_text(["100.0%", "0.0%"])


@game("wuzhang")
def test_two_hands_are_compared(opened: Open) -> None:
    page = opened("#wuzhang/compare?a=JS+JC+9S+9C+AD&b=JH+JD+9H+9D+KS")
    shown = result(page)
    expect(shown.get_by_role("heading", level=2)).to_have_text("The first is larger.")
    expect(shown.locator(".pile-head strong")).to_have_text(["two pair", "two pair"])


@game("doudizhu")
def test_moves_of_a_climbing_hand_leading_and_following(opened: Open) -> None:
    page = opened("#doudizhu")
    hand, over = "33344456789TJXD", "555"
    text_of(page, "Hand").fill(hand)
    shown = result(page)
    leading = lipai.game("doudizhu").moves(hand)
    split = lipai.game("doudizhu").split(hand)
    expect(shown.get_by_role("heading", level=2)).to_have_text(
        [f"Fewest plays: {len(split)}", re.compile(rf"^{len(leading)} legal moves")]
    )
    expect(shown.locator(".plays li")).to_have_count(len(split))
    more = shown.get_by_role("button", name=re.compile("Show all"))
    while more.count():
        more.first.click()
    shown_moves = [text.replace("10", "T").replace("\n", "") for text in shown.locator(".strip").all_inner_texts()]
    assert sorted(shown_moves) == sorted(leading)
    text_of(page, "Play to beat").fill(over)
    following = lipai.game("doudizhu").moves(hand, over)
    expect(shown.locator(".strip")).to_have_count(len(following))
    expect(shown).to_contain_text("On trio")


@game("doudizhu")
def test_cards_are_named_and_weighed_against_a_play(opened: Open) -> None:
    page = opened("#doudizhu/classify?cards=33344456")
    expect(result(page).get_by_role("heading", level=2)).to_have_text(
        "airplane singles, rank 4 · 2 in sequence · with 56"
    )
    text_of(page, "Play to beat").fill("55566678")
    expect(page.locator(".result .bad")).to_contain_text("does not beat")
    text_of(page, "Cards").fill("3456")
    expect(page.locator(".result h2")).to_have_text("No play")


@game("doudizhu")
def test_an_endgame_is_solved(opened: Open) -> None:
    page = opened("#doudizhu/endgame")
    for seat, cards in enumerate(("33 44 55", "8", "9")):
        text_of(page, f"Seat {seat}").fill(cards)
    page.get_by_role("button", name="Solve").click()
    expect(page.locator(".result h2")).to_have_text("Seat 0 to move wins")
    expect(page.locator(".result")).to_contain_text("pairs")


@game("wencheng")
def test_waits_and_discards_of_mahjong(opened: Open) -> None:
    page = opened("#sanmen")
    text_of(page, "Hand").fill("111m234p567s1112z")
    shown = result(page)
    expect(shown.locator(".waits li")).to_have_text("3 unseen")
    expect(shown.get_by_role("img", name="south wind")).to_be_visible()
    pick(page, "south wind")
    found = lipai.game("sanmen").discards("111m234p567s11122z")
    expect(page.locator(".discards tbody tr")).to_have_count(len(found))
    expect(page.locator(".discards tbody b")).to_have_text([str(one.count) for one in found])


@game("wencheng")
def test_a_win_with_its_items(opened: Open) -> None:
    page = opened("#wencheng/winning?hand=234m567p34523466s999p&tile=2s&wild=9p")
    shown = result(page)
    expect(shown.get_by_role("heading", level=2)).to_have_text("41 fan")
    expect(shown.locator(".items tr")).to_have_count(3)
    expect(shown.locator(".items")).to_contain_text("WC-13")
    page.get_by_role("button", name="中文").click()
    expect(page.locator(".items")).to_contain_text("财神刻子")


@game("wencheng")
def test_melds_are_added_and_removed(opened: Open) -> None:
    page = opened("#sanmen?hand=")
    page.get_by_role("button", name="Add a meld").click()
    text_of(page, "Meld 1").fill("555m")
    text_of(page, "Hand").fill("111m234p567s2z")
    expect(result(page).locator(".waits li")).to_have_count(1)
    page.get_by_role("button", name="Remove meld 1").click()
    expect(page.locator(".result .placeholder")).to_be_visible()


# ---- wrong input


@pytest.mark.parametrize(
    ("cards", "at", "what"),
    [
        (HAND.replace("9D", "XX"), 6, "no such card"),
        (HAND.replace("8S", "AS"), 12, "is there already"),
        (f"{HAND} 7C", 13, "a hand has 13 cards, not 14"),
    ],
)
def test_wrong_cards_are_marked_where_they_are(opened: Open, cards: str, at: int, what: str) -> None:
    page = opened("#shisanshui")
    text_of(page, "Hand").fill(cards)
    expect(page.locator(".hand .fault")).to_contain_text(what)
    marked = page.locator(".held[aria-invalid=true]")
    expect(marked).to_have_count(1)
    assert page.locator(".held").nth(at).get_attribute("aria-invalid") == "true"
    marked.click()
    expect(page.locator(".held[aria-invalid=true]")).to_have_count(0)
    expect(page.locator(".hand .fault")).to_be_empty()


def test_a_wrong_card_at_the_table_is_marked_in_its_pile(opened: Open) -> None:
    page = opened(
        "#biji/settle?n=2&s0.0=2C+3D+5H&s0.1=7S+7H+9C&s0.2=AS+KS+QS&s1.0=2D+4C+6H&s1.1=8S+8H+TC&s1.2=AH+KH+7S"
    )
    wrong = page.locator(".held[aria-invalid=true]")
    expect(wrong).to_have_count(1)
    expect(page.locator('[data-field="s1.2"] .held').nth(2)).to_have_attribute("aria-invalid", "true")
    text_of(page, "Seat 1, third").fill("AH KH 2S")
    expect(page.locator('[data-field="s1.2"] .fault')).to_be_empty()


def test_a_foul_is_told_at_its_pile(opened: Open) -> None:
    page = opened(
        "#biji52/settle?n=2&s0.0=AS+KS+QS&s0.1=7S+7H+9C&s0.2=2C+3D+5H&s1.0=2D+4C+6H&s1.1=8S+8H+TC&s1.2=AH+KH+JH"
    )
    expect(page.locator(".hand.wrong .fault")).to_contain_text("BJ-1")


@game("doudizhu")
def test_what_reads_as_a_rank_or_a_suit_is_not_guessed(opened: Open) -> None:
    page = opened("#doudizhu")
    text_of(page, "Hand").fill("334D")
    expect(page.locator(".held").nth(2)).to_have_attribute("aria-invalid", "true")
    text_of(page, "Hand").fill("334 D")
    expect(result(page).locator(".plays li")).to_have_count(3)
    expect(page.locator(".held")).to_have_count(4)


@game("wencheng")
def test_a_wrong_tile_is_marked(opened: Open) -> None:
    page = opened("#wencheng?hand=111m+zz+234p")
    expect(page.locator(".held").nth(3)).to_have_attribute("aria-invalid", "true")
    expect(page.locator(".fault").first).to_contain_text("zz")


def test_a_server_that_is_gone_is_told(base: str, browser: Any) -> None:
    page = browser.new_page(locale="en-GB")
    page.goto(f"{base}#biji")
    expect(page.locator("main")).to_be_visible()
    page.route("**/v1/**", lambda route: route.abort())
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    text_of(page, "Hand").fill("AS")
    expect(page.locator(".result .alert")).to_contain_text("did not answer")
    page.get_by_role("button", name="Settle").click()
    page.get_by_role("button", name="Deal and arrange").click()
    expect(page.locator(".result .alert")).to_contain_text("did not answer")
    assert errors == []
    page.close()
