/** A distributor's first steps. */
import { type ComponentType, useState } from "react";
import { START_PRODUCTS } from "../../../../domain/limits";
import * as links from "../../../../domain/links";
import { whatsAppShareHref } from "../../../device/contactLinks";
import { useShownUser } from "../../../live/useSession";
import { AnchorButton, Button, LinkButton } from "../../../ui/Button";
import type { InviteDialogProps } from "./InviteDialog";
import type { Start } from "./RetailerStart";
import { StartCard, type StartStep } from "./StartCard";
import { useDismissStart } from "./useDismissStart";
import { t } from "../../../../domain/language/texts";

type Progress = Extract<Start, { role: "distributor" }>;

export type InviteShopsDialog = ComponentType<Omit<InviteDialogProps, "code">>;

export type DistributorStartProps = { start: Progress; InviteShops: InviteShopsDialog };

export function DistributorStart({ start, InviteShops }: DistributorStartProps) {
  const dismiss = useDismissStart();
  const [isCodeShown, showCode] = useState(false);
  const me = useShownUser();
  if (me === null) return null;
  const business = me.companyName ?? me.name;
  const link = `${window.location.origin}${links.invitation(me._id)}`;
  const whatsApp = whatsAppShareHref(
    t("{business} is on Mandi. Register your shop here, and order from us at any hour:\n{link}", {
      business,
      link,
    }),
  );
  return (
    <>
      <StartCard
        steps={stepsOf(start, { whatsApp, onShowCode: () => showCode(true) })}
        onDismiss={dismiss}
      />
      {isCodeShown && (
        <InviteShops
          business={business}
          link={link}
          whatsApp={whatsApp}
          onClose={() => showCode(false)}
        />
      )}
    </>
  );
}

type Invitation = {
  /** Opens WhatsApp with the invitation written. */
  whatsApp: string;
  onShowCode: () => void;
};

function stepsOf(
  { products, hasPayee, hasShops, hasAccepted }: Progress,
  { whatsApp, onShowCode }: Invitation,
): readonly StartStep[] {
  const look = (isNext: boolean) => (isNext ? "primary" : "secondary");
  return [
    {
      title: t("List your first {count} products", { count: START_PRODUCTS }),
      isDone: products >= START_PRODUCTS,
      actions: (isNext) => (
        <>
          {products > 0 && (
            <span className="text-sm text-muted tabular-nums">
              {t("{done} of {all}", { done: products, all: START_PRODUCTS })}
            </span>
          )}
          <LinkButton size="sm" variant={look(isNext)} to={links.IMPORT_PRODUCTS}>
            {t("Import a file")}
          </LinkButton>
          <LinkButton size="sm" to={links.ADD_PRODUCT}>
            {t("Add a product")}
          </LinkButton>
        </>
      ),
    },
    {
      title: t("Say how shops pay you"),
      isDone: hasPayee,
      actions: (isNext) => (
        <LinkButton size="sm" variant={look(isNext)} to={links.PAYMENT_SETTINGS}>
          {t("UPI ID or bank")}
        </LinkButton>
      ),
    },
    {
      title: t("Invite your shops"),
      isDone: hasShops,
      actions: (isNext) => (
        <>
          <AnchorButton
            size="sm"
            variant={look(isNext)}
            href={whatsApp}
            target="_blank"
            rel="noopener noreferrer"
          >
            {t("WhatsApp")}
          </AnchorButton>
          <Button size="sm" onClick={onShowCode}>
            {t("QR to print")}
          </Button>
        </>
      ),
    },
    {
      title: t("Accept your first order"),
      isDone: hasAccepted,
      actions: (isNext) => (
        <LinkButton size="sm" variant={look(isNext)} to={links.ORDER_PAGES.distributor.pending}>
          {t("Pending orders")}
        </LinkButton>
      ),
    },
  ];
}
