/** What ran lately, for `npx convex logs`: the newest executions in memory, handed out as they come. */
import type { FunctionPath, FunctionRunner, Outcome } from "../contracts";

type UdfType = "Query" | "Mutation" | "Action";

/** In the command line's words; times in seconds. */
export interface Execution {
  readonly kind: "Completion";
  readonly identifier: string;
  readonly udfType: UdfType;
  readonly logLines: readonly string[];
  readonly timestamp: number;
  readonly executionTime: number;
  readonly success: boolean | null;
  readonly error: string | null;
  readonly requestId: string;
  readonly cachedResult: boolean;
}

const KEPT = 1_000;
/** A poll without news is answered after so long. */
const POLL_MS = 10_000;

export class ExecutionLog {
  readonly #kept: { readonly at: number; readonly execution: Execution }[] = [];
  readonly #waiting = new Set<() => void>();
  #newest = 0;

  add(execution: Execution): void {
    this.#newest = Math.max(Date.now(), this.#newest + 1);
    this.#kept.push({ at: this.#newest, execution });
    if (this.#kept.length > KEPT) this.#kept.shift();
    for (const wake of [...this.#waiting]) wake();
  }

  /** What came after the cursor; waits a while for the first of it. A cursor of 0 is answered at once. */
  async since(cursor: number): Promise<{ entries: Execution[]; newCursor: number }> {
    if (cursor > 0 && this.#newest <= cursor) await this.#nextOrLater();
    const entries = this.#kept.filter(({ at }) => at > cursor).map(({ execution }) => execution);
    return { entries, newCursor: Math.max(this.#newest, cursor, 1) };
  }

  #nextOrLater(): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        this.#waiting.delete(wake);
        clearTimeout(later);
        resolve();
      };
      const later = setTimeout(wake, POLL_MS);
      later.unref();
      this.#waiting.add(wake);
    });
  }
}

/** The runner, with each call from outside noted in the log. */
export function withExecutionLog(runner: FunctionRunner, log: ExecutionLog): FunctionRunner {
  function note(
    udfType: UdfType,
    identifier: FunctionPath,
    started: number,
    requestId: string,
    outcome: Outcome,
  ): void {
    log.add({
      kind: "Completion",
      identifier,
      udfType,
      logLines: outcome.logLines,
      timestamp: Date.now() / 1000,
      executionTime: (performance.now() - started) / 1000,
      success: outcome.kind === "success" ? true : null,
      error: outcome.kind === "failure" ? outcome.message : null,
      requestId,
      cachedResult: false,
    });
  }
  return {
    async query(path, args, identity, snapshot, origin, journal) {
      const started = performance.now();
      const run = await runner.query(path, args, identity, snapshot, origin, journal);
      note("Query", path, started, origin.requestId, run.outcome);
      return run;
    },
    async mutation(path, args, identity, origin, key) {
      const started = performance.now();
      const run = await runner.mutation(path, args, identity, origin, key);
      note("Mutation", path, started, origin.requestId, run.outcome);
      return run;
    },
    async action(path, args, identity, origin) {
      const started = performance.now();
      const outcome = await runner.action(path, args, identity, origin);
      note("Action", path, started, origin.requestId, outcome);
      return outcome;
    },
    kindOf: (path) => runner.kindOf(path),
    http: (...call) => runner.http(...call),
    spec: () => runner.spec(),
    onReload: (listener) => runner.onReload(listener),
  };
}
