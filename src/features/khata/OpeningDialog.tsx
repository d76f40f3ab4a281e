/** The balance from before the khata: proposed before its first entry. */
import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { ERRORS } from "../../../domain/errors";
import { figureProblem } from "../../../domain/fields/figures";
import { AMOUNT } from "../../../domain/fields/payment";
import { OPENING_DAYS_MAX, OPENING_OBJECTION_DAYS } from "../../../domain/limits";
import { dayProblem, pastDays } from "../../../domain/typedDay";
import { FigureInput } from "../../forms/FigureInput";
import { useForm } from "../../forms/useForm";
import { useServerAction } from "../../forms/useServerAction";
import { Button } from "../../ui/Button";
import { DismissButton } from "../../ui/DismissButton";
import { DayField } from "../../ui/DayField";
import { Dialog, DialogFooter } from "../../ui/Dialog";
import { Form } from "../../ui/Form";
import { SubmissionNotices } from "../../forms/SubmissionNotices";
import { Chips } from "./Chips";
import { type Khata, khataName } from "./khataTexts";
import { amountOf } from "./paymentForm";
import { t } from "../../../domain/language/texts";

const DIRECTIONS = [
  { value: "owed", label: t("Owed to me") },
  { value: "advance", label: t("Paid in advance") },
] as const;

type Typed = {
  readonly direction: (typeof DIRECTIONS)[number]["value"];
  readonly amount: string;
  readonly day: string;
};

type OpeningDialogProps = { khata: Khata; today: string; onClose: () => void };

export function OpeningDialog({ khata, today, onClose }: OpeningDialogProps) {
  const { partnerId: retailerId } = khata;
  const bounds = pastDays(today, OPENING_DAYS_MAX);
  const form = useForm<Typed>({
    initial: { direction: "owed", amount: "", day: today },
    validate: ({ amount, day }) => ({
      amount: figureProblem(AMOUNT, amount),
      day: dayProblem(day, bounds, t(ERRORS.BAD_OPENING_DAY.text)),
    }),
  });
  const open = useServerAction(useMutation(api.khata.openWith), {
    failure: t("The opening balance could not be proposed. Please try again."),
    success: t("The opening balance was proposed."),
    onDone: onClose,
  });
  const submit = ({ direction, amount, day }: Typed) => {
    const paise = amountOf(amount) ?? 0;
    void open.run({ retailerId, paise: direction === "owed" ? paise : -paise, day });
  };
  return (
    <Dialog
      onClose={onClose}
      title={t("Opening balance")}
      description={t(
        "What was open with {retailer} before Mandi. It counts once they agree, or after {days} days without an objection.",
        { retailer: khataName(khata), days: OPENING_OBJECTION_DAYS },
      )}
      size="sm"
    >
      <Form onSubmit={() => form.submit(submit)} className="flex flex-col gap-4">
        <Chips
          label={t("It was")}
          value={form.values.direction}
          options={DIRECTIONS}
          onChange={(direction) => form.change({ direction })}
        />
        <FigureInput field={AMOUNT} error={form.errors.amount} {...form.text("amount")} />
        <DayField
          label={t("Since")}
          value={form.values.day}
          onChange={(day) => form.change({ day })}
          bounds={bounds}
          error={form.errors.day}
        />
        <SubmissionNotices submission={open} />
        <DialogFooter>
          <DismissButton busy={open.isBusy} onClick={onClose} />
          <Button type="submit" variant="primary" busy={open.isBusy}>
            {t("Propose balance")}
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  );
}
