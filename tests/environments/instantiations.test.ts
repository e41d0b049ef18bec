import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const CALLS = 200;
const MOST = 33_000;

const forms: ((n: number) => string)[] = [
  (n) => `fromMask(["labels.team${n}", "labels.old${n}"], { labels: { team${n}: "data" } });`,
  (n) => `fromMask(["config.nodeCount"], { config: { nodeCount: ${n + 3} } });`,
  (n) => `fromMask(["config.softwareConfig.pypiPackages.p${n}"], {});`,
  (n) =>
    `fromMask(["config.softwareConfig.orchestratorConfigOverrides.core-p${n}", "config.softwareConfig.orchestratorConfigOverrides.core-q${n}"], { config: { softwareConfig: { orchestratorConfigOverrides: { "core-p${n}": "1" } } } });`,
  (n) => `fromMask(["labels"], { labels: { a${n}: "1" } });`,
];

async function instantiations(folder: string, calls: readonly string[]): Promise<number> {
  const file = `${folder}/calls-${calls.length}.ts`;
  const head =
    'import { environmentUpdate } from "fourfold/environments";\nexport const { fromMask } = environmentUpdate;\n';
  writeFileSync(file, head + calls.join("\n"));
  const config = `${folder}/tsconfig-${calls.length}.json`;
  writeFileSync(config, JSON.stringify({ extends: `${root}/tsconfig.json`, include: [], exclude: [], files: [file] }));
  const run = promisify(execFile);
  const { stdout } = await run(`${root}/node_modules/.bin/tsc`, ["-p", config, "--extendedDiagnostics"], { cwd: root });
  return Number(/Instantiations:\s+(\d+)/.exec(stdout)?.[1]);
}

test(`${CALLS} calls of fromMask cost at most ${MOST} instantiations`, { timeout: 240_000 }, async () => {
  // Inside the repository, where the packages are found.
  const folder = mkdtempSync(`${root}/tests/environments/calls-`);
  try {
    const calls = Array.from({ length: CALLS }, (_, n) => forms[n % forms.length]?.(n) ?? "");
    const [without, with200] = await Promise.all([instantiations(folder, []), instantiations(folder, calls)]);
    console.log(`${with200 - without} instantiations for ${CALLS} calls (${without} without them)`);
    expect(without).toBeGreaterThan(0);
    expect(with200 - without).toBeLessThanOrEqual(MOST);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
