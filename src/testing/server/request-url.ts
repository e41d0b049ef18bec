import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/** Names of this machine, which no other machine can have. */
const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/;
/** Addresses to listen on that mean every address of this machine. */
const WILDCARDS: readonly string[] = ["0.0.0.0", "::"];

/**
 * Returns the URL of a request; undefined if its target or its `Host` header is malformed. The header cannot contain more
 * than a host and a port, so it does not change the path.
 */
export function requestUrl({ url: target = "", headersDistinct }: IncomingMessage): URL | undefined {
  const [host = "localhost", ...others] = headersDistinct.host ?? []; // HTTP/1.0 does not require the header
  const isPath = target.startsWith("/");
  // A target with a host overrides the header (RFC 9112, 3.2.2).
  const server = urlOf(isPath ? `http://${host}` : target);
  const isServer = server !== undefined && (!isPath || server.href === `${server.origin}/`);
  if (!isServer || server.protocol !== "http:" || others.length > 0) return undefined;
  if (server.username !== "" || server.password !== "") return undefined;
  return isPath ? urlOf(server.origin + target) : server;
}

/**
 * Creates a check of the host name in the URL of a request: it must be a name of this machine, or one of the given names and
 * addresses. Any other name can be that of a web page that resolves to this machine (DNS rebinding).
 */
export function createHostCheck(names: readonly string[]): (hostname: string) => boolean {
  const allowed = new Set(names.map(hostnameOf));
  // The page of an IP address comes from that address, so it cannot be another machine's page.
  const allowsAddresses = names.some((name) => WILDCARDS.includes(name));
  return (hostname) =>
    LOOPBACK.test(hostname) || allowed.has(hostname) || (allowsAddresses && isIP(unbracketed(hostname)) !== 0);
}

/** The name as in a URL: in lower case, an IPv6 address in brackets; undefined if it is not a host name. */
export function hostnameOf(name: string): string | undefined {
  const url = urlOf(`http://${isIP(name) === 6 ? `[${name}]` : name}`);
  return url?.href === `${url?.origin}/` ? url?.hostname : undefined;
}

function unbracketed(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "");
}

function urlOf(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
