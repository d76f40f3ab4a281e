import { describe, expect, it } from "vitest";
import {
  NO_FILTERS,
  filterParams,
  filtersOf,
  isNarrowed,
  listArgsOf,
  ownListArgsOf,
} from "./productFilters";

describe("the filters of a product list", () => {
  it("are read from the address of the page", () => {
    const params = new URLSearchParams("search=soap&type=Beauty&sort=inStock");
    expect(filtersOf(params)).toEqual({
      ...NO_FILTERS,
      ...{ search: "soap", type: "Beauty", sort: "inStock" },
    });
  });

  it("ignore a type or sort that does not exist, instead of asking the server for it", () => {
    const params = new URLSearchParams("type=Weapons&sort=cheapest");
    expect(filtersOf(params)).toEqual(NO_FILTERS);
  });

  it("[MARKET6] survive the way into the address and back", () => {
    const filters = {
      ...NO_FILTERS,
      search: "10% off & more",
      type: "Home Goods",
      sort: "type",
      lowStock: true,
    } as const;
    expect(filtersOf(new URLSearchParams(filterParams(filters)))).toEqual(filters);
  });

  it("are absent from the address by default", () => {
    expect(new Set(Object.values(filterParams(NO_FILTERS)))).toEqual(new Set([""]));
  });

  it("send only what narrows or orders the list, the search trimmed", () => {
    expect(listArgsOf(NO_FILTERS)).toEqual({});
    expect(
      listArgsOf({ ...NO_FILTERS, search: "  soap ", type: "Beauty", sort: "latest" }),
    ).toEqual({
      search: "soap",
      type: "Beauty",
      sort: "latest",
    });
  });

  it("[LOWSTOCK1] ask for low stock on the distributor's own list alone", () => {
    const low = filtersOf(new URLSearchParams("stock=low"));
    expect(low).toEqual({ ...NO_FILTERS, lowStock: true });
    expect(listArgsOf(low)).toEqual({});
    expect(ownListArgsOf(low)).toEqual({ lowStock: true });
    expect(ownListArgsOf(NO_FILTERS)).toEqual({});
    expect(isNarrowed(low)).toBe(true);
  });

  it("send the origin to the market's lists alone", () => {
    const made = filtersOf(new URLSearchParams("origin=CN"));
    expect(made).toEqual({ ...NO_FILTERS, origin: "CN" });
    expect(listArgsOf(made)).toEqual({ countryOfOrigin: "CN" });
    expect(ownListArgsOf(made)).toEqual({});
    expect(isNarrowed(made)).toBe(true);
    expect(filtersOf(new URLSearchParams("origin=XX"))).toEqual(NO_FILTERS);
  });

  it("count In Stock as narrowing, and mere ordering as not", () => {
    expect(isNarrowed({ ...NO_FILTERS, sort: "inStock" })).toBe(true);
    expect(isNarrowed({ ...NO_FILTERS, sort: "latest" })).toBe(false);
    expect(isNarrowed({ ...NO_FILTERS, search: "   " })).toBe(false);
  });
});
