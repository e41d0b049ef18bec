import { type Method, type MethodTypes, methodIssues, type OwnFacts } from "../call/method.js";
import { messageOf } from "../errors/fourfold-error.js";
import { assertNoIssues } from "../errors/request-error.js";
import type { Naming } from "../naming/naming.js";
import { maskNameIssues, nameIssues } from "../naming/translate.js";
import { kindOf } from "../values/describe.js";
import type { Route, RouteResult } from "./fake-service.js";
import { type JournalEntry, queryOf } from "./journal.js";
import { brokenRules, ServiceError } from "./service-error.js";

/** A request that the handler of `sandbox.route` receives. */
export interface RouteRequest<T extends MethodTypes = MethodTypes> {
  /** The decoded path parameters, by name. Integers are strings here, too. */
  readonly params: { readonly [Name in keyof T["params"]]: string };
  /** Decoded query parameters by name; a list if a parameter occurs more than once. */
  readonly query: JournalEntry["query"];
  /** The parsed JSON body; undefined if there is none. */
  readonly body: T["body"];
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The JSON of a response: a value that the response schema of the method accepts. */
type JsonOf<T extends MethodTypes> = T extends { json: infer Json } ? Json : T["result"];

/**
 * Return value of a handler of `sandbox.route`: the result of the method as JSON, or any `Response`. A page may have fields
 * that its schema does not declare, such as the token of the next page.
 */
export type RouteResponse<T extends MethodTypes = MethodTypes> =
  | T["result"]
  | JsonOf<T>
  | ([T["item"]] extends [never] ? never : JsonOf<T> & Readonly<Record<string, unknown>>)
  | Response;

/** Serves a method: returns its result as JSON or a `Response`, or a promise of one. An exception results in a 500. */
export type RouteHandler<T extends MethodTypes = MethodTypes> = (
  request: RouteRequest<T>,
) => RouteResponse<T> | Promise<RouteResponse<T>>;

/**
 * Creates a route for a method. Handlers of built-in methods receive and return the names in
 * code: the route translates them, and nothing else in the sandbox does.
 */
export function routeOf(method: Method, naming: Naming, handle: Route["handle"]): Route {
  const path = method.path.replace("{servicePath}", naming.servicePath);
  const { verb, own } = method;
  return { method: verb, path, handle: own === undefined ? handle : inCode(own, naming, handle) };
}

/** Translates the request and the result of a handler. @throws {ServiceError} 400 if the request has names of another profile. */
function inCode(
  { resource = "", bodyResource = "" }: OwnFacts,
  naming: Naming,
  handle: Route["handle"],
): Route["handle"] {
  const { translation } = naming;
  const right = translation === undefined ? "name" : "wire";
  return async (call) => {
    const mask = call.query.getAll("updateMask").flatMap((paths) => paths.split(","));
    const names = nameIssues(bodyResource, call.body, "", right);
    const issues = [...maskNameIssues(bodyResource, mask, right), ...names];
    if (issues.length > 0) throw brokenRules(issues);
    if (translation === undefined) return handle(call);
    const query = new URLSearchParams(call.query);
    if (query.has("updateMask")) {
      query.set("updateMask", mask.map((path) => translation.pathFromWire(bodyResource, path)).join(","));
    }
    const body = translation.fromWire(bodyResource, call.body);
    const result = await handle({ ...call, query, body });
    return { ...result, body: translation.toWire(resource, result.body) };
  };
}

/** Creates a route for a method with the user's handler. @throws {RequestError} If an argument is invalid. */
export function userRoute<T extends MethodTypes>(method: Method<T>, naming: Naming, handler: RouteHandler<T>): Route {
  const issues = methodIssues(method);
  if (typeof handler !== "function") {
    issues.push({ path: "handler", message: `must be a function, got ${kindOf(handler)}`, rule: "sandbox-route" });
  }
  assertNoIssues("sandbox.route", issues);
  return routeOf(method, naming, async ({ ids, query, headers, body }) => {
    const params = ids as RouteRequest<T>["params"]; // the path of the method names them
    const request = { params, query: queryOf(query), body, headers: Object.fromEntries(headers) };
    try {
      const result = await handler(request);
      if (result instanceof Response) return await fromResponse(result);
      const { status, body } = Object(result);
      if (typeof status === "number" && body !== undefined) {
        throw new Error("it returned { status, body }; return the body, or Response.json(body, { status })");
      }
      const text = JSON.stringify(result);
      if (text !== undefined) return { body: JSON.parse(text) };
      if (method.response !== undefined) throw new Error("it returned nothing");
      return {};
    } catch (error) {
      const message = `The handler of ${method.name} failed: ${messageOf(error)}`;
      throw new ServiceError({ status: 500, message });
    }
  });
}

async function fromResponse(response: Response): Promise<RouteResult> {
  const { status, headers } = response;
  return { status, headers: Object.fromEntries(headers), text: await response.text() };
}
