// What a pile or hand is worth, and which of two is larger.

import { ask, askMany, Fault } from "./api.js";
import { h } from "./dom.js";
import { button, cardsOf, placeholder } from "./parts.js";
import { Table } from "./table.js";
import { name, number, t } from "./words.js";

export function build(ctx) {
  const { game } = ctx;
  const table = new Table(ctx, () => compute());
  const most = Math.max(...(game.piles?.map((pile) => pile.size) ?? [game.hand_size]));
  const hands = ["a", "b"].map((field, i) => table.hand({ name: field, label: t(i === 0 ? "first" : "second"), most, shared: false }));

  async function compute() {
    const given = hands.filter((hand) => hand.tokens.length > 0);
    if (given.length === 0) return placeholder(t("needHand"));
    const ranked = await askMany(given.map((hand) => ({ game: game.id, op: "rank", cards: hand.tokens, options: ctx.options })));
    const bad = ranked.findIndex((one) => one instanceof Fault);
    if (bad >= 0) throw Object.assign(ranked[bad], { field: given[bad].name });
    const nodes = ranked.map((one, i) => h("div", { class: "pile" },
      h("div", { class: "pile-head" }, h("span", { class: "pile-name" }, given[i].label), h("strong", {}, name(one.category, one.name))),
      cardsOf(one.cards.split(" ")),
      h("p", { class: "hint" }, t("strength", number(one.strength)))));
    if (given.length === 2) {
      const { result } = await ask(game.id, "compare", table.request({ a: hands[0].tokens, b: hands[1].tokens }));
      nodes.unshift(h("h2", {}, t(["smaller", "equal", "larger"][result + 1])));
    }
    return nodes;
  }

  const element = h("div", { class: "view" },
    h("div", { class: "entry" }, hands.map((hand) => hand.element), table.picker,
      h("div", { class: "controls" }, button(t("deal"), () => {
        const cards = table.draw(2 * most);
        hands.forEach((hand, i) => hand.put(table.kit.sort(cards.slice(i * most, (i + 1) * most))));
      }, "action"))),
    table.result);
  table.ready();
  return element;
}
