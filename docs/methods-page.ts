import { entityMethods, environmentMethods, googleNaming, type Method, warehouseMethods } from "fourfold";
import { RETRYABLE_REASONS, RETRYABLE_STATUS } from "../src/core/http/retry.js";

/** The method tables, by area and by the names that the methods have on the client. */
const tables = { warehouse: warehouseMethods, entities: entityMethods, environments: environmentMethods };

const { datasets } = warehouseMethods;

/** Calls of the client that combine several methods, each with the method that needs the most permissions. */
const combined: Readonly<Record<string, Readonly<Record<string, Method>>>> = {
  "warehouse.datasets": { ensure: withPermissions(datasets.insert, [datasets.get, datasets.insert]) },
  "warehouse.tables": {
    modify: warehouseMethods.tables.patch,
    ensure: warehouseMethods.tables.patch,
    getAll: warehouseMethods.tables.get,
    plan: warehouseMethods.tables.get,
    apply: warehouseMethods.tables.patch,
  },
  entities: { suggest: entityMethods.search },
  environments: { apply: environmentMethods.patch, ensure: environmentMethods.patch },
};

/** Returns a method that needs the permissions of several. */
function withPermissions(method: Method, all: readonly Method[]): Method {
  const permissions = all.flatMap(({ shipped }) => shipped?.permissions ?? []);
  return { ...method, shipped: { resource: undefined, ...method.shipped, permissions } };
}

interface Row {
  /** Names on the client, such as `["warehouse", "tables", "get"]`. */
  readonly call: readonly string[];
  readonly method: Method;
}

const isMethod = (value: object): value is Method => "verb" in value;

function rowsOf(table: object, call: readonly string[]): Row[] {
  const rows = Object.entries(table).flatMap(([name, value]: [string, object]) =>
    isMethod(value) ? [{ call: [...call, name], method: value }] : rowsOf(value, [...call, name]),
  );
  const more = Object.entries(combined[call.join(".")] ?? {});
  return [...rows, ...more.map(([name, method]) => ({ call: [...call, name], method }))];
}

const rows = rowsOf(tables, []);

/** Returns docs/methods.md, generated from the tables. */
export function methodsPage(): string {
  const intro = `# Methods

All built-in methods, from the tables \`warehouseMethods\`, \`entityMethods\` and \`environmentMethods\`. To call other
methods, use \`defineMethod\`.

- **Idempotent** calls are retried after the statuses ${RETRYABLE_STATUS.join(", ")}, after the reasons
  ${RETRYABLE_REASONS.map((reason) => `\`${reason}\``).join(", ")}, after a failed connection and after a truncated body.
- **Other** calls are retried only after a 429, a rate-limit 403, or a refused connection: the request was not
  processed.
- **Scopes**, after \`${googleNaming.scopeBase}/\`: any one is enough; the first is the narrowest. \`scopes()\` returns them in full.

This page is generated from the tables by \`npm run docs:methods\`.

| method | on the client | HTTP | idempotent | retried after | scopes | Google's docs |
|---|---|---|---|---|---|---|
`;
  const own = rows.filter(({ call, method }) => !isCombined(call, method));
  return `${intro}${own.map(line).join("\n")}\n`;
}

function isCombined(call: readonly string[], method: Method): boolean {
  return combined[call.slice(0, -1).join(".")]?.[call.at(-1) ?? ""] === method;
}

function line({ call, method }: Row): string {
  const { name, verb, path, scopes } = method;
  const safe = idempotence(method);
  const retried = safe === "no" ? "429, rate limits, refused connections" : "all transient failures";
  const cells = [
    `\`${name}\``,
    `\`${call.join(".")}\``,
    `\`${verb} ${path.replace("{servicePath}", googleNaming.servicePath)}\``,
    safe,
    safe.startsWith("with") ? `${retried}; without one: 429, rate limits, refused connections` : retried,
    scopes.map((scope) => `\`${scope.replace(/^warehouse/, googleNaming.servicePath)}\``).join(", ") ||
      "none: an API key",
    `[${name}](${docsOf(call, name)})`,
  ];
  return `| ${cells.join(" | ")} |`;
}

function idempotence({ idempotent, verb }: Method): string {
  if (typeof idempotent === "function") return verb === "PATCH" ? "with `ifMatch`" : "with an etag";
  return idempotent ? "yes" : "no";
}

function docsOf([area]: readonly string[], name: string): string {
  const [resource = "", method = ""] = name.split(".");
  if (area === "warehouse") return `https://cloud.google.com/bigquery/docs/reference/rest/v2/${resource}/${method}`;
  if (area === "entities") return "https://developers.google.com/knowledge-graph/reference/rest/v1";
  return `https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.${resource}/${method}`;
}

/** Scopes of each call, by its name on the client. */
export const methodScopes = () => nested(({ scopes }) => scopes);

/** Permissions of each call that requires permissions. */
export const methodPermissions = () => nested(({ shipped }) => shipped?.permissions);

/** Returns `src/naming/method-scopes.ts`, which `scopes` and `permissions` use instead of the method tables. */
export function methodScopesSource(): string {
  return `// Generated from the method tables by \`npm run docs:methods\`.

/** Last path segments of the scopes of each call; \`warehouse\` is a placeholder for the profile's service path. */
export const METHOD_SCOPES = ${JSON.stringify(methodScopes(), null, 2)} as const;

/** Permissions of each call that requires permissions; \`{product}\` and \`{servicePath}\` are placeholders for those of the profile. */
export const METHOD_PERMISSIONS = ${JSON.stringify(methodPermissions(), null, 2)} as const;
`;
}

type Tree = { [name: string]: Tree | readonly string[] };

function nested(read: (method: Method) => readonly string[] | undefined): Tree {
  const tree: Tree = {};
  for (const { call, method } of rows) {
    const value = read(method);
    if (value === undefined) continue;
    let at = tree;
    for (const name of call.slice(0, -1)) {
      at[name] ??= {};
      at = at[name] as Tree; // a branch: only the last name is a leaf
    }
    at[call.at(-1) ?? ""] = value;
  }
  return tree;
}
