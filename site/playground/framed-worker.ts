import type { WorkerMessage } from "./messages.js";
import type { RunWorker } from "./runner.js";

/**
 * Starts a worker in a sandboxed frame.
 *
 * @param frameUrl - URL of the frame's document.
 * @param script - Script of the worker. The frame itself cannot load it.
 */
export function createFramedWorker(frameUrl: string, script: Promise<Blob>): RunWorker {
  const { port1, port2 } = new MessageChannel();
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.style.display = "none";
  frame.title = "Program";
  frame.src = frameUrl;
  const loaded = new Promise((resolve) => {
    frame.onload = resolve;
  });
  document.body.append(frame);
  const worker: RunWorker = {
    onmessage: null,
    onerror: null,
    postMessage: (program) => port1.postMessage(program),
    terminate() {
      port1.close();
      frame.remove();
    },
  };
  port1.onmessage = (event: MessageEvent<WorkerMessage>) => worker.onmessage?.(event);
  Promise.all([script, loaded]).then(
    // An opaque origin has no name, so the message goes to any: the frame contains only this page's document.
    ([blob]) => frame.contentWindow?.postMessage(blob, "*", [port2]),
    () => worker.onerror?.(),
  );
  return worker;
}
