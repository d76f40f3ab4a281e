/** The documents behind a figure, each with the link to its page. */
import * as links from "../../../domain/links";
import { useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import type { MonthDocument } from "../../../domain/gst/return/document";
import { Button } from "../../ui/Button";
import { type Column, DataTable } from "../../ui/DataTable";
import { DateText } from "../../ui/DateText";
import { Money } from "../../ui/Money";
import { t } from "../../../domain/language/texts";

function addressOf({ _id, type }: MonthDocument): string {
  return type === "invoice" ? links.invoice(_id) : links.creditNote(_id);
}

const COLUMNS: readonly Column<MonthDocument>[] = [
  {
    key: "number",
    header: t("Document"),
    primary: true,
    cell: (document) => (
      <Link
        to={addressOf(document)}
        className="font-medium tabular-nums underline underline-offset-2"
      >
        {document.printedNumber}
      </Link>
    ),
  },
  {
    key: "type",
    header: t("Kind"),
    cell: ({ type }) => (type === "invoice" ? t("Invoice") : t("Credit note")),
  },
  { key: "day", header: t("Date"), cell: ({ day }) => <DateText date={day} /> },
  { key: "buyer", header: t("Buyer"), cell: ({ buyer }) => buyer.business },
  {
    key: "value",
    header: t("Value"),
    align: "right",
    cell: ({ payablePaise }) => <Money paise={payablePaise} />,
  },
];

type MonthDocumentsProps = {
  title: string;
  documents: readonly MonthDocument[];
  /** The parts that single documents lack, shown below the table. */
  lacks?: readonly string[];
  onClose: () => void;
};

export function MonthDocuments({ title, documents, lacks = [], onClose }: MonthDocumentsProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [title]);
  const name = t("Documents: {list}", { list: title });
  return (
    <section aria-label={name} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <h2 ref={heading} tabIndex={-1} className="scroll-mt-24 text-md font-semibold">
          {name}
        </h2>
        <Button size="sm" variant="quiet" onClick={onClose}>
          {t("Close")}
        </Button>
      </div>
      {lacks.length > 0 && (
        <ul className="list-disc pl-5 text-muted">
          {lacks.map((text) => (
            <li key={text} className="wrap-anywhere">
              {text}
            </li>
          ))}
        </ul>
      )}
      {documents.length === 0 ? (
        <p className="text-muted">{t("No documents.")}</p>
      ) : (
        <DataTable caption={name} columns={COLUMNS} rows={documents} />
      )}
    </section>
  );
}
