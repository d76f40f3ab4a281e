/** Tells the distributor of a tax document that goods of its value need an e-way bill. */
import { todayIst } from "../../../domain/dates";
import { consignmentPaise, eWayBillLimit } from "../../../domain/gst/eWayBill";
import { formatRupees } from "../../../domain/money";
import { useShownUser } from "../../live/useSession";
import { Notice } from "../../ui/Notice";
import type { Invoice } from "./invoiceChoice";

export function EWayBillHint({ invoice }: { invoice: Invoice }) {
  const isSupplier = useShownUser()?.role === "distributor";
  if (!isSupplier || invoice.tax === undefined) return null;
  const paise = consignmentPaise(invoice.lines);
  const limit = eWayBillLimit(paise, todayIst(invoice.createdAt));
  if (limit === null) return null;
  return (
    <Notice
      kind="info"
      title="E-way bill"
      message={`The taxable goods of this invoice are worth ${formatRupees(paise)} with their tax. Goods of more than ${formatRupees(limit)} need an e-way bill before they move. States may set other limits for movements inside them. Mandi gives no legal or tax advice.`}
      className="mx-auto mb-4 max-w-[840px] print:hidden"
    />
  );
}
