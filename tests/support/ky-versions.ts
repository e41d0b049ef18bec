import ky1 from "ky";
import ky2 from "ky-2";
import type { KyInstance } from "../../src/core/http/transport.js";

/** The argument that ky 2 passes to a hook. */
interface HookState {
  readonly request: Request;
  readonly response: Response;
  readonly options: { readonly context?: Record<string, unknown> };
}

/** A hook that works with every version under test. */
type TestHook = (state: HookState) => unknown;

/** Hooks by name. */
export type TestHooks = Readonly<Partial<Record<"beforeRequest" | "afterResponse", readonly TestHook[]>>>;

/** One version of ky. */
export interface KyVersion {
  readonly name: string;
  /** An instance with hooks and other options. */
  create(hooks?: TestHooks, options?: object): KyInstance;
  retry(): object;
}

/** The versions under test. ky 2 declares Node 22; the parts of it that are used here run on Node 20. */
export const kyVersions: readonly KyVersion[] = [
  {
    name: "ky 1.14",
    create: ({ beforeRequest = [], afterResponse = [] } = {}, options = {}) => {
      const hooks = {
        beforeRequest: beforeRequest.map(
          (hook) => (request: Request, given: object, state: object) =>
            hook(stateOf({ ...state, request, options: given })),
        ),
        afterResponse: afterResponse.map(
          (hook) => (request: Request, given: object, response: Response, state: object) =>
            hook(stateOf({ ...state, request, options: given, response })),
        ),
      };
      return (ky1 as KyInstance).create({ ...options, hooks }); // the types of hooks allow any return value here
    },
    retry: () => ky1.retry(),
  },
  {
    name: "ky 2.1",
    create: (hooks = {}, options = {}) => (ky2 as KyInstance).create({ ...options, hooks }),
    retry: () => ky2.retry(),
  },
];

/** A hook reads only the parts of its state that its kind of hook has. */
function stateOf(state: object): HookState {
  return state as HookState;
}
