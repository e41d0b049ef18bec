/** The message at the end of a chain of causes: `fetch failed` alone says nothing. */
export function innermostMessage(error: unknown): string {
  let text = String(error);
  let current: unknown = error;
  for (let depth = 0; depth < 8 && current instanceof Error; depth += 1) {
    const { message, code } = current as Error & { code?: unknown };
    text = message || (typeof code === "string" ? code : "") || text;
    current = current.cause;
  }
  return text;
}
