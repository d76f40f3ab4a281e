/** Prints every call for the operator. Arguments and results are never printed: they are personal data. */
import type { Execution, Progress } from "./functions/executor";
import type { LogFormat } from "./log";
import { Log, shortened } from "./log";
import { withoutValues } from "./functions/withoutValues";

/** Prints errors other than ConvexErrors, which an app throws on purpose. */
function findUnexpected({ result }: Execution): string | undefined {
  if (result.kind === "success" || result.failure.data !== undefined) return undefined;
  return withoutValues(result.failure.message).trimEnd();
}

function printText(execution: Execution): void {
  const unexpected = findUnexpected(execution);
  if (unexpected === undefined) return;
  console.error(`[${execution.requestId}] ${execution.entry.path}: ${unexpected}`);
}

function printJson(log: Log, execution: Execution): void {
  const { entry, kind, result, requestId, durationMs } = execution;
  const unexpected = findUnexpected(execution);
  const line = {
    time: new Date().toISOString(),
    level: unexpected === undefined ? "info" : "error",
    requestId,
    kind,
    component: entry.component,
    function: entry.path,
    outcome: result.kind,
    durationMs: Math.round(durationMs * 1_000) / 1_000,
    ...(unexpected !== undefined && { error: shortened(unexpected) }),
  };
  log.printObject(line);
}

/** Lines that the functions themselves log for the operator are JSON in both formats. */
function printAudit(log: Log, { auditLines = [], requestId, entry }: Execution): void {
  const { component, path } = entry;
  for (const audit of auditLines)
    log.printObject({
      time: new Date().toISOString(),
      level: "info",
      requestId,
      component,
      function: path,
      audit,
    });
}

/** As Convex's command line names the kinds of functions. */
const LETTERS = { query: "Q", mutation: "M", action: "A", httpAction: "H" } as const;

/** Prints a line that an action logs, at once. */
export function printProgress({ entry, kind, line }: Progress): void {
  console.log(`[CONVEX ${LETTERS[kind]}(${entry.path})] ${line}`);
}

/** Prints the lines that a query or mutation logged. */
export function printLogLines({ entry, kind, logLines }: Execution): void {
  if (kind === "action" || kind === "httpAction") return;
  for (const line of logLines) console.log(`[CONVEX ${LETTERS[kind]}(${entry.path})] ${line}`);
}

export function callPrinter(format: LogFormat): (execution: Execution) => void {
  const log = new Log({ format: "json", write: (_level, line) => process.stdout.write(line) });
  return (execution) => {
    printAudit(log, execution);
    if (format === "text") printText(execution);
    else printJson(log, execution);
  };
}
