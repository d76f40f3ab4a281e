/** The dialog 'Accept Order' of one order, away from the list of the pending ones. */
import { useEffect, useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { useLiveQuery } from "../../../live/useLiveQuery";
import { useToast } from "../../../ui/Toast";
import { AcceptDialog } from "./AcceptDialog";
import { t } from "../../../../domain/language/texts";

export type AcceptOrderProps = { orderId: string; onClose: () => void };

export function AcceptOrder({ orderId, onClose }: AcceptOrderProps) {
  const { value, error } = useLiveQuery(api.orders.one, { orderId }, { isKeptOffline: true });
  const toast = useToast();
  const live = value?.status === "pending" ? value : null;
  const [opened, setOpened] = useState(live);
  if (opened === null && live !== null) setOpened(live);
  const isGone = opened === null && live === null && value !== undefined;
  const hasFailed = opened === null && error !== null;
  useEffect(() => {
    if (!isGone && !hasFailed) return;
    toast(
      hasFailed
        ? { kind: "error", message: t("Failed to fetch orders. Please try again later.") }
        : { kind: "warning", message: t("This order was answered meanwhile.") },
    );
    onClose();
  }, [isGone, hasFailed, toast, onClose]);
  return opened && <AcceptDialog opened={opened} onClose={onClose} />;
}
