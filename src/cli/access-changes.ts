import { listed } from "../core/describe.js";
import { viewDocument } from "../gateway/document.js";
import { type IssuerDefinition, readSecurity, securityChanges } from "../gateway/index.js";
import type { Naming } from "../naming/index.js";

/** Something that two documents describe differently; undefined where it does not exist. */
export interface AccessChange {
  readonly subject: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Who may call the operations of a document, as texts. */
export type Access = ReturnType<typeof readAccess>;

/** @throws {RequestError} If the document or its security is invalid. */
export function readAccess(document: object, naming: Naming) {
  const { definitions } = readSecurity(document, { naming });
  const { basePath, ownAudiences, security, operations } = viewDocument(document, "readSecurity", naming.extensions);
  return {
    document,
    basePath: new Map([["the API", basePath || "/"]]),
    definitions: mapValues(Object.entries(definitions), (each) => tokensOf(each, ownAudiences)),
    operations: mapValues(
      operations.map((each) => [each.key, each.security ?? security ?? []] as const),
      (alternatives) => callersOf(alternatives.map((each) => Object.keys(each))),
    ),
  };
}

/** Compares the access to two documents, which may be of different versions of OpenAPI. */
export function accessChanges(before: Access, after: Access) {
  const changed = new Set(securityChanges(before.document, after.document).map(({ operation }) => operation));
  return {
    basePath: differences(before.basePath, after.basePath),
    definitions: differences(before.definitions, after.definitions),
    operations: differences(before.operations, after.operations).filter(
      (each) => changed.has(each.subject) || each.before === undefined || each.after === undefined, // order does not matter
    ),
  };
}

/** Formats changes for the terminal; empty if there are none. */
export function describeChanges(title: string, changes: readonly AccessChange[]): string {
  const lines = changes.map(({ subject, before = "(none)", after = "(none)" }) => {
    return `  ${subject}: ${before} -> ${after}\n`;
  });
  return lines.length === 0 ? "" : `${title}, before -> after:\n${lines.join("")}`;
}

function differences(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): AccessChange[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((subject) => ({ subject, before: before.get(subject), after: after.get(subject) }))
    .filter((each) => each.before !== each.after);
}

function mapValues<V>(entries: readonly (readonly [string, V])[], format: (value: V) => string) {
  return new Map(entries.map(([key, value]) => [key, format(value)]));
}

/** Formats which tokens a definition accepts, and where. */
function tokensOf({ issuer, audiences, jwksUri, locations }: IssuerDefinition, own: readonly string[]): string {
  const audience = (audiences.length > 0 ? audiences : own).join(", ");
  const keys = jwksUri === undefined ? "" : `, keys "${jwksUri}"`;
  return `issuer "${issuer}", audience "${audience}"${keys}${locations === undefined ? "" : `, in ${JSON.stringify(locations)}`}`;
}

function callersOf(alternatives: readonly (readonly string[])[]): string {
  if (alternatives.length === 0 || alternatives.some((names) => names.length === 0)) return "anyone";
  const isAlone = alternatives.length === 1;
  return listed(
    alternatives.map((names) => (isAlone || names.length === 1 ? names.join(" and ") : `(${names.join(" and ")})`)),
  );
}
