/** Finds the product that a line means, by SKU or name. */
import { useState } from "react";
import { PRODUCT_SEARCH_MAX } from "../../../../domain/limits";
import { Combobox } from "../../../ui/Combobox";
import type { ProductHit } from "./quickOrder";
import { useSuggestions } from "./useSuggestions";
import { t } from "../../../../domain/language/texts";

export type ProductChooserProps = {
  /** The accessible name. */
  label: string;
  /** The text that is searched for at first. */
  text: string;
  onChoose: (product: ProductHit) => void;
};

/** Asks for products only while it is used: there may be hundreds of such rows. */
export function ProductChooser({ label, text: given, onChoose }: ProductChooserProps) {
  const [text, setText] = useState(given);
  const [isUsed, setUsed] = useState(false);
  const { hits, suggestions, isAnswered } = useSuggestions(text, isUsed);
  return (
    <div onFocus={() => setUsed(true)} onBlur={() => setUsed(false)} className="mt-1">
      <Combobox
        label={label}
        placeholder={t("SKU or name")}
        maxLength={PRODUCT_SEARCH_MAX}
        opensOnFocus
        text={text}
        onText={setText}
        suggestions={suggestions}
        onChoose={onChoose}
      />
      {isUsed && isAnswered && hits.length === 0 && (
        <p role="status" className="mt-1 text-sm text-muted">
          {t("No product matches. Try another word.")}
        </p>
      )}
    </div>
  );
}
