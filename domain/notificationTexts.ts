/** Notifications in words, the same in the bell, in pushes and in mails. Sums are left out where others may read along. */
import { formatDateTime } from "./dates";
import { OPENING_OBJECTION_DAYS } from "./limits";
import { formatRupees } from "./money";
import type { LowAllowance, NotificationFacts, NotificationKind } from "./notifications";
import { t } from "./language/texts";

export type NotificationText = { readonly title: string; readonly body: string };
const MEGABYTE = 2 ** 20;
const NO_ALLOWANCE: LowAllowance = { of: "rows", leftBytes: 0, fullAt: 0 };

type Shown = { readonly showsSums: boolean };

/** A title with the partner's name, and what happened for a row that has the name beside it. */
type Title = readonly [title: string, event: string];
type Titled = (facts: NotificationFacts) => Title;

const offerTitle: Titled = ({ answer, partnerName: partner }) => {
  switch (answer) {
    case "agreed":
      return [t("Offer agreed to by {partner}", { partner }), t("Offer agreed to")];
    case "expired":
      return [t("Offer to {partner} expired", { partner }), t("Offer expired")];
    default:
      return [t("Offer declined by {partner}", { partner }), t("Offer declined")];
  }
};

const openingTitle: Titled = ({ answer, partnerName: partner }) => {
  switch (answer) {
    case "agreed":
      return [
        t("Opening balance agreed to by {partner}", { partner }),
        t("Opening balance agreed to"),
      ];
    case "declined":
      return [
        t("Opening balance objected to by {partner}", { partner }),
        t("Opening balance objected to"),
      ];
    default:
      return [
        t("Opening balance with {partner} counts now", { partner }),
        t("Opening balance counts now"),
      ];
  }
};

const paymentTitle: Titled = ({ answer, partnerName: partner }) => {
  switch (answer) {
    case "recorded":
      return [t("Payment recorded by {partner}", { partner }), t("Payment recorded")];
    case "disputed":
      return [t("Payment disputed by {partner}", { partner }), t("Payment disputed")];
    case "reversed":
      return [t("Payment reversed by {partner}", { partner }), t("Payment reversed")];
    default:
      return [t("Payment confirmed by {partner}", { partner }), t("Payment confirmed")];
  }
};

const TITLES: Readonly<Record<NotificationKind, Titled>> = {
  orderPlaced: ({ partnerName: partner }) => [t("Order from {partner}", { partner }), t("Order")],
  orderAccepted: ({ partnerName: partner }) => [
    t("Order accepted by {partner}", { partner }),
    t("Order accepted"),
  ],
  orderRejected: ({ partnerName: partner }) => [
    t("Order rejected by {partner}", { partner }),
    t("Order rejected"),
  ],
  orderCancelled: ({ partnerName: partner }) => [
    t("Order cancelled by {partner}", { partner }),
    t("Order cancelled"),
  ],
  orderCompleted: ({ partnerName: partner }) => [
    t("Order completed by {partner}", { partner }),
    t("Order completed"),
  ],
  offerMade: ({ answer, partnerName: partner }) =>
    answer === "newTax"
      ? [
          t("GST on your order to {partner} has changed", { partner }),
          t("GST on your order has changed"),
        ]
      : [t("{partner} can send less", { partner }), t("Can send less")],
  offerAnswered: offerTitle,
  message: ({ partnerName: partner }) => [t("Message from {partner}", { partner }), t("Message")],
  paymentClaimed: ({ partnerName: partner }) => [
    t("Payment from {partner}", { partner }),
    t("Payment"),
  ],
  paymentAnswered: paymentTitle,
  creditNoteIssued: ({ partnerName: partner }) => [
    t("Credit note from {partner}", { partner }),
    t("Credit note"),
  ],
  openingProposed: ({ partnerName: partner }) => [
    t("Opening balance from {partner}", { partner }),
    t("Opening balance"),
  ],
  openingAnswered: openingTitle,
  connectionRequested: ({ partnerName: partner }) => [
    t("Request from {partner}", { partner }),
    t("Request"),
  ],
  connectionAnswered: ({ answer, partnerName: partner }) =>
    answer === "accepted"
      ? [t("Request accepted by {partner}", { partner }), t("Request accepted")]
      : [t("Request rejected by {partner}", { partner }), t("Request rejected")],
  storageLow: ({ allowance = NO_ALLOWANCE }) => [spaceText(allowance), spaceText(allowance)],
};

function proposal(facts: NotificationFacts, shown: Shown): string {
  const days = OPENING_OBJECTION_DAYS;
  const proposed = sum(facts, shown);
  return proposed === undefined
    ? t("It counts in {count, plural, one {# day} other {# days}} unless you object", {
        count: days,
      })
    : t("{sum}, counts in {count, plural, one {# day} other {# days}} unless you object", {
        sum: proposed,
        count: days,
      });
}

function sum({ paise }: NotificationFacts, { showsSums }: Shown): string | undefined {
  return showsSums && paise !== undefined ? formatRupees(paise) : undefined;
}

/** "Steel Tumbler", or "5 lines". */
function lines({ lineCount = 1, productName }: NotificationFacts): string {
  if (lineCount === 1 && productName !== undefined) return productName;
  return t("{count, plural, one {# line} other {# lines}}", { count: lineCount });
}

function order(facts: NotificationFacts, shown: Shown): string {
  const total = sum(facts, shown);
  return total === undefined ? lines(facts) : `${lines(facts)}, ${total}`;
}

function claim(facts: NotificationFacts, shown: Shown): string {
  const claimed = sum(facts, shown);
  return claimed === undefined
    ? t("To be confirmed")
    : t("{sum}, to be confirmed", { sum: claimed });
}

function messages({ lineCount = 1 }: NotificationFacts): string {
  return t("{count, plural, one {# new message} other {# new messages}}", { count: lineCount });
}

/** "19 MB left today for pictures". */
export function spaceText({ of, leftBytes }: Pick<LowAllowance, "of" | "leftBytes">): string {
  const megabytes = Math.floor(leftBytes / MEGABYTE);
  if (of === "pictures")
    return megabytes === 0
      ? t("Under 1 MB left today for pictures")
      : t("{megabytes} MB left today for pictures", { megabytes });
  return megabytes === 0
    ? t("Under 1 MB left today for orders, products and messages")
    : t("{megabytes} MB left today for orders, products and messages", { megabytes });
}

/** Says when all of an allowance is there again. */
export function renewalText({ fullAt }: Pick<LowAllowance, "fullAt">): string {
  return t("It comes back steadily, all of it by {time}", { time: formatDateTime(fullAt) });
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
  connectionRequested: () => t("Wants to connect"),
  connectionAnswered: ({ answer }) => (answer === "accepted" ? t("You are connected") : ""),
  storageLow: ({ allowance = NO_ALLOWANCE }) => renewalText(allowance),
};

/** Returns the two lines of a notification; the second may be empty. */
export function notificationText(facts: NotificationFacts, shown: Shown): NotificationText {
  const [title] = TITLES[facts.kind](facts);
  return { title, body: BODIES[facts.kind](facts, shown) };
}

/** Returns what happened, for a row with the partner and the sum beside it: "Order completed · 2 lines". */
export function eventText(facts: NotificationFacts): string {
  const [, event] = TITLES[facts.kind](facts);
  const body = BODIES[facts.kind](facts, { showsSums: false });
  return body === "" ? event : `${event} · ${body}`;
}
