import fc from "fast-check";
import { expect, test } from "vitest";
import { pathPattern } from "../../src/testing/router.js";
import { propertyRuns } from "../support/property-runs.js";

const idsOf = (template: string, path: string) => {
  const match = pathPattern(template).exec(path);
  return match === null ? undefined : { ...match.groups };
};

test.each<[template: string, path: string, ids: object | undefined]>([
  ["/v1/{a}", "/v1/x", { a: "x" }],
  ["/v1/{a}", "/v1/", undefined],
  ["/v1/{a}", "/v1/x/y", undefined],
  ["/v1/{a}", "/v2/x", undefined],
  ["/v1/{a}:get", "/v1/x:y:get", { a: "x:y" }],
  ["/v1/{a}-{b}", "/v1/x-y-z", { a: "x-y", b: "z" }],
  ["/{+a}", "/x/y/z", { a: "x/y/z" }],
  ["/{+a}", "/x//z", undefined],
  ["/{+a}", "/x/", undefined],
  ["/{+a}:cancel", "/x/y:cancel", { a: "x/y" }],
  ["/{+a}/rows/{+b}", "/x/y/rows/z/rows/w", { a: "x/y", b: "z/rows/w" }],
  ["/{+a}/{b}", "/x/y/z", { a: "x/y", b: "z" }],
  ["/v1/a", "/v1/a", {}],
  ["/v1/a", "/v1/ab", undefined],
])("the template %s divides %s into %j", (template, path, ids) => {
  expect(idsOf(template, path)).toEqual(ids);
});

/** The paths that a template matches, as a regular expression. */
function patternOf(template: string): RegExp {
  const source = template.split(/\{(\+?\w+)\}/).map((part, index) => {
    if (index % 2 === 0) return part;
    return part.startsWith("+") ? "[^/]+(?:/[^/]+)*" : "[^/]+";
  });
  return new RegExp(`^${source.join("")}$`);
}

test("a path matches if and only if it has the form of the template, and the parameters rebuild it", () => {
  const part = fc.constantFrom("/", "a", ":", "{x}", "{+x}");
  const templates = fc.array(part, { maxLength: 7 }).map((parts) => {
    return `/${parts.map((each, index) => each.replace("x}", `p${index}}`)).join("")}`;
  });
  const paths = fc.array(fc.constantFrom("/", "a", ":", "b"), { maxLength: 9 }).map((parts) => `/${parts.join("")}`);
  fc.assert(
    fc.property(templates, paths, (template, path) => {
      const ids = idsOf(template, path);
      expect(ids !== undefined).toBe(patternOf(template).test(path));
      if (ids !== undefined) expect(template.replace(/\{\+?(\w+)\}/g, (_, name: string) => ids[name] ?? "")).toBe(path);
    }),
    propertyRuns(500),
  );
});
