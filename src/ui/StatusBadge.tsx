/** The status of an order or a connection: always a word and an icon, so that colour is never alone. */
import { Ban, CircleCheck, CircleX, Clock, PackageCheck, type LucideIcon } from "lucide-react";
import type { ConnectionStatus } from "../../domain/connectionLifecycle";
import type { OrderStatus } from "../../domain/orderLifecycle";
import { Badge, type Tone } from "./Badge";

const LOOKS = {
  pending: { label: "Pending", tone: "caution", icon: Clock },
  accepted: { label: "Accepted", tone: "info", icon: CircleCheck },
  completed: { label: "Completed", tone: "positive", icon: PackageCheck },
  rejected: { label: "Rejected", tone: "negative", icon: CircleX },
  cancelled: { label: "Cancelled", tone: "neutral", icon: Ban },
} as const satisfies Record<
  OrderStatus | ConnectionStatus,
  { label: string; tone: Tone; icon: LucideIcon }
>;

export function StatusBadge({ status }: { status: OrderStatus | ConnectionStatus }) {
  const { label, tone, icon } = LOOKS[status];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}
