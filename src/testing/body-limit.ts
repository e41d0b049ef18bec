/** A request body is larger than a server accepts. */
export class BodyTooLarge extends Error {
  constructor(maxBytes: number) {
    super(`The body is larger than ${maxBytes} bytes; see the option maxBodyBytes of listen`);
  }
}

/** Reason of the error response. */
export const TOO_LARGE = "payloadTooLarge";
