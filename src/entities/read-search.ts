/**
 * Makes the `@type` of every entity in an answer a list, in place, where it came as one string; touches nothing else.
 */
export function listTypes(body: unknown): void {
  const { itemListElement } = (body ?? {}) as { itemListElement?: unknown };
  if (!Array.isArray(itemListElement)) return;
  for (const element of itemListElement) {
    const result: unknown = element?.result;
    if (typeof result !== "object" || result === null) continue;
    const entity = result as { "@type"?: unknown };
    if (typeof entity["@type"] === "string") entity["@type"] = [entity["@type"]];
  }
}
