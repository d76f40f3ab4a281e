/** Asks for the password before a change of where payments go. */
import { useForm } from "../../forms/useForm";
import { useServerAction } from "../../forms/useServerAction";
import { Button } from "../../ui/Button";
import { DismissButton } from "../../ui/DismissButton";
import { Dialog, DialogFooter } from "../../ui/Dialog";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Form } from "../../ui/Form";
import { missingPassword, PasswordCheckField } from "../../ui/PasswordCheckField";

export type SavePaymentDialogProps = {
  title: string;
  description: string;
  /** "Save the UPI ID". */
  action: string;
  save: (password: string) => Promise<unknown>;
  success: string;
  failure: string;
  onClose: () => void;
};

export function SavePaymentDialog(props: SavePaymentDialogProps) {
  const { title, description, action, success, failure, onClose } = props;
  const save = useServerAction(props.save, { success, failure, onDone: onClose });
  const form = useForm({
    initial: { password: "" },
    validate: ({ password }) => ({ password: missingPassword(password) }),
  });
  return (
    <Dialog onClose={onClose} title={title} description={description} size="sm">
      <Form
        onSubmit={() => form.submit(({ password }) => save.run(password))}
        className="flex flex-col gap-4"
      >
        <PasswordCheckField error={form.errors.password} {...form.text("password")} />
        {save.error !== null && <ErrorNotice message={save.error} />}
        <DialogFooter>
          <DismissButton busy={save.isBusy} onClick={onClose} />
          <Button type="submit" variant="primary" busy={save.isBusy}>
            {action}
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  );
}
