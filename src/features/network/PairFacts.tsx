/** The dealings of the caller and a trader: the last order, what is due, and twelve weeks of orders. Its parts are cells of a card's head. */
import { api } from "../../../convex/_generated/api";
import { formatDayMonth } from "../../../domain/dates";
import { sumsUntil } from "../../../domain/weeks";
import { useToday } from "../../lib/useNow";
import { useLiveQuery } from "../../live/useLiveQuery";
import { Money } from "../../ui/Money";
import { Sparkline } from "../../ui/Sparkline";
import { t } from "../../../domain/language/texts";
import { rich } from "../../lib/rich";

/** The text keeps its room while it is on its way. The drawing is absent without an accepted order, and below the text on narrow cards. */
export function PairFacts({ userId }: { userId: string }) {
  const { value: facts } = useLiveQuery(api.khata.facts, { partnerId: userId });
  const today = useToday();
  const weeks = facts?.weeks ?? [];
  return (
    <>
      <p className="col-span-2 col-start-2 row-start-3 min-h-[1lh] text-sm @max-[20em]:col-span-full @max-[20em]:col-start-1">
        {facts != null && (
          <FactsText
            lastOrder={facts.lastOrderAt === null ? null : formatDayMonth(facts.lastOrderAt, today)}
            balancePaise={facts.balancePaise}
          />
        )}
      </p>
      {weeks.length > 0 && (
        <Sparkline
          weeks={sumsUntil(weeks, today)}
          className="col-start-3 row-span-2 row-start-1 @max-[20em]:col-span-full @max-[20em]:col-start-1 @max-[20em]:row-start-4"
        />
      )}
    </>
  );
}

type FactsTextProps = { lastOrder: string | null; balancePaise: number };

function FactsText({ lastOrder, balancePaise }: FactsTextProps) {
  const sum = <Money paise={Math.abs(balancePaise)} className="font-medium" />;
  return (
    <>
      {lastOrder === null ? (
        <span className="text-muted">{t("No orders yet")}</span>
      ) : (
        <span className="whitespace-nowrap">{t("Last order {day}", { day: lastOrder })}</span>
      )}
      {balancePaise !== 0 && (
        <>
          {" · "}
          <span className="whitespace-nowrap">
            {balancePaise > 0 ? rich("{sum} due", { sum }) : rich("{sum} advance", { sum })}
          </span>
        </>
      )}
    </>
  );
}
