/** Loads after login what members need on every page. Until that succeeds the bar's skeleton stays, and the page goes on. */
import type { ComponentProps } from "react";
import { cx } from "../../lib/cx";
import { lazyBackground } from "../../ui/lazyPart";
import { PAGE_WIDTH } from "../pageWidth";
import { BarSkeleton } from "./BarSkeleton";
import { t } from "../../../domain/language/texts";

/** Imports the bars' code; repeated calls share one request. */
export const loadBars = () => import("./memberBars");

export const LazyMarketBar = lazyBackground(
  async () => (await loadBars()).MarketBar,
  <BarSkeleton />,
);
export const LazyBottomBar = lazyBackground(async () => (await loadBars()).BottomBar);
export const LazyMemberWork = lazyBackground(async () => (await loadBars()).MemberWork);
const StatusStrip = lazyBackground(async () => (await loadBars()).StatusStrip);

/** Has its height from the start, so that nothing moves when its links come. */
export function LazyStatusStrip(props: ComponentProps<typeof StatusStrip>) {
  return (
    <nav aria-label={t("Lists of orders")} className="border-b border-line bg-raised print:hidden">
      <div className={cx(PAGE_WIDTH, "h-10 px-1 md:px-3 xl:px-5")}>
        <StatusStrip {...props} />
      </div>
    </nav>
  );
}
