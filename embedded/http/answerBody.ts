/**
 * The body of one answer on its way to its client. What the client has not read yet is in memory: it counts against a budget
 * that all answers share, and has to be read in time.
 */
import type { ServerResponse } from "node:http";
import { Writable } from "node:stream";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Budget } from "../budget";
import { HungUpError } from "../subscriptions/runQueue";
import { HttpError } from "./httpError";

/** The most unread bytes in memory at a time, of one client address and of all: four answers of Convex's largest size, and as many of four addresses. */
const UNREAD_BUDGET = { perKey: 64 * 2 ** 20, inAll: 256 * 2 ** 20 };
/** The first bytes of each answer count for nothing, so that small answers pass when large ones have used the budget up. */
const UNCOUNTED_BYTES = 16 * 2 ** 10;
/** A longer body is sent in pieces, so that its progress is seen. */
export const PIECE_BYTES = 64 * 2 ** 10;
/** The time in which a client takes a piece: a modem's speed, as for what it sends. */
const PIECE_MS = 60_000;

export function newUnreadBudget(): Budget {
  return new Budget(UNREAD_BUDGET);
}

export class AnswerBody {
  readonly #response: ServerResponse;
  readonly #budget: Budget;
  readonly #key: string;
  /** The part of what is in memory that the budget counts. */
  #counted = 0;

  /** @param key under which the budget counts: the client's address. */
  constructor(response: ServerResponse, budget: Budget, key: string) {
    this.#response = response;
    this.#budget = budget;
    this.#key = key;
    response.once("close", () => this.#hold(0));
  }

  /**
   * Counts a body that is in memory as a whole, until the answer is closed. To be called before the headers are set.
   * @throws HttpError 503 when the address or all together leave too much unread.
   */
  reserve(bytes: number): void {
    if (this.#hold(bytes)) return;
    const message = "Too many large answers are not read yet: try again in a moment.";
    // What the connection asked beside it would be computed for nobody.
    throw new HttpError(503, "Overloaded", message, { "Retry-After": "1", Connection: "close" });
  }

  /** Sends a body that was reserved, piece by piece. Rejects when the client is gone or does not read. */
  async send(body: string | Uint8Array): Promise<void> {
    if (body.length <= PIECE_BYTES) return this.#write(body);
    const bytes = typeof body === "string" ? Buffer.from(body) : body;
    for (let at = 0; at < bytes.length; at += PIECE_BYTES)
      await this.#write(bytes.subarray(at, at + PIECE_BYTES));
  }

  /** Sends what a stream brings, each piece when the one before was read. Rejects when the stream fails or the client is gone. */
  async sendStream(body: Readable): Promise<void> {
    const gone = new AbortController();
    this.#response.once("close", () => gone.abort());
    const sink = new Writable({
      highWaterMark: 1,
      write: (piece: Buffer, _encoding, done) => {
        this.#sendPiece(piece).then(() => done(), done);
      },
    });
    await pipeline(body, sink, { signal: gone.signal });
  }

  /** Ends the answer; its last bytes have to be read in time, too. */
  end(last?: string | Uint8Array): void {
    const late = this.#destroyLate();
    this.#response.once("close", () => clearTimeout(late));
    this.#response.end(last);
  }

  async #sendPiece(piece: Uint8Array): Promise<void> {
    this.reserve(piece.length);
    await this.send(piece);
    this.#hold(0);
  }

  #write(piece: string | Uint8Array): Promise<void> {
    const late = this.#destroyLate();
    return new Promise<void>((resolve, reject) => {
      const gone = () =>
        reject(new HungUpError("The client closed its connection before it had the answer."));
      if (this.#response.destroyed) gone();
      this.#response.once("close", gone);
      this.#response.write(piece, (error) => {
        this.#response.off("close", gone);
        if (error == null) resolve();
        else reject(error);
      });
    }).finally(() => clearTimeout(late));
  }

  #destroyLate(): NodeJS.Timeout {
    return setTimeout(() => this.#response.destroy(), PIECE_MS).unref();
  }

  /** Returns false, with nothing changed, where there is no room for so much. */
  #hold(bytes: number): boolean {
    const counted = Math.max(bytes - UNCOUNTED_BYTES, 0);
    const more = counted - this.#counted;
    if (more > 0 && !this.#budget.take(this.#key, more)) return false;
    if (more < 0) this.#budget.give(this.#key, -more);
    this.#counted = counted;
    return true;
  }
}
