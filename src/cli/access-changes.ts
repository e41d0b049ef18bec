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
  const ofApi = callersOf(security ?? []);
  return {
    document,
    basePath: new Map([["the API", basePath || "/"]]),
    definitions: new Map(Object.entries(definitions).map(([name, each]) => [name, tokensOf(each, ownAudiences)])),
    operations: new Map(operations.map((each) => [each.key, each.security ? callersOf(each.security) : ofApi])),
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

/** Formats which tokens a definition accepts, and where. */
function tokensOf({ issuer, audiences, jwksUri, locations }: IssuerDefinition, own: readonly string[]): string {
  const audience = (audiences.length > 0 ? audiences : own).join(", ");
  const keys = jwksUri === undefined ? "" : `, keys "${jwksUri}"`;
  return `issuer "${issuer}", audience "${audience}"${keys}${locations === undefined ? "" : `, in ${JSON.stringify(locations)}`}`;
}

function callersOf(security: readonly object[]): string {
  const alternatives = security.map((each) => Object.keys(each));
  if (alternatives.length === 0 || alternatives.some((names) => names.length === 0)) return "anyone";
  const isAlone = alternatives.length === 1;
  return listed(
    alternatives.map((names) => (isAlone || names.length === 1 ? names.join(" and ") : `(${names.join(" and ")})`)),
  );
}
