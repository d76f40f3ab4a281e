/** The app's own HTTP actions: Node's request in, the app's answer out. */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import type { FunctionRunner } from "../contracts";
import type { Authenticate } from "./callers";
import { callerOfAction } from "./callers";
import type { Exchange } from "./exchange";
import { callOriginOf, headerOf, HttpError, readBody } from "./exchange";

/** Convex's limit. */
const MAX_ACTION_BODY_BYTES = 20 * 1024 * 1024;
/** Methods that a web `Request` refuses to name. */
const FORBIDDEN_METHODS = new Set(["CONNECT", "TRACE", "TRACK"]);

function headersOf({ request }: Exchange): Headers {
  const headers = new Headers();
  for (let i = 0; i + 1 < request.rawHeaders.length; i += 2) {
    headers.append(request.rawHeaders[i] ?? "", request.rawHeaders[i + 1] ?? "");
  }
  return headers;
}

async function webRequestOf(exchange: Exchange, publicUrl: string): Promise<Request> {
  const { request, url } = exchange;
  const method = request.method ?? "GET";
  if (FORBIDDEN_METHODS.has(method))
    throw new HttpError(405, "MethodNotAllowed", "This method is not understood.");
  const host = headerOf(request, "host");
  const named = host === null ? publicUrl : `${new URL(publicUrl).protocol}//${host}`;
  const base = URL.canParse(named) ? named : publicUrl;
  const address = new URL(url.pathname + url.search, base);
  const headers = headersOf(exchange);
  if (method === "GET" || method === "HEAD") return new Request(address, { method, headers });
  const body = await readBody(exchange, MAX_ACTION_BODY_BYTES);
  // The body is decoded by now.
  headers.delete("content-encoding");
  return new Request(address, {
    method,
    headers,
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  });
}

async function send({ response }: Exchange, answer: Response): Promise<void> {
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) {
    if (name !== "set-cookie") response.setHeader(name, value);
  }
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) response.setHeader("Set-Cookie", cookies);
  if (!response.hasHeader("X-Content-Type-Options"))
    response.setHeader("X-Content-Type-Options", "nosniff");
  if (answer.body === null || response.req.method === "HEAD") {
    response.end();
    await answer.body?.cancel();
    return;
  }
  // A client that hangs up ends the pipeline; nobody is left to be told.
  const body = Readable.fromWeb(answer.body as NodeReadableStream<Uint8Array>);
  await pipeline(body, response).catch(() => response.destroy());
}

export class HttpActions {
  readonly #runner: FunctionRunner;
  readonly #authenticate: Authenticate;
  readonly #publicUrl: string;

  constructor(runner: FunctionRunner, authenticate: Authenticate, publicUrl: string) {
    this.#runner = runner;
    this.#authenticate = authenticate;
    this.#publicUrl = publicUrl;
  }

  /** False when the app has no route for this request. */
  async handle(exchange: Exchange): Promise<boolean> {
    const request = await webRequestOf(exchange, this.#publicUrl);
    const caller = await callerOfAction(exchange, this.#authenticate);
    const origin = { ...callOriginOf(exchange.request), requestId: exchange.requestId };
    const answer = await this.#runner.http(request, caller, origin);
    if (answer === undefined) return false;
    await send(exchange, answer);
    return true;
  }
}
