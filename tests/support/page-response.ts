/** The response of a page that a test created. */
export function pageResponse(body: unknown) {
  return { status: 200, request: { method: "GET", path: "/things" }, redact: async (value: unknown) => value, body };
}
