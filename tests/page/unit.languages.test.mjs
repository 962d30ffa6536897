// Unit tests without a browser: the words of the page and of the package in every language.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { load as source } from "../source.mjs";
import { load } from "./load.mjs";

const [text, particles, pack, languages] = await Promise.all([
  load("text/index"),
  source("languages/ko/page/particles"),
  source("js/text/index"),
  source("js/languages"),
]);
const { fontRules } = await source("languages/fonts");
const { formatAction, formatError, formatRule } = await source("js/action");
const { partsOf } = await load("candidates");
const { LANGS, words } = text;
const OTHERS = LANGS.filter((lang) => lang !== "en");
const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

/** The codes of the declarations, and those of the engine's keeper. */
const CODES = [
  ...new Set(
    [
      ...read("js/api.d.ts")
        .match(/export type ErrorCode = (.*);/u)[1]
        .matchAll(/"([\w.]+)"/gu),
      ...read("js/errors.ts").matchAll(/\| "([\w.]+)"/gu),
    ].map(([, code]) => code),
  ),
];
const PAGE_CODES = [
  ...new Set([...read("www/failure.ts").matchAll(/"((?:saved\.\w+)|page)"/gu)].map(([, code]) => code)),
];
/** The words of a type of the declarations. */
const wordsOf = (type) => {
  const [, union] = new RegExp(`^export type ${type} = (.*);$`, "mu").exec(read("js/api.d.ts"));
  return [...union.matchAll(/"(\w+)"/gu)].map(([, word]) => word);
};
/** Names of yaku as the engine's table has them. */
const YAKU = [...read("src/score/yaku.rs").matchAll(/^ {4}\w+ "([^"]+)" "/gmu)].map(([, name]) => name);

/** What takes tables, positions or lists, and has tests of its own. */
const OF_VALUES = new Set([
  ...[
    "action",
    "spokenAction",
    "far",
    "sentence",
    "compare",
    "error",
    "reason",
    "games.gathered",
    "scale.better",
    "scale.says",
    "ERROR_WORDS.with",
  ],
  ...["CLI_WORDS.analyze.search", "CLI_WORDS.files.noFile", "CLI_WORDS.notes.contradictions"],
  ...["CLI_WORDS.review.rules", "record.rulesStated", "CLI_WORDS.review.unknownRules", "record.rulesUnknown"],
]);

/** Every text of a table by its path; a function stands for what it says of numbers. */
function texts(value, path = "") {
  if (typeof value === "string") return [[path, value]];
  if (typeof value === "function")
    return OF_VALUES.has(path) ? [] : [[path, String(value(...Array(value.length).fill("7")))]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => texts(one, path === "" ? key : `${path}.${key}`));
}
const paths = (value, path = "") =>
  (typeof value === "object" && value !== null
    ? Object.keys(value).flatMap((key) => paths(value[key], `${path}.${key}`))
    : [path]
  ).sort();

test("no language lacks a word: the same keys in every table of the page and of the package", () => {
  for (const lang of LANGS) {
    assert.deepEqual(paths(words[lang]), paths(words.en), lang);
    for (const table of ["ACTION_WORDS", "RULE_WORDS", "ELEMENT_WORDS", "CLI_WORDS"])
      assert.deepEqual(paths(pack[table][lang]), paths(pack[table].en), `${table}: ${lang}`);
    assert.notEqual(languages.LANGUAGES[lang], "");
  }
});

/** What lies in a folder. */
const entries = (folder) => readdirSync(new URL(`../../${folder}/`, import.meta.url), { withFileTypes: true });
const foldersOf = (folder) =>
  entries(folder)
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
/** Each file of a language. */
const filesOf = (lang) =>
  [`languages/${lang}`, `languages/${lang}/page`].flatMap((folder) =>
    entries(folder)
      .filter((entry) => entry.isFile())
      .map(({ name }) => `${folder}/${name}`),
  );

test("one language is one folder", () => {
  assert.deepEqual(foldersOf("languages").sort(), LANGS.toSorted());
  assert.deepEqual([...foldersOf("js/text"), ...foldersOf("www/text")], []);
  for (const lang of OTHERS)
    for (const file of filesOf("ja").map((name) => name.replace("/ja/", `/${lang}/`)))
      assert.ok(filesOf(lang).includes(file), file);
});

test("each language has fonts of its own, which stand nowhere else", () => {
  const rules = fontRules(":root", (lang) => `:root:lang(${lang})`).split("\n");
  const fonts = new Map(rules.map((rule) => /^(\S+) \{ --script: (".+") \}$/u.exec(rule).slice(1)));
  assert.deepEqual([...fonts.keys()], [":root", ...OTHERS.map((lang) => `:root:lang(${lang})`)]);
  assert.equal(fonts.get(":root"), fonts.get(":root:lang(ja)"), "characters of an English text");
  assert.equal(new Set(fonts.values()).size, OTHERS.length);
  const families = [...fonts.values()].flatMap((names) => names.match(/[^", ][^",]*/gu));
  assert.ok(families.length >= 4 * OTHERS.length, families.join());
  const sources = ["js", "js/text", "www", "www/text", "www/view"].flatMap((folder) =>
    entries(folder)
      .filter(({ name }) => /\.(?:ts|css|html)$/u.test(name))
      .map(({ name }) => `${folder}/${name}`),
  );
  for (const file of sources)
    assert.deepEqual(
      families.filter((family) => read(file).includes(family)),
      [],
      file,
    );
});

/** Names of formats, programs, people's methods and keys, which are the same everywhere. */
const NAMES =
  /\b(?:nanikiru|mjai|mjlog|tenhou|net|JSON|XML|gzip|HTML|HAR|Markdown|PNG|WRC|EMA|MiB|MS|ms|COOP|COEP|SharedArrayBuffer|Ctrl|Shift|Enter|Delete|Space|Tabu|Search|odds|embed|html|hand|lang|theme|origin|context|offered|https?|log|px|M|Z|f|h|p|n|[mpsz]|F12|max|W)\b/gu;

/** Three English words in a row. */
const ENGLISH = /\b[a-z]{2,} [a-z]+ [a-z]{2,}\b/iu;

test("a far hand's card names every action that is equal, in all languages", () => {
  const equal = ["1z", "9m"].map((tile) => ({ kind: "discard", tile, stance: null }));
  for (const lang of LANGS) {
    const said = words[lang].far(equal, words[lang].shanten(4), "31");
    for (const part of [words[lang].tileCode("1z"), words[lang].tileCode("9m"), "31", words[lang].shanten(4)])
      assert.ok(said.includes(part), `${lang}: ${said}`);
    assert.notEqual(words[lang].far(equal.slice(0, 1), "", "31"), said);
    assert.match(words[lang].farWins("12", "19"), /12.*19.*%/u, lang);
  }
});

test("no English sentence is left in another language, and each writes in its own script", () => {
  const own = { ja: /[ぁ-んァ-ヶ一-龠]/u, "zh-Hans": /[一-龠]/u, "zh-Hant": /[一-龠]/u, ko: /[가-힣]/u };
  for (const lang of OTHERS) {
    const all = [
      ...texts(words[lang]),
      ...["ACTION_WORDS", "RULE_WORDS", "ELEMENT_WORDS", "CLI_WORDS", "ERROR_WORDS"].flatMap((table) =>
        texts(pack[table][lang], table),
      ),
    ];
    assert.ok(all.length > 250, `${lang}: ${all.length}`);
    for (const [path, said] of all) {
      // names of options, formats and fields stand between words of the language, but never in a row like those of a
      // sentence
      if (path.startsWith("CLI_WORDS")) {
        assert.doesNotMatch(said.replaceAll(/`[^`]*`/gu, ""), ENGLISH, `${lang}: ${path}: ${said}`);
        if (said.length > 12 && /[a-z]{3}/iu.test(said) && !/^[\x21-\x7e]*$/u.test(said))
          assert.match(said, own[lang], `${lang}: ${path}: ${said}`);
        continue;
      }
      const left = said
        .replaceAll(/https?:[\x21-\x7e]*|--\w+|[\x21-\x7e]*\d[\x21-\x7e]*/gu, " ")
        .replaceAll(NAMES, " ");
      assert.doesNotMatch(left, /[a-z]{3,}/iu, `${lang}: ${path}: ${said}`);
      if (lang !== "ja") assert.doesNotMatch(said, /[ぁ-んァ-ヶ]/u, `${lang}: ${path}: ${said}`);
      if (lang !== "ko") assert.doesNotMatch(said, /[가-힣]/u, `${lang}: ${path}: ${said}`);
      if (said.length > 12 && !/^[\x20-\x7e…]*$/u.test(left))
        assert.match(said, own[lang], `${lang}: ${path}: ${said}`);
    }
  }
});

test("simplified and traditional Chinese do not mix, and both have full-width punctuation", () => {
  // characters of our words that have another form in the other script
  const [simplified, traditional] = [
    /[东万发听铳谱这个们时来对为无顺点张带单绿宝灯双关开闭损还页读体网]/u,
    /[東萬發聽銃譜這個們時來對為無順點張帶單綠寶燈雙關開閉損還頁讀體網]/u,
  ];
  for (const [lang, other] of [
    ["zh-Hans", traditional],
    ["zh-Hant", simplified],
  ]) {
    for (const file of filesOf(lang)) {
      for (const line of read(file).split("\n")) {
        assert.doesNotMatch(line, other, file);
        // what stands in a text between two characters
        assert.doesNotMatch(line, /[一-龠][,;:!?()][一-龠]/u, `${file}: ${line}`);
      }
    }
  }
});

test("every error code has a text of its own kind in every language but English, which has the engine's message", () => {
  assert.ok(
    CODES.length > 75 && CODES.includes("log.house_rule") && CODES.includes("engine.disposed"),
    String(CODES.length),
  );
  assert.deepEqual(PAGE_CODES.toSorted(), ["page", "saved.record", "saved.syntax", "saved.value", "saved.version"]);
  for (const lang of OTHERS) {
    assert.deepEqual(Object.keys(pack.ERROR_WORDS[lang].texts).sort(), CODES.toSorted(), lang);
    for (const code of [...CODES, ...PAGE_CODES]) {
      const said = words[lang].error({ code, field: "", value: null, message: "A MESSAGE", span: null }, "");
      assert.match(said, /[ぁ-んァ-ヶ一-龠가-힣]/u, `${lang}: ${code}`);
    }
  }
  for (const code of CODES) assert.equal(formatError({ code, message: "A MESSAGE" }), "A MESSAGE");
  const broken = "byte 17 (line 3), after 2 whole rounds: RecordNewRound has an impossible `tiles0`";
  assert.equal(
    formatError({ code: "log.value", message: broken }, "ja"),
    "値がないか、おかしな値です（3行目、17バイト目、2局を読んだ後、tiles0）",
  );
  assert.equal(
    formatError({ code: "log.value", message: broken }, "ko"),
    "값이 없거나 올바르지 않습니다 (3번째 줄, 17바이트, 2국을 읽은 뒤, tiles0)",
  );
  const mode =
    "byte 9 (line 1), after 0 whole rounds: games with this rule are not read: the mode with hidden discards (暗夜之战)";
  assert.match(formatError({ code: "log.house_rule", message: mode }, "zh-Hant"), /，暗夜之战）$/u);
  assert.match(
    formatError({ code: "hand.too_many_copies", message: "5p occurs 5 times; there are four" }, "zh-Hans"),
    /（5p）$/u,
  );
  assert.match(
    formatError({ code: "log.illegal", message: "event 82 by seat 0, turn 12: 3s is not in the hand" }, "ja"),
    /（局の82番目のイベント、3s）$/u,
  );
  assert.match(
    formatError({ code: "engine.panic", message: "the engine failed, please report it (unreachable executed)" }, "ja"),
    /（unreachable executed）$/u,
  );
  // the English of a message stays behind, but for what it quotes and what a report of a failed engine
  // needs
  for (const lang of OTHERS) {
    for (const code of CODES.filter((one) => !one.startsWith("engine."))) {
      for (const message of [broken, mode, "the tiles of seat 1 are not shown", "`up` is none of these (see above)"]) {
        assert.doesNotMatch(formatError({ code, message }, lang), ENGLISH, `${lang}: ${code}`);
      }
    }
  }
  // what a file is not is all that there is to say of it
  for (const lang of OTHERS)
    assert.doesNotMatch(
      formatError({ code: "log.unknown", message: "no game record: neither mjlog nor mjai" }, lang),
      /game record/u,
      lang,
    );
  assert.doesNotMatch(formatError({ code: "hand.size", message: "A MESSAGE" }, "zh-Hans"), /MESSAGE/u);
  assert.throws(() => formatError({ code: "hand.size", message: "" }, "fr"), {
    code: "request.unknown_value",
    field: "language",
  });
});

test("every rule of a table and every mode that is refused has a name of its own in every language", () => {
  const [rules, modes] = [wordsOf("TableRule"), wordsOf("HouseRule")];
  assert.ok(rules.length > 25 && rules.includes("kuikae") && modes.length > 28, `${rules.length}, ${modes.length}`);
  // those that the engine compares
  const compared = read("src/rules.rs").matchAll(/^ {4}(\w+): .+ as \w+,$/gmu);
  const camel = (field) => field.replaceAll(/_(\w)/gu, (_, letter) => letter.toUpperCase());
  assert.deepEqual(
    rules,
    [...compared].map(([, field]) => camel(field)),
  );
  for (const lang of LANGS) {
    const names = rules.map((rule) => formatRule(rule, lang));
    assert.equal(new Set(names).size, names.length, lang);
    assert.throws(() => formatRule("toString", lang), { code: "request.unknown_value", field: "rule" });
  }
  assert.equal(formatRule("kuikae"), "swap calling (kuikae)");
  const message = "games with this rule are not read: four red fives";
  for (const lang of OTHERS) {
    const { houseRules, texts: sentences } = pack.ERROR_WORDS[lang];
    assert.deepEqual(Object.keys(houseRules), modes, lang);
    const all = modes.map((houseRule) => formatError({ code: "log.house_rule", message, houseRule }, lang));
    assert.equal(new Set(all).size, modes.length, lang);
    for (const [i, mode] of modes.entries()) {
      assert.ok(all[i].startsWith(sentences["log.house_rule"]) && all[i].endsWith(houseRules[mode]), all[i]);
      // an error that is thrown has it beside the place, and the page says the same
      const value = { byte: 9, line: 1, houseRule: mode };
      assert.equal(formatError({ code: "log.house_rule", message, value }, lang), all[i]);
      assert.equal(words[lang].error({ code: "log.house_rule", field: "log", value, message, span: null }, ""), all[i]);
    }
  }
  const said = (houseRule, lang) => formatError({ code: "log.house_rule", message, houseRule }, lang);
  assert.equal(said("sichuan", "zh-Hans"), "不支持这种模式或规则的牌谱：赤羽之战（川麻）");
  assert.equal(
    said("fourRedFives", "ja"),
    "このモードやルールの牌譜には対応していません：赤ドラが4枚など、枚数の違うルール",
  );
  // what a later engine refuses has no name yet
  assert.equal(said("ofTomorrow", "ko"), "이 모드나 룰의 패보는 지원하지 않습니다");
  assert.equal(said("sichuan", "en"), message);
});

test("the program counts in every language, with plurals where the language has them", () => {
  const { en } = pack.CLI_WORDS;
  for (const [n, noun] of [
    [0, "games"],
    [1, "game"],
    [2, "games"],
  ]) {
    const rounds = noun === "game" ? "round" : "rounds";
    assert.equal(en.summary.player("A", n, n), `A: ${n} ${noun}, ${n} ${rounds}`);
    assert.ok(en.notes.progress(0, n).endsWith(`/${n} ${noun}`));
    assert.match(en.notes.converted("f", "why", n), new RegExp(`; ${n} whole ${rounds} before (is|are) written$`, "u"));
    assert.match(
      en.analyze.search(n, n, "time", "3"),
      n === 1 ? /^1 hand, 1 exchange, /u : new RegExp(`^${n} hands, ${n} exchanges, `, "u"),
    );
    assert.match(en.tabu.sum(n, n), n === 1 ? /^1 run, /u : new RegExp(`^${n} runs, `, "u"));
    assert.match(
      en.notes.countLeftOut(n),
      n === 1
        ? /^1 file that is no record is .* names it\)$/u
        : new RegExp(`^${n} files that are no records are .* names them\\)$`, "u"),
    );
  }
  for (const lang of OTHERS) {
    // a counter follows the number: 2局, 2场, 2국
    assert.match(pack.CLI_WORDS[lang].summary.player("A", 1, 2), /1[一-龠가-힣].*2[一-龠가-힣]/u, lang);
    assert.equal(
      pack.CLI_WORDS[lang].summary.player("A", 1, 2).replaceAll("1", "7"),
      pack.CLI_WORDS[lang].summary.player("A", 7, 2),
      lang,
    );
  }
});

test("an error on the page quotes the part of the text that is wrong", () => {
  const failure = {
    code: "notation.no_such_tile",
    field: "hand",
    value: "8z",
    message: "there is no 8z",
    span: { start: 0, end: 2 },
  };
  const said = Object.fromEntries(LANGS.map((lang) => [lang, words[lang].error(failure, "8z1m")]));
  assert.equal(said.ja, "「8z」：存在しない牌です");
  assert.equal(said["zh-Hans"], "“8z”：没有这种牌");
  assert.equal(said["zh-Hant"], "「8z」：沒有這種牌");
  assert.equal(said.ko, "“8z”: 없는 패입니다");
});

test("no message of the page has a backtick, whatever the engine quotes", () => {
  for (const lang of LANGS) {
    for (const code of [...CODES, ...PAGE_CODES]) {
      const said = words[lang].error(
        { code, field: "", value: null, message: "`x` has no place in `hand`", span: null },
        "",
      );
      assert.doesNotMatch(said, /`/u, `${lang}: ${code}`);
    }
  }
  const typo = {
    code: "notation.unexpected",
    field: "hand",
    value: "x",
    message: "`x` has no place here",
    span: { start: 0, end: 1 },
  };
  assert.equal(words.en.error(typo, "x"), "“x” has no place here");
});

test("every yaku has a name of its own in every language", () => {
  assert.ok(YAKU.length > 45, String(YAKU.length));
  for (const lang of OTHERS) {
    const names = YAKU.map((name) => words[lang].yaku(name));
    assert.deepEqual(
      YAKU.filter((name, i) => names[i] === name),
      [],
      lang,
    );
    assert.equal(new Set(names).size, YAKU.length, lang);
  }
});

test("actions in five languages", () => {
  const all = [
    [{ type: "discard", tile: "9s", riichi: false }, "Discard 9s", "打九索", "打九索", "打九索", "9삭 타패"],
    [
      { type: "discard", tile: "0p", riichi: true },
      "Riichi, discard red 5p",
      "リーチ、打赤五筒",
      "立直，打赤五筒",
      "立直，打赤五筒",
      "리치, 적5통 타패",
    ],
    [{ type: "discard", tile: "1z", riichi: false }, "Discard East", "打東", "打东", "打東", "동 타패"],
    [
      { type: "chi", tiles: "34m", discard: "9m" },
      "Chi 3m 4m, discard 9m",
      "チー 三萬 四萬、打九萬",
      "吃 三万 四万，打九万",
      "吃 三萬 四萬，打九萬",
      "치 3만 4만, 9만 타패",
    ],
    [
      { type: "pon", tiles: "50p", discard: "6z" },
      "Pon 5p red 5p, discard Green",
      "ポン 五筒 赤五筒、打發",
      "碰 五筒 赤五筒，打发",
      "碰 五筒 赤五筒，打發",
      "퐁 5통 적5통, 발 타패",
    ],
    [{ type: "ankan", tile: "5z" }, "Concealed kan White", "暗槓 白", "暗杠 白", "暗槓 白", "안깡 백"],
    [{ type: "kakan", tile: "0s" }, "Added kan red 5s", "加槓 赤五索", "加杠 赤五索", "加槓 赤五索", "가깡 적5삭"],
    [{ type: "daiminkan" }, "Open kan", "大明槓", "大明杠", "大明槓", "대명깡"],
    [{ type: "tsumo" }, "Tsumo", "ツモ", "自摸", "自摸", "쯔모"],
    [{ type: "ron" }, "Ron", "ロン", "荣和", "榮和", "론"],
    [{ type: "pass" }, "Pass", "スルー", "跳过", "跳過", "패스"],
    [{ type: "nineTerminals" }, "Nine terminals", "九種九牌", "九种九牌", "九種九牌", "구종구패"],
  ];
  for (const [action, ...said] of all)
    assert.deepEqual(
      LANGS.map((lang) => formatAction(action, lang)),
      said,
    );
  // the page and the package name a thing alike
  for (const lang of LANGS)
    for (const [call, name] of Object.entries(pack.ACTION_WORDS[lang].actions))
      assert.equal(words[lang].actions[call], name, `${lang}: ${call}`);
});

test("a pass names the tile that it is about, and English writes codes and says names", () => {
  const pass = partsOf({ type: "pass" }, [], "8m");
  assert.deepEqual(
    LANGS.map((lang) => words[lang].action(pass)),
    ["Pass on 8m", "八萬をスルー", "跳过八万", "跳過八萬", "8만 패스"],
  );
  assert.deepEqual(
    LANGS.map((lang) => words[lang].action(partsOf({ type: "pass" }, []))),
    ["Pass", "スルー", "跳过", "跳過", "패스"],
  );
  assert.equal(words.en.spokenAction(pass), "Pass on 8 man");
  const riichi = partsOf({ type: "discard", tile: "0p", riichi: true }, []);
  assert.equal(words.en.action(riichi), "Discard red 5p, riichi");
  assert.equal(words.en.spokenAction(riichi), "Discard red 5 pin, riichi");
});

test("every tile has a name of its own in every language, in the package and on the page", () => {
  const tiles = [
    ...["m", "p", "s"].flatMap((suit) => [..."0123456789"].map((digit) => digit + suit)),
    ...[..."1234567"].map((digit) => `${digit}z`),
  ];
  for (const lang of LANGS) {
    assert.equal(new Set(tiles.map((tile) => words[lang].tile(tile))).size, 37, lang);
    assert.equal(
      new Set(tiles.map((tile) => formatAction({ type: "discard", tile, riichi: false }, lang))).size,
      37,
      lang,
    );
  }
});

test("the language of a tag, and of a reader's list", () => {
  const tags = {
    en: ["en", "en-US", "EN_gb"],
    ja: ["ja", "ja-JP"],
    "zh-Hans": ["zh", "zh-CN", "zh-SG", "zh-MY", "zh-Hans", "zh-Hans-CN", "zh-Hans-HK", "cmn-Hans-CN"],
    "zh-Hant": ["zh-TW", "zh-HK", "zh-MO", "zh-Hant", "zh-Hant-TW", "zh-hant-cn", "zh_TW", "yue", "yue-HK"],
    ko: ["ko", "ko-KR"],
  };
  for (const [lang, all] of Object.entries(tags))
    for (const tag of all) assert.equal(languages.languageOf(tag), lang, tag);
  for (const tag of ["", "fr", "de-CH", "jam", "kok", "enm", "zha", "toString", "-"])
    assert.equal(languages.languageOf(tag), undefined, tag);
  assert.equal(languages.preferredLanguage(["fr-FR", "zh-TW", "en"]), "zh-Hant");
  assert.equal(languages.preferredLanguage(["fr", "ko-KR", "ja"]), "ko");
  assert.equal(languages.preferredLanguage([]), "en");
  for (const lang of LANGS) assert.equal(text.isLang(lang), true);
  assert.equal(text.isLang("zh"), false);
});

test("Korean particles follow the sound before them", () => {
  const said = [
    ["패", ["패는", "패가", "패를", "패와", "패로"]],
    ["1만", ["1만은", "1만이", "1만을", "1만과", "1만으로"]],
    ["적5통", ["적5통은", "적5통이", "적5통을", "적5통과", "적5통으로"]],
    ["발", ["발은", "발이", "발을", "발과", "발로"]],
    ["3", ["3은", "3이", "3을", "3과", "3으로"]],
    ["1", ["1은", "1이", "1을", "1과", "1로"]],
    ["2", ["2는", "2가", "2를", "2와", "2로"]],
    ["1,000", ["1,000은", "1,000이", "1,000을", "1,000과", "1,000으로"]],
    ["6%", ["6%는", "6%가", "6%를", "6%와", "6%로"]],
    ["HTML", ["HTML은", "HTML이", "HTML을", "HTML과", "HTML로"]],
    ["5통 (다마텐)", ["5통 (다마텐)은", "5통 (다마텐)이", "5통 (다마텐)을", "5통 (다마텐)과", "5통 (다마텐)으로"]],
    ["패 (리치)", ["패 (리치)는", "패 (리치)가", "패 (리치)를", "패 (리치)와", "패 (리치)로"]],
    ["東", ["東는", "東가", "東를", "東와", "東로"]],
    ["", ["는", "가", "를", "와", "로"]],
  ];
  for (const [word, all] of said)
    assert.deepEqual(
      ["topic", "subject", "object", "with", "to"].map((one) => particles.withParticle(word, one)),
      all,
      word,
    );
});
