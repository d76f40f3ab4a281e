import { describe, expect, it } from "vitest";
import { invoiceSteps, orderSteps, partyIn, type TimelineReader } from "./timeline";

type OrderEvent = Parameters<typeof orderSteps>[0][number];
type InvoiceEvent = Parameters<typeof invoiceSteps>[0][number];

const names = { retailer: "Meena", distributor: "Asha" };
const MEENA: TimelineReader = { names, party: partyIn("retailer") };
const ASHA: TimelineReader = { names, party: partyIn("distributor") };
const ADMIN: TimelineReader = { names, party: partyIn("admin") };

function event(part: Partial<OrderEvent>): OrderEvent {
  const _id = "event" as OrderEvent["_id"];
  return { _id, kind: "placed", by: "retailer", at: 1, to: "pending", ...part };
}

const titleFor = (reader: TimelineReader, part: Partial<OrderEvent>) =>
  orderSteps([event(part)], "Rice", reader)[0]?.title;

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
    const steps = orderSteps(
      [
        event({ quantity: 1200, msg: "Soon, please." }),
        event({ kind: "reminded", by: "market", from: "pending", at: 2 }),
        event({
          ...{ kind: "accepted", by: "distributor", from: "pending", to: "accepted", at: 3 },
          ...{ quantity: 6, askedQuantity: 1200 },
        }),
        event({ kind: "cancelled", from: "accepted", to: "cancelled", reason: "Shop shut", at: 4 }),
      ],
      "Rice",
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

describe("[TIMELINE3] the steps of an invoice", () => {
  const line = (productName: string, quantity?: number) =>
    ({ orderId: productName, productName, quantity }) as InvoiceEvent["lines"][number];
  const step = (part: Partial<OrderEvent>, ...lines: InvoiceEvent["lines"]) => ({
    ...event(part),
    lines,
  });

  it("list their lines, but no names alone where all of them were meant", () => {
    const steps = invoiceSteps(
      [
        step({}, line("Rice", 10), line("Soap", 4)),
        step({ kind: "completed" }, line("Rice"), line("Soap")),
        step({ kind: "messageChanged" }, line("Soap")),
      ],
      2,
      MEENA,
    );
    expect(steps.map(({ lines }) => lines)).toEqual([["Soap"], [], ["10 × Rice", "4 × Soap"]]);
  });
});
