import { serviceRules } from "../../checks/rules.js";
import { Environment } from "../../environments/schemas/environment.js";
import { readPath, SNAPSHOTS, type TargetPath, takesUnlisted } from "../../environments/update/paths.js";
import { checkUpdateRules, mapIssues, updateRules } from "../../environments/update/rules.js";
import { convertFields, enumName, isSameEnvironment } from "../../environments/wire-form.js";
import type { Issue } from "../../errors/request-error.js";
import type { Naming } from "../../naming/naming.js";
import { encodeBody } from "../../schema/codec.js";
import { fieldOf, type Schema, shapeOf } from "../../schema/schema.js";
import { shapeIssues } from "../../schema/shape-issues.js";
import { valueAt, withValue } from "../../values/objects.js";
import type { ServiceCall } from "../fake-service.js";
import { assertObject, brokenRules, ServiceError } from "../service-error.js";

/** An update that no rule rejects. */
interface AcceptedUpdate {
  readonly targets: readonly TargetPath[];
  /** The environment after the update. */
  readonly environment: Environment;
}

/**
 * Reads an update: its mask, and the part of the body that the mask selects.
 *
 * @throws {ServiceError} 400 with all issues.
 */
export function acceptUpdate(
  { query, body: given = {} }: ServiceCall,
  current: Environment,
  naming: Naming,
): AcceptedUpdate {
  const targets = readMask(query.get("updateMask") ?? "");
  assertObject(given);
  const body = convertFields(structuredClone(given), Environment, enumName);
  const invalid = shapeIssues(Environment, body);
  if (invalid.length > 0) throw brokenRules(invalid);
  const selected = applyMask({}, targets, body);
  const ofMaps = mapIssues(selected);
  if (ofMaps.length > 0) throw brokenRules(ofMaps);
  const { strangers } = encodeBody(Environment, selected);
  const update = { targets, environment: selected, strangers, current, naming, unlisted: takesUnlisted(naming) };
  const rules = serviceRules(updateRules, naming.rules);
  const { errors } = checkUpdateRules(update, { ...rules, "body-outside-mask": "off" });
  if (errors.length > 0) throw refused(errors.map(textOf), brokenRules(errors).details);
  return { targets, environment: applyMask(current, targets, body) as Environment }; // a changed environment
}

/** @throws {ServiceError} 400 if an update changes nothing. */
export function assertChanged(current: Environment, { targets: [first], environment }: AcceptedUpdate): void {
  if (!isSameEnvironment(current, environment)) return;
  if (first?.path !== SNAPSHOTS) {
    throw refused(["Update request does not result in any change to the environment's configuration"]);
  }
  const part = "configuration.recovery_configuration.scheduled_snapshots_configuration";
  throw new ServiceError({ status: 400, message: `No change in configuration. Must specify a change to ${part}` });
}

/** Returns the service's message for an issue if it is known, otherwise the client's. */
function textOf({ rule, path, message }: Issue): string {
  if (rule === "mask-empty") return "Request must not contain an empty update_mask.";
  if (rule !== "pypi-name" && rule !== "pypi-identifier") return `${path}: ${message}`;
  const key = message.replaceAll(/^.*?, got "?|"$/gs, "");
  const form = "It must follow the format of 'identifier' specified in PEP-508.";
  return `Error validating key ${key}. PyPI dependency name is not formatted properly. ${form}`;
}

/** Creates the error of an update, with the service's messages where they are known. */
function refused(texts: readonly string[], details?: ServiceError["details"]): ServiceError {
  const list = texts.map((text, index) => `\n\t${index + 1}) ${text}`).join("");
  const message = `Found ${texts.length} problem${texts.length > 1 ? "s" : ""}:${list}`;
  return new ServiceError({ status: 400, message, details });
}

/** Maximum length of a mask, in characters: more than a URL may have. */
const MAX_LENGTH = 16_384;

/** Parses the parameter `updateMask`. @throws {ServiceError} If it is too long. */
function readMask(text: string): TargetPath[] {
  if (text.length > MAX_LENGTH) throw new ServiceError({ status: 400, message: "updateMask: is too long" });
  return text === "" ? [] : text.split(",").map((path) => readPath(inCamelCase(path)));
}

/** Returns a path in camel case, except for the key of a map. gcloud uses snake case, may omit `composer` and may write `configuration`, Terraform uses Pascal case. */
function inCamelCase(path: string): string {
  let schema: Schema | undefined = Environment;
  const names = path.split(".").map((segment, depth) => {
    const plain = depth === 0 ? segment : segment.replace(/_|uration$/g, "").toLowerCase();
    const names = Object.keys(shapeOf(schema) ?? {});
    const name = names.find((each) => [plain, `composer${plain}`].includes(each.toLowerCase())) ?? segment;
    schema = fieldOf(schema, name);
    return name;
  });
  return names.join(".");
}

/** Returns an environment with the values of a body at the paths of a mask. */
function applyMask(environment: unknown, targets: readonly TargetPath[], body: unknown): unknown {
  const result = targets.reduce((changed, { row, member, segments }) => {
    const isMap = row?.kind === "map" && member === undefined;
    return withValue(changed, segments, valueAt(body, segments) ?? (isMap ? {} : undefined));
  }, environment);
  return JSON.parse(JSON.stringify(result)); // without the values that the body omits
}
