/** Asks a distributor for a connection. The button changes at the click, so that a second click asks nothing. */
import type { OptimisticLocalStore } from "convex/browser";
import { useMutation } from "convex/react";
import { useCallback } from "react";
import { api } from "../../../convex/_generated/api";
import { useServerAction } from "../../forms/useServerAction";
import type { DistributorRow } from "./partyRows";
import { connectionActionsFor, type ConnectionStatus } from "../../../domain/connectionLifecycle";
import { t } from "../../../domain/language/texts";

/** null: never asked. After a refusal one may ask again. */
const LABELS = {
  none: t("Connect"),
  pending: t("Requested"),
  accepted: t("Connected"),
  rejected: t("Connect"),
} as const satisfies Record<ConnectionStatus | "none", string>;

/** Returns the label and state of a retailer's Connect button, by the status of the connection. */
export function connectLabel(connection: ConnectionStatus | null): string {
  return LABELS[connection ?? "none"];
}

export function mayConnect(connection: ConnectionStatus | null): boolean {
  return connectionActionsFor(connection, "retailer").includes("request");
}

function asRequested(row: DistributorRow): DistributorRow {
  return mayConnect(row.connection) ? { ...row, connection: "pending" } : row;
}

function withRequest(store: OptimisticLocalStore, { distributorId }: { distributorId: string }) {
  const requested = (rows: readonly DistributorRow[]) =>
    rows.map((row) => (row._id === distributorId ? asRequested(row) : row));
  const start = store.getQuery(api.home.start, {});
  if (start?.role === "retailer")
    store.setQuery(api.home.start, {}, { ...start, distributors: requested(start.distributors) });
  for (const { args, value } of store.getAllQueries(api.users.distributors)) {
    if (value === undefined) continue;
    store.setQuery(api.users.distributors, args, { ...value, page: requested(value.page) });
  }
}

/** Returns a function that keeps its identity between renders. */
export function useConnect(): (distributor: DistributorRow) => void {
  const request = useMutation(api.network.request).withOptimisticUpdate(withRequest);
  const { run } = useServerAction(({ _id }: DistributorRow) => request({ distributorId: _id }), {
    failure: t("An error occurred while adding to the network."),
    success: (_, { name }) => t("{name} added to your network!", { name }),
    onFailure: "toast",
  });
  return useCallback((distributor) => void run(distributor), [run]);
}
