import type { Naming } from "../naming/naming.js";
import type { FakeService, Route } from "./fake-service.js";
import { ServiceError } from "./service-error.js";

/** How a service handles credentials and errors. */
type Conventions = Pick<FakeService, "errorBody" | "authenticate">;

/** A route that matches a request. */
interface Found {
  readonly service: Conventions;
  readonly route: Route;
  /** The path parameters, still encoded, by name. */
  readonly ids: Readonly<Record<string, string>>;
}

/** Finds routes. */
export interface Router {
  /** Returns the first route that matches a method and an encoded path; undefined if there is none. */
  find(method: string, path: string): Found | undefined;
  /** Adds a route with priority over all others. */
  add(service: Conventions, route: Route): void;
  /** Creates the error of an unknown path. */
  noRoute(method: string, path: string): ServiceError;
}

/** Creates a router for the routes of services with the names of a profile. */
export function createRouter(services: readonly FakeService[], naming: Naming): Router {
  const entries = services.flatMap((service) => service.routes.map((route) => entryOf(service, route)));
  return {
    find(method, path) {
      for (const { service, route, pattern } of entries) {
        const match = route.method === method ? pattern.exec(path) : null;
        if (match !== null) return { service, route, ids: { ...match.groups } };
      }
      return undefined;
    },
    add(service, route) {
      entries.unshift(entryOf(service, route));
    },
    noRoute(method, path) {
      const remedy = "to add one, call sandbox.route(method, handler)";
      const message = `The sandbox has no route for ${method} ${path} in the names of ${naming.name}Naming; ${remedy}`;
      return new ServiceError({ status: 404, message });
    },
  };
}

function entryOf(service: Conventions, route: Route) {
  return { service, route, pattern: pathPattern(route.path) };
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

/**
 * Returns the regular expression of a path template: `{name}` matches a non-empty part of one segment, `{+name}` one or more
 * segments, everything else matches itself.
 */
export function pathPattern(template: string): RegExp {
  const source = template.split(/\{(\+?\w+)\}/).map((part, index) => {
    if (index % 2 === 0) return part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
    return part.startsWith("+") ? `(?<${part.slice(1)}>[^/]+(?:/[^/]+)*?)` : `(?<${part}>[^/]+)`;
  });
  return new RegExp(`^${source.join("")}$`);
}
