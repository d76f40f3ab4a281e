/** /distributor-products/:distributorEmail: one distributor's products, for retailers (spec §2.5). */
import { PackageOpen } from "lucide-react";
import { useParams } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { errorMessage } from "../../lib/convexError";
import { useLiveList } from "../../lib/useLiveList";
import { LinkButton } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { PageHeader } from "../../ui/PageHeader";
import { countShown } from "./countShown";
import { MarketProducts } from "./MarketProducts";
import { listArgsOf } from "./productFilters";
import { useProductFilters } from "./useProductFilters";

export function DistributorProductsPage() {
  const email = useParams()["distributorEmail"]?.trim() ?? "";
  if (email === "") return <ErrorNotice message="Distributor email is missing" />;
  // Another distributor is another page: nothing of the first one's rows may linger.
  return <ProductsOf key={email} email={email} />;
}

function ProductsOf({ email }: { email: string }) {
  const control = useProductFilters();
  const list = useLiveList(api.products.byDistributor, {
    distributorEmail: email,
    ...listArgsOf(control.filters),
  });
  const seller = list.results[0]?.distributorName;
  return (
    <>
      <PageHeader
        title="Distributor's products"
        count={countShown(list)}
        lead={seller === undefined ? email : `${seller} · ${email}`}
        action={<LinkButton to="/retailerNetwork">Your Network</LinkButton>}
      />
      <MarketProducts
        list={list}
        control={control}
        errorMessage={errorMessage(list.error, "Failed to fetch products")}
        empty={
          <EmptyState
            icon={PackageOpen}
            title="No products found."
            hint="This distributor has nothing for sale right now. New products appear here by themselves."
            action={<LinkButton to="/productlistall">See all products</LinkButton>}
          />
        }
      />
    </>
  );
}
