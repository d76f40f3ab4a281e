/**
 * A panel at the right edge that tells more about one row: the whole screen on phones. It belongs to the page, so that it stays open
 * when its row leaves the list. The focus returns as from a dialog.
 */
import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { createContext, type ReactNode, useContext, useState } from "react";
import { invariant } from "../../domain/invariant";
import { useOpener } from "./useOpener";

export type SidePanelContent = {
  readonly title: string;
  /** Names the subject. */
  readonly description: ReactNode;
  /** Mounted while the panel is open. */
  readonly body: ReactNode;
};

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

function SidePanel({
  title,
  description,
  body,
  onClose,
}: SidePanelContent & { onClose: () => void }) {
  const opener = useOpener();
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />
        <Radix.Content
          {...opener}
          className="fixed inset-y-0 right-0 z-50 flex w-full animate-pop flex-col border-line bg-raised shadow-high outline-none sm:w-90 sm:border-l"
        >
          <header className="flex items-start gap-3 border-b border-line py-3 pr-2 pl-5">
            <div className="min-w-0 flex-1 py-1">
              <Radix.Title className="text-md font-semibold">{title}</Radix.Title>
              <Radix.Description asChild>
                <div className="mt-0.5 text-sm wrap-anywhere text-muted">{description}</div>
              </Radix.Description>
            </div>
            <Radix.Close className="grid size-9 shrink-0 place-items-center rounded-sm text-muted hover:bg-hover hover:text-ink touch:size-11">
              <X aria-hidden className="size-4" />
              <span className="sr-only">Close panel</span>
            </Radix.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{body}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
