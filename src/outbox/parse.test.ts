import { describe, expect, it } from "vitest";
import type { BasketCommand, ClaimCommand, Entry } from "./entry";
import { parseEntries } from "./parse";

const ORDER: Entry = {
  key: "k1",
  addedAt: 1,
  command: {
    kind: "order",
    productId: "rice",
    productName: "Rice",
    distributorName: "Asha",
    quantity: 3,
    msg: "Soon",
    pricePaise: 100,
  },
  state: { at: "refused", refusal: { code: "STALE_STOCK", stock: 2 } },
};
const MESSAGE: Entry = {
  key: "k2",
  addedAt: 1,
  command: { kind: "message", to: "asha@mandi.test", content: "Hello" },
  state: { at: "waiting" },
};

const BASKET: Entry<BasketCommand> = {
  key: "k3",
  addedAt: 1,
  command: {
    ...{ kind: "basket", distributorId: "asha", distributorName: "Asha", msg: "Soon" },
    lines: [
      { productId: "rice", productName: "Rice", quantity: 3, pricePaise: 100 },
      { productId: "soap", productName: "Soap", quantity: 1, pricePaise: 100 },
    ],
  },
  state: { at: "waiting" },
};

const CLAIM: Entry<ClaimCommand> = {
  key: "k4",
  addedAt: 1,
  command: {
    ...{ kind: "claim", partnerId: "asha", partnerName: "Banyan Court", amountPaise: 200_000 },
    ...{ method: "cheque", reference: "412345", bank: "HDFC", paidOn: "2026-03-04" },
    invoiceIds: ["i1"],
  },
  state: { at: "waiting" },
};

describe("stored entries", () => {
  it("of a payment come back whole, and are left out when damaged", () => {
    const cash = {
      ...CLAIM,
      command: { ...CLAIM.command, proofImageId: "p", isAdvanceMeant: true },
    };
    expect(parseEntries([CLAIM, cash])).toStrictEqual([CLAIM, cash]);
    for (const damage of [
      { method: "gold" },
      { invoiceIds: [1] },
      { reference: 7 },
      { bank: 7 },
      { isAdvanceMeant: "yes" },
    ]) {
      const damaged = { ...CLAIM, command: { ...CLAIM.command, ...damage } };
      expect(parseEntries([damaged, ORDER])).toEqual([ORDER]);
    }
  });

  it("come back as they were, without anything that does not belong to them", () => {
    const stored = [
      { ...ORDER, extra: 1 },
      { ...MESSAGE, command: { ...MESSAGE.command, more: 2 } },
      BASKET,
    ];
    expect(parseEntries(stored)).toEqual([ORDER, MESSAGE, BASKET]);
  });

  it("of a basket keep the rule of a shortage, which not all have", () => {
    const sendsLess = { ...BASKET, command: { ...BASKET.command, shortageRule: "sendLess" } };
    expect(parseEntries([sendsLess, BASKET])).toStrictEqual([sendsLess, BASKET]);
    for (const shortageRule of [null, "often", 7]) {
      const damaged = { ...BASKET, command: { ...BASKET.command, shortageRule } };
      expect(parseEntries([damaged, ORDER])).toEqual([ORDER]);
    }
  });

  it("of a message keep its picture, which not all have", () => {
    const picture = { id: "p", bytes: 7 };
    const shown = { ...MESSAGE, command: { ...MESSAGE.command, content: "", picture } };
    expect(parseEntries([shown, MESSAGE])).toStrictEqual([shown, MESSAGE]);
    for (const damaged of [null, "p", { id: 1, bytes: 7 }, { id: "p" }]) {
      const command = { ...MESSAGE.command, picture: damaged };
      expect(parseEntries([{ ...MESSAGE, command }, ORDER])).toEqual([ORDER]);
    }
  });

  it.each([undefined, "rice", [null], [{ productId: "rice" }], [{ quantity: 1, pricePaise: 1 }]])(
    "of a basket are left out with the lines %j",
    (lines) => {
      const damaged = { ...BASKET, command: { ...BASKET.command, lines } };
      expect(parseEntries([damaged, ORDER])).toEqual([ORDER]);
    },
  );

  it.each([undefined, "no", { code: "FROM_TOMORROW" }, { code: "STALE_STOCK", stock: "2" }])(
    "that were refused stay so without a reason when the reason is %j",
    (refusal) => {
      const damaged = { ...ORDER, state: { at: "refused", refusal } };
      expect(parseEntries([damaged])).toEqual([
        { ...ORDER, state: { at: "refused", refusal: null } },
      ]);
    },
  );

  it.each([undefined, null, "", 7, {}, [null, 1, "x", {}]])("are none in %j", (value) => {
    expect(parseEntries(value)).toEqual([]);
  });

  it.each([
    { key: null },
    { addedAt: null },
    { command: null },
    { command: { ...MESSAGE.command, content: 7 } },
    { command: { ...MESSAGE.command, kind: "letter" } },
    { state: null },
    { state: { at: "elsewhere" } },
  ])("are left out with %j", (damage) => {
    expect(parseEntries([{ ...MESSAGE, ...damage }, ORDER])).toEqual([ORDER]);
  });
});
