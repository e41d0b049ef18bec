import { isLoopback } from "./auth.js";
import type { HttpCall } from "./http-call.js";
import { isSecretName } from "./redact.js";

/** Warns once per client about credentials that the service rejects, or that are sent unencrypted to another machine. */
export function warnAboutCredentials({ client, wire, request, scope }: HttpCall, { url, headers }: Request): void {
  const { rejectsKeys, warned } = client;
  const { protocol, host, hostname, searchParams } = new URL(url);
  const warn = (rule: string, path: string, message: string) => {
    if (warned.has(rule)) return;
    warned.add(rule);
    const issue = { path, message, rule };
    client.warn({ type: "warning", callId: scope.callId, methodName: wire.name, ...request, issue });
  };
  const sendsKey = searchParams.has("key");
  if (sendsKey && rejectsKeys) {
    warn("api-key-rejected", "auth", "the service rejects API keys; use serviceAccount or bearer");
  }
  if (protocol === "https:" || isLoopback(hostname)) return;
  if (sendsKey || [...headers.keys()].some(isSecretName)) {
    warn("unencrypted-credentials", "baseUrl", `credentials are sent unencrypted to ${host}; use https://`);
  }
}
