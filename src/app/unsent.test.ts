import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { writeDraft } from "../accountStore/drafts";
import type { Command, Entry } from "../outbox/entry";
import { openTab } from "../device/storage.setup";
import { serveUnsentCounts, unsentInAllTabs, unsentOf, unsentText } from "./unsent";

describe("the prompt before a sign-out", () => {
  it.each([
    [{ messages: 0, orders: 0, payments: 0, drafts: 0 }, null],
    [
      { messages: 2, orders: 1, payments: 0, drafts: 0 },
      "You have 2 unsent messages and 1 waiting order.",
    ],
    [{ messages: 0, orders: 2, payments: 0, drafts: 0 }, "You have 2 waiting orders."],
    [{ messages: 0, orders: 0, payments: 0, drafts: 1 }, "You have 1 unfinished draft."],
    [{ messages: 0, orders: 0, payments: 2, drafts: 0 }, "You have 2 waiting payments."],
    [
      { messages: 1, orders: 1, payments: 0, drafts: 3 },
      "You have 1 unsent message, 1 waiting order and 3 unfinished drafts.",
    ],
  ])("names what would be discarded: %j", (unsent, sentence) => {
    expect(unsentText(unsent)).toBe(sentence);
  });
});

describe("unsent work", () => {
  beforeEach(() => void openTab());
  afterEach(() => void vi.unstubAllGlobals());

  const ORDER = {
    kind: "order",
    productId: "p",
    productName: "Rice",
    distributorName: "Asha",
    quantity: 1,
    msg: "Soon",
    pricePaise: 1,
  } as const;
  const CLAIM: Command = {
    ...{ kind: "claim", partnerId: "asha", partnerName: "Banyan Court", amountPaise: 1 },
    ...{ method: "cash", paidOn: "2026-03-04", invoiceIds: [] },
  };
  const MESSAGE = { kind: "message", to: "asha@mandi.test", content: "Hello" } as const;

  function entry(key: string, command: Command, at: "waiting" | "sending" | "refused"): Entry {
    const state = at === "refused" ? { at, refusal: null } : { at };
    return { key, addedAt: 1, command, state };
  }

  it("is every message, every unanswered order or payment and every draft that is not blank", () => {
    writeDraft("meena", "a", "words");
    writeDraft("meena", "b", "  ");
    writeDraft("ravi", "c", "words of Ravi's");
    const entries = (["waiting", "sending", "refused"] as const).flatMap((at) => [
      entry(`order ${at}`, ORDER, at),
      entry(`message ${at}`, MESSAGE, at),
      entry(`payment ${at}`, CLAIM, at),
    ]);
    expect(unsentOf("meena", entries)).toEqual({
      messages: ["message waiting", "message sending", "message refused"],
      orders: ["order waiting", "order sending"],
      payments: ["payment waiting", "payment sending"],
      drafts: ["a"],
    });
  });

  it("is of the account's tabs only, and what several tabs show counts once", async () => {
    writeDraft("meena", "a", "words");
    writeDraft("ravi", "a", "words");
    const shared = [entry("m1", MESSAGE, "waiting"), entry("o1", ORDER, "waiting")];
    const closings = ["meena", "meena", "ravi"].map((accountId) =>
      serveUnsentCounts(accountId, () => Promise.resolve(unsentOf(accountId, shared))),
    );
    expect(await unsentInAllTabs("meena")).toEqual({
      messages: 1,
      orders: 1,
      payments: 0,
      drafts: 1,
    });
    expect(await unsentInAllTabs("nobody")).toEqual({
      messages: 0,
      orders: 0,
      payments: 0,
      drafts: 0,
    });
    for (const close of closings) close();
    expect(await unsentInAllTabs("meena")).toEqual({
      messages: 0,
      orders: 0,
      payments: 0,
      drafts: 0,
    });
  });
});
