// The script of the frame in which programs run. The frame is sandboxed: its origin is opaque, and its own policy allows
// evaluation and no network. It starts the worker of one program, and passes on its messages within the limits. The page
// removes the frame to end the program.
import { createGuard } from "./guard.js";
import { createCryptoService } from "./remote-crypto.js";

addEventListener("message", ({ source, data, ports: [page] }) => {
  // Without the sandbox, the program would have the origin of the site.
  if (origin !== "null" || source !== parent || page === undefined) return;
  const worker = new Worker(URL.createObjectURL(data as Blob));
  const guard = createGuard((message) => page.postMessage(message));
  const runCrypto = createCryptoService(crypto.subtle);
  worker.onmessage = async ({ data: message }) => {
    if (message?.type === "crypto") worker.postMessage(await runCrypto(message));
    else guard(message);
  };
  page.onmessage = (event) => worker.postMessage(event.data);
});
