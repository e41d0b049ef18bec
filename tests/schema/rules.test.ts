import fc from "fast-check";
import { expect, test } from "vitest";
import {
  checkTree,
  type Place,
  type RuleRow,
  rule,
  ruleTable,
  ruleTree,
  serviceRules,
} from "../../src/checks/rules.js";
import { formatPath, issuesBeside, joinPath } from "../../src/values/issue-path.js";
import { propertyRuns } from "../support/property-runs.js";

test.each([
  [[], ""],
  [["schema"], "schema"],
  [["schema", "fields", 0, "scale"], "schema.fields[0].scale"],
  [[0], "[0]"],
  [["labels", "odd name"], 'labels["odd name"]'],
  [["labels", ""], 'labels[""]'],
  [["labels", "a.b"], 'labels["a.b"]'],
  [["labels", "0"], 'labels["0"]'],
  [["labels", 'q"uote'], 'labels["q\\"uote"]'],
  [["a-b"], '["a-b"]'],
  [["$a", "_b", "@context"], "$a._b.@context"],
  [["__proto__"], "__proto__"],
])("formats %j as %s", (segments, path) => {
  expect(formatPath(segments)).toBe(path);
});

test("different values have different paths", () => {
  const segment = fc.oneof(fc.nat(20), fc.string({ maxLength: 3 }), fc.constantFrom("a", "b", "0", "[0]", "a.b", '"'));
  const segments = fc.array(segment, { maxLength: 4 });
  fc.assert(
    fc.property(segments, segments, (left, right) => {
      const isSame = JSON.stringify(left) === JSON.stringify(right);
      expect(formatPath(left) === formatPath(right)).toBe(isSame);
    }),
    propertyRuns(400),
  );
});

test("a path is within another one exactly when it begins with its segments", () => {
  const segments = fc.array(fc.oneof(fc.nat(2), fc.constantFrom("a", "ab", "b", "a b", "a.b")), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(segments, segments, (inner, outer) => {
      const begins = JSON.stringify(inner.slice(0, outer.length)) === JSON.stringify(outer);
      const issue = (path: string) => ({ path, message: "", rule: "" });
      const beside = issuesBeside([issue(formatPath(inner))], [issue(formatPath(outer))]);
      expect(beside.length === 0).toBe(begins);
    }),
    propertyRuns(400),
  );
});

test("joinPath adds one segment", () => {
  expect(joinPath("", "a")).toBe("a");
  expect(joinPath("a", 1)).toBe("a[1]");
});

const complain = <const Id extends string>(id: Id, severity: RuleRow["severity"], source = "a chapter") =>
  rule(id, source, "place", `must be ${id}`, ({ value }: Place<string>) => value, severity);

test("rules group issues by severity, which settings can change", () => {
  const rows = [
    complain("one", "error"),
    complain("two", "warn"),
    complain("three", "error"),
    complain("four", "advice"),
  ];
  const settings = { two: "error", three: "off", one: undefined } as const;
  expect(checkTree(ruleTree(rows), { place: "x" }, undefined, settings)).toEqual({
    errors: [
      { path: "place", message: 'must be one, got "x"', rule: "one" },
      { path: "place", message: 'must be two, got "x"', rule: "two" },
    ],
    warnings: [{ path: "place", message: 'must be four, got "x"', rule: "four" }],
  });
});

test("rules apply to fields, elements of lists and entries of maps, wherever values have another type", () => {
  const keys: unknown[] = [];
  const row = rule("each", "a chapter", ["a.b", "list[]", "list[].c", "map{}"], "must not be", (place: Place) => {
    keys.push([place.key, [...place.path]]);
    return true;
  });
  const resource = { a: { b: 1 }, list: [{ c: null }, { c: 2 }], map: { d: 3 } };
  const paths = checkTree(ruleTree([row]), resource, undefined).errors.map(({ path }) => path);
  expect(paths).toEqual(["a.b", "list[0]", "list[1]", "list[1].c", "map.d"]);
  expect(keys).toEqual([
    ["b", ["a", "b"]],
    [0, ["list", 0]],
    [1, ["list", 1]],
    ["c", ["list", 1, "c"]],
    ["d", ["map", "d"]],
  ]);
  expect(checkTree(ruleTree([row]), { a: [], list: {}, map: 5 }, undefined).errors).toEqual([]);
});

test("a rule about the resource can find several values, each with a path and message of its own", () => {
  const row = rule("each", "a chapter", "", "must be small", ({ value, holder }: Place<{ a: number }>) => [
    { path: "b.c", message: `must be ${value.a} of ${holder}` },
    { path: "d", message: undefined },
    undefined,
    false,
    0,
    true,
  ]);
  expect(row.text).toBe("The resource must be small.");
  expect(checkTree(ruleTree([row]), { a: 1 }, undefined).errors).toEqual([
    { path: "b.c", message: "must be 1 of undefined", rule: "each" },
    { path: "", message: "must be small, got 0", rule: "each" },
    { path: "", message: "must be small", rule: "each" },
  ]);
});

test("the exported table contains only data", () => {
  expect(ruleTable([complain("one", "advice")])).toEqual([
    { id: "one", severity: "warn", text: '"place" must be one.', source: "a chapter" },
  ]);
});

test("a rule without a source only warns", () => {
  expect(rule("one", "unverified", "a", "must be", () => true).severity).toBe("warn");
  expect(rule("one", "a chapter", "a", "must be", () => true).severity).toBe("error");
});

test("a service rejects what clients report, unless it accepts it or the profile says otherwise", () => {
  const rows = [
    complain("one", "error"),
    complain("two", "warn"),
    complain("three", "advice"),
    complain("four", "warn", "unverified"),
    complain("five", "error"),
  ];
  expect(serviceRules(rows, { five: "off" })).toEqual({ one: "error", two: "error", five: "off" });
});
