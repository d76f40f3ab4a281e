/** /productlist: the distributor's own products, to search, edit and delete. */
import { PackagePlus, Plus } from "lucide-react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { useLiveList } from "../../lib/useLiveList";
import { ArrivalsBanner } from "../../ui/ArrivalsBanner";
import { LinkButton } from "../../ui/Button";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { EmptyState } from "../../ui/EmptyState";
import { LiveList } from "../../ui/LiveList";
import { PageHeader } from "../../ui/PageHeader";
import { useArrivals } from "../../ui/useArrivals";
import { countShown } from "./countShown";
import { EditProductDialog } from "./EditProductDialog";
import { NothingMatches } from "./NothingMatches";
import { OwnProductCard } from "./OwnProductCard";
import { isNarrowed, listArgsOf } from "./productFilters";
import { ProductFilterBar } from "./ProductFilterBar";
import { ProductGrid } from "./ProductGrid";
import { PRODUCT_WORDS, type ProductRow } from "./productRow";
import { ProductSkeleton } from "./ProductSkeleton";
import { useArchiveProduct } from "./useArchiveProduct";
import { useProductFilters } from "./useProductFilters";

type Task = { readonly kind: "edit" | "delete"; readonly product: ProductRow };

export function OwnProductsPage() {
  const control = useProductFilters();
  const list = useLiveList(api.products.mine, listArgsOf(control.filters));
  const [task, setTask] = useState<Task | null>(null);
  const narrowed = isNarrowed(control.filters);
  const arrivals = useArrivals(list, JSON.stringify(control.filters));
  return (
    <>
      <PageHeader title="All Products" count={countShown(list)} action={<AddProductLink />} />
      <ProductFilterBar {...control} />
      <ArrivalsBanner arrivals={arrivals} words={PRODUCT_WORDS} />
      <LiveList
        list={{ ...list, results: arrivals.shown }}
        skeleton={<ProductSkeleton shape="ledger" />}
        errorMessage="An error occurred while fetching products."
        empty={narrowed ? <NothingMatches control={control} /> : <NoProductsYet />}
      >
        {(products) => (
          <ProductGrid
            shape="ledger"
            products={products}
            isNew={arrivals.isNew}
            card={(product, isArriving) => (
              <OwnProductCard
                product={product}
                arriving={isArriving}
                onEdit={() => setTask({ kind: "edit", product })}
                onDelete={() => setTask({ kind: "delete", product })}
              />
            )}
          />
        )}
      </LiveList>
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

function AddProductLink() {
  return (
    <LinkButton
      variant="primary"
      // Small on phones: title, count and action share one line.
      className="h-8 px-3 text-sm sm:h-10 sm:px-4 sm:text-base"
      to="/addproduct"
    >
      <Plus aria-hidden />
      Add Product
    </LinkButton>
  );
}

function NoProductsYet() {
  return (
    <EmptyState
      icon={PackagePlus}
      title="No products found."
      hint="Add your first product: retailers see it the moment it is saved."
      action={<AddProductLink />}
    />
  );
}

type DeleteProductDialogProps = { product: ProductRow; onClose: () => void };

function DeleteProductDialog({ product, onClose }: DeleteProductDialogProps) {
  const archive = useArchiveProduct();
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Are you sure you want to delete this product?"
      description={`${product.name} leaves the market at once. Orders that were placed for it stay.`}
      confirmLabel="Delete product"
      danger
      onConfirm={() => {
        onClose();
        void archive.run({ productId: product._id });
      }}
    />
  );
}
