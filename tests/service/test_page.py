"""The web page in a real browser: what each family's player does on it, with a mouse, a phone and a keyboard."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import lipai

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
CHROMIUM = os.environ.get("LIPAI_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine: apt-get install chromium")

expect = sync_api.expect
Open = Callable[..., Any]
HAND = "AS KS QD JH TC 9H 9D 9C 4C 4D 2H 3D 8S"
# A fault that the server tells is an answer like any other; the browser reports its status all the same.
TOLD = re.compile(r"Failed to load resource: the server responded with a status of (400|401|413|422)")


def game(name: str) -> Any:
    return pytest.mark.skipif(name not in lipai.games(), reason=f"this version has no {name}")


@pytest.fixture(scope="module")
def base() -> Iterator[str]:
    command = [sys.executable, "-m", "lipai", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().split()[-1]
            for _ in range(200):
                try:
                    urllib.request.urlopen(f"{address}health", timeout=5)
                    break
                except (urllib.error.URLError, ConnectionError):
                    time.sleep(0.05)
            yield address
        finally:
            process.kill()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def opened(base: str, browser: Any) -> Iterator[Open]:
    """Opens the page at a fragment; nothing may be said on its console, nor fail, nor come from elsewhere."""
    contexts = []
    said: list[str] = []

    def open_page(fragment: str = "", *, width: int = 1280, height: int = 900, lang: str = "en-GB", **how: Any) -> Any:
        context = browser.new_context(viewport={"width": width, "height": height}, locale=lang, **how)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("console", lambda message: said.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: said.append(f"uncaught: {error}"))
        page.on("request", lambda request: request.url.startswith(base) or said.append(f"elsewhere: {request.url}"))
        page.goto(base + fragment)
        expect(page.locator("main")).to_be_visible()
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert [line for line in said if not TOLD.search(line)] == []


def result(page: Any) -> Any:
    expect(page.locator(".result")).to_have_attribute("aria-busy", "false")
    return page.locator(".result")


def text_of(page: Any, label: str) -> Any:
    return page.get_by_role("textbox", name=f"{label}: type or paste", exact=True)


def pick(page: Any, *names: str) -> None:
    for name in names:
        page.locator(".picker").get_by_role("button", name=name, exact=False).first.click()


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
        (f"{HAND} 7C", None, "a hand has 13 cards, not 14"),
    ],
)
def test_wrong_cards_are_marked_where_they_are(opened: Open, cards: str, at: int | None, what: str) -> None:
    page = opened("#shisanshui")
    text_of(page, "Hand").fill(cards)
    expect(page.locator(".hand .fault")).to_contain_text(what)
    marked = page.locator(".held[aria-invalid=true]")
    expect(marked).to_have_count(0 if at is None else 1)
    if at is not None:
        assert page.locator(".held").nth(at).get_attribute("aria-invalid") == "true"
        marked.click()
        expect(page.locator(".held[aria-invalid=true]")).to_have_count(0)
        expect(page.locator(".hand .fault")).to_be_empty()


def test_a_wrong_card_at_the_table_is_marked_in_its_pile(opened: Open) -> None:
    page = opened("#biji/settle?n=2&s0.0=2C+3D+5H&s0.1=7S+7H+9C&s0.2=AS+KS+QS&s1.0=2D+4C+6H&s1.1=8S+8H+TC&s1.2=AH+KH+7S")
    wrong = page.locator(".held[aria-invalid=true]")
    expect(wrong).to_have_count(1)
    expect(page.locator('[data-field="s1.2"] .held').nth(2)).to_have_attribute("aria-invalid", "true")
    text_of(page, "Seat 1, third").fill("AH KH 2S")
    expect(page.locator('[data-field="s1.2"] .fault')).to_be_empty()


def test_a_foul_is_told_at_its_pile(opened: Open) -> None:
    page = opened("#biji52/settle?n=2&s0.0=AS+KS+QS&s0.1=7S+7H+9C&s0.2=2C+3D+5H&s1.0=2D+4C+6H&s1.1=8S+8H+TC&s1.2=AH+KH+JH")
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
    text_of(page, "Hand").fill("AS")
    expect(page.locator(".result .alert")).to_contain_text("did not answer")
    page.close()


# ---- phone, keyboard, reader


@pytest.mark.parametrize("lang", ["en-GB", "zh-CN"])
def test_nothing_is_wider_than_a_phone(opened: Open, lang: str) -> None:
    page = opened("", width=360, height=740, lang=lang, has_touch=True, is_mobile=True)
    for name in lipai.games():
        page.evaluate(f"location.hash = '#{name}'")
        expect(page.locator("[aria-current=page]")).to_have_attribute("href", f"#{name}")
        for view in range(page.locator(".views button").count()):
            page.locator(".views button").nth(view).tap()
            deal = page.locator("button.action").first
            if deal.count():
                deal.tap()
            page.wait_for_timeout(250)
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= 360, f"{name}, view {view}: {wide} px"
            least = page.locator(".pick").first.bounding_box()
            assert least["width"] >= 20
            assert least["height"] >= 28


def test_a_phone_arranges_a_hand(opened: Open) -> None:
    page = opened("#biji", width=360, height=740, lang="zh-CN", has_touch=True, is_mobile=True)
    page.get_by_role("button", name="发牌").tap()
    expect(result(page).get_by_role("heading", level=2)).to_have_text("最佳摆法")


def test_the_keyboard_alone_is_enough(opened: Open) -> None:
    page = opened("#biji")
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_text("Skip to the table")
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.pick')"):
            break
    for key in ("Enter", "ArrowRight", "Enter", "ArrowDown", "Space", "End", "Enter", "Home", "Enter"):
        page.keyboard.press(key)
    assert text_of(page, "Hand").input_value() == "AS KS KH 2H AH"
    page.keyboard.press("Backspace")
    assert text_of(page, "Hand").input_value() == "AS KS KH 2H"
    text_of(page, "Hand").focus()
    page.keyboard.type(" QS 9H 9D 5C 5D")
    expect(result(page).locator(".laid .pile")).to_have_count(3)
    page.keyboard.press("Shift+Tab")
    expect(page.locator(":focus")).to_have_attribute("aria-label", "ace of spades, remove")
    page.keyboard.press("Delete")
    expect(page.locator(".held")).to_have_count(8)
    expect(page.locator(":focus")).to_have_attribute("aria-label", "king of spades, remove")


def test_everything_has_a_name_and_a_role(opened: Open) -> None:
    page = opened("")
    for name in lipai.games():
        page.evaluate(f"location.hash = '#{name}'")
        expect(page.locator("[aria-current=page]")).to_have_attribute("href", f"#{name}")
        for view in range(page.locator(".views button").count()):
            page.locator(".views button").nth(view).click()
            page.wait_for_timeout(100)
            assert page.evaluate(NAMELESS) == [], f"{name}, view {view}"
    assert page.locator("h1").count() == 1
    assert page.locator("main").count() == 1
    expect(page.locator("html")).to_have_attribute("lang", "en")


# Controls and pictures that someone who does not see them would know nothing of, and ids that are there twice.
NAMELESS = """() => {
    const named = (one) => one.getAttribute("aria-label") || one.labels?.[0]?.textContent.trim()
        || (one.matches("button, a, summary") && one.textContent.trim());
    const hidden = (one) => one.closest("[aria-hidden=true]");
    const controls = [...document.querySelectorAll("button, a, input, select, summary, [role=img], [role=group]")];
    const ids = [...document.querySelectorAll("[id]")].map((one) => one.id);
    return controls.filter((one) => !hidden(one) && !named(one)).map((one) => one.outerHTML.slice(0, 120))
        .concat(ids.filter((id, i) => ids.indexOf(id) !== i));
}"""


def test_the_result_is_said(opened: Open) -> None:
    page = opened("#shisanshui")
    text_of(page, "Hand").fill(HAND)
    expect(page.locator("#said[role=status]")).to_have_text("Best arrangement")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_what_is_behind_it(opened: Open, scheme: str) -> None:
    page = opened(f"#shisanshui/arrange?hand={HAND.replace(' ', '+')}", color_scheme=scheme)
    result(page)
    faint = page.evaluate(FAINT)
    assert faint == []


# Words whose contrast with the nearest painted ground is below 4.5.
FAINT = """() => {
    const parse = (text) => text.match(/[\\d.]+/g).map(Number);
    const light = ([r, g, b]) => [r, g, b].map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
        .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
    const ground = (one) => {
        for (let at = one; at; at = at.parentElement) {
            const colour = parse(getComputedStyle(at).backgroundColor);
            if (colour.length === 3 || colour[3] === 1) return colour;
        }
        return parse(getComputedStyle(document.body).backgroundColor);
    };
    const words = [...document.querySelectorAll("#page *")].filter((one) => !one.closest("svg") && one.checkVisibility()
        && [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()));
    return words.filter((one) => {
        const [a, b] = [light(parse(getComputedStyle(one).color)), light(ground(one))].sort((x, y) => y - x);
        return (a + 0.05) / (b + 0.05) < 4.5;
    }).map((one) => `${one.className}: ${one.textContent.slice(0, 30)}`);
}"""


# ---- language, options, links


def test_the_language_is_the_readers_and_can_be_turned(opened: Open) -> None:
    page = opened("#shisanshui", lang="zh-CN")
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    expect(page.get_by_role("button", name="摆牌")).to_be_visible()
    page.get_by_label("手牌：输入或粘贴").fill("黑桃A 红桃10 ♣9 大王")
    expect(page.locator(".held")).to_have_count(4)
    expect(page.get_by_role("button", name="红桃10，移除")).to_be_visible()
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("button", name="Arrange")).to_be_visible()
    expect(page.locator(".held").nth(1)).to_have_attribute("aria-label", "10 of hearts, remove")
    expect(page.get_by_role("button", name="中文")).to_be_focused()
    page.reload()
    expect(page.get_by_role("button", name="Arrange")).to_be_visible()


def test_a_link_holds_the_state(opened: Open) -> None:
    page = opened("#shisanshui")
    page.get_by_text("House rules").click()
    page.get_by_label(re.compile("wheel")).select_option("low")
    page.get_by_label("Players").select_option("2")
    text_of(page, "Hand").fill(HAND)
    result(page)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator("#toast")).to_contain_text("Link copied")
    link = page.evaluate("navigator.clipboard.readText()")
    other = opened(link[link.index("#") :])
    assert text_of(other, "Hand").input_value() == HAND
    expect(other.get_by_label("Players")).to_have_value("2")
    expect(other.locator(".badge")).to_have_text("1 changed")
    assert result(other).locator(".laid").inner_text() == page.locator(".result .laid").inner_text()


def test_options_reach_the_server(opened: Open) -> None:
    page = opened("#shisanshui/compare?a=AS+2H+3S+4S+5S&b=9S+TH+JS+QS+KS")
    expect(result(page).locator("h2")).to_have_text("The first is larger.")
    page.get_by_text("House rules").click()
    page.get_by_label(re.compile("wheel")).select_option("low")
    expect(page.locator(".result h2")).to_have_text("The second is larger.")
    assert "o.wheel=low" in page.url


def test_back_and_forth(opened: Open) -> None:
    page = opened("#biji/arrange?hand=AS+KS")
    page.get_by_role("link", name="Thirteen Water").click()
    expect(page.locator("[aria-current=page]")).to_have_text("Thirteen Water")
    assert text_of(page, "Hand").input_value() == ""
    page.go_back()
    expect(page.locator("[aria-current=page]")).to_have_text("Bi Ji")
    assert text_of(page, "Hand").input_value() == "AS KS"


@pytest.mark.parametrize("fragment", ["#nowhere/x?hand=AS", "#biji/nothing", "#biji/settle?n=99", "#biji/arrange?hand=%3Cb%3E", "#?", "#biji/arrange?o.joker_pair=many"])
def test_a_strange_link_does_no_harm(opened: Open, fragment: str) -> None:
    page = opened(fragment)
    expect(page.locator(".hand").first).to_be_visible()
    assert page.locator("b", has_text="<b>").count() == 0


# ---- the door


def test_the_page_asks_for_the_key(browser: Any) -> None:
    environment = os.environ | {"LIPAI_API_KEY": "s3cret"}
    command = [sys.executable, "-m", "lipai", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().split()[-1]
            context = browser.new_context(locale="en-GB")
            page = context.new_page()
            for _ in range(100):
                try:
                    page.goto(address)
                    break
                except sync_api.Error:
                    time.sleep(0.1)
            page.get_by_label("This server asks for its API key").fill("s3cret")
            page.get_by_role("button", name="Use it").click()
            expect(page.get_by_role("navigation", name="Games")).to_be_visible()
            context.close()
        finally:
            process.kill()


def test_nothing_but_our_own_files_may_run(base: str) -> None:
    with urllib.request.urlopen(base, timeout=10) as response:
        policy = response.headers["content-security-policy"]
        body = response.read().decode()
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "style=" not in body
    assert "onclick" not in body
