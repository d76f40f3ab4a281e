/** /distributor-products/:distributorEmail: one distributor's products, for retailers. */
import * as links from "../../../domain/links";
import { PackageOpen } from "lucide-react";
import { useParams } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { refusalOf } from "../../live/convexError";
import { useLiveList } from "../../live/useLiveList";
import { useLiveQuery } from "../../live/useLiveQuery";
import { LinkButton } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { PageHeader } from "../../ui/PageHeader";
import { MarketProducts } from "./MarketProducts";
import { listArgsOf } from "./productFilters";
import { useProductFilters } from "./ProductFilterBar";
import { t } from "../../../domain/language/texts";

export function DistributorProductsPage() {
  const email = useParams()["distributorEmail"]?.trim() ?? "";
  if (email === "") return <ErrorNotice message={t("Distributor email is missing")} />;
  // Another distributor is another page: nothing of the first one's rows may linger.
  return <ProductsOf key={email} email={email} />;
}

function ProductsOf({ email }: { email: string }) {
  const control = useProductFilters();
  const list = useLiveList(
    api.products.byDistributor,
    { distributorEmail: email, ...listArgsOf(control.filters) },
    { isKeptOffline: true },
  );
  const { value: seller } = useLiveQuery(api.users.distributor, { email }, { isKeptOffline: true });
  if (refusalOf(list.error)?.code === "NOT_FOUND") return <NoSuchDistributor email={email} />;
  return (
    <MarketProducts
      title={t("Distributor's products")}
      lead={seller === undefined ? email : `${seller.name} · ${email}`}
      action={<LinkButton to={links.RETAILER_NETWORK}>{t("Your Network")}</LinkButton>}
      list={list}
      control={control}
      errorMessage={t("Failed to fetch products")}
      empty={
        <EmptyState
          icon={PackageOpen}
          title={t("No products found.")}
          hint={t(
            "This distributor has nothing for sale right now. New products appear here by themselves.",
          )}
          action={<LinkButton to={links.CATALOGUE}>{t("See all products")}</LinkButton>}
        />
      }
    />
  );
}

/** The address names nobody who sells here: no failure to retry, but a place to go on from. */
function NoSuchDistributor({ email }: { email: string }) {
  return (
    <>
      <PageHeader title={t("Distributor's products")} lead={email} />
      <EmptyState
        icon={PackageOpen}
        title={t("No distributors found.")}
        hint={t("Nobody sells here under this e-mail address.")}
        action={<LinkButton to={links.DISTRIBUTORS}>{t("See distributors")}</LinkButton>}
      />
    </>
  );
}
