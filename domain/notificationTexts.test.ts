import { describe, expect, it } from "vitest";
import {
  NOTIFICATION_KINDS,
  type NotificationAnswer,
  type NotificationFacts,
  type NotificationKind,
} from "./notifications";
import { eventText, notificationText } from "./notificationTexts";

const SUMS = { showsSums: true };
const LOCK_SCREEN = { showsSums: false };

function facts(kind: NotificationKind, more: Partial<NotificationFacts> = {}): NotificationFacts {
  return { kind, partnerName: "Ravi Stores", path: "/", ...more };
}

const ORDER = { lineCount: 5, productName: "Steel Tumbler", paise: 3_752_80 };

describe("an order", () => {
  it.each([
    ["orderPlaced", "Order from Ravi Stores"],
    ["orderAccepted", "Order accepted by Ravi Stores"],
    ["orderRejected", "Order rejected by Ravi Stores"],
    ["orderCancelled", "Order cancelled by Ravi Stores"],
    ["orderCompleted", "Order completed by Ravi Stores"],
    ["offerMade", "Ravi Stores can send less"],
  ] as const)("of several lines (%s) has their number and sum", (kind, title) => {
    const text = notificationText(facts(kind, ORDER), SUMS);
    expect(text).toEqual({ title, body: "5 lines, ₹3,752.80" });
    expect(notificationText(facts(kind, ORDER), LOCK_SCREEN)).toEqual({ title, body: "5 lines" });
  });

  it("of one line names the product", () => {
    const one = facts("orderPlaced", { ...ORDER, lineCount: 1 });
    expect(notificationText(one, SUMS).body).toBe("Steel Tumbler, ₹3,752.80");
    expect(notificationText(one, LOCK_SCREEN).body).toBe("Steel Tumbler");
  });
});

it("an offer of all pieces at other tax says so", () => {
  const { title } = notificationText(facts("offerMade", { ...ORDER, answer: "newTax" }), SUMS);
  expect(title).toBe("GST on your order to Ravi Stores has changed");
});

describe("an answer", () => {
  it.each([
    ["agreed", "Offer agreed to by Ravi Stores"],
    ["declined", "Offer declined by Ravi Stores"],
    ["expired", "Offer to Ravi Stores expired"],
  ] as const)("to an offer: %s", (answer, title) => {
    const text = notificationText(facts("offerAnswered", { answer, lineCount: 2 }), SUMS);
    expect(text).toEqual({ title, body: "2 lines" });
  });

  it.each(["confirmed", "recorded", "disputed", "reversed"] as const)(
    "to a payment: %s",
    (answer) => {
      const payment = facts("paymentAnswered", { answer, paise: 1_00_000_00 });
      const title = `Payment ${answer} by Ravi Stores`;
      expect(notificationText(payment, SUMS)).toEqual({ title, body: "₹1,00,000.00" });
      expect(notificationText(payment, LOCK_SCREEN)).toEqual({ title, body: "" });
    },
  );

  it.each([
    ["accepted", "Request accepted by Ravi Stores", "You are connected"],
    ["rejected", "Request rejected by Ravi Stores", ""],
  ] as const)("to a request: %s", (answer, title, body) => {
    expect(notificationText(facts("connectionAnswered", { answer }), SUMS)).toEqual({
      title,
      body,
    });
  });
});

it("tells of a payment, a request and messages", () => {
  const payment = facts("paymentClaimed", { paise: 500_00 });
  expect(notificationText(payment, SUMS)).toEqual({
    title: "Payment from Ravi Stores",
    body: "₹500.00, to be confirmed",
  });
  expect(notificationText(payment, LOCK_SCREEN).body).toBe("To be confirmed");
  expect(notificationText(facts("connectionRequested"), SUMS)).toEqual({
    title: "Request from Ravi Stores",
    body: "Wants to connect",
  });
  expect(notificationText(facts("message"), SUMS)).toEqual({
    title: "Message from Ravi Stores",
    body: "1 new message",
  });
  expect(notificationText(facts("message", { lineCount: 3 }), SUMS).body).toBe("3 new messages");
});

it.each([
  ["rows", 19.9, "19 MB left today for orders, products and messages"],
  ["pictures", 0.9, "Under 1 MB left today for pictures"],
] as const)("tells of little space for %s", (of, megabytes, title) => {
  const fullAt = Date.parse("2026-11-24T07:12:03Z");
  const allowance = { of, leftBytes: megabytes * 2 ** 20, fullAt };
  expect(notificationText(facts("storageLow", { allowance }), LOCK_SCREEN)).toEqual({
    title,
    body: "It comes back steadily, all of it by 24 Nov 2026, 12:42 pm",
  });
});

it("shows no sum of any kind where others may read along", () => {
  for (const kind of NOTIFICATION_KINDS) {
    for (const answer of [undefined, "confirmed"] as (NotificationAnswer | undefined)[]) {
      const { title, body } = notificationText(facts(kind, { ...ORDER, answer }), LOCK_SCREEN);
      if (kind !== "storageLow") expect(title).toContain("Ravi Stores");
      expect(title + body).not.toMatch(/₹|752/);
    }
  }
});

it.each([
  ["orderCompleted", {}, "Order completed · 5 lines"],
  ["offerMade", {}, "Can send less · 5 lines"],
  ["offerMade", { answer: "newTax" }, "GST on your order has changed · 5 lines"],
  ["offerAnswered", { answer: "expired" }, "Offer expired · 5 lines"],
  ["openingAnswered", {}, "Opening balance counts now"],
  ["paymentClaimed", {}, "Payment · To be confirmed"],
  ["connectionAnswered", { answer: "accepted" }, "Request accepted · You are connected"],
] as const)("tells what happened beside the partner and the sum: %s %o", (kind, part, text) => {
  expect(eventText(facts(kind, { ...ORDER, ...part }))).toBe(text);
});

it("names neither the partner nor a sum in what happened", () => {
  for (const kind of NOTIFICATION_KINDS)
    expect(eventText(facts(kind, ORDER))).not.toMatch(/Ravi|₹|752/);
});
