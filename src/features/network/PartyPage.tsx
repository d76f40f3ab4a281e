/** A page of traders as cards: those on the market, or those of one's network. */
import { Card } from "../../ui/Card";
import { CardGrid, type CardGridProps } from "../../ui/CardGrid";
import { EmptyState, type EmptyStateProps } from "../../ui/EmptyState";
import { ListPage, type ListPageProps } from "../../ui/ListPage";
import { Skeleton } from "../../ui/Skeleton";
import { t } from "../../../domain/language/texts";

const GRID = "grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3 wide:grid-cols-4";

const NEW_ROWS = {
  distributor: (count: number) =>
    t("{count, plural, one {# new distributor} other {# new distributors}}", { count }),
  retailer: (count: number) =>
    t("{count, plural, one {# new retailer} other {# new retailers}}", { count }),
} as const;

export type PartyPageProps<Row> = Pick<
  ListPageProps<Row>,
  "title" | "action" | "toolbar" | "list" | "errorMessage"
> & {
  role: "distributor" | "retailer";
  loadingLabel: string;
  empty: EmptyStateProps;
  /** It must be the same function at each render, as for CardGrid. */
  card: CardGridProps<Row>["card"];
};

export function PartyPage<Row extends { readonly _id: string }>(props: PartyPageProps<Row>) {
  const { role, loadingLabel, empty, card, ...page } = props;
  return (
    <ListPage
      {...page}
      rowWords={NEW_ROWS[role]}
      skeleton={<CardSkeletons label={loadingLabel} />}
      empty={<EmptyState {...empty} />}
    >
      {(rows, isNew) => <CardGrid className={GRID} rows={rows} isNew={isNew} card={card} />}
    </ListPage>
  );
}

const CARDS = [1, 2, 3, 4, 5, 6];

function CardSkeletons({ label }: { label: string }) {
  return (
    <div>
      <p role="status" className="mb-3 text-muted">
        {label}
      </p>
      <div aria-hidden className={GRID}>
        {CARDS.map((card) => (
          <Card key={card} className="flex flex-col gap-3 px-3 py-2.5 sm:p-4">
            <div className="flex items-center gap-3">
              <Skeleton className="size-12 rounded-full" />
              <div className="flex flex-1 flex-col gap-2">
                <Skeleton className="h-4 w-2/3" />
                <Skeleton className="h-3.5 w-1/2" />
              </div>
            </div>
            <Skeleton className="h-8 w-full touch:h-11" />
            <Skeleton className="h-3.5 w-5/6 max-sm:hidden" />
            <Skeleton className="h-3.5 w-2/3 max-sm:hidden" />
          </Card>
        ))}
      </div>
    </div>
  );
}
