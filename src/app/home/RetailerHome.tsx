/** /homepageretailer: the retailer's home with the button that fills the basket and the first distributors, which belong to other features. */
import type { AddAllButton } from "../../features/home/retailerBlocks";
import { RetailerHomePage } from "../../features/home/RetailerHomePage";
import { FirstDistributors } from "../../features/network/FirstDistributors";
import { Button } from "../../ui/Button";
import { lazyInline } from "../../ui/lazyPart";
import { t } from "../../../domain/language/texts";

const AddAll: AddAllButton = lazyInline(
  async () => (await import("../../features/orders/basket/AddAll")).AddAll,
  {
    message: t("“Add all” could not be loaded."),
    waiting: (
      <Button size="sm" disabled>
        {t("Add all")}
      </Button>
    ),
  },
);

export function RetailerHome() {
  return <RetailerHomePage AddAll={AddAll} FirstDistributors={FirstDistributors} />;
}
