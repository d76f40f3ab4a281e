/** The button that asks for a connection, and tells how far it has come. */
import { Check, Clock, UserPlus, type LucideIcon } from "lucide-react";
import type { ConnectionStatus } from "../../../domain/connectionLifecycle";
import { cx } from "../../lib/cx";
import { Button, type ButtonProps } from "../../ui/Button";
import type { DistributorRow } from "./partyRows";
import { connectLabel, mayConnect } from "./useConnect";

/** null: never asked. After a refusal one may ask again. */
const CONNECT_ICONS = {
  none: UserPlus,
  pending: Clock,
  accepted: Check,
  rejected: UserPlus,
} as const satisfies Record<ConnectionStatus | "none", LucideIcon>;

export type ConnectButtonProps = Pick<ButtonProps, "className" | "variant" | "aria-label"> & {
  distributor: DistributorRow;
  onConnect: (distributor: DistributorRow) => void;
};

export function ConnectButton(props: ConnectButtonProps) {
  const { distributor, onConnect, variant = "primary", className, ...rest } = props;
  const Icon = CONNECT_ICONS[distributor.connection ?? "none"];
  const isOpen = mayConnect(distributor.connection);
  return (
    <Button
      {...rest}
      size="sm"
      // A state to read, not a dimmed button.
      className={cx(className, !isOpen && "text-muted aria-disabled:opacity-100")}
      variant={isOpen ? variant : "secondary"}
      // Not `disabled`: the button that was just pressed keeps the focus.
      aria-disabled={!isOpen || undefined}
      onClick={isOpen ? () => onConnect(distributor) : undefined}
    >
      <Icon aria-hidden />
      {connectLabel(distributor.connection)}
    </Button>
  );
}
