// Climbing games: what a hand can lead or follow with, its fewest plays, what cards are played as, and endgames.

import { ask, askMany } from "./api.js";
import { h } from "./dom.js";
import { button, cardsOf, placeholder, range, select } from "./parts.js";
import { Table } from "./table.js";
import { name, number, t, whyNot } from "./words.js";

const SHOWN = 24;
const SECONDS = 5;
const MEMORY = 128;

const kindName = (game, kind) => name(kind, game.rules.form?.[kind]?.name);
const strip = (play) => h("span", { class: "strip" }, [...play].map((rank) => h("b", { class: rank === "D" ? "red" : rank === "X" ? "black" : "" }, rank === "T" ? "10" : rank)));

function readingText(game, reading) {
  const parts = [t("readingOf", name(reading.kind, reading.name), reading.rank === "T" ? "10" : reading.rank)];
  if (reading.length > 1) parts.push(t("groups", reading.length));
  if (reading.kickers) parts.push(t("kickers", reading.kickers));
  return parts.join(" · ");
}

const ORDER = "3456789TJQKA2XD";

// By how many cards, then from the lowest body and kickers on.
function byRank(a, b) {
  if (a.length !== b.length) return a.length - b.length;
  const at = [...a].findIndex((rank, i) => rank !== b[i]);
  return at < 0 ? 0 : ORDER.indexOf(a[at]) - ORDER.indexOf(b[at]);
}

function chips(plays, label) {
  const list = h("ul", { class: "chips", "aria-label": label }, plays.slice(0, SHOWN).map((play) => h("li", {}, strip(play))));
  if (plays.length <= SHOWN) return list;
  const more = button(t("showAll", plays.length), () => { list.append(...plays.slice(SHOWN).map((play) => h("li", {}, strip(play)))); more.remove(); }, "quiet");
  return [list, more];
}

export function buildMoves(ctx) {
  const { game, state } = ctx;
  const table = new Table(ctx, () => compute());
  const hand = table.hand({ name: "hand", label: t("hand"), most: game.hand_size });
  const over = table.hand({ name: "over", label: t("over"), most: game.hand_size, shared: false, hint: t("leadHint") });

  async function compute() {
    if (hand.tokens.length === 0) return placeholder(t("needHand"));
    const last = over.tokens.length > 0 ? over.tokens : null;
    const [{ moves }, split, reading] = await Promise.all([
      ask(game.id, "moves", table.request({ hand: hand.tokens, over: last })),
      ask(game.id, "split", table.request({ hand: hand.tokens })),
      last && ask(game.id, "classify", table.request({ cards: last })),
    ]);
    const kinds = await askMany(moves.map((cards) => ({ game: game.id, op: last ? "beats" : "classify", cards, options: ctx.options, ...(last ? { over: last } : {}) })));
    const groups = new Map();
    moves.forEach((move, i) => {
      const kind = (last ? kinds[i].reading : kinds[i].readings?.[0])?.kind ?? "";
      groups.set(kind, [...(groups.get(kind) ?? []), move]);
    });
    const order = Object.keys(game.rules.form ?? {});
    const sorted = [...groups].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
    return [
      h("h2", {}, t("fewest", split.count)),
      h("ol", { class: "plays" }, split.plays.map((play, i) => h("li", {}, h("span", { class: "kind" }, kindName(game, split.kinds[i])), cardsOf([...play], undefined, "small")))),
      h("h2", {}, moves.length > 0 ? t("legal", moves.length) : t("mustPass"), h("small", {}, last ? t("following", readingText(game, reading.readings[0])) : t("lead"))),
      h("div", { class: "kinds" }, sorted.map(([kind, plays]) => h("section", { class: "kind-group" }, h("h3", {}, kindName(game, kind), h("span", { class: "count" }, plays.length)), chips(plays.sort(byRank), kindName(game, kind))))),
    ];
  }

  const element = h("div", { class: "view" },
    h("div", { class: "entry" }, hand.element, over.element, table.picker,
      h("div", { class: "controls" }, button(t("deal"), () => hand.put(table.kit.sort(table.draw(game.rules.deck.hand))), "action"))),
    table.result);
  if (state.get("hand") === "") table.choose(hand);
  table.ready();
  return element;
}

export function buildClassify(ctx) {
  const { game } = ctx;
  const table = new Table(ctx, () => compute());
  const cards = table.hand({ name: "cards", label: t("playCards"), most: game.hand_size, shared: false });
  const over = table.hand({ name: "over", label: t("over"), most: game.hand_size, shared: false });

  async function compute() {
    if (cards.tokens.length === 0) return placeholder(t("needHand"));
    const { readings, reason, fault } = await ask(game.id, "classify", table.request({ cards: cards.tokens }));
    const nodes = readings.length === 0
      ? [h("h2", {}, t("noPlay")), h("p", { class: "hint" }, whyNot(fault, reason))]
      : readings.map((reading, i) => h(i === 0 ? "h2" : "p", {}, readingText(game, reading)));
    nodes.push(cardsOf(readings[0] ? [...readings[0].cards] : cards.tokens));
    if (over.tokens.length > 0 && readings.length > 0) {
      const { beats } = await ask(game.id, "beats", table.request({ cards: cards.tokens, over: over.tokens }));
      nodes.push(h("p", { class: beats ? "good" : "bad" }, t(beats ? "beats" : "beatsNot", over.text.value)));
    }
    return nodes;
  }

  const element = h("div", { class: "view" }, h("div", { class: "entry" }, cards.element, over.element, table.picker), table.result);
  table.ready();
  return element;
}

export function buildEndgame(ctx) {
  const { game, state } = ctx;
  const [fewest, most] = game.players;
  const seats = Math.min(Math.max(Number(state.get("n")) || most, Math.max(fewest, 2)), most);
  const hasLandlord = game.rules.play?.lead === "landlord";
  const table = new Table(ctx);
  const hands = range(0, seats - 1).map((seat) => table.hand({ name: `h${seat}`, label: t("seat", seat), most: game.hand_size, path: `hands[${seat}]` }));
  const over = table.hand({ name: "over", label: t("over"), most: game.hand_size, shared: false, hint: t("leadHint") });
  const seatOf = (field) => Math.min(Number(state.get(field, "0")), seats - 1);

  async function solve() {
    const turn = seatOf("turn");
    const found = await ask(game.id, "solve", table.request({
      hands: hands.map((hand) => hand.tokens), landlord: hasLandlord ? seatOf("landlord") : 0, turn,
      over: over.tokens.length > 0 ? over.tokens : null, passes: Number(state.get("passes", "0")), seconds: SECONDS, memory: MEMORY,
    }));
    const who = t("seat", turn);
    if (found.outcome === "unknown") return [h("h2", {}, t("unknown", name(found.limit)))];
    return [
      h("h2", { class: found.outcome === "win" ? "good" : "bad" }, t(found.outcome === "win" ? "wins" : "loses", who)),
      found.move && h("div", { class: "pile" },
        h("div", { class: "pile-head" }, h("span", { class: "pile-name" }, t("by")), h("strong", {}, found.move === "pass" ? t("pass") : readingText(game, found.reading))),
        found.move !== "pass" && cardsOf([...found.move])),
      h("p", { class: "hint" }, t("nodes", number(found.nodes))),
    ];
  }

  const stale = () => table.result.replaceChildren(placeholder(t("pressSolve")));

  function start() {
    table.compute = solve;
    table.result.replaceChildren(placeholder(t("working")));
    table.now().finally(() => { table.compute = null; });
  }

  const seatChoice = (field, label) => select(label, seatOf(field), range(0, seats - 1).map((seat) => [seat, t("seat", seat)]), (value) => { state.set(field, value); stale(); }, field);
  const element = h("div", { class: "view" },
    h("div", { class: "entry" },
      h("div", { class: "controls" },
        fewest !== most && select(t("players"), seats, range(fewest, most).map((n) => [n, n]), (value) => { state.set("n", value); ctx.rebuild(); }, "n"),
        hasLandlord && seatChoice("landlord", t("landlord")), seatChoice("turn", t("turn")),
        game.rules.play?.passes > 1 && select(t("passes"), state.get("passes", "0"), range(0, game.rules.play.passes - 1).map((n) => [n, n]), (value) => { state.set("passes", value); stale(); }, "passes")),
      hands.map((hand) => hand.element), over.element, table.picker,
      h("div", { class: "controls" }, button(t("solve"), start, "action"))),
    table.result);
  table.otherwise = stale;
  stale();
  table.ready();
  if (hands.every((hand) => hand.tokens.length > 0)) start();
  return element;
}

