/** The orders that the server has not answered yet, above the pending ones: they wait on this device until the connection is back. */
import { useId } from "react";
import {
  type Entry,
  openOrders,
  type PlaceCommand,
  type SendConditions,
  shownState,
  NOT_KEPT,
} from "../../../outbox/entry";
import { useOutbox } from "../../../outbox/useOutbox";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { t } from "../../../../domain/language/texts";

export function WaitingOrders() {
  const { outbox, entries, isKept, ...conditions } = useOutbox();
  const titleId = useId();
  const orders = openOrders(entries);
  if (orders.length === 0) return null;
  return (
    <Card as="section" aria-labelledby={titleId} className="mb-4 print:hidden">
      <h2 id={titleId} className="px-4 pt-3 pb-2 text-md font-semibold">
        {t("Waiting to be sent")}
      </h2>
      <ul>
        {orders.map((entry) => (
          <WaitingOrder
            key={entry.key}
            entry={entry}
            conditions={conditions}
            onGiveUp={() => outbox?.remove(entry.key)}
          />
        ))}
      </ul>
      {!isKept && <p className="px-4 pb-3 text-sm text-caution">{NOT_KEPT}</p>}
    </Card>
  );
}

type WaitingOrderProps = {
  entry: Entry<PlaceCommand>;
  conditions: SendConditions;
  onGiveUp: () => void;
};

function WaitingOrder({ entry, conditions, onGiveUp }: WaitingOrderProps) {
  const { distributorName } = entry.command;
  const content = contentOf(entry.command);
  const mayBeGivenUp = entry.state.at === "waiting" && shownState(entry, conditions) === "waiting";
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-60 wrap-anywhere">
        <p className="font-medium">{content}</p>
        <p className="text-sm text-muted">
          {distributorName} · {stateText(entry, conditions)}
        </p>
      </div>
      {mayBeGivenUp && (
        <Button
          size="sm"
          aria-label={t("Give up this order: {content}", { content })}
          onClick={onGiveUp}
        >
          {t("Give up this order")}
        </Button>
      )}
    </li>
  );
}

function contentOf(command: PlaceCommand): string {
  const lines = command.kind === "order" ? [command] : command.lines;
  return lines
    .map(({ quantity, productName }) => `${pieces(quantity)} × ${productName}`)
    .join(", ");
}

function pieces(quantity: number): string {
  return quantity.toLocaleString("en-IN");
}

function stateText(entry: Entry, conditions: SendConditions): string {
  if (shownState(entry, conditions) === "sending") return t("Being sent");
  return entry.state.at === "sending"
    ? t("Sent as the connection went; it is placed once")
    : t("Placed once, as soon as you are back online");
}
