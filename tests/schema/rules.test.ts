import fc from "fast-check";
import { expect, test } from "vitest";
import { type RuleCheck, ruleTable, runRules } from "../../src/schema/rules.js";
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

const complain = (id: string, severity: "error" | "warn"): RuleCheck<string, { at: number }> => ({
  id,
  severity,
  text: `says ${id}`,
  spec: "a chapter",
  check: (node, report, context) => report(node, `${id} at ${context.at}`),
});

test("rules group issues by severity, which settings can change", () => {
  const rules = [
    complain("one", "error"),
    complain("two", "warn"),
    complain("three", "error"),
    complain("four", "error"),
  ];
  const verdict = runRules(rules, "place", { at: 7 }, { two: "error", three: "off", four: "warn", one: undefined });
  expect(verdict).toEqual({
    errors: [
      { path: "place", message: "one at 7", rule: "one" },
      { path: "place", message: "two at 7", rule: "two" },
    ],
    warnings: [{ path: "place", message: "four at 7", rule: "four" }],
  });
});

test("the exported table contains only data", () => {
  expect(ruleTable([complain("one", "warn")])).toEqual([
    { id: "one", severity: "warn", text: "says one", spec: "a chapter", section: "a chapter" },
  ]);
});

test("the section of a rule that the spec does not state is implied", () => {
  expect(ruleTable([{ ...complain("one", "warn"), implied: true }])).toMatchObject([
    { spec: "a chapter", section: "implied" },
  ]);
});
