// Everything that the page says, in English and Chinese. Names of games, piles, categories and specials come from the
// rules that the server sends; English names of what those call in Chinese are made of their identifiers.

const TEXT = {
  title: ["Lipai: hands of Chinese table games", "理牌：中国牌桌游戏"],
  tagline: ["Arrange, judge and settle hands of Chinese table games", "理牌、判牌、算账"],
  games: ["Games", "游戏"],
  game: ["Game", "游戏"],
  language: ["中文", "English"],
  skip: ["Skip to the table", "跳到牌桌"],
  interface: ["Interface for programs", "程序接口"],
  share: ["Copy link", "复制链接"],
  shared: ["Link copied. It holds everything on this page.", "链接已复制，包含本页全部内容。"],
  shareByHand: ["Copy the address of this page: it holds everything on it.", "请复制本页网址，它包含本页全部内容。"],
  options: ["House rules", "规则选项"],
  changed: ["changed", "已改"],
  views: ["What to do", "功能"],
  deal: ["Deal", "发牌"],
  clear: ["Clear", "清空"],
  sort: ["Sort", "理顺"],
  result: ["Result", "结果"],
  picker: ["Cards to add to: {0}", "点牌加入：{0}"],
  tilePicker: ["Tiles to add to: {0}", "点牌加入：{0}"],
  text: ["{0}: type or paste", "{0}：输入或粘贴"],
  textShort: ["Type or paste", "输入或粘贴"],
  remove: ["{0}, remove", "{0}，移除"],
  cardsOf: ["{0} of {1}", "{0} / {1}"],
  cardsUpTo: ["{0} (up to {1})", "{0}（至多 {1}）"],
  empty: ["Nothing yet: pick or type", "还没有牌：点下方的牌，或直接输入"],
  noCard: ["“{0}” is no card", "“{0}”不是牌"],
  unknownCard: ["Unknown card", "未知的牌"],
  mend: ["Correct what is marked in red.", "请改正标红的牌。"],
  waiting: ["Pick {0} more to see the result.", "再选 {0} 张即出结果。"],
  needHand: ["Choose cards to see the result.", "选牌后即出结果。"],
  working: ["Working…", "计算中…"],
  failed: ["The server did not answer. Is it running?", "服务器没有回应。"],
  key: ["This server asks for its API key", "本服务器需要 API 密钥"],
  keySend: ["Use it", "确定"],
  none: ["none", "无"],
  yes: ["yes", "是"],
  no: ["no", "否"],
  clause: ["Clause", "条款"],
  // pile games
  arrange: ["Arrange", "摆牌"],
  settle: ["Settle", "结算"],
  compare: ["Compare", "比牌"],
  hand: ["Hand", "手牌"],
  objective: ["Aim", "目标"],
  expected: ["most won on average", "平均赢得最多"],
  strongest: ["largest last pile", "尾墩最大"],
  noField: ["Odds are not known under these rules: this is the arrangement with the largest last pile.", "这套规则没有对手模型，算不出胜率：这里给出尾墩最大的摆法。"],
  players: ["Players", "人数"],
  usual: ["usual", "默认"],
  role: ["You are", "身份"],
  player: ["player", "闲家"],
  banker: ["banker", "庄家"],
  best: ["Best arrangement", "最佳摆法"],
  alternatives: ["Alternatives", "其他摆法"],
  alternative: ["Alternative {0}", "第 {0} 种摆法"],
  value: ["units a deal, on average", "每局平均输赢"],
  declare: ["Declare {0}", "报 {0}"],
  win: ["win", "胜"],
  push: ["push", "平"],
  lose: ["lose", "负"],
  oddsOf: ["{0}: win {1}, push {2}, lose {3}", "{0}：胜 {1}，平 {2}，负 {3}"],
  specials: ["Specials", "特殊牌型"],
  bonuses: ["Bonuses", "喜"],
  points: ["{0} points", "{0} 水"],
  multiple: ["× {0}", "{0} 倍"],
  same: ["same", "相同"],
  toTable: ["Take to the table", "拿去结算"],
  seat: ["Seat {0}", "座位 {0}"],
  lays: ["Lays piles", "摆三墩"],
  declares: ["Declares: {0}", "报：{0}"],
  wholeHand: ["Whole hand", "整手牌"],
  base: ["Base", "底"],
  bet: ["Bet", "注"],
  chips: ["Banker's chips", "庄家筹码"],
  dealTable: ["Deal and arrange", "发牌并摆好"],
  net: ["Net", "输赢"],
  transfers: ["Who pays whom", "谁付谁"],
  pays: ["pays", "付"],
  why: ["Why", "原因"],
  amount: ["Amount", "数额"],
  nobodyPays: ["Nobody pays.", "互不付款。"],
  foul: ["foul", "倒水"],
  place: ["place {0}", "第 {0} 名"],
  pilesWon: ["{0} piles won", "胜 {0} 墩"],
  first: ["First", "第一手"],
  second: ["Second", "第二手"],
  strength: ["strength {0}", "牌力 {0}"],
  larger: ["The first is larger.", "第一手大。"],
  smaller: ["The second is larger.", "第二手大。"],
  equal: ["They are equal.", "一样大。"],
  // stud
  equity: ["Equity", "胜率"],
  hole: ["Hole card", "底牌"],
  up: ["Up-cards", "明牌"],
  folded: ["Folded", "弃牌"],
  exact: ["Exact: all {0} deals counted", "精确：数遍 {0} 种发法"],
  sampled: ["{0} deals sampled, ± {1}", "抽样 {0} 局，误差 ± {1}"],
  speaks: ["Speaks first: {0}", "先说话：{0}"],
  // climbing
  moves: ["Moves", "出牌"],
  classify: ["Name a play", "认牌型"],
  endgame: ["Endgame", "残局"],
  over: ["Play to beat", "要压的牌"],
  lead: ["Leading", "首出"],
  following: ["On {0}", "压 {0}"],
  leadHint: ["Leave it empty to lead.", "留空即首出。"],
  fewest: ["Fewest plays: {0}", "最少 {0} 手出完"],
  legal: ["{0} legal moves", "{0} 种出法"],
  mustPass: ["Nothing beats it: pass.", "要不起：不出。"],
  playCards: ["Cards", "牌"],
  noPlay: ["No play", "不成牌型"],
  readingOf: ["{0}, rank {1}", "{0}，点数 {1}"],
  groups: ["{0} in sequence", "{0} 连"],
  kickers: ["with {0}", "带 {0}"],
  beats: ["It beats {0}.", "压得过 {0}。"],
  beatsNot: ["It does not beat {0}.", "压不过 {0}。"],
  showAll: ["Show all {0}", "显示全部 {0} 种"],
  landlord: ["Landlord", "地主"],
  turn: ["To move", "轮到"],
  passes: ["Passes since", "已有几家不出"],
  solve: ["Solve", "求解"],
  pressSolve: ["Give every seat its cards, then solve.", "给各座位摆好牌，再求解。"],
  wins: ["{0} to move wins", "轮到 {0}，必胜"],
  loses: ["{0} to move loses, whatever is played", "轮到 {0}，必败"],
  unknown: ["Not solved within the limit: {0}", "限度内未解出：{0}"],
  by: ["by playing", "出"],
  pass: ["pass", "不出"],
  nodes: ["{0} positions looked at", "看了 {0} 个局面"],
  // mahjong
  tiles: ["Waits and discards", "听牌与打牌"],
  winning: ["Winning hand", "和牌"],
  melds: ["Claimed melds", "副露"],
  meld: ["Meld {0}", "第 {0} 副"],
  meldKind: ["kind", "种类"],
  addMeld: ["Add a meld", "加一副"],
  removeMeld: ["Remove meld {0}", "删去第 {0} 副"],
  chow: ["chow", "吃"],
  pung: ["pung", "碰"],
  kong: ["exposed kong", "明杠"],
  concealed_kong: ["concealed kong", "暗杠"],
  wild: ["Wild tile", "财神"],
  seen: ["Seen tiles", "已见的牌"],
  waits: ["Waits", "听"],
  noWaits: ["No tile completes this hand.", "没有能和的牌。"],
  unseen: ["{0} unseen", "剩 {0} 张"],
  shanten: ["{0} from waiting", "{0} 向听"],
  tenpai: ["waiting", "听牌"],
  complete: ["complete", "已成牌"],
  discard: ["Discard", "打"],
  accepts: ["Accepts", "进张"],
  winTile: ["Winning tile", "和的牌"],
  self: ["drawn", "自摸"],
  discardBy: ["discard", "点炮"],
  kongBy: ["kong's replacement", "杠上"],
  rob: ["robbed kong", "抢杠"],
  how: ["Won by", "和法"],
  kongKind: ["Kong", "杠"],
  exposed: ["exposed", "明"],
  concealed: ["concealed", "暗"],
  wind: ["Own wind", "自家风"],
  flowers: ["Flowers laid open", "花牌"],
  heaven: ["Heaven", "天胡"],
  earth: ["Earth", "地胡"],
  last_flower: ["Last tile was a flower", "末张是花"],
  wonWith: ["Won", "和了"],
  notWon: ["This hand is not complete.", "这手牌没有和。"],
  fan: ["fan", "番"],
  worthPoints: ["points", "点"],
  pairOf: ["pair", "将"],
  run: ["chow", "顺子"],
  set: ["pung", "刻子"],
};

// Identifiers of rules and results.
const NAMES = {
  high_card: "散牌", pair: "对子", two_pair: "两对", trips: "三条", straight: "顺子", flush: "同花", full_house: "葫芦", quads: "铁支", straight_flush: "同花顺", five_of_a_kind: "五同",
  gun: "打枪", run_over: "辗过", home_run: "全垒打", special: "特殊牌型", sweep: "独大通吃", pot: "锅", bonus: "喜", pile: "墩", piles: "墩数", foul: "倒水", dragon: "一条龙",
  wheel: "小顺 A 起", jokers: "王", joker_pair: "双王", fouls: "倒水", double_full_house: "双怪冲三", bet: "跟注", up_straights: "明牌算顺与同花", distinct_wings: "翅膀须不同", shuttle: "太空梭", spring: "春天", white_as_wild_face: "白板代财神", payer: "谁付", double: "翻倍", plus_one: "加一", refuse: "不收", pay: "照赔", lowest: "最小", highest: "最大", none: "无", second: "第二大", low: "最小", all: "三家", discarder: "点炮者", fan: "番", points: "点", liability: "包牌", stake: "赌注", cards_left: "剩牌", shut_out: "关死", seconds: "时间", memory: "内存", nodes: "局面数",
};

const CODES = {
  bad_card: "没有这种牌", duplicate_card: "这张牌重复了", not_in_deck: "本游戏没有这张牌", wrong_count: "张数不对", foul: "倒水：墩的大小次序不对", illegal_play: "不合规则", bad_request: "请求有误", too_large: "计算量太大", unknown_option: "没有这个选项", busy: "服务器正忙，请稍后再试", internal: "服务器出错", unauthorized: "需要密钥",
};

// Why cards are no play, in Chinese; in English the server says it with the clause.
const REASONS = {
  empty: "没有牌", large: "比一手牌还多", shuttle: "连着的炸弹（太空梭）不成牌型，各自是炸弹", high_rank: "顺子里不能有 2 和王", short: "连得不够长", body_rank: "带的牌与主体同点数", alike: "带的牌须点数不同", jokers: "双王在这里不成对，也不能做翅膀", kickers: "带的牌多了、少了或不对", no_form: "不成任何牌型",
};

const SUIT_NAMES = { S: ["spades", "黑桃"], H: ["hearts", "红桃"], D: ["diamonds", "方块"], C: ["clubs", "梅花"] };
const RANK_NAMES = { T: "10", J: "jack", Q: "queen", K: "king", A: "ace" };
const TILE_NAMES = {
  m: ["characters", "万"], p: ["dots", "筒"], s: ["bamboo", "条"],
  z: [["east wind", "south wind", "west wind", "north wind", "white dragon", "green dragon", "red dragon"], ["东", "南", "西", "北", "白板", "发", "中"]],
  f: [["spring", "summer", "autumn", "winter", "plum", "orchid", "bamboo flower", "chrysanthemum"], ["春", "夏", "秋", "冬", "梅", "兰", "竹", "菊"]],
};

let index = 0;

export const language = () => (index === 0 ? "en" : "zh");

export function speak(lang) {
  index = lang === "zh" ? 1 : 0;
  document.documentElement.lang = index === 0 ? "en" : "zh-Hans";
}

export function preferred() {
  const kept = storage()?.getItem("language");
  return kept ?? (navigator.languages.some((one) => one.startsWith("zh")) ? "zh" : "en");
}

export function keep(lang) {
  storage()?.setItem("language", lang);
}

function storage() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

export function t(word, ...given) {
  return TEXT[word][index].replace(/\{(\d)\}/g, (_, i) => given[i]);
}

// The name of an identifier: Chinese from the rules where they have it, English from the identifier itself.
export function name(identifier, chinese) {
  return index === 1 ? (chinese ?? NAMES[identifier] ?? identifier) : identifier.replaceAll("_", " ");
}

export const gameName = (game) => (index === 1 ? game.name : game.name_en);
export const pileName = (pile) => name(pile.name, pile.name_zh);

export function explain(error) {
  return index === 1 && CODES[error.code] ? CODES[error.code] : error.message;
}

export const whyNot = (fault, message) => (index === 1 ? (REASONS[fault] ?? message) : message);

export function cardName(token) {
  if (token === "BJ" || token === "X") return ["black joker", "小王"][index];
  if (token === "RJ" || token === "D") return ["red joker", "大王"][index];
  const [rank, suit] = token;
  if (suit === undefined) return index === 1 ? rank.replace("T", "10") : (RANK_NAMES[rank] ?? rank);
  if (index === 1) return SUIT_NAMES[suit][1] + rank.replace("T", "10");
  return `${RANK_NAMES[rank] ?? rank} of ${SUIT_NAMES[suit][0]}`;
}

export function tileName(token) {
  const [digit, suit] = token;
  const names = TILE_NAMES[suit][index];
  if (Array.isArray(names)) return names[digit - 1];
  return index === 1 ? "一二三四五六七八九"[digit - 1] + names : `${digit} ${names}`;
}

export function number(value, digits = 0) {
  return value.toLocaleString(index === 1 ? "zh-CN" : "en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

export const percent = (share, digits = 0) => `${number(100 * share, digits)}%`;

export function signed(value, digits = 0) {
  return `${value > 0 ? "+" : value < 0 ? "−" : "±"}${number(Math.abs(value), digits)}`;
}
