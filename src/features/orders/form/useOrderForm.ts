/** The state of the order form: what is typed, the order on its way, and the one notice about it. */
import { useEffect, useEffectEvent, useState } from "react";
import { missingFrom } from "../../../../domain/orderRequest";
import { priceFor, quotedPrice, type QuotedPrice } from "../../../../domain/price";
import { wrongQuantity } from "../../../../domain/productTerms";
import {
  isOpen,
  orderOf,
  shownState,
  type Entry,
  type OrderCommand,
  type SendConditions,
  OUTBOX_FULL,
} from "../../../outbox/entry";
import type { Answer } from "../../../outbox/outbox";
import { useOutbox, type OutboxView } from "../../../outbox/useOutbox";
import { useDraft } from "../../../forms/useDraft";
import { useSession } from "../../../live/useSession";
import type { OrderedProduct } from "../orderRow";
import {
  AUTHENTICATION_REQUIRED,
  MISSING_INFORMATION,
  notTaken,
  ORDER_GIVEN_UP,
  ORDER_PLACED,
  PLACED_BEFORE,
  type OrderNoticeText,
  quantityOf,
  refusalNotice,
} from "../orderMessages";
import { t } from "../../../../domain/language/texts";

/** The one notice of the form. */
export type FormStatus =
  | { readonly at: "quiet" }
  | { readonly at: "note"; readonly note: OrderNoticeText }
  /** The connection is gone; `isSent` if that was before the answer. */
  | {
      readonly at: "waiting";
      readonly order: OrderCommand;
      readonly isSent: boolean;
      readonly isKept: boolean;
    }
  | { readonly at: "priceChanged"; readonly order: OrderCommand; readonly price: QuotedPrice };

type Order = Entry<OrderCommand> | undefined;

function formStatusOf(
  order: Order,
  note: OrderNoticeText | null,
  { isKept, ...conditions }: SendConditions & Pick<OutboxView, "isKept">,
): FormStatus {
  if (order === undefined) return note === null ? { at: "quiet" } : { at: "note", note };
  const { command, state } = order;
  if (state.at !== "refused") {
    if (shownState(order, conditions) === "sending") return { at: "quiet" };
    return { at: "waiting", order: command, isSent: state.at === "sending", isKept };
  }
  const { refusal } = state;
  if (refusal?.code === "PRICE_CHANGED")
    return { at: "priceChanged", order: command, price: quotedPrice(refusal) };
  return { at: "note", note: refusalNotice(refusal) };
}

const NO_PROBLEMS = { quantity: null, message: null };

/** Returns the error under each field, which the notice repeats. */
function problemsOf({ quantity, message }: { quantity: string; message: string }) {
  return {
    quantity: quantityOf(quantity) === 0 ? t("Must be greater than 0.") : null,
    message: message.trim() === "" ? t("Please leave a message.") : null,
  };
}

/** Returns true while the form is as the placed order left it: a press now is a second one for the same order. */
function isUntouched(input: { message: string; quantity: string }, firstQuantity: number): boolean {
  return input.message.trim() === "" && input.quantity === String(firstQuantity);
}

/** Both texts. They survive a reload, and the next order begins with an empty form. */
function useTyped(productId: string, firstQuantity: number) {
  const [message, setMessage, clearMessage] = useDraft(`order-message:${productId}`);
  const [quantity, setQuantity, clearQuantity] = useDraft(
    `order-quantity:${productId}:${firstQuantity}`,
    String(firstQuantity),
  );
  const clear = () => {
    clearMessage();
    clearQuantity();
  };
  return { message, setMessage, quantity, setQuantity, clear };
}

export function useOrderForm(product: OrderedProduct, firstQuantity: number) {
  const session = useSession();
  const { outbox, entries, isKept, ...conditions } = useOutbox();
  const order = orderOf(entries, product._id);
  const draft = useTyped(product._id, firstQuantity);
  const [note, setNote] = useState<OrderNoticeText | null>(null);
  const isUnderWay = order !== undefined && isOpen(order);

  const hear = useEffectEvent(({ entry: { command }, refusal }: Answer) => {
    // A refused order stands in the outbox with its reason.
    if (refusal !== undefined || command.kind !== "order") return;
    setNote(ORDER_PLACED);
    // What another tab ordered leaves this tab's own text alone.
    if (draft.message.trim() === command.msg) draft.clear();
  });
  useEffect(() => outbox?.listen(product._id, hear), [outbox, product._id]);

  const say = (next: OrderNoticeText) => {
    if (order !== undefined) outbox?.remove(order.key);
    setNote(next);
  };
  const placeOrder = (price = priceFor(product, quantityOf(draft.quantity))) => {
    if (isUnderWay) return;
    const { _id: productId, name: productName, distributorName } = product;
    const [quantity, msg] = [quantityOf(draft.quantity), draft.message.trim()];
    if (note?.isPlaced === true && isUntouched(draft, firstQuantity)) {
      setNote(PLACED_BEFORE);
      return;
    }
    const missing = missingFrom({ lines: [{ productId, quantity }], msg });
    const nearest = wrongQuantity(product, quantity);
    if (session.state !== "signedIn" || outbox === null) say(AUTHENTICATION_REQUIRED);
    else if (missing.length > 0) say(refusalNotice({ code: "MISSING_INFORMATION", missing }));
    else if (nearest !== null) say(refusalNotice({ code: "BAD_MULTIPLE", ...nearest }));
    else {
      const named = { productId, productName, distributorName };
      const isTaken = outbox.add({ kind: "order", ...named, quantity, msg, ...price });
      setNote(isTaken ? null : notTaken(OUTBOX_FULL));
    }
  };

  return {
    ...draft,
    placeOrder,
    problems: note?.title === MISSING_INFORMATION ? problemsOf(draft) : NO_PROBLEMS,
    status: formStatusOf(order, note, { isKept, ...conditions }),
    isReady: session.state !== "loading",
    isUnderWay,
    isSending: order !== undefined && shownState(order, conditions) === "sending",
    /** Removes a waiting or refused order; the typed text stays. */
    giveUp: () => say(ORDER_GIVEN_UP),
  };
}

export type OrderFormState = ReturnType<typeof useOrderForm>;
