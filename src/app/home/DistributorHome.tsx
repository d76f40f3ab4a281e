/** /homepage: the distributor's home with the dialogs that accept an order and invite shops, which take parts of other features. */
import { useState } from "react";
import { DistributorHomePage } from "../../features/home/DistributorHomePage";
import { lazyDialog } from "../../ui/lazyPart";
import { t } from "../../../domain/language/texts";

const AcceptOrder = lazyDialog(
  async () => (await import("../../features/orders/answer/AcceptOrder")).AcceptOrder,
  t("Failed to fetch orders. Please try again later."),
);

const InviteShops = lazyDialog(
  async () => (await import("./InviteShops")).InviteShops,
  t("The code could not be loaded."),
);

export function DistributorHome() {
  const [orderId, setOrderId] = useState<string | null>(null);
  return (
    <>
      <DistributorHomePage onAccept={setOrderId} InviteShops={InviteShops} />
      {orderId !== null && (
        <AcceptOrder key={orderId} orderId={orderId} onClose={() => setOrderId(null)} />
      )}
    </>
  );
}
