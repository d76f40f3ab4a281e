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
import type { CallOrigin } from "../contracts";
import { FrameQueue } from "./frameQueue";
import { Frames } from "./frames";
import { CLOSE, PING } from "./protocol";
import type { SessionServices, Wire } from "./session";
import { Session } from "./session";
import type { Share } from "./socketLimits";
import { callerKey } from "../callerKey";
import { FRAME_BYTES_MAX, SocketBudgets } from "./socketLimits";

/** Clients give up after 60 s of silence. */
const PING_INTERVAL_MS = 15_000;
/** Silent for so many pings: the peer is gone without a goodbye. */
const PINGS_WITHOUT_ANSWER = 4;
/** A frame's own head, and what control frames between its parts take. */
const FRAME_HEAD_BYTES = 1_024;
/** The most that one read of the socket returns: it may hold the end of one frame and the beginning of another. */
const READ_BYTES = 64 * 1024;
/** A client with so much unread is not reading; a single larger frame still goes out. */
const UNREAD_BYTES_MAX = 8 * 1024 * 1024;
/** The time that a stopping server waits for clients to close. */
const GOODBYE_MS = 500;
/** The time that a closed client gets to read the reason. */
const FAREWELL_MS = 2_000;

const GOING_AWAY = 1001;

export interface SyncServerOptions {
  readonly services: SessionServices;
  callerOf(request: IncomingMessage): Omit<CallOrigin, "requestId">;
}

interface Connection {
  readonly socket: WebSocket;
  readonly wire: Wire;
  readonly unread: Share;
  pingsUnanswered: number;
}

/** `/api/sync` and `/api/<client version>/sync`. */
export function isSyncPath(pathname: string): boolean {
  return /^\/api\/(?:[^/]+\/)?sync$/.test(pathname);
}

function toBuffer(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data;
  return Buffer.concat(Array.isArray(data) ? data : [new Uint8Array(data)]);
}

interface Caller {
  readonly origin: Omit<CallOrigin, "requestId">;
  /** The key under which its sockets are counted. */
  readonly key: string;
}

/** Says why, and does not wait for long until that was read. */
function sendAway(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason);
  if (socket.bufferedAmount > UNREAD_BYTES_MAX) socket.terminate();
  else setTimeout(() => socket.terminate(), FAREWELL_MS).unref();
}

function sendTooMuch(socket: WebSocket, session: Session): void {
  session.closed();
  sendAway(socket, CLOSE.tryLater, "TooManyConcurrentRequests: too much at once");
}

/** Counts what has come of a frame that is not complete, and closes the socket of a frame that is too large. */
function watchFrames(
  socket: WebSocket,
  stream: Duplex,
  session: Session,
  incoming: Share,
): { isComplete(): void } {
  let bytes = 0;
  const refuse = (end: () => void) => {
    end();
    // What is on its way would still be read and kept.
    stream.pause();
  };
  // Before `ws` hears of it, so that a message that ends here is counted when it arrives.
  stream.prependListener("data", (chunk: Buffer) => {
    if (session.isGone) return;
    if (bytes + chunk.length > FRAME_BYTES_MAX + FRAME_HEAD_BYTES + READ_BYTES)
      refuse(() => session.refuseFrame());
    else if (incoming.take(chunk.length)) bytes += chunk.length;
    else refuse(() => sendTooMuch(socket, session));
  });
  return {
    isComplete() {
      incoming.give(bytes);
      bytes = 0;
    },
  };
}

export class SyncServer {
  readonly #options: SyncServerOptions;
  readonly #server = new WebSocketServer({
    noServer: true,
    // Frames are measured as they come (watchFrames): `ws` would close the socket before the client is told why.
    maxPayload: 0,
    perMessageDeflate: false,
    autoPong: false,
  });
  readonly #connections = new Set<Connection>();
  readonly #frames = new Frames();
  readonly budgets = new SocketBudgets();
  /** Numbers connections. */
  #accepted = 0;
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
    const origin = this.#options.callerOf(request);
    this.#accepted += 1;
    const key = callerKey(origin.ip, `connection ${this.#accepted}`);
    if (!this.budgets.sockets.take(key, 1)) {
      stream.end(
        "HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
      );
      return;
    }
    stream.once("close", () => this.budgets.sockets.give(key, 1));
    this.#server.handleUpgrade(request, stream, head, (socket) =>
      this.#accept(socket, stream, request, { origin, key }),
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

  #accept(
    socket: WebSocket,
    stream: Duplex,
    request: IncomingMessage,
    { origin, key }: Caller,
  ): void {
    const shares = this.budgets.createShares(key);
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const wire = this.#createWire(socket, stream, shares.unread);
    const session = new Session(this.#options.services, wire, {
      origin,
      lane: key,
      shares,
      readsChunks: readsChunks(pathname),
    });
    const connection: Connection = { socket, wire, unread: shares.unread, pingsUnanswered: 0 };
    this.#connections.add(connection);
    const unfinished = watchFrames(socket, stream, session, shares.incoming);
    const frames = new FrameQueue({
      incoming: shares.incoming,
      runQueue: this.#options.services.subscriptions.runQueue,
      lane: key,
      parse: (message) => session.receive(message),
    });
    socket.on("message", (data: RawData, isBinary: boolean) => {
      unfinished.isComplete();
      const message = toBuffer(data);
      if (isBinary) socket.close(CLOSE.protocolError, "Messages are text");
      else if (message.length > FRAME_BYTES_MAX) session.refuseFrame();
      else if (!session.isGone && !frames.add(message)) sendTooMuch(socket, session);
    });
    socket.on("pong", () => (connection.pingsUnanswered = 0));
    // Whoever pings and does not read the answers gets none.
    socket.on("ping", (data: Buffer) => {
      if (socket.bufferedAmount === 0) socket.pong(data);
    });
    // What is wrong with a frame (not UTF-8) arrives here; `ws` closes the socket itself.
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.#connections.delete(connection);
      unfinished.isComplete();
      frames.clear();
      shares.unread.set(0);
      session.closed();
    });
  }

  #createWire(socket: WebSocket, stream: Duplex, unread: Share): Wire {
    return {
      send: (...messages) => {
        if (socket.readyState !== socket.OPEN) return;
        if (socket.bufferedAmount > UNREAD_BYTES_MAX) {
          socket.terminate();
          return;
        }
        // One piece, and one call of the system. `ws` writes at once what it sends, so nothing of it is cut.
        const parts = messages.flatMap((message) => this.#frames.of(message));
        if (parts.length > 1) stream.cork();
        for (const part of parts) stream.write(part);
        if (parts.length > 1) stream.uncork();
        if (!unread.set(socket.bufferedAmount) && !this.#countUnread(socket, unread))
          socket.terminate();
      },
      close: (code, reason) => sendAway(socket, code, reason),
    };
  }

  /** Others may have read since what they had not read at the last check. */
  #countUnread(socket: WebSocket, unread: Share): boolean {
    for (const { socket: other, unread: theirs } of this.#connections)
      if (other.bufferedAmount < theirs.used) theirs.set(other.bufferedAmount);
    return unread.set(socket.bufferedAmount);
  }

  #ping(): void {
    for (const connection of this.#connections) {
      const { socket, wire } = connection;
      connection.unread.set(Math.min(connection.unread.used, socket.bufferedAmount));
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
