/** The two small windows of a retailer's card: More Info and Contact Details. */
import type { ReactNode } from "react";
import { Button } from "../../ui/Button";
import { DateText } from "../../ui/DateText";
import { Dialog } from "../../ui/Dialog";
import { Fact } from "../../ui/Fact";
import { Facts, MailLink, MapLink, PhoneLink } from "./Facts";
import type { RetailerRow } from "./partyRows";
import { t } from "../../../domain/language/texts";

export type RetailerDialogProps = { retailer: RetailerRow; onClose: () => void };

/** Blocking is here too: a retailer who never asked for a connection can order. */
export function RetailerInfoDialog({
  retailer,
  onClose,
  onBlock,
}: RetailerDialogProps & { onBlock: () => void }) {
  return (
    <FactsDialog
      title={t("More Info")}
      retailer={retailer}
      onClose={onClose}
      more={<Button onClick={onBlock}>{t("Block")}</Button>}
    >
      <Fact label={t("ID")}>
        <code className="font-mono text-xs">{retailer._id}</code>
      </Fact>
      <Fact label={t("Name")}>{retailer.name}</Fact>
      <Fact label={t("Role")}>{t("retailer")}</Fact>
      <Fact label={t("Shop name")}>{retailer.shopName}</Fact>
      <Fact label={t("Registered on")}>
        <DateText date={retailer.createdAt} />
      </Fact>
    </FactsDialog>
  );
}

export function ContactDetailsDialog({ retailer, onClose }: RetailerDialogProps) {
  return (
    <FactsDialog title={t("Contact Details")} retailer={retailer} onClose={onClose}>
      <Fact label={t("Email")}>
        <MailLink email={retailer.email} />
      </Fact>
      <Fact label={t("Phone")}>
        <PhoneLink phone={retailer.phone} />
      </Fact>
      <Fact label={t("Address")}>
        {retailer.address === "" ? (
          t("Shown once you are connected")
        ) : (
          <MapLink address={retailer.address} />
        )}
      </Fact>
    </FactsDialog>
  );
}

type FactsDialogProps = RetailerDialogProps & {
  title: string;
  /** Buttons besides Close. */
  more?: ReactNode;
  children: ReactNode;
};

function FactsDialog({ title, retailer, onClose, more, children }: FactsDialogProps) {
  return (
    <Dialog
      onClose={onClose}
      size="sm"
      title={title}
      description={retailer.name}
      footer={
        <>
          {more}
          <Button onClick={onClose}>{t("Close")}</Button>
        </>
      }
    >
      <Facts>{children}</Facts>
    </Dialog>
  );
}
