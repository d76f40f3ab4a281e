/** The way on from an order that the retailer's credit has no room for: what is open with this distributor. */
import * as links from "../../../../domain/links";
import { LinkButton } from "../../../ui/Button";
import { t } from "../../../../domain/language/texts";

export function KhataLink({ distributorId }: { distributorId: string }) {
  return (
    <LinkButton size="sm" to={links.khataWith(distributorId)}>
      {t("Open the khata")}
    </LinkButton>
  );
}
