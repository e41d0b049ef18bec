import type { Naming } from "../naming/index.js";
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
  /** Creates the error of an unknown path, with a remedy: different names, method or path. */
  noRoute(method: string, path: string): ServiceError;
}

/** Creates a router for the routes of services with the names of a profile. */
export function createRouter(services: readonly FakeService[], naming: Naming): Router {
  const entries = services.flatMap((service) => service.routes.map((route) => entryOf(service, route)));
  const beginnings = [...new Set(entries.map(({ route }) => route.path.replace(/\{.*/, "")))];
  const shortest = beginnings.filter((one) => !beginnings.some((other) => other !== one && one.startsWith(other)));
  const find: Router["find"] = (method, path) => {
    for (const { service, route, match } of entries) {
      const ids = route.method === method ? match(path) : undefined;
      if (ids !== undefined) return { service, route, ids };
    }
    return undefined;
  };
  /** The remedy for a client with a different naming profile; undefined if the path is unknown under every profile. */
  const inOtherNames = (method: string, path: string) => {
    const [, theirs = ""] = path.split("/");
    const ours = naming.servicePath;
    if (find(method, path.replace(`/${theirs}`, `/${ours}`)) === undefined) return undefined;
    const difference = `it uses the names of "${naming.name}", with /${ours} instead of /${theirs}`;
    return `: ${difference}; pass the same "naming" to both: createSandbox({ naming }), createClient(sandbox.clientOptions)`;
  };
  const whatThereIs = (path: string) => {
    const methods = entries.filter(({ match }) => match(path) !== undefined).map(({ route }) => route.method);
    const found =
      methods.length > 0 ? `that path accepts ${methods.join(", ")}` : `its paths start with ${shortest.join(", ")}`;
    return `; ${found}; to add a route, call sandbox.route(method, handler)`;
  };
  return {
    find,
    add(service, route) {
      entries.unshift(entryOf(service, route));
    },
    noRoute(method, path) {
      const remedy = inOtherNames(method, path) ?? whatThereIs(path);
      return new ServiceError({ status: 404, message: `The sandbox has no route for ${method} ${path}${remedy}` });
    },
  };
}

function entryOf(service: Conventions, route: Route) {
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

/** Returns the path parameters of a path, still encoded, by name; undefined if the path does not match. */
type PathMatcher = (path: string) => Readonly<Record<string, string>> | undefined;

/**
 * Creates a matcher for a path template: `{name}` matches a non-empty part of one segment, `{+name}` one or more whole or
 * partial segments, everything else matches itself. If a path can be divided in several ways, a `{name}` is as long as
 * possible, a `{+name}` as short as possible.
 *
 * Takes time in proportion to the length of the path, which a regular expression does not if it has several parameters.
 */
export function pathMatcher(template: string): PathMatcher {
  const parts = template.split(/\{(\+?\w+)\}/); // texts, and the parameters between them
  const [start = ""] = parts;
  return (path) => {
    if (!path.startsWith(start)) return undefined;
    const fits = fitsAt(parts, path);
    if (fits[0]?.[0] !== 1) return undefined;
    const ids: [name: string, id: string][] = [];
    let at = start.length;
    for (let index = 1; index < parts.length; index += 2) {
      const name = parts[index] ?? "";
      const isMultiple = name.startsWith("+");
      let end = at;
      for (let next = at + 1; next <= path.length && (isMultiple ? end === at : path[next - 1] !== "/"); next += 1) {
        if (path[next - 1] !== "/" && fits[index + 1]?.[next] === 1) end = next;
      }
      ids.push([name.replace("+", ""), path.slice(at, end)]);
      at = end + (parts[index + 1] ?? "").length;
    }
    return Object.fromEntries(ids);
  };
}

/** For each part and each position in a path: 1 if the part and all later ones match the rest of the path, otherwise 0. */
function fitsAt(parts: readonly string[], path: string): readonly Uint8Array[] {
  const fits = Array.from({ length: parts.length + 1 }, () => new Uint8Array(path.length + 3));
  fits[parts.length]?.fill(1, path.length, path.length + 1);
  for (let index = parts.length - 1; index >= 0; index -= 1) {
    const part = parts[index] ?? "";
    const [own, next] = [fits[index] as Uint8Array, fits[index + 1] as Uint8Array]; // both were created above
    for (let at = path.length; at >= 0; at -= 1) {
      if (index % 2 === 0) own[at] = path.startsWith(part, at) ? (next[at + part.length] ?? 0) : 0;
      else if (at < path.length && path[at] !== "/") {
        const goesOn = part.startsWith("+") && path[at + 1] === "/" ? own[at + 2] : own[at + 1];
        own[at] = (next[at + 1] ?? 0) | (goesOn ?? 0);
      }
    }
  }
  return fits;
}
