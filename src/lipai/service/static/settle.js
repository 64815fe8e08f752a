// A table of a pile game: what each seat lays or declares, and who pays whom for what.

import { ask, askMany } from "./api.js";
import { h } from "./dom.js";
import { button, net, placeholder, range, select, transfers, whole } from "./parts.js";
import { categoryName, hasBanker, specialName } from "./piles.js";
import { Table } from "./table.js";
import { name, pileName, t } from "./words.js";

const MOST_MONEY = 1_000_000;

export function build(ctx) {
  const { game, state } = ctx;
  const [fewest, most] = game.players;
  const seats = Math.min(Math.max(Number(state.get("n")) || Math.min(most, 4), fewest), most);
  const banked = hasBanker(game);
  const banker = Math.min(Number(state.get("banker", "0")), seats - 1);
  const specials = Object.entries(game.rules.specials ?? {}).filter(([, one]) => one.enabled !== false);
  const table = new Table(ctx, () => compute());
  const laid = range(0, seats - 1).map((seat) => seatOf(seat));
  const money = (field, otherwise) => Number(state.get(field, String(otherwise)));

  function seatOf(seat) {
    const special = state.get(`s${seat}.special`);
    const path = `players[${seat}]`;
    if (special) {
      return { special, hands: [table.hand({ name: `s${seat}.hand`, label: `${t("seat", seat)}, ${t("wholeHand")}`, short: t("wholeHand"), size: game.hand_size, path: `${path}.hand`, compact: true })] };
    }
    return {
      special: null,
      hands: game.piles.map((pile, i) => table.hand({ name: `s${seat}.${i}`, label: `${t("seat", seat)}, ${pileName(pile)}`, short: pileName(pile), size: pile.size, path: `${path}.piles[${i}]`, compact: true })),
    };
  }

  async function compute() {
    const short = laid.flatMap(({ hands }) => hands).reduce((sum, hand) => sum + Math.max(hand.size - hand.tokens.length, 0), 0);
    const unknown = laid.some(({ hands }) => hands.some((hand) => hand.tokens.some((token) => !table.kit.deck.has(token))));
    if (short > 0 && !unknown) return placeholder(t("waiting", short));
    const fields = {
      players: laid.map(({ special, hands }) => (special ? { special, hand: hands[0].tokens } : { piles: hands.map((hand) => hand.tokens) })),
      base: money("base", 1),
    };
    if (banked) {
      fields.banker = banker;
      fields.bets = laid.map((_, seat) => (seat === banker ? 0 : money(`bet${seat}`, fields.base)));
      if (state.get("chips")) fields.chips = money("chips", 0);
    }
    const found = await ask(game.id, "settle", table.request(fields));
    return [
      h("h2", {}, t("net")),
      net(found.net, (seat) => seatName(seat)),
      found.fouls.some(Boolean) && h("p", { class: "alert" }, found.fouls.map((foul, seat) => foul && `${seatName(seat)}: ${t("foul")}`).filter(Boolean).join(", ")),
      transfers(found.transfers, seatName, (paid) => reason(found, paid)),
    ];
  }

  const seatName = (seat) => (banked && seat === banker ? `${t("seat", seat)} · ${t("banker")}` : t("seat", seat));

  function reason(found, paid) {
    const parts = [];
    if (paid.special) parts.push(specialName(game, paid.special));
    if (paid.pile) {
      const at = game.piles.findIndex((pile) => pile.name === paid.pile);
      const [won, lost] = [found.categories[paid.to], found.categories[paid.from]];
      parts.push(pileName(game.piles[at]));
      if (found.places) parts.push(t("place", found.places[paid.from][at]));
      if (won && lost) parts.push(`${categoryName(game, won[at])} > ${categoryName(game, lost[at])}`);
    }
    if (paid.why === "piles") parts.push(t("pilesWon", found.outcomes[paid.to][paid.from].filter((one) => one > 0).length));
    else if (paid.why !== "pile" && paid.why !== "pot") parts.unshift(name(paid.why));
    return parts.join(" · ");
  }

  async function dealAll() {
    const cards = table.draw(game.hand_size * seats);
    const hands = range(0, seats - 1).map((seat) => cards.slice(seat * game.hand_size, (seat + 1) * game.hand_size));
    const found = await askMany(hands.map((hand, seat) => ({
      game: game.id, op: "arrange", hand, players: seats, options: ctx.options, ...(banked ? { role: seat === banker ? "banker" : "player" } : {}),
    })));
    found.forEach((result, seat) => {
      state.drop(`s${seat}.`);
      const best = result.arrangements?.[0];
      if (!best) return;
      if (best.special) {
        state.set(`s${seat}.special`, best.special);
        state.set(`s${seat}.hand`, table.kit.sort(hands[seat]).join(" "));
      } else best.piles.forEach((pile, i) => state.set(`s${seat}.${i}`, pile));
    });
    ctx.rebuild();
  }

  const again = (field) => (value) => { state.set(field, value); table.soon(); };
  const anew = (field) => (value) => { state.set(field, value); ctx.rebuild(); };

  function declares(seat) {
    if (specials.length === 0) return null;
    const choices = [["", t("lays")], ...specials.map(([id]) => [id, t("declares", specialName(game, id))])];
    return h("select", { "aria-label": `${t("seat", seat)}: ${t("lays")} / ${t("specials")}`, "data-focus": `special-${seat}`, onchange: (event) => turn(seat, event.target.value) },
      choices.map(([id, text]) => h("option", { value: id, selected: id === (laid[seat].special ?? "") }, text)));
  }

  function turn(seat, special) {
    const cards = laid[seat].hands.flatMap((hand) => hand.tokens);
    state.drop(`s${seat}.`);
    if (special) {
      state.set(`s${seat}.special`, special);
      state.set(`s${seat}.hand`, cards.join(" "));
    } else {
      let from = 0;
      game.piles.forEach((pile, i) => { state.set(`s${seat}.${i}`, cards.slice(from, from + pile.size).join(" ")); from += pile.size; });
    }
    ctx.rebuild();
  }

  const element = h("div", { class: "view wide" },
    h("div", { class: "controls" },
      button(t("dealTable"), () => table.attempt(dealAll), "action"),
      button(t("clear"), () => { state.drop("s"); ctx.rebuild(); }),
      select(t("players"), seats, range(fewest, most).map((n) => [n, n]), anew("n"), "n"),
      banked && select(t("banker"), banker, range(0, seats - 1).map((seat) => [seat, t("seat", seat)]), anew("banker"), "banker"),
      whole(t("base"), state.get("base", "1"), { min: 1, max: MOST_MONEY }, again("base"), "base"),
      banked && whole(t("chips"), state.get("chips"), { min: 0, max: MOST_MONEY }, again("chips"), "chips")),
    h("div", { class: "seats" }, laid.map(({ hands }, seat) => h("fieldset", { class: "seat" },
      h("legend", {}, seatName(seat)),
      (specials.length > 0 || banked) && h("div", { class: "seat-head" }, declares(seat), banked && seat !== banker && whole(t("bet"), state.get(`bet${seat}`, state.get("base", "1")), { min: 1, max: MOST_MONEY }, again(`bet${seat}`), `bet${seat}`)),
      hands.map((hand) => hand.element)))),
    table.picker,
    table.result);
  table.ready();
  return element;
}
