import { expect, test } from "vitest";
import { getLanguageService, TextDocument } from "vscode-json-languageservice";
import { jsonSchemas } from "../docs/generators/json-schemas.js";

const files = jsonSchemas();
const folder = "file:///project/node_modules/fourfold/json-schema/";

/** The file system of a project in which the package is installed. */
const service = getLanguageService({
  schemaRequestService: async (uri) => {
    const schema = files.get(uri.replace(folder, ""));
    if (schema === undefined) throw new Error(`there is no ${uri}`);
    return JSON.stringify(schema);
  },
  workspaceContext: { resolveRelativePath: (path, resource) => new URL(path, resource).href },
});

const tableFile = `{
  "$schema": "./node_modules/fourfold/json-schema/table-input.json",
  "tableReference": { "projectId": "shop", "datasetId": "sales", "tableId": "orders" },
  "schema": { "fields": [{ "name": "id", "type": "", "mode": "REQUIRED",  }] },
  "expirationTime": 1900000000000,

}`;

/** Opens a file with the cursor behind a text. */
function open(text: string, before: string) {
  const document = TextDocument.create("file:///project/table.json", "json", 1, text);
  return {
    document,
    position: document.positionAt(text.indexOf(before) + before.length),
    json: service.parseJSONDocument(document),
  };
}

async function completions(text: string, before: string): Promise<string[]> {
  const { document, position, json } = open(text, before);
  const list = await service.doComplete(document, position, json);
  return (list?.items ?? []).map(({ label }) => label);
}

async function hover(text: string, name: string): Promise<string> {
  const { document, json } = open(text, "");
  const position = document.positionAt(text.indexOf(`"${name}"`) + 2);
  return JSON.stringify((await service.doHover(document, position, json))?.contents);
}

test("a table file with $schema completes fields, those of columns, and enumerated values", async () => {
  const fields = await completions(tableFile, "1900000000000,\n");
  expect(fields).toEqual(expect.arrayContaining(["friendlyName", "labels", "timePartitioning"]));
  for (const outputOnly of ["etag", "numRows", "creationTime"]) expect(fields).not.toContain(outputOnly);
  const columnFields = await completions(tableFile, '"mode": "REQUIRED", ');
  expect(columnFields).toEqual(expect.arrayContaining(["description", "policyTags", "maxLength"]));
  const types = await completions(tableFile, '"type": "');
  expect(types).toEqual(expect.arrayContaining(['"STRING"', '"NUMERIC"', '"RANGE"']));
});

test("completions have Google's names", async () => {
  const at = '"externalDataConfiguration": { ';
  const text = tableFile.replace("1900000000000,\n", `1900000000000,\n${at} }`);
  const fields = await completions(text, at);
  expect(fields).toEqual(expect.arrayContaining(["googleSheetsOptions", "bigtableOptions", "csvOptions"]));
  expect(fields.filter((name) => name.startsWith("vendor"))).toEqual([]);
});

test("hovers show the doc comments", async () => {
  expect(await hover(tableFile, "expirationTime")).toContain("milliseconds");
  expect(await hover(tableFile, "mode")).toContain("NULLABLE");
  expect(await hover(tableFile, "datasetId")).toContain("ataset");
});

test("wrong values are reported, unknown fields and later values are not", async () => {
  const problems = async (text: string) => {
    const { document, json } = open(text, "");
    return (await service.doValidation(document, json)).map(({ message }) => message);
  };
  const valid = tableFile
    .replace('"REQUIRED",  }', '"LATER", "added": 1 }')
    .replace("1900000000000,\n", "1900000000000")
    .replace('"type": ""', '"type": "STRING"');
  expect(await problems(valid)).toEqual([]);
  expect(await problems(valid.replace('"name": "id",', ""))).toEqual(['Missing property "name".']);
  expect(await problems(valid.replace("1900000000000", "true"))).toHaveLength(1);
});
