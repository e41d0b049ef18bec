import { joinPath } from "../core/issue-path.js";
import { nearest } from "../core/nearest.js";
import { grouped } from "../core/objects.js";
import { throwIssue } from "../errors/request-error.js";
import {
  compare,
  type Declaration,
  docsOf,
  type Field,
  isOutputOnly,
  isRequiredParameter,
  mentionsOf,
  reachableFrom,
  saysRequired,
  sorted,
  type TypeNode,
} from "./declarations.js";
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

/** Maximum number of declarations of a document. Only a hostile document has more. */
const MAX_DECLARATIONS = 100_000;

/** Maximum number of unknown ids for which a similar one is suggested. */
const MAX_SUGGESTIONS = 10;

/** A declaration that is not complete yet. */
type Draft = { -readonly [K in keyof Declaration]: Declaration[K] };

/**
 * Declares the types of a document: its schemas, the objects inside them, query parameters, and requests whose required
 * fields differ from the schema's required fields. All methods take part, so that no name depends on which methods are
 * chosen.
 *
 * @param all - The names of the file, to which the names of methods and types are added.
 */
export function declareTypes(document: DiscoveryDocument, all: Names): DeclaredTypes {
  const drafts: Draft[] = [];
  /** Declarations with fields that the requests of a method must have, by the id of the method. */
  const annotated = new Map<string, Set<Declaration>>();
  const unknownIds = new Set<string>();

  const declare = (name: string, schema: JsonSchema, parts: Partial<Declaration> = {}): Draft => {
    const draft = { name, docs: docsOf(schema), fields: undefined, type: undefined, base: undefined, isClosed: false };
    drafts.push(Object.assign(draft, parts));
    return draft;
  };

  const typeOf = (schema: JsonSchema, name: string, path: string): TypeNode => {
    const { $ref, type, format, items, properties, additionalProperties } = schema;
    if ($ref !== undefined) {
      const to = schemas.get($ref);
      return to === undefined ? brokenReference($ref, path) : { kind: "ref", to };
    }
    if (type === "array") {
      const element = items === undefined ? UNKNOWN : typeOf(items, singularOf(name), `${path}.items`);
      return { kind: "array", of: element };
    }
    if (properties !== undefined && properties.size > 0) {
      return { kind: "ref", to: declareObject(declare(all.take(name), schema), schema, path) };
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

  const declareObject = (draft: Draft, { properties = new Map() }: JsonSchema, path: string): Declaration => {
    const [declared, inherited] = [true, false].map((isDeclared) => {
      return [...properties].filter(([name]) => isDeclared !== isInherited(name));
    }) as [[string, JsonSchema][], [string, JsonSchema][]]; // one list for each
    if (inherited.length > 0) {
      const names = inherited.map(([name]) => JSON.stringify(name)).join(", ");
      const text = `${draft.docs.text ?? ""}\nNot declared, because every object inherits such a property: ${names}.`;
      draft.docs = { ...draft.docs, text };
    }
    draft.fields = declared.map(([name, property]): Field => {
      const requiredBy = property.annotations?.required ?? [];
      for (const id of requiredBy) annotated.set(id, (annotated.get(id) ?? new Set()).add(draft));
      return {
        name,
        type: typeOf(property, innerName(draft.name, name), joinPath(`${path}.properties`, name)),
        docs: docsOf(property),
        required: saysRequired(property), // unless the object also occurs in a response or a PATCH
        readonly: isOutputOnly(property),
        requiredBy,
      };
    });
    return draft;
  };

  /** Completes the declaration of a schema that has a name, unlike the objects inside it. */
  const complete = (draft: Draft, schema: JsonSchema, path: string): Declaration => {
    const isObject = schema.$ref === undefined && schema.type !== "array" && (schema.properties?.size ?? 0) > 0;
    if (isObject) return declareObject(draft, schema, path);
    draft.type = typeOf(schema, `${draft.name}Items`, path);
    return draft;
  };

  const brokenReference = (id: string, path: string): TypeNode => {
    unknownIds.add(id);
    // A comparison with all ids is slow.
    const similar = unknownIds.size > MAX_SUGGESTIONS ? undefined : nearest(id, [...schemas.keys()]);
    const remedy = similar === undefined ? "" : `; did you mean ${JSON.stringify(similar)}?`;
    const message = `must refer to a schema of the document, got ${JSON.stringify(id)}${remedy}`;
    return { kind: "broken", issue: documentIssue(`${path}.$ref`, message) };
  };

  // All schemas are named before any of their fields is declared. A schema whose id is a valid identifier is named after its id.
  const ids = [...document.schemas.keys()].sort(
    (a, b) => Number(identifierOf(a) !== a) - Number(identifierOf(b) !== b) || compare(a, b),
  );
  const schemas = new Map(
    ids.map((id) => {
      const name = identifierOf(id);
      return [id, declare(all.take(name === id ? name : capitalized(name)), document.schemas.get(id) ?? {})];
    }),
  );
  const names = methodNames(document.methods, all);
  for (const [id, draft] of schemas) complete(draft, document.schemas.get(id) ?? {}, joinPath("schemas", id));
  const cyclic = aliasesInCycles([...schemas.values()]);
  for (const [id, draft] of schemas) {
    if (!cyclic.has(draft)) continue;
    draft.type = { kind: "broken", issue: documentIssue(joinPath("schemas", id), "must not refer to itself only") };
  }

  const shapes = new Map<PlacedMethod, MethodShape>();
  const methods = [...names].sort(([a], [b]) => compare(placeOf(a), placeOf(b)));
  for (const [method, name] of methods) {
    const path = joinPath("methods", placeOf(method));
    const bodyOf = (schema: JsonSchema | undefined, kind: "Request" | "Response"): Declaration | undefined => {
      if (schema === undefined) return undefined;
      const named = schemas.get(schema.$ref ?? "");
      const at = `${path}.${kind.toLowerCase()}`;
      return named ?? complete(declare(all.take(`${capitalized(name)}${kind}`), schema), schema, at);
    };
    const query = [...(method.parameters ?? [])].filter(([, { location }]) => location !== "path");
    const response = bodyOf(method.response, "Response");
    shapes.set(method, {
      query:
        query.length === 0
          ? undefined
          : declareQuery(`${capitalized(name)}Query`, query, path, ["GET", "POST"].includes(method.httpMethod)),
      body: bodyOf(method.request, "Request"),
      response: response && document.hasDataWrapper ? wrapped(name, response) : response,
    });
  }

  function declareQuery(
    name: string,
    parameters: readonly (readonly [string, Parameter])[],
    path: string,
    isList: boolean,
  ) {
    const draft = declare(all.take(name), {}, { isClosed: true });
    draft.fields = parameters.map(([parameter, schema]): Field => {
      const type = typeOf(schema, innerName(draft.name, parameter), joinPath(`${path}.parameters`, parameter));
      return {
        name: parameter,
        type: schema.repeated === true ? { kind: "array", of: type } : type,
        docs: docsOf(schema),
        required: isRequiredParameter(schema) && !(isList && PAGE_PARAMETERS.includes(parameter)),
        readonly: false,
        requiredBy: [],
      };
    });
    return draft;
  }

  function wrapped(name: string, to: Declaration): Declaration {
    const type: TypeNode = { kind: "ref", to };
    const data = { name: "data", type, docs: docsOf({}), required: false, readonly: false, requiredBy: [] };
    return declare(all.take(`${capitalized(name)}Response`), {}, { fields: [data] });
  }

  const rootsOf = (pick: (method: PlacedMethod, shape: MethodShape) => Declaration | undefined) =>
    [...shapes].flatMap(([method, shape]) => pick(method, shape) ?? []);
  const isPatch = ({ httpMethod }: PlacedMethod) => httpMethod === "PATCH";
  const inResponses = reachableFrom(rootsOf((_, { response }) => response));
  const inPatches = reachableFrom(rootsOf((method, { body }) => (isPatch(method) ? body : undefined)));
  for (const draft of [...inResponses, ...inPatches] as Draft[]) {
    draft.fields = draft.fields?.map((field) => ({ ...field, required: false }));
  }

  for (const [method, shape] of shapes) {
    const own = annotated.get(method.id);
    if (shape.body === undefined || own === undefined || isPatch(method)) continue;
    const body = variantOf(shape.body, own, method, names.get(method) ?? "");
    shapes.set(method, { ...shape, body });
    if (drafts.length > MAX_DECLARATIONS) {
      const message = `must not need more than ${MAX_DECLARATIONS} types, because of the fields that methods require`;
      throwIssue("generate", documentIssue("schemas", message));
    }
  }

  /**
   * Declares variants of the objects in a request that have fields which only this method requires, and variants of the
   * objects that contain such objects.
   */
  function variantOf(root: Declaration, own: ReadonlySet<Declaration>, { id }: PlacedMethod, method: string) {
    const variants = new Map<Declaration, Draft>();
    for (const declaration of containersOf(root, own)) {
      const name = all.take(`${capitalized(method)}${capitalized(declaration.name)}`);
      variants.set(declaration, declare(name, {}, { docs: declaration.docs }));
    }
    for (const [declaration, variant] of variants) {
      if (declaration.type !== undefined) {
        variant.type = withVariants(declaration.type, variants);
        continue;
      }
      variant.base = declaration;
      variant.fields = declaration.fields?.flatMap((field) => {
        const type = withVariants(field.type, variants);
        const required = field.required || field.requiredBy.includes(id);
        return type === field.type && required === field.required ? [] : [{ ...field, type, required }];
      });
    }
    return variants.get(root) ?? root;
  }

  return { declarations: sorted(drafts), methodNames: names, shapes };
}

/** Query parameters that `list` sets itself, although some documents require them. */
const PAGE_PARAMETERS: readonly string[] = ["pageToken", "page_token", "pageSize", "page_size", "maxResults"];

const UNKNOWN: TypeNode = { kind: "unknown" };

/** Whether every object inherits a property: zod would validate the inherited value of an absent field. zod skips `__proto__`. */
function isInherited(name: string): boolean {
  return name in Object.prototype && name !== "__proto__";
}

/** Returns the name of an object inside another one. */
function innerName(outer: string, name: string): string {
  return identifierOf(`${outer}.${name}`);
}

/** Returns the declarations that are only references and never lead to a type, in linear time. */
function aliasesInCycles(declarations: readonly Declaration[]): ReadonlySet<Declaration> {
  const seen = new Set<Declaration>();
  const cyclic = new Set<Declaration>();
  for (const declaration of declarations) {
    const chain = new Set<Declaration>();
    let next: Declaration | undefined = declaration;
    while (next?.type?.kind === "ref" && !seen.has(next)) {
      seen.add(next);
      chain.add(next);
      next = next.type.to;
    }
    const isCyclic: boolean = next !== undefined && (chain.has(next) || cyclic.has(next));
    if (isCyclic) for (const each of chain) cyclic.add(each);
  }
  return cyclic;
}

/** Returns the declarations that are reachable from a root and are, or contain, one of `own`. */
function containersOf(root: Declaration, own: ReadonlySet<Declaration>): ReadonlySet<Declaration> {
  const reached = reachableFrom([root]);
  const users = grouped([...reached].flatMap((user) => [...mentionsOf(user)].map((used) => [used, user] as const)));
  const found = new Set([...own].filter((each) => reached.has(each)));
  for (const each of found) for (const user of users.get(each) ?? []) found.add(user);
  return found;
}

/** Replaces the declaration that a type mentions by its variant. */
function withVariants(type: TypeNode, variants: ReadonlyMap<Declaration, Declaration>): TypeNode {
  if (type.kind === "array" || type.kind === "map") {
    const of = withVariants(type.of, variants);
    return of === type.of ? type : { ...type, of };
  }
  const variant = type.kind === "ref" ? variants.get(type.to) : undefined;
  return variant === undefined ? type : { kind: "ref", to: variant };
}
