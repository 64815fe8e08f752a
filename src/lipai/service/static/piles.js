// Arranging a hand of a pile game: the best piles, what else there is, and what the hand earns as a whole.

import { ask } from "./api.js";
import { h } from "./dom.js";
import { button, cardsOf, odds, placeholder, range, select } from "./parts.js";
import { Table } from "./table.js";
import { name, pileName, signed, t } from "./words.js";

const TOP = 6;

export const specialName = (game, id) => name(id, game.rules.specials?.[id]?.name ?? game.rules.bonuses?.[id]?.name);
export const categoryName = (game, id) => name(id, game.rules.category?.[id]?.name);
export const hasBanker = (game) => game.rules.settlement?.kind === "banker";

export function build(ctx) {
  const { game, state } = ctx;
  const table = new Table(ctx, () => compute());
  const hand = table.hand({ name: "hand", label: t("hand"), size: game.hand_size });
  let chosen = 0;

  async function compute() {
    if (hand.tokens.length === 0) return placeholder(t("needHand"));
    const fields = {
      hand: hand.tokens,
      objective: state.get("objective") || null,
      players: state.get("players") ? Number(state.get("players")) : null,
      role: state.get("role") || null,
      top: TOP,
    };
    const { arrangements } = await ask(game.id, "arrange", table.request(fields));
    chosen = 0;
    return draw(arrangements);
  }

  async function draw(arrangements) {
    const best = arrangements[chosen];
    const earned = await specialsOf(best);
    const show = (at) => {
      chosen = at;
      table.attempt(async () => {
        table.result.replaceChildren(...await draw(arrangements));
        table.result.querySelector(`[data-alternative="${at}"]`)?.focus();
      });
    };
    return [
      h("h2", {}, chosen === 0 ? t("best") : t("alternative", chosen + 1)),
      best.value === null && !state.get("objective") && h("p", { class: "hint" }, t("noField")),
      laidOut(game, best),
      earned,
      arrangements.length > 1 && others(game, arrangements, chosen, show),
      ctx.has("settle") && button(t("toTable"), () => toTable(best), "action"),
    ].filter(Boolean);
  }

  async function specialsOf(arrangement) {
    if (!ctx.has("specials")) return null;
    const { specials } = await ask(game.id, "specials", table.request({ hand: hand.tokens, piles: arrangement.piles }));
    if (specials.length === 0) return null;
    return h("div", { class: "specials" }, h("h3", {}, t(Object.keys(game.rules.bonuses ?? {}).length > 0 ? "bonuses" : "specials")), h("ul", {}, specials.map((one) =>
      h("li", {}, h("strong", {}, specialName(game, one.name)), " ", one.points !== null ? t("points", one.points) : one.multiple !== null ? t("multiple", one.multiple) : "", " ", h("span", { class: "clause" }, one.clause)))));
  }

  function toTable(arrangement) {
    state.drop("s0");
    if (arrangement.special) {
      state.set("s0.special", arrangement.special);
      state.set("s0.hand", hand.tokens.join(" "));
    } else arrangement.piles.forEach((pile, i) => state.set(`s0.${i}`, pile));
    ctx.go("settle");
  }

  const again = (field) => (value) => { state.set(field, value); table.now(); };
  const [fewest, most] = game.players;
  const element = h("div", { class: "view" },
    h("div", { class: "entry" },
      hand.element,
      table.picker,
      h("div", { class: "controls" },
        button(t("deal"), () => hand.put(table.kit.sort(table.draw(game.hand_size))), "action"),
        select(t("players"), state.get("players"), [["", t("usual")], ...range(fewest, most).map((n) => [n, n])], again("players")),
        hasBanker(game) && select(t("role"), state.get("role", "player"), [["player", t("player")], ["banker", t("banker")]], again("role")),
        select(t("objective"), state.get("objective"), [["", t("expected")], ["strongest", t("strongest")]], again("objective")))),
    table.result);
  table.ready();
  return element;
}

function laidOut(game, arrangement) {
  return h("div", { class: "laid" },
    arrangement.special && h("p", { class: "declare" }, t("declare", specialName(game, arrangement.special))),
    arrangement.piles.map((pile, i) => h("div", { class: "pile" },
      h("div", { class: "pile-head" }, h("span", { class: "pile-name" }, pileName(game.piles[i])), h("strong", {}, name(arrangement.categories[i], arrangement.names[i]))),
      cardsOf(pile.split(" ")),
      arrangement.odds && odds(pileName(game.piles[i]), arrangement.odds[i]))),
    arrangement.value !== null && h("p", { class: "value" }, h("strong", {}, signed(arrangement.value, 2)), " ", h("span", {}, t("value"))));
}

function others(game, arrangements, chosen, show) {
  const values = arrangements.map((one) => one.value);
  const spread = values[0] === null ? 0 : Math.max(values[0] - values.at(-1), 1e-9);
  return h("div", { class: "others" }, h("h3", {}, t("alternatives")), h("ol", {}, arrangements.map((one, i) => {
    const bar = h("span", { class: "gap-bar", "aria-hidden": "true" }, h("span", {}));
    if (spread) bar.firstChild.style.width = `${100 * (1 - (0.85 * (values[0] - values[i])) / spread)}%`;
    const said = one.special ? t("declare", specialName(game, one.special)) : one.categories.map((category, k) => name(category, one.names[k])).join(" · ");
    return h("li", {}, h("button", { type: "button", class: "other", "aria-pressed": String(i === chosen), "data-alternative": i, onclick: () => show(i) },
      h("span", { class: "other-cards", "aria-hidden": "true" }, one.piles.map((pile) => cardsOf(pile.split(" "), undefined, "small"))),
      h("span", { class: "other-text" }, said),
      one.value !== null && h("span", { class: "other-value" }, bar, h("b", {}, signed(one.value, 2)))));
  })));
}
