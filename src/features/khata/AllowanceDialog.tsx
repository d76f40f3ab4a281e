/** "Allow once": the next order within a day may go beyond the limit. */
import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { figureProblem } from "../../../domain/fields/figures";
import { AMOUNT } from "../../../domain/fields/payment";
import { FigureInput } from "../../forms/FigureInput";
import { useForm } from "../../forms/useForm";
import { useServerAction } from "../../forms/useServerAction";
import { Button } from "../../ui/Button";
import { DismissButton } from "../../ui/DismissButton";
import { Dialog, DialogFooter } from "../../ui/Dialog";
import { Form } from "../../ui/Form";
import { SubmissionNotices } from "../../forms/SubmissionNotices";
import { Allowance } from "./BalanceCard";
import type { Khata } from "./khataTexts";
import { amountOf } from "./paymentForm";
import { t } from "../../../domain/language/texts";

export function AllowanceDialog({ khata, onClose }: { khata: Khata; onClose: () => void }) {
  const { partnerId: retailerId, partnerName } = khata;
  const form = useForm({
    initial: { amount: "" },
    validate: ({ amount }) => ({
      amount: figureProblem(AMOUNT, amount),
    }),
  });
  const allow = useServerAction(useMutation(api.khata.allowOnce), {
    failure: t("The order could not be allowed. Please try again."),
    success: t("The next order within a day is allowed."),
    onDone: onClose,
  });
  return (
    <Dialog
      onClose={onClose}
      title={t("Allow once")}
      description={t(
        "The next order of {retailer} within a day may go this much beyond the limit. While a payment is overdue, it may be this much in all.",
        { retailer: partnerName },
      )}
      size="sm"
    >
      <Form
        onSubmit={() =>
          form.submit(({ amount }) => allow.run({ retailerId, paise: amountOf(amount) ?? 0 }))
        }
        className="flex flex-col gap-4"
      >
        <Allowance khata={khata} />
        <FigureInput field={AMOUNT} error={form.errors.amount} {...form.text("amount")} />
        <SubmissionNotices submission={allow} />
        <DialogFooter>
          <DismissButton busy={allow.isBusy} onClick={onClose} />
          <Button type="submit" variant="primary" busy={allow.isBusy}>
            {t("Allow once")}
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  );
}
