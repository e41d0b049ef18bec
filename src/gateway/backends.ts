import { throwIssue } from "../errors/request-error.js";
import { httpUrl, isHttpUrl, kindOfUrl } from "../values/addresses.js";
import { kindOf, kindWithRemedy, shown } from "../values/describe.js";
import { formatPath } from "../values/issue-path.js";
import { hasKey, isObject, isPlainObject, valueAt, withoutUndefined } from "../values/objects.js";
import {
  booleanOption,
  both,
  isPositive,
  isString,
  mapOf,
  must,
  nonEmptyString,
  oneOf,
  optionsOf,
  required,
} from "../values/options.js";
import type { Json } from "./definitions.js";
import { type DocumentView, MANAGEMENT } from "./document.js";

/** A backend of an API, for API Gateway or Cloud Endpoints. */
interface DocumentBackend {
  /** URL of the backend. */
  readonly address: string;
  /** Audience of the ID token that the gateway sends to the backend. Default: the gateway's, which derives it from the address. */
  readonly jwtAudience?: string | undefined;
  /** Whether the gateway sends no ID token, and leaves `Authorization` as it is. Default: the gateway's, `false`. */
  readonly disableAuth?: boolean | undefined;
  /** Whether the path of a request is appended to the address. Default: the gateway's. */
  readonly pathTranslation?: "APPEND_PATH_TO_ADDRESS" | "CONSTANT_ADDRESS" | undefined;
  /** Protocol of the requests to the backend, such as `"http/1.1"`. Default: the gateway's. */
  readonly protocol?: string | undefined;
  /** Maximum time for a response, in seconds. Default: the gateway's. */
  readonly deadline?: number | undefined;
}

/** The options of `secureDocument` about backends. */
export interface BackendOptions {
  /**
   * Backends by name: a URL, or `{ address, … }`. In OpenAPI 3, the origin of a URL is also the audience of the gateway's ID
   * tokens, and other backends of the document are kept. An OpenAPI 2.0 document has one backend; its name is not written.
   */
  readonly backends?: Readonly<Record<string, string | DocumentBackend>> | undefined;
  /**
   * Name of the backend of operations that name none. Default: the one that the document names, or the only backend.
   * Required if there are several and an operation names none.
   */
  readonly backend?: string | undefined;
}

const parts = {
  jwtAudience: nonEmptyString,
  disableAuth: booleanOption,
  pathTranslation: oneOf("APPEND_PATH_TO_ADDRESS", "CONSTANT_ADDRESS"),
  protocol: nonEmptyString,
  deadline: must(isPositive, "a number of seconds greater than 0"),
};
const partsCheck = required(optionsOf({ address: required(httpUrl), ...parts }));

/** Checks of a backend in a document, whose address can also be that of a gRPC server. */
const documentParts = {
  ...parts,
  deadline: must((value) => Number.isFinite(Number(value)), "a number of seconds"), // text is converted, 0 is the default
  address: must(
    (value) => isString(value) && isHttpUrl(value.replace(/^grpc/i, "http")),
    "a URL that begins with http://, https://, grpc:// or grpcs://",
    kindOfUrl,
  ),
};

/** Returns the problems of a backend in a document: the key, and the message. Other keys are not checked. */
export function backendProblems(backend: Json, openapi: 2 | 3): (readonly [key: string, message: string])[] {
  return Object.entries(documentParts).flatMap(([name, check]) => {
    const key = keyOf(openapi, name);
    return check(backend[key], key).map(({ message }) => [key, message] as const);
  });
}

/** Returns the key of a part in a document. */
function keyOf(openapi: 2 | 3, part: string): string {
  return openapi === 3 ? part : part.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Checks of the options about backends. */
export const backendChecks = {
  backends: mapOf((value, path) => {
    if (isString(value)) return httpUrl(value, path);
    const check = must((each) => isPlainObject(each), "a URL as a string, or { address, … }", kindWithRemedy);
    return both(check, partsCheck)(value, path);
  }),
  backend: nonEmptyString,
};

/**
 * Returns the keys of a document that change when backends are added.
 *
 * @throws {RequestError} If the backend of operations that name none is ambiguous.
 */
export function writeBackends(
  { openapi, document, operations, backends: present }: DocumentView,
  key: string,
  { backends, backend }: BackendOptions,
): Json {
  if (backends === undefined && backend === undefined) return {};
  for (const path of openapi === 3 ? [[MANAGEMENT], [MANAGEMENT, "backends"]] : []) {
    const value = valueAt(document, path);
    if (value === undefined || isObject(value)) continue;
    const message = `must be an object, got ${kindOf(value)}; correct the document first`;
    throwIssue("secureDocument", { path: formatPath(path), message, rule: "api-management" });
  }
  const given = Object.entries(backends ?? {}).map(([name, each]) => [name, write(openapi, each)]);
  const all: Json = { ...present, ...Object.fromEntries(given) };
  const names = Object.keys(all);
  const name = backend ?? names.find((each) => each === document[key] || names.length === 1);
  const isNeeded = openapi === 2 || operations.some(({ definition }) => !hasKey(definition, key));
  if (name === undefined ? isNeeded : !hasKey(all, name)) {
    const message = `must be the name of a backend, unless there is only one, got ${shown(backend)}`;
    throwIssue("secureDocument", { path: "backend", message, rule: "backend-reference" });
  }
  if (openapi === 2) return { [key]: all[String(name)] };
  const management = { ...Object(document[MANAGEMENT]), backends: all }; // an object or absent, checked above
  return withoutUndefined({ [MANAGEMENT]: management, [key]: name });
}

function write(openapi: 2 | 3, backend: string | DocumentBackend): object {
  const jwtAudience = openapi === 3 && isString(backend) ? new URL(backend).origin : undefined;
  const given = Object.entries(withoutUndefined(isString(backend) ? { address: backend, jwtAudience } : backend));
  return Object.fromEntries(given.map(([key, value]) => [keyOf(openapi, key), value]));
}
