/** Reads the documents of a month, page by page. */
import type { ConvexReactClient } from "convex/react";
import { api } from "../../../convex/_generated/api";
import type { MonthDocument } from "../../../domain/gst/return/document";
import { EXPORT_PAGE_ROWS, MONTH_DOCUMENTS_MAX } from "../../../domain/limits";
import { UserFacingError } from "../../live/convexError";
import { orCancelled } from "../../files/exports/orCancelled";
import { t } from "../../../domain/language/texts";

type Client = Pick<ConvexReactClient, "query">;
type Page = {
  readonly page: readonly MonthDocument[];
  readonly isDone: boolean;
  readonly continueCursor: string;
};

export type Reading = {
  readonly signal: AbortSignal;
  /** Told of the documents that are there, after every page. */
  readonly onDocuments: (count: number) => void;
};

const QUERIES = [api.monthEnd.invoices, api.monthEnd.creditNotes];

function tooMany(): UserFacingError {
  const max = MONTH_DOCUMENTS_MAX.toLocaleString("en-IN");
  return new UserFacingError(
    t("The month has more than {max} documents, too many for one file.", { max }),
  );
}

/** Invoices first, then credit notes, the oldest first. Errors: the signal's reason, those of the server, of too many documents. */
export async function readMonth(
  client: Client,
  month: string,
  { signal, onDocuments }: Reading,
): Promise<MonthDocument[]> {
  const documents: MonthDocument[] = [];
  for (const query of QUERIES) {
    let cursor: string | null = null;
    for (;;) {
      const paginationOpts = { numItems: EXPORT_PAGE_ROWS, cursor };
      const answer: Page = await orCancelled(
        client.query(query, { month, paginationOpts }),
        signal,
      );
      documents.push(...answer.page);
      if (documents.length > MONTH_DOCUMENTS_MAX) throw tooMany();
      onDocuments(documents.length);
      if (answer.isDone) break;
      cursor = answer.continueCursor;
    }
  }
  return documents;
}
