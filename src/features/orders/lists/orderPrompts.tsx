/** The dialogs that ask for words about an order: why it, or one of its lines, comes to nothing, or a new message. */
import { useMutation } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import { MESSAGE_MAX, REASON_MAX } from "../../../../domain/limits";
import { formatRupees } from "../../../../domain/money";
import { lineIdOf } from "../../../../domain/orderLines";
import { TextPromptDialog, type TextPromptDialogProps } from "../../../forms/TextPromptDialog";
import { useToast } from "../../../ui/Toast";
import { withMessage } from "../optimistic";
import { CANCELLED, endedLineText, ENDED_TEXTS, NOT_REJECTED } from "../orderMessages";
import { contentOf, type Order, type OutgoingOrder, sellerOf, totalOf } from "../orderRow";
import { useOrderNow } from "../answer/useOrderNow";
import { t } from "../../../../domain/language/texts";

export type OrderPromptProps<Of extends Order = Order> = {
  /** As it was when the dialog was opened. */
  order: Of;
  /** The place of the line that it is about; absent if it is about the whole order. */
  at?: number | undefined;
  onClose: () => void;
};

type Texts = Omit<TextPromptDialogProps, "subjectId" | "description" | "ended" | "onSubmit"> & {
  /** The order's, or the line's, content and total unless given. */
  description?: string;
  /** Gets the id of the order, or of the line. */
  onSubmit: (id: string, words: string) => Promise<unknown>;
};

/** Prompts until the other party ends what it is about. */
function OrderPrompt({ order, at, onSubmit, ...texts }: OrderPromptProps & Texts) {
  const { lines, newStatus } = useOrderNow(order);
  const line = at === undefined ? undefined : lines[at];
  const id = at === undefined ? order._id : lineIdOf(order, at);
  const subject = line === undefined ? lines : [line];
  return (
    <TextPromptDialog
      description={`${contentOf({ lines: subject })}, ${formatRupees(totalOf({ lines: subject }))}`}
      {...texts}
      subjectId={id}
      ended={newStatus === null ? endedLineText(line) : ENDED_TEXTS[newStatus]}
      onSubmit={(words) => onSubmit(id, words)}
    />
  );
}

export function RejectDialog({ order, at, onClose }: OrderPromptProps) {
  const reject = useMutation(api.orders.reject);
  return (
    <OrderPrompt
      order={order}
      at={at}
      onClose={onClose}
      title={t("Reason for Rejection")}
      label={t("Reason")}
      hideLabel
      maxLength={REASON_MAX}
      emptyMessage={t("Please provide a reason for rejection.")}
      submitLabel={t("Submit")}
      dismissLabel={t("Cancel")}
      failure={NOT_REJECTED}
      onSubmit={(id, reason) => reject({ orderIds: [id], reason })}
    />
  );
}

const CANCEL_TEXTS = {
  order: {
    title: t("Cancel this order"),
    submitLabel: t("Cancel order"),
    dismissLabel: t("Keep it"),
  },
  line: { title: t("Cancel this line"), submitLabel: t("Cancel line"), dismissLabel: t("Keep it") },
  all: { title: t("Cancel all lines"), submitLabel: t("Cancel all"), dismissLabel: t("Keep them") },
} as const;

export function CancelDialog({ order, at, onClose }: OrderPromptProps<OutgoingOrder>) {
  const cancel = useMutation(api.orders.cancel);
  const toast = useToast();
  const isOfSeveral = order.lines.length > 1;
  const scope = at !== undefined ? "line" : isOfSeveral ? "all" : "order";
  const all = t("{content} to {distributor}, {sum}", {
    content: contentOf(order),
    distributor: sellerOf(order),
    sum: formatRupees(totalOf(order)),
  });
  return (
    <OrderPrompt
      order={order}
      at={at}
      onClose={onClose}
      {...CANCEL_TEXTS[scope]}
      {...(scope === "all" && { description: all })}
      label={t("Please enter the reason for cancellation:")}
      maxLength={REASON_MAX}
      danger
      failure={
        scope === "all"
          ? t("Failed to cancel the orders and update product stock.")
          : t("Failed to cancel the order and update product stock.")
      }
      onSubmit={async (id, reason) => {
        await cancel({ orderIds: [id], reason });
        toast(CANCELLED);
      }}
    />
  );
}

/** The list shows the new words at once; the dialog closes when the server has them. */
export function MessageDialog({ order, onClose }: OrderPromptProps<OutgoingOrder>) {
  const update = useMutation(api.orders.updateMessage);
  return (
    <OrderPrompt
      order={order}
      onClose={onClose}
      title={t("Update Message")}
      label={t("Please enter the new message:")}
      initial={order.msg ?? ""}
      maxLength={MESSAGE_MAX}
      submitLabel={t("Update message")}
      dismissLabel={t("Keep it")}
      failure={t("Failed to update the message.")}
      onSubmit={(orderId, msg) => update.withOptimisticUpdate(withMessage)({ orderId, msg })}
    />
  );
}
