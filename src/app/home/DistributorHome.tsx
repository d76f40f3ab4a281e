/** /homepage: the distributor's home with the dialog that accepts a placement, which belongs to the orders. */
import { lazy, Suspense, useState } from "react";
import { DistributorHomePage } from "../../features/home/DistributorHomePage";
import { ErrorBoundary } from "../../ui/ErrorBoundary";

const AcceptPlacement = lazy(async () => ({
  default: (await import("../../features/orders/AcceptPlacement")).AcceptPlacement,
}));

export function DistributorHome() {
  const [orderId, setOrderId] = useState<string | null>(null);
  return (
    <>
      <DistributorHomePage onAccept={setOrderId} />
      {orderId !== null && (
        <ErrorBoundary message="Failed to fetch orders. Please try again later." resetKey={orderId}>
          <Suspense>
            <AcceptPlacement orderId={orderId} onClose={() => setOrderId(null)} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}
