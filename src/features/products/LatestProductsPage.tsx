/** /latestproduct: all products for sale, newest first. */
import * as links from "../../../domain/links";
import { PackageOpen } from "lucide-react";
import { api } from "../../../convex/_generated/api";
import { useLiveList } from "../../live/useLiveList";
import { ListPage } from "../../ui/ListPage";
import { LinkButton } from "../../ui/Button";
import { DataTable, type Column } from "../../ui/DataTable";
import { DateText } from "../../ui/DateText";
import { EmptyState } from "../../ui/EmptyState";
import { Price } from "../../ui/Money";
import { ProductPicture } from "../../ui/ProductPicture";
import { countShown, PRODUCT_WORDS, type CatalogueCard } from "./productList";

const COLUMNS: readonly Column<CatalogueCard>[] = [
  {
    key: "name",
    header: "Product",
    primary: true,
    className: "rows:py-1",
    cell: (product) => (
      <span className="flex items-center gap-3">
        <ProductPicture src={product.picture} alt="" className="w-20 shrink-0 rounded-sm md:w-10" />
        <span className="min-w-0 font-medium">{product.name}</span>
      </span>
    ),
  },
  { key: "type", header: "Type", cell: (product) => product.type },
  {
    key: "price",
    header: "Price",
    align: "right",
    cell: (product) => <Price of={product} />,
  },
  {
    key: "quantity",
    header: "Quantity",
    align: "right",
    cell: (product) => product.packSize.toLocaleString("en-IN"),
  },
  { key: "created", header: "Added on", cell: (product) => <DateText date={product.createdAt} /> },
  {
    key: "order",
    header: "Order",
    unlabelled: true,
    className: "rows:py-1",
    align: "right",
    cell: (product) => (
      <LinkButton variant="each" size="sm" to={links.orderForm(product._id)}>
        Order
      </LinkButton>
    ),
  },
];

export function LatestProductsPage() {
  const list = useLiveList(api.products.all, { sort: "latest" }, { isKeptOffline: true });
  return (
    <ListPage
      title="Latest Products"
      count={countShown(list)}
      rowWords={PRODUCT_WORDS}
      list={list}
      skeleton="rows"
      loadingLabel="Loading products..."
      errorMessage="An error occurred while fetching the latest products."
      empty={
        <EmptyState
          icon={PackageOpen}
          title="No products found."
          hint="Nothing is for sale yet. New products appear here by themselves."
          action={<LinkButton to={links.DISTRIBUTORS}>See distributors</LinkButton>}
        />
      }
    >
      {(products, isNew) => (
        <DataTable
          caption="Products, the newest first"
          columns={COLUMNS}
          rows={products}
          isNew={isNew}
        />
      )}
    </ListPage>
  );
}
