/**
 * A list of orders on paper, a row a line: whose it is and of which day, then a table whose head is repeated on every page and whose rows are
 * never cut in two. It is drawn while the page is printed only, with every row that is loaded, and looks the same for tables
 * and cards, on phones and desktops.
 */
import { useState } from "react";
import { formatDate } from "../../../../domain/dates";
import { formatRupees } from "../../../../domain/money";
import { tradeName } from "../../../../domain/names";
import { useSession } from "../../../live/useSession";
import { cx } from "../../../lib/cx";
import { lineRowsOf, type Order, totalOf } from "../orderRow";
import type { SheetColumn } from "./sheetColumns";
import { t } from "../../../../domain/language/texts";

export type OrderSheetProps<Row extends Order> = {
  title: string;
  /** Describes the filters, unless all orders are printed. */
  filterWords?: string | undefined;
  orders: readonly Row[];
  /** False while older orders are not loaded: the paper says so. */
  isAll: boolean;
  columns: readonly SheetColumn<Row>[];
};

/** The business in whose name the list is printed. */
function useBusiness(): string {
  const session = useSession();
  if (session.state !== "signedIn") return "";
  const { companyName, shopName, name } = session.me;
  return tradeName({ name, business: companyName ?? shopName });
}

export function OrderSheet<Row extends Order>(props: OrderSheetProps<Row>) {
  const { title, filterWords = "", orders, isAll, columns } = props;
  const [nowMs] = useState(() => Date.now());
  const business = useBusiness();
  const total = orders.reduce((sum, order) => sum + totalOf(order), 0);
  const count = orders.length;
  return (
    <section
      aria-label={t("{title}, to print", { title })}
      className="hidden text-[0.6875rem]/4 print:block"
    >
      <header className="mb-4 flex items-baseline justify-between gap-6">
        <div>
          <p>{business}</p>
          <h1 className="text-lg font-semibold">{title}</h1>
          {filterWords !== "" && <p>{filterWords}</p>}
        </div>
        <div className="text-right">
          <p>{formatDate(nowMs)}</p>
          <p>
            {isAll
              ? t("{count, plural, one {# order} other {# orders}}", { count })
              : t(
                  "{count, plural, one {The first # order of the list} other {The first # orders of the list}}",
                  { count },
                )}
          </p>
        </div>
      </header>
      <table className="w-full border-collapse">
        <thead className="table-header-group">
          <tr>
            {columns.map(({ header, isFigure, isWide = false }) => (
              <th
                key={header}
                scope="col"
                className={cx(cellLook("border-b-2 font-semibold", isFigure), isWide && "w-[30%]!")}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {orders.flatMap(lineRowsOf).map((row) => (
            <tr key={row._id} className="break-inside-avoid">
              {columns.map(({ header, isFigure, cell }) => (
                <td key={header} className={cellLook("border-b", isFigure)}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 break-inside-avoid text-right font-semibold tabular-nums">
        {t("{count, plural, one {Total of # order: {sum}} other {Total of # orders: {sum}}}", {
          count,
          sum: formatRupees(total),
        })}
      </p>
    </section>
  );
}

function cellLook(look: string, isFigure = false): string {
  return cx(
    "border-line py-1.5 pr-3 align-top last:pr-0",
    isFigure ? "text-right whitespace-nowrap tabular-nums" : "text-left",
    look,
  );
}
