import { listed } from "../core/describe.js";
import type { IssuerDefinition, SecurityChange } from "../gateway/index.js";

/** Formats changes of access for the terminal; empty if there are none. */
export function describeChanges(changes: readonly SecurityChange[]): string {
  const definitions: string[] = [];
  const operations: string[] = [];
  for (const each of changes) {
    if (each.kind === "definition") definitions.push(lineOf(each.name, tokensOf(each.before), tokensOf(each.after)));
    else operations.push(lineOf(each.name, callersOf(each.before), callersOf(each.after)));
  }
  return section("Definitions that changed", definitions) + section("Who may call", operations);
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `${title}, before -> after:\n${lines.join("")}`;
}

function lineOf(name: string, before: string, after: string): string {
  return `  ${name}: ${before} -> ${after}\n`;
}

const NONE = "(none)";

/** Formats the issuer, audiences, keys and token locations of a definition. */
function tokensOf(definition: IssuerDefinition | undefined): string {
  if (definition === undefined) return NONE;
  const { issuer, audiences, jwksUri, locations } = definition;
  const keys = jwksUri === undefined ? "" : `, keys "${jwksUri}"`;
  const places = locations === undefined ? "" : `, in ${JSON.stringify(locations)}`;
  return `issuer "${issuer}", audience "${audiences.join(", ")}"${keys}${places}`;
}

function callersOf(alternatives: readonly (readonly string[])[] | undefined): string {
  if (alternatives === undefined) return NONE;
  if (alternatives.length === 0 || alternatives.some((names) => names.length === 0)) return "anyone";
  const isAlone = alternatives.length === 1;
  return listed(
    alternatives.map((names) => (isAlone || names.length === 1 ? names.join(" and ") : `(${names.join(" and ")})`)),
  );
}
