import type { Environment } from "../../environments/index.js";
import { knownPaths, valueIn } from "../../environments/update/paths.js";
import { withoutDefaults } from "../../environments/wire-form.js";
import { joinPath } from "../../values/issue-path.js";
import { isObject, isSame, withValue } from "../../values/objects.js";
import { defineCommand, option, readText } from "../command.js";
import { newDocument, readDocument } from "../document-file.js";
import { assertName, environmentsFor, isSecret } from "../environment-plan.js";
import { explained, ifExists, UsageError } from "../failure.js";
import { print, printJson } from "../terminal.js";

/** `fourfold environment pull`: writes the file of a Cloud Composer environment. */
export const environmentPullCommand = defineCommand({
  name: "environment pull",
  summary: "write a file for a live Cloud Composer environment",
  about: `Writes the values that updates can change, except defaults, for environment plan and apply. Secrets, such as the environment
variable DB_PASSWORD, are omitted: plan and apply do not change omitted values. The name is
projects/<project>/locations/<location>/environments/<environment>.

Exit codes: 0 success, 1 failed, 2 invalid command line, 3 the --out file existed and differed; it was replaced.`,
  examples: [
    "environment pull projects/shop/locations/europe-west1/environments/flows --out flows.json",
    "environment pull projects/shop/locations/europe-west1/environments/flows",
  ],
  argument: "name",
  flags: {
    out: option("<file>", "write this file, YAML if it ends in .yaml; default: JSON on standard output", readText),
  },
  async run({ argument: name, flags: { out } }, terminal) {
    assertName(name, (problems) => new UsageError(problems));
    const environments = await environmentsFor(name, terminal);
    const { content, secrets } = contentOf(name, await environments.get(name));
    print(
      terminal.stderr,
      secrets.map((path) => `${path}: omitted, because it looks like a secret`),
    );
    if (out === undefined) {
      printJson(terminal.stdout, content);
      return 0;
    }
    const existing = await explained(ifExists(terminal.readFile(out)), out);
    const text =
      existing === undefined
        ? await newDocument(out, content)
        : (await readDocument(out, terminal, "an environment")).textOf(content);
    if (text === existing) {
      print(terminal.stdout, `${out} is up to date`);
      return 0;
    }
    await explained(terminal.writeFile(out, text), out);
    print(terminal.stdout, `${existing === undefined ? "wrote" : "replaced"} ${out}`);
    return existing === undefined ? 0 : 3;
  },
});

/** Returns updatable values, except for defaults and secrets. */
function contentOf(name: string, environment: Environment) {
  const live = withoutDefaults(environment);
  const secrets: string[] = [];
  const isShown = (path: string, value: unknown) => {
    if (!isSecret(path, value)) return true;
    secrets.push(path);
    return false;
  };
  let content: unknown = { name };
  for (const path of knownPaths) {
    const value = valueIn(live, path);
    if (value === undefined || isSame(value, valueIn(UNSET, path))) continue;
    const entries =
      isObject(value) && Object.entries(value).filter(([key, each]) => isShown(joinPath(path, key), each));
    content = withValue(content, path.split("."), entries ? Object.fromEntries(entries) : value);
  }
  return { content: content as object, secrets }; // begins as an object
}

/** Values that Cloud Composer returns for fields that were never set, besides their defaults. */
const UNSET: Environment = {
  config: {
    webServerNetworkAccessControl: {
      allowedIpRanges: [
        { value: "0.0.0.0/0", description: "Allows access from all IPv4 addresses (default value)" },
        { value: "::0/0", description: "Allows access from all IPv6 addresses (default value)" },
      ],
    },
    maintenanceWindow: {
      startTime: "1970-01-01T00:00:00Z",
      endTime: "1970-01-01T04:00:00Z",
      recurrence: "FREQ=WEEKLY;BYDAY=FR,SA,SU",
    },
  },
};
