// Mahjong: what a hand waits for, what each discard leaves, and what a win is worth.

import { ask } from "./api.js";
import { h } from "./dom.js";
import { tile } from "./draw.js";
import { button, cardsOf, check, placeholder, range, select, shares } from "./parts.js";
import { Table } from "./table.js";
import { name, number, t, tileName } from "./words.js";

const KINDS = ["chow", "pung", "kong", "concealed_kong"];
const MOST_COUNT = 40; // a bar is full at so many accepted tiles

const meldCount = ({ state, game }) => Math.min(Number(state.get("m", "0")), game.rules.hand.melds);
const wholeHand = (ctx) => ctx.game.hand_size - 3 * meldCount(ctx);

function meldsOf(ctx, table) {
  const { state, game } = ctx;
  const count = meldCount(ctx);
  const melds = range(0, count - 1).map((i) => ({
    kind: state.get(`m${i}.kind`, "pung"),
    hand: table.hand({ name: `m${i}`, label: t("meld", i + 1), most: 4, path: `melds[${i}]`, compact: true }),
  }));
  function turn(i, kind) {
    state.set(`m${i}.kind`, kind);
    melds[i].kind = kind;
    table.soon();
  }
  const element = h("fieldset", { class: "seat melds" }, h("legend", {}, t("melds")),
    melds.map(({ kind, hand }, i) => h("div", { class: "meld" },
      h("select", { "aria-label": `${t("meld", i + 1)}: ${t("meldKind")}`, "data-focus": `kind${i}`, onchange: (event) => turn(i, event.target.value) },
        KINDS.map((one) => h("option", { value: one, selected: one === kind }, t(one)))),
      hand.element,
      i === count - 1 && h("button", { type: "button", class: "quiet", "aria-label": t("removeMeld", i + 1), "data-focus": `button-${t("addMeld")}`, onclick: () => { state.drop(`m${i}`); state.set("m", count - 1 || ""); ctx.rebuild(); } }, "×"))),
    count < game.rules.hand.melds && button(t("addMeld"), () => { state.set("m", count + 1); ctx.focus = `m${count}`; ctx.rebuild(); }, "quiet"));
  return { element, fields: () => melds.map(({ kind, hand }) => ({ kind, tiles: hand.tokens })) };
}

function wildOf(ctx, table) {
  return ctx.game.rules.hand.wild ? table.hand({ name: "wild", label: t("wild"), most: 1, compact: true, shared: false }) : null;
}

// A field of one tile, as a text; more than one is for the server to refuse.
const single = (hand) => (hand && hand.tokens.length > 0 ? hand.tokens.join(" ") : null);

export function buildTiles(ctx) {
  const { game } = ctx;
  const table = new Table(ctx, () => compute());
  const whole = wholeHand(ctx);
  const hand = table.hand({ name: "hand", label: t("hand"), most: whole, wanted: `${whole - 1}–${whole}` });
  const melds = meldsOf(ctx, table);
  const wild = wildOf(ctx, table);
  const seen = table.hand({ name: "seen", label: t("seen"), most: null, compact: true });

  async function compute() {
    if (hand.tokens.length === 0) return placeholder(t("needHand"));
    const fields = { hand: hand.tokens, melds: melds.fields(), wild: single(wild) };
    const short = whole - 1 - hand.tokens.length;
    if (hand.tokens.length >= whole) return discards(await ask(game.id, "discards", table.request({ ...fields, seen: seen.tokens })));
    if (short > 0 && hand.tokens.every((token) => table.kit.deck.has(token))) return placeholder(t("waiting", short));
    const [{ waits }, { shanten }] = [await ask(game.id, "waits", table.request(fields)), await ask(game.id, "shanten", table.request(fields))];
    return [
      h("h2", {}, waits.length > 0 ? t("waits") : shantenText(shanten)),
      waits.length > 0 ? h("ul", { class: "waits" }, waits.map((wait) => h("li", {}, tile(wait.tile), h("span", {}, t("unseen", wait.unseen))))) : h("p", { class: "hint" }, t("noWaits")),
    ];
  }

  const shantenText = (shanten) => (shanten < 0 ? t("complete") : shanten === 0 ? t("tenpai") : t("shanten", shanten));

  function discards({ list }) {
    const best = list[0]?.shanten ?? 0;
    return [
      h("h2", {}, shantenText(best)),
      h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("discard") }, h("table", { class: "discards" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("discard")), h("th", { scope: "col" }, t("accepts")), h("th", { scope: "col", class: "number" }, ""))),
        h("tbody", {}, list.map((one) => h("tr", { class: one.shanten > best ? "worse" : "" },
          h("th", { scope: "row" }, tile(one.discard)),
          h("td", {}, one.shanten > best ? h("span", { class: "hint" }, shantenText(one.shanten)) : cardsOf(table.kit.parse(one.accepts), tile, "small")),
          h("td", { class: "number" }, shares(t("unseen", one.count), [["win", Math.min(one.count / MOST_COUNT, 1)]]), h("b", {}, one.count))))))),
    ];
  }

  function deal() {
    const laid = table.kit.parse(game.rules.hand.laid);
    hand.put(table.kit.sort(table.draw(whole, laid)));
  }

  const element = h("div", { class: "view" },
    h("div", { class: "entry" }, hand.element, table.picker, h("div", { class: "controls" }, button(t("deal"), deal, "action")), h("div", { class: "extras" }, wild?.element, seen.element), melds.element),
    table.result);
  table.ready();
  return element;
}

export function buildWin(ctx) {
  const { game, state } = ctx;
  const table = new Table(ctx, () => compute());
  const hand = table.hand({ name: "hand", label: t("hand"), size: wholeHand(ctx) });
  const melds = meldsOf(ctx, table);
  const last = table.hand({ name: "tile", label: t("winTile"), most: 1, compact: true, shared: false });
  const wild = wildOf(ctx, table);
  const flowers = table.hand({ name: "flowers", label: t("flowers"), most: null, compact: true });
  const items = game.rules.fan ?? {};
  const flags = [...["heaven", "earth"].filter((flag) => flag in items), ...("four_flowers" in items ? ["last_flower"] : [])];

  async function compute() {
    const missing = hand.size - hand.tokens.length;
    const unknown = hand.tokens.some((token) => !table.kit.deck.has(token));
    if (missing > 0 && !unknown) return placeholder(hand.tokens.length === 0 ? t("needHand") : t("waiting", missing));
    const by = state.get("by", "self");
    const found = await ask(game.id, "win", table.request({
      hand: hand.tokens, melds: melds.fields(), tile: single(last), by,
      kong: by === "kong" ? state.get("kong", "exposed") : null, wind: state.get("wind") || null,
      flowers: flowers.tokens, wild: single(wild), ...Object.fromEntries(flags.map((flag) => [flag, state.get(flag) === "1"])),
    }));
    if (!found.win) return [h("h2", { class: "bad" }, t("notWon"))];
    const total = found.fan ?? found.points;
    return [
      h("h2", {}, h("span", { class: "total" }, number(total)), " ", t(found.fan === undefined ? "worthPoints" : "fan")),
      h("div", { class: "reading" }, found.melds.map((meld) => h("div", {}, cardsOf(table.kit.parse(meld.laid), tile), h("span", { class: "hint" }, meld.claimed ? t(meld.kind) : t(meld.kind === "chow" ? "run" : "set")))),
        found.pair && h("div", {}, cardsOf(table.kit.parse(found.pair_laid), tile), h("span", { class: "hint" }, t("pairOf")))),
      h("table", { class: "items" }, h("tbody", {}, found.items.map((item) => h("tr", {},
        h("th", { scope: "row" }, name(item.name, item.name_zh), item.count > 1 && ` × ${item.count}`),
        h("td", { class: "number" }, number(item.amount)), h("td", { class: "clause" }, item.clause))))),
    ];
  }

  const again = (field) => (value) => { state.set(field, value); table.soon(); };
  const by = [["self", t("self")], ["discard", t("discardBy")], ["kong", t("kongBy")], ["rob", t("rob")]];
  const element = h("div", { class: "view" },
    h("div", { class: "entry" }, hand.element, table.picker, h("div", { class: "extras" }, last.element, wild?.element, flowers.element), melds.element,
      h("div", { class: "controls" },
        select(t("how"), state.get("by", "self"), by, (value) => { state.set("by", value); ctx.rebuild(); }, "by"),
        state.get("by") === "kong" && select(t("kongKind"), state.get("kong", "exposed"), [["exposed", t("exposed")], ["concealed", t("concealed")]], again("kong"), "kong"),
        select(t("wind"), state.get("wind"), [["", "–"], ...range(1, 4).map((i) => [`${i}z`, tileName(`${i}z`)])], again("wind"), "wind"),
        flags.map((flag) => check(t(flag), state.get(flag) === "1", (on) => again(flag)(on ? "1" : ""), flag)))),
    table.result);
  table.ready();
  return element;
}
