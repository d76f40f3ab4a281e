/** The member's bars, fetched when somebody is signed in. One that can't be had leaves its outline, and the page goes on. */
import { lazy, Suspense, type ComponentProps } from "react";
import { ErrorBoundary } from "../../ui/ErrorBoundary";
import { BarOutline } from "./BarOutline";

/** Asks for the bars' code; once is enough, however often it is called. */
export const loadBars = () => import("./memberBars");

const MarketBar = lazy(async () => ({ default: (await loadBars()).MarketBar }));
const ThumbBar = lazy(async () => ({ default: (await loadBars()).ThumbBar }));

export function LazyMarketBar(props: ComponentProps<typeof MarketBar>) {
  return (
    <ErrorBoundary message="" fallback={() => <BarOutline />}>
      <Suspense fallback={<BarOutline />}>
        <MarketBar {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}

export function LazyThumbBar(props: ComponentProps<typeof ThumbBar>) {
  return (
    <ErrorBoundary message="" fallback={() => null}>
      <Suspense>
        <ThumbBar {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}
