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
  /** Every route, as `GET /v2/projects`. */
  readonly forms: readonly string[];
}

/** Puts the routes of services into one table. */
export function createRouter(services: readonly FakeService[]): Router {
  const entries = services.flatMap((service) =>
    service.routes.map((route) => ({ service, route, pattern: patternOf(route.path) })),
  );
  return {
    forms: entries.map(({ route }) => `${route.method} ${route.path}`),
    find(method, path) {
      for (const { service, route, pattern } of entries) {
        const match = route.method === method ? pattern.exec(path) : null;
        if (match !== null) return { service, route, ids: match.groups ?? {} };
      }
      return undefined;
    },
  };
}

function patternOf(path: string): RegExp {
  const source = path.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{(\w+)\}/g, "(?<$1>[^/]+)");
  return new RegExp(`^${source}$`);
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

/** Says that no service has a route, and which routes there are. */
export function noRoute(method: string, path: string, { forms }: Router): Refusal {
  const message = `The sandbox has no route for ${method} ${path}. It answers to: ${forms.join(", ")}`;
  return new Refusal({ status: 404, message });
}
