import type { Method, MethodTypes } from "../core/method.js";
import { kindOf } from "../core/rules/describe.js";
import type { Issue } from "../errors/issue.js";
import { RequestError } from "../errors/request-error.js";
import type { Route, ServiceAnswer, ServiceCall } from "./fake-service.js";
import { type JournalEntry, queryOf } from "./journal.js";
import { Refusal } from "./refusal.js";

/** A request as the handler of `sandbox.route` receives it. */
export interface RouteRequest<T extends MethodTypes = MethodTypes> {
  /** The decoded path parameters, by name. */
  readonly params: T["params"];
  /** Decoded query parameters by name; a list if a parameter was repeated. */
  readonly query: JournalEntry["query"];
  /** The parsed JSON body as it was sent; undefined without one. */
  readonly body: T["body"];
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Serves a method: returns a JSON body or a `Response`, or a promise of one. An exception is a 500. */
export type RouteHandler<T extends MethodTypes = MethodTypes> = (request: RouteRequest<T>) => unknown;

/** A route of a method from the method tables. */
export function routeOf(method: Method, servicePath: string, answer: Route["answer"]): Route {
  const path = method.path.replace("{servicePath}", servicePath);
  return { method: method.verb, path, listing: method.paging !== undefined, answer };
}

/** A route of a method that the user serves. @throws {RequestError} If an argument is invalid. */
export function userRoute(method: Method, servicePath: string, handler: RouteHandler): Route {
  const issues: Issue[] = [];
  const isMethod = typeof method?.path === "string" && typeof method.verb === "string";
  if (!isMethod) {
    issues.push({
      path: "method",
      message: `must be made by defineMethod, got ${kindOf(method)}`,
      rule: "sandbox-route",
    });
  }
  if (typeof handler !== "function") {
    issues.push({ path: "handler", message: `must be a function, got ${kindOf(handler)}`, rule: "sandbox-route" });
  }
  if (issues.length > 0) throw new RequestError({ operation: "sandbox.route", issues });
  return routeOf(method, servicePath, async ({ ids, query, headers, body }: ServiceCall): Promise<ServiceAnswer> => {
    const request = { params: ids, query: queryOf(query), body, headers: Object.fromEntries(headers) };
    try {
      return answerTo(await handler(request));
    } catch (error) {
      const message = `The handler of ${method.name} threw: ${error instanceof Error ? error.message : String(error)}`;
      throw new Refusal({ status: 500, message });
    }
  });
}

function answerTo(result: unknown): ServiceAnswer | Promise<ServiceAnswer> {
  return result instanceof Response ? fromResponse(result) : { body: result };
}

async function fromResponse(response: Response): Promise<ServiceAnswer> {
  const { status, headers } = response;
  return { status, headers: Object.fromEntries(headers), text: await response.text() };
}
