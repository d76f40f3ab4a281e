/** Keeps the newest executions in memory for `npx convex logs`, which polls them. */
import type { FunctionPath } from "../../contracts";
import { splitAddress } from "../../functionAddress";
import { canonicalPath } from "../../functions/deployment";
import { printable } from "../../log";
import type { Execution as Run, Progress } from "../../functions/executor";
import { withoutValues } from "../../functions/withoutValues";
import { newRequestId } from "../../requestId";
import type { Answer } from "../../sync/answer";

const UDF_TYPES = {
  query: "Query",
  mutation: "Mutation",
  action: "Action",
  httpAction: "HttpAction",
} as const satisfies Record<Run["kind"], string>;

/** An entry in the command line's words; times are in seconds. */
interface Entry {
  readonly identifier: string;
  readonly udfType: (typeof UDF_TYPES)[keyof typeof UDF_TYPES];
  readonly logLines: readonly string[];
  readonly timestamp: number;
  readonly requestId: string;
}

/** The end of a call. */
interface Completion extends Entry {
  readonly kind: "Completion";
  readonly executionTime: number;
  readonly success: boolean | null;
  readonly error: string | null;
  readonly cachedResult: boolean;
}

/** Lines of an action that still runs. */
interface ProgressEntry extends Entry {
  readonly kind: "Progress";
  readonly executionId: string;
}

export type Execution = Completion | ProgressEntry;

const MS_PER_SECOND = 1_000;
const ENTRIES_MAX = 1_000;
/** The most UTF-16 units that are kept: one call alone may print eight million. */
const LENGTH_MAX = 16 * 2 ** 20;
/** A poll without news is answered after so long. */
const POLL_MS = 10_000;

function measureExecution(execution: Execution): number {
  const error = execution.kind === "Completion" ? (execution.error ?? "") : "";
  return execution.logLines.reduce((sum, line) => sum + line.length, error.length);
}

/** Somebody who polled so recently still watches. */
const WATCHED_MS = 60_000;

export class ExecutionLog {
  readonly #entries: {
    readonly at: number;
    readonly length: number;
    readonly execution: Execution;
  }[] = [];
  #length = 0;
  readonly #waiting = new Set<() => void>();
  #newest = 0;
  #polledAt = -Infinity;

  add({ entry, kind, result, logLines, requestId, durationMs }: Run): void {
    // An action's lines were added as it printed them.
    const isAdded = kind === "action" || kind === "httpAction";
    this.#add({
      kind: "Completion",
      identifier: entry.path,
      udfType: UDF_TYPES[kind],
      logLines: isAdded ? [] : logLines,
      timestamp: Date.now() / MS_PER_SECOND,
      executionTime: durationMs / MS_PER_SECOND,
      success: result.kind === "success" ? true : null,
      // It is printed on the operator's terminal.
      error: result.kind === "failure" ? printable(withoutValues(result.failure.message)) : null,
      requestId,
      cachedResult: false,
    });
  }

  /**
   * Adds a query that was answered without a run, while somebody watches: there are many of them, and they would displace the runs.
   * Those of the command line itself are not shown.
   */
  addReuse(path: FunctionPath, { type, logLines }: Answer): void {
    if (performance.now() - this.#polledAt > WATCHED_MS) return;
    const { path: identifier } = splitAddress(path);
    if (identifier.startsWith("_system/")) return;
    this.#add({
      kind: "Completion",
      identifier: canonicalPath(identifier),
      udfType: "Query",
      logLines: logLines === "[]" ? [] : (JSON.parse(logLines) as string[]),
      timestamp: Date.now() / MS_PER_SECOND,
      executionTime: 0,
      success: type === "QueryUpdated" ? true : null,
      error: null,
      requestId: newRequestId(),
      cachedResult: true,
    });
  }

  addProgress({ entry, kind, line, requestId }: Progress): void {
    this.#add({
      kind: "Progress",
      identifier: entry.path,
      udfType: UDF_TYPES[kind],
      logLines: [line],
      timestamp: Date.now() / MS_PER_SECOND,
      requestId,
      executionId: requestId,
    });
  }

  #add(execution: Execution): void {
    this.#newest = Math.max(Date.now(), this.#newest + 1);
    const length = measureExecution(execution);
    this.#entries.push({ at: this.#newest, length, execution });
    this.#length += length;
    while (this.#entries.length > ENTRIES_MAX || this.#length > LENGTH_MAX)
      this.#length -= this.#entries.shift()?.length ?? 0;
    for (const wake of [...this.#waiting]) wake();
  }

  /** Returns the executions after the cursor, and waits a while for the first. A cursor of 0 is answered at once. */
  async since(cursor: number): Promise<{ entries: Execution[]; newCursor: number }> {
    this.#polledAt = performance.now();
    if (cursor > 0 && this.#newest <= cursor) await this.#nextOrLater();
    const entries = this.#entries.filter(({ at }) => at > cursor).map(({ execution }) => execution);
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
