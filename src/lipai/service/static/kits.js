// What a game is played with: how its cards or tiles are read, sorted, written and drawn, and how many there are.

import * as notation from "./notation.js";
import { card, pip, tile } from "./draw.js";
import { cardName, tileName } from "./words.js";

function counted(tokens) {
  const found = new Map();
  for (const token of tokens) found.set(token, (found.get(token) ?? 0) + 1);
  return found;
}

function rows(deck, keys) {
  return keys.map((belongs) => [...deck.keys()].filter(belongs)).filter((row) => row.length > 0);
}

function ofCards(game) {
  const deck = counted(notation.sortCards(game.deck));
  const joker = (token) => token === "BJ" || token === "RJ";
  return {
    deck,
    rows: rows(deck, [..."SHDC"].map((suit) => (token) => token[1] === suit && !joker(token)).concat(joker)),
    parse: notation.cards,
    sort: notation.sortCards,
    write: (tokens) => tokens.join(" "),
    draw: card,
    drawSmall: pip,
    name: cardName,
    kind: "cards",
  };
}

function ofRanks(game) {
  const bare = (token) => (token === "BJ" ? "X" : token === "RJ" ? "D" : token[0]);
  const deck = counted(notation.sortRanks(game.deck.map(bare)));
  const known = (token) => deck.has(token);
  return {
    deck,
    rows: [[...deck.keys()]],
    parse: notation.ranks,
    sort: notation.sortRanks,
    write: (tokens) => (tokens.every(known) ? tokens.join("").replace(/([^XD])D/, "$1 D") : tokens.join(" ")),
    draw: card,
    drawSmall: card,
    name: cardName,
    kind: "ranks",
  };
}

function ofTiles(game) {
  const deck = counted(notation.sortTiles(game.deck));
  return {
    deck,
    rows: rows(deck, [..."mpszf"].map((suit) => (token) => token[1] === suit)),
    parse: notation.tiles,
    sort: notation.sortTiles,
    write: writeTiles,
    draw: tile,
    drawSmall: tile,
    name: tileName,
    kind: "tiles",
  };
}

function writeTiles(tokens) {
  if (!tokens.every((token) => /^[1-9][mpszf]$/.test(token))) return tokens.join(" ");
  return tokens.map((token, i) => (tokens[i + 1]?.[1] === token[1] ? token[0] : token)).join("");
}

const OF_FAMILY = { piles: ofCards, stud: ofCards, climbing: ofRanks, mahjong: ofTiles };

export const kitOf = (game) => OF_FAMILY[game.family](game);
