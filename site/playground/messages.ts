import type { FaultName } from "./faults.js";

/** The program that the worker runs. */
export interface Program {
  /** File name, for errors. */
  readonly file: string;
  /** TypeScript. */
  readonly code: string;
  /** Faults of the program's sandboxes. */
  readonly faults: readonly FaultName[];
}

/** A stream of the program's output, as in Node.js. */
export type Stream = "stdout" | "stderr";

/** A request that a sandbox received. */
export interface WireRequest {
  readonly id: number;
  /** Number of the sandbox, from 1. */
  readonly sandbox: number;
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** Text of the body; empty if there was none. */
  readonly body: string;
}

/** The outcome of a request: a status, or the error if there was no response. */
export interface WireOutcome {
  readonly id: number;
  readonly status?: number | undefined;
  readonly error?: string | undefined;
  readonly ms: number;
}

/** Messages from the worker to the page. */
export type WorkerMessage =
  | { readonly type: "ready" }
  | { readonly type: "heartbeat" }
  | { readonly type: "output"; readonly stream: Stream; readonly text: string }
  | { readonly type: "request"; readonly request: WireRequest }
  | { readonly type: "outcome"; readonly outcome: WireOutcome }
  | { readonly type: "responseBody"; readonly id: number; readonly body: string }
  | { readonly type: "moreRequests" }
  | { readonly type: "state"; readonly sandbox: number; readonly state: SandboxState }
  | { readonly type: "done"; readonly failed: boolean };

/** The state of a sandbox, as the JSON text of its services, or the reason why it is not shown. */
export type SandboxState = { readonly services: string } | { readonly omitted: string };

/** A problem that the TypeScript compiler reports. */
export interface Problem {
  /** Positions in the code, in UTF-16 code units. */
  readonly from: number;
  readonly to: number;
  /** Line of the beginning, from 1. */
  readonly line: number;
  readonly message: string;
}

/** Message of the type checker to the page: that it has loaded, or the result of a check. */
export type CheckerMessage =
  | { readonly type: "loaded" }
  | { readonly type: "notLoaded" }
  | { readonly type: "checked"; readonly problems: readonly Problem[] };
