/** Reads the rows of an export, page by page, and has a worker write them into a file. */
import type { ConvexReactClient } from "convex/react";
import { makeFunctionReference } from "convex/server";
import type { TradeRole } from "../../../domain/roles";
import { todayIst } from "../../../domain/dates";
import { EXPORT_PAGE_ROWS, EXPORT_ROWS_MAX } from "../../../domain/limits";
import { UserFacingError } from "../../live/convexError";
import type { Period } from "../period/periods";
import type { FileFormat } from "./cells";
import { openFile } from "./fileWorker";
import { orCancelled } from "./orCancelled";
import { type Subject, tableOf } from "./tables";
import { t } from "../../../domain/language/texts";

export type ExportRequest = {
  readonly subject: Subject;
  readonly role: TradeRole;
  readonly period: Period;
  readonly format: FileFormat;
};

export type Watch = {
  /** Ends the export. */
  readonly signal: AbortSignal;
  /** Told of the rows that are in the file, after every page. */
  readonly onRows: (rows: number) => void;
};

type Client = Pick<ConvexReactClient, "query">;
type Page = { page: unknown[]; isDone: boolean; continueCursor: string };

function tooLong(): UserFacingError {
  const max = EXPORT_ROWS_MAX.toLocaleString("en-IN");
  return new UserFacingError(
    t("There are more than {max} rows: please choose a shorter period.", { max }),
  );
}

/** Returns, for example, "orders-2026-04-01-2026-04-30.csv"; products are those of today. */
export function exportName({ subject, period, format }: ExportRequest, nowMs: number): string {
  const days = subject === "products" ? todayIst(nowMs) : `${period.from}-${period.to}`;
  return `${subject === "ledger" ? "khata" : subject}-${days}.${format}`;
}

/**
 * Returns the file, or null if there are no rows. Each page is one moment: what changes between two pages is in the file as it was
 * when its page was read. Errors: the signal's reason, those of the server, of the worker, and of too many rows.
 */
export async function writeFile(
  client: Client,
  request: ExportRequest,
  { signal, onRows }: Watch,
): Promise<File | null> {
  const { subject, role, period, format } = request;
  const { sheetName, heads, cellsOf } = tableOf(subject, role);
  const rowsOf = makeFunctionReference<"query", Record<string, unknown>, Page>(
    `exports:${subject}`,
  );
  const days = subject === "products" ? {} : { from: period.from, to: period.to };
  const file = openFile({ format, sheetName, heads });
  try {
    let rows = 0;
    let cursor: string | null = null;
    for (;;) {
      const paginationOpts = { numItems: EXPORT_PAGE_ROWS, cursor };
      const answer: Page = await orCancelled(
        client.query(rowsOf, { ...days, paginationOpts }),
        signal,
      );
      rows += answer.page.length;
      if (rows > EXPORT_ROWS_MAX) throw tooLong();
      if (answer.page.length > 0) await orCancelled(file.add(answer.page.map(cellsOf)), signal);
      onRows(rows);
      if (answer.isDone) break;
      cursor = answer.continueCursor;
    }
    if (rows === 0) return null;
    const blob = await orCancelled(file.end(), signal);
    return new File([blob], exportName(request, Date.now()), { type: blob.type });
  } finally {
    file.close();
  }
}
