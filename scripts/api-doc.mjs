// Writes the tables of docs/API.md from the declarations that users get, so that no field is described twice.
//   node scripts/api-doc.mjs           writes docs/API.md anew
// tests/node/api-doc.test.mjs compares. Between `<!-- begin NAME -->` and `<!-- end NAME -->` stands what the type
// NAME has.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { ROOT } from "./run.mjs";

const SOURCES = ["js/api.d.ts", "js/rules.ts", "js/types.ts", "js/action.ts", "js/languages.ts", "js/errors.ts"];
export const PAGE = join(ROOT, "docs/API.md");
const BLOCK = /<!-- begin (\w+) -->\n(.*?)<!-- end \1 -->\n/gs;

const parse = (path) => ts.createSourceFile(path, readFileSync(join(ROOT, path), "utf8"), ts.ScriptTarget.Latest, true);

/** The comment before a declaration, without stars; of its tags only that it is deprecated. */
function comment(node) {
  const text = ts.getTextOfJSDocComment(node.jsDoc?.at(-1)?.comment) ?? "";
  const deprecated = ts.getTextOfJSDocComment(ts.getJSDocDeprecatedTag(node)?.comment);
  return [text.replaceAll(/^ ?\* ?/gm, "").trim(), deprecated && `Deprecated: ${deprecated.trim()}`]
    .filter(Boolean)
    .join(" ");
}

/** A comment's sentences and the table in it. */
function split(text) {
  const lines = text.split("\n").map((line) => line.trim());
  return {
    prose: lines
      .filter((line) => !line.startsWith("|"))
      .join(" ")
      .replaceAll(/\s+/g, " ")
      .trim(),
    table: lines.filter((line) => line.startsWith("|")),
  };
}

const code = (text) => {
  const line = text.replaceAll(/\s+/g, " ").replaceAll("< ", "<").replaceAll(/ >(?!=)/g, ">").replaceAll("|", "\\|");
  return `\`${line.trim()}\``;
};
const typeOf = (member) =>
  code((member.type?.getText() ?? "").replace(/ \| undefined$/, "").replaceAll(/Array<(\w+)>/g, "$1[]"));

function membersOf(node) {
  const isField = (member) => ts.isPropertySignature(member) || ts.isPropertyDeclaration(member);
  if (ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)) return node.members.filter(isField);
  if (ts.isTypeAliasDeclaration(node) && ts.isTypeLiteralNode(node.type)) return [...node.type.members];
  return undefined;
}

/** A field's row, and the tables inside of its comment. */
function field(member) {
  const name = `${member.name.getText()}${member.questionToken ? "?" : ""}`;
  const { prose, table } = split(comment(member));
  const below = table.length > 0 ? ["", `In \`${member.name.getText()}\`:`, "", ...table] : [];
  return { row: `| \`${name}\` | ${typeOf(member)} | ${prose} |`, below };
}

/** A union of objects distinguished by `type`, or of words. */
function union(node) {
  return node.types.flatMap((type) => {
    if (!ts.isTypeLiteralNode(type)) return [];
    const text = type.members.map(
      (m) => `${m.name.getText().replaceAll('"', "")}${m.questionToken ? "?" : ""}: ${m.type.getText()}`,
    );
    const notes = type.members
      .map((m) => split(comment(m)).prose && `\`${m.name.getText()}\`: ${split(comment(m)).prose}`)
      .filter(Boolean);
    return [`| ${code(`{ ${text.join(", ")} }`)} | ${notes.join(" ")} |`];
  });
}

/** What a type has beside its own fields. */
function inherited(node) {
  const parents = (node.heritageClauses ?? []).flatMap((clause) => clause.types.map((type) => type.getText()));
  const named = parents.filter((name) => /^[A-Z]\w*$/.test(name) && name !== "Error").map((name) => `\`${name}\``);
  return named.length > 0 ? `It has the fields of ${named.join(" and ")}, too.` : "";
}

/**
 * Takes a declaration into what is known of its name: `Report` and `ErrorCode` exist twice, the engine's and the
 * package's.
 */
function take(known, node) {
  const { prose, table } = split(comment(node));
  const said = [prose, inherited(node)].filter(Boolean).join(" ");
  if (!known.prose.includes(said)) known.prose.push(said);
  const members = membersOf(node);
  for (const member of members ?? []) known.fields.set(member.name.getText(), field(member));
  if (members) return;
  if (table.length > 0) known.table.push(...table);
  else if (ts.isUnionTypeNode(node.type) && union(node.type).length > 0) {
    known.table.push("| action | meaning |", "|---|---|", ...union(node.type));
  } else if (known.table.length === 0) known.table.push(code(node.type.getText()));
}

function lines({ prose, fields, table }) {
  const below = [...fields.values()].flatMap((one) => one.below);
  const rows = [...fields.values()].map((one) => one.row);
  const head = rows.length > 0 ? ["| field | type | meaning |", "|---|---|---|"] : [];
  return [...prose.filter(Boolean).flatMap((text) => [text, ""]), ...head, ...rows, ...below, ...table];
}

/** Every type that the package declares, by name: the lines of its block. */
export function blocks() {
  const all = new Map();
  for (const path of SOURCES) {
    for (const node of parse(path).statements) {
      if (!(ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)))
        continue;
      const name = node.name.text;
      if (!all.has(name)) all.set(name, { prose: [], fields: new Map(), table: [] });
      take(all.get(name), node);
    }
  }
  return new Map([...all].map(([name, known]) => [name, lines(known)]));
}

/** The types that a user can import. */
export function exported() {
  const names = [];
  for (const node of parse("js/index.ts").statements) {
    if (!ts.isExportDeclaration(node) || !node.exportClause || !ts.isNamedExports(node.exportClause)) continue;
    names.push(...node.exportClause.elements.map((element) => element.name.text));
  }
  // functions stand under Functions
  return names.filter((name) => /^[A-Z]/.test(name)).sort();
}

/** The page with its blocks written anew. */
export function render(page) {
  const all = blocks();
  return page.replaceAll(BLOCK, (_, name) => {
    const lines = all.get(name);
    if (!lines) throw new Error(`docs/API.md has a block of ${name}, which the package does not declare`);
    return `<!-- begin ${name} -->\n${lines.join("\n").trim()}\n<!-- end ${name} -->\n`;
  });
}

/** Names of the blocks of a page. */
export const named = (page) => [...page.matchAll(BLOCK)].map(([, name]) => name);

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(PAGE, render(readFileSync(PAGE, "utf8")));
