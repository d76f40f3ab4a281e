import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DRAFT, writeFor } from "../lib/accountStorage";
import { openTab } from "../lib/storage.setup";
import { serveUnsentCounts, unsentInAllTabs, unsentOf, unsentText } from "./unsent";

describe("the prompt before a sign-out", () => {
  it.each([
    [{ messages: 0, orders: 0, drafts: 0 }, null],
    [{ messages: 2, orders: 1, drafts: 0 }, "You have 2 unsent messages and 1 waiting order."],
    [{ messages: 0, orders: 2, drafts: 0 }, "You have 2 waiting orders."],
    [{ messages: 0, orders: 0, drafts: 1 }, "You have 1 unfinished draft."],
    [
      { messages: 1, orders: 1, drafts: 3 },
      "You have 1 unsent message, 1 waiting order and 3 unfinished drafts.",
    ],
  ])("names what would be discarded: %j", (unsent, sentence) => {
    expect(unsentText(unsent)).toBe(sentence);
  });
});

describe("unsent work", () => {
  beforeEach(() => void openTab());
  afterEach(() => void vi.unstubAllGlobals());

  const order = { key: "k", retailerId: "meena", productId: "p", productName: "Rice", quantity: 1 };
  const placement = (at: string) => ({ ...order, msg: "", pricePaise: 1, state: { at } });
  const letter = { key: "k", senderId: "meena", to: "a", content: "b", writtenAt: 1 };

  it("counts messages, unanswered orders and drafts that are not blank", () => {
    writeFor("meena", "chat-outbox", JSON.stringify([letter, { ...letter, hasFailed: true }]));
    const placements = ["waiting", "sent", "refused"].map(placement);
    writeFor("meena", "placements", JSON.stringify({ placements, placed: { p: 4 } }));
    writeFor("meena", `${DRAFT}a`, "words");
    writeFor("meena", `${DRAFT}b`, "  ");
    writeFor("ravi", `${DRAFT}c`, "words of Ravi's");
    expect(unsentOf("meena")).toEqual({ messages: 2, orders: 2, drafts: 1 });
    expect(unsentOf("ravi")).toEqual({ messages: 0, orders: 0, drafts: 1 });
  });

  it("is summed over the account's tabs only", async () => {
    writeFor("meena", `${DRAFT}a`, "words");
    writeFor("ravi", `${DRAFT}a`, "words");
    const closings = ["meena", "meena", "ravi"].map(serveUnsentCounts);
    expect(await unsentInAllTabs("meena")).toEqual({ messages: 0, orders: 0, drafts: 2 });
    expect(await unsentInAllTabs("nobody")).toEqual({ messages: 0, orders: 0, drafts: 0 });
    for (const close of closings) close();
    expect(await unsentInAllTabs("meena")).toEqual({ messages: 0, orders: 0, drafts: 0 });
  });
});
