/** One HTTP request on its way to its answer, and the few shapes an answer can take. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Budget } from "../budget";
import type { CallOrigin } from "../contracts";
import { RequestBody } from "./body";
import { clientAddressOf, isLoopbackAddress } from "./clientAddress";
import { LARGE_JSON_BYTES, parseForeignJson, TooMuchJsonError } from "../jsonText";
import { newRequestId } from "../requestId";
import { HttpError } from "./httpError";
import { networkOf } from "./network";

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  /** In every refusal and in the log, so that the two can be matched. */
  readonly requestId: string;
  readonly body: RequestBody;
}

/** A client that still sends is listened to for so long and so much more: closed at once, it might lose the answer. */
const LINGER_MS = 1_000;
const LINGER_BYTES = 2 ** 20;

/** Requests name only a path; a URL needs a host, which nobody looks at. */
const SOME_HOST = "http://localhost";

/** The address that a request names; what is no address is the root. A path may begin with two slashes, and names no host then. */
export function addressOf({ url = "/" }: IncomingMessage): URL {
  const whole = url.startsWith("/") ? SOME_HOST + url : url;
  return new URL(URL.canParse(whole, SOME_HOST) ? whole : "/", SOME_HOST);
}

/** Loopback stands for many: a proxy, and all programs of this machine. Each of its requests counts by itself. */
function bodyKeyOf(request: IncomingMessage, requestId: string): string {
  const { ip } = callOriginOf(request);
  return ip === null || isLoopbackAddress(ip) ? requestId : networkOf(ip);
}

export function exchangeOf(
  request: IncomingMessage,
  response: ServerResponse,
  bodies: Budget,
): Exchange {
  const requestId = newRequestId();
  const body = new RequestBody(request, response, bodies, bodyKeyOf(request, requestId));
  return { request, response, url: addressOf(request), requestId, body };
}

export function headerOf(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

export function callOriginOf(request: IncomingMessage): Omit<CallOrigin, "requestId"> {
  return { ip: clientAddressOf(request), userAgent: headerOf(request, "user-agent") };
}

/**
 * Says that the connection ends with this answer, when there is something of the request that nobody has read: it would be
 * taken for the next request. To be called before the headers are sent.
 */
export function closeUnread({ request, response }: Exchange): void {
  if (!request.complete) response.setHeader("Connection", "close");
}

/** Ends an answer, with what is left of the request thrown away for a moment. */
export function endAnswer({ request, response, body }: Exchange, text?: string | Uint8Array): void {
  body.stop();
  if (request.complete || request.destroyed) {
    response.end(text);
    return;
  }
  if (text === undefined) response.flushHeaders();
  else response.write(text);
  let thrownAway = 0;
  const end = () => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, LINGER_MS);
  request.once("close", end);
  request.once("end", end);
  request.on("data", (piece: Buffer) => {
    thrownAway += piece.length;
    if (thrownAway > LINGER_BYTES) end();
  });
}

export function sendJson(exchange: Exchange, status: number, body: unknown): void {
  sendJsonText(exchange, status, JSON.stringify(body));
}

export function sendJsonText(exchange: Exchange, status: number, text: string): void {
  const { response } = exchange;
  response.statusCode = status;
  response.setHeader("Content-Type", "application/json; charset=utf-8");
  response.setHeader("Content-Length", Buffer.byteLength(text));
  if (!response.hasHeader("Cache-Control")) response.setHeader("Cache-Control", "no-store");
  closeUnread(exchange);
  endAnswer(exchange, response.req.method === "HEAD" ? undefined : text);
}

export function sendText(
  exchange: Exchange,
  status: number,
  text: string,
  contentType = "text/plain; charset=utf-8",
): void {
  const { response } = exchange;
  response.statusCode = status;
  response.setHeader("Content-Type", contentType);
  response.setHeader("Content-Length", Buffer.byteLength(text));
  closeUnread(exchange);
  endAnswer(exchange, response.req.method === "HEAD" ? undefined : text);
}

const HANG_UPS = ["ECONNRESET", "EPIPE", "ERR_STREAM_PREMATURE_CLOSE", "ERR_STREAM_DESTROYED"];

/** The client went away: no fault of anybody. */
function isHangUp(error: unknown): boolean {
  const { code = "" } = error as NodeJS.ErrnoException;
  return error instanceof Error && HANG_UPS.includes(code);
}

/** Answers with the refusal; anything that is not one is our fault, and its details stay in the log. */
export function sendError(exchange: Exchange, error: unknown): void {
  const { response, requestId } = exchange;
  if (!(error instanceof HttpError) && !isHangUp(error))
    console.error(`Request ${requestId} failed:`, error);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const known =
    error instanceof HttpError
      ? error
      : new HttpError(500, "InternalServerError", "Something went wrong on our side.");
  for (const [name, value] of Object.entries(known.headers)) response.setHeader(name, value);
  const { code, message, status } = known;
  sendJson(exchange, status, { code, error: message, message, requestId });
}

/**
 * @param beforeParsing - Waited for before a large body is parsed, where others shall not wait for all bodies that come together.
 * @throws HttpError 400 when the body is not a JSON object.
 */
export async function readJsonObject(
  exchange: Exchange,
  limit: number,
  beforeParsing: () => Promise<void> = () => Promise.resolve(),
): Promise<Record<string, unknown>> {
  const bytes = await exchange.body.read(limit);
  if (bytes.length > LARGE_JSON_BYTES) await beforeParsing();
  const value = parsedJson(bytes.toString("utf8"));
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new HttpError(400, "BadJson", "The body must be a JSON object.");
  }
  return { ...value };
}

function parsedJson(text: string): unknown {
  try {
    return parseForeignJson(text);
  } catch (error) {
    const message = error instanceof TooMuchJsonError ? error.message : "The body must be JSON.";
    throw new HttpError(400, "BadJson", message);
  }
}
