/** An API definition document and its text. */
export interface DocumentText {
  /** The parsed document, as plain data without shared objects. */
  readonly data: object;
  /** Returns the text of a changed document in the style of this one. */
  rewrite(changed: object): string;
}
