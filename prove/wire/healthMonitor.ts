/** Polls a market under attack: it must answer in time and must not be restarted. */
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Market } from "../../testkit/market";
import type { Addresses } from "../../embedded/options";
import type { Finding } from "../../embedded/testkit/proof";

const BEAT_MS = 20;
const STALL_MS = 200;
const LAG = /^nodejs_eventloop_lag_max_seconds (\S+)$/m;

export class Pulse {
  readonly #market: Market;
  readonly #process: string;
  readonly #timer: NodeJS.Timeout;
  #beats = 0;
  #missed = 0;
  #slowestMs = 0;

  constructor(market: Market) {
    this.#market = market;
    this.#process = this.#instance();
    // Resets the maximum, which includes the start of the process.
    void this.lagMs();
    this.#timer = setInterval(() => void this.#beat(), BEAT_MS);
  }

  /** Returns the longest event-loop delay since the last call, in milliseconds. */
  async lagMs(): Promise<number> {
    const { apiUrl, adminKey } = JSON.parse(this.#instance()) as Addresses;
    const headers = { Authorization: `Convex ${adminKey}` };
    const figures = await (await fetch(`${apiUrl}/metrics`, { headers })).text();
    return Number(LAG.exec(figures)?.[1]) * 1_000;
  }

  async stop(): Promise<Finding[]> {
    clearInterval(this.#timer);
    const lagMs = await this.lagMs();
    const isSame = this.#instance() === this.#process;
    return [
      {
        what: "failed health checks, with the same process throughout",
        figure: `${this.#missed} of ${this.#beats}${isSame ? "" : ", and the process was replaced"}`,
        target: "0",
        holds: this.#missed === 0 && this.#beats > 0 && isSame,
      },
      {
        what: "longest event-loop delay, and slowest health check",
        figure: `${lagMs.toFixed(0)} ms, ${this.#slowestMs.toFixed(0)} ms`,
        target: `at most ${STALL_MS} ms`,
        holds: lagMs <= STALL_MS,
        isTime: true,
      },
    ];
  }

  #instance(): string {
    return readFileSync(path.join(this.#market.dataDir, "instance.json"), "utf8");
  }

  async #beat(): Promise<void> {
    this.#beats += 1;
    const startedAt = performance.now();
    const isThere = await this.#market.isReady();
    this.#slowestMs = Math.max(this.#slowestMs, performance.now() - startedAt);
    if (!isThere) this.#missed += 1;
  }
}
