/** Globals through which code in a worker can reach the network, other pages, stored data, or other workers. */
const REMOVED = [
  "XMLHttpRequest",
  "WebSocket",
  "WebSocketStream",
  "WebTransport",
  "RTCPeerConnection",
  "EventSource",
  "Notification",
  "importScripts",
  "Worker",
  "SharedWorker",
  "ShadowRealm",
  "BroadcastChannel",
  "FontFace",
  "fonts",
  "navigator",
  "indexedDB",
  "caches",
  "cookieStore",
  "webkitRequestFileSystem",
  "webkitRequestFileSystemSync",
  "webkitResolveLocalFileSystemURL",
  "webkitResolveLocalFileSystemSyncURL",
  "postMessage",
  "close",
];

/**
 * Removes the globals that give access to the network, other pages or storage, so that code from a link cannot use
 * them. Then disables evaluation, because evaluated code can contain `import()`.
 *
 * @param replacements - Values of other globals. Their originals are removed, including from the prototypes of `scope`.
 */
export function lockDown(scope: object, replacements: Readonly<Record<string, unknown>>): void {
  const rejected = (): never => {
    throw new EvalError("the playground does not evaluate strings as code");
  };
  const block = (prototype: object): object => {
    const value = new Proxy(prototype.constructor, { apply: rejected, construct: rejected });
    Object.defineProperty(prototype, "constructor", { value });
    return value;
  };
  const blockedFunction = block(Function.prototype);
  for (const each of [async () => {}, function* () {}, async function* () {}]) {
    Object.setPrototypeOf(each.constructor, blockedFunction); // it was the original `Function`
    block(Object.getPrototypeOf(each));
  }
  const globals = {
    ...Object.fromEntries(REMOVED.map((name) => [name, undefined])),
    ...replacements,
    fetch: () => Promise.reject(new TypeError("the playground has no network access; use sandbox.fetch instead")),
    eval: rejected,
    Function: blockedFunction,
  };
  for (const [name, value] of Object.entries(globals)) {
    for (let object: object | null = scope; object !== null; object = Object.getPrototypeOf(object))
      Reflect.deleteProperty(object, name);
    Object.defineProperty(scope, name, { value, writable: true, configurable: true });
  }
}
