/** An example of the package. */
export interface Example {
  /** File name, such as `03-external-table.ts`. */
  readonly file: string;
  /** Title of its tab. */
  readonly title: string;
  readonly code: string;
}

const TITLES: Readonly<Record<string, string>> = { openapi: "OpenAPI", yaml: "YAML" };

/** Returns the examples in order. */
export function examplesOf(sources: Readonly<Record<string, string>>): Example[] {
  const examples = Object.entries(sources).map(([path, code]) => {
    const file = path.slice(path.lastIndexOf("/") + 1);
    return { file, title: titleOf(file), code };
  });
  return examples.sort((a, b) => a.file.localeCompare(b.file));
}

/** Returns the title of an example: the words of its file name. */
export function titleOf(file: string): string {
  const words = file.replace(/^\d+-|\.ts$/g, "").split("-");
  const title = words.map((word) => TITLES[word] ?? word).join(" ");
  return title.charAt(0).toUpperCase() + title.slice(1);
}
