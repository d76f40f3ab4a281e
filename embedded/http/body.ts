/**
 * The body of one request. Nothing is read before somebody asks for it, and then only within a size, a time and a budget of
 * bytes that all unfinished requests share.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { ConvexError } from "convex/values";
import { Budget } from "../budget";
import { HttpError, overloadedError } from "./httpError";

/**
 * The most bytes of bodies in memory at a time, of one client address and of all. One address has room for the largest body (20 MiB) and little more:
 * the process needs about three times of it while bodies arrive, and gives that back only at its next collection.
 */
export const BODY_BUDGET = { perKey: 24 * 2 ** 20, inAll: 64 * 2 ** 20 };
/** The first bytes of each body count for nothing, so that small calls pass when large ones have used the budget up. */
export const UNCOUNTED_BYTES = 16 * 2 ** 10;
/** Between two pieces of a body. */
const SILENCE_MS = 15_000;
/** A body may be as slow as it likes for so long; after that a modem's speed is asked for. */
const SLOW_START_MS = 10_000;
const MIN_BYTES_PER_SECOND = 1_024;

const MS_PER_SECOND = 1_000;
const decompressBrotli = promisify(brotliDecompress);

export function newBodyBudget(): Budget {
  return new Budget(BODY_BUDGET);
}

function tooLarge(limit: number): HttpError {
  return new HttpError(413, "PayloadTooLarge", `The body is larger than ${limit} bytes.`);
}

function tooSlow(): HttpError {
  return new HttpError(408, "BodyTooSlow", "The body came too slowly.");
}

function overloaded(): HttpError {
  return overloadedError("Too many large requests are under way: try again in a moment.");
}

/** Names the encoding of the body in lower case; null for a body as it is. */
function getContentEncoding({ headers }: IncomingMessage): string | null {
  const encoding = (headers["content-encoding"] ?? "").trim().toLowerCase();
  return encoding === "" || encoding === "identity" ? null : encoding;
}

/** @throws HttpError 415 for every encoding that is not among those of the route. */
export function requireEncoding(request: IncomingMessage, encodings: readonly string[]): void {
  const encoding = getContentEncoding(request);
  if (encoding === null || encodings.includes(encoding)) return;
  throw new HttpError(415, "UnsupportedEncoding", "Compressed bodies are not taken here.", {
    "Accept-Encoding": [...encodings, "identity"].join(", "),
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** Rejects when the promise takes longer. */
async function within<T>(
  promise: Promise<T>,
  milliseconds: number,
  late: () => HttpError,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const alarm = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), milliseconds);
  });
  // It ends with its connection, when nobody listens any more.
  promise.catch(() => undefined);
  try {
    return await Promise.race([promise, alarm]);
  } finally {
    clearTimeout(timer);
  }
}

export interface BodyOptions {
  /** The most bytes that may arrive. */
  readonly limit: number;
  /** False for a body that goes to the disk piece by piece. */
  readonly staysInMemory?: boolean;
}

export class RequestBody {
  /** The refusal that reading ended with. */
  failure: HttpError | undefined;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #budget: Budget;
  readonly #key: string;
  #isTrusted = false;
  #taken = 0;
  #pieces: AsyncIterator<Buffer, undefined> | undefined;

  /** @param key under which the budget counts: the client's address. */
  constructor(request: IncomingMessage, response: ServerResponse, budget: Budget, key: string) {
    this.#request = request;
    this.#response = response;
    this.#budget = budget;
    this.#key = key;
    response.once("close", () => this.#giveBack());
  }

  get isThere(): boolean {
    return hasBody(this.#request);
  }

  /** Counts no more: an administrator's imports are larger than what strangers may have under way. */
  trust(): void {
    this.#isTrusted = true;
  }

  /** @throws HttpError 408, 413 or 503, or 400 when the client went away. */
  async *pieces({ limit, staysInMemory = true }: BodyOptions): AsyncGenerator<Buffer, void> {
    let [size, waitedMs] = [0, 0];
    try {
      if (Number(this.#request.headers["content-length"] ?? 0) > limit) throw tooLarge(limit);
      if (/^100-continue$/i.test(this.#request.headers.expect ?? ""))
        this.#response.writeContinue();
      const iterator = this.#request.iterator({ destroyOnReturn: false }) as AsyncIterator<
        Buffer,
        undefined
      >;
      this.#pieces = iterator;
      for (;;) {
        const askedAt = performance.now();
        const { done, value } = await within(iterator.next(), SILENCE_MS, tooSlow);
        if (done === true) return;
        waitedMs += performance.now() - askedAt;
        size += value.length;
        if (size > limit) throw tooLarge(limit);
        const expected = (waitedMs / MS_PER_SECOND) * MIN_BYTES_PER_SECOND;
        if (waitedMs > SLOW_START_MS && size < expected) throw tooSlow();
        if (staysInMemory) this.#take(size);
        yield value;
      }
    } catch (error) {
      this.failure ??= error instanceof HttpError ? error : aborted();
      throw this.failure;
    }
  }

  /** The whole body, decompressed where the route admitted that. */
  async read(limit: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of this.pieces({ limit })) pieces.push(piece);
    const bytes = Buffer.concat(pieces);
    return getContentEncoding(this.#request) === null ? bytes : this.#inflated(bytes, limit);
  }

  /** Returns the body as a stream for an HTTP action, which reads as much as it likes; a failure that it is told of is no error of its own. */
  stream(limit: number): ReadableStream<Uint8Array> {
    const pieces = this.pieces({ limit });
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      try {
        const { done, value } = await pieces.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        controller.error(new ConvexError(error instanceof Error ? error.message : "No body"));
      }
    };
    return new ReadableStream({ pull }, { highWaterMark: 0 });
  }

  /** Lets go of the request, so that the rest of it can be thrown away. */
  stop(): void {
    void this.#pieces?.return?.().catch(() => undefined);
  }

  async #inflated(bytes: Buffer, limit: number): Promise<Buffer> {
    try {
      return await decompressBrotli(bytes, { maxOutputLength: limit });
    } catch (error) {
      if (error instanceof RangeError) throw tooLarge(limit);
      throw new HttpError(400, "BadEncoding", "The body is not what its Content-Encoding says.");
    }
  }

  #take(size: number): void {
    const counted = Math.max(size - UNCOUNTED_BYTES, 0) - this.#taken;
    if (this.#isTrusted || counted <= 0) return;
    if (!this.#budget.take(this.#key, counted)) throw overloaded();
    this.#taken += counted;
  }

  #giveBack(): void {
    this.#budget.give(this.#key, this.#taken);
    this.#taken = 0;
  }
}

/** Nobody hears it; it is no fault that a log should tell of. */
function aborted(): HttpError {
  return new HttpError(400, "BodyAborted", "The body ended before its end.");
}
