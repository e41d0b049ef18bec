import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const root = new URL("../", import.meta.url);
const textOf = (path: string) => readFileSync(new URL(path, root), "utf8");
const filesIn = (folder: string, ending: RegExp) =>
  readdirSync(new URL(folder, root))
    .filter((file) => ending.test(file))
    .map((file) => folder + file);

/** The page about the names on the wire. */
const NAMING = "docs/naming.md";
/** The table of naming profiles in the page about the command. */
const COMMAND = "docs/cli.md";

const sources = [...filesIn("examples/", /\.ts$/), ...filesIn("examples/adapters/", /\.ts$/)];
const pages = [
  "README.md",
  ...filesIn("docs/", /(?<!api-report)\.md$/),
  ...filesIn("docs/guides/", /\.md$/),
  ...filesIn("docs/areas/", /\.md$/),
];

/** The code blocks and the inline code of a page. */
const codeOf = (page: string) => page.match(/^```.*?^```$|`[^`\n]+`/gms)?.join("\n") ?? "";

/** Names of the specification that differ from Google's. Pages may mention `vendorNaming` and headings of the specification. */
const specNames =
  /vendor(?!Naming)\w+|x-vendor-|orchestrator|product-[\d.]|engine-[\d.]|<product>|<engine>|\/warehouse\/v2|warehouse#table/i;

describe("code with Google's names", () => {
  test.each(sources)("%s has only Google's names", (path) => {
    expect(textOf(path)).not.toMatch(specNames);
    expect(textOf(path)).not.toContain("vendorNaming");
  });

  test.each(pages.filter((path) => path !== NAMING && path !== COMMAND))("%s has only Google's names", (path) => {
    const withoutMentions = codeOf(textOf(path)).replaceAll(/`([^`\n]*: )?vendorNaming( \})?`/g, "");
    expect(withoutMentions).not.toMatch(specNames);
    expect(withoutMentions).not.toContain("vendorNaming");
  });

  test.each([...sources, ...pages])("%s does not pass the default profile", (path) => {
    expect(textOf(path)).not.toMatch(
      /create(Client|Sandbox)\(\{ naming: googleNaming|(scopes|permissions)\(googleNaming/,
    );
  });
});

test.each([...pages, "AGENTS.md", "CONTRIBUTING.md"])("%s runs the installed command only", (path) => {
  // The name is not registered: without --no, npx could install an unrelated package.
  expect(textOf(path)).not.toMatch(/npx (-y |--yes )?fourfold/);
});
