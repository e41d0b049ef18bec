import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Runs the installed command, without the package that parses YAML, and returns its errors. */
export function checkCommand(folder: string): string[] {
  writeFileSync(join(folder, "api.json"), '{\n  "swagger": "2.0",\n  "tags": [{ "name": "a" }]\n}\n');
  writeFileSync(join(folder, "api.yaml"), "swagger: '2.0'\n");
  const says: [args: string, code: number, pattern: RegExp][] = [
    ["--version", 0, /^\d+\.\d+\.\d+\n$/],
    ["gateway --help", 0, /--backend <url>/],
    ["check api.json", 0, /1 warning/],
    [
      "secure api.json --project shop --issuer https://issuer.test",
      0,
      /^ {2}"tags": \[\{ "name": "a" \}\],\n.*"shop"/ms,
    ],
    ["check api.yaml", 1, /^fourfold check: api\.yaml is YAML, which requires .*: npm i yaml\n$/],
  ];
  return says.flatMap(([args, code, pattern]) => {
    const bin = join(folder, "node_modules/.bin/fourfold");
    const { status, stdout, stderr } = spawnSync(bin, args.split(" "), { cwd: folder, encoding: "utf8" });
    const said = `${stdout}${stderr}`;
    return status === code && pattern.test(said) ? [] : [`fourfold ${args} exited with ${status}: ${said}`];
  });
}
