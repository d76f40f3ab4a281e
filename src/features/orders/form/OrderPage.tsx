/** One product, live, and the form that orders it: /orderinfo/:productId?quantity=N. */
import * as links from "../../../../domain/links";
import { PackageX } from "lucide-react";
import { useEffect } from "react";
import { useLocation, useNavigate, useParams, useSearchParams } from "react-router-dom";
import { api } from "../../../../convex/_generated/api";
import { firstQuantity } from "../../../../domain/productTerms";
import { useLiveQuery } from "../../../live/useLiveQuery";
import { useSession } from "../../../live/useSession";
import { LinkButton } from "../../../ui/Button";
import { EmptyState } from "../../../ui/EmptyState";
import { LiveValue } from "../../../ui/LiveValue";
import { Notice } from "../../../ui/Notice";
import { PageHeader } from "../../../ui/PageHeader";
import { ProductPicture } from "../../../ui/ProductPicture";
import { useToast } from "../../../ui/Toast";
import { OrderForm } from "./OrderForm";
import { OrderPageSkeleton } from "./OrderPageSkeleton";
import type { OrderedProduct } from "../orderRow";
import { quantityOf } from "../orderMessages";
import { ProductFacts, ProductHeading } from "./ProductFacts";
import { isReorder } from "../reorder";

export function OrderPage() {
  const { productId = "" } = useParams();
  const product = useLiveQuery(api.products.one, { productId });
  const session = useSession();
  const { value } = product;
  // The answer for visitors comes first, while the session is checked, and lacks rows of what members see.
  const isPart = session.state !== "signedOut" && value != null && value.stock === undefined;
  return (
    <LiveValue
      answer={isPart ? { ...product, value: undefined } : product}
      skeleton={<OrderPageSkeleton />}
      errorMessage="An error occurred while fetching product details."
    >
      {(known) =>
        known === null ? <NoProduct /> : <ProductToOrder key={known._id} product={known} />
      }
    </LiveValue>
  );
}

function NoProduct() {
  const location = useLocation();
  return isReorder(location.state) ? (
    <GoneReorder name={location.state.reorder} />
  ) : (
    <NoSuchProduct />
  );
}

function ProductToOrder({ product }: { product: OrderedProduct }) {
  const session = useSession();
  const [params] = useSearchParams();
  const asked = quantityOf(params.get("quantity") ?? "");
  const onlyLooks = session.state === "signedIn" && session.me.role !== "retailer";
  return (
    <div className="grid grid-cols-[min(6.5rem,30%)_minmax(0,1fr)] gap-x-4 gap-y-5 md:grid-cols-2 md:gap-x-8">
      <ProductPicture
        src={product.imageUrl}
        alt={product.name}
        eager
        className="self-start rounded-md border border-line md:row-span-3"
      />
      <ProductHeading product={product} />
      <ProductFacts product={product} />
      <div className="col-span-2 md:col-span-1">
        {onlyLooks ? (
          <Notice kind="info" message="Orders are placed by retailers." />
        ) : (
          <OrderForm
            product={product}
            firstQuantity={asked === 0 ? firstQuantity(product) : asked}
          />
        )}
      </div>
    </div>
  );
}

function NoSuchProduct() {
  return (
    <>
      <PageHeader title="Product not found" />
      <EmptyState
        icon={PackageX}
        title="This product is no longer sold."
        hint="The distributor took it off the market, or the address is not right."
        action={
          <LinkButton variant="primary" to={links.CATALOGUE}>
            All Products
          </LinkButton>
        }
      />
    </>
  );
}

/** Re-Order of a product that is gone: on to all products, with a word why. */
function GoneReorder({ name }: { name: string }) {
  const toast = useToast();
  const navigate = useNavigate();
  useEffect(() => {
    toast({ kind: "warning", message: `${name} is no longer sold. Here are all products.` });
    void navigate(links.CATALOGUE, { replace: true });
  }, [name, navigate, toast]);
  return <OrderPageSkeleton />;
}
