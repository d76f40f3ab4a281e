import { describe, expect, test } from "vitest";
import { idOf } from "../../../testing/fixtures.setup";
import { type Added, addedTitle, changeText, hasChanges } from "./addedWords";

type Change = Added[number]["changes"][number];

const line = (...changes: Change[]): Added[number] => ({
  ...{ productId: idOf<"products">("rice"), name: "Rice", changes },
});
const GONE = { code: "GONE" } as const;

describe("[BASKET3] lines that were added", () => {
  test.each<[string, Added]>([
    ["1 product is in the basket.", [line()]],
    ["3 products are in the basket.", [line(), line({ code: "SHORT", stock: 1 }), line()]],
    ["1 of 2 products are in the basket.", [line(), line(GONE)]],
    ["Nothing could be added to the basket.", [line({ code: "BASKET_FULL" }), line(GONE)]],
  ])("are counted: %s", (title, added) => {
    expect(addedTitle(added)).toBe(title);
  });

  test.each<[string, Change]>([
    ["No longer sold.", GONE],
    ["Not added: the basket is full.", { code: "BASKET_FULL" }],
    ["₹52.50 → ₹60.00 each.", { code: "PRICE_CHANGED", fromPaise: 5_250, toPaise: 6_000 }],
    [
      "1,200 instead of 1,190: sold in other quantities now.",
      { code: "QUANTITY_CHANGED", from: 1_190, to: 1_200 },
    ],
    ["The basket had 30 already.", { code: "HAD_MORE", quantity: 30 }],
    ["Only 3 in stock.", { code: "SHORT", stock: 3 }],
    ["Out of stock.", { code: "SHORT", stock: 0 }],
  ])("say what changed: %s", (text, change) => {
    expect(changeText(change)).toBe(text);
  });

  test("need no report when they are as they were", () => {
    expect(hasChanges([line(), line()])).toBe(false);
    expect(hasChanges([line(), line(GONE)])).toBe(true);
  });
});
