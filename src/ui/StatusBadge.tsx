/** The status of an order or a connection: always a word and an icon, so that colour is never alone. */
import { Ban, CircleCheck, CircleX, Clock, PackageCheck, type LucideIcon } from "lucide-react";
import type { ConnectionStatus } from "../../domain/connectionLifecycle";
import { ORDER_STATUS_TEXTS, type OrderStatus } from "../../domain/orderLifecycle";
import { Badge, type Tone } from "./Badge";
import { t } from "../../domain/language/texts";

const LOOKS = {
  pending: { tone: "caution", icon: Clock },
  accepted: { tone: "info", icon: CircleCheck },
  completed: { tone: "positive", icon: PackageCheck },
  rejected: { tone: "negative", icon: CircleX },
  cancelled: { tone: "neutral", icon: Ban },
} as const satisfies Record<OrderStatus | ConnectionStatus, { tone: Tone; icon: LucideIcon }>;

export function StatusBadge({ status }: { status: OrderStatus | ConnectionStatus }) {
  const { tone, icon } = LOOKS[status];
  return (
    <Badge tone={tone} icon={icon}>
      {t(ORDER_STATUS_TEXTS[status])}
    </Badge>
  );
}
