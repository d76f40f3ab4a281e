/** The look of the bell and its popover's props: said apart from both, since the popover comes late. */
import type { ReactNode } from "react";

export const BELL_LOOK =
  "relative grid size-10 shrink-0 place-items-center rounded-sm text-muted transition-colors hover:bg-hover hover:text-ink touch:size-11";

export type BellPopoverProps = { name: string; unread: number; children: ReactNode };
