// A table of five-card stud: what is known of each seat, its chance to win, what it holds and who speaks first.

import { ask, askMany, Fault } from "./api.js";
import { h } from "./dom.js";
import { back } from "./draw.js";
import { button, check, placeholder, range, select, shares } from "./parts.js";
import { Table } from "./table.js";
import { name, number, percent, t } from "./words.js";

export function build(ctx) {
  const { game, state } = ctx;
  const [fewest, most] = game.players;
  const seats = Math.min(Math.max(Number(state.get("n")) || fewest, fewest), most);
  const table = new Table(ctx, () => compute());
  const all = range(0, seats - 1).map((seat) => ({
    seat,
    folded: state.get(`fold${seat}`) === "1",
    hole: table.hand({ name: `hole${seat}`, label: `${t("seat", seat)}, ${t("hole")}`, short: t("hole"), size: 1, path: `players[${seat}].hole`, compact: true }),
    up: table.hand({ name: `up${seat}`, label: `${t("seat", seat)}, ${t("up")}`, short: t("up"), size: game.hand_size - 1, path: `players[${seat}].up`, compact: true }),
  }));

  async function compute() {
    if (all.every(({ up, hole }) => up.tokens.length + hole.tokens.length === 0)) return placeholder(t("needHand"));
    const players = all.map(({ up, hole, folded }) => ({ up: up.tokens, hole: hole.tokens.length > 0 ? hole.tokens : null, folded }));
    const found = await ask(game.id, "equity", table.request({ players }));
    const [banker, held] = await Promise.all([speaks(), holdings()]);
    const top = Math.max(...found.equity);
    return [
      h("h2", {}, t("equity")),
      h("ul", { class: "equity" }, found.equity.map((share, seat) => h("li", { class: all[seat].folded ? "out" : share === top ? "top" : "" },
        h("span", { class: "who" }, t("seat", seat), held[seat] && h("em", {}, ` ${held[seat]}`), all[seat].folded && h("em", {}, ` ${t("folded")}`)),
        shares(`${t("seat", seat)}: ${percent(share, 1)}`, [["win", share]]),
        h("strong", {}, percent(share, 1))))),
      h("p", { class: "hint" }, found.exact ? t("exact", number(found.cases)) : t("sampled", number(found.cases), percent(found.stderr, 2))),
      banker !== null && h("p", { class: "hint" }, t("speaks", t("seat", banker))),
    ];
  }

  async function speaks() {
    const ups = all.map(({ up, folded }) => (folded ? null : up.tokens));
    const counts = new Set(ups.filter(Boolean).map((up) => up.length));
    if (!ctx.has("banker") || counts.size !== 1 || counts.has(0)) return null;
    return (await ask(game.id, "banker", table.request({ up: ups }))).seat;
  }

  async function holdings() {
    const full = all.filter(({ up, hole }) => up.tokens.length + hole.tokens.length === game.hand_size);
    const found = await askMany(full.map(({ up, hole }) => ({ game: game.id, op: "rank", cards: [...hole.tokens, ...up.tokens], options: ctx.options })));
    const names = all.map(() => null);
    found.forEach((one, i) => { if (!(one instanceof Fault)) names[full[i].seat] = name(one.category, one.name); });
    return names;
  }

  function deal() {
    const cards = table.draw(3 * seats);
    all.forEach(({ seat }) => {
      state.set(`hole${seat}`, seat === 0 ? cards[0] : "");
      state.set(`up${seat}`, cards.slice(3 * seat + 1, 3 * seat + 3).join(" "));
      state.set(`fold${seat}`, "");
    });
    ctx.rebuild();
  }

  const element = h("div", { class: "view" },
    h("div", { class: "entry" },
      h("div", { class: "controls" }, button(t("deal"), deal, "action"), button(t("clear"), () => { for (const one of ["up", "hole", "fold"]) state.drop(one); ctx.rebuild(); }),
        select(t("players"), seats, range(fewest, most).map((n) => [n, n]), (value) => { state.set("n", value); ctx.rebuild(); }, "n")),
      h("div", { class: "seats" }, all.map(({ seat, up, hole, folded }) => h("fieldset", { class: `seat ${folded ? "out" : ""}` }, h("legend", {}, t("seat", seat)),
        h("div", { class: "seat-head" }, check(t("folded"), folded, (on) => { state.set(`fold${seat}`, on ? "1" : ""); ctx.rebuild(); }, `fold${seat}`), hole.tokens.length === 0 && h("span", { class: "unknown" }, back(t("unknownCard")))),
        hole.element, up.element))),
      table.picker),
    table.result);
  table.ready();
  return element;
}
