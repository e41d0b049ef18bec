/** An API definition document as it stands in a file. */
export interface DocumentText {
  /** What it says, as plain data that shares nothing. */
  readonly data: object;
  /** The text of another document in the style of this one: what did not change stays as it is written. */
  rewrite(changed: object): string;
}
