import * as z from "zod";
import { type Issue, RequestError, throwIssue } from "../errors/request-error.js";
import { isHttpUrl, trimTrailingSlashes } from "../values/addresses.js";
import { shown } from "../values/describe.js";
import { formatPath } from "../values/issue-path.js";
import { isObject } from "../values/objects.js";

/** A method and its path in the document, such as `["projects", "locations", "list"]`. */
export interface PlacedMethod extends DocumentMethod {
  readonly place: readonly string[];
}

/** Returns the name of a method in its document: `datasets.list`. */
export function placeOf({ place }: Pick<PlacedMethod, "place">): string {
  return place.join(".");
}

/** The parts of a discovery document from which methods are generated. Entries have the order of the document. */
export interface DiscoveryDocument {
  readonly name: string;
  readonly version: string;
  readonly revision?: string | undefined;
  /** Base URL of the service, without a trailing slash. */
  readonly baseUrl: string;
  /** Path of the service, with a leading and a trailing slash. */
  readonly servicePath: string;
  /** Whether responses are wrapped in `{ "data": … }`. */
  readonly hasDataWrapper: boolean;
  readonly schemas: ReadonlyMap<string, JsonSchema>;
  readonly methods: readonly PlacedMethod[];
}

const must = (requirement: string) => ({
  error: ({ input }: { readonly input?: unknown }) => `must be ${requirement}, got ${shown(input)}`,
});
const anObject = must("an object");
const text = z.string(must("a string"));
const flag = z.boolean(must("true or false"));
const texts = z.array(text, must("a list"));
const optionalText = z.optional(text);

/** The type of an object with these fields. */
type Values<Shape extends z.core.$ZodShape> = Readonly<z.infer<z.ZodObject<Shape>>>;

/** Parses an object into a `Map`, in which `__proto__` is an ordinary key. */
function mapOf<T>(value: z.ZodType<T>) {
  const toMap = z.transform((data: unknown) => (isObject(data) ? new Map(Object.entries(data)) : data));
  return z.optional(z.pipe(toMap, z.map(text, value, anObject)));
}

/** The fields of a schema that contain no other schema. */
const flatShape = {
  $ref: optionalText,
  type: optionalText,
  format: optionalText,
  description: optionalText,
  enum: z.optional(texts),
  enumDescriptions: z.optional(texts),
  readOnly: z.optional(flag),
  deprecated: z.optional(flag),
  /** `required` contains the ids of the methods whose requests must have the field. */
  annotations: z.optional(z.object({ required: z.optional(texts) }, anObject)),
};

const schemaShape = {
  ...flatShape,
  get properties() {
    return mapOf(jsonSchema);
  },
  get additionalProperties() {
    return z.optional(jsonSchema);
  },
  get items() {
    return z.optional(jsonSchema);
  },
};

/** A schema in a discovery document: of a resource, a field or a parameter. */
export interface JsonSchema extends Values<typeof flatShape> {
  readonly properties?: ReadonlyMap<string, JsonSchema> | undefined;
  readonly additionalProperties?: JsonSchema | undefined;
  readonly items?: JsonSchema | undefined;
}

const jsonSchema: z.ZodType<JsonSchema> = z.object(schemaShape, anObject);

const parameterShape = {
  location: optionalText,
  required: z.optional(flag),
  repeated: z.optional(flag),
  pattern: optionalText,
};

/** A parameter of a method. */
export interface Parameter extends JsonSchema, Values<typeof parameterShape> {}

const parameter: z.ZodType<Parameter> = z.object(schemaShape, anObject).extend(parameterShape);

const methodShape = {
  id: text,
  httpMethod: text,
  path: text,
  description: optionalText,
  deprecated: z.optional(flag),
  parameters: mapOf(parameter),
  request: z.optional(jsonSchema),
  response: z.optional(jsonSchema),
  scopes: z.optional(texts),
  supportsMediaUpload: z.optional(flag),
  supportsMediaDownload: z.optional(flag),
};

/** A method in a discovery document. */
interface DocumentMethod extends Values<typeof methodShape> {}

const method = z.object(methodShape, anObject);

interface Resource {
  readonly methods?: ReadonlyMap<string, DocumentMethod> | undefined;
  readonly resources?: ReadonlyMap<string, Resource> | undefined;
}

const resource: z.ZodType<Resource> = z.object(
  {
    methods: mapOf(method),
    get resources() {
      return mapOf(resource);
    },
  },
  anObject,
);

const documentSchema = z.object({
  methods: mapOf(method),
  resources: mapOf(resource),
  name: text,
  version: text,
  revision: optionalText,
  rootUrl: text.refine(isHttpUrl, must("the URL of a service, such as https://tasks.googleapis.com/")),
  servicePath: optionalText,
  features: z.optional(texts),
  schemas: mapOf(jsonSchema),
});

/**
 * Reads a discovery document.
 *
 * @param data - The parsed JSON.
 * @throws {RequestError} If it is not a discovery document, with all issues.
 */
export function readDocument(data: unknown): DiscoveryDocument {
  const kind = isObject(data) ? data.kind : undefined;
  if (kind !== "discovery#restDescription") {
    const remedy = 'download a discovery document, such as "https://tasks.googleapis.com/$discovery/rest?version=v1"';
    throwIssue("generate", documentIssue("kind", `must be "discovery#restDescription", got ${shown(kind)}; ${remedy}`));
  }
  const result = documentSchema.safeParse(data);
  if (!result.success) {
    const issues = result.error.issues.map(({ path, message }) => documentIssue(formatPath(path), message));
    throw new RequestError({ operation: "generate", issues });
  }
  const { rootUrl, servicePath = "", features, schemas = new Map(), ...document } = result.data;
  return {
    ...document,
    baseUrl: trimTrailingSlashes(rootUrl),
    servicePath: `/${servicePath}/`.replace(/\/{2,}/g, "/"),
    hasDataWrapper: features?.includes("dataWrapper") ?? false,
    schemas,
    methods: methodsOf(document, []),
  };
}

/** Creates an issue of a discovery document. */
export function documentIssue(path: string, message: string): Issue {
  return { path, message, rule: "discovery-document" };
}

/** Lists the methods of a resource and of its nested resources. */
function methodsOf({ methods, resources }: Resource, place: readonly string[]): PlacedMethod[] {
  const own = [...(methods ?? [])].map(([name, each]): PlacedMethod => ({ ...each, place: [...place, name] }));
  return own.concat(...[...(resources ?? [])].map(([name, each]) => methodsOf(each, [...place, name])));
}
