// The hands of one view, the picker that adds to the one in use, and the result that follows from them.

import { Fault } from "./api.js";
import { h, later, roving } from "./dom.js";
import { Hand } from "./hand.js";
import { kitOf } from "./kits.js";
import { explain, t } from "./words.js";

const PAUSE = 150;

export class Table {
  constructor(ctx, compute = null) {
    this.ctx = ctx;
    this.kit = kitOf(ctx.game);
    this.hands = [];
    this.active = null;
    this.compute = compute;
    this.asked = 0;
    this.result = h("section", { class: "result", "aria-label": t("result") });
    this.label = h("p", { class: "picker-label" });
    this.picker = this.#picker();
    this.soon = later(PAUSE, () => this.now());
  }

  hand(about) {
    const made = new Hand(this, about);
    this.hands.push(made);
    return made;
  }

  // Everything that the view needs beside its hands; called once all of them are made.
  ready() {
    this.picker.classList.toggle("floating", this.hands.length > 2 && this.kit.kind !== "tiles");
    const kept = this.ctx.focus && this.hands.find((hand) => hand.name === this.ctx.focus);
    this.choose(kept || (this.hands.find((hand) => hand.size !== null && !hand.full) ?? this.hands[0]));
    this.now();
  }

  choose(hand) {
    if (!hand || this.active === hand) return;
    this.active = hand;
    this.ctx.focus = hand.name;
    for (const one of this.hands) one.element.classList.toggle("active", one === hand && this.hands.length > 1);
    this.#update();
  }

  changed() {
    this.#update();
    if (this.compute) this.soon();
    else this.otherwise?.();
  }

  #used(token) {
    return this.hands.filter((hand) => hand.shared).reduce((sum, hand) => sum + hand.tokens.filter((one) => one === token).length, 0);
  }

  #press(token) {
    const single = this.kit.deck.get(token) === 1;
    if (single && this.active.tokens.includes(token)) {
      this.active.remove(token);
      return;
    }
    if (this.active.full) {
      const after = this.hands.indexOf(this.active) + 1;
      const next = [...this.hands.slice(after), ...this.hands.slice(0, after)].find((hand) => !hand.full && hand.size !== null);
      if (!next) return;
      this.choose(next);
    }
    if (this.active.shared && this.#used(token) >= this.kit.deck.get(token)) return;
    this.active.add(token);
  }

  #picker() {
    this.buttons = new Map();
    const rows = this.kit.rows.map((row) => h("div", { class: "picker-row" }, row.map((token) => {
      const picture = this.kit.drawSmall(token);
      const name = this.kit.name(token);
      picture.setAttribute("aria-hidden", "true");
      const left = h("span", { class: "left", "aria-hidden": "true" });
      const button = h("button", { type: "button", class: "pick", title: name, "data-token": token, onclick: () => this.#press(token) }, picture, this.kit.deck.get(token) > 1 && left);
      this.buttons.set(token, { button, left, name });
      return button;
    })));
    const grid = h("div", { class: `picker-rows of-${this.kit.kind}`, role: "group" }, rows);
    grid.addEventListener("keydown", (event) => {
      if (event.key !== "Backspace" || this.active.tokens.length === 0) return;
      event.preventDefault();
      this.active.removeAt(this.active.tokens.length - 1);
    });
    this.grid = grid;
    this.settle = roving(grid, "button");
    return h("div", { class: "picker" }, this.label, grid);
  }

  #update() {
    if (!this.active) return;
    const label = t(this.kit.kind === "tiles" ? "tilePicker" : "picker", this.active.label);
    this.label.textContent = label;
    this.label.hidden = this.hands.length < 2;
    this.grid.setAttribute("aria-label", label);
    for (const [token, { button, left, name }] of this.buttons) {
      const all = this.kit.deck.get(token);
      const rest = Math.max(all - (this.active.shared ? this.#used(token) : 0), 0);
      const held = this.active.tokens.includes(token);
      left.textContent = rest < all ? rest : "";
      button.classList.toggle("held-here", held);
      button.classList.toggle("gone", rest === 0 && !(all === 1 && held));
      button.setAttribute("aria-disabled", String(rest === 0 && !(all === 1 && held)));
      if (all === 1) button.setAttribute("aria-pressed", String(held));
      button.setAttribute("aria-label", all === 1 ? name : `${name}, ${t("unseen", rest)}`);
    }
  }

  // Deals `count` cards that no other hand has.
  draw(count, without = []) {
    const rest = [];
    for (const [token, all] of this.kit.deck) {
      if (without.includes(token)) continue;
      for (let i = 0; i < all; i += 1) rest.push(token);
    }
    for (let i = 0; i < Math.min(count, rest.length); i += 1) {
      const other = i + Math.floor(Math.random() * (rest.length - i));
      [rest[i], rest[other]] = [rest[other], rest[i]];
    }
    return rest.slice(0, count);
  }

  request(fields) {
    return { ...fields, options: this.ctx.options };
  }

  // The result of `compute`, which returns what to show; the last one asked for wins.
  async now() {
    if (!this.compute) return;
    this.asked += 1;
    const mine = this.asked;
    this.result.setAttribute("aria-busy", "true");
    let shown;
    try {
      shown = await this.compute();
    } catch (error) {
      if (mine !== this.asked) return;
      shown = this.#failed(error);
    }
    if (mine !== this.asked || !this.result.isConnected) return;
    if (shown.faultless !== false) for (const hand of this.hands) if (hand.fault) hand.mark(null);
    this.result.setAttribute("aria-busy", "false");
    this.result.replaceChildren(...[shown].flat().filter(Boolean));
    const summary = this.result.querySelector("h2, .alert, .placeholder");
    this.ctx.say(summary ? summary.textContent : "");
  }

  // What a button does that asks the server something; where that fails, it is shown in the result's place.
  async attempt(action) {
    try {
      await action();
    } catch (error) {
      this.result.replaceChildren(...this.#failed(error).filter(Boolean));
    }
  }

  #failed(error) {
    const nodes = [];
    nodes.faultless = false;
    if (!(error instanceof Fault)) {
      nodes.push(h("p", { class: "alert" }, t("failed")));
      console.warn(error);
      return nodes;
    }
    for (const hand of this.hands) if (hand.fault) hand.mark(null);
    const at = this.hands.find((hand) => error.field && (error.field === hand.path || error.field.startsWith(`${hand.path}.`)));
    if (at && error.code === "wrong_count" && at.size !== null && at.tokens.length < at.size) {
      nodes.push(h("p", { class: "placeholder" }, at.tokens.length === 0 ? t("needHand") : t("waiting", at.size - at.tokens.length)));
    } else if (at) {
      at.mark(error);
      nodes.push(h("p", { class: "placeholder" }, t("mend")));
    } else {
      nodes.push(h("p", { class: "alert" }, explain(error), explain(error) !== error.message && h("small", { lang: "en" }, error.message)));
    }
    return nodes;
  }
}
