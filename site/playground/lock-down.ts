/** Names through which code in a worker can reach the network, other pages, stored data, or other workers. */
const REMOVED = [
  "fetch",
  "XMLHttpRequest",
  "WebSocket",
  "WebSocketStream",
  "WebTransport",
  "EventSource",
  "importScripts",
  "Worker",
  "SharedWorker",
  "BroadcastChannel",
  "FontFace",
  "fonts",
  "indexedDB",
  "caches",
  "cookieStore",
  "postMessage",
  "close",
];

/**
 * Removes the ways out of the worker, so that code of a link cannot use the network, and then evaluation, because
 * evaluated code can contain `import()`.
 */
export function lockDown(scope: typeof globalThis): void {
  for (const name of REMOVED) {
    for (let object: object | null = scope; object !== null; object = Object.getPrototypeOf(object))
      Reflect.deleteProperty(object, name);
    Object.defineProperty(scope, name, { value: undefined, writable: true, configurable: true });
  }
  Object.assign(scope, {
    fetch: () => Promise.reject(new TypeError("the playground has no network; pass sandbox.fetch instead")),
  });
  const rejected = (): never => {
    throw new EvalError("the playground does not evaluate strings as code");
  };
  Object.assign(scope, { eval: rejected });
  const functions = [() => {}, async () => {}, function* () {}, async function* () {}];
  for (const prototype of functions.map(Object.getPrototypeOf)) {
    const original = prototype.constructor;
    const value = new Proxy(original, { apply: rejected, construct: rejected });
    Object.defineProperty(prototype, "constructor", { value });
    if (original === scope.Function) Object.assign(scope, { Function: value });
  }
}
