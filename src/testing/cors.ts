/** Request headers that pages are always allowed to send. */
const ALLOWED = ["authorization", "content-type", "if-match", "x-goog-api-key", "accept"];
/** Response headers that pages are allowed to read. */
const EXPOSED = "etag, retry-after, location, www-authenticate, x-request-id, content-length";
const METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";

/** Whether a request is a CORS preflight. */
export function isPreflight(request: Request): boolean {
  return request.method === "OPTIONS" && preflightMethod(request) !== undefined;
}

/** Returns the method that a preflight requests. */
export function preflightMethod(request: Request): string | undefined {
  return request.headers.get("access-control-request-method") ?? undefined;
}

/** Creates a response to a preflight that allows the request for pages from any origin. */
export function preflightResponse(request: Request): Response {
  const requested = (request.headers.get("access-control-request-headers") ?? "").toLowerCase().split(",");
  const names = new Set([...ALLOWED, ...requested.map((name) => name.trim()).filter((name) => name !== "")]);
  const headers = {
    ...Object.fromEntries(corsHeaders(new Headers())),
    "access-control-allow-methods": METHODS,
    "access-control-allow-headers": [...names].join(", "),
    "access-control-max-age": "600",
  };
  return new Response(null, { status: 204, headers });
}

/** The headers that allow pages from any origin to read a response, without those that it already has. */
export function corsHeaders(own: Headers): [name: string, value: string][] {
  const headers: [string, string][] = [
    ["access-control-allow-origin", "*"],
    ["access-control-expose-headers", EXPOSED],
  ];
  return headers.filter(([name]) => !own.has(name));
}

/**
 * Whether a page of another origin sends a request. Browsers send some requests without a preflight, such as a POST of text.
 */
export function isCrossSite({ headers, url }: Request): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "cross-site" || site === "same-site";
  const origin = headers.get("origin");
  return origin !== null && origin !== new URL(url).origin;
}

/** Creates the response to a request of a page that must not send it. */
export function crossSiteResponse(): Response {
  const message = "the page has another origin; to allow pages from any origin, create the sandbox with cors";
  return Response.json({ error: { code: 403, message, status: "PERMISSION_DENIED" } }, { status: 403 });
}
