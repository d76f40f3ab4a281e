/** The invoices that a payment is for. Without a choice it pays the oldest first. */
import { Money } from "../../ui/Money";
import { DueDay } from "./DueDay";
import type { NamedDue } from "./paymentForm";
import { t } from "../../../domain/language/texts";

export type DueChoicesProps = {
  dues: readonly NamedDue[];
  chosen: readonly string[];
  today: string;
  onChoose: (invoiceId: string, isChosen: boolean) => void;
  error: string | null | undefined;
};

export function DueChoices({ dues, chosen, today, onChoose, error }: DueChoicesProps) {
  if (dues.length === 0) return null;
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium">{t("For these invoices first")}</legend>
      <p className="mb-1 text-sm text-muted">{t("None chosen: the oldest first.")}</p>
      <div className="max-h-44 overflow-y-auto rounded-sm border border-line">
        {dues.map(({ invoiceId, printedNumber, openPaise, dueOn }) => (
          <label
            key={invoiceId}
            className="flex min-h-10 cursor-pointer flex-wrap items-center gap-x-3 px-3 py-1 not-last:border-b not-last:border-line hover:bg-hover touch:min-h-11"
          >
            <input
              type="checkbox"
              checked={chosen.includes(invoiceId)}
              onChange={({ target }) => onChoose(invoiceId, target.checked)}
              className="size-4 accent-accent-ink"
            />
            <span className="wrap-anywhere">{printedNumber ?? t("This invoice")}</span>
            {dueOn !== undefined && <DueDay dueOn={dueOn} today={today} className="text-sm" />}
            <Money paise={openPaise} className="ml-auto" />
          </label>
        ))}
      </div>
      {error !== null && error !== undefined && (
        <p role="alert" className="mt-1 text-sm text-negative">
          {error}
        </p>
      )}
    </fieldset>
  );
}
