/** Fields for what a tax document lacks: where the goods go, and the HSN code and GST rate of products. */
import { STATE_CODES, stateLabel } from "../../../../domain/gst/states";
import { Field } from "../../../ui/Field";
import { Input } from "../../../ui/Input";
import { Select } from "../../../ui/Select";
import { gstOf, hsnOf, type MissingTax } from "./missingTax";
import type { MissingTaxForm } from "./useMissingTax";
import { t } from "../../../../domain/language/texts";

const STATES = STATE_CODES.map((value) => ({ value, label: stateLabel(value) }));

export function MissingTaxFields({ form, missing }: { form: MissingTaxForm; missing: MissingTax }) {
  const { draft, errors, choices, change } = form;
  const values = choices.map(({ value }) => value);
  return (
    <fieldset className="flex flex-col gap-3 empty:hidden">
      {missing.needsState && (
        <div className="grid items-start gap-3 sm:grid-cols-2">
          <Field label={t("State of delivery")} error={errors["state"]}>
            <Select
              value={draft.state}
              options={STATES}
              placeholder={t("Choose a State")}
              onChange={(state) => change({ state })}
            />
          </Field>
          <Field label={t("PIN code of delivery")} error={errors["pin"]}>
            <Input
              name="deliveryPin"
              inputMode="numeric"
              autoComplete="off"
              value={draft.pin}
              onChange={({ target }) => change({ pin: target.value })}
            />
          </Field>
        </div>
      )}
      {missing.products.map((product) => {
        const { productId, productName } = product;
        return (
          <div key={productId} className="grid items-start gap-3 sm:grid-cols-2">
            <Field
              label={t("HSN code of {product}", { product: productName })}
              error={errors[`hsn${productId}`]}
            >
              <Input
                name={`hsn-${productId}`}
                inputMode="numeric"
                autoComplete="off"
                value={hsnOf(draft, product)}
                onChange={({ target }) =>
                  change({ hsn: { ...draft.hsn, [productId]: target.value } })
                }
              />
            </Field>
            <Field
              label={t("GST rate of {product}", { product: productName })}
              error={errors[`gst${productId}`]}
            >
              <Select
                value={gstOf(draft, product, values)}
                options={choices}
                placeholder={t("Choose a rate")}
                onChange={(rate) => change({ gst: { ...draft.gst, [productId]: rate } })}
              />
            </Field>
          </div>
        );
      })}
    </fieldset>
  );
}
