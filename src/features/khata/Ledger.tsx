/** All entries with a partner, the newest first, each with the balance after it. */
import * as links from "../../../domain/links";
import { BookOpenText } from "lucide-react";
import { Link } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { cx } from "../../lib/cx";
import { useLiveList } from "../../live/useLiveList";
import { type Column, DataTable } from "../../ui/DataTable";
import { DateText } from "../../ui/DateText";
import { EmptyState } from "../../ui/EmptyState";
import { LiveList } from "../../ui/LiveList";
import { type LedgerEntry, runningText, signedText } from "./khataTexts";
import { entryReference, entryText } from "../../lib/entryText";

const COLUMNS: readonly Column<LedgerEntry>[] = [
  {
    key: "day",
    header: "Day",
    unlabelled: true,
    className: "max-lg:order-3 max-lg:py-0! max-lg:text-sm max-lg:text-muted whitespace-nowrap",
    cell: ({ day }) => <DateText date={day} />,
  },
  {
    key: "what",
    header: "What",
    primary: true,
    className: "max-lg:order-1 max-lg:py-0!",
    cell: (entry) => entryText(entry),
  },
  {
    key: "reference",
    header: "Reference",
    unlabelled: true,
    className: "max-lg:order-5 max-lg:col-[1/-1] max-lg:py-0! max-lg:text-sm empty:hidden",
    cell: (entry) => <Reference entry={entry} />,
  },
  {
    key: "paise",
    header: "+ / −",
    align: "right",
    unlabelled: true,
    className: "max-lg:order-2 max-lg:justify-end max-lg:py-0! max-lg:text-md whitespace-nowrap",
    cell: ({ paise }) => (
      <span className={cx("font-medium", paise < 0 && "text-positive")}>{signedText(paise)}</span>
    ),
  },
  {
    key: "balance",
    header: "Balance",
    align: "right",
    unlabelled: true,
    className:
      "max-lg:order-4 max-lg:justify-end max-lg:py-0! max-lg:text-sm max-lg:text-muted lg:whitespace-nowrap",
    cell: ({ balanceAfterPaise }) => (
      <>
        <span className="lg:sr-only">Balance </span>
        {runningText(balanceAfterPaise)}
      </>
    ),
  },
];

/** The classes of cards: what and how much on one line, day and balance below. */
const asCards =
  "max-lg:[&_tr:not([role=presentation])]:grid! max-lg:[&_tr]:grid-cols-[minmax(0,1fr)_auto] max-lg:[&_tr]:gap-x-3 max-lg:[&_tr]:gap-y-0.5 max-lg:[&_tbody]:gap-2";

export function Ledger({ partnerId }: { partnerId: string }) {
  const list = useLiveList(api.khata.entries, { partnerId }, { isKeptOffline: true });
  return (
    <LiveList
      list={list}
      skeleton="rows"
      errorMessage="The entries could not be loaded."
      empty={
        <EmptyState
          icon={BookOpenText}
          title="No entries yet"
          hint="Each accepted order is entered here by itself."
        />
      }
    >
      {(rows) => (
        <DataTable
          caption="Entries, the newest first"
          columns={COLUMNS}
          rows={rows}
          hasManyColumns
          className={asCards}
          cardClassName="@max-[16em]:grid-cols-1! @max-[16em]:*:justify-start!"
        />
      )}
    </LiveList>
  );
}

function Reference({ entry }: { entry: LedgerEntry }) {
  const { invoiceId, creditNoteId, reason } = entry;
  const text = entryReference(entry);
  return (
    <>
      {invoiceId === undefined ? (
        <span className="wrap-anywhere tabular-nums">{text}</span>
      ) : (
        <Link
          to={
            creditNoteId === undefined ? links.invoice(invoiceId) : links.creditNote(creditNoteId)
          }
          className="wrap-anywhere underline underline-offset-2 touch:inline-block touch:min-h-11 touch:py-3"
        >
          {text === "" ? "Invoice" : text}
        </Link>
      )}
      {reason !== undefined && (
        <span className="block max-w-prose text-sm wrap-anywhere text-muted">“{reason}”</span>
      )}
    </>
  );
}
