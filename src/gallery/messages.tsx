/** Entries of what tells, asks or covers the page: notices, failures, toasts, dialogs and panels. */
import { ORDER_PAGES } from "../../domain/links";
import { type ReactNode, useEffect } from "react";
import { SubmissionNotices } from "../forms/SubmissionNotices";
import { TextPromptDialog, type TextPromptDialogProps } from "../forms/TextPromptDialog";
import { LONG_WORD } from "../testing/fixtures.setup";
import { Button } from "../ui/Button";
import { ConfirmDialog, type ConfirmDialogProps } from "../ui/ConfirmDialog";
import { Dialog, type DialogProps } from "../ui/Dialog";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { ErrorNotice } from "../ui/ErrorNotice";
import { Field } from "../ui/Field";
import { Input } from "../ui/Input";
import { lazyInline, lazyPart } from "../ui/lazyPart";
import { Notice, NOTICE_LOOKS, type NoticeKind } from "../ui/Notice";
import { FloatingFailure, InlineFailure, NoticeFailure } from "../ui/PartFailure";
import { SidePanelProvider, type SidePanelContent, useSidePanel } from "../ui/SidePanel";
import { Skeleton } from "../ui/Skeleton";
import { type ToastMessage, useToast } from "../ui/Toast";
import { WaitingNotice } from "../ui/WaitingNotice";
import { type GalleryEntry, ignore, LONG_NAME, neverAnswered, Offline, Pressed } from "./entry";

const KINDS = Object.keys(NOTICE_LOOKS) as NoticeKind[];
const FAILURE = {
  message: "The calendar could not be loaded. You can type the date.",
  onRetry: ignore,
  isMissing: true,
  isRepeated: false,
};
const SENT = { error: null, isBusy: false, isWaiting: false };
/** A toast stays as long as it is looked at. */
const STAY_MS = 3_600_000;

const WaitingPart = lazyPart(neverAnswered, {
  message: FAILURE.message,
  waiting: <Skeleton className="h-5 w-32" />,
});
const failedLoad = () => Promise.reject(new Error("Failed to fetch"));
const FailedPart = lazyPart(failedLoad, { message: FAILURE.message });
const FailedInline = lazyInline(failedLoad, { message: FAILURE.message });

function Broken(): ReactNode {
  throw new Error("A component of the gallery that always throws.");
}

function Shown({ toasts }: { toasts: readonly ToastMessage[] }) {
  const toast = useToast();
  useEffect(() => {
    for (const message of toasts) toast({ stayMs: STAY_MS, ...message });
  }, [toast, toasts]);
  return null;
}

const TOASTS: readonly ToastMessage[] = KINDS.map((kind) => ({
  kind,
  title: kind,
  message: "Your profile was saved.",
}));
const LONG_TOASTS: readonly ToastMessage[] = [
  { kind: "success", title: LONG_NAME, message: LONG_WORD },
];
const LINKED_TOASTS: readonly ToastMessage[] = [
  {
    kind: "success",
    message: "Your order was placed.",
    link: { to: ORDER_PAGES.retailer.pending, text: "Show orders" },
  },
];

function Opened(content: SidePanelContent) {
  const open = useSidePanel();
  useEffect(() => open(content), [open, content]);
  return null;
}

function panel(content: SidePanelContent) {
  return (
    <SidePanelProvider>
      <Opened {...content} />
    </SidePanelProvider>
  );
}

function dialog(close: () => void, part: Partial<DialogProps> = {}) {
  return (
    <Dialog
      onClose={close}
      title="Edit product"
      description="Retailers see the change at once."
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary">Save</Button>
        </>
      }
      {...part}
    >
      <Field label="Name">
        <Input defaultValue="Basmati rice" />
      </Field>
    </Dialog>
  );
}

function confirm(close: () => void, part: Partial<ConfirmDialogProps> = {}) {
  return (
    <ConfirmDialog
      onClose={close}
      title="Remove this order?"
      description="The distributor no longer sees it."
      confirmLabel="Remove order"
      danger
      onConfirm={ignore}
      {...part}
    />
  );
}

function prompt(close: () => void, part: Partial<TextPromptDialogProps> = {}) {
  return (
    <TextPromptDialog
      subjectId="gallery"
      title="Reject order"
      description="Basmati rice of Meena Talwari"
      label="Reason"
      maxLength={500}
      emptyMessage="Please give a reason."
      submitLabel="Reject order"
      dismissLabel="Keep order"
      danger
      failure="The order could not be rejected."
      onSubmit={neverAnswered}
      onClose={close}
      {...part}
    />
  );
}

/** The dialog after its form was submitted. */
function submitted(content: ReactNode) {
  return <Pressed selector="[type=submit]">{content}</Pressed>;
}

export const MESSAGES: readonly GalleryEntry[] = [
  {
    file: "ui/Notice.tsx",
    states: {
      ...Object.fromEntries(
        KINDS.map((kind) => [kind, <Notice kind={kind} message="Your profile was saved." />]),
      ),
      "title, action and close": (
        <Notice
          kind="warning"
          title="No bank account"
          message="Retailers can't pay by transfer yet."
          actions={<Button size="sm">Add account</Button>}
          onClose={ignore}
        />
      ),
      "long text": <Notice kind="error" title={LONG_NAME} message={LONG_WORD} onClose={ignore} />,
    },
  },
  {
    file: "ui/ErrorNotice.tsx",
    states: {
      plain: <ErrorNotice message="The orders could not be loaded." />,
      "with Retry": <ErrorNotice message="The orders could not be loaded." onRetry={ignore} />,
    },
  },
  { file: "ui/WaitingNotice.tsx", states: { offline: <WaitingNotice /> } },
  {
    file: "forms/SubmissionNotices.tsx",
    states: {
      error: <SubmissionNotices submission={{ ...SENT, error: "The order could not be sent." }} />,
      offline: <SubmissionNotices submission={{ ...SENT, isBusy: true, isWaiting: true }} />,
      ended: <SubmissionNotices submission={SENT} ended="The retailer cancelled this order." />,
    },
  },
  {
    file: "ui/ErrorBoundary.tsx",
    states: {
      fine: <ErrorBoundary message="This could not be shown.">Nothing failed.</ErrorBoundary>,
      failed: (
        <ErrorBoundary message="This could not be shown.">
          <Broken />
        </ErrorBoundary>
      ),
    },
  },
  {
    file: "ui/lazyPart.tsx",
    states: { loading: <WaitingPart />, failed: <FailedPart />, "failed inline": <FailedInline /> },
  },
  {
    file: "ui/PartFailure.tsx",
    states: {
      notice: <NoticeFailure {...FAILURE} />,
      repeated: <NoticeFailure {...FAILURE} isRepeated />,
      inline: <InlineFailure {...FAILURE} />,
      "inline, repeated": <InlineFailure {...FAILURE} isRepeated />,
    },
    overlays: { floating: (close) => <FloatingFailure {...FAILURE} isRepeated onClose={close} /> },
  },
  {
    file: "ui/Toast.tsx",
    overlays: {
      kinds: () => <Shown toasts={TOASTS} />,
      "with link": () => <Shown toasts={LINKED_TOASTS} />,
      "long text": () => <Shown toasts={LONG_TOASTS} />,
    },
  },
  {
    file: "ui/Dialog.tsx",
    overlays: {
      small: (close) => dialog(close, { size: "sm" }),
      idle: (close) => dialog(close),
      large: (close) => dialog(close, { size: "lg" }),
      "hidden description": (close) => dialog(close, { hideDescription: true }),
      "long text": (close) => dialog(close, { title: LONG_NAME, description: LONG_WORD }),
    },
  },
  {
    file: "ui/ConfirmDialog.tsx",
    overlays: {
      idle: (close) => confirm(close, { danger: false }),
      danger: (close) => confirm(close),
      busy: (close) => confirm(close, { busy: true }),
      "busy, offline": (close) => <Offline>{confirm(close, { busy: true })}</Offline>,
      error: (close) => confirm(close, { error: "The order could not be removed." }),
      "long text": (close) => confirm(close, { title: LONG_NAME, description: LONG_WORD }),
    },
  },
  {
    file: "ui/SidePanel.tsx",
    overlays: {
      idle: () => panel({ title: "Timeline", description: "Basmati rice", body: "Nothing yet." }),
      "long text": () => panel({ title: LONG_NAME, description: LONG_WORD, body: LONG_NAME }),
    },
  },
  {
    file: "forms/TextPromptDialog.tsx",
    overlays: {
      idle: (close) => prompt(close),
      invalid: (close) => submitted(prompt(close)),
      busy: (close) => submitted(prompt(close, { initial: "Out of stock" })),
      "busy, offline": (close) => (
        <Offline>{submitted(prompt(close, { initial: "Out of stock" }))}</Offline>
      ),
      error: (close) =>
        submitted(
          prompt(close, {
            initial: "Out of stock",
            onSubmit: () => Promise.reject(new Error("Server Error")),
          }),
        ),
      ended: (close) => prompt(close, { ended: "The retailer cancelled this order." }),
      "long text": (close) => prompt(close, { title: LONG_NAME, initial: LONG_WORD }),
    },
  },
];
