/**
 * The two listeners and the order in which a request finds its handler: reserved
 * Convex paths, then the app's HTTP actions, then the app's files. The api
 * listener has the first of these and the command line's endpoints.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { SyncServer } from "../sync/syncServer";
import { isSyncPath } from "../sync/syncServer";
import type { HttpActions } from "./actions";
import type { TrustedProxies } from "./clientAddress";
import { newUnreadBudget } from "./answerBody";
import { newBodyBudget } from "./body";
import { Connections } from "./connections";
import type { Exchange, ExchangeBudgets } from "./exchange";
import {
  parseRequestUrl,
  closeUnread,
  endAnswer,
  createExchange,
  sendError,
  sendText,
} from "./exchange";
import { HttpError } from "./httpError";
import type { Hosting } from "./hosting";
import type { AllowedHosts } from "./hosts";
import { getHost } from "./hosts";
import type { AllowedOrigins } from "./origins";
import type { Routes } from "./routes";

/** The timeouts in milliseconds. */
export interface Timeouts {
  readonly requestTimeout: number;
  readonly headersTimeout: number;
  readonly connectionsCheckingInterval: number;
}

const TIMEOUTS: Timeouts = {
  /** Long enough for a large upload on a slow line, as Convex allows it. */
  requestTimeout: 120_000,
  /** The time for headers, counted from the first moment of a connection, or the end of the request before. */
  headersTimeout: 15_000,
  /** The interval at which both timeouts are checked. */
  connectionsCheckingInterval: 5_000,
};
/** The time that a stopping server waits for requests under way. */
const DRAIN_MS = 2_000;
const PREFLIGHT_SECONDS = 7_200;
/** All that any path takes. */
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
/** The statuses by Node's codes of what is no request that could be answered in the usual way; 400 for all others. */
const BROKEN_REQUESTS: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "413 Payload Too Large",
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  HPE_INVALID_METHOD: `405 Method Not Allowed\r\nAllow: ${METHODS.join(", ")}`,
};

export interface Handlers {
  readonly routes: Routes;
  readonly origins: AllowedOrigins;
  /** Null where no sockets are served. */
  readonly sync: SyncServer | null;
  /** Absent on the api listener. */
  readonly actions?: HttpActions;
  readonly hosting?: Hosting;
}

/** Checks of callers that need nothing behind the listener to be ready. */
export interface Entrance extends ExchangeBudgets {
  readonly hosts: AllowedHosts;
  readonly proxies: TrustedProxies;
  readonly connections: Connections;
}

/** One for all listeners of a process. */
export function createEntrance({ hosts, proxies }: Pick<Entrance, "hosts" | "proxies">): Entrance {
  return {
    hosts,
    proxies,
    connections: new Connections(proxies),
    bodies: newBodyBudget(),
    unread: newUnreadBudget(),
  };
}

/** Returns why a request is refused by the host it names, or null. */
function refusedHost(request: IncomingMessage, hosts: AllowedHosts): HttpError | null {
  const host = getHost(request);
  if (host === null) {
    return new HttpError(400, "BadHost", "The Host header must name one host.");
  }
  if (hosts.allows(host)) return null;
  return new HttpError(
    421,
    "HostNotServed",
    "This server does not answer to that host: it is told its outside address with --public-url.",
  );
}

function allowOrigin({ request, response }: Exchange, origins: AllowedOrigins): void {
  response.setHeader("Vary", "Origin");
  response.setHeader("X-Content-Type-Options", "nosniff");
  const allowed = origins.headerFor(request);
  if (allowed !== null) response.setHeader("Access-Control-Allow-Origin", allowed);
}

function answerPreflight(exchange: Exchange, routes: Routes): void {
  const { request, response, url } = exchange;
  response.statusCode = 204;
  response.setHeader("Access-Control-Allow-Methods", routes.getMethods(url.pathname).join(", "));
  response.setHeader(
    "Access-Control-Allow-Headers",
    request.headers["access-control-request-headers"] ?? "",
  );
  response.setHeader("Access-Control-Max-Age", PREFLIGHT_SECONDS);
  closeUnread(exchange);
  endAnswer(exchange);
}

async function answerReserved(exchange: Exchange, { routes, origins }: Handlers): Promise<void> {
  allowOrigin(exchange, origins);
  const { method } = exchange.request;
  if (method === "OPTIONS") {
    answerPreflight(exchange, routes);
    return;
  }
  // A page that may not read the answer may not cause the effect either.
  if (method !== "GET" && method !== "HEAD" && !origins.allows(exchange.request)) {
    throw new HttpError(403, "OriginNotAllowed", "Pages of this origin may not call this server.");
  }
  await routes.handle(exchange);
}

async function answer(exchange: Exchange, handlers: Handlers): Promise<void> {
  const { pathname } = exchange.url;
  if (handlers.routes.owns(pathname)) return answerReserved(exchange, handlers);
  if ((await handlers.actions?.handle(exchange)) === true) return;
  if (!pathname.startsWith("/api/") && (await handlers.hosting?.handle(exchange)) === true) return;
  await refuseMethod(exchange, handlers);
  // Without pages beside them, the app's actions are the whole site, as on Convex.
  if (
    handlers.hosting === undefined &&
    handlers.actions !== undefined &&
    !pathname.startsWith("/api/")
  ) {
    sendText(exchange, 404, handlers.actions.noRoute);
    return;
  }
  throw new HttpError(404, "NotFound", "There is nothing at this address.");
}

/**
 * Refuses methods that no path takes. Where an HTTP action could take the method and the app has none, the answer is 404, as
 * in Convex.
 * @throws HttpError 405 for a file, which is only read, and for methods that no path takes.
 */
async function refuseMethod({ request, url }: Exchange, handlers: Handlers): Promise<void> {
  const { actions, hosting } = handlers;
  const ofFile = (await hosting?.has(url.pathname)) === true ? ["GET", "HEAD"] : [];
  if (ofFile.length === 0 && METHODS.includes(request.method ?? "")) return;
  const taken = [...(actions?.getMethods(url.pathname) ?? []), ...ofFile];
  throw new HttpError(405, "MethodNotAllowed", "This path does not take this method.", {
    Allow: [...new Set(taken.length > 0 ? taken : METHODS)].join(", "),
  });
}

function refuseConnection(stream: Duplex, status: string): void {
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () =>
    stream.destroy(),
  );
}

/**
 * One port. It may listen before what stands behind it is ready: requests wait
 * then, so that a restart is a pause to clients and not an error.
 */
export class Listener {
  readonly #handlers: Promise<Handlers>;
  readonly #entrance: Entrance;
  readonly #server: Server;
  readonly #upgraded = new Set<Duplex>();

  constructor(handlers: Promise<Handlers>, entrance: Entrance, timeouts = TIMEOUTS) {
    this.#handlers = handlers;
    this.#entrance = entrance;
    // Whoever starts the backend hears of it; here it only means that nobody is served.
    handlers.catch(() => undefined);
    const handle = (request: IncomingMessage, response: ServerResponse) =>
      void this.#handle(request, response);
    this.#server = createServer({ ...timeouts }, handle)
      // Who asks first is told first: a body that is refused is not sent.
      .on("checkContinue", handle)
      .on("connection", (socket) => this.#entrance.connections.admit(socket))
      .on("connect", (_request, stream) => this.#refuseBroken("HPE_INVALID_METHOD", stream))
      .on("clientError", ({ code = "" }: NodeJS.ErrnoException, stream) =>
        this.#refuseBroken(code, stream),
      )
      .on("upgrade", (request, stream, head) => void this.#upgrade(request, stream, head));
  }

  /** Resolves with the port, which is a free one for 0. Rejects with Node's error, whose `code` says why. */
  listen(port: number, host: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen({ port, host, exclusive: true }, () => {
        this.#server.off("error", reject);
        const address = this.#server.address();
        resolve(typeof address === "object" && address !== null ? address.port : port);
      });
    });
  }

  /** Takes no more connections and waits a moment for requests under way. */
  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeIdleConnections();
    const impatient = setTimeout(() => {
      this.#server.closeAllConnections();
      for (const stream of this.#upgraded) stream.destroy();
    }, DRAIN_MS);
    await closed;
    clearTimeout(impatient);
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#entrance.proxies.note(request);
    const begun = this.#entrance.connections.begin(request, response);
    if (begun === null) return;
    const exchange = createExchange(request, response, this.#entrance, begun.hungUp);
    await begun.previousAnswered;
    if (begun.hungUp.aborted) {
      request.socket.destroy();
      return;
    }
    try {
      const refused = refusedHost(request, this.#entrance.hosts);
      if (refused !== null) throw refused;
      await answer(exchange, await this.#handlers);
    } catch (error) {
      sendError(exchange, error);
    }
  }

  #refuseBroken(code: string, stream: Duplex): void {
    if (!stream.writable || this.#entrance.connections.isAnswering(stream)) stream.destroy();
    else refuseConnection(stream, BROKEN_REQUESTS[code] ?? "400 Bad Request");
  }

  async #upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    stream.on("error", () => stream.destroy());
    this.#entrance.proxies.note(request);
    const refused = refusedHost(request, this.#entrance.hosts);
    if (refused !== null) {
      refuseConnection(stream, `${refused.status} ${STATUS_CODES[refused.status] ?? ""}`);
      return;
    }
    const handlers = await this.#handlers.catch(() => null);
    if (handlers?.sync == null) {
      refuseConnection(stream, "503 Service Unavailable");
      return;
    }
    if (!isSyncPath(parseRequestUrl(request).pathname)) {
      refuseConnection(stream, "404 Not Found");
      return;
    }
    if (!handlers.origins.allows(request)) {
      refuseConnection(stream, "403 Forbidden");
      return;
    }
    this.#upgraded.add(stream);
    stream.on("close", () => this.#upgraded.delete(stream));
    handlers.sync.upgrade(request, stream, head);
  }
}
