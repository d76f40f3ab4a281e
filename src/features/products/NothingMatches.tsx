/** The empty state of a filtered list, with a button that clears the filters. */
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
