/** /productlist: the distributor's own products, to search, edit and delete. */
import * as links from "../../../domain/links";
import { FileSpreadsheet, PackagePlus, Plus } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import type { OptimisticLocalStore } from "convex/browser";
import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { ExportButton } from "../../files/exports/ExportButton";
import { useToday } from "../../lib/useNow";
import { useLiveList } from "../../live/useLiveList";
import { useLiveQuery } from "../../live/useLiveQuery";
import { CardGrid } from "../../ui/CardGrid";
import { ListPage } from "../../ui/ListPage";
import { LinkButton } from "../../ui/Button";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { EmptyState } from "../../ui/EmptyState";
import { type ServerAction, useServerAction } from "../../forms/useServerAction";
import {
  type SoldLately,
  countShown,
  newProductsText,
  type OwnCard,
  type StockedProduct,
  useStockedList,
} from "./productList";
import { EditProductDialog } from "./EditProductDialog";
import { NothingMatches, ProductFilterBar, useProductFilters } from "./ProductFilterBar";
import { OwnProductCard, type ProductTask } from "./OwnProductCard";
import { isNarrowed, ownListArgsOf } from "./productFilters";
import { PRODUCT_GRIDS, ProductSkeleton } from "./ProductSkeleton";
import { t } from "../../../domain/language/texts";

export function OwnProductsPage() {
  const control = useProductFilters();
  const list = useStockedList(
    useLiveList(api.products.mine, ownListArgsOf(control.filters), { isKeptOffline: true }),
  );
  const sold = useSold();
  const [task, setTask] = useState<ProductTask | null>(null);
  const narrowed = isNarrowed(control.filters);
  const card = useCallback(
    (product: StockedProduct, isArriving: boolean) => (
      <OwnProductCard
        product={product}
        sold={sold.get(product._id)}
        arriving={isArriving}
        onStart={setTask}
      />
    ),
    [sold],
  );
  return (
    <>
      <ListPage
        title={t("All Products")}
        count={countShown(list)}
        action={
          <>
            <ExportButton subject="products" />
            <ProductLinks />
          </>
        }
        toolbar={
          <ProductFilterBar {...control} isListEmpty={list.results.length === 0} hasLowStock />
        }
        rowWords={newProductsText}
        list={list}
        skeleton={<ProductSkeleton of="own" />}
        errorMessage={t("An error occurred while fetching products.")}
        empty={narrowed ? <NothingMatches control={control} /> : <NoProductsYet />}
      >
        {(products, isNew) => (
          <CardGrid className={PRODUCT_GRIDS.own} rows={products} isNew={isNew} card={card} />
        )}
      </ListPage>
      {task?.kind === "edit" && (
        <EditProductDialog
          key={task.product._id}
          product={task.product}
          onClose={() => setTask(null)}
        />
      )}
      {task?.kind === "delete" && (
        <DeleteProductDialog product={task.product} onClose={() => setTask(null)} />
      )}
    </>
  );
}

/** Returns the sales by product. They are an extra: without them the cards lack the days that a stock lasts, and the drawing. */
function useSold(): ReadonlyMap<string, SoldLately> {
  const today = useToday();
  const { value } = useLiveQuery(api.products.sold, { today }, { isKeptOffline: true });
  return useMemo(() => new Map(value?.map((sold) => [sold.productId, sold])), [value]);
}

function ProductLinks() {
  return (
    <>
      <LinkButton size="head" to={links.IMPORT_PRODUCTS}>
        <FileSpreadsheet aria-hidden />
        {t("Import")}
      </LinkButton>
      <AddProductLink />
    </>
  );
}

function AddProductLink() {
  return (
    <LinkButton size="head" variant="primary" to={links.ADD_PRODUCT}>
      <Plus aria-hidden />
      {t("Add Product")}
    </LinkButton>
  );
}

function NoProductsYet() {
  return (
    <EmptyState
      icon={PackagePlus}
      title={t("No products found.")}
      hint={t("Add your first product: retailers see it the moment it is saved.")}
      action={<AddProductLink />}
    />
  );
}

type DeleteProductDialogProps = { product: OwnCard; onClose: () => void };

function DeleteProductDialog({ product, onClose }: DeleteProductDialogProps) {
  const archive = useArchiveProduct();
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t("Are you sure you want to delete this product?")}
      description={t("{product} leaves the market at once. Orders that were placed for it stay.", {
        product: product.name,
      })}
      confirmLabel={t("Delete product")}
      danger
      onConfirm={() => {
        onClose();
        void archive.run({ productId: product._id });
      }}
    />
  );
}

type Args = { productId: string };

function withoutProduct(store: OptimisticLocalStore, { productId }: Args) {
  for (const { args, value } of store.getAllQueries(api.products.mine)) {
    if (value === undefined) continue;
    const page = value.page.filter((product) => product._id !== productId);
    store.setQuery(api.products.mine, args, { ...value, page });
  }
}

/** Deletes an own product. It leaves every list at the click; the server refuses only a product that is gone already. */
function useArchiveProduct(): ServerAction<Args> {
  return useServerAction(useMutation(api.products.archive).withOptimisticUpdate(withoutProduct), {
    failure: t("An error occurred while deleting the product."),
    success: t("Product deleted successfully."),
    onFailure: "toast",
  });
}
