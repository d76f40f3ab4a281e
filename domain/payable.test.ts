import { expect, it } from "vitest";
import { otherPayable, payableOf } from "./payable";

it("is the net amount, unless something is added to it", () => {
  expect(payableOf({ netAmountPaise: 100_00 })).toBe(100_00);
  expect(payableOf({ netAmountPaise: 100_00, payablePaise: 118_00 })).toBe(118_00);
});

it("stands beside the net amount only where it is another", () => {
  expect(otherPayable({ netAmountPaise: 100_00 })).toEqual({});
  expect(otherPayable({ netAmountPaise: 100_00, payablePaise: 100_00 })).toEqual({});
  expect(otherPayable({ netAmountPaise: 99_97, payablePaise: 100_00 })).toEqual({
    payablePaise: 100_00,
  });
});
