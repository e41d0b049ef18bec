import type { AccessTokenProvider } from "../core/auth.js";
import { type Clock, systemClock } from "../core/clock.js";
import { RequestError } from "../core/errors.js";
import { type Naming, vendorNaming } from "../naming/index.js";
import { type Answer, answerOf, faultyResponse, refusalAnswer, toResponse } from "./answer.js";
import type { EntitySeeds } from "./entities-seeds.js";
import { createEntitiesService } from "./entities-service.js";
import { createEnvironmentsService, type EnvironmentSeeds } from "./environments-service.js";
import type { FakeService } from "./fake-service.js";
import type { Fault } from "./fault.js";
import { createFaultQueue, type Faults } from "./faults.js";
import { type JournalEntry, journalEntry } from "./journal.js";
import type { PageFault } from "./paging.js";
import { listedErrorBody, Refusal } from "./refusal.js";
import { createRouter, decodeIds, type Found, noRoute } from "./router.js";
import type { WarehouseSeeds } from "./warehouse-seeds.js";
import { createWarehouseService } from "./warehouse-service.js";

/** Options of {@link createSandbox}. */
export interface SandboxOptions {
  /** The names that the services speak. Default: the neutral ones of the spec, `vendorNaming`. */
  readonly naming?: Naming | undefined;
  /** Where the services take the time from, and what delays wait on. Default: the machine's clock. */
  readonly clock?: Clock | undefined;
  /** Whether requests need the access token that is in `clientOptions`. Default: `false`. */
  readonly auth?: boolean | undefined;
  /** How long an update of an environment takes, in milliseconds on the sandbox's clock. Default: 100. */
  readonly operationMs?: number | undefined;
}

/** What makes a client talk to a sandbox: spread it into the client's options, or give it as it is. */
export interface SandboxClientOptions {
  /** Address of the sandbox; nothing listens there, `fetch` answers. */
  readonly baseUrl: string;
  /** The sandbox's `fetch`. */
  readonly fetch: SandboxFetch;
  /** Hands out the token that the sandbox asks for; absent when it asks for none. */
  readonly auth?: AccessTokenProvider | undefined;
  /** The names that the sandbox speaks. */
  readonly naming: Naming;
  /** The sandbox's clock, so that a client waits where the services do. */
  readonly clock: Clock;
  /** Answers must have the form of the spec, to the letter. */
  readonly validation: { readonly responses: "strict" };
}

/** A handler of requests that can stand for the global `fetch`. A path alone is taken as one of the sandbox. */
export type SandboxFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** A state of a sandbox's services, as plain JSON data: it may be cloned, written to a file and read again. */
export interface SandboxSnapshot {
  /** Version of the form. */
  readonly version: 1;
  /** The state of each service, by its name. What is inside is the sandbox's own business. */
  readonly services: Readonly<Record<string, unknown>>;
}

/** The services in memory. Sandboxes share nothing with each other. */
export interface Sandbox {
  /** Address at which `fetch` answers; it has no meaning outside, and requests to any other host are answered too. */
  readonly baseUrl: string;
  /**
   * Answers a request, as the global `fetch` and as a handler do; needs no `this`.
   *
   * Rejects with the signal's reason when the request is aborted, and with a `TypeError` when a fault drops the
   * connection.
   */
  readonly fetch: SandboxFetch;
  /** Options for a client of this sandbox: `createClient(sandbox.clientOptions)`. */
  readonly clientOptions: SandboxClientOptions;
  /** Adds projects, datasets and tables without a request. */
  readonly warehouse: WarehouseSeeds;
  /** Adds entities to the corpus, and tells the API key that searches take. */
  readonly entities: EntitySeeds;
  /** Adds environments without a request, and makes their updates fail. */
  readonly environments: EnvironmentSeeds;
  /** Makes things go wrong. */
  readonly faults: Faults;
  /** Every request that came, in order, those that ran into a fault or were refused too. The list stays the same one. */
  readonly requests: readonly JournalEntry[];
  /** The state of the services now. Journal and faults are no part of it. */
  snapshot(): SandboxSnapshot;
  /**
   * Brings a state back, also one of another sandbox. The journal starts anew and no fault is pending. The snapshot can
   * be used again.
   *
   * @throws {RequestError} when it is no snapshot.
   */
  restore(snapshot: SandboxSnapshot): void;
  /** Empties everything: services, journal, faults. The corpus of entities is what it was at first. */
  reset(): void;
}

const BASE_URL = "http://sandbox.test";
const ACCESS_TOKEN = "sandbox-access-token";

/**
 * Makes the services in memory: stateful, with the rules of the spec, without a network. A new one holds no projects, has
 * its corpus of entities loaded, and asks for no credentials.
 *
 * @example
 * const sandbox = createSandbox();
 * sandbox.warehouse.datasets.add({ projectId: "shop", datasetId: "sales" });
 * const client = createClient(sandbox.clientOptions);
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { naming = vendorNaming, clock = systemClock, auth = false, operationMs } = options;
  const warehouse = createWarehouseService({ naming, clock });
  const entities = createEntitiesService({ naming });
  const environments = createEnvironmentsService({ naming, clock, operationMs });
  const services: readonly FakeService[] = [warehouse, entities, environments];
  const router = createRouter(services);
  const faults = createFaultQueue();
  const requests: JournalEntry[] = [];

  const fetch: SandboxFetch = async (input, init) => {
    const request = toRequest(input, init);
    request.signal.throwIfAborted();
    const body = readBody(await request.text());
    const url = new URL(request.url);
    requests.push(journalEntry(request, url, "json" in body ? body.json : body.text));
    const found = router.find(request.method, url.pathname);
    const page = found?.route.listing ? (url.searchParams.get("pageToken") ? "later" : "first") : undefined;
    const fault = faults.take({ method: request.method, path: url.pathname, page });
    if (fault?.delayMs !== undefined) await clock.sleep(fault.delayMs, request.signal);
    request.signal.throwIfAborted();

    const errorBody = found?.service.errorBody ?? listedErrorBody;
    const act = (): Answer => {
      try {
        if (found === undefined) throw noRoute(request.method, url.pathname, router);
        if (auth) {
          const { headers } = request;
          const demandToken = () => authenticate(headers);
          if (found.service.authenticate === undefined) demandToken();
          else found.service.authenticate({ headers, query: url.searchParams, demandToken });
        }
        return callRoute(found, request.headers, url.searchParams, body, pageFaultOf(fault));
      } catch (error) {
        if (error instanceof Refusal) return refusalAnswer(error, errorBody);
        throw error;
      }
    };
    return fault === undefined ? toResponse(act()) : faultyResponse(fault, act, errorBody);
  };

  const forget = () => {
    requests.length = 0;
    faults.clear();
  };
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
    faults,
    requests,
    snapshot: () => ({
      version: 1,
      services: Object.fromEntries(services.map((service) => [service.name, service.snapshot()])),
    }),
    restore(snapshot) {
      checkSnapshot(snapshot);
      const before = services.map((service) => service.snapshot());
      try {
        for (const service of services) {
          const state = snapshot.services[service.name];
          if (state === undefined) service.reset();
          else service.restore(state);
        }
      } catch {
        services.forEach((service, index) => void service.restore(before[index]));
        throw noSnapshot();
      }
      forget();
    },
    reset() {
      for (const service of services) service.reset();
      forget();
    },
  };
}

function toRequest(input: string | URL | Request, init: RequestInit | undefined): Request {
  if (input instanceof Request && init === undefined) return input;
  return new Request(typeof input === "string" ? new URL(input, BASE_URL) : input, init);
}

type RequestBody = { readonly json: unknown } | { readonly text: string };

function readBody(text: string): RequestBody {
  if (text === "") return { json: undefined };
  try {
    return { json: JSON.parse(text) };
  } catch {
    return { text };
  }
}

function callRoute(
  { route, ids }: Found,
  headers: Headers,
  query: URLSearchParams,
  body: RequestBody,
  pageFault: PageFault | undefined,
): Answer {
  if ("text" in body) throw new Refusal({ status: 400, reason: "parseError", message: "The body is no JSON" });
  return answerOf(route.answer({ ids: decodeIds(ids), headers, query, body: body.json, pageFault }));
}

function pageFaultOf(fault: Fault | undefined): PageFault | undefined {
  if (fault?.emptyPage) return "empty";
  return fault?.repeatToken ? "repeat" : undefined;
}

/** @throws {Refusal} 401 when the token is missing or wrong. */
function authenticate(headers: Headers): void {
  const authorization = headers.get("authorization");
  if (authorization === `Bearer ${ACCESS_TOKEN}`) return;
  const missing = authorization === null;
  const message = missing ? "Login required: the request has no access token" : "Invalid credentials";
  throw new Refusal({
    status: 401,
    message,
    reason: missing ? "required" : "authError",
    details: [{ message, location: "Authorization", locationType: "header" }],
  });
}

function checkSnapshot(snapshot: SandboxSnapshot): void {
  const { version, services } = (snapshot ?? {}) as Partial<SandboxSnapshot>;
  if (version === 1 && typeof services === "object" && services !== null) return;
  throw noSnapshot();
}

function noSnapshot(): RequestError {
  const message = "must be what sandbox.snapshot() returned";
  return new RequestError({ operation: "sandbox.restore", issues: [{ path: "", message, rule: "snapshot" }] });
}
