import type { Allowed } from "./findings.js";

/** Lines that are right as they are, each with its reason. An entry without a line fails the check. */
export const ALLOWED: readonly Allowed[] = [];
