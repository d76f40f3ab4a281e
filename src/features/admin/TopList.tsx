/** The users with the most placed or completed orders. */
import { api } from "../../../convex/_generated/api";
import { useLiveQuery } from "../../live/useLiveQuery";
import { Badge } from "../../ui/Badge";
import { LiveValue } from "../../ui/LiveValue";
import { RankBars } from "../../ui/RankBars";
import { ChartCard, ChartSkeleton } from "./ChartCard";
import { LiveCount } from "./figures";
import type { Tops, TopUser } from "./rows";
import { t } from "../../../domain/language/texts";

export type TopListProps = {
  title: string;
  /** The heading of the figures. */
  unit: string;
  of: keyof Tops;
};

export function TopList({ title, unit, of }: TopListProps) {
  return (
    <ChartCard title={title}>
      <Rows label={title} unit={unit} of={of} />
    </ChartCard>
  );
}

function Rows({ label, unit, of }: { label: string; unit: string; of: keyof Tops }) {
  const tops = useLiveQuery(api.admin.tops, {});
  return (
    <LiveValue answer={tops} skeleton={<ChartSkeleton />} errorMessage={t("Failed to fetch data.")}>
      {(tops) => <Ranks label={label} unit={unit} rows={tops[of]} />}
    </LiveValue>
  );
}

type RanksProps = { label: string; unit: string; rows: readonly TopUser[] };

function Ranks({ label, unit, rows }: RanksProps) {
  if (rows.length === 0) return <p className="py-6 text-center text-muted">{t("Nobody yet.")}</p>;
  return (
    <>
      <p className="text-right text-xs font-medium text-muted">{unit}</p>
      <RankBars
        label={label}
        rows={rows.map(({ userId, name, business, isClosed, count }) => ({
          id: userId,
          name,
          note: (
            <>
              <span className="truncate min-w-0 text-muted" title={business}>
                {business}
              </span>
              {isClosed && <Badge>{t("Account closed")}</Badge>}
            </>
          ),
          value: count,
          shown: <LiveCount count={count} />,
        }))}
      />
    </>
  );
}
