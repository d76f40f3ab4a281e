/** The sum over all partners, and what of it is overdue: "To collect ₹6,063.00 · ₹3,976.00 overdue". */
import { api } from "../../../convex/_generated/api";
import { formatRupees } from "../../../domain/money";
import { useLiveQuery } from "../../live/useLiveQuery";
import { FlashOnChange } from "../../ui/FlashOnChange";
import { LiveValue } from "../../ui/LiveValue";
import { Skeleton } from "../../ui/Skeleton";
import { useTradeRole } from "./pageContext";
import { t } from "../../../domain/language/texts";

export function KhataTotal({ today }: { today: string }) {
  const answer = useLiveQuery(api.khata.money, { today }, { isKeptOffline: true });
  const owed = useTradeRole() === "retailer" ? t("To pay") : t("To collect");
  return (
    <LiveValue
      answer={answer}
      skeleton={<Skeleton className="h-6 w-64" />}
      errorMessage={t("The sum of all partners could not be loaded.")}
    >
      {({ openPaise, overduePaise, hasMore }) => (
        <p className="flex flex-wrap items-baseline gap-x-1.5">
          {openPaise < 0 ? t("Advance") : owed}{" "}
          <FlashOnChange
            value={openPaise}
            className="text-md font-semibold whitespace-nowrap text-ink"
          >
            {formatRupees(Math.abs(openPaise))}
          </FlashOnChange>{" "}
          {overduePaise > 0 && (
            <span className="font-medium whitespace-nowrap text-negative tabular-nums">
              <span className="font-normal text-muted">· </span>
              {/* Not all dues were added up: there is more than this. */}
              {hasMore
                ? t("more than {sum} overdue", { sum: formatRupees(overduePaise) })
                : t("{sum} overdue", { sum: formatRupees(overduePaise) })}
            </span>
          )}
        </p>
      )}
    </LiveValue>
  );
}
