/** The dialogs that save a basket under a name, and give it another one. */
import { useMutation } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import { ERRORS } from "../../../../domain/errors";
import { BASKET_NAME_MAX } from "../../../../domain/limits";
import { cleanText } from "../../../../domain/text";
import { useForm } from "../../../forms/useForm";
import { useServerAction } from "../../../forms/useServerAction";
import { Button } from "../../../ui/Button";
import { DismissButton } from "../../../ui/DismissButton";
import { Dialog, DialogFooter } from "../../../ui/Dialog";
import { ErrorNotice } from "../../../ui/ErrorNotice";
import { Field } from "../../../ui/Field";
import { Form } from "../../../ui/Form";
import { Input } from "../../../ui/Input";
import { t } from "../../../../domain/language/texts";

type NameDialogProps = {
  title: string;
  description: string;
  initial: string;
  submitLabel: string;
  success: string;
  onSubmit: (name: string) => Promise<unknown>;
  onClose: () => void;
};

function NameDialog(props: NameDialogProps) {
  const { title, description, initial, submitLabel, success, onSubmit, onClose } = props;
  const form = useForm({
    initial: { name: initial },
    validate: ({ name }) => ({
      name:
        cleanText(name, { min: 1, max: BASKET_NAME_MAX }) === undefined
          ? t(ERRORS.BAD_BASKET_NAME.text)
          : null,
    }),
  });
  const submission = useServerAction(onSubmit, {
    failure: t("The basket could not be saved. Please try again."),
    success,
    onDone: onClose,
  });
  return (
    <Dialog onClose={onClose} title={title} description={description} size="sm">
      <Form
        onSubmit={() => form.submit(({ name }) => submission.run(name))}
        className="flex flex-col gap-4"
      >
        <Field label={t("Name")} error={form.errors.name}>
          <Input autoComplete="off" maxLength={BASKET_NAME_MAX} {...form.text("name")} />
        </Field>
        {submission.error !== null && <ErrorNotice message={submission.error} />}
        <DialogFooter>
          <DismissButton busy={submission.isBusy} onClick={onClose} />
          <Button type="submit" variant="primary" busy={submission.isBusy}>
            {submitLabel}
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  );
}

export function SaveBasketDialog({ onClose }: { onClose: () => void }) {
  const save = useMutation(api.basket.save);
  return (
    <NameDialog
      title={t("Save this basket")}
      description={t("Its products and quantities are kept under a name, to be added again.")}
      initial=""
      submitLabel={t("Save basket")}
      success={t("The basket is saved.")}
      onSubmit={(name) => save({ name })}
      onClose={onClose}
    />
  );
}

type RenameBasketDialogProps = {
  saved: { readonly _id: string; readonly name: string };
  onClose: () => void;
};

export function RenameBasketDialog({ saved, onClose }: RenameBasketDialogProps) {
  const rename = useMutation(api.basket.renameSaved);
  return (
    <NameDialog
      title={t("Rename this basket")}
      description={saved.name}
      initial={saved.name}
      submitLabel={t("Rename")}
      success={t("The basket has its new name.")}
      onSubmit={(name) => rename({ savedBasketId: saved._id, name })}
      onClose={onClose}
    />
  );
}
