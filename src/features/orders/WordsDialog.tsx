/** A dialog that asks for words about an order: a reason, or a new message. Half-typed words survive closing, cuts and reloads. */
import { formatRupees } from "../../../domain/money";
import { useForm } from "../../lib/useForm";
import { useServerAction } from "../../lib/useServerAction";
import { Button } from "../../ui/Button";
import { Dialog, DialogFooter } from "../../ui/Dialog";
import { Field } from "../../ui/Field";
import { Form } from "../../ui/Form";
import { Textarea } from "../../ui/Textarea";
import type { Order } from "./orderRow";
import { SubmissionNotices } from "./SubmissionNotices";
import { useMovedOn } from "./useMovedOn";

export type WordsDialogProps = {
  order: Order;
  title: string;
  /** The specification's sentence over the text area. */
  label: string;
  hideLabel?: boolean;
  /** What stands in the text area at first. */
  initial?: string;
  maxLength: number;
  /** Said when nothing was typed; without it nothing happens. */
  emptyMessage?: string;
  submitLabel: string;
  dismissLabel: string;
  danger?: boolean;
  failure: string;
  onSubmit: (words: string) => Promise<unknown>;
  onClose: () => void;
};

export function WordsDialog(props: WordsDialogProps) {
  const {
    order,
    title,
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
  const movedTo = useMovedOn(order);

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={`${order.quantity} × ${order.productName}, ${formatRupees(order.totalPaise)}`}
      size="sm"
    >
      <Form
        onSubmit={() => form.submit(({ text }) => submission.run(text.trim()))}
        className="flex flex-col gap-4"
      >
        <Field label={label} hideLabel={hideLabel} error={form.errors.text}>
          <Textarea maxLength={maxLength} readOnly={submission.isBusy} {...form.text("text")} />
        </Field>
        <SubmissionNotices submission={submission} movedTo={movedTo} />
        <DialogFooter>
          <Button onClick={onClose}>{props.dismissLabel}</Button>
          <Button
            type="submit"
            variant={props.danger === true ? "danger" : "primary"}
            busy={submission.isBusy}
            disabled={movedTo !== null}
          >
            {props.submitLabel}
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  );
}
