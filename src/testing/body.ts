import { isTooDeep, TOO_DEEP } from "../values/objects.js";
import { ServiceError } from "./service-error.js";

/** Maximum size of a request body, which is about the same as BigQuery's. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;

/** Creates a stream that fails with a {@link ServiceError} if there are more bytes than allowed. */
export function limitBody(): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  return new TransformStream({
    transform(chunk, controller) {
      size += chunk.byteLength;
      if (size > MAX_BODY_BYTES) {
        const message = `The body is larger than ${MAX_BODY_BYTES} bytes`;
        throw new ServiceError({ status: 413, reason: "payloadTooLarge", message });
      }
      controller.enqueue(chunk);
    },
  });
}

/** Returns the parsed body of a request, or its text and the error to respond with. */
export async function readBody(request: Request): Promise<{ readonly value: unknown; readonly error?: ServiceError }> {
  let text = "";
  const unusable = (message: string) => {
    return { value: text, error: new ServiceError({ status: 400, reason: "parseError", message }) };
  };
  const isZipped = /^(x-)?gzip$/i.test(request.headers.get("content-encoding") ?? "");
  try {
    text = await (isZipped ? unzipped(request) : request.text());
  } catch (error) {
    if (error instanceof ServiceError) return { value: text, error };
    if (isZipped && !request.signal.aborted) return unusable("The body is not valid gzip");
    throw error;
  }
  try {
    const value: unknown = text === "" ? undefined : JSON.parse(text);
    return isTooDeep(value) ? unusable(`The body ${TOO_DEEP}`) : { value };
  } catch {
    return unusable("The body is not valid JSON");
  }
}

async function unzipped({ body }: Request): Promise<string> {
  const bytes = body?.pipeThrough(new DecompressionStream("gzip")).pipeThrough(limitBody());
  return new Response(bytes).text();
}
