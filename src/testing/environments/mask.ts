import { Environment } from "../../environments/schemas/environment.js";
import { readPath, type TargetPath } from "../../environments/update/paths.js";
import { fieldOf, type Schema, shapeOf } from "../../schema/schema.js";
import { valueAt, withValue } from "../../values/objects.js";
import { ServiceError } from "../service-error.js";

/** Maximum length of a mask, in characters: more than a URL may have. */
const MAX_LENGTH = 16_384;

/** Parses the parameter `updateMask`. @throws {ServiceError} If it is too long. */
export function readMask(text: string): TargetPath[] {
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

/** Returns an environment after an update. Neither argument is modified. */
export function applyMask(environment: unknown, targets: readonly TargetPath[], body: unknown): unknown {
  const result = targets.reduce((changed, { row, member, segments }) => {
    const isMap = row?.kind === "map" && member === undefined;
    return withValue(changed, segments, valueAt(body, segments) ?? (isMap ? {} : undefined));
  }, environment);
  return JSON.parse(JSON.stringify(result)); // without the values that the body omits
}
