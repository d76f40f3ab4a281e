/** /homepage: the distributor's home with the dialog that accepts an order, which belongs to the orders. */
import { useState } from "react";
import { DistributorHomePage } from "../../features/home/DistributorHomePage";
import { lazyDialog } from "../../ui/lazyPart";

const AcceptOrder = lazyDialog(
  async () => (await import("../../features/orders/answer/AcceptOrder")).AcceptOrder,
  "Failed to fetch orders. Please try again later.",
);

export function DistributorHome() {
  const [orderId, setOrderId] = useState<string | null>(null);
  return (
    <>
      <DistributorHomePage onAccept={setOrderId} />
      {orderId !== null && (
        <AcceptOrder key={orderId} orderId={orderId} onClose={() => setOrderId(null)} />
      )}
    </>
  );
}
