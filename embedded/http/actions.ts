/** The app's own HTTP actions: Node's request in, the app's answer out. */
import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import type { FunctionRunner, HttpAnswer } from "../contracts";
import { callerKey } from "../callerKey";
import { callerKeys } from "../callerTime";
import { parseForeignJson } from "../jsonText";
import type { RunQueue } from "../subscriptions/runQueue";
import type { Authenticate } from "./callers";
import { callerOfAction } from "./callers";
import type { Exchange } from "./exchange";
import { getCallOrigin, closeUnread, endAnswer, getHeader, sendStream } from "./exchange";

/** Convex's limit. */
const ACTION_BODY_BYTES_MAX = 20 * 1024 * 1024;
/** Methods that a web `Request` refuses to name. */
const FORBIDDEN_METHODS = new Set(["CONNECT", "TRACE", "TRACK"]);

function toHeaders({ request }: Exchange): Headers {
  const headers = new Headers();
  for (let i = 0; i + 1 < request.rawHeaders.length; i += 2) {
    headers.append(request.rawHeaders[i] ?? "", request.rawHeaders[i + 1] ?? "");
  }
  return headers;
}

function toWebRequest(exchange: Exchange, publicUrl: string): Request {
  const { request, url } = exchange;
  const method = request.method ?? "GET";
  const host = getHeader(request, "host");
  const named = host === null ? publicUrl : `${new URL(publicUrl).protocol}//${host}`;
  const base = URL.canParse(named) ? named : publicUrl;
  const address = new URL(url.pathname + url.search, base);
  const headers = toHeaders(exchange);
  if (method === "GET" || method === "HEAD" || !exchange.body.isThere)
    return withSignal(new Request(address, { method, headers }), exchange);
  // Read when the action reads it, and as it was sent: what is compressed stays so, as on Convex.
  const body = exchange.body.stream(ACTION_BODY_BYTES_MAX);
  const init: RequestInit & { duplex: "half" } = { method, headers, body, duplex: "half" };
  const webRequest = new Request(address, init);
  // Actions have no limit of time on the thread, and strangers choose what is parsed there.
  const json = async () => parseForeignJson(await webRequest.text());
  return withSignal(Object.defineProperty(webRequest, "json", { value: json }), exchange);
}

/** The request's signal says when the client is gone before it has the whole response. */
function withSignal(request: Request, { response }: Exchange): Request {
  const gone = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  return Object.defineProperty(request, "signal", { value: gone.signal, configurable: true });
}

/** A body that was there at once has ended already. */
async function cancel({ body }: HttpAnswer): Promise<void> {
  if (body instanceof ReadableStream) await body.cancel();
}

async function send(exchange: Exchange, answer: HttpAnswer): Promise<void> {
  const { response } = exchange;
  if (answer.body instanceof Uint8Array) exchange.answer.reserve(answer.body.length);
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) {
    if (name !== "set-cookie") response.setHeader(name, value);
  }
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) response.setHeader("Set-Cookie", cookies);
  if (!response.hasHeader("X-Content-Type-Options"))
    response.setHeader("X-Content-Type-Options", "nosniff");
  closeUnread(exchange);
  if (answer.body === null || response.req.method === "HEAD") {
    endAnswer(exchange);
    await cancel(answer);
    return;
  }
  if (answer.body instanceof Uint8Array) {
    response.setHeader("Content-Length", answer.body.length);
    endAnswer(exchange, answer.body);
    return;
  }
  await sendStream(exchange, Readable.fromWeb(answer.body as NodeReadableStream<Uint8Array>));
}

export interface HttpActionServices {
  readonly runner: FunctionRunner;
  readonly authenticate: Authenticate;
  readonly publicUrl: string;
  /** Shared with all other calls: whoever asks for much makes nobody else wait. */
  readonly runQueue: RunQueue;
}

export class HttpActions {
  readonly #runner: FunctionRunner;
  readonly #authenticate: Authenticate;
  readonly #publicUrl: string;
  readonly #runQueue: RunQueue;

  constructor({ runner, authenticate, publicUrl, runQueue }: HttpActionServices) {
    this.#runner = runner;
    this.#authenticate = authenticate;
    this.#publicUrl = publicUrl;
    this.#runQueue = runQueue;
  }

  /** Those of which the app has a route for the path. */
  getMethods(pathname: string): readonly string[] {
    return this.#runner.httpMethods(pathname);
  }

  /** Returns Convex's sentence for a path that no action has. */
  get noRoute(): string {
    return this.#runner.hasHttpActions()
      ? "No matching routes found"
      : "This Convex deployment does not have HTTP actions enabled.";
  }

  /** False when the app has no route for this request. */
  async handle(exchange: Exchange): Promise<boolean> {
    const { method = "" } = exchange.request;
    if (FORBIDDEN_METHODS.has(method) || !this.getMethods(exchange.url.pathname).includes(method))
      return false;
    const request = toWebRequest(exchange, this.#publicUrl);
    const caller = await callerOfAction(exchange, this.#authenticate);
    const origin = { ...getCallOrigin(exchange.request), requestId: exchange.requestId };
    const { ip, requestId } = origin;
    const callers = callerKeys(ip, requestId, caller);
    await this.#runQueue.next(callerKey(ip, requestId), callers, exchange.hungUp);
    const answer = await this.#runner.http(request, caller, origin);
    if (answer === undefined) return false;
    if (exchange.body.failure !== undefined) {
      // Whatever the action made of half a body, that is why.
      await cancel(answer);
      throw exchange.body.failure;
    }
    await send(exchange, answer);
    return true;
  }
}
