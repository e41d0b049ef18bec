import type { PageRequest } from "./paging.js";
import type { Refusal } from "./refusal.js";

/** One service of the sandbox: its routes, and the state behind them. Adding a service is adding one of these. */
export interface FakeService {
  /** Its name in snapshots. */
  readonly name: string;
  /** The routes of the service. The first one that matches handles a request. */
  readonly routes: readonly Route[];
  /** Writes a refusal in the form that this service's errors have. */
  errorBody(refusal: Refusal): unknown;
  /**
   * Asks for credentials in its own way, where the sandbox asks for them at all. Without it, only the access token counts.
   *
   * @throws {Refusal} when they are missing or wrong.
   */
  authenticate?(credentials: Credentials): void;
  /** Returns a copy of the state, as JSON data. */
  snapshot(): unknown;
  /** Takes up a state that {@link FakeService.snapshot} wrote, without holding on to it. */
  restore(state: unknown): void;
  /** Empties it. */
  reset(): void;
}

/** What a request shows of who sends it. */
export interface Credentials {
  readonly headers: Headers;
  readonly query: URLSearchParams;
  /** Refuses a request without the sandbox's access token. */
  demandToken(): void;
}

/** A method and path of a service. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path with its ids in braces, as in `/v2/projects/{projectId}`. */
  readonly path: string;
  /** Query parameter for the page token, which page faults need; undefined if the route is not a list. */
  readonly tokenParam?: string | undefined;
  /** @throws {Refusal} when the service says no. */
  answer(call: ServiceCall): ServiceResult | Promise<ServiceResult>;
}

/** A request as a route sees it. */
export interface ServiceCall extends PageRequest {
  /** The decoded ids of the path, by name. */
  readonly ids: Readonly<Record<string, string>>;
  readonly headers: Headers;
  /** The parsed JSON body; undefined when there was none. */
  readonly body: unknown;
}

/** The result of a route. */
export interface ServiceResult {
  /** Default: 200. */
  readonly status?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** A JSON value; undefined for no body. */
  readonly body?: unknown;
  /** The whole body as text, used instead of `body`. */
  readonly text?: string | undefined;
  /** Spaces a level that the JSON is indented by. Default: 0, all in one line. */
  readonly indent?: number | undefined;
}
