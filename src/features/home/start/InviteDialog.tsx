/** The invitation of a distributor's shops: a code to show or to print, and its link. */
import { Printer } from "lucide-react";
import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { AnchorButton, Button } from "../../../ui/Button";
import { CopyButton } from "../../../ui/CopyButton";
import { Dialog } from "../../../ui/Dialog";
import { t } from "../../../../domain/language/texts";

export type InviteDialogProps = {
  /** The distributor's company. */
  business: string;
  link: string;
  /** Opens WhatsApp with the invitation written. */
  whatsApp: string;
  /** The link drawn as a QR code. */
  code: ReactNode;
  onClose: () => void;
};

export function InviteDialog({ business, link, whatsApp, code, onClose }: InviteDialogProps) {
  return (
    <>
      <Dialog
        title={t("Invite your shops")}
        description={t("A shop that registers by this code finds you first.")}
        size="sm"
        onClose={onClose}
        footer={
          <>
            <AnchorButton href={whatsApp} target="_blank" rel="noopener noreferrer">
              {t("WhatsApp")}
            </AnchorButton>
            <Button variant="primary" onClick={() => window.print()}>
              <Printer aria-hidden />
              {t("Print")}
            </Button>
          </>
        }
      >
        <div className="mx-auto aspect-square w-56 max-w-full rounded-sm border border-line bg-white p-3">
          {code}
        </div>
        <p className="mt-3 text-center text-sm wrap-anywhere text-muted">{link}</p>
        <div className="mt-2 flex justify-center">
          <CopyButton label={t("Copy link")} text={link} />
        </div>
      </Dialog>
      {createPortal(
        <section data-print-alone className="hidden p-12 text-center print:block">
          <h1 className="text-2xl font-bold">{t("Order from {business}", { business })}</h1>
          <p className="mt-2 text-lg">{t("Scan, register your shop, and order at any hour.")}</p>
          <div className="mx-auto mt-8 aspect-square w-96 max-w-full">{code}</div>
          <p className="mt-4 wrap-anywhere">{link}</p>
        </section>,
        document.body,
      )}
    </>
  );
}
