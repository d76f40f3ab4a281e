/** The distributor's bank account, each part to be copied. Folded away where UPI takes the sum. */
import type { BankAccount } from "../../../domain/fields/payee";
import { CopyButton } from "../../ui/CopyButton";
import { t } from "../../../domain/language/texts";

export type BankDetailsProps = { account: BankAccount; isOpen: boolean };

export function BankDetails({ account, isOpen }: BankDetailsProps) {
  const { holder, number, ifsc } = account;
  return (
    // The key: a sum that falls below the limit folds them, a reader's own choice stays until then.
    <details key={String(isOpen)} open={isOpen}>
      <summary className="w-fit cursor-pointer py-1 text-sm font-medium touch:py-3">
        {t("Bank details")}
      </summary>
      <dl className="mt-1 flex flex-col gap-1 sm:w-fit">
        <Part label={t("Account holder")} text={holder} copy={t("Copy account holder")} />
        <Part label={t("Account number")} text={number} copy={t("Copy account number")} />
        <Part label={t("IFSC")} text={ifsc} copy={t("Copy IFSC")} />
      </dl>
    </details>
  );
}

function Part({ label, text, copy }: { label: string; text: string; copy: string }) {
  return (
    // On a phone the label stands above, so that eighteen digits have one line.
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 sm:grid-cols-[8rem_minmax(0,1fr)_auto]">
      <dt className="text-sm text-muted sm:text-base">{label}</dt>
      <dd className="col-start-1 font-medium wrap-anywhere tabular-nums sm:col-start-2">{text}</dd>
      <dd className="col-start-2 row-span-2 row-start-1 sm:col-start-3 sm:row-span-1">
        <CopyButton label={copy} text={text} isSmall />
      </dd>
    </div>
  );
}
