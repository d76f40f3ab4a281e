/** Fields of a product for the invoices of a distributor with a GSTIN; nothing for others. */
import { useState } from "react";
import { todayIst } from "../../../domain/dates";
import { TAX_FIELDS } from "../../../domain/fields/product";
import { UNIT_CODES, unitName } from "../../../domain/gst/units";
import { gstChoices } from "../../market/gstChoice";
import type { FormState } from "../../forms/useForm";
import { useSession } from "../../live/useSession";
import { Field } from "../../ui/Field";
import { Select } from "../../ui/Select";
import { ProductField } from "./ProductField";
import type { ProductValues } from "./productForm";
import { t } from "../../../domain/language/texts";

const UNITS = UNIT_CODES.map((value) => ({ value, label: `${unitName(value)} (${value})` }));

export function TaxFields({ form }: { form: FormState<ProductValues> }) {
  const [choices] = useState(() => gstChoices(todayIst(Date.now())));
  const session = useSession();
  if (session.state !== "signedIn" || session.me.gstin === undefined) return null;
  const { values, errors, change } = form;
  const isOnTop = session.me.pricesExcludeTax === true;
  const unit = UNIT_CODES.find((code) => code === values.uqc) ?? "";
  const gst = choices.some(({ value }) => value === values.gst) ? values.gst : "";
  return (
    <div className="grid items-start gap-4 sm:grid-cols-3">
      <ProductField form={form} name="hsn" isNumeric />
      <Field
        label={t("GST rate")}
        hint={isOnTop ? t("It comes on top of your price.") : t("Your price includes it.")}
        error={errors.gst}
      >
        <Select
          value={gst}
          options={choices}
          placeholder={t("Choose a rate")}
          onChange={(gst) => change({ gst })}
        />
      </Field>
      <Field label={t(TAX_FIELDS.uqc.label)}>
        <Select value={unit} options={UNITS} onChange={(uqc) => change({ uqc })} />
      </Field>
    </div>
  );
}
