// Cards and tiles as SVG. Each has a name for those who hear it.

import { s } from "./dom.js";
import { CROWN, RANKS, SIGNS, SUITS } from "./glyphs.js";
import { cardName, tileName, t } from "./words.js";

const NUMERALS = "一二三四五六七八九";

function strokes(path, transform, width, kind = "") {
  return s("path", { d: path, transform, class: `stroke ${kind}`, "stroke-width": width });
}

function frame(name, box, kind, children) {
  return s("svg", { viewBox: box, class: kind, role: "img", "aria-label": name }, children);
}

const face = () => s("rect", { x: 0.75, y: 0.75, width: 48.5, height: 66.5, rx: 6, class: "face" });

function sign(name, x, y, size, width = 9) {
  return strokes(SIGNS[name], `translate(${x} ${y}) scale(${size / 100})`, width);
}

function joker(token) {
  const red = token === "RJ" || token === "D";
  return [
    sign(red ? "大" : "小", 6, 7, 14),
    sign("王", 6, 25, 14),
    s("path", { d: CROWN, transform: "translate(17 38) scale(.68)", class: "solid" }),
  ];
}

function known(token) {
  return /^(?:[2-9TJQKA][SHDC]|BJ|RJ|[2-9TJQKAXD])$/.test(token);
}

// A card; suits are left out where they do not count, and "?" stands for what is no card.
export function card(token) {
  if (!known(token)) return wrong(token, "0 0 50 68");
  const [rank, suit] = token;
  const name = cardName(token);
  if (["BJ", "RJ", "X", "D"].includes(token)) {
    return frame(name, "0 0 50 68", `card ${token === "RJ" || token === "D" ? "red" : "black"}`, [face(), joker(token)]);
  }
  if (suit === undefined) {
    return frame(name, "0 0 50 68", "card plain", [face(), strokes(RANKS[rank], "translate(13 17.5) scale(2.4)", 1.7)]);
  }
  return frame(name, "0 0 50 68", `card suit-${suit}`, [
    face(),
    strokes(RANKS[rank], "translate(7 7) scale(1.62)", 1.65),
    s("path", { d: SUITS[suit], transform: "translate(7 34) scale(.62)", class: "solid" }),
    s("path", { d: SUITS[suit], transform: "translate(22.5 39) scale(1.12)", class: "solid" }),
  ]);
}

// A card as small as can be read: rank over suit.
export function pip(token) {
  const [rank, suit] = token;
  if (suit === undefined || suit === "J") return card(token);
  return frame(cardName(token), "0 0 30 40", `card suit-${suit}`, [
    s("rect", { x: 0.6, y: 0.6, width: 28.8, height: 38.8, rx: 4.5, class: "face" }),
    strokes(RANKS[rank], "translate(8 4.6) scale(1.4)", 1.7),
    s("path", { d: SUITS[suit], transform: "translate(8 24) scale(.7)", class: "solid" }),
  ]);
}

// A card on its face: one that is not known.
export function back(name) {
  return frame(name, "0 0 50 68", "card back", [
    face(),
    s("rect", { x: 5, y: 5, width: 40, height: 58, rx: 3, class: "pattern" }),
    s("path", { d: "M25 14L38 34L25 54L12 34Z", class: "pattern" }),
  ]);
}

function wrong(token, box) {
  const picture = frame(t("noCard", token), box, "card wrong", [face()]);
  const text = s("text", { x: 25, y: 40, "text-anchor": "middle" });
  text.textContent = token.length > 4 ? `${token.slice(0, 3)}…` : token;
  picture.append(text);
  return picture;
}

const DOTS = {
  1: [[25, 34, 14]],
  2: [[25, 19, 8], [25, 49, 8]],
  3: [[13, 16, 7], [25, 34, 7], [37, 52, 7]],
  4: [[15, 20, 7], [35, 20, 7], [15, 48, 7], [35, 48, 7]],
  5: [[13, 17, 6.4], [37, 17, 6.4], [25, 34, 6.4], [13, 51, 6.4], [37, 51, 6.4]],
  6: [[15, 15, 6], [35, 15, 6], [15, 34, 6], [35, 34, 6], [15, 53, 6], [35, 53, 6]],
  7: [[11, 12, 5], [24, 18, 5], [37, 24, 5], [15, 41, 5.6], [35, 41, 5.6], [15, 55, 5.6], [35, 55, 5.6]],
  8: [[15, 11, 5.2], [35, 11, 5.2], [15, 26, 5.2], [35, 26, 5.2], [15, 42, 5.2], [35, 42, 5.2], [15, 57, 5.2], [35, 57, 5.2]],
  9: [[11, 14, 5.4], [25, 14, 5.4], [39, 14, 5.4], [11, 34, 5.4], [25, 34, 5.4], [39, 34, 5.4], [11, 54, 5.4], [25, 54, 5.4], [39, 54, 5.4]],
};
const RODS = {
  2: [[25, 19], [25, 49]],
  3: [[25, 19], [15, 49], [35, 49]],
  4: [[15, 19], [35, 19], [15, 49], [35, 49]],
  5: [[12, 19], [38, 19], [25, 34], [12, 49], [38, 49]],
  6: [[11, 19], [25, 19], [39, 19], [11, 49], [25, 49], [39, 49]],
  7: [[25, 13], [11, 35], [25, 35], [39, 35], [11, 55], [25, 55], [39, 55]],
  8: [[10, 19], [20, 19], [30, 19], [40, 19], [10, 49], [20, 49], [30, 49], [40, 49]],
  9: [[11, 13], [25, 13], [39, 13], [11, 34], [25, 34], [39, 34], [11, 55], [25, 55], [39, 55]],
};

function dots(number) {
  return DOTS[number].map(([x, y, r], i) => {
    const kind = ["blue", "red", "green"][number === 1 ? 1 : number < 4 ? i % 3 : number === 5 && i === 2 ? 1 : number === 7 && i > 2 ? 1 : i % 2 === 0 ? 0 : number === 9 ? 1 : 0];
    return s("g", { class: kind }, s("circle", { cx: x, cy: y, r, class: "solid" }), s("circle", { cx: x, cy: y, r: r * 0.56, class: "hole" }), s("circle", { cx: x, cy: y, r: r * 0.26, class: "solid" }));
  });
}

function rods(number) {
  if (number === 1) {
    const stem = "M25 60V12M25 12C17 16 14 24 16 30C22 27 25 20 25 12C25 20 28 27 34 30C36 24 33 16 25 12M25 32C15 33 11 40 11 47C19 46 24 41 25 32C26 41 31 46 39 47C39 40 35 33 25 32";
    return s("path", { d: stem, class: "stroke green", "stroke-width": 2.6 });
  }
  const tall = number < 7 || number === 8 ? 22 : 16;
  return RODS[number].map(([x, y], i) => {
    const red = (number === 5 && i === 2) || (number === 7 && i === 0) || (number === 9 && i % 3 === 1);
    return s("g", { class: red ? "red" : "green" },
      s("rect", { x: x - 3.4, y: y - tall / 2, width: 6.8, height: tall, rx: 3.2, class: "solid" }),
      s("path", { d: `M${x - 3.4} ${y}H${x + 3.4}`, class: "gap", "stroke-width": 1.6 }));
  });
}

function inside(number, suit) {
  if (suit === "m") return [s("g", { class: "ink" }, sign(NUMERALS[number - 1], 13.5, 7, 23, 10)), s("g", { class: "red" }, sign("万", 12.5, 36, 25, 10))];
  if (suit === "p") return dots(number);
  if (suit === "s") return rods(number);
  if (suit === "f") return s("g", { class: number < 5 ? "blue" : "green" }, sign("春夏秋冬梅兰竹菊"[number - 1], 10, 17, 30, 8), s("circle", { cx: 41, cy: 9.5, r: 3, class: "solid" }));
  if (number === 5) return s("rect", { x: 11, y: 12, width: 28, height: 44, rx: 2, class: "stroke blue", "stroke-width": 3 });
  return s("g", { class: ["ink", "ink", "ink", "ink", "", "green", "red"][number - 1] }, sign("东南西北白发中"[number - 1], 9, 18, 32, 9));
}

export function tile(token) {
  if (!/^(?:[1-9][mps]|[1-7]z|[1-8]f)$/.test(token)) return wrong(token, "0 0 50 68");
  return frame(tileName(token), "0 0 50 68", "card tile", [
    s("rect", { x: 0.75, y: 3, width: 48.5, height: 64.4, rx: 7, class: "edge" }),
    s("rect", { x: 0.75, y: 0.75, width: 48.5, height: 62.5, rx: 7, class: "face" }),
    s("g", { transform: "translate(1.5 1) scale(.94)" }, inside(Number(token[0]), token[1])),
  ]);
}
