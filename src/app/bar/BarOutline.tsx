/** The member's bar before its code is here: the same height, the same logo in the same place. */
import { Logo } from "../../ui/Logo";

export function BarOutline() {
  return (
    <div className="sticky top-0 z-30 border-b border-line bg-raised print:hidden">
      <div className="mx-auto flex h-14 max-w-7xl items-center px-4">
        <Logo />
      </div>
    </div>
  );
}
