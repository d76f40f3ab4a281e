/** A dialog that prompts for a text about an order: a reason or a new message. A half-typed text survives closing and reloads. */
import { formatRupees } from "../../../domain/money";
import type { OrderStatus } from "../../../domain/orderLifecycle";
import { useForm } from "../../lib/useForm";
import { useServerAction } from "../../lib/useServerAction";
import { Button } from "../../ui/Button";
import { Dialog, DialogFooter } from "../../ui/Dialog";
import { Field } from "../../ui/Field";
import { Form } from "../../ui/Form";
import { Textarea } from "../../ui/Textarea";
import { type Order, totalOf } from "./orderRow";
import { SubmissionNotices } from "./SubmissionNotices";
import { useStatusChanged } from "./useStatusChanged";

export type TextPromptDialogProps = {
  order: Order;
  /** The status that ends the action, where it is not the order's alone. */
  newStatus?: OrderStatus | null;
  title: string;
  /** The subject; the order's product and total unless given. */
  description?: string;
  /** The specification's label of the text area. */
  label: string;
  hideLabel?: boolean;
  /** The initial text. */
  initial?: string;
  maxLength: number;
  /** The error for an empty text; without it, submitting one does nothing. */
  emptyMessage?: string;
  submitLabel: string;
  dismissLabel: string;
  danger?: boolean;
  failure: string;
  onSubmit: (words: string) => Promise<unknown>;
  onClose: () => void;
};

export function TextPromptDialog(props: TextPromptDialogProps) {
  const {
    order,
    title,
    description = `${order.quantity} × ${order.productName}, ${formatRupees(totalOf(order))}`,
    label,
    hideLabel = false,
    initial = "",
    maxLength,
    emptyMessage,
    onSubmit,
    onClose,
  } = props;
  const form = useForm({
    initial: { text: initial },
    drafts: { text: `${title}:${order._id}` },
    // Without a message an empty text is refused silently.
    validate: ({ text }) => ({ text: text.trim() === "" ? (emptyMessage ?? "") : null }),
  });
  const submission = useServerAction(onSubmit, {
    failure: props.failure,
    onSuccess: () => {
      form.reset();
      onClose();
    },
  });
  const changed = useStatusChanged(order);
  const { newStatus = changed } = props;

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      size="sm"
    >
      <Form
        onSubmit={() => form.submit(({ text }) => submission.run(text.trim()))}
        className="flex flex-col gap-4"
      >
        <Field label={label} hideLabel={hideLabel} error={form.errors.text}>
          <Textarea maxLength={maxLength} readOnly={submission.isBusy} {...form.text("text")} />
        </Field>
        <SubmissionNotices submission={submission} newStatus={newStatus} />
        <DialogFooter>
          <Button onClick={onClose}>{props.dismissLabel}</Button>
          <Button
            type="submit"
            variant={props.danger === true ? "danger" : "primary"}
            busy={submission.isBusy}
            disabled={newStatus !== null}
          >
            {props.submitLabel}
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  );
}
