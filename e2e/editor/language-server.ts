/** A place in a file; line and character count from 0. */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly character: number;
}

/** The information that an editor shows for a name. */
export interface Hover {
  readonly signature: string;
  readonly documentation: string;
}

/**
 * The information that an editor shows inside the parentheses of a call: the selected signature and the parameter at
 * the cursor.
 */
export interface SignatureHelp {
  readonly label: string;
  readonly documentation: string;
  readonly parameter: { readonly label: string; readonly documentation: string } | undefined;
  /** Number of overloads. */
  readonly overloads: number;
}

/** One error of the compiler. */
export interface Diagnostic {
  readonly start: Position;
  readonly end: Position;
  readonly code: number;
  readonly message: string;
}

/** The language server of one compiler, as an editor uses it. Each request has a time limit. */
export interface LanguageServer {
  open(file: string, text: string): Promise<void>;
  hover(at: Position): Promise<Hover | undefined>;
  completions(at: Position): Promise<string[]>;
  signature(at: Position): Promise<SignatureHelp | undefined>;
  /** Paths of the files that contain the definitions of a name. */
  definitions(at: Position): Promise<string[]>;
  diagnostics(file: string): Promise<Diagnostic[]>;
  close(): void;
}
