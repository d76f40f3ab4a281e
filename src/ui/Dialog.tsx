/**
 * A small window over the page, open while it is mounted: focused on opening, closed with Escape, the focus returned on closing.
 * Actions go into `footer`, or into a form inside whose buttons stand in a DialogFooter. Its frame comes on first use.
 */
import type { DialogProps } from "./dialogFrames";
import { lazyDialog } from "./lazyPart";

export type { DialogProps } from "./dialogFrames";
export { DialogFooter } from "./DialogFooter";

export const Dialog = lazyDialog<DialogProps>(
  async () => (await import("./dialogFrames")).DialogFrame,
  "The dialog could not be opened.",
);
