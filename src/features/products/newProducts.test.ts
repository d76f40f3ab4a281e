import { describe, expect, it } from "vitest";
import { newProductsText, newestOf, partAt } from "./newProducts";

const [old, older, fresh] = [{ createdAt: 20 }, { createdAt: 10 }, { createdAt: 31 }] as const;

describe("products that come while a list is read", () => {
  it("wait, and what was there stays in its order", () => {
    expect(partAt([fresh, old, older], 30)).toEqual({ shown: [old, older], waiting: [fresh] });
  });

  it("do not wait at the end of the list, where they move nothing", () => {
    expect(partAt([older, old, fresh], 30).waiting).toEqual([]);
    expect(partAt([fresh], 30).shown).toEqual([fresh]);
  });

  it("are shown in their place once the reader has asked for them", () => {
    const rows = [fresh, old, older];
    expect(partAt(rows, newestOf(rows, 30))).toEqual({ shown: rows, waiting: [] });
  });

  it("never put the instant back, though the newest one be deleted", () => {
    expect(newestOf([older], 30)).toBe(30);
  });

  it("are counted in words", () => {
    expect(newProductsText(1)).toBe("1 new product");
    expect(newProductsText(3)).toBe("3 new products");
  });
});
