import { type MethodCaller, methodCaller } from "./call/call.js";
import type { Auth } from "./call/credentials.js";
import { assertServiceOptions, createContext, type SharedOptions } from "./client-options.js";
import { googleNaming } from "./naming/google.js";
import type { Naming } from "./naming/naming.js";

/** A client of one JSON service, for methods from `defineMethod` and `fourfold generate`. */
export interface Service extends MethodCaller {}

/** Options of {@link createService}. */
export interface ServiceOptions extends SharedOptions {
  /** Base URL of the service, such as `https://tasks.googleapis.com`: `baseUrl` of a generated file. */
  baseUrl: string;
  /**
   * Credentials: `GoogleAuth` or a client of google-auth-library, `bearer(() => token)`, `serviceAccount(…)` or
   * `apiKey(key)`. Default: none.
   */
  auth?: Auth | undefined;
  /** Accepted so that you can pass `sandbox.clientOptions`. Has no effect: names in requests and responses never change. */
  naming?: Naming | undefined;
}

/**
 * Creates a client of any JSON service. `fourfold generate` writes the methods of a Google API.
 *
 * Calls have the same features as calls of built-in methods: credentials, retries, deadlines, redaction, events,
 * validation, and detection of page loops. Names in bodies are sent and received as they are.
 *
 * @param options - Base URL, credentials and settings.
 * @returns The client. Creating it sends no request.
 * @throws {RequestError} If an option is invalid or unknown, or `baseUrl` is missing, with all issues.
 *
 * @example
 * const getTask = defineMethod({
 *   name: "tasks.get",
 *   http: "GET /tasks/v1/lists/{tasklist}/tasks/{task}",
 *   response: z.looseObject({ title: z.string() }),
 * });
 * const tasks = createService({ baseUrl: "https://tasks.googleapis.com", auth: new GoogleAuth({ scopes: "https://www.googleapis.com/auth/tasks" }) });
 * const { title } = await tasks.call(getTask, { tasklist: "@default", task: "a" });
 */
export function createService(options: ServiceOptions): Service {
  assertServiceOptions("createService", options ?? {});
  const { baseUrl, auth } = options;
  return methodCaller(createContext(options, { baseUrl, auth, naming: googleNaming, servicePath: undefined }));
}
