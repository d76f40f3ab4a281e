/**
 * A small window over the page, open while it is mounted: focused on opening, closed with Escape, the focus returned on closing.
 * Actions go into `footer`, or into a form inside whose buttons stand in a DialogFooter. Its frame comes on first use.
 */
import type { DialogProps } from "./dialogFrames";
import { lazyDialog } from "./lazyPart";
import { t } from "../../domain/language/texts";

export type { DialogProps } from "./dialogFrames";
export { DialogFooter } from "./DialogFooter";

export const Dialog = lazyDialog<DialogProps>(
  async () => (await import("./dialogFrames")).DialogFrame,
  t("The dialog could not be opened."),
);
