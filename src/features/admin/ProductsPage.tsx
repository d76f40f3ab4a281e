/** /adminproductlist: every product on the market (spec §2.6). */
import * as links from "../../../domain/links";
import { Boxes } from "lucide-react";
import { useSearchParams } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { useLiveList } from "../../live/useLiveList";
import { ListPage } from "../../ui/ListPage";
import { Button, LinkButton } from "../../ui/Button";
import { DataTable, type Column } from "../../ui/DataTable";
import { DateText } from "../../ui/DateText";
import { EmptyState } from "../../ui/EmptyState";
import { Money } from "../../ui/Money";
import { SearchInput } from "../../ui/SearchInput";
import { OneLine } from "../../ui/OneLine";
import { Party } from "./tables";
import type { ProductRow } from "./rows";
import { t } from "../../../domain/language/texts";
import { productTypeName } from "../../../domain/productTypes";

const COLUMNS: readonly Column<ProductRow>[] = [
  {
    key: "name",
    header: t("Product"),
    primary: true,
    cell: ({ name }) => <OneLine text={name} className="font-medium md:max-w-52 lg:max-w-96" />,
  },
  {
    key: "distributor",
    header: t("Distributor"),
    className: "rows:py-1",
    cell: ({ distributorName, distributorEmail }) => (
      <Party name={distributorName} email={distributorEmail} />
    ),
  },
  {
    key: "type",
    header: t("Type"),
    cell: ({ type }) => (
      <OneLine text={productTypeName(type)} className="md:max-w-36 lg:max-w-64" />
    ),
  },
  {
    key: "price",
    header: t("Price"),
    align: "right",
    cell: ({ pricePaise }) => <Money paise={pricePaise} />,
  },
  {
    key: "registered",
    header: t("Registered on"),
    cell: ({ createdAt }) => <DateText date={createdAt} className="whitespace-nowrap" />,
  },
];

export function ProductsPage() {
  const [params, setParams] = useSearchParams();
  const search = params.get("search") ?? "";
  const list = useLiveList(api.admin.products, search === "" ? {} : { search });
  const find = (text: string) => setParams(text === "" ? {} : { search: text }, { replace: true });
  return (
    <ListPage
      title={t("Products")}
      action={
        <SearchInput
          value={search}
          onChange={find}
          placeholder={t("Search products...")}
          className="w-full sm:w-72"
        />
      }
      rowWords={newProducts}
      list={list}
      skeleton="rows"
      loadingLabel={t("Loading products...")}
      errorMessage={t("An error occurred while fetching products.")}
      empty={<NoProducts isSearch={search !== ""} onClear={() => find("")} />}
    >
      {(products, isNew) => (
        <DataTable caption={t("Products")} columns={COLUMNS} rows={products} isNew={isNew} />
      )}
    </ListPage>
  );
}

function newProducts(count: number): string {
  return t("{count, plural, one {# new product} other {# new products}}", { count });
}

function NoProducts({ isSearch, onClear }: { isSearch: boolean; onClear: () => void }) {
  return (
    <EmptyState
      icon={Boxes}
      title={t("No products found.")}
      hint={
        isSearch
          ? t("No product has these letters in its name.")
          : t("A product appears here as soon as a distributor adds one.")
      }
      action={
        isSearch ? (
          <Button onClick={onClear}>{t("Clear search")}</Button>
        ) : (
          <LinkButton to={links.ADMIN_HOME}>{t("Dashboard")}</LinkButton>
        )
      }
    />
  );
}
