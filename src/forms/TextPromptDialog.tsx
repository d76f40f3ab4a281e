/** A dialog that prompts for a text: a reason or a new message. A half-typed text survives closing and reloads. */
import { useForm } from "./useForm";
import { useServerAction } from "./useServerAction";
import { Button } from "../ui/Button";
import { DismissButton } from "../ui/DismissButton";
import { Dialog, DialogFooter } from "../ui/Dialog";
import { Field } from "../ui/Field";
import { Form } from "../ui/Form";
import { SubmissionNotices } from "./SubmissionNotices";
import { Textarea } from "../ui/Textarea";

export type TextPromptDialogProps = {
  /** The id of what the text is about: the draft is kept under it and the title. */
  subjectId: string;
  title: string;
  description: string;
  label: string;
  hideLabel?: boolean;
  initial?: string;
  maxLength: number;
  /** The error for an empty text; without it, submitting one does nothing. */
  emptyMessage?: string;
  submitLabel: string;
  dismissLabel: string;
  danger?: boolean;
  failure: string;
  /** The other party ended what the text is about; null while it goes on. */
  ended?: string | null;
  onSubmit: (words: string) => Promise<unknown>;
  onClose: () => void;
};

export function TextPromptDialog(props: TextPromptDialogProps) {
  const {
    subjectId,
    title,
    description,
    label,
    hideLabel = false,
    initial = "",
    maxLength,
    emptyMessage,
    ended = null,
    onSubmit,
    onClose,
  } = props;
  const form = useForm({
    initial: { text: initial },
    drafts: { text: `${title}:${subjectId}` },
    // Without a message an empty text is refused silently.
    validate: ({ text }) => ({ text: text.trim() === "" ? (emptyMessage ?? "") : null }),
  });
  const submission = useServerAction(onSubmit, {
    failure: props.failure,
    onSuccess: () => form.reset(),
    onDone: onClose,
  });

  return (
    <Dialog onClose={onClose} title={title} description={description} size="sm">
      <Form
        onSubmit={() => form.submit(({ text }) => submission.run(text.trim()))}
        className="flex flex-col gap-4"
      >
        <Field label={label} hideLabel={hideLabel} error={form.errors.text}>
          <Textarea maxLength={maxLength} readOnly={submission.isBusy} {...form.text("text")} />
        </Field>
        <SubmissionNotices submission={submission} ended={ended} />
        <DialogFooter>
          <DismissButton label={props.dismissLabel} busy={submission.isBusy} onClick={onClose} />
          <Button
            type="submit"
            variant={props.danger === true ? "danger" : "primary"}
            busy={submission.isBusy}
            disabled={ended !== null}
          >
            {props.submitLabel}
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  );
}
