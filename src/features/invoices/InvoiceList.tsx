/** The invoices beside the open one, where there is room for both: what is looked for is seen without opening a list. */
import * as links from "../../../domain/links";
import { Link } from "react-router-dom";
import type { LiveRows } from "../../live/useLiveList";
import { useShownUser } from "../../live/useSession";
import { Button } from "../../ui/Button";
import { DateText } from "../../ui/DateText";
import { Money } from "../../ui/Money";
import { Skeleton } from "../../ui/Skeleton";
import { type InvoiceRow, stateWord } from "./invoiceChoice";
import { t } from "../../../domain/language/texts";

const ROWS = [1, 2, 3, 4, 5, 6, 7, 8];
const FRAME =
  "@container sticky top-20 max-h-[calc(100dvh-6rem)] self-start overflow-y-auto rounded-md border border-line bg-raised shadow-low max-xl:hidden print:hidden";

type InvoiceListProps = { list: LiveRows<InvoiceRow>; chosen: string | undefined };

export function InvoiceList({ list, chosen }: InvoiceListProps) {
  const isDistributor = useShownUser()?.role === "distributor";
  if (list.status === "LoadingFirstPage") return <InvoiceListSkeleton />;
  return (
    <nav aria-label={t("All invoices")} className={FRAME}>
      <ul>
        {list.results.map((row) => (
          <li key={row._id} className="not-last:border-b not-last:border-line">
            <Link
              to={links.invoice(row._id)}
              replace
              aria-current={row._id === chosen ? "true" : undefined}
              className="grid min-h-14 grid-cols-[minmax(0,1fr)_auto] content-center gap-x-4 border-l-2 border-transparent px-3 -outline-offset-2 hover:bg-hover aria-[current=true]:border-accent aria-[current=true]:bg-hover @max-[16rem]:grid-cols-1 @max-[16rem]:py-1.5 @max-[16rem]:*:text-left"
            >
              <Row row={row} party={isDistributor ? row.shopName : row.distributorName} />
            </Link>
          </li>
        ))}
      </ul>
      {list.status === "CanLoadMore" && (
        <Button variant="quiet" wide onClick={() => list.loadMore(24)}>
          {t("Older invoices")}
        </Button>
      )}
    </nav>
  );
}

function Row({ row, party }: { row: InvoiceRow; party: string }) {
  return (
    <>
      <span className="truncate font-medium tabular-nums">{row.printedNumber}</span>
      <Money paise={row.payablePaise} className="text-right font-medium" />
      <span className="truncate text-sm text-muted" title={party}>
        {party}
      </span>
      <span className="text-right text-sm whitespace-nowrap text-muted">
        <DateText date={row.createdAt} />
        <span className={row.openPaise > 0 ? "text-caution" : "text-positive"}>
          {" "}
          · {stateWord(row)}
        </span>
      </span>
    </>
  );
}

function InvoiceListSkeleton() {
  return (
    <div aria-hidden className={FRAME}>
      {ROWS.map((row) => (
        <div
          key={row}
          className="flex h-14 flex-col justify-center gap-2 px-3 not-last:border-b not-last:border-line"
        >
          <Skeleton className="h-3.5 w-3/5" />
          <Skeleton className="h-3 w-4/5" />
        </div>
      ))}
    </div>
  );
}
