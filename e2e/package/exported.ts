import { join } from "node:path";
import ts from "typescript";
import manifest from "../../package.json" with { type: "json" };
import { root } from "./packed.js";

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
