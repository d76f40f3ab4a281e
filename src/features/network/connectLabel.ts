/** The label and state of a retailer's Connect button, by the status of the connection. */
import { connectionActionsFor, type ConnectionStatus } from "../../../domain/connectionLifecycle";

export type ConnectLabel = "Connect" | "Requested" | "Connected";

/** null: never asked. After a refusal one may ask again. */
const LABELS = {
  none: "Connect",
  pending: "Requested",
  accepted: "Connected",
  rejected: "Connect",
} as const satisfies Record<ConnectionStatus | "none", ConnectLabel>;

export function connectLabel(connection: ConnectionStatus | null): ConnectLabel {
  return LABELS[connection ?? "none"];
}

export function mayConnect(connection: ConnectionStatus | null): boolean {
  return connectionActionsFor(connection, "retailer").includes("request");
}
