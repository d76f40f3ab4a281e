/** The invoice on the page, the labels of the dropdown, and the words for what is open: the same on screen, on paper and in the list. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import { formatDate } from "../../../domain/dates";
import { formatRupees } from "../../../domain/money";
import type { SelectOption } from "../../ui/Select";
import { t } from "../../../domain/language/texts";

export type InvoiceRow = FunctionReturnType<typeof api.invoices.mine>["page"][number];
export type Invoice = NonNullable<FunctionReturnType<typeof api.invoices.one>>;

/** Returns the picked invoice, else the newest. A picked one may be older than the loaded rows. */
export function chosenInvoice(
  picked: string | null,
  rows: readonly Pick<InvoiceRow, "_id">[],
): string | undefined {
  return picked ?? rows[0]?._id;
}

export function stateWord({ openPaise }: Pick<InvoiceRow, "openPaise">): string {
  return openPaise === 0 ? t("Paid") : t("Open");
}

/** Returns, for example, "BCW/26-27/00042 · 04 Mar 2026 · ₹1,200.00 · Open": the number first, because that is what is looked for. */
export function invoiceOption(row: InvoiceRow): SelectOption<string> {
  const { _id, printedNumber, createdAt } = row;
  return {
    value: _id,
    label: [
      printedNumber,
      formatDate(createdAt),
      formatRupees(row.payablePaise),
      stateWord(row),
    ].join(" · "),
  };
}

type OpenSum = Pick<Invoice, "openPaise" | "payablePaise" | "orderStatus" | "creditedPaise">;

/** Returns the word in the place of the payment code once nothing is open; null before. */
export function settledText(sum: OpenSum): string | null {
  const { openPaise, payablePaise, orderStatus, creditedPaise = 0 } = sum;
  if (openPaise !== 0) return null;
  // Cancelled and credited goods are owed no more, and nobody paid them.
  const isUnpaid = orderStatus === "cancelled" || creditedPaise >= payablePaise;
  return isUnpaid ? t("Nothing to pay") : t("Paid");
}

/** Returns, for example, "₹2,000.00 of ₹5,000.00 open" where a part was paid; else null. */
export function partText({ openPaise, payablePaise }: OpenSum): string | null {
  const isPart = openPaise > 0 && openPaise < payablePaise;
  if (!isPart) return null;
  return t("{sum} of {total} open", {
    sum: formatRupees(openPaise),
    total: formatRupees(payablePaise),
  });
}
