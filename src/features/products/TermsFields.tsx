/** The terms of a product, folded away until one is set: most products are sold in any quantity at one price. */
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { namesOf } from "../../../domain/fields/kinds";
import { TERM_FIELDS } from "../../../domain/fields/product";
import { hasErrors, type FormState } from "../../forms/useForm";
import { FigureField } from "./FigureField";
import { BREAK_ROWS, shownBreakRows } from "./priceBreaksForm";
import { ProductField } from "./ProductField";
import type { ProductValues } from "./productForm";
import { t } from "../../../domain/language/texts";

const TEXTS = namesOf(TERM_FIELDS).filter((name) => name !== "priceBreaks");
const FIELDS = [...TEXTS, ...BREAK_ROWS.flatMap(({ from, price }) => [from, price])];

export function TermsFields({ form }: { form: FormState<ProductValues> }) {
  const { values, errors } = form;
  const [hadTerms] = useState(() => FIELDS.some((field) => values[field] !== ""));
  const hasWrong = FIELDS.some((field) => hasErrors({ [field]: errors[field] }));
  const [isOpened, setOpened] = useState(hadTerms);
  return (
    <details
      open={isOpened || hasWrong}
      onToggle={(event) => setOpened(event.currentTarget.open)}
      className="group rounded-sm border border-line"
    >
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 px-3 text-sm font-medium">
        <span>
          {t("Selling terms")}{" "}
          <span className="ml-1 font-normal text-muted">
            {t("SKU, minimum, packs, price breaks")}
          </span>
        </span>
        <ChevronDown
          aria-hidden
          className="ml-auto size-4 shrink-0 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="flex flex-col gap-4 px-3 pt-1 pb-4">
        <div className="grid gap-4 sm:grid-cols-3">
          {TEXTS.map((name) => (
            <ProductField key={name} form={form} name={name} />
          ))}
        </div>
        <PriceBreaks form={form} />
      </div>
    </details>
  );
}

function PriceBreaks({ form: { values, errors, text } }: { form: FormState<ProductValues> }) {
  const rows = shownBreakRows(values);
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">
        {t("Price breaks")}{" "}
        <span className="font-normal text-muted">
          {t("Cheaper pieces in larger orders, up to {max}.", { max: BREAK_ROWS.length })}
        </span>
      </legend>
      {rows.map(({ from, price }, row) => (
        <div key={from} className="grid grid-cols-2 gap-3">
          <FigureField
            label={t("Break {number}: from", { number: row + 1 })}
            name={from}
            error={errors[from]}
            {...text(from)}
          />
          <FigureField
            label={t("Break {number}: ₹ each", { number: row + 1 })}
            name={price}
            isDecimal
            error={errors[price]}
            {...text(price)}
          />
        </div>
      ))}
    </fieldset>
  );
}
