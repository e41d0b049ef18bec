import fc from "fast-check";
import { expect, test } from "vitest";
import { buildPath, pathIssues } from "../../src/call/template.js";
import { propertyRuns } from "../support/property-runs.js";

/** Any string: ordinary text, code points, unpaired surrogates, and characters with a meaning in paths. */
const anyId = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 8 }).map((units) => String.fromCharCode(...units)),
  fc
    .array(
      fc.constantFrom(
        ".",
        "..",
        "/",
        "\\",
        "%",
        "%2e",
        "%2F",
        "?",
        "#",
        ";",
        ":",
        "@",
        "$&",
        "\t",
        "\n",
        " ",
        "é",
        "🦆",
      ),
      { maxLength: 4 },
    )
    .map((parts) => parts.join("")),
);

/** An independent form of the rule: not a valid name of a segment, a control character, or an unpaired surrogate. */
function isBad(id: string): boolean {
  const dots = [".", ".."];
  if (Array.from(id, (character) => character.charCodeAt(0)).some((code) => code < 32 || (code > 126 && code < 160))) {
    return true;
  }
  return id.length === 0 || dots.includes(id) || id.split("/").length > 1 || Buffer.from(id).toString() !== id;
}

test("an id is a single segment of the URL, or is rejected", () => {
  fc.assert(
    fc.property(anyId, (id) => {
      if (isBad(id)) {
        expect(pathIssues({ id })).toHaveLength(1);
        return;
      }
      const { pathname, search, hash } = new URL(`https://service.test/${buildPath("a/{id}/b", { id })}`);
      const segments = pathname.split("/");
      expect(segments).toHaveLength(4);
      expect([segments[1], segments[3], search, hash]).toEqual(["a", "b", "", ""]);
      expect(decodeURIComponent(segments[2]!)).toBe(id);
    }),
    propertyRuns(400),
  );
});

test("an id whose slashes are encoded is a single segment of the URL, unless it is empty, a dot segment or unsendable", () => {
  fc.assert(
    fc.property(anyId, (id) => {
      const issues = pathIssues({ id }, "", { slashes: "encode" });
      if (isBad(id.replaceAll("/", "x"))) {
        expect(issues).toHaveLength(1);
        return;
      }
      expect(issues).toEqual([]);
      const { pathname } = new URL(`https://service.test/${buildPath("a/{id}/b", { id })}`);
      expect(pathname.split("/")).toHaveLength(4);
      expect(decodeURIComponent(pathname.split("/")[2]!)).toBe(id);
    }),
    propertyRuns(400),
  );
});

test("an exact integer is a valid id where integers are accepted", () => {
  const issuesOf = (id: unknown) => pathIssues({ id }, "", { integers: true });
  expect([0, -7, 2 ** 53 - 1, 2n ** 64n].flatMap(issuesOf)).toEqual([]);
  expect(buildPath("a/{id}", { id: 18446744073709551615n })).toBe("a/18446744073709551615");
  for (const id of [1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
    const message = `must be a string or an exact integer, got ${id}; pass a large integer as a bigint or a string`;
    expect(issuesOf(id)).toEqual([{ path: "id", message, rule: "path-id" }]);
  }
  expect(issuesOf(true)).toMatchObject([{ message: "must be a string, got a boolean" }]);
});

test("an id stays one segment before a verb and at the end, too", () => {
  fc.assert(
    fc.property(
      anyId.filter((id) => !isBad(id)),
      (id) => {
        const { pathname } = new URL(`https://service.test${buildPath("/a/{id}", { id })}:getIamPolicy`);
        expect(pathname.split("/")).toHaveLength(3);
        expect(decodeURIComponent(pathname.slice("/a/".length))).toBe(`${id}:getIamPolicy`);
      },
    ),
  );
});

test.each([
  ["", "must not be empty"],
  [".", 'must not be ".": it would change the path'],
  ["..", 'must not be "..": it would change the path'],
  ["a/b", 'must not contain a slash, got "a/b"'],
  ["/", 'must not contain a slash, got "/"'],
  ["a\nb", "must not contain control characters or unpaired surrogates"],
  ["a\u0000", "must not contain control characters or unpaired surrogates"],
  ["\u0085", "must not contain control characters or unpaired surrogates"],
  ["a\ud800", "must not contain control characters or unpaired surrogates"],
  ["\udc00", "must not contain control characters or unpaired surrogates"],
  [undefined, "must be a string, got nothing"],
  [null, "must be a string, got null"],
  [7, "must be a string, got a number"],
  [["a"], "must be a string, got a list"],
  [{ toString: () => "a" }, "must be a string, got an object"],
])("rejects the id %j", (id, message) => {
  expect(pathIssues({ id })).toEqual([{ path: "id", message, rule: "path-id" }]);
});

test.each([
  "...",
  " ",
  "a b",
  "%2e%2e",
  "%2F",
  "a\\b",
  "$1",
  "a?b#c",
  "../".replace("/", "\\"),
  "Ünïcode 🦆",
  "__proto__",
])("accepts the id %j", (id) => {
  expect(pathIssues({ id })).toEqual([]);
});

test("reports all invalid ids at once, with their paths", () => {
  expect(
    pathIssues({ projectId: "", datasetId: "fine", tableId: ".." }, "tableReference").map(({ path }) => path),
  ).toEqual(["tableReference.projectId", "tableReference.tableId"]);
});

test("a placeholder with a plus accepts several segments, each encoded and checked", () => {
  const name = "projects/p 1/locations/l";
  expect(buildPath("/v1/{+name}:cancel", { name })).toBe("/v1/projects/p%201/locations/l:cancel");
  expect(pathIssues({ name }, "", { multiple: ["name"] })).toEqual([]);
  expect(pathIssues({ name })).toMatchObject([{ path: "name" }]);
  for (const bad of ["", "a//b", "a/../b", "a/.", "/a", "a/"]) {
    expect(pathIssues({ name: bad }, "", { multiple: ["name"] })).toMatchObject([{ path: "name", rule: "path-id" }]);
  }
});

test("the service path is a fixed value", () => {
  expect(buildPath("/{servicePath}/v2/{id}", { id: "a" }, "store")).toBe("/store/v2/a");
});

test("special patterns of replace() are ordinary text", () => {
  expect(buildPath("a/{id}", { id: "$&$1$$" })).toBe("a/%24%26%241%24%24");
});
