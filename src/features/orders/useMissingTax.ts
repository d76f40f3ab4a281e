/** Asks in the dialog 'Accept Order' for what the tax document lacks, once the server has refused for it. */
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { todayIst } from "../../../domain/dates";
import { refusalOf } from "../../lib/convexError";
import { gstChoices } from "../../lib/gstChoice";
import {
  EMPTY_TAX_DRAFT,
  type MissingTax,
  missingTaxOf,
  type TaxDraft,
  taxErrors,
  type TaxErrors,
  typedTax,
} from "./missingTax";

type Delivery = { readonly stateCode: string; readonly pincode?: string };

export type MissingTaxForm = {
  /** Null until something is missing. */
  readonly missing: MissingTax | null;
  readonly draft: TaxDraft;
  readonly errors: TaxErrors;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly change: (part: Partial<TaxDraft>) => void;
  /** True if everything that is asked for was typed; shows the errors otherwise. */
  readonly check: () => boolean;
  /** Saves what belongs to products, and returns where the goods go, if that was asked for. */
  readonly save: () => Promise<Delivery | undefined>;
  /** Notes what a refusal of the acceptance says to be missing. */
  readonly note: (error: unknown) => void;
};

export function useMissingTax(nowMs: number): MissingTaxForm {
  const edit = useMutation(api.products.edit);
  const [missing, setMissing] = useState<MissingTax | null>(null);
  const [draft, setDraft] = useState(EMPTY_TAX_DRAFT);
  const [isChecked, setChecked] = useState(false);
  const choices = gstChoices(todayIst(nowMs));
  const values = choices.map(({ value }) => value);
  const found = missing === null ? {} : taxErrors(missing, draft, values);
  return {
    ...{ missing, draft, choices },
    errors: isChecked ? found : {},
    change: (part) => setDraft((now) => ({ ...now, ...part })),
    check: () => {
      setChecked(true);
      return Object.keys(found).length === 0;
    },
    save: async () => {
      if (missing === null) return undefined;
      for (const product of missing.products) {
        const { productId } = product;
        await edit({ productId, changes: { tax: typedTax(draft, product, values) } });
      }
      const pincode = draft.pin.trim();
      return missing.needsState
        ? { stateCode: draft.state, ...(pincode !== "" && { pincode }) }
        : undefined;
    },
    note: (error) => {
      const refusal = refusalOf(error);
      if (refusal?.code !== "TAX_DETAILS_MISSING") return;
      setMissing(missingTaxOf(refusal["missing"]));
      setChecked(false);
    },
  };
}
