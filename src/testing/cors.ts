/** Headers that pages may send without having to ask for each by name. */
const ALLOWED = ["authorization", "content-type", "if-match", "x-goog-api-key", "accept"];
/** Headers of answers that pages may read. */
const EXPOSED = "etag, retry-after, location, www-authenticate, x-request-id, content-length";
const METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";

/** Whether a browser asks here what a page may do. */
export function isPreflight(request: Request): boolean {
  return request.method === "OPTIONS" && request.headers.has("access-control-request-method");
}

/** Allows what a browser asks for. */
export function preflightResponse(request: Request): Response {
  const asked = (request.headers.get("access-control-request-headers") ?? "").toLowerCase().split(",");
  const names = new Set([...ALLOWED, ...asked.map((name) => name.trim()).filter((name) => name !== "")]);
  const headers = {
    "access-control-allow-methods": METHODS,
    "access-control-allow-headers": [...names].join(", "),
    "access-control-max-age": "600",
  };
  return new Response(null, { status: 204, headers });
}

/** The headers that open an answer to pages of every origin; those that it has already stay. */
export function corsHeaders(own: Headers): [name: string, value: string][] {
  const headers: [string, string][] = [
    ["access-control-allow-origin", "*"],
    ["access-control-expose-headers", EXPOSED],
  ];
  return headers.filter(([name]) => !own.has(name));
}
