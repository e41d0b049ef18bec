/** An API definition document and its text. */
export interface DocumentText {
  /** The parsed document, as plain data without shared objects. */
  readonly data: object;
  /** Returns the text of a changed document in the style of this one. */
  rewrite(changed: object): string;
}

/** Whether a value is an object and not an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
