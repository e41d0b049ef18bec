import { isDeepStrictEqual } from "node:util";
import { createService, type Method } from "fourfold";
import { createSandbox } from "fourfold/testing";
import ts from "typescript";
import { loadModule } from "../support/load-module.js";

interface JsonMethod {
  readonly id: string;
  readonly httpMethod: string;
  readonly parameters?: Readonly<Record<string, JsonSchema & { readonly location?: string }>>;
  readonly request?: JsonSchema;
  readonly response?: JsonSchema;
}

interface JsonResource {
  readonly methods?: Readonly<Record<string, JsonMethod>>;
  readonly resources?: Readonly<Record<string, JsonResource>>;
}

/** A discovery document, as JSON. */
export interface JsonDocument extends JsonResource {
  readonly schemas?: JsonSchemas;
  readonly features?: readonly string[];
}

/** The result of checking a generated file. */
export interface Proof {
  /** Number of methods that were called. */
  readonly methods: number;
  /** Number of lists whose pages were followed. */
  readonly lists: number;
  /** Number of schemas that accepted a sample. */
  readonly schemas: number;
  /** Number of fields that are in an interface and in its schema. */
  readonly fields: number;
  /** All failures, one sentence each. */
  readonly failures: readonly string[];
}

/** Loads a generated file, calls each of its methods against a route of the sandbox, and compares its interfaces with its schemas. */
export async function prove(document: JsonDocument, text: string): Promise<Proof> {
  const names = namesIn(text);
  const failures = [...names.foreign, ...mismatchesIn(names)];
  const exported = loadModule({ "generated.ts": text }, "generated.ts");
  const places = new Map(placesIn(document));
  const { schemas = {} } = document;
  let lists = 0;
  for (const name of names.methods) {
    const method = exported[name] as Method; // `names` knows the constants that are methods
    const described = places.get(method.name);
    if (described === undefined) {
      failures.push(`${name}: the document has no method ${method.name}`);
      continue;
    }
    try {
      if (await callEach(method, described, schemas, document.features?.includes("dataWrapper") === true)) lists += 1;
    } catch (error) {
      failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  let accepted = 0;
  for (const [id, schema] of Object.entries(schemas)) {
    const own = exported[id] as { safeParse?(value: unknown): { success: boolean; data?: unknown } } | undefined;
    if (own?.safeParse === undefined) continue;
    const sample = sampleOf(schema, { schemas });
    const { success, data } = own.safeParse(sample);
    if (success && isDeepStrictEqual(data, sample)) accepted += 1;
    else failures.push(`${id} does not accept a sample`);
  }
  const fields = [...names.types.values()].reduce((sum, type) => sum + (type.fields?.size ?? 0), 0);
  return { methods: names.methods.length, lists, schemas: accepted, fields, failures };
}

/** Calls a method with samples, and iterates over two pages if it is a list; returns whether it is one. */
async function callEach(
  method: Method,
  described: JsonMethod,
  schemas: JsonSchemas,
  isWrapped: boolean,
): Promise<boolean> {
  const sandbox = createSandbox();
  const { call, list } = createService(sandbox.clientOptions); // strict: a response that does not match is an error
  const isPatch = described.httpMethod === "PATCH";
  const body = described.request && sampleOf(described.request, { schemas, isPatch });
  const data = described.response && sampleOf(described.response, { schemas });
  const result = isWrapped && data !== undefined ? { data } : data;
  const parameters = Object.entries(described.parameters ?? {});
  const placeholders = [...method.path.matchAll(/\{(\+?)(\w+)\}/g)];
  const params = Object.fromEntries(
    placeholders.map(([, plus, name = ""], index) => {
      const { type, format } = described.parameters?.[name] ?? {};
      if (type === "integer") return [name, 7 + index];
      if (format === "int64" || format === "uint64") return [name, 2n ** 60n];
      const isLast = index === placeholders.length - 1; // before the last one, several segments would be ambiguous
      return [name, plus === "" ? "https://é.example/a b%2F" : isLast ? "some/thing ü" : "some"];
    }),
  );
  const decoded = Object.fromEntries(Object.entries(params).map(([name, id]) => [name, String(id)]));
  const query = Object.fromEntries(
    parameters
      .filter(([, { location }]) => location !== "path")
      .map(([name, parameter]) => [name, sampleOf(parameter, { schemas })]),
  );
  const hasQuery = Object.keys(query).length > 0;
  const input = { ...params, ...(body === undefined ? {} : { body }), ...(hasQuery ? { query } : {}) };
  sandbox.route(method, (request) => {
    if (!isDeepStrictEqual(request.params, decoded))
      throw new Error(`the path parameters were ${JSON.stringify(request.params)}`);
    if (!isDeepStrictEqual(request.body, body)) throw new Error(`the body was ${JSON.stringify(request.body)}`);
    return result as object;
  });
  const received = await call(method, input as never); // the types are those of the document
  if (!isDeepStrictEqual(received, result)) throw new Error(`the result was ${JSON.stringify(received)}`);
  const { paging } = method;
  if (paging === undefined) return false;
  const page = result as Readonly<Record<string, unknown>>;
  sandbox.route(method, (request) => {
    const sent = Object(request[paging.in ?? "query"]) as Readonly<Record<string, unknown>>;
    return { ...page, [paging.token]: sent[paging.tokenParam] === "2" ? undefined : "2" };
  });
  const first = Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      if (name !== (paging.in ?? "query")) return [name, value];
      const { [paging.tokenParam]: _, ...others } = Object(value) as Readonly<Record<string, unknown>>;
      return [name, others];
    }),
  );
  const items = await list(method, first as never).toArray({ limit: 10 });
  const pageItems = page[paging.items] ?? [];
  const expected: readonly unknown[] = Array.isArray(pageItems) ? pageItems : Object.entries(pageItems);
  if (!isDeepStrictEqual(items, [...expected, ...expected])) throw new Error(`the items were ${JSON.stringify(items)}`);
  return true;
}

function placesIn({ methods = {}, resources = {} }: JsonResource, prefix = ""): (readonly [string, JsonMethod])[] {
  const own = Object.entries(methods).map(([name, method]) => [prefix + name, method] as const);
  return own.concat(Object.entries(resources).flatMap(([name, each]) => placesIn(each, `${prefix}${name}.`)));
}

// Values that a discovery document allows, derived without the generator.

/** A schema or parameter of a discovery document, as JSON. */
interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema;
  readonly items?: JsonSchema;
  readonly repeated?: boolean;
  readonly readOnly?: boolean;
  readonly description?: string;
}

/** The schemas of a document. */
type JsonSchemas = Readonly<Record<string, JsonSchema>>;

/** Options of {@link sampleOf}. */
interface SampleOptions {
  readonly schemas: JsonSchemas;
  /** Whether fields that only the service sets are omitted, and every second field of an object is null. */
  readonly isPatch?: boolean;
}

/** Returns a value with every field; recursive schemas occur once in themselves. Omits `__proto__`, which zod drops. */
function sampleOf(schema: JsonSchema, options: SampleOptions, ancestors: readonly string[] = []): unknown {
  const { $ref, type, format, items, properties, additionalProperties, repeated } = schema;
  const inner = (each: JsonSchema, trail = ancestors) => sampleOf(each, options, trail);
  const isPresent = (value: unknown) => value !== undefined;
  if (repeated === true) return [inner({ ...schema, repeated: false })];
  if ($ref !== undefined) {
    const target = options.schemas[$ref];
    if (target === undefined) throw new Error(`the document has no schema ${$ref}`);
    if (ancestors.filter((each) => each === $ref).length > 1) return undefined; // the recursion ends
    return inner(target, [...ancestors, $ref]);
  }
  if (type === "array") return items === undefined ? [] : [inner(items)].filter(isPresent);
  if (properties !== undefined) {
    const names = Object.keys(properties).filter((name) => name !== "__proto__");
    const kept = names.filter((name) => options.isPatch !== true || !isOutputOnly(properties[name]));
    const entries = kept.map((name, index) => {
      const isNull = options.isPatch === true && index % 2 === 1;
      return [name, isNull ? null : inner(properties[name] ?? {})] as const;
    });
    return Object.fromEntries(entries.filter(([, value]) => isPresent(value)));
  }
  if (additionalProperties !== undefined) {
    const value = inner(additionalProperties);
    return isPresent(value) ? { "a key": value, constructor: value } : {};
  }
  if (type === "object") return { anything: [1, { nested: null }] };
  if (type === "string")
    return format === "int64"
      ? "-9007199254740993"
      : format === "uint64"
        ? "18446744073709551615"
        : (schema.enum?.[0] ?? "text");
  if (type === "number") return 1.5;
  if (type === "integer") return 3;
  if (type === "boolean") return true;
  return { any: ["value", null, 1] };
}

function isOutputOnly({ readOnly, description = "" }: JsonSchema = {}): boolean {
  return readOnly === true || /^\s*\[?output[ -]only/i.test(description);
}

/** An interface or type of a generated file. */
interface GeneratedType {
  /** Names of the fields of an interface, without the fields of its base; undefined for other types. */
  readonly fields: ReadonlySet<string> | undefined;
  /** Names of the fields that are required. */
  readonly required: ReadonlySet<string>;
}

/** The declarations of a generated file. */
export interface GeneratedNames {
  readonly types: ReadonlyMap<string, GeneratedType>;
  /** The fields of the constants that are objects; the same, but from the schemas. */
  readonly schemas: ReadonlyMap<string, GeneratedType>;
  /** Names of the constants that are methods, in order. */
  readonly methods: readonly string[];
  /** Unexpected code in a generated file: statements and expressions that are neither declarations, schemas nor rows. */
  readonly foreign: readonly string[];
}

/** Parses a generated file. */
export function namesIn(text: string): GeneratedNames {
  const source = ts.createSourceFile("generated.ts", text, ts.ScriptTarget.Latest, true);
  const types = new Map<string, GeneratedType>();
  const schemas = new Map<string, GeneratedType>();
  const methods: string[] = [];
  const { parseDiagnostics } = source as unknown as { readonly parseDiagnostics: readonly ts.Diagnostic[] }; // not public, but fast
  const foreign = parseDiagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
  for (const statement of source.statements) {
    if (ts.isInterfaceDeclaration(statement)) types.set(statement.name.text, fieldsOf(statement.members));
    else if (ts.isTypeAliasDeclaration(statement)) {
      types.set(statement.name.text, { fields: undefined, required: new Set() });
    } else if (ts.isVariableStatement(statement)) {
      for (const { name, initializer } of statement.declarationList.declarations) {
        const call = initializer && ts.isCallExpression(initializer) ? initializer : undefined;
        if (call !== undefined && ts.isIdentifier(call.expression)) methods.push(name.getText());
        else if (initializer !== undefined) schemas.set(name.getText(), fieldsOf(shapeIn(initializer)?.properties));
        foreign.push(...foreignIn(initializer));
      }
    } else if (!ts.isImportDeclaration(statement)) foreign.push(statement.getText());
  }
  return { types, schemas, methods, foreign };
}

function fieldsOf(members: ts.NodeArray<ts.TypeElement | ts.ObjectLiteralElementLike> | undefined): GeneratedType {
  const names = (members ?? []).map((member) => [nameOf(member.name), member] as const);
  const required = names.filter(([, member]) => {
    if (ts.isPropertySignature(member)) return member.questionToken === undefined;
    return !/^z\.optional\(/.test(schemaTextOf(member as ts.ObjectLiteralElementLike));
  });
  return { fields: members && new Set(names.map(([name]) => name)), required: new Set(required.map(([name]) => name)) };
}

/** The text of the schema of a property: its value, or what its getter returns. */
function schemaTextOf(property: ts.ObjectLiteralElementLike): string {
  if (ts.isPropertyAssignment(property)) return property.initializer.getText();
  const [statement] = ts.isGetAccessor(property) ? (property.body?.statements ?? []) : [];
  return (statement && ts.isReturnStatement(statement) && statement.expression?.getText()) || "";
}

function nameOf(name: ts.PropertyName | undefined): string {
  if (name === undefined) return "";
  const literal = ts.isComputedPropertyName(name) ? name.expression : name;
  return ts.isStringLiteral(literal) || ts.isIdentifier(literal) ? literal.text : literal.getText();
}

/** The outermost object literal, which contains the fields of a schema. */
function shapeIn(node: ts.Node): ts.ObjectLiteralExpression | undefined {
  if (ts.isObjectLiteralExpression(node)) return node;
  return ts.forEachChild(node, shapeIn);
}

const CALLED =
  /^(z\.(looseObject|object|optional|string|int|number|boolean|unknown|array|record|lazy|union|literal|intersection)|z\.string\(\)\.regex|defineMethod|patchOf)$/;

/** Expressions that a generated file has no reason to contain. */
function foreignIn(node: ts.Node | undefined): string[] {
  if (node === undefined || ts.isTypeNode(node)) return [];
  const inner: string[] = [];
  ts.forEachChild(node, (child) => void inner.push(...foreignIn(child)));
  const isFunctionCall =
    ts.isCallExpression(node) &&
    !CALLED.test(node.expression.getText()) &&
    !(ts.isParenthesizedExpression(node.expression) && ts.isArrowFunction(node.expression.expression));
  const isOther =
    isFunctionCall ||
    ts.isTemplateExpression(node) ||
    ts.isNoSubstitutionTemplateLiteral(node) ||
    ts.isNewExpression(node) ||
    ts.isFunctionExpression(node) ||
    ts.isSpreadAssignment(node) ||
    ts.isSpreadElement(node);
  return isOther ? [node.getText(), ...inner] : inner;
}

/** Fields that only the interface or only the schema of a type has, or that only one of them requires. */
export function mismatchesIn({ types, schemas }: GeneratedNames): string[] {
  return [...types].flatMap(([name, type]) => {
    if (name === "Double") return [];
    const schema = schemas.get(name);
    if (schema === undefined) return [`${name} has no schema`];
    if (type.fields === undefined) return [];
    return [
      ...differences(type.fields, schema.fields ?? new Set()).map((field) => `${name}.${field}`),
      ...differences(type.required, schema.required).map((field) => `${name}.${field} is required in one of them`),
    ];
  });
}

function differences(a: ReadonlySet<string>, b: ReadonlySet<string>): string[] {
  return [...[...a].filter((each) => !b.has(each)), ...[...b].filter((each) => !a.has(each))];
}
