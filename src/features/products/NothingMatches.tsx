/** Nothing matches the filters: says so, and offers the way back. */
import { PackageSearch } from "lucide-react";
import { Button } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { NO_FILTERS } from "./productFilters";
import type { FilterControl } from "./useProductFilters";

export function NothingMatches({ control }: { control: FilterControl }) {
  return (
    <EmptyState
      icon={PackageSearch}
      title="No products found matching your criteria."
      hint="Try another word, or look in all categories."
      action={<Button onClick={() => control.change(NO_FILTERS)}>Clear filters</Button>}
    />
  );
}
