/** The credit notes of an invoice, live on both sides, and what they give back in all. Nothing while there is none. */
import * as links from "../../../domain/links";
import { Link } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { formatRupees } from "../../../domain/money";
import { useLiveList } from "../../live/useLiveList";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { DateText } from "../../ui/DateText";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Money } from "../../ui/Money";
import { Skeleton } from "../../ui/Skeleton";
import type { Invoice } from "./invoiceChoice";
import { t } from "../../../domain/language/texts";

/** Further notes that one click loads. */
const MORE = 24;

export function CreditNotes({ invoice }: { invoice: Invoice }) {
  const { _id, creditedPaise, payablePaise } = invoice;
  if (creditedPaise === undefined) return null;
  return (
    <Card
      as="section"
      aria-label={t("Credit notes")}
      className="mx-auto mb-4 flex max-w-[840px] flex-col gap-1 px-4 py-3 print:hidden"
    >
      <h2 className="font-semibold">{t("Credit notes")}</h2>
      <p className="text-sm text-muted tabular-nums">
        {t("{sum} of {total} credited", {
          sum: formatRupees(creditedPaise),
          total: formatRupees(payablePaise),
        })}
      </p>
      <Rows invoiceId={_id} />
    </Card>
  );
}

function Rows({ invoiceId }: { invoiceId: Invoice["_id"] }) {
  const list = useLiveList(api.creditNotes.ofInvoice, { invoiceId });
  if (list.error !== null)
    return (
      <ErrorNotice message={t("The credit notes could not be loaded.")} onRetry={list.retry} />
    );
  if (list.status === "LoadingFirstPage") return <Skeleton className="h-10 w-full touch:h-11" />;
  return (
    <>
      <ul className="divide-y divide-line">
        {list.results.map(({ _id, printedNumber, issuedAt, totalPaise }) => (
          <li key={_id} className="flex min-h-10 flex-wrap items-center gap-x-4 touch:min-h-11">
            <Link
              to={links.creditNote(_id)}
              className="font-medium tabular-nums underline underline-offset-2 touch:py-3"
            >
              {printedNumber}
            </Link>
            <DateText date={issuedAt} className="text-sm text-muted" />
            <Money paise={totalPaise} className="ml-auto font-medium" />
          </li>
        ))}
      </ul>
      {list.status === "CanLoadMore" && (
        <Button variant="quiet" onClick={() => list.loadMore(MORE)}>
          {t("Older credit notes")}
        </Button>
      )}
    </>
  );
}
