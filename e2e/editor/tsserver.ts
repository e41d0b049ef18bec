import { join } from "node:path";
import { connect } from "./connection.js";
import type { LanguageServer, Position } from "./language-server.js";

/** Positions of tsserver count from 1. */
interface Location {
  readonly line: number;
  readonly offset: number;
}

interface Part {
  readonly text: string;
}

interface Response {
  readonly type: string;
  readonly request_seq?: number;
  readonly success?: boolean;
  readonly message?: string;
  readonly body?: unknown;
}

interface SignatureItem {
  readonly prefixDisplayParts: readonly Part[];
  readonly separatorDisplayParts: readonly Part[];
  readonly suffixDisplayParts: readonly Part[];
  readonly documentation: readonly Part[];
  readonly parameters: readonly { readonly displayParts: readonly Part[]; readonly documentation: readonly Part[] }[];
}

/** The preferences of VS Code, without completions that add imports to the file. */
const PREFERENCES = { includeCompletionsForModuleExports: false, includeCompletionsWithInsertText: true };

const textOf = (parts: readonly Part[]) => parts.map(({ text }) => text).join("");
const locationOf = ({ file, line, character }: Position) => ({ file, line: line + 1, offset: character + 1 });

/** Starts the language server of a compiler that is written in JavaScript. */
export async function startTsserver(folder: string, packageName: string): Promise<LanguageServer> {
  const script = join(folder, "node_modules", packageName, "lib/tsserver.js");
  const args = ["--disableAutomaticTypingAcquisition", "--suppressDiagnosticEvents"];
  let sequence = 0;
  const connection = connect(
    [process.execPath, script, ...args],
    folder,
    (json) => `${json}\n`,
    (message) => {
      const { type, request_seq, success, message: reason, body } = message as Response; // the server's protocol
      if (type !== "response" || request_seq === undefined) return;
      // "No content available." means that there is nothing to show.
      if (success || reason === "No content available.") connection.answer(request_seq, body);
      else connection.fail(request_seq, reason ?? "the request failed");
    },
  );
  /** The type is the server protocol's type for the command. */
  const request = <T>(command: string, parameters: object): Promise<T | undefined> => {
    sequence += 1;
    return connection.request(sequence, {
      seq: sequence,
      type: "request",
      command,
      arguments: parameters,
    }) as Promise<T>;
  };
  await request("configure", { preferences: PREFERENCES });
  return {
    async open(file, text) {
      sequence += 1;
      connection.send({ seq: sequence, type: "request", command: "open", arguments: { file, fileContent: text } });
    },
    async hover(at) {
      const info = await request<{ displayString: string; documentation: string }>("quickinfo", locationOf(at));
      if (info === undefined) return undefined;
      // The last line for an imported name is the import.
      const signature = info.displayString.replace(/\nimport [\w$]+$/, "");
      return { signature, documentation: info.documentation };
    },
    async completions(at) {
      const info = await request<{ entries: { name: string }[] }>("completionInfo", locationOf(at));
      return info?.entries.map(({ name }) => name) ?? [];
    },
    async signature(at) {
      const help = await request<{ items: SignatureItem[]; selectedItemIndex: number; argumentIndex: number }>(
        "signatureHelp",
        locationOf(at),
      );
      const item = help?.items[help.selectedItemIndex];
      if (help === undefined || item === undefined) return undefined;
      const { prefixDisplayParts, separatorDisplayParts, suffixDisplayParts, parameters, documentation } = item;
      const listed = parameters.map(({ displayParts }) => textOf(displayParts)).join(textOf(separatorDisplayParts));
      const parameter = parameters[help.argumentIndex];
      return {
        label: `${textOf(prefixDisplayParts)}${listed}${textOf(suffixDisplayParts)}`,
        documentation: textOf(documentation),
        parameter: parameter && {
          label: textOf(parameter.displayParts),
          documentation: textOf(parameter.documentation),
        },
        overloads: help.items.length,
      };
    },
    async definitions(at) {
      const found = await request<{ file: string }[]>("definition", locationOf(at));
      return (found ?? []).map(({ file }) => file);
    },
    async diagnostics(file) {
      type Found = { start: Location; end: Location; code: number; text: string };
      const found = await request<Found[]>("semanticDiagnosticsSync", { file });
      const position = ({ line, offset }: Location) => ({ file, line: line - 1, character: offset - 1 });
      return (found ?? []).map(({ start, end, code, text }) => ({
        start: position(start),
        end: position(end),
        code,
        message: text,
      }));
    },
    close: connection.close,
  };
}
