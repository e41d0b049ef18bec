/** Query parameters. A list adds the parameter once per element; `undefined` omits it. */
export type Query = Readonly<
  Record<string, string | number | boolean | readonly (string | number | boolean)[] | undefined>
>;

/** Encodes query parameters in the given order, with a leading `?`; the empty string if there are none. */
export function formatQuery(query: Query): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const entry of Array.isArray(value) ? value : [value]) params.append(name, String(entry));
  }
  const text = params.toString();
  return text === "" ? "" : `?${text}`;
}
