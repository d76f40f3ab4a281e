import { cx } from "../../lib/cx";
import { Logo } from "../../ui/Logo";
import { GUTTER, PAGE_WIDTH } from "../pageWidth";

/** Stands in for the member's bar until its code has loaded, with the same height, logo and landmark: the page may be there before it. */
export function BarSkeleton() {
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-raised print:hidden">
      <div className={cx(PAGE_WIDTH, GUTTER, "flex h-14 items-center max-md:[--spacing:4px]")}>
        <Logo markBelow="lg" />
      </div>
    </header>
  );
}
