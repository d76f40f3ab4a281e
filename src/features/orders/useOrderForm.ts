/** The state of the order form: what is typed, what becomes of the order, and the one notice that says so. */
import { useState } from "react";
import { missingFrom } from "../../../domain/orderRequest";
import { useDraft } from "../../lib/useDraft";
import { useSession } from "../../lib/useSession";
import {
  AUTHENTICATION_REQUIRED,
  ORDER_GIVEN_UP,
  ORDER_PLACED,
  MISSING_INFORMATION,
  quantityOf,
  refusalNotice,
  type OrderNoticeText,
} from "./orderMessages";
import type { OrderedProduct } from "./orderRow";
import { isOpen, type Placement } from "./placement";
import { usePlacement } from "./usePlacement";
import { useConnectionStatus } from "../../lib/useConnectionStatus";

/** The one notice of the form. */
export type FormSight =
  | { readonly at: "quiet" }
  | { readonly at: "note"; readonly note: OrderNoticeText }
  /** Clicked while the line was down. */
  | { readonly at: "waiting"; readonly placement: Placement }
  /** Sent, and the line went down before the answer. */
  | { readonly at: "unanswered" }
  | { readonly at: "priceChanged"; readonly placement: Placement; readonly pricePaise: number };

function sightOf(
  placement: Placement | undefined,
  note: OrderNoticeText | null,
  canSend: boolean,
): FormSight {
  switch (placement?.state.at) {
    case "waiting":
      return canSend ? { at: "quiet" } : { at: "waiting", placement };
    case "sent":
      return canSend ? { at: "quiet" } : { at: "unanswered" };
    case "refused": {
      const { refusal } = placement.state;
      if (refusal?.code === "PRICE_CHANGED") {
        return { at: "priceChanged", placement, pricePaise: Number(refusal["pricePaise"]) };
      }
      return { at: "note", note: refusalNotice(refusal) };
    }
    case undefined:
      return note === null ? { at: "quiet" } : { at: "note", note };
  }
}

/** Both texts, under a name that changes with every order placed: the next order begins with an empty form. */
function useTyped(productId: string, firstQuantity: number, placedCount: number) {
  const name = `${productId}:${placedCount}`;
  const [message, setMessage] = useDraft(`order-message:${name}`);
  const [quantity, setQuantity] = useDraft(
    `order-quantity:${name}:${firstQuantity}`,
    String(firstQuantity),
  );
  return { message, setMessage, quantity, setQuantity };
}

const NO_PROBLEMS = { quantity: null, message: null };

/** What the notice says of the fields, once more beside each of them. */
function problemsOf({ quantity, message }: { quantity: string; message: string }) {
  return {
    quantity: quantityOf(quantity) === 0 ? "Must be greater than 0." : null,
    message: message.trim() === "" ? "Please leave a message." : null,
  };
}

export function useOrderForm(product: OrderedProduct, firstQuantity: number) {
  const session = useSession();
  const { placement, placedCount, click, drop } = usePlacement(product._id);
  const { canSend } = useConnectionStatus();
  const typed = useTyped(product._id, firstQuantity, placedCount);
  const [ownNote, setOwnNote] = useState<OrderNoticeText | null>(null);
  // Orders placed before the last click are no news.
  const [knownCount, setKnownCount] = useState(placedCount);
  const note = placedCount > knownCount ? ORDER_PLACED : ownNote;

  const say = (next: OrderNoticeText | null) => {
    setOwnNote(next);
    setKnownCount(placedCount);
  };
  const refuse = (next: OrderNoticeText) => {
    if (placement !== undefined) drop(placement.key);
    say(next);
  };
  const placeOrder = (pricePaise = product.pricePaise) => {
    if (isOpen(placement)) return;
    const request = {
      productId: product._id,
      productName: product.name,
      quantity: quantityOf(typed.quantity),
      msg: typed.message.trim(),
      pricePaise,
    };
    const missing = missingFrom({ lines: [request], msg: request.msg });
    if (session.state !== "signedIn") refuse(AUTHENTICATION_REQUIRED);
    else if (missing.length > 0) refuse(refusalNotice({ code: "MISSING_INFORMATION", missing }));
    else {
      say(null);
      click({ ...request, retailerId: session.me._id });
    }
  };

  return {
    ...typed,
    placeOrder,
    problems: note?.title === MISSING_INFORMATION ? problemsOf(typed) : NO_PROBLEMS,
    sight: sightOf(placement, note, canSend),
    isReady: session.state !== "loading",
    isOpen: isOpen(placement),
    isSending: isOpen(placement) && canSend,
    /** Puts an unsent or refused order away; the typed text stays. */
    giveUp: () => refuse(ORDER_GIVEN_UP),
  };
}

export type OrderFormState = ReturnType<typeof useOrderForm>;
