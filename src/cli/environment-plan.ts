import {
  type DesiredEnvironment,
  type Environment,
  type EnvironmentUpdate,
  parseEnvironmentName,
} from "../environments/index.js";
import { encodeDesired, subjectOf } from "../environments/update/check.js";
import { readPath } from "../environments/update/paths.js";
import { planPossible } from "../environments/update/plan.js";
import { REDACTED } from "../errors/message-text.js";
import type { Issue } from "../gateway/index.js";
import type { PlannedChange } from "../tables/index.js";
import { digestOf } from "../values/digest.js";
import { formatPath } from "../values/issue-path.js";
import { isObject, isSame, valueAt } from "../values/objects.js";
import { type ConfigClient, clientOf, findConfig, importConfig } from "./config.js";
import { readDocument } from "./document-file.js";
import { describeIssue, Failure, sentencesOf } from "./failure.js";
import { changeLines, counted, issueLines, type PlanReport } from "./plan-lines.js";
import { print, type Terminal } from "./terminal.js";

/** An environment in a file. */
export interface EnvironmentFile {
  /** Full name of the environment. */
  readonly name: string;
  /** The desired state. */
  readonly desired: DesiredEnvironment;
}

/** Reads the JSON or YAML file of an environment. @throws {Failure} If it cannot be read, or has no valid name. */
export async function readEnvironment(path: string, terminal: Terminal): Promise<EnvironmentFile> {
  const { data } = await readDocument(path, terminal, "an environment");
  const { name, ...desired } = data as DesiredEnvironment; // the plan checks it
  assertName(name, (problems) => new Failure(problems.map((problem) => `${path}: ${problem}`)));
  return { name, desired };
}

/** @throws The error that `errorOf` creates, if the name is invalid. */
export function assertName(name: unknown, errorOf: (problems: readonly string[]) => Failure): asserts name is string {
  try {
    parseEnvironmentName(name as string); // throws if it is invalid
  } catch (error) {
    throw errorOf(sentencesOf(error));
  }
}

/** Creates the client: that of the configuration in the current folder, or one with application default credentials. */
export async function environmentsFor(name: string, terminal: Terminal): Promise<ConfigClient["environments"]> {
  const { projectId } = parseEnvironmentName(name);
  const file = await findConfig(terminal);
  const config = file === undefined ? {} : await importConfig(file, terminal, Object);
  return clientOf({ client: config.client, projectId, file: file ?? "fourfold.config.ts" }, "environments");
}

/** A changed value of an environment. A secret is masked. */
type Change = Omit<PlannedChange, "column">;

/** The plan of an environment, as JSON. */
export interface EnvironmentPlan {
  /** Full name of the environment. */
  readonly name: string;
  /** Hash of the updates with all values, including masked ones. */
  readonly digest: string;
  /** The updates, in order. */
  readonly updates: readonly { readonly updateMask: string; readonly changes: readonly Change[] }[];
  /** The changes that no update can make. */
  readonly impossible: readonly Issue[];
  readonly warnings: readonly string[];
}

/** An update, and what it changes by path, with secrets. */
export interface PlannedUpdate {
  readonly update: EnvironmentUpdate;
  readonly changes: Readonly<Record<string, Change>>;
}

/** Plans the updates that change an environment to its desired state. */
export function plannedUpdates({ desired }: EnvironmentFile, current: Environment) {
  const { updates, issues, warnings } = planPossible(current, encodeDesired(desired));
  const planned = updates.map((update): PlannedUpdate => {
    const changes = update.updateMask.split(",").flatMap((path) => {
      const { segments } = readPath(path);
      return changesAt(segments, valueAt(current, segments), valueAt(update.environment, segments));
    });
    return { update, changes: Object.fromEntries(changes.map((change) => [change.path, change])) };
  });
  return { planned, issues, warnings };
}

/** Plans the updates of an environment for people, and prints the warnings. */
export async function planEnvironment(file: EnvironmentFile, current: Environment, terminal: Terminal) {
  const { planned, issues, warnings: broken } = plannedUpdates(file, current);
  const { state = "RUNNING" } = current;
  const warnings = broken.map(describeIssue);
  if (state !== "RUNNING")
    warnings.push(`the state is ${state}; Cloud Composer updates only an environment that is RUNNING`);
  for (const warning of warnings) print(terminal.stderr, `warning: ${warning}`);
  const plan: EnvironmentPlan = {
    name: file.name,
    // Only readers of the environment know its uuid, so others cannot find a secret by hashing guesses.
    digest: await digestOf({ name: file.name, uuid: current.uuid, updates: planned.map(({ changes }) => changes) }),
    updates: planned.map(({ update: { updateMask }, changes }) => {
      return { updateMask, changes: Object.values(changes).map(withoutSecret) };
    }),
    impossible: issues,
    warnings,
  };
  return { plan, planned };
}

/** Lists the values that differ, at every depth. Lists are compared as a whole. */
function changesAt(segments: readonly string[], before: unknown, after: unknown): Change[] {
  if (isSame(before, after)) return [];
  const keys = [...new Set([before, after].filter(isObject).flatMap(Object.keys))];
  if (keys.length > 0 && [before, after].every((value) => value == null || isObject(value))) {
    return keys.flatMap((key) => changesAt([...segments, key], valueAt(before, [key]), valueAt(after, [key])));
  }
  return [{ path: formatPath(segments), before: before ?? null, after: after ?? null }];
}

const SECRET = "auth|pass|pwd|secret|token|key|credential|cookie|dsn|jwt|webhook|conn(?![a-z])";
/** Environment variables and Airflow settings whose names suggest a secret, such as `AIRFLOW_CONN_SHOP`; not names of classes. */
const SECRET_PATH = new RegExp(
  `^config\\.softwareConfig\\.(envVariables|airflowConfigOverrides)\\W(?!.*(backends?|algorithm)\\W*$).*(${SECRET})`,
  "i",
);
/** The value of a header, a private key, or `token=` in a query or a connection string. */
const SECRET_VALUE = new RegExp(`^(basic|bearer) |-----BEGIN|(${SECRET})\\w{0,20}(=|":)`, "i");

/** Whether a value is probably a secret, by its name or by its form. */
export function isSecret(path: string, value: unknown): boolean {
  const text = String(value);
  return SECRET_PATH.test(path) || SECRET_VALUE.test(text) || hasUserInUrl(text);
}

/** Whether a string contains a URL that may have a user and a password, at any length and in linear time. */
function hasUserInUrl(text: string): boolean {
  const start = text.indexOf("://");
  return start !== -1 && text.includes("@", start);
}

function withoutSecret({ path, before, after }: Change): Change {
  const shown = (value: unknown) => (value !== null && isSecret(path, value) ? REDACTED : value);
  return { path, before: shown(before), after: shown(after) };
}

/** Describes a plan of an environment for people. */
export function environmentReport({ name, digest, updates, impossible, warnings }: EnvironmentPlan): PlanReport {
  const parts = updates.map((update, index) => ({
    head: `${index + 1}. ${subjectOf(update)}`,
    lines: update.changes.flatMap(changeLines),
    isBlocked: false,
  }));
  const blocked = {
    head: "no update can make these changes; correct the file",
    lines: impossible.flatMap(issueLines),
    isBlocked: true,
  };
  const counts = [
    ...(updates.length === 0 ? [] : [counted(updates.length, "update")]),
    ...(impossible.length === 0 ? [] : [`${impossible.length} impossible`]),
  ];
  return {
    title: "Environment",
    name,
    counts: counts.join(", ") || "no changes",
    parts: impossible.length === 0 ? parts : [...parts, blocked],
    notes: [],
    warnings,
    digest,
  };
}
