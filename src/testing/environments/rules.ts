import { isObject } from "../../core/is-object.js";
import { runRules } from "../../core/rules/rules.js";
import { shapeIssues } from "../../core/schema/shape-issues.js";
import { valueAt } from "../../core/value-at.js";
import { conditionRules } from "../../environments/conditions.js";
import { Environment } from "../../environments/schemas/environment.js";
import { readPath } from "../../environments/updatable-paths.js";
import type { Issue } from "../../errors/issue.js";
import { googleNaming, type Naming } from "../../naming/index.js";
import type { NameTranslation } from "../name-translation.js";
import { badMember, brokenRules } from "../service-error.js";
import { checkOverride, type MaskReading } from "./mask.js";

/** The message of Cloud Composer for an image version that is too old. */
function downgrade(...environments: readonly unknown[]): Pick<Issue, "path" | "message"> {
  const versions = environments.map((each) => valueAt(each, ["config", "softwareConfig", "imageVersion"])).join(" -> ");
  const message = `Image version update (${versions}) must not decrease the Composer version or Airflow version.`;
  return { path: "", message };
}

/**
 * Checks the part of a body that a mask selects against the current environment.
 *
 * @throws {ServiceError} 400 with all issues.
 */
export function checkBody(
  { path, kind, members }: MaskReading,
  body: unknown,
  current: Environment,
  { naming, names }: { readonly naming: Naming; readonly names: NameTranslation },
): void {
  if (body !== undefined && !isObject(body)) throw badMember("", "the body must be an object");
  const invalid = shapeIssues(Environment, body ?? {});
  if (invalid.length > 0) throw brokenRules(names.issuesToWire(invalid));
  if (kind === "unlisted") return;
  const value = path.split(".").reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), body);
  if (kind === "value" && (value === undefined || value === null)) {
    throw badMember(path, "is required: only maps can be cleared");
  }
  if (kind === "map") {
    const named = new Set(members);
    for (const [name, entry] of Object.entries(value ?? {})) {
      if (members !== undefined && !named.has(name)) continue;
      if (typeof entry !== "string") throw badMember(`${path}.${name}`, "must be a string");
      if (path.endsWith(".orchestratorConfigOverrides")) checkOverride(name);
    }
    return;
  }
  const targets = [readPath(path)];
  const { errors } = runRules(conditionRules, { targets, environment: body }, { current, naming }, naming.rules);
  const isGoogle = naming.servicePath === googleNaming.servicePath;
  const told = errors.map((issue) =>
    isGoogle && issue.rule === "image-downgrade" ? { ...issue, ...downgrade(current, body) } : issue,
  );
  if (told.length > 0) throw brokenRules(names.issuesToWire(told));
}
