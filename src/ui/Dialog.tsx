/**
 * A small window over the page, open while it is mounted: focused on opening, closed with Escape, the focus returned on closing.
 * Actions go into `footer`, or into a form inside whose buttons stand in a DialogFooter. Its frame comes on first use.
 */
import type { ReactNode } from "react";
import { lazyDialog } from "./lazyPart";

export { DialogFooter } from "./DialogFooter";

export type DialogProps = {
  onClose: () => void;
  title: string;
  /** One sentence on what this is for. `hideDescription` keeps it for screen readers. */
  description: ReactNode;
  hideDescription?: boolean;
  size?: "sm" | "md" | "lg" | "xl";
  footer?: ReactNode;
  children?: ReactNode;
};

export const Dialog = lazyDialog<DialogProps>(
  async () => (await import("./dialogFrames")).DialogFrame,
  "The dialog could not be opened.",
);
