/** Edits what a trader's documents say of it: GSTIN, State, PIN code, and of distributors the scheme and the turnover. */
import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { namesOf, toComplete } from "../../../domain/fields/kinds";
import {
  TAX_DETAIL_FIELDS,
  TAX_PARTY_FIELDS,
  TAX_SELLER_FIELDS,
} from "../../../domain/fields/taxDetails";
import { STATE_CODES, stateLabel } from "../../../domain/gst/states";
import type { TradeRole } from "../../../domain/roles";
import { FormField } from "../../forms/FormField";
import type { FormState } from "../../forms/useForm";
import { useForm } from "../../forms/useForm";
import type { Me } from "../../session/userdata";
import { useServerAction } from "../../forms/useServerAction";
import { Button } from "../../ui/Button";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Field } from "../../ui/Field";
import { Form } from "../../ui/Form";
import { Select } from "../../ui/Select";
import { gstinStateText, stateOf, taxDetailsOf, taxProblems, type TaxTyped } from "./taxForm";
import { t } from "../../../domain/language/texts";

const { gstin, legalName, stateCode, pincode } = TAX_PARTY_FIELDS;
const { gstScheme, ...FLAGS } = TAX_SELLER_FIELDS;

const STATES = STATE_CODES.map((value) => ({ value, label: stateLabel(value) }));
const SCHEMES = gstScheme.values.map((value) => ({ value, label: t(gstScheme.labels[value]) }));

export function TaxSettings({ me, role }: { me: Me; role: TradeRole }) {
  const form = useForm<TaxTyped>({
    initial: toComplete(TAX_DETAIL_FIELDS, me),
    validate: (values) => taxProblems(values, role),
    revalidateOn: "submit",
  });
  const call = useMutation(api.tax.save);
  const save = useServerAction(
    (values: TaxTyped) => {
      const details = taxDetailsOf(values, role);
      return call({ details: details && { ...details } });
    },
    {
      failure: t("Your tax details could not be saved. Please try again."),
      success: t("Your tax details were saved."),
    },
  );
  return (
    <Form onSubmit={() => form.submit(save.run)} className="flex flex-col gap-3">
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <FormField
          form={form}
          name="gstin"
          field={gstin}
          hint={<GstinHint gstin={form.values.gstin} role={role} />}
        />
        <FormField form={form} name="legalName" field={legalName} />
        {role === "retailer" && <StateField form={form} />}
        <FormField form={form} name="pincode" field={pincode} />
        {role === "distributor" && <SellerFields form={form} />}
      </div>
      <div className="text-sm text-muted">
        <p>{t("Mandi gives no legal or tax advice.")}</p>
        <p>{t("Please check rates, codes and documents with your accountant.")}</p>
      </div>
      {save.error !== null && <ErrorNotice message={save.error} />}
      <Button type="submit" variant="primary" busy={save.isBusy} className="self-start">
        {t("Save tax details")}
      </Button>
    </Form>
  );
}

/** The State that the first two digits mean, as they are typed; what to enter until then. */
function GstinHint({ gstin, role }: { gstin: string; role: TradeRole }) {
  const state = gstinStateText(gstin);
  const hint =
    role === "distributor" ? t("15 characters. Leave all empty for none.") : t("If you have one.");
  return (
    <span role="status" className={state === null ? undefined : "font-medium text-ink"}>
      {state ?? hint}
    </span>
  );
}

type FieldsProps = { form: FormState<TaxTyped> };

function StateField({ form }: FieldsProps) {
  return (
    <Field label={t(stateCode.label)} error={form.errors.stateCode} hint={t(stateCode.hint)}>
      <Select
        value={stateOf(form.values)}
        options={STATES}
        placeholder={t("Choose your State")}
        disabled={stateOf({ ...form.values, stateCode: "" }) !== ""}
        onChange={(state) => form.change({ stateCode: state })}
      />
    </Field>
  );
}

function SellerFields({ form }: FieldsProps) {
  const isRegular = form.values.gstScheme === "regular";
  return (
    <>
      <Field label={t(gstScheme.label)}>
        <Select
          value={form.values.gstScheme}
          options={SCHEMES}
          onChange={(scheme) => form.change({ gstScheme: scheme })}
        />
      </Field>
      {namesOf(FLAGS)
        .filter((name) => isRegular || name !== "pricesExcludeTax")
        .map((name) => (
          <FlagField key={name} form={form} name={name} />
        ))}
    </>
  );
}

function FlagField({ form, name }: FieldsProps & { name: keyof typeof FLAGS }) {
  const { label, hint, labels } = FLAGS[name];
  const options = [
    { value: "no", label: t(labels.no) },
    { value: "yes", label: t(labels.yes) },
  ];
  return (
    <Field label={t(label)} hint={t(hint)}>
      <Select
        value={form.values[name] ? "yes" : "no"}
        options={options}
        onChange={(value) => form.change({ [name]: value === "yes" })}
      />
    </Field>
  );
}
