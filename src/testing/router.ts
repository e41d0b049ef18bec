import type { Naming } from "../naming/naming.js";
import type { Conventions, Route } from "./fake-service.js";
import { ServiceError } from "./service-error.js";

/** A route with the conventions of its service. */
export interface ServedRoute extends Route, Conventions {
  readonly pattern: RegExp;
}

/** Prepares a route of a service for {@link findRoute}. */
export function servedRoute({ errorBody, authenticate }: Conventions, route: Route): ServedRoute {
  return { errorBody, authenticate, ...route, pattern: pathPattern(route.path) };
}

/** Returns the first route that matches a method and an encoded path, with its path parameters, still encoded. */
export function findRoute(
  routes: readonly ServedRoute[],
  method: string,
  path: string,
): { readonly route: ServedRoute; readonly ids: Readonly<Record<string, string>> } | undefined {
  for (const route of routes) {
    const match = route.method === method ? route.pattern.exec(path) : null;
    if (match !== null) return { route, ids: { ...match.groups } };
  }
  return undefined;
}

/** Creates the error of a request without a route. */
export function unknownRoute(method: string, path: string, naming: Naming): ServiceError {
  const remedy = "to add one, call sandbox.route(method, handler)";
  const message = `The sandbox has no route for ${method} ${path} under ${naming.name}Naming; ${remedy}`;
  return new ServiceError({ status: 404, message });
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
