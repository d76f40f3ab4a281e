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
import { Skeleton } from "../../../ui/Skeleton";
import type { OrderedProduct } from "../orderRow";
import { quantityOf } from "../orderMessages";
import { isReorder } from "../reorder";
import { OrderForm } from "./OrderForm";
import { ProductFacts, ProductHeading } from "./ProductFacts";
import { t } from "../../../../domain/language/texts";

export function OrderPage() {
  const { productId = "" } = useParams();
  const product = useLiveQuery(api.products.one, { productId }, { isKeptOffline: true });
  const session = useSession();
  const { value } = product;
  // The answer for visitors comes first, while the session is checked, and lacks rows of what members see.
  const isPart = session.state !== "signedOut" && value != null && value.stock === undefined;
  return (
    <LiveValue
      answer={isPart ? { ...product, value: undefined } : product}
      skeleton={<OrderPageSkeleton />}
      errorMessage={t("An error occurred while fetching product details.")}
    >
      {(found) =>
        found === null ? <NoProduct /> : <ProductToOrder key={found._id} product={found} />
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
  const linkQuantity = quantityOf(params.get("quantity") ?? "");
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
          <Notice kind="info" message={t("Orders are placed by retailers.")} />
        ) : (
          <OrderForm
            product={product}
            firstQuantity={linkQuantity === 0 ? firstQuantity(product) : linkQuantity}
          />
        )}
      </div>
    </div>
  );
}

function NoSuchProduct() {
  return (
    <>
      <PageHeader title={t("Product not found")} />
      <EmptyState
        icon={PackageX}
        title={t("This product is no longer sold.")}
        hint={t("The distributor took it off the market, or the address is not right.")}
        action={
          <LinkButton variant="primary" to={links.CATALOGUE}>
            {t("All Products")}
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
    toast({
      kind: "warning",
      message: t("{product} is no longer sold. Here are all products.", { product: name }),
    });
    void navigate(links.CATALOGUE, { replace: true });
  }, [name, navigate, toast]);
  return <OrderPageSkeleton />;
}

function OrderPageSkeleton() {
  return (
    <>
      <p role="status" className="mb-3 text-muted">
        {t("Loading product information...")}
      </p>
      <div
        aria-hidden
        className="grid grid-cols-[min(6.5rem,30%)_minmax(0,1fr)] gap-x-4 gap-y-5 md:grid-cols-2 md:gap-x-8"
      >
        <Skeleton className="aspect-4/3 rounded-md md:row-span-2" />
        <div className="flex flex-col gap-3">
          <Skeleton className="h-7 w-3/4" />
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-8 w-40" />
        </div>
        <div className="col-span-2 flex flex-col gap-3 md:col-span-1">
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-2/3" />
          <Skeleton className="h-44 w-full" />
        </div>
      </div>
    </>
  );
}
