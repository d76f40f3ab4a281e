import { describe, expect, it } from "vitest";
import { consignmentPaise, eWayBillLimit } from "./eWayBill";

const RICE = { taxKind: "taxable", taxablePaise: 45_000_00 } as const;

describe("[EWAY1] the value of a consignment", () => {
  it("is that of the taxable goods with their tax, whichever it is", () => {
    const inState = { ...RICE, untaxedPaise: 0, cgstPaise: 1_125_00, sgstPaise: 1_125_00 };
    expect(consignmentPaise([inState])).toBe(47_250_00);
    expect(consignmentPaise([{ ...RICE, igstPaise: 2_250_00 }, RICE])).toBe(92_250_00);
  });

  it("has no nil-rated and exempt goods", () => {
    const milk = { taxKind: "nil", untaxedPaise: 60_000_00 } as const;
    expect(consignmentPaise([milk, { ...milk, taxKind: "exempt" }])).toBe(0);
    expect(consignmentPaise([RICE, milk])).toBe(45_000_00);
  });

  it("has goods by composition, whose tax is not on the document", () => {
    expect(consignmentPaise([{ taxKind: "taxable", untaxedPaise: 60_000_00 }])).toBe(60_000_00);
    expect(consignmentPaise([{ untaxedPaise: 60_000_00 }])).toBe(60_000_00);
  });
});

it.each([
  [50_000_01, "2026-11-26", 50_000_00],
  [50_000_00, "2026-11-26", null],
  [50_000_01, "2018-04-01", 50_000_00],
  [50_000_01, "2018-03-31", null],
])("[EWAY1] of %d paise on %s the limit is %j", (paise, day, limit) => {
  expect(eWayBillLimit(paise, day)).toBe(limit);
});
