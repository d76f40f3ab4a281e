/**
 * The tax document of an acceptance: worked out by `domain/gst/`, from the accounts and products as they are on the day of issue. Prices
 * include the tax, but for orders that were placed at prices without it: more tax than these were placed at is agreed on before.
 */
import { todayIst } from "../../domain/dates";
import type { Missing } from "../../domain/gst/missing";
import { missingText } from "../../domain/gst/missingText";
import type { SaleLine, TaxedSale } from "../../domain/gst/sale";
import { type TaxDocument, taxDocument } from "../../domain/gst/taxDocument";
import { DEFAULT_UNIT } from "../../domain/gst/units";
import { lineTotal } from "../../domain/money";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { fail } from "../errors";
import { getAccount } from "../khata/accounts";

/** The lines of one placement that are invoiced together. */
export type TaxedOrders = {
  readonly distributor: Doc<"users">;
  readonly orders: readonly Doc<"orders">[];
  readonly issuedAt: number;
};

/** The tax details of a party as a document freezes them. */
export function taxParty(user: Doc<"users"> | null, delivery: Delivery = {}) {
  const { gstin, legalName, gstScheme } = user ?? {};
  const { stateCode = user?.stateCode, pincode = user?.pincode } = delivery;
  return { gstin, legalName, stateCode, pincode, gstScheme };
}

/** The address to which the goods go. */
export type Delivery = {
  readonly stateCode?: string | undefined;
  readonly pincode?: string | undefined;
};

/** As the retailer says, or else as the distributor said when it accepted. */
async function deliveryOf(
  ctx: QueryCtx,
  order: Doc<"orders">,
  retailer: Doc<"users"> | null,
): Promise<Delivery> {
  if (retailer?.stateCode !== undefined) return retailer;
  return (await getAccount(ctx, order))?.delivery ?? {};
}

/** A missing part with the product that it is of, as that is now. */
function named(missing: Missing, products: readonly Doc<"products">[]) {
  if (!("line" in missing)) return missing;
  const { line, ...part } = missing;
  const product = products[line];
  if (product === undefined) return part;
  const { _id: productId, name: productName, hsn, taxKind, gstRateBp, uqc } = product;
  return { ...part, productId, productName, tax: { hsn, taxKind, gstRateBp, uqc } };
}

async function productsOf(
  ctx: QueryCtx,
  orders: readonly Doc<"orders">[],
): Promise<Doc<"products">[]> {
  const products = await Promise.all(
    orders.map(({ productId }) => ctx.db.get("products", productId)),
  );
  return products.map((product) => product ?? fail("NOT_FOUND"));
}

function toSeller(distributor: Doc<"users">): TaxedSale["seller"] {
  const { gstin, gstScheme: scheme = "regular", stateCode, pincode } = distributor;
  const hasLargeTurnover = distributor.turnoverAbove5Cr === true;
  const roundsToRupee = distributor.roundsToRupee === true;
  return { gstin, scheme, stateCode, pincode, hasLargeTurnover, roundsToRupee };
}

function toLine(
  { pricePaise, quantity, addedTaxBp }: Doc<"orders">,
  product: Doc<"products"> | undefined,
): SaleLine {
  const { hsn, taxKind, gstRateBp } = product ?? {};
  const amountPaise = lineTotal(pricePaise, quantity);
  return { amountPaise, hsn, taxKind, gstRateBp, addsTax: addedTaxBp !== undefined };
}

type Taxed = {
  readonly document: TaxDocument;
  /** In the order of the document's lines, like their products. */
  readonly lines: readonly SaleLine[];
  readonly products: readonly Doc<"products">[];
  readonly buyer: ReturnType<typeof taxParty>;
};

/** Null for a distributor without a GSTIN, whose bills are without tax. Errors: TAX_DETAILS_MISSING {missing, detail}. */
export async function requireTaxDocument(
  ctx: QueryCtx,
  { distributor, orders, issuedAt }: TaxedOrders,
): Promise<Taxed | null> {
  const [first] = orders;
  if (distributor.gstin === undefined || first === undefined) return null;
  const retailer = await ctx.db.get("users", first.retailerId);
  const buyer = taxParty(retailer, await deliveryOf(ctx, first, retailer));
  const products = await productsOf(ctx, orders);
  const day = todayIst(issuedAt);
  const lines = orders.map((order, index) => toLine(order, products[index]));
  const outcome = taxDocument({ seller: toSeller(distributor), buyer, lines, day });
  if ("missing" in outcome) {
    const missing = outcome.missing.map((part) => named(part, products));
    return fail("TAX_DETAILS_MISSING", { missing, detail: missingText(missing) });
  }
  return { document: outcome.document, lines, products, buyer };
}

/** Fields of the invoice's lines, in their order. */
export function taxLines({ document, lines, products }: Taxed) {
  return document.lines.map((taxes, index) => {
    const { taxablePaise, untaxedPaise, cgstPaise, sgstPaise, igstPaise } = taxes;
    const { hsn, taxKind, gstRateBp } = lines[index] ?? {};
    const { uqc = DEFAULT_UNIT } = products[index] ?? {};
    const amounts = { taxablePaise, untaxedPaise, cgstPaise, sgstPaise, igstPaise };
    const isTaxed = document.kind !== "billOfSupply";
    return { hsn, taxKind, ...(isTaxed && { gstRateBp }), uqc, ...amounts };
  });
}
