/** Stands in for the member's bar until its code has loaded, with the same height and logo. */
import { Logo } from "../../ui/Logo";

export function BarSkeleton() {
  return (
    <div className="sticky top-0 z-30 border-b border-line bg-raised print:hidden">
      <div className="mx-auto flex h-14 max-w-7xl items-center px-4">
        <Logo />
      </div>
    </div>
  );
}
