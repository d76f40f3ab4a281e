/** The lines of one distributor, with their message, sum and state on the way to it. */
import { useId } from "react";
import { errorText } from "../../../../domain/errors";
import { MESSAGE_MAX } from "../../../../domain/limits";
import {
  basketOf,
  isOpen,
  shownState,
  type Entry,
  type BasketCommand,
  NOT_KEPT,
} from "../../../outbox/entry";
import { useOutbox } from "../../../outbox/useOutbox";
import { useDraft } from "../../../forms/useDraft";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Field } from "../../../ui/Field";
import { Input } from "../../../ui/Input";
import { Money } from "../../../ui/Money";
import { Notice } from "../../../ui/Notice";
import { BasketLineRow } from "./BasketLineRow";
import { type BasketGroup, type BasketLine, groupHint, nameOf } from "./basketGroups";
import { DEFAULT_MESSAGE, messageKey } from "./basketMessage";
import { KhataLink } from "../form/KhataLink";
import { refusalNotice } from "../orderMessages";
import { ShortageChoice } from "./ShortageChoice";
import { useSetQuantity } from "../../../market/useBasket";
import { t } from "../../../../domain/language/texts";

type Sent = Entry<BasketCommand> | undefined;

export function BasketGroupCard({ group }: { group: BasketGroup }) {
  const { distributor, lines, totalPaise } = group;
  const titleId = useId();
  const { entries } = useOutbox();
  const entry = basketOf(entries, distributor._id);
  const isLocked = entry !== undefined && isOpen(entry);
  const setQuantity = useSetQuantity();
  const [message, setMessage] = useDraft(messageKey(distributor._id), DEFAULT_MESSAGE);
  const hint = groupHint(group);
  return (
    <Card as="section" aria-labelledby={titleId} className="@container p-4">
      <div className="flex items-baseline justify-between gap-x-3 @max-[16rem]:flex-wrap">
        <h2 id={titleId} className="truncate min-w-0 text-md font-semibold">
          {nameOf(distributor)}
        </h2>
        <Money paise={totalPaise} className="text-md font-semibold" />
      </div>
      {hint !== null && <p className="text-sm font-medium text-caution">{hint}</p>}
      {distributor.networkOnly === true && (
        <p className="text-sm text-muted">{t("Takes orders from connected retailers only.")}</p>
      )}
      <ul className="my-2 divide-y divide-line">
        {lines.map((line) => (
          <BasketLineRow
            key={line.productId}
            line={line}
            refusal={refusalOfLine(entry, line)}
            isLocked={isLocked}
            onQuantity={(quantity) => void setQuantity.run({ productId: line.productId, quantity })}
          />
        ))}
      </ul>
      <Field label={t("Message")}>
        <Input
          maxLength={MESSAGE_MAX}
          value={message}
          readOnly={isLocked}
          onChange={({ target }) => setMessage(target.value)}
        />
      </Field>
      <ShortageChoice distributorId={distributor._id} isLocked={isLocked} />
      <SentNotice entry={entry} />
    </Card>
  );
}

/** Returns the words for a line of an order that was refused, or null; also null once quantity or price are others. */
function refusalOfLine(entry: Sent, { productId, quantity, price }: BasketLine): string | null {
  if (entry?.state.at !== "refused") return null;
  const { refusal } = entry.state;
  const { lines } = entry.command;
  const sent = lines.find((line) => line.productId === productId);
  if (refusal === null || sent?.quantity !== quantity || sent.pricePaise !== price.pricePaise)
    return null;
  if (refusal.code !== "LINES_REFUSED") return lines.length === 1 ? errorText(refusal) : null;
  const own = refusal.lines.find((line) => line.productId === productId);
  return own === undefined ? null : errorText(own);
}

function SentNotice({ entry }: { entry: Sent }) {
  const { outbox, isKept, ...conditions } = useOutbox();
  if (entry === undefined) return null;
  const { state, key } = entry;
  const { distributorId } = entry.command;
  const giveUp = <Button onClick={() => outbox?.remove(key)}>{t("Don’t order")}</Button>;
  if (state.at === "refused") {
    const message = state.refusal === null ? refusalNotice(null).message : errorText(state.refusal);
    return (
      <Notice
        className="mt-3"
        kind="error"
        title={t("Order Failed")}
        message={message}
        actions={
          refusalNotice(state.refusal).isCredit === true ? (
            <KhataLink distributorId={distributorId} />
          ) : undefined
        }
        onClose={() => outbox?.remove(key)}
      />
    );
  }
  const isSent = shownState(entry, conditions) === "sending" || state.at === "sending";
  const loss = isKept ? "" : ` ${NOT_KEPT}`;
  return (
    <Notice
      className="mt-3"
      kind="info"
      title={isSent ? t("Placing the order") : t("Waiting for the connection")}
      message={t("This order is placed once, as soon as the server answers.") + loss}
      actions={isSent ? undefined : giveUp}
    />
  );
}
