/** The actions on an invoice: save as PDF, share as a picture, print. Each loads its library on first use. */
import { FileDown, Printer, Share2 } from "lucide-react";
import { useState, type RefObject } from "react";
import { Button } from "../../ui/Button";
import { useToast } from "../../ui/Toast";
import type { Invoice } from "./invoiceChoice";
import { InvoiceTimeline } from "./InvoiceTimeline";
import { saveFile, shareFile } from "../../lib/saveFile";

type Kind = "pdf" | "picture";

/** "invoice-DTW-26-27-00042": a file's name has no slashes. */
function fileName(invoice: Invoice, extension: string): string {
  return `invoice-${invoice.printedNumber.replaceAll("/", "-")}.${extension}`;
}

async function makePdf(invoice: Invoice): Promise<File> {
  const [{ invoicePdf }, { browserParts }] = await Promise.all([
    import("./invoicePdf"),
    import("./pdfParts"),
  ]);
  const bytes = invoicePdf(invoice, await browserParts(invoice));
  return new File([bytes], fileName(invoice, "pdf"), { type: "application/pdf" });
}

async function makePicture(invoice: Invoice, sheet: HTMLElement): Promise<File> {
  const { default: html2canvas } = await import("html2canvas");
  // White paper in both themes: it is looked at on somebody else's screen.
  const canvas = await html2canvas(sheet, {
    scale: 2,
    backgroundColor: "#ffffff",
    logging: false,
    onclone(copy) {
      copy.documentElement.setAttribute("data-theme", "light");
      // It places figures one by one, and knows only their ordinary widths.
      const plain = copy.createElement("style");
      plain.textContent = "* { font-variant-numeric: normal !important }";
      copy.head.append(plain);
    },
  });
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob === null) throw new Error("The browser could not draw the invoice.");
  return new File([blob], fileName(invoice, "png"), { type: "image/png" });
}

export type InvoiceActionsProps = { invoice: Invoice; sheet: RefObject<HTMLElement | null> };

export function InvoiceActions({ invoice, sheet }: InvoiceActionsProps) {
  const toast = useToast();
  const [busy, setBusy] = useState<Kind | null>(null);

  async function run(kind: Kind, work: () => Promise<unknown>, failure: string): Promise<void> {
    setBusy(kind);
    try {
      await work();
    } catch {
      toast({ kind: "error", message: failure });
    } finally {
      setBusy(null);
    }
  }
  const download = () =>
    run(
      "pdf",
      async () => saveFile(await makePdf(invoice)),
      "The PDF could not be made. Please try again.",
    );
  const share = () =>
    run(
      "picture",
      async () => {
        if (sheet.current === null) return;
        const picture = await makePicture(invoice, sheet.current);
        await shareFile(picture, `Invoice ${invoice.printedNumber}`);
      },
      "The picture could not be made. Please try again.",
    );
  return (
    <div className="mx-auto mb-4 flex max-w-4xl flex-wrap gap-2 print:hidden">
      <Button variant="primary" busy={busy === "pdf"} onClick={() => void download()}>
        <FileDown aria-hidden />
        Download PDF
      </Button>
      <Button busy={busy === "picture"} onClick={() => void share()}>
        <Share2 aria-hidden />
        Share as picture
      </Button>
      <Button onClick={() => window.print()}>
        <Printer aria-hidden />
        Print
      </Button>
      <InvoiceTimeline invoice={invoice} />
    </div>
  );
}
