// The request, the code and the JSON of the latest search.

/** The constraints of a search. */
export interface Constraints {
  readonly limit: number;
  readonly languages: string;
  readonly types: readonly string[] | undefined;
}

/** Returns a program that makes a search, to copy. */
export function codeOf(text: string, { limit, languages, types }: Constraints, baseUrl: string): string {
  const options = [`limit: ${limit}`, `languages: ${quote(languages)}`];
  if (types !== undefined) options.push(`types: [${types.map(quote).join(", ")}]`);
  const list = types === undefined ? ` ${options.join(", ")} ` : `\n  ${options.join(",\n  ")},\n`;
  return `import { createEntities, localized } from "fourfold/entities";

const baseUrl = ${quote(baseUrl)};
const entities = createEntities({ baseUrl });
const suggest = entities.suggest({${list}});

const { itemListElement = [] } = await suggest(${quote(text)});
for (const { result } of itemListElement) {
  console.log(localized(result?.name, ${quote(languages)}));
}
`;
}

/** Formats a request: the method and the path, then the query. */
export function requestOf({ method, url }: Request): string {
  const { pathname, searchParams } = new URL(url);
  return `${method} ${pathname}\n  ?${[...searchParams].map(([name, value]) => `${name}=${value}`).join("&")}`;
}

/** A string literal. `JSON.stringify` escapes characters that would end it. */
function quote(text: string): string {
  return JSON.stringify(text);
}
