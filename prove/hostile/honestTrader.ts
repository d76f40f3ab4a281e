/** An honest trader beside whom attacks run, and the time that each of its changes takes. */
import { LeanClient } from "../../embedded/testkit/leanClient";
import type { Finding } from "../../embedded/testkit/proof";
import type { Market } from "../../testkit/market";
import type { Trader } from "../../testkit/traders";

const PAUSE_MS = 10;

export function isOverAfter(ms: number): () => boolean {
  const end = performance.now() + ms;
  return () => performance.now() > end;
}

/** I-51: maximum ratio of an honest client's p95 during an attack to its p95 before. */
const SLOWDOWN_MAX = 3;
/** Latencies below this are always accepted: three processes on two cores delay each other. */
const FLOOR_MS = 100;

/** Requires that an attack hardly delays an honest trader. */
export function hardlySlower(what: string, besideMs: number, quietMs: number): Finding {
  const ratio = (besideMs / quietMs).toFixed(2);
  return {
    what,
    figure: `${ratio} × (${besideMs.toFixed(0)} ms against ${quietMs.toFixed(0)} ms)`,
    target: `≤ ${SLOWDOWN_MAX} ×, or ${FLOOR_MS} ms`,
    holds: besideMs <= Math.max(SLOWDOWN_MAX * quietMs, FLOOR_MS),
    isTime: true,
  };
}

/** An honest trader, who repeatedly changes the message of an own order and receives each change on a second socket. */
export class HonestTrader {
  readonly #writer: LeanClient;
  readonly #watcher: LeanClient;
  readonly #orderId: string;
  #rounds = 0;

  private constructor(writer: LeanClient, watcher: LeanClient, orderId: string) {
    this.#writer = writer;
    this.#watcher = watcher;
    this.#orderId = orderId;
  }

  static async open({ url }: Market, { token }: Trader, orderId: string): Promise<HonestTrader> {
    const [writer, watcher] = [await LeanClient.open(url), await LeanClient.open(url)];
    for (const client of [writer, watcher]) client.authenticate(token);
    watcher.watch([{ queryId: 0, path: "orders:one", args: { orderId } }]);
    return new HonestTrader(writer, watcher, orderId);
  }

  /** Measures the times from a change to its update until `isOver`, in milliseconds. */
  async latencies(isOver: () => boolean): Promise<number[]> {
    const times: number[] = [];
    while (!isOver()) {
      const startedAt = performance.now();
      const msg = `round ${(this.#rounds += 1)}`;
      const received = new Promise<void>((resolve) => (this.#watcher.onValue = () => resolve()));
      const written = this.#writer.mutate("orders:updateMessage", { orderId: this.#orderId, msg });
      await Promise.all([written, received]);
      times.push(performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    return times;
  }

  close(): void {
    this.#writer.close();
    this.#watcher.close();
  }
}
