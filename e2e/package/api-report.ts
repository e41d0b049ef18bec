import { join } from "node:path";
import ts from "typescript";
import manifest from "../../package.json" with { type: "json" };
import { root } from "./packed.js";

/** The declarations of a name. */
interface Found {
  readonly symbol: ts.Symbol;
  /** Subpaths that export it; empty for a type that only exported signatures name. */
  readonly subpaths: readonly string[];
}

const dist = join(root, "dist/");

/**
 * Lists every exported name of every subpath with its signature, and the unexported types that these signatures name.
 *
 * It is built from the declarations in `dist`. Comments, formatting, file names and the order of members and
 * alternatives are removed, so that the report changes only if a signature does. Namespaces are left out: their types
 * follow from those of the resources by one rule.
 */
export function apiReport(): string {
  const { checker, subpaths } = readExported();
  const found = new Map(
    [...subpaths].map(([symbol, from]): [ts.Symbol, Found] => [symbol, { symbol, subpaths: from }]),
  );
  // The map grows during the iteration, by types that are named but not exported.
  for (const { symbol } of found.values()) {
    for (const named of namedBy(symbol, checker))
      if (!found.has(named)) found.set(named, { symbol: named, subpaths: [] });
  }
  const printed = [...found.values()].filter(({ symbol }) => !(symbol.flags & ts.SymbolFlags.NamespaceModule));
  const sections = printed.map(({ symbol, subpaths }) => ({
    name: symbol.name,
    text: `// ${subpaths.length > 0 ? subpaths.join(", ") : "not exported"}\n${declarationsOf(symbol).map(print).sort().join("\n")}`,
  }));
  const ordered = sections.sort((a, b) => compare(a.name, b.name) || compare(a.text, b.text)).map(({ text }) => text);
  return [
    "# API report",
    "",
    "Every name that the package exports, from where, and its signature; then what those signatures name. Written by",
    "`npm run test:package -- api --update`, compared by `npm run test:package -- api`: a change here is a change of the public surface.",
    "",
    ...countsOf(subpaths),
    "",
    "```ts",
    ordered.join("\n\n"),
    "```",
    "",
  ].join("\n");
}

/** The number of distinct names, and a table of the names of each subpath. */
function countsOf(subpaths: ReadonlyMap<ts.Symbol, readonly string[]>): string[] {
  const counts = new Map<string, number>();
  for (const subpath of [...subpaths.values()].flat()) counts.set(subpath, (counts.get(subpath) ?? 0) + 1);
  const rows = [...counts].sort(([a], [b]) => compare(a, b)).map(([subpath, count]) => `| \`${subpath}\` | ${count} |`);
  return [`${subpaths.size} distinct names:`, "", "| import | names |", "| --- | --- |", ...rows];
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Declarations as statements: of a variable, the whole `const`. */
function declarationsOf(symbol: ts.Symbol): ts.Node[] {
  return (symbol.declarations ?? []).map((each) => (ts.isVariableDeclaration(each) ? each.parent.parent : each));
}

/** Symbols of this package that the declarations of a symbol use. */
function namedBy(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol[] {
  const named: ts.Symbol[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      const at = checker.getSymbolAtLocation(node);
      const target = at && resolveAlias(at, checker);
      if (target?.declarations?.some(isTopLevelOfOurs)) named.push(target);
    }
    ts.forEachChild(node, visit);
  };
  for (const node of declarationsOf(symbol)) visit(node);
  return named;
}

function isTopLevelOfOurs(node: ts.Node): boolean {
  const statement = ts.isVariableDeclaration(node) ? node.parent.parent : node;
  // A namespace is declared by its file, which has no parent.
  return statement.parent?.kind === ts.SyntaxKind.SourceFile && statement.getSourceFile().fileName.startsWith(dist);
}

const printer = ts.createPrinter({ removeComments: true, omitTrailingSemicolon: false });

/** Prints a declaration without details that do not matter to users. */
function print(node: ts.Node): string {
  const source = node.getSourceFile();
  const { transformed } = ts.transform(node, [normalise(source)]);
  const [result] = transformed;
  return printer.printNode(ts.EmitHint.Unspecified, result ?? node, source).replace(/ {4}/g, "  ");
}

function normalise(source: ts.SourceFile): ts.TransformerFactory<ts.Node> {
  const textOf = (node: ts.Node) => printer.printNode(ts.EmitHint.Unspecified, node, source);
  const sorted = <N extends ts.Node>(nodes: readonly N[], key: (node: N) => string) =>
    nodes
      .map((node) => ({ node, key: key(node) }))
      .sort((a, b) => compare(a.key, b.key))
      .map(({ node }) => node);
  const nameOf = (member: ts.ClassElement | ts.TypeElement) => (member.name ? textOf(member.name) : "");
  return (context) => {
    const { factory } = context;
    const visit: ts.Visitor = (before) => {
      const node = ts.visitEachChild(before, visit, context);
      if (node.kind === ts.SyntaxKind.ExportKeyword || node.kind === ts.SyntaxKind.DeclareKeyword) return undefined;
      if (ts.isUnionTypeNode(node)) return factory.createUnionTypeNode(sorted(node.types, textOf));
      if (ts.isTypeLiteralNode(node)) return factory.createTypeLiteralNode(sorted(node.members, nameOf));
      if (ts.isInterfaceDeclaration(node))
        return factory.updateInterfaceDeclaration(
          node,
          node.modifiers,
          node.name,
          node.typeParameters,
          node.heritageClauses,
          sorted(node.members, nameOf),
        );
      if (ts.isClassDeclaration(node))
        return factory.updateClassDeclaration(
          node,
          node.modifiers,
          node.name,
          node.typeParameters,
          node.heritageClauses,
          sorted(node.members, nameOf),
        );
      if (ts.isImportTypeNode(node) && node.qualifier && !node.isTypeOf)
        return factory.createTypeReferenceNode(node.qualifier, node.typeArguments);
      return node;
    };
    return (node) => ts.visitNode(node, visit) ?? node;
  };
}

/** The built declarations of the package. */
export interface Exported {
  readonly checker: ts.TypeChecker;
  /** Subpaths that export a symbol, such as `fourfold/warehouse`, in the order of package.json. */
  readonly subpaths: ReadonlyMap<ts.Symbol, readonly string[]>;
}

/** Reads the exports of every subpath of the built package. */
export function readExported(): Exported {
  const entries = Object.entries(manifest.exports).flatMap(([subpath, target]) =>
    typeof target === "string" ? [] : [{ subpath: subpath.replace(/^\./, "fourfold"), file: join(root, target.types) }],
  );
  const program = ts.createProgram(
    entries.map(({ file }) => file),
    { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022, strict: true, types: ["node"] },
  );
  const checker = program.getTypeChecker();
  const subpaths = new Map<ts.Symbol, string[]>();
  for (const { subpath, file } of entries) {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Error(`${file} is not a module: run npm run build`);
    for (const each of checker.getExportsOfModule(module)) {
      const symbol = resolveAlias(each, checker);
      subpaths.set(symbol, [...(subpaths.get(symbol) ?? []), subpath]);
    }
  }
  return { checker, subpaths };
}

/** Returns the symbol to which an import or a re-export refers. */
export function resolveAlias(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}
