import { spawn } from "node:child_process";

/** Maximum wait for one response. The first one includes loading the project. */
const LIMIT_MS = 60_000;

/** A process that exchanges JSON messages over its standard streams. */
export interface Connection {
  send(message: object): void;
  /** Sends a message whose response is passed to `answer` under the same id. */
  request(id: number, message: object): Promise<unknown>;
  answer(id: number, result: unknown): void;
  fail(id: number, reason: string): void;
  close(): void;
}

/**
 * Starts a language server. Its messages have a header with their length; those to it have the form that `frame` returns.
 *
 * @param receive - Called with every message of the server.
 */
export function connect(
  command: readonly [string, ...string[]],
  folder: string,
  frame: (json: string) => string,
  receive: (message: unknown) => void,
): Connection {
  const [file, ...args] = command;
  const child = spawn(file, args, { cwd: folder, stdio: ["pipe", "pipe", "inherit"] });
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  const fail = (id: number, reason: string) => waiting.get(id)?.reject(new Error(reason));
  const failAll = (reason: string) => {
    for (const id of [...waiting.keys()]) fail(id, reason);
  };
  child.on("error", (error) => failAll(error.message));
  child.on("exit", (code) => failAll(`${file} exited with ${code}`));
  child.stdin.on("error", (error) => failAll(error.message));
  let received = Buffer.alloc(0);
  child.stdout.on("data", (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const header = received.indexOf("\r\n\r\n");
      if (header < 0) return;
      const length = Number(/Content-Length: (\d+)/i.exec(received.toString("latin1", 0, header))?.[1]);
      const end = header + 4 + length;
      if (received.length < end) return;
      const json = received.toString("utf8", header + 4, end);
      received = received.subarray(end);
      receive(JSON.parse(json));
    }
  });
  const send = (message: object) => void child.stdin.write(frame(JSON.stringify(message)));
  return {
    send,
    async request(id, message) {
      const response = new Promise<unknown>((resolve, reject) => waiting.set(id, { resolve, reject }));
      const timer = setTimeout(
        () => fail(id, `no response within ${LIMIT_MS} ms: ${JSON.stringify(message)}`),
        LIMIT_MS,
      );
      try {
        send(message);
        return await response;
      } finally {
        clearTimeout(timer);
        waiting.delete(id);
      }
    },
    answer: (id, result) => waiting.get(id)?.resolve(result),
    fail,
    close() {
      child.stdin.end();
      child.kill();
    },
  };
}
