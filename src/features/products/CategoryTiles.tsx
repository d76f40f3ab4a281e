/** The categories as tiles above the catalogue. Once a search or a category is set only the chosen one stays, to be taken back. */
import {
  Armchair,
  Blocks,
  Car,
  CookingPot,
  HeartPulse,
  type LucideIcon,
  Shirt,
  Smartphone,
  SprayCan,
  Volleyball,
  Wheat,
} from "lucide-react";
import { PRODUCT_TYPES, productTypeName, type ProductType } from "../../../domain/productTypes";
import { Button } from "../../ui/Button";
import type { FilterControl } from "./ProductFilterBar";
import { t } from "../../../domain/language/texts";

const ICONS: Record<ProductType, LucideIcon> = {
  Beauty: SprayCan,
  Electronics: Smartphone,
  Fashion: Shirt,
  "Home Goods": CookingPot,
  "Health and Wellness": HeartPulse,
  "Food and Beverage": Wheat,
  "Sports and Outdoor Equipment": Volleyball,
  Automotive: Car,
  "Toys and Games": Blocks,
  Furniture: Armchair,
};

export function CategoryTiles({ filters: { type, search }, change }: FilterControl) {
  const isFolded = search !== "" || type !== null;
  const shown = PRODUCT_TYPES.filter((one) => !isFolded || one === type);
  if (shown.length === 0) return null;
  return (
    <div
      role="group"
      aria-label={t("Categories")}
      // The room around the tiles shows their focus, which a scrolled row cuts.
      className="-mx-[16px] -mt-3 mb-1 flex [scrollbar-width:none] gap-1.5 overflow-x-auto px-[16px] py-1 sm:mb-3 lg:mx-0 lg:flex-wrap lg:overflow-visible lg:px-0"
    >
      {shown.map((one) => {
        const Icon = ICONS[one];
        return (
          <Button
            key={one}
            variant="chip"
            aria-pressed={one === type}
            className="max-w-none min-w-16 flex-col gap-0.5 rounded-md border-line px-2 text-xs whitespace-nowrap [&_svg]:size-5"
            onClick={() => change({ type: one === type ? null : one })}
          >
            <Icon aria-hidden />
            {productTypeName(one)}
          </Button>
        );
      })}
    </div>
  );
}
