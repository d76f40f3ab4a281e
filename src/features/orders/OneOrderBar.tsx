/** The parts of a list that shows one order alone: a line in the place of its filters, and what is said if the order is not on it. */
import { LinkButton } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import type { OneOrder } from "./oneOrder";

export function OneOrderBar({ listPage }: Pick<OneOrder, "listPage">) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1">
      <p role="status" className="text-muted">
        Only one order is shown.
      </p>
      <LinkButton size="sm" to={listPage}>
        Show all
      </LinkButton>
    </div>
  );
}

export type NotOnListProps = {
  /** The specification's text for an empty list. */
  title: string;
};

export function NotOnList({ title }: NotOnListProps) {
  return <EmptyState title={title} hint="The order is not on this list." />;
}
