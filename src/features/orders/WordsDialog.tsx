/** A dialog that asks for words about an order: a reason, or a new message. Half-typed words survive closing, cuts and reloads. */
import { useState } from "react";
import { formatRupees } from "../../../domain/money";
import { useDraft } from "../../lib/useDraft";
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
  const [words, setWords, clearWords] = useDraft(`${title}:${order._id}`, initial);
  const [isAsked, setAsked] = useState(false);
  const submission = useServerAction(onSubmit, {
    failure: props.failure,
    onSuccess: () => {
      clearWords();
      onClose();
    },
  });
  const movedTo = useMovedOn(order);
  const isEmpty = words.trim() === "";

  const submit = () => {
    setAsked(true);
    if (isEmpty) return;
    void submission.run(words.trim());
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={`${order.quantity} × ${order.productName}, ${formatRupees(order.totalPaise)}`}
      size="sm"
    >
      <Form onSubmit={submit} className="flex flex-col gap-4">
        <Field label={label} hideLabel={hideLabel} error={isAsked && isEmpty ? emptyMessage : null}>
          <Textarea
            value={words}
            maxLength={maxLength}
            readOnly={submission.isBusy}
            onChange={(event) => setWords(event.target.value)}
          />
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
