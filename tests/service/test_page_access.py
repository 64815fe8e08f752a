"""The web page in a real browser: on a phone, by keyboard, to a reader; its language, its links and its door."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
import urllib.request
from typing import Any

import pytest

import lipai
from tests.service.page import HAND, Open, result, text_of

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
expect = sync_api.expect


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
    const linear = (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    const light = ([r, g, b]) => [r, g, b].map((v) => linear(v / 255))
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


@pytest.mark.parametrize(
    "fragment",
    [
        "#nowhere/x?hand=AS",
        "#biji/nothing",
        "#biji/settle?n=99",
        "#biji/arrange?hand=%3Cb%3E",
        "#?",
        "#biji/arrange?o.joker_pair=many",
    ],
)
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
