// Part of npm run build: writes json-schema/*.json from the interfaces and schemas of the resources.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { jsonSchemas } from "./json-schemas.js";

const folder = new URL("../../json-schema/", import.meta.url);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
for (const [file, schema] of jsonSchemas()) {
  writeFileSync(new URL(file, folder), `${JSON.stringify(schema)}\n`);
}
