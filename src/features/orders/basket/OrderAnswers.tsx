/** Announces what became of an order whose page is not open, on whatever page the user is. */
import { useEffect } from "react";
import { readDraft, removeDrafts, writeDraft } from "../../../accountStore/drafts";
import { isSettled } from "../../../outbox/entry";
import type { Answer } from "../../../outbox/outbox";
import { useOutbox } from "../../../outbox/useOutbox";
import { useAccountId } from "../../../live/useMarketClient";
import { useToast } from "../../../ui/Toast";
import { forgetMessage } from "./basketMessage";
import { ORDER_PLACED, refusalNotice, SEE_ORDER } from "../orderMessages";

/** Returns the toast for what was ordered: a product, or the lines of a distributor, which are still in the basket if they were refused. */
function answerToast(of: string, refusal: Answer["refusal"]) {
  const notice = refusal === undefined ? ORDER_PLACED : refusalNotice(refusal);
  const { kind, title, message } = notice;
  const link = refusal !== undefined && notice.isPlaced === true && { link: SEE_ORDER };
  return { kind, title: `${title}: ${of}`, message, isOfNoPage: true, ...link };
}

/** Forgets the form's typed text if it is what was ordered. */
function forgetOrdered(accountId: string, productId: string, msg: string): void {
  const name = `order-message:${productId}`;
  if (readDraft(accountId, name)?.trim() !== msg) return;
  writeDraft(accountId, name, null);
  removeDrafts(accountId, `order-quantity:${productId}:`);
}

export function OrderAnswers(): null {
  const toast = useToast();
  const accountId = useAccountId();
  const { outbox } = useOutbox();
  useEffect(() => {
    if (outbox === null || accountId === null) return;
    return outbox.listen(null, ({ entry: { command }, refusal }: Answer) => {
      if (command.kind === "basket") {
        if (isSettled(refusal)) forgetMessage(accountId, command.distributorId);
        toast(answerToast(command.distributorName, refusal));
        return;
      }
      if (command.kind !== "order") return;
      if (isSettled(refusal)) forgetOrdered(accountId, command.productId, command.msg);
      toast(answerToast(command.productName, refusal));
    });
  }, [outbox, accountId, toast]);
  return null;
}
