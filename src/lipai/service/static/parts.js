// Small pieces that several views share.

import { h } from "./dom.js";
import { card } from "./draw.js";
import { name, number, percent, signed, t } from "./words.js";

export function select(label, value, choices, change, focus) {
  const chosen = h("select", { "data-focus": focus, onchange: (event) => change(event.target.value) },
    choices.map(([key, text]) => h("option", { value: key, selected: String(key) === String(value) }, text)));
  return h("label", { class: "control" }, h("span", {}, label), chosen);
}

export function whole(label, value, { min, max }, change, focus) {
  const input = h("input", { type: "number", min, max, step: 1, value, inputmode: "numeric", "data-focus": focus,
    oninput: (event) => { if (event.target.value !== "" && event.target.validity.valid) change(Number(event.target.value)); } });
  return h("label", { class: "control" }, h("span", {}, label), input);
}

export function check(label, checked, change, focus) {
  return h("label", { class: "control check" }, h("input", { type: "checkbox", checked, "data-focus": focus, onchange: (event) => change(event.target.checked) }), h("span", {}, label));
}

export function button(label, action, kind = "") {
  return h("button", { type: "button", class: kind, "data-focus": `button-${label}`, onclick: action }, label);
}

export const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

export const placeholder = (text) => h("p", { class: "placeholder" }, text);

export function cardsOf(tokens, draw = card, size = "") {
  return h("div", { class: `cards ${size}` }, tokens.map((token) => draw(token)));
}

// Shares of a whole as a bar, each with its kind, its share and its word.
export function shares(label, parts) {
  return h("div", { class: "shares", role: "img", "aria-label": label }, parts.map(([kind, share]) => {
    const piece = h("span", { class: kind });
    piece.style.width = `${100 * share}%`;
    return piece;
  }));
}

export function odds(label, [win, push, lose]) {
  const said = t("oddsOf", label, percent(win), percent(push), percent(lose));
  return h("div", { class: "odds" }, shares(said, [["win", win], ["push", push], ["lose", lose]]),
    h("div", { class: "odds-text", "aria-hidden": "true" },
      h("span", { class: "win" }, `${t("win")} ${percent(win)}`), push >= 0.005 && h("span", { class: "push" }, `${t("push")} ${percent(push)}`), h("span", { class: "lose" }, `${t("lose")} ${percent(lose)}`)));
}

export function net(amounts, seatName) {
  return h("ul", { class: "net", "aria-label": t("net") }, amounts.map((amount, seat) =>
    h("li", { class: amount > 0 ? "won" : amount < 0 ? "lost" : "" }, h("span", {}, seatName(seat)), h("strong", {}, signed(amount)))));
}

// Who pays whom, and why; `reason` puts one transfer into words.
export function transfers(list, seatName, reason) {
  if (list.length === 0) return placeholder(t("nobodyPays"));
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("transfers") }, h("table", { class: "transfers" },
    h("caption", {}, t("transfers")),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("seat", "")), h("th", { scope: "col", class: "number" }, t("amount")), h("th", { scope: "col" }, t("why")), h("th", { scope: "col" }, t("clause")))),
    h("tbody", {}, list.map((paid) => h("tr", {},
      h("td", {}, seatName(paid.from), h("span", { class: "arrow", "aria-label": t("pays") }, " → "), seatName(paid.to)),
      h("td", { class: "number" }, number(paid.amount)),
      h("td", {}, reason(paid)),
      h("td", { class: "clause" }, paid.clause))))));
}

export const reasonOf = (paid) => name(paid.why);
