/** "2 orders wait to be sent", which leads to them; nothing while none waits. */
import * as links from "../../domain/links";
import { Clock } from "lucide-react";
import { Link } from "react-router-dom";
import { cx } from "../lib/cx";
import { waitingOrders } from "../outbox/entry";
import { useOutbox } from "../outbox/useOutbox";
import { t } from "../../domain/language/texts";

export function WaitingOrdersLine({ className }: { className?: string }) {
  const { entries, ...conditions } = useOutbox();
  const { length } = waitingOrders(entries, conditions);
  if (length === 0) return null;
  return (
    <p role="status" className={cx("rounded-md border border-line bg-raised", className)}>
      <Link
        to={links.ORDER_PAGES.retailer.pending}
        className="flex min-h-11 items-center gap-2 px-4 font-medium text-caution hover:underline"
      >
        <Clock aria-hidden className="size-4 shrink-0" />
        {t("{count, plural, one {# order waits to be sent} other {# orders wait to be sent}}", {
          count: length,
        })}
      </Link>
    </p>
  );
}
