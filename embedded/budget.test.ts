import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Budget } from "./budget";

describe("a budget", () => {
  test("accepts amounts up to the limit of a key and rejects more", () => {
    const budget = new Budget({ perKey: 10, inAll: 100 });
    expect(budget.take("a", 10)).toBe(true);
    expect(budget.take("a", 1)).toBe(false);
    expect(budget.take("b", 1)).toBe(true);
    expect(budget.usedBy("a")).toBe(10);
  });

  test("accepts amounts up to the limit of all keys together", () => {
    const budget = new Budget({ perKey: 10, inAll: 15 });
    expect([budget.take("a", 10), budget.take("b", 6), budget.take("b", 5)]).toEqual([
      true,
      false,
      true,
    ]);
    expect(budget.inUse).toBe(15);
  });

  test("counts the first part of each key for this key alone", () => {
    const budget = new Budget({ perKey: 10, inAll: 8, uncounted: 2 });
    expect([budget.take("a", 10), budget.take("b", 3), budget.take("b", 2)]).toEqual([
      true,
      false,
      true,
    ]);
    expect(budget.take("a", 1)).toBe(false);
    expect(budget.inUse).toBe(8);
    budget.give("a", 9);
    expect([budget.inUse, budget.take("b", 8)]).toEqual([0, true]);
  });

  test("makes released amounts available again", () => {
    const budget = new Budget({ perKey: 10, inAll: 10 });
    budget.take("a", 10);
    budget.give("a", 4);
    expect(budget.take("b", 4)).toBe(true);
  });

  test("counts what is in use and keeps no key at zero", () => {
    const steps = fc.array(
      fc.record({ key: fc.constantFrom("a", "b", "c"), amount: fc.nat(8), takes: fc.boolean() }),
    );
    fc.assert(
      fc.property(steps, (script) => {
        const budget = new Budget({ perKey: 12, inAll: 20 });
        const model = new Map<string, number>();
        for (const { key, amount, takes } of script) {
          const used = model.get(key) ?? 0;
          if (!takes) {
            budget.give(key, amount);
            model.set(key, Math.max(used - amount, 0));
          } else if (budget.take(key, amount)) model.set(key, used + amount);
          const amounts = [...model.values()];
          expect(budget.inUse).toBe(amounts.reduce((sum, each) => sum + each, 0));
          expect(budget.keys).toBe(amounts.filter((each) => each > 0).length);
          expect(budget.inUse).toBeLessThanOrEqual(20);
          expect(Math.max(0, ...amounts)).toBeLessThanOrEqual(12);
        }
      }),
    );
  });
});
