// Writes schema/: JSON Schemas (draft 7) of what goes in and out, from the declarations that users get; those of
// js/api.d.ts come from Rust.
//   node scripts/schema.mjs            writes them anew
// tests/node/decision.test.mjs compares. By TypeScript's own checker, as docs/API.md is: a decision is declared with
// `Omit` of the engine's types, behind which generators that read the syntax take every field as needed.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { ROOT, isMain } from "./run.mjs";

const SOURCES = ["js/api.d.ts", "js/types.ts"].map((path) => join(ROOT, path));

/** The words of a comment as running text, without its tables. */
function prose(parts) {
  const lines = ts
    .displayPartsToString(parts)
    .split("\n")
    .filter((line) => !line.trim().startsWith("|"));
  return lines.join(" ").replaceAll(/\s+/g, " ").trim();
}

function described(symbol, checker) {
  const deprecated = symbol.getJsDocTags(checker).find(({ name }) => name === "deprecated");
  const words = [
    prose(symbol.getDocumentationComment(checker)),
    deprecated && `Deprecated: ${prose(deprecated.text ?? [])}`,
  ]
    .filter(Boolean)
    .join(" ");
  return { ...(words && { description: words }), ...(deprecated && { deprecated: true }) };
}

/** Schemas by the names of types. `open`: whether readers have to accept fields that are added later. */
class Writer {
  definitions = {};
  #checker;
  #open;

  constructor(checker, open) {
    this.#checker = checker;
    this.#open = open;
  }

  /** A type of ours by its name, any other in place. */
  of(type) {
    const symbol = type.aliasSymbol ?? (type.flags & ts.TypeFlags.Object ? type.symbol : undefined);
    const ours = symbol?.declarations?.some(
      (node) =>
        SOURCES.includes(node.getSourceFile().fileName) || node.getSourceFile().fileName.endsWith("/js/rules.ts"),
    );
    if (!ours || !/^[A-Z]/.test(symbol.name)) return this.#inPlace(type);
    if (!(symbol.name in this.definitions)) {
      this.definitions[symbol.name] = {};
      this.definitions[symbol.name] = { ...described(symbol, this.#checker), ...this.#inPlace(type) };
    }
    return { $ref: `#/definitions/${symbol.name}` };
  }

  #inPlace(type) {
    const { Number, String, Boolean, StringLiteral, NumberLiteral, Unknown } = ts.TypeFlags;
    if (type.flags & (StringLiteral | NumberLiteral)) return { const: type.value };
    if (type.flags & Number) return { type: "number" };
    if (type.flags & String) return { type: "string" };
    if (type.flags & Boolean) return { type: "boolean" };
    if (type.flags & Unknown) return {};
    if (type.isUnion()) return this.#union(type.types.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined)));
    if (this.#checker.isTupleType(type)) {
      const items = this.#checker.getTypeArguments(type).map((item) => this.of(item));
      return { type: "array", items, minItems: items.length, maxItems: items.length };
    }
    if (this.#checker.isArrayType(type))
      return { type: "array", items: this.of(this.#checker.getTypeArguments(type)[0]) };
    if (type.flags & ts.TypeFlags.Object || type.isIntersection()) return this.#object(type);
    throw new Error(`schema/ has no words for ${this.#checker.typeToString(type)}`);
  }

  #union(types) {
    if (types.length === 1) return this.of(types[0]);
    if (types.every((type) => type.isStringLiteral())) return { enum: types.map(({ value }) => value) };
    return { anyOf: types.map((type) => this.of(type)) };
  }

  #object(type) {
    const properties = {};
    const required = [];
    for (const symbol of this.#checker.getPropertiesOfType(type)) {
      const node = symbol.valueDeclaration?.type;
      // the type as it was written has its name; that of the symbol has `undefined`, too
      const own =
        node &&
        ts.isTypeNode(node) &&
        node.kind !== ts.SyntaxKind.MappedType &&
        symbol.valueDeclaration.kind === ts.SyntaxKind.PropertySignature;
      const value = own ? this.#checker.getTypeFromTypeNode(node) : this.#checker.getTypeOfSymbol(symbol);
      // what another action of the union has
      if (value.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Never)) continue;
      const schema = this.of(value);
      // draft 7 reads nothing beside a $ref
      const words = described(symbol, this.#checker);
      properties[symbol.name] =
        "$ref" in schema && Object.keys(words).length > 0 ? { ...words, allOf: [schema] } : { ...words, ...schema };
      if (!(symbol.flags & ts.SymbolFlags.Optional)) required.push(symbol.name);
    }
    return { type: "object", properties, required, ...(this.#open ? {} : { additionalProperties: false }) };
  }
}

const sorted = (object) => Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
const text = (schema) =>
  `${JSON.stringify({ $schema: "http://json-schema.org/draft-07/schema#", ...schema }, null, 2)}\n`;

/** The files by their paths. */
export function schemas() {
  const { config } = ts.readConfigFile(join(ROOT, "js/tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, join(ROOT, "js"));
  const program = ts.createProgram(SOURCES, options);
  const checker = program.getTypeChecker();
  const typeNamed = (path, name) => {
    const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(join(ROOT, path))));
    return checker.getDeclaredTypeOfSymbol(exported.find((symbol) => symbol.name === name));
  };
  const decision = new Writer(checker, true);
  const { $ref } = decision.of(typeNamed("js/types.ts", "ReviewedDecision"));
  const request = new Writer(checker, false);
  for (const name of ["Request", "DangerRequest"]) request.of(typeNamed("js/api.d.ts", name));
  return {
    "schema/decision.json": text({
      title: "A decision of a review by nanikiru, version 1",
      $ref,
      definitions: sorted(decision.definitions),
    }),
    "schema/request.json": text({ title: "What nanikiru is asked", definitions: sorted(request.definitions) }),
  };
}

if (isMain(import.meta)) {
  for (const [path, content] of Object.entries(schemas())) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true });
    writeFileSync(join(ROOT, path), content);
  }
}
