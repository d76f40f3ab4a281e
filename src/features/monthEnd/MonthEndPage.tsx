/** /month-end: a month's documents as files for GSTR-1, the e-invoice portal and bookkeeping, for distributors with a GSTIN. */
import { CalendarCheck, Download } from "lucide-react";
import { useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import { isOfReturn, type MonthDocument } from "../../../domain/gst/return/document";
import { eInvoices } from "../../../domain/gst/return/eInvoice";
import { gstr1 } from "../../../domain/gst/return/gstr1";
import { useConnectionStatus } from "../../live/useConnectionStatus";
import { useToday } from "../../lib/useNow";
import { Button } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { PageHeader } from "../../ui/PageHeader";
import { Select } from "../../ui/Select";
import { Skeleton } from "../../ui/Skeleton";
import { Gstr1Card } from "./Gstr1Card";
import { documentsOf, listName, type ListName, listTitle, type Month } from "./lists";
import { MonthDocuments } from "./MonthDocuments";
import { chosenMonth, monthLabel, monthsUntil, type MonthState, useMonth } from "./useMonth";
import { OtherFiles } from "./OtherFiles";
import { allFiles } from "./monthFiles";
import { useSave } from "./useSave";
import { t } from "../../../domain/language/texts";

export type MonthEndPageProps = {
  gstin: string;
  /** Whoever pays by composition files no GSTR-1 and issues no e-invoices. */
  isComposition: boolean;
};

export function MonthEndPage({ gstin, isComposition }: MonthEndPageProps) {
  const today = useToday();
  const [params, setParams] = useSearchParams();
  const month = chosenMonth(params.get("month"), today);
  const { state, readAgain } = useMonth(month);
  const list = listName(params.get("list"));
  const openList = (opened: ListName | null) =>
    setParams({ month, ...(opened !== null && { list: opened }) }, { replace: true });
  return (
    <>
      <PageHeader
        title={t("Month's end")}
        lead={t(
          "Mandi gives no legal or tax advice. Please check the files with your accountant before you file them.",
        )}
        action={
          <>
            <Select
              label={t("Month")}
              value={month}
              options={monthsUntil(today).map((value) => ({ value, label: monthLabel(value) }))}
              onChange={(chosen) => setParams({ month: chosen }, { replace: true })}
              className="w-48 [&::picker(select)]:max-h-60"
            />
            <Button onClick={readAgain} disabled={state.kind === "reading"}>
              {t("Read again")}
            </Button>
          </>
        }
      />
      <Status state={state} />
      {state.kind === "failed" && <ErrorNotice message={state.text} onRetry={readAgain} />}
      {state.kind === "reading" && <MonthSkeleton />}
      {state.kind === "ready" && (
        <ReadyMonth
          key={month}
          month={month}
          gstin={gstin}
          isComposition={isComposition}
          list={list}
          openList={openList}
          documents={state.documents}
        />
      )}
    </>
  );
}

/** Always there, so that screen readers hear what is put into it. */
function Status({ state }: { state: MonthState }) {
  const { canSend } = useConnectionStatus();
  return (
    <p role="status" className="mb-3 text-muted tabular-nums empty:hidden">
      {state.kind === "reading" &&
        (canSend
          ? t("{count, plural, one {Reading: # document} other {Reading: # documents}}", {
              count: state.count,
            })
          : t("Waiting for the connection…"))}
    </p>
  );
}

function MonthSkeleton() {
  return (
    <div aria-hidden className="flex flex-col gap-4">
      <Skeleton className="h-10 w-28" />
      <Skeleton className="h-96 w-full" />
      <div className="grid gap-4 lg:grid-cols-2">
        <Skeleton className="h-48 w-full" />
        <Skeleton className="h-48 w-full" />
      </div>
    </div>
  );
}

type ReadyMonthProps = MonthEndPageProps & {
  month: string;
  documents: readonly MonthDocument[];
  list: ListName | null;
  openList: (list: ListName | null) => void;
};

function useMade({ month, documents, gstin, isComposition }: ReadyMonthProps): Month {
  return useMemo(() => {
    if (isComposition) return { month, documents, tables: null, eInvoices: null };
    const own = documents.filter((document) => isOfReturn(document, gstin));
    return { month, documents, tables: gstr1(documents, gstin), eInvoices: eInvoices(own) };
  }, [month, documents, gstin, isComposition]);
}

function ReadyMonth(props: ReadyMonthProps) {
  const { month, documents, list, openList } = props;
  const made = useMade(props);
  if (documents.length === 0)
    return (
      <EmptyState
        icon={CalendarCheck}
        title={t("No documents in {month}", { month: monthLabel(month) })}
        hint={t("Accepting an order issues its invoice.")}
      />
    );
  return (
    <div className="flex flex-col gap-6">
      <AllFiles made={made} />
      {made.tables !== null && <Gstr1Card month={month} tables={made.tables} onList={openList} />}
      <OtherFiles made={made} onList={openList} />
      {list !== null && (
        <MonthDocuments
          title={listTitle(list)}
          documents={documentsOf(made, list)}
          {...(list === "lacking" && { lacks: lacksOf(made) })}
          onClose={() => openList(null)}
        />
      )}
    </div>
  );
}

/** Returns, for example, "ASH/26-27/00001: the buyer's PIN code". */
function lacksOf({ eInvoices: made }: Month): string[] {
  return (made?.lacking ?? []).map(
    ({ document, lacks }) => `${document.printedNumber}: ${lacks.join(", ")}`,
  );
}

/** Saves all files of the month at once. */
function AllFiles({ made }: { made: Month }) {
  const { busy, error, run } = useSave();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button
        variant="primary"
        busy={busy !== null}
        onClick={() => run("all", () => allFiles(made))}
      >
        <Download aria-hidden />
        {t("All files")}
      </Button>
      <span className="text-muted">{t("One ZIP file with each file that has documents.")}</span>
      {error !== null && <ErrorNotice message={error} className="w-full" />}
    </div>
  );
}
