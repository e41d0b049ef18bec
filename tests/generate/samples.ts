// Values that a discovery document allows, derived without the generator.

/** A schema or parameter of a discovery document, as JSON. */
export interface JsonSchema {
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
export type JsonSchemas = Readonly<Record<string, JsonSchema>>;

/** Options of {@link sampleOf}. */
export interface SampleOptions {
  readonly schemas: JsonSchemas;
  /** Whether fields that only the service sets are omitted, and every second field of an object is null. */
  readonly isPatch?: boolean;
}

/** Returns a value with every field; recursive schemas occur once in themselves. Omits `__proto__`, which zod drops. */
export function sampleOf(schema: JsonSchema, options: SampleOptions, ancestors: readonly string[] = []): unknown {
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
