import fc from "fast-check";
import { jwtSecurity, secureDocument } from "fourfold";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readYaml } from "../../src/cli/yaml-document.js";
import { propertyRuns } from "../support/property-runs.js";

const security = jwtSecurity({ definitions: { users: { issuer: "https://issuer.test", audiences: "shop" } } });

/** Comments, blank lines and spaces around the lines of a document. */
const clutter = fc.record({
  before: fc.constantFrom("", "\n", "# before\n", "\n# apart\n"),
  behind: fc.constantFrom("", " # behind", "   # far behind"),
});
const step = fc.constantFrom(2, 3, 4);

interface Entry {
  readonly depth: number;
  readonly text: string;
  /** The operation that has the requirement. */
  readonly requirementOf?: string;
}

const listed = (depth: number, dash: boolean): Entry[] => [
  { depth, text: "security:" },
  { depth: dash ? depth + 1 : depth, text: "- key: []" },
];
const operation = fc.record({
  style: fc.constantFrom("block", "flow", "open", "listed", "folded"),
  method: fc.constantFrom("get", "post", "put"),
});
const keyOf = (method: string, path: number) => `${method.toUpperCase()} /p${path}`;
const entriesOf = ({ style, method }: { style: string; method: string }, path: number): Entry[] => {
  if (style === "flow") return [{ depth: 2, text: `${method}: {operationId:   x}` }];
  const head = { depth: 2, text: `${method}:` };
  if (style === "open") return [head, { depth: 3, text: "security: []" }, { depth: 3, text: "operationId: x" }];
  if (style === "listed") {
    const [section, requirement] = listed(3, true) as [Entry, Entry];
    return [
      head,
      section,
      { ...requirement, requirementOf: keyOf(method, path) },
      { depth: 3, text: "operationId: 'x'" },
    ];
  }
  if (style === "folded") return [head, { depth: 3, text: "x-text:    two words" }];
  return [head, { depth: 3, text: "operationId: 12345678901234567890" }];
};
const root = fc.record({
  definitions: fc.boolean(),
  section: fc.constantFrom("none", "first", "last"),
  dashed: fc.boolean(),
  paths: fc.array(fc.uniqueArray(operation, { selector: ({ method }) => method, minLength: 1, maxLength: 3 }), {
    maxLength: 3,
  }),
});

const documents = fc
  .tuple(root, fc.array(clutter, { minLength: 60, maxLength: 60 }), step)
  .map(([{ definitions, section, dashed, paths }, clutters, width]) => {
    const own = section === "none" ? [] : listed(0, dashed);
    const entries: Entry[] = [
      { depth: 0, text: 'swagger:  "2.0"' },
      ...(section === "first" ? own : []),
      ...(paths.length === 0 ? [] : [{ depth: 0, text: "paths:" }]),
      ...paths.flatMap((each, index) => [
        { depth: 1, text: `/p${index}:` },
        ...each.flatMap((one) => entriesOf(one, index)),
      ]),
      ...(definitions
        ? [
            { depth: 0, text: "securityDefinitions:" },
            { depth: 1, text: "key: {type: apiKey}" },
          ]
        : []),
      ...(section === "last" ? own : []),
    ];
    const lines = entries.map(({ depth, text }, index) => {
      const { before, behind } = clutters[index]!;
      const indent = " ".repeat(depth * width);
      const marked = (comment: string) => comment.replace("#", `# ${index}`);
      return `${marked(before).replace("#", `${indent}#`)}${indent}${text}${marked(behind)}\n`;
    });
    const keys = paths.flatMap((each, index) => each.map(({ method }) => keyOf(method, index)));
    const requirements = entries.flatMap(({ requirementOf }, index) =>
      requirementOf ? [{ requirementOf, index }] : [],
    );
    return { text: lines.join(""), keys, requirements, untouched: section === "none" };
  });

const cases = documents.chain((document) =>
  fc.record({ document: fc.constant(document), chosen: fc.subarray(document.keys) }),
);
const commentsOf = (text: string) => (text.match(/# \d+ ?[a-z ]+/g) ?? []).map((comment) => comment.trim());
/** The entries of a text, one per line, without comments and white space. */
const entriesIn = (text: string) =>
  text.split("\n").flatMap((line) => line.replace(/#.*/, "").replace(/\s+/g, "") || []);

test("a secured document has the intended data, every comment once and in order, and every entry that did not change", () => {
  fc.assert(
    fc.property(cases, ({ document: { text, requirements, untouched }, chosen }) => {
      const document = readYaml(text, "api.yaml");
      const operations = Object.fromEntries(chosen.map((key) => [key, ["users" as const]]));
      const secured = secureDocument(document.data, security, { operations });
      const written = document.rewrite(secured);
      expect(parse(written)).toEqual(JSON.parse(JSON.stringify(secured)));
      // The comments of a requirement that is replaced may be lost.
      const replaced = requirements.filter(({ requirementOf }) => chosen.includes(requirementOf));
      const isKept = (comment: string) => !replaced.some(({ index }) => comment.startsWith(`# ${index} `));
      expect(commentsOf(written).filter(isKept)).toEqual(commentsOf(text).filter(isKept));
      if (!untouched || chosen.length > 0) return;
      const left = entriesIn(written);
      for (const entry of entriesIn(text)) {
        const at = left.indexOf(entry);
        expect(at, entry).toBeGreaterThanOrEqual(0);
        left.splice(0, at + 1);
      }
    }),
    propertyRuns(150),
  );
});
