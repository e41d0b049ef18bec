// Checks the types of programs. It parses code and never runs it.
import type { CheckerMessage } from "./messages.js";
import { createTypeChecker } from "./type-checker.js";

const send: (message: CheckerMessage) => void = globalThis.postMessage.bind(globalThis);

async function load(): Promise<void> {
  const response = await fetch(new URL("types.json", location.href));
  const check = createTypeChecker(await response.json());
  addEventListener("message", ({ data }) => send({ type: "checked", problems: check(data) }));
  send({ type: "loaded" });
}

load().catch(() => send({ type: "notLoaded" }));
