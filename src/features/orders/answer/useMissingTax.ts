/** Asks in the dialog 'Accept Order' for what the tax document lacks, once the server has refused for it. */
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { refusalOf } from "../../../live/convexError";
import type * as missingTax from "./missingTax";
import type { MissingTax, TaxChoice, TaxDraft, TaxErrors } from "./missingTax";

type Delivery = { readonly stateCode: string; readonly pincode?: string };

export type MissingTaxForm = {
  /** Null until something is missing. */
  readonly missing: MissingTax | null;
  readonly draft: TaxDraft;
  readonly errors: TaxErrors;
  readonly choices: readonly TaxChoice[];
  readonly change: (part: Partial<TaxDraft>) => void;
  /** True if everything that is asked for was typed; shows the errors otherwise. */
  readonly check: () => boolean;
  /** Saves what belongs to products, and returns where the goods go, if that was asked for. */
  readonly save: () => Promise<Delivery | undefined>;
  /** Notes what a refusal of the acceptance says to be missing. */
  readonly note: (error: unknown) => Promise<void>;
};

/** The missing details with the rules of the fields, which load when they are first needed. */
type TaxQuestions = { readonly missing: MissingTax; readonly rules: typeof missingTax };

const EMPTY_DRAFT: TaxDraft = { state: "", pin: "", hsn: {}, gst: {} };

export function useMissingTax(nowMs: number): MissingTaxForm {
  const edit = useMutation(api.products.edit);
  const [questions, setQuestions] = useState<TaxQuestions | null>(null);
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [isChecked, setChecked] = useState(false);
  const choices = questions?.rules.taxChoices(nowMs) ?? [];
  const values = choices.map(({ value }) => value);
  const found = questions?.rules.taxErrors(questions.missing, draft, values) ?? {};
  return {
    missing: questions?.missing ?? null,
    draft,
    choices,
    errors: isChecked ? found : {},
    change: (part) => setDraft((now) => ({ ...now, ...part })),
    check: () => {
      setChecked(true);
      return Object.keys(found).length === 0;
    },
    save: async () => {
      if (questions === null) return undefined;
      const { missing, rules } = questions;
      for (const product of missing.products) {
        const { productId } = product;
        await edit({ productId, changes: { tax: rules.typedTax(draft, product, values) } });
      }
      const pincode = draft.pin.trim();
      return missing.needsState
        ? { stateCode: draft.state, ...(pincode !== "" && { pincode }) }
        : undefined;
    },
    note: async (error) => {
      const refusal = refusalOf(error);
      if (refusal?.code !== "TAX_DETAILS_MISSING") return;
      const rules = await import("./missingTax");
      setQuestions({ missing: rules.missingTaxOf(refusal.missing), rules });
      setChecked(false);
    },
  };
}
