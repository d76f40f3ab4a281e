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
import { t } from "../../../domain/language/texts";

const COLUMNS: readonly Column<LedgerEntry>[] = [
  {
    key: "day",
    header: t("Day"),
    unlabelled: true,
    className: "max-lg:order-3 max-lg:py-0! max-lg:text-sm max-lg:text-muted whitespace-nowrap",
    cell: ({ day }) => <DateText date={day} />,
  },
  {
    key: "what",
    header: t("What"),
    primary: true,
    className: "max-lg:order-1 max-lg:col-span-2 max-lg:py-0! max-lg:text-base",
    cell: (entry) => entryText(entry),
  },
  {
    key: "reference",
    header: t("Reference"),
    unlabelled: true,
    className: "max-lg:order-4 max-lg:py-0! max-lg:text-sm",
    cell: (entry) => <Reference entry={entry} />,
  },
  {
    key: "paise",
    header: "+ / −",
    align: "right",
    unlabelled: true,
    className: "max-lg:order-2 max-lg:justify-end max-lg:py-0! whitespace-nowrap",
    cell: ({ paise }) => (
      <span className={cx("font-medium", paise < 0 && "text-positive")}>{signedText(paise)}</span>
    ),
  },
  {
    key: "balance",
    header: t("Balance"),
    align: "right",
    unlabelled: true,
    className:
      "max-lg:order-5 max-lg:justify-end max-lg:py-0! max-lg:text-sm max-lg:text-muted whitespace-nowrap",
    cell: ({ balanceAfterPaise }) => (
      <>
        <span className="sr-only">{t("Balance")} </span>
        {runningText(balanceAfterPaise)}
      </>
    ),
  },
];

/** The classes of a row below 1024 px: what and how much on one line, day, reference and balance on the next. */
const asRow =
  "grid min-h-14 grid-cols-[auto_minmax(0,1fr)_auto] content-center gap-x-2 rounded-none border-0 px-3 py-1.5 shadow-none max-lg:not-last:border-b max-lg:border-line @max-[16em]:flex @max-[16em]:flex-col @max-[16em]:items-start";

export function Ledger({ partnerId }: { partnerId: string }) {
  const list = useLiveList(api.khata.entries, { partnerId }, { isKeptOffline: true });
  return (
    <LiveList
      list={list}
      skeleton="rows"
      errorMessage={t("The entries could not be loaded.")}
      empty={
        <EmptyState
          icon={BookOpenText}
          title={t("No entries yet")}
          hint={t("Each accepted order is entered here by itself.")}
        />
      }
    >
      {(rows) => (
        <DataTable
          caption={t("Entries, the newest first")}
          columns={COLUMNS}
          rows={rows}
          hasManyColumns
          className="max-lg:rounded-md max-lg:border max-lg:border-line max-lg:bg-raised max-lg:[&_tbody]:gap-0"
          cardClassName={asRow}
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
          // Under a thumb the whole row is the link's target, and the link makes its line no higher.
          className="wrap-anywhere underline underline-offset-2 touch:my-[calc((1lh-44px)/2)] touch:after:absolute touch:after:inset-0"
        >
          {text === "" ? t("Invoice") : text}
        </Link>
      )}
      {reason !== undefined && (
        <span className="block max-w-prose text-sm wrap-anywhere text-muted">“{reason}”</span>
      )}
    </>
  );
}
