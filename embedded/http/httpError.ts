/** A refusal: a status, a stable code, and one sentence for people. */
export class HttpError extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Record<string, string>;

  constructor(status: number, code: string, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** The refusal of a request for which a budget has no room at the moment. */
export function overloadedError(message: string): HttpError {
  return new HttpError(503, "Overloaded", message, { "Retry-After": "1" });
}
