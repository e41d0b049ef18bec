import { type Clock, clockOption, systemClock } from "../call/clock.js";
import type { AccessTokenProvider } from "../call/credentials.js";
import type { Method, MethodTypes } from "../call/method.js";
import { throwIssue } from "../errors/request-error.js";
import { googleNaming } from "../naming/google.js";
import { type Naming, namingOption } from "../naming/naming.js";
import { isObject } from "../values/objects.js";
import { booleanOption, isNonNegative, must, type OptionChecks, strictOptions } from "../values/options.js";
import { createEntitiesService, type EntitySeeds } from "./entities/service.js";
import { createEnvironmentsService, type EnvironmentSeeds } from "./environments/service.js";
import { ACCESS_TOKEN, type FakeService, requireToken } from "./fake-service.js";
import { createFaultQueue, type Faults } from "./faults.js";
import { createGateway, type SandboxGatewayOptions } from "./gateway/gateway.js";
import { createIssuer, type SandboxIssuer } from "./issuer.js";
import type { JournalEntry } from "./journal.js";
import { type RouteHandler, userRoute } from "./method-route.js";
import { servedRoute } from "./router.js";
import { listedErrorBody } from "./service-error.js";
import { BASE_URL, createServicesFetch, type SandboxFetch } from "./services-fetch.js";
import type { WarehouseSeeds } from "./warehouse/seeds.js";
import { createWarehouseService } from "./warehouse/service.js";

/** Options of {@link createSandbox}. */
export interface SandboxOptions {
  /** Naming profile of the services. Default: `googleNaming`. */
  readonly naming?: Naming | undefined;
  /** Clock of the services and of delays. Default: the system clock. */
  readonly clock?: Clock | undefined;
  /** Whether requests require the access token in `clientOptions`. Default: `false`. */
  readonly auth?: boolean | undefined;
  /** How long an update of an environment takes, in milliseconds on the sandbox's clock. Default: 100. */
  readonly operationMs?: number | undefined;
  /**
   * Whether pages from any origin may send requests: `fetch` responds to preflights and adds CORS headers. Has no effect on
   * `gateway`. Default: `true`.
   */
  readonly cors?: boolean | undefined;
}

/** Client options for a sandbox. Pass them to `createClient`, or spread them into your options. */
export interface SandboxClientOptions {
  /** Base URL of the sandbox. No server listens there; `fetch` handles the requests. */
  readonly baseUrl: string;
  /** The sandbox's `fetch`. */
  readonly fetch: SandboxFetch;
  /** Provides the token that the sandbox requires; absent if it requires none. */
  readonly auth?: AccessTokenProvider | undefined;
  /** Naming profile of the sandbox. */
  readonly naming: Naming;
  /** The sandbox's clock, so that the client and the services use the same time. */
  readonly clock: Clock;
  /** Responses must match the schemas exactly. */
  readonly validation: { readonly responses: "strict" };
}

/** The state of a sandbox's services as plain JSON data, which can be cloned or stored in a file. */
export interface SandboxSnapshot {
  /** Version of the format. */
  readonly version: 1;
  /** The state of each service, by its name. The format of a state is internal. */
  readonly services: Readonly<Record<string, unknown>>;
}

/** BigQuery, Knowledge Graph Search, Cloud Composer and a gateway in memory. Sandboxes share no state. */
export interface Sandbox {
  /** Base URL of the sandbox for `fetch`. No server listens there, and `fetch` also handles requests to any other host. */
  readonly baseUrl: string;
  /**
   * Handles a request. Has the signature of the global `fetch` and of a fetch handler, and can be called without `this`.
   *
   * Rejects with the signal's reason if the request is aborted, and with a `TypeError` if a fault drops the connection.
   */
  readonly fetch: SandboxFetch;
  /** Options for a client of this sandbox: `createClient(sandbox.clientOptions)`. */
  readonly clientOptions: SandboxClientOptions;
  /** Adds BigQuery projects, datasets and tables without a request. */
  readonly warehouse: WarehouseSeeds;
  /** Adds entities to the corpus of Knowledge Graph Search, and contains the API key for searches. */
  readonly entities: EntitySeeds;
  /** Adds Cloud Composer environments without a request, and makes their updates fail. */
  readonly environments: EnvironmentSeeds;
  /** Issues tokens of users, and publishes their keys. */
  readonly issuer: SandboxIssuer;
  /**
   * Creates a gateway in front of a backend: a handler that rejects requests without a token that the document
   * requires, and forwards all others with the caller's claims in a header.
   *
   * The gateway handles the paths and methods of the document; any other path is a 404, any other method a 405. A document
   * without paths accepts every path. If a requirement names several definitions, each definition requires a token in its own
   * location, and the backend receives the claims of the token for the first definition. Other schemes, such as API keys, are
   * not checked. If the backend does not respond, the response is a 503. Rejects with the signal's reason if the request is
   * aborted. Keys of `issuer` are requested from this sandbox, so these requests are in the journal and faults apply to them.
   *
   * @param options - The document, the backend, and settings of the gateway.
   * @returns A fetch handler.
   * @throws {RequestError} If the document or an option is invalid, with all issues.
   *
   * @example
   * const backend = (request: Request) => new Response(readUserInfo(request, { gateway: "api-gateway" })?.subject);
   * const gateway = sandbox.gateway({ document, backend });
   * const response = await gateway(withAccessToken(new Request("http://api.test/echo"), await sandbox.issuer.token()));
   */
  gateway(options: SandboxGatewayOptions): SandboxFetch;
  /**
   * Serves a method with your own handler. Your routes take precedence over built-in routes, and newer routes over older
   * ones. Credentials, faults and the journal apply to your routes, too. `reset` keeps your routes; snapshots do not contain
   * them.
   *
   * @param method - A method from `defineMethod` or from the package's method tables.
   * @param handler - Receives path parameters, query, body and headers; returns the method's result as JSON, a `Response`,
   * or a promise of one. An exception results in a 500.
   * @throws {RequestError} If an argument is invalid.
   *
   * @example
   * sandbox.route(listRoutines, ({ params }) => ({ routines: [{ routineReference: { ...params, routineId: "net" } }] }));
   */
  route<T extends MethodTypes>(method: Method<T>, handler: RouteHandler<T>): void;
  /** Injects faults. */
  readonly faults: Faults;
  /**
   * The received requests in order, including those that were rejected or had a fault. It is always the same array.
   */
  readonly requests: readonly JournalEntry[];
  /**
   * Returns the current state of the services, without the journal and faults.
   *
   * @returns The state, as plain JSON data.
   */
  snapshot(): SandboxSnapshot;
  /**
   * Restores a state, which can come from another sandbox. Clears the journal and all pending faults. You can restore the
   * same snapshot several times.
   *
   * @param snapshot - A state that `snapshot` returned.
   * @throws {RequestError} If the argument is not a snapshot, or is damaged; the sandbox then keeps its state. The fields of
   * resources are not checked.
   */
  restore(snapshot: SandboxSnapshot): void;
  /**
   * Removes the data of all services, the journal and all pending faults. Routes and the corpus of entities stay; added
   * entities are removed.
   */
  reset(): void;
}

/**
 * Creates a sandbox: stateful in-memory versions of the services that enforce the same rules and need no network. A new
 * sandbox has no projects, contains a corpus of entities, and requires no credentials.
 *
 * @param options - Settings of the sandbox.
 * @returns The sandbox.
 * @throws {RequestError} If an option is invalid or unknown, with all issues.
 * @see {@link Sandbox}, whose `clientOptions` connect a client
 *
 * @example
 * const sandbox = createSandbox();
 * sandbox.warehouse.datasets.add({ projectId: "shop", datasetId: "sales" });
 * const client = createClient(sandbox.clientOptions);
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  strictOptions("createSandbox", options, CHECKS, "sandbox");
  const { naming = googleNaming, clock = systemClock, auth = false, operationMs, cors = true } = options;
  const warehouse = createWarehouseService({ naming, clock });
  const entities = createEntitiesService({ naming });
  const environments = createEnvironmentsService({ naming, clock, operationMs });
  const { issuer, keysRoute } = createIssuer({ origin: BASE_URL, clock });
  const services: readonly FakeService[] = [warehouse, entities, environments];
  const faults = createFaultQueue();
  const requests: JournalEntry[] = [];

  const routes = [
    servedRoute({ errorBody: listedErrorBody, authenticate: () => {} }, keysRoute),
    ...services.flatMap((service) => service.routes.map((route) => servedRoute(service, route))),
  ];
  const fetch = createServicesFetch({ routes, naming, clock, auth, cors, faults, requests });
  return {
    baseUrl: BASE_URL,
    fetch,
    clientOptions: {
      baseUrl: BASE_URL,
      fetch,
      ...(auth ? { auth: { getAccessToken: () => ACCESS_TOKEN } } : {}),
      naming,
      clock,
      validation: { responses: "strict" },
    },
    warehouse: warehouse.seeds,
    entities: entities.seeds,
    environments: environments.seeds,
    issuer,
    gateway: (gateway) => createGateway(gateway, { naming, clock, ownFetch: fetch, jwksUri: issuer.jwksUri }),
    route(method, handler) {
      const conventions = { errorBody: listedErrorBody, authenticate: requireToken };
      routes.unshift(servedRoute(conventions, userRoute(method, naming, handler)));
    },
    faults,
    requests,
    ...stateOf(services, () => {
      requests.length = 0;
      faults.clear();
    }),
  };
}

/** The functions of a sandbox for the state of its services. `forget` clears everything else. */
function stateOf(
  services: readonly FakeService[],
  forget: () => void,
): Pick<Sandbox, "snapshot" | "restore" | "reset"> {
  const snapshot = (): SandboxSnapshot => ({
    version: 1,
    services: Object.fromEntries(services.map(({ name, store }) => [name, structuredClone(store.state)])),
  });
  const load = (states: SandboxSnapshot["services"]) => {
    for (const { name, store } of services) store.state = Object(states[name]);
    forget();
  };
  const empty = snapshot();
  return {
    snapshot,
    restore(given) {
      if (Object(given).version !== 1 || !isLike(given.services, empty.services)) {
        const message = "must be an unchanged result of sandbox.snapshot()";
        throwIssue("sandbox.restore", { path: "", message, rule: "snapshot" });
      }
      load(structuredClone(given.services));
    },
    reset: () => load(structuredClone(empty.services)),
  };
}

/** Whether a state has the form of an empty one, whose lists contain objects. */
function isLike(state: unknown, empty: unknown): boolean {
  if (Array.isArray(empty)) return Array.isArray(state) && state.every(isObject);
  if (!isObject(empty)) return typeof state === typeof empty;
  return isObject(state) && Object.entries(empty).every(([name, part]) => isLike(state[name], part));
}

const CHECKS: OptionChecks<keyof SandboxOptions> = {
  naming: namingOption,
  clock: clockOption,
  auth: booleanOption,
  operationMs: must(isNonNegative, "a non-negative number of milliseconds"),
  cors: booleanOption,
};
