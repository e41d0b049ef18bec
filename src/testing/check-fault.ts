import { kindOf } from "../core/rules/describe.js";
import { joinPath } from "../core/rules/issue-path.js";
import type { Issue } from "../errors/issue.js";
import type { Fault, FaultMatch } from "./fault.js";

/** Everything that is wrong with the description of a fault. */
export function faultIssues(fault: unknown): Issue[] {
  if (typeof fault !== "object" || fault === null || Array.isArray(fault)) {
    return [{ path: "", message: `must be an object, got ${kindOf(fault)}`, rule: RULE }];
  }
  const members = fault as Fault;
  return [...memberIssues(members, MEMBERS, ""), ...matchIssues(members.match), ...combinationIssues(members)];
}

const RULE = "fault";

interface Expected {
  readonly text: string;
  fits(value: unknown): boolean;
}

type Members<T> = { readonly [K in keyof Required<T>]: Expected };

const yes: Expected = { text: "true", fits: (value) => value === true };
const text: Expected = { text: "a string", fits: (value) => typeof value === "string" };

const MEMBERS: Members<Fault> = {
  status: { text: "an integer from 300 to 599", fits: (value) => isInteger(value, 300) && value <= 599 },
  reason: text,
  message: text,
  retryAfter: { text: "a whole number of seconds", fits: (value) => isInteger(value, 0) },
  html: yes,
  malformed: yes,
  drop: { text: 'true or "body"', fits: (value) => value === true || value === "body" },
  delayMs: {
    text: "a number of milliseconds from 0",
    fits: (value) => typeof value === "number" && Number.isFinite(value) && value >= 0,
  },
  emptyPage: yes,
  repeatToken: yes,
  times: {
    text: "an integer from 1, or Infinity",
    fits: (value) => isInteger(value, 1) || value === Number.POSITIVE_INFINITY,
  },
  match: { text: "an object", fits: (value) => typeof value === "object" && value !== null && !Array.isArray(value) },
  after: { text: "true or false", fits: (value) => typeof value === "boolean" },
};

const MATCH_MEMBERS: Members<FaultMatch> = {
  method: text,
  path: {
    text: "a RegExp, or the beginning of a path, with its slash",
    fits: (value) => value instanceof RegExp || (typeof value === "string" && value.startsWith("/")),
  },
};

function isInteger(value: unknown, min: number): value is number {
  return Number.isSafeInteger(value) && Number(value) >= min;
}

function memberIssues(value: object, members: Readonly<Record<string, Expected>>, at: string): Issue[] {
  return Object.entries(value).flatMap(([name, member]): Issue[] => {
    const path = joinPath(at, name);
    const expected = Object.hasOwn(members, name) ? members[name] : undefined;
    if (expected === undefined) {
      return [{ path, message: `is unknown; known are ${Object.keys(members).join(", ")}`, rule: RULE }];
    }
    if (member === undefined || expected.fits(member)) return [];
    const got = typeof member === "number" || typeof member === "string" ? JSON.stringify(member) : kindOf(member);
    return [{ path, message: `must be ${expected.text}, got ${got}`, rule: RULE }];
  });
}

function matchIssues(match: unknown): Issue[] {
  return typeof match === "object" && match !== null ? memberIssues(match, MATCH_MEMBERS, "match") : [];
}

const EFFECTS = ["status", "html", "malformed", "drop", "delayMs", "emptyPage", "repeatToken"] as const;

/** Effects that exclude each other. */
const CONFLICTS: readonly (readonly [keyof Fault, keyof Fault])[] = [
  ["html", "malformed"],
  ["drop", "malformed"],
  ["emptyPage", "repeatToken"],
  ["emptyPage", "status"],
  ["emptyPage", "html"],
  ["emptyPage", "drop"],
  ["repeatToken", "status"],
  ["repeatToken", "html"],
  ["repeatToken", "drop"],
];

/** Members that say something about an effect, and the effects of which they need one. */
const NEEDS: readonly (readonly [keyof Fault, readonly (keyof Fault)[]])[] = [
  ["reason", ["status"]],
  ["message", ["status"]],
  ["retryAfter", ["status", "html"]],
  ["after", ["status", "html", "drop"]],
];

function combinationIssues(fault: Fault): Issue[] {
  const has = (name: keyof Fault) => fault[name] !== undefined;
  const issues: Issue[] = [];
  if (!EFFECTS.some(has)) {
    issues.push({ path: "", message: `has no effect; give one of ${EFFECTS.join(", ")}`, rule: RULE });
  }
  for (const [one, other] of CONFLICTS) {
    if (has(one) && has(other)) issues.push({ path: other, message: `cannot go with "${one}"`, rule: RULE });
  }
  for (const [name, effects] of NEEDS) {
    if (has(name) && !effects.some(has)) {
      issues.push({ path: name, message: `needs ${effects.join(" or ")}`, rule: RULE });
    }
  }
  return issues;
}
