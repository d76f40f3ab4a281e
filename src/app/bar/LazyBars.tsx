/** Loads the member's bars after login. If that fails, the bar's skeleton stays and the page goes on. */
import { lazy, Suspense, type ComponentProps } from "react";
import { ErrorBoundary } from "../../ui/ErrorBoundary";
import { BarSkeleton } from "./BarSkeleton";

/** Imports the bars' code; repeated calls share one request. */
export const loadBars = () => import("./memberBars");

const MarketBar = lazy(async () => ({ default: (await loadBars()).MarketBar }));
const BottomBar = lazy(async () => ({ default: (await loadBars()).BottomBar }));

export function LazyMarketBar(props: ComponentProps<typeof MarketBar>) {
  return (
    <ErrorBoundary message="" fallback={() => <BarSkeleton />}>
      <Suspense fallback={<BarSkeleton />}>
        <MarketBar {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}

export function LazyBottomBar(props: ComponentProps<typeof BottomBar>) {
  return (
    <ErrorBoundary message="" fallback={() => null}>
      <Suspense>
        <BottomBar {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}
