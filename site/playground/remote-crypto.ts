// Chromium does not provide `crypto.subtle` to the workers of an opaque origin, but to the frame itself. The frame keeps the
// keys, and the worker calls it.

/** The properties of a key of the frame, and its number. */
interface KeyFacts {
  readonly key: number;
  readonly type: KeyType;
  readonly extractable: boolean;
  readonly algorithm: KeyAlgorithm;
  readonly usages: readonly KeyUsage[];
}

/** A call of a method of `crypto.subtle`, from the worker to the frame. */
export interface CryptoCall {
  readonly type: "crypto";
  readonly id: number;
  readonly method: string;
  readonly values: readonly unknown[];
}

/** The result of a call, from the frame to the worker. */
export interface CryptoResult {
  readonly type: "crypto";
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string | undefined;
}

const METHODS = [
  "decrypt",
  "deriveBits",
  "digest",
  "encrypt",
  "exportKey",
  "generateKey",
  "importKey",
  "sign",
  "verify",
];
/** Maximum number of keys that the frame keeps for a program. */
const MAX_KEYS = 1_000;

/** Returns a function that runs the calls of a worker with the frame's own `crypto.subtle`. */
export function createCryptoService(subtle: SubtleCrypto): (call: CryptoCall) => Promise<CryptoResult> {
  const keys: CryptoKey[] = [];
  const shown = (value: unknown): unknown => {
    if (value instanceof CryptoKey) {
      if (keys.length >= MAX_KEYS) throw new Error(`the playground keeps at most ${MAX_KEYS} keys`);
      const { type, extractable, algorithm, usages } = value;
      return { key: keys.push(value) - 1, type, extractable, algorithm, usages } satisfies KeyFacts;
    }
    const isPair = typeof value === "object" && value !== null && "publicKey" in value && "privateKey" in value;
    return isPair ? { publicKey: shown(value.publicKey), privateKey: shown(value.privateKey) } : value;
  };
  const received = (value: unknown): unknown =>
    typeof value === "object" && value !== null && "key" in value ? keys[Number(value.key)] : value;
  return async ({ id, method, values }) => {
    try {
      if (!METHODS.includes(method)) throw new Error(`the playground does not provide crypto.subtle.${method}`);
      const call = Reflect.get(subtle, method) as (...values: unknown[]) => Promise<unknown>; // one of METHODS
      return { type: "crypto", id, value: shown(await call.apply(subtle, values.map(received))) };
    } catch (error) {
      return { type: "crypto", id, error: String(error) };
    }
  };
}

/** A key in the worker; the frame has the key itself. */
class RemoteKey {
  readonly #number: number;

  constructor({ key, ...facts }: KeyFacts) {
    this.#number = key;
    Object.assign(this, facts);
  }

  /** The form of a value in a message to the frame. */
  static sent(value: unknown): unknown {
    return value instanceof RemoteKey ? { key: value.#number } : value;
  }

  get [Symbol.toStringTag]() {
    return "CryptoKey";
  }
}

/** The part of `crypto` that a worker without a secure context lacks. Pass the results of the frame to `receive`. */
export function createRemoteCrypto(send: (call: CryptoCall) => void) {
  const pending = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let calls = 0;
  const revived = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    if ("key" in value && "usages" in value) return new RemoteKey(value as KeyFacts); // in the format of `shown`
    const isPair = "publicKey" in value && "privateKey" in value;
    return isPair ? { publicKey: revived(value.publicKey), privateKey: revived(value.privateKey) } : value;
  };
  const call =
    (method: string) =>
    (...values: unknown[]) =>
      new Promise<unknown>((resolve, reject) => {
        calls += 1;
        pending.set(calls, { resolve, reject });
        send({ type: "crypto", id: calls, method, values: values.map(RemoteKey.sent) });
      });
  return {
    subtle: Object.fromEntries(METHODS.map((method) => [method, call(method)])),
    receive({ id, value, error }: CryptoResult): void {
      const { resolve, reject } = pending.get(id) ?? {};
      pending.delete(id);
      if (error === undefined) resolve?.(revived(value));
      else reject?.(new Error(error));
    },
  };
}
