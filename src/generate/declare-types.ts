import type { Issue } from "../errors/request-error.js";
import { joinPath } from "../values/issue-path.js";
import { compare, type Declaration, docsOf, type Field, sorted, type TypeNode } from "./declarations.js";
import { capitalized, identifierOf, methodNames, type Names, singularOf } from "./names.js";
import {
  type DiscoveryDocument,
  documentIssue,
  type JsonSchema,
  type Parameter,
  type PlacedMethod,
  placeOf,
} from "./read-document.js";

/** The types of a method. */
export interface MethodShape {
  /** The query parameters; undefined if there are none. */
  readonly query?: Declaration | undefined;
  readonly body?: Declaration | undefined;
  readonly response?: Declaration | undefined;
}

/** The types of a whole document. */
export interface DeclaredTypes {
  /** All declarations, each after the declarations that it mentions, except in cycles. */
  readonly declarations: readonly Declaration[];
  /** The names of the exported constants. */
  readonly methodNames: ReadonlyMap<PlacedMethod, string>;
  readonly shapes: ReadonlyMap<PlacedMethod, MethodShape>;
}

/** Query parameters that `list` sets itself, although some documents require them. */
const PAGE_PARAMETERS: readonly string[] = ["pageToken", "page_token", "pageSize", "page_size", "maxResults"];

const UNKNOWN: TypeNode = { kind: "unknown" };

/**
 * Declares the types of a document: its schemas, the objects inside them, query parameters, and requests in which a method
 * requires fields of a schema. All methods take part, so that no name depends on which methods are chosen.
 *
 * @param all - The names of the file, to which the names of methods and types are added.
 */
export function declareTypes(document: DiscoveryDocument, all: Names, issues: Issue[]): DeclaredTypes {
  const declarations: Declaration[] = [];

  const declare = (name: string, schema: JsonSchema, parts: Partial<Declaration> = {}): Declaration => {
    const declaration = { name: all.take(name), docs: docsOf(schema), fields: [], type: undefined, base: undefined };
    declarations.push({ ...declaration, isClosed: false, ...parts });
    return declarations.at(-1) as Declaration;
  };

  const typeOf = (schema: JsonSchema, name: string, path: string): TypeNode => {
    const { $ref, type, format, items, properties, additionalProperties } = schema;
    if ($ref !== undefined) {
      const to = schemas.get($ref);
      if (to !== undefined) return { kind: "ref", to };
      const message = `must refer to a schema of the document, got ${JSON.stringify($ref)}`;
      issues.push(documentIssue(`${path}.$ref`, message));
      return UNKNOWN;
    }
    if (type === "array") {
      const element = items === undefined ? UNKNOWN : typeOf(items, singularOf(name), `${path}.items`);
      return { kind: "array", of: element };
    }
    if (properties !== undefined && properties.size > 0) {
      return { kind: "ref", to: complete(declare(name, schema), schema, path) };
    }
    if (additionalProperties !== undefined) {
      return { kind: "map", of: typeOf(additionalProperties, singularOf(name), `${path}.additionalProperties`) };
    }
    if (type === "object") return { kind: "map", of: UNKNOWN };
    if (type === "string" && (format === "int64" || format === "uint64")) return { kind: format };
    if (type === "string" && schema.enum !== undefined && schema.enum.length > 0) {
      return { kind: "enum", values: [...new Set(schema.enum)] };
    }
    if (type === "number") return { kind: "double" };
    return type === "string" || type === "boolean" || type === "integer" ? { kind: type } : UNKNOWN;
  };

  const fieldOf = (owner: Declaration, name: string, schema: JsonSchema, path: string): Field => ({
    name,
    type: typeOf(schema, identifierOf(`${owner.name}.${name}`), joinPath(path, name)),
    docs: docsOf(schema),
    required: false,
    readonly: schema.readOnly === true,
    requiredBy: schema.annotations?.required ?? [],
  });

  /** Declares the fields of an object, or the type of any other schema. */
  const complete = (declaration: Declaration, schema: JsonSchema, path: string): Declaration => {
    const { $ref, type, properties = new Map<string, JsonSchema>() } = schema;
    if ($ref !== undefined || type === "array" || properties.size === 0) {
      declaration.type = typeOf(schema, `${declaration.name}Items`, path);
      return declaration;
    }
    // A property that every object inherits is not declared: zod would validate the inherited value of an absent field.
    const declared = [...properties].filter(([name]) => !(name in Object.prototype) || name === "__proto__");
    declaration.fields = declared.map(([name, each]) => fieldOf(declaration, name, each, `${path}.properties`));
    return declaration;
  };

  // All schemas are named before any of their fields is declared. A schema whose id is a valid identifier is named after its id.
  const ids = [...document.schemas.keys()].sort(
    (a, b) => Number(identifierOf(a) !== a) - Number(identifierOf(b) !== b) || compare(a, b),
  );
  const schemas = new Map(
    ids.map((id) => {
      const name = identifierOf(id);
      return [id, declare(name === id ? name : capitalized(name), document.schemas.get(id) ?? {})];
    }),
  );
  const names = methodNames(document.methods, all);
  for (const [id, declaration] of schemas)
    complete(declaration, document.schemas.get(id) ?? {}, joinPath("schemas", id));

  const bodyOf = (schema: JsonSchema | undefined, name: string, path: string): Declaration | undefined => {
    return schema && (schemas.get(schema.$ref ?? "") ?? complete(declare(name, schema), schema, path));
  };
  const queryOf = (parameters: readonly (readonly [string, Parameter])[], name: string, path: string) => {
    if (parameters.length === 0) return undefined;
    const declaration = declare(name, {}, { isClosed: true });
    declaration.fields = parameters.map(([parameter, schema]) => {
      const field = fieldOf(declaration, parameter, schema, `${path}.parameters`);
      const type: TypeNode = schema.repeated === true ? { kind: "array", of: field.type } : field.type;
      return { ...field, type, required: schema.required === true && !PAGE_PARAMETERS.includes(parameter) };
    });
    return declaration;
  };
  /** Declares a body that has the fields which only this method requires. */
  const requestOf = (body: Declaration | undefined, { id, httpMethod }: PlacedMethod, name: string) => {
    const fields = body?.fields.filter(({ requiredBy }) => requiredBy.includes(id)) ?? [];
    if (body === undefined || fields.length === 0 || httpMethod === "PATCH") return body;
    const required = fields.map((field) => ({ ...field, required: true }));
    return declare(`${name}${capitalized(body.name)}`, {}, { docs: body.docs, fields: required, base: body });
  };
  const wrapped = (to: Declaration, name: string) => {
    const data = { name: "data", type: { kind: "ref", to }, docs: docsOf({}), required: false } as const;
    return declare(name, {}, { fields: [{ ...data, readonly: false, requiredBy: [] }] });
  };

  const methods = [...names].sort(([a], [b]) => compare(placeOf(a), placeOf(b)));
  const shapes = new Map<PlacedMethod, MethodShape>(
    methods.map(([method, constant]) => {
      const name = capitalized(constant);
      const path = joinPath("methods", placeOf(method));
      const response = bodyOf(method.response, `${name}Response`, `${path}.response`);
      const body = bodyOf(method.request, `${name}Request`, `${path}.request`);
      const query = [...(method.parameters ?? [])].filter(([, { location }]) => location !== "path");
      const shape = {
        query: queryOf(query, `${name}Query`, path),
        body: method.httpMethod === "GET" ? undefined : requestOf(body, method, name),
        response: response && document.hasDataWrapper ? wrapped(response, `${name}Response`) : response,
      };
      return [method, shape];
    }),
  );
  return { declarations: sorted(declarations), methodNames: names, shapes };
}
