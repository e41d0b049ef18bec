import type { Naming } from "../naming/index.js";
import type { FakeService, Route } from "./fake-service.js";
import { pathMatcher } from "./path-matcher.js";
import { ServiceError } from "./service-error.js";

/** A route that matches a request. */
export interface Found {
  readonly service: FakeService;
  readonly route: Route;
  /** The path parameters, still encoded, by name. */
  readonly ids: Readonly<Record<string, string>>;
}

/** Finds routes. */
export interface Router {
  /** Returns the first route that matches a method and an encoded path; undefined if there is none. */
  find(method: string, path: string): Found | undefined;
  /** Adds a route with priority over all others. */
  add(service: FakeService, route: Route): void;
  /** Returns the methods of a path; empty for an unknown path. */
  methodsOf(path: string): readonly string[];
  /** Returns the prefixes of paths up to their first parameter, each once, without those that extend another. */
  readonly beginnings: readonly string[];
}

/** Creates a router for the routes of services. */
export function createRouter(services: readonly FakeService[]): Router {
  const entries = services.flatMap((service) => service.routes.map((route) => entryOf(service, route)));
  const beginnings = [...new Set(entries.map(({ route }) => route.path.replace(/\{.*/, "")))];
  return {
    beginnings: beginnings.filter((one) => !beginnings.some((other) => other !== one && one.startsWith(other))),
    methodsOf: (path) => entries.filter(({ match }) => match(path) !== undefined).map(({ route }) => route.method),
    add(service, route) {
      entries.unshift(entryOf(service, route));
    },
    find(method, path) {
      for (const { service, route, match } of entries) {
        const ids = route.method === method ? match(path) : undefined;
        if (ids !== undefined) return { service, route, ids };
      }
      return undefined;
    },
  };
}

function entryOf(service: FakeService, route: Route) {
  return { service, route, match: pathMatcher(route.path) };
}

/**
 * Decodes path parameters.
 *
 * @throws {ServiceError} If one is not percent-encoded UTF-8.
 */
export function decodeIds(ids: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(ids).map(([name, id]) => {
      try {
        return [name, decodeURIComponent(id)];
      } catch {
        throw new ServiceError({ status: 400, message: `The ${name} of the path is not percent-encoded UTF-8: ${id}` });
      }
    }),
  );
}

/** Creates the error of an unknown path, with a remedy: different names, method or path. */
export function noRoute(method: string, path: string, router: Router, naming: Naming): ServiceError {
  const remedy = inOtherNames(method, path, router, naming) ?? whatThereIs(path, router);
  return new ServiceError({ status: 404, message: `The sandbox has no route for ${method} ${path}${remedy}` });
}

/** The remedy for a client with a different naming profile; undefined if the path is unknown under every profile. */
function inOtherNames(method: string, path: string, router: Router, naming: Naming): string | undefined {
  const [, theirs = ""] = path.split("/");
  const ours = naming.servicePath;
  if (router.find(method, path.replace(`/${theirs}`, `/${ours}`)) === undefined) return undefined;
  const difference = `it uses the names of "${naming.name}", with /${ours} instead of /${theirs}`;
  return `: ${difference}; pass the same "naming" to both: createSandbox({ naming }), createClient(sandbox.clientOptions)`;
}

function whatThereIs(path: string, { methodsOf, beginnings }: Router): string {
  const methods = methodsOf(path);
  const found =
    methods.length > 0 ? `that path accepts ${methods.join(", ")}` : `its paths start with ${beginnings.join(", ")}`;
  return `; ${found}; to add a route, call sandbox.route(method, handler)`;
}
