import { expect, test } from "vitest";
import { isCovered } from "../../files/pdf/scripts";
import { testType } from "../../files/pdf/type.setup";
import type { Invoice } from "./invoiceChoice";
import { invoicePdf } from "./invoicePdf";

const MOST_BYTES = 200_000;

const parts = { ...testType(), payment: null };
const party = { name: "Devi", email: "d@t.test", phone: "+91", address: "Nagpur" };

function invoiceOf(lines: number): Invoice {
  const line = {
    productName: "Rice",
    quantity: 1,
    pricePaise: 100_00,
    totalPaise: 100_00,
    description: "In bags.",
    imageUrl: null,
  };
  return {
    printedNumber: "DTW/26-27/00042",
    invoiceNo: "42",
    createdAt: 0,
    orderDate: 0,
    acceptedAt: 0,
    deliveryBefore: "2026-11-26",
    orderStatus: "accepted",
    distributor: { ...party, companyName: "Devi Traders" },
    retailer: { ...party, shopName: "Corner" },
    lines: Array.from({ length: lines }, () => line),
    netAmountPaise: lines * 100_00,
    qrImageUrl: null,
    upiLink: "upi://pay?pa=devi@upi",
    authorizedSignature: "Devi",
  } as unknown as Invoice;
}

function pagesOf(bytes: ArrayBuffer): number {
  return (
    Buffer.from(bytes)
      .toString("latin1")
      .match(/\/Type \/Page\b(?!s)/g)?.length ?? 0
  );
}

test("draws an invoice of one line on one page, below the promised size, with embedded fonts", async () => {
  const bytes = await invoicePdf(invoiceOf(1), parts, ["original"]);
  expect(Buffer.from(bytes).subarray(0, 5).toString()).toBe("%PDF-");
  expect(pagesOf(bytes)).toBe(1);
  expect(bytes.byteLength).toBeLessThan(MOST_BYTES);
  const text = Buffer.from(bytes).toString("latin1");
  // Text, not outlines: the fonts are there, with the map from glyphs back to characters.
  expect(text).toContain("/ToUnicode");
  expect(text).toContain("/FontFile2");
});

test("draws an invoice of many lines on several pages", async () => {
  const bytes = await invoicePdf(invoiceOf(60), parts, ["original"]);
  expect(pagesOf(bytes)).toBeGreaterThan(2);
  expect(bytes.byteLength).toBeLessThan(MOST_BYTES);
});

test("draws the rupee sign, and leaves Devanagari to the browser", () => {
  expect(isCovered("₹1,00,000.00 – “Señor” × 2…")).toBe(true);
  expect(isCovered("मंडी")).toBe(false);
});

test("draws a payment code from a photo that begins with its colour profile, as its Exif was taken off", async () => {
  const profile = [0xff, 0xe2, 0, 4, 1, 1];
  const frame = [0xff, 0xc0, 0, 11, 8, 0, 9, 0, 9, 1, 1, 0x11, 0];
  const payment = Uint8Array.from([0xff, 0xd8, ...profile, ...frame, 0xff, 0xd9]);
  const bytes = await invoicePdf(invoiceOf(1), { ...parts, payment }, ["original"]);
  expect(Buffer.from(bytes).toString("latin1")).toMatch(/\/Filter \/DCTDecode/);
});
