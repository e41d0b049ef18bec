import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A schema in a discovery document, as far as this check uses it. */
export interface DiscoverySchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, DiscoverySchema>>;
  readonly items?: DiscoverySchema;
  readonly additionalProperties?: DiscoverySchema;
  readonly description?: string;
  readonly readOnly?: boolean;
}

/** A method in a discovery document. */
interface DiscoveryMethod {
  readonly id: string;
  readonly httpMethod: string;
  readonly flatPath?: string;
  readonly path: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly request?: DiscoverySchema;
  readonly response?: DiscoverySchema;
}

interface DiscoveryResource {
  readonly methods?: Readonly<Record<string, DiscoveryMethod>>;
  readonly resources?: Readonly<Record<string, DiscoveryResource>>;
}

/** The machine-readable description of one service. */
export interface DiscoveryDocument extends DiscoveryResource {
  readonly name: string;
  readonly version: string;
  readonly rootUrl: string;
  readonly servicePath: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly schemas: Readonly<Record<string, DiscoverySchema>>;
}

/** A method and its document. */
export interface FoundMethod {
  readonly document: DiscoveryDocument;
  readonly method: DiscoveryMethod;
}

/** Reads all descriptions in a folder. */
export function readDocuments(folder: string): DiscoveryDocument[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
  return files.map((file) => JSON.parse(readFileSync(join(folder, file), "utf8")));
}

/** Returns the method of a request; undefined if no description has one. */
export function findMethod(documents: readonly DiscoveryDocument[], verb: string, url: URL): FoundMethod | undefined {
  for (const document of documents) {
    const method = methodsOf(document).find((each) => {
      const path = `${document.servicePath}${each.flatPath ?? each.path}`.replace(/^\//, "");
      const pattern = `/${path}`.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{[^}]+\}/g, "[^/]+");
      return each.httpMethod === verb && new RegExp(`^${pattern}$`).test(url.pathname);
    });
    if (method !== undefined && new URL(document.rootUrl).origin === url.origin) return { document, method };
  }
  return undefined;
}

function methodsOf({ methods = {}, resources = {} }: DiscoveryResource): DiscoveryMethod[] {
  return [...Object.values(methods), ...Object.values(resources).flatMap(methodsOf)];
}

/** A schema with its reference resolved, and its name. */
export function resolveSchema(
  { schemas }: DiscoveryDocument,
  schema: DiscoverySchema,
): { readonly name: string | undefined; readonly schema: DiscoverySchema } {
  return schema.$ref === undefined
    ? { name: undefined, schema }
    : { name: schema.$ref, schema: schemas[schema.$ref] ?? {} };
}
