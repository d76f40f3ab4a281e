import { describe, expect, test } from "vitest";
import type { Cell } from "./cells";
import { type RowOf, subjectsOf, type Subject, tableOf } from "./tables";
import { exportName } from "./writeFile";

const at = (time: string) => Date.parse(`${time}+05:30`);

const ORDER: RowOf<"orders"> = {
  lineId: "order1-2",
  orderId: "order1" as RowOf<"orders">["orderId"],
  placedAt: at("2026-04-01T00:00:00"),
  status: "completed",
  productName: "बासमती चावल",
  quantity: 3,
  askedQuantity: 5,
  pricePaise: 123_45,
  deliveryBefore: "2026-04-09",
  completedOn: at("2026-04-08T23:59:59"),
  partnerName: "Meena",
  business: "Peepal Chowk Stores",
  partnerEmail: "meena@mandi.test",
  partnerPhone: "+91 98765 43210",
  address: "12 Station Road\nPune",
};

/** The cells of a row by their heads. */
function cellsOf(subject: Subject, role: "retailer" | "distributor", row: unknown) {
  const table = tableOf(subject, role);
  return Object.fromEntries<Cell>(
    table.cellsOf(row).map((cell, index) => [table.heads[index]?.head ?? "", cell]),
  );
}

test("[EXPORT1] a retailer has no products to export", () => {
  expect(subjectsOf("retailer")).toEqual(["orders", "invoices", "ledger"]);
  expect(subjectsOf("distributor")).toEqual(["orders", "invoices", "ledger", "products"]);
});

describe("[EXPORT5] the cells", () => {
  test("of an order have its days in India, its price and total as amounts, its ids and phone as texts", () => {
    expect(cellsOf("orders", "distributor", ORDER)).toEqual({
      "Placed on": { day: "2026-04-01" },
      Status: "Completed",
      Product: "बासमती चावल",
      Quantity: 3,
      "Asked for": 5,
      "Price (₹)": { paise: 123_45 },
      "Total (₹)": { paise: 370_35 },
      Retailer: "Meena",
      Shop: "Peepal Chowk Stores",
      "E-mail": "meena@mandi.test",
      Phone: "+91 98765 43210",
      Address: "12 Station Road\nPune",
      "Delivery before": { day: "2026-04-09" },
      "Completed on": { day: "2026-04-08" },
      Message: null,
      Reason: null,
      "Order ID": "order1",
      "Line ID": "order1-2",
    });
  });

  test("of an order of a retailer's name the distributor", () => {
    const cells = cellsOf("orders", "retailer", { ...ORDER, askedQuantity: undefined });
    expect(cells).toMatchObject({ Distributor: "Meena", "Asked for": 3 });
    expect(Object.keys(cells)).not.toContain("Address");
  });

  test.each([
    ["2026-03-31T23:59:59.999", "2026-03-31"],
    ["2026-04-01T00:00:00.000", "2026-04-01"],
  ])("have %s as the day %s", (time, day) => {
    const row = { ...ORDER, placedAt: at(time) };
    expect(cellsOf("orders", "retailer", row)["Placed on"]).toEqual({ day });
  });

  test("of an invoice name all products", () => {
    const invoice = {
      ...{ _id: "invoice1", printedNumber: "SWD/26-27/00001", issuedAt: at("2026-04-01T00:00:00") },
      ...{ deliveryBefore: "2026-04-09", products: ["Rice", "Dal"] },
      ...{ netAmountPaise: 100_00, payablePaise: 100_00, openPaise: 0 },
      ...{ partnerName: "Asha", business: "Banyan", partnerEmail: "a@m.test", partnerPhone: "1" },
    };
    expect(cellsOf("invoices", "retailer", invoice)).toMatchObject({
      Invoice: "SWD/26-27/00001",
      "Issued on": { day: "2026-04-01" },
      Company: "Banyan",
      Products: "Rice; Dal",
      "Amount (₹)": { paise: 100_00 },
      "Open (₹)": { paise: 0 },
    });
  });

  test("of an invoice with tax on top have the sum to pay as the amount, as what is open of it", () => {
    const sums = { netAmountPaise: 100_00, payablePaise: 118_00, openPaise: 118_00 };
    const invoice = { printedNumber: "N", issuedAt: 0, products: ["Rice"], ...sums };
    expect(cellsOf("invoices", "distributor", invoice)).toMatchObject({
      ...{ "Amount (₹)": { paise: 118_00 }, "Open (₹)": { paise: 118_00 } },
    });
  });

  test("of a ledger entry have the words of the statement", () => {
    const entry = {
      ...{ _id: "entry1", day: "2026-04-01", kind: "payment", method: "upi", reference: "4123" },
      ...{ paise: -5_00, balanceAfterPaise: 95_00, partnerName: "Meena", business: "Peepal" },
    };
    expect(cellsOf("ledger", "distributor", entry)).toMatchObject({
      ...{ Day: { day: "2026-04-01" }, What: "Payment, UPI", Reference: "4123" },
      ...{ "Amount (₹)": { paise: -5_00 }, "Balance (₹)": { paise: 95_00 } },
    });
    const cheque = { ...entry, method: "cheque", reference: "001234", bank: "HDFC Bank" };
    expect(cellsOf("ledger", "distributor", cheque)).toMatchObject({
      ...{ What: "Payment, Cheque", Reference: "001234, HDFC Bank" },
    });
  });

  test("of a product have its terms, and its price breaks as an import reads them", () => {
    const product = {
      ...{ name: "Rice", type: "Food and Beverage", description: "Long", packSize: 25, stock: 40 },
      ...{ pricePaise: 100_00, sku: "007", minQuantity: 6, multiple: 6, pricesExcludeTax: true },
      ...{ hsn: "1006", taxKind: "taxable", gstRateBp: 25, uqc: "BAG" },
      priceBreaks: [
        { from: 24, pricePaise: 95_00 },
        { from: 48, pricePaise: 90_50 },
      ],
    };
    expect(cellsOf("products", "distributor", product)).toMatchObject({
      ...{ SKU: "007", Price: { paise: 100_00 }, Stock: 40, Minimum: 6 },
      ...{
        "HSN code": "1006",
        "Kind for GST": "Taxable",
        "GST %": 0.25,
        "Unit on invoices": "BAG",
      },
      "Price with or without tax": "Without tax",
      "Price breaks": "24: 95.00; 48: 90.50",
    });
  });

  test("stand in at most 26 columns, whose heads differ", () => {
    for (const role of ["retailer", "distributor"] as const)
      for (const subject of subjectsOf(role)) {
        const heads = tableOf(subject, role).heads.map(({ head }) => head);
        expect(heads.length).toBeLessThanOrEqual(26);
        expect(new Set(heads).size).toBe(heads.length);
      }
  });
});

test("a file is named after its rows and days", () => {
  const period = { from: "2026-04-01", to: "2026-04-30" };
  const asked = { role: "distributor", period, format: "csv" } as const;
  const now = at("2026-05-01T00:00:00");
  expect(exportName({ ...asked, subject: "ledger" }, now)).toBe("khata-2026-04-01-2026-04-30.csv");
  expect(exportName({ ...asked, subject: "products", format: "xlsx" }, now)).toBe(
    "products-2026-05-01.xlsx",
  );
});
