/** The choice of what a distributor does with an order of which something is short; kept like the message beside it. */
import { useId } from "react";
import { SHORTAGE_RULES } from "../../../../domain/orderAnswer";
import { useDraft } from "../../../forms/useDraft";
import { SHORTAGE_TEXTS, shortageKey, shortageRuleOf } from "./basketMessage";
import { t } from "../../../../domain/language/texts";

export type ShortageChoiceProps = {
  distributorId: string;
  /** While the order is being placed. */
  isLocked: boolean;
};

export function ShortageChoice({ distributorId, isLocked }: ShortageChoiceProps) {
  const name = useId();
  const [draft, setDraft] = useDraft(shortageKey(distributorId));
  const chosen = shortageRuleOf(draft);
  return (
    <fieldset
      disabled={isLocked}
      className="mt-3 flex min-w-0 flex-wrap items-center gap-x-5 gap-y-1"
    >
      <legend className="float-left mr-5 text-sm font-medium touch:float-none touch:mb-1">
        {t("If something is short:")}
      </legend>
      {SHORTAGE_RULES.map((rule) => (
        <label
          key={rule}
          className="flex cursor-pointer items-center gap-2 text-sm has-disabled:cursor-not-allowed has-disabled:opacity-55 touch:-ml-3.5 touch:min-h-11 touch:pl-3.5"
        >
          <input
            type="radio"
            name={name}
            checked={chosen === rule}
            // To be asked is the default, so it is no draft.
            onChange={() => setDraft(rule === "ask" ? "" : rule)}
            className="size-4 accent-accent-ink"
          />
          {SHORTAGE_TEXTS[rule]}
        </label>
      ))}
    </fieldset>
  );
}
