// The page: which game, which view of it, the rules of the house, the language, and the address that holds them.

import * as api from "./api.js";
import { h } from "./dom.js";
import { back } from "./draw.js";
import * as climbing from "./climbing.js";
import * as compare from "./compare.js";
import * as mahjong from "./mahjong.js";
import * as piles from "./piles.js";
import * as settle from "./settle.js";
import { State } from "./state.js";
import * as stud from "./stud.js";
import { gameName, keep, language, name, preferred, speak, t } from "./words.js";

// The views of each family; a game has those whose operations the server has.
const VIEWS = {
  piles: [
    { id: "arrange", needs: ["arrange"], build: piles.build },
    { id: "settle", needs: ["settle"], build: settle.build },
    { id: "compare", needs: ["rank", "compare"], build: compare.build },
  ],
  stud: [
    { id: "equity", needs: ["equity", "rank"], build: stud.build },
    { id: "compare", needs: ["rank", "compare"], build: compare.build },
  ],
  climbing: [
    { id: "moves", needs: ["moves", "split", "classify", "beats"], build: climbing.buildMoves },
    { id: "classify", needs: ["classify", "beats"], build: climbing.buildClassify },
    { id: "endgame", needs: ["solve"], build: climbing.buildEndgame },
  ],
  mahjong: [
    { id: "tiles", needs: ["waits", "shanten", "discards"], build: mahjong.buildTiles },
    { id: "winning", needs: ["win"], build: mahjong.buildWin },
  ],
};

const root = document.getElementById("page");
const state = new State();
let games = [];
let focus = null;
// What was typed into each view, to be there when one comes back to it.
const kept = new Map();

const viewsOf = (game) => (VIEWS[game.family] ?? []).filter((view) => view.needs.every((op) => game.operations.includes(op)));

function settleState() {
  const game = games.find((one) => one.id === state.game) ?? games[0];
  const views = viewsOf(game);
  const view = views.find((one) => one.id === state.view) ?? views[0];
  state.game = game.id;
  state.view = view.id;
  return { game, views, view };
}

function remember() {
  kept.set(`${state.game}/${state.view}`, [...state.fields]);
}

function go(gameId, viewId = null) {
  const before = new Map(state.fields);
  remember();
  const moved = gameId !== state.game;
  if (moved) state.options = new Map();
  state.game = gameId;
  state.view = viewId;
  const { view } = settleState();
  state.fields = new Map(kept.get(`${gameId}/${view.id}`) ?? []);
  if (!moved && viewId === "settle") for (const [field, value] of before) if (field.startsWith("s0.")) state.fields.set(field, value);
  focus = null;
  state.write(true);
  render();
}

function typed(option, text) {
  return option.values.find((value) => String(value) === text);
}

function context(game) {
  const options = {};
  for (const option of game.options) {
    const value = state.options.has(option.name) ? typed(option, state.options.get(option.name)) : undefined;
    if (value !== undefined) options[option.name] = value;
  }
  return {
    game, state, options,
    has: (op) => game.operations.includes(op),
    go: (view) => go(game.id, view),
    rebuild: render,
    say: (text) => { document.getElementById("said").textContent = text; },
    get focus() { return focus; },
    set focus(value) { focus = value; },
  };
}

function header(game) {
  return h("header", { class: "masthead" },
    h("a", { class: "skip", href: "#table", onclick: (event) => { event.preventDefault(); document.getElementById("table").focus(); } }, t("skip")),
    h("div", { class: "brand" }, h("span", { class: "mark", "aria-hidden": "true" }, back("")), h("h1", {}, h("span", { lang: "zh-Hans" }, "理牌"), h("span", { lang: "en" }, "lipai"))),
    h("div", { class: "tools" },
      h("button", { type: "button", class: "quiet", onclick: share }, t("share")),
      h("button", { type: "button", class: "quiet", lang: language() === "en" ? "zh-Hans" : "en", "data-focus": "language", onclick: turnLanguage }, t("language"))),
    h("nav", { class: "games", "aria-label": t("games") }, h("ul", {}, families().map((family) =>
      h("li", {}, h("ul", {}, family.map((one) => h("li", {}, gameLink(one, one === game)))))))));
}

function gameLink(game, here) {
  const follow = (event) => { event.preventDefault(); go(game.id); };
  return h("a", { href: `#${game.id}`, class: "game", "aria-current": here && "page", "data-focus": `game-${game.id}`, onclick: follow }, gameName(game));
}

function families() {
  const found = new Map();
  for (const game of games) found.set(game.family, [...(found.get(game.family) ?? []), game]);
  return Object.keys(VIEWS).map((family) => found.get(family)).filter(Boolean);
}

function houseRules(game, options) {
  if (game.options.length === 0) return null;
  const changed = Object.keys(options).filter((option) => options[option] !== game.options.find((one) => one.name === option).default);
  const text = (value) => (value === true ? t("yes") : value === false ? t("no") : typeof value === "number" ? value : name(value));
  return h("details", { class: "house", open: houseOpen, ontoggle: (event) => { houseOpen = event.target.open; } },
    h("summary", {}, t("options"), changed.length > 0 && h("span", { class: "badge" }, `${changed.length} ${t("changed")}`)),
    h("div", { class: "controls" }, game.options.map((option) => {
      const now = options[option.name] ?? option.default;
      return h("label", { class: "control" }, h("span", {}, name(option.name), option.clause && h("span", { class: "clause" }, ` ${option.clause}`)),
        h("select", { "data-focus": `option-${option.name}`, onchange: (event) => choose(option, event.target.value) }, option.values.map((value) => h("option", { value, selected: value === now }, text(value)))));
    })));
}

let houseOpen = false;

function choose(option, value) {
  if (value === String(option.default)) state.options.delete(option.name);
  else state.options.set(option.name, value);
  state.write();
  render();
}

function render() {
  const { game, views, view } = settleState();
  state.write();
  const active = document.activeElement?.getAttribute("data-focus");
  const ctx = context(game);
  document.title = `${gameName(game)} · ${t("title")}`;
  const scrolled = window.scrollY;
  const strip = document.querySelector(".games")?.scrollLeft;
  root.replaceChildren(
    header(game),
    h("main", { id: "table", tabindex: -1 },
    h("div", { class: "bar" },
      h("div", { class: "views", role: "group", "aria-label": t("views") }, views.map((one) => h("button", { type: "button", "aria-pressed": String(one === view), "data-focus": `view-${one.id}`, onclick: () => one === view || go(game.id, one.id) }, t(one.id)))),
      houseRules(game, ctx.options)),
    view.build(ctx)),
    h("footer", {}, h("span", {}, t("tagline")), h("a", { href: "/docs" }, t("interface"))),
  );
  window.scrollTo(0, scrolled);
  const games = document.querySelector(".games");
  games.scrollLeft = strip ?? games.querySelector("[aria-current]").offsetLeft - games.clientWidth / 2;
  if (active) root.querySelector(`[data-focus="${CSS.escape(active)}"]`)?.focus({ preventScroll: true });
}

function turnLanguage() {
  const other = language() === "en" ? "zh" : "en";
  speak(other);
  keep(other);
  render();
}

async function share() {
  let said = "shared";
  try {
    await navigator.clipboard.writeText(location.href);
  } catch {
    said = "shareByHand";
  }
  const toast = document.getElementById("toast");
  toast.textContent = t(said);
  setTimeout(() => { toast.textContent = ""; }, 4000);
}

// Asks for the key of a server that wants one.
function askForKey() {
  return new Promise((found) => {
    const input = h("input", { type: "password", autocomplete: "off", required: true, "aria-label": t("key") });
    const dialog = h("dialog", { onclose: () => { dialog.remove(); found(input.value || null); } },
      h("form", { method: "dialog" }, h("p", {}, t("key")), input, h("button", { class: "action" }, t("keySend"))));
    document.body.append(dialog);
    dialog.showModal();
  });
}

window.addEventListener("hashchange", () => {
  if (location.hash === state.address) return;
  remember();
  state.read(location.hash);
  render();
});

speak(preferred());
api.onKey(askForKey);
try {
  games = (await api.games()).filter((game) => viewsOf(game).length > 0);
  state.read(location.hash);
  render();
} catch (error) {
  console.warn(error);
  root.replaceChildren(h("p", { class: "alert", role: "alert" }, t("failed")));
}
