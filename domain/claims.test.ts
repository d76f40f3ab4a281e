import { describe, expect, it } from "vitest";
import { claimedSum, uncovered } from "./claims";

const DUES = [
  { openPaise: 100 },
  { invoiceId: "one", openPaise: 200 },
  { invoiceId: "two", openPaise: 300 },
];
const claim = (amountPaise: number, ...invoiceIds: string[]) => ({ amountPaise, invoiceIds });
const openOf = (...claims: ReturnType<typeof claim>[]) =>
  uncovered(DUES, claims).map(({ openPaise }) => openPaise);

describe("claims that wait cover", () => {
  it.each([
    ["nothing, where there are none", [], [100, 200, 300]],
    ["one paisa of the first due", [claim(1)], [99, 200, 300]],
    ["the named invoice first, then the first due", [claim(350, "two")], [50, 200, 0]],
    ["named invoices in their order", [claim(250, "two", "one")], [100, 200, 50]],
    ["the first due where the named one is not among them", [claim(50, "gone")], [50, 200, 300]],
    ["together what each of them leaves", [claim(150), claim(150)], [0, 0, 300]],
    ["an invoice once, whoever names it", [claim(200, "one"), claim(200, "one")], [0, 0, 200]],
    ["no more than is open", [claim(1_000)], [0, 0, 0]],
  ])("%s", (_, claims, open) => {
    expect(openOf(...claims)).toEqual(open);
  });

  it("sums that are added up", () => {
    expect(claimedSum([claim(1), claim(2, "one")])).toBe(3);
  });
});
