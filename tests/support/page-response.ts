/** The response that contained a page, for pages that a test created. */
export function pageResponse(body: unknown) {
  return { status: 200, request: { method: "GET", path: "/things" }, redact: async (value: unknown) => value, body };
}
