import { describe, expect, it } from "vitest";
import type { ErrorData } from "../../../domain/errors";
import {
  EMPTY_BOX,
  newPlacementKey,
  nextBox,
  placedCount,
  placementOf,
  unanswered,
  type PlacementBox,
  type PlacementEvent,
  type PlacementRequest,
} from "./placement";
import { parseBox } from "./placementStorage";

const RICE: PlacementRequest = {
  retailerId: "meena",
  productId: "rice",
  productName: "Basmati Rice 25 kg",
  quantity: 3,
  msg: "Before the festival, please.",
  pricePaise: 245_050,
};

function after(...events: PlacementEvent[]): PlacementBox {
  return events.reduce(nextBox, EMPTY_BOX);
}

const clicked = (newKey: string, request = RICE): PlacementEvent => ({
  type: "clicked",
  request,
  newKey,
});

describe("an order that was clicked", () => {
  it("waits under its key until it is sent", () => {
    expect(placementOf(after(clicked("k1")), "meena", "rice")).toEqual({
      ...RICE,
      key: "k1",
      state: { at: "waiting" },
    });
  });

  it("is one order, however often it is clicked while nobody has answered", () => {
    const box = after(clicked("k1"), clicked("k2"), { type: "sent", key: "k1" }, clicked("k3"));
    expect(box.placements.map((placement) => placement.key)).toEqual(["k1"]);
  });

  it("is sent again with the same key after a reload in the middle of sending", () => {
    const reloaded = parseBox(JSON.stringify(after(clicked("k1"), { type: "sent", key: "k1" })));
    expect(unanswered(reloaded, "meena").map((placement) => placement.key)).toEqual(["k1"]);
  });

  it("leaves the box and is counted once it is placed", () => {
    const box = after(clicked("k1"), { type: "sent", key: "k1" }, { type: "placed", key: "k1" });
    expect(box.placements).toEqual([]);
    expect(placedCount(box, "rice")).toBe(1);
  });

  it("is counted once, though its answer came twice", () => {
    const placed: PlacementEvent = { type: "placed", key: "k1" };
    expect(placedCount(after(clicked("k1"), placed, placed), "rice")).toBe(1);
  });

  it("can be given up while it waits", () => {
    expect(after(clicked("k1"), { type: "dropped", key: "k1" }).placements).toEqual([]);
  });

  it("can't be given up once it is sent: the server may have it", () => {
    const box = after(clicked("k1"), { type: "sent", key: "k1" }, { type: "dropped", key: "k1" });
    expect(unanswered(box, "meena")).toHaveLength(1);
  });

  it("is never sent by another account in the same tab", () => {
    expect(unanswered(after(clicked("k1")), "ravi")).toEqual([]);
  });

  it("does not stand in the way of an order of another product", () => {
    const box = after(clicked("k1"), clicked("k2", { ...RICE, productId: "soap" }));
    expect(unanswered(box, "meena").map((placement) => placement.key)).toEqual(["k1", "k2"]);
  });
});

describe("a refused order", () => {
  const refused = (refusal: ErrorData | null) =>
    after(clicked("k1"), { type: "sent", key: "k1" }, { type: "refused", key: "k1", refusal });

  it("stays in the box with the reason, and is not sent again by itself", () => {
    const box = refused({ code: "INSUFFICIENT_STOCK" });
    expect(placementOf(box, "meena", "rice")?.state).toEqual({
      at: "refused",
      refusal: { code: "INSUFFICIENT_STOCK" },
    });
    expect(unanswered(box, "meena")).toEqual([]);
  });

  it("gets a new key when it is clicked again", () => {
    const again = nextBox(refused({ code: "PRICE_CHANGED" }), clicked("k2"));
    expect(again.placements).toMatchObject([{ key: "k2", state: { at: "waiting" } }]);
  });

  it("keeps its key when the failure is unclear and the order the same, so that it can't become two", () => {
    expect(nextBox(refused(null), clicked("k2")).placements).toMatchObject([{ key: "k1" }]);
    const changed = nextBox(refused(null), clicked("k2", { ...RICE, quantity: 4 }));
    expect(changed.placements).toMatchObject([{ key: "k2" }]);
  });
});

describe("the stored box", () => {
  it("comes back as it was, refusal and all", () => {
    const box = after(
      clicked("k1"),
      { type: "refused", key: "k1", refusal: { code: "INSUFFICIENT_STOCK", stock: 2 } },
      clicked("k2", { ...RICE, productId: "soap" }),
      { type: "placed", key: "k2" },
    );
    expect(parseBox(JSON.stringify(box))).toEqual(box);
  });

  it.each([
    null,
    "",
    "{",
    "7",
    "null",
    '{"placements":{}}',
    '{"placements":[{"key":"k1"}],"placed":{"rice":"many"}}',
  ])("is empty when the store holds %j", (text) => {
    expect(parseBox(text)).toEqual(EMPTY_BOX);
  });
});

describe("a placement key", () => {
  it("is 32 hexadecimal digits, and never the same twice", () => {
    const keys = Array.from({ length: 100 }, newPlacementKey);
    expect(keys.every((key) => /^[0-9a-f]{32}$/.test(key))).toBe(true);
    expect(new Set(keys).size).toBe(100);
  });
});
