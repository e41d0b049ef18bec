import { assertNoIssues, type Issue } from "../errors/request-error.js";
import { type Choice, chooseMethods, type Selection } from "./choose-methods.js";
import { type Declaration, type Docs, docsOf, reachableFrom } from "./declarations.js";
import { declareTypes, type MethodShape } from "./declare-types.js";
import { Names } from "./names.js";
import { type DiscoveryDocument, placeOf } from "./read-document.js";
import {
  type DecidedPaging,
  httpOf,
  type PathParameter,
  pagingOf,
  pathParametersOf,
  unsupportedReason,
} from "./read-method.js";

/** A method of the file. */
export interface DecidedMethod extends MethodShape {
  /** Name in the document, for messages and events: `datasets.list`. */
  readonly place: string;
  /** Verb and path template. */
  readonly http: string;
  readonly docs: Docs;
  readonly params: readonly PathParameter[];
  /** Whether the body is a patch. */
  readonly isPatch: boolean;
  readonly paging: DecidedPaging | undefined;
  /** Whether a POST only reads. */
  readonly isIdempotent: boolean;
  readonly scopes: readonly string[];
}

/** The contents of a file. */
export interface DecidedFile {
  readonly document: DiscoveryDocument;
  /** The types, each after the types that it references, except in cycles. */
  readonly declarations: readonly Declaration[];
  readonly methods: readonly DecidedMethod[];
  /** Facts that were derived from the document, one sentence each. */
  readonly notes: readonly string[];
}

/**
 * Decides the contents of a file: names, order, types, required fields and paging. The decisions consider the whole document,
 * so that another selection changes neither names nor order.
 *
 * @throws {RequestError} If a method cannot be generated, with all issues.
 */
export function decide(document: DiscoveryDocument, selection: Selection): DecidedFile {
  const issues: Issue[] = [];
  const notes: string[] = [];
  const names = new Names();
  const types = declareTypes(document, names, issues);
  const chosen = chooseMethods(document.methods, selection, names, issues);
  const methods = types.methods.flatMap((shape) => {
    const choice = chosen.get(shape.method);
    return (choice && decideMethod(document, shape, choice, issues, notes)) ?? [];
  });
  const used = reachableFrom(
    methods.flatMap(({ query, body, response }) => [query ?? [], body ?? [], response ?? []].flat()),
  );
  assertNoIssues("generate", issues);
  return { document, declarations: types.declarations.filter((each) => used.has(each)), methods, notes };
}

/**
 * Decides how one method is generated; undefined if it cannot be generated. The reason is an issue, or a note if only a
 * pattern matched the method.
 */
function decideMethod(
  document: DiscoveryDocument,
  shape: MethodShape,
  { isNamed, items, exportName = shape.name }: Choice,
  issues: Issue[],
  notes: string[],
): DecidedMethod | undefined {
  const { method } = shape;
  const place = placeOf(method);
  const note = (text: string) => void notes.push(`${place}: ${text}`);
  const report = (message: string) => void issues.push({ path: place, message, rule: "generate-method" });
  const reason = unsupportedReason(document, method);
  if (reason !== undefined) {
    if (isNamed) report(`cannot be generated, because ${reason}; remove it from --methods`);
    else note(`omitted, because ${reason}`);
    return undefined;
  }
  const { paging, problem } = pagingOf(shape, items);
  if (paging !== undefined) note(`items ${JSON.stringify(paging.items)}${paging.isMap ? ", as entries" : ""}`);
  else if (problem !== undefined && items === undefined) note(`items cannot be listed, because ${problem}`);
  else if (problem !== undefined) report(problem);
  if (method.supportsMediaUpload) note("its upload is omitted");
  if (method.supportsMediaDownload) note("its download is omitted");
  return {
    ...shape,
    name: exportName,
    place,
    http: httpOf(document, method),
    docs: docsOf(method),
    params: pathParametersOf(method),
    isPatch: method.httpMethod === "PATCH",
    paging,
    isIdempotent: method.httpMethod === "POST" && /\b(getIamPolicy|testIamPermissions)$/.test(place),
    scopes: (method.scopes ?? []).filter((scope) => scope !== ""),
  };
}
