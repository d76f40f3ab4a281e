/** /homepageretailer: the retailer's home with the button that fills the basket, which belongs to the orders. */
import { lazy, Suspense } from "react";
import type { AddAllButton } from "../../features/home/retailerBlocks";
import { RetailerHomePage } from "../../features/home/RetailerHomePage";
import { Button } from "../../ui/Button";

const LazyAddAll = lazy(async () => ({
  default: (await import("../../features/orders/AddAll")).AddAll,
}));

const AddAll: AddAllButton = ({ lines }) => (
  <Suspense
    fallback={
      <Button size="sm" disabled>
        Add all
      </Button>
    }
  >
    <LazyAddAll lines={lines} />
  </Suspense>
);

export function RetailerHome() {
  return <RetailerHomePage AddAll={AddAll} />;
}
