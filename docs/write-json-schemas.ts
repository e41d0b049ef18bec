// Part of npm run build: writes json-schema/*.json from the interfaces and schemas of the resources.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { type JsonSchemas, jsonSchemas } from "./json-schemas.js";

const folder = new URL("../json-schema/", import.meta.url);
rmSync(folder, { recursive: true, force: true });

function write(schemas: JsonSchemas, to: URL): void {
  mkdirSync(to);
  for (const [file, schema] of schemas) writeFileSync(new URL(file, to), `${JSON.stringify(schema, null, 2)}\n`);
}

const { google, vendor } = jsonSchemas();
write(google, folder);
write(vendor, new URL("vendor/", folder));
