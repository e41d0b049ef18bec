import * as fc from "fast-check";
import { googleNaming, vendorNaming } from "fourfold/naming";
import { expect, test } from "vitest";
import { fromWire, pathToWire, type RenamedPlaces, toWire } from "../../src/core/rename.js";
import { environmentPlaces, operationPlaces } from "../../src/environments/updatable-paths.js";
import { tablePlaces } from "../../src/warehouse/encode-table.js";

/** Names that are renamed, in both spellings, and some that are not. */
const member = fc.constantFrom(
  ...Object.entries(googleNaming.names ?? {})
    .flat()
    .filter((name) => name !== undefined),
  "externalDataConfiguration",
  "sourceFormat",
  "config",
  "softwareConfig",
  "response",
  "labels",
  "schema",
  "constructor",
  "__proto__",
);
const { value: anything } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom<unknown>(null, 0, "", false, "VENDOR_TABLE", "BIGTABLE", "CSV", "constructor"),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.array(fc.tuple(member, tie("value")), { maxLength: 6 }).map((entries) => Object.fromEntries(entries)),
  ),
}));
/** A table or an environment whose listed places are likely to hold something. */
const resource = fc
  .record(
    {
      vendorLakeConfiguration: anything,
      externalDataConfiguration: fc.record(
        {
          sourceFormat: fc.constantFrom("VENDOR_SHEETS", "VENDOR_DATASTORE_BACKUP", "VENDOR_TABLE", "CSV", "BIGTABLE"),
          vendorTableOptions: anything,
          vendorSheetsOptions: anything,
          other: anything,
        },
        { requiredKeys: [] },
      ),
      config: fc.record(
        {
          softwareConfig: fc.record(
            { orchestratorConfigOverrides: anything, envVariables: anything, pypiPackages: anything },
            { requiredKeys: [] },
          ),
        },
        { requiredKeys: [] },
      ),
      labels: anything,
    },
    { requiredKeys: [] },
  )
  .chain((table) => fc.constantFrom<object>(table, { response: table }));
const places = fc.constantFrom(tablePlaces, environmentPlaces, operationPlaces);

/**
 * The same, said otherwise: the text of the JSON, member by member, where a member is renamed by its whole path. Paths
 * are those of the facts page, not those of the areas.
 */
const byPath: readonly [kind: RenamedPlaces, path: string, from: string, to: string][] = [
  [tablePlaces, "/vendorLakeConfiguration", "vendorLakeConfiguration", "biglakeConfiguration"],
  [tablePlaces, "/externalDataConfiguration/vendorTableOptions", "vendorTableOptions", "bigtableOptions"],
  [tablePlaces, "/externalDataConfiguration/vendorSheetsOptions", "vendorSheetsOptions", "googleSheetsOptions"],
  [
    environmentPlaces,
    "/config/softwareConfig/orchestratorConfigOverrides",
    "orchestratorConfigOverrides",
    "airflowConfigOverrides",
  ],
  [
    operationPlaces,
    "/response/config/softwareConfig/orchestratorConfigOverrides",
    "orchestratorConfigOverrides",
    "airflowConfigOverrides",
  ],
];
const formats: Readonly<Record<string, string>> = {
  VENDOR_SHEETS: "GOOGLE_SHEETS",
  VENDOR_DATASTORE_BACKUP: "DATASTORE_BACKUP",
  VENDOR_TABLE: "BIGTABLE",
};

function written(value: unknown, kind: RenamedPlaces, path = ""): string {
  if (kind === tablePlaces && path === "/externalDataConfiguration/sourceFormat" && typeof value === "string") {
    return JSON.stringify(Object.hasOwn(formats, value) ? formats[value] : value);
  }
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((element) => written(element, kind, `${path}/[]`)).join()}]`;
  const members = Object.entries(value).map(([name, inner]) => {
    const at = `${path}/${name}`;
    const rename = byPath.find(([of, where]) => of === kind && where === at);
    // If both names occur, the neutral one wins.
    const back = byPath.find(([of, where, from, to]) => {
      return of === kind && name === to && where === `${path}/${from}` && Object.hasOwn(value, from);
    });
    return `${JSON.stringify(rename?.[3] ?? back?.[2] ?? name)}:${written(inner, kind, at)}`;
  });
  return `{${members.join()}}`;
}

test("a renamed value differs only at the listed paths", () => {
  fc.assert(
    fc.property(fc.oneof(resource, anything), places, (value, kind) => {
      expect(JSON.stringify(toWire(value, kind, googleNaming))).toBe(written(value, kind));
    }),
    { numRuns: 500 },
  );
});

test("reading and writing are inverse, including the order of fields", () => {
  const there = (value: unknown, kind: RenamedPlaces) => toWire(value, kind, googleNaming);
  const back = (value: unknown, kind: RenamedPlaces) => fromWire(value, kind, googleNaming);
  fc.assert(
    fc.property(fc.oneof(resource, anything), places, (value, kind) => {
      // A value that contains only a name of the other side keeps it, so each begins with its own.
      const neutral = back(value, kind);
      const wire = there(value, kind);
      if (back(neutral, kind) === neutral)
        expect(JSON.stringify(back(there(neutral, kind), kind))).toBe(JSON.stringify(neutral));
      if (there(wire, kind) === wire) expect(JSON.stringify(there(back(wire, kind), kind))).toBe(JSON.stringify(wire));
    }),
    { numRuns: 1_000 },
  );
});

test("no value is changed in place, and unchanged values are shared", () => {
  fc.assert(
    fc.property(resource, places, (value, kind) => {
      const before = JSON.stringify(value);
      const sent = toWire(value, kind, googleNaming);
      expect(JSON.stringify(value)).toBe(before);
      if (JSON.stringify(sent) === before) expect(sent).toBe(value);
      expect(toWire(value, kind, vendorNaming)).toBe(value);
      expect(fromWire(value, kind, vendorNaming)).toBe(value);
    }),
  );
});

test("only the listed paths of a table are visited, however large it is", () => {
  const touched: string[] = [];
  const watched = (target: object, name: string): object =>
    new Proxy(target, {
      get(from, key) {
        touched.push(`${name}.${String(key)}`);
        return Reflect.get(from, key);
      },
      ownKeys(from) {
        touched.push(`keys of ${name}`);
        return Reflect.ownKeys(from);
      },
    });
  const table = watched(
    {
      labels: watched({ vendorLakeConfiguration: "x" }, "labels"),
      schema: watched({ fields: [] }, "schema"),
      externalDataConfiguration: watched({ sourceFormat: "CSV", schema: {} }, "external"),
    },
    "table",
  );
  expect(toWire(table, tablePlaces, googleNaming)).toBe(table);
  expect(new Set(touched)).toEqual(new Set(["table.externalDataConfiguration", "external.sourceFormat"]));
});

test("if a field has both names, they are swapped, so that neither is lost", () => {
  const both = { a: 1, vendorLakeConfiguration: { storageUri: "n" }, biglakeConfiguration: { storageUri: "b" }, z: 1 };
  const sent = toWire(both, tablePlaces, googleNaming);
  expect(JSON.stringify(sent)).toBe(
    '{"a":1,"biglakeConfiguration":{"storageUri":"n"},"vendorLakeConfiguration":{"storageUri":"b"},"z":1}',
  );
  expect(fromWire(sent, tablePlaces, googleNaming)).toEqual(both);
});

test("a vendor-specific name in the input is sent unchanged", () => {
  const table = { biglakeConfiguration: {}, externalDataConfiguration: { sourceFormat: "GOOGLE_SHEETS" } };
  expect(toWire(table, tablePlaces, googleNaming)).toBe(table);
});

test.each([
  ["config.softwareConfig.orchestratorConfigOverrides", "config.softwareConfig.airflowConfigOverrides"],
  [
    "config.softwareConfig.orchestratorConfigOverrides.core-orchestratorConfigOverrides",
    "config.softwareConfig.airflowConfigOverrides.core-orchestratorConfigOverrides",
  ],
  ["config.softwareConfig.orchestratorConfigOverridesX", "config.softwareConfig.orchestratorConfigOverridesX"],
  [
    "labels.config.softwareConfig.orchestratorConfigOverrides",
    "labels.config.softwareConfig.orchestratorConfigOverrides",
  ],
  ["config.softwareConfig", "config.softwareConfig"],
  ["labels.orchestratorConfigOverrides", "labels.orchestratorConfigOverrides"],
])("the path %s is %s on the wire", (path, onTheWire) => {
  expect(pathToWire(path, environmentPlaces, googleNaming)).toBe(onTheWire);
  expect(pathToWire(path, environmentPlaces, vendorNaming)).toBe(path);
});
