/** /products: what is on the market, for everybody: the landing page's grid on a page of its own. */
import { FeaturedProducts } from "./FeaturedProducts";
import { t } from "../../../domain/language/texts";

export function ProductsPage() {
  return (
    <>
      <div className="mx-auto max-w-7xl px-4 py-10">
        <h1 tabIndex={-1} className="text-2xl font-bold tracking-tight">
          {t("Products")}
        </h1>
        <p className="mt-2 max-w-text text-md text-muted">
          {t(
            "Everything that is for sale right now, at today’s price. Retailers log in to see the stock and to order.",
          )}
        </p>
      </div>
      <FeaturedProducts />
    </>
  );
}
