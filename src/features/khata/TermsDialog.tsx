/** The terms on which a distributor lets one retailer buy, from now on. */
import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import {
  CREDIT_TERMS,
  type CreditTerms,
  type CreditTermsField,
  type CreditTermsKind,
  wrongCreditTerms,
} from "../../../domain/creditTerms";
import { CREDIT_DAYS_MAX, LEDGER_SUM_MAX_PAISE, OVERDUE_DAYS_MAX } from "../../../domain/limits";
import { plainRupees, shortRupees } from "../../../domain/money";
import { typedRupees } from "../../../domain/typedNumber";
import { useForm } from "../../forms/useForm";
import { useServerAction } from "../../forms/useServerAction";
import { Button } from "../../ui/Button";
import { DismissButton } from "../../ui/DismissButton";
import { Dialog, DialogFooter } from "../../ui/Dialog";
import { Field } from "../../ui/Field";
import { Form } from "../../ui/Form";
import { Input } from "../../ui/Input";
import { SubmissionNotices } from "../../forms/SubmissionNotices";
import { Chips } from "./Chips";
import { type Khata, khataName } from "./khataTexts";

const KIND_TEXTS = {
  onDelivery: "On delivery",
  credit: "Credit",
  advance: "In advance",
} as const satisfies Record<CreditTermsKind, string>;
const KINDS = CREDIT_TERMS.map((value) => ({ value, label: KIND_TEXTS[value] }));

const FIRST_CREDIT_DAYS = "14";

type Typed = {
  readonly terms: CreditTermsKind;
  readonly days: string;
  readonly limit: string;
  readonly block: string;
  readonly ignored: string;
};

function numberText(value: number | undefined): string {
  return value === undefined ? "" : String(value);
}

function rupeesText(paise: number | undefined): string {
  return paise === undefined ? "" : plainRupees(paise);
}

function typedOf(terms: CreditTerms): Typed {
  return {
    terms: terms.terms,
    days: numberText(terms.creditDays) || FIRST_CREDIT_DAYS,
    limit: rupeesText(terms.creditLimitPaise),
    block: numberText(terms.blockOverdueDays),
    ignored: rupeesText(terms.overduePaiseIgnored),
  };
}

/** Empty means none; what is no number becomes one that no terms may have. */
function optional(text: string, parse: (text: string) => number | null): number | undefined {
  return text.trim() === "" ? undefined : (parse(text) ?? Number.NaN);
}

const wholeOf = (text: string) => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : null);

function termsOf({ terms, days, limit, block, ignored }: Typed): CreditTerms {
  const creditDays = terms === "credit" ? (wholeOf(days) ?? Number.NaN) : undefined;
  // Payments in advance have no limit, and no field for it.
  const creditLimitPaise = terms === "advance" ? undefined : optional(limit, typedRupees);
  const blockOverdueDays = optional(block, wholeOf);
  const overduePaiseIgnored = optional(ignored, typedRupees);
  return {
    terms,
    ...(creditDays !== undefined && { creditDays }),
    ...(creditLimitPaise !== undefined && { creditLimitPaise }),
    ...(blockOverdueDays !== undefined && { blockOverdueDays }),
    ...(overduePaiseIgnored !== undefined && { overduePaiseIgnored }),
  };
}

const BAD_SUM = `Please enter rupees up to ${shortRupees(LEDGER_SUM_MAX_PAISE)}, such as 50,000.`;

/** The field of the form, and its error, for each term. */
const FIELDS = {
  creditDays: { name: "days", error: `Please enter a whole number from 1 to ${CREDIT_DAYS_MAX}.` },
  creditLimitPaise: { name: "limit", error: BAD_SUM },
  blockOverdueDays: {
    name: "block",
    error: `Please enter a whole number from 0 to ${OVERDUE_DAYS_MAX}.`,
  },
  overduePaiseIgnored: { name: "ignored", error: BAD_SUM },
} as const satisfies Record<CreditTermsField, { name: keyof Typed; error: string }>;

function problemsOf(values: Typed): Partial<Record<keyof Typed, string>> {
  const wrong = wrongCreditTerms(termsOf(values)).map((field) => FIELDS[field]);
  return Object.fromEntries(wrong.map(({ name, error }) => [name, error]));
}

export function TermsDialog({ khata, onClose }: { khata: Khata; onClose: () => void }) {
  const { partnerId: retailerId } = khata;
  const form = useForm<Typed>({ initial: typedOf(khata), validate: problemsOf });
  const { errors } = form;
  const { terms } = form.values;
  const save = useServerAction(useMutation(api.khata.setTerms), {
    failure: "The terms could not be saved. Please try again.",
    success: "The terms were saved.",
    onDone: onClose,
  });
  const submit = (values: Typed) => void save.run({ retailerId, ...termsOf(values) });
  return (
    <Dialog
      onClose={onClose}
      title="Terms"
      description={`For ${khataName(khata)}, from now on. Invoices keep their due day.`}
    >
      <Form onSubmit={() => form.submit(submit)} className="flex flex-col gap-4">
        <Chips
          label="Paid"
          value={terms}
          options={KINDS}
          onChange={(next) => form.change({ terms: next })}
        />
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          {terms === "credit" && (
            <Field
              label="Days of credit"
              hint={`1 to ${CREDIT_DAYS_MAX}, from the invoice on`}
              error={errors.days}
            >
              <Input inputMode="numeric" autoComplete="off" {...form.text("days")} />
            </Field>
          )}
          {terms !== "advance" && (
            <Field
              label="Limit in rupees"
              hint="Open and ordered at once; empty for none"
              error={errors.limit}
            >
              <Input inputMode="decimal" autoComplete="off" {...form.text("limit")} />
            </Field>
          )}
          <Field
            label="Stop orders after days overdue"
            hint={`0 to ${OVERDUE_DAYS_MAX}; empty for never`}
            error={errors.block}
          >
            <Input inputMode="numeric" autoComplete="off" {...form.text("block")} />
          </Field>
          <Field
            label="Overdue sums to ignore"
            hint="In rupees, up to this; empty for none"
            error={errors.ignored}
          >
            <Input inputMode="decimal" autoComplete="off" {...form.text("ignored")} />
          </Field>
        </div>
        <SubmissionNotices submission={save} />
        <DialogFooter>
          <DismissButton busy={save.isBusy} onClick={onClose} />
          <Button type="submit" variant="primary" busy={save.isBusy}>
            Save terms
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  );
}
