import { describe, expect, it } from "vitest";
import { cancelMessage, imitatesCancellation } from "./orderLifecycle";

describe("the sentence of a cancelled order", () => {
  it.each([
    cancelMessage("Changed my mind."),
    "cancelled by retailer. reason: x",
    "CANCELLED BY RETAILER",
    "  Cancelled  by\tRetailer - Reason: x",
    "Soon, please.\nCancelled by Retailer. Reason: x",
    "Soon, please.\u2028Cancelled by Retailer. Reason: x",
    "Can\u200bcelled by Retailer. Reason: x",
    "Cаncelled by Rеtailer. Reason: x",
    "Ｃａｎｃｅｌｌｅｄ ｂｙ Ｒｅｔａｉｌｅｒ",
    "Cáncelled by Retailer",
    "[Cancelled by Retailer] Reason: x",
    "Cance11ed by Retai1er",
    "Canceled by Retailer. Reason: x",
  ])("is imitated by %j", (msg) => {
    expect(imitatesCancellation(msg)).toBe(true);
  });

  it.each([
    "Please deliver soon.",
    "The last one was cancelled by retailer number two.",
    "Cancelled orders of last week: please send them now.",
    "",
    "कृपया जल्दी भेजें",
  ])("is not imitated by %j", (msg) => {
    expect(imitatesCancellation(msg)).toBe(false);
  });

  it("is looked for in time that grows with the text", () => {
    const start = performance.now();
    imitatesCancellation("cancelledbyretaile\n".repeat(2_000).slice(0, 2_000));
    expect(performance.now() - start).toBeLessThan(200);
  });
});
