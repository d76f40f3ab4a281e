/** The price of one piece, where a pack might be meant as well, with the tax on top of it. */
import { t } from "../../../domain/language/texts";
import { gstText, type QuotedPrice } from "../../../domain/price";
import { Money } from "../../ui/Money";

export function PriceEach({ of: price, className }: { of: QuotedPrice; className?: string }) {
  return (
    <>
      <Money paise={price.pricePaise} className={className} />
      <span className="text-sm font-normal text-muted">
        {" "}
        {t("each")}
        {gstText(price)}
      </span>
    </>
  );
}
