/** Edits what a trader's documents say of it: GSTIN, State, PIN code, and of distributors the scheme and the turnover. */
import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { STATE_CODES, stateLabel } from "../../../domain/gst/states";
import type { TradeRole } from "../../../domain/roles";
import type { FormState } from "../../forms/useForm";
import { useForm } from "../../forms/useForm";
import type { Me } from "../../session/userdata";
import { useServerAction } from "../../forms/useServerAction";
import { Button } from "../../ui/Button";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Field } from "../../ui/Field";
import { Form } from "../../ui/Form";
import { Input } from "../../ui/Input";
import { Select } from "../../ui/Select";
import {
  gstinStateText,
  stateOf,
  taxDetailsOf,
  taxProblems,
  type TaxTyped,
  taxTypedOf,
} from "./taxForm";

const STATES = STATE_CODES.map((value) => ({ value, label: stateLabel(value) }));

const SCHEMES = [
  { value: "regular", label: "Regular" },
  { value: "composition", label: "Composition" },
] as const;

const TURNOVERS = [
  { value: "small", label: "Up to ₹5 crore" },
  { value: "large", label: "Above ₹5 crore" },
] as const;

const PRICES = [
  { value: "withTax", label: "With GST" },
  { value: "withoutTax", label: "Without GST" },
] as const;

const SUMS = [
  { value: "exact", label: "To the paisa" },
  { value: "rounded", label: "To the whole rupee" },
] as const;

export function TaxSettings({ me, role }: { me: Me; role: TradeRole }) {
  const form = useForm<TaxTyped>({
    initial: taxTypedOf(me),
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
      failure: "Your tax details could not be saved. Please try again.",
      success: "Your tax details were saved.",
    },
  );
  return (
    <Form onSubmit={() => form.submit(save.run)} className="flex flex-col gap-3">
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <Field
          label="GSTIN"
          error={form.errors.gstin}
          hint={<GstinHint gstin={form.values.gstin} role={role} />}
        >
          <Input
            name="gstin"
            autoComplete="off"
            autoCapitalize="characters"
            {...form.text("gstin")}
            className="uppercase"
          />
        </Field>
        <Field label="Legal name" error={form.errors.legalName} hint="If it is another one.">
          <Input name="legalName" autoComplete="off" {...form.text("legalName")} />
        </Field>
        {role === "retailer" && <StateField form={form} />}
        <Field label="PIN code" error={form.errors.pincode} hint="Such as 411001.">
          <Input
            name="pincode"
            autoComplete="postal-code"
            inputMode="numeric"
            {...form.text("pincode")}
          />
        </Field>
        {role === "distributor" && <SellerFields form={form} />}
      </div>
      <div className="text-sm text-muted">
        <p>Mandi gives no legal or tax advice.</p>
        <p>Please check rates, codes and documents with your accountant.</p>
      </div>
      {save.error !== null && <ErrorNotice message={save.error} />}
      <Button type="submit" variant="primary" busy={save.isBusy} className="self-start">
        Save tax details
      </Button>
    </Form>
  );
}

/** The State that the first two digits mean, as they are typed; what to enter until then. */
function GstinHint({ gstin, role }: { gstin: string; role: TradeRole }) {
  const state = gstinStateText(gstin);
  const hint =
    role === "distributor" ? "15 characters. Leave all empty for none." : "If you have one.";
  return (
    <span role="status" className={state === null ? undefined : "font-medium text-ink"}>
      {state ?? hint}
    </span>
  );
}

type FieldsProps = { form: FormState<TaxTyped> };

function StateField({ form }: FieldsProps) {
  return (
    <Field label="State" error={form.errors.stateCode} hint="Where your goods arrive.">
      <Select
        value={stateOf(form.values)}
        options={STATES}
        placeholder="Choose your State"
        disabled={stateOf({ ...form.values, stateCode: "" }) !== ""}
        onChange={(stateCode) => form.change({ stateCode })}
      />
    </Field>
  );
}

function SellerFields({ form }: FieldsProps) {
  return (
    <>
      <Field label="Scheme">
        <Select
          value={form.values.scheme}
          options={SCHEMES}
          onChange={(scheme) => form.change({ scheme })}
        />
      </Field>
      <Field label="Turnover of the year before" hint="Above it, HSN codes have 6 digits.">
        <Select
          value={form.values.turnover}
          options={TURNOVERS}
          onChange={(turnover) => form.change({ turnover })}
        />
      </Field>
      {form.values.scheme === "regular" && (
        <Field label="Your prices" hint="Orders that are placed already keep theirs.">
          <Select
            value={form.values.prices}
            options={PRICES}
            onChange={(prices) => form.change({ prices })}
          />
        </Field>
      )}
      <Field label="Sums of invoices" hint="The rounding has its own row.">
        <Select
          value={form.values.sums}
          options={SUMS}
          onChange={(sums) => form.change({ sums })}
        />
      </Field>
    </>
  );
}
