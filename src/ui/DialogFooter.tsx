import type { ReactNode } from "react";
import { cx } from "../lib/cx";

/** The row of buttons: main action nearest the thumb on phones, at the right on desktops. */
export function DialogFooter({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div className={cx("flex flex-col-reverse gap-2 sm:flex-row sm:justify-end", className)}>
      {children}
    </div>
  );
}
