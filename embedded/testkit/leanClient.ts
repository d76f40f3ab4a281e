/**
 * A client that does as little as it can: a thousand of them in one process must not be what is measured. It speaks the sync
 * protocol, keeps nothing, and says when something came.
 */
import { randomUUID } from "node:crypto";
import { ConvexError, type Value } from "convex/values";
import { WebSocket } from "ws";
import type { Timestamp } from "../contracts";
import { decodeTimestamp } from "../sync/protocol";

interface Frame {
  readonly type: string;
  readonly requestId?: number;
  readonly success?: boolean;
  readonly result?: unknown;
  readonly errorData?: Value;
  readonly ts?: string;
  readonly endVersion?: { readonly ts: string };
  readonly modifications?: readonly Change[];
}

/** A query's new value, or what it was refused with. */
export interface Change {
  readonly queryId: number;
  readonly value?: unknown;
  readonly errorData?: Value;
}

/** A mutation that is done: what it answered, and when it was committed. */
export interface Done {
  readonly result: unknown;
  readonly ts: Timestamp;
}

export class LeanClient {
  readonly socket: WebSocket;
  /** Called with the new value of every query that changed. */
  onValue: (queryId: number, value: unknown) => void = () => undefined;
  /** Called with all that changed at once, and the moment that every query of the client then shows. */
  onTransition: ((ts: Timestamp, changes: readonly Change[]) => void) | undefined;
  readonly #answers = new Map<number, (frame: Frame) => void>();
  #requests = 0;
  #querySet = 0;
  readonly #watched = new Set<number>();

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on("message", (data: Buffer) => this.#hear(data.toString("utf8")));
    socket.on("error", () => undefined);
  }

  static async open(url: string, headers: Record<string, string> = {}): Promise<LeanClient> {
    const socket = new WebSocket(`${url.replace(/^http/, "ws")}/api/1.49.0/sync`, {
      perMessageDeflate: false,
      headers,
    });
    await new Promise((resolve, reject) => {
      socket.once("open", resolve);
      socket.once("error", reject);
    });
    const client = new LeanClient(socket);
    client.say({
      type: "Connect",
      sessionId: randomUUID(),
      connectionCount: 0,
      lastCloseReason: null,
      clientTs: Date.now(),
    });
    return client;
  }

  say(message: object): void {
    this.socket.send(JSON.stringify(message));
  }

  /** Says who it speaks for, once. */
  authenticate(token: string): void {
    this.say({ type: "Authenticate", baseVersion: 0, tokenType: "User", value: token });
  }

  /** One with the number of another takes its place: so a live page that grew is opened anew. */
  watch(queries: readonly { queryId: number; path: string; args: object }[]): void {
    const baseVersion = this.#querySet;
    this.#querySet += 1;
    const replaced = queries.filter(({ queryId }) => this.#watched.has(queryId));
    for (const { queryId } of queries) this.#watched.add(queryId);
    this.say({
      type: "ModifyQuerySet",
      baseVersion,
      newVersion: this.#querySet,
      modifications: [
        ...replaced.map(({ queryId }) => ({ type: "Remove", queryId })),
        ...queries.map(({ queryId, path, args }) => ({
          ...{ type: "Add", queryId },
          ...{ udfPath: path, args: [args] },
        })),
      ],
    });
  }

  /** Resolves when the server says that it is done, that is: on disk. Rejects when it failed: with a ConvexError if it was refused. */
  mutate(udfPath: string, args: object): Promise<Done> {
    const requestId = this.#requests;
    this.#requests += 1;
    return new Promise((resolve, reject) => {
      this.#answers.set(requestId, ({ success, result, errorData, ts = "" }) => {
        if (success === true) resolve({ result, ts: decodeTimestamp(ts) });
        else if (errorData === undefined) reject(new Error(String(result)));
        else reject(new ConvexError(errorData));
      });
      this.say({ type: "Mutation", requestId, udfPath, args: [args] });
    });
  }

  close(): void {
    this.socket.terminate();
  }

  #hear(text: string): void {
    const frame = JSON.parse(text) as Frame;
    if (frame.type === "Transition") {
      const { modifications = [], endVersion } = frame;
      for (const { queryId, value } of modifications) this.onValue(queryId, value);
      if (endVersion !== undefined)
        this.onTransition?.(decodeTimestamp(endVersion.ts), modifications);
    } else if (frame.type === "MutationResponse" && frame.requestId !== undefined) {
      const answer = this.#answers.get(frame.requestId);
      this.#answers.delete(frame.requestId);
      answer?.(frame);
    }
  }
}

/** `count` clients, opened a few at a time. */
export async function openClients(url: string, count: number): Promise<LeanClient[]> {
  const clients: LeanClient[] = [];
  const ATONCE = 50;
  while (clients.length < count) {
    const next = Math.min(ATONCE, count - clients.length);
    clients.push(...(await Promise.all(Array.from({ length: next }, () => LeanClient.open(url)))));
  }
  return clients;
}
