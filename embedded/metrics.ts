/**
 * The backend's counters and measurements in Prometheus format: commits, flushes, calls, sockets, subscriptions, and Node's
 * memory and event loop. Served at `GET /metrics` of the api port.
 */
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";
import type { Database } from "./contracts";
import type { Execution, ExecutionListener } from "./functions/executor";
import type { Store } from "./store/store";

/** Seconds: from a flush to a fast disk up to one that hangs. */
const FLUSH_SECONDS = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1];
/** Seconds: from a point read up to an action that waits for somebody else. */
const CALL_SECONDS = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30];

/** Memory, processor, event loop, garbage collection: of the process, however many backends it holds. */
const ofProcess = new Registry();
collectDefaultMetrics({ register: ofProcess });

/** Gauges, which are read only when the metrics are requested. */
export interface Levels {
  /** Mutations that wait or run. */
  readonly mutationsUnderWay: () => number;
  readonly sockets: () => number;
  /** Different queries that are watched. */
  readonly watchedQueries: () => number;
  /** The total number of runs of queries, */
  readonly queryRuns: () => number;
  /** and of calls and subscriptions that needed none. */
  readonly queryReuses: () => number;
  /** The bytes of answers that nobody watches, kept for the next caller. */
  readonly idleAnswerBytes: () => number;
  /** 1 while the reserve of free disk is reached. */
  readonly isDiskLow: () => number;
}

export class Metrics {
  readonly #registry = new Registry();
  readonly #flushes = new Histogram({
    name: "convex_flush_seconds",
    help: "How long a group of commits took to get to the disk.",
    buckets: FLUSH_SECONDS,
    registers: [this.#registry],
  });
  readonly #calls = new Histogram({
    name: "convex_call_seconds",
    help: "How long a function ran.",
    labelNames: ["kind", "outcome"] as const,
    buckets: CALL_SECONDS,
    registers: [this.#registry],
  });

  readonly contentType = this.#registry.contentType;

  /** The same store, every write of which is timed. */
  timed(store: Store): Store {
    return {
      snapshot: () => store.snapshot(),
      close: () => store.close(),
      write: async (batch) => {
        const done = this.#flushes.startTimer();
        await store.write(batch);
        done();
      },
    };
  }

  /** Counts commits from now on. Returns the way to stop. */
  watchCommits(database: Database): () => void {
    const commits = new Counter({
      name: "convex_commits_total",
      help: "Transactions that wrote something and are on disk.",
      registers: [this.#registry],
    });
    return database.onCommit(() => commits.inc());
  }

  readonly onExecution: ExecutionListener = ({ kind, result, durationMs }: Execution) => {
    this.#calls.observe({ kind, outcome: result.kind }, durationMs / 1_000);
  };

  watchLevels(levels: Levels): void {
    const { mutationsUnderWay, sockets, watchedQueries, idleAnswerBytes } = levels;
    const gauge = (name: string, help: string, level: () => number) =>
      new Gauge({
        name,
        help,
        registers: [this.#registry],
        collect() {
          this.set(level());
        },
      });
    gauge("convex_mutations_under_way", "Mutations that wait or run.", mutationsUnderWay);
    gauge("convex_sockets", "Open sockets of clients.", sockets);
    gauge("convex_watched_queries", "Different queries that somebody watches.", watchedQueries);
    gauge(
      "convex_idle_answer_bytes",
      "Memory of answers that nobody watches, kept for the next caller.",
      idleAnswerBytes,
    );
    gauge(
      "convex_disk_low",
      "1 while less of the disk is free than is reserved, and only essential functions write.",
      levels.isDiskLow,
    );
    this.#count(
      "convex_query_runs_total",
      "How often a query ran: first, and again after a commit touched what it read.",
      levels.queryRuns,
    );
    this.#count(
      "convex_query_reuses_total",
      "How often a call or a new subscriber got the answer of another one's run.",
      levels.queryReuses,
    );
  }

  /** Reads a total that is counted elsewhere. */
  #count(name: string, help: string, total: () => number): void {
    let counted = 0;
    new Counter({
      name,
      help,
      registers: [this.#registry],
      collect() {
        const now = total();
        this.inc(now - counted);
        counted = now;
      },
    });
  }

  /** Everything, as text in Prometheus's exposition format. */
  text(): Promise<string> {
    return Registry.merge([ofProcess, this.#registry]).metrics();
  }
}
