/** The connections of the listeners: how many there may be, and how many requests one of them may have under way. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Socket } from "node:net";
import { Budget } from "../budget";
import type { TrustedProxies } from "./clientAddress";
import { canonicalAddress, isLoopbackAddress } from "./clientAddress";
import { toNetwork } from "./network";

/** A household with a tab for everybody, and what a server of two cores can still look after; sockets are among them. */
const CONNECTIONS = { perKey: 512, inAll: 10_000 };
/** Browsers and Convex's clients ask one thing at a time on a connection. */
const UNANSWERED_MAX = 16;

interface Connection {
  /** The requests under way, each with the function that lets the next one begin. */
  readonly unanswered: Map<ServerResponse, () => void>;
  readonly hungUp: AbortController;
  /** Resolves when the newest request is answered, or the connection closed. */
  answered: Promise<void>;
}

/** A request that may be answered after those before it. */
export interface Begun {
  /** Resolves when the answers before this one were read, or the connection is closed. */
  readonly previousAnswered: Promise<void>;
  /** Aborted when the client closes its side of the connection. */
  readonly hungUp: AbortSignal;
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
    const key = isProxy ? `${address} ${socket.remotePort ?? 0}` : toNetwork(address);
    if (!this.#open.take(key, 1)) {
      socket.destroy();
      return;
    }
    const hungUp = new AbortController();
    const unanswered: Connection["unanswered"] = new Map();
    this.#connections.set(socket, { unanswered, hungUp, answered: Promise.resolve() });
    // Most clients close both sides at once, which looks like the end of theirs until something is sent to them.
    socket.once("end", () => hungUp.abort());
    socket.once("close", () => {
      hungUp.abort();
      for (const next of unanswered.values()) next();
      this.#open.give(key, 1);
    });
  }

  /** Counts a request of a connection. Null when it has too many that are not answered; the connection is ended then. */
  begin({ socket }: IncomingMessage, response: ServerResponse): Begun | null {
    const connection = this.#connections.get(socket);
    if (connection === undefined || socket.destroyed) return null;
    const { unanswered, hungUp, answered: previousAnswered } = connection;
    connection.answered = new Promise<void>((resolve) => unanswered.set(response, resolve));
    response.once("close", () => {
      unanswered.get(response)?.();
      unanswered.delete(response);
    });
    if (unanswered.size <= UNANSWERED_MAX) return { previousAnswered, hungUp: hungUp.signal };
    socket.destroy();
    return null;
  }

  /** True while something of an answer has been sent that is not at its end. */
  isAnswering(socket: Duplex): boolean {
    const { unanswered = [] } = this.#connections.get(socket) ?? {};
    return [...unanswered].some(([{ headersSent }]) => headersSent);
  }
}
