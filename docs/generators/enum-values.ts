// The values of an enumeration are described once, at its type or the list of its values. Editors and JSON Schemas show them at each field, too.
import ts from "typescript";

/**
 * Returns the list of values for the comment of a field, such as `mode: opt(openEnum(JSON_ENCODINGS))`: that of the comment of
 * `JSON_ENCODINGS`, without indentation. Returns undefined for other fields, and for a comment that names all values itself.
 */
export function valuesFor(field: ts.Node, comment: string, checker: ts.TypeChecker): string | undefined {
  const [, name] = /Enum[<(](\w+)/.exec(field.getText()) ?? [];
  const symbol =
    name === undefined
      ? undefined
      : checker.resolveName(name, field, ts.SymbolFlags.Type | ts.SymbolFlags.Value, false);
  if (symbol === undefined) return undefined;
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const text = ts.displayPartsToString(target.getDocumentationComment(checker));
  const list = text.slice(text.search(/^- `/m));
  const values = [...list.matchAll(/^- (`[^`]+`)/gm)].map(([, value = ""]) => value);
  return !list.startsWith("- ") || values.every((value) => comment.includes(value)) ? undefined : list;
}
