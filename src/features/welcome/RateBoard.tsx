/** A mandi's rate board under its awning: the newest products with today's prices, straight from the market. */
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { useConnectionStatus } from "../../live/useConnectionStatus";
import { useLiveList } from "../../live/useLiveList";
import { Awning } from "../../ui/drawings";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { LiveDot } from "../../ui/LiveDot";
import { Price } from "../../ui/Money";
import { Skeleton } from "../../ui/Skeleton";
import { t } from "../../../domain/language/texts";

export type LandingProduct = FunctionReturnType<typeof api.products.landing>["page"][number];

const LINES = 6;

export function RateBoard() {
  const list = useLiveList(api.products.landing, {}, { pageSize: LINES, isKeptOffline: true });
  const { status: connection } = useConnectionStatus();
  return (
    <section
      aria-labelledby="board"
      className="mx-auto w-full max-w-xl overflow-hidden rounded-md border border-line bg-raised shadow-high"
    >
      <Awning />
      <div className="px-5 pt-2 pb-4">
        <div className="flex items-center justify-between pb-3">
          <h2 id="board" className="text-md font-semibold">
            {t("On the board now")}
          </h2>
          <LiveDot state={connection} />
        </div>
        {list.error !== null && (
          <ErrorNotice
            message={t("Failed to load products")}
            onRetry={list.retry}
            className="mb-3"
          />
        )}
        <BoardLines
          products={list.results.slice(0, LINES)}
          waiting={list.status === "LoadingFirstPage" || list.error !== null}
        />
      </div>
    </section>
  );
}

type BoardLinesProps = { products: readonly LandingProduct[]; waiting: boolean };

function BoardLines({ products, waiting }: BoardLinesProps) {
  if (products.length === 0 && !waiting) {
    return (
      <p className="border-t border-line py-10 text-center text-muted">
        {t("The board is empty: no product is listed yet.")}
      </p>
    );
  }
  if (products.length === 0) {
    return (
      <div aria-hidden>
        {Array.from({ length: LINES }, (_, index) => (
          <div
            key={index}
            className="flex h-14 items-center justify-between gap-6 border-t border-line"
          >
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-4 w-20" />
          </div>
        ))}
      </div>
    );
  }
  return (
    <ul>
      {products.map((product) => (
        <li
          key={product._id}
          className="flex h-14 items-center justify-between gap-6 border-t border-line"
        >
          <div className="min-w-0">
            <p className="truncate font-medium">{product.name}</p>
            <p className="truncate text-sm text-muted">{product.distributorName}</p>
          </div>
          <span className="text-right">
            <Price of={product} className="text-md font-semibold" />
          </span>
        </li>
      ))}
    </ul>
  );
}
