/** Logs as they happen, and what they say of each function. */
import { useEffect, useState } from "react";
import { Grid, TextField, toTimeText } from "./parts";
import { useRequest } from "./session";

/** An entry of `/api/stream_function_logs`; its times are in seconds. */
interface LogEntry {
  readonly kind: "Completion" | "Progress";
  readonly identifier: string;
  readonly udfType: string;
  readonly logLines: readonly string[];
  readonly timestamp: number;
  readonly requestId: string;
  readonly executionTime?: number;
  readonly error?: string | null;
  readonly cachedResult?: boolean;
  /** Counts the entries of this page. */
  readonly place: number;
}

const ENTRIES_MAX = 1_000;
const RETRY_MS = 2_000;

/** Returns the newest entries, the oldest first, and goes on while it is mounted. */
function useLogEntries(): readonly LogEntry[] {
  const request = useRequest();
  const [entries, setEntries] = useState<readonly LogEntry[]>([]);
  useEffect(() => {
    const stopping = new AbortController();
    const { signal } = stopping;
    let place = 0;
    async function poll(cursor: number): Promise<number> {
      const answer = await request(`/api/stream_function_logs?cursor=${cursor}`, { signal });
      const news = (await answer.json()) as { entries: LogEntry[]; newCursor: number };
      const added = news.entries.map((entry) => ({ ...entry, place: (place += 1) }));
      if (added.length > 0) setEntries((before) => [...before, ...added].slice(-ENTRIES_MAX));
      return news.newCursor;
    }
    async function follow(): Promise<void> {
      for (let cursor = 0; !signal.aborted;) {
        try {
          cursor = await poll(cursor);
        } catch {
          // The server is away for a moment; the next poll says the same or goes on.
          await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
        }
      }
    }
    void follow();
    return () => stopping.abort();
  }, [request]);
  return entries;
}

function hasText({ identifier, requestId, logLines, error }: LogEntry, text: string): boolean {
  return [identifier, requestId, error ?? "", ...logLines].some((each) =>
    each.toLowerCase().includes(text.toLowerCase()),
  );
}

export function LogsTab() {
  const entries = useLogEntries();
  const [searchText, setSearchText] = useState("");
  const [onlyErrors, setOnlyErrors] = useState(false);
  const shown = entries
    .filter((entry) => hasText(entry, searchText) && (!onlyErrors || entry.error != null))
    .reverse();
  return (
    <>
      <h2>Logs</h2>
      <div className="bar">
        <TextField label="Find in logs" value={searchText} set={setSearchText} />
        <label>
          <input
            type="checkbox"
            checked={onlyErrors}
            onChange={(event) => setOnlyErrors(event.target.checked)}
          />
          Only errors
        </label>
      </div>
      <Grid
        label="Log entries, the newest first"
        head={["Time", "Function", "ms", "Request id", "Lines"]}
        empty={shown.length === 0 ? "No calls yet." : undefined}
      >
        {shown.map((entry) => (
          <tr key={entry.place}>
            <td>{toTimeText(entry.timestamp * 1_000)}</td>
            <td>
              {entry.udfType} {entry.identifier}
            </td>
            <td className="code">{toDurationText(entry)}</td>
            <td>
              <button type="button" className="link" onClick={() => setSearchText(entry.requestId)}>
                {entry.requestId}
              </button>
            </td>
            <td className="lines">
              {entry.logLines.join("\n")}
              {entry.error != null && <span className="error">{entry.error}</span>}
            </td>
          </tr>
        ))}
      </Grid>
    </>
  );
}

function toDurationText({ kind, executionTime = 0, cachedResult }: LogEntry): string {
  if (kind === "Progress") return "runs";
  return cachedResult === true ? "reused" : (executionTime * 1_000).toFixed(1);
}

interface FunctionStats {
  runs: number;
  reuses: number;
  failures: number;
  totalMs: number;
  longestMs: number;
}

function summarise(entries: readonly LogEntry[]): [string, FunctionStats][] {
  const byFunction = new Map<string, FunctionStats>();
  for (const { kind, udfType, identifier, executionTime = 0, error, cachedResult } of entries) {
    if (kind === "Progress") continue;
    const name = `${udfType} ${identifier}`;
    const stats = byFunction.get(name) ?? {
      runs: 0,
      reuses: 0,
      failures: 0,
      totalMs: 0,
      longestMs: 0,
    };
    byFunction.set(name, stats);
    const ms = executionTime * 1_000;
    if (cachedResult === true) stats.reuses += 1;
    else {
      stats.runs += 1;
      stats.totalMs += ms;
      stats.longestMs = Math.max(stats.longestMs, ms);
    }
    if (error != null) stats.failures += 1;
  }
  return [...byFunction].sort(([, a], [, b]) => b.longestMs - a.longestMs);
}

/** Figures of `/metrics` that say how the backend is. */
const FIGURES = [
  ["process_resident_memory_bytes", "Memory, MiB", 2 ** 20],
  ["nodejs_heap_size_used_bytes", "JavaScript heap, MiB", 2 ** 20],
  ["nodejs_eventloop_lag_p99_seconds", "Event-loop lag, ms (p99)", 0.001],
  ["convex_sockets", "Open sockets", 1],
  ["convex_watched_queries", "Watched queries", 1],
  ["convex_mutations_under_way", "Mutations under way", 1],
  ["convex_commits_total", "Commits", 1],
  ["convex_query_runs_total", "Runs of queries", 1],
  ["convex_query_reuses_total", "Answers reused", 1],
  ["convex_idle_answer_bytes", "Idle answers, MiB", 2 ** 20],
] as const;
const REFRESH_MS = 2_000;

function useMetrics(): ReadonlyMap<string, number> {
  const request = useRequest();
  const [metrics, setMetrics] = useState<ReadonlyMap<string, number>>(new Map());
  useEffect(() => {
    const read = async () => {
      const text = await (await request("/metrics")).text();
      const lines = text.split("\n").filter((line) => !line.startsWith("#"));
      setMetrics(
        new Map(lines.map((line) => line.split(" ")).map(([a = "", b]) => [a, Number(b)])),
      );
    };
    // The figures of before stay while the server is away.
    const readQuietly = () => void read().catch(() => undefined);
    readQuietly();
    const timer = setInterval(readQuietly, REFRESH_MS);
    return () => clearInterval(timer);
  }, [request]);
  return metrics;
}

export function HealthTab() {
  const metrics = useMetrics();
  const stats = summarise(useLogEntries());
  return (
    <>
      <h2>Health</h2>
      {metrics.get("convex_disk_low") === 1 && (
        <p role="alert" className="alert">
          The disk is nearly full: only essential functions write.
        </p>
      )}
      <dl className="figures">
        {FIGURES.map(([name, label, unit]) => {
          const figure = metrics.get(name);
          return (
            <div key={name}>
              <dt>{label}</dt>
              <dd>{figure === undefined ? "–" : Math.round((figure / unit) * 10) / 10}</dd>
            </div>
          );
        })}
      </dl>
      <h3>Functions, the slowest first</h3>
      <p className="quiet">
        From the newest {ENTRIES_MAX} calls. A query runs again when a commit changed what it had
        read; the others were answered by an earlier run.
      </p>
      <Grid
        label="Functions"
        head={["Function", "Runs", "Reused", "Failed", "Mean ms", "Longest ms"]}
        empty={stats.length === 0 ? "No calls yet." : undefined}
      >
        {stats.map(([name, { runs, reuses, failures, totalMs, longestMs }]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className="code">{runs}</td>
            <td className="code">{reuses}</td>
            <td className="code">{failures}</td>
            <td className="code">{(totalMs / Math.max(runs, 1)).toFixed(1)}</td>
            <td className="code">{longestMs.toFixed(1)}</td>
          </tr>
        ))}
      </Grid>
    </>
  );
}
