/** Notifications in words, the same in the bell, in pushes and in mails. Sums are left out where others may read along. */
import { formatDateTime } from "./dates";
import { OPENING_OBJECTION_DAYS } from "./limits";
import { formatRupees } from "./money";
import type {
  LowAllowance,
  NotificationAnswer,
  NotificationFacts,
  NotificationKind,
  StoredThing,
} from "./notifications";

export type NotificationText = { readonly title: string; readonly body: string };
const MEGABYTE = 2 ** 20;
const NO_ALLOWANCE: LowAllowance = { of: "rows", leftBytes: 0, fullAt: 0 };

type Shown = { readonly showsSums: boolean };

/** A title in parts: the words before the partner's name, the preposition, and the words behind the name. */
type Title = readonly [before: string, preposition?: string, after?: string];

const OFFER_TITLES: Partial<Record<NotificationAnswer, Title>> = {
  agreed: ["Offer agreed to", "by"],
  expired: ["Offer", "to", "expired"],
};

const OPENING_TITLES: Partial<Record<NotificationAnswer, Title>> = {
  agreed: ["Opening balance agreed to", "by"],
  declined: ["Opening balance objected to", "by"],
};

const PAYMENT_ANSWERS: readonly (NotificationAnswer | undefined)[] = [
  "recorded",
  "disputed",
  "reversed",
];

const TITLES: Readonly<Record<NotificationKind, (facts: NotificationFacts) => Title>> = {
  orderPlaced: () => ["Order", "from"],
  orderAccepted: () => ["Order accepted", "by"],
  orderRejected: () => ["Order rejected", "by"],
  orderCancelled: () => ["Order cancelled", "by"],
  orderCompleted: () => ["Order completed", "by"],
  offerMade: ({ answer }) =>
    answer === "newTax" ? ["GST on your order", "to", "has changed"] : ["", "", "can send less"],
  offerAnswered: ({ answer = "declined" }) => OFFER_TITLES[answer] ?? ["Offer declined", "by"],
  message: () => ["Message", "from"],
  paymentClaimed: () => ["Payment", "from"],
  paymentAnswered: ({ answer }) => [
    `Payment ${PAYMENT_ANSWERS.includes(answer) ? answer : "confirmed"}`,
    "by",
  ],
  creditNoteIssued: () => ["Credit note", "from"],
  openingProposed: () => ["Opening balance", "from"],
  openingAnswered: ({ answer = "expired" }) =>
    OPENING_TITLES[answer] ?? ["Opening balance", "with", "counts now"],
  connectionRequested: () => ["Request", "from"],
  connectionAnswered: ({ answer }) => [
    answer === "accepted" ? "Request accepted" : "Request rejected",
    "by",
  ],
  storageLow: ({ allowance = NO_ALLOWANCE }) => [spaceText(allowance)],
};

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

type Body = (facts: NotificationFacts, shown: Shown) => string;

const paid: Body = (facts, shown) => sum(facts, shown) ?? "";

const BODIES: Readonly<Record<NotificationKind, Body>> = {
  orderPlaced: order,
  orderAccepted: order,
  orderRejected: order,
  orderCancelled: order,
  orderCompleted: order,
  offerMade: order,
  offerAnswered: lines,
  message: messages,
  paymentClaimed: claim,
  paymentAnswered: paid,
  creditNoteIssued: paid,
  openingProposed: proposal,
  openingAnswered: paid,
  connectionRequested: () => "Wants to connect",
  connectionAnswered: ({ answer }) => (answer === "accepted" ? "You are connected" : ""),
  storageLow: ({ allowance = NO_ALLOWANCE }) => renewalText(allowance),
};

function joined(words: readonly (string | undefined)[], separator: string): string {
  return words.filter((word) => word !== undefined && word !== "").join(separator);
}

/** Returns the two lines of a notification; the second may be empty. */
export function notificationText(facts: NotificationFacts, shown: Shown): NotificationText {
  const { kind, partnerName } = facts;
  const [before, preposition, after] = TITLES[kind](facts);
  const partner = kind === "storageLow" ? undefined : partnerName;
  return {
    title: joined([before, preposition, partner, after], " "),
    body: BODIES[kind](facts, shown),
  };
}

/** Returns what happened, for a row with the partner and the sum beside it: "Order completed · 2 lines". */
export function eventText(facts: NotificationFacts): string {
  const [before, , after] = TITLES[facts.kind](facts);
  const event = joined([before, after], " ");
  const words = event.charAt(0).toUpperCase() + event.slice(1);
  return joined([words, BODIES[facts.kind](facts, { showsSums: false })], " · ");
}
