// One lot of cards or tiles: laid out to look at and take away, and a text to type or paste into.

import { fresh, h, roving } from "./dom.js";
import { explain, t } from "./words.js";

export class Hand {
  // `size` is how many make it whole, `most` how many picking adds at most; `path` is its field in a request.
  constructor(table, { name, label, size = null, most = size, path = name, compact = false, shared = true, hint = null, short = label, wanted = size }) {
    Object.assign(this, { table, name, label, size, most, path, compact, shared, wanted });
    this.kit = table.kit;
    this.tokens = this.kit.parse(table.ctx.state.get(name));
    this.fault = null;
    this.row = h("div", { class: "hand-cards", role: "group", "aria-label": label, onkeydown: (event) => this.#key(event) });
    this.count = h("span", { class: "count" });
    const id = fresh("text");
    this.note = h("p", { class: "fault", id: `${id}-note`, role: "alert" });
    this.text = h("input", {
      id, type: "text", class: "hand-text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", "data-focus": `${name}-text`,
      "aria-label": t("text", label), "aria-describedby": `${id}-note`, placeholder: t("textShort"), value: this.kit.write(this.tokens),
      oninput: (event) => event.isComposing || this.#typed(),
      oncompositionend: () => this.#typed(),
      onchange: () => { this.text.value = this.kit.write(this.tokens); },
    });
    this.settle = roving(this.row);
    this.element = h("div", { class: `hand ${compact ? "compact" : ""}`, "data-field": name, onfocusin: () => table.choose(this), onclick: () => table.choose(this) },
      h("div", { class: "hand-head" }, h("label", { for: id, class: "hand-label" }, short), this.count,
        compact ? null : h("span", { class: "hand-tools" }, this.#tool(t("sort"), () => this.put(this.kit.sort(this.tokens))), this.#tool(t("clear"), () => this.put([])))),
      this.row, this.text, this.note, hint && h("p", { class: "hint" }, hint));
    this.draw();
  }

  #tool(label, action) {
    return h("button", { type: "button", class: "quiet", "aria-label": `${label}: ${this.label}`, onclick: action }, label);
  }

  get full() {
    return this.most !== null && this.tokens.length >= this.most;
  }

  get whole() {
    return this.size !== null && this.tokens.length === this.size;
  }

  put(tokens) {
    this.tokens = tokens;
    this.text.value = this.kit.write(tokens);
    this.#changed();
  }

  add(token) {
    this.put([...this.tokens, token]);
  }

  removeAt(at) {
    this.put(this.tokens.filter((_, i) => i !== at));
  }

  remove(token) {
    this.removeAt(this.tokens.lastIndexOf(token));
  }

  #typed() {
    this.tokens = this.kit.parse(this.text.value);
    this.#changed();
  }

  #changed() {
    this.fault = null;
    this.table.ctx.state.set(this.name, this.kit.write(this.tokens));
    this.draw();
    this.table.changed();
  }

  #key(event) {
    const at = [...this.row.children].indexOf(document.activeElement);
    if (at < 0 || (event.key !== "Delete" && event.key !== "Backspace")) return;
    event.preventDefault();
    this.#take(at);
  }

  #take(at) {
    this.removeAt(at);
    (this.row.children[Math.min(at, this.tokens.length - 1)] ?? this.text).focus();
  }

  // Shows what the server has against the cards, at the card that it names.
  mark(fault) {
    this.fault = fault;
    this.draw();
  }

  draw() {
    const at = this.fault?.position ?? null;
    this.row.replaceChildren(...this.tokens.map((token, i) => this.#card(token, i === at, i)));
    if (this.size !== null && this.compact) {
      for (let i = this.tokens.length; i < this.size; i += 1) this.row.append(h("span", { class: "slot", "aria-hidden": "true" }));
    } else if (this.tokens.length === 0) {
      this.row.append(this.compact ? h("span", { class: "slot", "aria-hidden": "true" }) : h("span", { class: "nothing" }, t("empty")));
    }
    this.settle();
    this.count.textContent = this.wanted === null ? (this.tokens.length || "") : t("cardsOf", this.tokens.length, this.wanted);
    this.count.classList.toggle("whole", this.whole);
    const wrong = this.fault !== null;
    this.element.classList.toggle("wrong", wrong);
    if (wrong) this.text.setAttribute("aria-invalid", "true");
    else this.text.removeAttribute("aria-invalid");
    const what = wrong ? explain(this.fault) : "";
    const token = at !== null && this.tokens[at];
    this.note.textContent = wrong && token && !what.includes(token) ? `${this.kit.deck.has(token) ? this.kit.name(token) : token}：${what}` : what;
  }

  #card(token, wrong, at) {
    const picture = this.kit.draw(token);
    const name = picture.getAttribute("aria-label");
    picture.setAttribute("aria-hidden", "true");
    return h("button", { type: "button", class: `held ${wrong ? "wrong" : ""}`, title: name, "aria-label": t("remove", name), "aria-invalid": wrong && "true", onclick: (event) => { event.stopPropagation(); this.table.choose(this); this.#take(at); } }, picture);
  }
}
