import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const root = new URL("../", import.meta.url);
const textOf = (path: string) => readFileSync(new URL(path, root), "utf8");
const filesIn = (folder: string, ending: RegExp) =>
  readdirSync(new URL(folder, root))
    .filter((file) => ending.test(file))
    .map((file) => folder + file);

/** The page about the neutral names. */
const NEUTRAL = "docs/guides/neutral-names.md";
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

/** Names of the neutral profile that differ from Google's. Types keep `vendorLakeConfiguration` and the like. */
const neutral = /vendorNaming|x-vendor-|product-[\d.]|engine-[\d.]|<product>|<engine>|\/warehouse\/v2|warehouse#table/i;

describe("code with Google's names", () => {
  test.each(sources)("%s has no neutral names", (path) => {
    expect(textOf(path)).not.toMatch(neutral);
  });

  test.each(pages.filter((path) => path !== NEUTRAL && path !== COMMAND))("%s has no neutral names", (path) => {
    const withoutMentions = codeOf(textOf(path)).replaceAll(/`(naming: )?vendorNaming`/g, "");
    expect(withoutMentions).not.toMatch(neutral);
  });

  test.each([...sources, ...pages])("%s does not pass the default profile", (path) => {
    expect(textOf(path)).not.toMatch(
      /create(Client|Sandbox)\(\{ naming: googleNaming|(scopes|permissions)\(googleNaming/,
    );
  });
});

test.each([...pages, "AGENTS.md", "CONTRIBUTING.md"])("%s runs the installed command only", (path) => {
  // The name is not registered: without --no, npx would install a package of someone else.
  expect(textOf(path)).not.toMatch(/npx (-y |--yes )?fourfold/);
});
