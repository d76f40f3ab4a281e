/** /adminproductlist: every product on the market (spec §2.6). */
import { Boxes } from "lucide-react";
import { useSearchParams } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { useLiveList } from "../../lib/useLiveList";
import { ArrivalsBanner } from "../../ui/ArrivalsBanner";
import { Button, LinkButton } from "../../ui/Button";
import { DataTable, type Column } from "../../ui/DataTable";
import { DateText } from "../../ui/DateText";
import { EmptyState } from "../../ui/EmptyState";
import { LiveList } from "../../ui/LiveList";
import { Money } from "../../ui/Money";
import { PageHeader } from "../../ui/PageHeader";
import { SearchInput } from "../../ui/SearchInput";
import { useArrivals } from "../../ui/useArrivals";
import { Party } from "./Party";
import type { ProductRow } from "./rows";
import { OneLine } from "./userColumns";

const COLUMNS: readonly Column<ProductRow>[] = [
  {
    key: "name",
    header: "Product",
    primary: true,
    cell: ({ name }) => <OneLine text={name} className="font-medium md:max-w-52 lg:max-w-96" />,
  },
  {
    key: "distributor",
    header: "Distributor",
    className: "md:py-1",
    cell: ({ distributorName, distributorEmail }) => (
      <Party name={distributorName} email={distributorEmail} />
    ),
  },
  {
    key: "type",
    header: "Type",
    cell: ({ type }) => <OneLine text={type} className="md:max-w-36 lg:max-w-64" />,
  },
  {
    key: "price",
    header: "Price",
    align: "right",
    cell: ({ pricePaise }) => <Money paise={pricePaise} />,
  },
  {
    key: "registered",
    header: "Registered on",
    cell: ({ createdAt }) => <DateText date={createdAt} className="whitespace-nowrap" />,
  },
];

export function ProductsPage() {
  const [params, setParams] = useSearchParams();
  const search = params.get("search") ?? "";
  const list = useLiveList(api.admin.products, search === "" ? {} : { search });
  const arrivals = useArrivals(list, search);
  const find = (text: string) => setParams(text === "" ? {} : { search: text }, { replace: true });
  return (
    <>
      <PageHeader
        title="Products"
        action={
          <SearchInput
            value={search}
            onChange={find}
            placeholder="Search products..."
            className="w-full sm:w-72"
          />
        }
      />
      <ArrivalsBanner arrivals={arrivals} words={{ one: "product", many: "products" }} />
      <LiveList
        list={{ ...list, results: arrivals.shown }}
        skeleton="rows"
        loadingLabel="Loading products..."
        errorMessage="An error occurred while fetching products."
        empty={<NoProducts isSearch={search !== ""} onClear={() => find("")} />}
      >
        {(products) => (
          <DataTable
            caption="Products"
            columns={COLUMNS}
            rows={products}
            rowKey={({ _id }) => _id}
            isNew={arrivals.isNew}
          />
        )}
      </LiveList>
    </>
  );
}

function NoProducts({ isSearch, onClear }: { isSearch: boolean; onClear: () => void }) {
  return (
    <EmptyState
      icon={Boxes}
      title="No products found."
      hint={
        isSearch
          ? "No product has these letters in its name."
          : "A product appears here as soon as a distributor adds one."
      }
      action={
        isSearch ? (
          <Button onClick={onClear}>Clear search</Button>
        ) : (
          <LinkButton to="/adminhome">Dashboard</LinkButton>
        )
      }
    />
  );
}
