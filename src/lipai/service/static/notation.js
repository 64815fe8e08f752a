// From what people type or paste to the texts of single cards and tiles. What is neither is kept as it was typed, for
// the server to refuse and the page to show in its place.

const SUITS = { "♠": "S", "♥": "H", "♦": "D", "♣": "C", "黑桃": "S", "红桃": "H", "紅桃": "H", "红心": "H", "方块": "D", "方塊": "D", "方片": "D", "梅花": "C", "草花": "C" };
const SUIT = "[SHDC♠♥♦♣]|黑桃|红桃|紅桃|方块|方塊|方片|梅花|草花";
const RANK = "10|[2-9TJQKA]";
const CARD = new RegExp(`^(?:(?<joker>BJ|RJ|小王|大王)|(?<rank>${RANK})(?<suit>${SUIT})|(?<before>♠|♥|♦|♣|黑桃|红桃|紅桃|方块|方塊|方片|梅花|草花)(?<after>${RANK}))\\uFE0F?`, "i");
const EITHER = /^(?:10|[2-9TJQKA])D/i;
const BARE = /^(?:(?<joker>BJ|RJ|小王|大王)|(?<rank>10|[2-9TJQKAXD]))/i;
const WITH_SUIT = /^[2-9TJQKA][SHDC]$/;
const SUITED = /[SHC♠♥♦♣桃方梅草]/i;
const SPACE = /^[\s,，、;；|/]+/;
const WORD = /^[^\s,，、;；|/]+/u;

const jokers = { BJ: "BJ", RJ: "RJ", "小王": "BJ", "大王": "RJ" };
const rankOf = (text) => (text === "10" ? "T" : text.toUpperCase());
const suitOf = (text) => SUITS[text] ?? text.toUpperCase();

function each(text, read) {
  const found = [];
  let rest = text;
  while (rest) {
    const space = SPACE.exec(rest);
    if (space) rest = rest.slice(space[0].length);
    if (!rest) break;
    const [tokens, length] = read(rest) ?? [[WORD.exec(rest)[0]], WORD.exec(rest)[0].length];
    found.push(...tokens);
    rest = rest.slice(length);
  }
  return found;
}

export function cards(text) {
  return each(text, (rest) => {
    const match = CARD.exec(rest);
    if (!match) return null;
    const { joker, rank, suit, before, after } = match.groups;
    const card = joker ? jokers[joker.toUpperCase()] : rankOf(rank ?? after) + suitOf(suit ?? before);
    return [[card], match[0].length];
  });
}

// Cards whose suits do not count: bare ranks with X and D for the jokers, or cards with suits; never both in one text.
// "3D" among bare ranks could be either, so it is left as it is.
export function ranks(text) {
  if (SUITED.test(text)) return cards(text).map((token) => (token === "BJ" ? "X" : token === "RJ" ? "D" : WITH_SUIT.test(token) ? token[0] : token));
  return each(text, (rest) => {
    const either = EITHER.exec(rest);
    if (either) return [[either[0].toUpperCase().replace("10", "T")], either[0].length];
    const match = BARE.exec(rest);
    if (!match) return null;
    const { joker, rank } = match.groups;
    return [[joker ? (jokers[joker.toUpperCase()] === "BJ" ? "X" : "D") : rankOf(rank)], match[0].length];
  });
}

const NUMERALS = "一二三四五六七八九";
const TILE_SUITS = { "万": "m", "萬": "m", "筒": "p", "饼": "p", "餅": "p", "条": "s", "條": "s", "索": "s" };
const HONOURS = { "东": "1z", "東": "1z", "南": "2z", "西": "3z", "北": "4z", "白板": "5z", "白": "5z", "发": "6z", "發": "6z", "中": "7z", "春": "1f", "夏": "2f", "秋": "3f", "冬": "4f", "梅": "5f", "兰": "6f", "蘭": "6f", "竹": "7f", "菊": "8f" };
const RUN = /^([1-9]+)([mpszf])/i;
const NAMED = /^([一二三四五六七八九1-9]+)([万萬筒饼餅条條索])/;
const HONOUR = /^(?:白板|红中|發财|发财|[东東南西北白发發中春夏秋冬梅兰蘭竹菊])风?/;

export function tiles(text) {
  return each(text, (rest) => {
    const run = RUN.exec(rest);
    if (run) return [[...run[1]].map((digit) => digit + run[2].toLowerCase()), run[0].length];
    const named = NAMED.exec(rest);
    if (named) {
      const digit = (sign) => (NUMERALS.includes(sign) ? NUMERALS.indexOf(sign) + 1 : sign);
      return [[...named[1]].map((sign) => digit(sign) + TILE_SUITS[named[2]]), named[0].length];
    }
    const honour = HONOUR.exec(rest);
    if (!honour) return null;
    const name = honour[0].replace("红中", "中").replace(/财|风/, "");
    return [[HONOURS[name]], honour[0].length];
  });
}

const ORDER = "23456789TJQKA";
const CLIMBING = "3456789TJQKA2XD";

export function sortCards(tokens) {
  const place = (token) => {
    if (token === "RJ") return 1000;
    if (token === "BJ") return 999;
    return ORDER.indexOf(token[0]) * 4 + "CDHS".indexOf(token[1]);
  };
  return [...tokens].sort((a, b) => place(b) - place(a));
}

export function sortRanks(tokens) {
  return [...tokens].sort((a, b) => CLIMBING.indexOf(a) - CLIMBING.indexOf(b));
}

export function sortTiles(tokens) {
  const place = (token) => "mpszf".indexOf(token[1]) * 10 + Number(token[0]);
  return [...tokens].sort((a, b) => place(a) - place(b));
}
