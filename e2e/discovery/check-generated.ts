// npx tsx e2e/discovery/check-generated.ts <folder>: generates all methods of each discovery document in a folder, compiles the files without
// skipLibCheck, loads them, and calls each method against the sandbox.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { generate } from "../../src/generate/generate.js";
import { diagnose } from "../../tests/support/compile.js";
import { prove } from "./prove.js";

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error("Specify the folder with the discovery documents: npx tsx e2e/discovery/check-generated.ts <folder>");
  process.exitCode = 2;
} else {
  process.exitCode = (await check(folder)) ? 0 : 1;
}

async function check(folder: string): Promise<boolean> {
  const texts = new Map<string, string>();
  let failed = 0;
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".json"))) {
    const document = JSON.parse(readFileSync(join(folder, file), "utf8"));
    const start = performance.now();
    const { text } = generate(document, { methods: ["*"] }, `fourfold generate ${file}`);
    const durationMs = Math.round(performance.now() - start);
    texts.set(`tests/generated-${file.replace(/\.json$/, ".ts")}`, text);
    const { methods, lists, schemas, fields, failures } = await prove(document, text);
    console.log(
      `${file}: ${methods} methods called, ${lists} of them lists; ${schemas} schemas, ${fields} fields; ${durationMs} ms`,
    );
    for (const failure of failures) console.log(`  ${failure.slice(0, 500)}`);
    failed += failures.length;
  }
  const diagnoses = diagnose(texts, { isolatedDeclarations: true, declaration: true });
  for (const { file, line, message } of diagnoses) console.log(`${file}:${line}: ${message}`);
  console.log(`${texts.size} files compiled with ${diagnoses.length} errors; ${failed} other failures`);
  return diagnoses.length + failed === 0;
}
