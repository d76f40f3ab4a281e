/** /latestproduct: all products for sale, newest first. */
import * as links from "../../../domain/links";
import { PackageOpen } from "lucide-react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { useLiveList } from "../../live/useLiveList";
import { ListPage } from "../../ui/ListPage";
import { LinkButton } from "../../ui/Button";
import { DataTable, type Column } from "../../ui/DataTable";
import { DateText } from "../../ui/DateText";
import { EmptyState } from "../../ui/EmptyState";
import { ProductPicture } from "../../ui/ProductPicture";
import { useRowsFit } from "../../ui/useRowsFit";
import { MarketCards } from "./MarketCards";
import { PriceEach } from "./PriceEach";
import { countShown, newProductsText, type CatalogueCard, useStockedList } from "./productList";
import { ProductInfoDialog } from "./ProductInfoDialog";
import { ProductSkeleton } from "./ProductSkeleton";
import { t } from "../../../domain/language/texts";

const COLUMNS: readonly Column<CatalogueCard>[] = [
  {
    key: "name",
    header: t("Product"),
    primary: true,
    className: "rows:py-0.5",
    cell: (product) => (
      <span className="flex items-center gap-3">
        <ProductPicture src={product.picture} alt="" className="w-10 shrink-0 rounded-sm" />
        <span className="min-w-0">
          <span className="font-medium">{product.name}</span>
          <span className="block text-xs text-muted">{product.companyName}</span>
        </span>
      </span>
    ),
  },
  { key: "type", header: t("Type"), cell: (product) => t(product.type) },
  {
    key: "price",
    header: t("Price"),
    align: "right",
    cell: (product) => <PriceEach of={product} />,
  },
  {
    key: "quantity",
    header: t("Quantity"),
    align: "right",
    cell: (product) => product.packSize.toLocaleString("en-IN"),
  },
  {
    key: "created",
    header: t("Added on"),
    cell: (product) => <DateText date={product.createdAt} />,
  },
  {
    key: "order",
    header: t("Order"),
    unlabelled: true,
    className: "rows:py-1",
    align: "right",
    cell: (product) => (
      <LinkButton variant="each" size="sm" to={links.orderForm(product._id)}>
        {t("Order")}
      </LinkButton>
    ),
  },
];

export function LatestProductsPage() {
  const areRows = useRowsFit();
  const list = useStockedList(
    useLiveList(api.products.all, { sort: "latest" }, { isKeptOffline: true }),
  );
  const [opened, setOpened] = useState<CatalogueCard | null>(null);
  return (
    <>
      <ListPage
        title={t("Latest Products")}
        count={countShown(list)}
        rowWords={newProductsText}
        list={list}
        {...(areRows
          ? { skeleton: "rows", loadingLabel: t("Loading products...") }
          : { skeleton: <ProductSkeleton of="market" /> })}
        errorMessage={t("An error occurred while fetching the latest products.")}
        empty={
          <EmptyState
            icon={PackageOpen}
            title={t("No products found.")}
            hint={t("Nothing is for sale yet. New products appear here by themselves.")}
            action={<LinkButton to={links.DISTRIBUTORS}>{t("See distributors")}</LinkButton>}
          />
        }
      >
        {(products, isNew) =>
          areRows ? (
            <DataTable
              caption={t("Products, the newest first")}
              columns={COLUMNS}
              rows={products}
              isNew={isNew}
            />
          ) : (
            <MarketCards rows={products} isNew={isNew} hasCompany hasDay onMoreInfo={setOpened} />
          )
        }
      </ListPage>
      {opened !== null && <ProductInfoDialog card={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
