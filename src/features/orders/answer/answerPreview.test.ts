import { describe, expect, it } from "vitest";
import { answeredLines, previewOf } from "./answerPreview";
import type { Line } from "../orderRow";

const line = (part: Partial<Line> = {}): Line => ({
  ...{ productName: "Rice", quantity: 10, pricePaise: 100, ...part },
});

describe("an answer", () => {
  const lines = [line(), line({ pricePaise: 50 })];

  it.each([
    ["ask", {}, "accepted", 1_500],
    ["ask", { 0: 6 }, "offered", 1_100],
    ["sendLess", { 0: 6, 1: 0 }, "accepted", 600],
    ["sendLess", { 0: 0, 1: 0 }, "rejected", 0],
  ] as const)("with %s and %o is %s, and its total is live", (shortageRule, sent, kind, total) => {
    expect(previewOf({ lines, shortageRule }, sent)).toMatchObject({ kind, totalPaise: total });
  });

  it("names the lines alone of which fewer pieces are sent", () => {
    expect(answeredLines({ lines }, { 0: 10, 1: 0 })).toEqual([{ line: 1, quantity: 0 }]);
  });

  it("leaves out a line that was refused before, whatever was typed for it", () => {
    const refused = { by: "retailer", reason: "Not needed" } as const;
    const order = { lines: [line({ quantity: 0, askedQuantity: 10, refused }), line()] };
    expect(previewOf(order, { 0: 6 })).toEqual({
      ...{ kind: "accepted", isWhole: true, totalPaise: 1_000 },
    });
    expect(answeredLines(order, { 0: 6 })).toEqual([]);
    expect(previewOf(order, { 1: 0 }).kind).toBe("rejected");
  });
});
