/** One HTTP request on its way to its answer, and the few shapes an answer can take. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { CallOrigin } from "../contracts";
import { clientAddressOf } from "./clientAddress";

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  /** In every refusal and in the log, so that the two can be matched. */
  readonly requestId: string;
}

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

/** Requests name only a path; a URL needs a host, which nobody looks at. */
const SOME_HOST = "http://localhost";

/** The address that a request names; what is no address is the root. */
export function addressOf({ url = "/" }: IncomingMessage): URL {
  return new URL(URL.canParse(url, SOME_HOST) ? url : "/", SOME_HOST);
}

export function exchangeOf(request: IncomingMessage, response: ServerResponse): Exchange {
  return { request, response, url: addressOf(request), requestId: randomUUID() };
}

export function headerOf(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

export function callOriginOf(request: IncomingMessage): Omit<CallOrigin, "requestId"> {
  return { ip: clientAddressOf(request), userAgent: headerOf(request, "user-agent") };
}

export function sendJson({ response }: Exchange, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  response.statusCode = status;
  response.setHeader("Content-Type", "application/json; charset=utf-8");
  response.setHeader("Content-Length", Buffer.byteLength(text));
  if (!response.hasHeader("Cache-Control")) response.setHeader("Cache-Control", "no-store");
  response.end(response.req.method === "HEAD" ? undefined : text);
}

export function sendText(
  { response }: Exchange,
  status: number,
  text: string,
  contentType = "text/plain; charset=utf-8",
): void {
  response.statusCode = status;
  response.setHeader("Content-Type", contentType);
  response.end(response.req.method === "HEAD" ? undefined : text);
}

/** Answers with the refusal; anything that is not one is our fault, and its details stay in the log. */
export function sendError(exchange: Exchange, error: unknown): void {
  const { response, requestId } = exchange;
  if (!(error instanceof HttpError)) console.error(`Request ${requestId} failed:`, error);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const known =
    error instanceof HttpError
      ? error
      : new HttpError(500, "InternalServerError", "Something went wrong on our side.");
  for (const [name, value] of Object.entries(known.headers)) response.setHeader(name, value);
  // What was not read of the body would be taken for the next request.
  if (!exchange.request.complete) response.setHeader("Connection", "close");
  const { code, message, status } = known;
  sendJson(exchange, status, { code, error: message, message, requestId });
}

function tooLarge(limit: number): HttpError {
  return new HttpError(413, "PayloadTooLarge", `The body is larger than ${limit} bytes.`);
}

/** @throws HttpError 413 as soon as the limit is passed. */
export async function readBody({ request }: Exchange, limit: number): Promise<Buffer> {
  if (Number(request.headers["content-length"] ?? 0) > limit) throw tooLarge(limit);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return decoded(Buffer.concat(chunks), headerOf(request, "content-encoding"), limit);
}

function decoded(body: Buffer, encoding: string | null, limit: number): Buffer {
  const options = { maxOutputLength: limit };
  try {
    if (encoding === null || encoding === "identity") return body;
    if (encoding === "br") return brotliDecompressSync(body, options);
    if (encoding === "gzip") return gunzipSync(body, options);
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(limit);
    throw new HttpError(400, "BadEncoding", `The body is not ${encoding ?? ""}.`);
  }
  throw new HttpError(
    415,
    "UnsupportedEncoding",
    `Bodies encoded as ${encoding} are not understood.`,
  );
}

/** @throws HttpError 400 when the body is not a JSON object. */
export async function readJsonObject(
  exchange: Exchange,
  limit: number,
): Promise<Record<string, unknown>> {
  const text = (await readBody(exchange, limit)).toString("utf8");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new HttpError(400, "BadJson", "The body must be JSON.");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new HttpError(400, "BadJson", "The body must be a JSON object.");
  }
  return { ...value };
}
