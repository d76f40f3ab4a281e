/** Files beside the return: e-invoices for their portal, and vouchers for bookkeeping. */
import { useMemo } from "react";
import type { MonthDocument } from "../../../domain/gst/return/document";
import type { EInvoices } from "../../../domain/gst/return/eInvoice";
import { type Voucher, vouchers } from "../../../domain/gst/return/vouchers";
import { Button } from "../../ui/Button";
import { FileCard } from "./FileCard";
import type { ListName, Month } from "./lists";
import { eInvoiceFile, tallyFile, tallyXmlFile } from "./monthFiles";
import { t } from "../../../domain/language/texts";

type OtherFilesProps = { made: Month; onList: (list: ListName) => void };

/** Invoices less credit notes. */
function netOf(documents: readonly MonthDocument[]): number {
  return documents.reduce(
    (sum, { type, payablePaise }) => sum + (type === "invoice" ? payablePaise : -payablePaise),
    0,
  );
}

function debitsOf(made: readonly Voucher[]): number {
  const lines = made.flatMap((voucher) => voucher.lines);
  return lines.reduce((sum, { side, paise }) => sum + (side === "Dr" ? paise : 0), 0);
}

export function OtherFiles({ made, onList }: OtherFilesProps) {
  const { month, documents, eInvoices } = made;
  const books = useMemo(() => vouchers(documents), [documents]);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      {eInvoices !== null && <EInvoiceCard month={month} eInvoices={eInvoices} onList={onList} />}
      <FileCard
        title={t("Tally")}
        lead={t(
          "Vouchers for TallyPrime. The Excel file has a line for each ledger: map its columns once. The XML file makes the ledgers, too.",
        )}
        listLabel={t("{count, plural, one {# voucher} other {# vouchers}}", {
          count: books.length,
        })}
        isEmpty={books.length === 0}
        sum={{ label: t("Debit = credit"), paise: debitsOf(books) }}
        files={[
          { label: t("Excel for Tally"), make: () => tallyFile(month, books) },
          { label: t("XML for Tally"), make: () => tallyXmlFile(month, books) },
        ]}
        onList={() => onList("vouchers")}
      />
    </div>
  );
}

type EInvoiceCardProps = {
  month: string;
  eInvoices: EInvoices;
  onList: (list: ListName) => void;
};

function EInvoiceCard({ month, eInvoices, onList }: EInvoiceCardProps) {
  const { documents, lacking } = eInvoices;
  return (
    <FileCard
      title={t("E-invoices")}
      lead={t(
        "Tax invoices and credit notes to buyers with a GSTIN, for the e-invoice portal (INV-01, version 1.1).",
      )}
      listLabel={t("{count, plural, one {# document} other {# documents}}", {
        count: documents.length,
      })}
      isEmpty={documents.length === 0}
      sum={{ label: t("Value less credit notes"), paise: netOf(documents) }}
      files={[{ label: t("E-invoice JSON"), make: () => eInvoiceFile(month, eInvoices) }]}
      onList={() => onList("eInvoices")}
    >
      {lacking.length > 0 && (
        <p className="text-muted">
          <Button size="sm" variant="quiet" onClick={() => onList("lacking")}>
            {t("{count} left out", { count: lacking.length.toLocaleString("en-IN") })}
          </Button>{" "}
          {t("The portal wants more than these documents have.")}
        </p>
      )}
    </FileCard>
  );
}
