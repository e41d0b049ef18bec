import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { connect } from "./connection.js";
import type { LanguageServer, Position } from "./language-server.js";

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly items?: readonly unknown[] };
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

interface Range {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

interface FileLocation {
  readonly uri: string;
}

type Text = string | { readonly value: string };

interface Signature {
  readonly label: string;
  readonly documentation?: Text;
  readonly parameters?: readonly { readonly label: string | [number, number]; readonly documentation?: Text }[];
}

const capabilities = {
  textDocument: {
    hover: { contentFormat: ["markdown"] },
    completion: { completionItem: {} },
    signatureHelp: { signatureInformation: { documentationFormat: ["plaintext"], parameterInformation: {} } },
    diagnostic: {},
  },
};

/** Hints, such as unused names, have other severities. */
const ERROR = 1;

const textOf = (text: Text | undefined) => (typeof text === "object" ? text.value : (text ?? ""));
const documentOf = (file: string) => ({ uri: pathToFileURL(file).href });
const locationOf = ({ file, line, character }: Position) => ({
  textDocument: documentOf(file),
  position: { line, character },
});

/** The signature is the code block at the beginning. Links lead into the package; their text is what a user reads. */
function hoverOf(markdown: string) {
  const [, signature = "", linked = ""] = /^```\w+\n([\s\S]*?)\n```\n?([\s\S]*)$/.exec(markdown) ?? [];
  const documentation = linked.replace(/\[([^\]]+)\]\(file:[^)]*\)/g, "$1");
  return { signature, documentation };
}

/** Starts the language server of the native compiler, which uses the Language Server Protocol. */
export async function startNativeServer(folder: string, packageName: string): Promise<LanguageServer> {
  const script = join(folder, "node_modules", packageName, "bin/tsc");
  const frame = (json: string) => `Content-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`;
  let last = 0;
  const connection = connect([process.execPath, script, "--lsp", "--stdio"], folder, frame, (message) => {
    const { id, method, params, result, error } = message as Message; // the server's protocol
    if (id === undefined) return;
    // The server asks for settings and registers capabilities; there are none.
    if (method !== undefined) connection.send({ jsonrpc: "2.0", id, result: params?.items?.map(() => null) ?? null });
    else if (error !== undefined) connection.fail(id, error.message);
    else connection.answer(id, result);
  });
  /** The type is the protocol's type for the method. */
  const request = <T>(method: string, params: object): Promise<T | null> => {
    last += 1;
    return connection.request(last, { jsonrpc: "2.0", id: last, method, params }) as Promise<T | null>;
  };
  const notify = (method: string, params: object) => connection.send({ jsonrpc: "2.0", method, params });
  const { href } = pathToFileURL(folder);
  await request("initialize", {
    processId: process.pid,
    rootUri: href,
    workspaceFolders: [{ uri: href, name: "app" }],
    capabilities,
  });
  notify("initialized", {});
  return {
    async open(file, text) {
      const textDocument = { ...documentOf(file), languageId: "typescript", version: 1, text };
      notify("textDocument/didOpen", { textDocument });
    },
    async hover(at) {
      const hover = await request<{ contents: Text }>("textDocument/hover", locationOf(at));
      return hover === null ? undefined : hoverOf(textOf(hover.contents));
    },
    async completions(at) {
      const list = await request<{ items: { label: string }[] }>("textDocument/completion", locationOf(at));
      return list?.items.map(({ label }) => label) ?? [];
    },
    async signature(at) {
      const help = await request<{ signatures: Signature[]; activeSignature?: number; activeParameter?: number }>(
        "textDocument/signatureHelp",
        locationOf(at),
      );
      const signature = help?.signatures[help.activeSignature ?? 0];
      if (help == null || signature === undefined) return undefined;
      const { label, documentation, parameters = [] } = signature;
      const parameter = parameters[help.activeParameter ?? 0];
      return {
        label,
        documentation: textOf(documentation),
        parameter: parameter && {
          label: typeof parameter.label === "string" ? parameter.label : label.slice(...parameter.label),
          documentation: textOf(parameter.documentation),
        },
        overloads: help.signatures.length,
      };
    },
    async definitions(at) {
      const found = await request<FileLocation | FileLocation[]>("textDocument/definition", locationOf(at));
      return [found ?? []].flat().map(({ uri }) => fileURLToPath(uri));
    },
    async diagnostics(file) {
      type Found = { range: Range; severity?: number; code?: number; message: string };
      const report = await request<{ items: Found[] }>("textDocument/diagnostic", { textDocument: documentOf(file) });
      const position = (at: Range["start"]) => ({ file, ...at });
      const errors = (report?.items ?? []).filter(({ severity }) => severity === ERROR);
      return errors.map(({ range, code = 0, message }) => ({
        start: position(range.start),
        end: position(range.end),
        code,
        message,
      }));
    },
    close: connection.close,
  };
}
