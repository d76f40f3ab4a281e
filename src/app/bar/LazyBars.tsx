/** Loads after login what members need on every page. If that fails, the bar's skeleton stays and the page goes on. */
import { lazy, Suspense, type ComponentProps } from "react";
import { ErrorBoundary } from "../../ui/ErrorBoundary";
import { cx } from "../../lib/cx";
import { PAGE_WIDTH } from "../pageWidth";
import { BarSkeleton } from "./BarSkeleton";

/** Imports the bars' code; repeated calls share one request. */
export const loadBars = () => import("./memberBars");

const MarketBar = lazy(async () => ({ default: (await loadBars()).MarketBar }));
const BottomBar = lazy(async () => ({ default: (await loadBars()).BottomBar }));
const StatusStrip = lazy(async () => ({ default: (await loadBars()).StatusStrip }));
const MemberWork = lazy(async () => ({ default: (await loadBars()).MemberWork }));

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

export function LazyMemberWork() {
  return (
    <ErrorBoundary message="" fallback={() => null}>
      <Suspense>
        <MemberWork />
      </Suspense>
    </ErrorBoundary>
  );
}

/** Has its height from the start, so that nothing moves when its links come. */
export function LazyStatusStrip(props: ComponentProps<typeof StatusStrip>) {
  return (
    <nav aria-label="Lists of orders" className="border-b border-line bg-raised print:hidden">
      <div className={cx(PAGE_WIDTH, "h-10 px-1 md:px-3 xl:px-5")}>
        <ErrorBoundary message="" fallback={() => null}>
          <Suspense>
            <StatusStrip {...props} />
          </Suspense>
        </ErrorBoundary>
      </div>
    </nav>
  );
}
