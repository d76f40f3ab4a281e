/** The connections of the listeners: how many there may be, and how many requests one of them may have under way. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Socket } from "node:net";
import { Budget } from "../budget";
import type { TrustedProxies } from "./clientAddress";
import { canonicalAddress, isLoopbackAddress } from "./clientAddress";
import { networkOf } from "./network";

/** A household with a tab for everybody, and what a server of two cores can still look after; sockets are among them. */
const CONNECTIONS = { perKey: 512, inAll: 10_000 };
/** Browsers and Convex's clients ask one thing at a time on a connection. */
const UNANSWERED_MAX = 16;

interface Connection {
  readonly unanswered: Set<ServerResponse>;
}

export class Connections {
  readonly #proxies: TrustedProxies;
  readonly #open = new Budget(CONNECTIONS);
  readonly #connections = new WeakMap<Duplex, Connection>();

  constructor(proxies: TrustedProxies) {
    this.#proxies = proxies;
  }

  /** Ends a connection at once that is one too many, of its address or of all. */
  admit(socket: Socket): void {
    const address = canonicalAddress(socket.remoteAddress ?? "") ?? "";
    // A proxy comes with everybody who is behind it.
    const isProxy = isLoopbackAddress(address) || this.#proxies.trusts(address);
    const key = isProxy ? `${address} ${socket.remotePort ?? 0}` : networkOf(address);
    if (!this.#open.take(key, 1)) {
      socket.destroy();
      return;
    }
    this.#connections.set(socket, { unanswered: new Set() });
    socket.once("close", () => this.#open.give(key, 1));
  }

  /** Counts a request of a connection. False when it has too many that are not answered; the connection is ended then. */
  begin({ socket }: IncomingMessage, response: ServerResponse): boolean {
    const connection = this.#connections.get(socket);
    if (connection === undefined || socket.destroyed) return false;
    connection.unanswered.add(response);
    response.once("close", () => connection.unanswered.delete(response));
    if (connection.unanswered.size <= UNANSWERED_MAX) return true;
    socket.destroy();
    return false;
  }

  /** True while something of an answer has been sent that is not at its end. */
  isAnswering(socket: Duplex): boolean {
    const { unanswered = [] } = this.#connections.get(socket) ?? {};
    return [...unanswered].some(({ headersSent }) => headersSent);
  }
}
