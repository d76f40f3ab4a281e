/** Polls a market under attack: it must answer in time and must not be restarted. */
import { type Market, instanceOf } from "../../testkit/market";
import { metricOf } from "../../testkit/metrics";
import type { Finding } from "../../embedded/testkit/proof";

const CHECK_INTERVAL_MS = 20;
const LAG_MS_MAX = 200;

export class HealthMonitor {
  readonly #market: Market;
  readonly #initialPid: number;
  readonly #timer: NodeJS.Timeout;
  #checks = 0;
  #failedChecks = 0;
  #slowestMs = 0;
  #processorMs = 0;

  constructor(market: Market) {
    this.#market = market;
    this.#initialPid = instanceOf(market).pid;
    // Resets the maximum, which includes the start of the process.
    void this.lagMs();
    this.#timer = setInterval(() => void this.#check(), CHECK_INTERVAL_MS);
  }

  /** Returns the longest event-loop delay since the last call, in milliseconds. */
  async lagMs(): Promise<number> {
    return (await metricOf(this.#market, "nodejs_eventloop_lag_max_seconds")) * 1_000;
  }

  /** Returns the processor time that the process used since the last call, in milliseconds. */
  async workedMs(): Promise<number> {
    const before = this.#processorMs;
    this.#processorMs = (await metricOf(this.#market, "process_cpu_seconds_total")) * 1_000;
    return this.#processorMs - before;
  }

  async stop(): Promise<Finding[]> {
    clearInterval(this.#timer);
    const lagMs = await this.lagMs();
    const isSame = instanceOf(this.#market).pid === this.#initialPid;
    return [
      {
        what: "failed health checks, with the same process throughout",
        figure: `${this.#failedChecks} of ${this.#checks}${isSame ? "" : ", and the process was replaced"}`,
        target: "0",
        holds: this.#failedChecks === 0 && this.#checks > 0 && isSame,
      },
      {
        what: "longest event-loop delay, and slowest health check",
        figure: `${lagMs.toFixed(0)} ms, ${this.#slowestMs.toFixed(0)} ms`,
        target: `at most ${LAG_MS_MAX} ms`,
        holds: lagMs <= LAG_MS_MAX,
        isTime: true,
      },
    ];
  }

  async #check(): Promise<void> {
    this.#checks += 1;
    const startedAt = performance.now();
    const isReady = await this.#market.isReady();
    this.#slowestMs = Math.max(this.#slowestMs, performance.now() - startedAt);
    if (!isReady) this.#failedChecks += 1;
  }
}
