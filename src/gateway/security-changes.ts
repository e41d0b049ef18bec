import { cached, isSame, valueAt } from "../core/objects.js";
import { assertNoIssues } from "../errors/request-error.js";
import { googleNaming } from "../naming/google.js";
import { bareAudience } from "./claims.js";
import { definitionsOf, type IssuerDefinition } from "./definitions.js";
import { type DocumentView, MANAGEMENT, viewDocument } from "./document.js";
import { endpointIssues, otherProfile } from "./document-issues.js";
import type { SecurityRequirement } from "./requirements.js";

/** A difference in access between two documents. Narrow it by `kind`. */
export type SecurityChange =
  | ChangedPart<"definition", IssuerDefinition | undefined, IssuerDefinition | undefined>
  | ChangedPart<"operation-added", undefined, string[][]>
  | ChangedPart<"operation-removed", string[][], undefined>
  | ChangedPart<"operation-changed", string[][], string[][]>;

interface ChangedPart<Kind extends string, Before, After> {
  /** Subject of the change: the definition of an issuer's tokens, the existence of an operation, or its requirements. */
  readonly kind: Kind;
  /** Name of the definition, such as `users`, or method and path of the operation, as in `GET /echo`. */
  readonly name: string;
  /** Definition, or requirements as `effectiveSecurity` returns them, before the change; undefined if it did not exist. */
  readonly before: Before;
  /** Definition or requirements after the change; undefined if it does not exist any more. */
  readonly after: After;
}

/**
 * Compares the access that two OpenAPI documents allow. They can be of different versions. An empty list proves that nothing about
 * access changed: every operation is at the same path with the same requirements, and every definition has the same issuer,
 * audiences, keys and token locations. The order of alternatives and of audiences is ignored.
 *
 * If the base paths differ, names of operations include them. With `x-google-allow: all`, there are also operations of the
 * path `/**`; with `allowCors`, there is an operation `OPTIONS /**`; and an OpenAPI 3 document with MCP tools has an operation
 * `MCP tools/list`. If `x-security` replaces the audiences of a definition, its name is followed by the new audiences, as in `users (shop)`. The name of an
 * API key that only the other document defines is followed by `(not an API key)`: the gateway may ignore it.
 *
 * @param before - The document before the change: OpenAPI 2.0, 3.0 or 3.1.
 * @param after - The document after the change.
 * @returns The changed definitions, then the changed operations.
 * @throws {RequestError} If one of them is not an OpenAPI document of these versions, or has two servers for the gateway's
 * address.
 *
 * @example
 * for (const { kind, name, before, after } of securityChanges(document, secured)) console.log(kind, name, before, after);
 */
export function securityChanges(before: object, after: object): SecurityChange[] {
  const [old, next] = [readAccess(before), readAccess(after)];
  const isMoved = old.basePath !== next.basePath;
  const changes: SecurityChange[] = [];
  for (const { name, before, after } of pairs(old.definitions, next.definitions)) {
    if (!isSame(comparable(before), comparable(after))) changes.push({ kind: "definition", name, before, after });
  }
  const [ofOld, ofNext] = [old.operationsWith(isMoved, next.apiKeys), next.operationsWith(isMoved, old.apiKeys)];
  for (const { name, before, after } of pairs(ofOld, ofNext)) {
    if (before?.canonical === after?.canonical) continue;
    const kind = `operation-${before === undefined ? "added" : after === undefined ? "removed" : "changed"}` as const;
    changes.push({ kind, name, before: before?.names, after: after?.names } as SecurityChange); // matches the kind
  }
  return changes;
}

/** Reads the definitions and requirements of a document, with the naming profile that its keys belong to. */
function readAccess(document: object) {
  const ofGoogle = viewDocument(document, "securityChanges");
  assertNoIssues("securityChanges", endpointIssues(ofGoogle));
  const other = ofGoogle.openapi === 2 ? otherProfile(ofGoogle.keys, googleNaming.extensions) : undefined;
  const view =
    other === undefined || other.isMixed
      ? ofGoogle
      : viewDocument(document, "securityChanges", other.naming.extensions);
  const definitions = new Map(Object.entries(definitionsOf(view, view.ownAudiences)));
  const apiKeys = new Set(Object.keys(view.definitions).filter((name) => view.definitions[name]?.type === "apiKey"));
  const { basePath, toolsList } = view;
  return {
    basePath,
    definitions,
    apiKeys,
    /** Requirements by operation, with or without the base path. `otherKeys` are the API keys of the other document. */
    operationsWith(hasBasePath: boolean, otherKeys: ReadonlySet<string>) {
      const requirementsOf = cached((required: readonly SecurityRequirement[]) => {
        const names = required.map((requirement) =>
          Object.entries(requirement).map(([name, audiences]) => {
            if (!definitions.has(name) && !apiKeys.has(name) && otherKeys.has(name)) return `${name} (not an API key)`;
            const isOwn =
              audiences.length === 0 || isSame(spelling(audiences), spelling(definitions.get(name)?.audiences));
            return isOwn ? name : `${name} (${audiences.join(", ")})`;
          }),
        );
        const alternatives = new Set(names.map((together) => JSON.stringify([...together].sort())));
        const isOpen = names.every(({ length }) => length === 0);
        return { names, canonical: isOpen ? "" : JSON.stringify([...alternatives].sort()) };
      });
      const operations = [...corsOperations(document, view), ...view.operations, ...view.unlisted].map(
        ({ method, path, required }) => [`${method} ${hasBasePath ? basePath : ""}${path}`, required] as const,
      );
      const tools = toolsList === undefined ? [] : [["MCP tools/list", toolsList] as const];
      return new Map([...operations, ...tools].map(([key, required]) => [key, requirementsOf(required)]));
    },
  };
}

/** Lists the operation that `allowCors` adds: the gateway lets CORS requests to every path through without a token. */
function corsOperations(document: object, { openapi, endpoints }: DocumentView) {
  const places = openapi === 2 ? [["x-google-endpoints"]] : [[MANAGEMENT], ...endpoints.map(({ path }) => path)];
  const settings = places.flatMap((path) => valueAt(document, path));
  const isAllowed = settings.some((each) => valueAt(each, ["allowCors"]) === true);
  return isAllowed ? [{ method: "OPTIONS", path: "/**", required: [] }] : [];
}

/** Lists the values of two maps by key. */
function pairs<T>(before: ReadonlyMap<string, T>, after: ReadonlyMap<string, T>) {
  const names = new Set([...before.keys(), ...after.keys()]);
  return Array.from(names, (name) => ({ name, before: before.get(name), after: after.get(name) }));
}

/** Returns a definition in which equal audiences have one spelling and order. */
function comparable(definition: IssuerDefinition | undefined) {
  return definition && { ...definition, audiences: spelling(definition.audiences) };
}

function spelling(audiences: readonly string[] = []): string[] {
  return [...new Set(audiences.map(bareAudience))].sort();
}
