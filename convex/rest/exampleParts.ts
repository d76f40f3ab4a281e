/** Callers in the demo data and rows to look up, shared by the examples. */
import type { Source } from "./exampleCommands";

export const MEENA = "meena@mandi.test";
export const ASHA = "asha@mandi.test";
export const NEWCOMER = "newcomer@shop.test";

export const asRetailer = { as: "retailer" } as const;
export const asDistributor = { as: "distributor" } as const;

export const first = (list: string, field = "_id"): Source => ({ list, field });

export const todayInIndia = { TODAY: { words: "today in India, such as 2026-12-31" } };

/** A line of an order: most orders have one. */
export const orderLine = (list: string) => ({ ORDER: first(`/api/orders/${list}`) });

export const wholeOrder = (list: string) => ({
  ORDER: { list: `/api/orders/${list}`, field: "orderId", or: "_id" },
});

export const orderOfOneLine = (list: string) => ({
  ORDER: { list: `/api/orders/${list}`, field: "_id", without: "orderId" },
});

export const product = { PRODUCT: first("/api/products/all") };
export const ownProduct = { PRODUCT: first("/api/products") };
