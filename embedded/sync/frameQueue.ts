/**
 * Received messages of one socket that are not parsed yet, in their order. A large message waits in the run queue, so that many
 * that arrive together do not delay other sockets until all are parsed.
 */
import { LARGE_JSON_BYTES } from "../jsonText";
import type { RunQueue } from "../subscriptions/runQueue";
import type { Share } from "./socketLimits";

export interface FrameQueueOptions {
  readonly incoming: Share;
  readonly runQueue: RunQueue;
  readonly lane: string;
  readonly parse: (frame: Buffer) => void;
}

export class FrameQueue {
  readonly #options: FrameQueueOptions;
  readonly #waiting: Buffer[] = [];

  constructor(options: FrameQueueOptions) {
    this.#options = options;
  }

  /** Returns false, and keeps nothing of the frame, when too much waits. */
  add(frame: Buffer): boolean {
    if (this.#waiting.length === 0 && frame.length <= LARGE_JSON_BYTES) this.#options.parse(frame);
    else {
      if (!this.#options.incoming.take(frame.length)) return false;
      this.#waiting.push(frame);
      if (this.#waiting.length === 1) this.#queueParsing();
    }
    return true;
  }

  clear(): void {
    while (this.#take() !== undefined);
  }

  #queueParsing(): void {
    const { runQueue, lane, parse } = this.#options;
    runQueue.add(lane, () => {
      const frame = this.#take();
      if (frame === undefined) return false;
      if (this.#waiting.length > 0) this.#queueParsing();
      parse(frame);
      return true;
    });
  }

  #take(): Buffer | undefined {
    const frame = this.#waiting.shift();
    if (frame !== undefined) this.#options.incoming.give(frame.length);
    return frame;
  }
}
