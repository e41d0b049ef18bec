/** The headers that allow pages from any origin to read a response. */
export const CORS_HEADERS = { "access-control-allow-origin": "*", "access-control-expose-headers": "*" };

/** Whether a request is a CORS preflight. */
export function isPreflight({ method, headers }: Request): boolean {
  return method === "OPTIONS" && headers.has("access-control-request-method");
}

/** Creates a response to a preflight that allows the request for pages from any origin. */
export function preflightResponse({ headers }: Request): Response {
  const allowed = {
    ...CORS_HEADERS,
    "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
    "access-control-allow-headers": headers.get("access-control-request-headers") ?? "",
    "access-control-max-age": "600",
  };
  return new Response(null, { status: 204, headers: allowed });
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
