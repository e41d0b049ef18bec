import type { Sandbox } from "fourfold/testing";
import type { StepReporter } from "./reporter.js";

/** Reports the latest request that changed something, as the sandbox received it. */
export function showWireRequest(sandbox: Sandbox, details: StepReporter): void {
  const { method, path, query, body } = sandbox.requests.findLast((request) => request.method !== "GET") ?? {};
  const mask = query?.updateMask === undefined ? "" : `?updateMask=${query.updateMask}`;
  details.note(`sent: ${method} ${path}${mask}\n${JSON.stringify(body)}`, { method, path, query, body });
}
