/** An example of the package. */
export interface Example {
  /** File name, such as `03-external-table.ts`. */
  readonly file: string;
  /** Title of its tab. */
  readonly title: string;
  readonly code: string;
}

const TITLES: Readonly<Record<string, string>> = { openapi: "OpenAPI", yaml: "YAML" };

/** Comments for the compiler of this repository, which must find an error below each. The page shows the errors. */
const EXPECTED_ERRORS = /^\/\/ @ts-expect-error\n/gm;

/** Returns the examples in the order of their numbers; the one without a number is second. */
export function examplesOf(sources: Readonly<Record<string, string>>): Example[] {
  const examples = Object.entries(sources).map(([path, code]) => {
    const file = path.slice(path.lastIndexOf("/") + 1);
    return { file, title: titleOf(file), code: code.replaceAll(EXPECTED_ERRORS, "") };
  });
  const keyOf = ({ file }: Example) => (/^\d/.test(file) ? file : `00-z-${file}`);
  return examples.sort((a, b) => keyOf(a).localeCompare(keyOf(b)));
}

/** Returns the title of an example: the words of its file name. */
export function titleOf(file: string): string {
  const words = file.replace(/^\d+-|\.ts$/g, "").split("-");
  const title = words.map((word) => TITLES[word] ?? word).join(" ");
  return title.charAt(0).toUpperCase() + title.slice(1);
}
