/** Notifications in words, the same in the bell, in pushes and in mails. Sums are left out where others may read along. */
import { formatDateTime } from "./dates";
import { OPENING_OBJECTION_DAYS } from "./limits";
import { formatRupees } from "./money";
import type { LowAllowance, NotificationFacts, StoredThing } from "./notifications";

export type NotificationText = { readonly title: string; readonly body: string };
const MEGABYTE = 2 ** 20;
const NO_ALLOWANCE: LowAllowance = { of: "rows", leftBytes: 0, fullAt: 0 };

type Shown = { readonly showsSums: boolean };

function paymentTitle({ answer, partnerName }: NotificationFacts): string {
  switch (answer) {
    case "recorded":
    case "disputed":
    case "reversed":
      return `Payment ${answer} by ${partnerName}`;
    default:
      return `Payment confirmed by ${partnerName}`;
  }
}

function newOfferTitle({ answer, partnerName }: NotificationFacts): string {
  return answer === "newTax"
    ? `GST on your order to ${partnerName} has changed`
    : `${partnerName} can send less`;
}

function offerTitle({ answer, partnerName }: NotificationFacts): string {
  switch (answer) {
    case "agreed":
      return `Offer agreed to by ${partnerName}`;
    case "expired":
      return `Offer to ${partnerName} expired`;
    default:
      return `Offer declined by ${partnerName}`;
  }
}

function openingTitle({ answer, partnerName }: NotificationFacts): string {
  switch (answer) {
    case "agreed":
      return `Opening balance agreed to by ${partnerName}`;
    case "declined":
      return `Opening balance objected to by ${partnerName}`;
    default:
      return `Opening balance with ${partnerName} counts now`;
  }
}

function proposal(facts: NotificationFacts, shown: Shown): string {
  const proposed = sum(facts, shown);
  const words = `counts in ${OPENING_OBJECTION_DAYS} days unless you object`;
  return proposed === undefined ? `It ${words}` : `${proposed}, ${words}`;
}

function sum({ paise }: NotificationFacts, { showsSums }: Shown): string | undefined {
  return showsSums && paise !== undefined ? formatRupees(paise) : undefined;
}

/** "Steel Tumbler", or "5 lines". */
function lines({ lineCount = 1, productName }: NotificationFacts): string {
  return lineCount === 1 ? (productName ?? "1 line") : `${lineCount} lines`;
}

function order(facts: NotificationFacts, shown: Shown): string {
  const total = sum(facts, shown);
  return total === undefined ? lines(facts) : `${lines(facts)}, ${total}`;
}

function claim(facts: NotificationFacts, shown: Shown): string {
  const paid = sum(facts, shown);
  return paid === undefined ? "To be confirmed" : `${paid}, to be confirmed`;
}

function messages({ lineCount = 1 }: NotificationFacts): string {
  return lineCount === 1 ? "1 new message" : `${lineCount} new messages`;
}

const STORED_FOR = {
  rows: "orders, products and messages",
  pictures: "pictures",
} as const satisfies Record<StoredThing, string>;

/** "19 MB left today for pictures". */
export function spaceText({ of, leftBytes }: Pick<LowAllowance, "of" | "leftBytes">): string {
  const left = leftBytes < MEGABYTE ? "Under 1 MB" : `${Math.floor(leftBytes / MEGABYTE)} MB`;
  return `${left} left today for ${STORED_FOR[of]}`;
}

/** Says when all of an allowance is there again. */
export function renewalText({ fullAt }: Pick<LowAllowance, "fullAt">): string {
  return `It comes back steadily, all of it by ${formatDateTime(fullAt)}`;
}

function storage({ allowance = NO_ALLOWANCE }: NotificationFacts): NotificationText {
  return { title: spaceText(allowance), body: renewalText(allowance) };
}

/** Returns the two lines of a notification; the second may be empty. */
export function notificationText(facts: NotificationFacts, shown: Shown): NotificationText {
  const { kind, partnerName, answer } = facts;
  switch (kind) {
    case "orderPlaced":
      return { title: `Order from ${partnerName}`, body: order(facts, shown) };
    case "orderAccepted":
      return { title: `Order accepted by ${partnerName}`, body: order(facts, shown) };
    case "orderRejected":
      return { title: `Order rejected by ${partnerName}`, body: order(facts, shown) };
    case "orderCancelled":
      return { title: `Order cancelled by ${partnerName}`, body: order(facts, shown) };
    case "orderCompleted":
      return { title: `Order completed by ${partnerName}`, body: order(facts, shown) };
    case "offerMade":
      return { title: newOfferTitle(facts), body: order(facts, shown) };
    case "offerAnswered":
      return { title: offerTitle(facts), body: lines(facts) };
    case "message":
      return { title: `Message from ${partnerName}`, body: messages(facts) };
    case "paymentClaimed":
      return { title: `Payment from ${partnerName}`, body: claim(facts, shown) };
    case "paymentAnswered":
      return { title: paymentTitle(facts), body: sum(facts, shown) ?? "" };
    case "creditNoteIssued":
      return { title: `Credit note from ${partnerName}`, body: sum(facts, shown) ?? "" };
    case "openingProposed":
      return { title: `Opening balance from ${partnerName}`, body: proposal(facts, shown) };
    case "openingAnswered":
      return { title: openingTitle(facts), body: sum(facts, shown) ?? "" };
    case "connectionRequested":
      return { title: `Request from ${partnerName}`, body: "Wants to connect" };
    case "connectionAnswered":
      return answer === "accepted"
        ? { title: `Request accepted by ${partnerName}`, body: "You are connected" }
        : { title: `Request rejected by ${partnerName}`, body: "" };
    case "storageLow":
      return storage(facts);
    default:
      return kind satisfies never;
  }
}
