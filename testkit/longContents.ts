/** Gives the demo's pages long names, large sums, a tax invoice with a credit note, and a full basket. */
import { api } from "../convex/_generated/api";
import { DAY_MS, todayIst } from "../domain/dates";
import { lineIdOf } from "../domain/orderLines";
import { clientOf } from "./clients";
import type { Site } from "./market";
import { LOGINS } from "./people";

const FIRST = { cursor: null, numItems: 20 };
const GSTIN = "27AAPFU0939F1ZV";
const TAX = { taxKind: "taxable", gstRateBp: 1800, hsn: "9405" } as const;
const PIECES = 100;
const LAMP = {
  name: "Hand-painted brass oil lamp with nine wicks, polished, 9 inch",
  sku: "LAMP-BRASS-NINE-WICKS-POLISHED-9-INCH",
  pricePaise: 99_999_99,
  minQuantity: 10,
  multiple: 5,
  priceBreaks: [
    { from: 200, pricePaise: 95_000_00 },
    { from: 1_000, pricePaise: 90_000_00 },
  ],
};
const SWEETS = {
  name: "Peanut chikki with jaggery and cardamom, family pack of 400 g",
  pricePaise: 9_999_99,
};

/** Returns the addresses of what was made, by role. */
export async function fillPages(
  market: Site,
): Promise<{ retailer: string[]; distributor: string[] }> {
  const [retailer, distributor] = await Promise.all([
    clientOf(market, LOGINS["retailer"]!),
    clientOf(market, LOGINS["distributor"]!),
  ]);
  const saveTax = { gstin: GSTIN, stateCode: "27", pincode: "411001" };
  await distributor.mutation(api.tax.save, { details: saveTax });
  await retailer.mutation(api.tax.save, { details: saveTax });
  // The demo's pairs have a limit of credit.
  const { _id: retailerId } = (await retailer.query(api.users.me, {}))!;
  await distributor.mutation(api.khata.setTerms, { retailerId, terms: "onDelivery" });

  const { page } = await distributor.query(api.products.mine, { paginationOpts: FIRST });
  const productIds = page.slice(0, 2).map(({ _id }) => _id);
  for (const [at, productId] of productIds.entries()) {
    const changes = { ...(at === 0 ? LAMP : SWEETS), tax: TAX, stock: 10 * PIECES };
    await distributor.mutation(api.products.edit, { productId, changes });
  }
  const lines = productIds.map((productId) => ({ productId, quantity: PIECES }));
  const place = () =>
    retailer.mutation(api.orders.place, {
      ...{ orderKey: crypto.randomUUID(), lines },
      msg: "Please deliver before the rush of the festival, and call the shop an hour before.",
    });
  // One of them stays pending.
  await place();
  const { orderId } = await place();
  const { invoiceId } = await distributor.mutation(api.orders.accept, {
    orderId,
    deliveryBefore: todayIst(Date.now() + DAY_MS),
  });
  const { noteId } = await distributor.mutation(api.creditNotes.issue, {
    ...{ invoiceId: invoiceId!, reason: "returned", restocks: true },
    lines: lines.map((_, at) => ({
      lineId: lineIdOf({ _id: orderId, lines }, at),
      quantity: PIECES - 1,
    })),
    noteKey: crypto.randomUUID(),
  });
  for (const line of lines) await retailer.mutation(api.basket.set, line);

  const month = todayIst(Date.now()).slice(0, 7);
  return {
    retailer: [`/orderinfo/${productIds[0]}`, `/creditnote/${noteId}`],
    distributor: [`/month-end?month=${month}&list=docs`, `/creditnote/${noteId}`],
  };
}
