import {
  booleanOption,
  isString,
  listOf,
  must,
  type OptionCheck,
  type OptionChecks,
  oneOf,
  optionsOf,
  plainObjectOption,
  required,
} from "../../core/rules/options.js";
import { Environment } from "../../environments/schemas/environment.js";
import type { Issue } from "../../errors/issue.js";
import { count, issuesAt, orNull, resourceOf, text, time } from "../state-checks.js";
import type { MaskReading } from "./mask.js";
import type { EnvironmentsState, OperationFailure, StoredOperation } from "./store.js";

/** Checks the error of an operation. */
const failureCheck: OptionCheck = required(
  must(isFailure, "an error: { code: an integer, message }", () => "another value"),
);

function isFailure(value: unknown): value is OperationFailure {
  const { code, message } = Object(value) as Partial<OperationFailure>;
  return Number.isInteger(code) && typeof message === "string";
}

const READING: OptionChecks<keyof MaskReading> = {
  path: text,
  kind: required(oneOf("map", "value", "unlisted")),
  members: listOf(text, "a list of strings"),
};
const OPERATION: OptionChecks<keyof StoredOperation> = {
  name: text,
  target: text,
  targetUuid: must(isString, "a string"),
  startsAt: time,
  endsAt: time,
  reading: required(optionsOf(READING)),
  body: required(plainObjectOption),
  failure: orNull(failureCheck),
  response: orNull(resourceOf(Environment)),
  settled: required(booleanOption),
};

/** Creates the check of the state of the service in a snapshot. */
export function environmentsStateCheck(environmentIssues: (environment: unknown) => readonly Issue[]): OptionCheck {
  const checks: OptionChecks<keyof EnvironmentsState> = {
    sequence: count,
    environments: required(listOf(issuesAt(environmentIssues), "a list of environments")),
    operations: required(listOf(optionsOf(OPERATION), "a list of operations")),
    failures: required(listOf(failureCheck, "a list of errors")),
  };
  return optionsOf(checks);
}
