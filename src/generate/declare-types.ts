import type { Issue } from "../errors/request-error.js";
import { joinPath } from "../values/issue-path.js";
import { compare, type Declaration, docsOf, type Field, type TypeNode } from "./declarations.js";
import { capitalized, identifierOf, type Names, nameMethods } from "./names.js";
import {
  type DiscoveryDocument,
  documentIssue,
  type JsonSchema,
  type Parameter,
  type PlacedMethod,
  placeOf,
} from "./read-document.js";

/** A method with its name and its types. */
export interface MethodShape {
  readonly method: PlacedMethod;
  /** Name of the exported constant. */
  readonly name: string;
  /** The query parameters; undefined if there are none. */
  readonly query?: Declaration | undefined;
  readonly body?: Declaration | undefined;
  readonly response?: Declaration | undefined;
}

/** Query parameters that `list` sets itself, although some documents require them. */
const PAGE_PARAMETERS: readonly string[] = ["pageToken", "page_token", "pageSize", "page_size", "maxResults"];

const UNKNOWN: TypeNode = { kind: "unknown" };

/**
 * Declares the types of a document: its schemas, the objects inside them, query parameters, and requests in which a method
 * requires fields of a schema. All methods are declared, so that names do not depend on the selection.
 *
 * @param names - The names of the file, to which the names of methods and types are added.
 * @returns All declarations, base types first; all methods, in the order of their paths.
 */
export function declareTypes(document: DiscoveryDocument, names: Names, issues: Issue[]) {
  const types = new Types(names, issues);
  types.nameSchemas(document.schemas);
  const named = nameMethods(document.methods, names);
  types.completeSchemas(document.schemas);
  named.sort(([a], [b]) => compare(placeOf(a), placeOf(b)));
  const methods = named.map(([method, name]) => types.shapeOf(method, name, document.hasDataWrapper));
  const declarations = types.declarations.toSorted(
    (a, b) => Number(a.base !== undefined) - Number(b.base !== undefined) || compare(a.name, b.name),
  );
  return { declarations, methods };
}

/** Collects the declarations of a file. */
class Types {
  readonly declarations: Declaration[] = [];
  readonly #schemas = new Map<string, Declaration>();
  readonly #names: Names;
  readonly #issues: Issue[];

  constructor(names: Names, issues: Issue[]) {
    this.#names = names;
    this.#issues = issues;
  }

  /** Names all schemas, before any of their fields is declared. */
  nameSchemas(schemas: DiscoveryDocument["schemas"]): void {
    for (const [id, schema] of [...schemas].sort(([a], [b]) => compare(a, b))) {
      const name = identifierOf(id);
      this.#schemas.set(id, this.#declare(name === id ? name : capitalized(name), schema));
    }
  }

  completeSchemas(schemas: DiscoveryDocument["schemas"]): void {
    for (const [id, declaration] of this.#schemas)
      this.#complete(declaration, schemas.get(id) ?? {}, joinPath("schemas", id));
  }

  /** Declares the types of a method, which has the name of its constant. */
  shapeOf(method: PlacedMethod, constant: string, isWrapped: boolean): MethodShape {
    const name = capitalized(constant);
    const path = joinPath("methods", placeOf(method));
    const response = this.#body(method.response, `${name}Response`, `${path}.response`);
    const body = this.#body(method.request, `${name}Request`, `${path}.request`);
    const query = [...(method.parameters ?? [])].filter(([, { location }]) => location !== "path");
    return {
      method,
      name: constant,
      query: query.length === 0 ? undefined : this.#query(query, `${name}Query`, path),
      body: method.httpMethod === "GET" ? undefined : this.#request(body, method, name),
      response: response && isWrapped ? this.#wrapped(response, `${name}Response`) : response,
    };
  }

  #declare(name: string, schema: JsonSchema, parts: Partial<Declaration> = {}): Declaration {
    const empty = { fields: [], type: undefined, base: undefined, isClosed: false };
    const declaration: Declaration = { name: this.#names.take(name), docs: docsOf(schema), ...empty, ...parts };
    this.declarations.push(declaration);
    return declaration;
  }

  /** Declares the fields of an object, or the type of any other schema. */
  #complete(declaration: Declaration, schema: JsonSchema, path: string): Declaration {
    const { $ref, type, properties = new Map<string, JsonSchema>() } = schema;
    if ($ref !== undefined || type === "array" || properties.size === 0) {
      declaration.type = this.#type(schema, declaration.name, path);
      return declaration;
    }
    // A property that every object inherits is not declared: zod would validate the inherited value of an absent field.
    const declared = [...properties].filter(([name]) => !(name in Object.prototype) || name === "__proto__");
    declaration.fields = declared.map(([name, each]) => this.#field(declaration, name, each, `${path}.properties`));
    return declaration;
  }

  #field(owner: Declaration, name: string, schema: JsonSchema, path: string): Field {
    return {
      name,
      type: this.#type(schema, identifierOf(`${owner.name}.${name}`), joinPath(path, name)),
      docs: docsOf(schema),
      required: false,
      readonly: schema.readOnly === true,
      requiredBy: schema.annotations?.required ?? [],
    };
  }

  /** @param name - The name of an object inside the schema. */
  #type(schema: JsonSchema, name: string, path: string): TypeNode {
    const { $ref, type, items, properties, additionalProperties } = schema;
    if ($ref !== undefined) return this.#reference($ref, path);
    if (type === "array") {
      return { kind: "array", of: items ? this.#type(items, `${name}Item`, `${path}.items`) : UNKNOWN };
    }
    if (properties !== undefined && properties.size > 0) {
      return { kind: "ref", to: this.#complete(this.#declare(name, schema), schema, path) };
    }
    if (additionalProperties !== undefined) {
      return { kind: "map", of: this.#type(additionalProperties, `${name}Value`, `${path}.additionalProperties`) };
    }
    return type === "object" ? { kind: "map", of: UNKNOWN } : scalarOf(schema);
  }

  #reference(id: string, path: string): TypeNode {
    const to = this.#schemas.get(id);
    if (to !== undefined) return { kind: "ref", to };
    const message = `must refer to a schema of the document, got ${JSON.stringify(id)}`;
    this.#issues.push(documentIssue(`${path}.$ref`, message));
    return UNKNOWN;
  }

  #body(schema: JsonSchema | undefined, name: string, path: string): Declaration | undefined {
    if (schema === undefined) return undefined;
    return this.#schemas.get(schema.$ref ?? "") ?? this.#complete(this.#declare(name, schema), schema, path);
  }

  #query(parameters: readonly [string, Parameter][], name: string, path: string): Declaration {
    const declaration = this.#declare(name, {}, { isClosed: true });
    declaration.fields = parameters.map(([parameter, schema]) => {
      const field = this.#field(declaration, parameter, schema, `${path}.parameters`);
      const type: TypeNode = schema.repeated === true ? { kind: "array", of: field.type } : field.type;
      return { ...field, type, required: schema.required === true && !PAGE_PARAMETERS.includes(parameter) };
    });
    return declaration;
  }

  /** Declares a body that has the fields which only this method requires. */
  #request(body: Declaration | undefined, { id, httpMethod }: PlacedMethod, name: string): Declaration | undefined {
    const fields = body?.fields.filter(({ requiredBy }) => requiredBy.includes(id)) ?? [];
    if (body === undefined || fields.length === 0 || httpMethod === "PATCH") return body;
    const required = fields.map((field) => ({ ...field, required: true }));
    return this.#declare(`${name}${capitalized(body.name)}`, {}, { docs: body.docs, fields: required, base: body });
  }

  #wrapped(to: Declaration, name: string): Declaration {
    const declaration = this.#declare(name, {});
    declaration.fields = [{ ...this.#field(declaration, "data", {}, ""), type: { kind: "ref", to } }];
    return declaration;
  }
}

function scalarOf({ type, format, enum: values = [] }: JsonSchema): TypeNode {
  if (type === "string" && /^u?int64$/.test(format ?? "")) return { kind: "int64" };
  if (type === "string" && values.length > 0) return { kind: "enum", values: [...new Set(values)] };
  if (type === "number") return { kind: "double" };
  return type === "string" || type === "boolean" || type === "integer" ? { kind: type } : UNKNOWN;
}
