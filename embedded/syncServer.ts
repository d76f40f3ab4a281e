/**
 * The WebSocket side: who may connect, how a socket becomes a session, and how
 * sockets that no longer answer or no longer read are let go. It does not
 * understand what is said (see session.ts).
 */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { RawData, WebSocket } from "ws";
import { WebSocketServer } from "ws";
import { readsChunks } from "./chunks";
import type { CallOrigin } from "./contracts";
import { PING } from "./protocol";
import type { SessionServices, Wire } from "./session";
import { CLOSE, Session } from "./session";

/** Clients give up after 60 s of silence. */
const PING_INTERVAL_MS = 15_000;
/** Silent for so many pings: the peer is gone without a goodbye. */
const PINGS_WITHOUT_ANSWER = 4;
/** Convex's limit for arguments, hence for a frame. */
export const MAX_FRAME_BYTES = 16 * 1024 * 1024;
/** A client with so much unread is not reading; a single larger frame still goes out. */
const MAX_UNREAD_BYTES = 8 * 1024 * 1024;
/** How long a stopping server waits for goodbyes. */
const GOODBYE_MS = 500;

const GOING_AWAY = 1001;

export interface SyncServerOptions {
  readonly services: SessionServices;
  callerOf(request: IncomingMessage): Omit<CallOrigin, "requestId">;
}

interface Connection {
  readonly socket: WebSocket;
  readonly wire: Wire;
  pingsUnanswered: number;
}

/** `/api/sync` and `/api/<client version>/sync`. */
export function isSyncPath(pathname: string): boolean {
  return /^\/api\/(?:[^/]+\/)?sync$/.test(pathname);
}

function textOf(data: RawData): string {
  if (Buffer.isBuffer(data)) return data.toString("utf8");
  return Buffer.concat(Array.isArray(data) ? data : [new Uint8Array(data)]).toString("utf8");
}

function wireOf(socket: WebSocket, stream: Duplex): Wire {
  return {
    send: (...messages) => {
      if (socket.readyState !== socket.OPEN) return;
      if (socket.bufferedAmount > MAX_UNREAD_BYTES) {
        socket.terminate();
        return;
      }
      // One piece, and one call of the system.
      stream.cork();
      for (const message of messages) socket.send(message);
      stream.uncork();
    },
    close: (code, reason) => socket.close(code, reason),
  };
}

export class SyncServer {
  readonly #options: SyncServerOptions;
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
  });
  readonly #connections = new Set<Connection>();
  readonly #heartbeat: NodeJS.Timeout;
  #closing: Promise<void> | null = null;

  constructor(options: SyncServerOptions) {
    this.#options = options;
    this.#heartbeat = setInterval(() => this.#ping(), PING_INTERVAL_MS);
    this.#heartbeat.unref();
  }

  get connectionCount(): number {
    return this.#connections.size;
  }

  /** Takes over a request whose origin was already let in. */
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    if (this.#closing !== null) {
      stream.destroy();
      return;
    }
    this.#server.handleUpgrade(request, stream, head, (socket) =>
      this.#accept(socket, stream, request),
    );
  }

  /** Says goodbye to everybody; clients come back by themselves. */
  close(): Promise<void> {
    this.#closing ??= this.#sayGoodbye();
    return this.#closing;
  }

  async #sayGoodbye(): Promise<void> {
    clearInterval(this.#heartbeat);
    const sockets = [...this.#connections].map(({ socket }) => socket);
    const goodbyes = sockets.map(
      (socket) => new Promise((resolve) => socket.once("close", resolve)),
    );
    for (const socket of sockets) socket.close(GOING_AWAY, "The server is stopping");
    const impatient = setTimeout(() => {
      for (const socket of sockets) socket.terminate();
    }, GOODBYE_MS);
    await Promise.all(goodbyes);
    clearTimeout(impatient);
    this.#server.close();
  }

  #accept(socket: WebSocket, stream: Duplex, request: IncomingMessage): void {
    const wire = wireOf(socket, stream);
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const session = new Session(this.#options.services, wire, {
      origin: this.#options.callerOf(request),
      readsChunks: readsChunks(pathname),
    });
    const connection: Connection = { socket, wire, pingsUnanswered: 0 };
    this.#connections.add(connection);
    socket.on("message", (data: RawData, isBinary: boolean) => {
      if (isBinary) socket.close(CLOSE.protocolError, "Messages are text");
      else session.receive(textOf(data));
    });
    socket.on("pong", () => (connection.pingsUnanswered = 0));
    // What is wrong with a frame (too large, not UTF-8) arrives here; `ws` closes the socket itself.
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.#connections.delete(connection);
      session.closed();
    });
  }

  #ping(): void {
    for (const connection of this.#connections) {
      const { socket, wire } = connection;
      if (connection.pingsUnanswered >= PINGS_WITHOUT_ANSWER) {
        socket.terminate();
        continue;
      }
      connection.pingsUnanswered += 1;
      socket.ping();
      wire.send(PING);
    }
  }
}
