import * as fc from "fast-check";
import { expect, test } from "vitest";
import { maskNameIssues, nameIssues, specTranslation } from "../../src/naming/translate.js";
import { propertyRuns } from "../support/property-runs.js";

const { toWire, fromWire, pathToWire, pathFromWire } = specTranslation;

/** The names on the wire, by the names in code, written independently of the data in `src`. */
const fields: Readonly<Record<string, string>> = {
  biglakeConfiguration: "vendorLakeConfiguration",
  bigtableOptions: "vendorTableOptions",
  googleSheetsOptions: "vendorSheetsOptions",
  airflowConfigOverrides: "orchestratorConfigOverrides",
};
const formats: Readonly<Record<string, string>> = {
  GOOGLE_SHEETS: "VENDOR_SHEETS",
  DATASTORE_BACKUP: "VENDOR_DATASTORE_BACKUP",
  BIGTABLE: "VENDOR_TABLE",
};
/** The places of the names, as paths of JSON pointers. */
const places: Readonly<Record<string, readonly string[]>> = {
  Table: [
    "/biglakeConfiguration",
    "/externalDataConfiguration/bigtableOptions",
    "/externalDataConfiguration/googleSheetsOptions",
  ],
  Environment: ["/config/softwareConfig/airflowConfigOverrides"],
  EnvironmentList: ["/environments/[]/config/softwareConfig/airflowConfigOverrides"],
  Operation: ["/response/config/softwareConfig/airflowConfigOverrides"],
  Policy: [],
};
const FORMAT = "/externalDataConfiguration/sourceFormat";

const name = fc.constantFrom(
  ...Object.entries(fields).flat(),
  "externalDataConfiguration",
  "sourceFormat",
  "config",
  "softwareConfig",
  "response",
  "environments",
  "labels",
  "constructor",
  "__proto__",
);
const { value: anything } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom<unknown>(null, 0, "", false, "VENDOR_TABLE", "BIGTABLE", "CSV", "constructor"),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.array(fc.tuple(name, tie("value")), { maxLength: 6 }).map((entries) => Object.fromEntries(entries)),
  ),
}));
const optional = { requiredKeys: [] };
const table = fc.record(
  {
    biglakeConfiguration: anything,
    externalDataConfiguration: fc.record(
      {
        sourceFormat: fc.constantFrom("CSV", ...Object.entries(formats).flat()),
        bigtableOptions: anything,
        vendorSheetsOptions: anything,
        googleSheetsOptions: anything,
        other: anything,
      },
      optional,
    ),
    labels: anything,
  },
  optional,
);
const environment = fc.record(
  {
    config: fc.record(
      { softwareConfig: fc.record({ airflowConfigOverrides: anything, a: anything }, optional) },
      optional,
    ),
    labels: anything,
  },
  optional,
);
/** A value that is likely to have values at the listed places. */
const value = fc.oneof(
  anything,
  table,
  environment,
  fc.array(environment, { maxLength: 3 }).map((environments) => ({ environments })),
  environment.map((response) => ({ response })),
);
const resource = fc.constantFrom(...Object.keys(places));

/** An independent implementation of the translation, on JSON text and whole paths. */
function onWire(found: unknown, of: string, path = ""): string {
  if (of === "Table" && path === FORMAT && typeof found === "string") {
    return JSON.stringify(Object.hasOwn(formats, found) ? formats[found] : found);
  }
  if (typeof found !== "object" || found === null) return JSON.stringify(found);
  if (Array.isArray(found)) return `[${found.map((element) => onWire(element, of, `${path}/[]`)).join()}]`;
  const members = Object.entries(found).map(([key, inner]) => {
    const isListed = places[of]?.includes(`${path}/${key}`) === true;
    const other = isListed ? fields[key] : undefined;
    const isFree = other !== undefined && !Object.hasOwn(found, other);
    return `${JSON.stringify(isFree ? other : key)}:${onWire(inner, of, `${path}/${key}`)}`;
  });
  return `{${members.join()}}`;
}

test("a translated value differs only at the listed places", () => {
  fc.assert(
    fc.property(value, resource, (given, of) => {
      expect(JSON.stringify(toWire(of, given))).toBe(onWire(given, of));
    }),
    propertyRuns(400),
  );
});

test("a value is unchanged after translation in both directions, unless it contains names of the specification", () => {
  fc.assert(
    fc.property(value, resource, (given, of) => {
      fc.pre(nameIssues(of, given).length === 0);
      expect(nameIssues(of, toWire(of, given), "", "wire")).toEqual([]);
      expect(JSON.stringify(fromWire(of, toWire(of, given)))).toBe(JSON.stringify(given));
    }),
    propertyRuns(400),
  );
});

test("no value is changed in place", () => {
  fc.assert(
    fc.property(value, resource, (given, of) => {
      const before = JSON.stringify(given);
      toWire(of, given);
      fromWire(of, given);
      expect(JSON.stringify(given)).toBe(before);
    }),
  );
});

test("with both names of a field, both are kept", () => {
  const both = { a: 1, vendorLakeConfiguration: { storageUri: "v" }, biglakeConfiguration: { storageUri: "b" }, z: 1 };
  expect(toWire("Table", both)).toBe(both);
  expect(fromWire("Table", both)).toBe(both);
});

const OVERRIDES = "config.softwareConfig.airflowConfigOverrides";
const ON_WIRE = "config.softwareConfig.orchestratorConfigOverrides";

test.each([
  [OVERRIDES, ON_WIRE],
  [`${OVERRIDES}.core-airflowConfigOverrides`, `${ON_WIRE}.core-airflowConfigOverrides`],
  [`${OVERRIDES}["a b"]`, `${ON_WIRE}["a b"]`],
  [`${OVERRIDES}X`, `${OVERRIDES}X`],
  [`labels.${OVERRIDES}`, `labels.${OVERRIDES}`],
  ["labels.airflowConfigOverrides", "labels.airflowConfigOverrides"],
  ["config.softwareConfig", "config.softwareConfig"],
])("the path %s is %s on the wire", (path, wire) => {
  expect(pathToWire("Environment", path)).toBe(wire);
  expect(pathFromWire("Environment", wire)).toBe(path);
  expect(pathToWire("Policy", path)).toBe(path);
  expect(maskNameIssues("Environment", [path])).toEqual([]);
  expect(maskNameIssues("Environment", [wire])).toHaveLength(path === wire ? 0 : 1);
});
