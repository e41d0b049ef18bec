import fc from "fast-check";
import { expect, test } from "vitest";
import { buildPath, pathIssues } from "../../src/core/path.js";
import { RequestError } from "../../src/errors/request-error.js";
import { thrown } from "../support/rejection.js";

/** Any string: ordinary text, whole code points, halves of them, and what means something in a path. */
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
      {
        maxLength: 4,
      },
    )
    .map((parts) => parts.join("")),
);

/** The rule once more, in other words: no name of a segment, or nothing that UTF-8 can carry. */
function isBad(id: string): boolean {
  const dots = [".", ".."];
  return id.length === 0 || dots.includes(id) || id.split("/").length > 1 || Buffer.from(id).toString() !== id;
}

test("an id is one segment of the address, whatever it holds, or is refused", () => {
  fc.assert(
    fc.property(anyId, (id) => {
      if (isBad(id)) {
        expect(thrown(() => buildPath("get", "a/{id}/b", { id }))).toBeInstanceOf(RequestError);
        return;
      }
      const { pathname, search, hash } = new URL(`https://service.test/${buildPath("get", "a/{id}/b", { id })}`);
      const segments = pathname.split("/");
      expect(segments).toHaveLength(4);
      expect([segments[1], segments[3], search, hash]).toEqual(["a", "b", "", ""]);
      expect(decodeURIComponent(segments[2]!)).toBe(id);
    }),
    { numRuns: 2_000 },
  );
});

test("an id keeps to its segment before a verb and at the end, too", () => {
  fc.assert(
    fc.property(
      anyId.filter((id) => !isBad(id)),
      (id) => {
        const { pathname } = new URL(`https://service.test${buildPath("get", "/a/{id}", { id })}:getIamPolicy`);
        expect(pathname.split("/")).toHaveLength(3);
        expect(decodeURIComponent(pathname.slice("/a/".length))).toBe(`${id}:getIamPolicy`);
      },
    ),
  );
});

test.each([
  ["", "must not be empty"],
  [".", 'must not be ".": it would name another path'],
  ["..", 'must not be "..": it would name another path'],
  ["a/b", 'must not hold a slash, got "a/b"'],
  ["/", 'must not hold a slash, got "/"'],
  ["a\ud800", "holds half a surrogate pair, which no URL can carry"],
  ["\udc00", "holds half a surrogate pair, which no URL can carry"],
  [undefined, "must be a string, got nothing"],
  [null, "must be a string, got null"],
  [7, "must be a string, got a number"],
  [["a"], "must be a string, got a list"],
  [{ toString: () => "a" }, "must be a string, got an object"],
])("refuses the id %j", (id, message) => {
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
])("takes the id %j", (id) => {
  expect(pathIssues({ id })).toEqual([]);
});

test("reports all the bad ids at once, with where they stand", () => {
  expect(
    pathIssues({ projectId: "", datasetId: "fine", tableId: ".." }, "tableReference").map(({ path }) => path),
  ).toEqual(["tableReference.projectId", "tableReference.tableId"]);
  const error = thrown(() => buildPath("tables.get", "{a}/{b}", { a: "", b: "/" }));
  expect(error).toMatchObject({ code: "invalid_request", issues: [{ path: "a" }, { path: "b" }] });
  expect(String(error)).toContain("[invalid_request] tables.get: 2 problems");
});

test("text that means something to replace() is text", () => {
  expect(buildPath("get", "a/{id}", { id: "$&$1$$" })).toBe("a/%24%26%241%24%24");
});
