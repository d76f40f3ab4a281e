/**
 * A panel at the right edge that tells more about one row: the whole screen on phones. It belongs to the page, so that it stays open
 * when its row leaves the list. The focus returns as from a dialog. Its frame comes on first use.
 */
import { createContext, type ReactNode, useContext, useState } from "react";
import { invariant } from "../../domain/invariant";
import type { SidePanelContent, SidePanelProps } from "./dialogFrames";
import { lazyDialog } from "./lazyPart";
import { t } from "../../domain/language/texts";

export type { SidePanelContent } from "./dialogFrames";

const SidePanel = lazyDialog<SidePanelProps>(
  async () => (await import("./dialogFrames")).SidePanelFrame,
  t("The panel could not be opened."),
);

const OpenContext = createContext<((content: SidePanelContent) => void) | null>(null);

/** Returns the function that opens the page's panel. */
export function useSidePanel(): (content: SidePanelContent) => void {
  const open = useContext(OpenContext);
  invariant(open !== null, "useSidePanel has no SidePanelProvider around it.");
  return open;
}

export function SidePanelProvider({ children }: { children: ReactNode }) {
  const [content, setContent] = useState<SidePanelContent | null>(null);
  return (
    <OpenContext value={setContent}>
      {children}
      {content !== null && <SidePanel {...content} onClose={() => setContent(null)} />}
    </OpenContext>
  );
}
