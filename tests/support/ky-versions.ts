import ky1 from "ky";
import ky2 from "ky-2";
import type { KyInstance } from "../../src/core/http/ky-instance.js";

/** The argument that ky 2 passes to a hook. */
interface HookState {
  readonly request: Request;
  readonly response: Response;
  readonly error: Error;
  readonly retryCount: number;
  readonly options: { readonly context?: Record<string, unknown> };
}

/** A hook that works with every version under test. */
type TestHook = (state: HookState) => unknown;

/** Hooks by name. */
export type TestHooks = Readonly<
  Partial<Record<"beforeRequest" | "beforeRetry" | "afterResponse", readonly TestHook[]>>
>;

/** One version of ky. */
export interface KyVersion {
  readonly name: string;
  /** An instance with hooks and other options. */
  create(hooks?: TestHooks, options?: object): KyInstance;
  retry(): object;
  readonly stop: symbol;
}

/** The versions under test. ky 2 declares Node 22; the parts of it that are used here run on Node 20. */
export const kyVersions: readonly KyVersion[] = [
  {
    name: "ky 1.14",
    create: ({ beforeRequest = [], beforeRetry = [], afterResponse = [] } = {}, options = {}) => {
      const hooks = {
        beforeRequest: beforeRequest.map(
          (hook) => (request: Request, given: object, state: object) =>
            hook(stateOf({ ...state, request, options: given })),
        ),
        beforeRetry,
        afterResponse: afterResponse.map(
          (hook) => (request: Request, given: object, response: Response, state: object) =>
            hook(stateOf({ ...state, request, options: given, response })),
        ),
      };
      return (ky1 as KyInstance).create({ ...options, hooks }); // hooks may return anything here
    },
    retry: () => ky1.retry(),
    stop: ky1.stop,
  },
  {
    name: "ky 2.1",
    create: (hooks = {}, options = {}) => (ky2 as KyInstance).create({ ...options, hooks }),
    retry: () => ky2.retry(),
    stop: ky2.stop,
  },
];

/** A hook reads only the parts of its state that its kind of hook has. */
function stateOf(state: object): HookState {
  return state as HookState;
}
