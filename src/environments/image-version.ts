import { throwIssue } from "../errors/request-error.js";
import { shown } from "../values/describe.js";

/** Version of the product (Cloud Composer) or the engine (Airflow) in an image version. A number that the image version omits is undefined; the service then uses the latest version. */
export interface VersionNumbers {
  /** First number; undefined in `latest`. */
  readonly major: number | undefined;
  /** Second number. */
  readonly minor: number | undefined;
  /** Third number. */
  readonly patch: number | undefined;
  /** Number of the preview; undefined for a release. */
  readonly preview: number | undefined;
}

/** A parsed image version. */
export interface ImageVersion {
  /** Name of the product, in lower case: `composer`. */
  readonly product: string;
  /** Version of the product. */
  readonly productVersion: VersionNumbers;
  /** Name of the engine, in lower case: `airflow`. */
  readonly engine: string;
  /** Version of the engine. */
  readonly engineVersion: VersionNumbers;
  /** Number of the build; undefined if the version has none. */
  readonly build: number | undefined;
}

const FORM =
  /^([a-z]+)-(latest|(\d+)(?:\.(\d+)\.(\d+)(?:-preview\.(\d+))?)?)-([a-z]+)-(\d+)(?:\.(\d+)(?:\.(\d+))?)?(?:-preview\.(\d+))?(?:-build\.(\d+))?$/;

/** The product and the engine of an image version. */
export type ImageNames = Pick<ImageVersion, "product" | "engine">;

/** The names of Cloud Composer. */
export const COMPOSER: ImageNames = { product: "composer", engine: "airflow" };

/** Formats the form of image versions, for messages. */
export function imageVersionForm({ product, engine }: ImageNames): string {
  const [exact, build] = [`${product}-2.9.7-${engine}-2.9.3`, `${product}-3-${engine}-2.11.1-build.14`];
  return `"${exact}", "${build}" or an alias such as "${product}-2-${engine}-2"`;
}

/** Parses an image version; undefined if it is invalid. */
export function readImageVersion(text: unknown): ImageVersion | undefined {
  const match = typeof text === "string" && text.length < 200 ? FORM.exec(text) : null;
  if (match === null) return undefined;
  const number = (group: number) => (match[group] === undefined ? undefined : Number(match[group]));
  const productVersion = { major: number(3), minor: number(4), patch: number(5), preview: number(6) };
  const engineVersion = { major: number(8), minor: number(9), patch: number(10), preview: number(11) };
  return {
    product: match[1] ?? "",
    productVersion,
    engine: match[7] ?? "",
    engineVersion,
    build: number(12),
  };
}

/**
 * Parses an image version of Cloud Composer, such as `composer-2.9.7-airflow-2.9.3`. Product and engine can be any
 * lower-case words.
 *
 * Other forms are builds (`…-3-…-2.11.1-build.14`), previews (`…-preview.3`), and aliases without exact numbers
 * (`…-2-…-2`, `…-latest-…-2`).
 *
 * @param text - The version.
 * @returns Product, engine and their versions.
 * @throws {RequestError} If the text has none of these forms.
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments#SoftwareConfig | SoftwareConfig} in the Cloud Composer reference
 */
export function parseImageVersion(text: string): ImageVersion {
  return versionIn("parseImageVersion", "", text);
}

/**
 * Compares image versions for sorting: negative if `a` is older, positive if it is newer, 0 if they are equal. Compares
 * the product first, then the engine, then the build. A preview is older than its release. A number that an alias omits
 * is newer than any explicit number.
 *
 * An upgrade in place must not decrease the product version or the engine version, so a newer image version with an
 * older engine is rejected. A valid upgrade never has an older image version.
 *
 * @param a - A version.
 * @param b - A version.
 * @returns A negative number, a positive number, or 0.
 * @throws {RequestError} If a version is invalid, or the versions have different products or engines.
 *
 * @example
 * versions.sort(compareImageVersions);
 */
export function compareImageVersions(a: string, b: string): number {
  const operation = "compareImageVersions";
  const [left, right] = [versionIn(operation, "a", a), versionIn(operation, "b", b)];
  if (left.product !== right.product || left.engine !== right.engine) {
    const message = `cannot compare versions of ${left.product}-${left.engine} with versions of ${right.product}-${right.engine}`;
    reject(operation, "", message);
  }
  return compareVersions(left, right) || compare(left.build, right.build);
}

/** Parses an image version. @throws {RequestError} If it is invalid. */
function versionIn(operation: string, path: string, text: unknown): ImageVersion {
  const version = readImageVersion(text);
  return version ?? reject(operation, path, `must have the form ${imageVersionForm(COMPOSER)}, got ${shown(text)}`);
}

/** Whether `next` is certainly older than `now` in product, engine or build. Numbers that an alias omits are unknown, so they decide nothing. */
export function isDowngrade(now: ImageVersion, next: ImageVersion): boolean {
  const product = compareNumbers(next.productVersion, now.productVersion);
  const engine = compareNumbers(next.engineVersion, now.engineVersion);
  if (product < 0 || engine < 0) return true;
  // Builds are comparable only within one exact version: an omitted number may mean a newer version.
  if (next.build === undefined || now.build === undefined) return false;
  const isPinned = next.engineVersion.patch !== undefined && next.productVersion.major !== undefined;
  return isPinned && compareVersions(next, now) === 0 && next.build < now.build;
}

/** Compares product and engine. Omitted numbers are newer than any other. */
function compareVersions(a: ImageVersion, b: ImageVersion): number {
  return (
    compareNumbers(a.productVersion, b.productVersion, true) || compareNumbers(a.engineVersion, b.engineVersion, true)
  );
}

/** Compares number by number. Unless `isExact`, versions are equal from the first omitted number on, except for previews. */
function compareNumbers(a: VersionNumbers, b: VersionNumbers, isExact = false): number {
  for (const part of ["major", "minor", "patch"] as const) {
    const [left, right] = [a[part], b[part]];
    if (!isExact && (left === undefined || right === undefined)) return 0;
    if (left !== right) return compare(left, right);
  }
  return compare(a.preview, b.preview);
}

/** Compares two numbers; an omitted one is greater than any other. */
function compare(a: number | undefined, b: number | undefined): number {
  return a === b ? 0 : (a ?? Number.POSITIVE_INFINITY) - (b ?? Number.POSITIVE_INFINITY);
}

function reject(operation: string, path: string, message: string): never {
  return throwIssue(operation, { path, message, rule: "image-version" });
}
