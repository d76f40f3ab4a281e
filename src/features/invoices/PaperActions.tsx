/** The actions on a document: save as PDF, share as a picture, print. Each loads its library on first use. */
import { FileDown, Printer, Share2 } from "lucide-react";
import { useState, type ReactNode, type RefObject } from "react";
import { saveFile, shareFile } from "../../files/saveFile";
import { Button } from "../../ui/Button";
import { useToast } from "../../ui/Toast";
import { t } from "../../../domain/language/texts";

/** Returns, for example, "invoice-DTW-26-27-00042": a file's name has no slashes. */
export function fileName(document: string, printedNumber: string): string {
  return `${document}-${printedNumber.replaceAll("/", "-")}`;
}

type Kind = "pdf" | "picture";

async function pictureOf(sheet: HTMLElement, name: string): Promise<File> {
  const { default: html2canvas } = await import("html2canvas");
  // It draws with the fonts that are there, and those of other scripts may be on their way.
  await document.fonts.ready;
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
  if (blob === null) throw new Error("The browser could not draw the document.");
  return new File([blob], name, { type: "image/png" });
}

export type PaperActionsProps = {
  /** "Invoice ASW/26-27/00042". */
  title: string;
  /** The name of the files, without an extension. */
  fileName: string;
  sheet: RefObject<HTMLElement | null>;
  makePdf: () => Promise<ArrayBuffer>;
  /** A further button of the bar. */
  timeline?: ReactNode;
  /** Further controls behind the bar. */
  children?: ReactNode;
};

/** On phones the actions stand above the bottom bar, where the thumb is however long the document; all but the first are icons there. */
const BAR =
  "flex flex-wrap gap-2 max-md:fixed max-md:inset-x-0 max-md:bottom-[calc(3.75rem+env(safe-area-inset-bottom))] max-md:z-20 max-md:gap-1 max-md:border-t max-md:border-line max-md:bg-raised max-md:px-4 max-md:py-2 max-md:*:first:flex-1 max-md:*:first:px-2 max-md:*:not-first:min-w-[44px] max-md:*:not-first:px-0";
const WORD = "max-md:sr-only";

export function PaperActions({
  title,
  fileName,
  sheet,
  makePdf,
  timeline,
  children,
}: PaperActionsProps) {
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
      async () =>
        saveFile(new File([await makePdf()], `${fileName}.pdf`, { type: "application/pdf" })),
      t("The PDF could not be made. Please try again."),
    );
  const share = () =>
    run(
      "picture",
      async () => {
        if (sheet.current === null) return;
        const picture = await pictureOf(sheet.current, `${fileName}.png`);
        const outcome = await shareFile(picture, title);
        if (outcome === "saved") toast({ kind: "success", message: t("Picture saved") });
      },
      t("The picture could not be made. Please try again."),
    );
  return (
    <div className="mx-auto mb-4 flex max-w-[840px] flex-wrap gap-2 max-md:not-has-[>:nth-child(2)]:mb-0 print:hidden">
      <div className={BAR}>
        <Button variant="primary" busy={busy === "pdf"} onClick={() => void download()}>
          <FileDown aria-hidden />
          {t("Download PDF")}
        </Button>
        <Button busy={busy === "picture"} onClick={() => void share()}>
          <Share2 aria-hidden />
          <span className={WORD}>{t("Share as picture")}</span>
        </Button>
        <Button onClick={() => window.print()}>
          <Printer aria-hidden />
          <span className={WORD}>{t("Print")}</span>
        </Button>
        {timeline}
      </div>
      {children}
    </div>
  );
}
