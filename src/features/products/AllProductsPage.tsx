/** /productlistall: all products for sale, for retailers. */
import * as links from "../../../domain/links";
import { PackageOpen } from "lucide-react";
import { api } from "../../../convex/_generated/api";
import { useLiveList } from "../../live/useLiveList";
import { LinkButton } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { MarketProducts } from "./MarketProducts";
import { listArgsOf } from "./productFilters";
import { useProductFilters } from "./ProductFilterBar";
import { t } from "../../../domain/language/texts";

export function AllProductsPage() {
  const control = useProductFilters();
  const list = useLiveList(api.products.all, listArgsOf(control.filters), { isKeptOffline: true });
  return (
    <MarketProducts
      title={t("All Products")}
      list={list}
      control={control}
      isWholeMarket
      errorMessage={t("An error occurred while fetching products.")}
      empty={
        <EmptyState
          icon={PackageOpen}
          title={t("No products found.")}
          hint={t("Nothing is for sale yet. New products appear here by themselves.")}
          action={<LinkButton to={links.DISTRIBUTORS}>{t("See distributors")}</LinkButton>}
        />
      }
    />
  );
}
