/**
 * A small window over the page (Radix Dialog), open while it is mounted: focused on opening, closed with Escape, the focus returned on
 * closing (useOpener).
 * Actions go into `footer`, or into a form inside whose buttons stand in a DialogFooter.
 */
import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { cx } from "../lib/cx";
import { useOpener } from "./useOpener";

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

const WIDTHS = {
  sm: "sm:max-w-md",
  md: "sm:max-w-lg",
  lg: "sm:max-w-3xl",
  xl: "sm:max-w-5xl",
} as const;

export function Dialog(props: DialogProps) {
  const { onClose, title, description, hideDescription = false, size = "md" } = props;
  const { footer, children } = props;
  const opener = useOpener();
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />
        <Radix.Content
          {...opener}
          className={cx(
            "fixed inset-x-0 bottom-0 z-50 mx-auto flex max-h-[92dvh] w-full animate-pop flex-col overflow-hidden rounded-t-md border border-line bg-raised shadow-high outline-none sm:inset-y-0 sm:my-auto sm:h-fit sm:max-h-[88dvh] sm:rounded-md",
            WIDTHS[size],
          )}
        >
          <header className="flex items-start gap-3 border-b border-line py-3 pr-2 pl-5">
            <div className="min-w-0 flex-1 py-1">
              <Radix.Title className="text-md font-semibold">{title}</Radix.Title>
              <Radix.Description asChild>
                <div className={hideDescription ? "sr-only" : "mt-0.5 text-sm text-muted"}>
                  {description}
                </div>
              </Radix.Description>
            </div>
            <Radix.Close className="grid size-9 shrink-0 place-items-center rounded-sm text-muted hover:bg-hover hover:text-ink">
              <X aria-hidden className="size-4" />
              <span className="sr-only">Close dialog</span>
            </Radix.Close>
          </header>
          <div className="overflow-y-auto px-5 py-4">{children}</div>
          {footer !== undefined && (
            <footer className="border-t border-line px-5 py-3">
              <DialogFooter>{footer}</DialogFooter>
            </footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The row of buttons: main action nearest the thumb on phones, at the right on desktops. */
export function DialogFooter({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div className={cx("flex flex-col-reverse gap-2 sm:flex-row sm:justify-end", className)}>
      {children}
    </div>
  );
}
