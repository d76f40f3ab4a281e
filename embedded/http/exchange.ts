/** One HTTP request on its way to its answer, and the few shapes an answer can take. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import type { Budget } from "../budget";
import type { CallOrigin } from "../contracts";
import { AnswerBody, PIECE_BYTES } from "./answerBody";
import { RequestBody } from "./body";
import { getClientAddress, isLoopbackAddress } from "./clientAddress";
import { LARGE_JSON_BYTES, parseForeignJson, TooMuchJsonError } from "../jsonText";
import { newRequestId } from "../requestId";
import { HttpError } from "./httpError";
import { toNetwork } from "./network";

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  /** The id that stands in every refusal and in the log, so that the two can be matched. */
  readonly requestId: string;
  readonly body: RequestBody;
  readonly answer: AnswerBody;
  /** Aborted when the client closed its connection: a call that waits is not run then. */
  readonly hungUp: AbortSignal;
}

/** The memory budgets of unfinished requests and of unread answers. */
export interface ExchangeBudgets {
  readonly bodies: Budget;
  readonly unread: Budget;
}

/**
 * A client that still sends is listened to for so long and so much more, and not if it pauses: many write everything before they
 * read, and a connection that is closed at once loses the answer.
 */
const LINGER_MS = 30_000;
const LINGER_SILENCE_MS = 1_000;
const LINGER_BYTES = 32 * 2 ** 20;

/** Requests name only a path; a URL needs a host, which nobody looks at. */
const SOME_HOST = "http://localhost";

/** The address that a request names; what is no address is the root. A path may begin with two slashes, and names no host then. */
export function parseRequestUrl({ url = "/" }: IncomingMessage): URL {
  const whole = url.startsWith("/") ? SOME_HOST + url : url;
  return new URL(URL.canParse(whole, SOME_HOST) ? whole : "/", SOME_HOST);
}

/** Loopback stands for many: a proxy, and all programs of this machine. Each of its requests counts by itself. */
function toBudgetKey(request: IncomingMessage, requestId: string): string {
  const { ip } = getCallOrigin(request);
  return ip === null || isLoopbackAddress(ip) ? requestId : toNetwork(ip);
}

export function createExchange(
  request: IncomingMessage,
  response: ServerResponse,
  { bodies, unread }: ExchangeBudgets,
  hungUp: AbortSignal,
): Exchange {
  const requestId = newRequestId();
  const key = toBudgetKey(request, requestId);
  const body = new RequestBody(request, response, bodies, key);
  const answer = new AnswerBody(response, unread, key);
  return { request, response, url: parseRequestUrl(request), requestId, body, answer, hungUp };
}

export function getHeader(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

export function getCallOrigin(request: IncomingMessage): Omit<CallOrigin, "requestId"> {
  return { ip: getClientAddress(request), userAgent: getHeader(request, "user-agent") };
}

/**
 * Says that the connection ends with this answer, when there is something of the request that nobody has read: it would be
 * taken for the next request. To be called before the headers are sent.
 */
export function closeUnread({ request, response }: Exchange): void {
  if (!request.complete) response.setHeader("Connection", "close");
}

/** Resolves when the rest of the request was thrown away, or more of it than is listened to. */
function discardRest({ request }: Exchange): Promise<void> {
  return new Promise((resolve) => {
    let discarded = 0;
    const end = () => {
      clearTimeout(late);
      clearTimeout(silent);
      resolve();
    };
    const late = setTimeout(end, LINGER_MS);
    const silent = setTimeout(end, LINGER_SILENCE_MS);
    request.once("close", end);
    request.once("end", end);
    request.on("data", (piece: Buffer) => {
      silent.refresh();
      discarded += piece.length;
      if (discarded > LINGER_BYTES) end();
    });
  });
}

async function endAfterRest(exchange: Exchange, body?: string | Uint8Array): Promise<void> {
  const { response, answer } = exchange;
  const rest = discardRest(exchange);
  if (body === undefined) response.flushHeaders();
  else await answer.send(body);
  await rest;
  answer.end();
}

async function endInPieces({ answer }: Exchange, body: string | Uint8Array): Promise<void> {
  await answer.send(body);
  answer.end();
}

/** Ends an answer, with what is left of the request thrown away for a while. A long body has to be reserved before. */
export function endAnswer(exchange: Exchange, body?: string | Uint8Array): void {
  const { request, response, answer } = exchange;
  exchange.body.stop();
  if (!request.complete && !request.destroyed)
    endAfterRest(exchange, body).catch(() => response.destroy());
  else if (body !== undefined && body.length > PIECE_BYTES)
    endInPieces(exchange, body).catch(() => response.destroy());
  else answer.end(body);
}

/** Answers with a stream, which is not read faster than the client reads. */
export async function sendStream(exchange: Exchange, body: Readable): Promise<void> {
  closeUnread(exchange);
  // A client that hangs up ends the stream; nobody is left to be told.
  await exchange.answer.sendStream(body).then(
    () => endAnswer(exchange),
    () => exchange.response.destroy(),
  );
}

export function sendJson(exchange: Exchange, status: number, body: unknown): void {
  sendJsonText(exchange, status, JSON.stringify(body));
}

export function sendJsonText(exchange: Exchange, status: number, text: string): void {
  const { response, answer } = exchange;
  const length = Buffer.byteLength(text);
  answer.reserve(length);
  response.statusCode = status;
  response.setHeader("Content-Type", "application/json; charset=utf-8");
  response.setHeader("Content-Length", length);
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
  const { response, answer } = exchange;
  const length = Buffer.byteLength(text);
  answer.reserve(length);
  response.statusCode = status;
  response.setHeader("Content-Type", contentType);
  response.setHeader("Content-Length", length);
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
  const refusal =
    error instanceof HttpError
      ? error
      : new HttpError(500, "InternalServerError", "Something went wrong on our side.");
  for (const [name, value] of Object.entries(refusal.headers)) response.setHeader(name, value);
  const { code, message, status } = refusal;
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
