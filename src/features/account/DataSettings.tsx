/** Downloads the account's own data as a file, and closes the account. */
import { useConvex, useAction } from "convex/react";
import { Button } from "../../ui/Button";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { saveFile } from "../../files/saveFile";
import { useServerAction } from "../../forms/useServerAction";
import { collectRecords } from "./records";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { useForm } from "../../forms/useForm";
import { useSignOut } from "../../live/useSession";
import { DismissButton } from "../../ui/DismissButton";
import { Dialog, DialogFooter } from "../../ui/Dialog";
import { Form } from "../../ui/Form";
import { missingPassword, PasswordCheckField } from "../../ui/PasswordCheckField";
import { t } from "../../../domain/language/texts";

export function DataSettings() {
  const client = useConvex();
  const download = useServerAction(() => collectRecords(client), {
    failure: () => t("Your data could not be fetched. Please try again."),
    onSuccess: (records) =>
      saveFile(new File([records], "mandi-my-data.json", { type: "application/json" })),
  });
  const start = () => void download.run();
  return (
    <>
      {download.error !== null && <ErrorNotice message={download.error} onRetry={start} />}
      <Button className="self-start" busy={download.isBusy} onClick={start}>
        {t("Download my data")}
      </Button>
    </>
  );
}

/** Closes the caller's own account for ever, after asking for the password again. */
export function CloseAccount() {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="danger" className="self-start" onClick={() => setAsking(true)}>
        {t("Delete my account")}
      </Button>
      {asking && <CloseDialog onClose={() => setAsking(false)} />}
    </>
  );
}

function CloseDialog({ onClose }: { onClose: () => void }) {
  const close = useAction(api.account.close);
  const signOut = useSignOut();
  const form = useForm({
    initial: { password: "" },
    validate: ({ password }) => ({ password: missingPassword(password) }),
  });
  const closing = useServerAction(
    async ({ password }: { password: string }) => {
      await close({ password });
      await signOut("/");
    },
    { failure: t("Your account could not be deleted. Please try again.") },
  );
  return (
    <Dialog
      onClose={onClose}
      title={t("Delete your account?")}
      description={t(
        "You are signed out everywhere, and your phone number, address and picture are erased. There is no way back. Pending orders end and their stock returns; accepted orders and invoices stay with those you traded with.",
      )}
      size="sm"
    >
      <Form onSubmit={() => form.submit(closing.run)} className="flex flex-col gap-4">
        <PasswordCheckField
          label={t("Password")}
          error={form.errors.password}
          {...form.text("password")}
        />
        {closing.error !== null && <ErrorNotice message={closing.error} />}
        <DialogFooter>
          <DismissButton label={t("Keep it")} busy={closing.isBusy} onClick={onClose} />
          <Button type="submit" variant="danger" busy={closing.isBusy}>
            {t("Delete my account")}
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  );
}
