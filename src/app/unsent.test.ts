import { describe, expect, it } from "vitest";
import { unsentSentence } from "./unsent";

describe("the question before a sign-out", () => {
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
    expect(unsentSentence(unsent)).toBe(sentence);
  });
});
