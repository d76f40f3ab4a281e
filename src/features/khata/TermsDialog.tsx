/** The terms on which a distributor lets one retailer buy, from now on. */
import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import {
  CREDIT_FIELDS,
  CREDIT_FIGURES,
  type CreditFigure,
  type CreditTerms,
  wrongCreditTerms,
} from "../../../domain/fields/creditTerms";
import { typedFigure } from "../../../domain/fields/figures";
import { inputTexts, namesOf } from "../../../domain/fields/kinds";
import { FigureInput } from "../../forms/FigureInput";
import { useForm } from "../../forms/useForm";
import { useServerAction } from "../../forms/useServerAction";
import { Button } from "../../ui/Button";
import { DismissButton } from "../../ui/DismissButton";
import { Dialog, DialogFooter } from "../../ui/Dialog";
import { Form } from "../../ui/Form";
import { SubmissionNotices } from "../../forms/SubmissionNotices";
import { Chips } from "./Chips";
import { type Khata, khataName } from "./khataTexts";
import { t } from "../../../domain/language/texts";

const { values: KINDS, labels: KIND_TEXTS } = CREDIT_FIELDS.terms;
const OPTIONS = KINDS.map((value) => ({ value, label: t(KIND_TEXTS[value]) }));

const FIRST_CREDIT_DAYS = 14;

type Typed = Pick<CreditTerms, "terms"> & Readonly<Record<CreditFigure, string>>;

function typedOf({ creditDays = FIRST_CREDIT_DAYS, ...creditTerms }: CreditTerms): Typed {
  const texts = inputTexts(CREDIT_FIGURES, { ...creditTerms, creditDays });
  return { terms: creditTerms.terms, ...texts };
}

/** The figures that the kind of terms has: payments in advance have no limit. */
function figuresOf(kind: CreditTerms["terms"]): CreditFigure[] {
  return namesOf(CREDIT_FIGURES).filter((name) => {
    if (name === "creditDays") return kind === "credit";
    return name !== "creditLimitPaise" || kind !== "advance";
  });
}

/** Returns the terms that are meant. A text that means no figure becomes one that no terms may have. */
function termsOf({ terms, ...texts }: Typed): CreditTerms {
  const named = figuresOf(terms).filter((name) => texts[name].trim() !== "");
  const figures = named.map((name) => [
    name,
    typedFigure(CREDIT_FIGURES[name], texts[name]) ?? Number.NaN,
  ]);
  return { terms, ...(Object.fromEntries(figures) as Partial<Record<CreditFigure, number>>) };
}

function problemsOf(values: Typed): Partial<Record<CreditFigure, string>> {
  const wrong = wrongCreditTerms(termsOf(values));
  return Object.fromEntries(wrong.map((name) => [name, t(CREDIT_FIGURES[name].formReason)]));
}

export function TermsDialog({ khata, onClose }: { khata: Khata; onClose: () => void }) {
  const { partnerId: retailerId } = khata;
  const form = useForm<Typed>({ initial: typedOf(khata), validate: problemsOf });
  const { errors } = form;
  const { terms } = form.values;
  const save = useServerAction(useMutation(api.khata.setTerms), {
    failure: t("The terms could not be saved. Please try again."),
    success: t("The terms were saved."),
    onDone: onClose,
  });
  const submit = (values: Typed) => void save.run({ retailerId, ...termsOf(values) });
  return (
    <Dialog
      onClose={onClose}
      title={t("Terms")}
      description={t("For {retailer}, from now on. Invoices keep their due day.", {
        retailer: khataName(khata),
      })}
    >
      <Form onSubmit={() => form.submit(submit)} className="flex flex-col gap-4">
        <Chips
          label={t(CREDIT_FIELDS.terms.label)}
          value={terms}
          options={OPTIONS}
          onChange={(next) => form.change({ terms: next })}
        />
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          {figuresOf(terms).map((name) => (
            <FigureInput
              key={name}
              field={CREDIT_FIGURES[name]}
              error={errors[name]}
              {...form.text(name)}
            />
          ))}
        </div>
        <SubmissionNotices submission={save} />
        <DialogFooter>
          <DismissButton busy={save.isBusy} onClick={onClose} />
          <Button type="submit" variant="primary" busy={save.isBusy}>
            {t("Save terms")}
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  );
}
