/** A hostile client: each method tries to use more of the server than one client may. `ended` reports the server's reaction. */
import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { connect } from "node:net";
import { WebSocket } from "ws";

/** A server with hundreds of such sockets is slow to accept. */
const OPEN_MS = 10_000;

/** The end of a socket: the code and the reason of its close frame. */
export interface SocketEnd {
  readonly code: number;
  readonly reason: string;
}

interface Query {
  readonly udfPath: string;
  readonly args: object;
}

export class HostileSocket {
  readonly socket: WebSocket;
  /** Resolves when the connection has closed. */
  readonly ended: Promise<SocketEnd>;
  /** The number of received frames by type. */
  readonly heard = new Map<string, number>();
  /** The number of received query results. */
  answers = 0;
  isOpen = true;
  #querySet = 0;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    this.ended = new Promise((resolve) =>
      socket.once("close", (code, reason) => {
        this.isOpen = false;
        resolve({ code, reason: reason.toString("utf8") });
      }),
    );
    socket.on("error", () => undefined);
    socket.on("message", (data: Buffer) => this.#hear(data.toString("utf8")));
  }

  /** @throws Error with the status when the server rejects the socket. */
  static async open(url: string, headers: Record<string, string> = {}): Promise<HostileSocket> {
    const socket = new WebSocket(`${url.replace(/^http/, "ws")}/api/1.49.0/sync`, {
      perMessageDeflate: false,
      handshakeTimeout: OPEN_MS,
      headers,
    });
    const hostile = new HostileSocket(socket);
    await new Promise((resolve, reject) => {
      socket.once("open", resolve);
      socket.once("error", reject);
    });
    return hostile;
  }

  /** Opens a socket and sends Connect. */
  static async connected(url: string, headers?: Record<string, string>): Promise<HostileSocket> {
    const hostile = await HostileSocket.open(url, headers);
    hostile.connect();
    return hostile;
  }

  #hear(text: string): void {
    const { type, modifications = [] } = JSON.parse(text) as {
      type: string;
      modifications?: unknown[];
    };
    this.heard.set(type, (this.heard.get(type) ?? 0) + 1);
    this.answers += modifications.length;
  }

  say(message: object): void {
    this.sayText(JSON.stringify(message));
  }

  sayText(text: string): void {
    if (this.isOpen) this.socket.send(text, () => undefined);
  }

  connect(sessionId: string = randomUUID()): void {
    const clientTs = Date.now();
    this.say({ type: "Connect", sessionId, connectionCount: 0, lastCloseReason: null, clientTs });
  }

  /** Changes its query set in one frame; ids are its own business. */
  modify(modifications: readonly object[]): void {
    const baseVersion = this.#querySet;
    this.#querySet += 1;
    this.say({ type: "ModifyQuerySet", baseVersion, newVersion: this.#querySet, modifications });
  }

  /** Watches so many queries in one frame, numbered from `from` on. */
  watchMany(count: number, query: (at: number) => Query, from = 0): void {
    this.modify(
      Array.from({ length: count }, (_, at) => {
        const { udfPath, args } = query(from + at);
        return { type: "Add", queryId: from + at, udfPath, args: [args] };
      }),
    );
  }

  /** Adds and removes one query repeatedly, in separate frames. */
  churn(times: number, query: (at: number) => Query): void {
    for (let at = 0; at < times; at += 1) {
      this.watchMany(1, query, at);
      this.modify([{ type: "Remove", queryId: at }]);
    }
  }

  callMany(type: "Mutation" | "Action", count: number, query: (at: number) => Query): void {
    for (let requestId = 0; requestId < count; requestId += 1) {
      const { udfPath, args } = query(requestId);
      this.say({ type, requestId, udfPath, args: [args] });
    }
  }

  /** Sends an invalid token, and messages that wait for its verification. */
  crowdBehindToken(token: string, messages: readonly object[]): void {
    this.say({ type: "Authenticate", baseVersion: 0, tokenType: "User", value: token });
    for (const message of messages) this.say(message);
  }

  /** Sends the given number of bytes of a message that never ends. */
  neverEndFrame(bytes: number): void {
    this.socket.send(Buffer.alloc(bytes, " "), { fin: false, binary: false }, () => undefined);
  }

  /** Pings without reading the pongs. */
  pingDeafly(times: number): void {
    this.socket.pause();
    for (let at = 0; at < times && this.isOpen; at += 1)
      this.socket.ping(Buffer.alloc(100), true, () => undefined);
  }

  /** Stops reading. */
  deafen(): void {
    this.socket.pause();
  }

  close(): void {
    this.socket.terminate();
  }
}

/** Returns JSON of nested objects. */
export function nestedArguments(levels: number): string {
  return `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
}

/** Opens a WebSocket that sends no frame. */
export function openSilent(url: string): Promise<Socket> {
  const { hostname, port, host } = new URL(url);
  return new Promise((resolve, reject) => {
    const line = connect(Number(port), hostname, () => {
      line.write(
        `GET /api/1.49.0/sync HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
          "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
      );
    });
    line.once("data", () => resolve(line));
    line.once("error", reject);
    line.once("close", () => reject(new Error("closed")));
  });
}
