import type { Naming } from "../naming/index.js";
import type { FakeService, Route } from "./fake-service.js";
import { Refusal } from "./refusal.js";

/** A route that fits a request. */
export interface Found {
  readonly service: FakeService;
  readonly route: Route;
  /** The ids of the path, still encoded, by name. */
  readonly ids: Readonly<Record<string, string>>;
}

/** Finds routes. */
export interface Router {
  /** The first route that fits a method and an encoded path; undefined when there is none. */
  find(method: string, path: string): Found | undefined;
  /** Adds a route with priority over all others. */
  add(service: FakeService, route: Route): void;
  /** The allowed methods of a path; none if the path is unknown. */
  methodsOf(path: string): readonly string[];
  /** What paths begin with, up to their first id: each once, none that goes on from another. */
  readonly beginnings: readonly string[];
}

/** Puts the routes of services into one table. */
export function createRouter(services: readonly FakeService[]): Router {
  const entries = services.flatMap((service) => service.routes.map((route) => entryOf(service, route)));
  const beginnings = [...new Set(entries.map(({ route }) => route.path.replace(/\{.*/, "")))];
  return {
    beginnings: beginnings.filter((one) => !beginnings.some((other) => other !== one && one.startsWith(other))),
    methodsOf: (path) => entries.filter(({ pattern }) => pattern.test(path)).map(({ route }) => route.method),
    add(service, route) {
      entries.unshift(entryOf(service, route));
    },
    find(method, path) {
      for (const { service, route, pattern } of entries) {
        const match = route.method === method ? pattern.exec(path) : null;
        if (match !== null) return { service, route, ids: match.groups ?? {} };
      }
      return undefined;
    },
  };
}

function entryOf(service: FakeService, route: Route) {
  return { service, route, pattern: patternOf(route.path) };
}

function patternOf(path: string): RegExp {
  const source = path.split(/\{(\+?\w+)\}/).map((part, index) => {
    if (index % 2 === 0) return part.replace(/[.*+?^$()|[\]{}\\]/g, "\\$&");
    const name = part.replace("+", "");
    return part === name ? `(?<${name}>[^/]+)` : `(?<${name}>[^/]+(?:/[^/]+)*?)`;
  });
  return new RegExp(`^${source.join("")}$`);
}

/**
 * Decodes the ids of a path.
 *
 * @throws {Refusal} when one is not percent-encoded UTF-8.
 */
export function decodeIds(ids: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(ids).map(([name, id]) => {
      try {
        return [name, decodeURIComponent(id)];
      } catch {
        throw new Refusal({ status: 400, message: `The ${name} of the path is not percent-encoded UTF-8: ${id}` });
      }
    }),
  );
}

/** Says that no service has a route, and what would be one: other names, another method, another path. */
export function noRoute(method: string, path: string, router: Router, naming: Naming): Refusal {
  const remedy = inOtherNames(method, path, router, naming) ?? whatThereIs(path, router);
  return new Refusal({ status: 404, message: `The sandbox has no route for ${method} ${path}${remedy}` });
}

/** The remedy for a client with another naming profile; undefined if the path is unknown in every profile. */
function inOtherNames(method: string, path: string, router: Router, naming: Naming): string | undefined {
  const [, theirs = ""] = path.split("/");
  const ours = naming.servicePath;
  if (router.find(method, path.replace(`/${theirs}`, `/${ours}`)) === undefined) return undefined;
  const difference = `it speaks the names of "${naming.name}", which say /${ours} in the place of /${theirs}`;
  return `: ${difference}; give both the same "naming": createSandbox({ naming }), createClient(sandbox.clientOptions)`;
}

function whatThereIs(path: string, { methodsOf, beginnings }: Router): string {
  const methods = methodsOf(path);
  if (methods.length > 0) return `; that path takes ${methods.join(", ")}`;
  return `; its paths begin with ${beginnings.join(", ")}`;
}
