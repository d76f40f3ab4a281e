/** The frames of dialogs, questions and side panels (Radix Dialog). They come together, on first use, with the library. */
import { X } from "lucide-react";
import { AlertDialog, Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { cx } from "../lib/cx";
import { Button } from "./Button";
import { DialogFooter } from "./DialogFooter";
import { DismissButton } from "./DismissButton";
import { ErrorNotice } from "./ErrorNotice";
import { useOpener } from "./useOpener";
import { t } from "../../domain/language/texts";

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

export function DialogFrame(props: DialogProps) {
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
          <FrameHead
            title={title}
            description={description}
            isDescriptionHidden={hideDescription}
            closeLabel={t("Close dialog")}
          />
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

type FrameHeadProps = {
  title: string;
  description: ReactNode;
  isDescriptionHidden?: boolean;
  closeLabel: string;
};

/** The title of a dialog or panel, what it is for, and the button that closes it. */
function FrameHead(props: FrameHeadProps) {
  const { title, description, isDescriptionHidden = false, closeLabel } = props;
  return (
    <header className="flex items-start gap-3 border-b border-line py-3 pr-2 pl-5">
      <div className="min-w-0 flex-1 py-1">
        <Radix.Title className="text-md font-semibold">{title}</Radix.Title>
        <Radix.Description asChild>
          <div
            className={isDescriptionHidden ? "sr-only" : "mt-0.5 text-sm wrap-anywhere text-muted"}
          >
            {description}
          </div>
        </Radix.Description>
      </div>
      <Radix.Close className="grid size-9 shrink-0 place-items-center rounded-sm text-muted hover:bg-hover hover:text-ink touch:size-11">
        <X aria-hidden className="size-4" />
        <span className="sr-only">{closeLabel}</span>
      </Radix.Close>
    </header>
  );
}

export type ConfirmDialogProps = {
  onClose: () => void;
  title: string;
  /** The consequence, in one sentence. */
  description: ReactNode;
  /** "Remove order", never "OK". */
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
  busy?: boolean;
  error?: string | null;
  /** A choice that belongs to the action. */
  children?: ReactNode;
  /** The dialog stays open until its owner closes it: an action may fail. */
  onConfirm: () => void;
};

export function ConfirmFrame(props: ConfirmDialogProps) {
  const { onClose, title, description, confirmLabel, cancelLabel = t("Cancel") } = props;
  const { danger = false, busy = false, error = null, children, onConfirm } = props;
  const opener = useOpener();
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />
        <AlertDialog.Content
          {...opener}
          className="fixed inset-x-4 inset-y-0 z-50 m-auto flex h-fit max-w-md animate-pop flex-col gap-4 rounded-md border border-line bg-raised p-5 shadow-high outline-none"
        >
          <div>
            <AlertDialog.Title className="text-md font-semibold">{title}</AlertDialog.Title>
            <AlertDialog.Description className="mt-1 text-muted">
              {description}
            </AlertDialog.Description>
          </div>
          {children}
          {error !== null && <ErrorNotice message={error} />}
          <DialogFooter>
            <AlertDialog.Cancel asChild>
              <DismissButton busy={busy} label={cancelLabel} />
            </AlertDialog.Cancel>
            <Button variant={danger ? "danger" : "primary"} busy={busy} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </DialogFooter>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

export type SidePanelContent = {
  readonly title: string;
  /** Names the subject. */
  readonly description: ReactNode;
  /** Mounted while the panel is open. */
  readonly body: ReactNode;
};

export type SidePanelProps = SidePanelContent & { readonly onClose: () => void };

export function SidePanelFrame({ title, description, body, onClose }: SidePanelProps) {
  const opener = useOpener();
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />
        <Radix.Content
          {...opener}
          className="fixed inset-y-0 right-0 z-50 flex w-full animate-pop flex-col border-line bg-raised shadow-high outline-none sm:w-90 sm:border-l"
        >
          <FrameHead title={title} description={description} closeLabel={t("Close panel")} />
          <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{body}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
