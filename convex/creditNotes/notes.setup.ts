/** A pair with an invoice to credit, for tests. */
import { DAY_MS, todayIst } from "../../domain/dates";
import type { CreditReason } from "../../domain/creditNotes";
import { lineIdOf } from "../../domain/orderLines";
import { api } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import { khataTables, khataViolations } from "../khata/khataRows.setup";
import {
  ANY_ORDERS,
  FIRST_PAGE,
  foldEffects,
  listProduct,
  newKey,
  openPair,
  stockOf,
} from "../market.setup";

export const SELLER = { gstin: "27AAPFU0939F1ZV", stateCode: "27", pincode: "411001" } as const;
export const SHOP = { stateCode: "27", pincode: "400001" } as const;
export const TAXED = { hsn: "190531", taxKind: "taxable", gstRateBp: 1800 } as const;
export const NIL = { hsn: "040120", taxKind: "nil" } as const;

export type Wanted = {
  readonly lines?: readonly { readonly lineId: string; readonly quantity: number }[];
  readonly reason?: CreditReason;
  readonly text?: string;
  readonly restocks?: boolean;
  readonly noteKey?: string;
};

type Goods = { readonly quantity: number } & Partial<Doc<"products">>;

export async function invoicedPair(
  goods: readonly Goods[] = [{ quantity: 10, pricePaise: 118_00 }],
  {
    seller = {},
    buyer = {},
  }: { seller?: Partial<Doc<"users">>; buyer?: Partial<Doc<"users">> } = {},
) {
  const { t, retailer, distributor } = await openPair({
    retailer: buyer,
    distributor: { orderTerms: ANY_ORDERS, companyName: "Asha Wholesale", ...seller },
  });
  const products: Id<"products">[] = [];
  for (const { quantity: _, ...fields } of goods)
    products.push(await listProduct(t, distributor, { stock: 1_000_000, ...fields }));
  const invoice = async () => {
    const { orderId } = await retailer.client.mutation(api.orders.place, {
      ...{ orderKey: newKey(), msg: "Please." },
      lines: products.map((productId, n) => ({ productId, quantity: goods[n]!.quantity })),
    });
    const { invoiceId } = await distributor.client.mutation(api.orders.accept, {
      orderId,
      deliveryBefore: todayIst(Date.now() + DAY_MS),
    });
    if (invoiceId === null) throw new Error("Nothing was invoiced");
    const lineIds = products.map((_, at) => lineIdOf({ _id: orderId, lines: products }, at));
    return { orderId, lineIds, invoiceId };
  };
  const { orderId, lineIds, invoiceId } = await invoice();
  const one = { lineId: lineIds[0]!, quantity: 1 };
  const issue = async ({ lines = [one], ...wanted }: Wanted = {}, of: string = invoiceId) => {
    const asked = { reason: "returned" as const, restocks: true, noteKey: newKey(), ...wanted };
    const { noteId } = await distributor.client.mutation(api.creditNotes.issue, {
      ...{ ...asked, invoiceId: of, lines: [...lines] },
    });
    return noteId;
  };
  const read = async (noteId: Id<"creditNotes">) => {
    const note = await retailer.client.query(api.creditNotes.one, { noteId });
    if (note === null) throw new Error("There is no such note");
    return note;
  };
  const partners = { retailerId: retailer.user._id, distributorId: distributor.user._id };
  return {
    ...{ t, retailer, distributor, products, orderId, lineIds, invoiceId, invoice, issue, read },
    ...partners,
    state: () => retailer.client.query(api.creditNotes.state, { invoiceId }),
    rows: async () =>
      (
        await retailer.client.query(api.creditNotes.ofInvoice, {
          ...{ invoiceId, paginationOpts: FIRST_PAGE },
        })
      ).page,
    notes: () => t.run((ctx) => ctx.db.query("creditNotes").take(1_000)),
    stock: (n = 0) => stockOf(t, products[n]!),
    openPaise: async () =>
      (await retailer.client.query(api.payments.ofInvoice, { invoiceId }))?.openPaise,
    account: () => retailer.client.query(api.khata.account, { partnerId: partners.distributorId }),
    entries: async () =>
      (
        await retailer.client.query(api.khata.entries, {
          ...{ partnerId: partners.distributorId, paginationOpts: FIRST_PAGE },
        })
      ).page,
    /** Violations of the khata's rules in all rows. */
    faults: async () => {
      await foldEffects(t);
      return khataViolations(await t.run(khataTables));
    },
  };
}
