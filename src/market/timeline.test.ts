import { describe, expect, it } from "vitest";
import { partyIn, timelineSteps, type TimelineReader } from "./timeline";

type InvoiceEvent = Parameters<typeof timelineSteps>[0][number];
type OrderEvent = Extract<InvoiceEvent, { lines: unknown }>;
type PaymentEvent = Extract<InvoiceEvent, { payment: unknown }>;

const names = { retailer: "Meena", distributor: "Asha" };
const MEENA: TimelineReader = { names, party: partyIn("retailer") };
const ASHA: TimelineReader = { names, party: partyIn("distributor") };
const ADMIN: TimelineReader = { names, party: partyIn("admin") };

function event(part: Partial<OrderEvent>): OrderEvent {
  const _id = "event" as OrderEvent["_id"];
  return { _id, kind: "placed", by: "retailer", at: 1, to: "pending", lines: [], ...part };
}

/** A line of an event, with pieces where it tells of them. */
function line(productName: string, quantity?: number, askedQuantity?: number) {
  return { lineId: productName, productName, quantity, askedQuantity };
}

const titleFor = (reader: TimelineReader, part: Partial<OrderEvent>) =>
  timelineSteps([event(part)], reader)[0]?.title;

describe("[TIMELINE2] who acted", () => {
  it.each([
    ["retailer", [MEENA, ASHA, ADMIN], ["You", "Meena", "Meena"]],
    ["distributor", [MEENA, ASHA, ADMIN], ["Asha", "You", "Asha"]],
    ["market", [MEENA, ASHA, ADMIN], ["Mandi", "Mandi", "Mandi"]],
  ] as const)("is called by what the reader is to the %s", (by, readers, expected) => {
    const titles = readers.map((reader) => titleFor(reader, { by, kind: "rejected" }));
    expect(titles).toEqual(expected.map((who) => `${who} rejected`));
  });

  it("agreed to an offer if the retailer accepted", () => {
    expect(titleFor(ASHA, { kind: "accepted", by: "retailer" })).toBe("Meena agreed to the offer");
    expect(titleFor(ASHA, { kind: "accepted", by: "distributor" })).toBe("You accepted");
  });
});

describe("[TIMELINE1] the steps of an order", () => {
  it("have change, pieces and words, the latest first", () => {
    const steps = timelineSteps(
      [
        event({ lines: [line("Rice", 1200)], msg: "Soon, please." }),
        event({ kind: "reminded", by: "market", from: "pending", at: 2, lines: [line("Rice")] }),
        event({
          ...{ kind: "accepted", by: "distributor", from: "pending", to: "accepted", at: 3 },
          lines: [line("Rice", 6, 1200)],
        }),
        event({ kind: "cancelled", from: "accepted", to: "cancelled", reason: "Shop shut", at: 4 }),
      ],
      MEENA,
    );
    expect(steps.map(({ key: _, ...step }) => step)).toEqual([
      {
        at: 4,
        title: "You cancelled",
        change: "Accepted → Cancelled",
        lines: [],
        quote: "Shop shut",
      },
      { at: 3, title: "Asha accepted", change: "Pending → Accepted", lines: ["6 of 1,200 × Rice"] },
      { at: 2, title: "Mandi reminded both of you to answer", lines: [] },
      { at: 1, title: "You placed the order", lines: ["1,200 × Rice"], quote: "Soon, please." },
    ]);
  });
});

describe("[TIMELINE3] the steps of an order of several lines", () => {
  const [rice, soap] = [line("Rice"), line("Soap")];

  it("list their lines, but no names alone where all of them were meant", () => {
    const steps = timelineSteps(
      [
        event({ lines: [line("Rice", 10), line("Soap", 4)] }),
        event({
          kind: "accepted",
          by: "distributor",
          lines: [line("Rice", 6, 10), line("Soap", 4)],
        }),
        event({ kind: "completed", by: "distributor", lines: [rice, soap] }),
      ],
      MEENA,
    );
    expect(steps.map(({ lines }) => lines)).toEqual([
      [],
      ["6 of 10 × Rice", "4 × Soap"],
      ["10 × Rice", "4 × Soap"],
    ]);
  });

  it("name the lines that one party left out", () => {
    const refused = (by: "retailer" | "distributor", ...lines: OrderEvent["lines"]) =>
      timelineSteps(
        [event({ kind: "linesRefused", by, from: "pending", reason: "Not needed", lines })],
        MEENA,
      )[0];
    expect(refused("retailer", rice)).toMatchObject({
      title: "You cancelled a line",
      lines: ["Rice"],
      quote: "Not needed",
    });
    expect(refused("distributor", rice, soap)).toMatchObject({
      title: "Asha rejected 2 lines",
      lines: ["Rice", "Soap"],
    });
  });
});

describe("[MONEY4] payments among the steps of an invoice", () => {
  const payment: PaymentEvent["payment"] = {
    ...{ recordedBy: "retailer", amountPaise: 5_000_00, method: "upi" },
    ...{ reference: "412345678901", paidPaise: 0 },
  };
  const told = (part: Partial<PaymentEvent>): PaymentEvent => {
    const _id = "event" as PaymentEvent["_id"];
    return { _id, kind: "claimed", by: "retailer", at: 1, payment, ...part };
  };
  const stepFor = (reader: TimelineReader, part: Partial<PaymentEvent>) =>
    timelineSteps([told(part)], reader)[0];

  it("say who did what, with amount, method and reference", () => {
    expect(stepFor(ASHA, {})).toEqual({
      ...{ key: "event", at: 1, title: "Meena claimed a payment" },
      lines: ["₹5,000.00 · UPI 412345678901"],
    });
    expect(
      stepFor(MEENA, { kind: "disputed", by: "distributor", reason: "No money" }),
    ).toMatchObject({ title: "Asha disputed the payment", quote: "No money" });
    for (const [kind, by, title] of [
      ["confirmed", "distributor", "Asha confirmed the payment"],
      ["withdrawn", "retailer", "You withdrew the claim"],
      ["reversed", "distributor", "Asha reversed the payment"],
      ["objected", "retailer", "You objected to the payment"],
    ] as const)
      expect(stepFor(MEENA, { kind, by })?.title).toBe(title);
  });

  it("tell a payment that the distributor recorded from one that it confirmed", () => {
    const { reference: _, ...rest } = payment;
    const cash = { ...rest, recordedBy: "distributor", method: "cash" } as const;
    const step = stepFor(MEENA, { kind: "confirmed", by: "distributor", payment: cash });
    expect(step).toMatchObject({ title: "Asha recorded a payment", lines: ["₹5,000.00 · Cash"] });
  });

  it("name the part that was for this invoice, where it was not all", () => {
    const lines = (paidPaise: number) =>
      stepFor(MEENA, { kind: "confirmed", payment: { ...payment, paidPaise } })?.lines.slice(1);
    expect(lines(1_716_00)).toEqual(["₹1,716.00 of it for this invoice"]);
    expect(lines(5_000_00)).toEqual([]);
    expect(lines(0)).toEqual([]);
  });
});

it("[NOTE14] tell a credit note's number and sum, and who issued it", () => {
  const note = { printedNumber: "CN/26-27/00001", totalPaise: 354_00 };
  const _id = "note" as Extract<InvoiceEvent, { creditNote: unknown }>["_id"];
  const stepFor = (reader: TimelineReader) =>
    timelineSteps([{ _id, by: "distributor", at: 7, creditNote: note }], reader);
  const step = { key: "note", at: 7, lines: ["CN/26-27/00001 · ₹354.00"] };
  expect(stepFor(MEENA)).toEqual([{ ...step, title: "Asha issued a credit note" }]);
  expect(stepFor(ASHA)).toEqual([{ ...step, title: "You issued a credit note" }]);
});
