/** A request with its result, as far as it is known. */
interface Attempt {
  readonly sandbox: number;
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly status?: number | undefined;
  readonly error?: string | undefined;
}

/**
 * Returns the attempt number of each request. A request that is identical to an earlier one with a transient failure
 * counts as its retry.
 */
export function attemptNumbers(requests: readonly Attempt[]): number[] {
  const failed = new Map<string, number>();
  return requests.map(({ sandbox, method, path, body, status = 0, error }) => {
    const key = JSON.stringify([sandbox, method, path, body]);
    const attempt = (failed.get(key) ?? 0) + 1;
    if (error !== undefined || status >= 500 || status === 429 || status === 408) failed.set(key, attempt);
    else failed.delete(key);
    return attempt;
  });
}
